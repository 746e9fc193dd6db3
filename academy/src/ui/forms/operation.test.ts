import type { Inputs } from '@lyceum/sdk'
import type { InputField, InputFields } from '@lyceum/sdk/inputs'
import { describe, expect, expectTypeOf, test } from 'vitest'
import { fieldsAt } from '../inputs/inputs.ts'
import type { Kind } from './fields.tsx'
import { type Decided, inputOf, kindOf, type Look } from './operation.ts'

describe('how a field is asked for', () => {
  const texts = { type: 'list', item: { type: 'text' } } as const
  const Own = () => null
  const one = { Field: Own, isRequired: false, isMany: false }
  const zone = { cohort: Own, courseIds: Own, language: Own }
  const level = { type: 'text', values: ['beginner', 'advanced'] } as const

  test.each<[string, InputField | undefined, Kind, { look?: Look; name?: string }?]>([
    ['a short text', { type: 'text', maxLength: 200 }, 'text'],
    ['one that is needed', { type: 'text', isNeeded: true, maxLength: 200 }, 'text!'],
    ['a long one', { type: 'text', isNeeded: true, maxLength: 500 }, 'long!'],
    ['needed, and null for none', { type: 'day', isNeeded: true, isNullable: true }, 'date'],
    ['an email', { type: 'text', isNeeded: true }, 'email!', { name: 'newEmail' }],
    ['an address', { type: 'text', maxLength: 500 }, 'url', { name: 'url' }],
    ['a number', { type: 'number', isNeeded: true }, 'number!'],
    ['an instant', { type: 'instant' }, 'instant'],
    ['yes or no', { type: 'flag', isNeeded: true }, 'box'],
    ['texts', { type: 'list', isNeeded: true, item: { type: 'text' } }, 'list'],
    ['some of several values', { type: 'list', item: level }, { anyOf: level.values }],
    ['one of several', { ...level, isNeeded: true }, level.values],
    ['one of several, or none', level, ['', ...level.values]],
    ['one that is taken when none is chosen', { ...level, default: 'beginner' }, level.values],
    ['one of its values', { ...level, isNeeded: true }, ['beginner'], { look: ['beginner'] }],
    ['values with labels', { type: 'text' }, { a: 'A' }, { look: { a: 'A' } }],
    ['a field of the page', { type: 'text' }, one, { look: { Field: Own } }],
    ['a class, known by its name', { type: 'text' }, one, { name: 'cohort' }],
    ['several courses', texts, { ...one, isMany: true }, { name: 'courseIds' }],
    ['a name with few values', { ...level, isNeeded: true }, level.values, { name: 'language' }],
    ['what this form needs', { type: 'text' }, 'text!', { look: 'text!' }],
    ['a file, of which nothing is told', undefined, 'file!', { look: 'file!' }],
    ['anything else of which nothing is told', undefined, 'text'],
  ])('%s', (_what, field, kind, { look, name = 'any' } = {}) => {
    expect(kindOf(field, name, { look, zone })).toEqual(kind)
  })

  test.each<[string, InputField, Kind]>([
    ['a text that must not be empty has to stay', { type: 'text', minLength: 1 }, 'text!'],
    ['one whose pattern takes nothing, too', { type: 'text', pattern: '^[a-z]+$' }, 'text!'],
    ['one that may be null may go', { type: 'text', minLength: 1, isNullable: true }, 'text'],
    ['one that may be empty, too', { type: 'text', minLength: 0 }, 'text'],
    [
      'a choice that may be null has one for none',
      { ...level, isNullable: true },
      ['', ...level.values],
    ],
    ['a choice that may not has none, left out or not', level, level.values],
    ['a number that may not be null stays', { type: 'number' }, 'number!'],
  ])('of what is edited, %s', (_what, field, kind) => {
    expect(kindOf(field, 'any', { edits: true })).toEqual(kind)
  })
})

