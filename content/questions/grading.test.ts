import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { propertyRuns } from '../../lib/test/property-runs.ts'
import { partsOfPoint } from './parts.ts'
import {
  Answer,
  GivenAnswer,
  gradeAnswer,
  pointsOf,
  Question,
  questionTypeOf,
  splitQuestion,
} from './question-types.ts'
import { answersTo, question, type Shown, shuffle } from './test-support.ts'

const read = (own: object): Question => Question.parse({ key: 'q', title: 'Why?', ...own })

/** Returns the points of an answer to a question shown in an order. */
function points(own: object, answer: object | null, order?: readonly number[]): number | undefined {
  const written = read(own)
  const stored = splitQuestion(written)
  const size = questionTypeOf(written.type).shuffled(stored.shown).length
  return gradeAnswer(
    { question: stored, points: written.points, order: order ?? [...Array(size).keys()] },
    answer as Answer | null,
  )
}

const option = (text: string, right = false) => ({ text, right })
const knots = [option('Bowline'), option('Reef', true), option('Clove'), option('Granny')]

describe('one option is right wherever it is shown, and no other', () => {
  const single = { type: 'single', points: 7, options: knots }
  test.each<[order: number[], choice: number, expected: number]>([
    [[0, 1, 2, 3], 1, 7],
    [[0, 1, 2, 3], 0, 0],
    [[1, 0, 3, 2], 0, 7],
    [[1, 0, 3, 2], 1, 0],
    [[3, 2, 0, 1], 3, 7],
    [[3, 2, 0, 1], 2, 0],
    // No option is shown at this place.
    [[3, 2, 0, 1], 4, 0],
    [[3, 2, 0, 1], 49, 0],
    [[3, 2, 0, 1], -1, 0],
  ])('shown as %j, the choice of %d', (order, choice, expected) => {
    expect(points(single, { type: 'single', choice }, order)).toBe(expected)
  })
})

describe('part of the points is rounded down, so that all of them take all to be right', () => {
  const of = (right: number, wrong: number) => [
    ...Array.from({ length: right }, (_, at) => option(`right ${at}`, true)),
    ...Array.from({ length: wrong }, (_, at) => option(`wrong ${at}`)),
  ]
  const first = (count: number) => Array.from({ length: count }, (_, at) => at)
  test.each<[worth: number, right: number, chosen: number[], expected: number]>([
    [1, 3, first(1), 0],
    [1, 3, first(2), 0],
    [1, 3, first(3), 1],
    [2, 3, first(1), 0],
    [2, 3, first(2), 1],
    [2, 3, first(3), 2],
    [10, 3, first(1), 3],
    [10, 3, first(2), 6],
    [1000, 7, first(1), 142],
    [1000, 7, first(6), 857],
    // Each wrong choice takes as much as a right one gives, and the points never fall below 0.
    [10, 3, [0, 1, 3], 3],
    [10, 3, [0, 1, 2, 3], 6],
    [10, 3, [0, 3], 0],
    [10, 3, [0, 3, 4], 0],
    [10, 3, [3, 4], 0],
    [10, 1, [0, 1, 2], 0],
    [10, 3, [], 0],
  ])('of %d points for %d right options, %j', (worth, right, choices, expected) => {
    const written = { type: 'multiple', scoring: 'partial', points: worth, options: of(right, 2) }
    expect(points(written, { type: 'multiple', choices })).toBe(expected)
  })
})

describe('a pair counts for itself, whatever becomes of the others', () => {
  const pairs = [
    { left: 'Bowline', right: 'A loop' },
    { left: 'Clove hitch', right: 'A post' },
    { left: 'Sheet bend', right: 'Two ropes' },
    { left: 'Round turn', right: 'A post' },
  ]
  // Shown on the right, sorted: A loop, A post, Nothing, Two ropes.
  const match = { type: 'match', points: 4, pairs, others: ['Nothing'] }
  test.each<[given: (number | null)[], expected: number]>([
    [[0, 1, 3, 1], 4],
    [[0, 1, 3, null], 3],
    [[null, null, null, 1], 1],
    [[1, 0, 3, 1], 2],
    [[1, 1, 1, 1], 2],
    [[2, 2, 2, 2], 0],
    [[null, null, null, null], 0],
    [[0], 1],
    [[], 0],
    [[9, 9, 9, 9], 0],
  ])('%j', (given, expected) => {
    expect(points(match, { type: 'match', pairs: given })).toBe(expected)
  })
})

