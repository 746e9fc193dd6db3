import { listLessons, type OutlineLesson } from '../../../../db/queries/courses/lessons.ts'
import type { Deps } from '../../../context.ts'

/** The lessons of a version in order. Read once: a published version never changes. */
export async function outlineOf(
  { db, outlines }: Pick<Deps, 'db' | 'outlines'>,
  versionId: string,
): Promise<readonly OutlineLesson[]> {
  const known = outlines.get(versionId)
  if (known !== undefined) return known

  const lessons = await listLessons(db, versionId)
  // Nothing is what a standby that is behind says of a version that is new.
  if (lessons.length > 0) outlines.set(versionId, lessons)
  return lessons
}
