import {
  findPlaceOfMedia,
  listMediaAfter,
  type MediaPlace,
} from '../../../../db/queries/courses/media/media-places.ts'
import type { Deps } from '../../../context.ts'
import { storageOfRow, storagesInReach } from './storages.ts'

const rowsAtOnce = 1_000
const listed = 10

export interface LostMedia {
  /** How many files are not where their row says. */
  count: number
  /** Some of them. */
  files: (MediaPlace & { sha256: string })[]
  /** Files in a storage that is out of reach. */
  elsewhere: { storage: string; count: number }[]
}

/** Compares all rows with the names in the storages. Rejects with StorageUnavailable. */
export async function findLostMedia(deps: Pick<Deps, 'db' | 'media'>): Promise<LostMedia> {
  const { db } = deps
  const stored = new Set<string>()
  for (const place of storagesInReach(deps))
    for await (const names of place.list()) for (const name of names) stored.add(name)

  const elsewhere = new Map<string, number>()
  const lost: string[] = []
  for (let after = ''; ; ) {
    const rows = await listMediaAfter(db, { after, limit: rowsAtOnce })
    for (const { sha256, storage, name } of rows) {
      const place = storageOfRow(deps, { storage })
      if (place === undefined) elsewhere.set(storage, (elsewhere.get(storage) ?? 0) + 1)
      // Asks again, as it may have come after the list.
      else if (!stored.has(name) && (await place.size(name)) === undefined) lost.push(sha256)
    }
    const last = rows.at(-1)
    if (last === undefined || rows.length < rowsAtOnce) break
    after = last.name
  }

  const files: LostMedia['files'] = []
  for (const sha256 of lost.slice(0, listed))
    files.push({ sha256, ...(await findPlaceOfMedia(db, sha256)) })
  return {
    count: lost.length,
    files,
    elsewhere: [...elsewhere].map(([storage, count]) => ({ storage, count })),
  }
}
