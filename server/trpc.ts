import { initTRPC } from '@trpc/server'
import { TRPC_ERROR_CODES_BY_KEY } from '@trpc/server/rpc'
import type { Context, UserContext } from './context.ts'
import { AppError, type ErrorName, type ErrorStatus } from './errors/errors.ts'
import { type Problem, problemOf, toAppError } from './errors/problem.ts'
import { recordEvent } from './security/audit.ts'
import type { LimitName } from './security/limits.ts'

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE'
export type Route = `${Method} /${string}`

/** How an operation is published over REST. Written with `rest()`. */
export interface Rest {
  route: Route
  /** Further addresses of the same procedure. */
  aliases: Route[]
  summary: string
  description: string | undefined
  /** Status of the answer when something was made, or done. */
  status: 200 | 201
  /** Status of the answer when it existed before. */
  statusWhenExisting: 200 | undefined
  /** The errors of its own; those of its access and its input come by themselves. */
  errors: ErrorName[]
  /** The limits that it counts towards, besides the one that every request counts towards. */
  limits: LimitName[]
  /**
   * Where what was made is found, for the Location header of a 201; `{names}` are fields of the
   * answer.
   */
  location: `/${string}` | undefined
  /** Not to be kept by any cache, not even the caller's own. What changes something never is. */
  noStore: boolean
  /** Takes an Idempotency-Key: its domain function goes through performOnce(). */
  idempotent: boolean
  /** Addresses, the canonical one or aliases, that are to go away. */
  deprecated: Partial<Record<Route, Deprecation>>
}

export interface Deprecation {
  /** Since when it is deprecated (RFC 9745), an ISO 8601 day. */
  since: string
  /** When it goes away (RFC 8594), an ISO 8601 day. */
  sunset?: string
}

/**
 * Who may call: anyone, a signed-in user, a user unless PUBLIC_OPERATIONS opens it to anyone, or an
 * administrator.
 */
export type Access = 'anyone' | 'user' | 'user unless public' | 'administrator'

export type OperationMeta = {
  access?: Access
  rest?: Rest
  /** What trpc-openapi reads. */
  openapi?: {
    method: Method
    path: `/${string}`
    summary: string
    description?: string
    tags: string[]
  }
}

const idempotencyErrors: ErrorName[] = ['IdempotencyKeyInUse', 'IdempotencyKeyReused']

type RestOptions = Pick<Rest, 'summary'> & Partial<Omit<Rest, 'address' | 'summary'>>

/**
 * Publishes a procedure at a REST address: `rest('POST /api/cart', { summary: 'Put a course in my
 * cart', status: 201 })`.
 */
export function rest(address: Route, options: RestOptions): OperationMeta {
  const { summary, description, status = 200, statusWhenExisting, aliases = [] } = options
  const { location, noStore = false, idempotent = false, deprecated = {} } = options
  const errors = [...(options.errors ?? []), ...(idempotent ? idempotencyErrors : [])]
  const limits: LimitName[] = [
    ...(options.limits ?? []),
    ...(idempotent ? (['idempotencyKeysPerAccount'] as const) : []),
  ]
  const [method, path] = splitRoute(address)
  return {
    rest: {
      route: address,
      aliases,
      summary,
      description,
      status,
      statusWhenExisting,
      errors,
      limits,
      location,
      noStore,
      idempotent,
      deprecated,
    },
    openapi: { method, path, summary, ...(description !== undefined && { description }), tags: [] },
  }
}

export function splitRoute(address: Route): [Method, `/${string}`] {
  return address.split(' ') as [Method, `/${string}`]
}

const trpc = initTRPC
  .context<Context>()
  .meta<OperationMeta>()
  .create({
    isDev: false,
    errorFormatter: ({ error, input, ctx, path }) => {
      const problem = problemOf(toAppError(error, input), {
        requestId: ctx?.requestId ?? '',
        publicUrl: ctx?.config.publicUrl ?? '',
      })
      return rpcErrorOf(problem, path)
    },
  })

/** A problem in the envelope that tRPC's clients read: the whole of it is in `data`. */
export function rpcErrorOf(problem: Problem, path?: string) {
  const code = trpcCodes[problem.status]
  return {
    message: problem.message,
    code: TRPC_ERROR_CODES_BY_KEY[code],
    data: { ...problem, code, httpStatus: problem.status, ...(path !== undefined && { path }) },
  }
}

const trpcCodes = {
  400: 'BAD_REQUEST',
  401: 'UNAUTHORIZED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_SUPPORTED',
  409: 'CONFLICT',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  422: 'UNPROCESSABLE_CONTENT',
  429: 'TOO_MANY_REQUESTS',
  500: 'INTERNAL_SERVER_ERROR',
  502: 'BAD_GATEWAY',
  503: 'SERVICE_UNAVAILABLE',
} as const satisfies Record<ErrorStatus, keyof typeof TRPC_ERROR_CODES_BY_KEY>

export const router = trpc.router

/** For anyone. */
export const publicProcedure = trpc.procedure.meta({ access: 'anyone' })

/**
 * For anyone, and hashes a password: refused, before it costs anything else, while more of that is
 * asked for than can be done.
 */
export const hashingProcedure = publicProcedure.use(({ ctx, next }) =>
  ctx.passwords.admit(() => next()),
)

/**
 * For signed-in users. Comes before the input, so that strangers learn nothing from what is wrong
 * with theirs.
 */
export const userProcedure = trpc.procedure
  .meta({ access: 'user' })
  .use(async ({ ctx, path, next }) => {
    if (ctx.caller.refusal !== undefined) throw new AppError(ctx.caller.refusal)

    const result = await next({ ctx: signedIn })
    if (!result.ok && toAppError(result.error).name === 'Forbidden')
      await recordEvent(ctx, 'access-refused', { details: { operation: path } })
    return result
  })

/**
 * Tells the types that there is a user. The context holds it already, and tRPC copies a context
 * that it is given, field by field.
 */
const signedIn = undefined as unknown as Pick<UserContext, 'user' | 'sessionId'>

/** For administrators. */
export const adminProcedure = userProcedure
  .meta({ access: 'administrator' })
  .use(({ ctx, next }) => {
    if (ctx.user.role !== 'admin') throw new AppError('Forbidden')
    return next()
  })

/** For signed-in users, and for anyone where PUBLIC_OPERATIONS names the operation. */
export const openableProcedure = trpc.procedure
  .meta({ access: 'user unless public' })
  .use(({ ctx, path, next }) => {
    if (ctx.caller.refusal !== undefined && !mayBeCalledByStranger(ctx, path))
      throw new AppError(ctx.caller.refusal)
    return next()
  })

function mayBeCalledByStranger({ config, caller }: Context, path: string): boolean {
  return (
    caller.refusal === 'TokenMissing' &&
    config.publicOperations.some((operation) => operation === path)
  )
}
