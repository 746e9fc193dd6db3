import { listExpiring, markExpiryTold } from '../../../../../db/queries/learning/certificates.ts'
import { findUser } from '../../../../../db/queries/people/users/users.ts'
import { type Deps, inTransaction } from '../../../../context.ts'
import { coursePageOf, notifyUser } from '../../../base/notifications/notify.ts'
import { lastDayOn } from './certificate-days.ts'
import { reminderAt } from './validity.ts'

const certificatesAtOnce = 500

/**
 * The job: mails learners 60, 30 and 7 days before a certificate expires, and once it has. One that
 * is first seen late is told about once. No learner waits for another's failure.
 */
export async function tellExpiry(ctx: Deps): Promise<void> {
  const now = ctx.now()
  const failures: unknown[] = []
  let after: { validUntil: Date; id: string } | undefined
  for (let found = certificatesAtOnce; found === certificatesAtOnce; ) {
    const expiring = await listExpiring(ctx.db, { now, after, limit: certificatesAtOnce })
    for (const certificate of expiring)
      await tell(ctx, certificate, now).catch((failure: unknown) => failures.push(failure))
    after = expiring.at(-1)
    found = expiring.length
  }
  if (failures.length > 0) throw failures[0]
}

/** Whoever writes down that it is told mails it, in the same transaction. */
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
      lastDay: lastDayOn({ ...told, validUntil }, ctx.config.timeZone) ?? '',
      hasExpired: reminder === 0,
      page: coursePageOf(ctx, told.courseId),
    })
  })
}
