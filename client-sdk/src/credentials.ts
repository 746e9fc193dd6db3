import { codeIn } from './codes.ts'
import {
  type Fields,
  isFields,
  nameOf,
  type PublicKeys,
  readBytes,
  readJson,
  type Signature,
  signatureVerdict,
} from './signatures.ts'

export type { PublicKeys }

/** The content of an authentic certificate. */
export interface VerifiedCertificate {
  /**
   * `credential`: the whole Verifiable Credential. `qr code`: the facts in a QR code, where a long
   * title is shortened.
   */
  kind: 'credential' | 'qr code'
  /** As printed, with dashes. */
  verificationCode: string
  learnerName: string
  courseTitle: string
  /** Calendar day (ISO 8601). */
  completedOn: string
  issuer: string
  /** In percent; null where the certificate states none; absent where a QR code does not say it. */
  grade?: number | null
  /** The last day of its validity; null for ever; absent where a QR code does not say it. */
  lastDay?: string | null
  /** Of the required lessons; null where it states none; only in a QR code. */
  minutes?: number | null
  /** Of a program: the titles of its courses that were completed; absent in a QR code. */
  courses?: string[]
  /** Whether its last day has passed; absent where a QR code does not say the day. */
  expired?: boolean
  /** The end of its validity (ISO 8601); absent for ever, and in a QR code. */
  validUntil?: string
  /** The decoded Verifiable Credential; absent for a QR code. */
  credential?: Record<string, unknown>
}

/** What somebody reads on the paper; facts that are left out are not compared. */
export type PrintedFacts = Partial<
  Pick<
    VerifiedCertificate,
    'learnerName' | 'courseTitle' | 'completedOn' | 'issuer' | 'grade' | 'lastDay' | 'minutes'
  >
>

export type CredentialVerdict =
  /** `unproven`: facts given as `printed` that the code of an earlier release does not say. */
  | ({ authentic: true; unproven?: (keyof PrintedFacts)[] } & VerifiedCertificate)
  /** The signature is right, and the paper says something else: `differing` was changed on it. */
  | { authentic: false; reason: 'other facts'; differing: (keyof PrintedFacts)[] }
  /**
   * `malformed`: not a certificate. `unknown key`: not signed by any of the given keys. `wrong
   * signature`: changed or forged.
   */
  | { authentic: false; reason: 'malformed' | 'unknown key' | 'wrong signature' }

export interface VerifyCredentialOptions {
  /** Your copy of the school's `/.well-known/jwks.json`. */
  jwks: PublicKeys
  /** Refuses what is printed otherwise than it was signed, such as a better grade. */
  printed?: PrintedFacts
  /** When it is verified. Default: now. */
  now?: Date
}

/**
 * Checks a certificate with nothing but the public keys: no network, no account. Accepts the
 * Verifiable Credential (a JWT) or the text of the QR code on the PDF. A signature says nothing
 * about the paper around the code: give what you read there as `printed`, or compare it yourself.
 * An authentic certificate may have expired (`expired`), or have been revoked or replaced since:
 * `verifyCertificate(code)` tells you.
 *
 * Ed25519 signatures need support in the Web Crypto API: Node.js 20, Chrome 137, Firefox 129,
 * Safari 17 or later; ES256 needs less.
 *
 * @example
 * ```ts
 * const jwks = await (await fetch('https://learn.example.org/.well-known/jwks.json')).json()
 * const verdict = await verifyCredential(scanned, { jwks })
 * if (verdict.authentic) console.log(verdict.learnerName, verdict.courseTitle)
 * ```
 */
export async function verifyCredential(
  text: string,
  { jwks, printed = {}, now = new Date() }: VerifyCredentialOptions,
): Promise<CredentialVerdict> {
  const signed = readSigned(text.trim())
  if (signed === undefined) return refuse('malformed')
  const { certificate } = signed
  const verdict = await signatureVerdict(jwks, signed)
  if (verdict !== 'right') return refuse(verdict)

  const read = printedNames.filter((name) => printed[name] !== undefined)
  const unproven = read.filter((name) => certificate[name] === undefined)
  const differing = read.filter(
    (name) => !unproven.includes(name) && differs(certificate, printed, name),
  )
  if (differing.length > 0) return { authentic: false, reason: 'other facts', differing }
  return {
    authentic: true,
    ...certificate,
    ...expiryOf(certificate, now),
    ...(unproven.length > 0 && { unproven }),
  }
}

