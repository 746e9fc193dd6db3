import type { Deps } from '../../../server/context.ts'
import { describeForAdmin } from '../../../server/features/learning/certificates/describe-certificate.ts'
import { printCertificate } from '../../../server/features/learning/certificates/print-certificate.ts'
import { reissueCertificate } from '../../../server/features/learning/certificates/reissue-certificate.ts'
import {
  reinstateCertificate,
  revokeCertificate,
} from '../../../server/features/learning/certificates/revoke-certificate.ts'
import type {
  AdminCertificate,
  ReinstateCertificateInput,
  ReissueCertificateInput,
  RenderCertificateInput,
  RevokeCertificateInput,
} from '../../../server/features/learning/certificates/schema.ts'
import { findByTypedCode } from '../../../server/features/learning/certificates/verify-certificate.ts'
import type { CommandResult } from '../output.ts'
import { detailsOf } from '../results.ts'

type Changed = AdminCertificate & { changed: boolean }

export async function showCertificate(deps: Deps, code: string): Promise<CommandResult> {
  return detailsOf(await describeForAdmin(deps, await findByTypedCode(deps, code)))
}

export async function revoke(deps: Deps, input: RevokeCertificateInput): Promise<Changed> {
  const { status } = await findByTypedCode(deps, input.code)
  const after = await describeForAdmin(deps, await revokeCertificate(deps, input))
  return { ...after, changed: status === 'issued' }
}

export async function reinstate(deps: Deps, input: ReinstateCertificateInput): Promise<Changed> {
  const { certificate, isNew } = await reinstateCertificate(deps, input)
  return { ...(await describeForAdmin(deps, certificate)), changed: isNew }
}

/** Waits for no PDF: a server prints it, and `render` can. */
export async function reissue(deps: Deps, input: ReissueCertificateInput): Promise<Changed> {
  const { certificate, isNew } = await reissueCertificate(deps, input)
  return { ...(await describeForAdmin(deps, certificate)), changed: isNew }
}

export async function render(
  deps: Deps,
  { code }: RenderCertificateInput,
): Promise<AdminCertificate> {
  const certificate = await findByTypedCode(deps, code)
  await printCertificate(deps, certificate)
  return describeForAdmin(deps, certificate)
}
