import type { Branding } from '../../../../content/branding/branding.ts'
import { type FactValues, factsIn } from '../../../../content/certificates/printed-facts.ts'
import {
  type CertificateRow,
  findCertificateByCode,
  findCertificateByFileHash,
  findCertificateState,
} from '../../../../db/queries/learning/certificates.ts'
import { findUser } from '../../../../db/queries/people/users/users.ts'
import { dayOf } from '../../../../lib/lists/periods.ts'
import type { Context, Deps } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { brandingOnPaper } from '../../platform/branding/course-branding.ts'
import { formatCode, readCode } from './code/code.ts'
import { linkedInUrlOf } from './code/urls.ts'
import { credentialOf, signCredentialOf } from './credential/credential.ts'
import { factsOf, statusOf } from './describe-certificate.ts'
import type { Verification, VerifyCertificateInput } from './schema.ts'
import { hasExpired, validityOf } from './validity/validity.ts'

/** Leaves out what only the holder should know, such as whether the name is a guess. */
export async function verifyCertificate(
  ctx: Deps & Pick<Context, 'ip'>,
  { code }: VerifyCertificateInput,
): Promise<Verification> {
  const certificate = await findForVerification(ctx, code)
  return toVerification(ctx, certificate, await brandingOnPaper(ctx, certificate.branding))
}

/** A certificate as its page shows it: with all that is printed on it. */
export interface ShownCertificate {
  verification: Verification
  facts: FactValues
  /** Language of the paper, BCP 47. */
  language: string
  branding: Branding
  /** The key of the stored branding; undefined if it follows the settings. */
  brandingKey: string | undefined
  /** The day of its revocation or replacement, in the school's time zone. */
  endedOn: string | undefined
  /** The LinkedIn page that adds it to the visitor's profile. */
  addToLinkedIn: string
}

export async function showCertificate(
  ctx: Deps & Pick<Context, 'ip'>,
  { code }: VerifyCertificateInput,
): Promise<ShownCertificate> {
  const certificate = await findForVerification(ctx, code)
  const branding = await brandingOnPaper(ctx, certificate.branding)
  const endedAt = certificate.revokedAt ?? certificate.supersededAt
  return {
    verification: await toVerification(ctx, certificate, branding),
    facts: factsIn(certificate),
    language: certificate.language,
    branding,
    brandingKey: certificate.branding ?? undefined,
    endedOn: endedAt ? dayOf(endedAt, ctx.config.timeZone) : undefined,
    addToLinkedIn: linkedInUrlOf(ctx, certificate),
  }
}

/** Returns the credential for any holder of the code, without an unconfirmed name. */
export async function publicCredentialOf(ctx: Deps, certificate: CertificateRow): Promise<string> {
  return (await isNameUnconfirmed(ctx, certificate))
    ? signCredentialOf(ctx, { ...certificate, learnerName: null })
    : credentialOf(ctx, certificate)
}

/** Whether the name was guessed from an email: it stays private until its owner confirms it. */
export async function isNameUnconfirmed(
  { db }: Pick<Deps, 'db'>,
  { userId, nameIsGuess, learnerName }: CertificateRow,
): Promise<boolean> {
  if (!nameIsGuess) return false
  const owner = userId === null ? undefined : await findUser(db, userId)
  return owner === undefined || owner.nameIsGuess || owner.name !== learnerName
}

async function toVerification(
  ctx: Pick<Deps, 'config' | 'db' | 'now'>,
  certificate: CertificateRow,
  { signatures, lines }: Branding,
): Promise<Verification> {
  const { db } = ctx
  const { pdfSha256, successorCode } = await findCertificateState(db, certificate.id)
  return {
    valid: certificate.status === 'issued' && !hasExpired(certificate, ctx.now()),
    verificationCode: formatCode(certificate.code),
    ...factsOf(ctx, certificate),
    ...((await isNameUnconfirmed(ctx, certificate)) && { learnerName: null }),
    ...(certificate.courses !== null && { courses: certificate.courses }),
    signatures: signatures.map(({ name, title }) => ({ name, title })),
    lines: [...lines],
    ...validityOf(ctx, certificate),
    ...statusOf({ ...certificate, successorCode }),
    ...(pdfSha256 !== null && { pdfSha256 }),
  }
}

/** Finds the certificate for a code given by anyone; guesses are limited. */
export async function findForVerification(
  ctx: Pick<Context, 'db' | 'limits' | 'ip'>,
  typed: string,
): Promise<CertificateRow> {
  const code = requireCode(typed)
  await ctx.limits.take('verificationsPerIp', ctx.ip)
  const certificate = await findCertificateByCode(ctx.db, code)
  if (certificate === undefined) throw new AppError('CertificateNotFound')
  return certificate
}

/** Returns the code of the certificate with this PDF, if there is one. */
export async function findCodeOfPdf(
  ctx: Pick<Context, 'db' | 'limits' | 'ip'>,
  sha256: string,
): Promise<string | undefined> {
  await ctx.limits.take('verificationsPerIp', ctx.ip)
  const certificate = await findCertificateByFileHash(ctx.db, sha256)
  return certificate === undefined ? undefined : formatCode(certificate.code)
}

/** Finds the certificate for a typed code. */
export async function findByTypedCode(
  { db }: Pick<Deps, 'db'>,
  typed: string,
): Promise<CertificateRow> {
  const certificate = await findCertificateByCode(db, requireCode(typed))
  if (certificate === undefined) throw new AppError('CertificateNotFound')
  return certificate
}

/** Returns the code as it is stored. Anything else is refused without a query. */
function requireCode(typed: string): string {
  const read = readCode(typed)
  if (read.kind === 'code') return read.code
  if (read.kind === 'no code')
    throw new AppError('CertificateNotFound', {
      issues: [{ path: 'code', message: 'is not a code' }],
    })
  throw new AppError('CertificateNotFound', {
    message: 'This code was mistyped. Compare it with the certificate again.',
    issues: [{ path: 'code', message: 'is mistyped' }],
  })
}
