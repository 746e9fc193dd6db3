import type { TextFormatter } from './text-formatter.ts'

// A module of its own, because texts load before the app's entry has run to its end.

/** Makes a text for one, for `#` of them, and for none. */
export function counted(one: string, other: string, none?: string) {
  return ({ count }: { count: number }, f: TextFormatter) => {
    const forms = { one, other: other.replace('#', f.number(count)) }
    return f.plural(count, none === undefined ? forms : { ...forms, '=0': none })
  }
}
