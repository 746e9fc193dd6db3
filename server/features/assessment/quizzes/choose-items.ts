import { createHash } from 'node:crypto'
import type { StoredQuiz } from '../../../../content/lessons/quiz.ts'

export interface ChosenQuestion {
  revision: string
  points: number
}

/** A fraction from 0 to before 1, and another one each time. */
export type Dice = () => number

const bytesOfThrow = 6

/** Always the same sequence for a seed, and nobody who does not know it can tell the next. */
export function diceOf(seed: string): Dice {
  let thrown = 0
  let bytes = Buffer.alloc(0)
  return () => {
    // A hash holds several throws.
    if (bytes.length < bytesOfThrow)
      bytes = createHash('sha512').update(`${seed} ${thrown++}`).digest()
    const fraction = bytes.readUIntBE(0, bytesOfThrow) / 2 ** (8 * bytesOfThrow)
    bytes = bytes.subarray(bytesOfThrow)
    return fraction
  }
}

/** In another order; each is as likely as any other. */
export function shuffled<One>(all: readonly One[], dice: Dice): One[] {
  const mixed = [...all]
  for (let last = mixed.length - 1; last > 0; last--) {
    const other = Math.floor(dice() * (last + 1))
    ;[mixed[last], mixed[other]] = [mixed[other] as One, mixed[last] as One]
  }
  return mixed
}

/**
 * The questions of an attempt: of a pool those first that the learner has seen least often, by
 * chance among them.
 */
export function chooseQuestions(
  { pools, shuffles }: Pick<StoredQuiz, 'pools' | 'shuffles'>,
  { seen, dice }: { seen: Readonly<Record<string, number>>; dice: Dice },
): ChosenQuestion[] {
  return pools.flatMap(({ take, questions }) => {
    const chosen = new Set(
      shuffled(questions, dice)
        .toSorted((one, other) => (seen[one.revision] ?? 0) - (seen[other.revision] ?? 0))
        .slice(0, take ?? undefined),
    )
    const inOrder = questions.filter((question) => chosen.has(question))
    return (shuffles ? shuffled(inOrder, dice) : inOrder).map(({ revision, points }) => ({
      revision,
      points,
    }))
  })
}

/** Which of the things of a question is shown where. */
export function orderOf(
  size: number,
  { isShuffled, dice }: { isShuffled: boolean; dice: Dice },
): number[] {
  const places = Array.from({ length: size }, (_, place) => place)
  return isShuffled ? shuffled(places, dice) : places
}
