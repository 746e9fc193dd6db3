import { createPublicKey, verify } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { makeTestDatabase } from '../../../test/database.ts'
import { startReceiver } from '../../../test/webhook-receiver.ts'
import { lookForFindings } from '../../maintenance/operators/look-for-findings.ts'
import { enterQuarantine } from '../../maintenance/quarantine/enter-quarantine.ts'
import { startDispatcher } from './dispatcher.ts'
import { webhookRetries } from './retries.ts'
import { showWebhook } from './show-webhook.ts'
import {
  deliveriesOf,
  givenWebhook,
  openWebhooks,
  startSendingApi,
  untilSent,
  verifiedBy,
} from './test-support.ts'

test('what happens is sent once, signed, with ids alone', async () => {
  await using api = await startSendingApi()
  await using receiver = await startReceiver()
  const admin = await api.given.admin()
  const webhook = await givenWebhook(api, { admin, url: receiver.url })

  const learner = await api.given.learner()
  await untilSent(api, () => receiver.received.length >= 2)
  await pause(1_200)

  const ofLearner = receiver.received.filter(({ message }) => message.data.userId === learner.id)
  expect(ofLearner.map(({ message }) => message.type)).toEqual(['user.registered', 'user.verified'])
  expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(receiver.received.length)
  for (const received of receiver.received) {
    expect(verifiedBy(webhook.secret, received)).toBe(true)
    expect(Buffer.byteLength(received.body)).toBeLessThan(20_000)
    expect(received.body).not.toContain(learner.email)
    const event = await api.as(admin).events.list.query({ after: received.message.number - 1 })
    expect(JSON.parse(received.body)).toEqual(event.items[0])
  }
  const [delivery] = await deliveriesOf(api, webhook.id)
  expect(delivery).toMatchObject({ status: 'delivered', attempts: 1, answerStatus: 204 })
})

test('the public key verifies every message as well', async () => {
  await using api = await startSendingApi()
  await using receiver = await startReceiver()
  const admin = await api.given.admin()
  const { publicKey } = await givenWebhook(api, { admin, url: receiver.url })

  await api.given.learner()
  await untilSent(api, () => receiver.received.length >= 1)

  const [received] = receiver.received
  const { headers = {}, body = '' } = received ?? {}
  const x = Buffer.from(publicKey?.replace('whpk_', '') ?? '', 'base64').toString('base64url')
  const key = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x }, format: 'jwk' })
  const [, signature = ''] = /v1a,(\S+)/.exec(headers['webhook-signature'] ?? '') ?? []
  const content = `${headers['webhook-id']}.${headers['webhook-timestamp']}.${body}`
  expect(verify(null, Buffer.from(content), key, Buffer.from(signature, 'base64'))).toBe(true)
})

test('a webhook gets its types alone', async () => {
  await using api = await startSendingApi()
  await using receiver = await startReceiver()
  const admin = await api.given.admin()
  await givenWebhook(api, { admin, url: receiver.url, types: ['user.verified'] })

  await api.given.learner()
  await api.given.learner()
  await untilSent(api, () => receiver.received.length >= 2)
  await pause(1_200)

  expect(receiver.received.map(({ message }) => message.type)).toEqual([
    'user.verified',
    'user.verified',
  ])
})

test('a failure is tried again for three days, each time with the same id', async () => {
  await using api = await startSendingApi()
  await using receiver = await startReceiver()
  receiver.answer = (response) => response.writeHead(500).end('no room')
  const admin = await api.given.admin()
  const { id: webhookId } = await givenWebhook(api, {
    admin,
    url: receiver.url,
    types: ['user.verified'],
  })
  await api.given.learner()

  for (const [index, milliseconds] of webhookRetries.entries()) {
    const attempts = index + 1
    await untilSent(api, async () => {
      const [delivery] = await deliveriesOf(api, webhookId)
      return delivery?.attempts === attempts
    })
    const [delivery] = await deliveriesOf(api, webhookId)
    expect(delivery).toMatchObject({ status: 'waiting', answerStatus: 500, answer: 'no room' })
    const pauseBefore = Date.parse(delivery?.dueAt ?? '') - Date.parse(delivery?.attemptedAt ?? '')
    expect(pauseBefore).toBeGreaterThanOrEqual(milliseconds * 0.9 - 1)
    expect(pauseBefore).toBeLessThanOrEqual(milliseconds * 1.1 + 1)
    api.advance(pauseBefore)
  }

  await untilSent(api, async () => {
    const [delivery] = await deliveriesOf(api, webhookId)
    return delivery?.status === 'failed'
  })
  expect(receiver.received).toHaveLength(10)
  expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(1)
})

