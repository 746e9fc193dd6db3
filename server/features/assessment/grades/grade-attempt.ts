import type { AttemptRow } from '../../../../db/queries/assessment/attempts.ts'
import { type GradingRow, insertGrading } from '../../../../db/queries/assessment/grades/grades.ts'
import {
  findQuestionsWithSecrets,
  type QuestionWithSecret,
} from '../../../../db/queries/assessment/questions/secrets.ts'
import {
  type EnrollmentRow,
  lockEnrollment,
} from '../../../../db/queries/learning/enrollments/enrollments.ts'
import type { Deps } from '../../../context.ts'
import {
  type Answer,
  gradeAnswer,
  type StoredQuestion,
} from '../../../lib/questions/question-types.ts'
import { replaceForGrade } from '../../learning/certificates/reissue-certificate.ts'
import { completeByPass } from '../../learning/progress/complete-by-pass.ts'

/** The share of the points, in basis points, rounded down: 100 % takes all of them. */
export function scoreOf(points: number, maxPoints: number): number {
  return maxPoints === 0 ? 10_000 : Math.floor((points * 10_000) / maxPoints)
}

/** Exactly as much as it takes passes as well. Integers: nothing is rounded. */
export function passes(points: number, maxPoints: number, passPercent: number): boolean {
  return maxPoints === 0 || points * 100 >= passPercent * maxPoints
}

/** The points of each item by its right answer; null for what waits for a person. */
export async function gradeItems(
  { db }: Pick<Deps, 'db'>,
  { items, answers }: Pick<AttemptRow, 'items' | 'answers'>,
): Promise<(number | null)[]> {
  const questions = await findQuestionsWithSecrets(
    db,
    (items ?? []).map(({ revision }) => revision),
  )
  return (items ?? []).map(({ revision, points, order }, position) => {
    const question = questions.get(revision)
    if (question === undefined) throw new Error('An attempt asks a question that is not there.')
    const answer = answers?.[position] as Answer | null | undefined
    return gradeAnswer({ question: toStored(question), points, order }, answer) ?? null
  })
}

export function toStored({ type, shown, secret }: QuestionWithSecret): StoredQuestion {
  return { type, shown, secret: secret.reveal() } as StoredQuestion
}

export interface Graded extends Pick<GradingRow, 'cause' | 'graderId' | 'itemPoints' | 'comment'> {
  points: number
  maxPoints: number
  passPercent: number
}

/**
 * Records a grading, and what follows from it: the completion of the lesson, and of the course with
 * its certificate. In the caller's transaction, which has locked the enrollment, then the attempt.
 */
export async function recordGrading(
  ctx: Deps,
  { attempt, enrollment }: { attempt: AttemptRow; enrollment: EnrollmentRow },
  { passPercent, points, maxPoints, ...grading }: Graded,
): Promise<void> {
  const passed = passes(points, maxPoints, passPercent)
  await insertGrading(ctx.db, {
    ...grading,
    attemptId: attempt.id,
    at: ctx.now(),
    points,
    maxPoints,
    score: scoreOf(points, maxPoints),
    passed,
  })
  if (passed) await completeByPass(ctx, enrollment, attempt.lessonKey)
  if (enrollment.completedAt !== null) await replaceForGrade(ctx, enrollment)
}

/** Locks the learner's enrollment first, as everything does that may complete the course. */
export async function lockEnrollmentOf(
  { db }: Pick<Deps, 'db'>,
  attempt: AttemptRow,
): Promise<EnrollmentRow> {
  const enrollment = await lockEnrollment(db, attempt)
  if (enrollment === undefined) throw new Error('An attempt has no enrollment.')
  return enrollment
}
