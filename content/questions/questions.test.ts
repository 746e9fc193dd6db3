import { describe, expect, test } from 'vitest'
import {
  type Answer,
  gradeAnswer,
  Question,
  questionTypeOf,
  splitQuestion,
} from './question-types.ts'

/** Returns the points for an answer, with everything shown in the order stored. */
function points(written: object, answer: object | null): number | undefined {
  const asked = Question.parse({ key: 'q', title: 'Why?', ...written })
  const question = splitQuestion(asked)
  const order = Array.from(
    { length: questionTypeOf(asked.type).shuffled(question.shown).length },
    (_, at) => at,
  )
  return gradeAnswer({ question, points: asked.points, order }, answer as Answer | null)
}

const option = (text: string, right = false) => ({ text, right })
const knots = [option('Bowline', true), option('Reef'), option('Clove', true), option('Granny')]

describe('several options', () => {
  const all = { type: 'multiple', points: 4, options: knots }
  const partial = { ...all, scoring: 'partial' }
  test.each<[choices: number[], all: number, partial: number]>([
    [[0, 2], 4, 4],
    [[2, 0], 4, 4],
    [[0], 0, 2],
    [[0, 2, 1], 0, 2],
    [[0, 1], 0, 0],
    [[1, 3], 0, 0],
    [[], 0, 0],
    [[0, 1, 2, 3], 0, 0],
  ])('%j', (choices, whole, part) => {
    expect(points(all, { type: 'multiple', choices })).toBe(whole)
    expect(points(partial, { type: 'multiple', choices })).toBe(part)
  })
})

describe('numbers are those that were written, not floats', () => {
  const about = { type: 'number', numbers: [{ value: '0.3', tolerance: '0.1' }] }
  const exactly = { type: 'number', numbers: [{ value: '9007199254740993' }, { value: '-0.5' }] }
  const between = { type: 'number', numbers: [{ from: '-1', to: '1.50' }] }
  test.each<[object, string, number]>([
    [about, '0.2', 1],
    [about, '0.4', 1],
    [about, '0,40', 1],
    [about, '0.19999999999999999999', 0],
    [about, '0.40000000000000000001', 0],
    [exactly, '9007199254740993', 1],
    [exactly, '9007199254740992', 0],
    [exactly, '-.5', 0],
    [exactly, '−0.50', 1],
    [between, '-1.0', 1],
    [between, '1.5', 1],
    [between, '1.51', 0],
  ])('%j takes %s: %d', (question, number, expected) => {
    expect(points(question, { type: 'number', number })).toBe(expected)
  })
})

test('a text is compared as it looks, whatever its spaces and, unless it matters, its case', () => {
  const loose = { type: 'text', accepted: ['Prusik knot', 'ﬁgure eight'] }
  const exact = { ...loose, caseSensitive: true }
  for (const text of ['prusik  knot', ' PRUSIK KNOT ', 'Figure Eight', 'prusik\u00a0knot'])
    expect([text, points(loose, { type: 'text', text })]).toEqual([text, 1])
  expect(points(exact, { type: 'text', text: 'Prusik  knot' })).toBe(1)
  expect(points(exact, { type: 'text', text: 'prusik knot' })).toBe(0)
  expect(points(loose, { type: 'text', text: 'Prusikknot' })).toBe(0)
})

test('a text is compared as what it says, however a keyboard wrote it', () => {
  const accepted = ["don't", '„Ja“ – gut', 'Straße', 'İstanbul', 'x-1', 'naïve']
  const written = { type: 'text', accepted }
  const given = ['don’t', 'DON`T', '"ja" - gut', '«JA» — gut', 'STRASSE', 'ISTANBUL', 'istanbul']
  const more = ['x‑1', '\u200ex−1\u00ad', 'ｘ－١', 'nai\u0308ve', 'naive', 'x1', 'do nt']
  const right = [...given, ...more].filter((text) => points(written, { type: 'text', text }) === 1)
  const wrong = ['DON`T', 'naive', 'x1', 'do nt']
  expect(right).toEqual([...given, ...more].filter((text) => !wrong.includes(text)))
  const exact = { ...written, caseSensitive: true }
  expect(
    ['don’t', 'Don’t', 'STRASSE', 'x–1'].map((text) => points(exact, { type: 'text', text })),
  ).toEqual([1, 0, 0, 1])
  // Accepts both from an author who listed them before they became the same.
  expect(points({ type: 'text', accepted: ["it's", 'it’s'] }, { type: 'text', text: 'it`s' })).toBe(
    0,
  )
})

