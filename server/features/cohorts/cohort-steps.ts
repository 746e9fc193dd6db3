import { findUser } from '../../../db/queries/accounts/users/users.ts'
import {
  type CohortRow,
  deleteCohort,
  deleteCohortMember,
  findCohort,
  hasCohortCourse,
  isCohortMember,
  isInvitedToCohort,
  listCohortMembers,
  listInvitedToCohort,
  listSomeInvitationsOfCohort,
  listSomeOfCohort,
  lockCohort,
} from '../../../db/queries/learning/cohorts.ts'
import { findCourse } from '../../../db/queries/learning/courses/courses.ts'
import { findEnrollment } from '../../../db/queries/learning/enrollments/enrollments.ts'
import {
  listCoursesEndingWithCohort,
  listEndingWithCohort,
  listEnrolledWithCohort,
  separateFromCohort,
} from '../../../db/queries/learning/enrollments/with-cohort.ts'
import { findInvitation, updateInvitation } from '../../../db/queries/learning/invitations.ts'
import { lockSeats } from '../../../db/queries/learning/seats.ts'
import type { Deps } from '../../context.ts'
import type { JobPayloads } from '../../job-kinds.ts'
import { endAccess } from '../enrollments/end-learner-enrollment.ts'
import { changeEnd } from '../enrollments/set-end.ts'
import { createInvitation } from '../invitations/create-invitation.ts'
import { withdrawInvitation } from '../invitations/withdraw-invitation.ts'
import { enrollUser } from '../transactions/enroll-user.ts'

export type CohortTask = JobPayloads['change-cohort']
type TaskOf<Name extends CohortTask['task']> = Extract<CohortTask, { task: Name }>

const listedAtOnce = 200

/** What to do for one person. */
export interface CohortStep {
  /** Names them: the next page begins behind. Undefined if whoever is done is not listed again. */
  after: string | undefined
  userId: string | null
  /**
   * In a transaction that has locked the purchases of the user. The cohort may be another since the
   * list was read: each locks it and reads again what it goes by.
   */
  work: (ctx: Deps) => Promise<void>
}

/** The next ones; none when a list is at its end. Undefined when there is nothing left to do. */
export function listSteps(ctx: Deps, task: CohortTask): Promise<CohortStep[] | undefined> {
  switch (task.task) {
    case 'enroll':
      return task.isInvited === true ? listInvitations(ctx, task) : listEnrollments(ctx, task)
    case 'end':
      return listEnds(ctx, task)
    case 'reschedule':
      return listReschedules(ctx, task)
    case 'delete':
      return listSeparations(ctx, task)
  }
}

async function listEnrollments(
  ctx: Deps,
  { cohortId, courseId, after }: TaskOf<'enroll'>,
): Promise<CohortStep[] | undefined> {
  const course = await findCourse(ctx.db, { id: courseId })
  if (course === undefined || (await findCohort(ctx.db, { id: cohortId })) === undefined)
    return undefined
  const members = await listCohortMembers(ctx.db, { cohortId, after, limit: listedAtOnce })
  return members.map(({ id: userId }) => ({
    after: userId,
    userId,
    work: async (ctx) => {
      const cohort = await lockGivingCohort(ctx, { cohortId, courseId })
      if (cohort === undefined || !(await isCohortMember(ctx.db, { cohortId, userId }))) return
      const user = await findUser(ctx.db, userId)
      if (user !== undefined) await enrollUser(ctx, { user, course, cohort })
    },
  }))
}

async function listInvitations(
  ctx: Deps,
  { cohortId, courseId, after }: TaskOf<'enroll'>,
): Promise<CohortStep[] | undefined> {
  const course = await findCourse(ctx.db, { id: courseId })
  if (course === undefined) return undefined
  const invited = await listInvitedToCohort(ctx.db, { cohortId, after, limit: listedAtOnce })
  return invited.map(({ email, locale }) => ({
    after: email,
    userId: null,
    work: async (ctx) => {
      const cohort = await lockGivingCohort(ctx, { cohortId, courseId })
      if (cohort === undefined || !(await isInvitedToCohort(ctx.db, { cohortId, email }))) return
      await createInvitation(ctx, { email, course, cohortId, endsAt: cohort.endsAt, locale })
    },
  }))
}

