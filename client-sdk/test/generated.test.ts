import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { sdkErrors, sdkOperations, sdkRouterTypes } from '../../scripts/generate/sdk-types.ts'

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

/** Names of packages, and of types, that would reveal the inside of the server. */
const insideWords =
  /\b([Dd]rizzle|[Pp]g|[Pp]ostgres|[Ff]astify\w*|[Pp]ino|[Ll]ucia|[Zz]od|[Bb]crypt|[Pp]epper\w*|passwordHash|Deps|Context|UserContext|Db|Logger|Config)\b/

test('nothing internal to the server gets out, but in words for people', async () => {
  const types = (await generated('router.ts')).replaceAll(/\/\*\*[\s\S]*?\*\//g, '')
  expect(types).not.toMatch(insideWords)
  expect(types).not.toMatch(/\bimport\(/)
})
