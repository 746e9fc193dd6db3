import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { ItemPoints } from '../../../../content/questions/regrade-item.ts'
import { propertyRuns } from '../../../../lib/test/property-runs.ts'
import { passes, scoreOf, sumOf } from './grade-attempt.ts'
import { percentOf } from './read-grades.ts'

test.each<[points: number, maxPoints: number, percent: number]>([
  [0, 10, 0],
  [10, 10, 100],
  [1, 3, 33.33],
  [2, 3, 66.66],
  // Rounds down: nobody has all but one who has all.
  [2999, 3000, 99.96],
  [29_999, 30_000, 99.99],
  [299_999, 300_000, 99.99],
  [7, 8, 87.5],
  // Gives everybody all of it if nothing that counts is left.
  [0, 0, 100],
])('%d of %d points are shown as %d %%', (points, maxPoints, percent) => {
  expect(percentOf(scoreOf(points, maxPoints))).toBe(percent)
})

test('no score is shown as none', () => {
  expect(percentOf(null)).toBeNull()
})

test.each<[points: number, maxPoints: number, passPercent: number, passed: boolean]>([
  [79, 100, 80, false],
  [80, 100, 80, true],
  [2, 3, 66, true],
  [2, 3, 67, false],
  [1, 3, 33, true],
  [1, 3, 34, false],
  [0, 5, 0, true],
  [4, 5, 100, false],
  [5, 5, 100, true],
  [799_999, 1_000_000, 80, false],
  [800_000, 1_000_000, 80, true],
  [0, 0, 100, true],
])('%d of %d with a mark of %d %% passes: %s', (points, maxPoints, passPercent, passed) => {
  expect(passes(points, maxPoints, passPercent)).toBe(passed)
})

const worth = fc.integer({ min: 1, max: 100_000 })

test('who has more never has a lower score, and never fails where less passes', () => {
  fc.assert(
    fc.property(
      worth,
      fc.nat(),
      fc.nat(),
      fc.integer({ min: 0, max: 100 }),
      (max, one, more, mark) => {
        const [less, points] = [one % max, Math.min(max, (one % max) + (more % max))]
        expect(scoreOf(points, max)).toBeGreaterThanOrEqual(scoreOf(less, max))
        if (passes(less, max, mark)) expect(passes(points, max, mark)).toBe(true)
        // Passes at a lower mark, too.
        if (passes(less, max, mark)) expect(passes(less, max, Math.max(0, mark - 1))).toBe(true)
      },
    ),
    propertyRuns(200),
  )
})

test('whether somebody passed is decided by the points, and never by what is shown of them', () => {
  fc.assert(
    fc.property(worth, fc.nat(), fc.integer({ min: 0, max: 100 }), (max, given, mark) => {
      const points = given % (max + 1)
      expect(passes(points, max, mark)).toBe(BigInt(points) * 100n >= BigInt(mark) * BigInt(max))
      // Passes at exactly the mark, a whole percentage to which the score is rounded down.
      expect(scoreOf(points, max) >= mark * 100).toBe(passes(points, max, mark))
    }),
    propertyRuns(200),
  )
})

const item = (points: number) => ({ revision: 'r', type: 'text' as const, points, order: [] })

test.each<[itemPoints: ItemPoints[], points: number, maxPoints: number]>([
  [[0, 0, 0], 0, 9],
  [[2, 3, 4], 9, 9],
  [[2, 'dropped', 4], 6, 6],
  [['dropped', 'dropped', 1], 1, 4],
  [['dropped', 'dropped', 'dropped'], 0, 0],
])(
  '%j of 2, 3 and 4 are %d of %d: what was dropped counts on neither side',
  (given, points, max) => {
    const sum = sumOf([2, 3, 4].map(item), given)
    expect(sum).toMatchObject({ points, maxPoints: max })
    expect(sum.itemPoints).toEqual(given.map((one) => (one === 'dropped' ? null : one)))
  },
)

test('what was handed in without questions has the points that it has', () => {
  expect(sumOf(null, [])).toEqual({ itemPoints: [], points: 0, maxPoints: 0 })
})
