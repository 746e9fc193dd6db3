/** A field as people know it. */
export interface Told {
  field: string
  /** Default: as the field is called. */
  path?: string
  value: unknown
}

export type Fields = Record<string, unknown>

/** The lists that hold right answers, and how these are told. */
const rightIn = new Map<string, (entries: readonly Fields[]) => unknown>([
  ['options', (all) => all.filter(({ right }) => right === true).map(textOfOption)],
  ['numbers', (all) => all.map(numberOf)],
  ['accepted', (all) => all.map(String)],
  // Told as one value: where one of them stands says nothing by itself.
  ['items', (all) => all.map(String).join(' → ')],
  ['pairs', (all) => all.map(({ left, right }) => `${left ?? ''} – ${right ?? ''}`)],
])

/**
 * Tells the fields of a question as people know them, the right answer first. Some of it may be
 * missing in a draft.
 */
export function toldQuestion({ key: _, ...question }: Fields): Told[] {
  const told = toldOf(question).flatMap(({ field, value }) => {
    const rightOf = rightIn.get(field)
    if (rightOf === undefined || !Array.isArray(value)) return [{ field, value }]
    const entries = value.map((entry: unknown) => Object(entry) as Fields)
    const right = { field: 'right', path: field, value: rightOf(entries) }
    return field === 'options' ? [right, { field, value: entries.map(textOfOption) }] : [right]
  })
  const isRight = ({ field }: Told) => Number(field === 'right')
  return told.toSorted((one, other) => isRight(other) - isRight(one))
}

export function toldOf(fields: Fields): Told[] {
  return Object.entries(fields).map(([field, value]) => ({ field, value }))
}

function textOfOption({ text }: Fields): string {
  return String(text ?? '')
}

function numberOf({ value, tolerance, from, to }: Fields): string {
  if (value === undefined) return `${from ?? ''} … ${to ?? ''}`
  return tolerance === undefined || tolerance === '0' ? `${value}` : `${value} ± ${tolerance}`
}
