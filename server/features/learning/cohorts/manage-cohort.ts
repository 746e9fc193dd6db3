import { databaseError } from '../../../../db/postgres/failures.ts'
import { forgetCohortOfTeachers } from '../../../../db/queries/authoring/members.ts'
import * as stored from '../../../../db/queries/learning/cohorts.ts'
import { moveInvitationEnds } from '../../../../db/queries/learning/invitations.ts'
import { newId } from '../../../../lib/ids.ts'
import { endMeant, startMeant } from '../../../../lib/lists/periods.ts'
import { withIsoDates } from '../../../../lib/schema.ts'
import { type ActorDeps, type Context, inTransaction } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { changeOf } from '../../../security/audit/details.ts'
import { recordEvent } from '../../../security/audit.ts'
import { requireChosenCourse } from '../../platform/admin/chosen-course.ts'
import { ownLearnerOf, refuseOwn } from '../../platform/admin/refuse-own.ts'
import { enqueueCohortTask } from './change-cohort-job.ts'
import { requireDaysWithin } from './days-within.ts'
import type * as schema from './schema.ts'
import { describeCohort, getCohort, toCohortSummary } from './show-cohorts.ts'

/** Bounds the courses that a member gets in one transaction. */
const maxCourses = 100
const tooMany = `is one too many: a cohort has at most ${maxCourses} courses`

interface CohortTerms {
  name: string
  startsAt: Date | null
  endsAt: Date | null
}

/** @throws CohortNameTaken, InvalidFields */
export async function createCohort(
  ctx: ActorDeps,
  input: schema.CreateCohortInput,
): Promise<schema.Cohort> {
  const terms = { name: input.name, ...datesMeant(ctx, input) }
  requireOrder(ctx, terms)
  const now = ctx.now()
  const hasBegun = terms.startsAt === null || terms.startsAt <= now
  const begunAt = hasBegun ? now : null
  const cohort = { ...terms, id: newId(), begunAt, deletedAt: null, createdAt: now }
  return inTransaction(ctx, async (ctx) => {
    await stored.insertCohort(ctx.db, cohort).catch(refuseTakenName)
    await recordEvent(ctx, 'cohort-created', {
      userId: null,
      details: { cohortId: cohort.id, ...changeOf(undefined, factsOf(cohort)) },
    })
    return describeCohort(ctx, cohort)
  })
}

/**
 * Renames it, or moves its dates. A different end also moves, in a job, enrollments that came with
 * the cohort, unless they have an end of their own.
 *
 * @throws NotForYourself, CohortNotFound, CohortNameTaken, InvalidFields
 */
export async function updateCohort(
  ctx: ActorDeps,
  { cohortId: id, ...input }: schema.UpdateCohortInput,
): Promise<schema.Cohort> {
  return inTransaction(ctx, async (ctx) => {
    const before = await requireCohort(ctx, id)
    const { name = before.name, ...said } = input
    const meant = datesMeant(ctx, { startsAt: said.startsAt, endsAt: said.endsAt })
    const { startsAt = before.startsAt, endsAt = before.endsAt } = meant
    const wanted = { name, startsAt, endsAt }
    requireOrder(ctx, wanted, before)
    const courses = (await stored.listCohortCourses(ctx.db, id)).map((course) => course.id)
    await requireDaysWithin(ctx, { ...before, ...wanted }, { courseIds: courses, path: 'endsAt' })
    if (before.begunAt !== null && startsAt !== null && startsAt > ctx.now())
      throw new AppError('InvalidFields', {
        issues: [{ path: 'startsAt', message: 'cannot be ahead: the cohort has begun' }],
      })
    const moved = changeOf(factsOf(before), factsOf(wanted))
    if (Object.keys(moved).length > 0) await refuseOwnCohort(ctx, id)
    const details = { ...moved, ...(before.name !== name && { nameChanged: true }) }
    if (Object.keys(details).length === 0) return describeCohort(ctx, before)

    const after = (await stored.updateCohort(ctx.db, id, wanted).catch(refuseTakenName)) ?? before
    await recordEvent(ctx, 'cohort-changed', {
      userId: null,
      details: { cohortId: id, ...details },
    })
    if (before.endsAt?.getTime() !== after.endsAt?.getTime()) {
      await moveInvitationEnds(ctx.db, { cohortId: id, from: before.endsAt, to: after.endsAt })
      await enqueueCohortTask(ctx, {
        cohortId: id,
        task: 'reschedule',
        from: before.endsAt?.toISOString() ?? null,
      })
    }
    return describeCohort(ctx, after)
  })
}

/** Resolves dates in the school's time zone; absent ones stay absent. */
function datesMeant<Said extends string | null | undefined>(
  { config: { timeZone } }: ActorDeps,
  { startsAt, endsAt }: { startsAt: Said; endsAt: Said },
) {
  return { startsAt: startMeant(startsAt, timeZone), endsAt: endMeant(endsAt, timeZone) }
}

