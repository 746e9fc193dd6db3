import type { InputField } from '@lyceum/sdk/inputs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { propertyRuns } from '../../../../lib/test/property-runs.ts'
import { type Fault, faultOf, faultOfBrowser, faultOfCount, itemsIn } from './faults.ts'

const text: InputField = { type: 'text', minLength: 2, maxLength: 5 }
const slug: InputField = { type: 'text', maxLength: 8, pattern: '^[a-z0-9]+(-[a-z0-9]+)*$' }
const number: InputField = { type: 'number', minimum: 1, maximum: 100, isWhole: true }
const tags: InputField = { type: 'list', minItems: 1, maxItems: 3, item: slug }

test.each<[string, InputField, string, Fault | undefined]>([
  ['a text that fits', text, 'knots', undefined],
  ['a text too short', text, 'k', { code: 'minLength', limit: 2 }],
  ['a text too long', text, 'knotted', { code: 'maxLength', limit: 5 }],
  ['spaces around it, which are not sent', text, '  knots  ', undefined],
  ['a password with spaces, which are', { type: 'text', minLength: 8 }, ' knots  ', undefined],
  ['nothing, which others ask for', text, '', undefined],
  ['spaces alone', text, '   ', undefined],
  ['what the pattern takes', slug, 'two-ends', undefined],
  ['what it does not', slug, 'Two Ends', {}],
  ['its length before its pattern', slug, 'Two Ends And More', { code: 'maxLength', limit: 8 }],
  ['the lowest number', number, '1', undefined],
  ['the highest', number, '100', undefined],
  ['one below', number, '0', { code: 'minimum', limit: 1 }],
  ['one above', number, '101', { code: 'maximum', limit: 100 }],
  ['a number with decimals, where it must be whole', number, '1.5', { code: 'type' }],
  ['no number at all', number, 'many', { code: 'type' }],
  ['a number with decimals', { type: 'number', minimum: 0 }, '0.5', undefined],
  ['without bounds', { type: 'number' }, '-1e9', undefined],
  ['a list', tags, 'knots, ropes', undefined],
  ['too long a list', tags, 'a, b, c, d', { code: 'maxItems', limit: 3 }],
  ['a list with one that does not fit', tags, 'knots, Ropes', {}],
  ['commas alone', tags, ', ,', { code: 'minItems', limit: 1 }],
  ['a list of anything', { type: 'list' }, 'a, b', undefined],
  ['a day, of which nothing is known', { type: 'day' }, '2027-03-01', undefined],
])('%s', (_what, field, typed, fault) => {
  expect(faultOf(field, typed)).toEqual(fault)
})

test.each<[number, Fault | undefined]>([
  [0, { code: 'minItems', limit: 1 }],
  [1, undefined],
  [3, undefined],
  [4, { code: 'maxItems', limit: 3 }],
])('%i boxes are ticked of one to three', (count, fault) => {
  expect(faultOfCount(tags, count)).toEqual(fault)
})

test('a number has no fault exactly when it lies within its bounds', () => {
  fc.assert(
    fc.property(fc.integer(), fc.integer(), fc.integer(), (one, other, typed) => {
      const [minimum, maximum] = [Math.min(one, other), Math.max(one, other)]
      const fault = faultOf({ type: 'number', minimum, maximum }, String(typed))
      expect(fault === undefined).toBe(minimum <= typed && typed <= maximum)
    }),
    propertyRuns(100),
  )
})

test('the items of a list are what stands between commas, without the spaces around', () => {
  const item = fc.stringMatching(/^[a-z]([a-z ]*[a-z])?$/)
  const gap = fc.constantFrom(',', ', ', ' ,', ' ,  ,')
  fc.assert(
    fc.property(fc.array(fc.tuple(item, gap)), (parts) => {
      expect(itemsIn(parts.flat().join(''))).toEqual(parts.map(([one]) => one))
    }),
    propertyRuns(100),
  )
})

const limits = { minimum: 1, maximum: 9, minLength: 8 }
test.each<[Partial<ValidityState>, string | undefined, Fault | undefined]>([
  [{ valueMissing: true }, 'email', { code: 'required' }],
  [{ badInput: true }, 'number', { code: 'type' }],
  [{ badInput: true }, 'date', { code: 'date' }],
  [{ typeMismatch: true }, 'email', { code: 'email' }],
  [{ typeMismatch: true }, 'url', { code: 'url' }],
  [{ rangeUnderflow: true }, 'number', { code: 'minimum', limit: 1 }],
  [{ rangeOverflow: true }, 'number', { code: 'maximum', limit: 9 }],
  [{ tooShort: true }, 'password', { code: 'minLength', limit: 8 }],
  [{ customError: true }, undefined, undefined],
  [{ valid: true }, undefined, undefined],
])(
  'what a browser finds, %o of %s, has the name that the server gives it',
  (found, type, fault) => {
    expect(faultOfBrowser(found, type, limits)).toEqual(fault)
  },
)
