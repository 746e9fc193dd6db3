import type { FastifyReply, FastifyRequest } from 'fastify'
import type { Deps, UserContext } from '../../context.ts'
import { AppError, type ErrorName } from '../../errors/errors.ts'
import { recordEvent } from '../../security/audit.ts'
import { contextOf } from '../caller.ts'

/**
 * Returns the context of a signed-in user, or a key, whom the endpoint admits. Records a refusal,
 * as operations do.
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
    /** Name of the endpoint in the SDK, such as `admin.reports.coursesCsv`. */
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
