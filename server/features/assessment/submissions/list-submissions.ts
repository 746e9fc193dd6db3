import {
  listSubmissions as findSubmissions,
  type SubmissionRow,
} from '../../../../db/queries/assessment/submissions.ts'
import type { Deps } from '../../../context.ts'
import type { ListSubmissionsInput, WaitingSubmission, WaitingSubmissionList } from './schema.ts'

/** What a person has to grade, the oldest first. */
export async function listSubmissions(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { courseId, status, lessonKey, limit, cursor }: ListSubmissionsInput,
): Promise<WaitingSubmissionList> {
  const [submittedAt, id] = Buffer.from(cursor ?? '', 'base64url')
    .toString()
    .split(' ')
  const after = submittedAt && id ? { submittedAt, id } : undefined
  const rows = await findSubmissions(db, { courseId, status, lessonKey, after, limit: limit + 1 })
  const shown = rows.slice(0, limit)
  const last = shown.at(-1)
  const next = `${last?.submittedAt?.toISOString()} ${last?.id}`
  return {
    items: shown.map((row) => toWaiting(row, now())),
    nextCursor: rows.length > limit ? Buffer.from(next).toString('base64url') : null,
  }
}

export function toWaiting(row: SubmissionRow, now: Date): WaitingSubmission {
  const { id, lessonId, courseId, number, status, isLate, lessonKey, lessonTitle, type } = row
  return {
    ...{ id, lessonId, courseId, number, status, isLate, lessonKey, lessonTitle, type },
    submittedAt: (row.submittedAt ?? row.startedAt).toISOString(),
    learner: { id: row.userId, name: row.learnerName },
    claimedBy: row.claimedUntil !== null && row.claimedUntil > now ? row.claimedByName : null,
  }
}
