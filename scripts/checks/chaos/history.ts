import type { TransactionStatus } from '../../../db/transitions.ts'

/** A purchase as it was told last. */
export interface KnownTransaction {
  status: TransactionStatus
  total: number
  courseIds: string[]
  checkoutUrl: string | undefined
  /** That it was paid was acknowledged. */
  isPaid: boolean
  isDeclined: boolean
  /** Money went back at the provider, or may have, without the service. */
  isTakenBack: boolean
  /** Sums of what was acknowledged to go back, and of what was ever asked to. */
  refunded: { atLeast: number; atMost: number }
}

/** What a user was told, and therefore has to be so. */
export interface UserHistory {
  email: string
  password: string
  /** The account was acknowledged; the email too. */
  isRegistered: boolean
  isVerified: boolean
  userId: string | undefined
  token: string | undefined
  endedTokens: string[]
  /** All that the name may be by now. */
  names: Set<string>
  /** What must be in the cart, unless it is owned; not there: must not be; unknown: may be. */
  cart: Map<string, 'in' | 'out' | 'unknown'>
  transactions: Map<string, KnownTransaction>
  /** Percent by lesson. */
  progress: Map<string, number>
  /** Code by course. */
  certificates: Map<string, string>
}

/** Everything that happened, counted, and what must not have happened. */
export interface History {
  users: UserHistory[]
  answers: Map<string, number>
  violations: string[]
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
      certificates: new Map(),
    })),
    answers: new Map(),
    violations: [],
  }
}

export function count(history: History, what: string): void {
  history.answers.set(what, (history.answers.get(what) ?? 0) + 1)
}
