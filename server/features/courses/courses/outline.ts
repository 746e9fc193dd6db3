import { listLessons, type OutlineLesson } from '../../../../db/queries/courses/lessons.ts'
import type { Deps } from '../../../context.ts'

/** Reads the lessons of a version in order, once: a published version never changes. */
export async function outlineOf(
  { db, outlines }: Pick<Deps, 'db' | 'outlines'>,
  versionId: string,
): Promise<readonly OutlineLesson[]> {
  const known = outlines.get(versionId)
  if (known !== undefined) return known

  const lessons = await listLessons(db, versionId)
  // Keeps no empty answer, which a lagging standby gives for a new version.
  if (lessons.length > 0) outlines.set(versionId, lessons)
  return lessons
}
