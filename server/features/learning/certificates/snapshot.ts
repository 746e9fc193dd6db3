import { takeFacts } from '../../../../content/certificates/printed-facts.ts'
import { findVersion } from '../../../../db/queries/courses/courses/courses.ts'
import type { CertificateRow } from '../../../../db/queries/learning/certificates.ts'
import { listCertifiedCourses } from '../../../../db/queries/learning/programs.ts'
import { findUser, lockNameOf } from '../../../../db/queries/people/users/users.ts'
import { dayOf } from '../../../../lib/lists/periods.ts'
import type { CertificateSnapshot } from '../../../adapters/pdf-printer/types.ts'
import type { Deps } from '../../../context.ts'
import type { Issue } from '../../../errors/errors.ts'
import { outlineOf } from '../../courses/courses/outline.ts'
import { freezeBranding } from '../../platform/branding/course-branding.ts'
import { findNameFault, type Named, printedNameOf } from './printable-name.ts'
import { endOfValidity } from './validity/validity.ts'

/** Facts of a course, and of what was achieved in it, that a new certificate freezes. */
export type Snapshot = Omit<CertificateSnapshot, 'learnerName' | 'issuedAt' | 'issuedOn'> &
  Pick<CertificateRow, 'courseVersion' | 'branding' | 'courses' | 'validUntil'>

/** Takes the snapshot for a version of a course that a learner has completed. */
export async function takeSnapshot(
  ctx: Deps,
  { userId, versionId, completedAt }: { userId: string; versionId: string; completedAt: Date },
): Promise<Snapshot> {
  const version = await versionOf(ctx, versionId)
  const of = { userId, courseId: version.courseId, versionId, completedAt }
  const { timeZone } = ctx.config
  const completedOn = dayOf(completedAt, timeZone)
  const outline = await outlineOf(ctx, versionId)
  const isProgram = outline.some(({ type }) => type === 'course')
  const courses = isProgram ? await listCertifiedCourses(ctx.db, of) : []
  return {
    courseTitle: version.title,
    courseVersion: version.version,
    language: version.language,
    ...(await freezeBranding(ctx, version.branding)),
    ...(await takeFacts({
      version,
      lessons: version.choose === null ? outline : courses,
      gradeOf: () => ctx.hooks.gradeOf(ctx.db, { userId, versionId }),
    })),
    courses: courses.length === 0 ? null : courses.map(({ title }) => title),
    completedOn,
    ...endOfValidity(completedOn, { months: version.validFor, timeZone }),
  }
}

/** Returns the issuer and look that a certificate for this version gets today. */
export async function lookOf(
  ctx: Deps,
  { versionId }: { versionId: string },
): Promise<Pick<CertificateRow, 'issuer' | 'branding'>> {
  return freezeBranding(ctx, (await versionOf(ctx, versionId)).branding)
}

async function versionOf({ db }: Deps, versionId: string) {
  const version = await findVersion(db, versionId)
  if (version === undefined) throw new Error('There is no such version of a course.')
  return version
}

/**
 * Returns the name for a new certificate, and why it cannot be printed; undefined once the account
 * is erased. Locks a name that is guessed or cannot be printed until the transaction ends: whoever
 * changes it must find every certificate that bears it or waits for it.
 */
export async function learnerOf(
  ctx: Deps,
  userId: string | null,
): Promise<{ named: Named; fault: Issue | undefined } | undefined> {
  const look = async () => {
    const user = userId === null ? undefined : await findUser(ctx.db, userId)
    if (user === undefined) return undefined
    const named = printedNameOf(user)
    return { user, named, fault: await findNameFault(ctx, named.learnerName) }
  }
  const seen = await look()
  if (seen === undefined || !(seen.user.nameIsGuess || seen.fault)) return seen
  await lockNameOf(ctx.db, seen.user.id)
  return look()
}
