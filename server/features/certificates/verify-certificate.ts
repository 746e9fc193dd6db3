import { type CertificateRow, findCertificateByCode } from '../../../db/queries/certificates.ts'
import type { Context, Deps } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { formatCode, readCode } from './code.ts'
import { completionDayOf } from './describe-certificate.ts'
import type { CodeToVerify, Verification } from './schema.ts'

export async function verifyCertificate(ctx: Pick<Context, 'db' | 'limits' | 'address'>, { code }: CodeToVerify): Promise<Verification> {
  await ctx.limits.take('verificationsPerAddress', ctx.address)
  const certificate = await findByTypedCode(ctx, code)
  return {
    valid: certificate.status === 'issued',
    status: certificate.status,
    verificationCode: formatCode(certificate.code),
    learnerName: certificate.learnerName,
    courseTitle: certificate.courseTitle,
    completedOn: completionDayOf(certificate),
    issuer: certificate.issuer,
    ...(certificate.revokedAt !== null && { revokedAt: certificate.revokedAt.toISOString() }),
  }
}

/** The certificate with the code that somebody typed. A code that cannot be one is told without asking the database. */
export async function findByTypedCode({ db }: Pick<Deps, 'db'>, typed: string): Promise<CertificateRow> {
  const read = readCode(typed)
  if (read.kind === 'mistyped')
    throw new AppError('CertificateNotFound', { message: 'This code was mistyped: compare it with the certificate once more.' })

  const certificate = read.kind === 'code' ? await findCertificateByCode(db, read.code) : undefined
  if (certificate === undefined) throw new AppError('CertificateNotFound')
  return certificate
}
