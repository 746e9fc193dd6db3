import { findUser, type UserRow } from '../../../../db/queries/people/users/users.ts'
import type { Deps } from '../../../context.ts'
import { isWithin } from '../../../security/budgets.ts'
import type { Budget } from '../../../security/limits.ts'
import type { CourseNotification, Notification } from '../../../texts/types.ts'

/**
 * Mails the user a notification once the transaction of `ctx.db` is committed. Call it while the
 * user still exists: the job carries the email, name and language, so that the mail arrives even
 * when they have changed or are gone.
 */
export async function notify(
  ctx: Deps,
  { userId, notification }: { userId: string; notification: Notification },
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
  notification: Notification,
): Promise<void> {
  if (await isWithin(ctx.limits.within(ctx.db), budgetsOf(user, notification)))
    await enqueueMail(ctx, user, notification)
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

/** Returns where the frontend shows the course; null if it has no such page. */
export function coursePageOf({ config }: Pick<Deps, 'config'>, courseId: string): string | null {
  if (config.coursePageUrl === undefined) return null
  const page = new URL(config.coursePageUrl)
  page.searchParams.set('course', courseId)
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
} satisfies Record<CourseNotification['kind'], true>

function isOfCourse({ kind }: Notification): boolean {
  return kind in courseKinds
}
