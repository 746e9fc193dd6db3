import { execFile } from 'node:child_process'
import { X509Certificate } from 'node:crypto'
import { copyFile, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import forge from 'node-forge'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SigningFileError } from '../types.ts'
import { finishPdf } from './finish-pdf.ts'
import { openPdfSigner } from './open-signer.ts'
import { readPdfSigner } from './pdf-signer.ts'
import { readSigningFile } from './read-signing-file.ts'
import { emptyPdf, facts, isValid, now } from './test-support.ts'

const run = promisify(execFile)
const day = 86_400_000
const password = 'correct horse'
let folder: string
const authority = forge.pki.rsa.generateKeyPair(2048)
const signer = forge.pki.rsa.generateKeyPair(2048)
const authorityCertificate = certificateOf('An Authority', authority.publicKey)
const signerCertificate = certificateOf('Lyceum Academy', signer.publicKey)
const chain = [authorityCertificate, signerCertificate]

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lyceum-pkcs12-'))
})
afterAll(() => rm(folder, { recursive: true }))

interface Lifetime {
  from?: Date
  until?: Date
}

function certificateOf(
  name: string,
  publicKey: forge.pki.rsa.PublicKey,
  { from = now, until = new Date(now.getTime() + 365 * day) }: Lifetime = {},
) {
  const certificate = forge.pki.createCertificate()
  certificate.publicKey = publicKey
  certificate.serialNumber = '01'
  certificate.validity.notBefore = from
  certificate.validity.notAfter = until
  certificate.setSubject([{ name: 'commonName', value: name }])
  certificate.setIssuer([{ name: 'commonName', value: 'An Authority' }])
  certificate.sign(authority.privateKey, forge.md.sha256.create())
  return certificate
}

interface Content {
  key?: forge.pki.rsa.PrivateKey | null
  certificates?: forge.pki.Certificate[]
  algorithm?: 'aes256' | '3des'
}

async function givenFile({
  key = signer.privateKey,
  certificates = chain,
  algorithm = 'aes256',
}: Content = {}): Promise<string> {
  const file = join(folder, `${crypto.randomUUID()}.p12`)
  // Uses null for none, which its types do not know.
  const bags = certificates.length === 0 ? (null as never) : certificates
  const der = forge.asn1
    .toDer(forge.pkcs12.toPkcs12Asn1(key, bags, password, { algorithm }))
    .getBytes()
  await writeFile(file, Buffer.from(der, 'latin1'))
  return file
}

async function refusalOf(file: string, given: string | undefined): Promise<string> {
  const error: unknown = await readPdfSigner(file, given).catch((error: unknown) => error)
  expect(error).toBeInstanceOf(SigningFileError)
  return String(error).replace(file, 'FILE')
}

describe('a PKCS#12 file', () => {
  test.each(['aes256', '3des'] as const)(
    'encrypted with %s signs PDFs, the certificates of its chain included',
    async (algorithm) => {
      const file = await givenFile({ algorithm })

      const opened = await readPdfSigner(file, password)
      const pdf = await finishPdf(emptyPdf(), facts, opened)

      expect([opened.name, opened.validUntil.toISOString().slice(0, 10)]).toEqual([
        'Lyceum Academy',
        '2027-11-21',
      ])
      expect(await isValid(pdf)).toBe(true)
      const { certificates } = await readSigningFile(file, password)
      expect(certificates.map(({ subject }) => subject)).toEqual([
        'CN=Lyceum Academy',
        'CN=An Authority',
      ])
      expect(
        certificates.every((certificate) =>
          certificate.verify(
            new X509Certificate(forge.pki.certificateToPem(authorityCertificate)).publicKey,
          ),
        ),
      ).toBe(true)
    },
  )

  test('opens with its password alone, and no message holds the password', async () => {
    const file = await givenFile()

    expect(await refusalOf(file, undefined)).toBe(
      'SigningFileError: FILE is protected by a password: set CERTIFICATE_SIGNING_PASSWORD_FILE',
    )
    for (const wrong of ['', 'Correct horse', 'correct horse ', 'pässwört'])
      expect(await refusalOf(file, wrong)).toBe('SigningFileError: the password for FILE is wrong')
  })

  test.each([
    ['without a key', () => givenFile({ key: null }), 'FILE holds no private key'],
    ['without a certificate', () => givenFile({ certificates: [] }), 'FILE holds no certificate'],
    [
      'with the certificate of another key',
      () => givenFile({ certificates: [authorityCertificate] }),
      'the certificate in FILE belongs to a different key',
    ],
    [
      'that is a certificate alone',
      givenBareCertificate,
      'FILE holds a key or a certificate that cannot be read',
    ],
    ['that ends in the middle', givenHalf, 'FILE holds a key or a certificate that cannot be read'],
  ])('%s is refused by name', async (_, given, reason) => {
    expect(await refusalOf(await given(), password)).toBe(`SigningFileError: ${reason}`)
  })
})

