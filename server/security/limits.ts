import type { Db } from '../../db/postgres/client.ts'
import { countUses, uncountUses } from '../../db/queries/platform/limits.ts'
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
   * `request`: every request to an operation that names the limit counts before its input is read.
   * `outcome`: the domain function counts what it finds, such as a wrong password.
   */
  takenBy: 'request' | 'outcome'
  /** Whether mails beyond it are silently dropped instead of refusing the request. */
  silent?: true
  /** Whether no setting multiplies it, because it is a promise to whoever is mailed. */
  fixed?: true
  /** The event to record when a request is refused. */
  onRefusal?: AuditEvent
}

/** A limit counted before the input is read, and so only by what every request has. */
interface RequestLimit extends AnyLimit {
  takenBy: 'request'
  countedBy: 'IP address' | 'account'
}

interface OutcomeLimit extends AnyLimit {
  takenBy: 'outcome'
}

export type Limit = RequestLimit | OutcomeLimit

const minute = 60
const hour = 60 * minute
const day = 24 * hour

function requests<By extends RequestLimit['countedBy'] = 'account'>(
  uses: number,
  windowSeconds: number,
  counts: string,
  countedBy: By = 'account' as By,
) {
  return { uses, windowSeconds, counts, countedBy, takenBy: 'request' } as const
}

function outcomes<By extends string = 'account'>(
  uses: number,
  windowSeconds: number,
  counts: string,
  countedBy: By = 'account' as By,
) {
  return { uses, windowSeconds, counts, countedBy, takenBy: 'outcome' } as const
}

