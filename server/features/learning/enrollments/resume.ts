import { findBegunLesson, listWaiting } from '../../../../db/queries/learning/progress/waits-for.ts'
import { startOf, toPage } from '../../../../lib/lists/pagination.ts'
import { withIsoDates } from '../../../../lib/schema.ts'
import type { UserContext } from '../../../context.ts'
import { listMyCourses } from './list-my-courses.ts'
import type { ListWaitingInput, MyCourse, Resume, WaitingList } from './schema.ts'

/** The number of courses among which one is looked for where the caller can go on. */
const lookedAt = 10

/**
 * Finds where the caller goes on: in the course used last that has something to do, at the lesson
 * that was begun last, else at the next one.
 */
export async function getResume(ctx: UserContext): Promise<Resume> {
  const { items } = await listMyCourses(ctx, { status: 'active', limit: lookedAt })
  const course = items.find(canGoOn)
  if (course?.nextLesson == null) return { course: null, lesson: null, positionSeconds: 0 }
  const learning = { userId: ctx.user.id, courseId: course.courseId }
  const begun = await findBegunLesson(ctx.db, learning)
  const { id, key, title, positionSeconds } = begun ?? { ...course.nextLesson, positionSeconds: 0 }
  return { course, lesson: { id, key, title }, positionSeconds }
}

function canGoOn({ nextLesson }: MyCourse): boolean {
  return nextLesson !== null && nextLesson.locks === undefined
}

/** Lists what the caller has handed in and nobody has graded yet. */
export async function listMyWaiting(
  { db, user }: UserContext,
  page: ListWaitingInput,
): Promise<WaitingList> {
  const range = { before: startOf(page), limit: page.limit + 1 }
  const rows = await listWaiting(db, { userId: user.id, ...range })
  return toPage(rows, page.limit, withIsoDates)
}
