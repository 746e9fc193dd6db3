import type { Answer } from '../../content/questions/question-types.ts'
import type { TransactionStatus } from '../../db/transitions.ts'
import type { Attempt } from '../../server/features/assessment/attempts/schema.ts'

/** A purchase as the service last answered it. */
export interface KnownTransaction {
  status: TransactionStatus
  total: number
  courseIds: string[]
  checkoutUrl: string | undefined
  /** Whether the payment was acknowledged. */
  isPaid: boolean
  isDeclined: boolean
  /** Whether money was refunded at the provider, or may have been, without the service. */
  isTakenBack: boolean
  /** The sum of acknowledged refunds, and of all that were ever requested. */
  refunded: { atLeast: number; atMost: number }
}

/** An attempt at a quiz as the service last answered it. */
export interface KnownAttempt {
  lessonId: string
  questions: Attempt['questions']
  /** The saved answers by position; undefined once they are uncertain. */
  answers: Map<number, Answer> | undefined
  /** Undefined until the submission is acknowledged. */
  result: { passed: boolean; points: number } | undefined
}

/** Everything that the service acknowledged to a user, and that must therefore hold. */
export interface UserHistory {
  email: string
  password: string
  /** Whether the account was acknowledged; then the email. */
  isRegistered: boolean
  isVerified: boolean
  userId: string | undefined
  token: string | undefined
  endedTokens: string[]
  /** Every name that the user may have now. */
  names: Set<string>
  /** Whether each course must be in the cart unless owned, must not be in it, or may be. */
  cart: Map<string, 'in' | 'out' | 'unknown'>
  transactions: Map<string, KnownTransaction>
  /** Percentages by lesson. */
  progress: Map<string, number>
  attempts: Map<string, KnownAttempt>
  /** Lessons reported as wrong. */
  reported: Set<string>
  /** Texts of questions and answers. */
  posts: Set<string>
  /** Codes by course. */
  certificates: Map<string, string>
}

/** Counts what happened, and collects what must not have happened. */
export interface Answers {
  answers: Map<string, number>
  violations: string[]
}

export interface History extends Answers {
  users: UserHistory[]
}

export function emptyHistory(seed: number, users: number): History {
  return {
    users: Array.from({ length: users }, (_, user) => ({
      email: `user-${user}-of-${seed}@example.com`,
      password: `a long enough password of user ${user}`,
      isRegistered: false,
      isVerified: false,
      userId: undefined,
      token: undefined,
      endedTokens: [],
      names: new Set<string>(),
      cart: new Map(),
      transactions: new Map(),
      progress: new Map(),
      attempts: new Map(),
      reported: new Set(),
      posts: new Set(),
      certificates: new Map(),
    })),
    answers: new Map(),
    violations: [],
  }
}

export function count(history: Answers, what: string): void {
  history.answers.set(what, (history.answers.get(what) ?? 0) + 1)
}
