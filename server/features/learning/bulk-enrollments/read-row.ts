import type { NewInputRow } from '../../../../db/queries/learning/bulk-enrollments.ts'
import { Email } from '../../../lib/email.ts'
import { bound, overAt } from '../../../lib/lists/periods.ts'
import type { GivenLine } from './read-csv.ts'
import type { BulkOptions, GivenRow } from './schema.ts'

const maxLengths = { email: 254, name: 200, course: 200, cohort: 100 } as const

/** The row as it is stored; `failed` at once where it cannot be read. */
export function readRow(
  given: GivenRow | GivenLine,
  place: number,
  { course, timeZone }: Omit<BulkOptions, 'timeZone'> & { timeZone: string },
): NewInputRow {
  const email = Email.safeParse(given.email)
  const chosen = given.course?.trim() || course
  const endsAt = given.endsAt?.trim() || undefined
  const problem =
    ('problem' in given ? given.problem : undefined) ??
    (email.success ? undefined : `email ${email.error.issues[0]?.message}`) ??
    (chosen === undefined ? 'course is required: the request names none either' : undefined) ??
    problemOfEnd(endsAt)

  return {
    row: place + 1,
    line: 'line' in given ? given.line : null,
    email: email.data ?? storable(given.email, maxLengths.email) ?? '',
    name: storable(given.name, maxLengths.name),
    course: storable(chosen, maxLengths.course) ?? '',
    cohort: storable(given.cohort, maxLengths.cohort),
    endsAt: endsAt === undefined || problem !== undefined ? null : overAt(endsAt, timeZone),
    outcome: problem === undefined ? null : 'failed',
    error: problem === undefined ? null : 'InvalidFields',
    message: problem ?? null,
  }
}

function problemOfEnd(endsAt: string | undefined): string | undefined {
  if (endsAt === undefined) return undefined
  const { error } = bound.safeParse(endsAt)
  return error === undefined ? undefined : `endsAt ${error.issues[0]?.message}`
}

/** Text that PostgreSQL can store. */
function storable(value: string | undefined, maxLength: number): string | null {
  const text = value?.trim().replaceAll('\0', '\ufffd').slice(0, maxLength).toWellFormed()
  return text === undefined || text === '' ? null : text
}
