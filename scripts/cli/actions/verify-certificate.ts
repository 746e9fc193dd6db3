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
import { type CommandResult, printable } from '../output.ts'
import { UsageError } from '../usage-error.ts'

export interface VerifyOptions {
  jwks?: string
}

/** Verifies a file with the public keys alone, without database or server. */
export async function verifyFile(file: string, { jwks }: VerifyOptions): Promise<CommandResult> {
  const bytes = file === '-' ? await buffer(process.stdin) : await readFile(file)
  const isPdf = bytes.subarray(0, 1024).includes('%PDF-')
  const text = isPdf ? findAttachedJws(bytes) : bytes.toString('utf8')
  if (text === undefined) return failureOf('This PDF contains no credential.')

  const keys = jwks === undefined ? await ownKeys() : await readJwks(jwks)
  const verdict = await verifyCredential(text, { jwks: keys })
  return resultOf(verdict, isPdf ? createHash('sha256').update(bytes).digest('hex') : undefined)
}

function resultOf(verdict: CredentialVerdict, pdfSha256: string | undefined): CommandResult {
  if (!verdict.authentic) return failureOf(refusals[verdict.reason])

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
      : 'The signature covers the credential inside the PDF. Compare the printed text with the facts ' +
        'above, or the SHA-256 with the one on the page of the code.\n'
  return {
    json: { ...verdict, ...(pdfSha256 !== undefined && { pdfSha256 }) },
    text: `Authentic. Visit the page of its code to see whether it was revoked.\n${lines}${note}`,
  }
}

const refusals = {
  malformed: 'This is not the credential of a certificate.',
  'unknown key': 'It is not signed by any of these keys.',
  'wrong signature': 'Its signature is invalid: it was changed or forged.',
}

function failureOf(sentence: string): CommandResult {
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
    // Refused below.
  }
  throw new UsageError(`error: --jwks: ${printable(place)} is not a JSON Web Key Set`)
}

async function fetchText(url: string): Promise<string> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(10_000) })
  if (!answer.ok) throw new UsageError(`error: --jwks: ${printable(url)} answered ${answer.status}`)
  return answer.text()
}

/**
 * Finds the compact JWS attached to a PDF, whatever its name, by searching all streams, plain and
 * unpacked.
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
