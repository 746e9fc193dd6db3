import type { Branding } from './branding.ts'

/** Returns the line of a printed grade, in basis points, that is high enough for one. */
export function distinctionOf(
  { distinction, distinctionFrom }: Branding,
  grade: number | null,
): string | undefined {
  if (grade === null || distinctionFrom === undefined) return undefined
  return grade >= distinctionFrom * 100 ? distinction : undefined
}
