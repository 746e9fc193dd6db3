import { describe, expect, test } from 'vitest'
import { readConfig } from '../../../config/config.ts'
import {
  knownLanguage,
  type Language,
  languages,
  preferredLanguage,
  texts,
} from '../../../texts/texts.ts'
import type { CodeMail, MailKind, Notification } from '../../../texts/types.ts'
import { composeMail } from './compose-mail.ts'

const at = new Date('2026-03-01T12:30:00Z')
const publicUrl = 'https://learn.example.org'
const { brand } = readConfig({})
const envelope = {
  id: 'mail-1',
  to: 'ada@example.com',
  name: 'Ada Lovelace',
  publicUrl,
  brand,
  at,
  timeZone: 'Europe/Berlin',
}

/** Facts for every field that any of the mails shows. */
const facts = {
  code: '04827193',
  link: `${publicUrl}/welcome#email=ada%40example.com&token=t`,
  method: 'Google',
  device: 'Firefox on Linux',
  ip: '192.0.2.7',
  email: 'ada@example.com',
  oldEmail: 'ada@example.com',
  newEmail: 'ada@new.example',
  receipt: '2026-000042',
  total: { amount: 123456, currency: 'EUR' },
  amount: { amount: 2900, currency: 'EUR' },
  titles: ['Building a course player', 'Version Control with Git'],
  title: 'Building a course player',
  certificateUrl: `${publicUrl}/certificates/0000-0000-0000-0000-0.pdf`,
  verificationUrl: `${publicUrl}/verify/0000-0000-0000-0000-0`,
  version: 3,
  note: 'A clearer chapter on types',
  reason: 'You asked to begin again',
  lesson: 'Tie one',
  comment: 'Well done.',
  isCompleted: false,
  lastDay: '2027-11-21',
  dueOn: '2027-11-21',
  hasExpired: false,
  role: 'author',
  by: 'Grace Hopper',
  text: 'It begins at ten.\n\nBring a rope.',
  due: [{ course: 'Knots', lesson: 'Tie one', on: '2026-03-02' }],
  overdue: [{ course: 'Knots', lesson: null, on: '2026-02-28' }],
  unseen: ['Version Control with Git'],
  more: 2,
  lines: ['"Tie one" is graded', 'New announcement in "Knots"'],
  page: `${publicUrl}/purchase?transaction=019a9c40-12d3-7f6b-9e84-5c1a7b3d8f04`,
}
const kinds = Object.keys(texts.en.mail.mails) as MailKind[]
const mailOf = (kind: MailKind, language: Language, more: object = {}) =>
  composeMail({ kind, ...facts, ...more } as Notification | CodeMail, { ...envelope, language })

