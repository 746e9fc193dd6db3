import { initTRPC } from '@trpc/server'
import { TRPC_ERROR_CODES_BY_KEY } from '@trpc/server/rpc'
import type { Context } from './context.ts'
import { AppError, type ErrorName, type ErrorStatus } from './errors/errors.ts'
import { type Problem, problemOf, toAppError } from './errors/problem.ts'
import { recordEvent } from './security/audit.ts'
import { takeForRequest } from './security/budgets.ts'
import { type Ability, type LearnerScope, requireCourseAccess } from './security/course-roles.ts'
import type { LimitName } from './security/limits.ts'
import { type AdminPermission, requirePermission, requireScope } from './security/permissions.ts'
import { known, signedIn, unchanged } from './trpc-internals.ts'

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
export type Route = `${Method} /${string}`

/** How an operation is published over REST, as `restOf()` completes it. */
export interface Rest {
  route: Route
  /** Further routes of the same procedure. */
  aliases: Route[]
  summary: string
  description?: string
  /** Default: 201 with a `location`, else 200. */
  status: 200 | 201
  /** The status when nothing new was created, because it existed before. */
  statusWhenExisting?: 200
  /** Meaning of that status, in the OpenAPI document. */
  meansWhenExisting: string
  /** The operation's own errors, besides those of its access and input. */
  errors: ErrorName[]
  /**
   * Limits that the operation counts towards. Those `takenBy: 'request'` are taken before its
   * input is read; the others are taken by its domain function.
   */
  limits: LimitName[]
  /** The Location header of a 201; `{names}` are fields of the answer. */
  location?: `/${string}`
  /**
   * Keeps the answer out of every cache, even the caller's own. Mutations are never cached, nor is
   * anything for administrators.
   */
  noStore: boolean
  /** How long any cache may keep an answer that is the same for everybody. */
  cacheSeconds?: number
  /** Takes an Idempotency-Key: its domain function goes through performOnce(). */
  idempotent: boolean
  /** Whether clients may repeat a mutation without a key: twice has the same effect as once. */
  repeatable: boolean
  /**
   * Whether its answer has a `revision`: its ETag over REST. A mutation needs the one that it
   * changes, in its input field `revision`: its If-Match over REST. A query that shows what may
   * change without its revision is also `noStore`: its ETag is for If-Match alone.
   */
  revisioned: boolean
  /**
   * Makes or widens what outlives the session, so a session is not enough: its input has
   * `proofFields`, and its work is done by `withProof`.
   */
  proof: boolean
  /** Whether it is expensive: a batch can hold it only once. */
  oncePerBatch: boolean
  /** Takes bodies up to `maxLongBodyBytes`. */
  longBody: boolean
  /** Routes, canonical or aliases, that are going away. */
  deprecated: Partial<Record<Route, Deprecation>>
}

export interface Deprecation {
  /** The ISO 8601 day since which it is deprecated (RFC 9745). */
  since: string
  /** The ISO 8601 day on which it goes away (RFC 8594). */
  sunset?: string
}

/**
 * 'user unless public': for signed-in users, and for anyone where PUBLIC_OPERATIONS names it.
 * 'member': for those who work on the course, and for administrators: all by their role, others
 * by a permission, if the operation names one.
 * 'admin': for those whose role has the permission.
 */
export type Access = 'anyone' | 'user' | 'user unless public' | 'member' | 'admin'

/** The `.meta()` of a procedure; the procedures below add who may call it. */
export type OperationMeta = {
  access?: Access
  /** Ability that a member needs. */
  ability?: Ability
  /** Permission that administrators need; with `ability`, what is enough for them. */
  permission?: AdminPermission
} & (Published | { [Name in keyof Published]?: never })

/** Such as `{ route: 'POST /api/cart', summary: 'Add a course to your cart', status: 201 }`. */
type Published = Pick<Rest, 'route' | 'summary'> & Partial<Rest>

const usual: Omit<Rest, 'route' | 'summary' | 'status'> = {
  aliases: [],
  meansWhenExisting: 'It already existed',
  errors: [],
  limits: [],
  noStore: false,
  idempotent: false,
  repeatable: false,
  revisioned: false,
  proof: false,
  oncePerBatch: false,
  longBody: false,
  deprecated: {},
}

const idempotencyErrors: ErrorName[] = ['IdempotencyKeyInUse', 'IdempotencyKeyReused']

const proofErrors: ErrorName[] = ['WrongPassword', 'PasswordNotSet', 'InvalidCode']
const proofLimits: LimitName[] = [
  'passwordProofsPerAccount',
  'wrongProofsPerAccount',
  'wrongProofCodesPerAccount',
]
const proofText = 'Takes your password, or a code from me.requestSignInCode.'

/** Returns how a procedure is published, with what its `.meta()` leaves out. */
export function restOf(published: Published): Rest {
  const { errors = [], idempotent = false, proof = false, location } = published
  return {
    ...usual,
    status: location === undefined ? 200 : 201,
    ...published,
    ...(proof && { description: [published.description, proofText].filter(Boolean).join(' ') }),
    errors: [...errors, ...(proof ? proofErrors : []), ...(idempotent ? idempotencyErrors : [])],
    limits: limitsOf(published),
  }
}

function limitsOf({ limits = [], idempotent = false, proof = false }: OperationMeta): LimitName[] {
  return [
    ...limits,
    ...(proof ? proofLimits : []),
    ...(idempotent ? (['idempotencyKeysPerAccount'] as const) : []),
  ]
}

