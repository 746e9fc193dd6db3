import { z } from 'zod'
import { isId } from './ids.ts'

/** Text that PostgreSQL can store: no NUL, no half of a surrogate pair. Trimmed. */
export function text(maxLength: number) {
  return z
    .string()
    .trim()
    .min(1)
    .max(maxLength)
    .refine((value) => value.isWellFormed() && !value.includes('\0'), 'holds characters that are not text')
}

const nothingHasThisId = '00000000-0000-0000-0000-000000000000'

/** An id in an address. One that is not a UUID names nothing, just like one that was never given out. */
export const IdInPath = z
  .string()
  .max(100)
  .transform((id) => (isId(id) ? id.toLowerCase() : nothingHasThisId))

/** An id in a body. */
export const Id = z.uuid().toLowerCase()

export const Instant = z.iso.datetime()

export const Money = z
  .object({
    amount: z.number().int().min(0).describe("Integer number of the currency's smallest unit: 2900 USD is 29 dollars"),
    currency: z
      .string()
      .regex(/^[A-Z]{3}$/)
      .describe('ISO 4217'),
  })
  .meta({ id: 'Money', description: 'An amount of money', examples: [{ amount: 2900, currency: 'USD' }] })
export type Money = z.infer<typeof Money>

/** For operations that take nothing. */
export const Nothing = z.object({}).optional()

/** What every list takes. */
export const pageInput = {
  limit: z.number().int().min(1).max(100).default(20).describe('How many items at most'),
  cursor: z.string().max(200).optional().describe('Where to go on: nextCursor of the page before'),
}

export interface PageRequest {
  limit: number
  cursor?: string | undefined
}

/** What every list answers. */
export function pageOf<Item extends z.ZodType>(item: Item) {
  return z.object({
    items: z.array(item),
    nextCursor: z.string().nullable().describe('Give it as cursor to get the next page; null on the last one'),
  })
}
