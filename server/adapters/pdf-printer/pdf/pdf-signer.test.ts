import { execFile } from 'node:child_process'
import { createHash, generateKeyPairSync } from 'node:crypto'
import { mkdtemp, readFile, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { type Certificate, ContentInfo, SignedData } from 'pkijs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type PdfSigner, SigningFileError } from '../types.ts'
import { finishPdf } from './finish-pdf.ts'
import { openPdfSigner } from './open-signer.ts'
import { readPdfSigner } from './pdf-signer.ts'
import { createSigningFile } from './signing-file.ts'
import { emptyPdf, facts, isValid, now, takeApart } from './test-support.ts'

const run = promisify(execFile)
let folder: string
let file: string
let signer: PdfSigner

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lyceum-signer-'))
  file = join(folder, 'keys', 'certificates.pem')
  await createSigningFile(file, 'Lyceum Academy', now)
  signer = await readPdfSigner(file)
})
afterAll(() => rm(folder, { recursive: true }))

function signed(): Promise<Uint8Array> {
  return finishPdf(emptyPdf(), facts, signer)
}

describe('a signed PDF', () => {
  test('verifies, and with one bit flipped anywhere in it does not', async () => {
    const pdf = await signed()
    expect(await isValid(pdf)).toBe(true)

    for (const place of [20, 200, pdf.length - 30]) {
      const changed = Buffer.from(pdf)
      changed.writeUInt8((changed[place] ?? 0) ^ 1, place)
      expect(await isValid(changed).catch(() => false)).toBe(false)
    }
  })

  test('is a PAdES baseline signature: bound to its certificate, without a time of its own', async () => {
    const { covered, signature } = takeApart(await signed())
    const cms = new SignedData({ schema: ContentInfo.fromBER(signature).content })
    const attributes = cms.signerInfos[0]?.signedAttrs?.attributes ?? []

    expect(attributes.map(({ type }) => type)).toEqual([
      '1.2.840.113549.1.9.3',
      '1.2.840.113549.1.9.4',
      '1.2.840.113549.1.9.16.2.47',
    ])
    const [, digest, bound] = attributes.map(({ values }) => Buffer.from(values[0].toBER()))
    expect(digest?.subarray(2)).toEqual(createHash('sha256').update(covered).digest())
    const [own] = (cms.certificates ?? []) as Certificate[]
    const fingerprint = createHash('sha256')
      .update(Buffer.from(own?.toSchema().toBER() ?? new ArrayBuffer(0)))
      .digest()
    expect(bound?.includes(fingerprint)).toBe(true)
    expect(Buffer.from(await signed()).toString('latin1')).toContain(
      '/SubFilter /ETSI.CAdES.detached',
    )
  })

  test('has the same bytes each time, dated by its facts', async () => {
    const [one, other] = [await signed(), await signed()]

    expect(Buffer.from(one).equals(Buffer.from(other))).toBe(true)
    expect(Buffer.from(one).toString('latin1')).not.toContain('20200101000000')
  })

  test('is valid to a common PDF reader', async (context) => {
    const path = join(folder, 'signed.pdf')
    const damaged = join(folder, 'damaged.pdf')
    const pdf = Buffer.from(await signed())
    await writeFile(path, pdf)
    pdf.writeUInt8((pdf[100] ?? 0) ^ 1, 100)
    await writeFile(damaged, pdf)
    const verdict = (name: string) =>
      run('pdfsig', ['-nocert', name]).then(
        ({ stdout }) => stdout,
        ({ stdout }: { stdout: string }) => stdout,
      )
    if (
      await run('pdfsig', ['-v']).then(
        () => false,
        () => true,
      )
    )
      return context.skip('pdfsig (poppler-utils) is not on this machine')

    expect(await verdict(path)).toMatch(
      /Lyceum Academy[\s\S]*Total document signed[\s\S]*Signature is Valid/u,
    )
    expect(await verdict(damaged)).toContain('Digest Mismatch')
  })
})

describe('the file with key and certificates', () => {
  test('is private, and is never replaced', async () => {
    const before = await readFile(file, 'utf8')

    expect(await createSigningFile(file, 'Another', now)).toBe(false)

    expect(await readFile(file, 'utf8')).toBe(before)
    expect((await stat(file)).mode & 0o777).toBe(0o600)
  })

  test('is made once by processes that start at the same time', async () => {
    const shared = join(folder, 'shared.pem')

    const made = await Promise.all(
      [1, 2, 3].map((name) => createSigningFile(shared, `Number ${name}`, now)),
    )

    expect(made.filter(Boolean)).toHaveLength(1)
    expect((await readPdfSigner(shared)).name).toMatch(/^Number [123]$/u)
  })

  test('may hold an elliptic curve', async () => {
    const pem = join(folder, 'curve.pem')
    const made = await run('openssl', [
      'req',
      '-x509',
      '-newkey',
      'ec',
      '-pkeyopt',
      'ec_paramgen_curve:P-256',
      '-nodes',
      '-subj',
      '/CN=Curve',
      '-keyout',
      '-',
      '-days',
      '10',
    ]).catch(() => undefined)
    if (made === undefined)
      return console.warn('SKIPPED, because there is no openssl to make a certificate with')
    await writeFile(pem, made.stdout)

    expect(await isValid(await finishPdf(emptyPdf(), facts, await readPdfSigner(pem)))).toBe(true)
  })

  test.each([
    ['nothing', () => '', 'holds no private key'],
    [
      'a key without a certificate',
      (pem: string) => pem.replace(/-----BEGIN CERT[\s\S]*/u, ''),
      'holds no certificate',
    ],
    [
      'a broken certificate',
      (pem: string) => pem.replace(/(CERTIFICATE-----\n)..../u, '$1AAAA'),
      'cannot be read',
    ],
    [
      'the key of another certificate',
      (pem: string) => `${otherKey()}${pem.slice(pem.indexOf('-----BEGIN CERT'))}`,
      'belongs to a different key',
    ],
  ])('that holds %s is refused, without a word of what is in it', async (_, change, reason) => {
    const wrong = join(folder, 'wrong.pem')
    const pem = await readFile(file, 'utf8')
    await writeFile(wrong, change(pem))

    const error = await readPdfSigner(wrong).catch((error: unknown) => error)

    expect(error).toBeInstanceOf(SigningFileError)
    expect(String(error)).toContain(reason)
    expect(String(error)).not.toMatch(/MII|BEGIN/u)
  })

  test('is made when needed where that is allowed; elsewhere nothing is signed', async () => {
    const lines: string[] = []
    const log = { info: (_: unknown, text: string) => lines.push(text) } as never
    const missing = join(folder, 'missing.pem')

    expect(await openPdfSigner({ file: missing, makeFor: undefined, log }).open()).toBeUndefined()
    expect((await openPdfSigner({ file: missing, makeFor: 'Lyceum', log }).open())?.name).toBe(
      'Lyceum',
    )
    expect(lines).toEqual(['made a key and a certificate to sign PDFs with'])
  })
})

function otherKey(): string {
  return generateKeyPairSync('rsa', { modulusLength: 2048 })
    .privateKey.export({ format: 'pem', type: 'pkcs8' })
    .toString()
}
