import type { CertificateRow } from '../../../db/queries/learning/certificates.ts'
import type { Deps } from '../../../server/context.ts'
import { listAllCertificates } from '../../../server/features/learning/certificates/administer-certificates.ts'
import { describeForAdmin } from '../../../server/features/learning/certificates/describe-certificate.ts'
import { printCertificate } from '../../../server/features/learning/certificates/print-certificate.ts'
import { reissueCertificate } from '../../../server/features/learning/certificates/reissue-certificate.ts'
import {
  reinstateCertificate,
  revokeCertificate,
} from '../../../server/features/learning/certificates/revoke-certificate.ts'
import type { AdminCertificate } from '../../../server/features/learning/certificates/schema.ts'
import { findByTypedCode } from '../../../server/features/learning/certificates/verify-certificate.ts'
import { chosenUserId } from '../../../server/features/platform/admin/chosen-user.ts'
import { type CommandResult, said } from '../output.ts'
import { detailsOf, listOf } from '../results.ts'

interface ListOptions {
  email?: string
  status?: CertificateRow['status']
  limit: number
}

export async function listCertificates(
  deps: Deps,
  { email, status, limit }: ListOptions,
): Promise<CommandResult> {
  const userId = await chosenUserId(deps, email)
  const { items } = await listAllCertificates(deps, { userId, status, limit })
  return listOf(items, {
    columns: [
      'verificationCode',
      'status',
      'completedOn',
      'lastDay',
      'pdf',
      'learnerName',
      'courseTitle',
    ],
    none: 'There are no certificates.',
  })
}

export async function showCertificate(deps: Deps, code: string): Promise<CommandResult> {
  return detailsOf(await describeForAdmin(deps, await findByTypedCode(deps, code)))
}

export async function revoke(
  deps: Deps,
  code: string,
  { reason }: { reason: string },
): Promise<CommandResult> {
  const { status } = await findByTypedCode(deps, code)
  const after = await describeForAdmin(deps, await revokeCertificate(deps, { code, reason }))
  return changedOrNot(after, {
    isNew: status === 'issued',
    done: 'is now revoked.',
    before: `was already revoked on ${after.revokedAt}: ${after.revocationReason}`,
  })
}

export async function reinstate(
  deps: Deps,
  code: string,
  { reason }: { reason: string },
): Promise<CommandResult> {
  const { certificate, isNew } = await reinstateCertificate(deps, { code, reason })
  const after = await describeForAdmin(deps, certificate)
  return changedOrNot(after, { isNew, done: 'is valid again.', before: 'is not revoked.' })
}

export async function reissue(deps: Deps, code: string): Promise<CommandResult> {
  const { certificate, isNew } = await reissueCertificate(deps, { code })
  return changedOrNot(await describeForAdmin(deps, certificate), {
    isNew,
    done: 'replaces the old one.',
    before: 'has already replaced the old one.',
  })
}

export async function render(deps: Deps, code: string): Promise<CommandResult> {
  const certificate: CertificateRow = await findByTypedCode(deps, code)
  await printCertificate(deps, certificate)
  return detailsOf(await describeForAdmin(deps, certificate))
}

function changedOrNot(
  certificate: AdminCertificate,
  { isNew, done, before }: { isNew: boolean; done: string; before: string },
): CommandResult {
  const { verificationCode, learnerName, courseTitle } = certificate
  const name = `The certificate ${verificationCode} of ${learnerName} for ${courseTitle}`
  return said({ ...certificate, changed: isNew }, `${name} ${isNew ? done : before}`)
}
