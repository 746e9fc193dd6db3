import { Client } from 'pg'
import { describe, expect, test } from 'vitest'
import { markTransactionPaid } from '../../db/queries/shop/transactions.ts'
import { checkData } from '../features/maintenance/invariants/check-data.ts'
import { fulfillNow } from '../features/shop/fulfillment/fulfill-paid.ts'
import { forAllTests, startApi } from '../test/api.ts'
import { makeTestDatabase } from '../test/database.ts'
import { completeCourse } from '../test/learning.ts'
import { switchablePrinter } from '../test/printers.ts'

const api = await forAllTests(startApi())

const metricsToken = 'a-token-for-the-one-who-watches'

async function metrics(): Promise<string> {
  const { status, headers, text } = await api.request('GET /metrics')
  expect([status, headers['content-type'], headers['cache-control']]).toEqual([
    200,
    'text/plain; version=0.0.4; charset=utf-8',
    'no-store',
  ])
  return text
}

function sampleOf(text: string, sample: string): number {
  const line = text.split('\n').find((line) => line.startsWith(`${sample} `))
  if (line === undefined) throw new Error(`There is no ${sample} in:\n${text}`)
  return Number(line.slice(sample.length + 1))
}

describe('the metrics', () => {
  test('count requests by route, method and class of status, without any input', async () => {
    const { token, email } = await api.given.learner()
    const secret = 'kdlsj39fjls'
    await api.request('GET /api/courses?limit=1', { token })
    await api.request('GET /api/courses', { token })
    await api.request(`GET /api/v1/courses/${secret}`, { token })
    await api.request(`GET /${secret}`, { token })
    await api.request(`GET /trpc/${secret}?batch=1`, { token })
    await api.request('POST /api/v1/auth/login', { body: { email, password: secret } })

    const text = await metrics()

    const durations = 'lyceum_http_request_duration_seconds'
    expect(
      sampleOf(text, `${durations}_count{method="GET",route="/api/courses",status="2xx"}`),
    ).toBe(2)
    expect(
      sampleOf(
        text,
        `${durations}_bucket{le="+Inf",method="GET",route="/api/v1/courses/:idOrSlug",status="4xx"}`,
      ),
    ).toBe(1)
    expect(sampleOf(text, `${durations}_count{method="GET",route="unknown",status="4xx"}`)).toBe(1)
    expect(
      sampleOf(text, `${durations}_sum{method="POST",route="/api/v1/auth/login",status="4xx"}`),
    ).toBeGreaterThan(0)
    for (const outside of [secret, email, token]) expect(text).not.toContain(outside)
  })

  test('count operations one by one, also those of a batch, by the class of their status', async () => {
    const learner = await api.given.learner()
    const client = api.batchAs(learner)
    const before = await metrics()
    await Promise.all([client.cart.get.query(), client.me.get.query()])
    await client.courses.get.query({ idOrSlug: 'not-there' }).catch(() => undefined)
    await api.request('GET /api/v1/cart', { token: learner.token })

    const after = await metrics()
    const counted = (operation: string, status: string) => {
      const labels = `{operation="${operation}",type="query",status="${status}"}`
      const sample = `lyceum_operation_duration_seconds_count${labels}`
      const earlier = before.includes(`${sample} `) ? sampleOf(before, sample) : 0
      return sampleOf(after, sample) - earlier
    }
    expect(counted('cart.get', '2xx')).toBe(2)
    expect(counted('me.get', '2xx')).toBe(1)
    expect(counted('courses.get', '4xx')).toBe(1)
    expect(after).not.toContain('not-there')
  })

  test('are a dozen lines or so for each operation: a page that can be read every few seconds', async () => {
    const { token } = await api.given.learner()
    await api.request('GET /api/v1/cart', { token })

    const lines = (await metrics()).split('\n')
    const of = (label: string) =>
      lines.filter((line) => line.includes(label) && line.includes('status="2xx"')).length
    expect(of('operation="cart.get"') + of('route="/api/v1/cart"')).toBeLessThanOrEqual(13)
  })

  test('count refusals by the limit that made them', async () => {
    await using limited = await startApi({
      config: { rateLimitScale: 1 },
      databaseUrl: await makeTestDatabase(),
    })
    const { email } = await limited.given.learner()
    for (let attempt = 0; attempt < 7; attempt++)
      await limited.request('POST /api/v1/auth/login', { body: { email, password: 'wrong one' } })
    for (let attempt = 0; attempt < 320; attempt++)
      await limited.request('GET /api/v1/me', { ip: '192.0.2.99' })

    const { text } = await limited.request('GET /metrics')
    const refused = (limit: string) =>
      sampleOf(text, `lyceum_limit_refusals_total{limit="${limit}"}`)
    expect(refused('failedLoginsPerAccountAndIp')).toBe(2)
    expect(refused('strangersPerIp')).toBe(20)
    expect(refused('registrationsPerIp')).toBe(0)
  })

  test('measure mails, jobs, prints, and the time from a payment to access', async () => {
    let isDown = true
    await using api = await startApi({
      databaseUrl: await makeTestDatabase(),
      printer: switchablePrinter({ available: true }),
      mailFailure: () => (isDown ? new Error('down') : undefined),
      logLines: [],
    })
    const text = async () => (await api.request('GET /metrics')).text
    await api.request('POST /api/v1/auth/register', {
      body: { email: 'ada.measured@example.com', password: 'correct horse battery staple' },
    })
    const mails = async (outcome: string) =>
      sampleOf(await text(), `lyceum_mails_total{outcome="${outcome}"}`)
    await expect.poll(() => mails('failed')).toBe(1)
    isDown = false
    await expect.poll(() => mails('sent'), { timeout: 60_000 }).toBe(1)
    const jobs = 'lyceum_job_duration_seconds_count{queue="send-code",outcome='
    expect(sampleOf(await text(), `${jobs}"failed"}`)).toBe(1)
    expect(sampleOf(await text(), `${jobs}"done"}`)).toBe(1)

    const learner = await api.given.learner()
    const course = await api.given.course({ price: { amount: 2900, currency: 'USD' } })
    const { id } = await api.as(learner).transactions.create.mutate({ courseIds: [course.id] })
    const paidAt = api.deps.now()
    await markTransactionPaid(api.deps.db, id, {
      provider: 'sandbox',
      paymentReference: 'measured',
      paidAt,
    })
    api.advance(90_000)
    expect(sampleOf(await text(), 'lyceum_paid_without_access_seconds')).toBeGreaterThanOrEqual(90)
    await fulfillNow(api.deps, id)
    const access = 'lyceum_payment_to_access_seconds_bucket'
    expect(sampleOf(await text(), `${access}{le="60"}`)).toBe(0)
    expect(sampleOf(await text(), `${access}{le="300"}`)).toBe(1)
    expect(sampleOf(await text(), 'lyceum_paid_without_access_seconds')).toBe(0)

    await completeCourse(api, { learner, course })
    const prints = 'lyceum_print_duration_seconds_count{document="certificate",outcome="done"}'
    await expect.poll(async () => (await text()).includes(`${prints} 1`)).toBe(true)
    expect(sampleOf(await text(), 'lyceum_prints_in_progress')).toBe(0)
  })

  test('describe the process, its connections, the jobs and the password queue', async () => {
    const text = await metrics()

    expect(sampleOf(text, 'process_resident_memory_bytes')).toBeGreaterThan(1e7)
    expect(sampleOf(text, 'lyceum_database_reachable')).toBe(1)
    expect(sampleOf(text, 'lyceum_database_connections{state="used"}')).toBeGreaterThanOrEqual(0)
    expect(sampleOf(text, 'lyceum_database_callers_waiting')).toBe(0)
    expect(sampleOf(text, 'lyceum_password_hashing{state="waiting"}')).toBe(0)
    expect(sampleOf(text, 'lyceum_jobs{queue="fulfill-transaction",state="queued"}')).toBe(0)
  })

  test('describe the result of the last check of the data', async () => {
    const [learner, course] = [await api.given.learner(), await api.given.course()]
    await api.given.enrollment(learner, course)
    await api.deps.db.execute(
      `insert into cart_items values ('${learner.id}', '${course.id}', now(), 0, 'USD')`,
    )
    await api.deps.db.execute(
      `insert into data_checks values ('of-an-earlier-release', null, now() - interval '9 d')`,
    )
    const before = Date.now() / 1000
    await checkData(api.deps)

    const text = await metrics()

    expect(sampleOf(text, 'lyceum_data_violations{invariant="owned-is-not-in-the-cart"}')).toBe(1)
    expect(sampleOf(text, 'lyceum_data_violations{invariant="receipts-are-gapless"}')).toBe(0)
    expect(sampleOf(text, 'lyceum_data_unchecked')).toBe(0)
    expect(sampleOf(text, 'lyceum_data_checked_timestamp_seconds')).toBeGreaterThanOrEqual(
      Math.floor(before),
    )
  })

  test('say nothing of what is not known yet, and begin what only increases with 0', async () => {
    await using fresh = await startApi({ databaseUrl: await makeTestDatabase() })
    const { text } = await fresh.request('GET /metrics')

    // Omits a 0, which would be a check in 1970, and an alert.
    expect(text).not.toMatch(/^lyceum_data_checked_timestamp_seconds /m)
    expect(sampleOf(text, 'lyceum_paid_without_access_seconds')).toBe(0)
    const givenUp = '{queue="send-refund",outcome="given up"}'
    expect(sampleOf(text, `lyceum_job_duration_seconds_count${givenUp}`)).toBe(0)
  })

  test('are complete for everybody who scrapes at the same time', async () => {
    const scrapes = await Promise.all(
      Array.from({ length: 20 }, async (_, index) => {
        await new Promise((resolve) => setTimeout(resolve, index * 2))
        return metrics()
      }),
    )
    for (const text of scrapes) {
      expect(sampleOf(text, 'lyceum_jobs{queue="send-refund",state="queued"}')).toBe(0)
      expect(sampleOf(text, 'lyceum_jobs_oldest_waiting_seconds{queue="check-data"}')).toBe(0)
    }
  })

  test('do not wait for a database that is slow', async () => {
    const { sizes } = api.deps.jobs
    api.deps.jobs.sizes = () => new Promise(() => undefined)
    try {
      const text = await metrics()
      expect(sampleOf(text, 'lyceum_database_reachable')).toBe(0)
      expect(sampleOf(text, 'lyceum_database_callers_waiting')).toBe(0)
      expect(text).not.toMatch(/^lyceum_paid_without_access_seconds /m)
    } finally {
      api.deps.jobs.sizes = sizes
    }
  })

  test('work without the database, and say that it does not answer', async () => {
    const databaseUrl = await makeTestDatabase()
    const name = new URL(databaseUrl).pathname.slice(1)
    const administrator = new Client({ connectionString: databaseUrl.replace(name, 'postgres') })
    await administrator.connect()
    await using api = await startApi({ databaseUrl, logLines: [] })
    await administrator.query(`alter database ${name} with allow_connections false`)
    await administrator.query(
      `select pg_terminate_backend(pid) from pg_stat_activity
      where datname = $1 and backend_type = 'client backend'`,
      [name],
    )

    const { status, text } = await api.request('GET /metrics')
    await administrator.query(`alter database ${name} with allow_connections true`)
    await administrator.end()

    expect([status, sampleOf(text, 'lyceum_database_reachable')]).toEqual([200, 0])
    expect(text).not.toContain('lyceum_data_violations{')
  })

  test('show logins that are queued while passwords are hashed', async () => {
    const { email } = await api.given.learner()
    const logins = Array.from({ length: 20 }, (_, index) =>
      api.request('POST /api/v1/auth/login', {
        body: { email, password: `wrong ${index}` },
        ip: `192.0.2.${index}`,
      }),
    )

    await expect
      .poll(async () => sampleOf(await metrics(), 'lyceum_password_hashing{state="waiting"}'), {
        interval: 1,
      })
      .toBeGreaterThan(0)
    await Promise.all(logins)
  })
})