test('nothing is sent again before the time that the receiver asks for', async () => {
  await using api = await startSendingApi()
  await using receiver = await startReceiver()
  const admin = await api.given.admin()
  const { id: webhookId } = await givenWebhook(api, {
    admin,
    url: receiver.url,
    types: ['user.verified'],
  })
  const asked = async (retryAfter: string) => {
    receiver.answer = (response) => response.writeHead(503, { 'retry-after': retryAfter }).end()
    const { length } = receiver.received
    await api.given.learner()
    await untilSent(api, async () => {
      const [delivery] = await deliveriesOf(api, webhookId)
      return receiver.received.length > length && delivery?.attempts === 1
    })
    const [delivery] = await deliveriesOf(api, webhookId)
    const { dueAt, attemptedAt } = delivery ?? {}
    return Math.round((Date.parse(dueAt ?? '') - Date.parse(attemptedAt ?? '')) / 1_000)
  }

  expect(await asked('3600')).toBe(3_600)
  const inTwoHours = await asked(new Date(Date.now() + 7_200_000).toUTCString())
  expect(Math.abs(inTwoHours - 7_200)).toBeLessThanOrEqual(2)
  expect(await asked('99999999')).toBe(24 * 3_600)
  for (const senseless of ['1', 'soon', '-5']) {
    const seconds = await asked(senseless)
    expect([senseless, seconds >= 4 && seconds <= 6]).toEqual([senseless, true])
  }
})

test('410 disables a webhook, and operators hear of it', async () => {
  await using api = await startSendingApi()
  await using receiver = await startReceiver()
  receiver.answer = (response) => response.writeHead(410).end()
  const admin = await api.given.admin()
  const { id: webhookId } = await givenWebhook(api, { admin, url: receiver.url })

  await api.given.learner()
  const get = () => showWebhook(api.deps, { webhookId })
  await untilSent(api, async () => (await get()).status === 'disabled')

  expect(await get()).toMatchObject({ status: 'disabled', reason: 'gone' })
  const { findings } = await lookForFindings(api.deps)
  expect(findings).toContainEqual({
    kind: 'webhook-given-up',
    facts: [new URL(receiver.url).host],
  })
})

test('a receiver that takes nothing for five days is given up; one success resets that', async () => {
  await using api = await startSendingApi()
  await using receiver = await startReceiver()
  const admin = await api.given.admin()
  const { id: webhookId } = await givenWebhook(api, {
    admin,
    url: receiver.url,
    types: ['user.verified'],
  })
  const get = () => showWebhook(api.deps, { webhookId })
  const day = 24 * 3_600_000
  const happen = async () => {
    const { length } = receiver.received
    await api.given.learner()
    await untilSent(api, () => receiver.received.length > length)
  }

  receiver.answer = (response) => response.writeHead(500).end()
  await happen()
  await untilSent(api, async () => (await get()).failingSince !== null)
  receiver.answer = (response) => response.writeHead(204).end()
  await happen()
  await untilSent(api, async () => (await get()).failingSince === null)
  receiver.answer = (response) => response.writeHead(500).end()
  await happen()
  await untilSent(api, async () => (await get()).failingSince !== null)
  api.advance(4.9 * day)
  await happen()
  await pause(300)
  expect(await get()).toMatchObject({ status: 'active' })
  api.advance(0.2 * day)
  await happen()
  await untilSent(api, async () => (await get()).status === 'disabled')
  expect(await get()).toMatchObject({ reason: 'failing' })
})

