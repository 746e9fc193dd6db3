import type { z } from 'zod'
import type { Deps } from '../../server/context.ts'
import { allPages, type Page } from './all-pages.ts'
import { UsageError } from './command-errors.ts'
import { type CommandResult, printable } from './output.ts'
import { table } from './table.ts'
import { withDeps } from './with-deps.ts'

type Cell = string | number | null | undefined

type CellName<Item> = { [Name in keyof Item]-?: Item[Name] extends Cell ? Name : never }[keyof Item]

/** By its heading: a field of the item, or what is to be said of it. */
export type Columns<Item> = Readonly<Record<string, CellName<Item> | ((item: Item) => Cell)>>

interface Listing<Item> {
  columns: Columns<Item>
  /** Said when there is nothing to list. */
  none: string
}

/** Input of operations whose list is wanted whole. */
export const wholeList = { limit: 100 } as const

/** The list of an operation, to its end. */
export async function listAll<Input extends { limit: number; cursor?: string | undefined }, Item>(
  read: (deps: Deps, input: Input) => Promise<Page<Item>>,
  input: Input,
  listing: Listing<Item>,
): Promise<CommandResult> {
  return listOf(
    await withDeps((deps) => allPages((cursor) => read(deps, { ...input, ...wholeList, cursor }))),
    listing,
  )
}

export function listOf<Item>(items: readonly Item[], { columns, none }: Listing<Item>) {
  return { json: { items }, text: items.length === 0 ? `${none}\n` : tableOf(items, columns) }
}

export function tableOf<Item>(items: readonly Item[], columns: Columns<Item>): string {
  const cellOf = (item: Item, column: Columns<Item>[string]) =>
    typeof column === 'function' ? column(item) : (item[column] as Cell)
  const rows = items.map((item) =>
    Object.values(columns).map((column) => String(cellOf(item, column) ?? '-')),
  )
  return table(Object.keys(columns), rows)
}

/** A line for each fact; those that are not there are left out. */
export function factsOf(facts: readonly (readonly [name: string, fact: Cell])[]): string {
  return facts
    .filter(([, fact]) => fact !== undefined && fact !== null)
    .map(([name, fact]) => `${name.padEnd(11)}${printable(String(fact))}\n`)
    .join('')
}

/**
 * What an operation takes, of what was typed. `options` names the options that are called
 * otherwise than the field.
 */
export function readInput<Schema extends z.ZodType>(
  schema: Schema,
  typed: object,
  options: Readonly<Record<string, string>> = {},
): z.output<Schema> {
  const given = Object.entries(typed).filter(
    ([name, value]) => value !== undefined && name !== 'json',
  )
  const { data, error } = schema.safeParse(Object.fromEntries(given))
  if (error === undefined) return data
  const [issue] = error.issues
  const field = String(issue?.path[0] ?? '')
  const option = options[field] ?? field.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  throw new UsageError(`error: --${option}: ${issue?.message}`)
}
