import type { CertificateRow } from '../../../../../db/queries/learning/certificates.ts'
import { dayOf, isDay, saidOfEnd } from '../../../../../lib/lists/periods.ts'

type Dated = Pick<
  CertificateRow,
  'completedAt' | 'completedOn' | 'issuedAt' | 'issuedOn' | 'validUntil' | 'lastDay'
>

/**
 * Returns the days of a certificate, frozen when it was issued. Older rows have none: their papers
 * bear the days of UTC, and the end by the school's time zone.
 */
export function daysOn(certificate: Dated, timeZone: string) {
  const { completedAt, completedOn, issuedAt, issuedOn } = certificate
  return {
    completedOn: completedOn ?? dayOf(completedAt, 'UTC'),
    issuedOn: issuedOn ?? dayOf(issuedAt, 'UTC'),
    lastDay: lastDayOn(certificate, timeZone),
  }
}

/** Returns the last day of its validity; null if it never ends. */
export function lastDayOn(
  { validUntil, lastDay }: Pick<Dated, 'validUntil' | 'lastDay'>,
  timeZone: string,
): string | null {
  if (lastDay !== null || validUntil === null) return lastDay
  const end = new Date(validUntil.getTime() + 1000)
  const said = saidOfEnd(end, timeZone)
  // Covers a school that has moved since: from zones up to 14 hours ahead of UTC, and 9 behind it.
  return isDay(said) ? said : dayOf(end, 'Etc/GMT+10')
}
