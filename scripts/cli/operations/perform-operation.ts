import type { Deps } from '../../../server/context.ts'
import { attributeOf, labelOf } from '../arguments.ts'
import type { Action, CommandEntry, Described } from '../command-entry.ts'
import { UsageError } from '../command-errors.ts'
import { type CommandResult, said } from '../output.ts'
import { type Columns, detailsOf, listOf, type Page, pagesUpTo, readInput } from '../results.ts'
import type { Found } from './find-named.ts'
import type { Mirror, Shows, Typed } from './mirror.ts'

/**
 * Performs the operation as the operator, who may do everything its callers may. Refuses what it
 * would refuse before opening the data, where nothing has to be looked up.
 */
export async function actionOf(
  { arguments: args = [], options = [] }: CommandEntry,
  { load, shows }: Mirror,
  given: readonly unknown[],
): Promise<Action> {
  const described = [...args, ...options]
  const names = namesOf(described)
  const [schema, does] = await load()
  // Once: it may read standard input.
  const read = await shows.reads?.(typedOf(args, given))
  const fieldsIn = (given: readonly unknown[]) => ({
    ...fieldsOf(described, typedOf(args, given)),
    ...read,
  })
  const fields = fieldsIn(given)
  requireOneOf(shows, fields, names)
  if (described.every(([, , more]) => more?.finds === undefined)) readInput(schema, fields, names)

  return async (deps: Deps, ...given: unknown[]) => {
    const input = readInput(schema, fieldsIn(given), names)
    const typed = Object.fromEntries(
      Object.entries(typedOf(args, given)).map(([name, it]) => [
        name,
        isFound(it) ? it.called : it,
      ]),
    )
    const ctx = { ...deps, outcome: { created: true } }
    const ask = (asked: object) => does(ctx, asked, 'school')
    if (shows.columns === undefined) {
      const answer = await ask(input)
      return shownAs(shows, answer, [typed, ctx.outcome.created])
    }

    const readPage = (page: object) => ask({ ...input, ...page }) as Promise<Page<unknown>>
    const { limit = Number.POSITIVE_INFINITY } = typed as { limit?: number }
    const { none = '', keeps = () => true } = shows
    const items = await pagesUpTo(limit, readPage)
    return listOf(
      items.filter((item) => keeps(item as never, typed)),
      {
        columns: shows.columns as Columns<unknown>,
        none: typeof none === 'string' ? none : none(typed),
      },
    )
  }
}

function requireOneOf(
  { needsOneOf }: Shows<object>,
  fields: Readonly<Record<string, unknown>>,
  names: Readonly<Record<string, string>>,
): void {
  if (!needsOneOf?.every((field) => fields[field] === undefined)) return
  const options = new Intl.ListFormat('en-GB', { type: 'disjunction' }).format(
    needsOneOf.map((field) => names[field] ?? field),
  )
  throw new UsageError(`error: name something to change: ${options}`)
}

function shownAs(
  { says, lists, tellsChange }: Shows<object>,
  answer: object,
  [typed, changed]: [typed: Typed, changed: boolean],
): CommandResult {
  const json = tellsChange ? { ...answer, changed } : answer
  return says === undefined ? detailsOf(json, lists) : said(json, says(answer, typed, changed))
}

/** Returns the typed values by argument or option. */
function typedOf(args: readonly Described[], given: readonly unknown[]): Typed {
  const values = args.map(([flags], index) => [attributeOf(flags), given[index]])
  return { ...Object.fromEntries(values), ...(given[args.length] as object) }
}

/** Returns the typed values by input field, leaving out those not typed. */
function fieldsOf(described: readonly Described[], typed: Typed): Record<string, unknown> {
  const fields = described.flatMap(([flags, , { field } = {}]) => {
    const value = typed[attributeOf(flags)]
    const isLeftOut = value === undefined || (Array.isArray(value) && value.length === 0)
    if (field === undefined || isLeftOut) return []
    if (isFound(value)) return [[field, value.id]]
    return [[field, value instanceof Date ? value.toISOString() : value]]
  })
  return Object.fromEntries(fields)
}

function isFound(value: unknown): value is Found {
  return typeof value === 'object' && value !== null && 'called' in value
}

/** Returns how messages name the fields. */
function namesOf(described: readonly Described[]): Record<string, string> {
  return Object.fromEntries(
    described.map(([flags, , { field } = {}]) => [field ?? '', labelOf(flags)]),
  )
}
