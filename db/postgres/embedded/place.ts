import { existsSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Logger } from 'pino'
import {
  findAbandonedClusters,
  leaveNotes,
  nameOutside,
  removalOf,
  removeNote,
} from './abandoned.ts'
import { accountFor, canEnter, isRoot } from './account.ts'
import { accountName, EmbeddedPostgresError } from './errors.ts'
import { folderOutside } from './outside.ts'
import { newState, readState, type State, writeState } from './state.ts'
import type { Account } from './types.ts'

/** The cluster's folder, the account that runs it, and its stored state. */
export interface Place {
  readonly clusterDir: string
  readonly account: Account | undefined
  readonly state: State
}

/**
 * Decides once where a data folder's cluster lies: later starts find it there, even if folder
 * permissions have changed.
 */
export async function locateCluster(dataDir: string, log: Logger): Promise<Place> {
  const place = await findOrPlaceCluster(dataDir, log)
  const { moved } = place.state
  if (moved === undefined) await removeNote(dataDir)
  else {
    await leaveNotes({ clusterDir: moved.to, dataDir })
    log.info(
      `The database of ${dataDir} is in ${moved.to}, because PostgreSQL does not run as root and ` +
        `the user "${place.account?.name}" could not enter the folder itself. When you delete ` +
        `${dataDir}, it stays; to delete it as well: ${removalOf(moved.to)}`,
    )
  }
  for (const left of findAbandonedClusters(dataDir).filter((one) => one.dataDir === dataDir)) {
    log.warn(
      `An earlier database of ${dataDir} was left behind in ${left.clusterDir}, and is not used. ` +
        `To delete it: ${removalOf(left.clusterDir)}`,
    )
  }
  return place
}

/** Whether a start would find a cluster rather than make one. Changes nothing. */
export function hasCluster(dataDir: string): boolean {
  const moved = readState(dataDir)?.moved
  const isUsedByOther =
    moved !== undefined && moved.from !== dataDir && readState(moved.from)?.moved?.to === moved.to
  return !isUsedByOther && existsSync(moved?.to ?? join(dataDir, 'cluster'))
}

async function findOrPlaceCluster(dataDir: string, log: Logger): Promise<Place> {
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
      `The database of ${dataDir} was in ${clusterDir} and is gone. Starting with an empty one.`,
    )

  const { moved: _gone, ...state } = known
  if (account !== undefined && !(await canEnter(dataDir, account)))
    return moveOutside(dataDir, account, state)
  await writeState(dataDir, state)
  return { clusterDir: join(dataDir, 'cluster'), account, state }
}

/** Returns the folder's stored state, unless it is a copy of one that still uses its cluster. */
async function ownState(dataDir: string, log: Logger): Promise<State> {
  const state = readState(dataDir) ?? newState()
  if (state.moved === undefined || state.moved.from === dataDir) return state

  if (readState(state.moved.from)?.moved?.to === state.moved.to) {
    log.info(
      `${dataDir} is a copy of ${state.moved.from}, which uses the database in ` +
        `${state.moved.to}: starting with an empty database of its own.`,
    )
    return newState()
  }
  log.info(
    `${dataDir} was ${state.moved.from} before, and goes on with its database in ` +
      `${state.moved.to}.`,
  )
  const renamed = { ...state, moved: { ...state.moved, from: dataDir } }
  await writeState(dataDir, renamed)
  return renamed
}

async function moveOutside(dataDir: string, account: Account, state: State): Promise<Place> {
  const folder = await folderOutside(account)
  const clusterDir = join(folder, nameOutside(dataDir))
  const moved = { ...state, moved: { to: clusterDir, from: dataDir } }
  await writeState(dataDir, moved)
  return { clusterDir, account, state: moved }
}

async function requireReachable(
  clusterDir: string,
  dataDir: string,
  account: Account | undefined,
): Promise<void> {
  if (!isRoot() && statSync(clusterDir).uid !== process.geteuid?.()) {
    throw new EmbeddedPostgresError(
      `PostgreSQL cannot be started: the database in ${clusterDir} does not belong to ` +
        `${accountName()} (was it created as root?). Start as its owner, give the folder to ` +
        `${accountName()}, remove ${dataDir} to start with an empty database, or set DATABASE_URL.`,
    )
  }
  // Only the folders above count for now: the account gets root's copy of a cluster later.
  const gate = statSync(clusterDir).uid === 0 ? dirname(clusterDir) : clusterDir
  if (account === undefined || (await canEnter(gate, account))) return
  throw new EmbeddedPostgresError(
    `PostgreSQL cannot be started: the database in ${clusterDir} is run by the user ` +
      `"${account.name}", who can no longer enter that folder. Let others enter the folders ` +
      'above it (chmod o+x), start as that user, or set DATABASE_URL.',
  )
}

function passwordLost(dataDir: string): EmbeddedPostgresError {
  return new EmbeddedPostgresError(
    `PostgreSQL cannot be used: ${join(dataDir, 'cluster.json')}, which holds the password of ` +
      `the database next to it, is gone. Restore it, or remove ${dataDir} to start with an empty ` +
      'database.',
  )
}
