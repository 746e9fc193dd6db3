import { describe, expect, test } from 'vitest'
import { Answer, Question } from './question-types.ts'

const times = (count: number, one: (at: number) => unknown) =>
  Array.from({ length: count }, (_, at) => one(at))
const options = (count: number) => times(count, (at) => ({ text: `${at}`, right: at === 0 }))
const pairs = (count: number) => times(count, (at) => ({ left: `${at}`, right: `r${at}` }))
const texts = (count: number) => times(count, (at) => `text ${at}`)

/** Returns the path of the first fault; 'taken' if there is none. */
function faultOf(own: object): string {
  const { error } = Question.safeParse({ key: 'q', title: 'Why?', ...own })
  return error?.issues[0]?.path.join('.') ?? 'taken'
}

describe('a question is taken up to its bounds, and refused beyond them by the field', () => {
  test.each<[what: string, own: object, expected: string]>([
    ['two options', { type: 'single', options: options(2) }, 'taken'],
    ['one option', { type: 'single', options: options(1) }, 'options'],
    ['fifty options', { type: 'multiple', options: options(50) }, 'taken'],
    ['fifty-one options', { type: 'multiple', options: options(51) }, 'options'],
    ['25 pairs', { type: 'match', pairs: pairs(25), others: texts(25) }, 'taken'],
    ['26 pairs', { type: 'match', pairs: pairs(26) }, 'pairs'],
    ['26 others', { type: 'match', pairs: pairs(2), others: texts(26) }, 'others'],
    ['one pair', { type: 'match', pairs: pairs(1) }, 'pairs'],
    ['fifty items', { type: 'order', items: texts(50) }, 'taken'],
    ['fifty-one items', { type: 'order', items: texts(51) }, 'items'],
    ['one item', { type: 'order', items: texts(1) }, 'items'],
    ['fifty words', { type: 'text', accepted: texts(50) }, 'taken'],
    ['fifty-one words', { type: 'text', accepted: texts(51) }, 'accepted'],
    ['no word', { type: 'text', accepted: [] }, 'accepted'],
    ['a word of 200', { type: 'text', accepted: ['x'.repeat(200)] }, 'taken'],
    ['a word of 201', { type: 'text', accepted: ['x'.repeat(201)] }, 'accepted.0'],
    ['a blank word', { type: 'text', accepted: [' '] }, 'accepted.0'],
    ['twenty numbers', { type: 'number', numbers: times(20, () => ({ value: '1' })) }, 'taken'],
    ['21 numbers', { type: 'number', numbers: times(21, () => ({ value: '1' })) }, 'numbers'],
    ['no number', { type: 'number', numbers: [] }, 'numbers'],
    ['half a range', { type: 'number', numbers: [{ from: '1' }] }, 'numbers.0'],
    [
      'a negative tolerance',
      { type: 'number', numbers: [{ value: '1', tolerance: '-1' }] },
      'numbers.0.tolerance',
    ],
    ['a thousand points', { type: 'essay', points: 1000 }, 'taken'],
    ['more points', { type: 'essay', points: 1001 }, 'points'],
    ['half a point', { type: 'essay', points: 0.5 }, 'points'],
    ['points as a text', { type: 'essay', points: '1' }, 'points'],
    ['a title of 500', { type: 'essay', title: 'x'.repeat(500) }, 'taken'],
    ['a title of 501', { type: 'essay', title: 'x'.repeat(501) }, 'title'],
    ['no title', { type: 'essay', title: ' ' }, 'title'],
    ['a text of 20,000', { type: 'essay', text: 'x'.repeat(20_000) }, 'taken'],
    ['a text of 20,001', { type: 'essay', text: 'x'.repeat(20_001) }, 'text'],
    ['a text that is none', { type: 'essay', text: 'a\0b' }, 'text'],
    ['half a character', { type: 'essay', explanation: 'a\ud800b' }, 'explanation'],
    ['a key of 200', { type: 'essay', key: 'k'.repeat(200) }, 'taken'],
    ['a key of 201', { type: 'essay', key: 'k'.repeat(201) }, 'key'],
    ['an empty key', { type: 'essay', key: '' }, 'key'],
    ['another type', { type: 'drawing' }, 'type'],
    ['what another type has', { type: 'essay', options: options(2) }, ''],
    [
      'a field of an option',
      { type: 'single', options: [{ text: 'a', right: true, x: 1 }] },
      'options.0',
    ],
  ])('%s', (_, own, expected) => {
    expect(faultOf(own)).toBe(expected)
  })

  test('what is left out is as usual', () => {
    const { points, text, explanation } = Question.parse({ key: 'q', title: 'Why?', type: 'essay' })
    expect({ points, text, explanation }).toEqual({ points: 1, text: null, explanation: null })
    const multiple = { key: 'q', title: 'Why?', type: 'multiple', options: options(2) }
    expect(Question.parse(multiple)).toMatchObject({ scoring: 'all' })
    const number = { key: 'q', title: 'Why?', type: 'number', numbers: [{ value: '1' }] }
    expect(Question.parse(number)).toMatchObject({ numbers: [{ value: '1', tolerance: '0' }] })
    const text_ = { key: 'q', title: 'Why?', type: 'text', accepted: ['a'] }
    expect(Question.parse(text_)).toMatchObject({ caseSensitive: false })
  })
})

describe('an answer is taken in its form alone', () => {
  const numbers = (count: number) => times(count, (at) => at)
  test.each<[answer: object, expected: string]>([
    [{ type: 'single', choice: 0 }, 'taken'],
    [{ type: 'single', choice: 49 }, 'taken'],
    [{ type: 'single', choice: 50 }, 'choice'],
    [{ type: 'single', choice: -1 }, 'choice'],
    [{ type: 'single', choice: 0.5 }, 'choice'],
    [{ type: 'single', choice: '0' }, 'choice'],
    [{ type: 'single', choice: null }, 'choice'],
    [{ type: 'single' }, 'choice'],
    [{ type: 'single', choice: 0, points: 9 }, ''],
    [{ type: 'multiple', choices: [] }, 'taken'],
    [{ type: 'multiple', choices: numbers(50) }, 'taken'],
    [{ type: 'multiple', choices: [1, 1] }, 'choices'],
    [{ type: 'multiple', choices: [50] }, 'choices.0'],
    [{ type: 'multiple', choices: 1 }, 'choices'],
    [{ type: 'order', order: [] }, 'taken'],
    [{ type: 'order', order: [1, 0] }, 'taken'],
    [{ type: 'order', order: [0, 0] }, 'order'],
    [{ type: 'match', pairs: [null, 0, 0] }, 'taken'],
    [{ type: 'match', pairs: times(51, () => null) }, 'pairs'],
    [{ type: 'match', pairs: [50] }, 'pairs.0'],
    [{ type: 'number', number: '1'.repeat(40) }, 'taken'],
    [{ type: 'number', number: '1'.repeat(41) }, 'number'],
    [{ type: 'number', number: 1 }, 'number'],
    [{ type: 'text', text: 'x'.repeat(500) }, 'taken'],
    [{ type: 'text', text: 'x'.repeat(501) }, 'text'],
    [{ type: 'essay', text: 'x'.repeat(20_000) }, 'taken'],
    [{ type: 'essay', text: 'x'.repeat(20_001) }, 'text'],
    [{ type: 'essay', text: 'a\0b' }, 'text'],
    [{ type: 'drawing' }, 'type'],
    [{}, 'type'],
  ])('%j', (answer, expected) => {
    const { error } = Answer.safeParse(answer)
    expect(error?.issues[0]?.path.join('.') ?? 'taken').toBe(expected)
  })
})
