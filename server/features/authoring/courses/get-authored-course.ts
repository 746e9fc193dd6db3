import {
  type AuthoredCourseRow,
  findAuthoredCourse,
  listEveryAuthoredCourse,
  listAuthoredCourses as listRows,
} from '../../../../db/queries/courses/courses/authored-courses.ts'
import { startOf, toPage } from '../../../../lib/lists/pagination.ts'
import { withIsoDates } from '../../../../lib/schema.ts'
import type { UserContext } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { abilitiesOn, ownsEveryCourse } from '../../../security/course-roles.ts'
import { findOwnBranding } from '../../platform/branding/course-branding.ts'
import { toCertificateDesign } from './certificate-design.ts'
import type {
  AuthoredCourse,
  AuthoredCourseList,
  AuthoredCourseSummary,
  GetAuthoredCourseInput,
  ListAuthoredCoursesInput,
} from './schema.ts'

type Reader = Pick<UserContext, 'db' | 'user' | 'caller'>

/**
 * Shows the terms of a course.
 * @throws CourseNotFound
 */
export async function getAuthoredCourse(
  ctx: Reader,
  { courseId }: GetAuthoredCourseInput,
): Promise<AuthoredCourse> {
  const course = await findAuthoredCourse(ctx.db, { courseId, readerId: ctx.user.id })
  if (course === undefined) throw new AppError('CourseNotFound')
  const own = await findOwnBranding(ctx.db, course.branding)
  return {
    ...toSummary(ctx, course),
    certificate: own === undefined ? null : toCertificateDesign(own),
  }
}

/** Lists the courses that the caller works on; for administrators all of them. */
export async function listAuthoredCourses(
  ctx: Reader,
  page: ListAuthoredCoursesInput,
): Promise<AuthoredCourseList> {
  const list = ownsEveryCourse(ctx.user) ? listEveryAuthoredCourse : listRows
  const rows = await list(ctx.db, {
    readerId: ctx.user.id,
    before: startOf(page),
    limit: page.limit + 1,
  })
  return toPage(rows, page.limit, (row) => toSummary(ctx, row))
}

function toSummary(ctx: Reader, row: AuthoredCourseRow): AuthoredCourseSummary {
  const { priceAmount, priceCurrency, branding: _, ...course } = row
  const { id, role, cohorts } = row
  const cohortIds = cohorts?.map((cohort) => cohort.id) ?? null
  return withIsoDates({
    ...course,
    price: { amount: priceAmount, currency: priceCurrency },
    abilities: abilitiesOn(ctx, { id, role, cohortIds }),
  })
}
