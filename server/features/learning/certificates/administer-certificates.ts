import type { PageBefore } from '../../../../db/page.ts'
import {
  type CertificateWithState,
  listCertificates,
  searchCertificates,
} from '../../../../db/queries/learning/certificates.ts'
import { startOf, toPage } from '../../../../lib/lists/pagination.ts'
import { wordsToSpell } from '../../../../lib/typed-text/typed-text.ts'
import type { ActorDeps, Context, Deps } from '../../../context.ts'
import { refuseOwn } from '../../platform/admin/refuse-own.ts'
import { readCode, readCodePart } from './code/code.ts'
import { describeForAdmin, toAdminCertificate } from './describe-certificate.ts'
import { printCertificate, requirePdf, waitForPdf } from './print-certificate.ts'
import { reissueCertificate } from './reissue-certificate.ts'
import {
  type ChangedCertificate,
  reinstateCertificate,
  revokeCertificate,
} from './revoke-certificate.ts'
import type * as schema from './schema.ts'
import { findByTypedCode } from './verify-certificate.ts'

/** An administrator, or the operator. */
type Acting = ActorDeps & Pick<Context, 'outcome'>

export async function listAllCertificates(
  ctx: Deps,
  { limit, cursor, ...filter }: schema.ListAllCertificatesInput,
): Promise<schema.AdminCertificateList> {
  const page = { before: startOf({ limit, cursor }), limit: limit + 1 }
  return toPage(await findRows(ctx, filter, page), limit, (row) => toAdminCertificate(ctx, row))
}

async function findRows(
  { db }: Pick<Deps, 'db'>,
  { q, code, ...filter }: Omit<schema.ListAllCertificatesInput, 'limit' | 'cursor'>,
  page: PageBefore,
): Promise<CertificateWithState[]> {
  const coded = { ...filter, ...(code !== undefined && { code: typedCode(code) }) }
  if (q === undefined) return listCertificates(db, { ...coded, ...page })
  // Also reads the address of a page that verifies it.
  const codePart = readCodePart(q.replace(/^.*\//, ''))
  const words = wordsToSpell(q)
  const ids = await searchCertificates(db, { ...filter, words, codePart, ...page })
  return listCertificates(db, { ...coded, ids, ...page })
}

/** Reads a code; one that is none finds nothing. */
function typedCode(typed: string): string {
  const read = readCode(typed)
  return read.kind === 'code' ? read.code : ''
}

export async function showAsAdmin(
  ctx: Deps,
  { code }: schema.VerifyCertificateInput,
): Promise<schema.AdminCertificate> {
  return describeForAdmin(ctx, await findByTypedCode(ctx, code))
}

export async function revokeAsAdmin(
  ctx: Acting,
  input: schema.RevokeCertificateInput,
): Promise<schema.AdminCertificate> {
  return shown(ctx, await revokeCertificate(ctx, input))
}

export async function reinstateAsAdmin(
  ctx: Acting,
  input: schema.ReinstateCertificateInput,
): Promise<schema.AdminCertificate> {
  return shown(ctx, await reinstateCertificate(ctx, input))
}

export async function reissueAsAdmin(
  ctx: Acting,
  input: schema.ReissueCertificateInput,
): Promise<schema.AdminCertificate> {
  refuseOwn(ctx, (await findByTypedCode(ctx, input.code)).userId)
  const reissued = await reissueCertificate(ctx, input)
  // At the command line nobody waits: a server prints it.
  if (ctx.operator === undefined) await waitForPdf(ctx, reissued.certificate)
  return shown(ctx, reissued)
}

async function shown(
  ctx: Acting,
  { certificate, isNew }: ChangedCertificate,
): Promise<schema.AdminCertificate> {
  ctx.outcome.created = isNew
  return describeForAdmin(ctx, certificate)
}

/**
 * Prints a certificate that has no PDF yet, or has lost it; a printed one stays as it is. The
 * operator waits until it is there, or learns why it is not.
 */
export async function printAsAdmin(
  ctx: Deps,
  { code }: schema.RenderCertificateInput,
): Promise<schema.AdminCertificate> {
  const certificate = await findByTypedCode(ctx, code)
  await (ctx.operator === undefined ? requirePdf : printCertificate)(ctx, certificate)
  return describeForAdmin(ctx, certificate)
}