/** Returns the words of an HTML page, without its head. */
function wordsOf(html: string): string {
  return html
    .replace(/^[\s\S]*<body[^>]*>/, '')
    .replace(/<[^>]+>/g, ' ')
    .replace(/&#(\d+);/g, (_, number) => String.fromCodePoint(Number(number)))
    .replace(/\s+/g, ' ')
}

describe.each(languages)('in %s', (language) => {
  test.each(kinds)('the mail %s says the same as text and as HTML', (kind) => {
    const { to, subject, text, html } = mailOf(kind, language)
    expect(to).toBe('ada@example.com')
    expect(subject.length).toBeGreaterThan(10)
    expect(text).toContain('Ada Lovelace')
    for (const line of text.split('\n').map((line) => line.trim())) {
      const words = line
        .replace(/^--$/, '')
        .replace(/^([^:]{1,20}): /, '')
        .replace(/\s+/g, ' ')
      expect(wordsOf(html)).toContain(words)
    }
    expect(html).toContain(`<html lang="${language}">`)
    expect(`${text}${html}`).not.toMatch(/undefined|null|\[object/)
  })

  test.each(kinds)('the mail %s loads nothing and links to the service only', (kind) => {
    const { text, html } = mailOf(kind, language)
    expect(html).not.toMatch(/<(img|script|link|iframe|a|form)\b|src=|url\(/i)
    for (const [address] of `${text}${html}`.matchAll(/https?:\/\/[^\s,<"]+/g))
      expect(address.startsWith(publicUrl)).toBe(true)
  })
})

test('every mail is translated', () => {
  for (const kind of kinds) expect(mailOf(kind, 'de').text).not.toBe(mailOf(kind, 'en').text)
  expect(mailOf('new-device', 'de').text).toContain('Wann: 1. März 2026 um 13:30:00 MEZ')
  expect(mailOf('new-device', 'en').text).toContain('When: March 1, 2026 at 1:30:00 PM GMT+1')
})

test('mails about money format amounts for readers and leave out missing facts', () => {
  const facts = { receipt: null, title: null, page: null }

  expect(mailOf('payment-received', 'de').text).toContain(
    'Betrag: 1.234,56\u00A0€\nKurse: Building a course player, Version Control with Git\n',
  )
  expect(mailOf('refund-made', 'en').text).toContain(
    'Amount: €29.00\nCourse: Building a course player\nReceipt: 2026-000042\n',
  )
  expect(mailOf('payment-received', 'en', { titles: ['One'] }).text).toContain('Course: One\n')
  const surplus = mailOf('refund-made', 'en', facts).text
  expect(surplus).toContain('did not owe')
  expect(surplus).not.toMatch(/Course|Receipt|View/)
})

test('the mail about a grade says what came of it, where that is known', () => {
  const result = { points: 8, maxPoints: 10, passed: true }
  const { subject, text } = mailOf('submission-graded', 'en', { result })
  expect([subject, text]).toEqual([
    'You passed "Tie one"',
    expect.stringContaining('Result: Passed\nPoints: 8 of 10\n'),
  ])
  expect(mailOf('submission-graded', 'en').text).not.toMatch(/Result|Points/)
})

test('the mail of a certificate that replaces another says why, and what is better', () => {
  const rose = { replaces: true, why: 'grade', grade: 9666, gradeBefore: 6600 }
  const { text } = mailOf('certificate-ready', 'en', rose)
  expect(text).toContain('Your grade has risen')
  expect(text).toContain('Grade: 96.66%\nBefore: 66%\n')
  expect(text).toContain('The link to the old one leads to the new one.')
  const program = { isProgram: true, hasExpired: true }
  expect(mailOf('certificate-expiry', 'de', program).text).toContain('Programm: Building')
})

test.each(languages)('no sentence in %s ends twice, whatever a school is called', (language) => {
  const named = { ...envelope, language, brand: { ...brand, name: 'Segelverein e. V.' } }
  const twice = kinds.filter((kind) =>
    composeMail({ kind, ...facts } as Notification | CodeMail, named).text.includes('..'),
  )
  expect(twice).toEqual([])
})

test('days are written out as readers write them', () => {
  expect(mailOf('extension-granted', 'en').subject).toContain('until November 21, 2027 for')
  expect(mailOf('extension-granted', 'de').text).toContain('Fällig am: 21. November 2027\n')
})

test('a name, a device or a provider in a mail is plain text', () => {
  const { html } = composeMail(
    { kind: 'new-device', device: '<img src=//evil.test>', ip: '"><script>' },
    { ...envelope, language: 'en', name: '</p><a href="//evil.test">' },
  )
  expect(html).not.toMatch(/<(img|a|script)\b/)
})

test.each([
  [undefined, 'en'],
  ['', 'en'],
  ['de', 'de'],
  ['de-AT', 'de'],
  ['fr-CH, de;q=0.9, en;q=0.8', 'de'],
  ['en;q=0.8, de;q=0.9', 'de'],
  ['de;q=0', 'en'],
  ['fr, *', 'en'],
  ['*;q=0.5, de;q=0.1', 'en'],
  ['DE', 'de'],
  ['de;q=abc', 'en'],
  [`${'x,'.repeat(15)}de`, 'de'],
  // Exceeds the sixteen that are read.
  [`${'x,'.repeat(16)}de`, 'en'],
  [';;;,,,=', 'en'],
])('a client that accepts %.40j gets its mails in %s', (header, language) => {
  expect(preferredLanguage(header)).toBe(language)
})

test('a stored language without texts counts as English', () => {
  expect(['de', 'en', 'tlh'].map(knownLanguage)).toEqual(['de', 'en', 'en'])
})
