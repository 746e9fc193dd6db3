import type { CourseContent } from '../../../../content/draft.ts'
import { findAuthoredCourse } from '../../../../db/queries/courses/courses/authored-courses.ts'
import type { Deps, UserContext } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { requirePrintable } from '../../platform/branding/course-branding.ts'
import { performOnce } from '../../platform/idempotency/perform-once.ts'
import { replaceDraft } from '../drafts/replace-draft.ts'
import { setTermsOfSale } from '../import/set-terms-of-sale.ts'
import { outlineOf } from '../import/zip/export-course.ts'
import { createCourse } from './create-course.ts'
import { getAuthoredCourse } from './get-authored-course.ts'
import type { AuthoredCourse, DuplicateCourseInput } from './schema.ts'

/**
 * Makes a new course of what is written in another: its draft, which may be incomplete, or else its
 * version. Files, rules and the certificate come along; learners, members and versions do not.
 * @throws CourseNotFound, SlugTaken, InvalidFields
 */
export function duplicateCourse(
  ctx: UserContext,
  input: DuplicateCourseInput,
): Promise<AuthoredCourse> {
  const { courseId, slug, title } = input
  return performOnce(ctx, {
    input,
    prepare: async () => {
      const content = { ...(await contentOf(ctx, courseId)), slug, title }
      await requirePrintable(ctx, content)
      return content
    },
    effect: async (ctx, content) => {
      const { id } = await createCourse(ctx, { ...content, managedBy: 'http' })
      const source = { managedBy: 'http', baseVersion: null } as const
      await replaceDraft(ctx, { courseId: id, content, ...source })
      const course = await findAuthoredCourse(ctx.db, { courseId: id, readerId: null })
      if (course !== undefined) await setTermsOfSale(ctx, course, content)
      return getAuthoredCourse(ctx, { courseId: id })
    },
  })
}

async function contentOf({ db }: Pick<Deps, 'db'>, courseId: string): Promise<CourseContent> {
  const course = await findAuthoredCourse(db, { courseId, readerId: null })
  if (course === undefined) throw new AppError('CourseNotFound')
  const number = course.hasDraft ? 'draft' : (course.version ?? 'draft')
  const { outline, textOf } = await outlineOf(db, course, number)
  const sections: CourseContent['sections'] = []
  for (const { title, lessons } of outline.sections) {
    const written = []
    for (const lesson of lessons) written.push({ ...lesson, content: await textOf(lesson.key) })
    sections.push({ title, lessons: written })
  }
  return { ...outline, sections }
}
