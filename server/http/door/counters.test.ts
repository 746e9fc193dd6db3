import { spawn, spawnSync } from 'node:child_process'
import { mkdtemp, rm } from 'node:fs/promises'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Redis } from 'ioredis'
import { describe, expect, test } from 'vitest'
import { openRateLimitStore } from '../../adapters/rate-limit-store/rate-limit-store.ts'
import { readConfig } from '../../config/config.ts'
import { startApi } from '../../test/api.ts'
import { freePort } from '../../test/free-port.ts'
import { watchedLog } from '../../test/watched-log.ts'

const isInstalled = spawnSync('redis-server', ['--version']).status === 0
const ip = '192.0.2.1'
// Allows six a minute.
const config = { rateLimitScale: 0.02 }

async function startStore(password?: string) {
  const folder = await mkdtemp(join(tmpdir(), 'lyceum-store-'))
  const port = await freePort()
  const args = [
    ...['--port', String(port), '--bind', '127.0.0.1', '--save', '', '--dir', folder],
    ...(password === undefined ? [] : ['--requirepass', password]),
  ]
  const process = spawn('redis-server', args, { stdio: 'ignore' })
  const client = new Redis({ port, ...(password && { password }), retryStrategy: () => 50 })
  client.on('error', () => undefined)
  await client.ping()
  return {
    url: `redis://127.0.0.1:${port}`,
    process,
    client,
    [Symbol.asyncDispose]: async () => {
      client.disconnect()
      process.kill('SIGKILL')
      await rm(folder, { recursive: true, force: true })
    },
  }
}

describe.skipIf(!isInstalled)('with a Redis (redis-server is installed)', () => {
  test('clients in an exempt network are counted by no process and not in the store', async () => {
    await using store = await startStore()
    const opened = await openRateLimitStore(store.url, { log: watchedLog([]).log })
    const { limitExemptNetworks } = readConfig({ LIMIT_EXEMPT_NETWORKS: '192.0.2.0/24' })
    await using api = await startApi({
      config: { ...config, limitExemptNetworks },
      rateLimitStore: opened,
    })

    const statuses: number[] = []
    for (let count = 0; count < 20; count++)
      statuses.push((await api.request('GET /openapi.json', { ip })).status)
    expect(statuses).toEqual(Array(20).fill(200))
    expect(await store.client.dbsize()).toBe(0)
    await api.request('GET /openapi.json', { ip: '203.0.113.1' })
    expect(await store.client.dbsize()).toBe(1)
    opened.close()
  })

  test('two processes count a stranger together, and an account by its calls', async () => {
    await using store = await startStore()
    const { log } = watchedLog([])
    const stores = [
      await openRateLimitStore(store.url, { log }),
      await openRateLimitStore(store.url, { log }),
    ]
    await using one = await startApi({ config, rateLimitStore: stores[0] })
    await using other = await startApi({ config, rateLimitStore: stores[1] })

    const statuses: number[] = []
    for (let count = 0; count < 4; count++)
      for (const api of [one, other])
        statuses.push((await api.request('GET /openapi.json', { ip })).status)
    expect(statuses).toEqual([...Array(6).fill(200), 429, 429])

    const { token } = await one.given.learner()
    const batch = 'GET /trpc/me.get,cart.get?batch=1&input={"0":{},"1":{}}'
    for (const [api, left] of [
      [one, '10'],
      [other, '8'],
    ] as const) {
      const { status, headers } = await api.request(batch, { token })
      expect([status, headers['ratelimit-remaining']]).toEqual([200, left])
    }
    // Leaves seven of twelve calls now, and refuses a batch that goes beyond the last one.
    await one.request('GET /api/v1/me', { token })
    for (const [left, status] of [
      ['5', 200],
      ['3', 200],
      ['1', 200],
      ['0', 429],
    ] as const) {
      const answer = await one.request(batch, { token })
      expect([answer.status, answer.headers['ratelimit-remaining']]).toEqual([status, left])
    }
    for (const opened of stores) opened.close()
  })

  test('keys name neither an address nor an account, and end with the minute', async () => {
    await using store = await startStore()
    const opened = await openRateLimitStore(store.url, { log: watchedLog([]).log })
    await using api = await startApi({ config, rateLimitStore: opened })
    const learner = await api.given.learner()
    await api.request('GET /api/v1/me', { token: learner.token, ip })
    await api.request('GET /openapi.json', { ip })

    const keys = (await store.client.keys('*')).filter((key) => !key.endsWith('probe'))
    expect(keys).toHaveLength(3)
    expect(keys.join()).not.toMatch(new RegExp(`${ip}|${learner.id}|${learner.email}`))
    for (const key of keys) {
      const left = await store.client.pttl(key)
      expect(left > 0 && left <= 60_000).toBe(true)
    }
    opened.close()
  })

  test('a wrong password is named as the reason, in the log and by the check', async () => {
    await using store = await startStore('the right one')
    const lines: string[] = []
    const url = store.url.replace('//', '//:s3cret-but-wrong@')
    const opened = await openRateLimitStore(url, { log: watchedLog(lines).log })
    expect(lines.map((line) => JSON.parse(line).cause.message)).toEqual([
      expect.stringContaining('WRONGPASS'),
    ])
    await expect(opened.check()).rejects.toThrow('WRONGPASS')
    expect(lines.join()).not.toContain('s3cret')
    opened.close()
  })

  test('one that hangs is left alone: requests are counted here, and again there', async () => {
    await using store = await startStore()
    const lines: string[] = []
    const opened = await openRateLimitStore(store.url, { log: watchedLog(lines).log })
    await using api = await startApi({ config, rateLimitStore: opened })
    const left = async () =>
      (await api.request('GET /openapi.json', { ip })).headers['ratelimit-remaining']
    expect([await left(), await left()]).toEqual(['5', '4'])

    store.process.kill('SIGSTOP')
    expect([await left(), await left(), await left()]).toEqual(['5', '4', '3'])
    expect(opened.isReachable).toBe(false)

    store.process.kill('SIGCONT')
    await expect.poll(() => opened.isReachable).toBe(true)
    expect(Number(await left())).toBeLessThanOrEqual(3)
    const said = lines.filter((line) => line.includes('the store of rate limits'))
    expect(said.map((line) => JSON.parse(line).msg)).toEqual([
      'the store of rate limits does not answer: each process counts for itself',
      'the store of rate limits answers again: all processes count together',
    ])
    opened.close()
  })
})

