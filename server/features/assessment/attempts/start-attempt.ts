import { randomUUID } from 'node:crypto'
import type { StoredQuiz } from '../../../../content/lessons/quiz.ts'
import { partsOfPoint } from '../../../../content/questions/parts.ts'
import { questionTypeOf } from '../../../../content/questions/question-types.ts'
import {
  type AttemptItem,
  findAttempt,
  findAttemptsSoFar,
  insertAttempt,
  type TriedRow,
} from '../../../../db/queries/assessment/attempts.ts'
import { reckonDeadlines } from '../../../../db/queries/assessment/deadlines/deadlines.ts'
import {
  findShownQuestions,
  type ShownQuestions,
} from '../../../../db/queries/assessment/questions/questions.ts'
import { isOpenTo } from '../../../../db/queries/courses/courses/is-open.ts'
import type { LessonForUser } from '../../../../db/queries/courses/lessons.ts'
import { lockEnrollment } from '../../../../db/queries/learning/enrollments/enrollments.ts'
import { newId } from '../../../../lib/ids.ts'
import { inTransaction, type UserContext } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import {
  type ChosenQuestion,
  chooseQuestions,
  type Dice,
  diceOf,
  orderOf,
} from '../quizzes/choose-items.ts'
import { allowanceOf, nextStart, openForPass } from '../quizzes/open-quiz.ts'
import type { Attempt } from './schema.ts'
import { type ShownAttempt, showAttempt } from './show-attempt.ts'
import { submitIfOver } from './submit-attempt.ts'

/**
 * Starts an attempt, or returns the open one. Its questions are frozen: no publication changes
 * them.
 * @throws LessonNotFound, NotEnrolled, InvalidFields, AttemptsUsedUp, AttemptTooSoon
 */
export async function startAttempt(
  ctx: UserContext,
  { lessonId }: { lessonId: string },
): Promise<Attempt> {
  const { lesson, settings: quiz } = await openForPass(ctx, lessonId, 'quiz')
  const running = await findRunning(ctx, lesson)
  if (running !== undefined) return showAttempt(ctx, running)
  const { attempt, questions } = await insert(ctx, lesson, quiz)
  return showAttempt(ctx, attempt, { ...(questions && { questions }) })
}

/** Returns the open attempt, unless its time is over: then it is submitted. */
async function findRunning(
  ctx: UserContext,
  { courseId, id: lessonId }: LessonForUser,
): Promise<TriedRow | undefined> {
  const learning = { userId: ctx.user.id, courseId, lessonId, now: ctx.now() }
  const { openId } = await findAttemptsSoFar(ctx.db, learning)
  const found = openId === null ? undefined : await findAttempt(ctx.db, openId)
  const open = found && (await submitIfOver(ctx, found))
  if (open?.status !== 'open') return undefined
  ctx.outcome.created = false
  return open
}

async function insert(
  ctx: UserContext,
  lesson: LessonForUser,
  quiz: StoredQuiz,
): Promise<{ attempt: ShownAttempt; questions?: ShownQuestions }> {
  const { courseId, id: lessonId, key: lessonKey, details, files } = lesson
  const learning = { userId: ctx.user.id, courseId }
  return inTransaction(ctx, async (ctx) => {
    const now = ctx.now()
    const enrollment = await lockEnrollment(ctx.db, learning)
    if (!isOpenTo(enrollment, now)) throw new AppError('NotEnrolled')
    const soFar = await findAttemptsSoFar(ctx.db, { ...learning, lessonId, now })
    const meanwhile = soFar.openId === null ? undefined : await findAttempt(ctx.db, soFar.openId)
    if (meanwhile !== undefined) {
      ctx.outcome.created = false
      return { attempt: meanwhile }
    }
    if (allowanceOf(quiz, soFar) === 0)
      throw new AppError('AttemptsUsedUp', { facts: { attempts: soFar.count } })
    const nextAt = nextStart(quiz, soFar, now)
    if (nextAt !== null)
      throw new AppError('AttemptTooSoon', { facts: { nextAt: nextAt.toISOString() } })
    await ctx.limits.within(ctx.db).take('attemptsPerAccount', ctx.user.id)

    const dice = diceOf(randomUUID())
    const chosen = chooseQuestions(quiz, { seen: soFar.seen, dice })
    const questions = await findShownQuestions(
      ctx.db,
      chosen.map(({ revision }) => revision),
    )
    const items = freeze(questions, chosen, { shuffles: quiz.shuffles, dice })
    const inserted = await insertAttempt(ctx.db, {
      id: newId(),
      ...learning,
      lessonKey,
      lessonId,
      type: 'quiz',
      number: soFar.lastNumber + 1,
      status: 'open',
      startedAt: now,
      deadlineAt: quiz.timeLimitMinutes === null ? null : now,
      submittedAt: null,
      isLate: false,
      items,
      text: null,
      maxPoints: items.reduce((sum, { points }) => sum + points, 0),
    })
    const attempt = { ...inserted, details, files }
    if (attempt.deadlineAt === null) return { attempt, questions }
    const deadlines = await reckonDeadlines(ctx.db, { ...learning, now })
    const own = deadlines.find(({ id }) => id === attempt.id)
    return { attempt: { ...attempt, ...own }, questions }
  })
}

/** Freezes the questions of an attempt: what is shown where, and how many answers fit. */
export function freeze(
  questions: ShownQuestions,
  chosen: readonly ChosenQuestion[],
  { shuffles, dice }: { shuffles: boolean; dice: Dice },
): AttemptItem[] {
  const asked = chosen.map(({ revision, points }) => {
    const question = questions.get(revision)
    if (question === undefined) throw new Error('A quiz asks a question that is not there.')
    const shares = questionTypeOf(question.type).shares?.(question.shown) ?? []
    return { revision, points, question, shares }
  })
  const parts = partsOfPoint(asked)
  return asked.map(({ revision, points, question }) => {
    const { shuffled, alwaysShuffled = false, count } = questionTypeOf(question.type)
    const isShuffled = shuffles || alwaysShuffled
    return {
      revision,
      type: question.type,
      points: points * parts,
      ...(parts > 1 && { parts }),
      order: orderOf(shuffled(question.shown).length, { isShuffled, dice }),
      ...(count && { count: count.wanted(question.shown) }),
    }
  })
}
