import { expect, test } from 'vitest'
import { appRouter } from '../router.ts'
import { forAllTests, startApi } from '../test/api.ts'
import { mountedEndpoints } from './endpoints/mounted.ts'
import { operationsOf, routesOf } from './operations.ts'

const api = await forAllTests(startApi())
const { token } = await api.given.admin()

/** Odd texts in place of an id, as written in an address. */
const odd = [
  ...['%00', 'a%00b', '%', '%zz', '%C0%AF', '%ED%A0%80', '%FF', '%EF%BF%BE', '%E2%80%AE', '%0d%0a'],
  ...['..%2f..%2fetc%2fpasswd', '%252e%252e', '%5c', '%2f', '%252f', ';a=b', '*'],
  ...['-1', '0', '1e400', '{id}', '%7Bid%7D', 'null', 'undefined', '__proto__', 'constructor'],
  ...["'", '%27%20or%201=1--', '%F0%9F%92%A9', 'x'.repeat(300), 'x'.repeat(3_000), ':', ',', '~'],
  '00000000-0000-0000-0000-00000000000',
  '019A9C3E-61F0-7B52-8A3E-2D9C4B7E1C02%00',
]

const routes = [
  ...routesOf(operationsOf(appRouter)).map(({ method, path }) => `${method} ${path}`),
  ...mountedEndpoints.flatMap(({ endpoints }) => endpoints.map(({ route }) => route)),
].filter((route) => route.includes('{'))

/** Valid answers all the same: a course is out of the cart, a first list is there. */
const right = /^(?:DELETE \/api\/v1\/cart\/.*|GET \/credentials\/status\/0)$/

const places = routes.flatMap((route) =>
  [...route.matchAll(/\{\w+\}/g)].map(([part]) => ({ route, part })),
)

/** Tries an empty part and sixteen odd texts by turns in each place; other ids are of nothing. */
const requests = places.flatMap(({ route, part }, index) =>
  ['', ...Array.from({ length: 16 }, (_, at) => odd[(index * 16 + at) % odd.length])].map((text) =>
    route.replace(part, () => text ?? '').replaceAll(/\{\w+\}/g, crypto.randomUUID()),
  ),
)

async function statusOf(request: string): Promise<number> {
  const [method = '', url = ''] = request.split(' ')
  const headers = { authorization: `Bearer ${token}`, 'if-match': '"1"' }
  return (await api.server.inject({ method: method as 'GET', url, headers })).statusCode
}

test('no odd path is a failure of the server, or answered as if it were right', async () => {
  expect(requests.length).toBeGreaterThan(4_000)
  const wrong: string[] = []
  for (let start = 0; start < requests.length; start += 20)
    await Promise.all(
      requests.slice(start, start + 20).map(async (request) => {
        const status = await statusOf(request)
        const isWrong = status >= 500 || (status < 300 && !right.test(request))
        if (isWrong) wrong.push(`${status} ${request.slice(0, 200)}`)
      }),
    )
  expect(wrong).toEqual([])
}, 180_000)

test.each(['//', '/%00', '/livez%00', '/livez/', '//livez', '/;livez'])(
  'nothing is at %j',
  async (url) => {
    expect([400, 404]).toContain((await api.server.inject({ method: 'GET', url })).statusCode)
  },
)
