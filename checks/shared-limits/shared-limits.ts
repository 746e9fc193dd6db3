import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { Redis } from 'ioredis'
import { freePort } from '../../server/test/free-port.ts'
import { openPlace } from '../support/place.ts'
import { report } from '../support/say.ts'
import { secondsUntil, succeeds } from '../support/until.ts'

/*
 * Two servers count the requests of a minute together in a real Redis. It is then stopped by SIGSTOP
 * and killed: no request fails or waits long, and the limits hold in each server, until it is back.
 * Exit code 1 when one of that is not so.
 */
const strangers = 300
/** A request may wait for two counts of 100 ms, and this machine may be busy. */
const longestMilliseconds = 1_000

const batchOfFour = `/trpc/${Array(4).fill('me.get').join(',')}?batch=1&input=${encodeURIComponent(
  JSON.stringify({ 0: {}, 1: {}, 2: {}, 3: {} }),
)}`

const storePort = await freePort()
await using place = await openPlace('shared-limits', {
  RATE_LIMIT_SCALE: '1',
  LOG_LEVEL: 'info',
  TRUST_PROXY: 'loopback',
  CHROMIUM_PATH: '/nonexistent',
})
const shared = { RATE_LIMIT_STORE: 'redis', REDIS_URL: `redis://127.0.0.1:${storePort}/0` }
let store = await startStore()
const servers = [await place.startServer(shared), await place.startServer(shared)]
try {
  const together = await flood({ ip: '192.0.2.1', requests: 200 })
  report(
    together.allowed === strangers && together.refused === 100,
    'one stranger, two servers',
    `${together.allowed} of 400 requests allowed, ${together.refused} refused`,
  )
  const { token } = await place.given.learner()
  const batches = await flood({ ip: '192.0.2.2', requests: 100, token, path: batchOfFour })
  // Two batches that reach the limit at once may each hold one of the last calls that it allows.
  report(
    [149, 150].includes(batches.allowed) && batches.allowed + batches.refused === 200,
    'one account, two servers',
    `${batches.allowed} of 200 batches of 4 calls allowed`,
  )
  await looksAtKeys()

  store.kill('SIGSTOP')
  const stalled = await flood({ ip: '192.0.2.3', requests: 320 })
  report(
    stalled.allowed === 2 * strangers &&
      stalled.refused === 40 &&
      stalled.slowest < longestMilliseconds,
    'while it hangs',
    `${stalled.allowed} of 640 allowed (each server counts), the slowest took ` +
      `${Math.round(stalled.slowest)} ms`,
  )
  report(
    (await gauges()).every((value) => value === 0),
    'metrics',
    'both servers say so',
  )
  report(
    servers.every(({ output }) => output().match(/each process counts for itself/g)?.length === 1),
    'log',
    'one line in each server',
  )

  store.kill('SIGKILL')
  await once(store, 'exit')
  const gone = await flood({ ip: '192.0.2.4', requests: 320 })
  report(
    gone.allowed === 2 * strangers && gone.refused === 40 && gone.slowest < longestMilliseconds,
    'while it is gone',
    `${gone.allowed} of 640 allowed, the slowest took ${Math.round(gone.slowest)} ms; ` +
      `/readyz ${(await fetch(`${servers[0]?.url}/readyz`)).status}`,
  )

  store = await startStore()
  await secondsUntil(async () => !(await gauges()).includes(0), { most: 15 })
  const back = await flood({ ip: '192.0.2.5', requests: 200 })
  report(
    back.allowed === strangers && back.refused === 100,
    'when it is back',
    `${back.allowed} of 400 allowed`,
  )
} finally {
  store.kill('SIGKILL')
}

async function startStore(): Promise<ChildProcess> {
  const child = spawn(
    'redis-server',
    ['--port', String(storePort), '--bind', '127.0.0.1', '--save', '', '--dir', place.folder],
    { stdio: 'ignore' },
  )
  const client = connect()
  await secondsUntil(() => succeeds(client.ping()), { most: 10, every: 100 })
  client.disconnect()
  return child
}

function connect(): Redis {
  const client = new Redis({ port: storePort, maxRetriesPerRequest: 0, retryStrategy: () => 100 })
  client.on('error', () => undefined)
  return client
}

interface Flood {
  ip: string
  /** Requests to each server. */
  requests: number
  token?: string
  path?: string
}

/** Sends requests to both servers, eight at a time to each. */
async function flood({ ip, requests, token, path = '/openapi.json' }: Flood) {
  const tally = { allowed: 0, refused: 0, other: 0, slowest: 0 }
  const headers = {
    'x-forwarded-for': ip,
    ...(token !== undefined && { authorization: `Bearer ${token}` }),
  }
  async function send(url: string): Promise<void> {
    const began = performance.now()
    const answer = await fetch(`${url}${path}`, { method: token ? 'GET' : 'HEAD', headers })
    await answer.arrayBuffer()
    tally.slowest = Math.max(tally.slowest, performance.now() - began)
    if (answer.status === 200) tally.allowed++
    else if (answer.status === 429) tally.refused++
    else tally.other++
  }

  await Promise.all(
    servers.map(async ({ url }) => {
      let left = requests
      await Promise.all(
        Array.from({ length: 8 }, async () => {
          while (left-- > 0) await send(url)
        }),
      )
    }),
  )
  if (tally.other > 0) throw new Error(`${tally.other} requests failed otherwise.`)
  return tally
}

/** Checks that the store reveals no address or account, and that nothing stays in it. */
async function looksAtKeys(): Promise<void> {
  const client = connect()
  const keys = await client.keys('*')
  const lifetimes = await Promise.all(keys.map((key) => client.pttl(key)))
  client.disconnect()
  report(
    keys.length > 0 &&
      !keys.some((key) => /192\.0|[0-9a-f]{8}-[0-9a-f]{4}/.test(key)) &&
      lifetimes.every((left) => left <= 60_000 && left !== -1),
    'keys',
    `${keys.length}, such as ${keys[0]}, which end within a minute`,
  )
}

async function gauges(): Promise<number[]> {
  return Promise.all(
    servers.map(async ({ url }) => {
      const text = await (
        await fetch(`${url}/metrics`, {
          headers: { 'x-forwarded-for': `198.51.100.${Date.now() % 250}` },
        })
      ).text()
      return Number(/^lyceum_rate_limit_store_reachable (\d)/m.exec(text)?.[1])
    }),
  )
}
