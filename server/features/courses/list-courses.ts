import {
  type CourseRow,
  listPublishedCourses,
} from '../../../db/queries/learning/courses/courses.ts'
import type { Context } from '../../context.ts'
import { startOf, toPage } from '../../lib/pagination.ts'
import type { CourseList, CourseSummary, ListCoursesInput } from './schema.ts'

export async function listCourses(ctx: Context, page: ListCoursesInput): Promise<CourseList> {
  const { user } = ctx.caller
  const rows = await listPublishedCourses(ctx.db, {
    before: startOf(page),
    limit: page.limit + 1,
    readerId: user?.id,
  })
  return toPage(rows, page.limit, (course) => {
    const summary = toSummary(course)
    if (user !== undefined && course.enrolled?.includes(user.id)) summary.enrolled = true
    return summary
  })
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
