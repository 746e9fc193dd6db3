import type { z } from 'zod'
import { Email } from '../../server/lib/email.ts'
import { isId } from '../../server/lib/ids.ts'
import { bound, isTimeZone, overAt, periodOf } from '../../server/lib/lists/periods.ts'
import { text } from '../../server/lib/schema.ts'
import { UsageError } from './command-errors.ts'

/** An email as it is stored. */
export function readEmail(typed: string, name = 'EMAIL'): string {
  return read(Email, typed, name)
}

/** What something is called. */
export function readName(typed: string): string {
  return read(text(100), typed, 'NAME')
}

export function readReason(typed: string): string {
  return read(text(1000), typed, '--reason')
}

export function readSuspensionReason(typed: string): string {
  return read(text(500), typed, '--reason')
}

/** The id of a transaction. */
export function readId(typed: string): string {
  if (isId(typed)) return typed.toLowerCase()
  throw new UsageError(
    `error: ID ${JSON.stringify(typed)}: is not an id like 019a9c40-12d3-7f6b-9e84-5c1a7b3d8f04`,
  )
}

export function readWholeNumber(typed: string, name: string): number {
  const number = Number(typed)
  if (/^\d+$/.test(typed) && number > 0 && number <= 2_147_483_647) return number
  throw new UsageError(`error: ${name} must be a whole number like 10`)
}

/** The start of a day, UTC. */
export function readDay(typed: string, name: string): Date {
  const day = new Date(`${typed}T00:00:00.000Z`)
  if (!Number.isNaN(day.getTime()) && day.toISOString().startsWith(typed)) return day
  throw new UsageError(`error: ${name} must be a day like 2026-11-21`)
}

/** A day, from its beginning in the time zone, or an instant. */
export function readInstant(typed: string, name: string, timeZone = 'UTC'): Date {
  requireBound(typed, name, timeZone)
  return periodOf({ from: typed, timeZone }).from ?? new Date(typed)
}

/** The same, or null for `none`. */
export function readInstantOrNone(typed: string, name: string, timeZone?: string): Date | null {
  return typed === 'none' ? null : readInstant(typed, name, timeZone)
}

/** The end of a day in the time zone, or an instant. */
export function readEnd(typed: string, name: string, timeZone = 'UTC'): Date {
  requireBound(typed, name, timeZone)
  return overAt(typed, timeZone)
}

/** The same, or null for `none`. */
export function readEndOrNone(typed: string, name: string, timeZone?: string): Date | null {
  return typed === 'none' ? null : readEnd(typed, name, timeZone)
}

function requireBound(typed: string, name: string, timeZone: string): void {
  if (!isTimeZone(timeZone))
    throw new UsageError('error: --time-zone must be a time zone like Europe/Berlin')
  if (bound.safeParse(typed).success) return
  throw new UsageError(
    `error: ${name} must be a day like 2026-11-21, or an instant like 2026-11-21T09:30:00Z`,
  )
}

export function dayAfter(day: Date): Date {
  return new Date(day.getTime() + 86_400_000)
}

/** An email or the id of a user. */
export function readEmailOrId(typed: string): { email: string } | { id: string } {
  return isId(typed) ? { id: typed.toLowerCase() } : { email: readEmail(typed, 'EMAIL') }
}

function read(schema: z.ZodType<string>, typed: string, name: string): string {
  const parsed = schema.safeParse(typed)
  if (parsed.success) return parsed.data
  throw new UsageError(
    `error: ${name} ${JSON.stringify(typed)}: ${parsed.error.issues[0]?.message}`,
  )
}
