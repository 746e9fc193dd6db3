import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pino } from 'pino'
import { insertUser } from '../../../db/queries/people/users/users.ts'
import { readConfig } from '../../../server/config/config.ts'
import type { Deps } from '../../../server/context.ts'
import { openDeps } from '../../../server/deps.ts'
import { newId } from '../../../server/lib/ids.ts'
import { freePort } from '../../../server/test/free-port.ts'

export interface RunningService {
  /** One per process: `http://127.0.0.1:40001`. */
  urls: string[]
  /** The dependencies of this process, on the same database. */
  deps: Deps
}

export const password = 'correct horse battery staple'

/** Runs the server in some processes on one empty database, until the work is done. */
export async function withRunningService(
  {
    processes,
    bcryptCost = 10,
    settings: others = {},
  }: { processes: number; bcryptCost?: number; settings?: Record<string, string> },
  work: (service: RunningService) => Promise<void>,
): Promise<void> {
  const dataDir = await mkdtemp(join(tmpdir(), 'lyceum-running-service-'))
  await chmod(dataDir, 0o755)
  const settings = {
    NODE_ENV: 'test',
    DATA_DIR: dataDir,
    RATE_LIMIT_SCALE: '1000000',
    BCRYPT_COST: String(bcryptCost),
    SEED_DEMO: 'false',
    LOG_LEVEL: 'error',
    ...others,
  }
  const { deps, close } = await openDeps({
    config: readConfig(settings),
    log: pino({ level: 'error' }),
    maintainJobs: false,
  })
  const servers: ChildProcess[] = []
  try {
    const urls: string[] = []
    for (let count = 0; count < processes; count++) {
      const port = await freePort()
      const { PATH = '' } = process.env
      const url = `http://127.0.0.1:${port}`
      servers.push(
        spawn(
          process.execPath,
          ['--expose-gc', join(import.meta.dirname, '../../../server/main.ts')],
          {
            env: { ...settings, PATH, PORT: String(port) },
            stdio: ['ignore', 'ignore', 'inherit'],
          },
        ),
      )
      urls.push(url)
    }
    for (const [index, url] of urls.entries()) await untilReady(url, servers[index])
    await work({ urls, deps })
  } finally {
    await Promise.all(servers.map(stop))
    await close()
    await rm(dataDir, { recursive: true, force: true })
  }
}

async function stop(server: ChildProcess): Promise<void> {
  if (server.exitCode !== null || server.signalCode !== null) return
  server.kill('SIGTERM')
  await once(server, 'exit')
}

async function untilReady(url: string, server: ChildProcess | undefined): Promise<void> {
  const deadline = Date.now() + 60_000
  while (Date.now() < deadline && server?.exitCode === null) {
    const answer = await fetch(`${url}/readyz`).catch(() => undefined)
    if (answer?.ok === true) return
    await new Promise((resolve) => setTimeout(resolve, 200))
  }
  throw new Error('The server ended before it was ready, or was not ready within a minute.')
}

export interface Person {
  email: string
  passwordHash: string | null
  pepperVersion: number | null
  isVerified?: boolean
}

export async function addUser(
  { db, now }: Deps,
  { email, passwordHash, pepperVersion, isVerified = true }: Person,
): Promise<string> {
  const id = newId()
  const at = now()
  await insertUser(db, {
    id,
    email,
    name: 'Ada Lovelace',
    passwordHash,
    pepperVersion,
    emailVerifiedAt: isVerified ? at : null,
    createdAt: at,
  })
  return id
}

export async function post(
  baseUrl: string,
  path: string,
  body: unknown,
): Promise<{ status: number; headers: Headers; text: string }> {
  const answer = await fetch(baseUrl + path, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })
  return { status: answer.status, headers: answer.headers, text: await answer.text() }
}

export function median(values: number[]): number {
  const sorted = values.toSorted((one, other) => one - other)
  const middle = sorted.length / 2
  return (
    ((sorted[Math.ceil(middle) - 1] ?? Number.NaN) + (sorted[Math.floor(middle)] ?? Number.NaN)) / 2
  )
}
