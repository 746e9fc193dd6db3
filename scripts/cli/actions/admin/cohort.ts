import type { CohortRow } from '../../../../db/queries/learning/cohorts.ts'
import type { Deps } from '../../../../server/context.ts'
import { AppError } from '../../../../server/errors/errors.ts'
import { requireChosenCohort } from '../../../../server/features/base/admin/chosen-cohort.ts'
import { findPerson } from '../../../../server/features/base/admin/chosen-user.ts'
import {
  deleteCohortAsAdmin,
  describeCohort,
  listAdminCohorts,
  listMembersOfCohort,
} from '../../../../server/features/learning/cohorts/admin.ts'
import {
  addCohortCourse,
  changeCohort,
  createCohort,
  removeCohortCourse,
} from '../../../../server/features/learning/cohorts/manage-cohort.ts'
import {
  addCohortMember,
  removeCohortMember,
} from '../../../../server/features/learning/cohorts/manage-members.ts'
import { allPages } from '../../all-pages.ts'
import { readEmail, readEndOrNone, readInstantOrNone, readName } from '../../arguments.ts'
import type { CautionOptions } from '../../caution.ts'
import { UsageError } from '../../command-errors.ts'
import { changeWithCare } from '../../confirm.ts'
import { type CommandResult, printable } from '../../output.ts'
import { listAll, listOf, wholeList } from '../../results.ts'
import { withDeps } from '../../with-deps.ts'

interface CohortOptions {
  name?: string
  starts?: string
  ends?: string
  timeZone?: string
}

export async function create(name: string, options: CohortOptions): Promise<CommandResult> {
  const { startsAt = null, endsAt = null } = datesIn(options)
  return withDeps(async (deps) => {
    const cohort = await createCohort(deps, { name: readName(name), startsAt, endsAt })
    return showCohort(deps, cohort)
  })
}

export async function change(idOrName: string, options: CohortOptions): Promise<CommandResult> {
  requireChange(options)
  const name = options.name === undefined ? undefined : readName(options.name)
  return withDeps(async (deps) => {
    const { id } = await requireChosenCohort(deps, idOrName)
    return showCohort(deps, await changeCohort(deps, { id, name, ...datesIn(options) }))
  })
}

export function list(): Promise<CommandResult> {
  return listAll(listAdminCohorts, wholeList, {
    columns: { NAME: 'name', STARTS: 'startsAt', ENDS: 'endsAt', ID: 'id' },
    none: 'There are no cohorts.',
  })
}

export async function showOne(idOrName: string): Promise<CommandResult> {
  return withDeps(async (deps) => showCohort(deps, await requireChosenCohort(deps, idOrName)))
}

export async function members(idOrName: string): Promise<CommandResult> {
  return withDeps(async (deps) => {
    const { id: cohortId } = await requireChosenCohort(deps, idOrName)
    const read = (cursor?: string) => listMembersOfCohort(deps, { cohortId, ...wholeList, cursor })
    return listOf(await allPages(read), {
      columns: { EMAIL: 'email', NAME: 'name', ADDED: ({ addedAt }) => addedAt.slice(0, 10) },
      none: 'The cohort has no members.',
    })
  })
}

export async function addMember(idOrName: string, typed: string): Promise<CommandResult> {
  const email = readEmail(typed)
  return withDeps(async (deps) => {
    const cohort = await requireChosenCohort(deps, idOrName)
    const { outcome } = await addCohortMember(deps, { cohortId: cohort.id, email })
    const states = {
      added: 'is now a member of',
      unchanged: 'is already a member of, or invited to,',
      invited: 'has no verified account, and is invited to',
    }
    return {
      json: { email, cohort: { id: cohort.id, name: cohort.name }, outcome },
      text: `${email} ${states[outcome]} ${printable(cohort.name)}.\n`,
    }
  })
}

export async function removeMember(
  idOrName: string,
  typed: string,
  options: CautionOptions,
): Promise<CommandResult> {
  const email = readEmail(typed)
  return changeWithCare(options, {
    question: `This ends the courses that ${email} has by the cohort.`,
    word: email,
    change: async (deps) => {
      const cohort = await requireChosenCohort(deps, idOrName)
      const user = await findPerson(deps, { email })
      if (user === undefined) throw new AppError('UserNotFound')
      await removeCohortMember(deps, { cohortId: cohort.id, userId: user.id })
      return {
        json: { email, cohort: { id: cohort.id, name: cohort.name } },
        text: `${email} is no longer a member of ${printable(cohort.name)}.\n`,
      }
    },
  })
}

export async function addCourse(idOrName: string, idOrSlug: string): Promise<CommandResult> {
  return withDeps(async (deps) => {
    const cohort = await requireChosenCohort(deps, idOrName)
    await addCohortCourse(deps, { id: cohort.id, idOrSlug })
    return showCohort(deps, cohort)
  })
}

export async function removeCourse(
  idOrName: string,
  idOrSlug: string,
  options: CautionOptions,
): Promise<CommandResult> {
  return changeWithCare(options, {
    question: `This ends ${idOrSlug} for all who have it by the cohort.`,
    word: idOrSlug,
    change: async (deps) => {
      const cohort = await requireChosenCohort(deps, idOrName)
      await removeCohortCourse(deps, { id: cohort.id, idOrSlug })
      return showCohort(deps, cohort)
    },
  })
}

export async function remove(idOrName: string, options: CautionOptions): Promise<CommandResult> {
  return changeWithCare(options, {
    question: 'This deletes the cohort; its members stay enrolled.',
    word: idOrName,
    change: async (deps) => {
      const { id: cohortId } = await requireChosenCohort(deps, idOrName)
      const deleted = await deleteCohortAsAdmin(deps, { cohortId })
      const text =
        `The cohort ${printable(deleted.name)} is deleted. ` +
        'A job takes it off what came with it.\n'
      return { json: deleted, text }
    },
  })
}

function datesIn({ starts, ends, timeZone }: CohortOptions) {
  return {
    ...(starts !== undefined && { startsAt: readInstantOrNone(starts, '--starts', timeZone) }),
    ...(ends !== undefined && { endsAt: readEndOrNone(ends, '--ends', timeZone) }),
  }
}

async function showCohort(deps: Deps, row: CohortRow): Promise<CommandResult> {
  const cohort = await describeCohort(deps, row)
  const lines = [
    `${printable(cohort.name)} (${cohort.id})`,
    `Starts: ${cohort.startsAt ?? 'at once'}`,
    `Ends: ${cohort.endsAt ?? 'never'}`,
    `Members: ${cohort.members}, invited: ${cohort.invited}`,
    `Courses: ${cohort.courses.map(({ slug }) => slug).join(', ') || 'none'}`,
  ]
  return { json: cohort, text: `${lines.join('\n')}\n` }
}

function requireChange(options: CohortOptions): void {
  if (options.name !== undefined || options.starts !== undefined || options.ends !== undefined)
    return
  throw new UsageError('error: name something to change: --name, --starts or --ends')
}
