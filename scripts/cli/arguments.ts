import { Option } from 'commander'
import type { z } from 'zod'
import { Email } from '../../lib/email.ts'
import { isId } from '../../lib/ids.ts'
import { bound, endMeant, isDay, isTimeZone, startMeant } from '../../lib/lists/periods.ts'
import { text } from '../../lib/schema.ts'
import { readConfig } from '../../server/config/config.ts'
import { parseDuration } from '../../server/config/duration.ts'
import { keyScopes } from '../../server/security/permissions.ts'
import { UsageError } from './command-errors.ts'
import { surroundings } from './surroundings.ts'

/** How to read arguments and options, by kind. */
const readers = {
  email: (typed, { name }) => read(Email, typed, name),
  /** Identifies a user: `{ email }` or `{ id }`. */
  emailOrId: (typed) =>
    isId(typed) ? { userId: typed.toLowerCase() } : { email: read(Email, typed, 'EMAIL') },
  id: (typed, { name }) => {
    if (isId(typed)) return typed.toLowerCase()
    const example = '019a9c40-12d3-7f6b-9e84-5c1a7b3d8f04'
    throw new UsageError(`error: ${name} ${JSON.stringify(typed)}: is not an id like ${example}`)
  },
  /** The name of something. */
  name: (typed, { name }) => read(text(100), typed, name),
  reason: (typed, { name }) => read(text(1000), typed, name),
  number: (typed, { name }) => readWholeNumber(typed, name),
  /** A number that may be 0. */
  count: (typed, { name }) => (typed === '0' ? 0 : readWholeNumber(typed, name)),
  textOrNone: (typed) => (typed === 'none' ? null : typed),
  yesOrNo: (typed) => typed === 'yes',
  numberOrNone: (typed, { name }) => (typed === 'none' ? null : readWholeNumber(typed, name)),
  /** The hours that a former key still works. */
  hours: (typed, { name }) => {
    if (/^\d+$/.test(typed) && Number(typed) <= 168) return Number(typed)
    throw new UsageError(`error: ${name} must be a whole number from 0 to 168`)
  },
  /** Identifies a key by its id or public part. Never repeats the input, maybe a whole key. */
  keyId: (typed, { name }) => {
    if (isId(typed)) return typed.toLowerCase()
    if (/^[1-9A-HJ-NP-Za-km-z]{12}$/.test(typed)) return typed
    throw new UsageError(
      `error: ${name} must be the id of a key, or the first part of it after lyc_`,
    )
  },
  scope: (typed, { name }) => {
    if (keyScopes.some((scope) => scope === typed)) return typed
    throw new UsageError(`error: ${name} must be one of ${keyScopes.join(', ')}`)
  },
  /** An instant, or a duration before now. */
  since: readSince,
  /** Kept as typed. */
  day: (typed, { name }) => readDay(typed, name),
  /** A day, from its beginning in the time zone, or an instant; null for `none`. */
  start: (typed, place) => {
    if (typed === 'none') return null
    requireBound(typed, place)
    return startMeant(typed, zoneOf(place))
  },
  /** The end of a day in the time zone, or an instant; null for `none`. */
  end: (typed, place) => (typed === 'none' ? null : readEnd(typed, place)),
  /** Like `end`, without `none`. */
  lastDay: readEnd,
} satisfies Record<string, (typed: string, place: Place) => unknown>

export type Reading = keyof typeof readers

interface Place {
  /** The argument or option, as messages name it. */
  name: string
  timeZone?: string | undefined
}

/** Returns commander's name for the value of an argument or option. */
export function attributeOf(flags: string): string {
  return flags.startsWith('-') ? new Option(flags).attributeName() : flags.replace(/[^a-z ]/gi, '')
}

/** Returns the name of an argument or option in messages. */
export function labelOf(flags: string): string {
  if (!flags.startsWith('-')) return attributeOf(flags).toUpperCase()
  return new Option(flags).long ?? flags
}

/** Reads what was typed, item by item in a list; undefined if it was left out. */
export function readAs(reading: Reading | undefined, typed: unknown, place: Place): unknown {
  if (reading === undefined || typed === undefined) return typed
  const readOne = (one: unknown) => readers[reading](String(one), place)
  return Array.isArray(typed) ? typed.map(readOne) : readOne(typed)
}

export function readWholeNumber(typed: string, name: string): number {
  const number = Number(typed)
  if (/^\d+$/.test(typed) && number > 0 && number <= 2_147_483_647) return number
  throw new UsageError(`error: ${name} must be a whole number like 10`)
}

function readDay(typed: string, name: string): string {
  if (isDay(typed)) return typed
  throw new UsageError(`error: ${name} must be a day like 2026-11-21`)
}

function readEnd(typed: string, place: Place): Date {
  requireBound(typed, place)
  return endMeant(typed, zoneOf(place))
}

function readSince(typed: string, { name }: Place): Date {
  const ago = parseDuration(typed)
  const day = /^\d{4}-\d\d-\d\d/.test(typed) ? typed : Number.NaN
  const time = new Date(ago === undefined ? day : Date.now() - ago)
  if (!Number.isNaN(time.getTime())) return time
  throw new UsageError(
    `error: ${name} ${JSON.stringify(typed)}: must be a duration like 24h ` +
      'or a time like 2026-03-01T12:00:00Z',
  )
}

/** Returns the time zone of days: the school's, unless an option says otherwise. */
function zoneOf({ timeZone }: Place): string {
  return timeZone ?? readConfig(surroundings().env).timeZone
}

function requireBound(typed: string, { name, timeZone }: Place): void {
  if (timeZone !== undefined && !isTimeZone(timeZone))
    throw new UsageError('error: --time-zone must be a time zone like Europe/Berlin')
  if (bound.safeParse(typed).success) return
  throw new UsageError(
    `error: ${name} must be a day like 2026-11-21, or an instant like 2026-11-21T09:30:00Z`,
  )
}

function read(schema: z.ZodType<string>, typed: string, name: string): string {
  const parsed = schema.safeParse(typed)
  if (parsed.success) return parsed.data
  throw new UsageError(
    `error: ${name} ${JSON.stringify(typed)}: ${parsed.error.issues[0]?.message}`,
  )
}
