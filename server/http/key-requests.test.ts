import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { givenKey } from '../features/people/api-keys/test-support.ts'
import { createApiKeys } from '../security/api-keys.ts'
import { doorLimits } from '../security/door-limits.ts'
import { forAllTests, startApi } from '../test/api.ts'
import { givenTeam } from '../test/authoring.ts'
import { watchedLog } from '../test/watched-log.ts'

const api = await forAllTests(startApi())
/** Well-formed keys that nobody made. */
const forger = createApiKeys({ now: () => new Date(), log: watchedLog([]).log })

const catalogue = 'GET /api/v1/courses'
const reasonOf = async (address: string, authorization: string) => {
  const { status, body } = await api.request(address, { headers: { authorization } })
  return status === 200 ? 'open' : (body.error?.data?.error ?? body.error)
}

test('a key is sent as Bearer, and ignored or refused anywhere else', async () => {
  const { token } = await givenKey(api, ['catalogue:read'])
  expect(await reasonOf(catalogue, `Bearer ${token}`)).toBe('open')
  expect(await reasonOf(catalogue, `bearer ${token}`)).toBe('open')
  expect(await reasonOf('GET /trpc/courses.list?input={}', `Bearer ${token}`)).toBe('open')

  for (const authorization of ['Basic ', 'Token ', ''].map((scheme) => `${scheme}${token}`))
    expect(await reasonOf(catalogue, authorization)).toBe('TokenMissing')
  const headers = { 'x-api-key': token, cookie: `token=${token}`, 'proxy-authorization': token }
  expect((await api.request(catalogue, { headers })).body.error).toBe('TokenMissing')
  const inQuery = await api.request(`${catalogue}?access_token=${token}&api_key=${token}`)
  expect([400, 401]).toContain(inQuery.status)
})

test('a mistyped key is refused without a look at the database', async () => {
  const { find } = api.deps.apiKeys
  const { token } = await givenKey(api, ['catalogue:read'])
  let looks = 0
  api.deps.apiKeys.find = (...given) => {
    looks += 1
    return find(...given)
  }
  const swapped = `${token.slice(0, 20)}${token[21]}${token[20]}${token.slice(22)}`
  const typos = [
    token.slice(0, -1),
    `${token}1`,
    `${token.slice(0, -1)}${token.endsWith('z') ? 'y' : 'z'}`,
    token.toUpperCase(),
    'lyc_',
    `lyc_${'0'.repeat(51)}`,
    `lyc_${'x'.repeat(9_000)}`,
    ...(swapped === token ? [] : [swapped]),
  ]
  for (const typo of typos) expect(await reasonOf(catalogue, `Bearer ${typo}`)).toBe('TokenInvalid')
  expect(looks).toBe(0)
  expect(await reasonOf(catalogue, `Bearer ${token}`)).toBe('open')
  expect(await reasonOf(catalogue, `Bearer ${forger.make().text}`)).toBe('TokenInvalid')
  expect(looks).toBe(2)
  api.deps.apiKeys.find = find
})

test('the secret of one key does not open a different one', async () => {
  const one = await givenKey(api, ['catalogue:read'])
  const other = await givenKey(api, ['catalogue:read'])
  const { text } = forger.make(one.publicId)
  expect(await reasonOf(catalogue, `Bearer ${text}`)).toBe('TokenInvalid')
  expect(await reasonOf(catalogue, `Bearer ${other.token}`)).toBe('open')
})

test('a batch with one call that the key may not make is refused whole, and nothing is done', async () => {
  const team = await givenTeam(api)
  const { token, maker } = await givenKey(
    api,
    ['catalogue:read', 'authoring:read', 'authoring:write'],
    {
      courseIds: [team.courseId],
    },
  )
  const queries = `GET /trpc/courses.list,me.get?batch=1&input=${encodeURIComponent('{"0":{},"1":{}}')}`
  const refused = await api.request(queries, { token })
  expect([refused.status, refused.body.error.data.error]).toEqual([403, 'KeyNotAllowed'])

  const course = await api.given.course()
  const lesson = { courseId: team.courseId, key: 'first', title: 'First', type: 'text', minutes: 5 }
  const mutations = 'POST /trpc/drafts.createLesson,cart.add?batch=1'
  const body = { 0: { ...lesson, required: true, content: 'x' }, 1: { courseId: course.id } }
  const both = await api.request(mutations, { token, body })
  expect([both.status, both.body.error.data.error]).toEqual([403, 'KeyNotAllowed'])
  const { rows } = await api.deps.db.execute(sql`
    select from draft_lessons where course_id = ${team.courseId}
    union all select from cart_items where user_id = ${maker.id}`)
  expect(rows).toEqual([])
})

test('a refused request of a key is recorded, with the name of the operation', async () => {
  const { token, id } = await givenKey(api, ['catalogue:read'])
  await api.request('GET /api/v1/me', { token })
  await api.request('POST /trpc/auth.logout', { token, body: {} })
  const { rows } = await api.deps.db.execute(sql`
    select event, details->>'operation' as operation from audit_events
    where actor = ${`key:${id}`} order by id`)
  expect(rows).toEqual([
    { event: 'access-refused', operation: 'me.get' },
    { event: 'access-refused', operation: 'auth.logout' },
  ])
})

