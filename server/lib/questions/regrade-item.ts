import { translateOrder } from './question-type.ts'
import { type Answer, gradeAnswer, questionTypeOf, type StoredQuestion } from './question-types.ts'

/** Points of an item, or what it has instead: it waits for a person, or does not count. */
export type ItemPoints = number | 'waiting' | 'dropped'

export const regradePolicies = ['recompute', 'accept-both', 'full-points', 'drop'] as const
export type RegradePolicy = (typeof regradePolicies)[number]

/** A revision of a question, with the number that counts them. */
export interface NumberedQuestion {
  number: number
  question: StoredQuestion
}

export interface Regrade {
  policy: RegradePolicy
  /** recompute, accept-both: what is right; full-points, drop: the last revision that is wrong. */
  to: NumberedQuestion
}

export interface AskedItem {
  asked: NumberedQuestion
  points: number
  order: readonly number[]
  answer: Answer | null | undefined
}

/** The points of an item after a regrade; those of later revisions stay. */
export function regradeItem(
  { policy, to }: Regrade,
  { asked, points, order, answer }: AskedItem,
  current: ItemPoints,
): ItemPoints {
  if (asked.number > to.number || current === 'dropped') return current
  if (policy === 'full-points') return points
  if (policy === 'drop') return 'dropped'
  const translated = translatedOrder(order, asked.question, to.question)
  if (translated === undefined) return current
  const again = gradeAnswer({ question: to.question, points, order: translated }, answer)
  if (again === undefined) return current
  return policy === 'accept-both' && typeof current === 'number' ? Math.max(current, again) : again
}

/** Undefined where the answers to one question cannot be read as answers to the other. */
export function translatedOrder(
  order: readonly number[],
  from: StoredQuestion,
  to: StoredQuestion,
): number[] | undefined {
  if (from.type !== to.type) return undefined
  const { shuffled, count } = questionTypeOf(from.type)
  if (count?.wanted(from.shown) !== count?.wanted(to.shown)) return undefined
  return translateOrder(order, shuffled(from.shown), shuffled(to.shown))
}
