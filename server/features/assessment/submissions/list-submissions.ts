import {
  listSubmissions as findSubmissions,
  type ListedSubmission,
} from '../../../../db/queries/assessment/submissions.ts'
import { isInstant, toSortedPage } from '../../../../lib/lists/sorted-pages.ts'
import type { UserContext } from '../../../context.ts'
import { requirePlace } from '../../../errors/require-place.ts'
import { cohortsOf } from '../../../security/course-roles.ts'
import type { GraderContext } from './find-submission.ts'
import type { ListSubmissionsInput, WaitingSubmission, WaitingSubmissionList } from './schema.ts'

/**
 * Lists what a person has to grade, the oldest first. The cursor only fits the same filters.
 * @throws InvalidFields
 */
export async function listSubmissions(
  ctx: GraderContext,
  { courseId, status, lessonKey, limit, cursor }: ListSubmissionsInput,
): Promise<WaitingSubmissionList> {
  const list = ['submissions', courseId, status, lessonKey ?? null]
  const after = requirePlace(cursor, list, isInstant)
  const rows = await findSubmissions(ctx.db, {
    ...{ courseId, status, lessonKey, after, limit: limit + 1 },
    cohortIds: cohortsOf(ctx.learners),
  })
  return toSortedPage(rows, {
    limit,
    list,
    place: (row) => ({ value: submittedAt(row), id: row.id }),
    item: (row) => toWaiting(ctx, row),
  })
}

export function submittedAt({ submittedAt: at, startedAt }: ListedSubmission): string {
  return (at ?? startedAt).toISOString()
}

export function toWaiting(
  { user, now }: Pick<UserContext, 'user' | 'now'>,
  row: ListedSubmission,
): WaitingSubmission {
  const isClaimed = row.claimedUntil !== null && row.claimedUntil > now()
  const { id, lessonId, courseId, number, status, isLate, lessonKey, lessonTitle, type } = row
  return {
    ...{ id, lessonId, courseId, number, status, isLate, lessonKey, lessonTitle, type },
    submittedAt: submittedAt(row),
    learner: { id: row.userId, name: row.learnerName },
    claimedBy: isClaimed ? row.claimedByName : null,
    claimedUntil: isClaimed ? (row.claimedUntil?.toISOString() ?? null) : null,
    isClaimedByYou: isClaimed && row.claimedBy === user.id,
  }
}
