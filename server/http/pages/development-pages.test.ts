import { describe, expect, test } from 'vitest'
import { createFileMailer, mailFolderOf } from '../../adapters/mailer/file-mailer.ts'
import { forAllTests, type RequestOptions, startApi } from '../../test/api.ts'
import { folderForAllTests } from '../../test/folder.ts'

const dataDir = await folderForAllTests()
let now = new Date('2026-11-21T10:00:00Z')
const mailer = createFileMailer({
  folder: mailFolderOf(dataDir),
  from: 'Lyceum <no-reply@lyceum.test>',
  now: () => now,
})
const api = await forAllTests(startApi({ config: { dataDir } }))

const price = { amount: 2900, currency: 'USD' }

test('an empty mailbox is a page, or an empty list', async () => {
  const [page, list] = [await api.request('GET /dev/mail'), await api.request('GET /dev/mail.json')]

  expect([page.status, list.status, list.body]).toEqual([200, 200, { items: [] }])
  expect(page.text).toContain('No mail yet')
})

test('the mailbox shows all mails newest first, or those to one email, and escapes HTML in them', async () => {
  for (const [minute, to] of [
    'ada@example.com',
    'grace@example.com',
    'ada@example.com',
  ].entries()) {
    now = new Date(Date.UTC(2026, 10, 21, 10, minute))
    await mailer.send({
      id: `mail-${minute}`,
      to,
      subject: `Mail <${minute}>`,
      text: `Code 1234567${minute} & <b>more</b>`,
      html: `<p>${minute}</p>`,
    })
  }

  const [all, hers, nobodys] = await Promise.all(
    ['', '?to=ADA@example.com', '?to=nobody@example.com'].map((query) =>
      api.request(`GET /dev/mail.json${query}`),
    ),
  )
  const { text } = await api.request('GET /dev/mail')

  expect(all?.body.items.map(({ subject }: { subject: string }) => subject)).toEqual([
    'Mail <2>',
    'Mail <1>',
    'Mail <0>',
  ])
  expect(hers?.body.items).toEqual([
    {
      to: 'ada@example.com',
      subject: 'Mail <2>',
      text: 'Code 12345672 & <b>more</b>',
      html: '<p>2</p>',
      sentAt: '2026-11-21T10:02:00.000Z',
    },
    {
      to: 'ada@example.com',
      subject: 'Mail <0>',
      text: 'Code 12345670 & <b>more</b>',
      html: '<p>0</p>',
      sentAt: '2026-11-21T10:00:00.000Z',
    },
  ])
  expect(nobodys?.body.items).toEqual([])
  expect(text.indexOf('Mail &#60;2&#62;')).toBeLessThan(text.indexOf('Mail &#60;0&#62;'))
  expect(text).toContain('Code 12345672 &#38; &#60;b&#62;more&#60;/b&#62;')
  expect(text).not.toContain('<b>more')
})

test('an unknown payment has no page and cannot be paid', async () => {
  for (const reference of ['unknown', '%00', '..%2f..', `sandbox_${crypto.randomUUID()}`]) {
    for (const address of [
      `GET /sandbox/payments/${reference}`,
      `POST /sandbox/payments/${reference}/pay`,
    ]) {
      const { status, body } = await api.request(address)
      expect([address, status, body.error]).toEqual([address, 404, 'TransactionNotFound'])
    }
  }
})

test('the payment page can submit its form to this server only, and shows that a payment was declined', async () => {
  const learner = await api.given.learner()
  const { checkoutUrl } = await api
    .as(learner)
    .transactions.create.mutate({ courseIds: [(await api.given.course({ price })).id] })
  const path = new URL(checkoutUrl ?? '').pathname

  const before = await api.request(`GET ${path}`)
  expect(before.headers['content-security-policy']).toMatch(
    /default-src 'none'.*form-action 'self'/,
  )
  expect(before.text.match(/<form method="post"/g)).toHaveLength(2)
  await api.request(`GET ${path}/pay`)
  expect((await api.request(`GET ${path}`)).text).toBe(before.text)
  await api.request(`POST ${path}/decline`)

  const after = await api.request(`GET ${path}`)
  expect(after.text).toContain('Payment declined; nothing was charged.')
  expect(after.text).not.toContain('<form')
})

