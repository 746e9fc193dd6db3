import type { CourseContent } from '../../../../content/draft.ts'
import { findAuthoredCourse } from '../../../../db/queries/courses/courses/authored-courses.ts'
import { type ActorDeps, inTransaction } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { keyOfCourseBranding, requirePrintable } from '../../platform/branding/course-branding.ts'
import { setTermsOfSale } from './set-terms-of-sale.ts'
import { countLessons, type FolderOptions, writeFolder } from './write-folder.ts'

export interface DraftedCourse {
  courseId: string
  slug: string
  title: string
  /** The current version; null before the first. */
  version: number | null
  lessons: number
  /** Whether a draft was written, an open draft was the same, or the current version was. */
  outcome: 'draft' | 'unchanged draft' | 'unchanged'
  /** Revision of the draft. */
  revision: number
  requiresReview: boolean
  /** Whether the folder states a different price, which was not taken. */
  keepsPrice: boolean
  /** Whether the same holds for the certificate design. */
  keepsCertificate: boolean
}

/**
 * Makes the content of a folder the draft of its course, for others to review and publish. It
 * replaces the draft of an earlier import. Price and certificate design take effect at once, so
 * they are taken only until something is published.
 * @throws ManagedElsewhere, VersionChanged, LessonKeyTaken, InvalidFields
 */
export async function draftCourse(
  ctx: ActorDeps,
  content: CourseContent,
  options: FolderOptions = {},
): Promise<DraftedCourse> {
  const { slug, title, price } = content
  await requirePrintable(ctx, content)

  return inTransaction(ctx, async (ctx) => {
    const written = await writeFolder(ctx, content, options)
    const { revision, changed } = written
    const { id: courseId, currentVersion: version, requiresReview } = written.course
    const course = await findAuthoredCourse(ctx.db, { courseId, readerId: null })
    if (course === undefined) throw new AppError('CourseNotFound')
    if (version === null) await setTermsOfSale(ctx, course, content)
    const isOtherPrice =
      course.priceAmount !== price.amount || course.priceCurrency !== price.currency
    return {
      courseId,
      slug,
      title,
      version,
      lessons: countLessons(content),
      outcome: changed ? 'draft' : course.hasDraft ? 'unchanged draft' : 'unchanged',
      revision,
      requiresReview,
      keepsPrice: version !== null && isOtherPrice,
      keepsCertificate: version !== null && course.branding !== designOf(content),
    }
  })
}

function designOf({ certificate }: CourseContent): string | null {
  return certificate === undefined ? null : keyOfCourseBranding(certificate)
}
