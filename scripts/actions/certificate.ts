import type { CertificateRow } from '../../db/queries/certificates.ts'
import type { Deps } from '../../server/context.ts'
import { describeCertificate } from '../../server/features/certificates/describe-certificate.ts'
import { revokeCertificate } from '../../server/features/certificates/revoke-certificate.ts'
import { findByTypedCode } from '../../server/features/certificates/verify-certificate.ts'
import { readReason } from '../arguments.ts'
import { type Outcome, printable } from '../outcome.ts'
import { withDeps } from '../with-deps.ts'

export async function showCertificate(code: string): Promise<Outcome> {
  const description = await withDeps(async (deps) => describe(deps, await findByTypedCode(deps, code)))
  const { verificationCode, status, learnerName, courseTitle, completedOn, issuer, revokedAt, revocationReason } = description
  const facts = [
    ['Code', verificationCode],
    ['Status', status],
    ['Learner', learnerName],
    ['Course', courseTitle],
    ['Completed', completedOn],
    ['Issuer', issuer],
    ['Page', description.verificationUrl],
    ['PDF', description.certificateUrl],
    ...(revokedAt === null ? [] : [['Revoked', revokedAt]]),
    ...(revocationReason === null ? [] : [['Reason', revocationReason]]),
  ]
  return { json: description, text: facts.map(([name = '', fact = '']) => `${name.padEnd(11)}${printable(fact)}\n`).join('') }
}

export async function revoke(code: string, reason: string): Promise<Outcome> {
  const given = readReason(reason)
  const { description, isNew } = await withDeps(async (deps) => {
    const before = await findByTypedCode(deps, code)
    const after = await revokeCertificate(deps, { code, reason: given })
    return { description: await describe(deps, after), isNew: before.status === 'issued' && after.status === 'revoked' }
  })
  return {
    json: { ...description, changed: isNew },
    text: `${printable(sentenceOf(description, isNew))}\n`,
    failed: description.status !== 'revoked',
  }
}

function sentenceOf({ verificationCode, learnerName, courseTitle, ...rest }: Description, isNew: boolean): string {
  const certificate = `The certificate ${verificationCode} of ${learnerName} for ${courseTitle}`
  if (rest.status !== 'revoked') return `${certificate} is not valid any more: it was superseded. There is nothing to revoke.`
  if (isNew) return `${certificate} is revoked.`
  return `${certificate} was revoked already, on ${rest.revokedAt}: ${rest.revocationReason}`
}

type Description = Awaited<ReturnType<typeof describe>>

async function describe(deps: Deps, certificate: CertificateRow) {
  const { issuer, revokedAt, revocationReason } = certificate
  return { ...(await describeCertificate(deps, certificate)), issuer, revokedAt: revokedAt?.toISOString() ?? null, revocationReason }
}
