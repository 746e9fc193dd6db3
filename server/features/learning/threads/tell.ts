import type { LessonForUser } from '../../../../db/queries/courses/lessons.ts'
import type { ThreadRow } from '../../../../db/queries/learning/threads.ts'
import type { UserContext } from '../../../context.ts'

/** Tells those who teach the caller of a question. */
export async function tellAsked(
  _ctx: UserContext,
  _asked: { threadId: string; lesson: LessonForUser },
): Promise<void> {}

/** Tells whoever asked of an answer, unless it is their own. */
export async function tellAnswered(
  _ctx: UserContext,
  _answered: { thread: ThreadRow; answerId: string },
): Promise<void> {}
