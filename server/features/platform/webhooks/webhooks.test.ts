import { sql } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { listSecretPepperVersions } from '../../../../db/queries/authoring/sources.ts'
import { makeKeys } from '../../../security/key-ring/keys.ts'
import { addKey } from '../../../security/key-ring/rotate-keys.ts'
import { forAllTests, startApi } from '../../../test/api.ts'
import { errorOf } from '../../../test/outcomes.ts'
import { startReceiver } from '../../../test/webhook-receiver.ts'
import { forgetDeliveries } from './forget-deliveries.ts'
import {
  deliveriesOf,
  givenWebhook,
  openWebhooks,
  startSendingApi,
  untilSent,
  verifiedBy,
} from './test-support.ts'

const api = await forAllTests(startSendingApi())
const admin = await api.given.admin()
const webhooks = api.as(admin).admin.webhooks
beforeEach(() => api.deps.db.execute(sql`delete from webhook_endpoints`))

const url = 'https://hooks.example.org/lyceum'

test('the secret is shown once, and never again', async () => {
  const created = await webhooks.create.mutate({ url, description: 'Mailing list' })
  expect(created.secret).toMatch(/^whsec_[A-Za-z0-9+/]{43}=$/)
  expect(created.publicKey).toMatch(/^whpk_[A-Za-z0-9+/]{43}=$/)
  api.watchedLog.addSecret(created.secret.slice(6))

  const shown = JSON.stringify([
    await webhooks.get.query({ webhookId: created.id }),
    await webhooks.list.query({}),
    await webhooks.update.mutate({ webhookId: created.id, revision: 1, status: 'disabled' }),
    (await api.deps.db.execute(sql`select * from audit_events`)).rows,
    (await api.deps.db.execute(sql`select * from webhook_endpoints`)).rows,
  ])
  expect(shown).toContain('Mailing list')
  expect(shown).not.toContain(created.secret)
  expect(shown).not.toContain(created.secret.slice(6))
})

const beginsWithHttps =
  'must begin with https:// (`lyceum listen` forwards events to your own machine)'

describe('a URL that nothing can be sent to is refused by its field', async () => {
  const strict = await forAllTests(startApi())

  test.each([
    ['http://hooks.example.org/', beginsWithHttps],
    ['ftp://hooks.example.org/', beginsWithHttps],
    ['https:/hooks.example.org/', 'must be a URL'],
    ['https://', 'must be a URL'],
    ['hooks.example.org', 'must be a URL'],
    ['https://ada@hooks.example.org/', 'must have no user name and no password'],
    ['https://ada:secret@hooks.example.org/', 'must have no user name and no password'],
    ['https://@hooks.example.org/', 'must have no user name and no password'],
    ['https://hooks.example.org/#part', 'must have no part after #'],
    ['https://hooks.example.org/#', 'must have no part after #'],
    ['https://hooks.example.org:0/', 'must have a port above 0'],
    ['https://hooks.example.org:65536/', 'must be a URL'],
    ['https://hooks.example.org/a b', 'must be a URL'],
    ['https://hooks.example.org\\@inner/', 'must be a URL'],
    ['https://127.0.0.1/', 'leads into a private network: give one that is public'],
    ['https://0x7f.1/', 'leads into a private network: give one that is public'],
    ['https://[::ffff:10.0.0.1]/', 'leads into a private network: give one that is public'],
    ['https://localhost./', 'leads into a private network: give one that is public'],
  ])('%s', async (wrong, message) => {
    const { token, password } = admin
    const body = { url: wrong, password }
    const answer = await strict.request('POST /api/v1/admin/webhooks', { token, body })
    expect([answer.status, answer.body.issues]).toEqual([400, [{ path: 'url', message }]])
  })
})

test('there are at most 20, however many are created at once', async () => {
  const created = await Promise.allSettled(
    Array.from({ length: 25 }, () => webhooks.create.mutate({ url })),
  )
  expect(created.filter(({ status }) => status === 'fulfilled')).toHaveLength(20)
  const { items, nextCursor } = await webhooks.list.query({ limit: 15 })
  const rest = await webhooks.list.query({ limit: 15, cursor: nextCursor ?? '' })
  expect([items.length, rest.items.length, rest.nextCursor]).toEqual([15, 5, null])
  expect(await errorOf(webhooks.create.mutate({ url }))).toBe('TooManyWebhooks')
})

