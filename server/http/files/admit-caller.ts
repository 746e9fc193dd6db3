import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps, UserContext } from '../../context.ts'
import { AppError, type ErrorName } from '../../errors/errors.ts'
import { recordEvent } from '../../security/audit.ts'
import { contextOf } from '../caller.ts'

/**
 * The context of somebody who is signed in, or of a key, and whom the endpoint admits. A refusal is
 * recorded, as those of operations are.
 *
 * @throws TokenMissing, TokenInvalid, TokenExpired, AccountSuspended, and what `check` throws
 */
export async function admitCaller(
  deps: Deps,
  request: FastifyRequest,
  {
    reply,
    name,
    check,
  }: {
    reply: FastifyReply
    /** Of the endpoint in the SDK, such as `admin.reports.coursesCsv`. */
    name: string
    /** Throws unless the endpoint is for this caller. */
    check: (ctx: UserContext) => unknown
  },
): Promise<UserContext> {
  const context = await contextOf(deps, request, reply)
  const { user, refusal } = context.caller
  if (refusal !== undefined) throw new AppError(refusal)
  const ctx = { ...context, user }
  try {
    await check(ctx)
  } catch (error) {
    if (isRefusal(error)) await recordEvent(ctx, 'access-refused', { details: { operation: name } })
    throw error
  }
  return ctx
}

const refusals: readonly ErrorName[] = ['Forbidden', 'KeyNotAllowed']

function isRefusal(error: unknown): boolean {
  return error instanceof AppError && refusals.includes(error.name)
}
