import { randomUUID } from 'node:crypto'
import { addressesFor } from '../../../../content/files/file-links.ts'
import { quizOf, quiz as quizParts } from '../../../../content/lessons/quiz.ts'
import { shownPoints } from '../../../../content/questions/parts.ts'
import { findShownQuestions } from '../../../../db/queries/assessment/questions/questions.ts'
import { findDraftLesson } from '../../../../db/queries/authoring/drafts/lessons.ts'
import { findVersionLesson } from '../../../../db/queries/courses/lessons.ts'
import { findCourseFiles } from '../../../../db/queries/courses/media/course-files.ts'
import type { Deps } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { issuesOf, toGiven } from '../../assessment/attempts/save-answers.ts'
import { questionsOf, reviewOf } from '../../assessment/attempts/show-attempt.ts'
import { freeze } from '../../assessment/attempts/start-attempt.ts'
import { gradeItems, passes, scoreOf, sumOf } from '../../assessment/grades/grade-attempt.ts'
import { readDraftedQuestions } from '../../assessment/questions/store-questions.ts'
import { chooseQuestions, diceOf } from '../../assessment/quizzes/choose-items.ts'
import type { PreviewAttemptInput, PreviewedAttempt } from './schema.ts'

/**
 * Tries the quiz of a draft, or of a version, without storing anything. The same seed asks the same questions in the
 * same order.
 * @throws LessonNotFound, InvalidFields
 */
export async function previewAttempt(
  ctx: Pick<Deps, 'db' | 'now' | 'mediaUrls'>,
  { courseId, key, version, seed = randomUUID(), answers = [] }: PreviewAttemptInput,
): Promise<PreviewedAttempt> {
  const lesson =
    version === undefined
      ? await findDraftLesson(ctx.db, { courseId, key })
      : await findVersionLesson(ctx.db, { courseId, number: version, keys: [key] })
  if (lesson === undefined) throw new AppError('LessonNotFound')
  const quiz = quizOf(lesson.details)
  if (lesson.type !== 'quiz' || quiz === undefined)
    throw new AppError('InvalidFields', { issues: [{ path: 'key', message: 'is of no quiz' }] })

  const drafted = await readDraftedQuestions(ctx, courseId)
  const [lack] = quizParts.own.lacks(quiz, drafted)
  if (lack !== undefined)
    throw new AppError('InvalidFields', {
      issues: [{ path: `quiz.${lack.path}`, message: lack.message }],
    })
  const dice = diceOf(seed)
  const chosen = chooseQuestions(quiz, { seen: {}, dice })
  const questions = await findShownQuestions(
    ctx.db,
    chosen.map(({ revision }) => revision),
  )
  const items = freeze(questions, chosen, { shuffles: quiz.shuffles, dice })
  const issues = answers.flatMap((one, index) => issuesOf(toGiven(one), index, { items }))
  if (issues.length > 0) throw new AppError('InvalidFields', { issues })

  const given = Object.fromEntries(answers.map(({ position, answer }) => [position, answer]))
  const { itemPoints } = await gradeItems(ctx, { courseId, items, answers: given })
  const sum = sumOf(items, itemPoints)
  const files = await findCourseFiles(ctx.db, { courseId, paths: quiz.files })
  const urlOf = (file: { sha256: string; name: string }) => ctx.mediaUrls.urlOf(file, ctx.now())
  const to = addressesFor({ courseId, files, urlOf, contents: new Map() })
  return {
    seed,
    questions: questionsOf({ items }, questions, to),
    points: shownPoints(sum.points, items),
    maxPoints: shownPoints(
      items.reduce((total, { points }) => total + points, 0),
      items,
    ),
    percent: scoreOf(sum.points, sum.maxPoints) / 100,
    passed: passes(sum.points, sum.maxPoints, quiz.passPercent),
    waits: itemPoints.includes('waiting'),
    review: await reviewOf(ctx, { attempt: { items }, grading: sum, to }),
  }
}
