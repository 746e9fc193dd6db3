import type { Draft, DraftLessonSummary } from '@lyceum/sdk'

/** A line of the outline: the title of a section, or a lesson of the section above it. */
export interface Row {
  key: string
  title: string
  lesson?: DraftLessonSummary
}

/** A change to the outline, which may follow others. */
export type Step = (rows: readonly Row[]) => readonly Row[]

export function rowsOf({ sections }: Pick<Draft, 'sections'>): readonly Row[] {
  return sections.flatMap(({ title, lessons }, index) => [
    { key: `#${index}`, title },
    ...lessons.map((lesson) => ({ key: lesson.key, title: lesson.title, lesson })),
  ])
}

export function sectionsOf(rows: readonly Row[]): { title: string; lessons: string[] }[] {
  const sections: { title: string; lessons: string[] }[] = []
  for (const { key, title, lesson } of rows) {
    if (lesson === undefined) sections.push({ title, lessons: [] })
    else sections.at(-1)?.lessons.push(key)
  }
  return sections
}

/** The rows after one was put before or after another; a section takes its lessons along. */
export function moveRow(
  rows: readonly Row[],
  key: string,
  target: { key: string; dropPosition: 'before' | 'after' | 'on' },
): readonly Row[] {
  const from = rows.findIndex((row) => row.key === key)
  const moved = rows.slice(from, from + blockLength(rows, from))
  const rest = rows.filter((row) => !moved.includes(row))
  let to = rest.findIndex((row) => row.key === target.key)
  if (from === -1 || to === -1) return rows
  if (target.dropPosition !== 'before') to += 1
  if (moved[0]?.lesson === undefined) {
    // A section begins where another begins or all end.
    while (rest[to]?.lesson !== undefined) to += 1
  } else if (to === 0) to = 1
  return rest.toSpliced(to, 0, ...moved)
}

/** The row to put this one before or after, to move it by one place; undefined at the ends. */
export function neighborOf(rows: readonly Row[], key: string, step: 'up' | 'down') {
  const from = rows.findIndex((row) => row.key === key)
  if (step === 'down') {
    const next = rows[from + blockLength(rows, from)]
    return next && { key: next.key, dropPosition: 'after' as const }
  }
  const isSection = rows[from]?.lesson === undefined
  const before = rows.slice(isSection ? 0 : 1, from)
  const target = before.findLast(({ lesson }) => !isSection || lesson === undefined)
  return target && { key: target.key, dropPosition: 'before' as const }
}

/** Counts the rows that belong together from here on: a section with its lessons, or one lesson. */
function blockLength(rows: readonly Row[], from: number): number {
  if (rows[from]?.lesson !== undefined) return 1
  const next = rows.findIndex((row, index) => index > from && row.lesson === undefined)
  return (next === -1 ? rows.length : next) - from
}
