import { expect, test } from 'vitest'
import { appRouter } from '../router.ts'
import { forAllTests, startApi } from '../test/api.ts'
import { operationsOf, routesOf } from './operations.ts'

const api = await forAllTests(startApi())
const learner = await api.given.learner()
const addresses = routesOf(operationsOf(appRouter)).map(({ method, path, operation }) => ({
  name: operation.name,
  address: `${method} ${path.replace(/\{\w+\}/g, learner.id)}`,
}))

async function headersOf(address: string, token?: string): Promise<Record<string, unknown>> {
  const [method = '', url = ''] = address.split(' ')
  const answer = await api.server.inject({
    method: method as 'GET',
    url,
    headers: token === undefined ? {} : { authorization: `Bearer ${token}` },
    ...(method !== 'GET' && { payload: {} }),
  })
  return answer.headers
}

const everywhere = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'x-frame-options': 'DENY',
}
const nothingAllowed =
  "default-src 'none';frame-ancestors 'none';base-uri 'none';form-action 'none'"

test('every answer of every operation, success or failure, cannot be sniffed, load anything or be framed', async () => {
  for (const { address } of addresses) {
    for (const token of [undefined, learner.token]) {
      const headers = await headersOf(address, token)
      expect(headers, address).toMatchObject({
        ...everywhere,
        'content-security-policy': nothingAllowed,
      })
      expect(headers, address).not.toHaveProperty('server')
      expect(headers, address).not.toHaveProperty('x-powered-by')
    }
  }
})

test('answers of auth and the account are never stored, and other personal ones only by the owner’s browser, which revalidates them', async () => {
  const personal = addresses.filter(({ name }) => name !== 'site.config')
  for (const { name, address } of personal) {
    const { 'cache-control': caching } = await headersOf(address, learner.token)
    expect([address, caching]).toEqual([
      address,
      expect.stringMatching(/^(no-store|private, no-cache)$/),
    ])
    // Excludes the providers, which everyone may know.
    if (/^(auth|me)\./.test(name) && name !== 'auth.providers')
      expect([address, caching]).toEqual([address, 'no-store'])
  }
})

test('pages load only files of this server, and cannot be framed', async () => {
  for (const address of [
    'GET /docs',
    'GET /docs/errors',
    'GET /verify/0000-0000-0000-0000-0',
    'GET /dev/mail',
  ]) {
    const headers = await headersOf(address)
    const policy = String(headers['content-security-policy'])
    expect(headers, address).toMatchObject(everywhere)
    expect([address, policy]).toEqual([address, expect.stringMatching(/default-src 'none'/)])
    expect([address, policy]).toEqual([address, expect.stringMatching(/frame-ancestors 'none'/)])
    expect([address, policy]).not.toEqual([
      address,
      expect.stringMatching(/https?:|\*|unsafe-eval/),
    ])
  }
})

test('an unknown path gets the same headers', async () => {
  expect(await headersOf('GET /nothing/here')).toMatchObject({
    ...everywhere,
    'content-security-policy': nothingAllowed,
    'cache-control': 'no-store',
  })
})
