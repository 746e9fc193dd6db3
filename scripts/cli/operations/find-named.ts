import { isId } from '../../../lib/ids.ts'
import type { Deps } from '../../../server/context.ts'
import { requireApiKey } from '../../../server/features/people/api-keys/describe-api-key.ts'
import { requireChosenCohort } from '../../../server/features/platform/admin/chosen-cohort.ts'
import {
  requireAnyCourse,
  requireChosenCourse,
} from '../../../server/features/platform/admin/chosen-course.ts'
import { requirePerson } from '../../../server/features/platform/admin/chosen-user.ts'
import { attributeOf } from '../arguments.ts'
import type { CommandEntry, Described, Finding } from '../command-entry.ts'

/** The thing that was named: operations take its id, people read what it is called. */
export interface Found {
  id: string
  called: string
}

const finders: Readonly<Record<Finding, (deps: Deps, typed: string) => Promise<Found>>> = {
  user: async (deps, email) => calledBy('email', await requirePerson(deps, { email })),
  course: async (deps, typed) => calledBy('slug', await requireAnyCourse(deps, typed)),
  publishedCourse: async (deps, typed) => calledBy('slug', await requireChosenCourse(deps, typed)),
  apiKey: async (deps, typed) => {
    const by = isId(typed) ? { id: typed } : { publicId: typed }
    return calledBy('publicId', await requireApiKey(deps, by))
  },
  cohort: async (deps, typed) => calledBy('name', await requireChosenCohort(deps, typed)),
}

function calledBy<Field extends string>(
  field: Field,
  row: { id: string } & Record<Field, string>,
): Found {
  return { ...row, called: row[field] }
}

/** Replaces what was typed by the thing it names. */
export async function findNamed(
  deps: Deps,
  { arguments: args = [], options = [] }: CommandEntry,
  given: readonly unknown[],
): Promise<unknown[]> {
  const find = async ([, , { finds } = {}]: Described, typed: unknown) =>
    finds === undefined || typed === undefined ? typed : finders[finds](deps, String(typed))
  const values = []
  for (const [index, described] of args.entries()) values.push(await find(described, given[index]))
  const chosen = { ...(given[args.length] as Record<string, unknown>) }
  for (const described of options) {
    const name = attributeOf(described[0])
    chosen[name] = await find(described, chosen[name])
  }
  return [...values, chosen]
}
