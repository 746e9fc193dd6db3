import {
  type CertificateRow,
  findCertificateByCode,
  findCertificateByFileHash,
  findCertificateState,
} from '../../../db/queries/certificates.ts'
import type { Context, Deps } from '../../context.ts'
import { AppError } from '../../errors/errors.ts'
import { formatCode, readCode } from './code.ts'
import { completionDayOf, fateOf } from './describe-certificate.ts'
import type { Verification, VerifyCertificateInput } from './schema.ts'

export async function verifyCertificate(
  ctx: Pick<Context, 'db' | 'limits' | 'ip'>,
  { code }: VerifyCertificateInput,
): Promise<Verification> {
  const certificate = await findForStranger(ctx, code)
  const state = await findCertificateState(ctx.db, certificate.id)
  return {
    valid: certificate.status === 'issued',
    status: certificate.status,
    verificationCode: formatCode(certificate.code),
    learnerName: certificate.learnerName,
    courseTitle: certificate.courseTitle,
    completedOn: completionDayOf(certificate),
    ...(certificate.minutes !== null && { minutes: certificate.minutes }),
    issuer: certificate.issuer,
    issuedAt: certificate.issuedAt.toISOString(),
    ...fateOf({ ...certificate, ...state }),
    ...(state.pdfSha256 !== null && { pdfSha256: state.pdfSha256 }),
  }
}

/** The certificate with the code that a stranger has; guesses are limited. */
export async function findForStranger(
  ctx: Pick<Context, 'db' | 'limits' | 'ip'>,
  typed: string,
): Promise<CertificateRow> {
  const code = requireCode(typed)
  await ctx.limits.take('verificationsPerIp', ctx.ip)
  const certificate = await findCertificateByCode(ctx.db, code)
  if (certificate === undefined) throw new AppError('CertificateNotFound')
  return certificate
}

/** The code of the certificate with this PDF, where there is one. */
export async function findCodeOfPdf(
  ctx: Pick<Context, 'db' | 'limits' | 'ip'>,
  sha256: string,
): Promise<string | undefined> {
  await ctx.limits.take('verificationsPerIp', ctx.ip)
  const certificate = await findCertificateByFileHash(ctx.db, sha256)
  return certificate === undefined ? undefined : formatCode(certificate.code)
}

/** The certificate with the code that somebody typed. */
export async function findByTypedCode(
  { db }: Pick<Deps, 'db'>,
  typed: string,
): Promise<CertificateRow> {
  const certificate = await findCertificateByCode(db, requireCode(typed))
  if (certificate === undefined) throw new AppError('CertificateNotFound')
  return certificate
}

/** The code as it is stored. What cannot be one is refused without asking the database. */
function requireCode(typed: string): string {
  const read = readCode(typed)
  if (read.kind === 'code') return read.code
  if (read.kind === 'no code')
    throw new AppError('CertificateNotFound', {
      issues: [{ path: 'code', message: 'is not a code' }],
    })
  throw new AppError('CertificateNotFound', {
    message: 'This code was mistyped: compare it with the certificate once more.',
    issues: [{ path: 'code', message: 'is mistyped' }],
  })
}
