import {
  type AnyTRPCProcedure,
  type AnyTRPCRouter,
  getTRPCErrorFromUnknown,
  TRPCError,
} from '@trpc/server'
import trpcPackage from '@trpc/server/package.json' with { type: 'json' }
import { z } from 'zod'
import type { Context, SessionContext, UserContext } from './context.ts'

// Holds all that this project uses of tRPC beyond its documented interface. A new version of tRPC
// may move it: trpc-internals.test.ts then fails.

/** The parts that tRPC keeps of a procedure. */
export interface ProcedureParts {
  type: 'query' | 'mutation' | 'subscription'
  meta: unknown
  /** The schemas of each `.input()`. */
  inputs: unknown[]
  /** The schema of `.output()`. */
  output: unknown
  /** Access, limits, input, output and the resolver, in the order in which they run. */
  steps: Step[]
}

interface Call {
  ctx: Context
  type: ProcedureParts['type']
  path: string
  meta: unknown
  input: unknown
  getRawInput: () => Promise<unknown>
  signal: AbortSignal | undefined
  batchIndex: number
}

type StepResult = { ok: true; data: unknown } | { ok: false; error: TRPCError }
type Changes = Partial<Pick<Call, 'input' | 'getRawInput'>> & { ctx?: object }
type Step = (
  call: Call & { next: (changes?: Changes) => Promise<StepResult> },
) => Promise<StepResult>

/** Calls a procedure with its raw input. Fails with what a step threw, as a TRPCError. */
export type CallProcedure = (ctx: Context, input: unknown) => Promise<unknown>

/** Returns the procedures of a router by their paths, such as `cart.add`. */
export function proceduresOf(router: AnyTRPCRouter): [path: string, AnyTRPCProcedure][] {
  return Object.entries<AnyTRPCProcedure>(router._def.procedures)
}

export function partsOf(procedure: AnyTRPCProcedure): ProcedureParts {
  const { middlewares, ...parts } = procedure._def as unknown as Omit<ProcedureParts, 'steps'> & {
    middlewares?: Step[]
  }
  if (!Array.isArray(middlewares) || !Array.isArray(parts.inputs)) {
    const { version } = trpcPackage
    throw new Error(
      `tRPC ${version} keeps a procedure's steps elsewhere: adapt server/trpc-internals.ts`,
    )
  }
  return { ...parts, steps: middlewares }
}

/**
 * Tells the types that the caller is known. The context holds the user already, and tRPC copies a
 * context that it is given, field by field.
 */
export const known = undefined as unknown as Pick<UserContext, 'user'>

/** Tells the types that the caller has a session. */
export const signedIn = undefined as unknown as Pick<SessionContext, 'sessionId'>

/** Tells next() that the context stays as it is. */
export const unchanged = undefined as unknown as Pick<Context, 'operation'>

/**
 * Runs the steps of a procedure one inside the other, as tRPC does. tRPC's own loop copies the call
 * four times for each step, key by key, and its steps for input and output call `parseAsync`, for
 * which Zod does not compile schemas (docs/decisions.md).
 */
export function procedureCaller(path: string, procedure: AnyTRPCProcedure): CallProcedure {
  const parts = partsOf(procedure)
  const { type, meta } = parts
  const steps = withCompiledSchemas(parts)

  async function run(index: number, call: Call): Promise<StepResult> {
    try {
      const step = steps[index]
      if (step === undefined) throw new Error(`${path} has no resolver.`)
      if (typeof step === 'function') {
        const next = (changes?: Changes) =>
          run(index + 1, changes === undefined ? call : changed(call, changes))
        return await step({ ...call, next })
      }
      if ('output' in step) return checkedOutput(step.output, await run(index + 1, call))
      return await run(index + 1, withInput(call, step.input, await call.getRawInput()))
    } catch (error) {
      return { ok: false, error: getTRPCErrorFromUnknown(error) }
    }
  }

  return async (ctx, input) => {
    const result = await run(0, {
      ctx,
      type,
      path,
      meta,
      input: undefined,
      getRawInput: async () => input,
      signal: undefined,
      batchIndex: 0,
    })
    if (!result.ok) throw result.error
    return result.data
  }
}

/** A schema in place of the step by which tRPC validates with it. */
type SchemaStep = { input: z.ZodType } | { output: z.ZodType }

function withCompiledSchemas({ steps, inputs, output }: ProcedureParts): (Step | SchemaStep)[] {
  const inputsInOrder = inputs.values()
  return steps.map((step) => {
    const { _type: kind } = step as { _type?: string }
    const input = kind === 'input' ? inputsInOrder.next().value : undefined
    if (input instanceof z.ZodType) return { input }
    if (kind === 'output' && output instanceof z.ZodType) return { output }
    return step
  })
}

function withInput(call: Call, schema: z.ZodType, rawInput: unknown): Call {
  const { data, error } = schema.safeParse(rawInput)
  if (error !== undefined) throw new TRPCError({ code: 'BAD_REQUEST', cause: error })
  const input = isObject(call.input) && isObject(data) ? { ...call.input, ...data } : data
  return changed(call, { input })
}

function checkedOutput(schema: z.ZodType, result: StepResult): StepResult {
  if (!result.ok) return result
  const { data, error } = schema.safeParse(result.data)
  if (error === undefined) return { ok: true, data }
  throw new TRPCError({
    message: 'Output validation failed',
    code: 'INTERNAL_SERVER_ERROR',
    cause: error,
  })
}

function isObject(value: unknown): value is object {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

/** Returns a router that calls procedures through `observe`, each call of a batch by itself. */
export function observedRouter<Router extends AnyTRPCRouter>(
  router: Router,
  observe: (path: string, call: () => Promise<unknown>) => Promise<unknown>,
): Router {
  const procedures = proceduresOf(router).map(([path, procedure]) => {
    const call = procedure as unknown as (options: unknown) => Promise<unknown>
    const observed = (options: unknown) => observe(path, () => call(options))
    return [path, Object.assign(observed, procedure)]
  })
  return { ...router, _def: { ...router._def, procedures: Object.fromEntries(procedures) } }
}

function changed(call: Call, changes: Changes): Call {
  const ctx = changes.ctx === undefined ? call.ctx : { ...call.ctx, ...changes.ctx }
  const input = 'input' in changes ? changes.input : call.input
  return { ...call, ctx, input, getRawInput: changes.getRawInput ?? call.getRawInput }
}
