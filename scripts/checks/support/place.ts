import { join } from 'node:path'
import { pino } from 'pino'
import { startEmbeddedPostgres } from '../../../db/embedded/embedded.ts'
import { insertUser } from '../../../db/queries/people/users/users.ts'
import { readConfig } from '../../../server/config/config.ts'
import type { Deps } from '../../../server/context.ts'
import { openDeps } from '../../../server/deps.ts'
import { newId } from '../../../server/lib/ids.ts'
import { type ServerProcess, startServerProcess } from '../../../server/test/server-process.ts'
import { openFolder } from './folder.ts'

export type Settings = Record<string, string>

/** A folder, a database, and the servers that a check starts there; all of it ends together. */
export type Place = Awaited<ReturnType<typeof openPlace>>

/** The database is an embedded one, unless the settings name another. */
export async function openPlace(name: string, others: Settings = {}) {
  const { path: folder, [Symbol.asyncDispose]: remove } = await openFolder(name)
  const log = pino({ level: 'fatal' })
  const postgres =
    others.DATABASE_URL === undefined
      ? await startEmbeddedPostgres({ dataDir: join(folder, 'postgres'), log })
      : { url: others.DATABASE_URL, stop: async () => undefined }
  const settings: Settings = {
    NODE_ENV: 'test',
    // As `npm start` runs it.
    NODE_OPTIONS: '--expose-gc',
    DATA_DIR: folder,
    DATABASE_URL: postgres.url,
    // One issuer: a token of one server is good at all of them.
    PUBLIC_URL: 'http://localhost:3000',
    RATE_LIMIT_SCALE: '1000000',
    BCRYPT_COST: '10',
    SEED_DEMO: 'false',
    LOG_LEVEL: 'error',
    ...others,
  }
  const { deps, close } = await openDeps({ config: readConfig(settings), log, maintainJobs: false })
  const servers: ServerProcess[] = []
  async function end(): Promise<void> {
    await Promise.all(servers.map((server) => server[Symbol.asyncDispose]()))
    await close()
    await postgres.stop()
  }
  return {
    folder,
    databaseUrl: postgres.url,
    settings,
    /** The dependencies of this process, on the same database. */
    deps,
    /** Starts a server and waits until it is ready. */
    startServer: async (own: Settings = {}) => {
      const server = await startServerProcess(folder, { ...settings, ...own })
      servers.push(server)
      await server.ready()
      return server
    },
    /** Ends all of it, and leaves the folder for whoever looks into a failure. */
    close: end,
    [Symbol.asyncDispose]: async () => {
      await end()
      await remove()
    },
  }
}

export interface RunningService {
  /** One per process: `http://127.0.0.1:40001`. */
  urls: string[]
  deps: Deps
}

export const password = 'correct horse battery staple'

/** Runs the server in some processes on one empty database, until the work is done. */
export async function withRunningService(
  { processes, settings = {} }: { processes: number; settings?: Settings },
  work: (service: RunningService) => Promise<void>,
): Promise<void> {
  await using place = await openPlace('service', settings)
  const urls: string[] = []
  for (let count = 0; count < processes; count++) urls.push((await place.startServer()).url)
  await work({ urls, deps: place.deps })
}

/** An account with that password of a check, or with none, or with a hash that is known already. */
export async function addUser(
  { db, now, passwords }: Deps,
  { email, stored, isVerified = true }: Person,
): Promise<string> {
  const { hash, pepperVersion } = stored ?? (await passwords.hash(password))
  const [id, at] = [newId(), now()]
  await insertUser(db, {
    id,
    email,
    name: 'Ada Lovelace',
    passwordHash: hash,
    pepperVersion,
    emailVerifiedAt: isVerified ? at : null,
    createdAt: at,
  })
  return id
}

export interface Person {
  email: string
  /** Nobody can log in with the hash `null`. */
  stored?: { hash: string | null; pepperVersion: number | null }
  isVerified?: boolean
}
