import fc from 'fast-check'
import { expect, test } from 'vitest'
import { propertyRuns } from '../../../lib/test/property-runs.ts'
import { slugOf } from './slug.ts'

test.each([
  ['Two Half Hitches', 'two-half-hitches'],
  ['Über Größe', 'ueber-groesse'],
  ['Éclair à la crème', 'eclair-a-la-creme'],
  ['  C++ & C#: which?  ', 'c-c-which'],
  ['Урок', 'new'],
  ['', 'new'],
])('the id of "%s" is %s', (title, slug) => {
  expect(slugOf(title)).toBe(slug)
})

test('one that is taken gets the next number that is free', () => {
  expect(slugOf('Knots', ['knots'])).toBe('knots-2')
  expect(slugOf('Knots', ['knots', 'knots-2', 'knots-4'])).toBe('knots-3')
})

test('of any title it is what the server takes, and free', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'grapheme', maxLength: 200 }), (title) => {
      const first = slugOf(title)
      const second = slugOf(title, [first])
      for (const slug of [first, second]) {
        expect(slug).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/)
        expect(slug.length).toBeLessThanOrEqual(80)
      }
      expect(second).not.toBe(first)
    }),
    propertyRuns(200),
  )
})
