import { filesOfDetails } from '../../content/files/file-links.ts'
import type { LessonDetails } from '../../content/lessons/lesson-type-names.ts'
import { writtenIn } from '../../content/lessons/types.ts'
import type { Mention } from './course-files.ts'
import { mistake, quote } from './course-folder-error.ts'
import type { FileShelf } from './file-shelf.ts'

/**
 * Returns a lesson's details with files by their paths from the course's root.
 * @throws CourseFolderError
 */
export async function takeDetails(
  details: LessonDetails,
  shelf: FileShelf,
  mention: Mention,
): Promise<LessonDetails> {
  const taken = new Map<string, string>()
  for (const name of filesOfDetails(details)) taken.set(name, await takeFile(shelf, name, mention))
  const written = writtenIn(details).map(({ type, withPaths, value }) => [
    type,
    withPaths?.(value, (name) => taken.get(name) ?? name) ?? value,
  ])
  return { ...details, ...Object.fromEntries(written) }
}

/**
 * Takes along a file that must exist, and returns its path from the course's root.
 * @throws CourseFolderError
 */
export async function takeFile(shelf: FileShelf, name: string, mention: Mention): Promise<string> {
  const path = await shelf.take(name, mention)
  if (path !== undefined) return path
  throw mistake(
    mention.file,
    mention.line,
    `there is no such file ${quote(name)}: add it, or correct the name`,
  )
}
