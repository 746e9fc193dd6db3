import { type AnyTRPCProcedure, getTRPCErrorFromUnknown, type TRPCError } from '@trpc/server'
import type { Context } from './context.ts'

/** What every step of a procedure is called with. */
interface Call {
  ctx: Context
  type: 'query' | 'mutation'
  path: string
  meta: unknown
  input: unknown
  getRawInput: () => Promise<unknown>
  signal: AbortSignal | undefined
  batchIndex: number
}

type Outcome = { ok: true; data: unknown } | { ok: false; error: TRPCError }
type Changes = Partial<Pick<Call, 'input' | 'getRawInput'>> & { ctx?: object }
type Step = (call: Call & { next: (changes?: Changes) => Promise<Outcome> }) => Promise<Outcome>

/** Calls a procedure with its raw input. Fails with what a step threw, as a TRPCError. */
export type CallProcedure = (ctx: Context, input: unknown) => Promise<unknown>

/**
 * The steps that tRPC itself made of a procedure (who may call, input, output, resolver), called
 * one inside the other as tRPC calls them. tRPC's own loop copies the call four times for each
 * step, key by key, which costs more than all that the steps do (docs/decisions.md).
 */
export function procedureCaller(path: string, procedure: AnyTRPCProcedure): CallProcedure {
  const {
    type,
    meta,
    middlewares: steps,
  } = procedure._def as unknown as { type: Call['type']; meta: unknown; middlewares: Step[] }

  async function take(index: number, call: Call): Promise<Outcome> {
    const { ctx, input, getRawInput } = call
    try {
      const step = steps[index]
      if (step === undefined) throw new Error(`${path} has no resolver.`)
      const next = (changes?: Changes) =>
        take(index + 1, changes === undefined ? call : changed(call, changes))
      return await step({
        ctx,
        type,
        path,
        meta,
        input,
        getRawInput,
        signal: undefined,
        batchIndex: 0,
        next,
      })
    } catch (error) {
      return { ok: false, error: getTRPCErrorFromUnknown(error) }
    }
  }

  return async (ctx, input) => {
    const getRawInput = async () => input
    const outcome = await take(0, {
      ctx,
      type,
      path,
      meta,
      input: undefined,
      getRawInput,
      signal: undefined,
      batchIndex: 0,
    })
    if (!outcome.ok) throw outcome.error
    return outcome.data
  }
}

function changed(call: Call, changes: Changes): Call {
  const ctx = changes.ctx === undefined ? call.ctx : { ...call.ctx, ...changes.ctx }
  const input = 'input' in changes ? changes.input : call.input
  return { ...call, ctx, input, getRawInput: changes.getRawInput ?? call.getRawInput }
}
