import type { CertificateRow } from '../../../db/queries/certificates.ts'
import { findVersion } from '../../../db/queries/courses.ts'
import { listLessons } from '../../../db/queries/lessons.ts'
import { findUser } from '../../../db/queries/users.ts'
import type { Deps } from '../../context.ts'
import { freezeBranding } from '../branding/course-branding.ts'

type Snapshot = Pick<
  CertificateRow,
  'courseTitle' | 'courseVersion' | 'language' | 'issuer' | 'branding' | 'minutes'
> & {
  /** Undefined where there is no account any more. */
  learnerName: string | undefined
}

/**
 * What a certificate for this version of a course says from now on, whatever becomes of the course
 * and the account.
 */
export async function takeSnapshot(
  ctx: Deps,
  { userId, versionId }: { userId: string | null; versionId: string },
): Promise<Snapshot> {
  const version = await findVersion(ctx.db, versionId)
  if (version === undefined) throw new Error('There is no such version of a course.')
  const user = userId === null ? undefined : await findUser(ctx.db, userId)
  return {
    learnerName: user?.name,
    courseTitle: version.title,
    courseVersion: version.version,
    language: version.language,
    ...(await freezeBranding(ctx, version.branding)),
    minutes: minutesOf(await listLessons(ctx.db, versionId)),
  }
}

/** Of the required lessons, or of all where none is. */
export function minutesOf(lessons: { minutes: number; required: boolean }[]): number | null {
  const required = lessons.filter((lesson) => lesson.required)
  const counted = required.length > 0 ? required : lessons
  return counted.length === 0 ? null : counted.reduce((sum, { minutes }) => sum + minutes, 0)
}
