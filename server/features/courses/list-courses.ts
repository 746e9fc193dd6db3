import { type CourseRow, listPublishedCourses } from '../../../db/queries/courses.ts'
import type { Deps } from '../../context.ts'
import { startOf, toPage } from '../../lib/pagination.ts'
import type { CourseList, CourseListInput, CourseSummary } from './schema.ts'

export async function listCourses(ctx: Deps, page: CourseListInput): Promise<CourseList> {
  const rows = await listPublishedCourses(ctx.db, { before: startOf(page), limit: page.limit + 1 })
  return toPage(rows, page.limit, toSummary)
}

export function toSummary({
  id,
  slug,
  title,
  summary,
  language,
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
    price: { amount: priceAmount, currency: priceCurrency },
    version,
  }
}
