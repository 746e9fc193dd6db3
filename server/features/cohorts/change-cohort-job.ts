import { findUser } from '../../../db/queries/accounts/users.ts'
import { lockPurchasesOf } from '../../../db/queries/commerce/transactions.ts'
import {
  beginDueCohorts,
  type CohortRow,
  findCohort,
  hasCohortCourse,
  isCohortMember,
  listCohortCourses,
  listCohortMembers,
  listEndingWithCohort,
  listEnrolledWithCohort,
  listInvitedToCohort,
} from '../../../db/queries/learning/cohorts.ts'
import { type CourseRow, findCourse } from '../../../db/queries/learning/courses/courses.ts'
import { type Deps, inTransaction } from '../../context.ts'
import { AppError } from '../../errors/errors.ts'
import type { JobPayloads } from '../../job-kinds.ts'
import { recordEvent } from '../../security/audit.ts'
import { endAccess } from '../enrollments/end-learner-enrollment.ts'
import { changeEnd } from '../enrollments/set-end.ts'
import { createInvitation } from '../invitations/create-invitation.ts'
import { enrollUser } from '../transactions/enroll-user.ts'

type CohortTask = JobPayloads['change-cohort']

/** How long a job runs: a server that stops does not wait longer for it. The next job goes on. */
const sliceMilliseconds = 5_000
const listedAtOnce = 200

/** One person after another: `after` is the last who is done. */
interface Step {
  after: string
  work: (ctx: Deps) => Promise<void>
  userId: string | null
}

/**
 * The job: gives, takes or reschedules courses of a cohort for some seconds and enqueues the job
 * that goes on. Killed at any point, it does the same again, which changes nothing.
 */
export async function changeCohortJob(ctx: Deps, given: CohortTask): Promise<void> {
  const deadline = performance.now() + sliceMilliseconds
  let task = given
  while (performance.now() < deadline) {
    const steps = await listSteps(ctx, task)
    if (steps === undefined) return
    for (const { after, work, userId } of steps) {
      await tryStep(ctx, task, { work, userId })
      task = { ...task, after }
      if (performance.now() >= deadline) break
    }
    if (steps.length > 0) continue
    // All members have it: now those who are invited.
    if (task.task !== 'enroll' || task.isInvited === true) return
    const { after: _after, ...rest } = task
    task = { ...rest, isInvited: true }
  }
  await enqueueCohortTask(ctx, task)
}

export async function enqueueCohortTask(ctx: Deps, task: CohortTask): Promise<void> {
  await ctx.jobs.enqueue(ctx.db, 'change-cohort', task)
  ctx.afterCommit(() => ctx.jobs.wake('change-cohort'))
}

/** Each minute: cohorts whose start has come. */
export async function beginCohorts(ctx: Deps): Promise<void> {
  await inTransaction(ctx, async (ctx) => {
    for (const { id: cohortId } of await beginDueCohorts(ctx.db, ctx.now())) {
      await recordEvent(ctx, 'cohort-begun', { userId: null, details: { cohortId } })
      for (const { id: courseId } of await listCohortCourses(ctx.db, cohortId))
        await enqueueCohortTask(ctx, { cohortId, courseId, task: 'enroll' })
    }
  })
}

/** Undefined when there is nothing to do any more: the cohort, its course or its end is another. */
async function listSteps(ctx: Deps, task: CohortTask): Promise<Step[] | undefined> {
  const { cohortId, after } = task
  const cohort = await findCohort(ctx.db, { id: cohortId })
  if (cohort === undefined) return undefined
  const page = { cohortId, after, limit: listedAtOnce }
  if (task.task === 'reschedule') return listReschedules(ctx, task)

  const isPart = await hasCohortCourse(ctx.db, { cohortId, courseId: task.courseId })
  if (isPart !== (task.task === 'enroll')) return undefined
  if (task.task === 'end') {
    const userIds = await listEnrolledWithCohort(ctx.db, { ...page, courseId: task.courseId })
    return userIds.map((userId) => ({
      after: userId,
      userId,
      work: async (ctx) => {
        await endAccess(ctx, { userId, courseId: task.courseId })
      },
    }))
  }
  const course = await findCourse(ctx.db, { id: task.courseId })
  if (course === undefined || cohort.begunAt === null) return undefined
  return task.isInvited === true
    ? listInvitationsToMake(ctx, { cohort, course, after })
    : listEnrollmentsToMake(ctx, { cohort, course, after })
}

interface Giving {
  cohort: CohortRow
  course: CourseRow
  after: string | undefined
}

async function listEnrollmentsToMake(
  ctx: Deps,
  { cohort, course, after }: Giving,
): Promise<Step[]> {
  const members = await listCohortMembers(ctx.db, {
    cohortId: cohort.id,
    after,
    limit: listedAtOnce,
  })
  return members.map(({ id: userId }) => ({
    after: userId,
    userId,
    work: async (ctx) => {
      const user = await findUser(ctx.db, userId)
      if (user === undefined || !(await isCohortMember(ctx.db, { cohortId: cohort.id, userId })))
        return
      await enrollUser(ctx, { user, course, cohort })
    },
  }))
}

async function listInvitationsToMake(
  ctx: Deps,
  { cohort, course, after }: Giving,
): Promise<Step[]> {
  const { id: cohortId, endsAt } = cohort
  const invited = await listInvitedToCohort(ctx.db, { cohortId, after, limit: listedAtOnce })
  return invited.map(({ email, locale }) => ({
    after: email,
    userId: null,
    work: async (ctx) => {
      await createInvitation(ctx, { email, course, cohortId, endsAt, locale })
    },
  }))
}

async function listReschedules(
  ctx: Deps,
  { cohortId, after, from, to }: Extract<CohortTask, { task: 'reschedule' }>,
): Promise<Step[]> {
  const learners = await listEndingWithCohort(ctx.db, {
    cohortId,
    endsAt: from === null ? null : new Date(from),
    after,
    limit: listedAtOnce,
  })
  const endsAt = to === null ? null : new Date(to)
  return learners.map(({ userId, courseIds }) => ({
    after: userId,
    userId,
    work: async (ctx) => {
      for (const courseId of courseIds) await changeEnd(ctx, { userId, courseId, endsAt })
    },
  }))
}

/** One who cannot be given a course must not hold up all the others. */
async function tryStep(
  ctx: Deps,
  { cohortId, task }: CohortTask,
  { work, userId }: Pick<Step, 'work' | 'userId'>,
): Promise<void> {
  try {
    await inTransaction(ctx, async (ctx) => {
      if (userId !== null) await lockPurchasesOf(ctx.db, userId)
      await work(ctx)
    })
  } catch (error) {
    if (!(error instanceof AppError) || error.status >= 500) throw error
    await recordEvent(ctx, 'cohort-enrollment-failed', {
      userId,
      details: { cohortId, task, error: error.name },
    })
  }
}
