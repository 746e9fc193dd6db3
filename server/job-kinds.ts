import {
  createJobs,
  type JobHandlers,
  type JobKinds,
  type Jobs,
  type JobsOptions,
} from './adapters/jobs/jobs.ts'
import type { CodePurpose } from './security/one-time-codes.ts'
import type { OperatorFinding } from './texts/operators.ts'
import type { Notification } from './texts/types.ts'

/** Kinds of jobs, with the payload of each. */
export interface JobPayloads {
  'enroll-in-bulk': { bulkId: string }
  'send-code': {
    email: string
    purpose: CodePurpose
    /** The email that an account is to be changed to. */
    newEmail?: string
    /** Whether to mail a link that sets the password in place of a code. */
    link?: true
    /** The client's IP; absent when signed in or proven otherwise, and for operators. */
    ip?: string
  }
  'send-notification': NotificationMail
  'send-course-mail': NotificationMail
  'print-certificate': { certificateId: string }
  'reissue-certificates': { reissueId: string }
  'pack-certificates': { archiveId: string }
  'move-learners': { moveId: string }
  'end-enrollments': Record<string, never>
  /** `after`: the last learner of the program who is done. */
  'plan-openings': { programId: string; courseId: string; after?: string }
  /**
   * Instants as text; `turn`: separate for members and invited people; `after`: the last one in it
   * who is done. Once begun, it carries since when, and how many are done: their mails are spread.
   */
  'change-cohort': {
    cohortId: string
    turn?: number
    after?: string
    since?: string
    place?: number
  } & (
    | { task: 'enroll'; courseId: string }
    | { task: 'end'; courseId: string }
    | { task: 'reschedule'; from: string | null }
    | { task: 'delete' }
  )
  'fulfill-transaction': { transactionId: string }
  'send-refund': { refundId: string }
  /** For a canceled transaction. */
  'cancel-payment': { provider: string; reference: string }
  'find-payments': Record<string, never>
  'find-slow-payments': Record<string, never>
  'tell-operators': Record<string, never>
  'mail-operator': {
    to: string
    at: string
    findings: OperatorFinding[]
    mended: OperatorFinding['kind'][]
  }
  'count-impact': { courseId: string; fingerprint: string }
  'sync-source': { courseId: string }
  'move-lesson-bodies': Record<string, never>
  'take-audit-texts-out': Record<string, never>
  /** Without a course, indexes all that is not yet. */
  'index-lessons': { courseId?: string }
  regrade: { regradeId: string }
  'submit-due-attempts': Record<string, never>
  'tally-learning': Record<string, never>
  'tell-expiry': Record<string, never>
  'mail-digests': Record<string, never>
  'remind-learners': Record<string, never>
  /** `after`: the last learner who is done; `place`: how many were mailed; `isAlone`: one more. */
  'mail-announcement': {
    announcementId: string
    after?: string
    place?: number
    isAlone?: boolean
  }
  'tell-reporters': Record<string, never>
  'send-announcements': Record<string, never>
  'clean-up': Record<string, never>
  'check-data': Record<string, never>
  'collect-media': Record<string, never>
}

interface NotificationMail {
  to: string
  /** The account that the mail is about; absent if there is none yet. */
  userId?: string
  /** Absent if a stranger may have chosen it. */
  name?: string
  locale: string
  at: string
  notification: Notification
}

export type ServiceJobs = Jobs<JobPayloads>
export type ServiceJobHandlers = JobHandlers<JobPayloads>

/** Retries every half minute; finished jobs may hold a recipient, and are soon deleted. */
const forADay = { retryLimit: 3_000, retryDelay: 2, retryDelayMax: 30, deleteAfterSeconds: 3600 }

/** Leaves the rest to the next minute. */
const eachMinute = {
  retryLimit: 1,
  retryDelay: 10,
  retryDelayMax: 30,
  deleteAfterSeconds: 3600,
  schedule: '* * * * *',
}

const forAnHour = { retryDelay: 600, retryDelayMax: 600, expireInSeconds: 3600 }