const printedNames = [
  'learnerName',
  'courseTitle',
  'completedOn',
  'issuer',
  'grade',
  'lastDay',
  'minutes',
] as const satisfies (keyof PrintedFacts)[]

/** Whether a fact is printed otherwise than signed, apart from spaces around the words. */
function differs(
  signed: VerifiedCertificate,
  printed: PrintedFacts,
  name: keyof PrintedFacts,
): boolean {
  const [said, read] = [plain(signed[name]), plain(printed[name])]
  if (said === read) return false
  // The first QR codes, which say no grade either, shorten long titles.
  const isShortened = signed.grade === undefined && String(said).endsWith('…')
  return !isShortened || !String(read).startsWith(String(said).slice(0, -1))
}

function plain(fact: string | number | null | undefined) {
  return typeof fact === 'string' ? fact.normalize('NFC').replace(/\s+/g, ' ').trim() : fact
}

function expiryOf({ validUntil, lastDay }: VerifiedCertificate, now: Date) {
  if (lastDay === undefined) return {}
  if (lastDay === null) return { expired: false }
  // Lets a day without a zone end where it ends last: at noon of the next day in UTC.
  const end = validUntil ?? `${lastDay}T23:59:59-12:00`
  return { expired: Date.parse(end) <= now.getTime() }
}

function readSigned(text: string): SignedCertificate | undefined {
  const [url, jws] = splitQrText(text)
  const compact = url === undefined ? undefined : readCompactFacts(url, jws)
  if (compact !== undefined) return compact

  const parts = jws.split('.')
  const [header, payload] = [readJson(parts[0]), readJson(parts[1])]
  const signature = readBytes(parts[2])
  if (
    parts.length !== 3 ||
    header === undefined ||
    payload === undefined ||
    signature === undefined
  )
    return undefined
  if (header.crit !== undefined) return undefined

  const certificate = readCredential(payload) ?? readFacts(payload)
  if (
    certificate === undefined ||
    (url !== undefined && codeIn(url) !== certificate.verificationCode)
  )
    return undefined

  const signed = new TextEncoder().encode(`${parts[0]}.${parts[1]}`)
  return { certificate, kid: nameOf(header.kid), algorithm: header.alg, signed, signature }
}

/** The signed parts of a certificate, and the key that signed it. */
interface SignedCertificate extends Signature {
  certificate: VerifiedCertificate
}

/**
 * Reads the part of a QR code behind `#`: `KEY.FACTS.SIGNATURE`, signed over `CODE.KEY.FACTS`. A
 * JWS, as in QR codes printed before, has more to say in its first part. The first such codes had
 * four facts.
 */
function readCompactFacts(url: string, text: string): SignedCertificate | undefined {
  const [kid = '', facts, last, ...others] = text.split('.')
  const [bytes, signature] = [readBytes(facts), readBytes(last)]
  const verificationCode = codeIn(url)
  const isKid = /^[\w-]{4,40}$/.test(kid) && readJson(kid) === undefined
  if (!isKid || others.length > 0) return undefined
  if (bytes === undefined || signature === undefined || verificationCode === undefined)
    return undefined

  const [learnerName, courseTitle, completedOn, issuer, ...more] = readLines(bytes)
  if (learnerName === undefined || courseTitle === undefined) return undefined
  if (completedOn === undefined || issuer === undefined) return undefined
  const further = more.length === 0 ? {} : readMore(more)
  if (further === undefined) return undefined
  const plainCode = verificationCode.replaceAll('-', '')
  return {
    certificate: {
      kind: 'qr code',
      verificationCode,
      learnerName,
      courseTitle,
      completedOn,
      issuer,
      ...further,
    },
    kid,
    algorithm: 'Ed25519',
    signed: new TextEncoder().encode(`${plainCode}.${kid}.${facts}`),
    signature,
  }
}

