import { findMedia, type MediaRow } from '../../../../db/queries/courses/media/media.ts'
import { type ByteRange, StorageUnavailable } from '../../../adapters/file-storage/types.ts'
import type { Deps } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import type { SignedMedia } from '../../../security/media-urls.ts'
import { storageOfRow } from './storages.ts'
import { inStorage } from './store-media.ts'

type MediaDeps = Pick<Deps, 'db' | 'media' | 'mediaUrls' | 'now' | 'log'>

/**
 * Returns the file of a signed address, and when the address ends. A wrong signature gets the same
 * answer whether or not there is such a file.
 *
 * @throws MediaAddressExpired, MediaNotFound
 */
export async function findSignedMedia(
  { db, mediaUrls, now }: MediaDeps,
  address: SignedMedia,
): Promise<{ file: MediaRow; until: Date }> {
  const until = mediaUrls.verify(address, now())
  if (until === undefined) throw new AppError('MediaAddressExpired')
  const file = await findMedia(db, address.sha256)
  if (file === undefined) throw new AppError('MediaNotFound')
  return { file, until }
}

/** @throws ServiceUnavailable if the bytes are out of reach or lost */
export function openMedia(
  deps: Pick<Deps, 'db' | 'media' | 'log'>,
  { sha256, storage, name }: MediaRow,
  range: ByteRange,
): Promise<AsyncIterable<Uint8Array>> {
  return inStorage(async () => {
    const place = storageOfRow(deps, { storage })
    if (place === undefined)
      throw new StorageUnavailable(
        `the file is in a different storage: set MEDIA_STORAGE=${storage} again`,
      )
    const bytes = await place.read(name, range)
    if (bytes !== undefined) return bytes
    deps.log.error({ sha256, storage, name }, 'a file is lost: restore it from a backup')
    throw new StorageUnavailable('the file is lost')
  })
}