describe('an order is right as a whole', () => {
  const order = { type: 'order', points: 3, items: ['Loop', 'Around', 'Through'] }
  // Stored sorted: Around, Loop, Through.
  test.each<[given: number[], expected: number]>([
    [[1, 0, 2], 3],
    [[0, 1, 2], 0],
    [[1, 2, 0], 0],
    [[1, 0], 0],
    [[], 0],
    // An entry too many makes the right order wrong.
    [[1, 0, 9], 0],
  ])('%j', (given, expected) => {
    expect(points(order, { type: 'order', order: given })).toBe(expected)
  })

  test('whatever is shown first', () => {
    expect(points(order, { type: 'order', order: [0, 1, 2] }, [1, 0, 2])).toBe(3)
    expect(points(order, { type: 'order', order: [2, 1, 0] }, [2, 0, 1])).toBe(3)
    expect(points(order, { type: 'order', order: [0, 1, 2] }, [2, 0, 1])).toBe(0)
    expect(points(order, { type: 'order', order: [2, 1, 0] }, [2, 1, 0])).toBe(0)
    expect(points(order, { type: 'order', order: [1, 2, 0] }, [2, 1, 0])).toBe(3)
  })
})

describe('a number is right up to the last digit of its bounds', () => {
  const tolerance = (value: string, tolerance: string) => [{ value, tolerance }]
  const range = (from: string, to: string) => [{ from, to }]
  test.each<[numbers: object[], right: string[], wrong: string[]]>([
    [tolerance('10', '0'), ['10', '10.0', '+10', '10,00'], ['10.01', '9.99', '-10', '1']],
    [tolerance('10', '0.5'), ['9.5', '10.5', '9.50'], ['9.49', '10.51', '10.500001']],
    [tolerance('-10', '0.5'), ['-9.5', '−10,5'], ['-9.4', '-10.6', '10']],
    [tolerance('0', '0.001'), ['0', '-0', '0.001', '-0.001'], ['0.0011', '-0.002']],
    [tolerance('0.1', '0.2'), ['0.3', '-0.1', '0.30'], ['0.300000000000000004', '-0.11']],
    [range('1', '2'), ['1', '2', '1.999', '2.0'], ['0.999', '2.001', '-1']],
    [range('-2', '-1'), ['-2', '-1', '-1.5'], ['-2.1', '-0.9', '1.5']],
    [range('3', '3'), ['3', '3.000'], ['2.999', '3.001']],
    [
      [...range('1', '2'), ...tolerance('5', '0')],
      ['1.5', '5'],
      ['3', '4.9'],
    ],
    [tolerance('123456789012345678901234567890', '0'), [], ['123456789012345678901234567891']],
  ])('%j', (numbers, right, wrong) => {
    const given = (number: string) =>
      points({ type: 'number', numbers }, { type: 'number', number })
    expect(right.filter((one) => given(one) !== 1)).toEqual([])
    expect(wrong.filter((one) => given(one) !== 0)).toEqual([])
  })

  const number = fc
    .tuple(fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }), fc.nat({ max: 9 }))
    .map(([digits, scale]) => decimalOf(digits, scale))

  test('a value that is off by its tolerance is right, and by a hair more is wrong', () => {
    fc.assert(
      fc.property(
        fc.bigInt({ min: -(10n ** 12n), max: 10n ** 12n }),
        fc.bigInt({ min: 0n, max: 10n ** 9n }),
        fc.nat({ max: 9 }),
        fc.constantFrom(1n, -1n),
        (value, off, scale, side) => {
          const numbers = [{ value: decimalOf(value, scale), tolerance: decimalOf(off, scale) }]
          const given = (digits: bigint, places: number) =>
            gradedNumber(numbers, decimalOf(digits, places))
          expect(given(value + side * off, scale)).toBe(1)
          expect(given((value + side * off) * 10n + side, scale + 1)).toBe(0)
        },
      ),
      propertyRuns(200),
    )
  })

  test('zeros behind it, a comma and a sign in front change no number', () => {
    fc.assert(
      fc.property(number, number, fc.nat({ max: 5 }), (value, given, zeros) => {
        const numbers = [{ value, tolerance: '0' }]
        const longer = `${given}${given.includes('.') ? '' : '.0'}${'0'.repeat(zeros)}`
        const spelled = [longer, given.replace('.', ','), given.replace('-', '−')]
        const plus = given.startsWith('-') ? [] : [`+${given}`]
        const first = gradedNumber(numbers, given)
        for (const one of [...spelled, ...plus]) expect(gradedNumber(numbers, one)).toBe(first)
      }),
      propertyRuns(200),
    )
  })
})

