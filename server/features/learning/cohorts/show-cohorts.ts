import {
  type CohortRow,
  countInCohort,
  findCohort,
  listCohortCourses,
  listCohortMembers,
  listCohorts,
} from '../../../../db/queries/learning/cohorts.ts'
import { startOf, toPage } from '../../../../lib/lists/pagination.ts'
import { dayOf, lastDayBefore } from '../../../../lib/lists/periods.ts'
import { withIsoDates } from '../../../../lib/schema.ts'
import type { Deps } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { chosenUserId } from '../../platform/admin/chosen-user.ts'
import type * as schema from './schema.ts'

export async function listAdminCohorts(
  ctx: Pick<Deps, 'config' | 'db'>,
  { user, ...page }: schema.ListCohortsInput,
): Promise<schema.CohortList> {
  const memberId = await chosenUserId(ctx, user)
  const rows = await listCohorts(ctx.db, { memberId, before: startOf(page), limit: page.limit + 1 })
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

/** @throws CohortNotFound */
async function readCohort({ db }: Pick<Deps, 'db'>, id: string): Promise<CohortRow> {
  const cohort = await findCohort(db, { id })
  if (cohort === undefined) throw new AppError('CohortNotFound')
  return cohort
}

export function toCohortSummary(
  { config }: Pick<Deps, 'config'>,
  { id, name, startsAt, endsAt, begunAt, createdAt }: CohortRow,
): schema.CohortSummary {
  const startsOn = startsAt && dayOf(startsAt, config.timeZone)
  const endsOn = lastDayBefore(endsAt, config.timeZone)
  return withIsoDates({ id, name, startsAt, startsOn, endsAt, endsOn, begunAt, createdAt })
}
