import {
  type CohortRow,
  countInCohort,
  listCohortCourses,
  listCohortMembers,
  listCohorts,
} from '../../../../db/queries/learning/cohorts.ts'
import { startOf, toPage } from '../../../../lib/lists/pagination.ts'
import { dayOf, endMeant, lastDayBefore, startMeant } from '../../../../lib/lists/periods.ts'
import { withIsoDates } from '../../../../lib/schema.ts'
import type { ActorDeps, Context, Deps } from '../../../context.ts'
import { readChosenUser } from '../../platform/admin/chosen-user.ts'
import {
  addCohortCourse,
  changeCohort,
  createCohort,
  readCohort,
  removeCohort,
  removeCohortCourse,
} from './manage-cohort.ts'
import { addCohortMember, removeCohortMember } from './manage-members.ts'
import type * as schema from './schema.ts'

export async function listAdminCohorts(
  ctx: Pick<Deps, 'config' | 'db'>,
  page: schema.ListCohortsInput,
): Promise<schema.CohortList> {
  const rows = await listCohorts(ctx.db, { before: startOf(page), limit: page.limit + 1 })
  return toPage(rows, page.limit, (row) => toCohortSummary(ctx, row))
}

export async function getCohort(
  ctx: Pick<Deps, 'config' | 'db'>,
  { cohortId }: schema.CohortInput,
): Promise<schema.Cohort> {
  return describeCohort(ctx, await readCohort(ctx, cohortId))
}

export async function describeCohort(
  ctx: Pick<Deps, 'config' | 'db'>,
  cohort: CohortRow,
): Promise<schema.Cohort> {
  return {
    ...toCohortSummary(ctx, cohort),
    ...(await countInCohort(ctx.db, cohort.id)),
    courses: await listCohortCourses(ctx.db, cohort.id),
  }
}

export async function listMembersOfCohort(
  { db }: Pick<Deps, 'db'>,
  { cohortId, ...page }: schema.ListCohortMembersInput,
): Promise<schema.CohortMemberList> {
  await readCohort({ db }, cohortId)
  const rows = await listCohortMembers(db, {
    cohortId,
    after: startOf(page),
    limit: page.limit + 1,
  })
  return toPage(rows, page.limit, ({ id, ...member }) => withIsoDates({ userId: id, ...member }))
}

export async function createCohortAsAdmin(
  ctx: ActorDeps,
  { name, startsAt, endsAt }: schema.CreateCohortInput,
): Promise<schema.Cohort> {
  const cohort = await createCohort(ctx, {
    name,
    startsAt: startMeant(startsAt, ctx.config.timeZone),
    endsAt: endMeant(endsAt, ctx.config.timeZone),
  })
  return describeCohort(ctx, cohort)
}

export async function updateCohortAsAdmin(
  ctx: ActorDeps,
  { cohortId: id, name, startsAt, endsAt }: schema.UpdateCohortInput,
): Promise<schema.Cohort> {
  const cohort = await changeCohort(ctx, {
    id,
    name,
    startsAt: startMeant(startsAt, ctx.config.timeZone),
    endsAt: endMeant(endsAt, ctx.config.timeZone),
  })
  return describeCohort(ctx, cohort)
}

export async function deleteCohortAsAdmin(
  ctx: ActorDeps,
  { cohortId }: schema.CohortInput,
): Promise<schema.DeletedCohort> {
  const { cohort, deletedAt } = await removeCohort(ctx, cohortId)
  return withIsoDates({ ...toCohortSummary(ctx, cohort), deletedAt })
}

export async function addMemberAsAdmin(
  ctx: ActorDeps & Pick<Context, 'outcome'>,
  { cohortId, user: emailOrId }: schema.AddCohortMemberInput,
): Promise<schema.AddedCohortMember> {
  const person = readChosenUser(emailOrId)
  const { outcome, user } = await addCohortMember(ctx, { cohortId, ...person })
  ctx.outcome.created = outcome !== 'unchanged'
  return { outcome, userId: user?.id ?? null }
}

export async function removeMemberAsAdmin(
  ctx: ActorDeps,
  member: schema.CohortMemberInput,
): Promise<schema.Cohort> {
  await readCohort(ctx, member.cohortId)
  await removeCohortMember(ctx, member)
  return getCohort(ctx, member)
}

export async function addCourseAsAdmin(
  ctx: ActorDeps & Pick<Context, 'outcome'>,
  { cohortId, course }: schema.AddCohortCourseInput,
): Promise<schema.Cohort> {
  ctx.outcome.created = await addCohortCourse(ctx, { id: cohortId, idOrSlug: course })
  return getCohort(ctx, { cohortId })
}

export async function removeCourseAsAdmin(
  ctx: ActorDeps,
  { cohortId, courseId }: schema.CohortCourseInput,
): Promise<schema.Cohort> {
  await removeCohortCourse(ctx, { id: cohortId, idOrSlug: courseId })
  return getCohort(ctx, { cohortId })
}

export function toCohortSummary(
  { config }: Pick<Deps, 'config'>,
  { id, name, startsAt, endsAt, begunAt, createdAt }: CohortRow,
): schema.CohortSummary {
  const startsOn = startsAt && dayOf(startsAt, config.timeZone)
  const endsOn = lastDayBefore(endsAt, config.timeZone)
  return withIsoDates({ id, name, startsAt, startsOn, endsAt, endsOn, begunAt, createdAt })
}
