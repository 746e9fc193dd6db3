import { deleteUnusedMedia, listMediaNames } from '../../../../db/queries/courses/media/media.ts'
import { firstIdAt } from '../../../../lib/ids.ts'
import type { MediaStorage } from '../../../adapters/file-storage/types.ts'
import type { Deps } from '../../../context.ts'
import { describeCause } from '../../../errors/describe-cause.ts'
import { storageOfRow, storagesInReach } from './storages.ts'
import { mediaNamePrefix } from './store-media.ts'

const dayMilliseconds = 24 * 3_600_000
/** Exceeds the duration of any upload: a file still without a row was left by a crash. */
const strayMilliseconds = 2 * dayMilliseconds
const filesAtOnce = 100

type CollectDeps = Pick<Deps, 'db' | 'media' | 'now' | 'log'>

/**
 * Removes files that no library or version has named for a day, and what crashes left behind. The
 * row goes before the bytes: a crash in between leaves a file without a row, never the reverse.
 */
export async function collectMedia(ctx: CollectDeps): Promise<void> {
  const unused = await removeUnused(ctx)
  const strays = await removeStrays(ctx)
  if (unused + strays > 0) ctx.log.info({ unused, strays }, 'removed files that nothing shows')
}

async function removeUnused(ctx: CollectDeps): Promise<number> {
  const { db, now, log } = ctx
  const usedBefore = new Date(now().getTime() - dayMilliseconds)
  for (let removed = 0; ; ) {
    const rows = await deleteUnusedMedia(db, { usedBefore, limit: filesAtOnce })
    for (const { storage, name } of rows) {
      const place = storageOfRow(ctx, { storage })
      if (place !== undefined) removed += await remove(ctx, { place, name })
      else log.warn({ storage, name }, 'a file that nothing shows is in a different storage')
    }
    if (rows.length < filesAtOnce) return removed
  }
}

/** Removes files of ours that no row names, and that were begun long ago. */
async function removeStrays(ctx: CollectDeps): Promise<number> {
  const { db, media, now } = ctx
  const before = new Date(now().getTime() - strayMilliseconds)
  const firstRecent = mediaNamePrefix + firstIdAt(before)
  await media.tidy(before)
  let removed = 0
  for (const place of storagesInReach(ctx))
    for await (const names of place.list()) {
      const old = names.filter((name) => name.startsWith(mediaNamePrefix) && name < firstRecent)
      const used = new Set(old.length > 0 ? await listMediaNames(db, old) : [])
      for (const name of old.filter((name) => !used.has(name)))
        removed += await remove(ctx, { place, name })
    }
  return removed
}

/** Removes a file and counts it. A failure holds up no other, and is a stray for the next run. */
async function remove(
  { log }: CollectDeps,
  { place, name }: { place: MediaStorage; name: string },
): Promise<0 | 1> {
  try {
    await place.remove(name)
    return 1
  } catch (error) {
    log.error({ name, cause: describeCause(error) }, 'a file that nothing shows stays for now')
    return 0
  }
}
