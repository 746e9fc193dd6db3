import { createFolderStorage } from '../../../server/adapters/file-storage/folder-storage.ts'
import { createS3Storage } from '../../../server/adapters/file-storage/s3-storage.ts'
import type { Config } from '../../../server/config/config.ts'
import { newMediaName } from '../../../server/features/media/store-media.ts'
import { type Finding, failed, ok } from './finding.ts'

/** Writes, reads and removes a file in the storage of pictures, videos and files of courses. */
export async function checkMediaStorage({ media: { storage } }: Config): Promise<Finding> {
  if (storage.kind === 'database')
    return ok('media', 'files of courses are stored in the database, up to 5 MB each')
  const files =
    storage.kind === 'folder' ? createFolderStorage(storage.folder) : createS3Storage(storage)
  const place = storage.kind === 'folder' ? storage.folder : `the bucket ${storage.bucket}`
  const name = newMediaName()
  try {
    await files.put(name, Buffer.from(name))
    const received = await files.get(name)
    await files.remove(name)
    if (received === undefined || String(Buffer.from(received)) !== name)
      throw new Error('the file read differs from the file written')
    return ok('media', `files of courses are stored in ${place}`)
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return failed(
      'media',
      `files of courses cannot be stored in ${place}: ${reason}`,
      'Correct MEDIA_STORAGE and its related settings, or the permissions there.',
    )
  }
}