test('a key reads and writes the courses that it names, and no others exist for it', async () => {
  const [team, other] = [await givenTeam(api), await givenTeam(api)]
  const { token } = await givenKey(api, ['authoring:read'], { courseIds: [team.courseId] })
  const read = (courseId: string) =>
    api.request(`GET /api/v1/authoring/courses/${courseId}`, { token })
  expect((await read(team.courseId)).status).toBe(200)
  expect((await read(team.courseId.toUpperCase())).status).toBe(200)
  expect((await read(other.courseId)).body.error).toBe('CourseNotFound')

  const members = `/api/v1/authoring/courses/${team.courseId}/members`
  const list = await api.request(`GET ${members}`, { token })
  const emails = list.body.items.map(({ user }: { user: { email: null } }) => user.email)
  expect(emails).toEqual([null, null, null])
  const removal = await api.request(`DELETE ${members}/${team.author.id}`, { token })
  expect([removal.status, removal.body.error]).toEqual([403, 'KeyNotAllowed'])
})

test('a key counts for itself once it is known, and uses up nothing of its maker', async () => {
  await using few = await startApi({ config: { rateLimitScale: 0.02 } })
  const { token, maker } = await givenKey(few, ['catalogue:read'])
  const ip = '198.51.100.20'
  const limitOf = async (options: { token: string; ip?: string }) => {
    const { status, headers } = await few.request(catalogue, options)
    return [status, headers['ratelimit-limit'], headers['ratelimit-remaining']]
  }
  const own = Math.floor(doorLimits.requestsPerKey.uses * 0.02)

  // Counts the first one by its IP: only after it is the key known to be one.
  expect(await limitOf({ token, ip })).toEqual([200, '6', '5'])
  expect(await limitOf({ token, ip })).toEqual([200, String(own), String(own - 1)])
  for (let count = 2; count < own; count++) await limitOf({ token, ip })
  expect(await limitOf({ token, ip })).toEqual([200, String(own), '0'])
  expect((await limitOf({ token, ip: '198.51.100.21' }))[0]).toBe(429)
  const accountUses = Math.floor(doorLimits.callsPerAccount.uses * 0.02)
  expect(await limitOf({ token: maker.token, ip })).toEqual([
    200,
    String(accountUses),
    String(accountUses - 1),
  ])
})

test('two keys of one administrator may use the same Idempotency-Key', async () => {
  const maker = await api.given.admin()
  const enroll = async (token: string, email: string) => {
    const { slug } = course
    const { status, headers, body } = await api.request('POST /api/v1/admin/bulk-enrollments', {
      token,
      headers: { 'idempotency-key': 'nightly' },
      body: { rows: [{ email, course: slug }] },
    })
    return [status, headers['idempotency-replayed'], body.error]
  }
  const course = await api.given.course()
  const one = await givenKey(api, ['enrollments:read', 'enrollments:write'], { maker })
  const other = await givenKey(api, ['enrollments:read', 'enrollments:write'], { maker })
  expect(await enroll(one.token, 'one@example.com')).toEqual([201, undefined, undefined])
  expect(await enroll(other.token, 'other@example.com')).toEqual([201, undefined, undefined])
  expect(await enroll(one.token, 'one@example.com')).toEqual([201, 'true', undefined])
})

test('made-up keys count by their IP, and never keep a key from there that is known', async () => {
  await using few = await startApi({ config: { rateLimitScale: 0.02 } })
  const { token } = await givenKey(few, ['catalogue:read'])
  const ip = '198.51.100.30'
  await few.request(catalogue, { token, ip })
  const statuses: number[] = []
  for (let count = 0; count < 50; count++)
    statuses.push((await few.request(catalogue, { token: forger.make().text, ip })).status)
  expect(statuses).toEqual([...Array(5).fill(401), ...Array(45).fill(429)])
  expect((await few.request(catalogue, { token, ip })).status).toBe(200)
})

test('a key stands in no line of the log, no record and no measure, wherever it is sent', async () => {
  const logLines: string[] = []
  await using logged = await startApi({ logLines })
  const { token, id, maker } = await givenKey(logged, ['catalogue:read'])
  const forged = forger.make().text
  const mistyped = `${token.slice(0, -1)}${token.endsWith('z') ? 'y' : 'z'}`
  for (const key of [token, forged, mistyped]) {
    for (const address of [
      catalogue,
      'GET /api/v1/me',
      'GET /trpc/me.get?input={}',
      'GET /api/v1/authoring/courses/x/export',
      `GET /no/such/${key}`,
      `GET /api/v1/courses/${key}`,
      `GET /api/v1/courses?q=${key}`,
      `GET /api/v1/me?access_token=${key}`,
      `GET /trpc/${key}`,
      `GET /verify/${key}`,
      `GET /%E0%A4%A/${key}`,
    ])
      await logged.request(address, { token: key })
    const headers = {
      authorization: `Basic ${key}`,
      cookie: `key=${key}`,
      referer: `https://example.com/?key=${key}`,
      'x-api-key': key,
      'x-request-id': key,
      'user-agent': key,
    }
    await logged.request(catalogue, { headers })
    for (const body of [
      { email: key, password: key },
      { email: 'a@example.com', password: key },
    ])
      await logged.request('POST /api/v1/auth/login', { body, headers })
    await logged.request('POST /api/v1/auth/login', { body: `{"${key}"`, headers })
  }
  const revoked = await logged.request(`DELETE /api/v1/admin/api-keys/${id}`, {
    token: maker.token,
  })
  expect(revoked.status).toBe(200)
  await logged.request(catalogue, { token })

  const { text: metrics } = await logged.request('GET /metrics')
  const { rows } = await logged.deps.db.execute<{ row: string }>(
    sql`select row_to_json(audit_events)::text as row from audit_events`,
  )
  const kept = [...logLines, metrics, ...rows.map(({ row }) => row)].join('\n')
  for (const key of [token, forged, mistyped]) expect(kept).not.toContain(key.slice(17, 49))
  const line = logLines.map((line) => JSON.parse(line)).find(({ keyId }) => keyId === id)
  expect(line).toMatchObject({ msg: 'request', userId: maker.id })
})
