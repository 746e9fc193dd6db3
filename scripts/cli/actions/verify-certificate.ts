import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { inflateSync } from 'node:zlib'
import {
  type CredentialVerdict,
  type PublicKeys,
  verifyCredential,
} from '../../../client-sdk/src/credentials.ts'
import { readConfig } from '../../../server/config/config.ts'
import { readKeys } from '../../../server/security/keys.ts'
import { type Outcome, printable } from '../outcome.ts'
import { UsageError } from '../usage-error.ts'

export interface VerifyOptions {
  jwks?: string
}

/** Needs no database and no server: the public keys are enough. */
export async function verifyFile(file: string, { jwks }: VerifyOptions): Promise<Outcome> {
  const bytes = file === '-' ? await buffer(process.stdin) : await readFile(file)
  const isPdf = bytes.subarray(0, 1024).includes('%PDF-')
  const text = isPdf ? findAttachedJws(bytes) : bytes.toString('utf8')
  if (text === undefined) return refusalOf('This PDF carries no credential.')

  const keys = jwks === undefined ? await ownKeys() : await readJwks(jwks)
  const verdict = await verifyCredential(text, { jwks: keys })
  return outcomeOf(verdict, isPdf ? createHash('sha256').update(bytes).digest('hex') : undefined)
}

function outcomeOf(verdict: CredentialVerdict, pdfSha256: string | undefined): Outcome {
  if (!verdict.authentic) return refusalOf(refusals[verdict.reason])

  const { verificationCode, learnerName, courseTitle, completedOn, issuer } = verdict
  const facts = [
    ['Code', verificationCode],
    ['Learner', learnerName],
    ['Course', courseTitle],
    ['Completed', completedOn],
    ['Issuer', issuer],
    ...(pdfSha256 === undefined ? [] : [['SHA-256', pdfSha256]]),
  ]
  const lines = facts
    .map(([name = '', fact = '']) => `${name.padEnd(11)}${printable(fact)}\n`)
    .join('')
  const note =
    pdfSha256 === undefined
      ? ''
      : 'Signed is the credential within the PDF: compare what is printed with this, or its SHA-256 with the one at the page of the code.\n'
  return {
    json: { ...verdict, ...(pdfSha256 !== undefined && { pdfSha256 }) },
    text: `Authentic. Whether it was revoked since is told at the page of its code.\n${lines}${note}`,
  }
}

const refusals = {
  malformed: 'This is no credential of a certificate.',
  'unknown key': 'It is signed by none of these keys.',
  'wrong signature': 'Its signature is wrong: it was changed, or forged.',
}

function refusalOf(sentence: string): Outcome {
  return { json: { authentic: false, message: sentence }, text: `${sentence}\n`, failed: true }
}

async function ownKeys(): Promise<PublicKeys> {
  const { keysFile } = readConfig({ ...process.env, NODE_ENV: 'development' })
  return { keys: (await readKeys(keysFile)).credentials }
}

async function readJwks(place: string): Promise<PublicKeys> {
  const text = /^https?:/.test(place) ? await fetchText(place) : await readFile(place, 'utf8')
  try {
    const jwks: unknown = JSON.parse(text)
    if (typeof jwks === 'object' && jwks !== null && 'keys' in jwks && Array.isArray(jwks.keys))
      return { keys: jwks.keys }
  } catch {
    // Said below.
  }
  throw new UsageError(`error: --jwks: ${printable(place)} holds no JSON Web Key Set`)
}

async function fetchText(address: string): Promise<string> {
  const answer = await fetch(address, { signal: AbortSignal.timeout(10_000) })
  if (!answer.ok)
    throw new UsageError(`error: --jwks: ${printable(address)} answered ${answer.status}`)
  return answer.text()
}

/**
 * The attachment of a PDF that is a compact JWS, whatever it is called. Its streams are looked
 * through, as they are and unpacked.
 */
function findAttachedJws(pdf: Buffer): string | undefined {
  for (let at = pdf.indexOf('stream'); at !== -1; at = pdf.indexOf('stream', at + 6)) {
    if (pdf.subarray(at - 3, at).toString('latin1') === 'end') continue
    const start = at + 6 + (pdf[at + 6] === 0x0d ? 2 : 1)
    const end = pdf.indexOf('endstream', start)
    if (end === -1) return undefined
    const content = pdf.subarray(start, end)
    for (const text of [content.toString('latin1'), unpack(content)]) {
      const [jws] = /^eyJ[\w-]+\.eyJ[\w-]+\.[\w-]+(?=\s*$)/.exec(text) ?? []
      if (jws !== undefined) return jws
    }
  }
  return undefined
}

function unpack(content: Buffer): string {
  try {
    // Attachments are small; what unpacks to more is something else.
    return inflateSync(content, { maxOutputLength: 1_000_000 }).toString('latin1')
  } catch {
    return ''
  }
}
