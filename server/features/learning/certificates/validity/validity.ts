import type { CertificateRow } from '../../../../../db/queries/learning/certificates.ts'
import { monthsAfter, overAt } from '../../../../../lib/lists/periods.ts'
import { lastDayOn } from './certificate-days.ts'

type Validity = Pick<CertificateRow, 'validUntil' | 'lastDay'>

/**
 * Returns the last day of a certificate, so many months after that of the completion, and its last
 * second in the school's time zone. Completed on January 31, it is valid until the end of February.
 */
export function endOfValidity(
  completedOn: string,
  { months, timeZone }: { months: number | null; timeZone: string },
): Validity {
  if (months === null) return { validUntil: null, lastDay: null }
  const lastDay = monthsAfter(completedOn, months)
  return { validUntil: new Date(overAt(lastDay, timeZone).getTime() - 1000), lastDay }
}

export function hasExpired({ validUntil }: Pick<Validity, 'validUntil'>, now: Date): boolean {
  return validUntil !== null && validUntil <= now
}

/** Returns until when it is valid, and whether that has passed, as it goes over the wire. */
export function validityOf(
  { config, now }: { config: { timeZone: string }; now: () => Date },
  certificate: Validity,
) {
  return {
    validUntil: certificate.validUntil?.toISOString() ?? null,
    lastDay: lastDayOn(certificate, config.timeZone),
    expired: hasExpired(certificate, now()),
  }
}

/** Days before the end on which learners are told; 0 is the end itself. */
const reminders = [0, 7, 30, 60] as const

/** Returns the reminder that is due at this time; null if there is none yet. */
export function reminderAt(validUntil: Date, now: Date): (typeof reminders)[number] | null {
  const days = (validUntil.getTime() - now.getTime()) / 86_400_000
  return reminders.find((reminder) => days <= reminder) ?? null
}
