import type { UserRow } from '../../../../db/queries/people/users/users.ts'
import type { Deps } from '../../../../server/context.ts'
import { listAllCertificates } from '../../../../server/features/learning/certificates/administer-certificates.ts'
import { listAdminEnrollments } from '../../../../server/features/learning/enrollments/admin.ts'
import type { AdminEnrollment } from '../../../../server/features/learning/enrollments/admin-schema.ts'
import { eraseAccountByEmail } from '../../../../server/features/people/accounts/erase-account.ts'
import { setEmail } from '../../../../server/features/people/accounts/set-email.ts'
import { verifyUser } from '../../../../server/features/people/accounts/verify-user.ts'
import { endSessionsOfUser } from '../../../../server/features/people/users/change-user.ts'
import { getUser } from '../../../../server/features/people/users/get-user.ts'
import { listSessionsOfUser } from '../../../../server/features/people/users/lists-of-user.ts'
import {
  type ChosenPerson,
  requirePerson,
} from '../../../../server/features/platform/admin/chosen-user.ts'
import { listAdminTransactions } from '../../../../server/features/shop/transactions/admin/list.ts'
import { UsageError } from '../../command-errors.ts'
import { type CommandResult, said } from '../../output.ts'
import { allPages, detailsOf, listOf } from '../../results.ts'

/** The user, with the beginning of each list; the other commands list more. */
export async function showUser(deps: Deps, who: ChosenPerson): Promise<CommandResult> {
  const { id: userId } = await requirePerson(deps, who)
  const page = { user: userId, limit: 20 }
  const shown = {
    ...(await getUser(deps, { userId })),
    enrollments: (await listAdminEnrollments(deps, page)).items,
    transactions: (await listAdminTransactions(deps, { ...page, period: 'created' })).items,
    certificates: (await listAllCertificates(deps, { userId, limit: 20 })).items,
  }
  return detailsOf(shown, {
    enrollments: ['courseSlug', 'status', ['WAYS', waysOf], 'enrolledAt', 'completedAt'],
    transactions: ['id', 'status', 'total', 'createdAt'],
    certificates: ['verificationCode', 'status', 'courseTitle'],
  })
}

/** Lists all ways into a course, with their ends. */
function waysOf({ ways }: AdminEnrollment): string {
  return ways
    .map(({ source, name, endsOn }) => {
      const way = name === null ? source : `${source} ${name}`
      return endsOn === null ? way : `${way} until ${endsOn}`
    })
    .join(', ')
}

export async function verify(deps: Deps, { email }: UserRow): Promise<CommandResult> {
  const { user, isNew } = await verifyUser(deps, email)
  const since = user.emailVerifiedAt.toISOString()
  return said(
    { ...(await getUser(deps, { userId: user.id })), changed: isNew },
    `The email ${user.email} ${isNew ? 'is now verified' : `was already verified on ${since}`}.`,
  )
}

export async function changeEmail(
  deps: Deps,
  oldEmail: string,
  newEmail: string,
): Promise<CommandResult> {
  if (oldEmail === newEmail) throw new UsageError('error: OLD and NEW are the same email')
  const { id: userId, name } = await setEmail(deps, { oldEmail, newEmail })
  return said(
    await getUser(deps, { userId }),
    `The email of ${name} is now ${newEmail}. A verification code was sent to it.`,
  )
}

export async function erase(deps: Deps, { email }: UserRow): Promise<CommandResult> {
  const id = await eraseAccountByEmail(deps, email)
  return said({ id, email, erased: true }, `${email} was erased.`)
}

export async function sessions(
  deps: Deps,
  { id: userId, email }: UserRow,
  { end }: { end?: true },
): Promise<CommandResult> {
  const items = await allPages((cursor) => listSessionsOfUser(deps, { userId, limit: 100, cursor }))
  if (!end)
    return listOf(items, {
      columns: ['createdAt', 'lastUsedAt', 'ip', 'device'],
      none: `${email} has no sessions.`,
    })
  await endSessionsOfUser(deps, { userId })
  return said(
    { email, ended: items.length },
    `All sessions of ${email} have ended: ${items.length}.`,
  )
}
