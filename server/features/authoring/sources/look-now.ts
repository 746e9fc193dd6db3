import type { Deps } from '../../../context.ts'
import { askForLook } from './ask-for-look.ts'
import type { CourseSource } from './schema.ts'
import { toCourseSource } from './show-source.ts'

/** @throws SourceNotFound */
export async function lookNow(
  ctx: Deps,
  { courseId }: { courseId: string },
): Promise<CourseSource> {
  await askForLook(ctx, courseId)
  return toCourseSource(ctx, courseId)
}
