import { execFile } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { PDFDocument } from '@pdfme/pdf-lib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { checkPdfSignature } from './check-signature.ts'
import { finishPdf } from './finish-pdf.ts'
import { readPdfSigner } from './pdf-signer.ts'
import { createSigningFile } from './signing-file.ts'
import { emptyPdf, facts, now, stampOver } from './test-support.ts'

const run = promisify(execFile)
let folder: string
let pdf: Uint8Array

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lyceum-check-'))
  const file = join(folder, 'certificates.pem')
  await createSigningFile(file, 'Lyceum Academy', now)
  pdf = await finishPdf(emptyPdf(), facts, await readPdfSigner(file))
})
afterAll(() => rm(folder, { recursive: true }))

test('a PDF as it was signed is whole, and its signer is named', async () => {
  expect(await checkPdfSignature(pdf)).toEqual({
    state: 'whole',
    signer: 'Lyceum Academy',
    sha256Fingerprint: expect.stringMatching(/^[\dA-F]{2}(:[\dA-F]{2}){31}$/u),
  })
})

test('a stamp over the name, appended after signing, is seen', async () => {
  const stamped = await stampOver(pdf)

  expect(Buffer.from(stamped).subarray(0, pdf.length).equals(Buffer.from(pdf))).toBe(true)
  expect(await checkPdfSignature(stamped)).toMatchObject({
    state: 'added to',
    signer: 'Lyceum Academy',
  })
})

test('a signature of somebody else over the addition does not make it whole', async () => {
  const file = join(folder, 'another.pem')
  await createSigningFile(file, 'Mallory', now)
  const another = await finishPdf(emptyPdf(), facts, await readPdfSigner(file))
  const signedAgain = Buffer.concat([await stampOver(pdf), another])

  expect(await checkPdfSignature(signedAgain)).toMatchObject({
    state: 'added to',
    signer: 'Lyceum Academy',
  })
})

test('a changed byte, a cut, or bytes hidden beside the signature break it', async () => {
  const text = Buffer.from(pdf).toString('latin1')
  const changed = Buffer.from(pdf)
  changed.writeUInt8((changed[100] ?? 0) ^ 1, 100)
  const hidden = Buffer.from(
    text.replace(/(\/Contents <[\da-f]+)0{16}>/u, '$1>/Hidden (here) >'),
    'latin1',
  )

  expect(hidden.length).toBe(pdf.length)
  for (const broken of [changed, pdf.subarray(0, -20), hidden])
    expect(await checkPdfSignature(broken)).toEqual({ state: 'broken' })
  expect(await checkPdfSignature(emptyPdf())).toEqual({ state: 'none' })
})

test('a PDF is certified: common readers know that nothing may follow', async (context) => {
  const loaded = await PDFDocument.load(pdf, { updateMetadata: false })
  expect(loaded.catalog.toString()).toMatch(/\/Perms <<\s*\/DocMDP \d+ 0 R/u)
  expect(Buffer.from(pdf).toString('latin1')).toMatch(
    /\/TransformMethod \/DocMDP\s*\/TransformParams <<\s*\/Type \/TransformParams\s*\/P 1\s*\/V \/1\.2/u,
  )

  const hasReader = await run('pdfsig', ['-v']).then(
    () => true,
    () => false,
  )
  if (!hasReader) return context.skip('pdfsig (poppler-utils) is not on this machine')
  const [whole, stamped] = [join(folder, 'whole.pdf'), join(folder, 'stamped.pdf')]
  await writeFile(whole, pdf)
  await writeFile(stamped, await stampOver(pdf))
  const verdictOn = async (file: string) => (await run('pdfsig', ['-nocert', file])).stdout
  expect(await verdictOn(whole)).toMatch(/- Total document signed/u)
  expect(await verdictOn(stamped)).toMatch(/- Not total document signed/u)
})
