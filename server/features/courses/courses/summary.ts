import { termsOf } from '../../../../content/course-fields.ts'
import { fileNameOf } from '../../../../content/files/file-path.ts'
import type { CourseRow, ShownInCatalogue } from '../../../../db/queries/courses/courses/courses.ts'
import type { Context } from '../../../context.ts'
import type { CourseSummary } from './schema.ts'

/** Returns what lists and a course's own page show of it, except counts over its lessons. */
export function toSummary(
  ctx: Pick<Context, 'mediaUrls' | 'now'>,
  course: CourseRow & ShownInCatalogue,
): Omit<CourseSummary, 'minutes' | 'lessonCount'> {
  const { id, slug, kind, version, priceAmount, priceCurrency, cover, coverSha256 } = course
  return {
    id,
    slug,
    kind,
    ...termsOf(course),
    price: { amount: priceAmount, currency: priceCurrency },
    cover: urlOfCover(
      ctx,
      cover === null || coverSha256 === null ? null : { path: cover, sha256: coverSha256 },
    ),
    version,
  }
}

export function urlOfCover(
  { mediaUrls, now }: Pick<Context, 'mediaUrls' | 'now'>,
  cover: { path: string; sha256: string } | null,
): string | null {
  if (cover === null) return null
  return mediaUrls.urlOf({ sha256: cover.sha256, name: fileNameOf(cover.path) }, now())
}
