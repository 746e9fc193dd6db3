import { listCertificates } from '../../../db/queries/certificates.ts'
import type { Context } from '../../context.ts'
import { startOf, toPage } from '../../lib/pagination.ts'
import { describeToAdministrator, toAdministeredCertificate } from './describe-certificate.ts'
import { waitForPdf } from './print-certificate.ts'
import { reissueCertificate } from './reissue-certificate.ts'
import { revokeCertificate } from './revoke-certificate.ts'
import type {
  AdministeredCertificate,
  AdministeredCertificateList,
  CertificateFilter,
  ChosenCertificate,
  Revocation,
} from './schema.ts'
import { findByTypedCode } from './verify-certificate.ts'

export async function listAllCertificates(
  ctx: Context,
  { limit, cursor, ...filter }: CertificateFilter,
): Promise<AdministeredCertificateList> {
  const rows = await listCertificates(ctx.db, {
    ...filter,
    before: startOf({ limit, cursor }),
    limit: limit + 1,
  })
  return toPage(rows, limit, (row) => toAdministeredCertificate(ctx, row))
}

export async function revokeByAdministrator(
  ctx: Context,
  revocation: Revocation,
): Promise<AdministeredCertificate> {
  return describeToAdministrator(ctx, await revokeCertificate(ctx, revocation))
}

export async function reissueByAdministrator(
  ctx: Context,
  chosen: ChosenCertificate,
): Promise<AdministeredCertificate> {
  const { certificate, isNew } = await reissueCertificate(ctx, chosen)
  ctx.outcome.created = isNew
  await waitForPdf(ctx, certificate)
  return describeToAdministrator(ctx, certificate)
}

/** Prints a certificate that has no PDF yet; what is printed stays. */
export async function printByAdministrator(
  ctx: Context,
  { code }: ChosenCertificate,
): Promise<AdministeredCertificate> {
  const certificate = await findByTypedCode(ctx, code)
  await waitForPdf(ctx, certificate)
  return describeToAdministrator(ctx, certificate)
}
