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
import { findOwnBranding } from '../../platform/branding/course-branding.ts'
import { toCertificateDesign } from './certificate-design.ts'
import type {
  AuthoredCourse,
  AuthoredCourseList,
  AuthoredCourseSummary,
  GetAuthoredCourseInput,
  ListAuthoredCoursesInput,
} from './schema.ts'

/**
 * Shows the terms of a course.
 * @throws CourseNotFound
 */
export async function getAuthoredCourse(
  { db, user }: Pick<UserContext, 'db' | 'user'>,
  { courseId }: GetAuthoredCourseInput,
): Promise<AuthoredCourse> {
  const course = await findAuthoredCourse(db, { courseId, readerId: user.id })
  if (course === undefined) throw new AppError('CourseNotFound')
  const own = await findOwnBranding(db, course.branding)
  return {
    ...toSummary(course),
    certificate: own === undefined ? null : toCertificateDesign(own),
  }
}

/** Lists the courses that the caller works on; to administrators all of them. */
export async function listAuthoredCourses(
  { db, user }: Pick<UserContext, 'db' | 'user'>,
  page: ListAuthoredCoursesInput,
): Promise<AuthoredCourseList> {
  const list = user.role === 'admin' ? listEveryAuthoredCourse : listRows
  const rows = await list(db, {
    readerId: user.id,
    before: startOf(page),
    limit: page.limit + 1,
  })
  return toPage(rows, page.limit, toSummary)
}

function toSummary(row: AuthoredCourseRow): AuthoredCourseSummary {
  const { priceAmount, priceCurrency, branding: _, ...course } = row
  return withIsoDates({ ...course, price: { amount: priceAmount, currency: priceCurrency } })
}
