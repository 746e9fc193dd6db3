import {
  type CertificateRow,
  findCertificateOf,
  findSuccessor,
  lockCertificate,
  markSuperseded,
} from '../../../../db/queries/learning/certificates.ts'
import {
  findUser,
  lockNameOf,
  lockUserWithName,
} from '../../../../db/queries/people/users/users.ts'
import type { EnrollmentKey } from '../../../../db/schema/learning/enrollments.ts'
import { newId } from '../../../../lib/ids.ts'
import { type Deps, inTransaction, type UserContext } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { recordEvent } from '../../../security/audit.ts'
import { formatCode, makeCertificateCode } from './code/code.ts'
import { describeCertificate } from './describe-certificate.ts'
import {
  type CompletedEnrollment,
  issueCertificate,
  knownAtIssue,
  writeCertificate,
} from './issue-certificate.ts'
import { waitForPdf } from './print-certificate.ts'
import { nameNotPrintable, printedNameOf } from './printable-name.ts'
import type { Certificate, ReissueCertificateInput } from './schema.ts'
import { learnerOf, lookOf, takeSnapshot } from './snapshot.ts'
import { daysOn } from './validity/certificate-days.ts'
import { findByTypedCode } from './verify-certificate.ts'

export interface Reissue {
  certificate: CertificateRow
  /** False if the certificate already had a successor. */
  isNew: boolean
}

/**
 * Replaces a certificate with a new one that has the current name of the profile and the current
 * issuer and branding; all that was achieved stays. However often it is called, there is one
 * successor. `allow` runs in the transaction of the one call that makes it, and may refuse.
 */
export async function reissueCertificate(
  ctx: Deps,
  { code }: ReissueCertificateInput,
  allow: (ctx: Deps) => Promise<void> = () => Promise.resolve(),
): Promise<Reissue> {
  const { id, userId } = await findByTypedCode(ctx, code)
  return inTransaction(ctx, async (ctx) => {
    // User and name before the certificate, like a change of the name: so the two never deadlock.
    if (userId !== null) await lockUserWithName(ctx.db, userId)
    const old = await lockCertificate(ctx.db, id)
    if (old.status === 'revoked') throw new AppError('CertificateRevoked')
    if (old.status === 'superseded') return { certificate: await newestOf(ctx, old), isNew: false }
    await allow(ctx)
    return { certificate: await replaceCertificate(ctx, old), isNew: true }
  })
}

/** Replaces the learner's own certificate after the name in the profile has changed. */
export async function reissueOwnCertificate(
  ctx: UserContext,
  { code }: ReissueCertificateInput,
): Promise<Certificate> {
  const chosen = await findByTypedCode(ctx, code)
  // The same answer as for a code that was never issued.
  if (chosen.userId !== ctx.user.id) throw new AppError('CertificateNotFound')

  const current = chosen.status === 'superseded' ? await newestOf(ctx, chosen) : chosen
  if (current.status === 'revoked') throw new AppError('CertificateRevoked')
  const owner = await findUser(ctx.db, ctx.user.id)
  if (owner !== undefined && current.learnerName === printedNameOf(owner).learnerName) {
    if (current.id === chosen.id) throw new AppError('CertificateUnchanged')
    ctx.outcome.created = false
    return describeCertificate(ctx, current)
  }

  const { certificate, isNew } = await reissueCertificate(
    ctx,
    { code: formatCode(current.code) },
    // Twelve clicks at once are one replacement: only the one that makes it counts.
    ({ db, limits }) => limits.within(db).take('reissuesPerAccount', ctx.user.id),
  )
  ctx.outcome.created = isNew
  await waitForPdf(ctx, certificate)
  return describeCertificate(ctx, certificate)
}

/**
 * Replaces a certificate that says a grade once that has risen, as a change of the name does. In the
 * caller's transaction, which has locked the enrollment. Undefined where nothing is to be replaced.
 */
