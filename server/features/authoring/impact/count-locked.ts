import { type LearnersDays, opensAt } from '../../../../content/days/days.ts'
import * as stored from '../../../../db/queries/authoring/impact.ts'
import type { ImpactQuestion, LessonRulesAsked } from '../../../../db/schema/authoring/impact.ts'
import type { Deps } from '../../../context.ts'
import type { CountedLearner } from './plan-move.ts'

type Rules = Pick<NonNullable<ImpactQuestion['rules']>, 'order' | 'available'>

interface RuledLesson extends Partial<LessonRulesAsked> {
  key: string
  formerKeys: readonly string[]
  required: boolean
}

/** A version, as far as it locks lessons. */
export interface RuledOutline {
  rules: Rules
  lessons: readonly RuledLesson[]
}

interface LearnerFacts extends LearnersDays {
  done: ReadonlySet<string>
  opened: ReadonlySet<string>
  now: Date
}

/** Finds the learners who have a lesson open today that the target would lock. */
export async function findLocked(
  ctx: Pick<Deps, 'db' | 'now' | 'config'>,
  {
    courseId,
    learners,
    from,
    to,
  }: {
    courseId: string
    learners: readonly CountedLearner[]
    from: RuledOutline
    to: RuledOutline
  },
): Promise<ReadonlySet<string>> {
  const userIds = learners.flatMap(({ isCompleted, userId }) => (isCompleted ? [] : userId))
  if (userIds.length === 0) return new Set()
  const found = await stored.listOpenedKeys(ctx.db, { courseId, userIds })
  const now = ctx.now()
  const lost = found.filter(({ done, opened, timeZone, ...days }) => {
    const facts = {
      ...days,
      timeZone: timeZone ?? ctx.config.timeZone,
      done: new Set(done),
      opened: new Set([...opened, ...done]),
      now,
    }
    return losesLesson(facts, { from, to })
  })
  return new Set(lost.map(({ userId }) => userId))
}

function losesLesson(
  learner: LearnerFacts,
  { from, to }: { from: RuledOutline; to: RuledOutline },
): boolean {
  const locked = new Set(lockedIn(from, learner))
  const wasOpen = new Set(from.lessons.flatMap(({ key }) => (locked.has(key) ? [] : key)))
  const lost = new Set(lockedIn(to, learner))
  return to.lessons.some(
    ({ key, formerKeys }) => lost.has(key) && [key, ...formerKeys].some((it) => wasOpen.has(it)),
  )
}

/** Returns keys of locked lessons: the rule of `locksOf`, over a whole outline. */
function lockedIn({ rules, lessons }: RuledOutline, learner: LearnerFacts): string[] {
  const { done, opened, now } = learner
  const has = (keys: ReadonlySet<string>, { key, formerKeys }: RuledLesson) =>
    keys.has(key) || formerKeys.some((former) => keys.has(former))
  const left = new Set(lessons.flatMap((lesson) => (has(done, lesson) ? [] : lesson.key)))
  const waits = (rule: string | null | undefined) => rule != null && opensAt(rule, learner) > now
  const hasRequired = lessons.some(({ required }) => required)
  const isAllLater = waits(rules.available)
  let isBehind = false
  return lessons.flatMap((lesson) => {
    const { key, required, preview = false, requires = [], available } = lesson
    const isLocked =
      isBehind || isAllLater || requires.some((needed) => left.has(needed)) || waits(available)
    if (rules.order === 'sequence' && (required || !hasRequired) && left.has(key)) isBehind = true
    return isLocked && !preview && !has(opened, lesson) ? key : []
  })
}
