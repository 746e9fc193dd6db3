import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { propertyRuns } from '../../test/property-runs.ts'
import { Question } from './question-types.ts'
import { type Pool, readQuizText } from './read-quiz-text.ts'
import { writeQuizText } from './write-quiz-text.ts'

const quiz = `Read these first.

## Which knot holds a load?

Think of a *climber*.

- [x] Bowline
- [ ] Slip knot

> A bowline keeps its loop.
>
> Always.

## Which are hitches? {points=2 partial}

- [x] Clove hitch
- [ ] Reef knot
- [x] Half hitch

## How long is it? {#length}

= 3.14 ± 0.01 | 5 … 6

## Its name? {case}

= Bowline | King of knots

# Easy ones {take=1}

## In which order?

1. Make a loop
2. Up through it

## What is each for?

- Bowline => A loop
- Sheet bend => Two ropes
- => Decoration

## Why does it hold? {points=5 essay}

= Friction is enough.`

test('a quiz is read as it looks, and written back as the same text', () => {
  const read = readQuizText(quiz, 'knots')
  if ('faults' in read) throw new Error(JSON.stringify(read.faults))
  expect(read.content).toBe('Read these first.')
  expect(read.pools).toMatchObject([
    {
      title: null,
      take: null,
      questions: [
        {
          key: 'knots-which-knot-holds-a-load',
          type: 'single',
          title: 'Which knot holds a load?',
          text: 'Think of a *climber*.',
          options: [
            { text: 'Bowline', right: true },
            { text: 'Slip knot', right: false },
          ],
          explanation: 'A bowline keeps its loop.\n\nAlways.',
        },
        { type: 'multiple', points: 2, scoring: 'partial' },
        {
          key: 'length',
          type: 'number',
          numbers: [
            { value: '3.14', tolerance: '0.01' },
            { from: '5', to: '6' },
          ],
        },
        { type: 'text', accepted: ['Bowline', 'King of knots'], caseSensitive: true },
      ],
    },
    {
      title: 'Easy ones',
      take: 1,
      questions: [
        { type: 'order', items: ['Make a loop', 'Up through it'] },
        { type: 'match', others: ['Decoration'] },
        { type: 'essay', points: 5, guidance: 'Friction is enough.' },
      ],
    },
  ])
  expect(read.lines).toEqual([
    [3, 14, 20, 24],
    [30, 35, 41],
  ])
  expect(writeQuizText(read.content, read.pools, 'knots')).toBe(quiz)
})

describe('a mistake is named with its line', () => {
  test.each<[text: string, line: number, message: RegExp]>([
    ['No question.', 1, /no question/],
    ['## Why?\n\nBecause.', 1, /no answers/],
    ['## Why?\n\n- [ ] A\n- [ ] B', 1, /no right one/],
    ['## Why?\n\n- [x] A\n- [ ] B\n\n## So?\n\n- [x] A\n- [ ] B\n- [ ] A', 10, /twice/],
    ['## ???\n\n- [x] A\n- [ ] B', 1, /no key/],
    ['# Pool {take=1}\n\nText.\n\n## Why? {essay}', 1, /text stands/],
    ['## Why? {essay}\n\n# Pool', 3, /no question/],
    ['## Why? {number}\n\n= many', 1, /a number must/],
    ['## Why?\n\n```question\n{\n```', 1, /not valid JSON/],
  ])('%j', (text, line, message) => {
    const read = readQuizText(text, text.startsWith('## ???') ? '' : 'knots')
    expect(read).toMatchObject({ faults: [{ line, message: expect.stringMatching(message) }] })
  })
})

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
const question = written
  .filter((one) => Question.safeParse(one).success)
  .map((one) => Question.parse(one))

test('whatever a quiz says, it can be written and is read back as it was', () => {
  const pool: fc.Arbitrary<Pool> = fc.record({
    title: fc.constantFrom(null, 'A pool', 'Pool {x}'),
    take: fc.constantFrom(null, 1),
    questions: fc.array(question, { minLength: 1, maxLength: 4 }),
  })
  const content = fc.constantFrom('', 'Intro', '## A heading\n\nText', '```\nopen', '<!-- open')
  fc.assert(
    fc.property(content, fc.array(pool, { minLength: 1, maxLength: 3 }), (content, pools) => {
      const text = writeQuizText(content, pools, 'lesson')
      expect(readQuizText(text, 'lesson')).toMatchObject({ content, pools })
    }),
    propertyRuns(200),
  )
})
