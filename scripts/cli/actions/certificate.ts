import type { CertificateRow } from '../../../db/queries/learning/certificates.ts'
import { chosenUserId } from '../../../server/features/base/admin/chosen-user.ts'
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
import { readEmail, readReason, readWholeNumber } from '../arguments.ts'
import type { CautionOptions } from '../caution.ts'
import { changeWithCare } from '../confirm.ts'
import { type CommandResult, printable } from '../output.ts'
import { factsOf, tableOf } from '../results.ts'
import { withDeps } from '../with-deps.ts'

interface ListOptions {
  email?: string
  status?: CertificateRow['status']
  limit: string
}

export async function listCertificates({
  status,
  ...options
}: ListOptions): Promise<CommandResult> {
  const limit = readWholeNumber(options.limit, '--limit')
  const email = options.email === undefined ? undefined : readEmail(options.email)
  const { items } = await withDeps(async (deps) => {
    const userId = await chosenUserId(deps, email)
    return listAllCertificates(deps, { userId, status, limit })
  })
  return {
    json: { items },
    text: tableOf(items, {
      CODE: 'verificationCode',
      STATUS: 'status',
      COMPLETED: 'completedOn',
      PDF: 'pdf',
      LEARNER: 'learnerName',
      COURSE: 'courseTitle',
    }),
  }
}

export async function showCertificate(code: string): Promise<CommandResult> {
  return resultOf(
    await withDeps(async (deps) => describeForAdmin(deps, await findByTypedCode(deps, code))),
  )
}

export async function revoke(
  code: string,
  options: CautionOptions & { reason: string },
): Promise<CommandResult> {
  const reason = readReason(options.reason)
  return changeWithCare(options, {
    question: `Revoke the certificate ${code}?`,
    word: 'revoke',
    change: async (deps) => {
      const before = await findByTypedCode(deps, code)
      const after = await describeForAdmin(deps, await revokeCertificate(deps, { code, reason }))
      const isNew = before.status === 'issued'
      const sentence = isNew
        ? 'is now revoked.'
        : `was already revoked on ${after.revokedAt}: ${after.revocationReason}`
      return {
        json: { ...after, changed: isNew },
        text: `${printable(`${nameOf(after)} ${sentence}`)}\n`,
      }
    },
  })
}

export async function reinstate(
  code: string,
  options: CautionOptions & { reason: string },
): Promise<CommandResult> {
  const reason = readReason(options.reason)
  return changeWithCare(options, {
    // Nothing is lost: a certificate can be revoked again.
    question: undefined,
    word: 'reinstate',
    change: async (deps) => {
      const { certificate, isNew } = await reinstateCertificate(deps, { code, reason })
      const after = await describeForAdmin(deps, certificate)
      const sentence = isNew ? 'is valid again.' : 'is not revoked.'
      return {
        json: { ...after, changed: isNew },
        text: `${printable(`${nameOf(after)} ${sentence}`)}\n`,
      }
    },
  })
}

export async function reissue(code: string): Promise<CommandResult> {
  const { description, isNew } = await withDeps(async (deps) => {
    const { certificate, isNew } = await reissueCertificate(deps, { code })
    return { description: await describeForAdmin(deps, certificate), isNew }
  })
  const sentence = isNew ? 'replaces the old one.' : 'has already replaced the old one.'
  return {
    json: { ...description, changed: isNew },
    text: `${printable(`${nameOf(description)} ${sentence}`)}\n`,
  }
}

export async function render(code: string): Promise<CommandResult> {
  return resultOf(
    await withDeps(async (deps) => {
      const certificate: CertificateRow = await findByTypedCode(deps, code)
      await printCertificate(deps, certificate)
      return describeForAdmin(deps, certificate)
    }),
  )
}

function resultOf(description: AdminCertificate): CommandResult {
  const { reinstatement } = description
  const text = factsOf([
    ['Code', description.verificationCode],
    ['Status', description.status],
    ['Learner', description.learnerName],
    ['Course', description.courseTitle],
    ['Completed', description.completedOn],
    ['Minutes', description.minutes],
    ['Issuer', description.issuer],
    ['Issued', description.issuedAt],
    ['Page', description.verificationUrl],
    ['PDF', description.certificateUrl],
    ['SHA-256', description.pdfSha256 ?? description.pdf],
    ['Revoked', description.revokedAt],
    ['Reason', description.revocationReason],
    ['Reinstated', reinstatement?.reinstatedAt],
    ['Because', reinstatement?.reason],
    ['Revoked at', reinstatement?.revokedAt],
    ['Because', reinstatement?.revocationReason],
    ['Replaced', description.supersededAt],
    ['By', description.supersededBy],
  ])
  return { json: description, text }
}

function nameOf({ verificationCode, learnerName, courseTitle }: AdminCertificate): string {
  return `The certificate ${verificationCode} of ${learnerName} for ${courseTitle}`
}
