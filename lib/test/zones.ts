import { dayOf } from '../lists/periods.ts'

/** Zones from 14 hours ahead of UTC to 11 behind, with half hours and with changing clocks. */
export const zones = [
  'Pacific/Kiritimati',
  'Pacific/Niue',
  'Pacific/Auckland',
  'Asia/Tokyo',
  'Asia/Kolkata',
  'Africa/Cairo',
  'Africa/Casablanca',
  'Europe/Berlin',
  'America/St_Johns',
  'America/New_York',
  'America/Santiago',
  'Australia/Lord_Howe',
]

/** Returns the first and last day of a year, and three around each change of the clocks. */
export function daysAround(zone: string, year: number): string[] {
  const noons = Array.from({ length: 365 }, (_, day) => new Date(Date.UTC(year, 0, day + 1, 12)))
  const format = new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' })
  const offset = (at: Date) => format.format(at).slice(-6)
  const changes = noons.flatMap((noon, index) => {
    const before = noons[index - 1]
    return before !== undefined && offset(before) !== offset(noon)
      ? [index - 1, index, index + 1]
      : []
  })
  return [0, ...changes, 364].flatMap((index) => noons[index] ?? []).map((at) => dayOf(at, 'UTC'))
}
