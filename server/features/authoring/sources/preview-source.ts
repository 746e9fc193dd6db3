import { findSource } from '../../../../db/queries/authoring/sources.ts'
import { findAuthoredCourse } from '../../../../db/queries/courses/courses/authored-courses.ts'
import { type Deps, rehearse } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { draftCourse } from '../import/draft-course.ts'
import { pretendStored } from '../import/store-reading.ts'
import { tellImport } from '../import/tell-import.ts'
import { readSource } from './read-source.ts'
import type { SourcePreview } from './schema.ts'
import { problemsOf } from './sync-problems.ts'

/**
 * Says what a sync would bring, and writes nothing.
 * @throws SourceNotFound, InvalidFields with what is wrong with the repository
 */
export async function previewSource(
  ctx: Deps,
  { courseId }: { courseId: string },
): Promise<SourcePreview> {
  const source = await findSource(ctx.db, courseId)
  const course = await findAuthoredCourse(ctx.db, { courseId, readerId: null })
  if (source === undefined || course === undefined) throw new AppError('SourceNotFound')
  try {
    const content = await readSource(ctx, source, { isRehearsal: true })
    return await rehearse(ctx, async (ctx) => {
      await pretendStored(ctx, content.unstored)
      await draftCourse(ctx, { ...content.course, slug: course.slug })
      return { commit: content.commit, ...(await tellImport(ctx.db, course, content.reading)) }
    })
  } catch (error) {
    const problems = problemsOf(error)
    if (problems === undefined) throw error
    const issues = problems.map(({ place, message }) => ({ path: place, message }))
    throw new AppError('InvalidFields', { issues })
  }
}
