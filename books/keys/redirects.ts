import { quote } from '../reading/course-folder-error.ts'
import type { Notes } from '../reading/notes.ts'
import type { Redirect } from '../reading/types.ts'
import { bare, type PagePlaces } from './page-places.ts'

/** An old key and its current lesson; both the same for a page that moved and kept its key. */
export interface Claim {
  from: string
  to: string
  /** The place where the author says so; absent for the repository's history. */
  mention?: { file: string; line: number }
}

/**
 * Finds renamed keys in the author's table of redirects, following each old page to its current
 * one. Cuts circles, and reports pages that were joined.
 */
export function followRedirects(
  redirects: readonly Redirect[],
  places: PagePlaces,
  notes: Notes,
): Claim[] {
  const follow = follower(redirects, places)
  const inner = new Set(redirects.flatMap(({ to }) => (to === null ? [] : [bare(to)])))
  const sources = Map.groupBy(
    redirects.flatMap((redirect) => {
      const warn = (message: string) =>
        notes.warnings.push({ ...redirect.mention, message: `${quote(redirect.from)} ${message}` })
      if (places.keyAt(redirect.from) !== undefined) {
        warn('is a page of this book: it keeps its key, and its redirect is not followed')
        return []
      }
      const end = follow(redirect)
      if (end.kind === 'circle') warn('is redirected in a circle: name the page that it is now')
      if (end.kind === 'missing')
        warn(`is redirected to ${quote(end.path)}, which is no page of this book: correct it`)
      if (end.kind !== 'page') return []
      const keys = places.oldKeysAt(redirect.from)
      const taken = keys.find((key) => key !== end.key && places.current.has(key))
      if (taken === undefined) return [{ redirect, keys, to: end.key }]
      warn(`makes the key ${quote(taken)} of another page: its redirect is not followed`)
      return []
    }),
    ({ to }) => to,
  )

  return [...sources].flatMap(([to, claims]) => {
    const first = claims.filter(
      ({ redirect, keys }) => !inner.has(bare(redirect.from)) && keys.some((key) => key !== to),
    )
    const [one, other] = first
    if (one !== undefined && other !== undefined) {
      const names = first.slice(0, 10).map(({ redirect }) => quote(redirect.from))
      const message =
        `${names.join(', ')} are merged in the lesson ${quote(places.nameOf(to))}: ` +
        'learners who completed one of them have completed it'
      notes.warnings.push({ ...one.redirect.mention, message })
    }
    return claims.flatMap(({ keys, redirect: { mention } }) =>
      keys.map((from) => ({ from, to, mention })),
    )
  })
}

type End =
  | { kind: 'page'; key: string }
  | { kind: 'missing'; path: string }
  | { kind: 'outside' | 'circle' }

/** Returns a function that follows redirects to their ends, looking at each of a chain once. */
function follower(redirects: readonly Redirect[], places: PagePlaces): (start: Redirect) => End {
  const table = new Map(redirects.map((redirect) => [bare(redirect.from), redirect]))
  const ends = new Map<Redirect, End>()

  function endOf(start: Redirect, seen: Set<Redirect>): End {
    for (let at = start; !seen.has(at); ) {
      const known = ends.get(at)
      if (known !== undefined) return known
      seen.add(at)
      if (at.to === null) return { kind: 'outside' }
      const key = places.keyAt(at.to)
      if (key !== undefined) return { kind: 'page', key }
      const next = table.get(bare(at.to))
      if (next === undefined) return { kind: 'missing', path: at.to }
      at = next
    }
    return { kind: 'circle' }
  }

  return (start) => {
    const seen = new Set<Redirect>()
    const end = endOf(start, seen)
    for (const redirect of seen) ends.set(redirect, end)
    return end
  }
}
