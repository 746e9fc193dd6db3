import { userInfo } from 'node:os'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { givenService } from '../test/service.ts'

const { api, lyceum } = await givenService()

test('a key is created, listed, rotated and revoked without a server, and works at one', async () => {
  const admin = await api.given.admin()
  const reach = async (token: string) =>
    (await api.request('GET /api/v1/courses', { token })).body.error ?? 'open'

  const created = await lyceum.run([
    ...['api-key', 'create', 'Catalogue', '--for', admin.email],
    ...['--scope', 'catalogue:read', '--scope', 'users:read'],
  ])
  const [first = '', ...rest] = created.stdout.split('\n')
  expect([created.code, rest]).toEqual([0, ['']])
  expect(created.stderr).not.toContain(first.slice(17))
  expect(await reach(first)).toBe('open')

  const { json } = await lyceum.run(['api-key', 'list', '--json'])
  expect(json.items).toMatchObject([
    { name: 'Catalogue', scopes: ['catalogue:read', 'users:read'], createdBy: { id: admin.id } },
  ])
  const [{ id, publicId }] = json.items
  const rotated = await lyceum.run(['api-key', 'rotate', publicId, '--overlap-hours', '0'])
  const second = rotated.stdout.trim()
  expect([await reach(first), await reach(second)]).toEqual(['TokenInvalid', 'open'])

  const rehearsed = await lyceum.run(['api-key', 'revoke', id, '--dry-run'])
  expect([rehearsed.code, await reach(second)]).toEqual([0, 'open'])
  const revoked = await lyceum.run(['api-key', 'revoke', id, '--yes', '--json'])
  expect([revoked.json.status, await reach(second)]).toEqual(['revoked', 'TokenInvalid'])

  const { rows } = await api.deps.db.execute(
    sql`select event, actor from audit_events where details->>'key' = ${id} order by id`,
  )
  const actor = `operator:${userInfo().username}`
  expect(rows).toEqual([
    { event: 'api-key-created', actor },
    { event: 'api-key-rotated', actor },
    { event: 'api-key-revoked', actor },
  ])
})

test('the last day of a key counts to its end, in your time zone', async () => {
  const { email } = await api.given.admin()
  const day = new Date(api.deps.now().getTime() + 10 * 86_400_000).toISOString().slice(0, 10)
  const create = (...more: string[]) =>
    lyceum.run([
      ...['api-key', 'create', 'x', '--for', email, '--scope', 'users:read', '--json'],
      ...['--expires', day, ...more],
    ])

  const next = new Date(new Date(day).getTime() + 86_400_000)
  expect((await create()).json.expiresAt).toBe(next.toISOString())
  const inTokyo = new Date(next.getTime() - 9 * 3_600_000)
  expect((await create('--time-zone', 'Asia/Tokyo')).json.expiresAt).toBe(inTokyo.toISOString())
})

test('a mistake is explained without repeating a key that was typed', async () => {
  const learner = await api.given.learner()
  const admin = await api.given.admin()
  const key = `lyc_${'A'.repeat(12)}_${'B'.repeat(38)}`
  const create = (...more: string[]) => lyceum.run(['api-key', 'create', 'x', ...more])
  const cases = [
    [await lyceum.run(['api-key', 'revoke', key, '--yes']), 'ID must be the id of a key'],
    [await create('--for', learner.email, '--scope', 'roles:write'), '--scope must be one of'],
    [await create('--for', learner.email), "required option '--scope <scope>' not specified"],
    [await create('--for', admin.email, '--scope', 'users:write'), 'must include users:read'],
    [await create('--for', learner.email, '--scope', 'users:read'), 'is none'],
    [await create('--for', 'nobody@example.com', '--scope', 'users:read'), 'no such user'],
  ] as const
  for (const [{ code, stdout, stderr }, words] of cases) {
    expect([code === 0, stdout]).toEqual([false, ''])
    expect(stderr).toContain(words)
    expect(stderr).not.toContain('BBBB')
  }
})
