import { initTRPC, TRPCError } from '@trpc/server'
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Context } from './context.ts'
import { AppError } from './errors/errors.ts'
import { partsOf, procedureCaller, proceduresOf } from './trpc-internals.ts'

const trpc = initTRPC.context<{ name: string; seen: string[] }>().create()
const greeting = trpc.procedure.use(({ ctx, path, type, next }) => {
  ctx.seen.push(`${type} ${path}`)
  return next({ ctx: { greeting: `Hello ${ctx.name}` } })
})
const watched = greeting.use(async ({ ctx, next }) => {
  const result = await next()
  ctx.seen.push(result.ok ? 'went well' : `failed: ${result.error.code}`)
  return result
})
const Input = z.object({ count: z.number().default(2) })

const router = trpc.router({
  greet: watched
    .input(Input)
    .output(z.object({ text: z.string() }))
    .query(({ ctx, input }) => ({ text: `${ctx.greeting}, ${input.count} times`, hidden: true })),
  breakPromise: watched
    .input(Input)
    .output(z.object({ text: z.string() }))
    .mutation(() => ({ text: 1 }) as never),
  refuse: watched
    .use(() => {
      throw new AppError('Forbidden')
    })
    .input(Input)
    .query(() => 'never'),
  fail: watched.input(Input).query(() => {
    throw new TRPCError({ code: 'NOT_FOUND', message: 'nothing here' })
  }),
  throwText: watched.input(Input).query(() => {
    throw 'a text'
  }),
  readRaw: watched
    .use(async ({ ctx, getRawInput, next }) =>
      next({ ctx: { raw: JSON.stringify(await getRawInput()), name: ctx.name } }),
    )
    .query(({ ctx }) => ctx.raw),
  replaceRaw: watched
    .use(({ next }) => next({ getRawInput: async () => ({ count: 7 }) }))
    .input(Input)
    .query(({ input, ctx }) => `${input.count} ${ctx.greeting}`),
})

const procedures = proceduresOf(router)

for (const [name, procedure] of procedures) {
  for (const input of [undefined, {}, { count: 3 }, { count: 'three' }, null]) {
    test(`${name} called with ${JSON.stringify(input)} does the same as when tRPC calls it`, async () => {
      const [ours, theirs] = [
        { name: 'Ada', seen: [] as string[] },
        { name: 'Ada', seen: [] as string[] },
      ]
      const result = await resultOf(
        procedureCaller(name, procedure)(ours as unknown as Context, input),
      )
      const expected = await resultOf(
        (
          trpc.createCallerFactory(router)(theirs) as Record<
            string,
            (input: unknown) => Promise<unknown>
          >
        )[name]?.(input),
      )

      expect(result).toEqual(expected)
      expect(ours.seen).toEqual(theirs.seen)
      expect(ours.seen).toHaveLength(2)
    })
  }
}

async function resultOf(call: Promise<unknown> | undefined): Promise<unknown> {
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

test('the router has all procedures, and each has its type, its input and its steps', () => {
  expect(procedures.map(([path]) => path).sort()).toEqual(
    ['breakPromise', 'fail', 'greet', 'readRaw', 'refuse', 'replaceRaw', 'throwText'].sort(),
  )
  const { type, inputs, output, steps } = partsOf(router.greet)
  expect([type, inputs, output !== undefined]).toEqual(['query', [Input], true])
  // Two middlewares, the input, the output and the resolver.
  expect(steps).toHaveLength(5)
})

test('a version of tRPC that moves the steps is noticed, and the message says what to do', () => {
  expect(() => partsOf({ _def: { type: 'query' } } as never)).toThrow(
    /^tRPC \d+\.\d+\.\d+ keeps a procedure's steps elsewhere: adapt server\/trpc-internals\.ts$/,
  )
})
