import fc from 'fast-check'
import { expect, test } from 'vitest'
import { propertyRuns } from '../../../../lib/test/property-runs.ts'
import { changeTo } from './pending-files.ts'

test('the change makes the other text, and its ends do not touch what both share', () => {
  const texts = fc.string({ unit: fc.constantFrom('a', 'b', '\n'), maxLength: 30 })
  fc.assert(
    fc.property(texts, texts, (text, next) => {
      const { from, to, insert } = changeTo(text, next)
      expect(text.slice(0, from) + insert + text.slice(to)).toBe(next)
      expect(from).toBeLessThanOrEqual(to)
      const removed = text.slice(from, to)
      if (removed !== '' && insert !== '') {
        expect(removed[0]).not.toBe(insert[0])
        expect(removed.at(-1)).not.toBe(insert.at(-1))
      }
    }),
    propertyRuns(300),
  )
})
