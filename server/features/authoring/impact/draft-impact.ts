import { findCurrentVersion } from '../../../../db/queries/authoring/impact.ts'
import type { ActorDeps } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { findMissingConsents } from '../consents/require-consents.ts'
import { findDraftProblems } from '../drafts/find-draft-problems.ts'
import { readDraftContent } from '../drafts/read-draft.ts'
import { compareContents } from './compare-contents.ts'
import { contentOfVersion, toComparedContent } from './compared-content.ts'
import { describeImpact, type ImpactOptions } from './describe-impact.ts'
import { findBrokenLinks } from './find-broken-links.ts'
import { findLostFiles } from './find-lost-files.ts'
import type { DraftImpact } from './schema.ts'
import { tellFacts } from './tell-facts.ts'

/**
 * Describes the impact of publishing the draft, and of moving everybody to it. Without a draft
 * nothing changes.
 *
 * @throws CourseNotFound, DraftNotFound, ImpactNotCounted
 */
export async function draftImpact(
  ctx: ActorDeps,
  courseId: string,
  patience: Pick<ImpactOptions, 'patienceMilliseconds'> = {},
): Promise<DraftImpact> {
  const current = await findCurrentVersion(ctx.db, courseId)
  if (current === undefined) throw new AppError('CourseNotFound')
  const draft = await readDraftContent(ctx.db, courseId)
  const number = current.number ?? undefined
  const before =
    number === undefined ? undefined : await contentOfVersion(ctx.db, { courseId, number })
  const after = draft === undefined ? before : await toComparedContent(ctx.db, draft)
  if (after === undefined) throw new AppError('DraftNotFound')

  const isNew = compareContents(before, after).kind !== 'none'
  const impact = await describeImpact(ctx, {
    ...patience,
    courseId,
    before,
    after,
    // Names the current version if nothing changes: it is not published, and its learners have it.
    targetVersion: isNew ? undefined : number,
    problems: draft && [
      ...(await findDraftProblems(draft)),
      ...(await findMissingConsents(ctx, draft)),
      ...(await findBrokenLinks(ctx.db, { before, draft })),
      ...(await findLostFiles(ctx.db, { before, draft })),
    ],
  })
  return { ...impact, facts: await tellFacts(ctx, before, after) }
}
