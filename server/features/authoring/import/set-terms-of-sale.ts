import { folderRuleNames, givenRules } from '../../../../content/course-rules.ts'
import type { CourseContent } from '../../../../content/draft.ts'
import type { AuthoredCourseRow } from '../../../../db/queries/courses/courses/authored-courses.ts'
import { updateCourse } from '../../../../db/queries/courses/courses/courses.ts'
import type { ActorDeps } from '../../../context.ts'
import { storeCourseBranding } from '../../platform/branding/course-branding.ts'
import { recordHistory } from '../../platform/history/record-history.ts'

/**
 * Gives a course that was never published the price, rules and certificate design of its content.
 * Returns true if they were different.
 */
export async function setTermsOfSale(
  ctx: ActorDeps,
  { id: courseId, ...course }: AuthoredCourseRow,
  { price, certificate, ...content }: CourseContent,
): Promise<boolean> {
  const { amount: priceAmount, currency: priceCurrency } = price
  const branding = await storeCourseBranding(ctx.db, certificate)
  const isNewPrice = course.priceAmount !== priceAmount || course.priceCurrency !== priceCurrency
  const rules = givenRules(folderRuleNames, { ...course, ...content })
  const isSame = folderRuleNames.every((name) => rules[name] === course[name])
  if (!isNewPrice && course.branding === branding && isSame) return false
  await updateCourse(ctx.db, courseId, { priceAmount, priceCurrency, branding, ...rules })
  const details = { ...(isNewPrice && { priceAmount, priceCurrency }) }
  await recordHistory(ctx, 'terms-changed', { courseId, details })
  return true
}
