import { z } from 'zod'
import { nearestName } from './fields/nearest-name.ts'
import { isId } from './ids.ts'
import { isCursor } from './lists/sorted-pages.ts'

/** Describes a field in the documentation, with an example. */
export function field<Schema extends z.ZodType>(
  schema: Schema,
  description: string,
  example: z.output<Schema>,
): Schema {
  return schema.meta({ description, examples: [example] })
}

/** Gives an object a name in the documentation. */
export function named<Shape extends z.core.$ZodLooseShape>(
  id: string,
  description: string,
  shape: Shape,
) {
  return z.object(shape).meta({ id, description })
}

/** Does the same for an input, which refuses unknown fields. */
export function namedInput<Shape extends z.core.$ZodLooseShape>(
  id: string,
  description: string,
  shape: Shape,
) {
  return z.strictObject(shape).meta({ id, description })
}

/** Takes text that PostgreSQL can store, trimmed: without NUL and lone surrogates. */
export function text(maxLength: number) {
  return z
    .string()
    .trim()
    .min(1)
    .max(maxLength)
    .refine(isStorable, 'holds characters that are not text')
    .meta({ pattern: '\\S' })
}

/** Takes such text as it was sent, spaces included; it may be empty. */
export function rawText(maxLength: number) {
  return z.string().max(maxLength).refine(isStorable, 'holds characters that are not text')
}

function isStorable(value: string): boolean {
  return value.isWellFormed() && !value.includes('\0')
}

/** Takes one line of text for people: folds white space, as reading a course's folder does. */
export function line(maxLength: number) {
  return z
    .string()
    .overwrite((value) => value.replace(/\s+/gu, ' ').trim())
    .min(1)
    .max(maxLength)
    .refine((value) => !/[\p{Cc}\p{Cs}]/u.test(value), 'holds a control character: remove it')
    .meta({ pattern: '\\S' })
}

/** The message for a missing value. */
export const missing = 'is missing: add it'

const languageWords = 'must be a language tag, like en or pt-BR'

/** A BCP 47 tag, in its usual spelling. */
export const LanguageTag = z
  .string({ error: ({ input }) => (input === undefined ? missing : languageWords) })
  .refine(isLanguageTag, languageWords)
  // Overwrites instead of transforming: schemas for documents lose a transform's description.
  .overwrite((tag) => (isLanguageTag(tag) ? (Intl.getCanonicalLocales(tag)[0] ?? tag) : tag))
  .meta({ pattern: '^[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*$' })

/**
 * Excludes words of five to eight letters like "english", which `Intl` accepts: none is a language.
 */
function isLanguageTag(tag: string): boolean {
  try {
    return Intl.getCanonicalLocales(tag).length === 1 && /^[a-z]{2,3}(-|$)/iu.test(tag)
  } catch {
    return false
  }
}

const nothingHasThisId = '00000000-0000-0000-0000-000000000000'

/** An id in a URL. Anything but a UUID is treated like an id that does not exist. */
export const IdInPath = z
  .string()
  .max(100)
  .transform((id) => (isId(id) ? id.toLowerCase() : nothingHasThisId))
  .meta({ format: 'uuid' })

/** An id in a body. */
export const Id = z.uuid().toLowerCase()

/** The ids that all examples of the documentation share. */
export const exampleIds = {
  user: '019a9c3e-5b1a-7c44-9d10-6f2b8f1f0a01',
  course: '019a9c3e-61f0-7b52-8a3e-2d9c4b7e1c02',
  lesson: '019a9c3e-6a27-7e18-b1c5-90f3d2a64e03',
  transaction: '019a9c40-12d3-7f6b-9e84-5c1a7b3d8f04',
  session: '019a9c41-2b90-7a3d-8c57-1e6d4f9b2a05',
  identity: '019a9c41-0d52-7a1b-8f0e-7b6c5d4e3f05',
  certificate: '019a9c42-77b0-7c2e-a1d4-3b8e6f5c9a06',
  cohort: '019a9c43-1f2d-7b3a-9c4e-5d6f7a8b9c07',
  event: '019a9c44-3a10-7d52-8b6f-9e0d1c2b3a08',
}

export const IdOrSlug = field(text(100), 'Id or slug of the course', 'building-a-course-player')

/** Counts changes where several people write. 0: nobody has written yet. */
export const Revision = field(z.int().min(0).max(2_147_483_647), 'Rises with every change', 42)

/** The input field of a change: over REST the header If-Match. */
export const revisionInput = {
  revision: Revision.describe('The revision that you read, and change'),
}

export const Instant = z.iso.datetime().meta({ examples: ['2026-11-21T09:30:00.000Z'] })

