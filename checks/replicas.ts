import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { connectDatabase } from '../db/postgres/client.ts'
import { openReplicas } from '../db/postgres/replicas.ts'
import { table } from '../scripts/cli/table.ts'
import type { Deps } from '../server/context.ts'
import { publishCourse } from '../server/features/authoring/import/publish-course.ts'
import { courseContent } from '../server/test/given.ts'
import { numberAfter } from './bench/setting.ts'
import { withWorld } from './chaos/world.ts'
import { askFor } from './support/ask.ts'
import { ask, type StandaloneNode, startPostgres, superuser } from './support/clusters/postgres.ts'
import { openWorkshop } from './support/clusters/workshop.ts'
import { say } from './support/say.ts'
import { succeeds } from './support/until.ts'

/*
 * `npm run checks -- replicas [--seconds 12]`: strangers read the catalogue, while courses are published, from a server with one read replica,
 * which keeps up, is paused, hangs, dies and comes back. Prints who answered, how late, and how old
 * the answers were. Exit code 1 when an answer failed or was too old, or when somebody who is signed
 * in, or a report, misses what was written before.
 */
/** The length of each phase. */
const seconds = numberAfter('--seconds', 12)

/** 3 s of lag, half a second to notice it, and a margin for a busy machine. */
const mostSecondsOld = 4
/** A hung replica is waited for once, for a second. */
const mostSecondsLonger = 2
const publishEvery = 300
/** An idle connection reports its transactions to PostgreSQL's statistics after ten seconds. */
const millisecondsUntilCounted = 11_000
const readersAtOnce = 4

interface Published {
  slug: string
  at: number
}

interface Phase {
  name: string
  answers: number
  failures: number
  slowest: number
  /** The age of the oldest answer to a stranger. */
  secondsOld: number
  /** Answers to signed-in callers that missed what was published before the request. */
  missedBySignedIn: number
  /** Transactions that the replica and the primary counted; undefined if one does not answer. */
  onReplica: number | undefined
  onPrimary: number | undefined
}

interface Scene {
  deps: Deps
  url: string
  token: string
  primary: StandaloneNode
  standby: StandaloneNode
}

const published: Published[] = []
const lastCount = new Map<string, number>()

/** Plays a phase; what happens to the replica happens in the middle of it. */
async function play(name: string, scene: Scene, happen = async () => {}): Promise<Phase> {
  const { primary, standby } = scene
  const phase = { name, answers: 0, failures: 0, slowest: 0, secondsOld: 0, missedBySignedIn: 0 }
  const before = [standby, primary].map(({ name }) => lastCount.get(name))
  const until = performance.now() + seconds * 1_000
  await Promise.all([
    publishAgainAndAgain(scene.deps, until),
    ...Array.from({ length: readersAtOnce }, () => readAsStranger(scene, phase, until)),
    readSignedIn(scene, phase, until),
    sleep(2_000).then(happen),
  ])
  await sleep(millisecondsUntilCounted)
  const after = await Promise.all([countTransactions(standby), countTransactions(primary)])
  const [onReplica, onPrimary] = after.map((count, index) => {
    const counted = before[index]
    return count === undefined || counted === undefined ? undefined : count - counted
  })
  return { ...phase, onReplica, onPrimary }
}

async function publishAgainAndAgain(deps: Deps, until: number): Promise<void> {
  while (performance.now() < until) {
    const slug = `published-${published.length}`
    await publishCourse(deps, courseContent({ slug, price: { amount: 0, currency: 'USD' } }))
    published.push({ slug, at: performance.now() })
    await sleep(publishEvery)
  }
}

async function readAsStranger(
  { url }: Scene,
  phase: Omit<Phase, 'onReplica' | 'onPrimary'>,
  until: number,
) {
  while (performance.now() < until) {
    const startedAt = performance.now()
    const due = published.filter(({ at }) => at < startedAt)
    const seen = await list(url)
    phase.answers++
    phase.slowest = Math.max(phase.slowest, (performance.now() - startedAt) / 1_000)
    if (seen === undefined) {
      phase.failures++
      continue
    }
    // Checks half of the page: the other half may have been published since.
    const missing = due.slice(-pageLength / 2).find(({ slug }) => !seen.has(slug))
    if (missing !== undefined)
      phase.secondsOld = Math.max(phase.secondsOld, (startedAt - missing.at) / 1_000)
    await sleep(5)
  }
}

async function readSignedIn(
  { url, token }: Scene,
  phase: Omit<Phase, 'onReplica' | 'onPrimary'>,
  until: number,
): Promise<void> {
  while (performance.now() < until) {
    const newest = published.at(-1)
    const seen = await list(url, token)
    if (seen === undefined) phase.failures++
    else if (newest !== undefined && !seen.has(newest.slug)) phase.missedBySignedIn++
    await sleep(50)
  }
}

const pageLength = 50

/** Returns the slugs of the newest courses; undefined if the server failed. */
async function list(url: string, token?: string): Promise<Set<string> | undefined> {
  const question = { token, seconds: 20 }
  const route = `GET /api/v1/courses?limit=${pageLength}`
  const answer = await askFor<{ items: { slug: string }[] }>(url, route, question).catch(
    () => undefined,
  )
  return answer && new Set(answer.items.map(({ slug }) => slug))
}

