import type { ActorDeps } from '../../../context.ts'
import { AppError, type Issue } from '../../../errors/errors.ts'
import { advanceDraft, changeDraft } from './change-draft.ts'
import type { DraftWritten, ReplaceOutlineInput } from './schema.ts'

/** Replaces titles and order of all sections at once. */
export async function replaceOutline(
  ctx: ActorDeps,
  { courseId, revision, sections }: ReplaceOutlineInput,
): Promise<DraftWritten> {
  return changeDraft(ctx, { courseId, revision }, async (inner, draft) => {
    const issues = findOutlineIssues(
      sections,
      draft.lessons.map(({ key }) => key),
    )
    if (issues.length > 0) throw new AppError('InvalidFields', { issues })
    return { revision: await advanceDraft(inner, draft, { outline: sections }) }
  })
}

/** Limits issues to as many as an answer names. */
const maxIssues = 20

/** Finds lessons that are not in the outline exactly once, and anything else in it. */
function findOutlineIssues(
  sections: ReplaceOutlineInput['sections'],
  keys: readonly string[],
): Issue[] {
  const missing = new Set(keys)
  const known = new Set(keys)
  const issues = sections.flatMap(({ lessons }, section) =>
    lessons.flatMap((key, index) => {
      if (missing.delete(key)) return []
      const path = `sections.${section}.lessons.${index}`
      return known.has(key)
        ? { path, message: 'stands in the outline twice: a lesson has one place' }
        : { path, message: 'is no lesson of this draft' }
    }),
  )
  const left = Array.from(missing, (key) => ({
    path: 'sections',
    message: `leave out the lesson ${key}: put it into a section, or delete it`,
  }))
  return [...issues, ...left].slice(0, maxIssues)
}
