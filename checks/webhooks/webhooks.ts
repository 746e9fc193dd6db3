import { type ChildProcess, fork } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Client } from 'pg'
import { freePort } from '../../server/test/free-port.ts'
import { numberAfter } from '../bench/setting.ts'
import { quantile, secondsSince } from '../bench/times.ts'
import { askFor } from '../support/ask.ts'
import { withClient } from '../support/database.ts'
import { openPlace } from '../support/place.ts'
import { report } from '../support/say.ts'
import { secondsUntil, until } from '../support/until.ts'
import { type FaultyReceiver, startFaultyReceiver } from './receivers.ts'

/*
 * `npm run checks -- webhooks [--events 10000] [--kills 10]`: sends events to a receiver that fails,
 * hangs and closes at random, while the server is killed (-9) again and again. Then measures how
 * long after its commit an event arrives, alone and beside an endpoint that hangs. Exit code 1 when
 * an event is missed, cannot be verified or has a second id, more than one in a hundred is sent
 * twice, or one takes too long.
 */
const eventCount = numberAfter('--events', 10_000)
const kills = numberAfter('--kills', 10)
const perSecond = 20
const measuredSeconds = 20

const port = await freePort()
const address = `http://127.0.0.1:${port}`
await using place = await openPlace('webhooks', {
  PORT: String(port),
  ALLOW_PRIVATE_ADDRESSES: 'true',
})
const { token, password } = await place.given.admin()

/** Starts a server that waits this many milliseconds for an answer. */
async function startServer(patience: number): Promise<ChildProcess> {
  const { PATH } = process.env
  const child = fork(join(import.meta.dirname, 'server.ts'), {
    execArgv: [],
    env: { ...place.settings, PATH, HOME: place.folder, WEBHOOK_PATIENCE: String(patience) },
  })
  await once(child, 'message')
  return child
}

async function kill(child: ChildProcess): Promise<void> {
  const exit = once(child, 'exit')
  child.kill('SIGKILL')
  await exit
}

async function addWebhook(receiver: FaultyReceiver): Promise<void> {
  const question = { token, body: { url: receiver.url, password } }
  const route = 'POST /api/v1/admin/webhooks'
  receiver.secret = (await askFor<{ secret: string }>(address, route, question)).secret
}

/** Adds users with two events each: registered and verified. */
async function addUsers(client: Client, count: number): Promise<void> {
  const values = Array.from({ length: count }, () => `${randomUUID()}@example.com`)
  await client.query(
    `insert into users (id, email, name, email_verified_at, created_at)
      select gen_random_uuid(), email, 'Ada', now(), now() from unnest($1::text[]) as email`,
    [values],
  )
}

async function deliverUnderKills(client: Client, patience: number): Promise<void> {
  let server = await startServer(patience)
  await using receiver = await startFaultyReceiver({ fails: 0.05, hangs: 0.005, closes: 0.03 })
  await addWebhook(receiver)
  const { rows: before } = await client.query(
    'select coalesce(max(written), 0) as last from events',
  )
  const began = performance.now()

  const writing = (async () => {
    for (let written = 0; written < eventCount / 2; written += 50) {
      await addUsers(client, 50)
      await pause(20)
    }
  })()
  for (let killed = 0; killed < kills; killed++) {
    const share = ((killed + 1) / (kills + 1)) * eventCount
    await until('events arrive', () => receiver.taken.size >= share, { most: 600, every: 20 })
    await kill(server)
    server = await startServer(patience)
  }
  await writing
  await secondsUntil(() => receiver.taken.size >= eventCount, { most: 300 })
  // A message taken but not recorded when a server was killed is resent once its lease is over.
  await pause(35_000)

  const { rows } = await client.query<{ id: string }>('select id from events where written > $1', [
    before[0]?.last,
  ])
  const missed = rows.filter(({ id }) => !receiver.taken.has(id)).length
  const twice = [...receiver.taken.values()].reduce((sum, times) => sum + times - 1, 0)
  const changed = [...receiver.bodies.values()].filter(({ size }) => size > 1).length
  const isKept = missed === 0 && receiver.unverified === 0 && changed === 0
  report(
    isKept && rows.length >= eventCount && twice <= eventCount / 100,
    `${rows.length} events`,
    `${receiver.received.length} requests, ${kills} kills, ${secondsSince(began)} s: ${missed} missed, ` +
      `${twice} taken twice, ${receiver.unverified} not verified, ${changed} changed`,
  )
  await kill(server)
  await client.query('delete from webhook_endpoints')
}

async function measureDelays(client: Client, { hangs }: { hangs: boolean }): Promise<void> {
  const server = await startServer(15_000)
  await using receiver = await startFaultyReceiver({ fails: 0, hangs: 0, closes: 0 })
  await using hanging = await startFaultyReceiver({ fails: 0, hangs: 1, closes: 0 })
  await addWebhook(receiver)
  if (hangs) await addWebhook(hanging)
  for (let second = 0; second < measuredSeconds; second++) {
    for (let part = 0; part < perSecond / 2; part++) {
      await addUsers(client, 1)
      await pause(2_000 / perSecond - 5)
    }
  }
  const expected = measuredSeconds * perSecond
  await secondsUntil(() => receiver.taken.size >= expected, { most: 10, every: 100 })

  const [half, p95] = [quantile(receiver.delays, 0.5), quantile(receiver.delays, 0.95)]
  const beside = hangs
    ? `beside an endpoint that hangs (${hanging.received.length} requests)`
    : 'alone'
  report(
    receiver.taken.size >= expected && p95 <= (hangs ? 3_000 : 2_000),
    `${receiver.taken.size} events ${beside}`,
    `median ${half} ms, p95 ${p95} ms after the commit`,
  )
  await kill(server)
  await client.query('delete from webhook_endpoints')
}

await withClient(place.databaseUrl, async (client) => {
  await deliverUnderKills(client, 1_000)
  await measureDelays(client, { hangs: false })
  await measureDelays(client, { hangs: true })
})
