import { addressesFor } from '../../../../content/files/file-links.ts'
import { type Assignment, pointsOf, rubricOf } from '../../../../content/lessons/assignment.ts'
import type { StoredQuiz } from '../../../../content/lessons/quiz.ts'
import { shownPoints } from '../../../../content/questions/parts.ts'
import type { ItemPoints } from '../../../../content/questions/regrade-item.ts'
import type { AttemptItem } from '../../../../db/queries/assessment/attempts.ts'
import { findLastGrading } from '../../../../db/queries/assessment/grades/grades.ts'
import { findShownQuestions } from '../../../../db/queries/assessment/questions/questions.ts'
import type { SubmissionRow } from '../../../../db/queries/assessment/submissions.ts'
import { findLessonRevision } from '../../../../db/queries/courses/lessons.ts'
import type { Deps, UserContext } from '../../../context.ts'
import { answersIn, questionsOf, reviewOf } from '../attempts/show-attempt.ts'
import { gradeItems } from '../grades/grade-attempt.ts'
import { type GraderContext, requireTried } from './find-submission.ts'
import { toWaiting } from './list-submissions.ts'
import type { CourseSubmissionInput, SubmissionToGrade } from './schema.ts'
import { showSubmission } from './show-submission.ts'

/** What is asked of learners, as it was when it was tried. */
type Settings = { assignment: Assignment; quiz?: never } | { quiz: StoredQuiz; assignment?: never }

/** @throws SubmissionNotFound, NotForYourself */
export async function getSubmissionToGrade(
  ctx: GraderContext,
  input: CourseSubmissionInput,
): Promise<SubmissionToGrade> {
  const row = await requireTried(ctx, input)
  const { assignment, quiz } = await settingsOf(ctx, row)
  const { version, gradings, gradedAt, gradedByName } = row
  return {
    ...(await showSubmission(ctx, row)),
    ...toWaiting(ctx, row),
    ...{ version, gradings, gradedBy: gradedByName },
    gradedAt: gradedAt?.toISOString() ?? null,
    passPercent: (assignment ?? quiz).passPercent,
    maxPoints: assignment ? pointsOf(assignment) : shownPoints(row.maxPoints, row.items),
    rubric: assignment ? rubricOf(assignment) : [],
    questions: await toGradeIn(ctx, row),
    quiz: assignment ? null : await wholeQuizOf(ctx, row),
  }
}

export async function settingsOf({ db }: Pick<Deps, 'db'>, row: SubmissionRow): Promise<Settings> {
  const lesson = await findLessonRevision(db, row.lessonId)
  const settings = lesson?.details?.[row.type]
  if (settings === undefined) throw new Error('A submission has a lesson of another type.')
  return { [row.type]: settings } as unknown as Settings
}

/** Shows all that was asked, with what is right: graders see it whatever learners do. */
async function wholeQuizOf(
  ctx: UserContext,
  row: SubmissionRow,
): Promise<NonNullable<SubmissionToGrade['quiz']>> {
  const revisions = (row.items ?? []).map(({ revision }) => revision)
  const [lesson, shown, grading] = [
    await findLessonRevision(ctx.db, row.lessonId),
    await findShownQuestions(ctx.db, revisions),
    await findLastGrading(ctx.db, row.id),
  ]
  const now = ctx.now()
  const urlOf = (file: { sha256: string; name: string }) => ctx.mediaUrls.urlOf(file, now)
  const { courseId } = row
  const files = lesson?.files ?? {}
  const to = addressesFor({ courseId, files, urlOf, contents: new Map() })
  return {
    questions: questionsOf(row, shown, to),
    answers: answersIn(row),
    review: await reviewOf(ctx, { attempt: row, grading: grading ?? { itemPoints: null }, to }),
  }
}

/** Lists the questions that a person grades, answered or not, except dropped ones. */
async function toGradeIn(ctx: Deps, row: SubmissionRow): Promise<SubmissionToGrade['questions']> {
  const items = row.items ?? []
  const { itemPoints: automatic, questions } = await gradeItems(ctx, row)
  const graded = (await findLastGrading(ctx.db, row.id))?.itemPoints
  return items.flatMap((item, position) => {
    const question = questions.get(item.revision)
    if (question === undefined || !isForPerson(item, automatic[position])) return []
    const { guidance } = question.secret.reveal()
    const answer = row.answers?.[position]
    const given = graded?.[position] ?? numberOf(automatic[position])
    return {
      position,
      title: String(question.shown.title),
      points: shownPoints(item.points, items),
      given: given === null ? null : shownPoints(given, items),
      answer: typeof answer?.text === 'string' ? answer.text : null,
      guidance: typeof guidance === 'string' ? guidance : null,
    }
  })
}

export function isForPerson({ type }: AttemptItem, automatic: ItemPoints | undefined): boolean {
  return type === 'essay' && automatic !== 'dropped'
}

function numberOf(points: ItemPoints | undefined): number | null {
  return typeof points === 'number' ? points : null
}
