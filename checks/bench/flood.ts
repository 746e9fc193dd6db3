import { setTimeout as sleep } from 'node:timers/promises'
import autocannon from 'autocannon'
import { password } from '../../server/test/given.ts'
import { lagOf, numberAfter, type Server, startContender, withSetting } from './setting.ts'
import { median, printHead, printRow, quantile } from './times.ts'
import type { World } from './world.ts'

/*
 * `node checks/bench/flood.ts [--rounds 3] [--seconds 10]`: measures what others notice while 200
 * clients log in, each again as soon as the answer arrives. Promised, as medians of rounds: p95 of
 * `GET /api/v1/courses` under 200 ms, 99 % of ticks at most 50 ms late. Exit code 1 when broken.
 */
const rounds = numberAfter('--rounds', 3)
const seconds = numberAfter('--seconds', 10)
const floodingClients = 200
const readsPerSecond = 50
const promised = { p95: 200, lag: 50 }

interface Sample {
  p50: number
  p95: number
  p99: number
  lagP99: number
  lagMax: number
  loggedIn: number
  refused: number
  turnedAway: number
}

async function measure(server: Server, world: World, withFlood: boolean): Promise<Sample> {
  const flood = withFlood ? startFlood(server, world) : undefined
  // Measure only once the queue of logins is full.
  await sleep(1_000)
  await lagOf(server)
  const times = await read(server, world)
  const lag = await lagOf(server)
  const { statusCodeStats = {}, duration = 1 } = (await flood) ?? {}
  const perSecond = (status: '200' | '401' | '503') =>
    (statusCodeStats[status]?.count ?? 0) / duration
  return {
    p50: quantile(times, 0.5),
    p95: quantile(times, 0.95),
    p99: quantile(times, 0.99),
    lagP99: lag.p99,
    lagMax: lag.max,
    loggedIn: perSecond('200'),
    refused: perSecond('401'),
    turnedAway: perSecond('503'),
  }
}

/** Half of the logins are right. Runs in its own thread, so that it does not delay the reads. */
function startFlood({ address }: Server, { learners }: World) {
  return autocannon({
    url: address,
    connections: floodingClients,
    duration: seconds + 2,
    timeout: 60,
    workers: 1,
    requests: learners.map(({ email }, index) => ({
      method: 'POST',
      path: '/api/v1/auth/login',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email, password: index % 2 === 0 ? password : 'wrong' }),
    })),
  })
}

/** Milliseconds of each read, sent at fixed times however long the earlier ones take. */
async function read({ address }: Server, { learners }: World): Promise<number[]> {
  const reads = Array.from({ length: seconds * readsPerSecond }, async (_, index) => {
    await sleep((index * 1000) / readsPerSecond)
    const began = performance.now()
    const token = learners[index % learners.length]?.token
    const answer = await fetch(`${address}/api/v1/courses`, {
      headers: { authorization: `Bearer ${token}` },
    })
    await answer.arrayBuffer()
    if (answer.status !== 200) throw new Error(`GET /api/v1/courses answered ${answer.status}`)
    return performance.now() - began
  })
  return Promise.all(reads)
}

const columns = {
  'reads: p50 ms': (sample) => sample.p50,
  'p95 ms': (sample) => sample.p95,
  'p99 ms': (sample) => sample.p99,
  'event loop late: p99 ms': (sample) => sample.lagP99,
  'max ms': (sample) => sample.lagMax,
  'logins/s': (sample) => sample.loggedIn + sample.refused,
  'turned away/s': (sample) => sample.turnedAway,
} satisfies Record<string, (sample: Sample) => number>

function cellsOf(samples: Sample[]): string[] {
  return Object.values(columns).map((pick) => median(samples.map(pick)).toFixed(0))
}

await withSetting('flood', async ({ databaseUrl, world }) => {
  const server = await startContender('lyceum', databaseUrl)
  const samples: Record<'quiet' | 'flood', Sample[]> = { quiet: [], flood: [] }
  for (let round = -1; round < rounds; round++) {
    for (const kind of ['quiet', 'flood'] as const) {
      const sample = await measure(server, world, kind === 'flood')
      process.stderr.write(
        round < 0 ? `${kind}: warming up\n` : `${kind}: ${cellsOf([sample]).join(' | ')}\n`,
      )
      if (round >= 0) samples[kind].push(sample)
    }
  }
  server.child.disconnect()

  printHead(Object.keys(columns))
  printRow('without the flood', cellsOf(samples.quiet))
  printRow(`${floodingClients} logins at once`, cellsOf(samples.flood))

  const p95 = median(samples.flood.map((sample) => sample.p95))
  const lag = median(samples.flood.map((sample) => sample.lagP99))
  if (p95 > promised.p95 || lag > promised.lag) process.exitCode = 1
})
