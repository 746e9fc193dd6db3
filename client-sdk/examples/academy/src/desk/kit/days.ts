/** Where the days of the reader begin and end. */
export const timeZone = Intl.DateTimeFormat().resolvedOptions().timeZone

/** The first instant of a day that was typed; null for none. */
export const startOf = (day = '') => (day === '' ? null : new Date(`${day}T00:00`).toISOString())

/** The last instant of it. */
export const endOf = (day = '') => (day === '' ? null : new Date(`${day}T23:59:59`).toISOString())

/** The day of an instant, as fields for days take it. */
export const dayOf = (instant: string | Date | null = null) =>
  instant === null ? '' : new Date(instant).toLocaleDateString('sv')

/** The first and last days of the last months, the oldest first. */
export function lastMonths(count: number): { from: string; to: string }[] {
  const now = new Date()
  return Array.from({ length: count }, (_, index) => {
    const [year, month] = [now.getFullYear(), now.getMonth() - count + 1 + index]
    return { from: dayOf(new Date(year, month, 1)), to: dayOf(new Date(year, month + 1, 0)) }
  })
}
