import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { propertyRuns } from '../../lib/test/property-runs.ts'
import { joinQuestion, Question, splitQuestion } from './question-types.ts'
import { type Pool, readQuizText } from './read-quiz-text.ts'
import { question } from './test-support.ts'
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
    ['## Why?\n\n- [x] A\n- [ ] B\n  more\n- [ ] C', 3, /looks like an answer/],
    ['## Why?\n\n- [x] A\n- [ ] B\n\nSo it is.', 3, /looks like an answer/],
    ['## Why?\n\n= Paris\n\n- [x] A\n- [ ] B', 3, /looks like an answer/],
    ['## Why?\n\n-[x] A\n\n- [x] B\n- [ ] C', 3, /looks like an answer/],
    ['## Why?\n\n- a => b\n\n> So.\n\n- c => d\n- e => f', 3, /looks like an answer/],
    ['## Why?\n\n- [x] A\n\n- [ ] B\n\n- [ ] A', 7, /twice/],
    ['## Why?\n\n```question\n{\n```', 1, /not valid JSON/],
    ['## How many?\n\n= 5\n= 2 | 1,000', 4, /may be 1000 or 1: write which/],
    ['## How many?\n\n= 1.000', 3, /may be 1000 or 1/],
  ])('%j', (text, line, message) => {
    const read = readQuizText(text, text.startsWith('## ???') ? '' : 'knots')
    expect(read).toMatchObject({ faults: [{ line, message: expect.stringMatching(message) }] })
  })
})

test('blank lines between answers change nothing', () => {
  const answers = /^(?:- \[.*|- .*=>.*|= .*|\d\. .*)$/gmu
  const isLoose = quiz.replace(answers, '$&\n').replace(/\n{3,}/gu, '\n\n')
  expect(isLoose).toContain('- [x] Bowline\n\n- [ ] Slip knot\n\n>')
  const [loose, tight] = [isLoose, quiz].map((text) => readQuizText(text, 'knots'))
  if (loose === undefined || tight === undefined || 'faults' in tight) throw new Error('No quiz.')
  expect(loose).toMatchObject({ pools: tight.pools })
})

test('a list, a formula and code of the text are no answers', () => {
  const text = '1. Look\n2. Tie\n\n$$\nx\n= 3\n$$\n\n```\n= 1\n```\n\n- [x](a.md) => b'
  const read = readQuizText(`## Why?\n\n${text}\n\n1. A\n\n2. B`, 'knots')
  expect(read).toMatchObject({
    pools: [{ questions: [{ type: 'order', text, items: ['A', 'B'] }] }],
  })
  const essay = readQuizText('## Why? {essay}\n\n- one\n- two', 'knots')
  expect(essay).toMatchObject({
    pools: [{ questions: [{ text: '- one\n- two', guidance: null }] }],
  })
})

test('numbers are read as people write them, and written so that they are read as themselves', () => {
  const numbersOf = (text: string) => {
    const read = readQuizText(text, 'knots')
    if ('faults' in read) throw new Error(JSON.stringify(read.faults))
    const [question] = read.pools[0]?.questions ?? []
    return question?.type === 'number' ? question.numbers : question?.type
  }
  const value = (value: string) => ({ value, tolerance: '0' })
  expect(numbersOf('## Q\n\n= .5 | 1e3 | 1 000,5 | ٣٫١٤ | 3,14')).toEqual(
    ['0.5', '1000', '1000.5', '3.14', '3,14'].map(value),
  )
  expect(numbersOf('## Q\n\n= 1 000 … 1’500')).toEqual([{ from: '1000', to: '1500' }])
  // The tolerance shows that the point is the decimal one.
  expect(numbersOf('## Q\n\n= 3.142 ± 0.001')).toEqual([{ value: '3.142', tolerance: '0.001' }])
  expect(numbersOf('## Q {text}\n\n= 1,000')).toBe('text')

  const before = { key: 'q', title: 'Q', text: null, points: 1, explanation: null }
  const stored = { ...before, type: 'number' as const, numbers: [value('3.142')] }
  const shown = joinQuestion(splitQuestion(stored), stored)
  expect(Question.parse(shown)).toEqual(shown)
  const pools = [{ title: null, take: null, questions: [shown] }]
  expect(numbersOf(writeQuizText('', pools, 'knots'))).toEqual([value('3.1420')])
})

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
