import { startOf, toPage } from '../../../../lib/lists/pagination.ts'
import { withIsoDates } from '../../../../lib/schema.ts'
import type { Context, Deps, UserContext } from '../../../context.ts'
import { recordEvent } from '../../../security/audit.ts'
import { listAllCertificates } from '../../learning/certificates/administer-certificates.ts'
import type { AdminCertificateList } from '../../learning/certificates/schema.ts'
import { listAdminEnrollments } from '../../learning/enrollments/admin.ts'
import type { AdminEnrollmentList } from '../../learning/enrollments/admin-schema.ts'
import { namesIn } from '../../platform/admin/names.ts'
import type { AuditEntryList } from '../../platform/audit/schema.ts'
import { toAuditEntry } from '../../platform/audit/search-audit.ts'
import { listMails } from '../../platform/mails/read-mails.ts'
import type { SentMailList } from '../../platform/mails/schema.ts'
import { listAdminTransactions } from '../../shop/transactions/admin/list.ts'
import type { AdminTransactionList } from '../../shop/transactions/admin/schema.ts'
import { listAuditAbout } from '../accounts/list-audit.ts'
import { findUserToShow } from './get-user.ts'
import type { UserSessionList } from './lists-schema.ts'
import type { UserPageInput, UserSortedPageInput } from './schema.ts'

export async function listEnrollmentsOfUser(
  ctx: Context,
  { userId, ...page }: UserSortedPageInput,
): Promise<AdminEnrollmentList> {
  await findUserToShow(ctx, userId)
  return listAdminEnrollments(ctx, { user: userId, ...page, timeZone: 'UTC' })
}

/** Lists purchases, and records that somebody has read them, as for one purchase. */
export async function listPurchasesOfUser(
  ctx: UserContext,
  { userId, ...page }: UserSortedPageInput,
): Promise<AdminTransactionList> {
  await findUserToShow(ctx, userId)
  if (userId !== ctx.user.id) await recordEvent(ctx, 'purchase-viewed', { userId })
  return listAdminTransactions(ctx, { user: userId, period: 'created', timeZone: 'UTC', ...page })
}

export async function listCertificatesOfUser(
  ctx: Context,
  { userId, ...page }: UserPageInput,
): Promise<AdminCertificateList> {
  await findUserToShow(ctx, userId)
  return listAllCertificates(ctx, { userId, ...page })
}

export async function listSessionsOfUser(
  ctx: Deps & Pick<Partial<Context>, 'sessionId'>,
  { userId, ...page }: UserPageInput,
): Promise<UserSessionList> {
  const { suspendedAt } = await findUserToShow(ctx, userId)
  // Hides sessions that suspension has ended: they stay only to refuse their tokens by name.
  if (suspendedAt !== null) return { items: [], nextCursor: null }

  const rows = await ctx.sessions.list(ctx.db, {
    userId,
    currentId: ctx.sessionId ?? '',
    before: startOf(page),
    limit: page.limit + 1,
  })
  return toPage(
    rows.map((row) => ({ ...row, id: row.publicId })),
    page.limit,
    ({ id, device, ip, createdAt, lastUsedAt }) =>
      withIsoDates({ id, device, ip, createdAt, lastUsedAt }),
  )
}

export async function listAuditOfUser(
  ctx: Context,
  { userId, ...page }: UserPageInput,
): Promise<AuditEntryList> {
  const user = await findUserToShow(ctx, userId)
  const rows = await listAuditAbout(ctx, user, page)
  const names = await namesIn(ctx, rows)
  return toPage(rows, page.limit, (row) => ({ ...toAuditEntry(row), names: names(row) }))
}

/** Lists the mails of the last 30 days, without texts and codes. */
export async function listMailsOfUser(
  ctx: Context,
  { userId, ...page }: UserPageInput,
): Promise<SentMailList> {
  await findUserToShow(ctx, userId)
  return listMails(ctx, { user: userId, ...page })
}
