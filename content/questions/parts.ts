/** The most that a column holds. */
const most = 2 ** 31 - 1
/** What all numbers up to ten divide: in these, more is rounded down by less than anybody sees. */
const usualParts = 2520

interface Worth {
  points: number
  /** Into how many parts they may be divided, each. */
  shares: readonly number[]
}

/**
 * In how many parts an attempt counts each point, so that whatever its questions give is whole:
 * everything that is stored stays an integer, and 3 of 4 pairs are exactly three quarters.
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

/** The points of an attempt that are shown, of the parts that are stored. */
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