test('a change needs the revision that it changes, and each act is on record', async () => {
  const { id: webhookId } = await givenWebhook(api, { admin, url })
  const other = 'https://other.example.org/secret-path'
  const changed = await webhooks.update.mutate({
    webhookId,
    revision: 1,
    url: other,
    description: 'CRM',
    types: ['user.verified'],
  })
  expect(changed).toMatchObject({ url: other, types: ['user.verified'], revision: 2 })
  await expect(
    webhooks.update.mutate({ webhookId, revision: 1, status: 'disabled' }),
  ).rejects.toMatchObject({ data: { error: 'DraftChanged', facts: { revision: 2 } } })
  expect(await webhooks.delete.mutate({ webhookId })).toEqual({ deleted: true })

  const { rows } = await api.deps.db.execute<{ event: string; actor: string; details: object }>(
    sql`select event, actor, details from audit_events
      where details ->> 'webhookId' = ${webhookId} order by at, id`,
  )
  expect(rows).toEqual([
    {
      event: 'webhook-created',
      actor: `user:${admin.id}`,
      details: {
        webhookId,
        'after.host': 'hooks.example.org',
        'after.types': 'all',
        'after.status': 'active',
      },
    },
    {
      event: 'webhook-changed',
      actor: `user:${admin.id}`,
      details: {
        webhookId,
        'before.host': 'hooks.example.org',
        'after.host': 'other.example.org',
        'before.types': 'all',
        'after.types': 'user.verified',
        urlChanged: true,
        descriptionChanged: true,
      },
    },
    {
      event: 'webhook-deleted',
      actor: `user:${admin.id}`,
      details: {
        webhookId,
        'before.host': 'other.example.org',
        'before.types': 'user.verified',
        'before.status': 'active',
      },
    },
  ])
})

test('a test message says what came of it', async () => {
  await using receiver = await startReceiver()
  const { id: webhookId, secret } = await givenWebhook(api, { admin, url: receiver.url })
  receiver.answer = (response) => response.writeHead(200).end('thanks')

  const tested = await webhooks.test.mutate({ webhookId })
  expect(tested).toMatchObject({ delivered: true, answerStatus: 200, answer: 'thanks' })
  const [ping] = receiver.received
  expect(ping?.message).toMatchObject({ type: 'ping', data: { webhookId } })
  expect(ping !== undefined && verifiedBy(secret, ping)).toBe(true)

  receiver.answer = (response) => response.writeHead(301, { location: 'https://a.test/' }).end()
  expect(await webhooks.test.mutate({ webhookId })).toMatchObject({
    delivered: false,
    answerStatus: 301,
    advice: 'Redirects are not followed: give the URL that this one leads to.',
  })
  await receiver[Symbol.asyncDispose]()
  expect(await webhooks.test.mutate({ webhookId })).toMatchObject({
    delivered: false,
    answerStatus: null,
    failure: 'refused',
    advice: 'Nothing listens there: check the port, and that the receiver runs.',
  })
})

test('during a rotation both secrets verify, afterwards the new one alone', async () => {
  await using receiver = await startReceiver()
  const before = await givenWebhook(api, { admin, url: receiver.url })
  const { id: webhookId } = before
  const rotated = await webhooks.rotateSecret.mutate({ webhookId, overlapSeconds: 3_600 })
  expect(rotated.publicKey).toBe(before.publicKey)
  expect(Date.parse(rotated.formerSecretUntil ?? '') - Date.now()).toBeGreaterThan(3_590_000)

  await webhooks.test.mutate({ webhookId })
  const [during] = receiver.received
  const signatures = during?.headers['webhook-signature']
    ?.split(' ')
    .map((one) => one.split(',')[0])
  expect(signatures).toEqual(['v1', 'v1', 'v1a'])
  for (const { secret } of [before, rotated])
    expect(during !== undefined && verifiedBy(secret, during)).toBe(true)

  const last = await webhooks.rotateSecret.mutate({ webhookId, overlapSeconds: 0 })
  expect(last.formerSecretUntil).toBeNull()
  await webhooks.test.mutate({ webhookId })
  const after = receiver.received[1]
  expect(
    [before, rotated, last].map(({ secret }) => after !== undefined && verifiedBy(secret, after)),
  ).toEqual([false, false, true])
})

