import { randomInt } from 'node:crypto'
import { accessSync, chmodSync, constants, existsSync, mkdirSync, statSync } from 'node:fs'
import { isAbsolute, join } from 'node:path'
import type { Logger } from 'pino'
import { giveTree, isRoot } from './account.ts'
import { findPackage, type Package, usableBinaries } from './binaries.ts'
import { createCluster, requireMajorVersion } from './cluster.ts'
import { ensureDatabase } from './database.ts'
import { EmbeddedPostgresError, explained } from './errors.ts'
import { enter, leave } from './holders.ts'
import { launchPostmaster } from './launch.ts'
import { withLock } from './lock.ts'
import { hasCluster, locateCluster, type Place } from './place.ts'
import {
  findPostmaster,
  type Postmaster,
  readPidFile,
  stopPostmaster,
  whenReady,
} from './postmaster.ts'
import { writeState } from './state.ts'

/** This process's share in the installation's PostgreSQL. */
export interface EmbeddedPostgres {
  /** e.g. postgres://lyceum:<password>@127.0.0.1:<port>/lyceum */
  readonly url: string
  readonly clusterDir: string
  /** Leaves the cluster; stops it if no other process uses it. Idempotent. */
  stop(): Promise<void>
}

export interface EmbeddedPostgresOptions {
  /** Absolute folder (e.g. <DATA_DIR>/postgres). */
  dataDir: string
  log: Logger
  /** Extra server settings, e.g. { fsync: 'off' } for tests. */
  settings?: Record<string, string>
  /** Whether to make a missing database; false refuses the folder as it is. Default: true. */
  mayCreate?: boolean | undefined
}

/**
 * Joins the cluster of the data folder: starts it if it is stopped, recovers it after a crash,
 * creates it if missing. Any number of processes may share it; the last to leave stops it. Throws
 * EmbeddedPostgresError when somebody has to act first.
 */
export async function startEmbeddedPostgres(
  options: EmbeddedPostgresOptions,
): Promise<EmbeddedPostgres> {
  const { dataDir, log, mayCreate = true } = options
  if (!mayCreate && !hasCluster(dataDir)) throw noDatabaseYet(dataDir)
  try {
    const installed = findPackage()
    for (const folder of [dataDir, join(dataDir, 'cluster')])
      requireMajorVersion(folder, installed.version)
    makeDataFolder(dataDir)
    return await withLock(lockOf(dataDir), async () => {
      const place = await locateCluster(dataDir, log)
      requireMajorVersion(place.clusterDir, installed.version)
      const note = enter(holdersOf(dataDir))
      const share = { dataDir, log, clusterDir: place.clusterDir, note }
      try {
        return embeddedPostgres(
          share,
          await usablePostmaster(place, installed, options),
          place.state.password,
        )
      } catch (error) {
        // Leaves a server that is still recovering: stopping it would make the next start begin
        // again.
        if (readPidFile(place.clusterDir).status === 'ready') await release(share)
        else leave(holdersOf(dataDir), note)
        throw error
      }
    })
  } catch (error) {
    throw explained(error, dataDir)
  }
}

interface Share {
  readonly dataDir: string
  readonly clusterDir: string
  readonly log: Logger
  /** Returned by `enter`. */
  readonly note: string
}

function embeddedPostgres(
  share: Share,
  postmaster: Postmaster,
  password: string,
): EmbeddedPostgres {
  let stopped: Promise<void> | undefined
  return {
    url: `postgres://lyceum:${password}@127.0.0.1:${postmaster.port}/lyceum`,
    clusterDir: share.clusterDir,
    stop() {
      // If the folder was removed under the running server, nobody can share it, and only the
      // process remains to be stopped.
      stopped ??= existsSync(share.dataDir)
        ? withLock(lockOf(share.dataDir), () => release(share))
        : stopPostmaster(postmaster, share.log)
      return stopped
    },
  }
}

/** Leaves the cluster, stopping it without other holders. Call this only while holding the lock. */
async function release({ dataDir, clusterDir, log, note }: Share): Promise<void> {
  const { othersRemain } = leave(holdersOf(dataDir), note)
  if (othersRemain) return

  // Looks it up again: it may have crashed and been restarted since our start.
  const postmaster = findPostmaster(clusterDir)
  if (postmaster !== undefined) await stopPostmaster(postmaster, log)
}

/** Tries again: a server killed a moment ago may still seem alive, and is then restarted. */
async function usablePostmaster(
  place: Place,
  installed: Package,
  options: EmbeddedPostgresOptions,
): Promise<Postmaster> {
  for (let attempt = 1; attempt <= 2; attempt++) {
    const found = findPostmaster(place.clusterDir)
    const joined = found && (await whenReady(place.clusterDir, found, options.log))
    const postmaster = joined ?? (await startCluster(place, installed, options))
    if (await ensureDatabase(postmaster, place.state.password)) return postmaster
  }
  throw new EmbeddedPostgresError(
    'PostgreSQL went down right after its start, twice. Its log is postgres.log next to its data.',
  )
}

async function startCluster(
  place: Place,
  installed: Package,
  { dataDir, log, settings = {} }: EmbeddedPostgresOptions,
): Promise<Postmaster> {
  const { clusterDir, account, state } = place
  const bin = await usableBinaries(installed, account, dataDir, log)
  if (!existsSync(clusterDir)) {
    log.info(`Creating a new PostgreSQL database in ${clusterDir}.`)
    await createCluster({
      clusterDir,
      account,
      bin,
      password: state.password,
      sync: settings.fsync !== 'off',
    })
  }
  // PostgreSQL insists on both mode and owner, which copies (`cp -r` by root, archives) often lose.
  chmodSync(clusterDir, 0o700)
  if (account !== undefined && statSync(clusterDir).uid === 0) await giveTree(clusterDir, account)

  for (const port of [...(state.port === undefined ? [] : [state.port]), ...somePorts()]) {
    const postmaster = await launchPostmaster({
      clusterDir,
      account,
      bin,
      port,
      logFile: join(dataDir, 'postgres.log'),
      settings,
    })
    if (postmaster === undefined) continue
    if (port !== state.port) await writeState(dataDir, { ...state, port })
    return postmaster
  }
  throw new EmbeddedPostgresError(
    'PostgreSQL cannot be started: all ports tried on 127.0.0.1 are taken.',
  )
}

/** Picks ports outside the ephemeral range, so that one is still free at the next start. */
function somePorts(): number[] {
  return Array.from({ length: 10 }, () => randomInt(20_000, 30_000))
}

function noDatabaseYet(dataDir: string): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `There is no database in ${dataDir} yet, and this command makes none. Set DATA_DIR or ` +
      'DATABASE_URL to where the data is; to begin with an empty database, start the server or ' +
      'run `npm run lyceum -- migrate`.',
  )
}

function makeDataFolder(dataDir: string): void {
  if (!isAbsolute(dataDir)) throw new TypeError(`dataDir must be an absolute path, not ${dataDir}`)

  mkdirSync(dataDir, { recursive: true })
  accessSync(dataDir, constants.W_OK | constants.X_OK)
  if (existsSync(lockOf(dataDir))) accessSync(lockOf(dataDir), constants.W_OK)
  // The account that runs PostgreSQL may pass through root's folder, but not list or write it.
  const { uid, mode } = statSync(dataDir)
  if (isRoot() && uid === 0) chmodSync(dataDir, mode | 0o011)
}

function lockOf(dataDir: string): string {
  return join(dataDir, 'lock')
}

function holdersOf(dataDir: string): string {
  return join(dataDir, 'holders')
}
