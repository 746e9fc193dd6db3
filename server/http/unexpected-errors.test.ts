import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { errors } from '../errors/errors.ts'
import { type Api, startApi } from '../test/api.ts'
import { makeTestDatabase } from '../test/database.ts'

const secret = 'a secret that nobody may see'
const email = 'somebody.in.particular@example.com'

async function startBrokenApi(logLines: string[]): Promise<Api> {
  const api = await startApi({ databaseUrl: await makeTestDatabase(), logLines })
  await api.database.db.execute(sql`drop table users cascade`)
  logLines.length = 0
  return api
}

test('an unexpected failure has a fixed message, over REST and tRPC, and its SQL and parameters are neither sent nor logged', async () => {
  const logLines: string[] = []
  await using api = await startBrokenApi(logLines)
  const call = (address: string, body: object) => api.request(address, { body })

  const rest = [
    await call('POST /auth/login', { email, password: secret }),
    await call('POST /auth/signup', { email, password: secret }),
    await call('POST /api/v1/auth/resetpassword', { email, otp: '12345678', newPassword: secret }),
  ]
  const rpc = [
    await call('POST /trpc/auth.login', { email, password: secret }),
    await call('POST /trpc/auth.verifyEmail?batch=1', { 0: { email, code: '12345678' } }),
  ]

  for (const answer of rest)
    expect(answer.body).toMatchObject({
      error: 'InternalError',
      status: 500,
      message: errors.InternalError.message,
    })
  for (const answer of rpc) {
    const { error } = [answer.body].flat()[0]
    expect(error).toMatchObject({
      message: errors.InternalError.message,
      data: { error: 'InternalError', message: errors.InternalError.message },
    })
    expect(error.data).not.toHaveProperty('stack')
  }
  const words =
    /select|insert|"users"|relation|does not exist|params|42P01|node_modules|\.ts:|somebody|a secret/i
  for (const { status, text } of [...rest, ...rpc]) {
    expect(status).toBe(500)
    expect(text).not.toMatch(words)
  }

  const logged = logLines.map((line) => JSON.parse(line)).filter(({ level }) => level >= 50)
  expect(logged.map(({ requestId }) => requestId)).toEqual(
    [...rest, ...rpc].map(({ headers }) => headers['x-request-id']),
  )
  for (const line of logged)
    expect(line).toMatchObject({
      error: 'InternalError',
      cause: { kind: 'database', code: '42P01' },
    })
  expect(logLines.join('\n')).not.toMatch(/select |insert |a secret|somebody|12345678|\$2b\$/i)
})

test('a failure while the caller is identified is answered and logged the same way', async () => {
  const logLines: string[] = []
  await using api = await startApi({ databaseUrl: await makeTestDatabase(), logLines })
  const { token } = await api.given.learner()
  await api.database.db.execute(sql`drop table sessions`)
  logLines.length = 0

  const answers = [
    await api.request('GET /api/v1/me', { token }),
    await api.request('GET /trpc/me.get?input={}', { token }),
  ]

  const logged = logLines.map((line) => JSON.parse(line)).filter(({ level }) => level >= 50)
  for (const [index, { status, headers, body }] of answers.entries()) {
    const problem = body.error.data ?? body
    expect([status, problem.error, problem.message]).toEqual([
      500,
      'InternalError',
      errors.InternalError.message,
    ])
    expect(problem.requestId).toBe(headers['x-request-id'])
    expect(logged[index]).toMatchObject({ requestId: problem.requestId, cause: { code: '42P01' } })
  }
  expect(logLines.join('\n')).not.toContain(token)
})

test('a driver’s message with values of a row is not sent', async () => {
  const logLines: string[] = []
  await using api = await startApi({ databaseUrl: await makeTestDatabase(), logLines })
  await api.database.db.execute(
    sql`alter table users add constraint nobody check (name <> ${sql.raw(`'${secret}'`)})`,
  )
  logLines.length = 0

  const answer = await api.request('POST /auth/signup', {
    body: { email, password: 'correct horse battery staple', name: secret },
  })

  expect([answer.status, answer.body.error]).toEqual([500, 'InternalError'])
  expect(answer.text + logLines.join('\n')).not.toMatch(/a secret|somebody|Failing row|\$2b\$/)
  expect(logLines.join('\n')).toContain('"constraint":"nobody"')
})
