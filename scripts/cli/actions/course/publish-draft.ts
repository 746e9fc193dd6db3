import { findDraft } from '../../../../db/queries/authoring/drafts/drafts.ts'
import type { AuthoredCourseRow } from '../../../../db/queries/courses/courses/authored-courses.ts'
import type { Deps } from '../../../../server/context.ts'
import { AppError } from '../../../../server/errors/errors.ts'
import { draftImpact } from '../../../../server/features/authoring/impact/draft-impact.ts'
import { publishDraft } from '../../../../server/features/authoring/versions/publish-draft.ts'
import { restoreVersion } from '../../../../server/features/authoring/versions/restore-version.ts'
import type { PublishInput } from '../../../../server/features/authoring/versions/schema.ts'
import { type CautionOptions, changeWithCare } from '../../confirm.ts'
import { type CommandResult, said } from '../../output.ts'
import { surroundings } from '../../surroundings.ts'
import { impactText, whenCounted } from './impact-table.ts'
import { watchMove } from './move-course.ts'

interface PublishOptions extends CautionOptions {
  note?: string
  reach?: PublishInput['reach']
}

/** Shows who is hit, asks, and publishes exactly the draft that was shown. */
export async function publishCourseDraft(
  deps: Deps,
  { id: courseId, slug }: AuthoredCourseRow,
  { note, reach, ...caution }: PublishOptions,
): Promise<CommandResult> {
  const draft = await findDraft(deps.db, courseId)
  if (draft?.isOpen !== true) throw new AppError('DraftNotFound')
  const impact = await whenCounted(deps, courseId, () => draftImpact(deps, courseId))
  surroundings().stderr.write(impactText(impact))

  const asked = { question: `This publishes the draft of ${slug}.`, word: 'publish' }
  return changeWithCare(
    (work) => work(deps),
    caution,
    asked,
    async (ctx) => {
      const { revision, currentVersion: baseVersion } = draft
      const terms = { courseId, revision, baseVersion, note, reach }
      const published = await publishDraft(ctx, terms)
      const { outcome, version, kind, moveId } = published
      if (moveId !== null && !caution.dryRun) await watchMove(ctx, moveId)
      const sentence =
        outcome === 'unchanged'
          ? `the draft changed nothing and is closed; version ${version} stays.`
          : `version ${version} is published (${kind}).`
      const json = { course: { id: courseId, slug }, ...published, impact }
      return said(json, `${slug}: ${sentence}`)
    },
  )
}

/** Makes a draft of an old version; publishing it is a step of its own. */
export async function restoreCourseVersion(
  deps: Deps,
  { id: courseId, slug }: AuthoredCourseRow,
  number: number,
  { replaceDraft = false }: { replaceDraft?: boolean },
): Promise<CommandResult> {
  const { revision = 0 } = (await findDraft(deps.db, courseId)) ?? {}
  const restored = await restoreVersion(deps, { courseId, number, revision, replaceDraft })
  // If learners have it already, there is nothing to write or publish.
  const isOpen = (await findDraft(deps.db, courseId))?.isOpen === true
  const sentence = isOpen
    ? `the draft is version ${number} now. Publish it with: course publish ${slug}`
    : `version ${number} is what is published already; there is no draft.`
  return said({ course: { id: courseId, slug }, ...restored, isOpen }, `${slug}: ${sentence}`)
}
