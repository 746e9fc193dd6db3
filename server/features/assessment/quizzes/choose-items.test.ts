import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { propertyRuns } from '../../../../lib/test/property-runs.ts'
import { chooseQuestions, diceOf, orderOf, shuffled } from './choose-items.ts'
import { allowanceOf, nextStart } from './open-quiz.ts'

const pool = (name: string, count: number, take: number | null) => ({
  title: null,
  take,
  questions: Array.from({ length: count }, (_, at) => ({
    ...{ key: `${name}-${at}`, revision: `${name}-${at}`, points: 1 },
  })),
})
const namesOf = (chosen: { revision: string }[]) => chosen.map(({ revision }) => revision)

const pools = fc
  .array(
    fc
      .integer({ min: 1, max: 9 })
      .chain((count) =>
        fc.tuple(fc.constant(count), fc.option(fc.integer({ min: 1, max: count }))),
      ),
    { minLength: 1, maxLength: 4 },
  )
  .map((all) => all.map(([count, take], at) => pool(`pool${at}`, count, take)))
const quiz = fc.record({ pools, shuffles: fc.boolean() })
const seed = fc.string({ minLength: 1, maxLength: 20 })

test('the same seed draws the same paper, and another one soon another', () => {
  fc.assert(
    fc.property(quiz, seed, (asked, seed) => {
      const draw = () => chooseQuestions(asked, { seen: {}, dice: diceOf(seed) })
      expect(draw()).toEqual(draw())
    }),
    propertyRuns(100),
  )
  const paper = { pools: [pool('a', 20, 10)], shuffles: true }
  const papers = Array.from({ length: 50 }, (_, at) =>
    namesOf(chooseQuestions(paper, { seen: {}, dice: diceOf(`seed ${at}`) })).join(' '),
  )
  expect(new Set(papers).size).toBe(50)
})

test('each pool gives as many as it says, each of them once, and the pools keep their order', () => {
  fc.assert(
    fc.property(quiz, seed, ({ pools, shuffles }, seed) => {
      const names = namesOf(chooseQuestions({ pools, shuffles }, { seen: {}, dice: diceOf(seed) }))
      expect(new Set(names).size).toBe(names.length)
      let begin = 0
      for (const { take, questions } of pools) {
        const count = take ?? questions.length
        const own = names.slice(begin, begin + count)
        const all = questions.map(({ revision }) => revision)
        expect(own.filter((name) => all.includes(name))).toHaveLength(count)
        // Keeps the author's order without shuffling, whichever were drawn.
        if (!shuffles) expect(own).toEqual(all.filter((name) => own.includes(name)))
        begin += count
      }
      expect(names).toHaveLength(begin)
    }),
    propertyRuns(100),
  )
})

test('nothing is asked again while the pool has what was asked less often', () => {
  const seen = fc.dictionary(
    fc.integer({ min: 0, max: 8 }).map((at) => `a-${at}`),
    fc.nat(3),
  )
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 9 }), seen, seed, (take, seen, seed) => {
      const paper = { pools: [pool('a', 9, take)], shuffles: true }
      const chosen = namesOf(chooseQuestions(paper, { seen, dice: diceOf(seed) }))
      const times = (name: string) => seen[name] ?? 0
      const left = namesOf(paper.pools[0]?.questions ?? []).filter((one) => !chosen.includes(one))
      const [most, least] = [Math.max(...chosen.map(times)), Math.min(...left.map(times))]
      expect(most).toBeLessThanOrEqual(least)
    }),
    propertyRuns(100),
  )
})

describe('chance is fair', () => {
  // Draws from fixed seeds, so that the counts are the same each time.
  const draws = 6_000
  const count = (draw: (at: number) => string) => {
    const counts: Record<string, number> = {}
    for (let at = 0; at < draws; at++) {
      const drawn = draw(at)
      counts[drawn] = (counts[drawn] ?? 0) + 1
    }
    return Object.values(counts)
  }
  const isNear = (counts: number[], expected: number) =>
    counts.filter((one) => Math.abs(one - expected) > 0.15 * expected)

  test('each order of three things comes as often as any other', () => {
    const counts = count((at) => shuffled(['a', 'b', 'c'], diceOf(`order ${at}`)).join(''))
    expect(counts).toHaveLength(6)
    expect(isNear(counts, draws / 6)).toEqual([])
  })

  test('each question of a pool is drawn as often as any other', () => {
    const paper = { pools: [pool('a', 5, 1)], shuffles: false }
    const counts = count((at) =>
      namesOf(chooseQuestions(paper, { seen: {}, dice: diceOf(`pool ${at}`) })).join(),
    )
    expect(counts).toHaveLength(5)
    expect(isNear(counts, draws / 5)).toEqual([])
  })

  test('throws are fractions from 0 to before 1, and no two in a row the same', () => {
    const dice = diceOf('one seed')
    const throws = Array.from({ length: draws }, dice)
    expect(throws.filter((one) => one < 0 || one >= 1)).toEqual([])
    expect(new Set(throws).size).toBe(draws)
    expect(throws.reduce((sum, one) => sum + one, 0) / draws).toBeCloseTo(0.5, 1)
  })
})

test('shuffling changes nothing but the order, and nothing of what it was given', () => {
  fc.assert(
    fc.property(fc.array(fc.integer()), seed, (all, seed) => {
      const before = [...all]
      const mixed = shuffled(all, diceOf(seed))
      expect(mixed.toSorted((a, b) => a - b)).toEqual(all.toSorted((a, b) => a - b))
      expect(all).toEqual(before)
    }),
    propertyRuns(100),
  )
  expect(orderOf(4, { isShuffled: false, dice: diceOf('x') })).toEqual([0, 1, 2, 3])
  expect(orderOf(0, { isShuffled: true, dice: diceOf('x') })).toEqual([])
})

test.each<[attempts: number | null, extraAttempts: number, count: number, left: number | null]>([
  [null, 0, 99, null],
  [null, 5, 99, null],
  [3, 0, 0, 3],
  [3, 0, 3, 0],
  [3, 2, 3, 2],
  [1, 0, 2, 0],
])('of %s attempts and %d more, %d were used: %s are left', (attempts, extra, count, left) => {
  expect(allowanceOf({ attempts }, { extraAttempts: extra, count })).toBe(left)
})

test.each<[cooldownMinutes: number, minutesAgo: number | null, wait: number | null]>([
  [0, null, null],
  [60, null, null],
  [0, 0, null],
  [60, 59, 1],
  [60, 60, null],
  [60, 61, null],
  [43_200, 0, 43_200],
])(
  'with a cooldown of %d minutes, %s after the last, one waits for %s',
  (cooldownMinutes, ago, wait) => {
    const now = new Date('2027-03-01T12:00:00Z')
    const minutesFromNow = (minutes: number) => new Date(now.getTime() + minutes * 60_000)
    const lastSubmittedAt = ago === null ? null : minutesFromNow(-ago)
    const next = nextStart({ cooldownMinutes }, { lastSubmittedAt }, now)
    expect(next).toEqual(wait === null ? null : minutesFromNow(wait))
  },
)
