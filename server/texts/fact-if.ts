/** A fact, or nothing where it has no value. */
export function factIf(label: string, value: string | null): [label: string, value: string][] {
  return value === null ? [] : [[label, value]]
}
