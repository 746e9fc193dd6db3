import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { apiKeyPattern } from '../../../security/api-keys.ts'
import { forAllTests, startApi } from '../../../test/api.ts'
import { givenTeam } from '../../../test/authoring.ts'
import { givenCertificate } from '../../../test/learning.ts'
import { setRole } from '../accounts/set-role.ts'
import { reinstateUser, suspendUser } from '../accounts/suspend.ts'
import { givenKey } from './test-support.ts'

const api = await forAllTests(startApi())
const admin = await api.given.admin()
const { password, token } = admin
const day = 86_400_000

const create = (body: object, by = token) =>
  api.request('POST /api/v1/admin/api-keys', {
    token: by,
    body: { name: 'Enrollments', scopes: ['users:read'], password, ...body },
  })

async function refusalOf(key: string, address = 'GET /api/v1/courses') {
  const { status, body } = await api.request(address, { token: key })
  return status === 200 ? 'open' : body.error
}

describe('making one', () => {
  test('shows the key once, with a prefix and a checksum; nothing of it is stored but a hash', async () => {
    const { status, body, headers } = await create({ scopes: ['catalogue:read', 'users:read'] })
    expect([status, headers['cache-control']]).toEqual([201, 'no-store'])
    expect(headers.location).toBe(`/api/v1/admin/api-keys/${body.id}`)
    expect(body.key).toMatch(new RegExp(`^${apiKeyPattern}$`))
    expect(body.key.split('_')[1]).toBe(body.publicId)
    expect(body).toMatchObject({
      name: 'Enrollments',
      scopes: ['catalogue:read', 'users:read'],
      status: 'active',
      createdBy: { id: admin.id },
      lastUsedAt: null,
    })
    expect(Date.parse(body.expiresAt) - Date.parse(body.createdAt)).toBe(90 * day)
    expect(await refusalOf(body.key)).toBe('open')

    const shown = await api.request(`GET /api/v1/admin/api-keys/${body.id}`, { token })
    expect(shown.text).not.toContain(body.key.slice(-38, -6))
    const { rows } = await api.deps.db.execute(
      sql`select row_to_json(api_keys)::text as row from api_keys where id = ${body.id}`,
    )
    expect(String(rows[0]?.row)).not.toContain(body.key.slice(-38, -6))
  })

  test('takes the password or a mailed code, not just the session', async () => {
    const body = { name: 'x', scopes: ['users:read'] }
    const post = (more: object) =>
      api.request('POST /api/v1/admin/api-keys', { token, body: { ...body, ...more } })
    expect((await post({})).body.error).toBe('MissingFields')
    expect((await post({ password: 'not the password' })).body.error).toBe('WrongPassword')
    expect((await post({ code: '00000000' })).body.error).toBe('InvalidCode')

    await api.request('POST /api/v1/me/sign-in-code', { token })
    expect((await post({ code: await api.codeFor(admin.email) })).status).toBe(201)
  })

  test.each([
    ['a scope that no key can have', { scopes: ['roles:write'] }, 'scopes.0'],
    ['no scope', { scopes: [] }, 'scopes'],
    ['authoring without a course', { scopes: ['authoring:read'] }, 'courseIds'],
    ['a course without authoring', { courseIds: [admin.id] }, 'courseIds'],
    [
      'more than a year',
      { expiresAt: new Date(Date.now() + 366 * day).toISOString() },
      'expiresAt',
    ],
    ['an end in the past', { expiresAt: '2020-01-01T00:00:00Z' }, 'expiresAt'],
    ['no name', { name: ' ' }, 'name'],
  ])('refuses %s, and names the field', async (_what, body, field) => {
    const { status, body: problem } = await create(body)
    expect([status, problem.issues[0].path]).toEqual([400, field])
  })

  test('refuses to write without reading the same, and says what to add', async () => {
    const lacking = ['users:write', 'enrollments:read', 'money:write']
    const { body } = await create({ scopes: lacking })
    expect([body.error, body.issues]).toEqual([
      'InvalidFields',
      [
        {
          path: 'scopes',
          message: 'must include users:read, money:read: a key reads what it may write',
        },
      ],
    ])
    expect((await create({ scopes: [...lacking, 'users:read', 'money:read'] })).status).toBe(201)
    // Accepts it alone, because nothing reads refunds.
    expect((await create({ scopes: ['refunds:write'] })).status).toBe(201)
  })

  test('refuses a course that does not exist', async () => {
    const body = { scopes: ['authoring:read'], courseIds: [admin.id] }
    expect((await create(body)).body.error).toBe('CourseNotFound')
  })
})

