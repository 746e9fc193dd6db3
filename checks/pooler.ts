import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Command } from 'commander'
import { pino } from 'pino'
import { connectDatabase } from '../db/postgres/client.ts'
import { startServerProcess } from '../server/test/server-process.ts'
import {
  installedPgBouncer,
  type PgBouncer,
  startPgBouncer,
  versionOf,
} from './support/clusters/pgbouncer.ts'
import { ask, type PostgresNode, startPostgres, superuser } from './support/clusters/postgres.ts'
import { openWorkshop } from './support/clusters/workshop.ts'
import { report } from './support/say.ts'
import { succeeds } from './support/until.ts'

/*
 * Tests each PgBouncer in transaction mode: the server refuses to start until the timeouts are in
 * force, and names the SQL that mends it; a statement that takes too long is ended through the
 * pool; and the chaos check passes with several servers. Exit code 1 when one of these fails.
 */
const options = new Command('pooler')
  .option('--seconds <number>', 'how long the chaos lasts with each PgBouncer', '600')
  .option('--processes <number>', 'servers', '4')
  .option('--users <number>', 'clients at once', '500')
  .option('--pool-size <number>', 'connections of PgBouncer to PostgreSQL', '20')
  .option('--seed <number>', 'decisions of the users. Default: random')
  .option(
    '--pgbouncer <programs...>',
    'the PgBouncers to check, by path. Default: the installed one. A newer release builds from ' +
      "the source package of a newer Debian: './configure --without-cares && make'",
    [installedPgBouncer() ?? 'pgbouncer'],
  )
  .parse()
  .opts<{
    seconds: string
    processes: string
    users: string
    poolSize: string
    seed?: string
    pgbouncer: string[]
  }>()

for (const program of options.pgbouncer) await checkBehind(program)

async function checkBehind(program: string): Promise<void> {
  await using workshop = await openWorkshop()
  const version = `PgBouncer ${versionOf(program)}`
  const node = await startPostgres(workshop)
  const pooler = await startPgBouncer(workshop, {
    program,
    node,
    poolSize: Number(options.poolSize),
  })
  for (const work of [refusesUntilMended, endsLongStatements, survivesChaos]) {
    const { isGood, text } = await work({ node, pooler, folder: workshop.folder })
    report(isGood, version, text)
  }
}

interface Finding {
  isGood: boolean
  text: string
}

interface Place {
  folder: string
  node: PostgresNode
  pooler: PgBouncer
}

/** Starts a server whose role has no timeouts, does what its refusal says, starts it again. */
async function refusesUntilMended({ folder, node, pooler }: Place): Promise<Finding> {
  const settings = {
    DATABASE_URL: pooler.url,
    DATABASE_POOLER: 'transaction',
    DATABASE_MIGRATION_URL: node.url(),
    SEED_DEMO: 'false',
  }
  const first = await startOnce(folder, settings)
  if (first.isReady) return { isGood: false, text: 'a server started without any timeout' }
  const fixes = first.output.match(/alter (?:role|database) [^;]*;/gi) ?? []
  if (fixes.length === 0)
    return { isGood: false, text: `the refusal names no fix: ${first.output.slice(-600)}` }

  for (const fix of fixes) await ask(node.url(), fix)
  await pooler.reconnect()
  const second = await startOnce(folder, settings)
  return second.isReady
    ? { isGood: true, text: `refuses to start without timeouts; starts after: ${fixes.join(' ')}` }
    : { isGood: false, text: `still refused after the fix: ${second.output.slice(-600)}` }
}

async function startOnce(folder: string, settings: Record<string, string>) {
  await using server = await startServerProcess(folder, settings)
  const isReady = await Promise.race([succeeds(server.ready()), server.exit.then(() => false)])
  return { isReady, output: server.output() }
}

/** Queries as the service does: PostgreSQL must end the statement, not the service stop waiting. */
async function endsLongStatements({ node, pooler }: Place): Promise<Finding> {
  const database = connectDatabase({
    url: pooler.url,
    pooler: 'transaction',
    log: pino({ level: 'silent' }),
  })
  const began = performance.now()
  const code = await database.db.execute('select pg_sleep(10)').then(
    () => 'nothing',
    (error: Error & { cause?: { code?: string } }) => error.cause?.code ?? error.message,
  )
  const seconds = (performance.now() - began) / 1_000
  await sleep(200)
  const [running] = await ask<{ count: number }>(
    node.url(superuser),
    `select count(*)::int as count from pg_stat_activity
       where state = 'active' and query like '%pg_sleep%' and pid <> pg_backend_pid()`,
  )
  await database.close()
  return {
    isGood: code === '57014' && seconds < 4.4 && running?.count === 0,
    text:
      `select pg_sleep(10) ended by ${code} after ${seconds.toFixed(1)} s, ` +
      `${running?.count} still run in PostgreSQL`,
  }
}

async function survivesChaos({ node, pooler }: Place): Promise<Finding> {
  const { seconds, users, processes, seed } = options
  const began = await commitsOf(node)
  const child = spawn(
    process.execPath,
    [
      join(import.meta.dirname, 'chaos/chaos.ts'),
      ...['--seconds', seconds, '--users', users, '--processes', processes],
      ...['--database-url', node.url(), '--pooler-url', pooler.url],
      ...(seed === undefined ? [] : ['--seed', seed]),
    ],
    { stdio: 'inherit' },
  )
  let mostConnections = 0
  const watch = setInterval(() => {
    void connectionsOf(node).then((count) => {
      mostConnections = Math.max(mostConnections, count)
    })
  }, 1_000)
  const [code] = await once(child, 'exit')
  clearInterval(watch)
  const commits = (await commitsOf(node)) - began
  return {
    isGood: code === 0,
    text:
      `chaos of ${seconds} s with ${processes} servers and ${users} clients ended with exit code ` +
      `${code}; ${commits} transactions, ${mostConnections} connections to PostgreSQL at most`,
  }
}

async function connectionsOf(node: PostgresNode): Promise<number> {
  const rows = await ask<{ count: number }>(
    node.url(superuser),
    `select count(*)::int as count from pg_stat_activity where application_name = 'lyceum'`,
  ).catch(() => [])
  return rows[0]?.count ?? 0
}

async function commitsOf(node: PostgresNode): Promise<number> {
  const [row] = await ask<{ commits: number }>(
    node.url(superuser),
    `select xact_commit::int as commits from pg_stat_database where datname = 'lyceum'`,
  )
  return row?.commits ?? 0
}
