import autocannon from 'autocannon'
import type { ContenderName } from './contenders.ts'
import { timesOfTree } from './processes.ts'
import type { Request, RequestMaker } from './requests.ts'
import { postmasterOf, type Server, type Setting, startContender, usageOf } from './setting.ts'
import { median, printHead, printRow, quantile } from './times.ts'

/** Requests to one server; the first entrant of a group is what the others are compared with. */
export interface Entrant {
  label: string
  contender: ContenderName
  requests: RequestMaker
  /** Answers in one response; ten for a batch. */
  answersPerResponse?: number
  /** 200 unless said otherwise. */
  status?: 200 | 304
}

export interface Group {
  title: string
  connections: number
  entrants: Entrant[]
  /** For the second entrant, as parts of the first. */
  aims?: Aims
}

export interface Aims {
  /** At least. */
  rate?: number
  /** At most. */
  cpu?: number
  /** At most. */
  p99?: number
}

/** Resident memory of a server under load. */
const mostMegabytes = 256

interface Sample {
  answersPerSecond: number
  /** Of the server, and of PostgreSQL, for an answer. */
  cpuMicroseconds: number
  databaseMicroseconds: number
  p99: number
  megabytes: number
}

export interface Rounds {
  rounds: number
  seconds: number
  /** Before the first round, for each entrant. */
  warmUpSeconds: number
}

/** A server that has one client at a time has answered many before it. */
const warmUpConnections = 20

/** Runs a group and prints its table. Returns the aims that it misses beyond the noise. */
export async function runGroup(
  { title, connections, entrants, aims = {} }: Group,
  { databaseUrl, world }: Setting,
  { rounds, seconds, warmUpSeconds }: Rounds,
): Promise<string[]> {
  const names = [...new Set(entrants.map(({ contender }) => contender))]
  const servers = new Map<ContenderName, Server>()
  const postmaster = await postmasterOf(databaseUrl)
  for (const name of names) servers.set(name, await startContender(name, databaseUrl))

  const samples = new Map<Entrant, Sample[]>(entrants.map((entrant) => [entrant, []]))
  async function run(entrant: Entrant, load: { connections: number; seconds: number }, note = '') {
    const server = servers.get(entrant.contender)
    if (server === undefined) throw new Error(`${entrant.contender} was not started.`)
    const requests = await entrant.requests(world, server.address)
    const sample = await measure(entrant, server, { ...load, requests, postmaster })
    const rate = Math.round(sample.answersPerSecond)
    process.stderr.write(`${title}: ${entrant.label}: ${rate}/s${note}\n`)
    return sample
  }

  const warmUp = { connections: connections === 1 ? warmUpConnections : connections }
  for (const entrant of entrants)
    await run(entrant, { ...warmUp, seconds: warmUpSeconds }, ' (warming up)')
  for (let round = 0; round < rounds; round++)
    for (const entrant of entrants)
      samples.get(entrant)?.push(await run(entrant, { connections, seconds }))
  for (const { child } of servers.values()) child.disconnect()
  print(title, samples)
  return missedAims(title, samples, aims)
}

async function measure(
  entrant: Entrant,
  server: Server,
  load: { requests: Request[]; connections: number; seconds: number; postmaster: number },
): Promise<Sample> {
  const { status = 200, answersPerResponse = 1, label } = entrant
  const { requests, connections, seconds, postmaster } = load
  let started = 0
  const before = { ...(await usageOf(server)), database: timesOfTree(postmaster) }
  const result = await autocannon({
    url: server.address,
    connections,
    duration: seconds,
    requests,
    // Each connection begins elsewhere in the list: they are not to ask for the same in step.
    setupClient: (client) => {
      const first = Math.floor((started++ * requests.length) / connections)
      client.setRequests([...requests.slice(first), ...requests.slice(0, first)])
    },
  })
  const { cpu, megabytes } = await usageOf(server)
  const database = timesOfTree(postmaster) - before.database
  const answered = result.statusCodeStats?.[`${status}`]?.count ?? 0
  const others = result['2xx'] + result.non2xx - answered
  if (others > 0 || result.errors > 0)
    throw new Error(
      `${label}: ${others} unexpected answers and ${result.errors} errors: ` +
        JSON.stringify(result.statusCodeStats),
    )
  const answers = answered * answersPerResponse
  return {
    answersPerSecond: answers / result.duration,
    cpuMicroseconds: (cpu - before.cpu) / answers,
    databaseMicroseconds: (database * 1_000) / answers,
    p99: result.latency.p99,
    megabytes,
  }
}

function print(title: string, samples: Map<Entrant, Sample[]>): void {
  const [first = []] = samples.values()
  process.stdout.write(`\n### ${title}\n\n`)
  const beside = 'of the first'
  printHead([
    'answers/s',
    beside,
    'CPU µs/answer',
    beside,
    'of PostgreSQL',
    beside,
    'p99 ms',
    beside,
    'MB',
  ])
  for (const [{ label }, own] of samples) {
    const figures = [rateOf, cpuPerAnswer, databasePerAnswer, p99Of].flatMap((pick) => [
      Math.round(median(own.map(pick))).toLocaleString('en'),
      median(parts(own, first, pick)).toFixed(2),
    ])
    printRow(label, [...figures, Math.round(median(own.map(({ megabytes }) => megabytes)))])
  }
}

const rateOf = (sample: Sample) => sample.answersPerSecond
const cpuPerAnswer = (sample: Sample) => sample.cpuMicroseconds
const databasePerAnswer = (sample: Sample) => sample.databaseMicroseconds
const p99Of = (sample: Sample) => sample.p99

/** Round by round, because neighbouring measurements share the mood of the machine. */
function parts(own: Sample[], first: Sample[], pick: (sample: Sample) => number): number[] {
  return own.map((sample, round) => {
    const beside = first[round]
    return beside === undefined ? Number.NaN : pick(sample) / pick(beside)
  })
}

/** An aim is missed beyond the noise when the better quarter of the rounds misses it, too. */
function missedAims(title: string, samples: Map<Entrant, Sample[]>, aims: Aims): string[] {
  const [first = [], second = []] = samples.values()
  const rates = parts(second, first, rateOf)
  const cpus = parts(second, first, cpuPerAnswer)
  const missed: string[] = []
  if (aims.rate !== undefined) {
    const isMissed = quantile(rates, 0.75) < aims.rate
    report(`rate ${spread(rates)}, aim at least ${aims.rate}`, isMissed)
  }
  if (aims.cpu !== undefined) {
    const isMissed = quantile(cpus, 0.25) > aims.cpu
    report(`CPU ${spread(cpus)}, aim at most ${aims.cpu}`, isMissed)
  }
  if (aims.p99 !== undefined) {
    const p99s = parts(second, first, p99Of)
    report(`p99 ${spread(p99s)}, aim at most ${aims.p99}`, quantile(p99s, 0.25) > aims.p99)
  }
  const megabytes = median(second.map((sample) => sample.megabytes))
  report(`${Math.round(megabytes)} MB, aim at most ${mostMegabytes}`, megabytes > mostMegabytes)
  return missed

  function report(what: string, isMissed: boolean): void {
    process.stdout.write(`\n${isMissed ? 'Missed' : 'Met'}: ${what}\n`)
    if (isMissed) missed.push(`${title}: ${what}`)
  }
}

function spread(values: number[]): string {
  const [low, middle, high] = [0.25, 0.5, 0.75].map((part) => quantile(values, part).toFixed(2))
  return `${middle} (quartiles ${low} to ${high})`
}
