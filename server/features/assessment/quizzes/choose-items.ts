import { createHash } from 'node:crypto'
import type { StoredQuiz } from '../../../../content/lessons/quiz.ts'

export interface ChosenQuestion {
  revision: string
  points: number
}

/** Returns a fraction from 0 to below 1, a different one each time. */
export type Dice = () => number

const bytesOfThrow = 6

/** Returns dice that repeat for a seed, and that nobody without the seed can predict. */
export function diceOf(seed: string): Dice {
  let thrown = 0
  let bytes = Buffer.alloc(0)
  return () => {
    // Takes several throws from a hash.
    if (bytes.length < bytesOfThrow)
      bytes = createHash('sha512').update(`${seed} ${thrown++}`).digest()
    const fraction = bytes.readUIntBE(0, bytesOfThrow) / 2 ** (8 * bytesOfThrow)
    bytes = bytes.subarray(bytesOfThrow)
    return fraction
  }
}

/** Returns another order; each is as likely as any other. */
export function shuffled<One>(all: readonly One[], dice: Dice): One[] {
  const mixed = [...all]
  for (let last = mixed.length - 1; last > 0; last--) {
    const other = Math.floor(dice() * (last + 1))
    ;[mixed[last], mixed[other]] = [mixed[other] as One, mixed[last] as One]
  }
  return mixed
}

/**
 * Chooses the questions of an attempt: from a pool those first that the learner has seen least
 * often, by chance among them.
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

/** Returns which of a question's items is shown at each place. */
export function orderOf(
  size: number,
  { isShuffled, dice }: { isShuffled: boolean; dice: Dice },
): number[] {
  const places = Array.from({ length: size }, (_, place) => place)
  return isShuffled ? shuffled(places, dice) : places
}
