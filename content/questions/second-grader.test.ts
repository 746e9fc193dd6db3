import fc from 'fast-check'
import { expect, test } from 'vitest'
import { propertyRuns } from '../../lib/test/property-runs.ts'
import {
  type Answer as GivenAnswer,
  gradeAnswer,
  type Question,
  questionTypeOf,
  splitQuestion,
} from './question-types.ts'
import { answersTo, question, type Shown, shuffle } from './test-support.ts'

/** Returns what an attempt shows in an order, and the real grader's points and right answer. */
function asked(written: Question, order: readonly number[]) {
  const stored = splitQuestion(written)
  const type = questionTypeOf(written.type)
  return {
    shown: type.show(stored.shown, order) as Shown,
    points: (answer: object | null) =>
      gradeAnswer({ question: stored, points: written.points, order }, answer as GivenAnswer),
    right: () => ({ type: written.type, ...type.rightAnswer(stored.secret, order) }),
  }
}

function sizeOf(written: Question): number {
  const { shown } = splitQuestion(written)
  return questionTypeOf(written.type).shuffled(shown).length
}

const tried = question.chain((written) => {
  const size = sizeOf(written)
  return fc.tuple(fc.constant(written), shuffle(size), shuffle(size)).chain(([, one, other]) =>
    fc.record({
      written: fc.constant(written),
      one: fc.constant(one),
      other: fc.constant(other),
      answer: answersTo(written, asked(written, one).shown),
    }),
  )
})

test('a second grader agrees on 500 questions, and points are within what there is', () => {
  fc.assert(
    fc.property(tried, ({ written, one, answer }) => {
      const { shown, points } = asked(written, one)
      const given = points(answer)
      expect(given).toBe(secondGrade(written, shown, answer as Record<string, unknown> | null))
      if (given !== undefined) expect(written.points - given).toBeGreaterThanOrEqual(0)
      if (given !== undefined) expect(given).toBeGreaterThanOrEqual(0)
    }),
    propertyRuns(500),
  )
})

test('the order of what is shown changes no points, and the right answer gets all', () => {
  fc.assert(
    fc.property(tried, ({ written, one, other, answer }) => {
      const [first, second] = [asked(written, one), asked(written, other)]
      const moved = answer && translated(answer as Record<string, unknown>, one, other)
      expect(second.points(moved)).toBe(first.points(answer))
      // Texts and numbers have a list of right answers.
      const right = second.right()
      if (!('accepted' in right) && written.type !== 'essay')
        expect(second.points(right)).toBe(written.points)
    }),
    propertyRuns(200),
  )
})

/** Translates the answer to another order of the same things. */
function translated(
  answer: Record<string, unknown>,
  from: readonly number[],
  to: readonly number[],
): object {
  const move = (place: unknown) =>
    typeof place === 'number' ? to.indexOf(from[place] ?? -1) : place
  const lists = ['choice', 'choices', 'order', 'pairs'].flatMap((name) => {
    const value = answer[name]
    if (value === undefined) return []
    return [[name, Array.isArray(value) ? value.map(move) : move(value)]]
  })
  return { ...answer, ...Object.fromEntries(lists) }
}

type Range = { value: string; tolerance: string } | { from: string; to: string }

interface Written {
  type: string
  points: number
  scoring: 'all' | 'partial'
  options: { text: string; right: boolean }[]
  numbers: Range[]
  accepted: string[]
  caseSensitive: boolean
  items: string[]
  pairs: { left: string; right: string }[]
}

interface Answer {
  type: string
  choice: number
  choices: number[]
  number: string
  text: string
  order: number[]
  pairs: (number | null)[]
}

/** Grades a second time, by code written without having seen the first: by texts, not places. */
function secondGrade(
  written: Record<string, unknown>,
  shown: Shown,
  answer: Record<string, unknown> | null,
): number | undefined {
  if (answer === null || answer.type !== written.type) return 0
  const question = written as unknown as Written
  const given = answer as unknown as Answer
  if (question.type === 'essay') return undefined
  const [got, of] = share(question, shown, given)
  return of > 0 ? Math.floor((got * question.points) / of) : 0
}

function share(question: Written, shown: Shown, given: Answer): [number, number] {
  const whole = (right: boolean): [number, number] => [right ? 1 : 0, 1]
  const rightTexts = () => question.options.filter((o) => o.right).map((o) => o.text)
  switch (question.type) {
    case 'single': {
      const text = shown.options?.[given.choice]
      return whole(text !== undefined && rightTexts().includes(text))
    }
    case 'multiple': {
      const right = new Set(rightTexts())
      const chosen = [...new Set(given.choices.map((index) => shown.options?.[index]))]
      const hits = chosen.filter((text) => text !== undefined && right.has(text)).length
      const misses = chosen.length - hits
      if (question.scoring === 'all') return whole(hits === right.size && misses === 0)
      return [Math.max(0, hits - misses), right.size]
    }
    case 'number':
      return whole(question.numbers.some((range) => within(given.number, range)))
    case 'text': {
      const text = plain(given.text, question.caseSensitive)
      return whole(question.accepted.some((a) => plain(a, question.caseSensitive) === text))
    }
    case 'order': {
      const texts = given.order.map((index) => shown.items?.[index])
      const { items } = question
      return whole(texts.length === items.length && items.every((item, i) => item === texts[i]))
    }
    case 'match': {
      const open = [...question.pairs]
      for (const [i, left] of (shown.left ?? []).entries()) {
        const index = given.pairs[i] ?? -1
        const right = shown.right?.[index]
        const found = open.findIndex((pair) => pair.left === left && pair.right === right)
        if (found >= 0) open.splice(found, 1)
      }
      return [question.pairs.length - open.length, question.pairs.length]
    }
    default:
      return [0, 1]
  }
}

function plain(text: string, caseSensitive: boolean): string {
  const spaced = text.normalize('NFKC').trim().replace(/\s+/g, ' ')
  return caseSensitive ? spaced : spaced.toLowerCase()
}

function within(number: string, range: Range): boolean {
  const texts = 'from' in range ? [range.from, range.to] : [range.value, range.tolerance]
  const parts = [number, ...texts].map((t) => /^([+\-−]?)(\d*)[.,]?(\d*)$/.exec(t.trim()))
  const places = Math.max(...parts.map((part) => part?.[3]?.length ?? 0))
  const values: bigint[] = []
  for (const part of parts) {
    const [, sign = '', before = '', after = ''] = part ?? []
    if (before + after === '') return false
    const size = BigInt(before + after.padEnd(places, '0'))
    values.push(sign === '' || sign === '+' ? size : -size)
  }
  const [x = 0n, a = 0n, b = 0n] = values
  return 'from' in range ? a <= x && x <= b : a - b <= x && x <= a + b
}
