import { randomInt } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { table } from '../../scripts/cli/table.ts'
import { password } from '../../server/test/given.ts'
import { numberAfter, textAfter } from '../bench/setting.ts'
import { sandboxCheckout } from '../chaos/checkout.ts'
import { createClient } from '../chaos/client.ts'
import { emptyHistory, type History } from '../chaos/history.ts'
import { finishJobs, liveAll } from '../chaos/lives.ts'
import { judge, judgeSessions } from '../chaos/verdict.ts'
import { type World, withWorld } from '../chaos/world.ts'
import { startPatroni } from '../support/clusters/patroni.ts'
import type { Cluster, PostgresNode } from '../support/clusters/postgres.ts'
import { startReplication } from '../support/clusters/replication.ts'
import { openWorkshop } from '../support/clusters/workshop.ts'
import { say } from '../support/say.ts'
import { until } from '../support/until.ts'
import {
  endSession,
  openSession,
  type ProbedSession,
  type ProbedWrite,
  probeSessions,
  probeWrites,
} from './probes.ts'

/*
 * `npm run checks -- failover [--users 20] [--rounds 5] [--seed 1] [--cluster patroni|replication]
 * [--freeze-patroni]`: users act on two servers that know all hosts of a PostgreSQL cluster with synchronous replication,
 * while one primary after the other hands over, dies, or hangs and comes back. Prints how long each
 * takes, and compares all that was acknowledged with the database. Exit code 1 when something is
 * lost, or slower than promised. With `--cluster replication` nobody fences the old primary.
 */
const users = numberAfter('--users', 20)
const rounds = numberAfter('--rounds', 5)
const seed = numberAfter('--seed', randomInt(1_000_000))
/** Three PostgreSQL under Patroni, or two by themselves. */
const kind = textAfter('--cluster') ?? 'patroni'
/** Whether a hung node takes its Patroni with it, so that no watchdog ends it. */
const freezesPatroni = process.argv.includes('--freeze-patroni')

const promisedSeconds = { firstWrite: 10, noFailure: 15, sessionRefused: 15 }
/** How long a hung primary stays so after another is promoted. */
const secondsFrozen = 8
/** How long a round is watched after the promotion. */
const secondsWatched = 26
const sessionsPerRound = 6

type Fault = 'hands over' | 'hangs' | 'dies'
const faults: Fault[] =
  kind === 'patroni'
    ? ['hands over', 'hangs', 'dies', 'hangs', 'hands over']
    : ['hangs', 'dies', 'hangs', 'dies', 'hangs']

interface Round {
  fault: Fault
  secondsToPromotion: number
  /** Counted from the promotion, by server. */
  secondsToFirstWrite: number[]
  /** Counted until the last failed write; zero if none failed. */
  secondsOfFailures: number
  secondsSessionAccepted: number
  writes: ProbedWrite[]
  /** Failed writes at a time when the promise allows none. */
  lateFailures: ProbedWrite[]
}

interface Scene {
  world: World
  cluster: Cluster
  urls: string[]
  email: string
}

async function playRound({ world, cluster, urls, email }: Scene, fault: Fault): Promise<Round> {
  await cluster.untilWhole()
  const old = await cluster.primary()
  if (old === undefined) throw new Error('The cluster has no primary.')
  const [writer, ...sessions] = await Promise.all(
    Array.from({ length: 1 + sessionsPerRound }, (_, index) =>
      openSession(urls[index % urls.length] ?? '', { email, password }),
    ),
  )
  if (writer === undefined) throw new Error('unreachable: there is at least one session')
  let isOver = false
  const probe = { urls, isOver: () => isOver }
  const probing = Promise.all([probeWrites(probe, writer.token), probeSessions(probe, sessions)])
  await sleep(2_000)

  const beganAt = performance.now()
  await cause(fault, { cluster, old })
  const promotedAt = await promotion(cluster, old)
  await Promise.all([
    comeBack(fault, old),
    endSessions(urls, sessions),
    sleep(secondsWatched * 1_000),
  ])
  isOver = true
  const [writes] = await probing
  requireNoCrash(world)
  return { fault, ...judgeRound(writes, { sessions, beganAt, promotedAt }) }
}

async function cause(
  fault: Fault,
  { cluster, old }: { cluster: Cluster; old: PostgresNode },
): Promise<void> {
  if (fault === 'hands over') return cluster.switchOver?.(old)
  if (fault === 'hangs') old.freeze()
  else old.kill()
  await sleep(1_000)
  await cluster.promote()
}

async function promotion(cluster: Cluster, old: PostgresNode): Promise<number> {
  const isPromoted = async () => (await cluster.primary(old)) !== undefined
  await until('a standby is promoted', isPromoted, { most: 90, every: 50 })
  return performance.now()
}

/** Lets the hung node go on where it stopped, with its connections. */
async function comeBack(fault: Fault, old: PostgresNode): Promise<void> {
  if (fault !== 'hangs') return
  await sleep(secondsFrozen * 1_000)
  old.resume()
}

async function endSessions(urls: string[], sessions: ProbedSession[]): Promise<void> {
  await Promise.all(
    sessions.map((session, index) => endSession(urls[index % urls.length] ?? '', session)),
  )
}

