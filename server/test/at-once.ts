/**
 * Calls the action so many times at the same moment; the answers come in the order of the calls.
 */
export function atOnce<Result>(
  count: number,
  action: (index: number) => Promise<Result>,
): Promise<Result[]> {
  return Promise.all(Array.from({ length: count }, (_, index) => action(index)))
}

/** Counts each value: `['a', 'b', 'a']` → `{ a: 2, b: 1 }`. */
export function tally(values: (string | number)[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const value of values) counts[value] = (counts[value] ?? 0) + 1
  return counts
}
