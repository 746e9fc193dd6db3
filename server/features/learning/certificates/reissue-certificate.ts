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
 * issuer and branding, but the same achievement. However often it is called, there is one
 * successor. `allow` runs in the transaction of the one call that makes it, and may refuse.
 */
export async function reissueCertificate(
  ctx: Deps,
  { code }: ReissueCertificateInput,
  allow: (ctx: Deps) => Promise<void> = () => Promise.resolve(),
): Promise<Reissue> {
  const { id, userId } = await findByTypedCode(ctx, code)
  return inTransaction(ctx, async (ctx) => {
    // Locks user and name before the certificate, like a change of the name, to prevent deadlocks.
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
  // Answers as for a code that was never issued.
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
    // Counts only the call that makes the replacement: twelve simultaneous clicks are one.
    ({ db, limits }) => limits.within(db).take('reissuesPerAccount', ctx.user.id),
  )
  ctx.outcome.created = isNew
  await waitForPdf(ctx, certificate)
  return describeCertificate(ctx, certificate)
}

/**
 * Replaces a certificate that states a grade once that has risen, as a change of name does. Runs in
 * the caller's transaction, which has locked the enrollment. Undefined if nothing is to replace.
 */
export async function replaceForGrade(
  ctx: Deps,
  { userId, courseId, renewingSince }: EnrollmentKey & { renewingSince: Date | null },
): Promise<CertificateRow | undefined> {
  // Leaves it: what is done during a renewal counts only for the new certificate.
  if (renewingSince !== null) return undefined
  const current = await findCertificateOf(ctx.db, userId, courseId)
  if (current?.status !== 'issued' || current.grade === null) return undefined
  const grade = await ctx.hooks.gradeOf(ctx.db, { userId, versionId: current.versionId })
  if (grade === null || grade <= current.grade) return undefined
  await lockNameOf(ctx.db, userId)
  const old = await lockCertificate(ctx.db, current.id)
  // Keeps the old one: a learner never loses a certificate over a name.
  return (await isReplaceable(ctx, old))
    ? replaceCertificate(ctx, old, { ...old, grade })
    : undefined
}

/**
 * Replaces a certificate after the course was completed again, for that completion. Runs in the
 * caller's transaction, which has locked the enrollment. Undefined, with nothing written, if the
 * certificate was revoked or the learner's name cannot be printed.
 */
export async function renewCertificate(
  ctx: Deps,
  completion: CompletedEnrollment,
): Promise<CertificateRow | undefined> {
  const { userId, courseId, versionId, completedAt } = completion
  // Comes first: until the end nobody else replaces it.
  await lockNameOf(ctx.db, userId)
  const current = await findCertificateOf(ctx.db, userId, courseId)
  if (current === undefined) return issueCertificate(ctx, completion)
  const old = await lockCertificate(ctx.db, current.id)
  if (!(await isReplaceable(ctx, old))) return undefined
  const snapshot = await takeSnapshot(ctx, { userId, versionId, completedAt })
  const expiryTold = knownAtIssue(snapshot.validUntil, ctx.now())
  const achieved = { ...old, ...snapshot, versionId, completedAt, claimedAt: null, expiryTold }
  return replaceCertificate(ctx, old, achieved, { event: 'certificate-renewed' })
}

async function isReplaceable(ctx: Deps, { status, userId }: CertificateRow): Promise<boolean> {
  const learner = status === 'issued' ? await learnerOf(ctx, userId) : undefined
  return learner !== undefined && learner.fault === undefined
}

interface Replacement {
  event?: 'certificate-reissued' | 'certificate-renewed'
  /** The reissue of many that it is a part of. */
  reissueId?: string
}

/**
 * Gives a locked, issued certificate its successor, with the achievement handed over as it is,
 * whatever columns that has. Only name, issuer and look are taken anew.
 */
export async function replaceCertificate(
  ctx: Deps,
  old: CertificateRow,
  achieved: CertificateRow = old,
  { event = 'certificate-reissued', reissueId }: Replacement = {},
): Promise<CertificateRow> {
  const { userId } = old
  const { named = old, fault } = (await learnerOf(ctx, userId)) ?? {}
  const { learnerName, nameIsGuess } = named
  if (fault !== undefined) throw await nameNotPrintable(ctx, learnerName)
  const { status, supersededAt, revokedAt, revocationReason, ...copied } = achieved
  const { statusIndex, credential, ...facts } = copied
  const [id, at] = [newId(), ctx.now()]
  await markSuperseded(ctx.db, old.id, at)
  const successor = await writeCertificate(
    ctx,
    {
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
      reissueId: reissueId ?? null,
    },
    { id: old.id, code: formatCode(old.code), isRepeated: achieved === old },
  )
  if (successor === undefined) throw new Error('The successor was not written.')

  await recordEvent(ctx, event, {
    userId,
    details: { certificateId: old.id, successorId: id },
  })
  return successor
}

/** Returns the certificate at the end of the chain of successors. */
async function newestOf(
  { db }: Pick<Deps, 'db'>,
  certificate: CertificateRow,
): Promise<CertificateRow> {
  const successor = await findSuccessor(db, certificate.id)
  if (successor === undefined) throw new Error('A superseded certificate has no successor.')
  return successor.status === 'superseded' ? newestOf({ db }, successor) : successor
}