test('only the payment page accepts a form as its body', async () => {
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const { status, body } = await api.request('POST /api/v1/auth/login', {
    headers,
    body: 'email=a@example.com&password=x',
  })

  expect([status, body.error]).toEqual([415, 'UnsupportedMediaType'])
})

test('none of these pages exists in production, and no mailbox where mails are really sent', async () => {
  await using production = await startApi({ config: { production: true, dataDir } })
  await using sending = await startApi({ config: { smtpUrl: 'smtp://127.0.0.1:1', dataDir } })
  await using moneyless = await startApi({ config: { paymentProvider: 'none', dataDir } })
  const learner = await api.given.learner()
  const { checkoutUrl } = await api
    .as(learner)
    .transactions.create.mutate({ courseIds: [(await api.given.course({ price })).id] })
  const path = new URL(checkoutUrl ?? '').pathname

  for (const address of [
    'GET /dev/mail',
    'GET /dev/mail.json?to=ada@example.com',
    `GET ${path}`,
    `POST ${path}/pay`,
  ]) {
    expect([address, (await production.request(address)).body.error]).toEqual([address, 'NotFound'])
  }
  expect((await sending.request('GET /dev/mail.json')).status).toBe(404)
  expect((await moneyless.request(`POST ${path}/pay`)).status).toBe(404)
  expect((await api.request(`GET ${path}`)).text).toContain('<form')
})

test('a page of a different origin cannot read the mailbox', async () => {
  await using api = await startApi()

  const { status, headers } = await api.request('GET /dev/mail.json', {
    headers: { origin: 'https://evil.example' },
  })

  expect([status, headers['access-control-allow-origin']]).toEqual([200, undefined])
})

describe('strangers', () => {
  const stranger = { ip: '192.0.2.1' }

  test('the pages answer this machine alone, not through a proxy, and only by its own names', async () => {
    const outcomeOf = async (options: RequestOptions) =>
      Promise.all(
        ['GET /dev/mail.json', 'GET /dev/mail', 'POST /sandbox/payments/x/pay'].map(
          async (address) => (await api.request(address, options)).status,
        ),
      )
    const answered = [200, 200, 404]
    const refused = [403, 403, 403]

    for (const ip of ['127.0.0.1', '127.1.2.3', '::1', '::ffff:127.0.0.1'])
      expect([ip, await outcomeOf({ ip })]).toEqual([ip, answered])
    for (const ip of ['192.0.2.1', '10.0.0.1', '::ffff:10.0.0.1', 'fe80::1'])
      expect([ip, await outcomeOf({ ip })]).toEqual([ip, refused])

    for (const host of [
      'localhost:3000',
      'LOCALHOST',
      '127.0.0.1:3000',
      '[::1]:3000',
      'lyceum.test',
    ])
      expect([host, await outcomeOf({ headers: { host } })]).toEqual([host, answered])
    for (const host of ['evil.example', 'evil.example:3000', 'localhost.evil.example', '192.0.2.1'])
      expect([host, await outcomeOf({ headers: { host } })]).toEqual([host, refused])

    for (const name of ['x-forwarded-for', 'x-forwarded-host', 'forwarded', 'via', 'x-real-ip'])
      expect([name, await outcomeOf({ headers: { [name]: '127.0.0.1' } })]).toEqual([name, refused])
  })

  test('a refusal names the error and the setting, and trusted proxies let nobody in', async () => {
    await using proxied = await startApi({ config: { dataDir, trustProxy: 'loopback' } })
    const { status, body } = await proxied.request('GET /dev/mail.json', {
      headers: { 'x-forwarded-for': '127.0.0.1' },
    })

    expect([status, body.error]).toEqual([403, 'Forbidden'])
    expect(body.message).toContain('ALLOW_PUBLIC_DEVELOPMENT')
  })

  test('a setting opens the pages to other machines, but not to other names of this one', async () => {
    await using open = await startApi({ config: { dataDir, publicDevelopment: true } })

    expect((await open.request('GET /dev/mail.json', stranger)).status).toBe(200)
    const rebound = await open.request('GET /dev/mail.json', {
      ...stranger,
      headers: { host: 'evil.example' },
    })
    expect(rebound.status).toBe(403)
  })
})
