import { expect, test } from 'vitest'
import { z } from 'zod'
import { ruleOf } from './issue-code.ts'

test.each([
  [z.string().min(8), 'short', { code: 'minLength', limit: 8 }],
  [z.string().max(3), 'long', { code: 'maxLength', limit: 3 }],
  [z.array(z.string()).min(1), [], { code: 'minItems', limit: 1 }],
  [z.array(z.string()).max(1), ['a', 'b'], { code: 'maxItems', limit: 1 }],
  [z.int().min(1), 0, { code: 'minimum', limit: 1 }],
  [z.number().max(100), 101, { code: 'maximum', limit: 100 }],
  [z.int(), 1.5, { code: 'type' }],
  [z.enum(['yes', 'no']), 'maybe', { code: 'enum' }],
  [z.url(), 'nowhere', { code: 'url' }],
  [z.iso.datetime(), 'soon', { code: 'date' }],
  [z.string().refine(() => false, { params: { code: 'email' } }), 'ada', { code: 'email' }],
  [z.string().refine(() => false, 'is odd'), 'ada', {}],
  [z.string().regex(/^x/, 'begins otherwise'), 'ada', {}],
])('clients learn which rule a field breaks: %# %o', (schema, value, rule) => {
  expect(schema.safeParse(value).error?.issues.map(ruleOf)).toEqual([rule])
})
