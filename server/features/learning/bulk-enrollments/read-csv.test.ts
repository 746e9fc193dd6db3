import { expect, test } from 'vitest'
import { newId } from '../../../../lib/ids.ts'
import { forAllTests, startApi } from '../../../test/api.ts'
import { bulkOf } from './test-support.ts'

const api = await forAllTests(startApi())
const [admin, course] = [await api.given.admin(), await api.given.course()]
const asAdmin = bulkOf(api, admin)
const query = `?course=${course.slug}`
const newEmail = () => `pupil-${newId()}@example.com`

const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')
const files: [name: string, file: (email: string) => string | Buffer][] = [
  ['commas', (email) => `name,email\nMüller,${email}\n`],
  ['semicolons, as German spreadsheets save it', (email) => `name;email\r\nMüller;${email}\r\n`],
  ['tabs', (email) => `name\temail\nMüller\t${email}`],
  ['a byte order mark', (email) => `\ufeffname,email\nMüller,${email}\n`],
  ['UTF-16, little end first', (email) => utf16(`name\temail\r\nMüller\t${email}\r\n`)],
  ['UTF-16, big end first', (email) => utf16(`name,email\nMüller,${email}\n`).swap16()],
  ['line breaks of an old Macintosh', (email) => `name,email\rMüller,${email}\r`],
  ['everything in quotes', (email) => `"name","email"\n"Müller","${email}"\n`],
  ['what Windows writes', (email) => Buffer.from(`name;email\nMüller;${email}`, 'latin1')],
  ['a line for Excel', (email) => `sep=;\nname;email;;;\nMüller, A;${email};;;\n`],
  ['titles as a school has them', (email) => `Nachname;Vorname;E-Mail-Adresse\n;Müller;${email}\n`],
  ['a link for the email', (email) => `Full name,Email Address\nMüller,mailto:${email}\n`],
  ['an entry of an address book', (email) => `e-mail\n"""Müller, A"" <${email}>"\n`],
  ['one column', (email) => `Email\n${email}`],
  ['delimiters within quotes of the header', (email) => `"name";"email"\n"Müller; A";${email}\n`],
]

test.each(files)('a file with %s is read', async (name, fileWith) => {
  const email = newEmail()

  const { rows } = await asAdmin.enroll(fileWith(email), { query })

  const line = name === 'a line for Excel' ? 3 : 2
  expect(rows).toMatchObject([{ line, email, outcome: 'invited' }])
  if (name !== 'one column') expect(rows[0]?.name).toMatch(/^Müller/)
})

const refused: [name: string, file: string | Buffer, path: string, message: string | RegExp][] = [
  [
    'a column twice',
    'email,E-Mail\na@example.com,b@example.com',
    'line 1',
    /two columns.*"E-Mail"/,
  ],
  ['no emails', 'name,course\nAda,knots', 'line 1', /no column email/],
  ['no row', 'email,course\n', 'line 2', /no row below/],
  ['nothing in it', '\n\n', 'line 1', /file is empty/],
  ['no byte', '', 'line 1', /file is empty/],
  ['an open quote', 'email\na@example.com\n"b@example.com\nc', 'line 4', /never closed/],
  ['a quote within a value', 'email\na"b@example.com\n', 'line 2', /quote within a value/],
  ['UTF-16 without a mark', Buffer.from('email\na@example.com', 'utf16le'), 'line 1', /UTF-8/],
  [
    'a row too many',
    `email\n${Array.from({ length: 10_001 }, (_, place) => `p${place}@example.com`).join('\n')}`,
    'line 10002',
    /one too many: send 10000 rows/,
  ],
  [
    'lines beyond number, empty ones too',
    `email\n${'\n'.repeat(500_000)}a@example.com`,
    'line 50001',
    /one too many: send 10000 rows/,
  ],
]

test.each(refused)('a file with %s is refused with its line', async (_, file, path, message) => {
  const { status, body } = await asAdmin.send(file, { query })

  expect([status, body.error]).toEqual([400, 'InvalidFields'])
  expect(body.issues).toEqual([{ path, message: expect.stringMatching(message) }])
})

test('a file that names no course is refused when the request names none either', async () => {
  const { status, body } = await asAdmin.send(`email\n${newEmail()}\n`)

  expect([status, body.issues[0].message]).toEqual([400, expect.stringMatching(/no column course/)])
})

test('a different encoding, type, size or parameter is refused by name', async () => {
  const csv = `email\n${newEmail()}\n`
  const foreign = { 'content-type': 'text/csv; charset=shift_jis' }
  const answers = [
    await asAdmin.send(csv, { query, headers: foreign }),
    await asAdmin.send(csv, { query, headers: { 'content-type': 'text/plain' } }),
    await asAdmin.send(Buffer.alloc(2 * 1024 * 1024 + 1, 'a'), { query }),
    await asAdmin.send(csv, { query: `${query}&dryRun=true` }),
    await asAdmin.send(csv, { query: `${query}&timeZone=Mars/Olympus` }),
  ]

  expect(answers.map(({ status, body }) => [status, body.error])).toEqual([
    [415, 'UnsupportedMediaType'],
    [415, 'UnsupportedMediaType'],
    [413, 'PayloadTooLarge'],
    [400, 'InvalidFields'],
    [400, 'InvalidFields'],
  ])
})

test('values that no database stores fail by themselves, and are shown without harm', async () => {
  const rows = [
    { email: 'a\0b@example.com', name: 'A\0da' },
    { email: 'x'.repeat(900), name: '\ud800' },
    { email: newEmail(), course: '%00', cohort: '\0' },
  ].map((row) => ({ course: course.slug, ...row }))

  const { id } = await api.as(admin).admin.bulkEnrollments.create.mutate({ rows })

  expect(await asAdmin.done(id)).toMatchObject({ total: 3, failed: 3 })
  expect((await asAdmin.rows(id)).map(({ error }) => error)).toEqual([
    'InvalidFields',
    'InvalidFields',
    'CourseNotFound',
  ])
})