test('a redirect is a failure, and nobody follows it', async () => {
  await using api = await startSendingApi()
  await using receiver = await startReceiver()
  await using inner = await startReceiver()
  receiver.answer = (response) => response.writeHead(302, { location: inner.url }).end()
  const admin = await api.given.admin()
  const { id: webhookId } = await givenWebhook(api, { admin, url: receiver.url })

  await api.given.learner()
  await untilSent(api, async () => (await deliveriesOf(api, webhookId)).some(isTried))

  const tried = (await deliveriesOf(api, webhookId)).filter(isTried)
  expect(tried[0]).toMatchObject({ status: 'waiting', answerStatus: 302 })
  expect(inner.received).toEqual([])
})

const isTried = ({ attempts }: { attempts: number }) => attempts > 0

test('a receiver that hangs keeps no other from its events', async () => {
  await using api = await startSendingApi({ webhooks: openWebhooks(6_000) })
  await using hanging = await startReceiver()
  await using other = await startReceiver()
  hanging.answer = () => undefined
  const admin = await api.given.admin()
  const { id: webhookId } = await givenWebhook(api, { admin, url: hanging.url })
  await givenWebhook(api, { admin, url: other.url })

  for (let count = 0; count < 10; count++) await api.given.learner()
  await untilSent(api, () => other.received.length >= 20)
  // The others have theirs before the first is given up.
  expect((await deliveriesOf(api, webhookId)).some(isTried)).toBe(false)

  // Expects at most four at once to hang there.
  expect(hanging.received.length).toBeLessThanOrEqual(4)
  await untilSent(api, async () => (await deliveriesOf(api, webhookId)).some(isTried))
  const late = (await deliveriesOf(api, webhookId)).find(isTried)
  expect(late).toMatchObject({ failure: 'timed-out', answerStatus: null })
})

test('of a long answer the first kilobyte is kept, as text', async () => {
  await using api = await startSendingApi()
  await using receiver = await startReceiver()
  const admin = await api.given.admin()
  const { id: webhookId } = await givenWebhook(api, { admin, url: receiver.url })

  receiver.answer = (response) => {
    response.writeHead(200)
    const write = () => {
      while (!response.destroyed && response.write(Buffer.alloc(65_536, 0xff)));
      response.once('drain', write)
    }
    write()
  }
  await api.given.learner()
  const delivered = async () =>
    (await deliveriesOf(api, webhookId)).find(({ status }) => status === 'delivered')
  await untilSent(api, async () => (await delivered()) !== undefined)
  const delivery = await delivered()
  expect(Buffer.byteLength(delivery?.answer ?? '')).toBeLessThanOrEqual(1_024)
  expect(delivery?.answer).toMatch(/^\ufffd{300,}$/)
})

test('two processes send every event once, and at most eight at a time', async () => {
  await using api = await startSendingApi()
  await using receiver = await startReceiver()
  const more = [startDispatcher(api.deps), startDispatcher(api.deps)]
  const admin = await api.given.admin()
  await givenWebhook(api, { admin, url: receiver.url })
  let [open, most] = [0, 0]
  receiver.answer = (response) => {
    open++
    most = Math.max(most, open)
    setTimeout(() => {
      open--
      response.writeHead(204).end()
    }, 50)
  }

  await Promise.all(Array.from({ length: 60 }, () => api.given.learner()))
  await untilSent(api, () => receiver.received.length >= 120)
  await Promise.all(more.map((dispatcher) => dispatcher.stop()))

  expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(120)
  expect(receiver.received).toHaveLength(120)
  expect(most).toBeGreaterThan(4)
  expect(most).toBeLessThanOrEqual(8)
})

test('what a process leaves behind when it stops is sent by the next one', async () => {
  await using api = await startSendingApi()
  await using receiver = await startReceiver()
  await startDispatcher(api.deps).stop()
  const admin = await api.given.admin()
  await givenWebhook(api, { admin, url: receiver.url })
  await api.given.learner()
  await untilSent(api, () => receiver.received.length >= 2)
})

test('in quarantine nothing is sent', async () => {
  await using api = await startSendingApi({ databaseUrl: await makeTestDatabase() })
  await using receiver = await startReceiver()
  const admin = await api.given.admin()
  await givenWebhook(api, { admin, url: receiver.url })
  await enterQuarantine(api.deps, { dataFrom: new Date(), reason: 'a test' })
  await pause(1_100)
  await api.given.learner()
  await pause(1_200)
  expect(receiver.received).toEqual([])
})
