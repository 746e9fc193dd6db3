import { listCertificates } from '../../../../db/queries/learning/certificates.ts'
import { listNewestEnrollments } from '../../../../db/queries/learning/enrollments/enrollments.ts'
import { listIdentities } from '../../../../db/queries/people/identities.ts'
import {
  findUser,
  findUserByEmail,
  type UserRow,
} from '../../../../db/queries/people/users/users.ts'
import { listTransactions } from '../../../../db/queries/shop/transactions.ts'
import type { Deps } from '../../../../server/context.ts'
import { AppError } from '../../../../server/errors/errors.ts'
import { toAdminCertificate } from '../../../../server/features/learning/certificates/describe-certificate.ts'
import { formatMoney } from '../../../../server/lib/money.ts'
import { readEmailOrId } from '../../arguments.ts'
import type { CommandResult } from '../../output.ts'
import { type Columns, factsOf, tableOf } from '../../results.ts'
import { withDeps } from '../../with-deps.ts'
import { describe } from './user.ts'

/** Of each kind, the newest; the other commands list more. */
const limit = 20

export async function showUser(who: string): Promise<CommandResult> {
  const chosen = readEmailOrId(who)
  return withDeps(async (deps) => {
    const user =
      'id' in chosen
        ? await findUser(deps.db, chosen.id)
        : await findUserByEmail(deps.db, chosen.email)
    if (user === undefined) throw new AppError('UserNotFound')
    const shown = await collect(deps, user)
    return { json: shown, text: textOf(shown) }
  })
}

async function collect(deps: Deps, user: UserRow) {
  const { db } = deps
  const page = { userId: user.id, before: undefined, limit }
  const enrollments = await listNewestEnrollments(db, page)
  const transactions = await listTransactions(db, page)
  const certificates = await listCertificates(db, page)
  const providers = (await listIdentities(db, user.id)).map(({ provider }) => provider)
  return {
    ...describe(user),
    locale: user.locale,
    signsInWith: [...(user.passwordHash === null ? [] : ['password']), ...providers],
    enrollments: enrollments.map(({ courseId, slug, status, source, ...at }) => ({
      courseId,
      slug,
      status: at.leftAt === null ? status : 'left',
      source,
      enrolledAt: at.enrolledAt.toISOString(),
      completedAt: at.completedAt?.toISOString() ?? null,
    })),
    transactions: transactions.map(({ id, status, totalAmount, currency, createdAt }) => ({
      id,
      status,
      total: { amount: totalAmount, currency },
      createdAt: createdAt.toISOString(),
    })),
    certificates: certificates.map((row) => toAdminCertificate(deps, row)),
  }
}

function textOf(user: Awaited<ReturnType<typeof collect>>): string {
  const { suspendedAt } = user
  const facts = factsOf([
    ['Id', user.id],
    ['Email', user.email],
    ['Verified', user.emailVerifiedAt ?? 'no'],
    ['Name', user.name],
    ['Role', user.role],
    ['Language', user.locale],
    ['Signs in', user.signsInWith.join(', ') || 'not yet: there is no password'],
    ['Registered', user.createdAt],
    ['Last seen', user.lastSeenAt ?? 'not since this is kept'],
    ['Suspended', suspendedAt === null ? null : `${suspendedAt}: ${user.suspensionReason}`],
  ])
  const enrollments = section(user.enrollments, {
    'ENROLLED IN': 'slug',
    STATUS: ({ status, completedAt }) => (completedAt === null ? status : `${status}, completed`),
    BY: ({ source }) => (source === 'transaction' ? 'purchase' : 'administrator'),
    SINCE: ({ enrolledAt }) => enrolledAt.slice(0, 10),
  })
  const purchases = section(user.transactions, {
    PURCHASE: 'id',
    STATUS: 'status',
    TOTAL: ({ total }) => formatMoney(total),
    STARTED: ({ createdAt }) => createdAt.slice(0, 10),
  })
  const certificates = section(user.certificates, {
    CERTIFICATE: 'verificationCode',
    STATUS: 'status',
    COURSE: 'courseTitle',
  })
  return facts + enrollments + purchases + certificates
}

function section<Item>(items: readonly Item[], columns: Columns<Item>): string {
  return items.length === 0 ? '' : `\n${tableOf(items, columns)}`
}
