import type { Db } from '../../db/client.ts'
import { countUse, giveBackUse, resetCounter } from '../../db/queries/limits.ts'
import { AppError } from '../errors/errors.ts'

/**
 * How often something may be done, by whom it is counted, and what it guards. Counted in the
 * database, so by all processes together.
 */
export const limits = {
  loginsPerIp: { uses: 20, windowSeconds: 60, guards: 'log in', countedBy: 'address' },
  failedLoginsPerAccountAndIp: {
    uses: 5,
    windowSeconds: 15 * 60,
    guards: 'log in with a wrong password',
    countedBy: 'account and address',
  },
  failedLoginsPerAccount: {
    uses: 50,
    windowSeconds: 3600,
    guards: 'log in with a wrong password',
    countedBy: 'account',
  },
  failedLoginsFromKnownIps: {
    uses: 50,
    windowSeconds: 3600,
    guards:
      'log in with a wrong password from a known address of the user, instead of the one above',
    countedBy: 'account',
  },
  passwordProofsPerAccount: {
    uses: 20,
    windowSeconds: 60,
    guards: 'give the password while signed in',
    countedBy: 'account',
  },
  wrongProofsPerAccount: {
    uses: 10,
    windowSeconds: 3600,
    guards: 'give a wrong password while signed in',
    countedBy: 'account',
  },
  signInStartsPerIp: {
    uses: 20,
    windowSeconds: 60,
    guards: 'start to sign in with a third party',
    countedBy: 'address',
  },
  signInReturnsPerIp: {
    uses: 20,
    windowSeconds: 60,
    guards: 'come back from a third party',
    countedBy: 'address',
  },
  registrationsPerIp: {
    uses: 30,
    windowSeconds: 3600,
    guards: 'register',
    countedBy: 'address',
  },
  codeRequestsPerIp: {
    uses: 10,
    windowSeconds: 3600,
    guards: 'ask for a reset or a new verification code',
    countedBy: 'address',
  },
  codeTriesPerIp: {
    uses: 30,
    windowSeconds: 3600,
    guards: 'submit a one-time code',
    countedBy: 'address',
  },
  wrongCodesPerAccountAndIp: {
    uses: 10,
    windowSeconds: 24 * 3600,
    guards: 'submit a wrong one-time code',
    countedBy: 'account and address',
  },
  wrongCodesPerAccount: {
    uses: 20,
    windowSeconds: 24 * 3600,
    guards: 'submit a wrong one-time code',
    countedBy: 'account',
  },
  wrongCodesFromKnownIps: {
    uses: 20,
    windowSeconds: 24 * 3600,
    guards:
      'submit a wrong one-time code from a known address of the user, instead of the one above',
    countedBy: 'account',
  },
  wrongProofCodesPerAccount: {
    uses: 20,
    windowSeconds: 24 * 3600,
    guards: 'submit a wrong one-time code while signed in',
    countedBy: 'account',
  },
  proofCodeRequestsPerAccount: {
    uses: 10,
    windowSeconds: 3600,
    guards: 'ask for a code while signed in',
    countedBy: 'account',
  },
  codeMailsFromUnknownIps: {
    uses: 2,
    windowSeconds: 15 * 60,
    guards: 'be sent a code that was asked for from no known address of the user',
    countedBy: 'account that has a known address',
  },
  codeMailsFromUnknownIpsPerDay: {
    uses: 7,
    windowSeconds: 24 * 3600,
    guards: 'be sent a code that was asked for from no known address of the user',
    countedBy: 'account that has a known address',
  },
  mailsPerAccount: {
    uses: 3,
    windowSeconds: 15 * 60,
    guards: 'be sent a code',
    countedBy: 'account, apart for what only its user can ask for',
  },
  mailsPerAccountAndDay: {
    uses: 10,
    windowSeconds: 24 * 3600,
    guards: 'be sent a code',
    countedBy: 'account, apart for what only its user can ask for',
  },
  emailChangesPerAccount: {
    uses: 5,
    windowSeconds: 24 * 3600,
    guards: 'ask for another email',
    countedBy: 'account',
  },
  newDeviceNoticesPerAccount: {
    uses: 5,
    windowSeconds: 24 * 3600,
    guards: 'be told of a new device by a mail of its own',
    countedBy: 'account',
  },
  profileChangesPerAccount: {
    uses: 60,
    windowSeconds: 3600,
    guards: 'change name or language',
    countedBy: 'account',
  },
  idempotencyKeysPerAccount: {
    uses: 200,
    windowSeconds: 3600,
    guards: 'use a new Idempotency-Key; an answer that is longer counts once for each 4 KiB',
    countedBy: 'account',
  },
  exportsPerAccount: {
    uses: 10,
    windowSeconds: 3600,
    guards: 'export everything about oneself',
    countedBy: 'account',
  },
  verificationsPerIp: {
    uses: 60,
    windowSeconds: 60,
    guards: 'verify a certificate',
    countedBy: 'address',
  },
  certificatesPerAccount: {
    uses: 60,
    windowSeconds: 60,
    guards: 'ask for a certificate',
    countedBy: 'account',
  },
  reissuesPerAccount: {
    uses: 3,
    windowSeconds: 24 * 3600,
    guards: 'replace a certificate by one with a new name',
    countedBy: 'account',
  },
  wrongCouponsPerIp: {
    uses: 60,
    windowSeconds: 3600,
    guards: 'enter a wrong code of a coupon',
    countedBy: 'address',
  },
  wrongCouponsPerAccount: {
    uses: 10,
    windowSeconds: 3600,
    guards: 'enter a wrong code of a coupon',
    countedBy: 'account',
  },
  receiptPrintsPerAccount: {
    uses: 30,
    windowSeconds: 60,
    guards: 'have a receipt printed',
    countedBy: 'account',
  },
  transactionsPerAccount: {
    uses: 60,
    windowSeconds: 60,
    guards: 'start a transaction',
    countedBy: 'account',
  },
} as const satisfies Record<
  string,
  { uses: number; windowSeconds: number; guards: string; countedBy: string }
