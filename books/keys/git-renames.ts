import { keyOfPath, pagePathOf } from '../reading/page-key.ts'
import type { PreviousCourse } from '../reading/types.ts'
import type { PagePlaces } from './page-places.ts'
import type { Claim } from './redirects.ts'

/**
 * Finds renamed keys in the repository's history. Only lessons that are published and gone can have
 * been renamed, and only to a page that was not published before.
 */
export function followRenames(
  { lessons, renames }: PreviousCourse,
  places: PagePlaces,
  base: string,
): Claim[] {
  const steps = renames.map(({ from, to }) => ({
    from: pagePathOf(from, base),
    to: pagePathOf(to, base),
  }))
  return lessons.flatMap((lesson) => {
    const from = lesson.key
    if (places.current.has(from) && !places.isGone(from)) return []
    for (const [index, step] of steps.entries()) {
      if (step.from === undefined || !isAt(lesson, step.from)) continue
      const path = lastNameOf(step.to, steps.slice(index + 1))
      if (path === undefined || lessons.some((it) => isAt(it, path))) continue
      const to = places.keyAt(path)
      if (to !== undefined) return [{ from, to }]
    }
    return []
  })
}

function isAt({ key, page }: PreviousCourse['lessons'][number], path: string): boolean {
  return page == null ? keyOfPath(path) === key : page === path
}

interface Step {
  from: string | undefined
  to: string | undefined
}

function lastNameOf(name: string | undefined, later: readonly Step[]): string | undefined {
  let path = name
  for (const { from, to } of later) if (path !== undefined && from === path) path = to
  return path
}