test('of a new key and the end of the role at once, none leaves a key that works later', async () => {
  const maker = await api.given.admin()
  const { token: by, id: userId } = maker
  await Promise.all([
    ...Array.from({ length: 5 }, () => create({ password: maker.password }, by)),
    setRole(api.deps, { userId, role: 'support' }),
  ])
  await setRole(api.deps, { userId, role: 'admin' })
  const { rows } = await api.deps.db.execute(
    sql`select from api_keys where created_by = ${userId} and revoked_at is null`,
  )
  expect(rows).toEqual([])
})

test('of twenty requests at once for the last place, one makes the fiftieth key', async () => {
  await using own = await startApi()
  const maker = await own.given.admin()
  await own.deps.db.execute(sql`update api_keys set revoked_at = now() where revoked_at is null`)
  for (let count = 0; count < 49; count++) await givenKey(own, ['catalogue:read'], { maker })

  const made = await Promise.allSettled(
    Array.from({ length: 20 }, () => givenKey(own, ['catalogue:read'], { maker })),
  )

  expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  const body = { name: 'x', scopes: ['catalogue:read'], password: maker.password }
  const answer = await own.request('POST /api/v1/admin/api-keys', { token: maker.token, body })
  expect([answer.status, answer.body.error]).toEqual([409, 'TooManyApiKeys'])
  await own.deps.db.execute(sql`update api_keys set revoked_at = now() where revoked_at is null`)
})

describe('rotation', () => {
  test('lets both secrets work for the overlap, then only the new one', async () => {
    const { id, token: before } = await givenKey(api, ['catalogue:read'])
    const rotated = await api.request(`POST /api/v1/admin/api-keys/${id}/rotate`, {
      token,
      body: { overlapSeconds: 3600, password },
    })
    const { key: after } = rotated.body
    expect([rotated.status, after === before]).toEqual([200, false])
    expect([await refusalOf(before), await refusalOf(after)]).toEqual(['open', 'open'])

    const { rows } = await api.deps.db.execute(sql`
      update api_keys set former_until = now() where id = ${id} returning id`)
    expect(rows).toHaveLength(1)
    expect([await refusalOf(before), await refusalOf(after)]).toEqual(['TokenInvalid', 'open'])
  })

  test('without an overlap ends the former secret at once', async () => {
    const { id, token: before } = await givenKey(api, ['catalogue:read'])
    const body = { overlapSeconds: 0, password }
    await api.request(`POST /api/v1/admin/api-keys/${id}/rotate`, { token, body })
    expect(await refusalOf(before)).toBe('TokenInvalid')
  })

  test('takes the password, and at most seven days of overlap', async () => {
    const { id } = await givenKey(api, ['catalogue:read'])
    const rotate = (body: object) =>
      api.request(`POST /api/v1/admin/api-keys/${id}/rotate`, { token, body })
    expect((await rotate({})).body.error).toBe('MissingFields')
    expect((await rotate({ password: 'not the password' })).body.error).toBe('WrongPassword')
    const long = await rotate({ password, overlapSeconds: 7 * 24 * 3600 + 1 })
    expect(long.body.issues[0].path).toBe('overlapSeconds')
  })

  test('makes the key act for whoever rotates it: nobody gets a secret of somebody else', async () => {
    const { id, maker } = await givenKey(api, ['catalogue:read'])
    const body = { password }
    const rotated = await api.request(`POST /api/v1/admin/api-keys/${id}/rotate`, { token, body })
    expect([maker.id === admin.id, rotated.body.createdBy.id]).toEqual([false, admin.id])
  })

  test('of a key that writes without reading is refused, and its secret stays', async () => {
    const { id, token: key } = await givenKey(api, ['enrollments:read'])
    await api.deps.db.execute(
      sql`update api_keys set scopes = '{enrollments:write}' where id = ${id}`,
    )
    const { body: problem } = await api.request(`POST /api/v1/admin/api-keys/${id}/rotate`, {
      token,
      body: { password },
    })
    expect([problem.error, problem.issues]).toEqual([
      'InvalidFields',
      [
        {
          path: 'id',
          message:
            'lacks enrollments:read, and the scopes of a key stay: create one with ' +
            'enrollments:read, enrollments:write',
        },
      ],
    ])
    expect(await refusalOf(key)).not.toBe('TokenInvalid')
  })

  test('of a key that ended is refused by name', async () => {
    const { id } = await givenKey(api, ['catalogue:read'])
    const revoked = await api.request(`DELETE /api/v1/admin/api-keys/${id}`, { token })
    expect([revoked.status, revoked.body.status]).toEqual([200, 'revoked'])
    const body = { password }
    const { status, body: problem } = await api.request(
      `POST /api/v1/admin/api-keys/${id}/rotate`,
      { token, body },
    )
    expect([status, problem.error]).toEqual([409, 'ApiKeyEnded'])
  })
})

