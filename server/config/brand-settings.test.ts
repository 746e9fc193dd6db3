import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { contrastOf, readableOnDark } from '../../content/branding/contrast.ts'
import { readConfig } from './config.ts'
import { problemsWith } from './test-support.ts'

const svg = '<svg xmlns="http://www.w3.org/2000/svg"/>'

/** Creates a folder with these files. */
async function folderOf(files: Record<string, string>) {
  const path = await mkdtemp(join(tmpdir(), 'lyceum-brand-'))
  for (const [name, text] of Object.entries(files)) {
    await mkdir(dirname(join(path, name)), { recursive: true })
    await writeFile(join(path, name), text)
  }
  return { path, [Symbol.asyncDispose]: () => rm(path, { recursive: true }) }
}

test('the name of the school is that of the issuer and the sender, unless they have their own', () => {
  const nameOf = (settings: Record<string, string>) => {
    const { brand, certificateIssuer, mailFrom } = readConfig(settings)
    return [brand.name, certificateIssuer, mailFrom]
  }
  const from = (name: string) => `"${name}" <no-reply@localhost>`

  expect(nameOf({})).toEqual(['Lyceum', 'Lyceum', from('Lyceum')])
  expect(nameOf({ SCHOOL_NAME: 'Nord' })).toEqual(['Nord', 'Nord', from('Nord')])
  expect(nameOf({ CERTIFICATE_ISSUER: 'Board' })).toEqual(['Board', 'Board', from('Board')])
  expect(
    nameOf({ SCHOOL_NAME: 'Nord', CERTIFICATE_ISSUER: 'Board', MAIL_FROM: 'a@b.example' }),
  ).toEqual(['Nord', 'Board', 'a@b.example'])
})

test('certificates have the color and the logo of the school, unless they have their own', async () => {
  await using folder = await folderOf({ 'logo.svg': svg, '.DS_Store': 'x' })
  const school = { SCHOOL_COLOR: '#7a1f1f', BRAND_FOLDER: folder.path }
  const logo = `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`

  expect(readConfig(school).certificates.branding).toMatchObject({ color: '#7a1f1f', logo })
  expect(
    readConfig({ ...school, CERTIFICATE_COLOR: '#102030' }).certificates.branding,
  ).toMatchObject({ color: '#102030', logo })
  expect(readConfig({}).certificates.branding.color).toBe('#1a2b45')
})

test.each([
  ['SCHOOL_NAME', 'Nord\nBcc: eve@example.com', 'must be one line'],
  ['SCHOOL_NAME', 'Nord\u2028Bcc', 'must be one line'],
  ['SCHOOL_NAME', 'x'.repeat(101), 'expected string to have <=100 characters'],
  ['SCHOOL_COLOR', 'red', 'must be a color like #1a2b45'],
  ['SCHOOL_COLOR', '#777', 'must be a color like #1a2b45'],
  ['SCHOOL_COLOR', '#777777', 'is too pale to be read on white (a contrast below 4.5)'],
  ['SCHOOL_LINES', '1;2;3;4;5;6;7', 'expected array to have <=6 items'],
  ['SCHOOL_LINES', 'Long Street 1\n2', 'must be one line'],
  ['SUPPORT_CONTACT', 'ask Ada', 'must be an email, or a URL'],
  ['SUPPORT_CONTACT', 'javascript:alert(1)', 'must be an email, or a URL'],
  ['BRAND_FOLDER', '/nowhere/at/all', '/nowhere/at/all cannot be read (ENOENT)'],
])('%s=%j is refused at the start: %s', (name, value, reason) => {
  expect(problemsWith({ [name]: value }).join()).toContain(`${name}: `)
  expect(problemsWith({ [name]: value }).join()).toContain(reason)
})

test('a color that is just dark enough for white is made lighter for a dark page', () => {
  expect(readConfig({ SCHOOL_COLOR: '#767676' }).brand.color).toBe('#767676')
  for (const color of ['#767676', '#000000', '#7a1f1f', '#00008b', '#006400']) {
    const onDark = readableOnDark(color, '#1b212b')
    expect([color, contrastOf(onDark, '#1b212b') >= 4.5]).toEqual([color, true])
  }
  expect(contrastOf('#000000', '#ffffff')).toBeCloseTo(21)
})

