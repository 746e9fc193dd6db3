import fc from 'fast-check'
import { expect, test } from 'vitest'
import { propertyRuns } from '../../lib/test/property-runs.ts'
import { partsOfPoint } from './parts.ts'
import { pointsOf } from './question-types.ts'

const question = fc
  .record({ points: fc.integer({ min: 1, max: 5 }), of: fc.integer({ min: 1, max: 14 }) })
  .chain(({ points, of }) =>
    fc.record({
      points: fc.constant(points),
      shares: fc.constant([of]),
      right: fc.integer({ min: 0, max: of }),
    }),
  )

test('whatever part of an attempt is right, it counts exactly', () => {
  fc.assert(
    fc.property(fc.array(question, { minLength: 1, maxLength: 8 }), (questions) => {
      const parts = partsOfPoint(questions)
      for (const { points, shares, right } of questions) {
        const [of = 1] = shares
        expect(pointsOf(points * parts, { right, of }) * of).toBe(points * parts * right)
      }
    }),
    propertyRuns(50),
  )
})

test('points are stored whole, and as they are where nothing is divided', () => {
  const asked = (points: number, ...shares: number[]) => ({ points, shares })
  expect(partsOfPoint([asked(1), asked(3)])).toBe(1)
  expect(partsOfPoint([asked(4, 4), asked(2, 1, 2)])).toBe(1)
  expect(partsOfPoint([asked(2, 4), asked(1, 3)])).toBe(6)
  const all = Array.from({ length: 50 }, (_, at) => at + 1)
  expect(partsOfPoint([asked(1000, ...all), ...Array(99).fill(asked(1000))])).toBe(2520)
})
