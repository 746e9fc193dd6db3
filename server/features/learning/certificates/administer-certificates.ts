import { listCertificates } from '../../../../db/queries/learning/certificates.ts'
import { startOf, toPage } from '../../../../lib/lists/pagination.ts'
import type { Context, Deps } from '../../../context.ts'
import { refuseOwn } from '../../platform/admin/refuse-own.ts'
import { describeForAdmin, toAdminCertificate } from './describe-certificate.ts'
import { requirePdf, waitForPdf } from './print-certificate.ts'
import { reissueCertificate } from './reissue-certificate.ts'
import { reinstateCertificate, revokeCertificate } from './revoke-certificate.ts'
import type * as schema from './schema.ts'
import { findByTypedCode } from './verify-certificate.ts'

export async function listAllCertificates(
  ctx: Deps,
  { limit, cursor, ...filter }: schema.ListAllCertificatesInput,
): Promise<schema.AdminCertificateList> {
  const rows = await listCertificates(ctx.db, {
    ...filter,
    before: startOf({ limit, cursor }),
    limit: limit + 1,
  })
  return toPage(rows, limit, (row) => toAdminCertificate(ctx, row))
}

export async function revokeAsAdmin(
  ctx: Context,
  input: schema.RevokeCertificateInput,
): Promise<schema.AdminCertificate> {
  return describeForAdmin(ctx, await revokeCertificate(ctx, input))
}

export async function reinstateAsAdmin(
  ctx: Context,
  input: schema.ReinstateCertificateInput,
): Promise<schema.AdminCertificate> {
  const { certificate } = await reinstateCertificate(ctx, input)
  return describeForAdmin(ctx, certificate)
}

export async function reissueAsAdmin(
  ctx: Context,
  input: schema.ReissueCertificateInput,
): Promise<schema.AdminCertificate> {
  refuseOwn(ctx, (await findByTypedCode(ctx, input.code)).userId)
  const { certificate, isNew } = await reissueCertificate(ctx, input)
  ctx.outcome.created = isNew
  await waitForPdf(ctx, certificate)
  return describeForAdmin(ctx, certificate)
}

/** Prints a certificate whose PDF is missing or lost; a printed one stays as it is. */
export async function printAsAdmin(
  ctx: Context,
  { code }: schema.RenderCertificateInput,
): Promise<schema.AdminCertificate> {
  const certificate = await findByTypedCode(ctx, code)
  await requirePdf(ctx, certificate)
  return describeForAdmin(ctx, certificate)
}
