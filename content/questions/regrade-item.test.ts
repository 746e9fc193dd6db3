import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { propertyRuns } from '../../lib/test/property-runs.ts'
import {
  type Answer,
  gradeAnswer,
  Question,
  questionTypeOf,
  splitQuestion,
} from './question-types.ts'
import { type ItemPoints, isComparable, regradeItem } from './regrade-item.ts'
import { answersTo, question, type Shown, shuffle } from './test-support.ts'

interface Asked {
  order: readonly number[]
  answer: Answer | null
}

/** Returns the points by another revision; `current` if the two cannot be compared. */
function regraded(from: Question, to: Question, asked: Asked, current: ItemPoints): ItemPoints {
  return regradeItem(
    { policy: 'recompute', to: { number: 2, question: splitQuestion(to) } },
    { asked: { number: 1, question: splitQuestion(from) }, points: from.points, ...asked },
    current,
  )
}

/** Regrades the right answer to one revision, with all shown backwards, by another one. */
function rightRegraded(from: object, to: object): ItemPoints | 'not comparable' {
  const read = (own: object) => Question.parse({ key: 'q', title: 'Why?', points: 12, ...own })
  const [first, second] = [read(from), read(to)]
  const { shown, secret } = splitQuestion(first)
  const { shuffled, rightAnswer } = questionTypeOf(first.type)
  const order = [...shuffled(shown).keys()].toReversed()
  const answer = { type: first.type, ...rightAnswer(secret, order) } as Answer
  const points = regraded(first, second, { order, answer }, 'waiting')
  const comparable = isComparable(splitQuestion(first), splitQuestion(second))
  expect(comparable).toBe(points !== 'waiting')
  return comparable ? points : 'not comparable'
}

type Row = [what: string, from: string[], to: string[], points: number | 'not comparable']

describe('pairs are found by their texts', () => {
  const match = (lines: string[]) => ({
    type: 'match',
    pairs: lines.map((line) => ({ left: line[0], right: line.slice(1) })),
  })
  test.each<Row>([
    ['two moved', ['a1', 'b2', 'c3'], ['b2', 'a1', 'c3'], 12],
    ['all moved, one left reworded', ['a1', 'b2', 'c3'], ['c3', 'a1', 'x2'], 12],
    ['all moved, one right reworded', ['a1', 'b2', 'c3'], ['c3', 'a1', 'b0'], 12],
    ['one on either side reworded', ['a1', 'b2', 'c3'], ['c0', 'a1', 'x2'], 12],
    ['one of a shared right moved', ['a1', 'b1', 'c3'], ['c3', 'b1', 'a1'], 12],
    ['others are right', ['a1', 'b2', 'c3'], ['b1', 'a2', 'c3'], 4],
    ['two left reworded', ['a1', 'b2', 'c3'], ['x1', 'y2', 'c3'], 'not comparable'],
    ['two right reworded', ['a1', 'b2', 'c3'], ['a9', 'b8', 'c3'], 'not comparable'],
    ['one more', ['a1', 'b2'], ['a1', 'b2', 'c2'], 'not comparable'],
    ['another right, used twice', ['a1', 'b2', 'c3'], ['a1', 'b2', 'c2'], 'not comparable'],
  ])('%s', (_, from, to, points) => {
    expect(rightRegraded(match(from), match(to))).toBe(points)
  })
})

describe('items are found by their texts', () => {
  const order = (items: string[]) => ({ type: 'order', items })
  test.each<Row>([
    ['the same', ['c', 'a', 'b'], ['c', 'a', 'b'], 12],
    ['one reworded', ['c', 'a', 'b'], ['c', 'x', 'b'], 12],
    ['another order is right', ['c', 'a', 'b'], ['a', 'b', 'c'], 0],
    ['two reworded', ['c', 'a', 'b'], ['x', 'y', 'b'], 'not comparable'],
    ['one more', ['c', 'a', 'b'], ['c', 'a', 'b', 'd'], 'not comparable'],
  ])('%s', (_, from, to, points) => {
    expect(rightRegraded(order(from), order(to))).toBe(points)
  })
})

describe('options are found by their texts, or where they were', () => {
  const single = (lines: string[]) => ({
    type: 'single',
    options: lines.map((line) => ({ text: line.replace('!', ''), right: line.endsWith('!') })),
  })
  test.each<Row>([
    ['moved, one reworded', ['a!', 'b', 'c'], ['c', 'b', 'x!'], 12],
    ['another is right', ['a!', 'b', 'c'], ['a', 'b!', 'c'], 0],
    ['all reworded in place', ['a!', 'b', 'c'], ['x!', 'y', 'z'], 12],
    ['two reworded, all moved', ['a!', 'b', 'c'], ['c', 'x!', 'y'], 'not comparable'],
  ])('%s', (_, from, to, points) => {
    expect(rightRegraded(single(from), single(to))).toBe(points)
  })
})

const listsOf = (written: Question) =>
  Object.entries(written).filter(([name]) => ['options', 'items', 'pairs', 'others'].includes(name))

/** Reorders the lists of a question, unless their order is the right answer. */
function moved(written: Question): fc.Arbitrary<Question> {
  const lists = listsOf(written).map(([name, list]) => [
    name,
    name === 'items'
      ? fc.constant(list)
      : shuffle(list.length).map((all) => all.map((at) => list[at])),
  ])
  return fc.record(Object.fromEntries(lists)).map((all) => ({ ...written, ...all }) as Question)
}

/** Rewords one of its texts wherever it stands, or none. */
function reworded(written: Question): fc.Arbitrary<Question> {
  const lists = JSON.stringify(Object.fromEntries(listsOf(written)))
  const texts = new Set<string>()
  JSON.parse(lists, (_, value) => (typeof value === 'string' ? texts.add(value) : value))
  return fc.constantFrom(null, ...texts).map((text) => ({
    ...written,
    ...JSON.parse(lists, (_, value) => (value === text ? `(again) ${text}` : value)),
  }))
}

/** Makes any answer or the right one, which for texts and numbers is a list instead. */
function answers(written: Question, order: readonly number[]): fc.Arbitrary<Answer | null> {
  const { shown, secret } = splitQuestion(written)
  const { show, rightAnswer, indexes } = questionTypeOf(written.type)
  const any = answersTo(written, show(shown, order) as Shown)
  const right = fc.constant({ type: written.type, ...rightAnswer(secret, order) })
  return (indexes === undefined ? any : fc.oneof(any, right)) as fc.Arbitrary<Answer | null>
}

const edited = question.chain((written) =>
  shuffle(questionTypeOf(written.type).shuffled(splitQuestion(written).shown).length).chain(
    (order) =>
      fc.record({
        written: fc.constant(written),
        to: fc.oneof(moved(written), moved(written).chain(reworded)),
        asked: fc.record({ order: fc.constant(order), answer: answers(written, order) }),
      }),
  ),
)

test('a list in another order, and one text reworded, change no points of any answer', () => {
  fc.assert(
    fc.property(edited, ({ written, to, asked: { order, answer } }) => {
      const { points } = written
      const first = gradeAnswer({ question: splitQuestion(written), points, order }, answer)
      expect(regraded(written, to, { order, answer }, 'waiting')).toBe(first ?? 'waiting')
    }),
    propertyRuns(500),
  )
})
