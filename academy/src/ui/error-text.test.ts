import { LyceumError } from '@lyceum/sdk'
import { beforeAll, expect, test } from 'vitest'
import { loadTexts } from '../texts/texts.ts'
import { isForbidden, isNotFound, isOffline, messageOf } from './error-text.ts'
import { detailOf, sentenceOf, textsOfFields } from './field-texts.ts'

beforeAll(() => loadTexts('common', 'errors'))

const invalid = new LyceumError('InvalidFields', 'Some fields are invalid.', {
  status: 400,
  issues: [
    { path: 'name', message: 'Too long', code: 'maxLength', limit: 120 },
    { path: 'tags.0', message: 'Not a slug' },
    { path: 'maxUses', message: 'Too low', code: 'minimum', limit: 1 },
  ],
})

test.each<[string, unknown, string]>([
  ['our own words', new LyceumError('InvalidCredentials', 'No.'), 'Wrong email or password'],
  [
    'the server’s, where we have none',
    new LyceumError('CohortNotFound', 'No such cohort.'),
    'No such cohort.',
  ],
  [
    'no details of what is not the school’s',
    new TypeError('x is not a function'),
    'Something went wrong',
  ],
  ['what became of a passkey', new DOMException('Aborted', 'NotAllowedError'), 'passkey'],
])('an error is told in %s', (_what, error, words) => {
  expect(messageOf(error)).toContain(words)
})

test('whoever has to wait is told how long, and without an answer ten seconds', () => {
  const limited = (retryAfterSeconds?: number) =>
    messageOf(new LyceumError('RateLimited', 'Slow down.', { status: 429, retryAfterSeconds }))
  expect(limited(1)).toContain('Try again in a second.')
  expect(limited(30)).toContain('Try again in 30 seconds.')
  expect(limited()).toContain('Try again in 10 seconds.')
})

test('each field is told its own rule; what has no rule, the words of the server', () => {
  expect(textsOfFields(invalid)).toEqual({
    name: 'At most 120 characters, please.',
    'tags.0': 'Not a slug.',
    maxUses: 'At least 1, please.',
  })
})

test.each([
  ['is not a slug', 'This is not a slug.'],
  ['are too many: this lesson takes 2', 'These are too many: this lesson takes 2.'],
  ['costs more than you have!', 'Costs more than you have!'],
])('“%s” is a sentence without the field: %s', (message, sentence) => {
  expect(sentenceOf(message)).toBe(sentence)
})

test('a reader of English misses nothing that the server said', () => {
  expect(detailOf(invalid)).toBeUndefined()
})

test.each<[string, unknown, boolean[]]>([
  ['no network', new LyceumError('NetworkError', ''), [true, false, false]],
  ['no answer in time', new LyceumError('Timeout', ''), [true, false, false]],
  ['not allowed', new LyceumError('Forbidden', '', { status: 403 }), [false, true, false]],
  ['not signed in', new LyceumError('TokenMissing', '', { status: 401 }), [false, true, false]],
  ['not there', new LyceumError('CourseNotFound', '', { status: 404 }), [false, false, true]],
  ['there no more', new LyceumError('EventsForgotten', '', { status: 410 }), [false, false, true]],
  ['something else', new Error('Forbidden'), [false, false, false]],
])('%s is told from the others', (_what, error, expected) => {
  expect([isOffline(error), isForbidden(error), isNotFound(error)]).toEqual(expected)
})
