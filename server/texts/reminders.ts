import type { DueThing } from './types.ts'

/** `Tie one, Knots (March 1, 2026)`. */
export function nameWithDay({ course, lesson, on }: DueThing, language: string): string {
  const dates = new Intl.DateTimeFormat(language, { dateStyle: 'long', timeZone: 'UTC' })
  const name = lesson === null ? course : `${lesson}, ${course}`
  return `${name} (${dates.format(new Date(on))})`
}

/** Of the first list that holds anything, what is said of its first; else `otherwise`. */
export function subjectOf(
  lists: [DueThing[], says: (name: string) => string][],
  otherwise: string,
): string {
  const [subject] = lists.flatMap(([[one], says]) =>
    one === undefined ? [] : says(one.lesson ?? one.course),
  )
  return subject ?? otherwise
}

export function paragraphsOf(text: string): string[] {
  return text.split(/\n\s*\n/u).map((part) => part.trim())
}
