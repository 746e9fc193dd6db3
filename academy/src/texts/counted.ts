import type { TextFormatter } from './text-formatter.ts'

// A module of its own, because texts load before the app's entry has run to its end.

type FurtherForms = Partial<Record<'zero' | 'two' | 'few' | 'many', string>>

/** Makes a text for one, for `#` of them, for none, and for what else its language tells apart. */
export function counted(one: string, other: string, none?: string, further?: FurtherForms) {
  return ({ count }: { count: number }, f: TextFormatter) => {
    const forms = { one, other, ...further, ...(none === undefined ? {} : { '=0': none }) }
    return f.plural(count, forms).replace('#', f.number(count))
  }
}
