import fc from 'fast-check'
import { Question } from './question-types.ts'

const texts = fc.oneof(
  fc.string({ unit: 'grapheme', minLength: 1, maxLength: 30 }),
  fc.constantFrom(
    'a | b',
    '[x] A',
    '- A',
    '1. A',
    '= 3',
    '> q',
    '## A',
    'A {essay}',
    'a => b',
    '```',
    '#',
  ),
)
const lines = fc.array(texts, { minLength: 1, maxLength: 3 }).map((all) => all.join('\n'))
const maybe = fc.option(lines)
const key = fc.integer({ min: 0, max: 1e9 }).map((at) => `key-${at}`)
const shared = {
  key,
  title: texts,
  text: maybe,
  explanation: maybe,
  points: fc.integer({ min: 1, max: 9 }),
}
const options = fc.array(fc.record({ text: texts, right: fc.boolean() }), {
  minLength: 2,
  maxLength: 5,
})
const decimals = fc.constantFrom('0', '1', '-1.50', '3,14')
const written = fc.oneof(
  fc.record({ ...shared, type: fc.constantFrom('single', 'multiple'), options }),
  fc.record({ ...shared, type: fc.constant('multiple'), options, scoring: fc.constant('partial') }),
  fc.record({
    ...shared,
    type: fc.constant('number'),
    numbers: fc.array(fc.record({ value: decimals, tolerance: fc.constantFrom('0', '0.1') }), {
      minLength: 1,
    }),
  }),
  fc.record({
    ...shared,
    type: fc.constant('text'),
    accepted: fc.array(fc.oneof(texts, decimals), { minLength: 1, maxLength: 3 }),
    caseSensitive: fc.boolean(),
  }),
  fc.record({ ...shared, type: fc.constant('order'), items: fc.array(texts, { minLength: 2 }) }),
  fc.record({
    ...shared,
    type: fc.constant('match'),
    pairs: fc.array(fc.record({ left: texts, right: texts }), { minLength: 2 }),
    others: fc.array(texts, { maxLength: 2 }),
  }),
  fc.record({ ...shared, type: fc.constant('essay'), guidance: maybe }),
)
/** Makes questions of every type, with texts that look like marks of the grammar. */
export const question = written
  .filter((one) => Question.safeParse(one).success)
  .map((one) => Question.parse(one))

export const shuffle = (size: number) =>
  fc.shuffledSubarray(Array.from(Array(size).keys()), { minLength: size, maxLength: size })

export interface Shown {
  options?: string[]
  items?: string[]
  left?: string[]
  right?: string[]
}

/** Makes answers of its type to what is shown, about half of them nearly right. */
export function answersTo(written: Question, shown: Shown): fc.Arbitrary<object | null> {
  const places = (size: number) => fc.nat({ max: Math.max(0, size - 1) })
  const { type } = written
  const nearly = (texts: readonly string[]) =>
    fc.oneof(
      fc.constantFrom(...texts).chain((text) => fc.constantFrom(text, ` ${text} `, `${text}.`)),
      fc.string({ maxLength: 5 }),
    )
  const of: Record<Question['type'], () => fc.Arbitrary<object>> = {
    single: () => fc.record({ choice: places(shown.options?.length ?? 1) }),
    multiple: () => fc.record({ choices: fc.subarray([...(shown.options ?? []).keys()]) }),
    number: () =>
      fc.record({ number: fc.constantFrom('0', '0.05', '-1.5', '−1.6', '3.14', '3,25') }),
    text: () => fc.record({ text: nearly('accepted' in written ? written.accepted : ['']) }),
    order: () => fc.record({ order: shuffle(shown.items?.length ?? 0) }),
    match: () => {
      const right = fc.option(places(shown.right?.length ?? 1))
      const size = shown.left?.length ?? 0
      return fc.record({ pairs: fc.array(right, { minLength: size, maxLength: size }) })
    },
    essay: () => fc.record({ text: fc.string() }),
  }
  return fc
    .oneof({ weight: 9, arbitrary: of[type]() }, fc.constant(null))
    .map((fields) => fields && { type, ...fields })
}
