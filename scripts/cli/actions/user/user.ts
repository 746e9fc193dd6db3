import type { UserRow } from '../../../../db/queries/people/users/users.ts'
import type { Deps } from '../../../../server/context.ts'
import { listAllCertificates } from '../../../../server/features/learning/certificates/administer-certificates.ts'
import { listAdminEnrollments } from '../../../../server/features/learning/enrollments/admin.ts'
import type { AdminEnrollment } from '../../../../server/features/learning/enrollments/admin-schema.ts'
import { inviteToRegister } from '../../../../server/features/learning/invitations/admin.ts'
import { resetProgress } from '../../../../server/features/learning/progress/reset-progress.ts'
import { ResetProgressInput } from '../../../../server/features/learning/progress/schema.ts'
import { eraseAccountByEmail } from '../../../../server/features/people/accounts/erase-account.ts'
import { setEmail } from '../../../../server/features/people/accounts/set-email.ts'
import { setRole } from '../../../../server/features/people/accounts/set-role.ts'
import { reinstateUser, suspendUser } from '../../../../server/features/people/accounts/suspend.ts'
import { verifyUser } from '../../../../server/features/people/accounts/verify-user.ts'
import { removeSecondFactorsOf } from '../../../../server/features/people/second-factors/remove-all.ts'
import { endSessionsOfUser } from '../../../../server/features/people/users/change-user.ts'
import { createUser, renameUser } from '../../../../server/features/people/users/create-user.ts'
import { getUser } from '../../../../server/features/people/users/get-user.ts'
import { listSessionsOfUser } from '../../../../server/features/people/users/lists-of-user.ts'
import {
  CreateUserInput,
  RenameUserInput,
} from '../../../../server/features/people/users/schema.ts'
import { requireChosenCourse } from '../../../../server/features/platform/admin/chosen-course.ts'
import {
  type ChosenPerson,
  requirePerson,
} from '../../../../server/features/platform/admin/chosen-user.ts'
import { listAdminTransactions } from '../../../../server/features/shop/transactions/admin/list.ts'
import { UsageError } from '../../command-errors.ts'
import { type CommandResult, said } from '../../output.ts'
import { allPages, detailsOf, listOf, readInput } from '../../results.ts'

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

/** All ways into a course, with their ends. */
function waysOf({ ways }: AdminEnrollment): string {
  return ways
    .map(({ source, name, endsOn }) => {
      const way = name === null ? source : `${source} ${name}`
      return endsOn === null ? way : `${way} until ${endsOn}`
    })
    .join(', ')
}

export async function verify(deps: Deps, email: string): Promise<CommandResult> {
  const { user, isNew } = await verifyUser(deps, email)
  const since = user.emailVerifiedAt.toISOString()
  return said(
    { ...(await getUser(deps, { userId: user.id })), changed: isNew },
    `The email ${user.email} ${isNew ? 'is now verified' : `was already verified on ${since}`}.`,
  )
}

export async function create(
  deps: Deps,
  email: string,
  { name }: { name: string },
): Promise<CommandResult> {
  const input = readInput(CreateUserInput, { email, name }, { email: 'EMAIL', name: '--name' })
  const { id: userId } = await createUser(deps, input)
  return said(
    await getUser(deps, { userId }),
    `${email} has an account, and gets a mail to set its password.`,
  )
}

export async function rename(deps: Deps, email: string, name: string): Promise<CommandResult> {
  const { id: userId } = await requirePerson(deps, { email })
  const input = readInput(RenameUserInput, { userId, name }, { name: 'NAME' })
  await renameUser(deps, input)
  return said(await getUser(deps, { userId }), `${email} is now called ${input.name}.`)
}

export async function reset(
  deps: Deps,
  email: string,
  idOrSlug: string,
  { reason }: { reason: string },
): Promise<CommandResult> {
  const { id: userId } = await requirePerson(deps, { email })
  const { id: courseId } = await requireChosenCourse(deps, idOrSlug)
  const done = await resetProgress(
    deps,
    readInput(ResetProgressInput, { userId, courseId, reason }, { reason: '--reason' }),
  )
  const stays = done.staysCompleted ? ', and stays completed' : ''
  return said(
    done,
    `${done.lessons} lessons of ${email} are reset: ${done.percentBefore} % is ${done.percent} %${stays}.`,
  )
}

const roleWords = {
  learner: 'a learner',
  admin: 'an administrator',
  support: 'as support',
  finance: 'as finance',
} as const satisfies Record<UserRow['role'], string>

export async function changeRole(
  deps: Deps,
  email: string,
  role: UserRow['role'],
): Promise<CommandResult> {
  const { id: userId } = await setRole(deps, { email, role })
  return said(await getUser(deps, { userId }), `${email} is now ${roleWords[role]}.`)
}

export async function removeSecondFactors(deps: Deps, email: string): Promise<CommandResult> {
  const { id: userId } = await requirePerson(deps, { email })
  const removed = await removeSecondFactorsOf(deps, { userId })
  const text =
    removed === 0
      ? `${email} has no second factor.`
      : `${email} signs in without a second factor now: ${removed} removed.`
  return said(await getUser(deps, { userId }), text)
}

export async function suspend(
  deps: Deps,
  email: string,
  { reason }: { reason: string },
): Promise<CommandResult> {
  const { id: userId } = await suspendUser(deps, { email, reason })
  const user = await getUser(deps, { userId })
  const { since, reason: why } = user.suspension ?? {}
  return said(user, `${email} is suspended since ${since}: ${why}`)
}

export async function reinstate(deps: Deps, email: string): Promise<CommandResult> {
  const { id: userId } = await reinstateUser(deps, { email })
  return said(await getUser(deps, { userId }), `${email} is not suspended.`)
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

export async function erase(deps: Deps, email: string): Promise<CommandResult> {
  const id = await eraseAccountByEmail(deps, email)
  return said({ id, email, erased: true }, `${email} was erased.`)
}

export async function invite(deps: Deps, email: string): Promise<CommandResult> {
  const { isNew, invitation } = await inviteToRegister(deps, { email })
  const sentence = isNew ? 'is invited to register' : 'was invited before'
  return said({ ...invitation, changed: isNew }, `${email} ${sentence}.`)
}

export async function sessions(
  deps: Deps,
  email: string,
  { end }: { end?: true },
): Promise<CommandResult> {
  const { id: userId } = await requirePerson(deps, { email })
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