describe('in production', () => {
  const production = { production: true, paymentProvider: 'none' } as const

  test('they do not exist unless a token is set', async () => {
    await using closed = await startApi({ config: production, logLines: [] })

    const { status, body } = await closed.request('GET /metrics', { token: metricsToken })

    expect([status, body.error]).toEqual([404, 'NotFound'])
  })

  test('they need the token', async () => {
    await using closed = await startApi({ config: { ...production, metricsToken }, logLines: [] })
    const { token } = await closed.given.admin()
    const ask = async (headers: Record<string, string>) => {
      const { status, body, headers: told } = await closed.request('GET /metrics', { headers })
      return status === 200 ? [200] : [status, body.error, told['www-authenticate']]
    }

    expect(await ask({})).toEqual([401, 'TokenMissing', 'Bearer'])
    for (const wrong of [
      token,
      `${metricsToken}x`,
      metricsToken.slice(1),
      metricsToken.toUpperCase(),
      'undefined',
    ])
      expect(await ask({ authorization: `Bearer ${wrong}` })).toEqual([
        401,
        'TokenInvalid',
        'Bearer error="invalid_token"',
      ])
    expect(await ask({ authorization: `Basic ${metricsToken}` })).toEqual([
      401,
      'TokenMissing',
      'Bearer',
    ])
    expect(await ask({ authorization: `Bearer ${metricsToken}` })).toEqual([200])
  })
})
