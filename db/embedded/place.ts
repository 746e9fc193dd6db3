import { createHash, randomBytes } from 'node:crypto'
import { existsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Logger } from 'pino'
import { type Account, accountFor, canEnter, isRoot } from './account.ts'
import { accountName, EmbeddedPostgresError } from './errors.ts'
import { folderOutside } from './outside.ts'
import { newState, readState, type State, writeState } from './state.ts'

/** Where a cluster lies, who runs it, and what is remembered about it. */
export interface Place {
  readonly clusterDir: string
  readonly account: Account | undefined
  readonly state: State
}

/**
 * Decides where the cluster of a data folder lies, once: later starts find it there, whatever
 * happened to the rights of folders meanwhile.
 */
export async function locateCluster(dataDir: string, log: Logger): Promise<Place> {
  const known = await ownState(dataDir, log)
  const clusterDir = known.moved?.to ?? join(dataDir, 'cluster')
  const account = accountFor(clusterDir)

  if (existsSync(clusterDir)) {
    if (readState(dataDir) === undefined) throw passwordLost(dataDir)
    await requireReachable(clusterDir, dataDir, account)
    return { clusterDir, account, state: known }
  }
  if (known.moved !== undefined)
    log.warn(
      `The database of ${dataDir} lay in ${clusterDir} and is gone. Starting with an empty one.`,
    )

  const { moved: _gone, ...state } = known
  if (account !== undefined && !(await canEnter(dataDir, account)))
    return moveOutside(dataDir, account, state, log)
  await writeState(dataDir, state)
  return { clusterDir: join(dataDir, 'cluster'), account, state }
}

/**
 * What is remembered in the folder, unless the folder is a copy of another one that still uses the
 * same cluster.
 */
async function ownState(dataDir: string, log: Logger): Promise<State> {
  const state = readState(dataDir) ?? newState()
  if (state.moved === undefined || state.moved.from === dataDir) return state

  if (readState(state.moved.from)?.moved?.to === state.moved.to) {
    log.info(
      `${dataDir} is a copy of ${state.moved.from}, which uses the database in ${state.moved.to}: starting with an empty one of its own.`,
    )
    return newState()
  }
  const renamed = { ...state, moved: { ...state.moved, from: dataDir } }
  await writeState(dataDir, renamed)
  return renamed
}

async function moveOutside(
  dataDir: string,
  account: Account,
  state: State,
  log: Logger,
): Promise<Place> {
  const folder = await folderOutside(account)
  const name = `${createHash('sha256').update(dataDir).digest('hex').slice(0, 12)}-${randomBytes(4).toString('hex')}`
  const clusterDir = join(folder, name)
  const moved = { ...state, moved: { to: clusterDir, from: dataDir } }
  await writeState(dataDir, moved)

  log.info(
    `PostgreSQL does not run as root, and the user "${account.name}" cannot enter ${dataDir}: the database lies in ${clusterDir}.`,
  )
  return { clusterDir, account, state: moved }
}

async function requireReachable(
  clusterDir: string,
  dataDir: string,
  account: Account | undefined,
): Promise<void> {
  if (!isRoot() && statSync(clusterDir).uid !== process.geteuid?.()) {
    throw new EmbeddedPostgresError(
      `PostgreSQL cannot be started: the database in ${clusterDir} belongs to another user than ${accountName()} (was it made as root?). ` +
        `Start as that user, give the folder to ${accountName()}, remove ${dataDir} to start with an empty database, or set DATABASE_URL.`,
    )
  }
  // Root's own copy of a cluster is given to the account later: until then only the folders above
  // count.
  const gate = statSync(clusterDir).uid === 0 ? dirname(clusterDir) : clusterDir
  if (account === undefined || (await canEnter(gate, account))) return
  throw new EmbeddedPostgresError(
    `PostgreSQL cannot be started: the database in ${clusterDir} is run by the user "${account.name}", who cannot enter that folder any more. ` +
      'Let others enter the folders above it (chmod o+x), start as that user, or set DATABASE_URL.',
  )
}

function passwordLost(dataDir: string): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `PostgreSQL cannot be used: ${join(dataDir, 'cluster.json')}, which holds the password of the database beside it, is gone. ` +
      `Restore it, or remove ${dataDir} to start with an empty database.`,
  )
}
