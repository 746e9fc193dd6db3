import { mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { stripTypeScriptTypes } from 'node:module'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { InfiniteQueryObserver, MutationObserver, type QueryClient } from '@tanstack/query-core'
import { expect, onTestFinished, test, vi } from 'vitest'
import { seedDemo } from '../../server/demo/seed-demo.ts'
import { appRouter } from '../../server/router.ts'
import { type Api, startApi } from '../../server/test/api.ts'
import type { Inputs, Lyceum, Outputs } from '../src/index.ts'
import type { InfiniteQueryOptions, MutationOptions, QueryOptions } from '../src/query.ts'

const folder = join(import.meta.dirname, '../../node_modules/.cache/lyceum/sdk-readme')

test('the quick start of the README does what it says', async () => {
  await using api = await startApi()
  await seedDemo(api.deps)
  const printed = vi.spyOn(console, 'log').mockReturnValue()
  onTestFinished(() => printed.mockRestore())

  const { lyceum, total } = (await run('quick start', await listen(api), 'lyceum, total')) as {
    lyceum: Lyceum
    total: unknown
  }

  const title = 'Your first hour with the Lyceum API'
  expect(printed).toHaveBeenCalledWith(title, '$0.00')
  expect(total).toEqual({ amount: 0, currency: 'USD' })
  expect(await lyceum.cart.get.query()).toMatchObject({ items: [{ title }] })
})

test('the TanStack Query recipe reads, pages, changes, and forgets everything after sign-out', async () => {
  await using api = await startApi()
  const learner = await api.given.learner()
  const courses = await Promise.all(Array.from({ length: 25 }, () => api.given.course()))
  const recipe = (await run('tanstack query', await listen(api))) as Recipe
  const { queryClient, lyceum, cartQuery, coursesQuery, addToCart } = recipe
  await lyceum.signIn({ email: learner.email, password: learner.password })

  const pages = new InfiniteQueryObserver(queryClient, coursesQuery())
  const stopLooking = pages.subscribe(() => {})
  await expect.poll(() => pages.getCurrentResult().hasNextPage).toBe(true)
  const { data } = await pages.fetchNextPage()
  expect(data?.map(({ id }) => id)).toEqual(expect.arrayContaining(courses.map(({ id }) => id)))
  stopLooking()

  const cart = cartQuery()
  expect(await queryClient.fetchQuery(cart)).toMatchObject({ items: [] })
  await new MutationObserver(queryClient, addToCart).mutate({ courseId: courses[0]?.id ?? '' })
  expect(await queryClient.fetchQuery(cart)).toMatchObject({
    items: [{ courseId: courses[0]?.id }],
  })

  api.advance(365 * 24 * 3_600_000)
  await expect(queryClient.fetchQuery({ ...cart, staleTime: 0 })).rejects.toThrow()
  await expect.poll(() => queryClient.getQueryData(cart.queryKey)).toBeUndefined()
})

test('the README names every area', async () => {
  const readme = await readFile(join(import.meta.dirname, '../README.md'), 'utf8')
  const { record } = appRouter._def
  const areas = [...Object.keys(record), ...Object.keys(record.admin)]
  for (const name of areas) expect(readme).toContain(`\`${name}\``)
})

interface Recipe {
  queryClient: QueryClient
  lyceum: Lyceum
  cartQuery(): QueryOptions<Outputs['cart']['get']>
  coursesQuery(): InfiniteQueryOptions<Outputs['courses']['list']['items'][number]>
  addToCart: MutationOptions<Inputs['cart']['add'], Outputs['cart']['add']>
}

async function listen(api: Api): Promise<string> {
  return api.server.listen({ host: '127.0.0.1', port: 0 })
}

/**
 * Runs a block of the README as it stands there, against the sources of the SDK and the given
 * server.
 */
async function run(name: string, baseUrl: string, exported = ''): Promise<unknown> {
  const readme = await readFile(join(import.meta.dirname, '../README.md'), 'utf8')
  const [, block] =
    new RegExp(`<!-- run: ${name} -->\\n\`\`\`ts\\n([\\s\\S]*?)\`\`\``).exec(readme) ?? []
  if (block === undefined) throw new Error(`The README has no block "${name}".`)

  const code = stripTypeScriptTypes(block)
    .replace("'@lyceum/sdk'", source('index.ts'))
    .replace("'@lyceum/sdk/query'", source('query.ts'))
    .replace("'@tanstack/react-query'", "'@tanstack/query-core'")
    .replace("'http://localhost:3000'", JSON.stringify(baseUrl))
  await mkdir(folder, { recursive: true })
  const file = join(folder, `${name.replace(' ', '-')}-${process.pid}-${Date.now()}.mjs`)
  await writeFile(file, `${code}\nexport { ${exported} }\n`)
  onTestFinished(() => rm(file))
  return import(/* @vite-ignore */ pathToFileURL(file).href)
}

function source(file: string): string {
  return JSON.stringify(pathToFileURL(join(import.meta.dirname, '../src', file)).href)
}
