import type { Assignment } from '../../../../content/lessons/assignment.ts'
import { quizOf, type StoredQuiz } from '../../../../content/lessons/quiz.ts'
import type { AttemptsSoFar, TriedRow } from '../../../../db/queries/assessment/attempts.ts'
import type { LessonForUser } from '../../../../db/queries/courses/lessons.ts'
import type { UserContext } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { openLesson } from '../../courses/lessons/open-lesson.ts'

interface ByType {
  quiz: StoredQuiz
  assignment: Assignment
}

/**
 * Returns the lesson of an enrolled learner, if it is of one of the types.
 * @throws LessonNotFound, NotEnrolled, InvalidFields
 */
export async function openForPass<Type extends keyof ByType>(
  ctx: UserContext,
  lessonId: string,
  ...types: Type[]
): Promise<{ lesson: LessonForUser; settings: ByType[Type] }> {
  const lesson = await openLesson(ctx, lessonId)
  if (!lesson.enrolled) throw new AppError('NotEnrolled')
  const type = types.find((one) => one === lesson.type)
  const settings = type && lesson.details?.[type]
  if (settings === undefined) {
    const message = `is no ${types.join(' or ')}: the lesson is of type ${lesson.type}`
    throw new AppError('InvalidFields', { issues: [{ path: 'lessonId', message }] })
  }
  return { lesson, settings: settings as unknown as ByType[Type] }
}

/** Returns the quiz of an attempt as it was asked. */
export function quizTried({ details }: Pick<TriedRow, 'details'>): StoredQuiz {
  const quiz = quizOf(details)
  if (quiz === undefined) throw new Error('An attempt is of no quiz.')
  return quiz
}

/** Counts the attempts left to a learner at a lesson; null if unlimited. */
export function allowanceOf(
  { attempts }: { attempts: number | null },
  soFar: Pick<AttemptsSoFar, 'count' | 'extraAttempts'>,
): number | null {
  return attempts === null ? null : Math.max(0, attempts + soFar.extraAttempts - soFar.count)
}

/** Returns when the next attempt can start; null: now. */
export function nextStart(
  { cooldownMinutes }: Pick<StoredQuiz, 'cooldownMinutes'>,
  { lastSubmittedAt }: Pick<AttemptsSoFar, 'lastSubmittedAt'>,
  now: Date,
): Date | null {
  if (lastSubmittedAt === null) return null
  const next = new Date(lastSubmittedAt.getTime() + cooldownMinutes * 60_000)
  return next > now ? next : null
}
