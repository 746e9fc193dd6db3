import { z } from 'zod'
import { field, line } from '../../lib/schema.ts'
import type { ProblemCode } from '../rules/draft-problem.ts'

type Fields = Record<string, unknown>

/** A question split into what may be shown and what gives it away, stored in different tables. */
export interface Split {
  /** The part that learners may see, in an order that tells nothing. */
  shown: Fields
  secret: Fields
}

/** The order shown: at `place` stands the stored entry `order[place]`. */
export type Order = readonly number[]

/** The share of the points that an answer gets: `of` is at least 1, `right` is from 0 to `of`. */
export interface Share {
  right: number
  of: number
}

/** A typed value with two possible readings. */
export interface Unclear {
  path: string
  readings: [whole: string, decimal: string]
}

/** A fault of a question as a whole. */
export type QuestionFault = [path: string, message: string, code: ProblemCode]

/** All that sets types of questions apart. Everything here is pure. */
export interface QuestionType {
  /** Its description in lists of types, beside its name. */
  means: string
  /** Fields that its author writes, beside those of every question. */
  written: z.ZodRawShape
  faults?(written: Fields): QuestionFault[]
  /** Fields that its learner sees. */
  shown: z.ZodRawShape
  /** Fields that its learner answers: indexes are those of what was shown. */
  answer: z.ZodRawShape
  /** Finds typed values to ask about; stored ones are never unclear. */
  unclear?(answer: Fields): Unclear[]
  split(written: Fields): Split
  join(split: Split): Fields
  /** Returns the texts that are shuffled; none for most types. */
  shuffled(shown: Fields): readonly string[]
  /**
   * Whether they are stored sorted, and shuffled even where the quiz shuffles nothing: in the order
   * written they would tell all.
   */
  alwaysShuffled?: true
  /** The texts shown as written, each with an entry in the answer. */
  fixed?: {
    texts(shown: Fields): readonly string[]
    /** Returns the answer whose entry at a place is the given one's at `places[place]`. */
    moved(answer: Fields, places: Order): Fields
  }
  show(shown: Fields, order: Order): Fields
  /** Returns an answer's indexes of shuffled things. */
  indexes?(answer: Fields): number[]
  /** Counts the entries that an answer must have, where that is fixed, and those that it has. */
  count?: { wanted(shown: Fields): number; given(answer: Fields): number }
  /** Returns the numbers of parts into which its points may be divided; absent: all or nothing. */
  shares?(shown: Fields): number[]
  /** Absent where a person grades. */
  grade?(secret: Fields, answer: Fields, order: Order): Share
  /** Returns the right answer in terms of what was shown, for those who may see it. */
  rightAnswer(secret: Fields, order: Order): Fields
}

type Out<Shape extends z.ZodRawShape> = z.output<z.ZodObject<Shape>>

/** Checks that a type fits its own fields. */
export function questionType<
  Written extends z.ZodRawShape,
  Shown extends z.ZodRawShape,
  Given extends z.ZodRawShape,
  Secret extends object,
>(type: {
  means: string
  written: Written
  faults?: (written: Out<Written>) => QuestionFault[]
  shown: Shown
  answer: Given
  unclear?: (answer: Out<Given>) => Unclear[]
  split: (written: Out<Written>) => { shown: Out<Shown>; secret: Secret }
  join: (split: { shown: Out<Shown>; secret: Secret }) => Out<Written>
  shuffled: (shown: Out<Shown>) => readonly string[]
  alwaysShuffled?: true
  fixed?: {
    texts: (shown: Out<Shown>) => readonly string[]
    moved: (answer: Out<Given>, places: Order) => Fields
  }
  show: (shown: Out<Shown>, order: Order) => Out<Shown>
  indexes?: (answer: Out<Given>) => number[]
  count?: { wanted: (shown: Out<Shown>) => number; given: (answer: Out<Given>) => number }
  shares?: (shown: Out<Shown>) => number[]
  grade?: (secret: Secret, answer: Out<Given>, order: Order) => Share
  rightAnswer: (secret: Secret, order: Order) => Fields
}) {
  return type
}

/**
 * Finds where the texts of one revision stand in another. A single reworded one stands for the
 * missing one; several do if each keeps its place, which says nothing where they are sorted.
 * Undefined if one stands nowhere.
 */
export function placesIn(
  to: readonly string[],
  from: readonly string[],
  { isSorted }: { isSorted: boolean },
): number[] | undefined {
  if (from.length !== to.length) return undefined
  const reworded = to.flatMap((text, place) => (from.includes(text) ? [] : place))
  const places = from.map((text, place) => {
    if (to.includes(text)) return to.indexOf(text)
    if (reworded.length === 1) return reworded[0]
    return !isSorted && reworded.includes(place) ? place : undefined
  })
  return places.every((place) => place !== undefined) ? places : undefined
}

/** The most options, items or pairs of a question. */
export const maxOptions = 50

export const OptionText = line(500).meta({
  description: 'Markdown, in one line',
  examples: ['The bowline'],
})
export const ShownText = field(z.string(), 'Markdown, in one line', 'The bowline')

export const index = z
  .int()
  .min(0)
  .max(maxOptions - 1)

/** Returns the stored things in the order shown. */
export function inOrder<One>(stored: readonly One[], order: Order): One[] {
  return order.flatMap((place) => stored[place] ?? [])
}

/** Returns the places where stored things are shown. */
export function placesOf(stored: readonly number[], order: Order): number[] {
  return stored.map((one) => order.indexOf(one))
}

export const allRight: Share = { right: 1, of: 1 }
export const allWrong: Share = { right: 0, of: 1 }

/** Returns the place of the first text that occurs twice, whatever its case. */
export function repeatedIn(texts: readonly string[]): number {
  const folded = texts.map((text) => text.normalize('NFKC').toLowerCase())
  return folded.findIndex((text, place) => folded.indexOf(text) < place)
}

export const repeated = 'stands there twice: remove one, or make them differ'
