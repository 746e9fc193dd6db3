import type { CertificateRow } from '../../../../../db/queries/learning/certificates.ts'
import { dayOf, overAt } from '../../../../lib/lists/periods.ts'

type Validity = Pick<CertificateRow, 'validUntil'>

/**
 * The last second of the day, in the school's time zone, so many months after the completion. What
 * was completed on January 31 is valid until the end of February.
 */
export function validUntilOf(
  completedAt: Date,
  { months, timeZone }: { months: number | null; timeZone: string },
): Date | null {
  if (months === null) return null
  const [year = 0, month = 0, day = 0] = dayOf(completedAt, timeZone).split('-').map(Number)
  const daysInMonth = new Date(Date.UTC(year, month + months, 0)).getUTCDate()
  const last = new Date(Date.UTC(year, month - 1 + months, Math.min(day, daysInMonth)))
  return new Date(overAt(last.toISOString().slice(0, 10), timeZone).getTime() - 1000)
}

export function hasExpired({ validUntil }: Validity, now: Date): boolean {
  return validUntil !== null && validUntil <= now
}

/** Until when it is valid, and whether that is over, as it goes over the wire. */
export function validityOf({ validUntil }: Validity, now: Date) {
  return {
    validUntil: validUntil?.toISOString() ?? null,
    expired: hasExpired({ validUntil }, now),
  }
}

/** How many days before the end learners are told, and at the end. */
const reminders = [0, 7, 30, 60] as const

/** What there is to tell so long before the end; null for nothing yet. */
export function reminderAt(validUntil: Date, now: Date): (typeof reminders)[number] | null {
  const days = (validUntil.getTime() - now.getTime()) / 86_400_000
  return reminders.find((reminder) => days <= reminder) ?? null
}
