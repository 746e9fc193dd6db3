import { createFolderStorage } from '../../../server/adapters/file-storage/folder-storage.ts'
import { createS3Storage } from '../../../server/adapters/file-storage/s3-storage.ts'
import type { Config } from '../../../server/config/config.ts'
import { tryMediaStorage } from '../../../server/features/courses/media/try-storage.ts'
import { type Finding, failed, ok } from './finding.ts'

/** Writes, reads and removes a file in the storage of pictures, videos and files of courses. */
export async function checkMediaStorage(
  { media: { storage } }: Config,
  wrong: ReadonlySet<string>,
): Promise<Finding> {
  const setting = [...wrong].find((name) => name.startsWith('MEDIA_'))
  if (setting !== undefined)
    return failed('media', `${setting} is wrong or missing`, `Correct ${setting}.`)
  if (storage.kind === 'database')
    return ok('media', 'files of courses are stored in the database, up to 5 MB each')
  const files =
    storage.kind === 'folder' ? createFolderStorage(storage.folder) : createS3Storage(storage)
  const place = storage.kind === 'folder' ? storage.folder : `the bucket ${storage.bucket}`
  try {
    await tryMediaStorage(files)
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
