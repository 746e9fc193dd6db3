import type { PreviousCourse } from '../../../../books/reading/types.ts'
import type { Db } from '../../../../db/postgres/client.ts'
import { findDraft } from '../../../../db/queries/authoring/drafts/drafts.ts'
import {
  listPublishedPages,
  listPublishedTitles,
} from '../../../../db/queries/authoring/sources.ts'

/**
 * Finds the published course, to tell renamed lessons from new ones; undefined before the first
 * version.
 */
export async function findPreviousCourse(
  db: Db,
  courseId: string,
  renames: readonly (readonly [from: string, to: string])[],
): Promise<PreviousCourse | undefined> {
  const lessons = await listPublishedTitles(db, courseId)
  if (lessons.length === 0) return undefined
  const draft = await findDraft(db, courseId)
  return {
    lessons,
    pages: await listPublishedPages(db, courseId),
    formerKeys: draft?.publishedFormerKeys ?? [],
    renames: renames.map(([from, to]) => ({ from, to })),
  }
}
