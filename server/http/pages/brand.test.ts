import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { simpleParser } from 'mailparser'
import { expect, test } from 'vitest'
import { createFileMailer } from '../../adapters/mailer/file-mailer.ts'
import { readConfig } from '../../config/config.ts'
import { composeMail } from '../../features/platform/notifications/compose-mail.ts'
import { forAllTests, startApi } from '../../test/api.ts'
import { folderForAllTests } from '../../test/folder.ts'
import { givenCertificate } from '../../test/learning.ts'
import { mailPlaceholders } from '../../texts/brand.ts'
import { languages, pageLanguages } from '../../texts/texts.ts'
import type { CodeMail, MailKind, Notification } from '../../texts/types.ts'

const dataDir = await folderForAllTests()
const folder = join(dataDir, 'brand')
await mkdir(join(folder, 'pages'), { recursive: true })
await mkdir(join(folder, 'mails', 'en'), { recursive: true })
await writeFile(join(folder, 'logo.svg'), '<svg xmlns="http://www.w3.org/2000/svg"/>')
await writeFile(join(folder, 'pages/en.yaml'), 'check: Is it one of ours?\n')
await writeFile(
  join(folder, 'mails/en/verify-email.yaml'),
  'subject: "{code}: the key to {school}"\nlead: Here is your key to {school}.\n',
)

const hostile = `Akademie "Nord" <b>&\\ Töchter, eve@example.com`
const settings = {
  SCHOOL_NAME: hostile,
  SCHOOL_COLOR: '#7a1f1f',
  SCHOOL_LINES: 'Long Street 1; <i>Hamburg</i>',
  SUPPORT_CONTACT: 'help@school.example',
}
const { brand, certificateIssuer, certificates, mailFrom } = readConfig({
  ...settings,
  BRAND_FOLDER: folder,
})
const config = { brand, certificateIssuer, certificates, dataDir }
const api = await forAllTests(startApi({ config }))

/** Facts for every field that any of the mails shows. */
const facts = {
  code: '04827193',
  method: 'Google',
  device: 'Firefox on Linux',
  ip: '192.0.2.7',
  email: 'ada@example.com',
  oldEmail: 'ada@example.com',
  newEmail: 'ada@new.example',
  receipt: '2026-000042',
  total: { amount: 123456, currency: 'EUR' },
  amount: { amount: 2900, currency: 'EUR' },
  titles: ['Compilers'],
  title: 'Compilers',
  certificateUrl: 'https://learn.example.org/certificates/0.pdf',
  link: 'https://learn.example.org/welcome#token=t',
  verificationUrl: 'https://learn.example.org/verify/0',
  version: 3,
  note: 'Clearer',
  isCompleted: false,
  lastDay: '2027-11-21',
  dueOn: '2027-02-14',
  hasExpired: false,
  role: 'author',
  by: 'Grace Hopper',
  text: 'It begins at ten.',
  due: [],
  overdue: [],
  unseen: ['Compilers'],
  lines: ['One', 'Two'],
  more: 0,
  page: null,
}
const kinds = Object.keys(mailPlaceholders) as MailKind[]
const mailOf = (kind: MailKind, language: (typeof languages)[number], own = brand) =>
  composeMail({ kind, ...facts } as Notification | CodeMail, {
    id: 'mail-1',
    to: 'ada@example.com',
    name: 'Ada',
    language,
    publicUrl: 'https://learn.example.org',
    brand: own,
    at: new Date('2026-03-01T12:30:00Z'),
    timeZone: 'UTC',
  })

const escaped = 'Akademie &#34;Nord&#34; &#60;b&#62;&#38;\\ Töchter, eve@example.com'

test.each(languages.flatMap((language) => kinds.map((kind) => [kind, language] as const)))(
  'the mail %s in %s is from the school alone',
  (kind, language) => {
    const { subject, text, html } = mailOf(kind, language)

    expect(`${subject}${text}${html}`).not.toMatch(/Lyceum/)
    expect(text).toContain(`${hostile}, https://learn.example.org.`)
    expect(text).toMatch(/\n(Questions|Fragen)\? help@school\.example\nLong Street 1\n<i>Hamburg/)
    expect(html).toContain(`color:#7a1f1f">${escaped}</p>`)
    expect(html).toContain('&#60;i&#62;Hamburg')
    expect(html).not.toMatch(/<(b|i|img|script|a)\b/)
  },
)