/** Reads grade, last day and minutes, a line each that may be empty. */
function readMore(lines: string[]) {
  const [grade = '', lastDay = '', minutes = ''] = lines
  if (lines.length !== 3 || !/^\d*\n\d*$/.test(`${grade}\n${minutes}`)) return undefined
  return {
    grade: grade === '' ? null : Number(grade) / 100,
    lastDay: lastDay === '' ? null : lastDay,
    minutes: minutes === '' ? null : Number(minutes),
  }
}

function readLines(bytes: Uint8Array<ArrayBuffer>): string[] {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes).split('\n')
  } catch {
    return []
  }
}

function refuse(reason: 'malformed' | 'unknown key' | 'wrong signature'): CredentialVerdict {
  return { authentic: false, reason }
}

/** Splits `https://…/verify/CODE#JWS`; the URL is undefined for a JWS alone. */
function splitQrText(text: string): [url: string | undefined, jws: string] {
  const at = text.indexOf('#')
  return at === -1 ? [undefined, text] : [text.slice(0, at), text.slice(at + 1)]
}

/** Reads one of our Open Badges 3.0, whose JWT claims must agree with the credential. */
function readCredential(payload: Fields): VerifiedCertificate | undefined {
  const { id, type, issuer, credentialSubject: subject, awardedDate } = payload
  if (
    !Array.isArray(type) ||
    !type.includes('OpenBadgeCredential') ||
    !isFields(issuer) ||
    !isFields(subject)
  )
    return undefined
  const { achievement, identifier } = subject
  const [identity] = Array.isArray(identifier) ? identifier : []
  if (!isFields(achievement) || !isFields(identity) || identity.identityType !== 'name')
    return undefined
  if (payload.iss !== issuer.id || payload.jti !== id || payload.sub !== subject.id)
    return undefined

  const verificationCode = codeIn(String(id))
  const facts = [identity.identityHash, achievement.name, awardedDate, issuer.name]
  if (verificationCode === undefined || !areTexts(facts)) return undefined
  const [learnerName, courseTitle, awarded, issuerName] = facts
  return {
    kind: 'credential',
    verificationCode,
    learnerName,
    courseTitle,
    // With its UTC offset, the instant is written on the school's day.
    completedOn: awarded.slice(0, 10),
    issuer: issuerName,
    ...resultsIn(subject.result, achievement.resultDescription),
    // With its UTC offset, the instant is written on the paper's last day.
    lastDay: typeof payload.validUntil === 'string' ? payload.validUntil.slice(0, 10) : null,
    ...(typeof payload.validUntil === 'string' && { validUntil: payload.validUntil }),
    credential: payload,
  }
}

/** Reads the grade, a result in percent, and a program's courses, each a result that says so. */
function resultsIn(results: unknown, descriptions: unknown) {
  const described = new Map(listIn(descriptions).map((one) => [one.id, one]))
  const courses: string[] = []
  let grade: number | null = null
  for (const { resultDescription, value, status } of listIn(results)) {
    const { resultType, name } = described.get(resultDescription) ?? {}
    if (resultType === 'Percent') grade = Number(value)
    if (resultType === 'Status' && status === 'Completed') courses.push(String(name))
  }
  return { grade, ...(courses.length > 0 && { courses }) }
}

function listIn(value: unknown): Fields[] {
  return Array.isArray(value) ? value.filter(isFields) : []
}

function readFacts({ code, name, course, date, issuer }: Fields): VerifiedCertificate | undefined {
  const facts = [code, name, course, date, issuer]
  if (!areTexts(facts)) return undefined
  const [plainCode, learnerName, courseTitle, completedOn, issuerName] = facts
  const verificationCode = codeIn(plainCode)
  return verificationCode === undefined
    ? undefined
    : {
        kind: 'qr code',
        verificationCode,
        learnerName,
        courseTitle,
        completedOn,
        issuer: issuerName,
      }
}

function areTexts(values: unknown[]): values is [string, string, string, string, string] {
  return values.every((value) => typeof value === 'string')
}
