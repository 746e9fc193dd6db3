import type { CohortRow } from '../../../../db/queries/learning/cohorts.ts'
import type { Deps } from '../../../../server/context.ts'
import {
  deleteCohortAsAdmin,
  describeCohort,
  listAdminCohorts,
  listMembersOfCohort,
  removeMemberAsAdmin,
} from '../../../../server/features/learning/cohorts/admin.ts'
import {
  addCohortCourse,
  changeCohort,
  createCohort,
  removeCohortCourse,
} from '../../../../server/features/learning/cohorts/manage-cohort.ts'
import { addCohortMember } from '../../../../server/features/learning/cohorts/manage-members.ts'
import { requireChosenCohort } from '../../../../server/features/platform/admin/chosen-cohort.ts'
import { requirePerson } from '../../../../server/features/platform/admin/chosen-user.ts'
import { UsageError } from '../../command-errors.ts'
import { type CautionOptions, changeWithCare } from '../../confirm.ts'
import { type CommandResult, said } from '../../output.ts'
import { detailsOf, listAll } from '../../results.ts'
import { withDeps } from '../../with-deps.ts'

interface CohortOptions {
  name?: string
  starts?: Date | null
  ends?: Date | null
}

export async function create(
  deps: Deps,
  name: string,
  { starts: startsAt = null, ends: endsAt = null }: CohortOptions,
): Promise<CommandResult> {
  return show(deps, await createCohort(deps, { name, startsAt, endsAt }))
}

export async function change(
  idOrName: string,
  { name, starts: startsAt, ends: endsAt, dryRun }: CohortOptions & CautionOptions,
): Promise<CommandResult> {
  const terms = { name, startsAt, endsAt }
  if (Object.values(terms).every((term) => term === undefined))
    throw new UsageError('error: name something to change: --name, --starts or --ends')
  const asks = { question: undefined, word: '' }
  return changeWithCare(withDeps, { ...(dryRun && { dryRun }) }, asks, async (deps) => {
    const { id } = await requireChosenCohort(deps, idOrName)
    return show(deps, await changeCohort(deps, { id, ...terms }))
  })
}

export function list(deps: Deps): Promise<CommandResult> {
  return listAll(
    deps,
    listAdminCohorts,
    {},
    {
      columns: ['name', 'startsOn', 'endsOn', 'id'],
      none: 'There are no cohorts.',
    },
  )
}

export async function showOne(deps: Deps, idOrName: string): Promise<CommandResult> {
  return show(deps, await requireChosenCohort(deps, idOrName))
}

export async function members(deps: Deps, idOrName: string): Promise<CommandResult> {
  const { id: cohortId } = await requireChosenCohort(deps, idOrName)
  return listAll(
    deps,
    listMembersOfCohort,
    { cohortId },
    {
      columns: ['email', 'name', 'addedAt'],
      none: 'The cohort has no members.',
    },
  )
}

export async function addMember(
  deps: Deps,
  idOrName: string,
  email: string,
): Promise<CommandResult> {
  const { id: cohortId, name } = await requireChosenCohort(deps, idOrName)
  const { outcome, user } = await addCohortMember(deps, { cohortId, email })
  const states = {
    added: 'is now a member of',
    unchanged: 'is already a member of, or invited to,',
    invited: 'has no verified account, and is invited to',
  }
  return said({ outcome, userId: user?.id ?? null }, `${email} ${states[outcome]} ${name}.`)
}

export async function removeMember(
  deps: Deps,
  idOrName: string,
  email: string,
): Promise<CommandResult> {
  const { id: cohortId, name } = await requireChosenCohort(deps, idOrName)
  const { id: userId } = await requirePerson(deps, { email })
  const cohort = await removeMemberAsAdmin(deps, { cohortId, userId })
  return said(cohort, `${email} is no longer a member of ${name}.`)
}

export async function addCourse(
  deps: Deps,
  idOrName: string,
  idOrSlug: string,
): Promise<CommandResult> {
  const cohort = await requireChosenCohort(deps, idOrName)
  await addCohortCourse(deps, { id: cohort.id, idOrSlug })
  return show(deps, cohort)
}

export async function removeCourse(
  deps: Deps,
  idOrName: string,
  idOrSlug: string,
): Promise<CommandResult> {
  const cohort = await requireChosenCohort(deps, idOrName)
  await removeCohortCourse(deps, { id: cohort.id, idOrSlug })
  return show(deps, cohort)
}

export async function remove(deps: Deps, idOrName: string): Promise<CommandResult> {
  const { id: cohortId } = await requireChosenCohort(deps, idOrName)
  const deleted = await deleteCohortAsAdmin(deps, { cohortId })
  return said(
    deleted,
    `The cohort ${deleted.name} is deleted. A job takes it off what came with it.`,
  )
}

async function show(deps: Deps, row: CohortRow): Promise<CommandResult> {
  return detailsOf(await describeCohort(deps, row), { courses: ['slug', 'title', 'id'] })
}
