import {
  type Answer,
  gradeAnswer,
  type StoredQuestion,
} from '../../../../content/questions/question-types.ts'
import {
  type ItemPoints,
  type NumberedQuestion,
  regradeItem,
} from '../../../../content/questions/regrade-item.ts'
import type { AttemptRow } from '../../../../db/queries/assessment/attempts.ts'
import { type GradingRow, insertGrading } from '../../../../db/queries/assessment/grades/grades.ts'
import { listRegradesOf } from '../../../../db/queries/assessment/grades/regrades.ts'
import {
  findQuestionsWithSecrets,
  type QuestionWithSecret,
} from '../../../../db/queries/assessment/questions/secrets.ts'
import {
  type EnrollmentRow,
  lockEnrollment,
} from '../../../../db/queries/learning/enrollments/enrollments.ts'
import type { Deps } from '../../../context.ts'
import { replaceForGrade } from '../../learning/certificates/reissue-certificate.ts'
import { completeByPass } from '../../learning/completion/complete-by-pass.ts'
import { reinstateAfterPass } from './reinstate-after-pass.ts'

/** Returns the share of the points in basis points, rounded down: 100 % takes all of them. */
export function scoreOf(points: number, maxPoints: number): number {
  return maxPoints === 0 ? 10_000 : Math.floor((points * 10_000) / maxPoints)
}

/** Whether it passes; exactly the mark does. Integers: nothing is rounded. */
export function passes(points: number, maxPoints: number, passPercent: number): boolean {
  return maxPoints === 0 || points * 100 >= passPercent * maxPoints
}

/**
 * Grades each item by its right answer, and by what regrades have found out since: they also hold
 * for attempts that are submitted later.
 */
export async function gradeItems(
  { db }: Pick<Deps, 'db'>,
  { courseId, items, answers }: Pick<AttemptRow, 'courseId' | 'items' | 'answers'>,
): Promise<{ itemPoints: ItemPoints[]; questions: Questions }> {
  const revisions = (items ?? []).map(({ revision }) => revision)
  const regrades = await listRegradesOf(db, { courseId, revisions })
  const questions = await findQuestionsWithSecrets(db, [
    ...revisions,
    ...regrades.map(({ toRevision }) => toRevision),
  ])
  const itemPoints = (items ?? []).map(({ revision, points, order }, position) => {
    const row = requireQuestion(questions, revision)
    const asked = toNumbered(row)
    const answer = answers?.[position] as Answer | null | undefined
    const first = gradeAnswer({ question: asked.question, points, order }, answer) ?? 'waiting'
    return regrades
      .filter(({ key }) => key === row.key)
      .reduce<ItemPoints>((current, { policy, toRevision }) => {
        const to = toNumbered(requireQuestion(questions, toRevision))
        return regradeItem({ policy, to }, { asked, points, order, answer }, current)
      }, first)
  })
  return { itemPoints, questions }
}

type Questions = ReadonlyMap<string, QuestionWithSecret>

export function requireQuestion(questions: Questions, revision: string): QuestionWithSecret {
  const question = questions.get(revision)
  if (question === undefined) throw new Error('An attempt asks a question that is not there.')
  return question
}

export function toNumbered({ type, shown, secret, number }: QuestionWithSecret): NumberedQuestion {
  return { number, question: { type, shown, secret: secret.reveal() } as StoredQuestion }
}

/** Sums graded items; dropped ones count for nothing. */
export function sumOf(
  items: AttemptRow['items'],
  itemPoints: readonly ItemPoints[],
): Pick<GradingRow, 'points' | 'maxPoints'> & { itemPoints: (number | null)[] } {
  const counted = itemPoints.map((points) => (typeof points === 'number' ? points : null))
  return {
    itemPoints: counted,
    points: counted.reduce<number>((sum, points) => sum + (points ?? 0), 0),
    maxPoints: (items ?? []).reduce(
      (sum, { points }, position) => sum + (counted[position] === null ? 0 : points),
      0,
    ),
  }
}

export interface Graded extends Pick<GradingRow, 'cause' | 'graderId' | 'itemPoints' | 'comment'> {
  points: number
  maxPoints: number
  passPercent: number
}

/**
 * Records a grading and its consequences: the completion of the lesson, and of the course with its
 * certificate. Runs in the caller's transaction, which has locked the enrollment, then the attempt.
 * @returns the attempt's part of it
 */
export async function recordGrading(
  ctx: Deps,
  { attempt, enrollment }: { attempt: AttemptRow; enrollment: EnrollmentRow },
  { passPercent, points, maxPoints, ...grading }: Graded,
) {
  const passed = passes(points, maxPoints, passPercent)
  const result = { points, maxPoints, score: scoreOf(points, maxPoints), passed }
  const at = ctx.now()
  await insertGrading(ctx.db, { ...grading, attemptId: attempt.id, at, ...result })
  if (passed) await completeByPass(ctx, enrollment, attempt.lessonKey)
  if (enrollment.completedAt !== null) {
    if (passed) await reinstateAfterPass(ctx, enrollment)
    await replaceForGrade(ctx, enrollment)
  }
  const submittedAt = attempt.submittedAt ?? at
  return { status: 'graded', submittedAt, ...result, claimedBy: null, claimedUntil: null } as const
}

/** Locks the learner's enrollment first, like everything that may complete the course. */
export async function lockEnrollmentOf(
  { db }: Pick<Deps, 'db'>,
  attempt: AttemptRow,
): Promise<EnrollmentRow> {
  const enrollment = await lockEnrollment(db, attempt)
  if (enrollment === undefined) throw new Error('An attempt has no enrollment.')
  return enrollment
}
