import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { propertyRuns } from '../../lib/test/property-runs.ts'
import { type RegradePolicy, regradePolicies } from '../course-values.ts'
import {
  type Answer,
  gradeAnswer,
  Question,
  questionTypeOf,
  splitQuestion,
} from './question-types.ts'
import { type AskedItem, type ItemPoints, isComparable, regradeItem } from './regrade-item.ts'
import { answersTo, question, type Shown, shuffle } from './test-support.ts'

const single = (right: string) =>
  Question.parse({
    ...{ key: 'q', title: 'Which holds?', type: 'single', points: 4 },
    options: ['Bowline', 'Slip knot'].map((text) => ({ text, right: text === right })),
  })

interface Case {
  policy: RegradePolicy
  /** The text of the chosen option; null: none. */
  chosen: 'Bowline' | 'Slip knot' | null
  current: ItemPoints
  /** The revision that was asked; the regrade uses the second one. */
  asked?: number
}

/** Returns the points after a regrade from the slip knot, once marked as right, to the bowline. */
function pointsAfter({ policy, chosen, current, asked = 1 }: Case): ItemPoints {
  const places = ['Bowline', 'Slip knot']
  const answer: Answer | null =
    chosen === null ? null : { type: 'single', choice: places.indexOf(chosen) }
  const item: AskedItem = {
    asked: { number: asked, question: splitQuestion(single('Slip knot')) },
    ...{ points: 4, order: [0, 1], answer },
  }
  const to = { number: 2, question: splitQuestion(single('Bowline')) }
  return regradeItem({ policy, to }, item, current)
}

describe('what an answer has after a question was mended', () => {
  test.each<[RegradePolicy, chosen: Case['chosen'], current: ItemPoints, expected: ItemPoints]>([
    ['recompute', 'Bowline', 0, 4],
    ['recompute', 'Slip knot', 4, 0],
    ['recompute', null, 0, 0],
    // Points that a person gave give way to what is right now.
    ['recompute', 'Bowline', 2, 4],
    ['recompute', 'Slip knot', 2, 0],
    ['accept-both', 'Bowline', 0, 4],
    ['accept-both', 'Slip knot', 4, 4],
    ['accept-both', null, 0, 0],
    ['accept-both', 'Slip knot', 2, 2],
    ['full-points', 'Bowline', 0, 4],
    ['full-points', 'Slip knot', 4, 4],
    ['full-points', null, 0, 4],
    ['drop', 'Bowline', 0, 'dropped'],
    ['drop', 'Slip knot', 4, 'dropped'],
    ['drop', null, 0, 'dropped'],
  ])('%s: who chose %s and had %s has %s', (policy, chosen, current, expected) => {
    expect(pointsAfter({ policy, chosen, current })).toBe(expected)
  })

  test.each(regradePolicies)('%s leaves those alone who were asked a later revision', (policy) => {
    for (const chosen of ['Bowline', 'Slip knot', null] as const)
      for (const current of [0, 3, 4, 'waiting', 'dropped'] as const)
        expect(pointsAfter({ policy, chosen, current, asked: 3 })).toBe(current)
  })

  test.each(regradePolicies)('%s reaches those who were asked the same revision', (policy) => {
    const expected = { recompute: 4, 'accept-both': 4, 'full-points': 4, drop: 'dropped' }
    expect(pointsAfter({ policy, chosen: 'Bowline', current: 0, asked: 2 })).toBe(expected[policy])
  })

  test.each(regradePolicies)('%s brings nothing back that was dropped', (policy) => {
    expect(pointsAfter({ policy, chosen: 'Bowline', current: 'dropped' })).toBe('dropped')
  })
})

describe('one regrade after another', () => {
  const inTurn = (policies: RegradePolicy[], chosen: Case['chosen'], first: ItemPoints) =>
    policies.reduce<ItemPoints>(
      (current, policy) => pointsAfter({ policy, chosen, current }),
      first,
    )
  test.each<[RegradePolicy[], Case['chosen'], first: ItemPoints, expected: ItemPoints]>([
    [['full-points', 'recompute'], 'Slip knot', 4, 0],
    [['recompute', 'full-points'], 'Slip knot', 4, 4],
    [['full-points', 'accept-both'], 'Slip knot', 4, 4],
    [['accept-both', 'recompute'], 'Slip knot', 4, 0],
    [['drop', 'full-points', 'recompute'], 'Bowline', 0, 'dropped'],
    [['full-points', 'drop'], 'Bowline', 0, 'dropped'],
  ])('%j of %s', (policies, chosen, first, expected) => {
    expect(inTurn(policies, chosen, first)).toBe(expected)
  })
})

