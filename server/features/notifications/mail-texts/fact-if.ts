/** A fact that there may be none of: then nothing is said. */
export function factIf(name: string, value: string | null): [name: string, value: string][] {
  return value === null ? [] : [[name, value]]
}
