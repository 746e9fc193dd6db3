import {
  type CertificateRow,
  findCertificateOf,
  findSuccessor,
  lockCertificate,
  lockCertificatesWithGuess,
  markSuperseded,
} from '../../../../db/queries/learning/certificates.ts'
import {
  findUser,
  lockNameOf,
  lockUserWithName,
  type UserRow,
} from '../../../../db/queries/people/users/users.ts'
import type { EnrollmentKey } from '../../../../db/schema/learning/enrollments.ts'
import { type Deps, inTransaction, type UserContext } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { newId } from '../../../lib/ids.ts'
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
import { findNameFault, nameNotPrintable } from './printable-name.ts'
import type { Certificate, ReissueCertificateInput } from './schema.ts'
import { printedNameOf, takeSnapshot } from './snapshot.ts'
import { daysOn } from './validity/certificate-days.ts'
import { findByTypedCode } from './verify-certificate.ts'

export interface Reissue {
  certificate: CertificateRow
  /** False if the certificate already had a successor. */
  isNew: boolean
}

/**
 * Replaces a certificate with a new one that has the current name of the profile and the current
 * issuer and branding; the day of completion stays. However often it is called, there is one
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

const certificatesAtOnce = 50

/**
 * Replaces every issued certificate that bears a guess with one that has the name the learner has
 * set. Runs in the transaction that sets the name, which has begun with lockUserWithName().
 */
export async function replaceGuessedNames(ctx: Deps, user: UserRow): Promise<void> {
  const { learnerName: name } = printedNameOf(user)
  const lockSome = () =>
    lockCertificatesWithGuess(ctx.db, { userId: user.id, name, limit: certificatesAtOnce })
  for (let batch = await lockSome(); batch.length > 0; batch = await lockSome())
    for (const certificate of batch) await replaceCertificate(ctx, certificate)
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
  const grade = await ctx.gradeOf(ctx.db, { userId, versionId: current.versionId })
  if (grade === null || grade <= current.grade) return undefined
  await lockNameOf(ctx.db, userId)
  const old = await lockCertificate(ctx.db, current.id)
  const owner = await findUser(ctx.db, userId)
  if (old.status !== 'issued' || owner === undefined) return undefined
  const fault = await findNameFault(ctx, printedNameOf(owner).learnerName)
  // The old one stays: what a learner holds is never lost for a name.
  return fault === undefined ? replaceCertificate(ctx, old) : undefined
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
  const owner = await findUser(ctx.db, userId)
  if (old.status !== 'issued' || owner === undefined) return undefined
  if ((await findNameFault(ctx, printedNameOf(owner).learnerName)) !== undefined) return undefined
  return replaceCertificate(ctx, old, { versionId, completedAt })
}

/** The successor of a certificate that is locked and issued; with a renewal, for that. */
async function replaceCertificate(
  ctx: Deps,
  old: CertificateRow,
  renewal?: Pick<CertificateRow, 'versionId' | 'completedAt'>,
): Promise<CertificateRow> {
  const { learner = old, course } = await takeSnapshot(ctx, { ...old, ...renewal })
  const { userId, courseId, versionId, completedAt, validUntil, expiryTold, claimedAt } = old
  const { courses, minutes } = old
  const { issuedOn: _ofTheOld, ...days } = daysOn(old, ctx.config.timeZone)
  const { learnerName, nameIsGuess } = learner
  if ((await findNameFault(ctx, learnerName)) !== undefined)
    throw await nameNotPrintable(ctx, learnerName)
  const [id, at] = [newId(), ctx.now()]
  await markSuperseded(ctx.db, old.id, at)
  const successor = await writeCertificate(ctx, {
    id,
    code: makeCertificateCode(),
    userId,
    courseId,
    versionId,
    learnerName,
    nameIsGuess,
    ...course,
    completedAt,
    issuedAt: at,
    supersedes: old.id,
    ...(renewal === undefined
      ? { validUntil, ...days, expiryTold, claimedAt, courses, minutes: minutes ?? course.minutes }
      : { ...renewal, expiryTold: knownAtIssue(course.validUntil, at) }),
  })
  if (successor === undefined) throw new Error('The successor was not written.')

  await recordEvent(ctx, renewal ? 'certificate-renewed' : 'certificate-reissued', {
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
