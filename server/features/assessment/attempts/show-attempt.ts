import { addressesFor } from '../../../../content/files/file-links.ts'
import type { Addresses } from '../../../../content/lessons/lesson-type.ts'
import { quizOf, type StoredQuiz } from '../../../../content/lessons/quiz.ts'
import { shownPoints } from '../../../../content/questions/parts.ts'
import {
  type Answer,
  questionTypeOf,
  type ShownQuestion,
} from '../../../../content/questions/question-types.ts'
import {
  type AttemptRow,
  findAttempt,
  findAttemptsSoFar,
  type TriedRow,
} from '../../../../db/queries/assessment/attempts.ts'
import {
  findLastGrading,
  type GradingRow,
} from '../../../../db/queries/assessment/grades/grades.ts'
import {
  findShownQuestions,
  type ShownQuestions,
} from '../../../../db/queries/assessment/questions/questions.ts'
import { findQuestionsWithSecrets } from '../../../../db/queries/assessment/questions/secrets.ts'
import { isOpenTo } from '../../../../db/queries/courses/courses/is-open.ts'
import { findLessonForUser } from '../../../../db/queries/courses/lessons.ts'
import type { Deps, UserContext } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { allowanceOf, quizTried } from '../quizzes/open-quiz.ts'
import { lastNumberOf } from './save-answers.ts'
import type { Attempt, AttemptInput, AttemptResult, AttemptSummary, Reviewed } from './schema.ts'
import { type Submitted, submitIfOver } from './submit-attempt.ts'

/**
 * Shows an attempt of the caller, submitting it first if its time is over.
 * @throws AttemptNotFound
 */
export async function getAttempt(ctx: UserContext, { attemptId }: AttemptInput): Promise<Attempt> {
  return showAttempt(ctx, await submitIfOver(ctx, await requireOwn(ctx, attemptId)))
}

/**
 * Returns an attempt of the caller, as long as the course is open to them.
 * @throws AttemptNotFound also for those of others: nobody learns that there are any; NotEnrolled
 */
export async function requireOwn(
  { db, user, now }: Pick<UserContext, 'db' | 'user' | 'now'>,
  attemptId: string,
): Promise<TriedRow> {
  const attempt = await findAttempt(db, attemptId)
  if (attempt?.userId !== user.id || attempt.type !== 'quiz') throw new AppError('AttemptNotFound')
  const { enrollmentStatus: status, endsAt } = attempt
  if (!isOpenTo({ status, endsAt }, now())) throw new AppError('NotEnrolled')
  return attempt
}

type Reveals = StoredQuiz['reveals']

export type ShownAttempt = AttemptRow & Pick<TriedRow, 'details' | 'files'> & Partial<TriedRow>

/** Describes the attempt as its learner may see it. */
export async function showAttempt(
  ctx: Pick<UserContext, 'db' | 'now' | 'mediaUrls'>,
  attempt: ShownAttempt,
  known: Pick<Submitted, 'questions' | 'grading'> = {},
): Promise<Attempt> {
  const { courseId, lessonId, files } = attempt
  const quiz = quizTried(attempt)
  const now = ctx.now()
  const urlOf = (file: { sha256: string; name: string }) => ctx.mediaUrls.urlOf(file, now)
  const to = addressesFor({ courseId, files: files ?? {}, urlOf, contents: new Map() })
  const grading =
    attempt.status === 'graded'
      ? (known.grading ?? (await findLastGrading(ctx.db, attempt.id)))
      : undefined
  const present = grading && !attempt.isCurrent && (await findPresent(ctx, attempt))
  const rules = [{ quiz, lessonId }, ...(present ? [present] : [])]
  return {
    ...summaryOf(attempt, grading, strictest(rules.map((rule) => rule.quiz.reveals))),
    readAt: now.toISOString(),
    lastNumber: lastNumberOf(attempt),
    questions: questionsOf(attempt, known.questions ?? (await shownTo(ctx, attempt)), to),
    answers: answersIn(attempt),
    review:
      grading !== undefined && (await isRevealed(ctx, attempt, rules))
        ? await reviewOf(ctx, { attempt, grading, to })
        : null,
  }
}

/** Lists the answers that are saved. */
export function answersIn({ answers }: Pick<AttemptRow, 'answers'>): Attempt['answers'] {
  return Object.entries(answers ?? {}).flatMap(([position, answer]) =>
    answer === null ? [] : { position: Number(position), answer: answer as Answer },
  )
}

