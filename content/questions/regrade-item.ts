import type { RegradePolicy } from '../course-values.ts'
import { inOrder, placesIn } from './question-type.ts'
import { type Answer, gradeAnswer, questionTypeOf, type StoredQuestion } from './question-types.ts'

/** Points of an item, or its state without any: it waits for a person, or does not count. */
export type ItemPoints = number | 'waiting' | 'dropped'

/** A revision of a question, with the number that counts them. */
export interface NumberedQuestion {
  number: number
  question: StoredQuestion
}

export interface Regrade {
  policy: RegradePolicy
  /** recompute, accept-both: the right revision; full-points, drop: the last wrong revision. */
  to: NumberedQuestion
}

export interface AskedItem {
  asked: NumberedQuestion
  points: number
  order: readonly number[]
  answer: Answer | null | undefined
}

/** Returns the points of an item after a regrade; those of later revisions stay. */
export function regradeItem(
  { policy, to }: Regrade,
  { asked, points, order, answer }: AskedItem,
  current: ItemPoints,
): ItemPoints {
  if (asked.number > to.number || current === 'dropped') return current
  if (policy === 'full-points') return points
  if (policy === 'drop') return 'dropped'
  const translated = translate({ order, answer }, asked.question, to.question)
  if (translated === undefined) return current
  const item = { question: to.question, points, order: translated.order }
  const again = gradeAnswer(item, translated.answer)
  if (again === undefined) return current
  return policy === 'accept-both' && typeof current === 'number' ? Math.max(current, again) : again
}

/** Whether the answers to one question can be read as answers to the other. */
export function isComparable(from: StoredQuestion, to: StoredQuestion): boolean {
  return translate({ order: [], answer: null }, from, to) !== undefined
}

/** Translates as if the other question had been asked; undefined if that cannot be. */
function translate(
  { order, answer }: Pick<AskedItem, 'order' | 'answer'>,
  from: StoredQuestion,
  to: StoredQuestion,
): Pick<AskedItem, 'order' | 'answer'> | undefined {
  if (from.type !== to.type) return undefined
  const { shuffled, alwaysShuffled: isSorted = false, fixed } = questionTypeOf(from.type)
  const places = placesIn(shuffled(to.shown), shuffled(from.shown), { isSorted })
  if (places === undefined) return undefined
  const translated = { order: inOrder(places, order), answer }
  if (fixed === undefined) return translated
  // Expects pairs sorted anew: no place then tells which of several was reworded.
  const origins = placesIn(fixed.texts(from.shown), fixed.texts(to.shown), { isSorted: true })
  if (origins === undefined) return undefined
  if (answer?.type !== from.type) return translated
  return { ...translated, answer: fixed.moved(answer, origins) as Answer }
}
