import { countQueue, listQueue, type Queue } from '../../../../db/queries/assessment/submissions.ts'
import { isInstant, toSortedPage } from '../../../../lib/lists/sorted-pages.ts'
import type { UserContext } from '../../../context.ts'
import { requirePlace } from '../../../errors/require-place.ts'
import { ownsEveryCourse, rolesWith } from '../../../security/course-roles.ts'
import { ownLearnerOf } from '../../platform/admin/refuse-own.ts'
import { submittedAt, toWaiting } from './list-submissions.ts'
import {
  type GradingQueue,
  type GradingQueueInput,
  type GradingQueueSummary,
  mostCounted,
  mostPlaces,
  type QueueFilters,
} from './schema.ts'

/**
 * Lists what waits for the caller in all courses that they grade, the oldest first.
 * @throws InvalidFields
 */
export async function listGradingQueue(
  ctx: UserContext,
  { limit, cursor, ...filters }: GradingQueueInput,
): Promise<GradingQueue> {
  const { courseId = null, lessonKey = null, cohortId = null } = filters
  const list = ['queue', ctx.user.id, courseId, lessonKey, cohortId]
  const after = requirePlace(cursor, list, isInstant)
  const rows = await listQueue(ctx.db, { ...queueOf(ctx, filters), after, limit: limit + 1 })
  return toSortedPage(rows, {
    limit,
    list,
    place: (row) => ({ value: submittedAt(row), id: row.id }),
    item: (row) => ({ ...toWaiting(ctx, row), courseTitle: row.courseTitle ?? '' }),
  })
}

/** Counts what waits for the caller, by lesson and by class: what the queue can be narrowed to. */
export function sumUpGradingQueue(
  ctx: UserContext,
  filters: QueueFilters,
): Promise<GradingQueueSummary> {
  return countQueue(ctx.db, { ...queueOf(ctx, filters), limit: mostCounted, places: mostPlaces })
}

function queueOf(ctx: UserContext, { courseId, lessonKey, cohortId }: QueueFilters): Queue {
  const roles = ownsEveryCourse(ctx.user) ? null : rolesWith('grade')
  return { graderId: ctx.user.id, roles, courseId, lessonKey, cohortId, except: ownLearnerOf(ctx) }
}