export function summaryOf(
  attempt: AttemptRow,
  grading: Pick<GradingRow, 'comment'> | undefined,
  reveals: Reveals,
): AttemptSummary {
  const { id, lessonId, courseId, number, status, startedAt, deadlineAt, submittedAt } = attempt
  return {
    ...{ id, lessonId, courseId, number, status },
    startedAt: startedAt.toISOString(),
    deadlineAt: deadlineAt?.toISOString() ?? null,
    submittedAt: submittedAt?.toISOString() ?? null,
    result: resultOf(attempt, grading, reveals),
  }
}

export function resultOf(
  { status, passed, points, maxPoints, score, items }: AttemptRow,
  grading: Pick<GradingRow, 'comment'> | undefined,
  reveals: Reveals,
): AttemptResult | null {
  if (status !== 'graded' || passed === null || points === null || score === null) return null
  const comment = grading?.comment ?? null
  if (reveals === 'never') return { passed, comment }
  const shown = {
    points: shownPoints(points, items),
    maxPoints: shownPoints(maxPoints, items),
  }
  return { passed, ...shown, percent: score / 100, comment }
}

function shownTo(
  { db }: Pick<Deps, 'db'>,
  { items }: Pick<AttemptRow, 'items'>,
): Promise<ShownQuestions> {
  return findShownQuestions(
    db,
    (items ?? []).map(({ revision }) => revision),
  )
}

/** Returns the questions of an attempt as it shows them. */
export function questionsOf(
  { items }: Pick<AttemptRow, 'items'>,
  questions: ShownQuestions,
  to: Addresses,
): ShownQuestion[] {
  return (items ?? []).map(({ revision, points, order }, position) => {
    const question = questions.get(revision)
    if (question === undefined) throw new Error('An attempt asks a question that is not there.')
    const { title, text, ...own } = question.shown
    const shown = questionTypeOf(question.type).show(own, order)
    return {
      position,
      type: question.type,
      points: shownPoints(points, items),
      title: to.markdown(String(title)),
      text: typeof text === 'string' ? to.markdown(text) : null,
      ...withMarkdown(shown, to),
    } as ShownQuestion
  })
}

/** Turns texts in lists into Markdown: options, items, both sides of pairs. */
function withMarkdown(fields: Record<string, unknown>, to: Addresses) {
  const shown = Object.entries(fields).map(([name, value]) => [
    name,
    Array.isArray(value) ? value.map((text) => to.markdown(String(text))) : value,
  ])
  return Object.fromEntries(shown)
}

interface Rule {
  quiz: StoredQuiz
  lessonId: string
}

/** Finds the quiz as it now is for the learner: what it asks may be asked again. */
async function findPresent(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { userId, lessonId }: AttemptRow,
): Promise<Rule | undefined> {
  const lesson = await findLessonForUser(db, { lessonId, userId, now: now() })
  const quiz = quizOf(lesson?.details)
  return lesson && quiz && { quiz, lessonId: lesson.id }
}

export function strictest(all: readonly Reveals[]): Reveals {
  return all.includes('never') ? 'never' : (all[0] ?? 'never')
}

/** Whether both the quiz that was tried and that of today reveal the right answers by now. */
async function isRevealed(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { userId, courseId }: AttemptRow,
  rules: readonly Rule[],
): Promise<boolean> {
  for (const { quiz, lessonId } of rules) {
    if (quiz.reveals === 'never' || quiz.reveals === 'score') return false
    const soFar = await findAttemptsSoFar(db, { userId, courseId, lessonId, now: now() })
    const isOver = soFar.openId === null && allowanceOf(quiz, soFar) === 0
    if (quiz.reveals === 'after-pass' ? !soFar.passed : !isOver) return false
  }
  return true
}

/** Returns what is right of each question, for a reader who may see it. */
export async function reviewOf(
  { db }: Pick<Deps, 'db'>,
  {
    attempt,
    grading,
    to,
  }: {
    attempt: Pick<AttemptRow, 'items'>
    grading: Pick<GradingRow, 'itemPoints'>
    to: Addresses
  },
): Promise<Reviewed[]> {
  const items = attempt.items ?? []
  const questions = await findQuestionsWithSecrets(
    db,
    items.map(({ revision }) => revision),
  )
  return items.flatMap(({ revision, order }, position) => {
    const question = questions.get(revision)
    if (question === undefined) return []
    const { explanation, ...secret } = question.secret.reveal()
    const points = grading.itemPoints?.[position]
    return {
      position,
      points: points == null ? null : shownPoints(points, items),
      right: questionTypeOf(question.type).rightAnswer(secret, order),
      explanation: typeof explanation === 'string' ? to.markdown(explanation) : null,
    }
  })
}
