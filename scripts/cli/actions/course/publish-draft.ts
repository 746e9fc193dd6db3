import { findDraft } from '../../../../db/queries/authoring/drafts/drafts.ts'
import { AppError } from '../../../../server/errors/errors.ts'
import { draftImpact } from '../../../../server/features/authoring/impact/draft-impact.ts'
import { publishDraft } from '../../../../server/features/authoring/versions/publish-draft.ts'
import { restoreVersion } from '../../../../server/features/authoring/versions/restore-version.ts'
import { readWholeNumber } from '../../arguments.ts'
import type { CautionOptions } from '../../caution.ts'
import { asRehearsed, changeWithCare, confirm, rollBack } from '../../confirm.ts'
import type { CommandResult } from '../../output.ts'
import { surroundings } from '../../surroundings.ts'
import { withDeps } from '../../with-deps.ts'
import { findNamedCourse } from './course.ts'
import { impactText, whenCounted } from './impact-table.ts'
import { watchMove } from './move-course.ts'

export interface PublishOptions extends CautionOptions {
  note?: string
  reach?: 'new' | 'everyone'
}

/** Shows who is hit, asks, and publishes exactly the draft that was shown. */
export async function publishCourseDraft(
  idOrSlug: string,
  { note, reach, yes, dryRun }: PublishOptions,
): Promise<CommandResult> {
  return withDeps(async (deps) => {
    const { id: courseId, slug } = await findNamedCourse(deps.db, idOrSlug)
    const draft = await findDraft(deps.db, courseId)
    if (draft?.isOpen !== true) throw new AppError('DraftNotFound')
    const impact = await whenCounted(deps, courseId, () => draftImpact(deps, courseId))
    surroundings().stderr.write(impactText(impact))
    if (yes !== true && dryRun !== true)
      await confirm(`This publishes the draft of ${slug}.`, 'publish')

    const { revision, currentVersion: baseVersion } = draft
    const work = (ctx: typeof deps) =>
      publishDraft(ctx, { courseId, revision, baseVersion, note, reach })
    const published = dryRun ? await rollBack(deps, work) : await work(deps)
    const { outcome, version, kind, moveId } = published
    if (moveId !== null && !dryRun) await watchMove(deps, moveId)
    const text =
      outcome === 'unchanged'
        ? `${slug}: the draft changed nothing and is closed; version ${version} stays.\n`
        : `${slug}: version ${version} is published (${kind}).\n`
    const result = { json: { course: { id: courseId, slug }, ...published, impact }, text }
    return dryRun ? asRehearsed(result) : result
  })
}

export interface RestoreOptions extends CautionOptions {
  replaceDraft?: true
}

/** Makes a draft of an old version; publishing it is a step of its own. */
export function restoreCourseVersion(
  idOrSlug: string,
  typed: string,
  { replaceDraft, ...caution }: RestoreOptions,
): Promise<CommandResult> {
  const number = readWholeNumber(typed, 'VERSION')
  return changeWithCare(caution, {
    question: replaceDraft ? 'This replaces the draft that is open.' : undefined,
    word: 'restore',
    change: async (deps) => {
      const { id: courseId, slug } = await findNamedCourse(deps.db, idOrSlug)
      const { revision = 0 } = (await findDraft(deps.db, courseId)) ?? {}
      const restored = await restoreVersion(deps, {
        courseId,
        number,
        revision,
        replaceDraft: replaceDraft ?? false,
      })
      // Where it is what learners get already, there is nothing to write, and nothing to publish.
      const isOpen = (await findDraft(deps.db, courseId))?.isOpen === true
      const text = isOpen
        ? `${slug}: the draft is version ${number} now. Publish it with: course publish ${slug}\n`
        : `${slug}: version ${number} is what is published already; there is no draft.\n`
      return { json: { course: { id: courseId, slug }, ...restored, isOpen }, text }
    },
  })
}
