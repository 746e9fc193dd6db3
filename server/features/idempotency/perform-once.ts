import { createHash } from 'node:crypto'
import {
  completeAnswer,
  deleteAnswersBefore,
  findAnswer,
  forgetAnswer,
  type IdempotencyKey,
  type IdempotencyRow,
  putAnswer,
  setBusyUntil,
  tryLockKey,
} from '../../../db/queries/idempotency.ts'
import { type Deps, inTransaction, type UserContext } from '../../context.ts'
import { AppError } from '../../errors/errors.ts'

const millisecondsKept = 72 * 3_600_000

/**
 * How long a request may be busy after its transaction before another one may take over, because
 * its process may have died.
 */
const busyMilliseconds = 10_000

/** The operations that take an Idempotency-Key: those whose meta says `idempotent`. */
export type IdempotentOperation =
  | 'cart.add'
  | 'transactions.create'
  | 'transactions.refund'
  | 'certificates.issue'

export interface OnceSteps<Answer extends object, Prepared = undefined> {
  operation: IdempotentOperation
  input: object
  /**
   * What comes first and outside of transactions, such as limits. Not for what is only told again.
   */
  prepare?: () => Promise<Prepared>
  /** Does what is asked for and gives the answer, in one transaction with the key. */
  effect: (ctx: UserContext, prepared: Prepared) => Promise<Answer>
  /** What the answer lacks and must be got outside of transactions, where there is such. */
  completion?: {
    isDue: (answer: Answer) => boolean
    /**
     * Goes by the answer alone. After a crash or a long pause it happens again, perhaps at the same
     * time, so that it must not matter how often.
     */
    complete: (answer: Answer) => Promise<Answer>
  }
}

/**
 * Does something once for each Idempotency-Key of the user: the same request again is told the
 * first answer again. What fails is not remembered. Without a key it is just done.
 *
 * @throws InvalidFields, IdempotencyKeyInUse, IdempotencyKeyReused, RateLimited
 */
export async function performOnce<Answer extends object, Prepared = undefined>(
  ctx: UserContext,
  steps: OnceSteps<Answer, Prepared>,
): Promise<Answer> {
  const { prepare, effect, completion } = steps
  const request = requestOf(ctx, steps)
  const known = request && (await findKnown(ctx, request))
  if (known?.busyUntil === null) return replay(ctx, known)

  const prepared = (await prepare?.()) as Prepared
  const act = (ctx: UserContext) => effect(ctx, prepared)
  if (request === undefined) {
    const answer = await inTransaction(ctx, act, ctx.user.id)
    return completion?.isDue(answer) ? completion.complete(answer) : answer
  }

  const isDue = (answer: Answer) => completion?.isDue(answer) === true
  const answerOnce = () =>
    inTransaction(ctx, (ctx) => answerUnderKey(ctx, request, { act, isDue }), ctx.user.id)
  const { answer, busyUntil } = await (known === undefined
    ? countNewKey(ctx, answerOnce)
    : answerOnce())
  if (busyUntil === null || completion === undefined) return answer

  const completed = await completion.complete(answer).catch(async (error: unknown) => {
    // After a refusal the next try begins anew. After anything else nobody knows how far it came:
    // the next try goes on from what was committed.
    if (error instanceof AppError)
      await forgetAnswer(ctx.db, request, busyUntil).catch(() => undefined)
    throw error
  })
  if (await completeAnswer(ctx.db, request, JSON.stringify(completed))) return completed
  // Another request, which took this one for dead, was faster: what it answered counts.
  const first = await findKnown(ctx, request)
  return first === undefined ? completed : replay(ctx, first)
}

const bytesOfOneUse = 4096

/**
 * What is kept for a user is bounded: each new key counts, more than once where its answer is long.
 * What is not kept does not count.
 */
