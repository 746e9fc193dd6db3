import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  refuseWordsFromInside,
  sdkErrors,
  sdkOperations,
  sdkRouterTypes,
} from '../../scripts/generate/sdk-types.ts'

const generated = (name: string) =>
  readFile(join(import.meta.dirname, '../src/generated', name), 'utf8')

test('the generated files match the router and the table of errors', async () => {
  expect(await generated('router.ts')).toBe(sdkRouterTypes())
  expect(await generated('errors.ts')).toBe(sdkErrors())
  expect(await generated('operations.ts')).toBe(sdkOperations())
})

test('their first line says that they are generated, and they import only types of tRPC', async () => {
  const [router, errors] = [await generated('router.ts'), await generated('errors.ts')]
  for (const text of [router, errors])
    expect(text).toMatch(/^\/\/ Generated from .* Do not edit\.\n/)
  expect([...`${router}${errors}`.matchAll(/^import .*/gm)].map(String)).toEqual([
    "import type { TRPCBuiltRouter, TRPCMutationProcedure, TRPCQueryProcedure } from '@trpc/server'",
  ])
})

test.each([
  'type User = { passwordHash: string }',
  'type Root = { ctx: Context }',
  "type Db = import('drizzle-orm/node-postgres').NodePgDatabase",
  "import type { FastifyRequest } from 'fastify'",
  "import type { Something } from './somewhere.ts'",
  "import { initTRPC } from '@trpc/server'",
])('nothing internal to the server gets out: %s', (leak) => {
  expect(() => refuseWordsFromInside(`/** Words for people. */\n${leak}\n`)).toThrow(
    /The SDK's types would/,
  )
})

test('words in the documentation of a field are not a leak', () => {
  expect(() =>
    refuseWordsFromInside(
      '/** Kept in Postgres; the Context says more. */\ntype Message = { message: string }',
    ),
  ).not.toThrow()
})
