import { type Random, randomFrom } from './random.ts'

/** The operations of users, and how often of a hundred times each happens. */
const weights = {
  browse: 3,
  read: 3,
  'read what is new': 1,
  'put in cart': 8,
  'take out of cart': 3,
  'buy cart': 5,
  'buy courses': 11,
  'buy twice at once': 4,
  pay: 12,
  decline: 2,
  learn: 11,
  'start an attempt': 6,
  'save answers': 6,
  'submit an attempt': 4,
  'submit twice at once': 2,
  'claim certificate': 5,
  'have refunded': 3,
  'take back at the provider': 2,
  'report twice at once': 3,
  'ask and answer': 2,
  'change name': 2,
  'log out': 2,
} as const

export type Operation = keyof typeof weights
const operations = Object.entries(weights) as [Operation, number][]
const sumOfWeights = operations.reduce((sum, [, weight]) => sum + weight, 0)

/**
 * The next action of a user. All are decided before any is performed, so that a seed makes the
 * same decisions however the service answers. A choice is a number, taken modulo the number of
 * candidates that exist by then.
 */
export interface Decision {
  operation: Operation
  /** Taken modulo the number of servers, too. */
  server: number
  courses: [number, number]
  /**
   * Buys both of the courses, not one; takes any attempt, not only one that may be open, and
   * answers half of its questions, not all.
   */
  both: boolean
  coupon: number | undefined
  /** Sends an Idempotency-Key and retries until there is an answer. */
  keyed: boolean
  /** Repeats a request that was answered under a key. */
  repeats: boolean
  choice: number
  percent: number
  pauseMilliseconds: number
}

export function* decisionsOf(seed: number, user: number): Generator<Decision, never> {
  const random = randomFrom(`${seed} user ${user}`)
  for (;;) {
    yield {
      operation: operationFrom(random),
      server: random.below(1000),
      courses: [random.below(1000), random.below(1000)],
      both: random.chance(0.3),
      coupon: couponFrom(random),
      keyed: random.chance(0.6),
      repeats: random.chance(0.3),
      choice: random.below(1_000_000),
      percent: random.chance(0.6) ? 100 : random.below(100),
      pauseMilliseconds: random.below(250),
    }
  }
}

function operationFrom(random: Random): Operation {
  let left = random.below(sumOfWeights)
  for (const [operation, weight] of operations) {
    left -= weight
    if (left < 0) return operation
  }
  return 'browse'
}

function couponFrom(random: Random): number | undefined {
  const [chosen, isUsed] = [random.below(1000), random.chance(0.35)]
  return isUsed ? chosen : undefined
}
