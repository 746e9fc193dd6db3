import { findUser, type UserRow } from '../../../../db/queries/people/users/users.ts'
import { insertNotification } from '../../../../db/queries/platform/notifications.ts'
import type { newsMails } from '../../../../db/schema/people/users.ts'
import { newId } from '../../../../lib/ids.ts'
import type { Deps } from '../../../context.ts'
import { isWithin } from '../../../security/budgets.ts'
import type { Budget } from '../../../security/limits.ts'
import type { CourseNotification, Notification } from '../../../texts/types.ts'
import { factsOf, isListed, type ListedNotification } from './facts-of.ts'

/** What a notification is about, and so where it leads. None of it is in the mail's words. */
export interface About {
  courseId?: string
  /** Null for the course as a whole. */
  lessonKey?: string | null
  /** The announcement, submission, certificate, purchase, question or report. */
  subjectId?: string
  /**
   * Names the fact among those of its kind, such as by an id: told again, it is told once. Absent
   * where the transaction happens once.
   */
  fact?: string
  /** Whether it is not mailed, however its reader wants mails. */
  isQuiet?: boolean
}

/** A notification; what the academy lists says what it is about. */
export type Told =
  | (Exclude<Notification, ListedNotification> & { about?: never })
  | (ListedNotification & { about: About })

/**
 * Tells the user something in the transaction of `ctx.db`: lists it in the academy, and mails it
 * once that is committed, as they have chosen. Call it while the user still exists: the job carries
 * the email, name and language, so that the mail arrives even when they have changed or are gone.
 */
export async function notify(
  ctx: Deps,
  { userId, notification }: { userId: string; notification: Told },
): Promise<void> {
  const user = await findUser(ctx.db, userId)
  if (user === undefined) throw new Error('There is no such user to notify.')
  await notifyUser(ctx, user, notification)
}

/**
 * Does the same for a caller that has read the user in the same transaction. If the school does
 * something to accounts repeatedly, only the first of a day is mailed.
 */
export async function notifyUser(
  ctx: Deps,
  user: UserRow,
  { about = {}, ...notification }: Told,
): Promise<void> {
  const mailing = mailingOf(user, notification, about)
  if (isListed(notification)) {
    const inDigest = mailing === 'daily'
    // Tells and mails nothing twice: the fact is unique for its reader.
    if (!(await list(ctx, { userId: user.id, notification, about, inDigest }))) return
  }
  if (mailing !== 'at-once') return
  if (await isWithin(ctx.limits.within(ctx.db), budgetsOf(user, notification)))
    await enqueueMail(ctx, user, notification)
}

function list(
  { db, now }: Deps,
  {
    userId,
    notification,
    about,
    inDigest,
  }: { userId: string; notification: ListedNotification; about: About; inDigest: boolean },
): Promise<boolean> {
  const { kind } = notification
  const id = newId()
  return insertNotification(db, {
    ...{ id, userId, kind, inDigest },
    fact: `${kind} ${about.fact ?? id}`,
    courseId: about.courseId ?? null,
    lessonKey: about.lessonKey ?? null,
    subjectId: about.subjectId ?? null,
    facts: factsOf(notification),
    createdAt: now(),
  })
}

/** Returns how the user wants it mailed. What concerns accounts and money is mailed at once. */
function mailingOf(
  user: UserRow,
  notification: Notification,
  { isQuiet }: About,
): (typeof newsMails)[number] {
  const { kind } = notification
  if (!isOfCourse(notification) || kind === 'invited' || kind === 'digest') return 'at-once'
  if (isQuiet || (kind === 'announcement' && !takesAnnouncements(user))) return 'none'
  // Is the mail of its day itself.
  if (kind === 'reminder' && user.newsByMail === 'daily') return 'at-once'
  return user.newsByMail
}

function takesAnnouncements({ announcementsByMail, suspendedAt, emailVerifiedAt }: UserRow) {
  return announcementsByMail && suspendedAt === null && emailVerifiedAt !== null
}

/**
 * Does the same for somebody who asks for the mail, refusing one too many instead of dropping it.
 * @throws RateLimited
 */
export async function notifyAgain(
  ctx: Deps,
  user: UserRow,
  notification: Notification,
): Promise<{ jobId: string }> {
  await ctx.limits.within(ctx.db).takeAll(budgetsOf(user, notification))
  return enqueueMail(ctx, user, notification)
}

const repeatableKinds = new Set<Notification['kind']>([
  'course-enrolled',
  'progress-reset',
  'lesson-marked',
  'extension-granted',
  'extension-revoked',
  'member-added',
  'account-suspended',
  'account-reinstated',
])

function budgetsOf(user: UserRow, notification: Notification): Budget[] {
  const { kind } = notification
  if (kind === 'announcement')
    return [['announcementMailsPerLearner', `${notification.id} ${user.id}`]]
  return repeatableKinds.has(kind) ? [['schoolMailsPerAccount', user.id]] : []
}

async function enqueueMail(
  ctx: Deps,
  user: UserRow,
  notification: Notification,
): Promise<{ jobId: string }> {
  const isToOldEmail = notification.kind === 'email-changed'
  // Omits the name for an unverified mailbox: a stranger may have chosen it.
  const isOwners = isToOldEmail || user.emailVerifiedAt !== null
  const queue = isOfCourse(notification) ? 'send-course-mail' : 'send-notification'
  const jobId = await ctx.jobs.enqueue(ctx.db, queue, {
    to: isToOldEmail ? notification.oldEmail : user.email,
    userId: user.id,
    ...(isOwners && { name: user.name }),
    locale: user.locale,
    at: ctx.now().toISOString(),
    notification,
  })
  ctx.afterCommit(() => ctx.jobs.wake(queue))
  return { jobId }
}

/**
 * Returns where the frontend shows the course, or a lesson or announcement of it; null if it has no
 * such page.
 */
export function coursePageOf(
  { config }: Pick<Deps, 'config'>,
  courseId: string,
  place: { lesson?: string | null; announcement?: string; question?: string } = {},
): string | null {
  if (config.coursePageUrl === undefined) return null
  const page = new URL(config.coursePageUrl)
  page.searchParams.set('course', courseId)
  for (const [name, value] of Object.entries(place)) if (value) page.searchParams.set(name, value)
  return page.href
}

const courseKinds = {
  'course-enrolled': true,
  'submission-graded': true,
  'submission-returned': true,
  announcement: true,
  reminder: true,
  'progress-reset': true,
  'lesson-marked': true,
  'extension-granted': true,
  'extension-revoked': true,
  invited: true,
  'certificate-ready': true,
  'certificate-expiry': true,
  'course-moved': true,
  'member-added': true,
  'review-requested': true,
  'draft-approved': true,
  'changes-requested': true,
  'question-asked': true,
  'question-answered': true,
  'report-settled': true,
  digest: true,
} satisfies Record<CourseNotification['kind'], true>

function isOfCourse({ kind }: Notification): boolean {
  return kind in courseKinds
}
