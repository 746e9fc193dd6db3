import { findVersion } from '../../../../db/queries/courses/courses/courses.ts'
import type { CertificateRow } from '../../../../db/queries/learning/certificates.ts'
import { listCertifiedCourses } from '../../../../db/queries/learning/programs.ts'
import { findUser, lockNameOf, type UserRow } from '../../../../db/queries/people/users/users.ts'
import type { Deps } from '../../../context.ts'
import { dayOf } from '../../../lib/lists/periods.ts'
import { freezeBranding } from '../../base/branding/course-branding.ts'
import { outlineOf } from '../../courses/courses/outline.ts'
import { endOfValidity } from './validity/validity.ts'

/** The facts of the account and of the course that a new certificate freezes. */
export interface Snapshot {
  /** Undefined where the account was erased. */
  learner: Pick<CertificateRow, 'learnerName' | 'nameIsGuess'> | undefined
  course: Pick<
    CertificateRow,
    | 'courseTitle'
    | 'courseVersion'
    | 'language'
    | 'issuer'
    | 'branding'
    | 'minutes'
    | 'courses'
    | 'grade'
    | 'completedOn'
    | 'validUntil'
    | 'lastDay'
  >
}

/**
 * Takes the snapshot for a version of a course. Until the end of the transaction a guessed name
 * cannot change: whoever changes it must find every certificate that bears the guess.
 */
export async function takeSnapshot(
  ctx: Deps,
  {
    userId,
    versionId,
    completedAt,
  }: { userId: string | null; versionId: string; completedAt: Date },
): Promise<Snapshot> {
  const user = userId === null ? undefined : await findLearner(ctx, userId)
  const version = await findVersion(ctx.db, versionId)
  if (version === undefined) throw new Error('There is no such version of a course.')
  const of = { userId, courseId: version.courseId, versionId, completedAt }
  const { timeZone } = ctx.config
  const completedOn = dayOf(completedAt, timeZone)
  const outline = await outlineOf(ctx, versionId)
  const isProgram = outline.some(({ type }) => type === 'course')
  const courses = isProgram ? await listCertifiedCourses(ctx.db, of) : []
  return {
    learner: user && printedNameOf(user),
    course: {
      courseTitle: version.title,
      courseVersion: version.version,
      language: version.language,
      ...(await freezeBranding(ctx, version.branding)),
      minutes: minutesOf(version.choose === null ? outline : courses),
      courses: courses.length === 0 ? null : courses.map(({ title }) => title),
      grade:
        version.grade === 'printed' && userId !== null
          ? await ctx.gradeOf(ctx.db, { userId, versionId })
          : null,
      completedOn,
      ...endOfValidity(completedOn, { months: version.validFor, timeZone }),
    },
  }
}

/** The name for certificates, where the learner has given one, instead of the profile's. */
export function printedNameOf({
  name,
  nameIsGuess,
  certificateName,
}: Pick<UserRow, 'name' | 'nameIsGuess' | 'certificateName'>): NonNullable<Snapshot['learner']> {
  return certificateName === null
    ? { learnerName: name, nameIsGuess }
    : { learnerName: certificateName, nameIsGuess: false }
}

async function findLearner({ db }: Deps, userId: string): Promise<UserRow | undefined> {
  const user = await findUser(db, userId)
  if (user?.nameIsGuess !== true) return user
  await lockNameOf(db, userId)
  return findUser(db, userId)
}

/** The duration of the required lessons, or of all lessons where none is required. */
export function minutesOf(
  lessons: readonly { minutes: number; required?: boolean }[],
): number | null {
  const required = lessons.filter((lesson) => lesson.required)
  const counted = required.length > 0 ? required : lessons
  return counted.length === 0 ? null : counted.reduce((sum, { minutes }) => sum + minutes, 0)
}
