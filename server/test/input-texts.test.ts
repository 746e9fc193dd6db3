import { expect, test } from 'vitest'
import { z } from 'zod'
import { operationsOf } from '../http/operations.ts'
import { appRouter } from '../router.ts'

/** Texts that PostgreSQL cannot hold, or nobody has to read: longer than any body. */
const unreadable = ['a\0b', 'a\ud800', 'x'.repeat(3_000_000)]

/** The schemas in an input that take a text, by their paths; what converts is taken as a whole. */
function textsIn(type: z.core.$ZodType, path: string): [string, z.ZodType][] {
  if (type instanceof z.ZodObject)
    return Object.entries(type.shape).flatMap(([name, it]) => textsIn(it, `${path}.${name}`))
  if (type instanceof z.ZodPipe || type instanceof z.ZodString) return [[path, type]]
  const def = type._zod.def as unknown as Record<string, unknown>
  const { innerType, element, keyType, valueType, options = [], items = [] } = def
  const inner = [innerType, element, keyType, valueType, ...(options as []), ...(items as [])]
  return inner.flatMap((it) => (it instanceof z.ZodType ? textsIn(it, path) : []))
}

function passes(schema: z.ZodType, text: string): boolean {
  const { data } = schema.safeParse(text)
  if (typeof data !== 'string') return false
  return !data.isWellFormed() || data.includes('\0') || data.length > 2_000_000
}

test('no text of an input is longer than a body, or holds what the database cannot', () => {
  const texts = operationsOf(appRouter).flatMap(({ name, input }) => textsIn(input, name))
  expect(texts.length).toBeGreaterThan(300)
  // Many inputs share a schema.
  const schemas = new Map(texts.map(([path, schema]) => [schema, path]))
  const open = [...schemas].filter(([schema]) => unreadable.some((text) => passes(schema, text)))
  expect(open.map(([, path]) => path)).toEqual([])
})
