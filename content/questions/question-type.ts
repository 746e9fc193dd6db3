import { z } from 'zod'
import { field, line } from '../../lib/schema.ts'

type Fields = Record<string, unknown>

/** A question without what gives it away, and that apart. Both are stored, in different tables. */
export interface Split {
  /** What learners may see, in an order that tells nothing. */
  shown: Fields
  secret: Fields
}

/** Which of the things shown stands where: shown at `place` is the stored one `order[place]`. */
export type Order = readonly number[]

/** The part of the points that an answer gets: `of` is at least 1, `right` is from 0 to it. */
export interface Share {
  right: number
  of: number
}

/** What was typed and may be either. */
export interface Unclear {
  path: string
  readings: [whole: string, decimal: string]
}

/** All that differs between types of questions. Everything here is pure. */
export interface QuestionType {
  /** In lists of types, beside its name. */
  means: string
  /** What its author writes, beside what every question has. */
  written: z.ZodRawShape
  /** What is wrong with it as a whole: a path and a message. */
  faults?(written: Fields): [path: string, message: string][]
  /** What its learner sees. */
  shown: z.ZodRawShape
  /** What its learner answers: indexes are those of what was shown. */
  answer: z.ZodRawShape
  /** What has to be asked when it is typed: of what is stored, nothing is. */
  unclear?(answer: Fields): Unclear[]
  split(written: Fields): Split
  join(split: Split): Fields
  /** The texts that are shuffled; none for most types. */
  shuffled(shown: Fields): readonly string[]
  /**
   * Whether they are stored sorted, and shuffled even where the quiz shuffles nothing: as written
   * they tell all.
   */
  alwaysShuffled?: true
  /** The texts that are shown as written, each with an entry in the answer. */
  fixed?: {
    texts(shown: Fields): readonly string[]
    /** The answer whose entry at a place is that of the one given at `places[place]`. */
    moved(answer: Fields, places: Order): Fields
  }
  show(shown: Fields, order: Order): Fields
  /** The indexes in an answer, of the things that are shuffled. */
  indexes?(answer: Fields): number[]
  /** How many entries an answer must have, where that is fixed, and how many it has. */
  count?: { wanted(shown: Fields): number; given(answer: Fields): number }
  /** Into how many parts its points may be divided, each; absent: all or nothing. */
  shares?(shown: Fields): number[]
  /** Undefined where a person grades. */
  grade?(secret: Fields, answer: Fields, order: Order): Share
  /** The right answer as what was shown, for whoever may see it. */
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
  faults?: (written: Out<Written>) => [path: string, message: string][]
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
 * Finds where the texts of one revision stand in another. A single one that was reworded stands for
 * the one that went; several do if each is at its place, which means nothing where they are sorted.
 * Undefined where one stands nowhere.
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

/** The things stored, as they are shown. */
export function inOrder<One>(stored: readonly One[], order: Order): One[] {
  return order.flatMap((place) => stored[place] ?? [])
}

/** Finds where those stored are shown. */
export function placesOf(stored: readonly number[], order: Order): number[] {
  return stored.map((one) => order.indexOf(one))
}

export const allRight: Share = { right: 1, of: 1 }
export const allWrong: Share = { right: 0, of: 1 }

/** The first text that stands twice, whatever its case. */
export function repeatedIn(texts: readonly string[]): number {
  const folded = texts.map((text) => text.normalize('NFKC').toLowerCase())
  return folded.findIndex((text, place) => folded.indexOf(text) < place)
}

export const repeated = 'stands there twice: remove one, or make them differ'