test('certificates have the page of the folder, and whatever is wrong with it is told', async () => {
  const html = '<img src="certificate/a.svg" alt="">{{name}} {{course}} {{date}} {{code}} {{qr}}'
  const files = { 'certificate.html': html, 'certificate.css': 'p {}' }
  await using whole = await folderOf({ ...files, 'certificate/a.svg': svg })
  await using incomplete = await folderOf(files)
  await using alone = await folderOf({ 'certificate.css': 'p {}' })

  const { template } = readConfig({ BRAND_FOLDER: whole.path }).certificates.branding
  const picture = `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`
  expect(template).toEqual({ html: html.replace('certificate/a.svg', picture), css: 'p {}' })
  expect(problemsWith({ BRAND_FOLDER: incomplete.path }).join()).toContain(
    'certificate.html names the picture certificate/a.svg, which is not there',
  )
  expect(problemsWith({ BRAND_FOLDER: alone.path }).join()).toContain('certificate.css')
})

describe('a folder with texts', () => {
  test('replaces what it has, and nothing else', async () => {
    await using folder = await folderOf({
      'mails/en/verify-email.yaml': 'subject: "{code} opens {school}"\nparagraphs: [Welcome.]\n',
      'mails/de/account-erased.yaml': 'lead: Dein Konto bei {school} gibt es nicht mehr.\n',
      'pages/fr.yaml': 'validNote: Délivré par {issuer}.\n',
      'pages/de.yaml': '',
    })

    const { mails, pages } = readConfig({ BRAND_FOLDER: folder.path }).brand.texts

    expect(mails).toEqual({
      en: { 'verify-email': { subject: '{code} opens {school}', paragraphs: ['Welcome.'] } },
      de: { 'account-erased': { lead: 'Dein Konto bei {school} gibt es nicht mehr.' } },
    })
    expect(pages).toEqual({ fr: { validNote: 'Délivré par {issuer}.' }, de: {} })
  })

  test.each([
    ['letters/en.txt', '', 'letters is unknown: known are mails, pages, logo.svg, logo.png'],
    ['mails/fr/verify-email.yaml', '', 'mails/fr is unknown: known are en, de'],
    [
      'mails/en/welcome.yaml',
      '',
      'mails/en/welcome.yaml is unknown: known are verify-email.yaml, ',
    ],
    ['mails/en/verify-email.yaml', 'title: Hi', 'title is unknown: known are subject, lead, '],
    [
      'mails/en/verify-email.yaml',
      'lead: "{name}"',
      '{name} is unknown: known are {school}, {code}',
    ],
    ['mails/en/verify-email.yaml', 'lead: ""', 'lead: must not be empty'],
    ['mails/en/verify-email.yaml', 'lead: 5', 'lead: Invalid input: expected string'],
    ['mails/en/verify-email.yaml', 'subject: "a\\nBcc: b"', 'subject: must be one line'],
    ['mails/en/verify-email.yaml', '- a: b\n  c', 'mails/en/verify-email.yaml is not YAML'],
    ['mails/en/verify-email.yaml', `lead: ${'x'.repeat(70_000)}`, 'is larger than 64000 bytes'],
    ['pages/xx.yaml', '', 'pages/xx.yaml is unknown: known are en.yaml, '],
    ['pages/en.yaml', 'vaild: Yes', 'vaild is unknown: known are check, '],
    ['pages/en.yaml', 'validNote: "{school}"', '{school} is unknown: known are {issuer}'],
    ['pages/en.yaml', 'valid: "{issuer}"', '{issuer} is unknown: nothing is filled in there'],
    ['logo.png', svg, 'logo.png is not what its name says'],
    ['logo.svg', 'hello', 'logo.svg is neither a PNG nor an SVG'],
  ])('with the file %s is refused when it holds %.30j', async (file, text, reason) => {
    await using folder = await folderOf({ [file]: text })

    const refusal = problemsWith({ BRAND_FOLDER: folder.path }).join('\n')
    expect(refusal).toMatch(/^BRAND_FOLDER: /)
    expect(refusal).toContain(reason)
  })

  test('has a line for each fault', async () => {
    await using folder = await folderOf({
      'mails/en/one.yaml': '',
      'mails/de/two.yaml': '',
      'pages/three.yaml': '',
    })
    expect(problemsWith({ BRAND_FOLDER: folder.path })).toHaveLength(3)
  })
})