>

export type LimitName = keyof typeof limits

export interface Limits {
  /**
   * Counts one use and refuses, as RateLimited, the one that is too many. Outside of transactions:
   * a refusal must be remembered too.
   */
  take(name: LimitName, who: string): Promise<void>
  /** Counts what has happened already: it refuses nothing but what comes after. */
  add(name: LimitName, who: string, uses: number): Promise<void>
  /** Takes back a use that turned out not to count. */
  giveBack(name: LimitName, who: string): Promise<void>
  /** Forgets all uses. */
  reset(name: LimitName, who: string): Promise<void>
}

export function createLimits({
  db,
  now,
  scale,
}: {
  db: Db
  now: () => Date
  scale: number
}): Limits {
  return {
    take: async (name, who) => {
      const { uses, windowSeconds } = limits[name]
      const allowedUses = Math.max(1, Math.floor(uses * scale))
      const at = now()
      const { used, resetsAt } = await countUse(db, {
        key: keyOf(name, who),
        now: at,
        windowSeconds,
      })
      if (used <= allowedUses) return
      const retryAfterSeconds = Math.max(1, Math.ceil((resetsAt.getTime() - at.getTime()) / 1000))
      throw new AppError('RateLimited', { retryAfterSeconds, allowedUses })
    },
    add: async (name, who, uses) => {
      await countUse(db, {
        key: keyOf(name, who),
        now: now(),
        windowSeconds: limits[name].windowSeconds,
        uses,
      })
    },
    giveBack: (name, who) => giveBackUse(db, keyOf(name, who)),
    reset: (name, who) => resetCounter(db, keyOf(name, who)),
  }
}

function keyOf(name: LimitName, who: string): string {
  return `${name}:${who}`
}
