/** Returns the known name that a mistyped or shortened one most likely means; undefined if none. */
export function nearestName(name: string, known: readonly string[]): string | undefined {
  const written = name.slice(0, 40).toLowerCase()
  const [nearest] = known
    .map((candidate) => ({
      candidate,
      distance: editDistance(written, candidate.toLowerCase()),
      isShortened: isShortOf(written, candidate.toLowerCase()),
    }))
    .filter(
      ({ candidate: { length }, distance, isShortened }) =>
        isShortened || (distance < length && distance <= Math.max(1, Math.floor(length / 3))),
    )
    .sort((a, b) => a.distance - b.distance)
  return nearest?.candidate
}

/** Accepts `coupon` of `couponCode`, and `percentage` for `percent`; no `passwordConfirmation`. */
function isShortOf(name: string, candidate: string): boolean {
  if (Math.min(name.length, candidate.length) < 4) return false
  if (candidate.startsWith(name)) return true
  return name.startsWith(candidate) && name.length - candidate.length <= 3
}

/** Returns the Levenshtein distance: the number of letters to insert, delete or replace. */
function editDistance(from: string, to: string): number {
  let previous = Array.from({ length: to.length + 1 }, (_, index) => index)
  for (const [row, letter] of [...from].entries()) {
    const current = [row + 1]
    for (const [column, other] of [...to].entries()) {
      const replaced = (previous[column] ?? 0) + (letter === other ? 0 : 1)
      current.push(Math.min(replaced, (previous[column + 1] ?? 0) + 1, (current[column] ?? 0) + 1))
    }
    previous = current
  }
  return previous.at(-1) ?? 0
}
