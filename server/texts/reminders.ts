import { writeDay } from '../../lib/written-facts.ts'
import type { DueThing } from './types.ts'

/** Returns `Tie one, Knots (March 1, 2026)`. */
export function nameWithDay({ course, lesson, on }: DueThing, language: string): string {
  const name = lesson === null ? course : `${lesson}, ${course}`
  return `${name} (${writeDay(on, language)})`
}

/** Returns the subject for the first item of the first list that has any; else `otherwise`. */
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
