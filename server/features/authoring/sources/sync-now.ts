import type { Deps } from '../../../context.ts'
import { requestSync } from './request-sync.ts'
import type { CourseSource } from './schema.ts'
import { toCourseSource } from './show-source.ts'

/** @throws SourceNotFound */
export async function syncNow(
  ctx: Deps,
  { courseId }: { courseId: string },
): Promise<CourseSource> {
  await requestSync(ctx, courseId)
  return toCourseSource(ctx, courseId)
}