export async function replaceForGrade(
  ctx: Deps,
  { userId, courseId, renewingSince }: EnrollmentKey & { renewingSince: Date | null },
): Promise<CertificateRow | undefined> {
  // What is done again counts for the new certificate alone.
  if (renewingSince !== null) return undefined
  const current = await findCertificateOf(ctx.db, userId, courseId)
  if (current?.status !== 'issued' || current.grade === null) return undefined
  const grade = await ctx.hooks.gradeOf(ctx.db, { userId, versionId: current.versionId })
  if (grade === null || grade <= current.grade) return undefined
  await lockNameOf(ctx.db, userId)
  const old = await lockCertificate(ctx.db, current.id)
  // The old one stays: what a learner holds is never lost for a name.
  return (await isReplaceable(ctx, old))
    ? replaceCertificate(ctx, old, { ...old, grade })
    : undefined
}

/**
 * Replaces a certificate after the course was completed again: it is for that completion. In the
 * caller's transaction, which has locked the enrollment. Undefined, and nothing is written, where
 * the certificate was revoked, and where the learner's name cannot be printed.
 */
export async function renewCertificate(
  ctx: Deps,
  completion: CompletedEnrollment,
): Promise<CertificateRow | undefined> {
  const { userId, courseId, versionId, completedAt } = completion
  // First: until the end nobody else replaces it.
  await lockNameOf(ctx.db, userId)
  const current = await findCertificateOf(ctx.db, userId, courseId)
  if (current === undefined) return issueCertificate(ctx, completion)
  const old = await lockCertificate(ctx.db, current.id)
  if (!(await isReplaceable(ctx, old))) return undefined
  const snapshot = await takeSnapshot(ctx, { userId, versionId, completedAt })
  const expiryTold = knownAtIssue(snapshot.validUntil, ctx.now())
  const achieved = { ...old, ...snapshot, versionId, completedAt, claimedAt: null, expiryTold }
  return replaceCertificate(ctx, old, achieved, 'certificate-renewed')
}

async function isReplaceable(ctx: Deps, { status, userId }: CertificateRow): Promise<boolean> {
  const learner = status === 'issued' ? await learnerOf(ctx, userId) : undefined
  return learner !== undefined && learner.fault === undefined
}

/**
 * Gives a certificate that is locked and issued its successor, which says what was achieved as it
 * is handed over here, whatever columns that has. Only name, issuer and look are taken anew.
 */
export async function replaceCertificate(
  ctx: Deps,
  old: CertificateRow,
  achieved: CertificateRow = old,
  event: 'certificate-reissued' | 'certificate-renewed' = 'certificate-reissued',
): Promise<CertificateRow> {
  const { userId } = old
  const { named = old, fault } = (await learnerOf(ctx, userId)) ?? {}
  const { learnerName, nameIsGuess } = named
  if (fault !== undefined) throw await nameNotPrintable(ctx, learnerName)
  const { status, supersededAt, revokedAt, revocationReason, ...copied } = achieved
  const { statusIndex, credential, ...facts } = copied
  const [id, at] = [newId(), ctx.now()]
  await markSuperseded(ctx.db, old.id, at)
  const successor = await writeCertificate(ctx, {
    ...facts,
    ...daysOn(achieved, ctx.config.timeZone),
    ...(await lookOf(ctx, achieved)),
    id,
    code: makeCertificateCode(),
    userId,
    learnerName,
    nameIsGuess,
    issuedAt: at,
    supersedes: old.id,
  })
  if (successor === undefined) throw new Error('The successor was not written.')

  await recordEvent(ctx, event, {
    userId,
    details: { certificateId: old.id, successorId: id },
  })
  return successor
}

/** The certificate at the end of the chain of successors. */
async function newestOf(
  { db }: Pick<Deps, 'db'>,
  certificate: CertificateRow,
): Promise<CertificateRow> {
  const successor = await findSuccessor(db, certificate.id)
  if (successor === undefined) throw new Error('A superseded certificate has no successor.')
  return successor.status === 'superseded' ? newestOf({ db }, successor) : successor
}
