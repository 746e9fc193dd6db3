import {
  listSubmissions as findSubmissions,
  type ListedSubmission,
  type SubmissionChoice,
} from '../../../../db/queries/assessment/submissions.ts'
import { listMembershipsOf } from '../../../../db/queries/authoring/members.ts'
import { isInstant, toSortedPage } from '../../../../lib/lists/sorted-pages.ts'
import type { UserContext } from '../../../context.ts'
import { requirePlace } from '../../../errors/require-place.ts'
import { cohortsOf, ownsEveryCourse, rolesWith } from '../../../security/course-roles.ts'
import { ownLearnerOf } from '../../platform/admin/refuse-own.ts'
import type { GraderContext } from './find-submission.ts'
import type {
  GradingQueueInput,
  ListSubmissionsInput,
  WaitingSubmission,
  WaitingSubmissionList,
} from './schema.ts'

/** How many courses of a grader the queue holds at most. */
const coursesAtMost = 1_000

/**
 * Lists what a person has to grade, the oldest first. The cursor only fits the same filters.
 * @throws InvalidFields
 */
export function listSubmissions(
  ctx: GraderContext,
  { courseId, ...input }: ListSubmissionsInput,
): Promise<WaitingSubmissionList> {
  const courses = [{ courseId, cohortIds: cohortsOf(ctx.learners) }]
  return listOldestFirst(ctx, courses, { ...input, except: undefined })
}

/**
 * Lists what waits for the caller in all courses that they grade, the oldest first.
 * @throws InvalidFields
 */
export async function listGradingQueue(
  ctx: UserContext,
  { courseId, ...input }: GradingQueueInput,
): Promise<WaitingSubmissionList> {
  const courses = ownsEveryCourse(ctx.user) ? null : await listGraded(ctx)
  const chosen =
    courses
      ?.filter((one) => one.courseId === (courseId ?? one.courseId))
      .map((one) => ({ ...one, cohortIds: cohortsOf(one.cohortIds ?? 'all', input.cohortId) })) ??
    (courseId === undefined ? null : [{ courseId, cohortIds: null }])
  return listOldestFirst(ctx, chosen, { ...input, status: 'waiting', except: ownLearnerOf(ctx) })
}

async function listGraded({ db, user }: UserContext) {
  const page = { userId: user.id, after: undefined, limit: coursesAtMost }
  const roles = rolesWith('grade')
  return (await listMembershipsOf(db, page)).filter(({ role }) => roles.includes(role))
}

type Choice = Omit<GradingQueueInput, 'courseId'> & Pick<SubmissionChoice, 'status' | 'except'>

async function listOldestFirst(
  ctx: UserContext,
  courses: SubmissionChoice['courses'],
  { limit, cursor, lessonKey, cohortId, ...choice }: Choice,
): Promise<WaitingSubmissionList> {
  const asked = courses?.map(({ courseId }) => courseId) ?? null
  const list = ['submissions', asked, choice.status, lessonKey ?? null, cohortId ?? null]
  const after = requirePlace(cursor, list, isInstant)
  const rows = await findSubmissions(ctx.db, {
    ...{ ...choice, courses, lessonKey, cohortId, after, limit: limit + 1 },
  })
  return toSortedPage(rows, {
    limit,
    list,
    place: (row) => ({ value: submittedAt(row), id: row.id }),
    item: (row) => toWaiting(ctx, row),
  })
}

function submittedAt({ submittedAt: at, startedAt }: ListedSubmission): string {
  return (at ?? startedAt).toISOString()
}

export function toWaiting(
  { user, now }: Pick<UserContext, 'user' | 'now'>,
  row: ListedSubmission,
): WaitingSubmission {
  const isClaimed = row.claimedUntil !== null && row.claimedUntil > now()
  const { id, lessonId, courseId, number, status, isLate, type } = row
  const { lessonKey, lessonTitle, courseTitle } = row
  return {
    ...{
      id,
      lessonId,
      courseId,
      number,
      status,
      isLate,
      type,
      lessonKey,
      lessonTitle,
      courseTitle,
    },
    submittedAt: submittedAt(row),
    learner: { id: row.userId, name: row.learnerName },
    claimedBy: isClaimed ? row.claimedByName : null,
    claimedUntil: isClaimed ? (row.claimedUntil?.toISOString() ?? null) : null,
    isClaimedByYou: isClaimed && row.claimedBy === user.id,
  }
}
