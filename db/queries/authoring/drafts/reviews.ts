import type { Db } from '../../../postgres/client.ts'
import { anyNamed, runNamed } from '../../../postgres/named-statement.ts'

interface ReviewStep {
  courseId: string
  /** The current revision; the step counts like any other change. */
  revision: number
  userId: string
  now: Date
}

/** Requests a review of an open draft that was locked in this transaction. */
export async function requestReviewOfDraft(
  db: Db,
  { courseId, revision, userId, now }: ReviewStep,
): Promise<void> {
  await runNamed(db, {
    name: 'request_review_of_draft',
    text: `
      update drafts set revision = revision + 1, review_requested_revision = revision + 1,
        review_requested_by = $3, review_requested_at = $4,
        approved_by = null, approved_at = null, approved_revision = null
      where course_id = $1 and revision = $2`,
    values: [courseId, revision, userId, now],
  })
}

/** Approves a draft if a review of this revision was requested; returns false otherwise. */
export async function approveDraft(
  db: Db,
  { courseId, revision, userId, now }: ReviewStep,
): Promise<boolean> {
  return anyNamed(db, {
    name: 'approve_draft',
    text: `
      update drafts set revision = revision + 1, approved_revision = revision + 1,
        approved_by = $3, approved_at = $4
      where course_id = $1 and revision = $2 and review_requested_revision = revision
      returning course_id`,
    values: [courseId, revision, userId, now],
  })
}

/** Ends the review of this revision without approving it; returns false if there is none. */
export async function requestChangesOfDraft(
  db: Db,
  { courseId, revision }: Pick<ReviewStep, 'courseId' | 'revision'>,
): Promise<boolean> {
  return anyNamed(db, {
    name: 'request_changes_of_draft',
    text: `
      update drafts set revision = revision + 1, review_requested_revision = null,
        review_requested_by = null, review_requested_at = null
      where course_id = $1 and revision = $2 and review_requested_revision = revision
      returning course_id`,
    values: [courseId, revision],
  })
}
