import type { LessonDetails } from '../../../../db/queries/courses/lessons.ts'

/** What a lesson says about order and time, in the words of its author. */
export interface LessonRules {
  /** Keys of lessons; stored as `prerequisites`. */
  requires: string[]
  /** Day rules; null without one. */
  available: string | null
  due: string | null
}

/** The one place, with the next, that knows both names. */
export function rulesOf(details: LessonDetails | null | undefined): LessonRules {
  const { prerequisites: requires = [], available = null, due = null } = details ?? {}
  return { requires, available, due }
}

/** As they are stored; null takes one away, and what is not given is left out. */
export function storedRules({
  requires,
  available,
  due,
}: { [Name in keyof LessonRules]?: LessonRules[Name] | null | undefined }) {
  return {
    ...(requires !== undefined && {
      prerequisites: requires === null || requires.length === 0 ? null : requires,
    }),
    ...(available !== undefined && { available }),
    ...(due !== undefined && { due }),
  }
}

/** Those that say something, to write them down. */
export function statedRules(details: LessonDetails | null | undefined): Partial<LessonRules> {
  const { requires, available, due } = rulesOf(details)
  return {
    ...(requires.length > 0 && { requires }),
    ...(available !== null && { available }),
    ...(due !== null && { due }),
  }
}
