import { expect, test } from 'vitest'
import packageJson from '../../../package.json' with { type: 'json' }
import { demoAccounts } from '../../demo/demo-accounts.ts'
import { seedDemo } from '../../demo/seed-demo.ts'
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

test('it names the version, how to make a course, and to developers the demo accounts', async () => {
  await using demo = await startApi({ config: { dataDir } })
  expect((await demo.request('GET /')).text).not.toContain(demoAccounts[0].email)
  await seedDemo(demo.deps)
  const { text } = await demo.request('GET /')

  expect(text).toContain(`Version ${packageJson.version}.`)
  expect(text).toContain('course import ./my-course')
  for (const { email, password } of demoAccounts) {
    expect(text).toContain(email)
    expect(text).toContain(password)
  }
  const proxied = await demo.request('GET /', { headers: { 'x-forwarded-for': '192.0.2.1' } })
  expect(proxied.text).not.toContain(demoAccounts[0].password)
})

test.each([
  ['/favicon.ico', 'image/svg+xml', '<svg'],
  ['/robots.txt', 'text/plain; charset=utf-8', 'Disallow: /api/'],
  ['/.well-known/security.txt', 'text/plain; charset=utf-8', 'Contact: http://lyceum.test'],
  ['/llms.txt', 'text/plain; charset=utf-8', '# Lyceum'],
])('%s answers', async (path, type, words) => {
  const { statusCode, headers, body } = await api.server.inject(path)

  expect([statusCode, headers['content-type']]).toEqual([200, type])
  expect(body).toContain(words)
})

test('security.txt names the contact of the school, until a date in the future', async () => {
  const brand = { ...api.deps.config.brand, support: 'help@school.example' }
  await using school = await startApi({ config: { dataDir, brand } })
  const { text } = await school.request('GET /.well-known/security.txt')

  expect(text).toContain('Contact: mailto:help@school.example')
  const [, expires = ''] = /^Expires: (.*)$/m.exec(text) ?? []
  expect(new Date(expires).getTime()).toBeGreaterThan(school.deps.now().getTime())
})