describe('the end of a key', () => {
  test('a revoked key is refused by every process from the next request on; again is no change', async () => {
    await using other = await startApi()
    const { id, token: key } = await givenKey(api, ['catalogue:read'])
    expect((await other.request('GET /api/v1/courses', { token: key })).status).toBe(200)

    const first = await api.request(`DELETE /api/v1/admin/api-keys/${id}`, { token })
    const refused = await other.request('GET /api/v1/courses', { token: key })
    expect([refused.status, refused.body.error]).toEqual([401, 'TokenInvalid'])
    expect(await refusalOf(key)).toBe('TokenInvalid')
    const again = await api.request(`DELETE /api/v1/admin/api-keys/${id}`, { token })
    expect([again.status, again.body]).toEqual([200, first.body])
    const { rows } = await api.deps.db.execute(
      sql`select from audit_events where event = 'api-key-revoked' and details->>'key' = ${id}`,
    )
    expect(rows).toHaveLength(1)
  })

  test.each([
    ['is demoted', sql`role = 'support'`, 'TokenInvalid', 'blocked'],
    ['is suspended', sql`suspended_at = now()`, 'AccountSuspended', 'blocked'],
  ])('it works no longer when its maker %s', async (_what, change, error, status) => {
    const { id, token: key, maker } = await givenKey(api, ['catalogue:read', 'users:read'])
    expect(await refusalOf(key)).toBe('open')
    await api.deps.db.execute(sql`update users set ${change} where id = ${maker.id}`)
    expect(await refusalOf(key)).toBe(error)
    const shown = await api.request(`GET /api/v1/admin/api-keys/${id}`, { token })
    expect(shown.body.status).toBe(status)
  })

  test('it stays ended when its maker is an administrator again, or no longer suspended', async () => {
    const statusOf = async (id: string) =>
      (await api.request(`GET /api/v1/admin/api-keys/${id}`, { token })).body.status
    const demoted = await givenKey(api, ['catalogue:read'])
    for (const role of ['support', 'admin'] as const)
      await setRole(api.deps, { userId: demoted.maker.id, role })
    expect([await refusalOf(demoted.token), await statusOf(demoted.id)]).toEqual([
      'TokenInvalid',
      'revoked',
    ])

    const suspended = await givenKey(api, ['catalogue:read'])
    const { id: userId } = suspended.maker
    await suspendUser(api.deps, { userId, reason: 'On leave.' })
    expect(await statusOf(suspended.id)).toBe('blocked')
    await reinstateUser(api.deps, { userId })
    expect([await refusalOf(suspended.token), await statusOf(suspended.id)]).toEqual([
      'TokenInvalid',
      'revoked',
    ])
  })

  test('rotated by somebody else, the secret of a suspended maker stays worthless', async () => {
    const { id, token: key, maker } = await givenKey(api, ['catalogue:read'])
    await api.deps.db.execute(sql`update users set suspended_at = now() where id = ${maker.id}`)
    const rotated = await api.request(`POST /api/v1/admin/api-keys/${id}/rotate`, {
      token,
      body: { password: admin.password, overlapSeconds: 3600 },
    })
    expect([rotated.status, rotated.body.formerSecretUntil]).toEqual([200, null])
    expect([await refusalOf(key), rotated.body.status]).toEqual(['TokenInvalid', 'active'])
  })

  test('it shows no learning of its maker', async () => {
    const { token: key, maker } = await givenKey(api, ['catalogue:read'])
    const course = await api.given.course()
    await api.given.enrollment(maker, course)
    const { body } = await api.request(`GET /api/v1/courses/${course.slug}`, { token: key })
    expect([body.id, body.enrolled, body.enrollment]).toEqual([course.id, undefined, undefined])
    const list = await api.request('GET /api/v1/courses', { token: key })
    expect(list.body.items.filter((item: { enrolled?: true }) => item.enrolled)).toEqual([])
  })

  test('it goes with the erased account of its maker, which the audit trail says', async () => {
    const { id, token: key, maker } = await givenKey(api, ['catalogue:read'])
    const body = { password: maker.password }
    await api.request('DELETE /api/v1/me', { token: maker.token, body })
    expect(await refusalOf(key)).toBe('TokenInvalid')
    const { rows } = await api.deps.db.execute(
      sql`select from audit_events where event = 'api-key-revoked' and details->>'key' = ${id}`,
    )
    expect(rows).toHaveLength(1)
    const gone = await api.request(`GET /api/v1/admin/api-keys/${id}`, { token })
    expect(gone.body.error).toBe('ApiKeyNotFound')
  })

  test('it expires at its end, and is forgotten 90 days later', async () => {
    await using later = await startApi()
    const expiresAt = new Date(Date.now() + day).toISOString()
    const { id, token: key, maker } = await givenKey(later, ['catalogue:read'], { expiresAt })
    const open = await later.request('GET /api/v1/courses', { token: key })
    later.advance(day + 1_000)
    const expired = await later.request('GET /api/v1/courses', { token: key })
    expect([open.status, expired.body.error]).toEqual([200, 'TokenExpired'])

    const { forgetEndedApiKeys } = await import('./list-api-keys.ts')
    const left = async () =>
      (await later.deps.db.execute(sql`select from api_keys where id = ${id}`)).rows.length
    await forgetEndedApiKeys(later.deps)
    expect(await left()).toBe(1)
    later.advance(90 * day)
    await forgetEndedApiKeys(later.deps)
    expect(await left()).toBe(0)
    expect(maker.id).toBeDefined()
  })
})