/** Grades an answer to a stored question; ambiguous numbers are asked about before. */
function gradedNumber(numbers: { value: string; tolerance: string }[], number: string) {
  return gradeAnswer(
    {
      question: {
        type: 'number',
        shown: { title: 'How many?', text: null },
        secret: { explanation: null, numbers },
      },
      points: 1,
      order: [],
    },
    { type: 'number', number },
  )
}

/** Writes the digits with a point: 12345 with a scale of 3 is 12.345. */
function decimalOf(digits: bigint, scale: number): string {
  const size = String(digits < 0n ? -digits : digits).padStart(scale + 1, '0')
  const [whole, part] = [size.slice(0, size.length - scale), size.slice(size.length - scale)]
  return `${digits < 0n ? '-' : ''}${whole}${part === '' ? '' : `.${part}`}`
}

describe('a number that is typed on any keyboard is kept as a plain one', () => {
  test.each<[typed: string, kept: string]>([
    ['3.14', '3.14'],
    [' 3.14 ', '3.14'],
    ['3,14', '3,14'],
    ['٣٫١٤', '3.14'],
    ['３．１４', '3.14'],
    ['3\u00a0000,5', '3000.5'],
    ['3\u202f000.5', '3000.5'],
    ['3’000', '3000'],
    ['−7', '−7'],
    ['–7', '-7'],
    ['\u200e-7', '-7'],
    ['.5', '0.5'],
    ['5.', '5'],
    ['6e3', '6000'],
  ])('%j is %s', (typed, kept) => {
    const answer = GivenAnswer.parse({ type: 'number', number: typed })
    expect(answer).toEqual({ type: 'number', number: kept })
    expect(Answer.parse(answer)).toEqual(answer)
  })

  test.each(['', ' ', '3 cm', '3cm', '5 %', '€ 5', '1/2', '½', 'three', '1..2', '1e99', '--1'])(
    'nothing is guessed of %j, which is no number alone',
    (number) => {
      const { error } = GivenAnswer.safeParse({ type: 'number', number })
      expect(error?.issues.map(({ path }) => path)).toEqual([['number']])
    },
  )

  test.each([
    ['1,000', '1000', '1'],
    ['2.500', '2500', '2.5'],
    ['−1,250', '-1250', '-1.25'],
    ['٣،١٤٢', '3142', '3.1420'],
  ])('%s is asked, and either reading is then taken as it is', (typed, ...readings) => {
    const { error } = GivenAnswer.safeParse({ type: 'number', number: typed })
    expect(error?.issues).toMatchObject([{ path: ['number'], params: { readings } }])
    for (const number of readings)
      expect(GivenAnswer.parse({ type: 'number', number })).toEqual({ type: 'number', number })
  })
})

describe('a word is right however a phone spells it', () => {
  const written = { type: 'text', accepted: ["rock 'n' roll", 'twenty-one', 'São Paulo', '50 °C'] }
  test.each([
    'rock ’n’ roll',
    'Rock ‘n’ Roll',
    'ROCK\u00a0ʼn´\u202froll',
    '  rock  ＇n＇\troll ',
    'twenty‑one',
    'Twenty–One',
    'twenty\u00ad-one',
    'São Paulo',
    'SA\u0303O PAULO',
    '５０ °Ｃ',
    '٥٠ °c',
  ])('%j', (text) => {
    expect(points(written, { type: 'text', text })).toBe(1)
  })

  test.each(['rock n roll', 'twenty one', 'Sao Paulo', '50 C', 'rock', '', 'twenty--one'])(
    'and wrong where it says something else: %j',
    (text) => {
      expect(points(written, { type: 'text', text })).toBe(0)
    },
  )
})

