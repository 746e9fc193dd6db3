import { type CourseRow, listPublishedCourses } from '../../../db/queries/learning/courses.ts'
import { findEnrolledAmong } from '../../../db/queries/learning/enrollments.ts'
import type { Context } from '../../context.ts'
import { startOf, toPage } from '../../lib/pagination.ts'
import type { CourseList, CourseSummary, ListCoursesInput } from './schema.ts'

export async function listCourses(ctx: Context, page: ListCoursesInput): Promise<CourseList> {
  const rows = await listPublishedCourses(ctx.db, { before: startOf(page), limit: page.limit + 1 })
  const { user } = ctx.caller
  if (user === undefined) return toPage(rows, page.limit, toSummary)

  const courseIds = rows.map(({ id }) => id)
  const enrolled = new Set(await findEnrolledAmong(ctx.db, user.id, courseIds))
  return toPage(rows, page.limit, (course) => ({
    ...toSummary(course),
    ...(enrolled.has(course.id) && { enrolled: true }),
  }))
}

export function toSummary({
  id,
  slug,
  title,
  summary,
  language,
  license,
  source,
  priceAmount,
  priceCurrency,
  version,
}: CourseRow): CourseSummary {
  return {
    id,
    slug,
    title,
    summary,
    language,
    license,
    source,
    price: { amount: priceAmount, currency: priceCurrency },
    version,
  }
}
