import type { PreviousCourse, RenameSuggestion } from '../reading/types.ts'

interface KeyedTitle {
  key: string
  title: string
  formerKeys?: readonly string[]
}

/**
 * Suggests lessons that went and came under the same title, if no other has it. Titles lie now and
 * then, so these are shown and never followed.
 */
export function suggestRenames(
  { lessons: before }: PreviousCourse,
  after: readonly KeyedTitle[],
): RenameSuggestion[] {
  const kept = new Set(after.flatMap(({ key, formerKeys = [] }) => [key, ...formerKeys]))
  const known = new Set(before.map(({ key }) => key))
  const gone = byTitle(before.filter(({ key }) => !kept.has(key)))
  const came = byTitle(
    after.filter(
      ({ key, formerKeys = [] }) => !known.has(key) && !formerKeys.some((it) => known.has(it)),
    ),
  )
  return [...gone].flatMap(([title, [from, ...others]]) => {
    const [to, ...rivals] = came.get(title) ?? []
    if (from === undefined || to === undefined || others.length + rivals.length > 0) return []
    return [{ from: from.key, to: to.key, title: to.title }]
  })
}

function byTitle(lessons: readonly KeyedTitle[]): Map<string, KeyedTitle[]> {
  return Map.groupBy(lessons, ({ title }) => title.normalize('NFKC').toLowerCase().trim())
}
