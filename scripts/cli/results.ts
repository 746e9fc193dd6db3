import type { z } from 'zod'
import { formatMoney } from '../../lib/money.ts'
import type { Money } from '../../lib/schema.ts'
import { UsageError } from './command-errors.ts'
import { type CommandResult, printable } from './output.ts'
import { table } from './table.ts'

export interface Page<Item> {
  items: Item[]
  nextCursor: string | null
}

/** A field of the items, or a heading with a function for an item's cell. */
export type Columns<Item> = readonly (
  | (keyof Item & string)
  | readonly [heading: string, cell: (item: Item, index: number) => unknown]
)[]

interface Listing<Item> {
  columns: Columns<Item>
  /** Printed when there is nothing to list. */
  none: string
}

interface PageInput {
  limit: number
  cursor: string | undefined
}

const pageSize = 100

/** Reads a list to its end, page by page. */
export function allPages<Item>(
  read: (cursor: string | undefined) => Promise<Page<Item>>,
): Promise<Item[]> {
  return pagesUpTo(Number.POSITIVE_INFINITY, ({ cursor }) => read(cursor))
}

export async function pagesUpTo<Item>(
  most: number,
  read: (page: PageInput) => Promise<Page<Item>>,
): Promise<Item[]> {
  const all: Item[] = []
  let cursor: string | undefined
  do {
    const { items, nextCursor } = await read({
      limit: Math.min(pageSize, most - all.length),
      cursor,
    })
    all.push(...items)
    cursor = nextCursor ?? undefined
  } while (cursor !== undefined && all.length < most)
  return all
}

export function listOf<Item>(items: readonly Item[], { columns, none }: Listing<Item>) {
  return { json: { items }, text: items.length === 0 ? `${none}\n` : tableOf(items, columns) }
}

export function tableOf<Item>(items: readonly Item[], columns: Columns<Item>): string {
  const headings = columns.map((column) =>
    typeof column === 'string' ? wordsOf(column).toUpperCase() : column[0],
  )
  const rows = items.map((item, index) =>
    columns.map((column) =>
      toMinute(shown(typeof column === 'string' ? item[column] : column[1](item, index))),
    ),
  )
  return table(headings, rows)
}

/** How to show the lists in a thing, by name. */
export type Lists<Thing> = {
  [Name in keyof Thing]?: Thing[Name] extends readonly (infer Item)[] ? Columns<Item> : never
}

/** Lays out an operation's answer: a line for each field, and its lists as tables. */
export function detailsOf<Thing extends object>(
  thing: Thing,
  lists: Lists<Thing> = {},
): CommandResult {
  const tables = Object.entries(lists).flatMap(([name, columns]) => {
    const items = thing[name as keyof Thing] as unknown[]
    const heading = wordsOf(name)
    return items.length === 0
      ? []
      : [`\n${heading}\n${tableOf(items, columns as Columns<unknown>)}`]
  })
  return { json: thing, text: factsOf(thing) + tables.join('') }
}

/** Writes a line for each field that is set; the fields of an object carry its name. */
export function factsOf(thing: object): string {
  const facts = flattened(thing)
  const width = Math.max(...facts.map(([name]) => name.length)) + 2
  return facts.map(([name, fact]) => `${name.padEnd(width)}${printable(fact)}\n`).join('')
}

function flattened(thing: object, path = ''): [name: string, fact: string][] {
  return Object.entries(thing).flatMap(([field, value]: [string, unknown]) => {
    const name = `${path} ${wordsOf(field).toLowerCase()}`.trim()
    if (value === undefined || isListOfThings(value)) return []
    if (isGroup(value)) return flattened(value, name)
    return [[name.charAt(0).toUpperCase() + name.slice(1), shown(value)]]
  })
}

function isListOfThings(value: unknown): boolean {
  return Array.isArray(value) && typeof value[0] === 'object'
}

function isGroup(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isOne(value)
}

/** Whether an object is a single value. */
function isOne(value: object): value is Date | Money {
  return value instanceof Date || ('amount' in value && 'currency' in value)
}

function shown(value: unknown): string {
  if (value === null || value === undefined) return '-'
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  if (typeof value !== 'object') return String(value)
  if (Array.isArray(value)) return value.map(shown).join(', ') || '-'
  if (value instanceof Date) return value.toISOString()
  if ('amount' in value && isOne(value)) return formatMoney(value)
  return Object.entries(value)
    .map(([name, part]) => `${name}=${shown(part)}`)
    .join(' ')
}

/** Shortens an instant to the minute, to save room in a table. */
function toMinute(cell: string): string {
  return cell.replace(/^(\d{4}-\d\d-\d\dT\d\d:\d\d):[\d.]+Z$/, '$1Z')
}

/** Turns `lastSeenAt` into "Last seen at". */
function wordsOf(field: string): string {
  const words = field.replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`)
  return words.charAt(0).toUpperCase() + words.slice(1)
}

/**
 * Makes what an operation takes of what was typed. `names` has what is called otherwise than the
 * field.
 */
export function readInput<Schema extends z.ZodType>(
  schema: Schema,
  typed: object,
  names: Readonly<Record<string, string>> = {},
): z.output<Schema> {
  const given = Object.entries(typed).filter(
    ([name, value]) => value !== undefined && name !== 'json',
  )
  const { data, error } = schema.safeParse(Object.fromEntries(given))
  if (error === undefined) return data
  const [issue] = error.issues
  const field = String(issue?.path[0] ?? '')
  const option = field.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)
  throw new UsageError(`error: ${names[field] ?? `--${option}`}: ${issue?.message}`)
}
