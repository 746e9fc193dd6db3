import { createHash, randomBytes } from 'node:crypto'
import { setCalendarKey } from '../../../../db/queries/people/users/users.ts'
import { inTransaction, type UserContext } from '../../../context.ts'
import { recordEvent } from '../../../security/audit.ts'
import type { CalendarKey, RevokedCalendarKey } from './schema.ts'

/** Makes the key with which programs read the caller's calendar, and ends any earlier one. */
export async function makeCalendarKey(ctx: UserContext): Promise<CalendarKey> {
  const key = randomBytes(32).toString('base64url')
  await inTransaction(ctx, async (ctx) => {
    await setCalendarKey(ctx.db, ctx.user.id, hashOfKey(key))
    await recordEvent(ctx, 'calendar-key-made')
  })
  return { key, url: `${ctx.config.publicUrl}/api/v1/me/calendar.ics?key=${key}` }
}

/** Ends the key, if there is one. */
export async function revokeCalendarKey(ctx: UserContext): Promise<RevokedCalendarKey> {
  await inTransaction(ctx, async (ctx) => {
    await setCalendarKey(ctx.db, ctx.user.id, null)
    await recordEvent(ctx, 'calendar-key-revoked')
  })
  return { hasCalendar: false }
}

export function hashOfKey(key: string): string {
  return createHash('sha256').update(key).digest('hex')
}
