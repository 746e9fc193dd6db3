import { questionTypeOf } from '../../../../content/questions/question-types.ts'
import {
  type AttemptRow,
  findAttempt,
  type GivenAnswer,
  saveAnswers,
} from '../../../../db/queries/assessment/attempts.ts'
import { isOver } from '../../../../db/queries/assessment/deadlines/deadlines.ts'
import type { UserContext } from '../../../context.ts'
import { AppError, type Issue } from '../../../errors/errors.ts'
import { settleOutage } from '../deadlines/settle-outage.ts'
import type { SaveAnswersInput, SavedAnswers } from './schema.ts'

/**
 * Stores answers of the caller's attempt, and returns no more than that: whether they are right
 * stays unknown until it is submitted.
 * @throws AttemptNotFound, AttemptOver, NotEnrolled, InvalidFields
 */
export async function saveAnswersOf(
  ctx: UserContext,
  { attemptId, answers }: SaveAnswersInput,
): Promise<SavedAnswers> {
  const now = ctx.now()
  const given = answers.map(toGiven)
  const save = () => saveAnswers(ctx.db, { id: attemptId, userId: ctx.user.id, now }, given)
  const saved = (await save()) ?? ((await isOwedTime(ctx, attemptId)) ? await save() : undefined)
  if (saved === undefined) throw await whyNotSaved(ctx, attemptId, given)
  return {
    attemptId,
    savedAt: now.toISOString(),
    deadlineAt: saved.deadlineAt?.toISOString() ?? null,
    stale: saved.stale,
    lastNumber: lastNumberOf(saved),
  }
}

/** Whether the attempt runs on, because no process answered around its end. */
async function isOwedTime(ctx: UserContext, attemptId: string): Promise<boolean> {
  const attempt = await findAttempt(ctx.db, attemptId)
  if (attempt?.status !== 'open' || !isOver(attempt, ctx.now())) return false
  await settleOutage(ctx)
  return true
}

/** Returns the highest number of an attempt, above which a player starts to count. */
export function lastNumberOf({ answerNumbers }: Pick<AttemptRow, 'answerNumbers'>): number {
  return Math.max(0, ...Object.values(answerNumbers ?? {}))
}

export function toGiven({
  position,
  answer,
  number: counted,
}: SaveAnswersInput['answers'][number]): GivenAnswer {
  const number = counted ?? null
  if (answer === null) return { position, answer, least: 0, count: null, number }
  const { indexes, count } = questionTypeOf(answer.type)
  const fields = { ...answer }
  return {
    position,
    answer: fields,
    least: Math.max(-1, ...(indexes?.(fields) ?? [])) + 1,
    count: count?.given(fields) ?? null,
    number,
  }
}

async function whyNotSaved(
  ctx: UserContext,
  attemptId: string,
  given: readonly GivenAnswer[],
): Promise<AppError> {
  const attempt = await findAttempt(ctx.db, attemptId)
  if (attempt?.userId !== ctx.user.id || attempt.type !== 'quiz')
    return new AppError('AttemptNotFound')
  if (attempt.status !== 'open' || isOver(attempt, ctx.now())) return new AppError('AttemptOver')
  const issues = given.flatMap((one, index) => issuesOf(one, index, attempt))
  return issues.length > 0 ? new AppError('InvalidFields', { issues }) : new AppError('NotEnrolled')
}

export function issuesOf(
  { position, answer, least, count }: GivenAnswer,
  index: number,
  { items }: Pick<AttemptRow, 'items'>,
): Issue[] {
  const item = items?.[position]
  const at = (path: string, message: string) => [{ path: `answers.${index}.${path}`, message }]
  if (item === undefined) return at('position', `must be below ${items?.length}, the questions`)
  if (answer === null) return []
  const of = `question ${position + 1}`
  if (answer.type !== item.type) return at('answer.type', `must be ${item.type}, the type of ${of}`)
  if (least > item.order.length)
    return at('answer', `names an option that ${of} has not: there are ${item.order.length}`)
  if (count !== null && count !== item.count)
    return at('answer', `must have ${item.count} entries, one for each of ${of}`)
  return []
}
