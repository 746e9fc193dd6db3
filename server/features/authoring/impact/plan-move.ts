import type { LearnerRow } from '../../../../db/queries/authoring/impact.ts'
import { percentOf } from '../../courses/courses/course-state.ts'

/** The facts of a lesson that a move needs. */
export interface OutlinedLesson {
  key: string
  required: boolean
}

/**
 * How the progress of learners carries over from one version to a target. The bits of an enrollment
 * tell which of the lessons that count are completed; only what they do not tell is looked up.
 */
export interface MovePlan {
  /** How many lessons count in the target. */
  required: number
  /** How many lessons of the target are completed exactly if one that counts before is. */
  kept: number
  /** Places of all others that count before: they are few, and only they are looked at. */
  dropped: number[]
  /** Lessons of the target that any of several lessons completes. */
  choices: { places: number[]; keys: string[] }[]
  /** Lessons that the target does not have. Without a place, its key is looked up. */
  lost: { key: string; place: number | undefined }[]
  /** All keys that are looked up. */
  keys: string[]
}

/** @param earlierKeys keys that learners of this version may have progress with besides its own */
export function planMove(
  from: readonly OutlinedLesson[],
  to: readonly (OutlinedLesson & { formerKeys: readonly string[] })[],
  earlierKeys: ReadonlySet<string>,
): MovePlan {
  const counts = countingRule(from)
  const placeOf = new Map(
    from.map((lesson, place) => [lesson.key, { place, counts: counts(lesson) }]),
  )
  const counted = to.filter(countingRule(to))
  const sources = counted.map(({ key, formerKeys }) => sourcesOf([key, ...formerKeys]))
  function sourcesOf(keys: readonly string[]) {
    const places = keys.flatMap((key) => {
      const known = placeOf.get(key)
      return known?.counts ? [known.place] : []
    })
    const others = keys.filter((key) => !(placeOf.get(key)?.counts ?? !earlierKeys.has(key)))
    return { places, keys: others }
  }

  const isSimple = ({ places, keys }: MovePlan['choices'][number]) =>
    places.length === 1 && keys.length === 0
  const choices = sources.filter((it) => !isSimple(it) && it.places.length + it.keys.length > 0)
  const kept = new Set(sources.filter(isSimple).flatMap(({ places }) => places))
  const carried = new Set(to.flatMap(({ key, formerKeys }) => [key, ...formerKeys]))
  const lost = from.flatMap((lesson, place) =>
    carried.has(lesson.key) ? [] : [{ key: lesson.key, place: counts(lesson) ? place : undefined }],
  )
  const keys = [
    ...choices.flatMap((choice) => choice.keys),
    ...lost.flatMap(({ key, place }) => (place === undefined ? [key] : [])),
  ]
  return {
    required: counted.length,
    kept: kept.size,
    dropped: from.flatMap((lesson, place) => (counts(lesson) && !kept.has(place) ? [place] : [])),
    choices,
    lost,
    keys,
  }
}

/** Returns which lessons count: the required ones, or all if none is. */
function countingRule(lessons: readonly OutlinedLesson[]): (lesson: OutlinedLesson) => boolean {
  const hasRequired = lessons.some(({ required }) => required)
  return ({ required }) => required || !hasRequired
}

/** A learner whose lessons are counted. */
export type CountedLearner = LearnerRow & {
  remainingLessons: string
  remaining: number
  requiredLessons: number
}

export interface MoveEffect {
  percentBefore: number
  percentAfter: number
  completesAtOnce: boolean
  /** Keys of completed lessons that the target does not have. */
  lost: string[]
}

/** @param completedKeys those of the plan's `keys` that the learner completed */
export function effectOf(
  plan: MovePlan,
  learner: CountedLearner,
  completedKeys: ReadonlySet<string>,
): MoveEffect {
  const { remainingLessons: bits, remaining, requiredLessons } = learner
  const lost: string[] = []
  for (const { key, place } of plan.lost)
    if (place === undefined ? completedKeys.has(key) : isDone(bits, place)) lost.push(key)
  if (learner.isCompleted)
    return { percentBefore: 100, percentAfter: 100, completesAtOnce: false, lost }

  let done = plan.kept - remaining
  for (const place of plan.dropped) if (!isDone(bits, place)) done++
  for (const { places, keys } of plan.choices)
    if (places.some((place) => isDone(bits, place)) || keys.some((key) => completedKeys.has(key)))
      done++
  // Avoids zero: a draft may have no lessons yet.
  const required = Math.max(1, plan.required)
  return {
    percentBefore: percentOf({ requiredLessons, remaining }),
    percentAfter: percentOf({ requiredLessons: required, remaining: required - done }),
    completesAtOnce: done === required,
    lost,
  }
}

/** Computes the same where learners choose, before or after: from all that they have completed. */
export function effectOfChoice(
  to: readonly (OutlinedLesson & { formerKeys: readonly string[] })[],
  {
    choose,
    learner,
    from,
    done,
  }: {
    choose: number | undefined
    learner: CountedLearner
    from: readonly OutlinedLesson[]
    done: ReadonlySet<string>
  },
): MoveEffect {
  const isDone = ({ key, formerKeys }: (typeof to)[number]) =>
    [key, ...formerKeys].some((it) => done.has(it))
  const counts =
    choose === undefined ? countingRule(to) : (lesson: OutlinedLesson) => lesson.required
  const counted = to.filter(counts)
  const others = to.filter((lesson) => !counts(lesson))
  const chosen = choose ?? 0
  const required = Math.max(1, counted.length + chosen)
  const completed = counted.filter(isDone).length + Math.min(chosen, others.filter(isDone).length)
  const carried = new Set(to.flatMap(({ key, formerKeys }) => [key, ...formerKeys]))
  const lost = from.flatMap(({ key }) => (done.has(key) && !carried.has(key) ? [key] : []))
  if (learner.isCompleted)
    return { percentBefore: 100, percentAfter: 100, completesAtOnce: false, lost }
  return {
    percentBefore: percentOf(learner),
    percentAfter: percentOf({ requiredLessons: required, remaining: required - completed }),
    completesAtOnce: completed === required,
    lost,
  }
}

/** Whether the bits of the learner leave open something that the plan asks. */
export function needsLookup(plan: MovePlan, learner: CountedLearner): boolean {
  if (plan.keys.length === 0 || !learner.hasBegun) return false
  if (plan.lost.some(({ place }) => place === undefined)) return true
  return (
    !learner.isCompleted &&
    plan.choices.some(
      ({ places, keys }) =>
        keys.length > 0 && !places.some((place) => isDone(learner.remainingLessons, place)),
    )
  )
}

const zero = '0'.charCodeAt(0)

function isDone(bits: string, place: number): boolean {
  return bits.charCodeAt(place) === zero
}

/** Returns the bits of a learner who completed the lessons with these keys. */
export function countLessons(
  lessons: readonly OutlinedLesson[],
  completedKeys: ReadonlySet<string>,
): Pick<CountedLearner, 'remainingLessons' | 'remaining' | 'requiredLessons'> {
  const counts = countingRule(lessons)
  const bits = lessons.map((lesson) => counts(lesson) && !completedKeys.has(lesson.key))
  return {
    remainingLessons: bits.map((isRemaining) => (isRemaining ? '1' : '0')).join(''),
    remaining: bits.filter(Boolean).length,
    requiredLessons: lessons.filter(counts).length,
  }
}
