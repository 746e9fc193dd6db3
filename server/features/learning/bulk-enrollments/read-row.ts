import type { NewInputRow } from '../../../../db/queries/learning/bulk-enrollments.ts'
import { Email } from '../../../../lib/email.ts'
import { bound, overAt } from '../../../../lib/lists/periods.ts'
import { readDay } from '../../../../lib/typed-text/read-day.ts'
import type { GivenLine } from './read-class-list.ts'
import type { BulkOptions, GivenRow } from './schema.ts'

const maxLengths = { email: 254, name: 200, course: 200, cohort: 100 } as const

/** Returns the row as it is stored; `failed` at once where it cannot be read. */
export function readRow(
  given: GivenRow | GivenLine,
  place: number,
  { course, timeZone }: Omit<BulkOptions, 'timeZone'> & { timeZone: string },
): NewInputRow {
  // "Ada Lovelace" <ada@example.com>, as address books copy it.
  const [, called, inside] = /^(.*)<([^<>]*)>\s*$/su.exec(given.email.slice(0, 1000)) ?? []
  const email = Email.safeParse(inside ?? given.email)
  const chosen = given.course?.trim() || course
  const end = readEnd(given.endsAt?.trim() ?? '')
  const problem =
    ('problem' in given ? given.problem : undefined) ??
    (email.success ? undefined : `email ${email.error.issues[0]?.message}`) ??
    (chosen === undefined ? 'course is required: the request names none either' : undefined) ??
    end.problem

  return {
    row: place + 1,
    line: 'line' in given ? given.line : null,
    email: email.data ?? storable(given.email, maxLengths.email) ?? '',
    name: storable(given.name?.trim() || called?.replaceAll('"', ''), maxLengths.name),
    course: storable(chosen, maxLengths.course) ?? '',
    cohort: storable(given.cohort, maxLengths.cohort),
    endsAt: end.day === undefined || problem !== undefined ? null : overAt(end.day, timeZone),
    outcome: problem === undefined ? null : 'failed',
    error: problem === undefined ? null : 'InvalidFields',
    message: problem ?? null,
    subjectId: null,
    courseId: null,
  }
}

function readEnd(typed: string): { day?: string; problem?: string } {
  if (typed === '') return {}
  const read = readDay(typed)
  if (read !== undefined && 'readings' in read)
    return { problem: `endsAt may be ${read.readings.join(' or ')}: write it like one of these` }
  const day = read?.day ?? typed
  const { error } = bound.safeParse(day)
  return error === undefined ? { day } : { problem: `endsAt ${error.issues[0]?.message}` }
}

/** Returns text that PostgreSQL can store. */
function storable(value: string | undefined, maxLength: number): string | null {
  const text = value?.trim().replaceAll('\0', '\ufffd').slice(0, maxLength).toWellFormed()
  return text === undefined || text === '' ? null : text
}
