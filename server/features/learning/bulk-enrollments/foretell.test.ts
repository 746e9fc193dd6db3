import { crc32, deflateRawSync } from 'node:zlib'
import { expect, test } from 'vitest'
import { newId } from '../../../../lib/ids.ts'
import { forAllTests, startApi } from '../../../test/api.ts'
import { publish } from '../../authoring/moves/test-support.ts'
import { setSeats } from '../../shop/seats/set-seats.ts'
import { bulkOf } from './test-support.ts'

const api = await forAllTests(startApi())
const [admin, course] = [await api.given.admin(), await api.given.course()]
const { enroll } = bulkOf(api, admin)
const query = `?course=${course.slug}`
const newEmail = () => `pupil-${newId()}@example.com`
const look = (list: string | Buffer, search = query) =>
  api.request(`POST /api/v1/admin/bulk-enrollments/csv/dry-run${search}`, {
    token: admin.token,
    headers: { 'content-type': 'text/csv' },
    body: list,
  })

test('a look mails and stores nothing, and what it foretells is what happens', async () => {
  const [ada, bob, full] = [
    await api.given.learner(),
    await api.given.learner(),
    await api.given.course(),
  ]
  const { bulkEnrollments } = api.as(admin).admin
  await setSeats(api.deps, { courseId: full.id, seats: 1 })
  await enroll(`email\n${bob.email}\n`, { query })
  await expect.poll(() => api.mails.map(({ to }) => to)).toEqual([bob.email])
  const needs = await publish(api, ['two'], { requires: [course.slug] })
  const fresh = newEmail()
  const lines = [
    `E-Mail;Telefon;Kurs;gültig bis`,
    `${ada.email};12;;`,
    `${bob.email};13;;`,
    `${bob.email};13;;31.12.2099`,
    `${fresh};14;;`,
    `${fresh};14;;`,
    `${ada.email};;${full.slug};`,
    `${bob.email};;${full.slug};`,
    `${ada.email};;${needs.slug};`,
    `${ada.email};;no-such-course;`,
    `${ada.email};;;04/05/2099`,
    `${ada.email};;;31.12.1999`,
    `nobody;;;`,
  ]
  const csv = lines.join('\n')
  const before = [api.mails.length, (await bulkEnrollments.list.query({})).items.length]

  const { status, body } = await look(csv)

  expect(status).toBe(200)
  expect([api.mails.length, (await bulkEnrollments.list.query({})).items.length]).toEqual(before)
  expect(body).toMatchObject({
    ...{ total: 12, enrolled: 2, invited: 1, already: 3, failed: 6, mails: 3 },
    unused: ['Telefon'],
    columns: [
      { title: 'E-Mail', readAs: 'email' },
      { title: 'Kurs', readAs: 'course' },
      { title: 'gültig bis', readAs: 'endsAt' },
    ],
  })
  const { bulk, rows } = await enroll(csv, { query })
  expect(bulk).toMatchObject({ enrolled: 2, invited: 1, changed: 1, unchanged: 2, failed: 6 })
  const failed = rows.filter(({ outcome }) => outcome === 'failed')
  const said = ({ line, error, message }: (typeof rows)[number]) => [line, error, message]
  expect(body.rows.slice(0, 6).map(said)).toEqual(failed.map(said))
  expect(failed.map(({ message }) => message)).toContainEqual(
    'endsAt may be 2099-05-04 or 2099-04-05: write it like one of these',
  )
})

test('ten thousand rows are foretold in one statement, and a hundred of them shown', async () => {
  const emails = Array.from({ length: 10_000 }, () => newEmail())

  const { body } = await look(`email\n${emails.join('\n')}\n`)

  expect([body.total, body.invited, body.mails, body.rows.length]).toEqual([
    10_000, 10_000, 10_000, 100,
  ])
})

test('the results of a bulk enrollment are a list again', async () => {
  const email = newEmail()
  const { bulk } = await enroll(`email,name\n${email},'=Ada\n`, { query })
  const csv = await api.request(`GET /api/v1/admin/bulk-enrollments/${bulk.id}/rows.csv`, {
    token: admin.token,
  })

  const { body } = await look(String(csv.text), '')

  expect(body).toMatchObject({ already: 1, failed: 0, rows: [{ email, name: '=Ada' }] })
  expect(body.unused).toEqual(['line', 'outcome', 'error', 'message'])
})

const xml = (body: string) => `<?xml version="1.0"?>\n${body}`
const cell = (at: string, value: string, type = '', style = 0) =>
  `<c r="${at}" s="${style}"${type && ` t="${type}"`}><f>1</f><v>${value}</v></c>`

