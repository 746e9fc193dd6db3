import { createHash, randomBytes } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { rm, writeFile } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { isRoot } from './account.ts'
import { codeOf } from './errors.ts'
import { foldersOutside } from './outside.ts'
import { findPostmaster } from './postmaster.ts'
import { readState } from './state.ts'

/** A cluster outside its data folder, when that folder is gone or uses another one now. */
export interface AbandonedCluster {
  readonly clusterDir: string
  readonly dataDir: string
}

/** Returns a new name for a cluster outside its data folder, which tells whose it is. */
export function nameOutside(dataDir: string): string {
  return `${prefixOf(dataDir)}-${randomBytes(4).toString('hex')}`
}

/**
 * Notes at both ends where the cluster is and whose: deleting the data folder would otherwise leave
 * the cluster behind unnoticed.
 */
export async function leaveNotes({ clusterDir, dataDir }: AbandonedCluster): Promise<void> {
  const folder = dirname(clusterDir)
  for (const name of readdirSync(folder).filter((name) => name.endsWith('.for'))) {
    const other = join(folder, name.slice(0, -'.for'.length))
    const owner = ownerOf(other, dataDir)
    // Skips one deleted by hand; another process may still be creating one.
    if (
      !existsSync(other) &&
      owner !== undefined &&
      !isInUse({ clusterDir: other, dataDir: owner })
    )
      await rm(ownerNoteOf(other), { force: true })
  }
  await writeFile(ownerNoteOf(clusterDir), dataDir)
  await writeFile(
    noteIn(dataDir),
    `The database of this folder is in ${clusterDir}, because PostgreSQL does not run as root and
its account cannot enter this folder. Back it up together with this folder. When you delete this
folder, stop the server and delete the database too:

${removalOf(clusterDir)}
`,
  )
}

/** Removes the note that a copied data folder inherits; its database may be inside again. */
export async function removeNote(dataDir: string): Promise<void> {
  await rm(noteIn(dataDir), { force: true })
}

function noteIn(dataDir: string): string {
  return join(dataDir, 'DATABASE-IS-ELSEWHERE.txt')
}

/** Returns the command, for root to type, that deletes a cluster outside its data folder. */
export function removalOf(clusterDir: string): string {
  const postmaster = existsSync(clusterDir) ? findPostmaster(clusterDir) : undefined
  const stop = postmaster === undefined ? '' : `kill ${postmaster.pid}; `
  return `${stop}rm -rf ${clusterDir} ${ownerNoteOf(clusterDir)}`
}

/**
 * Finds unused clusters: those that name their data folder, and those made for `dataDir`. Deletes
 * nothing, because the folder may only be away, like a disk.
 */
export function findAbandonedClusters(dataDir: string): AbandonedCluster[] {
  if (!isRoot()) return []
  return foldersOutside
    .flatMap((folder) => clustersIn(folder))
    .flatMap((clusterDir) => {
      const owner = ownerOf(clusterDir, dataDir)
      return owner === undefined ? [] : [{ clusterDir, dataDir: owner }]
    })
    .filter((cluster) => !isInUse(cluster))
}

function clustersIn(folder: string): string[] {
  if (!existsSync(folder)) return []
  return readdirSync(folder)
    .filter((name) => /^[0-9a-f]{12}-[0-9a-f]{8}$/.test(name))
    .map((name) => join(folder, name))
}

/** Returns the owner; undefined if unknown: earlier versions left no note. */
function ownerOf(clusterDir: string, dataDir: string): string | undefined {
  try {
    return readFileSync(ownerNoteOf(clusterDir), 'utf8')
  } catch (error) {
    if (codeOf(error) !== 'ENOENT') throw error
  }
  return clusterDir.includes(`/${prefixOf(dataDir)}-`) ? dataDir : undefined
}

function isInUse({ clusterDir, dataDir }: AbandonedCluster): boolean {
  try {
    return readState(dataDir)?.moved?.to === clusterDir
  } catch {
    // A damaged file does not prove that it belongs to another.
    return true
  }
}

function ownerNoteOf(clusterDir: string): string {
  return `${clusterDir}.for`
}

function prefixOf(dataDir: string): string {
  return createHash('sha256').update(dataDir).digest('hex').slice(0, 12)
}
