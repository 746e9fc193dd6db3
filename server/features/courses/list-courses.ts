import { type CourseRow, listPublishedCourses } from '../../../db/queries/learning/courses.ts'
import type { Deps } from '../../context.ts'
import { startOf, toPage } from '../../lib/pagination.ts'
import type { CourseList, CourseSummary, ListCoursesInput } from './schema.ts'

export async function listCourses(ctx: Deps, page: ListCoursesInput): Promise<CourseList> {
  const rows = await listPublishedCourses(ctx.db, { before: startOf(page), limit: page.limit + 1 })
  return toPage(rows, page.limit, toSummary)
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
