import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  refuseWordsFromInside,
  sdkErrors,
  sdkRouterTypes,
} from '../../scripts/generate/sdk-types.ts'

const generated = (name: string) =>
  readFile(join(import.meta.dirname, '../src/generated', name), 'utf8')

test('the generated files are what the router and the table of errors say', {
  timeout: 60_000,
}, async () => {
  expect(await generated('router.ts')).toBe(sdkRouterTypes())
  expect(await generated('errors.ts')).toBe(sdkErrors())
})

test('they say in their first line that they are generated, and import nothing but types of tRPC', async () => {
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
])('nothing from inside the server gets out: %s', (leak) => {
  expect(() => refuseWordsFromInside(`/** Words for people. */\n${leak}\n`)).toThrow(
    /The SDK's types would/,
  )
})

test('what is in the documentation of a field is no leak', () => {
  expect(() =>
    refuseWordsFromInside(
      '/** Kept in Postgres; the Context says more. */\ntype Done = { message: string }',
    ),
  ).not.toThrow()
})
