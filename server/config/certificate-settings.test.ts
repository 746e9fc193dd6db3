import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { readConfig } from './config.ts'
import { problemsWith, production } from './test-support.ts'

const svg =
  '<?xml version="1.0"?>\n<!-- drawn by hand -->\n<svg xmlns="http://www.w3.org/2000/svg"/>'
const png = Buffer.from('89504e470d0a1a0a00', 'hex')

let folder: string
let files: Record<'svg' | 'png' | 'html' | 'large', string>
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lyceum-settings-'))
  files = {
    svg: join(folder, 'logo.svg'),
    png: join(folder, 'hand.png'),
    html: join(folder, 'page.svg'),
    large: join(folder, 'large.png'),
  }
  await writeFile(files.svg, svg)
  await writeFile(files.png, png)
  await writeFile(files.html, '<html><svg></svg></html>')
  await writeFile(files.large, Buffer.concat([png, Buffer.alloc(600_000)]))
})
afterAll(() => rm(folder, { recursive: true }))

describe('the branding of certificates', () => {
  test('comes from the settings, pictures included', () => {
    const { branding } = readConfig({
      CERTIFICATE_LOGO: files.svg,
      CERTIFICATE_COLOR: '#102030',
      CERTIFICATE_SIGNATURES: `Prof. Ada Lovelace | Dean | ${files.png}; Grace Hopper|Rear Admiral ;`,
      CERTIFICATE_LINES: 'Accredited; Registered',
    }).certificates

    expect(branding).toEqual({
      color: '#102030',
      accent: '#a4823f',
      logo: `data:image/svg+xml;base64,${Buffer.from(svg).toString('base64')}`,
      signatures: [
        {
          name: 'Prof. Ada Lovelace',
          title: 'Dean',
          image: `data:image/png;base64,${png.toString('base64')}`,
        },
        { name: 'Grace Hopper', title: 'Rear Admiral' },
      ],
      lines: ['Accredited', 'Registered'],
    })
  })

  test.each([
    [
      'a missing file',
      () => ({ CERTIFICATE_LOGO: '/nowhere/logo.svg' }),
      'CERTIFICATE_LOGO: /nowhere/logo.svg cannot be read (ENOENT)',
    ],
    [
      'a page instead of a picture',
      () => ({ CERTIFICATE_LOGO: files.html }),
      'is neither a PNG nor an SVG',
    ],
    [
      'a picture that is too large',
      () => ({ CERTIFICATE_LOGO: files.large }),
      'is larger than 500 kB',
    ],
    [
      'a signature without a title',
      () => ({ CERTIFICATE_SIGNATURES: 'Ada' }),
      'CERTIFICATE_SIGNATURES: must be at most 3',
    ],
    [
      'a signature that does not fit the page',
      () => ({ CERTIFICATE_SIGNATURES: `${'A'.repeat(101)}|b` }),
      'with at most 100 characters per text',
    ],
    [
      'four signatures',
      () => ({ CERTIFICATE_SIGNATURES: 'A|b;C|d;E|f;G|h' }),
      'CERTIFICATE_SIGNATURES: must be at most 3',
    ],
    [
      'a signature image that is no picture',
      () => ({ CERTIFICATE_SIGNATURES: `A|b|${files.html}` }),
      'CERTIFICATE_SIGNATURES: ',
    ],
    [
      'a colour with CSS in it',
      () => ({ CERTIFICATE_COLOR: '#fff;}*{x:url(//x)' }),
      'CERTIFICATE_COLOR: must be a color like #1a2b45',
    ],
    ['three lines of small print', () => ({ CERTIFICATE_LINES: 'a;b;c' }), 'CERTIFICATE_LINES: '],
  ])('refuses %s and names the setting', (_, settings, problem) => {
    expect(problemsWith(settings()).join()).toContain(problem)
  })
})

test('S3 storage needs a bucket, and a named signing file has to exist', () => {
  expect(problemsWith({ CERTIFICATE_STORAGE: 's3' }).join()).toBe(
    'CERTIFICATE_S3_BUCKET: required with CERTIFICATE_STORAGE=s3',
  )
  expect(problemsWith({ CERTIFICATE_SIGNING_FILE: '/nowhere/key.pem' }).join()).toBe(
    'CERTIFICATE_SIGNING_FILE: there is no such file',
  )
})

test('the password of the signing file comes from a file or a setting, and no message holds it', async () => {
  const file = join(folder, 'password')
  await writeFile(file, 'correct horse\nbattery staple\n')
  const passwordOf = (settings: Record<string, string>) =>
    readConfig(settings).certificates.signing.password

  expect(passwordOf({ CERTIFICATE_SIGNING_PASSWORD_FILE: file })).toBe('correct horse')
  expect(passwordOf({ CERTIFICATE_SIGNING_PASSWORD: 'staple' })).toBe('staple')
  expect(passwordOf({})).toBeUndefined()
  expect(
    problemsWith({
      CERTIFICATE_SIGNING_PASSWORD: 'staple',
      CERTIFICATE_SIGNING_PASSWORD_FILE: file,
    }),
  ).toEqual([
    'CERTIFICATE_SIGNING_PASSWORD_FILE: cannot be combined with CERTIFICATE_SIGNING_PASSWORD',
  ])
  expect(problemsWith({ CERTIFICATE_SIGNING_PASSWORD_FILE: '/nowhere/password' }).join()).toBe(
    'CERTIFICATE_SIGNING_PASSWORD_FILE: /nowhere/password cannot be read (ENOENT)',
  )
})

test('a signing key is only made in development, and never where one is named', () => {
  expect(readConfig({}).certificates.mayMakeSigningFile).toBe(true)
  expect(readConfig({ CERTIFICATE_SIGNING_FILE: files.png }).certificates.mayMakeSigningFile).toBe(
    false,
  )
  expect(readConfig(production).certificates).toMatchObject({
    mayMakeSigningFile: false,
    mustHaveSigningFile: false,
  })
  const named = { ...production, CERTIFICATE_SIGNING_FILE: files.png }
  expect(readConfig(named).certificates.mustHaveSigningFile).toBe(true)
})