const jobKinds: JobKinds<JobPayloads> = {
  // Allows for a mail server that is down for a day; whoever waits for a mail gets it soon after.
  // While it hangs on one recipient the other workers go on.
  'send-code': { ...forADay, workers: 4, expireInSeconds: 30 },
  'send-notification': { ...forADay, workers: 2, expireInSeconds: 30 },
  // Separate: where a hundred thousand learners are moved at once, no mail of an account waits.
  'send-course-mail': { ...forADay, expireInSeconds: 30 },
  // Goes on for some seconds and enqueues the next. The hourly clean-up resumes a move that has
  // none left.
  'move-learners': { ...forADay, expireInSeconds: 60 },
  // Does the same for bulk enrollments.
  'enroll-in-bulk': { ...forADay, expireInSeconds: 60 },
  // Records the end of access, which comes at its instant. Also begins cohorts, opens what programs
  // have due, and cancels purchases of what they have opened.
  'end-enrollments': { ...eachMinute, expireInSeconds: 60 },
  // Goes on for some seconds and enqueues the next; the job before opens what is due.
  'plan-openings': { ...forADay, expireInSeconds: 60 },
  // Goes on for some seconds and enqueues the next. The hourly clean-up only resumes deletions:
  // nothing but the job knows whom another task has not reached, so retries go on for a day.
  'change-cohort': { ...forADay, expireInSeconds: 60 },
  // Gives up within 40 minutes; the hourly clean-up retries certificates without a PDF.
  'print-certificate': {
    workers: 2,
    retryLimit: 9,
    retryDelay: 2,
    retryDelayMax: 3600,
    expireInSeconds: 120,
  },
  // Both go on for some seconds and enqueue the next. The hourly clean-up resumes one that has none
  // left.
  'reissue-certificates': { ...forADay, expireInSeconds: 60 },
  'pack-certificates': { ...forADay, expireInSeconds: 300 },
  // Gives up after some two hours; the hourly clean-up retries what is not done.
  'fulfill-transaction': { retryLimit: 360, retryDelay: 2, retryDelayMax: 20, expireInSeconds: 60 },
  'send-refund': { retryLimit: 360, retryDelay: 5, retryDelayMax: 20, expireInSeconds: 60 },
  // Gives up early: payment pages end by themselves after a day.
  'cancel-payment': { retryLimit: 16, retryDelay: 5, retryDelayMax: 600, expireInSeconds: 60 },
  // Finds payments whose events do not arrive, and gives their courses within a quarter of an hour.
  'find-payments': {
    retryLimit: 1,
    retryDelay: 30,
    retryDelayMax: 30,
    expireInSeconds: 240,
    schedule: '*/5 * * * *',
  },
  'find-slow-payments': { ...forAnHour, retryLimit: 1, schedule: '7 */6 * * *' },
  // Follows the nightly check of the data; mails what is found twice in a row.
  'tell-operators': {
    retryLimit: 1,
    retryDelay: 60,
    retryDelayMax: 60,
    expireInSeconds: 240,
    schedule: '13,43 * * * *',
  },
  'mail-operator': { ...forADay, expireInSeconds: 30 },
  // Runs in slices of some seconds; the hourly clean-up retries what is not answered.
  'count-impact': { retryLimit: 30, retryDelay: 2, retryDelayMax: 30, expireInSeconds: 60 },
  // Retries a host out of reach for about twenty minutes; then the hourly clean-up asks anew. One
  // at a time in each process: a repository may take 500 MB of its disk.
  'sync-source': { retryLimit: 9, retryDelay: 30, retryDelayMax: 600, expireInSeconds: 600 },
  // Runs after an upgrade. Goes on for some seconds and enqueues the next; a server enqueues it at
  // its start as long as there is something to move.
  'move-lesson-bodies': { retryLimit: 30, retryDelay: 2, retryDelayMax: 600, expireInSeconds: 120 },
  'take-audit-texts-out': {
    retryLimit: 30,
    retryDelay: 2,
    retryDelayMax: 600,
    expireInSeconds: 120,
  },
  // Indexes lessons' texts: after each publication, and every night what was missed. Goes on for
  // some seconds and enqueues the next.
  'index-lessons': {
    retryLimit: 5,
    retryDelay: 10,
    retryDelayMax: 600,
    expireInSeconds: 120,
    schedule: '53 3 * * *',
  },
  // Goes on for some seconds and enqueues the next. The hourly clean-up resumes one that has none
  // left.
  regrade: { ...forADay, expireInSeconds: 60 },
  // Submits attempts that nobody looks at; an attempt ends at its deadline, for whoever looks.
  'submit-due-attempts': { ...eachMinute, expireInSeconds: 60 },
  // Goes on for some seconds; the next minute does the rest, and reports are right meanwhile. A
  // course of millions may take a minute to be counted, once after the upgrade.
  'tally-learning': { ...eachMinute, expireInSeconds: 600 },
  // Mails nobody twice on a second try: it is recorded whom the first has reminded.
  'remind-learners': {
    retryLimit: 2,
    retryDelay: 60,
    retryDelayMax: 600,
    expireInSeconds: 3600,
    schedule: '4 * * * *',
  },
  // Mails nobody twice on a second try: the certificate records what is told.
  'tell-expiry': {
    retryLimit: 2,
    retryDelay: 300,
    retryDelayMax: 300,
    expireInSeconds: 1800,
    schedule: '27 * * * *',
  },
  // Mails nobody twice on a second try: whoever takes what is new mails it.
  'mail-digests': {
    retryLimit: 2,
    retryDelay: 60,
    retryDelayMax: 600,
    expireInSeconds: 1800,
    schedule: '34 * * * *',
  },
  // Goes on for some seconds and enqueues the next. A second try tells nobody twice: a fact is
  // unique for its reader.
  'mail-announcement': { ...forADay, expireInSeconds: 60 },
  // Goes on for some seconds; the hourly clean-up does the rest. Each report records its telling.
  'tell-reporters': { ...forADay, expireInSeconds: 60 },
  // Lets out what teachers have scheduled.
  'send-announcements': { ...eachMinute, expireInSeconds: 60 },
  'clean-up': {
    retryLimit: 2,
    retryDelay: 60,
    retryDelayMax: 600,
    expireInSeconds: 300,
    schedule: '17 * * * *',
  },
  'collect-media': { ...forAnHour, retryLimit: 2, schedule: '23 4 * * *' },
  'check-data': { ...forAnHour, retryLimit: 2, schedule: '43 3 * * *' },
}

/** Creates the queues of this service. */
export function createServiceJobs(
  options: Omit<JobsOptions<JobPayloads>, 'kinds'>,
): Promise<ServiceJobs> {
  const pausedWhile = 'exists (select from quarantine)'
  return createJobs({ pausedWhile, ...options, kinds: jobKinds })
}

export const jobNames = Object.keys(jobKinds) as (keyof JobPayloads)[]

/** Kinds that are enqueued by themselves, again and again. */
export const scheduledKinds: string[] = Object.entries<JobKinds<JobPayloads>[keyof JobPayloads]>(
  jobKinds,
)
  .filter(([, kind]) => kind.schedule !== undefined)
  .map(([name]) => name)