function judgeRound(
  writes: ProbedWrite[],
  at: { sessions: ProbedSession[]; beganAt: number; promotedAt: number },
): Omit<Round, 'fault'> {
  const { sessions, beganAt, promotedAt } = at
  const secondsAfter = (instant: number) => Math.max(0, (instant - promotedAt) / 1_000)
  const after = writes.filter(({ endedAt }) => endedAt >= promotedAt)
  const failures = after.filter(({ isGood }) => !isGood)
  const servers = [...new Set(writes.map(({ server }) => server))].sort()
  return {
    secondsToPromotion: (promotedAt - beganAt) / 1_000,
    secondsToFirstWrite: servers.map((server) => {
      const first = after.find((write) => write.server === server && write.isGood)
      return first === undefined ? Number.POSITIVE_INFINITY : secondsAfter(first.endedAt)
    }),
    secondsOfFailures: Math.max(0, ...failures.map(({ endedAt }) => secondsAfter(endedAt))),
    secondsSessionAccepted: Math.max(...sessions.map(({ acceptedFor }) => acceptedFor)) / 1_000,
    writes,
    lateFailures: failures.filter(
      ({ startedAt }) => secondsAfter(startedAt) > promisedSeconds.noFailure,
    ),
  }
}

function requireNoCrash({ servers }: World): void {
  for (const server of servers)
    if (server.crash() !== undefined)
      throw new Error(`The server at ${server.url} ended: ${server.crash()}`)
}

function report(played: Round[]): void {
  const seconds = (number: number) => `${number.toFixed(1)} s`
  process.stdout.write(
    table(
      [
        ...['THE PRIMARY', 'PROMOTION AFTER', 'FIRST WRITE BY SERVER', 'LAST FAILED WRITE'],
        ...['ENDED SESSION ACCEPTED', 'FAILED WRITES', 'AFTER 15 S'],
      ],
      played.map((round) => [
        round.fault,
        seconds(round.secondsToPromotion),
        round.secondsToFirstWrite.map(seconds).join(', '),
        seconds(round.secondsOfFailures),
        seconds(round.secondsSessionAccepted),
        `${round.writes.filter(({ isGood }) => !isGood).length} of ${round.writes.length}`,
        String(round.lateFailures.length),
      ]),
    ),
  )
  const answers = Map.groupBy(
    played.flatMap(({ writes }) => writes),
    ({ answer }) => answer,
  )
  say('answers to writes', [...answers].map(([name, { length }]) => `${length} ${name}`).join(', '))

  for (const round of played) {
    const slow = Math.max(...round.secondsToFirstWrite) > promisedSeconds.firstWrite
    const stale = round.secondsSessionAccepted > promisedSeconds.sessionRefused
    if (slow || stale || round.lateFailures.length > 0) {
      say('FAILED', `slower than promised when the primary ${round.fault}`)
      process.exitCode = 1
    }
  }
}

/** Counts what the users were told, which must all be in the database. */
function factsOf({ users }: History): number {
  return users.reduce(
    (sum, { isRegistered, isVerified, transactions, progress, certificates, cart }) =>
      sum +
      Number(isRegistered) +
      Number(isVerified) +
      transactions.size +
      progress.size +
      certificates.size +
      [...cart.values()].filter((state) => state !== 'unknown').length,
    0,
  )
}

async function run(world: World, cluster: Cluster): Promise<History> {
  await Promise.all(world.servers.map((server) => server.start()))
  const history = emptyHistory(seed, users)
  const urls = world.servers.map(({ url }) => url)
  const client = createClient(urls, history)
  const checkout = sandboxCheckout(client)
  const email = 'probe@example.com'
  await world.given.learner({ email })

  let isOver = false
  const living = liveAll({ client, checkout, world, history }, { seed, isOver: () => isOver })
  const played: Round[] = []
  for (let round = 0; round < rounds; round++) {
    const fault = faults[round % faults.length] ?? 'hands over'
    played.push(await playRound({ world, cluster, urls, email }, fault))
    say(`promotion ${round + 1} of ${rounds}`, `the primary ${fault}`)
  }
  isOver = true
  await living
  await cluster.untilWhole()
  report(played)

  const primary = await cluster.primary()
  const direct = { ...world, databaseUrl: primary?.url() ?? '' }
  await finishJobs(direct, history)
  await judgeSessions(history, client)
  await judge(direct, history, checkout)
  return history
}

await using workshop = await openWorkshop()
const cluster =
  kind === 'patroni'
    ? await startPatroni(workshop, { freezesPatroni })
    : await startReplication(workshop)
await withWorld({ processes: 2, databaseUrl: cluster.url }, async (world) => {
  const history = await run(world, cluster)
  for (const violation of history.violations.slice(0, 20)) say('VIOLATION', violation)
  say(
    'acknowledged writes',
    `${factsOf(history)} compared with the database, ${history.violations.length} lost or wrong`,
  )
  if (history.violations.length > 0) process.exitCode = 1
})
if (process.exitCode === 1) {
  workshop.keep()
  say('logs of the cluster', workshop.folder)
}
