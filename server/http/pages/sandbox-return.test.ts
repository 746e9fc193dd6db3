import { expect, test } from 'vitest'
import { forAllTests, startApi } from '../../test/api.ts'

const shop = 'https://learn.example.org/checkout?from=lyceum'
const app = 'https://app.example.org/bought'
const config = { checkoutReturnUrl: shop, checkoutReturnUrls: [app] }
const api = await forAllTests(startApi({ config }))

const price = { amount: 2900, currency: 'USD' }

async function start(returnUrl?: string) {
  const learner = await api.given.learner()
  const course = await api.given.course({ price })
  const buy = (returnUrl?: string) =>
    api.request('POST /api/v1/transaction', {
      token: learner.token,
      body: { courseIds: [course.id], returnUrl },
    })
  const { status, body } = await buy(returnUrl)
  const page = body.checkoutUrl === undefined ? '' : new URL(body.checkoutUrl).pathname
  const decide = (decision: 'pay' | 'decline') => api.request(`POST ${page}/${decision}`)
  const links = async () =>
    [...(await api.request(`GET ${page}`)).text.matchAll(/<a href="([^"]+)">([^<]+)/g)].map(
      ([, url = '', text]) => [url.replaceAll(/&(amp|#38);/g, '&'), text],
    )
  return { id: body.id, status, body, page, buy, decide, links, learner }
}

test('after paying, the learner is back at the frontend, as with a real provider', async () => {
  const { id, decide, links, page } = await start()
  const canceled = `${shop}&transaction=${id}&checkout=canceled`
  const done = `${shop}&transaction=${id}&checkout=done`
  expect(await links()).toEqual([[canceled, 'Cancel and return']])

  const paid = await decide('pay')

  expect([paid.status, paid.headers.location]).toEqual([303, done])
  expect(await links()).toEqual([[done, 'Return']])
  const { headers } = await api.request(`GET ${page}`)
  expect(headers['content-security-policy']).toContain(
    "form-action 'self' https://learn.example.org;",
  )
})

test('after a decline the page says so, and leads back to the frontend to try again', async () => {
  const { id, decide, links, page, buy } = await start(app)
  const canceled = `${app}?transaction=${id}&checkout=canceled`

  const declined = await decide('decline')

  expect([declined.status, declined.headers.location]).toEqual([303, page])
  expect(await links()).toEqual([[canceled, 'Return and try again']])
  const gone = await decide('pay')
  expect([gone.status, gone.text.includes('Return and try again')]).toEqual([410, true])
  const again = await buy(app)
  expect([again.status, again.body.id === id]).toEqual([201, false])
})

test('a purchase names the page to return to out of the configured list, and nothing else', async () => {
  const { id, decide } = await start(app)
  expect((await decide('pay')).headers.location).toBe(`${app}?transaction=${id}&checkout=done`)

  for (const foreign of [
    'https://evil.example/',
    `${app}/`,
    `${app}?next=https://evil.example`,
    'javascript:alert(1)',
    '//app.example.org/bought',
    'http://lyceum.test/checkout/return',
    'http://localhost.evil.example/',
    'http://localhost:5173@evil.example/',
    'http://localhost:99999/',
  ]) {
    const { status, body } = await start(foreign)
    expect([foreign, status, body.error, body.issues?.[0]?.path]).toEqual([
      foreign,
      400,
      'InvalidFields',
      'returnUrl',
    ])
  }
})

test('the same purchase from another frontend gets a checkout that returns there', async () => {
  const { id, buy, learner } = await start()

  expect((await buy()).body.id).toBe(id)
  const other = await buy(app)
  const same = await buy()

  expect([other.status, same.status]).toEqual([201, 200])
  expect(same.body.id).toBe(other.body.id)
  const { items } = await api.as(learner).transactions.list.query({})
  expect(items.map(({ id, status }) => [id, status])).toEqual([
    [other.body.id, 'pending'],
    [id, 'canceled'],
  ])
})

test('in development a purchase returns to any page of the machine itself, in production to none', async () => {
  for (const page of ['http://localhost:5173/bought', 'http://127.0.0.1', 'http://[::1]:80/?a=b'])
    expect([page, (await start(page)).status]).toEqual([page, 201])

  await using production = await startApi({ config: { ...config, loopbackReturnUrls: false } })
  const { token } = await production.given.learner()
  const { id } = await production.given.course({ price })
  const { status, body } = await production.request('POST /api/v1/transaction', {
    token,
    body: { courseIds: [id], returnUrl: 'http://localhost:5173/bought' },
  })
  expect([status, body.issues[0].message]).toEqual([
    400,
    expect.stringContaining('the operator sets CHECKOUT_RETURN_URLS'),
  ])
})
