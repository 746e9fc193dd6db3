/** Returns a fact, or nothing if it has no value. */
export function factIf<Value extends string | number>(
  label: string,
  value: Value | null | undefined,
  write: (value: Value) => string = String,
): [label: string, value: string][] {
  return value === null || value === undefined ? [] : [[label, write(value)]]
}
