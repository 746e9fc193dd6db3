import type { CertificateRow } from '../../../../../db/queries/learning/certificates.ts'
import { dayOf, isDay, saidOfEnd } from '../../../../../lib/lists/periods.ts'

type Dated = Pick<
  CertificateRow,
  'completedAt' | 'completedOn' | 'issuedAt' | 'issuedOn' | 'validUntil' | 'lastDay'
>

/**
 * The days of a certificate, frozen as it was issued. Rows of before have none: their papers bear
 * the days of UTC, and the end by the school's time zone.
 */
export function daysOn(certificate: Dated, timeZone: string) {
  const { completedAt, completedOn, issuedAt, issuedOn } = certificate
  return {
    completedOn: completedOn ?? dayOf(completedAt, 'UTC'),
    issuedOn: issuedOn ?? dayOf(issuedAt, 'UTC'),
    lastDay: lastDayOn(certificate, timeZone),
  }
}

/** The last day of its validity; null for ever. */
export function lastDayOn(
  { validUntil, lastDay }: Pick<Dated, 'validUntil' | 'lastDay'>,
  timeZone: string,
): string | null {
  if (lastDay !== null || validUntil === null) return lastDay
  const end = new Date(validUntil.getTime() + 1000)
  const said = saidOfEnd(end, timeZone)
  // The school has moved since: of a zone up to 14 hours ahead of UTC, and 9 behind it.
  return isDay(said) ? said : dayOf(end, 'Etc/GMT+10')
}
