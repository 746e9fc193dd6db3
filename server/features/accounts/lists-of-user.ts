import type { Context, Deps, UserContext } from '../../context.ts'
import { startOf, toPage } from '../../lib/lists/pagination.ts'
import { recordEvent } from '../../security/audit.ts'
import { listAllCertificates } from '../certificates/administer-certificates.ts'
import type { AdminCertificateList } from '../certificates/schema.ts'
import { listDeskEnrollments } from '../enrollments/desk.ts'
import type { DeskEnrollmentList } from '../enrollments/desk-schema.ts'
import { listTransactionsOf } from '../transactions/read-transactions.ts'
import type { TransactionList } from '../transactions/schema.ts'
import { listEventsAbout } from '../users/list-events.ts'
import { findUserToShow } from './get-user.ts'
import type { UserEventList, UserSessionList } from './lists-schema.ts'
import type { UserEnrollmentsInput, UserPageInput } from './schema.ts'

export async function listEnrollmentsOfUser(
  ctx: Context,
  { userId, ...page }: UserEnrollmentsInput,
): Promise<DeskEnrollmentList> {
  await findUserToShow(ctx, userId)
  return listDeskEnrollments(ctx, { userId, ...page, timeZone: 'UTC' })
}

/** That somebody has read them is on record, as it is for one purchase. */
export async function listPurchasesOfUser(
  ctx: UserContext,
  { userId, ...page }: UserPageInput,
): Promise<TransactionList> {
  await findUserToShow(ctx, userId)
  if (userId !== ctx.user.id) await recordEvent(ctx, 'purchase-viewed', { userId })
  return listTransactionsOf(ctx, userId, page)
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
  // Suspension has ended them: they stay only to refuse their tokens by name.
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
    ({ id, device, ip, createdAt, lastUsedAt }) => ({
      id,
      device,
      ip,
      createdAt: createdAt.toISOString(),
      lastUsedAt: lastUsedAt.toISOString(),
    }),
  )
}

export async function listEventsOfUser(
  ctx: Context,
  { userId, ...page }: UserPageInput,
): Promise<UserEventList> {
  const user = await findUserToShow(ctx, userId)
  const rows = await listEventsAbout(ctx, user, page)
  return toPage(rows, page.limit, ({ id, at, event, actor, ip, details }) => {
    return { id, at: at.toISOString(), event, actor, ip, details }
  })
}
