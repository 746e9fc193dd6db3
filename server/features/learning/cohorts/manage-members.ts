import { type CourseRow, findCourse } from '../../../../db/queries/courses/courses/courses.ts'
import {
  type CohortRow,
  deleteCohortMember,
  insertCohortMember,
  listCohortCourses,
  lockCohort,
} from '../../../../db/queries/learning/cohorts.ts'
import {
  keepSaidWay,
  listCoursesByCohort,
} from '../../../../db/queries/learning/enrollments/kept-ways.ts'
import {
  type InvitationRow,
  listPromises,
  lockInvitationsTo,
} from '../../../../db/queries/learning/invitations.ts'
import { findUser, type UserRow } from '../../../../db/queries/people/users/users.ts'
import { lockSeats } from '../../../../db/queries/shop/seats.ts'
import { lockPurchasesOf } from '../../../../db/queries/shop/transactions.ts'
import { type ActorDeps, type Context, inTransaction } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { recordEvent } from '../../../security/audit.ts'
import { findPerson, readChosenUser } from '../../platform/admin/chosen-user.ts'
import { refuseOwn } from '../../platform/admin/refuse-own.ts'
import { enrollUser, lockSeatsToEnroll } from '../../shop/transactions/enroll-user.ts'
import { requireFuture } from '../enrollments/enroll-learner.ts'
import { createInvitation } from '../invitations/create-invitation.ts'
import { withdrawPromise } from '../invitations/promises.ts'
import type * as schema from './schema.ts'
import { getCohort } from './show-cohorts.ts'
import { takeCourse } from './take-course.ts'

/**
 * Adds somebody to a cohort, which enrolls them in its courses if it has begun. Without a verified
 * account they are invited to the courses. Adding them again gives what they do not have.
 *
 * @throws NotForYourself, CohortNotFound, UserNotFound, CourseFull, InvalidFields
 */
export async function addCohortMember(
  ctx: ActorDeps & Pick<Context, 'outcome'>,
  { cohortId, user: emailOrId }: schema.AddCohortMemberInput,
): Promise<schema.AddedCohortMember> {
  const person = readChosenUser(emailOrId)
  const found = await findPerson(ctx, person)
  refuseOwn(ctx, found?.id)
  if (found === undefined && person.email === undefined) throw new AppError('UserNotFound')
  const added = await inTransaction(ctx, async (ctx) => {
    if (found !== undefined) await lockPurchasesOf(ctx.db, found.id)
    const user = found && (await findUser(ctx.db, found.id))
    const cohort = await lockCohort(ctx.db, cohortId, 'share')
    if (cohort === undefined) throw new AppError('CohortNotFound')
    requireFuture(ctx, cohort.endsAt, 'cohort')
    const courses = await listCohortCourses(ctx.db, cohortId)
    const courseIds = courses.map(({ id }) => id)
    const email = user?.email ?? person.email
    if (email !== undefined) await lockInvitationsTo(ctx.db, email)
    if (user === undefined) await lockSeats(ctx.db, { courseIds })
    else await lockSeatsToEnroll(ctx, { userId: user.id, courseIds })

    if (user !== undefined && user.emailVerifiedAt !== null)
      return { outcome: await addUser(ctx, user, { cohort, courseIds }), userId: user.id }
    if (email === undefined) throw new AppError('UserNotFound')
    const outcome = await inviteToCohort(ctx, email, { cohort, courseIds })
    return { outcome, userId: user?.id ?? null }
  })
  ctx.outcome.created = added.outcome !== 'unchanged'
  return added
}

interface Given {
  cohort: CohortRow
  courseIds: string[]
}

async function addUser(
  ctx: ActorDeps,
  user: UserRow,
  { cohort, courseIds }: Given,
): Promise<'added' | 'unchanged'> {
  const member = { cohortId: cohort.id, userId: user.id }
  const isNew = await insertCohortMember(ctx.db, { ...member, addedAt: ctx.now() })
  if (isNew)
    await recordEvent(ctx, 'cohort-member-added', { ...member, details: { cohortId: cohort.id } })
  let given = 0
  if (cohort.begunAt !== null)
    for (const course of await readCourses(ctx, courseIds)) {
      // Records that the cohort's courses were decided by whoever gave them to it.
      const waive = `cohort ${cohort.name}`
      const { outcome } = await enrollUser(ctx, { user, course, cohort, waive })
      if (outcome === 'enrolled') given += 1
    }
  return isNew || given > 0 ? 'added' : 'unchanged'
}

async function inviteToCohort(
  ctx: ActorDeps,
  email: string,
  { cohort, courseIds }: Given,
): Promise<'invited' | 'unchanged'> {
  if (courseIds.length === 0)
    throw new AppError('InvalidFields', {
      issues: [
        {
          path: 'email',
          message: 'has no verified account, and the cohort no course to invite to: add one first',
        },
      ],
    })
  let invited = 0
  for (const course of await readCourses(ctx, courseIds)) {
    const { outcome } = await createInvitation(ctx, {
      email,
      course,
      cohortId: cohort.id,
      endsAt: cohort.endsAt,
    })
    if (outcome !== 'unchanged') invited += 1
  }
  return invited > 0 ? 'invited' : 'unchanged'
}

/** Reads them in the order of their ids, like their seats. */
async function readCourses({ db }: ActorDeps, ids: string[]): Promise<CourseRow[]> {
  const courses: CourseRow[] = []
  for (const id of ids) {
    const course = await findCourse(db, { id })
    if (course !== undefined) courses.push(course)
  }
  return courses
}

/** Lists and locks invitations of the member that came with the cohort and are still open. */
async function listPlaces(
  { db }: ActorDeps,
  { cohortId, userId }: schema.CohortMemberInput,
): Promise<InvitationRow[]> {
  const user = await findUser(db, userId)
  if (user === undefined) return []
  const places: InvitationRow[] = []
  for (const invitation of await lockInvitationsTo(db, user.email)) {
    const promises = await listPromises(db, invitation.id)
    if (promises.some((promised) => promised.cohortId === cohortId)) places.push(invitation)
  }
  return places
}

/**
 * Removes a member, and what the cohort gave them; a course that they also have in another way
 * stays open by that. A later end of the cohort reopens none of them.
 *
 * @throws CohortNotFound, MemberNotFound
 */
export async function removeCohortMember(
  ctx: ActorDeps,
  member: schema.CohortMemberInput,
): Promise<schema.Cohort> {
  await inTransaction(ctx, async (ctx) => {
    await lockPurchasesOf(ctx.db, member.userId)
    if ((await lockCohort(ctx.db, member.cohortId, 'share')) === undefined)
      throw new AppError('CohortNotFound')
    const courseIds = await listCoursesByCohort(ctx.db, member)
    for (const courseId of courseIds) await keepSaidWay(ctx.db, { userId: member.userId, courseId })
    if (!(await deleteCohortMember(ctx.db, member))) throw new AppError('MemberNotFound')
    const promised = await listPlaces(ctx, member)
    await lockSeats(ctx.db, {
      courseIds: [...courseIds, ...promised.flatMap(({ courseId }) => courseId ?? [])],
    })
    for (const { id } of promised) await withdrawPromise(ctx, { id, cohortId: member.cohortId })
    let ended = 0
    for (const courseId of courseIds)
      if (await takeCourse(ctx, { ...member, courseId }, 'taken out of the cohort')) ended += 1
    await recordEvent(ctx, 'cohort-member-removed', {
      userId: member.userId,
      details: { cohortId: member.cohortId, enrollmentsEnded: ended },
    })
  })
  return getCohort(ctx, member)
}
