import {
  type CohortRow,
  countInCohort,
  listCohortCourses,
  listCohortMembers,
  listCohorts,
} from '../../../../db/queries/learning/cohorts.ts'
import type { ActorDeps, Deps, UserContext } from '../../../context.ts'
import { startOf, toPage } from '../../../lib/lists/pagination.ts'
import { toDate, withIsoDates } from '../../../lib/schema.ts'
import { readChosenUser } from '../../base/admin/chosen-user.ts'
import {
  addCohortCourse,
  changeCohort,
  createCohort,
  readCohort,
  removeCohort,
  removeCohortCourse,
} from './manage-cohort.ts'
import { addCohortMember, removeCohortMember } from './manage-members.ts'
import type {
  AddCohortCourseInput,
  AddCohortMemberInput,
  AddedCohortMember,
  Cohort,
  CohortCourseInput,
  CohortInput,
  CohortList,
  CohortMemberInput,
  CohortMemberList,
  CohortSummary,
  CreateCohortInput,
  DeletedCohort,
  ListCohortMembersInput,
  ListCohortsInput,
  UpdateCohortInput,
} from './schema.ts'

export async function listAdminCohorts(
  { db }: Pick<Deps, 'db'>,
  page: ListCohortsInput,
): Promise<CohortList> {
  const rows = await listCohorts(db, { before: startOf(page), limit: page.limit + 1 })
  return toPage(rows, page.limit, toCohortSummary)
}

export async function getCohort(
  { db }: Pick<Deps, 'db'>,
  { cohortId }: CohortInput,
): Promise<Cohort> {
  return describeCohort({ db }, await readCohort({ db }, cohortId))
}

export async function describeCohort({ db }: Pick<Deps, 'db'>, cohort: CohortRow): Promise<Cohort> {
  return {
    ...toCohortSummary(cohort),
    ...(await countInCohort(db, cohort.id)),
    courses: await listCohortCourses(db, cohort.id),
  }
}

export async function listMembersOfCohort(
  { db }: Pick<Deps, 'db'>,
  { cohortId, ...page }: ListCohortMembersInput,
): Promise<CohortMemberList> {
  await readCohort({ db }, cohortId)
  const rows = await listCohortMembers(db, {
    cohortId,
    after: startOf(page),
    limit: page.limit + 1,
  })
  return toPage(rows, page.limit, ({ id, ...member }) => withIsoDates({ userId: id, ...member }))
}

export async function createCohortAsAdmin(
  ctx: UserContext,
  { name, startsAt, endsAt }: CreateCohortInput,
): Promise<Cohort> {
  const cohort = await createCohort(ctx, {
    name,
    startsAt: toDate(startsAt),
    endsAt: toDate(endsAt),
  })
  return describeCohort(ctx, cohort)
}

export async function updateCohortAsAdmin(
  ctx: UserContext,
  { cohortId: id, name, startsAt, endsAt }: UpdateCohortInput,
): Promise<Cohort> {
  const cohort = await changeCohort(ctx, {
    id,
    name,
    startsAt: toDate(startsAt),
    endsAt: toDate(endsAt),
  })
  return describeCohort(ctx, cohort)
}

export async function deleteCohortAsAdmin(
  ctx: ActorDeps,
  { cohortId }: CohortInput,
): Promise<DeletedCohort> {
  const { cohort, deletedAt } = await removeCohort(ctx, cohortId)
  return withIsoDates({ ...toCohortSummary(cohort), deletedAt })
}

export async function addMemberAsAdmin(
  ctx: UserContext,
  { cohortId, user: emailOrId }: AddCohortMemberInput,
): Promise<AddedCohortMember> {
  const person = readChosenUser(emailOrId)
  const { outcome, user } = await addCohortMember(ctx, { cohortId, ...person })
  ctx.outcome.created = outcome !== 'unchanged'
  return { outcome, userId: user?.id ?? null }
}

export async function removeMemberAsAdmin(
  ctx: ActorDeps,
  member: CohortMemberInput,
): Promise<Cohort> {
  await readCohort(ctx, member.cohortId)
  await removeCohortMember(ctx, member)
  return getCohort(ctx, member)
}

export async function addCourseAsAdmin(
  ctx: UserContext,
  { cohortId, course }: AddCohortCourseInput,
): Promise<Cohort> {
  ctx.outcome.created = await addCohortCourse(ctx, { id: cohortId, idOrSlug: course })
  return getCohort(ctx, { cohortId })
}

export async function removeCourseAsAdmin(
  ctx: UserContext,
  { cohortId, courseId }: CohortCourseInput,
): Promise<Cohort> {
  await removeCohortCourse(ctx, { id: cohortId, idOrSlug: courseId })
  return getCohort(ctx, { cohortId })
}

export function toCohortSummary(row: CohortRow): CohortSummary {
  const { id, name, startsAt, endsAt, begunAt, createdAt } = row
  return withIsoDates({ id, name, startsAt, endsAt, begunAt, createdAt })
}
