/** Returns a fact, or nothing if it has no value. */
export function factIf(
  label: string,
  value: string | null | undefined,
): [label: string, value: string][] {
  return value === null || value === undefined ? [] : [[label, value]]
}
