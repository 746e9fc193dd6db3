import type { Deps } from '../../server/context.ts'
import { requireChosenCohort } from '../../server/features/platform/admin/chosen-cohort.ts'
import {
  requireAnyCourse,
  requireChosenCourse,
} from '../../server/features/platform/admin/chosen-course.ts'
import { requirePerson } from '../../server/features/platform/admin/chosen-user.ts'
import { attributeOf, labelOf } from './arguments.ts'
import type { Action, Described, Finding } from './command-entry.ts'
import { UsageError } from './command-errors.ts'
import type { Performance, Typed } from './operation-entry.ts'
import { type CommandResult, said } from './output.ts'
import { type Columns, detailsOf, listOf, type Page, pagesUpTo, readInput } from './results.ts'

/** Finds what was named: the operation takes its id, and people read its name. */
type Find = (deps: Deps, typed: string) => Promise<{ id: string; called: string }>

const finders: Readonly<Record<Finding, Find>> = {
  user: async (deps, typed) => {
    const { id, email } = await requirePerson(deps, { email: typed })
    return { id, called: email }
  },
  course: async (deps, typed) => {
    const { id, slug } = await requireAnyCourse(deps, typed)
    return { id, called: slug }
  },
  publishedCourse: async (deps, typed) => {
    const { id, slug } = await requireChosenCourse(deps, typed)
    return { id, called: slug }
  },
  cohort: async (deps, typed) => {
    const { id, name } = await requireChosenCohort(deps, typed)
    return { id, called: name }
  },
}

/** Refuses what the operation would refuse, where that needs no data. */
export async function checkInput(
  performance: Performance,
  given: readonly unknown[],
): Promise<void> {
  const described = [...performance.args, ...performance.options]
  const fields = fieldsOf(typedOf(performance, given), described)
  const names = namesOf(described)
  const { needsOneOf } = performance.shows
  if (needsOneOf?.every((field) => fields[field] === undefined)) {
    const options = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(
      needsOneOf.map((field) => names[field] ?? field),
    )
    throw new UsageError(`error: name something to change: ${options}`)
  }
  if (described.some(([, , more]) => more?.finds !== undefined)) return
  const [schema] = await performance.load()
  readInput(schema, fields, names)
}

/** Does the operation as the operator, who may do all that it lets its callers do. */
export async function actionOf(performance: Performance): Promise<Action> {
  const { load, args, options, shows } = performance
  const [schema, does] = await load()
  return async (deps: Deps, ...given: unknown[]) => {
    const described = [...args, ...options]
    const asTyped = typedOf(performance, given)
    const found = await findNamed(deps, asTyped, described)
    const fields = { ...fieldsOf(asTyped, described), ...found.ids }
    const typed = { ...asTyped, ...found.names }
    const input = readInput(schema, fields, namesOf(described))
    const ctx = { ...deps, outcome: { created: true } }
    if (shows.columns === undefined) {
      const answer = await does(ctx, input)
      return shownAs(shows, answer, [typed, ctx.outcome.created])
    }

    const read = (page: object) => does(ctx, { ...input, ...page }) as Promise<Page<unknown>>
    const { limit = Number.POSITIVE_INFINITY } = typed as { limit?: number }
    const { none = '' } = shows
    return listOf(await pagesUpTo(limit, read), {
      columns: shows.columns as Columns<unknown>,
      none: typeof none === 'string' ? none : none(typed),
    })
  }
}

function shownAs(
  { says, lists, tellsChange }: Performance['shows'],
  answer: object,
  [typed, changed]: [typed: Typed, changed: boolean],
): CommandResult {
  const json = tellsChange ? { ...answer, changed } : answer
  return says === undefined ? detailsOf(json, lists) : said(json, says(answer, typed, changed))
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

async function findNamed(deps: Deps, typed: Typed, described: readonly Described[]) {
  const ids: Record<string, string> = {}
  const names: Record<string, string> = {}
  for (const [flags, , { field = '', finds } = {}] of described) {
    const name = attributeOf(flags)
    if (finds === undefined || typed[name] === undefined) continue
    const { id, called } = await finders[finds](deps, String(typed[name]))
    ids[field] = id
    names[name] = called
  }
  return { ids, names }
}

/** How messages call the fields. */
function namesOf(described: readonly Described[]): Record<string, string> {
  return Object.fromEntries(
    described.map(([flags, , { field } = {}]) => [field ?? '', labelOf(flags)]),
  )
}