/** Counted in the database, so by all processes together. */
export const limits = {
  loginsPerIp: {
    ...requests(120, minute, 'login attempts', 'IP address'),
    onRefusal: 'login-locked',
  },
  // Counts no right passwords: a class that logs in behind one address is not refused.
  failedLoginsPerIp: outcomes(20, minute, 'failed logins', 'IP address'),
  failedLoginsPerAccountAndIp: outcomes(5, 15 * minute, 'failed logins', 'account and IP address'),
  failedLoginsPerAccount: outcomes(50, hour, 'failed logins'),
  failedLoginsFromKnownIps: outcomes(
    50,
    hour,
    'failed logins from a recognized IP address, instead of the limit above',
  ),
  passwordProofsPerAccount: outcomes(20, minute, 'passwords submitted while signed in'),
  wrongProofsPerAccount: outcomes(10, hour, 'wrong passwords submitted while signed in'),
  signInStartsPerIp: requests(100, minute, 'starts of a third-party sign-in', 'IP address'),
  signInReturnsPerIp: requests(100, minute, 'returns from a third-party sign-in', 'IP address'),
  registrationsPerIp: requests(200, hour, 'registration attempts', 'IP address'),
  refusedRegistrationsPerIp: outcomes(
    30,
    hour,
    'registrations with an email that has an account',
    'IP address',
  ),
  codeRequestsPerIp: requests(10, hour, 'requests for a reset or verification code', 'IP address'),
  codeTriesPerIp: requests(300, hour, 'one-time codes submitted', 'IP address'),
  wrongCodesPerIp: outcomes(30, hour, 'wrong one-time codes', 'IP address'),
  wrongCodesPerAccountAndIp: outcomes(10, day, 'wrong one-time codes', 'account and IP address'),
  wrongCodesPerAccount: outcomes(20, day, 'wrong one-time codes'),
  wrongCodesFromKnownIps: outcomes(
    20,
    day,
    'wrong one-time codes from a recognized IP address, instead of the limit above',
  ),
  wrongProofCodesPerAccount: outcomes(20, day, 'wrong one-time codes submitted while signed in'),
  wrongSecondFactorsPerAccount: outcomes(20, day, 'wrong second factors'),
  wrongSecondFactorsFromKnownIps: outcomes(
    20,
    day,
    'wrong second factors from a recognized IP address, instead of the limit above',
  ),
  webhookSendsPerAccount: requests(120, hour, 'tests, redeliveries and replays of webhooks'),
  proofCodeRequestsPerAccount: requests(10, hour, 'requests for a code while signed in'),
  codeMailsFromUnknownIps: {
    ...outcomes(
      2,
      15 * minute,
      'mails with a code requested from an unrecognized IP address',
      'account that has a recognized IP address',
    ),
    silent: true,
  },
  codeMailsFromUnknownIpsPerDay: {
    ...outcomes(
      7,
      day,
      'mails with a code requested from an unrecognized IP address',
      'account that has a recognized IP address',
    ),
    silent: true,
  },
  mailsPerAccount: {
    ...outcomes(
      3,
      15 * minute,
      'mails with a code',
      'account (requests made while signed in are counted separately)',
    ),
    silent: true,
  },
  mailsPerAccountAndDay: {
    ...outcomes(
      10,
      day,
      'mails with a code',
      'account (requests made while signed in are counted separately)',
    ),
    silent: true,
  },
  verificationMailsPerAccountAndDay: {
    ...outcomes(
      8,
      day,
      'mails with a verification code; the other mails of the day are kept for resets',
      'account (requests made while signed in are counted separately)',
    ),
    silent: true,
  },
  emailChangesPerAccount: outcomes(5, day, 'requests to change the email'),
  newDeviceNoticesPerAccount: {
    ...outcomes(5, day, 'mails about a sign-in from a new device'),
    silent: true,
  },
  profileChangesPerAccount: requests(60, hour, 'changes of name or language'),
  portraitsPerAccount: requests(60, hour, 'changes of how teachers are shown'),
  enrollmentChangesPerAccount: requests(60, hour, 'courses left or returned to'),
  membersAddedPerAccount: requests(60, hour, 'members of courses added or given a different role'),
  enrollmentsGivenPerAccount: requests(
    3_000,
    hour,
    'enrollments, invitations, cohorts and seats changed by administrators',
  ),
  invitationMailsPerEmail: outcomes(
    3,
    day,
    'mails of invitations; beyond them an invitation is kept without a mail, and not resent',
    'email that is invited',
  ),
  schoolMailsPerAccount: {
    ...outcomes(
      20,
      day,
      'mails about courses given, roles in courses and suspensions',
      'account that is mailed',
    ),
    silent: true,
  },
  calendarsPerAccount: outcomes(60, hour, 'readings of a calendar'),
  calendarKeysPerAccount: requests(30, hour, 'keys of calendars made and revoked'),
  announcementsPerAccount: requests(30, hour, 'announcements posted'),
  announcementMailsPerCourse: {
    ...outcomes(1, 2 * day, 'announcements that are mailed', 'course and day'),
    silent: true,
    fixed: true,
  },
  announcementMailsPerLearner: {
    ...outcomes(1, 7 * day, 'mails of an announcement', 'announcement and learner'),
    silent: true,
    fixed: true,
  },
  digestMailsPerAccount: {
    ...outcomes(1, 2 * day, 'mails with the news of a day', 'account and day'),
    silent: true,
    fixed: true,
  },
  messageMailsPerLearner: {
    ...outcomes(3, day, 'messages to chosen learners that are mailed', 'course and learner'),
    silent: true,
    fixed: true,
  },
  apiKeySecretsPerAccount: requests(30, hour, 'API keys created and rotated'),
  salesReportsPerAccount: requests(30, minute, 'reports on sales, and their downloads'),
  couponsPerAccount: requests(600, hour, 'coupons created'),
  bulkEnrollmentsPerAccount: requests(30, hour, 'bulk enrollments'),
  actsOnManyPerAccount: requests(60, hour, 'acts on many at once, and looks at what they would do'),
  mailsSentAgainPerAccount: requests(120, hour, 'mails sent again'),
  testMailsPerAccount: requests(20, hour, 'test mails'),
  accountsChangedPerAccount: requests(
    600,
    hour,
    'changes of accounts in administration, invitations included',
  ),
  // Allows two devices all day, and what they had stored: a queue sends one in about ten seconds.
  progressBatchesPerAccount: requests(900, hour, 'batches of progress'),
  attemptsPerAccount: outcomes(200, day, 'attempts at quizzes started'),
  submissionsPerAccount: outcomes(100, day, 'assignments handed in'),
  regradesPerAccount: requests(60, hour, 'questions graded again, dry runs included'),
  uploadsPerAccount: requests(1_000, hour, 'uploads started'),
  idempotencyKeysPerAccount: outcomes(
    200,
    hour,
    'new Idempotency-Keys; an answer longer than 4 KiB counts once per 4 KiB',
  ),
  jobRetriesPerAccount: requests(600, hour, 'failed jobs run again'),
  auditSearchesPerAccount: requests(120, minute, 'searches of the audit trail'),
  auditExportsPerAccount: requests(30, hour, 'downloads of the audit trail'),
  exportsPerAccount: outcomes(10, hour, 'exports of the account'),
  exportPagesPerAccount: outcomes(120, minute, 'further pages of an export'),
  verificationsPerIp: outcomes(60, minute, 'certificate verifications', 'IP address'),
  certificatesPerAccount: requests(60, minute, 'requests for a certificate'),
  movesPerAccount: outcomes(120, hour, 'moves of learners'),
  impactsPerAccount: requests(
    60,
    minute,
    'impacts of drafts and moves, each request while they are counted included',
  ),
  draftProblemsPerAccount: requests(120, minute, 'lists of the problems of drafts'),
  versionChangesPerAccount: requests(60, hour, 'moves to a newer version'),
  certificatePreviewsPerAccount: requests(240, hour, 'certificates drawn as a preview'),
  postsPerAccount: outcomes(60, day, 'questions on lessons and answers'),
  postReportsPerAccount: requests(60, day, 'reports of questions and answers'),
  commentsPerAccount: requests(240, hour, 'comments on drafts and answers'),
  reviewRequestsPerAccount: requests(30, hour, 'reviews of drafts requested'),
  flawReportsPerAccount: requests(50, day, 'reports that something is wrong with a lesson'),
  notesPerAccount: requests(2_000, day, 'notes and bookmarks written'),
  certificateReissuesPerAccount: requests(
    60,
    hour,
    'reissues of many certificates, dry runs included',
  ),
  certificateArchivesPerAccount: requests(60, hour, 'zips of certificates, made and downloaded'),
  walletOffersPerAccount: requests(60, hour, 'certificates offered to wallets'),
  reissuesPerAccount: outcomes(3, day, 'certificates replaced because of a new name'),
  searchesPerIp: outcomes(300, minute, 'searches of the catalogue', 'IP address'),
  previewsPerIp: requests(300, minute, 'previews read', 'IP address'),
  searchesPerAccount: requests(60, minute, 'searches of texts of lessons'),
  thingsSearchedPerAccount: requests(
    240,
    minute,
    'searches of people and things, as they are typed',
  ),
  wrongCouponsPerIp: outcomes(600, hour, 'wrong coupon codes', 'IP address'),
  wrongCouponsPerAccount: outcomes(10, hour, 'wrong coupon codes'),
  receiptPrintsPerAccount: outcomes(30, minute, 'receipts printed'),
  courseFilesPerAccount: requests(120, hour, 'courses exported, imported or duplicated'),
  sourcePreviewsPerAccount: requests(20, hour, 'previews of what a git repository would bring'),
  reportsPerAccount: requests(
    120,
    minute,
    'reports on learning, and results of bulk enrollments as CSV',
  ),
  transactionsPerAccount: requests(60, minute, 'transactions started'),
  newTransactionsPerAccountAndDay: outcomes(150, day, 'new transactions'),
} as const satisfies Record<string, Limit>