test('the list is newest first, page by page, and by status', async () => {
  await api.deps.db.execute(sql`update api_keys set revoked_at = now() where revoked_at is null`)
  const live = []
  for (let count = 0; count < 3; count++) live.unshift((await givenKey(api, ['users:read'])).id)

  const first = await api.request('GET /api/v1/admin/api-keys?status=active&limit=2', { token })
  const second = await api.request(
    `GET /api/v1/admin/api-keys?status=active&limit=2&cursor=${first.body.nextCursor}`,
    { token },
  )
  const ids = [...first.body.items, ...second.body.items].map(({ id }) => id)
  expect(ids).toEqual(live)
  expect(second.body.nextCursor).toBeNull()
  await api.deps.db.execute(sql`
    update api_keys set created_at = created_at - interval '2 days',
      expires_at = now() - interval '1 day' where id = ${live[0]}`)
  await api.deps.db.execute(sql`
    update users set role = 'support'
    where id = (select created_by from api_keys where id = ${live[1]})`)
  for (const [status, id] of [
    ['expired', live[0]],
    ['blocked', live[1]],
    ['active', live[2]],
  ]) {
    const { body } = await api.request(`GET /api/v1/admin/api-keys?status=${status}`, { token })
    expect([status, body.items]).toMatchObject([status, [{ id, status }]])
  }
  const { body } = await api.request('GET /api/v1/admin/api-keys?status=revoked', { token })
  expect(body.items.length).toBeGreaterThan(2)
  expect(body.items.every(({ status }: { status: string }) => status === 'revoked')).toBe(true)
})

test('its last use is kept to the hour', async () => {
  const { id, token: key } = await givenKey(api, ['catalogue:read'])
  await refusalOf(key)
  const lastUsedAt = async () =>
    (await api.request(`GET /api/v1/admin/api-keys/${id}`, { token })).body.lastUsedAt
  await expect.poll(lastUsedAt).not.toBeNull()
  const kept = await lastUsedAt()
  expect(kept).toMatch(/T\d\d:00:00\.000Z$/)
  expect(Date.now() - Date.parse(kept)).toBeLessThan(3_700_000)
})

test('an act of a key is recorded as its own, about the learner', async () => {
  const { learner, code: verificationCode } = await givenCertificate(api)
  const { id, token: key } = await givenKey(api, ['certificates:read', 'certificates:write'])
  const { status } = await api.request(
    `POST /api/v1/admin/certificates/${verificationCode}/revoke`,
    { token: key, body: { reason: 'Issued by mistake.' } },
  )
  expect(status).toBe(200)
  const { rows } = await api.deps.db.execute(
    sql`select event, user_id from audit_events where actor = ${`key:${id}`}`,
  )
  expect(rows).toEqual([{ event: 'certificate-revoked', user_id: learner.id }])
})

test('the audit trail holds scopes, courses and end of a key, and nothing of the secret', async () => {
  const { courseId } = await givenTeam(api)
  const { body: made } = await create({
    name: 'Editor',
    scopes: ['authoring:read', 'authoring:write'],
    courseIds: [courseId],
  })
  const rotation = { token, body: { password, overlapSeconds: 60 } }
  const rotated = await api.request(`POST /api/v1/admin/api-keys/${made.id}/rotate`, rotation)
  await api.request(`DELETE /api/v1/admin/api-keys/${made.id}`, { token })

  const { rows } = await api.deps.db.execute(sql`
    select event, actor, details from audit_events
    where details->>'key' = ${made.id} order by id`)
  const actor = `user:${admin.id}`
  expect(rows).toEqual([
    {
      event: 'api-key-created',
      actor,
      details: {
        key: made.id,
        'after.scopes': 'authoring:read authoring:write',
        'after.courses': courseId,
        'after.expiresAt': made.expiresAt,
      },
    },
    { event: 'api-key-rotated', actor, details: { key: made.id, overlapSeconds: 60 } },
    {
      event: 'api-key-revoked',
      actor,
      details: { key: made.id, 'before.revoked': false, 'after.revoked': true },
    },
  ])
  for (const secret of [made.key, rotated.body.key])
    expect(JSON.stringify(rows)).not.toContain(secret.slice(-38, -6))
})
