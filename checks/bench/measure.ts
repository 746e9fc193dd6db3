import autocannon from 'autocannon'
import type { ContenderName } from './contenders.ts'
import { lostSince } from './kept-figures.ts'
import { timesOfTree } from './processes.ts'
import type { Request, RequestMaker } from './requests.ts'
import { postmasterOf, type Server, type Setting, startContender, usageOf } from './setting.ts'
import { median, printHead, printRow, quantile } from './times.ts'

/** Requests to one server. */
export interface Entrant {
  label: string
  contender: ContenderName
  requests: RequestMaker
  /** The answers in one response: ten for a batch. */
  answersPerResponse?: number
  /** The expected status. Default: 200. */
  status?: 200 | 304
}

export interface Group {
  title: string
  connections: number
  rivals: [Entrant, ...Entrant[]]
  own: Entrant
  /** Entrants shown beside them. */
  others?: Entrant[]
  /** Our own aims, relative to the faster rival. */
  aims?: Aims
}

export interface Aims {
  /** The least. */
  rate?: number
  /** The most, for the server. */
  cpu?: number
  /** The most, for PostgreSQL. */
  database?: number
  /** The most. */
  p99?: number
}

/** The most resident memory of a server under load. */
const mostMegabytes = 256

interface Sample {
  answersPerSecond: number
  /** CPU time per answer, of the server and of PostgreSQL. */
  cpuMicroseconds: number
  databaseMicroseconds: number
  p99: number
  megabytes: number
}

export interface Rounds {
  rounds: number
  seconds: number
  /** Seconds before the first round, for each entrant. */
  warmUpSeconds: number
}

/** Warms up the server of a single client: a real one has answered many before. */
const warmUpConnections = 20

/** Runs a group and prints its table. Returns the aims that it misses beyond the noise. */
export async function runGroup(
  { title, connections, rivals, own, others = [], aims = {} }: Group,
  { databaseUrl, world }: Setting,
  { rounds, seconds, warmUpSeconds }: Rounds,
): Promise<string[]> {
  const entrants = [...rivals, own, ...others]
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
  const samplesOf = (entrant: Entrant) => samples.get(entrant) ?? []
  const [rival = []] = rivals
    .map(samplesOf)
    .toSorted((one, other) => usualRate(other) - usualRate(one))
  const ofFirst = (pick: Pick, part: number) =>
    quantile(parts(samplesOf(own), samplesOf(rivals[0]), pick), part)
  const figuresAt = (part: number) => ({
    rate: ofFirst(rateOf, 1 - part),
    cpu: ofFirst(cpuPerAnswer, part),
    database: ofFirst(databasePerAnswer, part),
  })
  print(title, samples, rival)
  return [
    ...missedAims(title, { own: samplesOf(own), rival, aims }),
    ...lostSince(title, { usual: figuresAt(0.5), best: figuresAt(0.25) }),
  ]
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
    // Starts each connection elsewhere in the list, so that they do not ask for the same in step.
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

function print(title: string, samples: Map<Entrant, Sample[]>, rival: Sample[]): void {
  process.stdout.write(`\n### ${title}\n\n`)
  const beside = 'of the rival'
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
    const figures = picks.flatMap((pick) => [
      Math.round(median(own.map(pick))).toLocaleString('en'),
      median(parts(own, rival, pick)).toFixed(2),
    ])
    printRow(label, [...figures, Math.round(median(own.map(({ megabytes }) => megabytes)))])
  }
}

type Pick = (sample: Sample) => number
const rateOf: Pick = (sample) => sample.answersPerSecond
const cpuPerAnswer: Pick = (sample) => sample.cpuMicroseconds
const databasePerAnswer: Pick = (sample) => sample.databaseMicroseconds
const p99Of: Pick = (sample) => sample.p99
const picks = [rateOf, cpuPerAnswer, databasePerAnswer, p99Of]
const usualRate = (samples: Sample[]) => median(samples.map(rateOf))

/** Compares round by round, because neighbouring measurements share the machine's mood. */
function parts(own: Sample[], rival: Sample[], pick: Pick): number[] {
  return own.map((sample, round) => {
    const beside = rival[round]
    return beside === undefined ? Number.NaN : pick(sample) / pick(beside)
  })
}

/** Returns the aims missed beyond the noise: even by the better quarter of the rounds. */
function missedAims(
  title: string,
  { own, rival, aims }: { own: Sample[]; rival: Sample[]; aims: Aims },
): string[] {
  const missed: string[] = []
  if (aims.rate !== undefined) {
    const rates = parts(own, rival, rateOf)
    const isMissed = quantile(rates, 0.75) < aims.rate
    report(`rate ${spread(rates)}, aim at least ${aims.rate.toFixed(2)}`, isMissed)
  }
  const atMost = {
    CPU: [cpuPerAnswer, aims.cpu],
    PostgreSQL: [databasePerAnswer, aims.database],
    p99: [p99Of, aims.p99],
  } as const
  for (const [name, [pick, aim]] of Object.entries(atMost)) {
    if (aim === undefined) continue
    const ratios = parts(own, rival, pick)
    report(`${name} ${spread(ratios)}, aim at most ${aim}`, quantile(ratios, 0.25) > aim)
  }
  const megabytes = median(own.map((sample) => sample.megabytes))
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
