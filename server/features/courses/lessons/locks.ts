import { opensAt } from '../../../../content/days/days.ts'
import type { Lock } from '../../../../content/days/lock.ts'
import { lessonTypes } from '../../../../content/lessons/lesson-type-names.ts'
import type {
  Blocker,
  DayFacts,
  LockFacts,
} from '../../../../db/queries/courses/courses/lock-facts.ts'
import type { Deps } from '../../../context.ts'

interface School {
  config: { timeZone: string }
}

/**
 * Returns every reason why a lesson is locked to its learner; none if it is open. The only place
 * that decides it, for outlines, lessons, progress, next lessons, searches and programs.
 */
export function locksOf(
  facts: LockFacts | null | undefined,
  { now, config }: Pick<Deps, 'now'> & School,
): Lock[] {
  if (facts == null) return []
  const { before } = facts
  const requires = facts.requires ?? []
  const isNamed = requires.some(({ key }) => key === before?.key)
  const until = openedByDay(facts, { config })
  return [
    ...(before === null || isNamed ? [] : [lockBy('LessonBefore', before)]),
    ...requires.map((blocker) => lockBy('Requires', blocker)),
    ...(until > now().getTime()
      ? [{ code: 'NotYet' as const, until: new Date(until).toISOString() }]
      : []),
  ]
}

/** Returns the instant at which the days of lesson and course open it; -Infinity without any. */
export function openedByDay(
  { available, courseAvailable, enrolledAt, cohortBegunAt, timeZone }: DayFacts,
  { config }: School,
): number {
  const learner = {
    enrolledAt: new Date(enrolledAt),
    cohortBegunAt: cohortBegunAt === null ? null : new Date(cohortBegunAt),
    timeZone: timeZone ?? config.timeZone,
  }
  const opens = [available, courseAvailable].flatMap((rule) =>
    rule === null ? [] : opensAt(rule, learner).getTime(),
  )
  return Math.max(...opens)
}

function lockBy(code: 'LessonBefore' | 'Requires', { key, type }: Blocker): Lock {
  const needsPass = lessonTypes[type].completesBy === 'pass'
  return { code: needsPass ? 'NeedsPass' : code, lessonKey: key }
}
