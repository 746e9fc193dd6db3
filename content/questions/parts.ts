/** The largest number that a column holds. */
const most = 2 ** 31 - 1
/** A multiple of all numbers up to ten: rounding down such parts loses less than anybody sees. */
const usualParts = 2520

interface Worth {
  points: number
  /** The numbers of equal parts into which the points may be divided. */
  shares: readonly number[]
}

/**
 * Returns the number of parts in each point of an attempt, so that every question gives a whole
 * number: everything stored stays an integer, and 3 of 4 pairs are exactly three quarters.
 */
export function partsOfPoint(questions: readonly Worth[]): number {
  const total = questions.reduce((sum, { points }) => sum + points, 0)
  let parts = 1
  for (const { points, shares } of questions)
    for (const share of shares) {
      parts = leastMultiple(parts, share / greatestDivisor(points, share))
      if (parts * total > most) return usualParts
    }
  return parts
}

/** Turns the stored parts of an attempt into the points that are shown. */
export function shownPoints(
  stored: number,
  items: readonly { parts?: number }[] | null | undefined,
): number {
  return stored / partsIn(items)
}

export function partsIn(items: readonly { parts?: number }[] | null | undefined): number {
  return items?.[0]?.parts ?? 1
}

function leastMultiple(one: number, other: number): number {
  return (one / greatestDivisor(one, other)) * other
}

function greatestDivisor(one: number, other: number): number {
  return other === 0 ? one : greatestDivisor(other, one % other)
}
