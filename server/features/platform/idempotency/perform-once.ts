import { createHash } from 'node:crypto'
import * as stored from '../../../../db/queries/platform/idempotency.ts'
import {
  type CalledOperation,
  type Deps,
  inTransaction,
  type UserContext,
} from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { countedAs, takeForRequest } from '../../../security/budgets.ts'

const millisecondsKept = 72 * 3_600_000

/**
 * How long a request may be busy after its transaction. Then the next one takes over, as the
 * process may have died.
 */
const busyMilliseconds = 10_000

export interface OnceSteps<Answer extends object, Prepared = undefined> {
  input: object
  /** Runs first, outside of transactions; left out when the answer is replayed. */
  prepare?: () => Promise<Prepared>
  /** Does the work and returns the answer, in one transaction with the key. */
  effect: (ctx: UserContext, prepared: Prepared) => Promise<Answer>
  /** Completes an answer that lacks what only an external system can supply. */
  completion?: {
    isDue: (answer: Answer) => boolean
    /**
     * Runs outside of transactions, and again after a crash or a long pause, perhaps at the same
     * time as before: it must be idempotent, and depend on the answer alone.
     */
    complete: (answer: Answer) => Promise<Answer>
  }
}

/**
 * Performs the operation of the context once per Idempotency-Key of the user: a repeated request
 * gets the first answer again. Failures are not remembered. Without a key it is simply performed.
 *
 * @throws InvalidFields, IdempotencyKeyInUse, IdempotencyKeyReused, RateLimited
 */
export async function performOnce<Answer extends object, Prepared = undefined>(
  ctx: UserContext,
  steps: OnceSteps<Answer, Prepared>,
): Promise<Answer> {
  const { prepare, effect, completion } = steps
  const operation = operationOf(ctx)
  const request = requestOf(ctx, operation, steps.input)
  const known = request && (await findKnown(ctx, request))
  if (known?.busyUntil === null) return replay(ctx, known)

  if (request !== undefined) await takeForRequest(ctx, operation.limits)
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
    // Forgets the try after a refusal, so that the next one starts again. After anything else it is
    // unknown how far this one came, and the next try continues from what was committed.
    if (error instanceof AppError)
      await stored.forgetAnswer(ctx.db, request, busyUntil).catch(() => undefined)
    throw error
  })
  if (await stored.completeAnswer(ctx.db, request, JSON.stringify(completed))) return completed
  // Returns the answer of a different request, which took over from this one and was faster.
  const first = await findKnown(ctx, request)
  return first === undefined ? completed : replay(ctx, first)
}

const bytesOfOneUse = 4096

/**
 * Bounds what is stored for a user: each new key counts, and a long answer counts more than once.
 * Answers that are not stored do not count.
 */
async function countNewKey<Answer extends object>(
  ctx: UserContext,
  answerOnce: () => Promise<AnswerUnderKey<Answer>>,
): Promise<AnswerUnderKey<Answer>> {
  const { limits, outcome } = ctx
  const who = countedAs(ctx)
  await limits.take('idempotencyKeysPerAccount', who)
  const answered = await answerOnce().catch(async (error: unknown) => {
    await limits.giveBack('idempotencyKeysPerAccount', who).catch(() => undefined)
    throw error
  })
  const usesMore = Math.floor(Buffer.byteLength(JSON.stringify(answered.answer)) / bytesOfOneUse)
  if (outcome.replayed) await limits.giveBack('idempotencyKeysPerAccount', who)
  else if (usesMore > 0) await limits.add('idempotencyKeysPerAccount', who, usesMore)
  return answered
}

interface KeyedRequest extends stored.IdempotencyKey {
  inputHash: string
}

interface Work<Answer> {
  act: (ctx: UserContext) => Promise<Answer>
  isDue: (answer: Answer) => boolean
}

interface AnswerUnderKey<Answer> {
  answer: Answer
  /** The time by which this request has to complete the answer; null when it is complete. */
  busyUntil: Date | null
}

async function answerUnderKey<Answer extends object>(
  ctx: UserContext,
  request: KeyedRequest,
  { act, isDue }: Work<Answer>,
): Promise<AnswerUnderKey<Answer>> {
  if (!(await stored.tryLockKey(ctx.db, request)))
    throw new AppError('IdempotencyKeyInUse', { retryAfterSeconds: 1 })
  const ownDeadline = new Date(ctx.now().getTime() + busyMilliseconds)
  const known = await findKnown(ctx, request)

  if (known === undefined) {
    const answer = await act(ctx)
    const busyUntil = isDue(answer) ? ownDeadline : null
    const { created } = ctx.outcome
    await stored.putAnswer(ctx.db, {
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

  await stored.setBusyUntil(ctx.db, request, ownDeadline)
  ctx.outcome.created = known.created
  return { answer: JSON.parse(known.answer), busyUntil: ownDeadline }
}

/** Finds the stored answer to the same request. */
async function findKnown(
  ctx: UserContext,
  request: KeyedRequest,
): Promise<stored.IdempotencyRow | undefined> {
  const known = await stored.findAnswer(ctx.db, request, startOfMemory(ctx))
  if (known !== undefined && known.inputHash !== request.inputHash)
    throw new AppError('IdempotencyKeyReused')
  return known
}

function replay<Answer>(ctx: UserContext, { answer, created }: stored.IdempotencyRow): Answer {
  ctx.outcome.created = created
  ctx.outcome.replayed = true
  return JSON.parse(answer)
}

/** Returns the request; undefined without an Idempotency-Key. */
function requestOf(
  { user, caller, idempotencyKey }: UserContext,
  { name }: CalledOperation,
  input: object,
): KeyedRequest | undefined {
  if (idempotencyKey === undefined) return undefined
  if (typeof idempotencyKey === 'string' && /^[!-~]([ -~]{0,253}[!-~])?$/.test(idempotencyKey)) {
    // Separates programs, which choose their own keys, from their administrator and each other.
    const operation = caller.key === undefined ? name : `${name} by key ${caller.key.id}`
    return { userId: user.id, operation, key: idempotencyKey, inputHash: hashOf(input) }
  }
  const message = 'must be 1 to 255 printable ASCII characters, such as a UUID'
  throw new AppError('InvalidFields', { issues: [{ path: 'Idempotency-Key', message }] })
}

function operationOf({ operation }: UserContext): CalledOperation {
  if (operation === undefined)
    throw new Error('performOnce() is for operations whose .meta() says `idempotent: true`.')
  return operation
}

/** Hashes an input, equally for any order of its fields. */
function hashOf(input: object): string {
  const canonical = JSON.stringify(input, (_name, value: unknown) =>
    typeof value === 'object' && value !== null && !Array.isArray(value)
      ? Object.fromEntries(Object.entries(value).sort())
      : value,
  )
  return createHash('sha256').update(canonical).digest('base64url')
}

/** Forgets old answers in the clean-up job. */
export async function forgetOldAnswers(ctx: Pick<Deps, 'db' | 'now'>): Promise<void> {
  await stored.deleteAnswersBefore(ctx.db, startOfMemory(ctx))
}

function startOfMemory({ now }: Pick<Deps, 'now'>): Date {
  return new Date(now().getTime() - millisecondsKept)
}