/** Undefined if it does not give the course: not yet, or not any more. */
async function lockGivingCohort(
  { db }: Deps,
  link: { cohortId: string; courseId: string },
): Promise<CohortRow | undefined> {
  const cohort = await lockCohort(db, link.cohortId, 'share')
  if (cohort === undefined || cohort.begunAt === null) return undefined
  return (await hasCohortCourse(db, link)) ? cohort : undefined
}

async function listEnds(
  ctx: Deps,
  { cohortId, courseId, after }: TaskOf<'end'>,
): Promise<CohortStep[]> {
  // Before the learners: whoever accepts at this moment is among them.
  const withdrawals = await listWithdrawals(ctx, { cohortId, courseId })
  if (withdrawals.length > 0) return withdrawals
  const page = { cohortId, courseId, after, limit: listedAtOnce }
  const userIds = await listEnrolledWithCohort(ctx.db, page)
  return userIds.map((userId) => ({
    after: userId,
    userId,
    work: async (ctx) => {
      if ((await lockCohort(ctx.db, cohortId, 'share')) === undefined) return
      if (await hasCohortCourse(ctx.db, { cohortId, courseId })) return
      const enrollment = await findEnrollment(ctx.db, { userId, courseId })
      if (enrollment?.cohortId !== cohortId) return
      if (enrollment.status === 'active' || enrollment.leftAt !== null)
        await endAccess(ctx, { userId, courseId })
      // A later end of the cohort must not open it again.
      await separateFromCohort(ctx.db, { cohortId, userId, courseId })
    },
  }))
}

/** Places that were promised with the course. */
async function listWithdrawals(
  ctx: Deps,
  { cohortId, courseId }: { cohortId: string; courseId: string },
): Promise<CohortStep[]> {
  if (await hasCohortCourse(ctx.db, { cohortId, courseId })) return []
  const page = { cohortId, courseId, limit: listedAtOnce }
  const ids = await listSomeInvitationsOfCohort(ctx.db, page)
  return ids.map((id) => ({
    after: undefined,
    userId: null,
    work: async (ctx) => {
      if ((await lockCohort(ctx.db, cohortId, 'share')) === undefined) return
      if (await hasCohortCourse(ctx.db, { cohortId, courseId })) return
      if ((await findInvitation(ctx.db, id)) !== undefined) await withdrawInvitation(ctx, id)
    },
  }))
}

/** To the end that the cohort has now: it may have been moved again since the task was made. */
async function listReschedules(
  ctx: Deps,
  { cohortId, after, from }: TaskOf<'reschedule'>,
): Promise<CohortStep[]> {
  const endsAt = from === null ? null : new Date(from)
  const page = { cohortId, endsAt, after, limit: listedAtOnce }
  const userIds = await listEndingWithCohort(ctx.db, page)
  return userIds.map((userId) => ({
    after: userId,
    userId,
    work: async (ctx) => {
      const cohort = await lockCohort(ctx.db, cohortId, 'share')
      if (cohort === undefined) return
      const courseIds = await listCoursesEndingWithCohort(ctx.db, { cohortId, userId, endsAt })
      await lockSeats(ctx.db, { courseIds })
      for (const courseId of courseIds)
        await changeEnd(ctx, { userId, courseId, endsAt: cohort.endsAt })
    },
  }))
}

/** The cohort itself goes last. */
async function listSeparations(
  ctx: Deps,
  { cohortId }: TaskOf<'delete'>,
): Promise<CohortStep[] | undefined> {
  const page = { cohortId, limit: listedAtOnce }
  const invitationIds = await listSomeInvitationsOfCohort(ctx.db, page)
  if (invitationIds.length > 0)
    return invitationIds.map((id) => ({
      after: undefined,
      userId: null,
      work: async (ctx) => {
        await updateInvitation(ctx.db, id, { cohortId: null })
      },
    }))
  const userIds = await listSomeOfCohort(ctx.db, page)
  if (userIds.length === 0) {
    await deleteCohort(ctx.db, cohortId)
    return undefined
  }
  return userIds.map((userId) => ({
    after: undefined,
    userId,
    work: async (ctx) => {
      await separateFromCohort(ctx.db, { cohortId, userId })
      await deleteCohortMember(ctx.db, { cohortId, userId })
    },
  }))
}
