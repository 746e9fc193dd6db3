import {
  type CertificateRow,
  listCertificates as listRows,
} from '../../../db/queries/learning/certificates.ts'
import { findUserByEmail } from '../../../db/queries/people/users/users.ts'
import type { Deps } from '../../../server/context.ts'
import { AppError } from '../../../server/errors/errors.ts'
import {
  describeForAdmin,
  toAdminCertificate,
} from '../../../server/features/learning/certificates/describe-certificate.ts'
import { printCertificate } from '../../../server/features/learning/certificates/print-certificate.ts'
import { reissueCertificate } from '../../../server/features/learning/certificates/reissue-certificate.ts'
import {
  reinstateCertificate,
  revokeCertificate,
} from '../../../server/features/learning/certificates/revoke-certificate.ts'
import type { AdminCertificate } from '../../../server/features/learning/certificates/schema.ts'
import { findByTypedCode } from '../../../server/features/learning/certificates/verify-certificate.ts'
import { readEmail, readReason } from '../arguments.ts'
import type { CautionOptions } from '../caution.ts'
import { UsageError } from '../command-errors.ts'
import { changeWithCare } from '../confirm.ts'
import { type CommandResult, printable } from '../output.ts'
import { factsOf, tableOf } from '../results.ts'
import { withDeps } from '../with-deps.ts'

export interface ListOptions {
  email?: string
  status?: string
  limit: string
}

export async function listCertificates({
  email,
  status,
  limit,
}: ListOptions): Promise<CommandResult> {
  const filter = { status: readStatus(status), limit: readLimit(limit), before: undefined }
  const learnerEmail = email === undefined ? undefined : readEmail(email)
  const items = await withDeps(async (deps) => {
    const userId = learnerEmail === undefined ? undefined : await userIdOf(deps, learnerEmail)
    return (await listRows(deps.db, { ...filter, userId })).map((row) =>
      toAdminCertificate(deps, row),
    )
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

async function userIdOf({ db }: Deps, email: string): Promise<string> {
  const user = await findUserByEmail(db, email)
  if (user === undefined) throw new AppError('UserNotFound')
  return user.id
}

const statuses = ['issued', 'revoked', 'superseded'] as const

function readStatus(typed: string | undefined): CertificateRow['status'] | undefined {
  const status = statuses.find((status) => status === typed)
  if (typed !== undefined && status === undefined)
    throw new UsageError(`error: --status: must be one of ${statuses.join(', ')}`)
  return status
}

function readLimit(typed: string): number {
  if (!/^[1-9]\d{0,4}$/.test(typed))
    throw new UsageError('error: --limit: must be a number from 1 to 99999')
  return Number(typed)
}
