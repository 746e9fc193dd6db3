import { termsOf } from '../../../../content/course-fields.ts'
import { fileNameOf } from '../../../../content/files/file-path.ts'
import type { CourseRow, ShownInCatalogue } from '../../../../db/queries/courses/courses/courses.ts'
import type { Context } from '../../../context.ts'
import type { CourseSummary } from './schema.ts'

/** Returns what lists and a course's own page show of it, except counts over its lessons. */
export function toSummary(
  { mediaUrls, now }: Pick<Context, 'mediaUrls' | 'now'>,
  course: CourseRow & ShownInCatalogue,
): Omit<CourseSummary, 'minutes' | 'lessonCount'> {
  const { id, slug, kind, version, priceAmount, priceCurrency, cover, coverSha256: sha256 } = course
  const name = cover === null ? '' : fileNameOf(cover)
  return {
    id,
    slug,
    kind,
    ...termsOf(course),
    price: { amount: priceAmount, currency: priceCurrency },
    cover: sha256 === null ? null : mediaUrls.urlOf({ sha256, name }, now()),
    version,
  }
}
