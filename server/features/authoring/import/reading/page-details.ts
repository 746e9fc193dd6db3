import type { FileOrUrl, LessonDetails } from '../../../../../db/queries/courses/lessons.ts'
import type { Mention } from './course-files.ts'
import { mistake, quote } from './course-folder-error.ts'
import type { FileShelf } from './file-shelf.ts'

/**
 * The details of a lesson with files by their paths from the course's root.
 * @throws CourseFolderError
 */
export async function takeDetails(
  details: LessonDetails,
  shelf: FileShelf,
  mention: Mention,
): Promise<LessonDetails> {
  const take = (name: string): Promise<string> => takeFile(shelf, name, mention)
  const takeSource = async (source: FileOrUrl): Promise<FileOrUrl> =>
    'file' in source ? { file: await take(source.file) } : source

  const { video, file, ...others } = details
  const taken: LessonDetails = { ...others }
  if (file !== undefined) taken.file = { file: await take(file.file) }
  if (video === undefined) return taken
  const sources: FileOrUrl[] = []
  for (const source of video.sources) sources.push(await takeSource(source))
  const captions: typeof video.captions = []
  for (const caption of video.captions)
    captions.push({ ...caption, file: await take(caption.file) })
  const poster = video.poster === null ? null : await take(video.poster)
  return { ...taken, video: { ...video, sources, captions, poster } }
}

/**
 * Takes a file along that must be there, and returns its path from the course's root.
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
