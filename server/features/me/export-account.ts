import { findLastAuditEvent, listAuditEvents } from '../../../db/queries/audit.ts'
import { listEnrollmentsOf } from '../../../db/queries/enrollments.ts'
import { listIdentities } from '../../../db/queries/identities.ts'
import { listProgressOf } from '../../../db/queries/progress.ts'
import { inTransaction, type UserContext } from '../../context.ts'
import type { PageRequest } from '../../lib/schema.ts'
import { macOfEmail, recordEvent } from '../../security/audit.ts'
import { knownLanguage } from '../../texts/texts.ts'
import { getCart } from '../cart/cart.ts'
import { listCertificatesOf } from '../certificates/list-certificates.ts'
import { listMyTransactions } from '../transactions/read-transactions.ts'
import { describeAccount } from '../users/describe-account.ts'
import type { AccountExport } from './export-schema.ts'
import { findMe } from './me.ts'
import { listMySessions } from './sessions.ts'

const maxEvents = 10_000

/** One query after the other on one connection: a large export must not starve other requests. */
export async function exportAccount(ctx: UserContext): Promise<AccountExport> {
  return inTransaction(ctx, async (ctx) => {
    await recordEvent(ctx, 'data-exported')
    return {
      exportedAt: ctx.now().toISOString(),
      profile: await exportProfile(ctx),
      identities: await exportIdentities(ctx),
      sessions: await allOf((page) => listMySessions(ctx, page)),
      enrollments: await exportEnrollments(ctx),
      progress: await exportProgress(ctx),
      cart: (await getCart(ctx)).items,
      transactions: await allOf((page) => listMyTransactions(ctx, page)),
      certificates: await allOf((page) =>
        listCertificatesOf(ctx, { userId: ctx.user.id, ...page }),
      ),
      events: await exportEvents(ctx),
    }
  })
}

async function allOf<Item>(
  list: (page: PageRequest) => Promise<{ items: Item[]; nextCursor: string | null }>,
): Promise<Item[]> {
  const all: Item[] = []
  let cursor: string | undefined
  do {
    const { items, nextCursor } = await list({ limit: 100, cursor })
    all.push(...items)
    cursor = nextCursor ?? undefined
  } while (cursor !== undefined)
  return all
}

async function exportProfile(ctx: UserContext): Promise<AccountExport['profile']> {
  const user = await findMe(ctx)
  const { locale, createdAt, emailVerifiedAt, passwordHash } = user
  return {
    ...describeAccount(user),
    language: knownLanguage(locale),
    createdAt: createdAt.toISOString(),
    emailVerifiedAt: emailVerifiedAt?.toISOString() ?? null,
    hasPassword: passwordHash !== null,
  }
}

async function exportIdentities({ db, user }: UserContext): Promise<AccountExport['identities']> {
  const identities = await listIdentities(db, user.id)
  return identities.map(({ provider, issuer, subject, email, createdAt }) => {
    return { provider, issuer, subject, email, linkedAt: createdAt.toISOString() }
  })
}

async function exportEnrollments({ db, user }: UserContext): Promise<AccountExport['enrollments']> {
  const enrollments = await listEnrollmentsOf(db, user.id)
  return enrollments.map(
    ({ courseId, courseTitle, courseVersion, status, source, enrolledAt, completedAt }) => ({
      courseId,
      courseTitle,
      courseVersion,
      status,
      source,
      enrolledAt: enrolledAt.toISOString(),
      completedAt: completedAt?.toISOString() ?? null,
    }),
  )
}

async function exportProgress({ db, user }: UserContext): Promise<AccountExport['progress']> {
  const progress = await listProgressOf(db, user.id)
  return progress.map(
    ({ courseId, lessonKey, percent, positionSeconds, completedAt, updatedAt }) => ({
      courseId,
      lessonKey,
      percent,
      positionSeconds,
      completedAt: completedAt?.toISOString() ?? null,
      updatedAt: updatedAt.toISOString(),
    }),
  )
}

/**
 * Events that name only the email count from when it became the user's: earlier ones may be about
 * somebody else.
 */
async function exportEvents(ctx: UserContext): Promise<AccountExport['events']> {
  const { id, email, createdAt } = await findMe(ctx)
  const emailChanged = await findLastAuditEvent(ctx.db, { userId: id, event: 'email-changed' })
  const about = {
    userId: id,
    emailMacs: ctx.keys.allCodes.map((key) => macOfEmail(key, email)),
    emailIsTheirsSince: emailChanged?.at ?? createdAt,
  }
  const events = await listAuditEvents(ctx.db, { about, limit: maxEvents })
  return events.map(({ at, event, ip, details }) => ({
    at: at.toISOString(),
    event,
    ip,
    details,
  }))
}
