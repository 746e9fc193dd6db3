import { setTimeout as sleep } from 'node:timers/promises'
import { drizzle } from 'drizzle-orm/node-postgres'
import type { Pool } from 'pg'
import { pino } from 'pino'
import { expect, test } from 'vitest'
import type { Database, Db } from './client.ts'
import { openReplicas } from './replicas.ts'

// The check `replicas` shows whether a real standby keeps up; here the test decides how far each
// server is and what becomes of it.

interface Server {
  name: string
  /** Bytes of the log of all changes that it has. */
  bytes: number
  isPrimary: boolean
  state: 'runs' | 'hangs' | 'is gone'
  database: Database
}

function serverNamed(name: string, isPrimary = false): Server {
  const query = async ({ text }: { text: string }) => {
    if (server.state === 'hangs') return new Promise(() => undefined)
    if (server.state === 'is gone') throw new Error('connection refused')
    if (text.includes('pg_current_wal')) return { rows: [{ bytes: server.bytes }] }
    if (text.includes('pg_last_wal'))
      return { rows: server.isPrimary ? [] : [{ bytes: server.bytes }] }
    return { rows: [{ name }] }
  }
  const server: Server = {
    name,
    bytes: 1_000,
    isPrimary,
    state: 'runs',
    database: {
      db: drizzle({ client: { query } as unknown as Pool }),
      withTransaction: () => Promise.reject(new Error('unused')),
      poolState: () => ({ total: 0, idle: 0, waiting: 0, unseenSeconds: 0 }),
      close: () => Promise.resolve(),
    },
  }
  return server
}

function openWorld(names: string[]) {
  const primary = serverNamed('primary', true)
  const servers = names.map((name) => serverNamed(name))
  const replicas = openReplicas({
    urls: names.map((name) => `postgres://${name}:5432/lyceum`),
    primary: primary.database,
    connect: (url) => {
      const server = servers.find(({ name }) => new URL(url).hostname === name)
      if (server === undefined) throw new Error('unreachable: every URL names a server')
      return server.database
    },
    log: pino({ level: 'silent' }),
  })
  const [first] = servers
  if (first === undefined) throw new Error('unreachable: there is a replica')
  return { primary, first, replicas, [Symbol.asyncDispose]: replicas.close }
}

async function answererOf(db: Db): Promise<string> {
  const { rows } = await db.execute<{ name: string }>('select name')
  return rows[0]?.name ?? 'nobody'
}

const answererOfRecent = ({ replicas }: ReturnType<typeof openWorld>) =>
  answererOf(replicas.recent())

test('replicas that keep up answer in turn; each request stays with one', async () => {
  await using world = openWorld(['one', 'two'])
  await expect.poll(() => answererOfRecent(world)).not.toBe('primary')

  const [here, there] = [world.replicas.recent(), world.replicas.recent()]
  const answerers = [await answererOf(here), await answererOf(here), await answererOf(there)]

  expect(answerers[0]).toBe(answerers[1])
  expect(answerers.toSorted()).toEqual(expect.arrayContaining(['one', 'two']))
})

test('a replica that falls behind is left out, and used again once it has caught up', async () => {
  await using world = openWorld(['one'])
  await expect.poll(() => answererOfRecent(world)).toBe('one')

  world.primary.bytes += 1
  await expect.poll(() => answererOfRecent(world), { timeout: 60_000 }).toBe('primary')
  expect(world.replicas.states()).toEqual([{ host: 'one:5432', secondsBehind: undefined }])

  world.first.bytes = world.primary.bytes
  await expect.poll(() => answererOfRecent(world)).toBe('one')
})

test('the primary answers for a replica that is gone, and for one that hangs, without waiting twice', async () => {
  await using world = openWorld(['one'])
  for (const state of ['is gone', 'hangs'] as const) {
    world.first.state = 'runs'
    await expect.poll(() => answererOfRecent(world)).toBe('one')

    world.first.state = state
    expect(await answererOfRecent(world)).toBe('primary')
    const askedAgainAt = performance.now()
    expect(await answererOfRecent(world)).toBe('primary')
    expect(performance.now() - askedAgainAt).toBeLessThan(1_000)
  }
})

test('a replica whose primary nobody can ask is used no longer than it may be behind', async () => {
  await using world = openWorld(['one'])
  await expect.poll(() => answererOfRecent(world)).toBe('one')

  world.primary.state = 'is gone'
  await sleep(3_600)

  await expect(answererOfRecent(world)).rejects.toThrow()
})

test('neither a promoted replica nor one that is ahead of the primary is used', async () => {
  await using world = openWorld(['one'])
  await expect.poll(() => answererOfRecent(world)).toBe('one')

  world.first.bytes = world.primary.bytes + 500
  await expect.poll(() => answererOfRecent(world), { timeout: 60_000 }).toBe('primary')
  expect(await answererOf(await world.replicas.current())).toBe('primary')

  world.first.bytes = world.primary.bytes
  await expect.poll(() => answererOfRecent(world)).toBe('one')
  world.first.isPrimary = true
  await expect.poll(() => answererOfRecent(world)).toBe('primary')
})

test('what must be current is read from a replica once it has everything, else from the primary', async () => {
  await using world = openWorld(['one'])

  world.primary.bytes += 1
  setTimeout(() => {
    world.first.bytes = world.primary.bytes
  }, 300)
  expect(await answererOf(await world.replicas.current())).toBe('one')

  world.primary.bytes += 1
  expect(await answererOf(await world.replicas.current())).toBe('primary')
})

test('a replica that was waited for counts as fresh from when it was asked for', async () => {
  await using world = openWorld(['one'])
  await expect.poll(() => answererOfRecent(world)).toBe('one')
  world.primary.bytes += 1
  const waiting = world.replicas.current()
  await sleep(50)
  // Meanwhile no look tells how far it is.
  world.primary.state = 'hangs'
  await sleep(1_000)
  world.first.bytes = world.primary.bytes

  expect(await answererOf(await waiting)).toBe('one')
  expect(world.replicas.states()[0]?.secondsBehind).toBeGreaterThan(1)
})
