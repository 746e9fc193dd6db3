import { listExpiring, markExpiryTold } from '../../../../../db/queries/learning/certificates.ts'
import { findUser } from '../../../../../db/queries/people/users/users.ts'
import { type Deps, inTransaction } from '../../../../context.ts'
import { coursePageOf, notifyUser } from '../../../platform/notifications/notify.ts'
import { forEachDue } from '../../../platform/postponed/for-each-due.ts'
import { lastDayOn } from './certificate-days.ts'
import { reminderAt } from './validity.ts'

const certificatesAtOnce = 500
const millisecondsOfARun = 25 * 60_000

/**
 * The job: mails learners 60, 30 and 7 days before a certificate expires, and once it has. One
 * first noticed late is announced once.
 */
export async function tellExpiry(ctx: Deps): Promise<void> {
  const now = ctx.now()
  await forEachDue(ctx, {
    task: 'tell-expiry',
    list: (after?: { id: string; validUntil: Date }) =>
      listExpiring(ctx.db, { now, after, limit: certificatesAtOnce }),
    limit: certificatesAtOnce,
    idOf: ({ id }) => id,
    work: (certificate) => tell(ctx, certificate, now),
    milliseconds: millisecondsOfARun,
  })
}

/** Mails it in the transaction that records the mail. */
async function tell(
  ctx: Deps,
  { id, validUntil }: { id: string; validUntil: Date },
  now: Date,
): Promise<void> {
  const reminder = reminderAt(validUntil, now)
  if (reminder === null) return
  await inTransaction(ctx, async (ctx) => {
    const told = await markExpiryTold(ctx.db, id, reminder)
    const user = told?.userId ? await findUser(ctx.db, told.userId) : undefined
    if (told === undefined || user === undefined) return
    await notifyUser(ctx, user, {
      kind: 'certificate-expiry',
      title: told.courseTitle,
      isProgram: told.courses !== null,
      lastDay: lastDayOn({ ...told, validUntil }, ctx.config.timeZone) ?? '',
      hasExpired: reminder === 0,
      page: coursePageOf(ctx, told.courseId),
      about: { courseId: told.courseId, subjectId: id, fact: `${id} ${reminder}` },
    })
  })
}
