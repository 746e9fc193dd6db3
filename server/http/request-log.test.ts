import { expect, test } from 'vitest'
import { startApi } from '../test/api.ts'

test('every request is logged as one line of JSON with its request id, and no line holds a secret', async () => {
  const logLines: string[] = []
  await using api = await startApi({ logLines })
  const email = 'ada.logged@example.com'
  const [password, newPassword, wrong] = [
    'a first phrase of words',
    'a second phrase of words',
    'a wrong phrase of words',
  ]
  const answers: [string, string | number | string[] | undefined, number][] = []
  const call = async (address: string, body?: object, token?: string) => {
    const headers = { 'x-request-id': 'chosen-by-the-client', 'user-agent': 'line\u001b[31m' }
    const answer = await api.request(address, {
      ...(body && { body }),
      ...(token !== undefined && { token }),
      headers,
      ip: '198.51.100.7',
    })
    answers.push([address, answer.headers['x-request-id'], answer.status])
    return answer
  }

  const registered = await call('POST /auth/signup', { email, password })
  const verification = await api.codeFor(email)
  await call('POST /api/v1/auth/verify-email', { email, code: verification })
  await call('POST /auth/login', { email, password: wrong })
  const { token } = (await call('POST /auth/login', { email, password })).body
  await call('GET /api/v1/me', undefined, token)
  await call('GET /trpc/me.get?input={}', undefined, token)
  await call(`GET /api/v1/me?access_token=${token}`)
  await call(`GET /no/such/${token}`)
  await call('GET /%E0%A4%A')
  await call('POST /auth/login', { email: 'two\nlines\u001b[31m@example.com', password: wrong })
  api.mails.length = 0
  await call('POST /auth/forgetpassword', { email })
  const otp = await api.codeFor(email)
  await call('POST /api/v1/auth/resetpassword', { email, otp, newPassword })
  await call('GET /api/v1/me', undefined, token)

  const lines = logLines.map((line) => JSON.parse(line))
  const requests = lines.filter(({ msg }) => msg === 'request')
  expect(requests.map(({ requestId, status }) => [requestId, status])).toEqual(
    answers.map(([, id, status]) => [id, status]),
  )
  for (const line of requests) {
    expect(line).toMatchObject({
      time: expect.any(Number),
      method: expect.any(String),
      ip: '198.51.100.7',
      milliseconds: expect.any(Number),
    })
  }
  const { id } = registered.body.user
  const users = Object.fromEntries(
    requests.map(({ route, status, userId }) => [`${route} ${status}`, userId]),
  )
  expect(users).toMatchObject({ '/api/v1/me 200': id, '/trpc/:path 200': id })
  expect(users['/api/v1/me 401']).toBeUndefined()

  const text = logLines.join('')
  for (const secret of [
    password,
    newPassword,
    wrong,
    verification,
    otp,
    token,
    token.split('.')[2],
    'chosen-by-the-client',
    '\u001b[31m',
  ]) {
    expect(text).not.toContain(secret)
  }
  expect(text).not.toContain(
    JSON.parse(Buffer.from(token.split('.')[1], 'base64url').toString()).sid,
  )
})
