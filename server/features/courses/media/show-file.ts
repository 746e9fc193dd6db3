import { fileNameOf } from '../../../../content/files/file-path.ts'
import type { CourseFile } from '../../../../content/files/files-schema.ts'
import type { CourseFileRow } from '../../../../db/queries/courses/media/course-files.ts'
import type { Deps } from '../../../context.ts'

/** Returns a file of a library with its address for the next minutes. */
export function showFile(
  { mediaUrls, now }: Pick<Deps, 'mediaUrls' | 'now'>,
  { path, sha256, size, type, addedAt }: CourseFileRow,
): CourseFile {
  return {
    path,
    sha256,
    bytes: size,
    type,
    url: mediaUrls.urlOf({ sha256, name: fileNameOf(path) }, now()),
    addedAt: addedAt.toISOString(),
  }
}
