import type { z } from 'zod'
import { Email } from '../server/features/auth/schema.ts'
import { text } from '../server/schema.ts'
import { UsageError } from './failures.ts'

/** An email as it is stored. */
export function readEmail(typed: string): string {
  return read(Email, typed, 'EMAIL')
}

export function readReason(typed: string): string {
  return read(text(1000), typed, '--reason')
}

function read(schema: z.ZodType<string>, typed: string, name: string): string {
  const parsed = schema.safeParse(typed)
  if (parsed.success) return parsed.data
  throw new UsageError(`error: ${name} ${JSON.stringify(typed)}: ${parsed.error.issues[0]?.message}`)
}