/** Turns an input's instant into a date; keeps null and undefined. */
export function toDate<Nothing extends null | undefined>(
  instant: string | Nothing,
): Date | Nothing {
  return typeof instant === 'string' ? new Date(instant) : instant
}

type Iso<Value> = Value extends Date ? string : Value

/** Returns a row as answers hold it: its dates as ISO 8601 text. */
export function withIsoDates<Row extends object>(
  row: Row,
): { [Name in keyof Row]: Iso<Row[Name]> } {
  const fields = Object.entries(row).map(([name, value]) => [
    name,
    value instanceof Date ? value.toISOString() : value,
  ])
  return Object.fromEntries(fields)
}

export const Money = z
  .object({
    amount: field(
      z.number().int().min(0),
      "Integer amount in the currency's smallest unit: 2900 USD is 29 dollars",
      2900,
    ),
    currency: field(z.string().regex(/^[A-Z]{3}$/), 'ISO 4217', 'USD'),
  })
  .meta({
    id: 'Money',
    description: 'An amount of money',
    examples: [{ amount: 2900, currency: 'USD' }],
  })
export type Money = z.infer<typeof Money>

/** Bounds the search for what was meant among very many unknown fields. */
const maxAdvised = 10

/** Says what to do about each unknown field, a line for each. */
function adviceOn(keys: readonly string[], known: readonly string[]): string {
  const lines = keys.slice(0, maxAdvised).map((key) => {
    const nearest = nearestName(key, known)
    return nearest === undefined ? 'is no field' : `is no field: did you mean ${nearest}?`
  })
  return lines.join('\n')
}

z.config({
  customError: (issue) =>
    issue.code === 'unrecognized_keys' && issue.inst instanceof z.ZodObject
      ? adviceOn(issue.keys, Object.keys(issue.inst.shape))
      : undefined,
})

/**
 * The input of an operation whose clients are not all ours, at an address that a specification
 * sets, or of one that gets what a provider sends. It ignores unknown fields unless they are nearly
 * known ones, and so meant something, like `{complete: true}`. All other inputs are strict.
 */
export function lenientObject<Shape extends z.core.$ZodLooseShape>(
  shape: Shape,
): z.ZodObject<Shape, z.core.$strip> {
  const known = Object.keys(shape)
  const object = z.looseObject(shape as z.core.$ZodLooseShape).superRefine((value, ctx) => {
    const near = Object.keys(value)
      .filter((key) => !known.includes(key))
      .slice(0, maxAdvised)
      .filter((key) => nearestName(key, known) !== undefined)
    if (near.length > 0)
      ctx.addIssue({ code: 'unrecognized_keys', keys: near, message: adviceOn(near, known) })
  })
  const read = (value: Record<string, unknown>) =>
    Object.fromEntries(known.flatMap((key) => (key in value ? [[key, value[key]]] : [])))
  return object.overwrite(read) as unknown as z.ZodObject<Shape, z.core.$strip>
}

/** The input of operations without input. */
export const Empty = z.strictObject({}).optional()

export const exampleCursor = Buffer.from(exampleIds.course).toString('base64url')

/** The input fields of a list in the order of ids. */
export const pageInput = {
  limit: field(z.number().int().min(1).max(100).default(20), 'The maximum number of items', 20),
  cursor: cursorOf(200, (cursor) => isId(Buffer.from(cursor, 'base64url').toString('utf8'))),
}

/** The input fields of a list that is sorted by more than ids. */
export const sortedPageInput = {
  limit: pageInput.limit,
  cursor: cursorOf(1_500, isCursor, ', with the same filters'),
}

function cursorOf(maxLength: number, isCursor: (text: string) => boolean, condition = '') {
  return field(
    z.string().max(maxLength).refine(isCursor, 'is not a nextCursor of this list').optional(),
    `Where the page starts: \`nextCursor\` of the previous page${condition}`,
    exampleCursor,
  )
}

export interface PageRequest {
  limit: number
  cursor?: string | undefined
}

/** Returns the schema of a page of a list. */
export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({
    items: z.array(item).describe('The items of this page'),
    nextCursor: field(
      z.string().nullable(),
      'Pass it as `cursor` to get the next page; null on the last page',
      exampleCursor,
    ),
  })
}

/** Returns the schema of a list: `CouponList` for items named `Coupon` or `CouponSummary`. */
export function listOf<Item extends z.ZodType>(item: Item, description: string) {
  const name = item.meta()?.id?.replace(/Summary$/u, '')
  if (name === undefined) throw new Error('The items of a list need an id.')
  return pageOf(item).meta({ id: `${name}List`, description })
}
