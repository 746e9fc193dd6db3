import fc from 'fast-check'
import { expect, test } from 'vitest'
import { propertyRuns } from '../../lib/test/property-runs.ts'
import {
  Answer,
  joinQuestion,
  Question,
  questionTypeNames,
  questionTypeOf,
  ShownQuestion,
  splitQuestion,
} from './question-types.ts'
import { question, shuffle } from './test-support.ts'

/** Keeps the texts but makes another answer right; undefined where none can be. */
function withAnotherRight(written: Question): fc.Arbitrary<Question> {
  const again = (own: object) => fc.constant(Question.parse({ ...written, ...own }))
  switch (written.type) {
    case 'single':
    case 'multiple': {
      const { options } = written
      return fc
        .nat({ max: options.length - 1 })
        .chain((right) =>
          again({ options: options.map(({ text }, at) => ({ text, right: at === right })) }),
        )
    }
    case 'order':
      return shuffle(written.items.length).chain((order) =>
        again({ items: order.map((at) => written.items[at]) }),
      )
    case 'match':
      return shuffle(written.pairs.length).chain((order) =>
        again({
          pairs: written.pairs.map(({ left }, at) => ({
            left,
            right: written.pairs[order[at] ?? 0]?.right,
          })),
        }),
      )
    case 'number':
      return again({ numbers: [{ value: '8675309' }] })
    case 'text':
      return again({ accepted: ['Something else'], caseSensitive: true })
    case 'essay':
      return again({ guidance: 'Look for something else.' })
  }
}

test('what a learner is shown is the same, whichever answer is right', () => {
  const both = question.chain((written) =>
    fc.tuple(fc.constant(written), withAnotherRight(written)),
  )
  fc.assert(
    fc.property(both, ([one, other]) => {
      const told = { ...other, explanation: 'Another one.' }
      expect(splitQuestion(told).shown).toEqual(splitQuestion(one).shown)
    }),
    propertyRuns(300),
  )
})

test('what is stored apart is put together as its author wrote it', () => {
  fc.assert(
    fc.property(question, (written) => {
      const { key, points } = written
      const joined = joinQuestion(splitQuestion(written), { key, points })
      // Others, which belong to no pair, have no order.
      const sorted = (one: Question) =>
        one.type === 'match' ? { ...one, others: one.others.toSorted() } : one
      expect(sorted(joined)).toEqual(sorted(written))
      expect(splitQuestion(joined)).toEqual(splitQuestion(written))
    }),
    propertyRuns(300),
  )
})

const shown = question.chain((written) => {
  const { shuffled } = questionTypeOf(written.type)
  const size = shuffled(splitQuestion(written).shown).length
  return fc.record({ written: fc.constant(written), order: shuffle(size) })
})

test('an attempt shows everything once, in the order that it drew', () => {
  fc.assert(
    fc.property(shown, ({ written, order }) => {
      const stored = splitQuestion(written)
      const { shuffled, show } = questionTypeOf(written.type)
      const before = shuffled(stored.shown)
      const after = shuffled(show(stored.shown, order))
      expect(after).toEqual(order.map((place) => before[place]))
      expect(after.toSorted()).toEqual(before.toSorted())
    }),
    propertyRuns(200),
  )
})

test('what is shown, and the right answer to it, are what the API says that they are', () => {
  fc.assert(
    fc.property(shown, ({ written, order }) => {
      const { type, points } = written
      const stored = splitQuestion(written)
      const { show, rightAnswer } = questionTypeOf(type)
      const { title, text, ...own } = stored.shown
      const asked = { position: 0, type, points, title, text, ...show(own, order) }
      expect(ShownQuestion.parse(asked)).toEqual(asked)
      if (type === 'text' || type === 'number' || type === 'essay') return
      const right = { type, ...rightAnswer(stored.secret, order) }
      expect(Answer.parse(right)).toEqual(right)
    }),
    propertyRuns(200),
  )
})

test('of every type it is known whether its parts lie in the order of the author', () => {
  const tells = questionTypeNames.filter((name) => questionTypeOf(name).alwaysShuffled)
  // Stored sorted, and shuffled even in a quiz that shuffles nothing: as written they tell all.
  expect(tells).toEqual(['order', 'match'])
  const items = ['Loop', 'Around', 'Through']
  const order = Question.parse({ key: 'q', title: 'Why?', type: 'order', items })
  expect(splitQuestion(order).shown).toMatchObject({ items: items.toSorted() })
})
