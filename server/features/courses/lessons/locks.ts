import type { Blocker, LockFacts } from '../../../../db/queries/courses/courses/lock-facts.ts'
import { lessonTypes } from '../../../../db/queries/courses/lessons.ts'
import type { Deps } from '../../../context.ts'
import { opensAt } from '../../../lib/fields/days.ts'
import type { Lock } from '../../../lib/fields/lock.ts'

/**
 * Why a lesson is locked to its learner: every reason, and none where it is open. The one place that
 * decides it, for outlines, lessons, progress, what comes next, searches and programs.
 */
export function locksOf(
  facts: LockFacts | null | undefined,
  { now, config }: Pick<Deps, 'now'> & { config: { timeZone: string } },
): Lock[] {
  if (facts == null) return []
  const { before, available, courseAvailable, cohortBegunAt } = facts
  const requires = facts.requires ?? []
  const isNamed = requires.some(({ key }) => key === before?.key)
  const learner = {
    enrolledAt: new Date(facts.enrolledAt),
    cohortBegunAt: cohortBegunAt === null ? null : new Date(cohortBegunAt),
    timeZone: facts.timeZone ?? config.timeZone,
  }
  const opens = [available, courseAvailable].flatMap((rule) =>
    rule === null ? [] : opensAt(rule, learner).getTime(),
  )
  const until = Math.max(...opens)
  return [
    ...(before === null || isNamed ? [] : [lockBy('LessonBefore', before)]),
    ...requires.map((blocker) => lockBy('Requires', blocker)),
    ...(until > now().getTime()
      ? [{ code: 'NotYet' as const, until: new Date(until).toISOString() }]
      : []),
  ]
}

function lockBy(code: 'LessonBefore' | 'Requires', { key, type }: Blocker): Lock {
  const needsPass = lessonTypes[type].completesBy === 'pass'
  return { code: needsPass ? 'NeedsPass' : code, lessonKey: key }
}
