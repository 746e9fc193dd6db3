import { createHash, webcrypto } from 'node:crypto'
import { chmod, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import { Integer, OctetString } from 'asn1js'
import {
  Certificate,
  ContentInfo,
  EncapsulatedContentInfo,
  IssuerAndSerialNumber,
  PKIStatusInfo,
  SignedData,
  SignerInfo,
  TimeStampReq,
  TimeStampResp,
  TSTInfo,
} from 'pkijs'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { SealUnavailable } from '../types.ts'
import { checkPdfSignature } from './check-signature.ts'
import { finishPdf } from './finish-pdf.ts'
import { readPdfSigner } from './pdf-signer.ts'
import { createSigningFile } from './signing-file.ts'
import { emptyPdf, facts, now, takeApart } from './test-support.ts'

let folder: string
let file: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'lyceum-seal-'))
  file = join(folder, 'certificates.pem')
  await createSigningFile(file, 'Lyceum Academy', now)
})
afterAll(() => rm(folder, { recursive: true }))

/** Serves at an address of this machine until the test ends. */
async function serve(listener: RequestListener) {
  const server = createServer(listener).listen(0, '127.0.0.1')
  await new Promise((resolve) => server.once('listening', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    [Symbol.dispose]: () => void server.close(),
  }
}

/** Answers like a server of time stamps, with the key of the test. */
async function stamp(query: Buffer): Promise<Buffer> {
  const pem = await readFile(file, 'utf8')
  const [, key = '', certificate = ''] = pem
    .split(/-----BEGIN [A-Z ]+-----/u)
    .map((part) => part.replace(/-----END[\s\S]*$/u, ''))
  const own = Certificate.fromBER(Buffer.from(certificate, 'base64'))
  const { messageImprint, nonce } = TimeStampReq.fromBER(query)
  const info = new TSTInfo({
    version: 1,
    policy: '1.2.3.4',
    messageImprint,
    serialNumber: new Integer({ value: 1 }),
    genTime: now,
    ...(nonce && { nonce }),
  })
  const signed = new SignedData({
    version: 3,
    encapContentInfo: new EncapsulatedContentInfo({
      eContentType: '1.2.840.113549.1.9.16.1.4',
      eContent: new OctetString({ valueHex: info.toSchema().toBER() }),
    }),
    certificates: [own],
    signerInfos: [
      new SignerInfo({
        version: 1,
        sid: new IssuerAndSerialNumber({ issuer: own.issuer, serialNumber: own.serialNumber }),
      }),
    ],
  })
  const privateKey = await webcrypto.subtle.importKey(
    'pkcs8',
    Buffer.from(key, 'base64'),
    { name: 'RSASSA-PKCS1-v1_5', hash: 'SHA-256' },
    false,
    ['sign'],
  )
  await signed.sign(privateKey, 0, 'SHA-256')
  const answer = new TimeStampResp({
    status: new PKIStatusInfo({ status: 0 }),
    timeStampToken: new ContentInfo({
      contentType: '1.2.840.113549.1.7.2',
      content: signed.toSchema(true),
    }),
  })
  return Buffer.from(answer.toSchema().toBER())
}

test('with a server of time stamps a PDF says when it was signed, and still verifies', async () => {
  using server = await serve(async (request, response) =>
    response.end(await stamp(await buffer(request))),
  )
  const signer = await readPdfSigner(file, undefined, { timestampUrl: server.url })
  const pdf = await finishPdf(emptyPdf(), facts, signer)

  expect(await checkPdfSignature(pdf)).toMatchObject({ state: 'whole', signer: 'Lyceum Academy' })
  const { content } = ContentInfo.fromBER(takeApart(pdf).signature)
  const [signed] = new SignedData({ schema: content }).signerInfos
  const [attribute] = signed?.unsignedAttrs?.attributes ?? []
  expect(attribute?.type).toBe('1.2.840.113549.1.9.16.2.14')
  const token = new SignedData({
    schema: new ContentInfo({ schema: attribute?.values[0] }).content,
  })
  const bytes = token.encapContentInfo.eContent?.getValue()
  const { genTime, messageImprint } = TSTInfo.fromBER(bytes ?? new ArrayBuffer(0))
  expect(genTime).toEqual(now)
  expect(Buffer.from(messageImprint.hashedMessage.valueBlock.valueHexView)).toEqual(
    createHash('sha256')
      .update(signed?.signature.valueBlock.valueHexView ?? '')
      .digest(),
  )
  // Receipts are printed anew each time, and need no time.
  expect(signer.untimed?.signatureBytes).toBeLessThan(signer.signatureBytes)
})

test.each<[string, RequestListener, string]>([
  ['fails', (_, response) => response.writeHead(500).end(), 'status 500'],
  ['answers nonsense', (_, response) => response.end('no'), ''],
  ['answers without an end', (_, response) => response.end(Buffer.alloc(20_000)), 'too long'],
  [
    'answers another request',
    async (request, response) => {
      const query = TimeStampReq.fromBER(await buffer(request))
      query.nonce = new Integer({ value: 5 })
      response.end(await stamp(Buffer.from(query.toSchema().toBER())))
    },
    'another request',
  ],
  [
    'stamps other bytes',
    async (request, response) => {
      const query = TimeStampReq.fromBER(await buffer(request))
      query.messageImprint.hashedMessage = new OctetString({ valueHex: Buffer.alloc(32, 1) })
      response.end(await stamp(Buffer.from(query.toSchema().toBER())))
    },
    '',
  ],
])('a server of time stamps that %s is named, and nothing is signed', async (_, answer, reason) => {
  using server = await serve(answer)
  const signer = await readPdfSigner(file, undefined, { timestampUrl: server.url })

  const error = await finishPdf(emptyPdf(), facts, signer).catch((error: unknown) => error)

  expect(error).toBeInstanceOf(SealUnavailable)
  expect(String(error)).toContain(server.url)
  expect(String(error)).toContain(reason)
})

async function program(lines: string): Promise<string> {
  const path = join(folder, `sign-${createHash('sha256').update(lines).digest('hex').slice(0, 8)}`)
  await writeFile(path, `#!/bin/sh\n${lines}\n`)
  await chmod(path, 0o700)
  return path
}

/** Leaves the file without the private key, as where that is in a module. */
async function certificatesAlone(): Promise<string> {
  const path = join(folder, 'public.pem')
  const pem = await readFile(file, 'utf8')
  await writeFile(path, pem.slice(pem.indexOf('-----BEGIN CERTIFICATE')))
  return path
}

test('a key elsewhere seals by a program, and the place is on record', async () => {
  const command = await program(`exec openssl dgst -sha256 -sign ${file}`)
  const signer = await readPdfSigner(await certificatesAlone(), undefined, {
    command,
    place: 'Zürich',
  })

  const pdf = await finishPdf(emptyPdf(), facts, signer)

  expect(await checkPdfSignature(pdf)).toMatchObject({ state: 'whole', signer: 'Lyceum Academy' })
  const place = Buffer.from('\uFEFFZürich', 'utf16le').swap16().toString('hex')
  expect(Buffer.from(pdf).toString('latin1').toLowerCase()).toContain(`/location <${place}>`)
})

test.each([
  ['fails', 'exit 3', 'ended with 3'],
  ['signs something else', 'echo nonsense', 'wrong signature'],
])('a program that %s seals nothing', async (_, lines, reason) => {
  const signer = await readPdfSigner(await certificatesAlone(), undefined, {
    command: await program(lines),
  })

  const error = await finishPdf(emptyPdf(), facts, signer).catch((error: unknown) => error)

  expect(error).toBeInstanceOf(SealUnavailable)
  expect(String(error)).toContain(reason)
})
