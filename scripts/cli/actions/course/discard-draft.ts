import { findDraft } from '../../../../db/queries/authoring/drafts/drafts.ts'
import { AppError } from '../../../../server/errors/errors.ts'
import { discardDraft } from '../../../../server/features/authoring/drafts/discard-draft.ts'
import type { CautionOptions } from '../../caution.ts'
import { asRehearsed, confirm, rollBack } from '../../confirm.ts'
import type { CommandResult } from '../../output.ts'
import { surroundings } from '../../surroundings.ts'
import { withDeps } from '../../with-deps.ts'
import { findNamedCourse } from './course.ts'
import { differenceOf } from './diff-course.ts'
import { changesText } from './impact-table.ts'

/** Shows what is lost, asks, and discards exactly the draft that was shown. */
export async function discardCourseDraft(
  idOrSlug: string,
  { yes, dryRun }: CautionOptions,
): Promise<CommandResult> {
  return withDeps(async (deps) => {
    const { id: courseId, slug, version } = await findNamedCourse(deps.db, idOrSlug)
    const draft = await findDraft(deps.db, courseId)
    if (draft?.isOpen !== true) throw new AppError('DraftNotFound')
    const from = version === null ? undefined : String(version)
    const lost = await differenceOf(deps.db, { courseId, from, to: 'draft' })
    if (lost.kind !== 'none')
      surroundings().stderr.write(`Lost with the draft of ${slug}:\n${changesText(lost)}`)
    if (yes !== true && dryRun !== true)
      await confirm(`This discards the draft of ${slug}.`, 'discard')

    const work = (ctx: typeof deps) => discardDraft(ctx, { courseId, revision: draft.revision })
    const { revision } = dryRun ? await rollBack(deps, work) : await work(deps)
    const text =
      version === null
        ? `${slug}: the draft is empty now; nothing was published yet.\n`
        : `${slug}: the draft is discarded; version ${version} stays.\n`
    const result = { json: { course: { id: courseId, slug, version }, revision, lost }, text }
    return dryRun ? asRehearsed(result) : result
  })
}