test('a store that still loads its data delays no start', async () => {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.on('data', (bytes) => {
      const state = 'loading:1\r\nloading_eta_seconds:600\r\n'
      for (const command of String(bytes)
        .split(/^\*\d+\r\n/m)
        .slice(1))
        socket.write(/info/i.test(command) ? `$${state.length}\r\n${state}\r\n` : '+OK\r\n')
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const { log } = watchedLog([])
  const opened = await openRateLimitStore(`redis://127.0.0.1:${port}`, { log })
  expect(opened.isReachable).toBe(false)
  opened.close()
  server.close()
})

test('a store that is not there keeps no server from starting, nor its password in the log', async () => {
  const lines: string[] = []
  const url = `redis://:s3cret-of-the-store@127.0.0.1:${await freePort()}`
  const opened = await openRateLimitStore(url, { log: watchedLog(lines).log })
  await using api = await startApi({ config, rateLimitStore: opened, logLines: [] })

  const statuses: number[] = []
  for (let count = 0; count < 7; count++)
    statuses.push((await api.request('GET /openapi.json', { ip })).status)

  expect(statuses).toEqual([...Array(6).fill(200), 429])
  const { text } = await api.request('GET /metrics', { ip: '192.0.2.9' })
  expect(text).toContain('\nlyceum_rate_limit_store_reachable 0\n')
  expect((await api.request('GET /readyz')).status).toBe(200)
  expect(lines.filter((line) => line.includes('counts for itself'))).toHaveLength(1)
  expect(lines.join()).not.toContain('s3cret')
  opened.close()
})