test('an answer of another type, or none, gets nothing, and takes nobody’s time', () => {
  const asked: Record<Question['type'], object> = {
    single: { options: knots },
    multiple: { options: knots },
    number: { numbers: [{ value: '1' }] },
    text: { accepted: ['1'] },
    order: { items: ['a', 'b'] },
    match: { pairs: ['a', 'b'].map((left) => ({ left, right: left })) },
    essay: {},
  }
  const given: Record<Question['type'], object> = {
    single: { choice: 1 },
    multiple: { choices: [1] },
    number: { number: '1' },
    text: { text: '1' },
    order: { order: [0, 1] },
    match: { pairs: [0, 1] },
    essay: { text: '1' },
  }
  for (const [type, own] of Object.entries(asked)) {
    expect([type, points({ type, ...own }, null)]).toEqual([type, 0])
    for (const [other, answer] of Object.entries(given)) {
      const expected = type === 'essay' ? undefined : type === other ? 1 : 0
      const got = points({ type, ...own }, { type: other, ...answer })
      expect([type, other, got]).toEqual([type, other, expected])
    }
  }
})

/** A question, an order in which it is shown, and an answer to that. */
const tried = question.chain((written) => {
  const type = questionTypeOf(written.type)
  const stored = splitQuestion(written)
  return shuffle(type.shuffled(stored.shown).length).chain((order) =>
    fc.record({
      written: fc.constant(written),
      order: fc.constant(order),
      answer: answersTo(written, type.show(stored.shown, order) as Shown),
    }),
  )
})

test('what is stored of any answer is whole: its question said into how many parts it divides', () => {
  fc.assert(
    fc.property(fc.array(tried, { minLength: 1, maxLength: 6 }), (all) => {
      const asked = all.map((one) => {
        const { type, shown, secret } = splitQuestion(one.written)
        const { shares, grade } = questionTypeOf(type)
        const share =
          one.answer === null ? undefined : grade?.(secret, { ...one.answer }, one.order)
        return { points: one.written.points, shares: shares?.(shown) ?? [], share }
      })
      const parts = partsOfPoint(asked)
      for (const { points, share } of asked) {
        if (share === undefined) continue
        const { right, of } = share
        expect(pointsOf(points * parts, share) * of).toBe(points * parts * right)
      }
    }),
    propertyRuns(200),
  )
})

test('grading reads an answer and changes nothing, however often it is done', () => {
  fc.assert(
    fc.property(tried, ({ written, order, answer }) => {
      const stored = splitQuestion(written)
      const before = JSON.stringify([stored, order, answer])
      const grade = () =>
        gradeAnswer({ question: stored, points: written.points, order }, answer as Answer | null)
      expect(grade()).toBe(grade())
      expect(JSON.stringify([stored, order, answer])).toBe(before)
    }),
    propertyRuns(100),
  )
})

const several = fc
  .record({
    rights: fc.array(fc.boolean(), { minLength: 2, maxLength: 8 }),
    worth: fc.integer({ min: 1, max: 1000 }),
  })
  .filter(({ rights }) => rights.includes(true))
  .chain(({ rights, worth }) =>
    fc.record({
      rights: fc.constant(rights),
      worth: fc.constant(worth),
      chosen: fc.subarray([...rights.keys()]),
      more: fc.nat({ max: rights.length - 1 }),
    }),
  )

test('one more right option never takes points, and one more wrong option never gives any', () => {
  fc.assert(
    fc.property(several, ({ rights, worth, chosen, more }) => {
      const options = rights.map((right, at) => option(`${at}`, right))
      for (const scoring of ['all', 'partial']) {
        const written = { type: 'multiple', scoring, points: worth, options }
        const given = (choices: number[]) => points(written, { type: 'multiple', choices }) ?? 0
        const [before, after] = [given(chosen), given([...new Set([...chosen, more])])]
        if (rights[more]) expect(after).toBeGreaterThanOrEqual(scoring === 'all' ? 0 : before)
        else expect(after).toBeLessThanOrEqual(before)
      }
    }),
    propertyRuns(200),
  )
})

test('all points of several options are the same answer, whether or not parts count', () => {
  fc.assert(
    fc.property(several, ({ rights, worth, chosen }) => {
      const options = rights.map((right, at) => option(`${at}`, right))
      const isWhole = ['all', 'partial'].map((scoring) => {
        const written = { type: 'multiple', scoring, points: worth, options }
        return points(written, { type: 'multiple', choices: chosen }) === worth
      })
      expect(isWhole[0]).toBe(isWhole[1])
    }),
    propertyRuns(200),
  )
})