/**
 * Hides it from everyone; a job takes it off its members and enrollments. They stay enrolled, with
 * the end that they have; invitations by a cohort that never began are withdrawn.
 *
 * @throws CohortNotFound
 */
export async function deleteCohort(
  ctx: ActorDeps,
  { cohortId: id }: schema.CohortInput,
): Promise<schema.DeletedCohort> {
  const deletedAt = ctx.now()
  return inTransaction(ctx, async (ctx) => {
    const cohort = await stored.markCohortDeleted(ctx.db, { id, at: deletedAt })
    if (cohort === undefined) throw new AppError('CohortNotFound')
    await forgetCohortOfTeachers(ctx.db, id)
    await recordEvent(ctx, 'cohort-deleted', {
      userId: null,
      details: { cohortId: id, ...changeOf(factsOf(cohort), undefined) },
    })
    await enqueueCohortTask(ctx, { cohortId: id, task: 'delete' })
    return withIsoDates({ ...toCohortSummary(ctx, cohort), deletedAt })
  })
}

/**
 * Adds a course; a job enrolls the members if the cohort has begun. `created`: whether it is new.
 * @throws NotForYourself, CohortNotFound, CourseNotFound, InvalidFields
 */
export async function addCohortCourse(
  ctx: ActorDeps & Pick<Context, 'outcome'>,
  { cohortId: id, course: idOrSlug }: schema.AddCohortCourseInput,
): Promise<schema.Cohort> {
  const course = await requireChosenCourse(ctx, idOrSlug)
  const link = { cohortId: id, courseId: course.id }
  ctx.outcome.created = await inTransaction(ctx, async (ctx) => {
    const cohort = await requireCohort(ctx, id)
    const { begunAt } = cohort
    await requireDaysWithin(ctx, cohort, { courseIds: [course.id], path: 'course' })
    await refuseOwnCohort(ctx, id)
    if (!(await stored.insertCohortCourse(ctx.db, link))) return false
    if ((await stored.listCohortCourses(ctx.db, id)).length > maxCourses)
      throw new AppError('InvalidFields', { issues: [{ path: 'course', message: tooMany }] })
    await recordEvent(ctx, 'cohort-course-added', { userId: null, details: link })
    if (begunAt !== null) await enqueueCohortTask(ctx, { ...link, task: 'enroll' })
    return true
  })
  return getCohort(ctx, link)
}

/**
 * Removes a course; a job ends the enrollments in it which came with the cohort. A later end of the
 * cohort reopens none of them.
 */
export async function removeCohortCourse(
  ctx: ActorDeps,
  { cohortId, courseId: idOrSlug }: schema.CohortCourseInput,
): Promise<schema.Cohort> {
  const course = await requireChosenCourse(ctx, idOrSlug)
  const link = { cohortId, courseId: course.id }
  await inTransaction(ctx, async (ctx) => {
    await requireCohort(ctx, cohortId)
    if (!(await stored.deleteCohortCourse(ctx.db, link))) return
    await recordEvent(ctx, 'cohort-course-removed', { userId: null, details: link })
    await enqueueCohortTask(ctx, { ...link, task: 'end' })
  })
  return getCohort(ctx, link)
}

/** Refuses a cohort of the caller's own: its members get what it gets. */
async function refuseOwnCohort(ctx: ActorDeps, cohortId: string): Promise<void> {
  const userId = ownLearnerOf(ctx)
  if (userId === undefined) return
  if (await stored.isCohortMember(ctx.db, { cohortId, userId })) refuseOwn(ctx, userId)
}

async function requireCohort(ctx: ActorDeps, id: string): Promise<stored.CohortRow> {
  const cohort = await stored.lockCohort(ctx.db, id, 'no key update')
  if (cohort === undefined) throw new AppError('CohortNotFound')
  return cohort
}

/** Requires an end after the start and in the future; an unchanged end may have passed. */
function requireOrder(
  { now }: ActorDeps,
  { startsAt, endsAt }: CohortTerms,
  before?: CohortTerms,
): void {
  if (endsAt === null) return
  const isAhead = endsAt > now() || endsAt.getTime() === before?.endsAt?.getTime()
  if (isAhead && (startsAt === null || startsAt < endsAt)) return
  const message = isAhead ? 'is not after `startsAt`' : 'is not in the future'
  throw new AppError('InvalidFields', { issues: [{ path: 'endsAt', message }] })
}

function refuseTakenName(error: unknown): never {
  if (databaseError(error)?.constraint === 'cohorts_name_key')
    throw new AppError('CohortNameTaken', { cause: error })
  throw error
}

function factsOf({ startsAt, endsAt }: CohortTerms) {
  return withIsoDates({ startsAt, endsAt })
}
