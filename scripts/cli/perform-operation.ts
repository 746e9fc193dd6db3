import type { Deps } from '../../server/context.ts'
import { requireChosenCohort } from '../../server/features/platform/admin/chosen-cohort.ts'
import {
  requireAnyCourse,
  requireChosenCourse,
} from '../../server/features/platform/admin/chosen-course.ts'
import { requirePerson } from '../../server/features/platform/admin/chosen-user.ts'
import { attributeOf, labelOf } from './arguments.ts'
import type { Action, Described, Finding } from './command-entry.ts'
import type { Performance, Typed } from './operation-entry.ts'
import { type CommandResult, said } from './output.ts'
import { type Columns, detailsOf, listOf, type Page, pagesUpTo, readInput } from './results.ts'

/** What names a thing for people, in place of the id that the operation takes. */
const finders: Readonly<Record<Finding, (deps: Deps, typed: string) => Promise<{ id: string }>>> = {
  user: (deps, email) => requirePerson(deps, { email }),
  course: requireAnyCourse,
  publishedCourse: requireChosenCourse,
  cohort: requireChosenCohort,
}

/** Refuses what the operation would refuse, where that needs no data. */
export async function checkInput(
  performance: Performance,
  given: readonly unknown[],
): Promise<void> {
  const described = [...performance.args, ...performance.options]
  if (described.some(([, , more]) => more?.finds !== undefined)) return
  const [schema] = await performance.load()
  readInput(schema, fieldsOf(typedOf(performance, given), described), namesOf(described))
}

/** Does the operation as the operator, who may do all that it lets its callers do. */
export async function actionOf(performance: Performance): Promise<Action> {
  const { load, args, options, shows } = performance
  const [schema, does] = await load()
  return async (deps: Deps, ...given: unknown[]) => {
    const described = [...args, ...options]
    const typed = typedOf(performance, given)
    const fields = await withIds(deps, fieldsOf(typed, described), described)
    const input = readInput(schema, fields, namesOf(described))
    if (shows.columns === undefined) return shownAs(shows, await does(deps, input), typed)

    const read = (page: object) => does(deps, { ...input, ...page }) as Promise<Page<unknown>>
    const { limit = Number.POSITIVE_INFINITY } = typed as { limit?: number }
    const { none = '' } = shows
    return listOf(await pagesUpTo(limit, read), {
      columns: shows.columns as Columns<unknown>,
      none: typeof none === 'string' ? none : none(typed),
    })
  }
}

function shownAs(
  { says, lists }: Performance['shows'],
  answer: object,
  typed: Typed,
): CommandResult {
  return says === undefined ? detailsOf(answer, lists) : said(answer, says(answer, typed))
}

/** By the names of arguments and options. */
function typedOf({ args }: Performance, given: readonly unknown[]): Typed {
  const values = args.map(([flags], index) => [attributeOf(flags), given[index]])
  return { ...Object.fromEntries(values), ...(given[args.length] as object) }
}

/** By the fields of the input; what was not typed is left out. */
function fieldsOf(typed: Typed, described: readonly Described[]): Record<string, unknown> {
  const fields = described.flatMap(([flags, , { field } = {}]) => {
    const value = typed[attributeOf(flags)]
    const isLeftOut = value === undefined || (Array.isArray(value) && value.length === 0)
    if (field === undefined || isLeftOut) return []
    return [[field, value instanceof Date ? value.toISOString() : value]]
  })
  return Object.fromEntries(fields)
}

async function withIds(
  deps: Deps,
  fields: Record<string, unknown>,
  described: readonly Described[],
): Promise<Record<string, unknown>> {
  const found = { ...fields }
  for (const [, , { field = '', finds } = {}] of described)
    if (finds !== undefined && found[field] !== undefined)
      found[field] = (await finders[finds](deps, String(found[field]))).id
  return found
}

/** How messages call the fields. */
function namesOf(described: readonly Described[]): Record<string, string> {
  return Object.fromEntries(
    described.map(([flags, , { field } = {}]) => [field ?? '', labelOf(flags)]),
  )
}
