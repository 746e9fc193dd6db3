import type { TextFormatter } from './text-formatter.ts'

// A module of its own: texts are loaded before what starts the app has run to its end.

/** A text about one, about `#` of them, and about none. */
export function counted(one: string, other: string, none?: string) {
  return ({ count }: { count: number }, f: TextFormatter) => {
    const forms = { one, other: other.replace('#', f.number(count)) }
    return f.plural(count, none === undefined ? forms : { ...forms, '=0': none })
  }
}
