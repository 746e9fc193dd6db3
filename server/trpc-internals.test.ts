import { initTRPC, TRPCError } from '@trpc/server'
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Context } from './context.ts'
import { AppError } from './errors/errors.ts'
import { procedureCaller } from './trpc-internals.ts'

const trpc = initTRPC.context<{ name: string; seen: string[] }>().create()
const tells = trpc.procedure.use(({ ctx, path, type, next }) => {
  ctx.seen.push(`${type} ${path}`)
  return next({ ctx: { greeting: `Hello ${ctx.name}` } })
})
const watches = tells.use(async ({ ctx, next }) => {
  const result = await next()
  ctx.seen.push(result.ok ? 'went well' : `failed: ${result.error.code}`)
  return result
})
const Input = z.object({ count: z.number().default(2) })

const router = trpc.router({
  greet: watches
    .input(Input)
    .output(z.object({ text: z.string() }))
    .query(({ ctx, input }) => ({ text: `${ctx.greeting}, ${input.count} times`, hidden: true })),
  breakPromise: watches
    .input(Input)
    .output(z.object({ text: z.string() }))
    .mutation(() => ({ text: 1 }) as never),
  refuse: watches
    .use(() => {
      throw new AppError('Forbidden')
    })
    .input(Input)
    .query(() => 'never'),
  fail: watches.input(Input).query(() => {
    throw new TRPCError({ code: 'NOT_FOUND', message: 'nothing here' })
  }),
  throwText: watches.input(Input).query(() => {
    throw 'a text'
  }),
  readRaw: watches
    .use(async ({ ctx, getRawInput, next }) =>
      next({ ctx: { raw: JSON.stringify(await getRawInput()), name: ctx.name } }),
    )
    .query(({ ctx }) => ctx.raw),
  replaceRaw: watches
    .use(({ next }) => next({ getRawInput: async () => ({ count: 7 }) }))
    .input(Input)
    .query(({ input, ctx }) => `${input.count} ${ctx.greeting}`),
})

const procedures = Object.entries(router._def.procedures)

for (const [name, procedure] of procedures) {
  for (const input of [undefined, {}, { count: 3 }, { count: 'three' }, null]) {
    test(`${name} called with ${JSON.stringify(input)} does and answers what it does and answers when tRPC calls it`, async () => {
      const [ours, theirs] = [
        { name: 'Ada', seen: [] as string[] },
        { name: 'Ada', seen: [] as string[] },
      ]
      const outcome = await outcomeOf(
        procedureCaller(name, procedure)(ours as unknown as Context, input),
      )
      const expected = await outcomeOf(
        (
          trpc.createCallerFactory(router)(theirs) as Record<
            string,
            (input: unknown) => Promise<unknown>
          >
        )[name]?.(input),
      )

      expect(outcome).toEqual(expected)
      expect(ours.seen).toEqual(theirs.seen)
      expect(ours.seen).toHaveLength(2)
    })
  }
}

async function outcomeOf(call: Promise<unknown> | undefined): Promise<unknown> {
  try {
    return { answer: await call }
  } catch (error) {
    if (!(error instanceof TRPCError)) return { error }
    return {
      code: error.code,
      message: error.message,
      cause: error.cause?.message,
      causeIs: error.cause?.constructor.name,
    }
  }
}