async function givenBareCertificate(): Promise<string> {
  const file = join(folder, 'alone.cer')
  await writeFile(file, new X509Certificate(forge.pki.certificateToPem(signerCertificate)).raw)
  return file
}

async function givenHalf(): Promise<string> {
  const file = await givenFile()
  const bytes = await readFile(file)
  await writeFile(file, bytes.subarray(0, bytes.length / 2))
  return file
}

describe('a file as OpenSSL writes it', async () => {
  const openssl = (...args: string[]) => run('openssl', args, { cwd: folder })
  const isThere = await run('openssl', ['version']).then(
    () => true,
    () => false,
  )
  if (!isThere) console.warn('SKIPPED, because there is no openssl to make PKCS#12 files with')

  test.skipIf(!isThere).each([
    ['with its defaults', 'rsa:2048', [], 'secret'],
    ['for older systems (RC2 and 3DES)', 'rsa:2048', ['-legacy'], 'secret'],
    ['with a password that is not ASCII', 'rsa:2048', [], 'pässwört €'],
    ['with an empty password', 'rsa:2048', [], ''],
    ['with an elliptic curve', 'ec', [], 'secret'],
  ])('%s', async (_, algorithm, options, secret) => {
    const curve = algorithm === 'ec' ? ['-pkeyopt', 'ec_paramgen_curve:P-256'] : []
    await openssl(
      'req',
      '-x509',
      '-newkey',
      algorithm,
      ...curve,
      '-nodes',
      '-subj',
      '/CN=Made by OpenSSL',
      '-days',
      '9',
      '-keyout',
      'k.pem',
      '-out',
      'c.pem',
    )
    await writeFile(join(folder, 'secret'), `${secret}\n`)
    await openssl(
      'pkcs12',
      '-export',
      ...options,
      '-inkey',
      'k.pem',
      '-in',
      'c.pem',
      '-passout',
      'file:secret',
      '-out',
      'made.p12',
    )
    const file = join(folder, 'made.p12')

    const opened = await readPdfSigner(file, secret)

    expect(opened.name).toBe('Made by OpenSSL')
    expect(await isValid(await finishPdf(emptyPdf(), facts, opened))).toBe(true)
    expect(await refusalOf(file, `${secret}x`)).toContain('is wrong')
  })

  test.skipIf(!isThere)('may be PEM with an encrypted key', async () => {
    await openssl(
      'req',
      '-x509',
      '-newkey',
      'rsa:2048',
      '-passout',
      'pass:secret',
      '-subj',
      '/CN=Locked',
      '-days',
      '9',
      '-keyout',
      'l.pem',
      '-out',
      'lc.pem',
    )
    const file = join(folder, 'locked.pem')
    await writeFile(
      file,
      (await readFile(join(folder, 'l.pem'), 'utf8')) +
        (await readFile(join(folder, 'lc.pem'), 'utf8')),
    )

    expect((await readPdfSigner(file, 'secret')).name).toBe('Locked')
    expect(await refusalOf(file, 'wrong')).toContain('is wrong')
    expect(await refusalOf(file, undefined)).toContain('is protected by a password')
  })
})