test('an essay that waits for a person still waits, unless everybody gets the points', () => {
  const essay = Question.parse({ key: 'q', title: 'Why?', type: 'essay', points: 5 })
  const stored = { number: 1, question: splitQuestion(essay) }
  const answer: Answer = { type: 'essay', text: 'Because.' }
  const item = { asked: stored, points: 5, order: [], answer }
  const by = (policy: RegradePolicy, current: ItemPoints) =>
    regradeItem({ policy, to: { ...stored, number: 2 } }, item, current)
  expect(by('recompute', 'waiting')).toBe('waiting')
  expect(by('accept-both', 'waiting')).toBe('waiting')
  expect(by('full-points', 'waiting')).toBe(5)
  expect(by('drop', 'waiting')).toBe('dropped')
  // A grader that reads no essays leaves the points that a person gave.
  expect(by('recompute', 3)).toBe(3)
  expect(by('accept-both', 3)).toBe(3)
})

describe('a question that is of another type now is not compared', () => {
  const own: Record<Question['type'], object> = {
    single: {
      options: [
        { text: 'a', right: true },
        { text: 'b', right: false },
      ],
    },
    multiple: {
      options: [
        { text: 'a', right: true },
        { text: 'b', right: false },
      ],
    },
    number: { numbers: [{ value: '1' }] },
    text: { accepted: ['a'] },
    order: { items: ['a', 'b'] },
    match: {
      pairs: [
        { left: 'a', right: 'a' },
        { left: 'b', right: 'b' },
      ],
    },
    essay: {},
  }
  const types = Object.keys(own) as Question['type'][]
  const stored = (type: Question['type']) =>
    splitQuestion(Question.parse({ key: 'q', title: 'Why?', type, ...own[type] }))
  test.each(types)('%s', (type) => {
    const comparable = types.filter((other) => isComparable(stored(type), stored(other)))
    expect(comparable).toEqual([type])
    for (const other of types.filter((one) => one !== type)) {
      const asked = { number: 1, question: stored(type) }
      const item = { asked, points: 1, order: [0, 1], answer: null }
      const to = { number: 2, question: stored(other) }
      expect(regradeItem({ policy: 'recompute', to }, item, 1)).toBe(1)
    }
  })
})

/** A question, another revision of it, an answer, and the answer's points. */
const regraded = question.chain((written) => {
  const type = questionTypeOf(written.type)
  const stored = splitQuestion(written)
  return shuffle(type.shuffled(stored.shown).length).chain((order) =>
    fc.record({
      written: fc.constant(written),
      order: fc.constant(order),
      answer: answersTo(written, type.show(stored.shown, order) as Shown),
      policy: fc.constantFrom(...regradePolicies),
      current: fc.oneof(
        fc.integer({ min: 0, max: written.points }),
        fc.constantFrom<ItemPoints>('waiting', 'dropped'),
      ),
    }),
  )
})

const itemOf = (one: { written: Question; order: readonly number[]; answer: object | null }) => ({
  asked: { number: 1, question: splitQuestion(one.written) },
  points: one.written.points,
  order: one.order,
  answer: one.answer as Answer | null,
})

test('a regrade that is repeated changes nothing more', () => {
  fc.assert(
    fc.property(regraded, ({ policy, current, ...one }) => {
      const rule = { policy, to: { number: 2, question: splitQuestion(one.written) } }
      const once = regradeItem(rule, itemOf(one), current)
      expect(regradeItem(rule, itemOf(one), once)).toBe(once)
    }),
    propertyRuns(200),
  )
})

test('where what is right has not changed, nor do the points of anybody', () => {
  fc.assert(
    fc.property(regraded, ({ written, order, answer }) => {
      const item = itemOf({ written, order, answer })
      const { question, points } = { question: item.asked.question, points: item.points }
      const graded = gradeAnswer({ question, points, order }, item.answer) ?? 'waiting'
      const told = splitQuestion({ ...written, title: 'Said better?', explanation: 'And why.' })
      for (const policy of ['recompute', 'accept-both'] as const)
        expect(regradeItem({ policy, to: { number: 2, question: told } }, item, graded)).toBe(
          graded,
        )
    }),
    propertyRuns(200),
  )
})

test('accepting both takes points of nobody, and nothing gives more than there are', () => {
  fc.assert(
    fc.property(regraded, question, ({ policy, current, ...one }, other) => {
      for (const to of [one.written, other]) {
        const rule = { policy, to: { number: 2, question: splitQuestion(to) } }
        const got = regradeItem(rule, itemOf(one), current)
        if (typeof got !== 'number') continue
        expect(got).toBeGreaterThanOrEqual(0)
        expect(got).toBeLessThanOrEqual(one.written.points)
        if (policy === 'accept-both' && typeof current === 'number')
          expect(got).toBeGreaterThanOrEqual(current)
      }
    }),
    propertyRuns(200),
  )
})