async function countNewKey<Answer extends object>(
  ctx: UserContext,
  answerOnce: () => Promise<AnswerUnderKey<Answer>>,
): Promise<AnswerUnderKey<Answer>> {
  const { limits, user, outcome } = ctx
  await limits.take('idempotencyKeysPerAccount', user.id)
  const answered = await answerOnce().catch(async (error: unknown) => {
    await limits.giveBack('idempotencyKeysPerAccount', user.id).catch(() => undefined)
    throw error
  })
  const usesMore = Math.floor(Buffer.byteLength(JSON.stringify(answered.answer)) / bytesOfOneUse)
  if (outcome.replayed) await limits.giveBack('idempotencyKeysPerAccount', user.id)
  else if (usesMore > 0) await limits.add('idempotencyKeysPerAccount', user.id, usesMore)
  return answered
}

interface KeyedRequest extends IdempotencyKey {
  inputHash: string
}

interface Work<Answer> {
  act: (ctx: UserContext) => Promise<Answer>
  isDue: (answer: Answer) => boolean
}

interface AnswerUnderKey<Answer> {
  answer: Answer
  /** Until when this request may complete the answer; null when there is nothing to complete. */
  busyUntil: Date | null
}

async function answerUnderKey<Answer extends object>(
  ctx: UserContext,
  request: KeyedRequest,
  { act, isDue }: Work<Answer>,
): Promise<AnswerUnderKey<Answer>> {
  if (!(await tryLockKey(ctx.db, request)))
    throw new AppError('IdempotencyKeyInUse', { retryAfterSeconds: 1 })
  const ownTime = new Date(ctx.now().getTime() + busyMilliseconds)
  const known = await findKnown(ctx, request)

  if (known === undefined) {
    const answer = await act(ctx)
    const busyUntil = isDue(answer) ? ownTime : null
    const { created } = ctx.outcome
    await putAnswer(ctx.db, {
      ...request,
      answer: JSON.stringify(answer),
      created,
      busyUntil,
      createdAt: ctx.now(),
    })
    return { answer, busyUntil }
  }

  if (known.busyUntil === null) return { answer: replay(ctx, known), busyUntil: null }
  const millisecondsBusy = known.busyUntil.getTime() - ctx.now().getTime()
  if (millisecondsBusy > 0)
    throw new AppError('IdempotencyKeyInUse', {
      retryAfterSeconds: Math.ceil(millisecondsBusy / 1000),
    })

  await setBusyUntil(ctx.db, request, ownTime)
  ctx.outcome.created = known.created
  return { answer: JSON.parse(known.answer), busyUntil: ownTime }
}

/** What was answered to the same request. */
async function findKnown(
  ctx: UserContext,
  request: KeyedRequest,
): Promise<IdempotencyRow | undefined> {
  const known = await findAnswer(ctx.db, request, startOfMemory(ctx))
  if (known !== undefined && known.inputHash !== request.inputHash)
    throw new AppError('IdempotencyKeyReused')
  return known
}

function replay<Answer>(ctx: UserContext, { answer, created }: IdempotencyRow): Answer {
  ctx.outcome.created = created
  ctx.outcome.replayed = true
  return JSON.parse(answer)
}

/** Undefined where the request has no Idempotency-Key. */
function requestOf(
  { user, idempotencyKey }: UserContext,
  { operation, input }: Pick<OnceSteps<object>, 'operation' | 'input'>,
): KeyedRequest | undefined {
  if (idempotencyKey === undefined) return undefined
  if (typeof idempotencyKey === 'string' && /^[!-~]{16,255}$/.test(idempotencyKey)) {
    return { userId: user.id, operation, key: idempotencyKey, inputHash: hashOf(input) }
  }
  const message = 'must be 16 to 255 visible ASCII characters, without spaces; a UUID will do'
  throw new AppError('InvalidFields', { issues: [{ path: 'Idempotency-Key', message }] })
}

/** The same for the same input, in whatever order its fields came. */
function hashOf(input: object): string {
  const canonical = JSON.stringify(input, (_name, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort())
      : value,
  )
  return createHash('sha256').update(canonical).digest('base64url')
}

/** For the clean-up. */
export async function forgetOldAnswers(deps: Pick<Deps, 'db' | 'now'>): Promise<void> {
  await deleteAnswersBefore(deps.db, startOfMemory(deps))
}

function startOfMemory({ now }: Pick<Deps, 'now'>): Date {
  return new Date(now().getTime() - millisecondsKept)
}
