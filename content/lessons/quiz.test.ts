import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { propertyRuns } from '../../lib/test/property-runs.ts'
import { type Quiz, quiz, type StoredQuiz } from './quiz.ts'

const { written, inText, show } = quiz.own

const asked = (key: string, points = 1) => ({ key, type: 'essay', title: `Why ${key}?`, points })
const many = (count: number, name = 'q') =>
  Array.from({ length: count }, (_, at) => asked(`${name}-${at}`))
const pools = [{ questions: [asked('one')] }]

/** Returns the path of the first fault; 'taken' if there is none. */
function faultOf(given: object): string {
  const { error } = written.safeParse({ pools, ...given })
  return error?.issues[0]?.path.join('.') ?? 'taken'
}

describe('the settings of a quiz are taken up to their bounds', () => {
  test.each<[name: string, taken: unknown[], refused: unknown[]]>([
    ['passPercent', [0, 80, 100], [-1, 101, 79.5, '80', null]],
    ['attempts', [1, 100, null], [0, 101, 1.5, '3']],
    ['weight', [0, 1, 1000], [-1, 1001, 0.5, null]],
    ['cooldownMinutes', [0, 60, 43_200], [-1, 43_201, null]],
    ['timeLimitMinutes', [1, 1440, null], [0, 1441, 0.5]],
    ['reveals', ['never', 'score', 'after-pass', 'after-last-attempt'], ['always', '', null]],
    ['shuffles', [true, false], ['yes', 1, null]],
    ['secret', [], [true]],
  ])('%s', (name, taken, refused) => {
    for (const value of taken) expect([value, faultOf({ [name]: value })]).toEqual([value, 'taken'])
    for (const value of refused) {
      const at = name === 'secret' ? '' : name
      expect([value, faultOf({ [name]: value })]).toEqual([value, at])
    }
  })

  test('and are as usual where nothing is said', () => {
    expect(written.parse({ pools })).toMatchObject({
      ...{ passPercent: 80, attempts: null, weight: 1, cooldownMinutes: 0, timeLimitMinutes: null },
      ...{ reveals: 'score', shuffles: true, pools: [{ title: null, take: null }] },
    })
  })
})

describe('questions that cannot be asked together are refused by their place', () => {
  test.each<[what: string, pools: object[], expected: string]>([
    ['none', [], 'pools'],
    ['a pool without any', [{ questions: [] }], 'pools.0.questions'],
    ['a key twice in a pool', [{ questions: [asked('a'), asked('a')] }], 'pools.0.questions.1.key'],
    [
      'a key twice in two pools',
      [{ questions: [asked('a')] }, { questions: [asked('b'), asked('a')] }],
      'pools.1.questions.1.key',
    ],
    ['as many as there are', [{ take: 2, questions: many(2) }], 'taken'],
    ['more than there are', [{ take: 3, questions: many(2) }], 'pools.0.take'],
    ['none of them', [{ take: 0, questions: many(2) }], 'pools.0.take'],
    [
      'some of those that are worth more',
      [{ take: 1, questions: [asked('a'), asked('b', 2)] }],
      'pools.0.questions.1.points',
    ],
    ['all of those that are worth more', [{ questions: [asked('a'), asked('b', 2)] }], 'taken'],
    ['a hundred at once', [{ questions: many(100) }], 'taken'],
    ['more at once', [{ questions: many(101) }], 'pools'],
    [
      'more at once, from two pools',
      [{ questions: many(60, 'a') }, { take: 41, questions: many(60, 'b') }],
      'pools',
    ],
    [
      'a hundred, from two pools',
      [{ questions: many(60, 'a') }, { take: 40, questions: many(60, 'b') }],
      'taken',
    ],
    ['five hundred to choose from', [{ take: 1, questions: many(500) }], 'taken'],
    [
      'more to choose from',
      [
        { take: 1, questions: many(500, 'a') },
        { take: 1, questions: many(1, 'b') },
      ],
      'pools',
    ],
    [
      'more than fifty pools',
      Array.from({ length: 51 }, (_, at) => ({ questions: [asked(`q-${at}`)] })),
      'pools',
    ],
  ])('%s', (_, given, expected) => {
    expect(faultOf({ pools: given })).toBe(expected)
  })
})

test('before it is tried, a quiz says how many questions and points there are, and no more', () => {
  const question = (key: string, points: number) => ({ key, points, revision: `secret-${key}` })
  const stored: StoredQuiz = {
    ...(written.parse({ pools, passPercent: 60 }) as Quiz),
    pools: [
      { title: 'Secret title', take: null, questions: [question('a', 2), question('b', 3)] },
      { title: null, take: 1, questions: [question('c', 5), question('d', 5)] },
    ],
    files: ['secret.png'],
  }
  const shown = show(stored)
  expect(shown).toEqual({
    ...{ passPercent: 60, attempts: null, weight: 1, cooldownMinutes: 0, timeLimitMinutes: null },
    ...{ reveals: 'score', shuffles: true, questions: 3, points: 10 },
  })
  expect(JSON.stringify(shown)).not.toContain('secret')
})

const settings = fc.record({
  passPercent: fc.integer({ min: 0, max: 100 }),
  attempts: fc.option(fc.integer({ min: 1, max: 100 })),
  weight: fc.constantFrom(0, 1, 2, 1000),
  cooldownMinutes: fc.constantFrom(0, 1, 43_200),
  timeLimitMinutes: fc.option(fc.integer({ min: 1, max: 1440 })),
  reveals: fc.constantFrom('never', 'score', 'after-pass', 'after-last-attempt'),
  shuffles: fc.boolean(),
})

test('every quiz is written into a file and read back as it was', () => {
  fc.assert(
    fc.property(settings, (own) => {
      const before = written.parse({ ...own, pools }) as Quiz
      const { fields, text } = inText.write('Read this.', before, 'knots')
      expect(inText.fields.safeParse(fields).success).toBe(true)
      expect(inText.read(fields, text, 'knots')).toEqual({ content: 'Read this.', written: before })
    }),
    propertyRuns(50),
  )
})

test('a file says what differs from the usual, and the mark that passes', () => {
  const usual = written.parse({ pools }) as Quiz
  expect(inText.write('', usual, 'knots').fields).toEqual({ pass: 80 })
})

test('questions that cannot be asked together are refused by their line', () => {
  const text = '# Some {take=1}\n\n## A {essay points=2}\n\n## B {essay}\n'
  expect(inText.read({ pass: 80 }, text, 'knots')).toEqual([
    {
      line: 5,
      message: 'these questions must be the same for all questions of which an attempt takes some',
    },
  ])
  const twice = '## A {essay #a}\n\n## B {essay #a}\n'
  expect(inText.read({}, twice, 'knots')).toMatchObject([{ line: 3 }])
})
