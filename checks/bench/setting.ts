import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { pino } from 'pino'
import { connectDatabase } from '../../db/postgres/client.ts'
import { startEmbeddedPostgres } from '../../db/postgres/embedded/embedded.ts'
import { migrateDatabase } from '../../db/postgres/migrator/migrator.ts'
import packageJson from '../../package.json' with { type: 'json' }
import { createServiceJobs } from '../../server/job-kinds.ts'
import { makeKeys } from '../../server/security/key-ring/keys.ts'
import { withClient } from '../support/database.ts'
import type { ContenderName } from './contenders.ts'
import { benchDeps } from './deps.ts'
import { timesOfProcess } from './processes.ts'
import { makeWorld, type World } from './world.ts'

export interface Setting {
  databaseUrl: string
  world: World
}

/** Runs a benchmark on its own, freshly filled database. */
export async function withSetting(
  database: string,
  run: (setting: Setting) => Promise<void>,
): Promise<void> {
  const log = pino({ level: 'warn' })
  process.env.BENCH_KEYS ??= JSON.stringify(await makeKeys())
  await withPostgres(log, async (serverUrl) => {
    await using fresh = await freshDatabase(serverUrl, database)
    const { url: databaseUrl } = fresh
    process.stderr.write('Filling the database …\n')
    const { deps, close } = await openService(databaseUrl, log)
    const world = await makeWorld(deps, databaseUrl)
    await deps.db.execute('vacuum analyze')
    await close()
    await run({ databaseUrl, world })
  })
}

/** The server that BENCH_DATABASE_URL names, otherwise one of our own. */
export async function withPostgres(
  log: pino.Logger,
  run: (serverUrl: string) => Promise<void>,
): Promise<void> {
  if (asksForHelp()) return
  const given = process.env.BENCH_DATABASE_URL
  if (given !== undefined) return run(given)
  const dataDir = join(import.meta.dirname, '../../node_modules/.cache/lyceum/bench-postgres')
  const postgres = await startEmbeddedPostgres({ dataDir, log })
  try {
    await run(postgres.url)
  } finally {
    await postgres.stop()
  }
}

/** The process whose children answer the database's clients, on this machine. */
export function postmasterOf(databaseUrl: string): Promise<number> {
  return withClient(databaseUrl, async (client) => {
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid')
    return timesOfProcess(rows[0]?.pid ?? 0).parent
  })
}

/** Creates an empty database that goes away with this process, however it ends. */
export async function freshDatabase(
  serverUrl: string,
  name: string,
): Promise<AsyncDisposable & { url: string }> {
  const sweep = fork(join(import.meta.dirname, '../support/sweep.ts'), [name], {
    detached: true,
  })
  await once(sweep, 'message')
  await dropDatabase(serverUrl, name)
  await withClient(serverUrl, (administrator) => administrator.query(`create database ${name}`))
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  await migrateDatabase(url.href)
  return {
    url: url.href,
    [Symbol.asyncDispose]: async () => {
      sweep.disconnect()
      await once(sweep, 'exit')
    },
  }
}

export async function dropDatabase(serverUrl: string, name: string): Promise<void> {
  await withClient(serverUrl, (administrator) =>
    administrator.query(`drop database if exists ${name} with (force)`),
  )
}

/** The service's dependencies with its jobs, which do not run by themselves. */
export async function openService(databaseUrl: string, log: pino.Logger) {
  const database = connectDatabase({ url: databaseUrl, log })
  const jobs = await createServiceJobs({ db: database.db, log, maintain: false })
  const deps = await benchDeps({ log, database, jobs })
  return {
    deps,
    jobs,
    close: async () => {
      await jobs.stop()
      await database.close()
    },
  }
}

/** `--help` prints the comment at the top of a benchmark, and runs nothing. */
function asksForHelp(): boolean {
  if (!process.argv.some((word) => word === '--help' || word === '-h')) return false
  const source = readFileSync(process.argv[1] ?? '', 'utf8')
  const [, about = ''] = /^\/\*\n([\s\S]*?)\n? \*\//m.exec(source) ?? []
  process.stdout.write(`${about.replaceAll(/^ \* ?/gm, '')}\n`)
  return true
}

export interface Server {
  child: ChildProcess
  address: string
}

export async function startContender(name: ContenderName, databaseUrl: string): Promise<Server> {
  const child = fork(join(import.meta.dirname, 'serve.ts'), [name, databaseUrl], {
    execArgv: name === 'lyceum' ? flagsOfStart() : [],
    env: process.env,
  })
  const [{ address }] = (await once(child, 'message')) as [{ address: string }]
  return { child, address }
}

/** Returns the Node.js flags of `npm start`. */
function flagsOfStart(): string[] {
  return packageJson.scripts.start.split(' ').filter((part) => /^--(min|max|heap)-/.test(part))
}

/** The server's CPU time so far, in microseconds, and its resident memory. */
export async function usageOf(server: Server): Promise<{ cpu: number; megabytes: number }> {
  const { cpu, bytes } = await ask<{ cpu: NodeJS.CpuUsage; bytes: number }>(server, 'usage')
  return { cpu: cpu.user + cpu.system, megabytes: bytes / 1024 ** 2 }
}

/** Delays of the server's event loop since the last request, in milliseconds. */
export async function lagOf(server: Server): Promise<{ p99: number; max: number }> {
  return (await ask<{ lag: { p99: number; max: number } }>(server, 'lag')).lag
}

async function ask<Answer>({ child }: Server, question: 'usage' | 'lag'): Promise<Answer> {
  child.send(question)
  const [answer] = (await once(child, 'message')) as [Answer]
  return answer
}

export function numberAfter(flag: string, otherwise: number): number {
  const index = process.argv.indexOf(flag)
  return index < 0 ? otherwise : Number(process.argv[index + 1])
}

export function textAfter(flag: string): string | undefined {
  const index = process.argv.indexOf(flag)
  return index < 0 ? undefined : process.argv[index + 1]
}