/** Returns undefined for a server that hangs or is gone. */
async function countTransactions(node: StandaloneNode): Promise<number | undefined> {
  const counted = ask<{ count: number }>(
    node.url(superuser),
    `select (pg_stat_get_db_xact_commit(oid))::int as count
       from pg_database where datname = current_database()`,
  )
  const [row] = await Promise.race([counted, sleep(2_000, [])]).catch(() => [])
  if (row !== undefined) lastCount.set(node.name, row.count)
  return row?.count
}

/** Writes on the primary, and at once reads what a report would read. */
async function reportsMiss(
  { primary, standby }: Scene,
  reports: number,
): Promise<Record<string, number>> {
  const log = pino({ level: 'silent' })
  const database = connectDatabase({ url: primary.url(), log })
  const replicas = openReplicas({
    urls: [standby.url()],
    primary: database,
    connect: (url) => connectDatabase({ url, log, takes: 'any' }),
    log,
  })
  const found = { reports, late: 0, byReplica: 0 }
  for (let count = 0; count < found.reports; count++) {
    const written = await database.db.execute<{ number: number }>(
      'insert into reported default values returning number',
    )
    const db = await replicas.current()
    const { rows } = await db.execute<{ highest: number; standby: boolean }>(
      'select max(number) as highest, pg_is_in_recovery() as standby from reported',
    )
    if (rows[0]?.highest !== written.rows[0]?.number) found.late++
    if (rows[0]?.standby === true) found.byReplica++
  }
  await replicas.close()
  await database.close()
  return found
}

function report(phases: Phase[]): void {
  const inSeconds = (number: number) => `${number.toFixed(2)} s`
  process.stdout.write(
    table(
      [
        ...['THE REPLICA', 'ANSWERS', 'FAILED', 'SLOWEST', 'OLDEST', 'SIGNED IN: MISSED'],
        ...['TRANSACTIONS: REPLICA', 'PRIMARY'],
      ],
      phases.map((phase) => [
        phase.name,
        String(phase.answers),
        String(phase.failures),
        inSeconds(phase.slowest),
        inSeconds(phase.secondsOld),
        String(phase.missedBySignedIn),
        String(phase.onReplica ?? 'silent'),
        String(phase.onPrimary ?? 'silent'),
      ]),
    ),
  )
}

function sayCounts(subject: string, counts: object): void {
  const parts = Object.entries(counts).map(([name, count]) => `${count} ${name}`)
  say(subject, parts.join(', '))
}

function fail(what: string): void {
  say('FAILED', what)
  process.exitCode = 1
}

await using workshop = await openWorkshop()
const primary = await startPostgres(workshop)
const standby = await primary.addStandby('standby')
await ask(primary.url(), 'create table reported (number int generated always as identity)')
const options = {
  processes: 1,
  databaseUrl: primary.url(),
  settings: {
    DATABASE_REPLICA_URLS: standby.url(),
    PUBLIC_OPERATIONS: 'courses.list,courses.get',
  },
}
await withWorld(options, async (world) => {
  const [server] = world.servers
  if (server === undefined) throw new Error('There is no server.')
  await server.start()
  const { url } = server
  const scene = { deps: world.deps, url, token: world.token, primary, standby }
  await sleep(2_000)
  await Promise.all([countTransactions(standby), countTransactions(primary)])

  const phases = [await play('keeps up', scene)]
  const reports = await reportsMiss(scene, 100)
  sayCounts('reports', reports)
  // The replay that resumes may cancel the very statement that asked for it.
  const replay = (what: 'pause' | 'resume') => async () => {
    await succeeds(ask(standby.url(superuser), `select pg_wal_replay_${what}()`))
  }
  phases.push(await play('is paused', scene, replay('pause')))
  const pausedReports = await reportsMiss(scene, 5)
  sayCounts('reports while it is paused', pausedReports)
  phases.push(await play('goes on', scene, replay('resume')))
  phases.push(await play('hangs', scene, async () => standby.freeze()))
  phases.push(await play('comes back', scene, async () => standby.resume()))
  phases.push(await play('dies', scene, async () => standby.kill()))
  report(phases)

  const [usual] = phases
  for (const { name, failures, slowest, secondsOld, missedBySignedIn } of phases) {
    if (failures > 0) fail(`${failures} answers failed while the replica ${name}`)
    if (slowest > (usual?.slowest ?? 0) + mostSecondsLonger)
      fail(`an answer took ${slowest} s while it ${name}`)
    if (secondsOld > mostSecondsOld) fail(`an answer was ${secondsOld} s old while it ${name}`)
    if (missedBySignedIn > 0) fail(`${missedBySignedIn} reads missed a write while it ${name}`)
  }
  // Requests of one tick share a statement.
  if (usual?.onReplica === undefined || usual.onReplica < usual.answers / readersAtOnce)
    fail('the replica did not take the load of strangers')
  if (reports.late !== 0 || pausedReports.late !== 0)
    fail('a report missed what was written before')
  if (reports.byReplica === 0) fail('no report was read from the replica')
})
