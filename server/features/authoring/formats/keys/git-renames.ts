import type { PreviousCourse, Rename } from '../types.ts'
import { keyOfPath, pagePathOf } from './page-key.ts'
import type { Claim } from './redirects.ts'

/**
 * What the history of the repository says about keys. Only lessons that are published and gone can
 * have been renamed, and only to a page that was not published before.
 */
export function followRenames(
  { lessons, renames }: PreviousCourse,
  current: ReadonlySet<string>,
  base: string,
): Claim[] {
  const published = new Set(lessons.map(({ key }) => key))
  const steps = renames.map(({ from, to }) => ({ from: keyOf(from, base), to: keyOf(to, base) }))
  return [...published].flatMap((from) => {
    if (current.has(from)) return []
    for (const [index, step] of steps.entries()) {
      if (step.from !== from) continue
      const to = lastNameOf(step.to, steps.slice(index + 1))
      if (to !== undefined && current.has(to) && !published.has(to)) return [{ from, to }]
    }
    return []
  })
}

function keyOf(file: Rename['from'], base: string): string | undefined {
  const path = pagePathOf(file, base)
  return path === undefined ? undefined : keyOfPath(path)
}

interface Step {
  from: string | undefined
  to: string | undefined
}

function lastNameOf(name: string | undefined, later: readonly Step[]): string | undefined {
  let key = name
  for (const { from, to } of later) if (key !== undefined && from === key) key = to
  return key
}
