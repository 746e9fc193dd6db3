import type { CourseContent } from '../../content/draft.ts'
import { findCourse } from '../../db/queries/courses/courses/courses.ts'
import type { Deps } from '../../server/context.ts'
import { replaceDraft } from '../../server/features/authoring/drafts/replace-draft.ts'

/** Opens a draft of the content's course on this version of it. */
export async function openDraft(
  deps: Deps,
  content: CourseContent,
  baseVersion: number,
): Promise<{ courseId: string; revision: number }> {
  const { id: courseId = '' } = (await findCourse(deps.db, content)) ?? {}
  const draft = { courseId, content, baseVersion, managedBy: 'folder' as const }
  const { revision } = await replaceDraft(deps, draft)
  return { courseId, revision }
}