describe('a certificate', () => {
  const log = { info: () => undefined, warn: () => undefined } as never

  test('that has expired signs nothing, and a new one takes its place without a restart', async () => {
    const until = new Date(now.getTime() + 10 * day)
    const file = await givenFile({
      certificates: [certificateOf('Old', signer.publicKey, { until })],
    })
    let today = now
    const { open: signerOf } = openPdfSigner({
      file,
      password,
      makeFor: undefined,
      log,
      now: () => today,
    })
    expect((await signerOf())?.name).toBe('Old')

    today = new Date(until.getTime() + 1_000)
    await expect(signerOf()).rejects.toThrow(
      `the certificate in ${file} has expired: it ended on 2026-12-01`,
    )
    await copyFile(
      await givenFile({ certificates: [certificateOf('New', signer.publicKey)] }),
      file,
    )

    today = new Date(today.getTime() + 11_000)
    expect((await signerOf())?.name).toBe('New')
  })

  test('that is gone while it is replaced lets no PDF pass unsigned until the next one is there', async () => {
    const until = new Date(now.getTime() + 10 * day)
    const file = await givenFile({
      certificates: [certificateOf('Old', signer.publicKey, { until })],
    })
    let today = now
    const { open, check } = openPdfSigner({
      file,
      password,
      makeFor: undefined,
      log,
      now: () => today,
    })
    await open()
    today = new Date(until.getTime() + 1_000)
    await rm(file)

    await expect(open()).rejects.toThrow(`${file} is gone`)
    await expect(check()).rejects.toThrow(SigningFileError)
    await copyFile(
      await givenFile({ certificates: [certificateOf('New', signer.publicKey)] }),
      file,
    )

    today = new Date(today.getTime() + 11_000)
    expect((await open())?.name).toBe('New')
  })

  test('that comes after the start is found, and a bad one is not opened again and again', async () => {
    const file = join(folder, 'later.p12')
    let today = now
    const { open } = openPdfSigner({
      file,
      password: 'wrong',
      makeFor: undefined,
      log,
      now: () => today,
    })
    expect(await open()).toBeUndefined()
    await copyFile(await givenFile(), file)

    const first: unknown = await open().catch((error: unknown) => error)
    const second: unknown = await open().catch((error: unknown) => error)
    today = new Date(now.getTime() + 11_000)
    const third: unknown = await open().catch((error: unknown) => error)

    expect(first).toBeInstanceOf(SigningFileError)
    expect([second === first, third === first]).toEqual([true, false])
  })

  test('that ends within a month is logged once a day, whether it is used or only checked', async () => {
    const until = new Date(now.getTime() + 30.5 * day)
    const file = await givenFile({
      certificates: [certificateOf('Soon over', signer.publicKey, { until })],
    })
    const warnings: unknown[] = []
    let today = now
    const warn = (fields: object) => warnings.push({ ...fields, today })
    const { open, check } = openPdfSigner({
      file,
      password,
      makeFor: undefined,
      log: { warn } as never,
      now: () => today,
    })

    for (const days of [0, 1, 1.5, 2]) {
      today = new Date(now.getTime() + days * day)
      await check()
      await open()
    }

    expect(warnings).toEqual(
      [1, 2].map((days) => ({
        file,
        validUntil: until,
        today: new Date(now.getTime() + days * day),
      })),
    )
    today = new Date(until.getTime() + 1_000)
    await expect(check()).rejects.toThrow('has expired')
  })

  test('that cannot be read does not make the service fail', async () => {
    expect(await refusalOf(folder, password)).toBe('SigningFileError: FILE cannot be read (EISDIR)')
  })

  test('that is not valid yet signs nothing either', async () => {
    const file = await givenFile({
      certificates: [
        certificateOf('Soon', signer.publicKey, { from: new Date(now.getTime() + day) }),
      ],
    })

    const opening = openPdfSigner({
      file,
      password,
      makeFor: undefined,
      log,
      now: () => now,
    }).open()

    await expect(opening).rejects.toThrow('is not valid yet: it begins on 2026-11-22')
  })
})