test('what was stored before numbers were read so is graded as it was', () => {
  const written = { type: 'number', numbers: [{ value: '1.5' }, { value: '3', tolerance: '0.2' }] }
  for (const number of ['1,500', '1.500', '3.142'])
    expect(points(written, { type: 'number', number })).toBe(1)
})

test('pairs count one by one, an order as a whole, and nothing answered is nothing', () => {
  const pairs = [
    { left: 'a', right: '1' },
    { left: 'b', right: '2' },
    { left: 'c', right: '2' },
  ]
  const match = { type: 'match', points: 3, pairs, others: ['0'] }
  // On the right, the sorted texts are 0 1 2.
  expect(points(match, { type: 'match', pairs: [1, 2, 2] })).toBe(3)
  expect(points(match, { type: 'match', pairs: [1, 1, null] })).toBe(1)
  const order = { type: 'order', points: 2, items: ['c', 'a', 'b'] }
  expect(points(order, { type: 'order', order: [2, 0, 1] })).toBe(2)
  expect(points(order, { type: 'order', order: [0, 1, 2] })).toBe(0)
  expect(points(order, null)).toBe(0)
  expect(points({ type: 'essay' }, null)).toBe(0)
  expect(points({ type: 'essay' }, { type: 'essay', text: 'Because' })).toBeUndefined()
})

describe('a question that cannot be answered is refused, with the place', () => {
  const twice = [option('A', true), option('a')]
  test.each<[object, path: string, message: RegExp]>([
    [{ type: 'single', options: [option('A'), option('B')] }, 'options', /no right one/],
    [{ type: 'single', options: knots }, 'options', /several right ones/],
    [{ type: 'multiple', options: twice }, 'options.1.text', /twice/],
    [{ type: 'single', options: Array(10_000).fill(option('A')) }, 'options', /50/],
    [{ type: 'number', numbers: [{ value: 'NaN' }] }, 'numbers.0.value', /decimal/],
    [{ type: 'number', numbers: [{ from: '2', to: '1' }] }, 'numbers.0.to', /below/],
    [{ type: 'number', numbers: [{ value: '1,000' }] }, 'numbers.0.value', /1000 or 1: write/],
    [{ type: 'number', numbers: [{ from: '0', to: '3.142' }] }, 'numbers.0.to', /3142 or 3.1420/],
    [{ type: 'text', accepted: ['A', 'a'] }, 'accepted.1', /twice/],
    [{ type: 'order', items: ['a', 'A'] }, 'items.1', /twice/],
    [
      {
        type: 'match',
        pairs: [
          { left: 'a', right: '1' },
          { left: 'b', right: '2' },
        ],
        others: ['1'],
      },
      'others.0',
      /twice/,
    ],
    [{ type: 'essay', points: 0 }, 'points', /1/],
    [{ type: 'essay', key: 'No Key' }, 'key', /lower-case/],
    [{ type: 'essay', right: true }, '', /no field/],
  ])('%j', (written, path, message) => {
    const { error } = Question.safeParse({ key: 'q', title: 'Why?', ...written })
    const issues = error?.issues.map((issue) => [issue.path.join('.'), issue.message])
    expect(issues?.map(([at]) => at)).toContain(path)
    expect(issues?.find(([at]) => at === path)?.[1]).toMatch(message)
  })
})
