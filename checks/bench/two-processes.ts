import { availableParallelism, cpus } from 'node:os'
import autocannon from 'autocannon'
import { type RequestMaker, readLessons, reportProgress } from './requests.ts'
import {
  numberAfter,
  type Server,
  type Setting,
  startContender,
  usageOf,
  withSetting,
} from './setting.ts'
import { median, printHead, printRow } from './times.ts'

/*
 * `node checks/bench/two-processes.ts [--rounds 5] [--seconds 3]`: compares two processes on one
 * database with one, and says where the processors' time went: into the servers, the clients, or
 * the rest, which on a quiet machine is PostgreSQL. Promised where there are cores for it: 1.7
 * times the rate. Exit code 1 when broken on six cores or more.
 */
const rounds = numberAfter('--rounds', 5)
const seconds = numberAfter('--seconds', 3)
const connections = 40
const promisedRatio = 1.7
const coresNeeded = 6

interface Sample {
  perSecond: number
  /** Microseconds of processor time for each answer. */
  servers: number
  clients: number
  rest: number
}

async function measure(servers: Server[], world: Setting['world'], make: RequestMaker) {
  const before = await spent(servers)
  const results = await Promise.all(
    servers.map(async ({ address }) =>
      autocannon({
        url: address,
        connections: connections / servers.length,
        duration: seconds,
        requests: await make(world, address),
      }),
    ),
  )
  const after = await spent(servers)
  if (results.some(({ non2xx, errors }) => non2xx + errors > 0)) throw new Error('Answers failed.')
  const answers = results.reduce((sum, result) => sum + result['2xx'], 0)
  const ofServers = (after.servers - before.servers) / answers
  const clients = (after.clients - before.clients) / answers
  const rest = (after.machine - before.machine) / answers - ofServers - clients
  return { perSecond: answers / seconds, servers: ofServers, clients, rest }
}

/** Processor time so far, in microseconds. */
async function spent(servers: Server[]) {
  const usages = await Promise.all(servers.map(usageOf))
  const { user, system } = process.cpuUsage()
  const busy = cpus().map(({ times }) => times.user + times.nice + times.sys + times.irq)
  return {
    servers: usages.reduce((sum, { cpu }) => sum + cpu, 0),
    clients: user + system,
    machine: 1_000 * busy.reduce((sum, time) => sum + time, 0),
  }
}

await withSetting('two_processes', async ({ databaseUrl, world }) => {
  const both = [
    await startContender('lyceum', databaseUrl),
    await startContender('lyceum', databaseUrl),
  ]
  process.stdout.write(`${availableParallelism()} cores for servers, clients and PostgreSQL\n\n`)
  const spent = ['CPU µs/answer: servers', 'clients', 'rest']
  printHead(['processes', 'answers/s', 'of one', ...spent])
  for (const [label, make] of [
    ['GET /api/v1/lessons/{id}', readLessons()],
    ['POST /api/v1/progress', reportProgress()],
  ] as const) {
    const samples: [Sample[], Sample[]] = [[], []]
    for (let round = -1; round < rounds; round++) {
      const one = await measure(both.slice(0, 1), world, make)
      const two = await measure(both, world, make)
      if (round < 0) continue
      samples[0].push(one)
      samples[1].push(two)
    }
    const ratio = median(
      samples[1].map(({ perSecond }, round) => perSecond / (samples[0][round]?.perSecond ?? 0)),
    )
    for (const [index, own] of samples.entries()) {
      const of = (pick: (sample: Sample) => number) => Math.round(median(own.map(pick)))
      printRow(label, [
        index + 1,
        of(({ perSecond }) => perSecond).toLocaleString('en'),
        (index === 0 ? 1 : ratio).toFixed(2),
        of(({ servers }) => servers),
        of(({ clients }) => clients),
        of(({ rest }) => rest),
      ])
    }
    if (ratio < promisedRatio && availableParallelism() >= coresNeeded) process.exitCode = 1
  }
  for (const { child } of both) child.disconnect()
})