export type LimitName = keyof typeof limits

/** A limit, and what it is counted for. */
export type Budget = [limit: LimitName, key: string]

export interface Limits {
  /**
   * Counts one use, and refuses one too many as RateLimited. Call it outside of transactions: a
   * refused use must be counted too.
   */
  take(name: LimitName, who: string): Promise<void>
  /** Takes one use of each in turn. If one refuses, none of them counts. */
  takeAll(budgets: readonly Budget[]): Promise<void>
  /**
   * Returns the same limits counted in a transaction, for what only its statements decide: a use
   * that is refused or rolled back does not count.
   */
  within(transaction: Db): Limits
  /** Counts what has already happened, so it refuses only later uses. */
  add(name: LimitName, who: string, uses: number): Promise<void>
  /** Returns a use that turned out not to count. */
  giveBack(name: LimitName, who: string): Promise<void>
  /** Gives back one use of each; of `forgotten`, forgets all uses. */
  giveBackAll(budgets: readonly Budget[], forgotten?: Budget): Promise<void>
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
  /** Whether limits by IP address do not count an address. Default: they count all. */
  isExempt?: ((ip: string) => boolean) | undefined
  /** Called for every refused use. */
  onRefused?: (name: LimitName) => void
}): Limits {
  function isCounted(name: LimitName, who: string): boolean {
    return limits[name].countedBy !== 'IP address' || !isExempt(who)
  }

  /** Counts one use of each in turn, up to the first that is too many, which is refused. */
  async function count(budgets: readonly Budget[]) {
    const at = now()
    const counted = budgets.filter((budget) => isCounted(...budget))
    const uses = counted.map(([name, who]) => {
      const { uses, windowSeconds, fixed }: Limit = limits[name]
      const allowed = fixed ? uses : Math.max(1, Math.floor(uses * scale))
      return { name, key: keyOf(name, who), windowSeconds, allowed }
    })
    const counters = await countUses(db, at, uses)
    const [last, counter] = [uses[counters.length - 1], counters.at(-1)]
    if (last === undefined || counter === undefined || counter.used <= last.allowed) return
    onRefused(last.name)
    const milliseconds = counter.resetsAt.getTime() - at.getTime()
    const retryAfterSeconds = Math.max(1, Math.ceil(milliseconds / 1000))
    const refusal = new AppError('RateLimited', { retryAfterSeconds, allowedUses: last.allowed })
    return { refusal, counted: counted.slice(0, counters.length) }
  }

  async function giveBackAll(budgets: readonly Budget[], forgotten?: Budget): Promise<void> {
    const keys = budgets.flatMap((budget) => (isCounted(...budget) ? [keyOf(...budget)] : []))
    await uncountUses(db, keys, forgotten && keyOf(...forgotten))
  }

  return {
    take: async (name, who) => {
      const refused = await count([[name, who]])
      if (refused !== undefined) throw refused.refusal
    },
    takeAll: async (budgets) => {
      const refused = await count(budgets)
      if (refused === undefined) return
      // Ignores a failure: uses that cannot be returned expire with their window.
      await giveBackAll(refused.counted).catch(() => undefined)
      throw refused.refusal
    },
    add: async (name, who, uses) => {
      const { windowSeconds } = limits[name]
      if (isCounted(name, who))
        await countUses(db, now(), [{ key: keyOf(name, who), windowSeconds, uses }])
    },
    giveBack: (name, who) => giveBackAll([[name, who]]),
    giveBackAll,
    reset: (name, who) => giveBackAll([], [name, who]),
    within: (transaction) => createLimits({ db: transaction, now, scale, isExempt, onRefused }),
  }
}

function keyOf(name: LimitName, who: string): string {
  return `${name}:${who}`
}
