import { termNames, termsOf } from '../../../../content/course-fields.ts'
import type { CourseContent } from '../../../../content/draft.ts'
import type { DraftRow } from '../../../../db/queries/authoring/drafts/drafts.ts'
import type { ActorDeps } from '../../../context.ts'
import { fieldsRefused } from '../../courses/courses/writable-by.ts'

type TermName = (typeof termNames)[number]

/**
 * Returns the content with the draft's terms where the caller may not change them, and the names of
 * those kept.
 */
export async function keepTerms(
  ctx: ActorDeps,
  draft: DraftRow,
  content: CourseContent,
): Promise<{ content: CourseContent; kept: TermName[] }> {
  const [before, wanted] = [termsOf(draft), termsOf(content)]
  const changed = termNames.filter(
    (name) => JSON.stringify(before[name]) !== JSON.stringify(wanted[name]),
  )
  const kept = await fieldsRefused(ctx, draft.courseId, changed)
  const terms = Object.fromEntries(kept.map((name) => [name, before[name]]))
  return { content: { ...content, ...terms }, kept }
}
