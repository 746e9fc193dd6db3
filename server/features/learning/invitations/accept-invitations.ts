import { atSavepoint } from '../../../../db/postgres/savepoint.ts'
import { findCourse } from '../../../../db/queries/courses/courses/courses.ts'
import {
  type CohortRow,
  hasCohortCourse,
  type InCohort,
  insertCohortMember,
  isCohortMember,
  lockCohort,
} from '../../../../db/queries/learning/cohorts.ts'
import {
  deleteInvitation,
  type InvitationRow,
  listCohortsOfInvitations,
  listPromises,
  listUsersToEnroll,
  lockInvitationsTo,
} from '../../../../db/queries/learning/invitations.ts'
import { findUser, type UserRow } from '../../../../db/queries/people/users/users.ts'
import { lockPurchasesOf } from '../../../../db/queries/shop/transactions.ts'
import { type Deps, inTransaction } from '../../../context.ts'
import { describeCause } from '../../../errors/describe-cause.ts'
import { AppError } from '../../../errors/errors.ts'
import { refusalOf } from '../../../errors/refusal-of.ts'
import { recordEvent } from '../../../security/audit.ts'
import { forEachDue } from '../../platform/postponed/for-each-due.ts'
import { enrollUser, lockSeatsToEnroll } from '../../shop/transactions/enroll-user.ts'
import { factsOf } from './create-invitation.ts'

const usersAtOnce = 500

/**
 * Turns the user's invitations into enrollments, in the transaction that verifies the email and has
 * locked the user. Records what cannot be given, without holding up the rest.
 */
export async function acceptInvitations(ctx: Deps, userId: string): Promise<void> {
  const user = await findUser(ctx.db, userId)
  if (user === undefined || user.emailVerifiedAt === null) return
  await acceptLocked(ctx, user, await lockWaiting(ctx, { userId, emails: [user.email] }))
}

export interface Waiting {
  cohorts: Map<string, CohortRow>
  invitations: InvitationRow[]
}

/** Locks the emails' invitations, and all that accepting or withdrawing them takes and frees. */
export async function lockWaiting(
  ctx: Deps,
  { userId, emails }: { userId: string; emails: string[] },
): Promise<Waiting> {
  const cohorts = await lockCohorts(ctx, emails)
  // Reads under the lock, so that an end moved before is included.
  const invitations: InvitationRow[] = []
  for (const email of emails.toSorted())
    invitations.push(...(await lockInvitationsTo(ctx.db, email)))
  const courseIds = invitations.flatMap(({ courseId }) => courseId ?? [])
  if (invitations.length > 0) await lockSeatsToEnroll(ctx, { userId, courseIds })
  return { cohorts, invitations }
}

/** Accepts invitations to the user's email, which is verified. */
export async function acceptLocked(
  ctx: Deps,
  user: UserRow,
  { cohorts, invitations }: Waiting,
): Promise<void> {
  for (const invitation of invitations) {
    const promises = (await listPromises(ctx.db, invitation.id)).flatMap(({ cohortId, endsAt }) => {
      const cohort = cohortId === null ? undefined : cohorts.get(cohortId)
      // Skips one that got a different cohort at this moment: the clean-up accepts it.
      return cohortId !== null && cohort === undefined ? [] : [{ cohort, endsAt }]
    })
    if (promises.length === 0) continue
    // Records a refusal and goes on: mails about other events of the account must not wait.
    try {
      await atSavepoint(ctx.db, () => accept(ctx, user, { invitation, promises }))
    } catch (error) {
      const refusal = refusalOf(error)
      if (!(refusal instanceof AppError)) throw error
      await fail(ctx, user, { invitation, refusal })
    }
  }
}

async function lockCohorts({ db }: Deps, emails: string[]): Promise<Map<string, CohortRow>> {
  const cohorts = new Map<string, CohortRow>()
  for (const id of await listCohortsOfInvitations(db, emails)) {
    const cohort = await lockCohort(db, id, 'share')
    if (cohort !== undefined) cohorts.set(id, cohort)
  }
  return cohorts
}

/** Accepts for accounts verified while somebody invited them, or by the previous release. */
export async function acceptOverlooked(ctx: Deps): Promise<void> {
  await forEachDue(ctx, {
    task: 'accept-invitations',
    list: () => listUsersToEnroll(ctx.db, { now: ctx.now(), limit: usersAtOnce }),
    limit: usersAtOnce,
    idOf: (userId) => userId,
    work: (userId) =>
      inTransaction(ctx, async (ctx) => {
        await lockPurchasesOf(ctx.db, userId)
        await acceptInvitations(ctx, userId)
      }),
  })
}

interface Accepted {
  invitation: InvitationRow
  promises: { cohort: CohortRow | undefined; endsAt: Date | null }[]
}

async function accept(ctx: Deps, user: UserRow, { invitation, promises }: Accepted): Promise<void> {
  const { id, courseId, expiresAt } = invitation
  if (expiresAt <= ctx.now() && !(await isMemberOfAny(ctx, user, promises))) {
    await deleteInvitation(ctx.db, id)
    return
  }
  if (courseId === null) {
    await deleteInvitation(ctx.db, id)
    await recordEvent(ctx, 'invitation-accepted', {
      userId: user.id,
      details: factsOf(invitation),
    })
    return
  }
  const course = await findCourse(ctx.db, { id: courseId })
  if (course === undefined || course.status !== 'published') throw new AppError('CourseNotFound')
  const kept = promises.filter(({ endsAt }) => endsAt === null || endsAt > ctx.now())
  if (kept.length === 0) throw new AppError('EnrollmentNotFound')
  for (const { cohort, endsAt } of kept)
    if (cohort !== undefined && (await isToBegin(ctx, cohort, courseId)))
      await joinCohort(ctx, { cohortId: cohort.id, userId: user.id })
    // Enrolls them as decided by whoever invited them.
    else
      await enrollUser(ctx, {
        ...{ user, course, endsAt, cohort },
        source: 'invitation',
        waive: 'an invitation',
      })
}

async function isMemberOfAny(
  { db }: Deps,
  { id: userId }: UserRow,
  promises: Accepted['promises'],
): Promise<boolean> {
  for (const { cohort } of promises)
    if (cohort !== undefined && (await isCohortMember(db, { cohortId: cohort.id, userId })))
      return true
  return false
}

/** Whether its members wait to be enrolled together: until then the invitation holds the seat. */
async function isToBegin(
  { db }: Deps,
  { id: cohortId, begunAt }: CohortRow,
  courseId: string,
): Promise<boolean> {
  return begunAt === null && (await hasCohortCourse(db, { cohortId, courseId }))
}

async function joinCohort(ctx: Deps, member: InCohort): Promise<void> {
  if (!(await insertCohortMember(ctx.db, { ...member, addedAt: ctx.now() }))) return
  await recordEvent(ctx, 'cohort-member-added', {
    userId: member.userId,
    details: { cohortId: member.cohortId },
  })
}

async function fail(
  ctx: Deps,
  user: UserRow,
  { invitation, refusal }: { invitation: InvitationRow; refusal: AppError },
): Promise<void> {
  await deleteInvitation(ctx.db, invitation.id)
  await recordEvent(ctx, 'invitation-failed', {
    userId: user.id,
    details: { ...factsOf(invitation), error: refusal.name },
  })
  ctx.log.warn(
    { invitationId: invitation.id, userId: user.id, cause: describeCause(refusal) },
    'an invitation was accepted, but its course could not be given',
  )
}