export function splitRoute(route: Route): [Method, `/${string}`] {
  return route.split(' ') as [Method, `/${string}`]
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

/** Returns a problem in the envelope that tRPC's clients read; `data` holds all of it. */
export function rpcErrorOf(problem: Problem, path?: string) {
  const code = trpcCodes[problem.status]
  return {
    message: problem.message,
    code: TRPC_ERROR_CODES_BY_KEY[code],
    data: { ...problem, code, httpStatus: problem.status, ...(path !== undefined && { path }) },
  }
}

/** tRPC's name for each status. */
export const trpcCodes = {
  400: 'BAD_REQUEST',
  401: 'UNAUTHORIZED',
  403: 'FORBIDDEN',
  404: 'NOT_FOUND',
  405: 'METHOD_NOT_SUPPORTED',
  409: 'CONFLICT',
  // Stands for what is gone, which tRPC has no name for.
  410: 'NOT_FOUND',
  412: 'PRECONDITION_FAILED',
  413: 'PAYLOAD_TOO_LARGE',
  415: 'UNSUPPORTED_MEDIA_TYPE',
  // Stands for files, which are not procedures.
  416: 'BAD_REQUEST',
  422: 'UNPROCESSABLE_CONTENT',
  428: 'PRECONDITION_REQUIRED',
  429: 'TOO_MANY_REQUESTS',
  500: 'INTERNAL_SERVER_ERROR',
  502: 'BAD_GATEWAY',
  503: 'SERVICE_UNAVAILABLE',
} as const satisfies Record<ErrorStatus, keyof typeof TRPC_ERROR_CODES_BY_KEY>

export const router = trpc.router

/**
 * Takes the limits that each request counts, and names the operation for performOnce(). Runs before
 * the input.
 */
const countRequest = trpc.middleware(async ({ ctx, path, meta, next }) => {
  const { idempotent = false } = meta ?? {}
  const limits = limitsOf(meta ?? {})
  // Leaves limits to performOnce() if there is a key: a repeated request must not count.
  const isTakenLater = idempotent && ctx.idempotencyKey !== undefined
  if (!isTakenLater && limits.length > 0) await takeForRequest(ctx, limits)
  return next({ ctx: idempotent ? { operation: { name: path, limits } } : unchanged })
})

/** Procedures for anyone. */
export const publicProcedure = trpc.procedure.meta({ access: 'anyone' }).use(countRequest)

/**
 * Procedures for anyone that hash a password: refused before they cost anything else while more
 * hashing is requested than can be done.
 */
export const hashingProcedure = trpc.procedure
  .meta({ access: 'anyone' })
  .use(({ ctx, next }) => ctx.passwords.admit(() => next()))
  .use(countRequest)

/** Runs before the input, so that strangers learn nothing from what is wrong with theirs. */
const knownProcedure = trpc.procedure.use(async ({ ctx, path, next }) => {
  if (ctx.caller.refusal !== undefined) throw new AppError(ctx.caller.refusal)

  const result = await next({ ctx: known })
  if (!result.ok && toAppError(result.error).name === 'Forbidden')
    await recordEvent(ctx, 'access-refused', { details: { operation: path } })
  return result
})

/** Procedures for signed-in users, and never for keys. */
export const userProcedure = knownProcedure
  .meta({ access: 'user' })
  .use(({ ctx, next }) => {
    if (ctx.caller.key !== undefined) throw new AppError('KeyNotAllowed')
    return next({ ctx: signedIn })
  })
  .use(countRequest)

/** Creates procedures for administrators with the permission, and keys with it as a scope. */
export function adminProcedure(permission: AdminPermission) {
  return knownProcedure
    .meta({ access: 'admin', permission })
    .use(({ ctx, next }) => {
      requirePermission(ctx, permission)
      return next()
    })
    .use(countRequest)
}

/**
 * Creates procedures for members of the course of the input's `courseId` whose role has the
 * ability, and for administrators, with a permission also for others of administration;
 * `ctx.learners` says whose learners they work with. To others the course does not exist, published
 * or not.
 */
export function memberProcedure(ability: Ability, permission?: AdminPermission) {
  const needs = { ability, ...(permission !== undefined && { permission }) }
  return knownProcedure
    .meta({ access: 'member', ...needs })
    .use(async ({ ctx, getRawInput, next }) => {
      const { courseId } = Object(await getRawInput())
      // Leaves anything but a text to the input's schema, which refuses it and names the field.
      if (typeof courseId !== 'string') return next({ ctx: { learners: noLearners } })
      return next({ ctx: { learners: await requireCourseAccess(ctx, courseId, needs) } })
    })
    .use(countRequest)
}

const noLearners: LearnerScope = []

/** Procedures for signed-in users, and for anyone if PUBLIC_OPERATIONS names them. */
export const openableProcedure = trpc.procedure
  .meta({ access: 'user unless public' })
  .use(({ ctx, path, next }) => {
    if (ctx.caller.refusal !== undefined && !isOpenToStranger(ctx, path))
      throw new AppError(ctx.caller.refusal)
    requireScope(ctx.caller, 'catalogue:read')
    return next()
  })
  .use(countRequest)

/** The same, for what a stranger may get a few seconds late. */
export const catalogueProcedure = openableProcedure.use(({ ctx, next }) =>
  // Reads the database for signed-in callers, who may have just written what they read.
  next({ ctx: ctx.caller.user === undefined ? { db: ctx.replicas.recent() } : unchanged }),
)

function isOpenToStranger({ config, caller }: Context, path: string): boolean {
  return (
    caller.refusal === 'TokenMissing' &&
    config.publicOperations.some((operation) => operation === path)
  )
}
