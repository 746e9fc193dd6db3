/** The known name most likely meant by a mistyped one; undefined when none is close. */
export function nearestName(name: string, known: string[]): string | undefined {
  const [nearest] = known
    .map((candidate) => ({
      candidate,
      distance: editDistance(name.slice(0, 40).toLowerCase(), candidate.toLowerCase()),
    }))
    .filter(
      ({ candidate: { length }, distance }) =>
        distance < length && distance <= Math.max(1, Math.floor(length / 3)),
    )
    .sort((a, b) => a.distance - b.distance)
  return nearest?.candidate
}

/** Levenshtein distance: the letters to insert, delete or replace. */
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
