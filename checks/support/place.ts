import { join } from 'node:path'
import { pino } from 'pino'
import { startEmbeddedPostgres } from '../../db/postgres/embedded/embedded.ts'
import { readConfig } from '../../server/config/config.ts'
import { openDeps } from '../../server/deps.ts'
import { freePort } from '../../server/test/free-port.ts'
import { makeGiven } from '../../server/test/given.ts'
import { type ServerProcess, startServerProcess } from '../../server/test/server-process.ts'
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
    // Matches `npm start`.
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
  const { deps, close } = await openDeps({
    config: readConfig(settings),
    log,
    maintainJobs: false,
    makesWhatIsMissing: true,
  })
  const servers: ServerProcess[] = []
  let stopping: Promise<void> | undefined
  function stopDatabase(): Promise<void> {
    stopping ??= postgres.stop()
    return stopping
  }
  async function end(): Promise<void> {
    await Promise.all(servers.map((server) => server[Symbol.asyncDispose]()))
    await close()
    await stopDatabase()
  }
  return {
    folder,
    databaseUrl: postgres.url,
    settings,
    /** The dependencies of this process, on the same database. */
    deps,
    /** Accounts and courses there. */
    given: makeGiven(deps),
    /** Starts a server and waits until it is ready. */
    startServer: async (own: Settings = {}) => {
      const server = await startServerProcess(folder, { ...settings, ...own })
      servers.push(server)
      await server.ready()
      return server
    },
    stopDatabase,
    /** Ends all of it, and leaves the folder for whoever looks into a failure. */
    close: end,
    [Symbol.asyncDispose]: async () => {
      await end()
      await remove()
    },
  }
}

/** `kill -9`. */
export async function kill({ process, exit }: ServerProcess): Promise<void> {
  process.kill('SIGKILL')
  await exit
}

/** The settings of a development server with the demo accounts and courses. */
export const asDemo = { NODE_ENV: 'development', SEED_DEMO: 'true', LOG_LEVEL: 'warn' }

export type Demo = Awaited<ReturnType<typeof openDemo>>

/** Opens a place with such a server, at a URL that browsers take for its own. */
export async function openDemo(name: string, others: Settings = {}) {
  const port = String(await freePort())
  const baseUrl = `http://localhost:${port}`
  const place = await openPlace(name, { ...asDemo, PORT: port, PUBLIC_URL: baseUrl, ...others })
  await place.startServer()
  return { ...place, baseUrl }
}