test('a mail has the words of the school, the code where it always is, and the rest as ever', () => {
  const { subject, text } = mailOf('verify-email', 'en')
  const ours = mailOf('verify-email', 'en', { ...brand, texts: { mails: {}, pages: {} } })

  expect(subject).toBe(`04827193: the key to ${hostile}`)
  expect(text).toContain(`Hello Ada,\n\nHere is your key to ${hostile}.\n\n    04827193\n\n`)
  expect(text.split('\n\n').slice(3)).toEqual(ours.text.split('\n\n').slice(3))
  expect(mailOf('verify-email', 'de').subject).toContain('04827193 ist dein Bestätigungscode')
})

test('whatever the name holds, the sender is one address, and no header is added', async () => {
  const mailbox = join(dataDir, 'mailbox')
  const mailer = createFileMailer({ folder: mailbox, from: mailFrom, now: () => new Date() })
  await mailer.send(mailOf('verify-email', 'en'))

  const [file = ''] = (await readdir(mailbox)).filter((name) => name.endsWith('.eml'))
  const source = await readFile(join(mailbox, file), 'utf8')
  const { from, subject, headers } = await simpleParser(source)
  expect(from?.value).toEqual([{ name: hostile, address: 'no-reply@localhost' }])
  expect(subject).toBe(`04827193: the key to ${hostile}`)
  expect(headers.has('bcc')).toBe(false)
})

test('no page that people see says anything but the name of the school', async () => {
  const { code } = await givenCertificate(api)
  const paths = [
    '/',
    '/verify',
    `/verify/${code}`,
    '/verify/0000-0000-0000-0000-0',
    '/verify/nonsense',
    '/checkout/return',
    '/checkout/return?checkout=canceled',
  ]
  for (const path of paths)
    for (const language of path.startsWith('/verify') ? pageLanguages : ['en']) {
      const { text } = await api.request(`GET ${path}`, {
        headers: { 'accept-language': language },
      })
      expect(`${path} ${text.match(/Lyceum/)}`).toBe(`${path} null`)
      expect(text).not.toContain('<b>')
    }
  const { text: verified } = await api.request(`GET /verify/${code}`)
  expect(verified).toContain(escaped)
  const json = await api.request('GET /', { headers: { accept: 'application/json' } })
  expect(json.body.name).toBe(hostile)
  expect((await api.as().site.config.query()).name).toBe(hostile)
})

test('the start page has the logo, the lines and the contact of the school, and its color in light and dark', async () => {
  const { text, headers } = await api.request('GET /')

  expect(text).toContain(`<h1><bdi>${escaped}</bdi></h1>`)
  expect(text).toContain('<img class="logo" src="/verify/assets/logos/settings" alt="">')
  expect(text).toContain('<a href="mailto:help@school.example">help@school.example</a>')
  expect(text).toContain('<bdi>&#60;i&#62;Hamburg&#60;/i&#62;</bdi>')
  expect(text).toMatch(/:root\{--brand:#7a1f1f;.*prefers-color-scheme:dark.*--brand:#(?!7a1f1f)/)
  expect(headers['content-security-policy']).toMatch(/style-src 'sha256-\S+' 'sha256-\S+'; img-src/)
  expect((await api.request('GET /verify/assets/logos/settings')).status).toBe(200)
})

test('pages for people have the words of the school in its language', async () => {
  const titleOf = async (language: string) => {
    const { text } = await api.request('GET /verify', { headers: { 'accept-language': language } })
    return /<title>(.*)<\/title>/.exec(text)?.[1]
  }
  expect(await titleOf('en')).toBe('Is it one of ours?')
  expect(await titleOf('de')).toBe('Zertifikat prüfen')
})
