import { quote } from '../../course-folder/course-folder-error.ts'
import type { Notes } from '../notes.ts'
import type { Redirect } from '../types.ts'
import { keyOfPath } from './page-key.ts'

/** An old key and the lesson that it is now. */
export interface Claim {
  from: string
  to: string
}

/**
 * What the author's table of redirects says about keys: each old page is followed to the page that
 * it is now. Circles are cut, and pages that were joined are told.
 */
export function followRedirects(
  redirects: readonly Redirect[],
  current: ReadonlySet<string>,
  notes: Notes,
): Claim[] {
  const follow = follower(redirects, current)
  const inner = new Set(redirects.flatMap(({ to }) => (to === null ? [] : [bare(to)])))
  const sources = Map.groupBy(
    redirects.flatMap((redirect) => {
      const warn = (message: string) =>
        notes.warnings.push({ ...redirect.mention, message: `${quote(redirect.from)} ${message}` })
      const keys = keysOf(redirect.from)
      if (keys.some((key) => current.has(key))) {
        warn('is a page of this book: it keeps its key, and its redirect is not followed')
        return []
      }
      const end = follow(redirect)
      if (end.kind === 'circle') warn('is redirected in a circle: name the page that it is now')
      if (end.kind === 'missing')
        warn(`is redirected to ${quote(end.path)}, which is no page of this book: correct it`)
      return end.kind === 'page' ? [{ redirect, keys, to: end.key }] : []
    }),
    ({ to }) => to,
  )

  return [...sources].flatMap(([to, claims]) => {
    const first = claims.filter(({ redirect }) => !inner.has(bare(redirect.from)))
    const [one, other] = first
    if (one !== undefined && other !== undefined) {
      const names = first.slice(0, 10).map(({ redirect }) => quote(redirect.from))
      const message =
        `${names.join(', ')} are merged in the lesson ${quote(to)}: ` +
        'learners who completed one of them have completed it'
      notes.warnings.push({ ...one.redirect.mention, message })
    }
    return claims.flatMap(({ keys }) => keys.map((from) => ({ from, to })))
  })
}

type End =
  | { kind: 'page'; key: string }
  | { kind: 'missing'; path: string }
  | { kind: 'outside' | 'circle' }

/** Follows redirects to their ends; each of a long chain is looked at once. */
function follower(
  redirects: readonly Redirect[],
  current: ReadonlySet<string>,
): (start: Redirect) => End {
  const table = new Map(redirects.map((redirect) => [bare(redirect.from), redirect]))
  const ends = new Map<Redirect, End>()

  function endOf(start: Redirect, seen: Set<Redirect>): End {
    for (let at = start; !seen.has(at); ) {
      const known = ends.get(at)
      if (known !== undefined) return known
      seen.add(at)
      if (at.to === null) return { kind: 'outside' }
      const key = keysOf(at.to).find((it) => current.has(it))
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

/** A folder's page is `index` in addresses, and README in most books. */
function keysOf(path: string): string[] {
  const folder = /^(?:(.*)\/)?index$/iu.exec(bare(path))
  if (folder === null) return [keyOfPath(path)].filter((key) => key !== '')
  const parent = folder[1] ?? ''
  return [keyOfPath(`${parent}/README`), keyOfPath(`${parent}/index`)]
}

function bare(path: string): string {
  const name = path.replace(/^\/+/u, '')
  return name === '' || name.endsWith('/') ? `${name}index` : name
}
