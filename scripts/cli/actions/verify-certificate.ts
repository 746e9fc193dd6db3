import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import {
  type CredentialVerdict,
  type PrintedFacts,
  type PublicKeys,
  verifyCredential,
} from '../../../client-sdk/src/credentials.ts'
import {
  checkPdfSignature,
  type PdfSignature,
} from '../../../server/adapters/pdf-printer/pdf/check-signature.ts'
import { readSomeConfig } from '../../../server/config/config.ts'
import { findAttachedCredential } from '../../../server/features/learning/certificates/credential/attached-credential.ts'
import { publicKeysOf } from '../../../server/security/credentials.ts'
import { readConfiguredKeys } from '../../../server/security/key-ring/keys.ts'
import { UnavailableError, UsageError } from '../command-errors.ts'
import { type CommandResult, printable } from '../output.ts'
import { factsOf } from '../results.ts'
import { surroundings } from '../surroundings.ts'

interface VerifyOptions {
  jwks?: string
  printed: string[]
}

/** Verifies a file with the public keys alone, without database or server. */
export async function verifyFile(
  file: string,
  { jwks, printed }: VerifyOptions,
): Promise<CommandResult> {
  const read = Object.assign({}, ...printed.map(readPrinted))
  const bytes = file === '-' ? await buffer(surroundings().stdin) : await readFile(file)
  const isPdf = bytes.subarray(0, 1024).includes('%PDF-')
  const text = isPdf ? findAttachedCredential(bytes) : bytes.toString('utf8')
  if (text === undefined) return failureOf('This PDF contains no credential.')

  const keys = jwks === undefined ? await ownKeys() : await readJwks(jwks)
  const verdict = await verifyCredential(text, { jwks: keys, printed: read })
  if (!verdict.authentic) return failureOf(refusalOf(verdict))
  return isPdf ? resultOfPdf(verdict, bytes) : authentic(verdict)
}

type Authentic = Extract<CredentialVerdict, { authentic: true }>

/**
 * An authentic credential says nothing about what a reader sees: the page around it must be as it
 * was signed.
 */
async function resultOfPdf(verdict: Authentic, pdf: Buffer): Promise<CommandResult> {
  const signature = await checkPdfSignature(pdf)
  const sha256 = createHash('sha256').update(pdf).digest('hex')
  const { state } = signature
  if (state === 'whole' || state === 'none') return authentic(verdict, { signature, sha256 })

  const message = pdfRefusals[state]
  return {
    json: { ...verdict, authentic: false, message, pdfSha256: sha256, pdfSignature: signature },
    text: `${message} The credential inside is authentic and says:\n${factsIn(verdict)}`,
    failed: true,
  }
}

const pdfRefusals = {
  'added to': 'Changed after signing: something was added to this PDF. Do not trust what it shows.',
  broken:
    'Changed after signing: the signature of this PDF is invalid. Do not trust what it shows.',
}

interface CheckedPdf {
  signature: PdfSignature
  sha256: string
}

function authentic(verdict: Authentic, pdf?: CheckedPdf): CommandResult {
  const ofPdf = pdf && { pdfSha256: pdf.sha256, pdfSignature: pdf.signature }
  return {
    json: { ...verdict, ...ofPdf },
    text:
      'Authentic. Visit the page of its code to see whether it was revoked.\n' +
      factsIn(verdict, ofPdf) +
      (verdict.expired ? 'It has expired.\n' : '') +
      (verdict.unproven
        ? `Nothing proves what was read as ${verdict.unproven.join(', ')}.\n`
        : '') +
      (pdf === undefined ? paperNote : noteOn(pdf)),
  }
}

function factsIn(verdict: Authentic, ofPdf?: object): string {
  const {
    authentic: _,
    kind: _kind,
    credential: _credential,
    unproven: _unproven,
    ...facts
  } = verdict
  const stated = Object.entries({ ...facts, ...ofPdf }).filter(([, value]) => value !== null)
  return factsOf(Object.fromEntries(stated))
}

const paperNote = 'Compare the paper with these facts: whatever it says otherwise was changed.\n'

function noteOn({ signature }: CheckedPdf): string {
  return signature.state === 'whole'
    ? 'The PDF is as it was signed. Anyone can sign a PDF of their own: compare the signer, or the ' +
        'SHA-256 with the one on the page of the code.\n'
    : 'The PDF itself is not signed: compare the printed text with the facts above, or the SHA-256 ' +
        'with the one on the page of the code.\n'
}

const refusals = {
  malformed: 'This is not the credential of a certificate.',
  'unknown key': 'It is not signed by any of these keys.',
  'wrong signature': 'Its signature is invalid: it was changed or forged.',
}

function refusalOf(verdict: Extract<CredentialVerdict, { authentic: false }>): string {
  return verdict.reason === 'other facts'
    ? `The paper was changed: its ${verdict.differing.join(', ')} is not what was signed.`
    : refusals[verdict.reason]
}

/** The facts that paper states, and whether each is a number. */
const printedFacts = {
  learnerName: false,
  courseTitle: false,
  completedOn: false,
  issuer: false,
  grade: true,
  lastDay: false,
  minutes: true,
} satisfies Record<keyof PrintedFacts, boolean>

/** Reads a fact from the paper, such as `grade=96.66`; one without a value is not on it. */
function readPrinted(typed: string): PrintedFacts {
  const [, name = '', value = ''] = /^(\w+)=(.*)$/u.exec(typed) ?? []
  const isNumber = new Map<string, boolean>(Object.entries(printedFacts)).get(name)
  const read = isNumber ? Number(value) : value
  if (isNumber === undefined || Number.isNaN(read))
    throw new UsageError(
      `error: --printed: ${printable(typed)} is not one of ${Object.keys(printedFacts).join(', ')}` +
        ' with = and its value',
    )
  return { [name]: value === '' ? null : read }
}

function failureOf(sentence: string): CommandResult {
  return { json: { authentic: false, message: sentence }, text: `${sentence}\n`, failed: true }
}

async function ownKeys(): Promise<PublicKeys> {
  const { credentials } = await readConfiguredKeys(readSomeConfig(surroundings().env))
  return { keys: publicKeysOf(credentials) }
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
  const answer = await fetch(url, { signal: AbortSignal.timeout(10_000) }).catch(() => undefined)
  if (answer === undefined) throw new UnavailableError(`--jwks: ${url} does not respond`)
  if (!answer.ok) throw new UsageError(`error: --jwks: ${printable(url)} answered ${answer.status}`)
  return answer.text()
}
