import { array, assert, constantFrom, property, string } from 'fast-check'
import { expect, test } from 'vitest'
import { PersonName } from '../auth/schema.ts'
import { guessName } from './guess-name.ts'

test.each([
  ['ada.lovelace@example.com', 'Ada Lovelace'],
  ['ada.lovelace_99@example.com', 'Ada Lovelace'],
  ['ada-king+courses@example.com', 'Ada King'],
  ['99ada1815lovelace@example.com', 'Ada Lovelace'],
  ['grace@example.com', 'Grace'],
  ["o'brien@example.com", 'O Brien'],
  ['jürgen.groß@example.com', 'Jürgen Groß'],
  ['19151210@example.com', 'Learner'],
  ['_._@example.com', 'Learner'],
  ['+ada@example.com', 'Learner'],
])('the name guessed for %s is %s', (email, name) => {
  expect(guessName(email)).toBe(name)
})

test('a guess is words of letters that fit on a certificate, whatever the email', () => {
  const localPart = array(
    constantFrom(...'adaé中ǆ\u0301', '9', '٣', '.', '_', '-', '+', "'", ' ', '\u202e'),
    { maxLength: 64 },
  ).map((characters) => `${characters.join('')}@example.com`)
  for (const emails of [localPart, string({ unit: 'binary', maxLength: 300 })])
    assert(
      property(emails, (email) => {
        const name = guessName(email)
        expect(name).toMatch(/^\p{L}[\p{L}\p{M}]*( \p{L}[\p{L}\p{M}]*)*$/u)
        expect(PersonName.parse(name)).toBe(name)
      }),
    )
})
