import type { PublicKeys } from './credentials.ts'
import { isFields, nameOf, readBytes, readJson, signatureVerdict } from './signatures.ts'

/** Something in a file of evidence that is not as it was signed. */
export interface EvidenceChange {
  /** The line in the file, from 1, and the byte that it begins at, from 0. */
  line: number
  byte: number
  /** The row that the line was, is or says to be, such as `attempts/3`; null if none is told. */
  row: string | null
  /** `changed`: not as it was signed. `moved`: not in its place. `added`: never signed. */
  what: 'changed' | 'moved' | 'added'
}

/** What a file of evidence proves about the certificate with this code. */
export interface ProvenEvidence {
  verificationCode: string
  courseTitle: string
  courseVersion: number
  /** The server that signed it. */
  issuer: string
  /** When it was signed (ISO 8601). */
  signedAt: string
  /** The certificate that this one replaced, with the SHA-256 of its evidence, if it had one. */
  replaces: { verificationCode: string; sha256: string | null } | null
  /** Parts that list their newest rows alone: there was more of it than a file keeps. */
  shortened: string[]
  /** By part of the file: how many rows were signed, and how many are here unchanged. */
  parts: Record<string, { signed: number; shown: number }>
  /** Rows that were signed and are not here: left out, or taken away. */
  missing: string[]
  /** The rows that are here, by their names. */
  rows: Record<string, Record<string, unknown>>
}

export type EvidenceVerdict = {
  /** SHA-256 of the first line, hexadecimal: the certificate bears it. */
  sha256: string
  changes: EvidenceChange[]
} & (
  | ({ authentic: true } & ProvenEvidence)
  /** The reasons are those of `verifyCredential()`; nothing further down is proven then. */
  | { authentic: false; reason: 'malformed' | 'unknown key' | 'wrong signature' }
)

/**
 * Checks a file of evidence with nothing but the public keys: no network, no account. Rows that
 * were left out stay counted; a row that was changed, moved or added is named.
 *
 * @example
 * ```ts
 * const file = await lyceum.certificates.evidence.query({ code })
 * const verdict = await verifyEvidence(new Uint8Array(await file.arrayBuffer()), { jwks })
 * ```
 */
export async function verifyEvidence(
  file: string | Uint8Array,
  { jwks }: { jwks: PublicKeys },
): Promise<EvidenceVerdict> {
  const bytes = Uint8Array.from(typeof file === 'string' ? new TextEncoder().encode(file) : file)
  const [first, ...lines] = linesOf(bytes)
  const jws = textOf(first?.bytes ?? new Uint8Array())
  const sha256 = hexOf(await digest(first?.bytes ?? new Uint8Array()))
  const refuse = (reason: 'malformed' | 'unknown key' | 'wrong signature'): EvidenceVerdict => ({
    sha256,
    changes: [{ line: 1, byte: 0, row: null, what: 'changed' }],
    authentic: false,
    reason,
  })

  const [header, payload, last, ...more] = jws.split('.')
  const [head, body, signature] = [readJson(header), readJson(payload), readBytes(last)]
  const signed = readPayload(body)
  if (head === undefined || signed === undefined || signature === undefined || more.length > 0)
    return refuse('malformed')
  if (head.typ !== 'evidence+jwt' || head.crit !== undefined) return refuse('malformed')
  // Refuses bits that decoding ignores: they would change the hash, and nothing else.
  if (base64urlOf(signature) !== last) return refuse('malformed')
  const verdict = await signatureVerdict(jwks, {
    algorithm: head.alg,
    kid: nameOf(head.kid),
    signed: new TextEncoder().encode(`${header}.${payload}`),
    signature,
  })
  if (verdict !== 'right') return refuse(verdict)
  return { sha256, ...(await compare(lines, signed)) }
}

interface Line {
  number: number
  byte: number
  bytes: Uint8Array<ArrayBuffer>
}

interface SignedPayload extends Omit<ProvenEvidence, 'parts' | 'missing' | 'rows'> {
  leaves: Record<string, string[]>
}

/** Holds each line against the leaves that were signed, in their order. */
async function compare(lines: Line[], { leaves, ...signed }: SignedPayload) {
  const names = Object.entries(leaves).flatMap(([part, hashes]) =>
    hashes.map((hash, index) => ({ row: `${part}/${index + 1}`, hash })),
  )
  const places = new Map(names.map(({ hash }, place) => [hash, place]))
  const rows: Record<string, Record<string, unknown>> = {}
  const changes: EvidenceChange[] = []
  let reached = -1
  for (const { number, byte, bytes } of lines) {
    const place = places.get(base64urlOf(await digest(bytes, '\0')))
    const row = names[place ?? -1]?.row ?? /^\{"row":"(\w+\/\d+)"/.exec(textOf(bytes))?.[1] ?? null
    const at = { line: number, byte, row }
    if (place === undefined) {
      const isKnown = names.some((known) => known.row === row && rows[known.row] === undefined)
      changes.push({ ...at, what: isKnown ? 'changed' : 'added' })
    } else if (place <= reached) changes.push({ ...at, what: 'moved' })
    else {
      reached = place
      rows[row ?? ''] = JSON.parse(textOf(bytes)) as Record<string, unknown>
    }
  }
  const parts = Object.fromEntries(
    Object.entries(leaves).map(([part, { length }]) => [
      part,
      {
        signed: length,
        shown: Object.keys(rows).filter((row) => row.startsWith(`${part}/`)).length,
      },
    ]),
  )
  const missing = names.flatMap(({ row }) => (rows[row] === undefined ? [row] : []))
  return { authentic: true as const, changes, ...signed, parts, missing, rows }
}

function readPayload(payload: Record<string, unknown> | undefined): SignedPayload | undefined {
  const { iss, iat, code, course, rows, replaces, shortened } = payload ?? {}
  if (typeof iss !== 'string' || typeof iat !== 'number' || typeof code !== 'string')
    return undefined
  if (!isFields(course) || !isFields(rows) || !Object.values(rows).every(Array.isArray))
    return undefined
  return {
    verificationCode: code,
    courseTitle: String(course.title),
    courseVersion: Number(course.version),
    issuer: iss,
    signedAt: new Date(iat * 1000).toISOString(),
    replaces: isFields(replaces)
      ? {
          verificationCode: String(replaces.code),
          sha256: typeof replaces.evidence === 'string' ? replaces.evidence : null,
        }
      : null,
    shortened: Array.isArray(shortened) ? shortened.map(String) : [],
    leaves: rows as Record<string, string[]>,
  }
}

/** Splits at line feeds; the last line ends with one, and nothing follows. */
function linesOf(bytes: Uint8Array<ArrayBuffer>): Line[] {
  const lines: Line[] = []
  for (let start = 0, number = 1; start < bytes.length; number++) {
    const end = bytes.indexOf(10, start)
    // Lets a last line without its end be one that was never signed.
    const line = end < 0 ? [...bytes.subarray(start), 0] : bytes.subarray(start, end)
    lines.push({ number, byte: start, bytes: Uint8Array.from(line) })
    start = end < 0 ? bytes.length : end + 1
  }
  return lines
}

async function digest(bytes: Uint8Array<ArrayBuffer>, before = ''): Promise<Uint8Array> {
  const whole = Uint8Array.from([...new TextEncoder().encode(before), ...bytes])
  return new Uint8Array(await crypto.subtle.digest('SHA-256', whole))
}

function textOf(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes)
}

function hexOf(bytes: Uint8Array): string {
  return [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('')
}

function base64urlOf(bytes: Uint8Array): string {
  const text = btoa(String.fromCharCode(...bytes))
  return text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
