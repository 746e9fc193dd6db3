import { findCourse } from '../../../../db/queries/courses/courses/courses.ts'
import type { LessonForUser } from '../../../../db/queries/courses/lessons.ts'
import { listTeachersOf, type ThreadRow } from '../../../../db/queries/learning/threads.ts'
import type { UserContext } from '../../../context.ts'
import { rolesWith } from '../../../security/course-roles.ts'
import { coursePageOf, notify } from '../../platform/notifications/notify.ts'

/** How many teachers are told of a question, those of the learner's cohorts first. */
const mostTold = 10

/** Tells those who teach the caller of a question. No names: a course may hide them. */
export async function tellAsked(
  ctx: UserContext,
  { threadId, lesson }: { threadId: string; lesson: LessonForUser },
): Promise<void> {
  const { courseId, key: lessonKey, title } = lesson
  const of = { courseId, userId: ctx.user.id, roles: rolesWith('answer'), limit: mostTold }
  const about = { courseId, lessonKey, subjectId: threadId, fact: threadId }
  // Leads teachers to where they answer, not to the lesson, which they may not take.
  const page = coursePageOf(ctx, courseId, { question: threadId })
  const place = { ...(await placeOf(ctx, courseId, title)), page }
  for (const userId of await listTeachersOf(ctx.db, of))
    await notify(ctx, { userId, notification: { kind: 'question-asked', ...place, about } })
}

/** Tells whoever asked of an answer, unless it is their own. */
export async function tellAnswered(
  ctx: UserContext,
  { thread, answerId }: { thread: ThreadRow; answerId: string },
): Promise<void> {
  const { id: subjectId, courseId, lessonKey, lessonTitle, createdBy: userId } = thread
  if (userId === null || userId === ctx.user.id) return
  const about = { courseId, lessonKey, subjectId, fact: answerId }
  const page = coursePageOf(ctx, courseId, { lesson: lessonKey, question: subjectId })
  const place = { ...(await placeOf(ctx, courseId, lessonTitle)), page }
  await notify(ctx, { userId, notification: { kind: 'question-answered', ...place, about } })
}

async function placeOf(ctx: UserContext, courseId: string, lesson: string) {
  const course = await findCourse(ctx.db, { id: courseId })
  return { title: course?.title ?? '', lesson }
}