test('an event can be sent again by its id', async () => {
  await using receiver = await startReceiver()
  const { id: webhookId } = await givenWebhook(api, {
    admin,
    url: receiver.url,
    types: ['user.verified'],
  })
  await api.given.learner()
  await untilSent(api, async () => (await deliveriesOf(api, webhookId))[0]?.status === 'delivered')
  const [delivered] = await deliveriesOf(api, webhookId)
  const eventId = delivered?.eventId ?? ''

  const again = await webhooks.redeliver.mutate({ webhookId, eventId })
  expect(again).toMatchObject({ eventId, status: 'waiting', attempts: 0 })
  await untilSent(api, () => receiver.received.length === 2)
  expect(receiver.received.map(({ id }) => id)).toEqual([eventId, eventId])

  const nothing = '00000000-0000-4000-8000-000000000000'
  expect(await errorOf(webhooks.redeliver.mutate({ webhookId, eventId: nothing }))).toBe(
    'DeliveryNotFound',
  )
})

test('a webhook that was disabled goes on with what happens then; a replay sends the rest', async () => {
  await using receiver = await startReceiver()
  const { id: webhookId } = await givenWebhook(api, {
    admin,
    url: receiver.url,
    types: ['user.verified'],
  })
  const { newest } = await api.as(admin).events.list.query({ limit: 1 })
  await webhooks.update.mutate({ webhookId, revision: 1, status: 'disabled' })
  const missed = await api.given.learner()
  await untilSent(api, () => true)
  expect(await errorOf(webhooks.replay.mutate({ webhookId, fromNumber: 1 }))).toBe(
    'WebhookDisabled',
  )
  await webhooks.update.mutate({ webhookId, revision: 2, status: 'active' })
  const later = await api.given.learner()
  const users = () => receiver.received.map(({ message }) => message.data.userId)
  await untilSent(api, () => receiver.received.length >= 1)
  expect(users()).toEqual([later.id])

  const replay = await webhooks.replay.mutate({ webhookId, fromNumber: newest + 1 })
  expect(replay).toEqual({
    fromNumber: newest + 1,
    toNumber: newest + 4,
    nextNumber: null,
  })
  await untilSent(
    api,
    async () => (await webhooks.get.query({ webhookId })).replaysToNumber === null,
  )
  await untilSent(api, () => receiver.received.length >= 3)
  expect(users().toSorted()).toEqual([missed.id, later.id, later.id].toSorted())
})

test('a replay begins at an instant as well, and says where there is nothing', async () => {
  await using receiver = await startReceiver()
  const before = await api.given.learner()
  await untilSent(api, () => true)
  await new Promise((resolve) => setTimeout(resolve, 20))
  const since = new Date().toISOString()
  const after = await api.given.learner()
  const { id: webhookId } = await givenWebhook(api, {
    admin,
    url: receiver.url,
    types: ['user.verified'],
  })

  await webhooks.replay.mutate({ webhookId, fromTime: since })
  await untilSent(api, () => receiver.received.length >= 1)
  const users = receiver.received.map(({ message }) => message.data.userId)
  expect(users).toEqual([after.id])
  expect(users).not.toContain(before.id)

  const tomorrow = new Date(Date.now() + 24 * 3_600_000).toISOString()
  await expect(webhooks.replay.mutate({ webhookId, fromTime: tomorrow })).rejects.toMatchObject({
    data: { error: 'InvalidFields', issues: [{ path: 'fromTime' }] },
  })
  await expect(webhooks.replay.mutate({ webhookId })).rejects.toMatchObject({
    data: { error: 'MissingFields', issues: [{ path: 'fromNumber' }] },
  })
})

test('10,000 events are sent again at once; the answer says where to go on', async () => {
  const { rows } = await api.deps.db.execute<{ last: string }>(sql`
    with counter as (
      update event_counter set last_number = last_number + 12000
      returning last_number - 12000 as last)
    , added as (
      insert into events (id, type, at, data, number)
      select gen_random_uuid(), 'user.suspended', now(), '{"userId": "x"}', last + n
      from counter, generate_series(1, 12000) as n)
    select last from counter`)
  const first = Number(rows[0]?.last) + 1
  const { id: webhookId } = await givenWebhook(api, { admin, url, types: ['user.verified'] })
  expect(await webhooks.replay.mutate({ webhookId, fromNumber: first })).toEqual({
    fromNumber: first,
    toNumber: first + 9_999,
    nextNumber: first + 10_000,
  })
  expect(await errorOf(webhooks.replay.mutate({ webhookId, fromNumber: first }))).toBe(
    'ReplayRunning',
  )
})

