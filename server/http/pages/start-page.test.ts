import { expect, test } from 'vitest'
import { forAllTests, startApi } from '../../test/api.ts'
import { folderForAllTests } from '../../test/folder.ts'

const dataDir = await folderForAllTests()
const api = await forAllTests(startApi({ config: { dataDir } }))

test.each([
  ['a browser', { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' }],
  ['a client without an Accept header', {}],
])('for %s / is a page', async (_who, headers) => {
  const { status, headers: answered, text } = await api.request('GET /', { headers })

  expect([status, answered['content-type']]).toEqual([200, 'text/html; charset=utf-8'])
  expect(answered['content-security-policy']).toContain("default-src 'none'")
  expect(answered.vary).toMatch(/\baccept\b/)
  expect(text).toContain('The backend of an online learning platform.')
})

test('the page and the JSON have the same links, and none of them is dead', async () => {
  const { text } = await api.request('GET /')
  const { body } = await api.request('GET /', { headers: { accept: 'application/json' } })
  const paths = [...text.matchAll(/href="([^"]*)"/g)].map(([, path]) => path)

  expect(body).toMatchObject({ name: 'Lyceum' })
  expect(Object.values(body.links)).toEqual(paths.map((path) => `http://lyceum.test${path}`))
  expect(Object.keys(body.links).sort()).toEqual(
    ['docs', 'errors', 'mailbox', 'openapi', 'signIn', 'verify'].sort(),
  )
  for (const path of paths)
    expect([path, (await api.request(`GET ${path}`)).status]).toEqual([path, 200])
})

test('in production it has no mailbox', async () => {
  await using production = await startApi({ config: { production: true, dataDir } })
  const page = await production.request('GET /')
  const { body } = await production.request('GET /', { headers: { accept: 'application/json' } })

  expect([page.status, page.text.includes('/dev/mail')]).toEqual([200, false])
  expect(Object.keys(body.links).sort()).toEqual(['docs', 'errors', 'openapi', 'signIn', 'verify'])
})
