import { Client } from 'pg'
import { afterAll, describe, expect, test } from 'vitest'
import { checkData } from '../features/invariants/check-data.ts'
import { startApi } from '../test/api.ts'
import { makeTestDatabase } from '../test/database.ts'

const api = await startApi()
afterAll(() => api[Symbol.asyncDispose]())

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
    await api.request(`GET /api/courses/${secret}`, { token })
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
        `${durations}_bucket{le="+Inf",method="GET",route="/api/courses/:idOrSlug",status="4xx"}`,
      ),
    ).toBe(1)
    expect(sampleOf(text, `${durations}_count{method="GET",route="unknown",status="4xx"}`)).toBe(1)
    expect(
      sampleOf(text, `${durations}_sum{method="POST",route="/api/v1/auth/login",status="4xx"}`),
    ).toBeGreaterThan(0)
    for (const outside of [secret, email, token]) expect(text).not.toContain(outside)
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

  test('work without the database, and say that it does not answer', async () => {
    const databaseUrl = await makeTestDatabase()
    const name = new URL(databaseUrl).pathname.slice(1)
    const administrator = new Client({ connectionString: databaseUrl.replace(name, 'postgres') })
    await administrator.connect()
    await using api = await startApi({ databaseUrl, logLines: [] })
    await administrator.query(`alter database ${name} with allow_connections false`)
    await administrator.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1',
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