test('deliveries are listed by status, type and period, page by page', async () => {
  await using receiver = await startReceiver()
  const { id: webhookId } = await givenWebhook(api, { admin, url: receiver.url })
  receiver.answer = (response, { message }) =>
    response.writeHead(message.type === 'user.verified' ? 500 : 204).end()
  for (let count = 0; count < 3; count++) await api.given.learner()
  await untilSent(api, async () => {
    const deliveries = await deliveriesOf(api, webhookId)
    return deliveries.length >= 6 && deliveries.every(({ attempts }) => attempts > 0)
  })
  const list = (filter: object) => webhooks.deliveries.query({ webhookId, ...filter })

  const all = (await list({})).items
  expect(all.length).toBeGreaterThanOrEqual(6)
  const verified = (await list({ type: 'user.verified' })).items
  expect(new Set(verified.map(({ status }) => status))).toEqual(new Set(['waiting']))
  expect((await list({ status: 'waiting', type: 'user.registered' })).items).toEqual([])
  expect((await list({ status: 'waiting' })).items).toEqual(verified)
  expect((await list({ to: '2020-01-01' })).items).toEqual([])
  const today = new Date().toISOString().slice(0, 10)
  expect((await list({ from: today, to: today })).items).toEqual(all)

  const pages: unknown[] = []
  for (let cursor: string | null | undefined; cursor !== null; ) {
    const page = await list({ limit: 4, ...(cursor !== undefined && { cursor }) })
    pages.push(...page.items)
    cursor = page.nextCursor
    if (cursor !== null)
      await expect(list({ limit: 4, cursor, status: 'failed' })).rejects.toMatchObject({
        data: { issues: [{ path: 'cursor' }] },
      })
  }
  expect(pages).toEqual(all)
})

test('deliveries are forgotten after 30 days', async () => {
  await using receiver = await startReceiver()
  const { id: webhookId } = await givenWebhook(api, { admin, url: receiver.url })
  await api.given.learner()
  await untilSent(api, async () => (await deliveriesOf(api, webhookId)).length >= 2)
  const later = (days: number) => ({
    ...api.deps,
    now: () => new Date(Date.now() + days * 24 * 3_600_000),
  })
  await forgetDeliveries(later(29))
  expect(await deliveriesOf(api, webhookId)).not.toEqual([])
  await forgetDeliveries(later(31))
  expect(await deliveriesOf(api, webhookId)).toEqual([])
})

test('after a rotation of the peppers, webhooks are sealed with the new one when they send', async () => {
  await using receiver = await startReceiver()
  const keys = await makeKeys()
  await using before = await startApi({ keys, webhooks: openWebhooks() })
  const keeper = await before.given.admin()
  await using open = await startApi({
    keys,
    config: { allowPrivateAddresses: true },
    webhooks: openWebhooks(),
  })
  const { id: webhookId, secret } = await givenWebhook(open, { admin: keeper, url: receiver.url })
  const now = new Date()
  const rotated = (await addKey(keys, { kind: 'peppers', activeFrom: now }, now)) ?? keys
  await using after = await startApi({ keys: rotated, webhooks: openWebhooks() })
  const versions = () => listSecretPepperVersions(after.deps.db)

  expect(await versions()).toEqual([1])
  const tested = await after.as(keeper).admin.webhooks.test.mutate({ webhookId })
  expect(tested.delivered).toBe(true)
  const [ping] = receiver.received
  expect(ping !== undefined && verifiedBy(secret, ping)).toBe(true)
  expect(await versions()).toEqual([2])
})

test('a key lost is said, and nothing is sent unsigned', async () => {
  await using receiver = await startReceiver()
  const { id: webhookId } = await givenWebhook(api, { admin, url: receiver.url })
  await api.deps.db.execute(sql`update webhook_endpoints set secret = ${Buffer.alloc(80, 1)}`)
  expect(await webhooks.test.mutate({ webhookId })).toMatchObject({ failure: 'keys-lost' })
  expect(receiver.received).toEqual([])
})
