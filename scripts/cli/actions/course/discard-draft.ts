import { findDraft } from '../../../../db/queries/authoring/drafts/drafts.ts'
import type { AuthoredCourseRow } from '../../../../db/queries/courses/courses/authored-courses.ts'
import type { Deps } from '../../../../server/context.ts'
import { AppError } from '../../../../server/errors/errors.ts'
import { discardDraft } from '../../../../server/features/authoring/drafts/discard-draft.ts'
import { type CautionOptions, changeWithCare } from '../../confirm.ts'
import { type CommandResult, said } from '../../output.ts'
import { surroundings } from '../../surroundings.ts'
import { differenceOf } from './diff-course.ts'
import { changesText } from './impact-table.ts'

/** Shows what is lost, asks, and discards exactly the draft that was shown. */
export async function discardCourseDraft(
  deps: Deps,
  { id: courseId, slug, version }: AuthoredCourseRow,
  options: CautionOptions,
): Promise<CommandResult> {
  const draft = await findDraft(deps.db, courseId)
  if (draft?.isOpen !== true) throw new AppError('DraftNotFound')
  const from = version === null ? undefined : String(version)
  const lost = await differenceOf(deps.db, { courseId, from, to: 'draft' })
  if (lost.kind !== 'none')
    surroundings().stderr.write(`Lost with the draft of ${slug}:\n${changesText(lost)}`)

  const asked = { question: `This discards the draft of ${slug}.`, word: 'discard' }
  return changeWithCare(
    (work) => work(deps),
    options,
    asked,
    async (ctx) => {
      const { revision } = await discardDraft(ctx, { courseId, revision: draft.revision })
      const sentence =
        version === null
          ? 'the draft is empty now; nothing was published yet.'
          : `the draft is discarded; version ${version} stays.`
      const json = { course: { id: courseId, slug, version }, revision, lost }
      return said(json, `${slug}: ${sentence}`)
    },
  )
}
