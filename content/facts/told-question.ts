import type { QuestionTypeName } from '../questions/question-types.ts'

/** A field as people know it. */
export interface Told {
  field: string
  /** Default: as the field is called. */
  path?: string
  value: unknown
}

type Fields = Record<string, unknown>

/** How the answers of each type are told: the right ones first. */
const answersOf: Record<QuestionTypeName, (question: Fields) => Told[]> = {
  single: ofOptions,
  multiple: ofOptions,
  number: ({ numbers, ...others }) => [
    right('numbers', entriesOf(numbers).map(numberOf)),
    ...rest(others),
  ],
  text: ({ accepted, ...others }) => [right('accepted', textsOf(accepted)), ...rest(others)],
  // Told as one value: where one of them stands says nothing by itself.
  order: ({ items, ...others }) => [right('items', textsOf(items).join(' → ')), ...rest(others)],
  match: ({ pairs, ...others }) => [
    right(
      'pairs',
      entriesOf(pairs).map(({ left, right }) => `${left ?? ''} – ${right ?? ''}`),
    ),
    ...rest(others),
  ],
  essay: rest,
}

/** Tells the fields of a question as people know them. Some of it may be missing in a draft. */
export function toldQuestion({ key: _, title, type, ...question }: Fields): Told[] {
  const isKnown = typeof type === 'string' && Object.hasOwn(answersOf, type)
  const told = isKnown ? answersOf[type as QuestionTypeName] : rest
  return [{ field: 'title', value: title }, { field: 'type', value: type }, ...told(question)]
}

function ofOptions({ options, ...others }: Fields): Told[] {
  const all = entriesOf(options)
  const textOf = ({ text }: Fields) => String(text ?? '')
  return [
    right('options', all.filter(({ right }) => right === true).map(textOf)),
    { field: 'options', value: all.map(textOf) },
    ...rest(others),
  ]
}

function right(path: string, value: unknown): Told {
  return { field: 'right', path, value }
}

function numberOf({ value, tolerance, from, to }: Fields): string {
  if (value === undefined) return `${from ?? ''} … ${to ?? ''}`
  return tolerance === undefined || tolerance === '0' ? `${value}` : `${value} ± ${tolerance}`
}

function rest(others: Fields): Told[] {
  return Object.entries(others).map(([field, value]) => ({ field, value }))
}

function entriesOf(list: unknown): Fields[] {
  return Array.isArray(list) ? list.map((entry: unknown) => Object(entry) as Fields) : []
}

function textsOf(list: unknown): string[] {
  return Array.isArray(list) ? list.map(String) : []
}
