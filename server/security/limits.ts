import type { Db } from '../../db/client.ts'
import { countUse, resetCounter, uncountUse } from '../../db/queries/base/limits.ts'
import { AppError } from '../errors/errors.ts'
import type { AuditEvent } from './audit.ts'

interface AnyLimit {
  uses: number
  windowSeconds: number
  /** The counted events, in words: "failed logins". */
  counts: string
  /** The subject that it is counted for separately, in words. */
  countedBy: string
  /**
   * By the request: every request to an operation that names the limit counts before its input is
   * read. By its outcome: the domain function counts what it finds, such as a wrong password.
   */
  takenBy: 'request' | 'outcome'
  /** Mails beyond it are silently dropped; the request is not refused. */
  silent?: true
  /** The event to record when a request is refused. */
  onRefusal?: AuditEvent
}

/** Only what every request has can be counted before the input is read. */
interface RequestLimit extends AnyLimit {
  takenBy: 'request'
  countedBy: 'IP address' | 'account'
}

interface OutcomeLimit extends AnyLimit {
  takenBy: 'outcome'
}

export type Limit = RequestLimit | OutcomeLimit

/** Counted in the database, so by all processes together. */
export const limits = {
  loginsPerIp: {
    uses: 20,
    windowSeconds: 60,
    counts: 'login attempts',
    countedBy: 'IP address',
    takenBy: 'request',
    onRefusal: 'login-locked',
  },
  failedLoginsPerAccountAndIp: {
    uses: 5,
    windowSeconds: 15 * 60,
    counts: 'failed logins',
    countedBy: 'account and IP address',
    takenBy: 'outcome',
  },
  failedLoginsPerAccount: {
    uses: 50,
    windowSeconds: 3600,
    counts: 'failed logins',
    countedBy: 'account',
    takenBy: 'outcome',
  },
  failedLoginsFromKnownIps: {
    uses: 50,
    windowSeconds: 3600,
    counts: 'failed logins from a recognized IP address, instead of the limit above',
    countedBy: 'account',
    takenBy: 'outcome',
  },
  passwordProofsPerAccount: {
    uses: 20,
    windowSeconds: 60,
    counts: 'passwords submitted while signed in',
    countedBy: 'account',
    takenBy: 'outcome',
  },
  wrongProofsPerAccount: {
    uses: 10,
    windowSeconds: 3600,
    counts: 'wrong passwords submitted while signed in',
    countedBy: 'account',
    takenBy: 'outcome',
  },
  signInStartsPerIp: {
    uses: 20,
    windowSeconds: 60,
    counts: 'starts of a third-party sign-in',
    countedBy: 'IP address',
    takenBy: 'request',
  },
  signInReturnsPerIp: {
    uses: 20,
    windowSeconds: 60,
    counts: 'returns from a third-party sign-in',
    countedBy: 'IP address',
    takenBy: 'request',
  },
  registrationsPerIp: {
    uses: 30,
    windowSeconds: 3600,
    counts: 'registration attempts',
    countedBy: 'IP address',
    takenBy: 'request',
  },
  codeRequestsPerIp: {
    uses: 10,
    windowSeconds: 3600,
    counts: 'requests for a reset or verification code',
    countedBy: 'IP address',
    takenBy: 'request',
  },
  codeTriesPerIp: {
    uses: 30,
    windowSeconds: 3600,
    counts: 'one-time codes submitted',
    countedBy: 'IP address',
    takenBy: 'request',
  },
  wrongCodesPerAccountAndIp: {
    uses: 10,
    windowSeconds: 24 * 3600,
    counts: 'wrong one-time codes',
    countedBy: 'account and IP address',
    takenBy: 'outcome',
  },
  wrongCodesPerAccount: {
    uses: 20,
    windowSeconds: 24 * 3600,
    counts: 'wrong one-time codes',
    countedBy: 'account',
    takenBy: 'outcome',
  },
  wrongCodesFromKnownIps: {
    uses: 20,
    windowSeconds: 24 * 3600,
    counts: 'wrong one-time codes from a recognized IP address, instead of the limit above',
    countedBy: 'account',
    takenBy: 'outcome',
  },
  wrongProofCodesPerAccount: {
    uses: 20,
    windowSeconds: 24 * 3600,
    counts: 'wrong one-time codes submitted while signed in',
    countedBy: 'account',
    takenBy: 'outcome',
  },
  webhookSendsPerAccount: {
    uses: 120,
    windowSeconds: 3600,
    counts: 'tests, redeliveries and replays of webhooks',
    countedBy: 'account',
    takenBy: 'request',
  },
  proofCodeRequestsPerAccount: {
    uses: 10,
    windowSeconds: 3600,
    counts: 'requests for a code while signed in',
    countedBy: 'account',
    takenBy: 'request',
  },
  codeMailsFromUnknownIps: {
    uses: 2,
    windowSeconds: 15 * 60,
    counts: 'mails with a code requested from an unrecognized IP address',
    countedBy: 'account that has a recognized IP address',
    takenBy: 'outcome',
    silent: true,
  },
  codeMailsFromUnknownIpsPerDay: {
    uses: 7,
    windowSeconds: 24 * 3600,
    counts: 'mails with a code requested from an unrecognized IP address',
    countedBy: 'account that has a recognized IP address',
    takenBy: 'outcome',
    silent: true,
  },
  mailsPerAccount: {
    uses: 3,
    windowSeconds: 15 * 60,
    counts: 'mails with a code',
    countedBy: 'account (requests made while signed in are counted separately)',
    takenBy: 'outcome',
    silent: true,
  },
  mailsPerAccountAndDay: {
    uses: 10,
    windowSeconds: 24 * 3600,
    counts: 'mails with a code',
    countedBy: 'account (requests made while signed in are counted separately)',
    takenBy: 'outcome',
    silent: true,
  },
  verificationMailsPerAccountAndDay: {
    uses: 8,
    windowSeconds: 24 * 3600,
    counts: 'mails with a verification code; the other mails of the day are kept for resets',
    countedBy: 'account (requests made while signed in are counted separately)',
    takenBy: 'outcome',
    silent: true,
  },
  emailChangesPerAccount: {
    uses: 5,
    windowSeconds: 24 * 3600,
    counts: 'requests to change the email',
    countedBy: 'account',
    takenBy: 'outcome',
  },
  newDeviceNoticesPerAccount: {
    uses: 5,
    windowSeconds: 24 * 3600,
    counts: 'mails about a sign-in from a new device',
    countedBy: 'account',
    takenBy: 'outcome',
    silent: true,
  },
  profileChangesPerAccount: {
    uses: 60,
    windowSeconds: 3600,
    counts: 'changes of name or language',
    countedBy: 'account',
    takenBy: 'request',
  },
  enrollmentChangesPerAccount: {
    uses: 60,
    windowSeconds: 3600,
    counts: 'courses left or returned to',
    countedBy: 'account',
    takenBy: 'request',
  },
  membersAddedPerAccount: {
    uses: 60,
    windowSeconds: 3600,
    counts: 'members of courses added or given a different role',
    countedBy: 'account',
    takenBy: 'request',
  },
  enrollmentsGivenPerAccount: {
    uses: 3_000,
    windowSeconds: 3600,
    counts: 'enrollments, invitations, cohorts and seats changed by administrators',
    countedBy: 'account',
    takenBy: 'request',
  },
  invitationMailsPerEmail: {
    uses: 3,
    windowSeconds: 24 * 3600,
    counts:
      'mails of invitations; beyond them an invitation is kept without a mail, and not resent',
    countedBy: 'email that is invited',
    takenBy: 'outcome',
  },
  schoolMailsPerAccount: {
    uses: 20,
    windowSeconds: 24 * 3600,
    counts: 'mails about courses given, roles in courses and suspensions',
    countedBy: 'account that is mailed',
    takenBy: 'outcome',
    silent: true,
  },
  apiKeySecretsPerAccount: {
    uses: 30,
    windowSeconds: 3600,
    counts: 'keys of programs created and rotated',
    countedBy: 'account',
    takenBy: 'request',
  },
  salesReportsPerAccount: {
    uses: 30,
    windowSeconds: 60,
    counts: 'reports on sales, and their downloads',
    countedBy: 'account',
    takenBy: 'request',
  },
  couponsPerAccount: {
    uses: 600,
    windowSeconds: 3600,
    counts: 'coupons created',
    countedBy: 'account',
    takenBy: 'request',
  },
  bulkEnrollmentsPerAccount: {
    uses: 30,
    windowSeconds: 3600,
    counts: 'bulk enrollments',
    countedBy: 'account',
    takenBy: 'request',
  },
  mailsSentAgainPerAccount: {
    uses: 120,
    windowSeconds: 3600,
    counts: 'mails sent again',
    countedBy: 'account',
    takenBy: 'request',
  },
  accountsChangedPerAccount: {
    uses: 600,
    windowSeconds: 3600,
    counts: 'changes of accounts in administration, invitations included',
    countedBy: 'account',
    takenBy: 'request',
  },
  uploadsPerAccount: {
    uses: 1_000,
    windowSeconds: 3600,
    counts: 'uploads started',
    countedBy: 'account',
    takenBy: 'request',
  },
  idempotencyKeysPerAccount: {
    uses: 200,
    windowSeconds: 3600,
    counts: 'new Idempotency-Keys; an answer longer than 4 KiB counts once per 4 KiB',
    countedBy: 'account',
    takenBy: 'outcome',
  },
  jobRetriesPerAccount: {
    uses: 600,
    windowSeconds: 3600,
    counts: 'failed jobs run again',
    countedBy: 'account',
    takenBy: 'request',
  },
  auditSearchesPerAccount: {
    uses: 120,
    windowSeconds: 60,
    counts: 'searches of the audit trail',
    countedBy: 'account',
    takenBy: 'request',
  },
  auditExportsPerAccount: {
    uses: 30,
    windowSeconds: 3600,
    counts: 'downloads of the audit trail',
    countedBy: 'account',
    takenBy: 'request',
  },
  exportsPerAccount: {
    uses: 10,
    windowSeconds: 3600,
    counts: 'exports of the account',
    countedBy: 'account',
    takenBy: 'outcome',
  },
  exportPagesPerAccount: {
    uses: 120,
    windowSeconds: 60,
    counts: 'further pages of an export',
    countedBy: 'account',
    takenBy: 'outcome',
  },
  verificationsPerIp: {
    uses: 60,
    windowSeconds: 60,
    counts: 'certificate verifications',
    countedBy: 'IP address',
    takenBy: 'outcome',
  },
  certificatesPerAccount: {
    uses: 60,
    windowSeconds: 60,
    counts: 'requests for a certificate',
    countedBy: 'account',
    takenBy: 'request',
  },
  movesPerAccount: {
    uses: 120,
    windowSeconds: 3600,
    counts: 'moves of learners',
    countedBy: 'account',
    takenBy: 'outcome',
  },
  impactsPerAccount: {
    uses: 60,
    windowSeconds: 60,
    counts: 'impacts of drafts and moves, each request while they are counted included',
    countedBy: 'account',
    takenBy: 'request',
  },
  versionChangesPerAccount: {
    uses: 60,
    windowSeconds: 3600,
    counts: 'moves to a newer version',
    countedBy: 'account',
    takenBy: 'request',
  },
  reviewRequestsPerAccount: {
    uses: 30,
    windowSeconds: 3600,
    counts: 'reviews of drafts requested',
    countedBy: 'account',
    takenBy: 'request',
  },
  reissuesPerAccount: {
    uses: 3,
    windowSeconds: 24 * 3600,
    counts: 'certificates replaced because of a new name',
    countedBy: 'account',
    takenBy: 'outcome',
  },
  searchesPerIp: {
    uses: 300,
    windowSeconds: 60,
    counts: 'searches of the catalogue',
    countedBy: 'IP address',
    takenBy: 'outcome',
  },
  searchesPerAccount: {
    uses: 60,
    windowSeconds: 60,
    counts: 'searches of texts of lessons',
    countedBy: 'account',
    takenBy: 'request',
  },
  wrongCouponsPerIp: {
    uses: 600,
    windowSeconds: 3600,
    counts: 'wrong coupon codes',
    countedBy: 'IP address',
    takenBy: 'outcome',
  },
  wrongCouponsPerAccount: {
    uses: 10,
    windowSeconds: 3600,
    counts: 'wrong coupon codes',
    countedBy: 'account',
    takenBy: 'outcome',
  },
  receiptPrintsPerAccount: {
    uses: 30,
    windowSeconds: 60,
    counts: 'receipts printed',
    countedBy: 'account',
    takenBy: 'outcome',
  },
  courseFilesPerAccount: {
    uses: 120,
    windowSeconds: 3600,
    counts: 'courses exported or imported',
    countedBy: 'account',
    takenBy: 'request',
  },
  reportsPerAccount: {
    uses: 120,
    windowSeconds: 60,
    counts: 'reports on learning, and results of bulk enrollments as CSV',
    countedBy: 'account',
    takenBy: 'request',
  },
  transactionsPerAccount: {
    uses: 60,
    windowSeconds: 60,
    counts: 'transactions started',
    countedBy: 'account',
    takenBy: 'request',
  },
  newTransactionsPerAccountAndDay: {
    uses: 150,
    windowSeconds: 24 * 3600,
    counts: 'new transactions',
    countedBy: 'account',
    takenBy: 'outcome',
  },
} as const satisfies Record<string, Limit>

