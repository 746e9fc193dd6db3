import {
  listSubmissions as findSubmissions,
  type ListedSubmission,
} from '../../../../db/queries/assessment/submissions.ts'
import { isInstant, toSortedPage } from '../../../../lib/lists/sorted-pages.ts'
import type { Deps } from '../../../context.ts'
import { requirePlace } from '../../../errors/require-place.ts'
import type { ListSubmissionsInput, WaitingSubmission, WaitingSubmissionList } from './schema.ts'

/**
 * Lists what a person has to grade, the oldest first. The cursor only fits the same filters.
 * @throws InvalidFields
 */
export async function listSubmissions(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { courseId, status, lessonKey, limit, cursor }: ListSubmissionsInput,
): Promise<WaitingSubmissionList> {
  const list = ['submissions', courseId, status, lessonKey ?? null]
  const after = requirePlace(cursor, list, isInstant)
  const rows = await findSubmissions(db, { courseId, status, lessonKey, after, limit: limit + 1 })
  return toSortedPage(rows, {
    limit,
    list,
    place: (row) => ({ value: submittedAt(row), id: row.id }),
    item: (row) => toWaiting(row, now()),
  })
}

function submittedAt({ submittedAt: at, startedAt }: ListedSubmission): string {
  return (at ?? startedAt).toISOString()
}

export function toWaiting(row: ListedSubmission, now: Date): WaitingSubmission {
  const { id, lessonId, courseId, number, status, isLate, lessonKey, lessonTitle, type } = row
  return {
    ...{ id, lessonId, courseId, number, status, isLate, lessonKey, lessonTitle, type },
    submittedAt: submittedAt(row),
    learner: { id: row.userId, name: row.learnerName },
    claimedBy: row.claimedUntil !== null && row.claimedUntil > now ? row.claimedByName : null,
  }
}