describe('what is sent of what was typed', () => {
  const fields: InputFields = {
    name: { type: 'text', isNeeded: true, minLength: 1 },
    note: { type: 'text', minLength: 0 },
    endsAt: { type: 'day', isNullable: true },
    seats: { type: 'number', isNeeded: true, isNullable: true },
    line: { type: 'number' },
    done: { type: 'flag', isNeeded: true },
    tags: { type: 'list' },
    cohorts: { type: 'list', minItems: 1 },
    types: { type: 'list', isNullable: true },
    scopes: { type: 'list', isNeeded: true },
  }
  const empty = {
    ...{ name: null, note: null, endsAt: null, seats: null, line: null },
    ...{ tags: [], cohorts: [], types: [], scopes: [] },
  }

  test('what holds nothing is left out: it may mean that all stays as it is', () => {
    expect(inputOf(empty, fields)).toEqual({ seats: null, scopes: [] })
  })

  test('what is edited is emptied, as far as it may be', () => {
    const emptied = { note: '', endsAt: null, seats: null, tags: [], types: null, scopes: [] }
    expect(inputOf(empty, fields, true)).toEqual(emptied)
  })

  test.each<[string, unknown, unknown]>([
    ['name', 'Ada', 'Ada'],
    ['seats', 0, 0],
    ['line', '2', 2],
    ['done', 'false', false],
    ['done', 'true', true],
    ['done', false, false],
    ['tags', 'one', ['one']],
    ['cohorts', ['a', 'b'], ['a', 'b']],
  ])('%s: %o is sent as %o', (name, value, sent) => {
    expect(inputOf({ [name]: value }, fields)).toEqual({ [name]: sent })
  })

  test('what an operation with a file takes is sent as it is, without what holds nothing', () => {
    const file = new Blob(['email'])
    expect(inputOf({ csv: file, waive: null }, {})).toEqual({ csv: file })
  })
})

test.each<[string, string[]]>([
  ['', ['quiz', 'title']],
  ['quiz', ['pools']],
  ['quiz.pools.0', ['questions']],
  ['quiz.pools.3.questions.12', ['points']],
  ['title', []],
  ['unknown.0', []],
])('the fields at "%s" are found', (path, names) => {
  const points: InputField = { type: 'number' }
  const questions: InputField = { type: 'list', item: { type: 'object', fields: { points } } }
  const pools: InputField = { type: 'list', item: { type: 'object', fields: { questions } } }
  const fields: InputFields = {
    quiz: { type: 'object', fields: { pools } },
    title: { type: 'text' },
  }
  expect(Object.keys(fieldsAt(fields, path))).toEqual(names)
})

describe('a form compiles when all is decided', () => {
  type Coupon = Inputs['admin']['coupons']['create']
  type Asked = 'code' | 'courses' | 'maxUses' | 'maxUsesPerUser' | 'validFrom' | 'validUntil'
  type None = Record<never, never>

  test('each field is asked for, given or left out by name', () => {
    expectTypeOf<Decided<Coupon, Asked, None, 'takesOff'>>().toEqualTypeOf<unknown>()
    expectTypeOf<Decided<Coupon, Asked, { takesOff: 1 }, never>>().toEqualTypeOf<unknown>()
  })

  test('a field that the API gets later keeps it from compiling, by its name', () => {
    type Later = Coupon & { cohort?: string }
    type Missing = Decided<Later, Asked, None, 'takesOff'>
    expectTypeOf<keyof Missing>().toEqualTypeOf<'undecided'>()
    expectTypeOf<keyof Missing['undecided']>().toEqualTypeOf<'cohort'>()
    expectTypeOf<Decided<Later, Asked, None, 'takesOff' | 'cohort'>>().toEqualTypeOf<unknown>()
  })

  test('a field without texts of its own name needs one that has', () => {
    type Replay = Inputs['admin']['webhooks']['replay']
    type Given = { webhookId: string }
    type Missing = Decided<Replay, 'fromTime', Given, 'fromNumber' | 'toNumber'>
    expectTypeOf<keyof Missing>().toEqualTypeOf<'labels'>()
    expectTypeOf<keyof Missing['labels']>().toEqualTypeOf<'fromTime'>()
  })

  test('forms ask for a proof, and for a look beforehand, by themselves', () => {
    type Erase = Inputs['me']['erase']
    expectTypeOf<Decided<Erase, never, None, never>>().toEqualTypeOf<unknown>()
    type Move = Inputs['moves']['create']
    type Given = { courseId: string; to: number }
    expectTypeOf<Decided<Move, 'policy', Given, 'userIds'>>().toEqualTypeOf<unknown>()
  })
})
