import type { CertificateRow } from '../../../../../db/queries/learning/certificates.ts'
import { monthsAfter, overAt } from '../../../../../lib/lists/periods.ts'
import { lastDayOn } from './certificate-days.ts'

type Validity = Pick<CertificateRow, 'validUntil' | 'lastDay'>

/**
 * The last day of a certificate, so many months after that of the completion, and its last second
 * in the school's time zone. What was completed on January 31 is valid until the end of February.
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

/** Says until when it is valid, and whether that is over, as it goes over the wire. */
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

/** How many days before the end learners are told, and at the end. */
const reminders = [0, 7, 30, 60] as const

/** Returns what there is to tell so long before the end; null for nothing yet. */
export function reminderAt(validUntil: Date, now: Date): (typeof reminders)[number] | null {
  const days = (validUntil.getTime() - now.getTime()) / 86_400_000
  return reminders.find((reminder) => days <= reminder) ?? null
}