/** A workbook as Excel writes it: shared texts, a hidden sheet before the one that is shown. */
const workbook = (rows: string) =>
  zipOf({
    '[Content_Types].xml': xml('<Types/>'),
    'xl/workbook.xml': xml(
      '<workbook xmlns:r="r"><sheets><sheet name="Old" state="hidden" r:id="r1"/>' +
        '<sheet name="7b" r:id="r2"/><sheet name="8a" r:id="r1"/></sheets></workbook>',
    ),
    'xl/_rels/workbook.xml.rels': xml(
      '<Relationships><Relationship Id="r1" Target="worksheets/sheet1.xml"/>' +
        '<Relationship Id="r2" Target="/xl/worksheets/sheet2.xml"/></Relationships>',
    ),
    'xl/sharedStrings.xml': xml(
      '<sst><si><t>E-Mail</t></si><si><r><t>Na</t></r><r><t>me</t></r></si>' +
        '<si><t>endsAt</t></si><si><t>M&#252;ller &amp; A</t></si></sst>',
    ),
    'xl/styles.xml': xml(
      '<styleSheet><numFmts><numFmt numFmtId="170" formatCode="dd\\.mm\\.yyyy"/></numFmts>' +
        '<cellXfs><xf numFmtId="0"/><xf numFmtId="170"/></cellXfs></styleSheet>',
    ),
    'xl/worksheets/sheet1.xml': xml('<worksheet><sheetData/></worksheet>'),
    'xl/worksheets/sheet2.xml': xml(`<worksheet><sheetData>${rows}</sheetData></worksheet>`),
  })
const header = `<row r="2">${cell('A2', '0', 's')}${cell('C2', '1', 's')}${cell('D2', '2', 's')}${cell('E2', 'Klasse', 'str')}</row>`

test('a workbook is read as it is shown: values of formulas, days, the sheet that is shown', async () => {
  const email = newEmail()
  const row = `<row r="4">${cell('A4', email, 'str')}${cell('B4', '', 's')}${cell('C4', '3', 's')}${cell('D4', '73050', '', 1)}${cell('E4', '7')}</row>`

  const { status, body } = await look(workbook(header + row))

  expect([status, body.error]).toEqual([200, undefined])
  expect(body.rows).toMatchObject([
    { line: 4, email, name: 'Müller & A', endsOn: '2099-12-31', outcome: 'invited' },
  ])
  expect(body.unused).toEqual(['Klasse', 'sheet "8a"'])
})

test('a workbook needs no parts but its sheet', async () => {
  const email = newEmail()
  const row = (text: string) => `<row r="1e99"><c t="inlineStr"><is><t>${text}</t></is></c></row>`

  const { body } = await look(
    zipOf({
      'xl/workbook.xml': '<workbook><sheets><sheet name="1" r:id="r1"/></sheets></workbook>',
      'xl/_rels/workbook.xml.rels': '<a><Relationship Id="r1" Target="s.xml"/></a>',
      'xl/s.xml': `<worksheet>${row('email')}${row(email)}</worksheet>`,
    }),
  )

  expect(body.rows).toMatchObject([{ line: 2, email, outcome: 'invited' }])
})

test.each([
  ['a zip without a workbook', zipOf({ 'a.txt': 'a' })],
  ['a broken sheet', workbook('<row><c>')],
  ['entities that multiply', workbook('<!DOCTYPE x [<!ENTITY a "aa">]><row><c>&a;</c></row>')],
  ['more than a list can be', workbook(`<row><c>${' '.repeat(17_000_000)}</c></row>`)],
  ['what is nested without end', workbook('<a>'.repeat(1_000_000))],
  ['half a file', workbook(header).subarray(0, 300)],
])('%s is refused in words', async (_, file) => {
  const { status, body } = await look(file)
  expect([status, body.error, body.issues[0].path]).toEqual([400, 'InvalidFields', 'line 1'])
})

/** Zips files, one after the other. */
function zipOf(files: Record<string, string>): Buffer {
  const [parts, names]: [Buffer[], Buffer[]] = [[], []]
  let offset = 0
  for (const [name, text] of Object.entries(files)) {
    const [path, bytes] = [Buffer.from(name), deflateRawSync(text)]
    const shared = Buffer.alloc(26)
    shared.writeUInt16LE(20, 0)
    shared.writeUInt16LE(8, 4)
    shared.writeUInt32LE(crc32(text), 10)
    shared.writeUInt32LE(bytes.length, 14)
    shared.writeUInt32LE(Buffer.byteLength(text), 18)
    shared.writeUInt16LE(path.length, 22)
    const place = Buffer.alloc(14)
    place.writeUInt32LE(offset, 10)
    parts.push(Buffer.from('PK\x03\x04', 'latin1'), shared, path, bytes)
    names.push(Buffer.from('PK\x01\x02\x14\x00', 'latin1'), shared, place, path)
    offset += 30 + path.length + bytes.length
  }
  const directory = Buffer.concat(names)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(parts.length / 4, 4)
  end.writeUInt16LE(parts.length / 4, 6)
  end.writeUInt32LE(directory.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...parts, directory, Buffer.from('PK\x05\x06', 'latin1'), end])
}
