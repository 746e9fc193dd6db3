import type { UserRow } from '../../../../db/queries/people/users/users.ts'
import {
  type AuditEventRow,
  findLastAuditEvent,
  listAuditEventsAbout,
} from '../../../../db/queries/platform/audit.ts'
import { startOf } from '../../../../lib/lists/pagination.ts'
import type { PageRequest } from '../../../../lib/schema.ts'
import type { Deps } from '../../../context.ts'
import { macsOfEmail } from '../../../security/audit.ts'

/**
 * Lists recorded events about an account, newest first, and one more than the page holds. Events
 * that name only the email count from when it became the user's: earlier ones may be about somebody
 * else.
 */
export async function listAuditAbout(
  ctx: Pick<Deps, 'db' | 'keys'>,
  { id, email, createdAt }: UserRow,
  page: PageRequest,
): Promise<AuditEventRow[]> {
  const emailChanged = await findLastAuditEvent(ctx.db, { userId: id, event: 'email-changed' })
  return listAuditEventsAbout(ctx.db, {
    userId: id,
    emailMacs: macsOfEmail(ctx.keys, email),
    emailIsTheirsSince: emailChanged?.at ?? createdAt,
    before: startOf(page),
    limit: page.limit + 1,
  })
}