export type LimitName = keyof typeof limits

export interface Limits {
  /**
   * Counts one use, and refuses the one that is too many as RateLimited. Call it outside of
   * transactions: a refused use must be counted too.
   */
  take(name: LimitName, who: string): Promise<void>
  /**
   * The same limits counted in a transaction, for what only its statements decide: a use that is
   * refused or rolled back does not count.
   */
  within(transaction: Db): Limits
  /** Counts what has already happened, so it refuses only later uses. */
  add(name: LimitName, who: string, uses: number): Promise<void>
  /** Returns a use that turned out not to count. */
  giveBack(name: LimitName, who: string): Promise<void>
  /** Forgets all uses. */
  reset(name: LimitName, who: string): Promise<void>
}

export function createLimits({
  db,
  now,
  scale,
  isExempt = () => false,
  onRefused = () => undefined,
}: {
  db: Db
  now: () => Date
  scale: number
  /** Whether an IP address is one that limits by IP address do not count. Default: none is. */
  isExempt?: ((ip: string) => boolean) | undefined
  /** Is called for every refused use. */
  onRefused?: (name: LimitName) => void
}): Limits {
  function isCounted(name: LimitName, who: string): boolean {
    return limits[name].countedBy !== 'IP address' || !isExempt(who)
  }

  return {
    take: async (name, who) => {
      if (!isCounted(name, who)) return
      const { uses, windowSeconds } = limits[name]
      const allowedUses = Math.max(1, Math.floor(uses * scale))
      const at = now()
      const { used, resetsAt } = await countUse(db, {
        key: keyOf(name, who),
        now: at,
        windowSeconds,
      })
      if (used <= allowedUses) return
      onRefused(name)
      const retryAfterSeconds = Math.max(1, Math.ceil((resetsAt.getTime() - at.getTime()) / 1000))
      throw new AppError('RateLimited', { retryAfterSeconds, allowedUses })
    },
    add: async (name, who, uses) => {
      if (!isCounted(name, who)) return
      await countUse(db, {
        key: keyOf(name, who),
        now: now(),
        windowSeconds: limits[name].windowSeconds,
        uses,
      })
    },
    within: (transaction) => createLimits({ db: transaction, now, scale, isExempt, onRefused }),
    giveBack: async (name, who) => {
      if (isCounted(name, who)) await uncountUse(db, keyOf(name, who))
    },
    reset: (name, who) => resetCounter(db, keyOf(name, who)),
  }
}

function keyOf(name: LimitName, who: string): string {
  return `${name}:${who}`
}
