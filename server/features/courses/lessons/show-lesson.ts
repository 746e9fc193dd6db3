import { addressesFor, type FilesByPath, showFiles } from '../../../../content/files/file-links.ts'
import { showLessonLinks } from '../../../../content/files/lesson-links.ts'
import type { LessonDetails, LessonType } from '../../../../content/lessons/lesson-type-names.ts'
import { ownOf, type Typed, typed } from '../../../../content/lessons/types.ts'
import {
  findStoredFiles,
  type StoredFile,
} from '../../../../db/queries/courses/media/course-files.ts'
import type { Deps } from '../../../context.ts'
import type { FileOfLesson } from './shown-schema.ts'

interface LessonToShow {
  courseId: string
  type: LessonType
  /** The text, in Markdown. */
  content: string
  details: LessonDetails | null
  /** SHA-256 by path; null for none. */
  files: FilesByPath | null
}

/** Returns a lesson's content as people read it, with file addresses valid for some minutes. */
export async function showLesson(
  ctx: Pick<Deps, 'db' | 'now' | 'mediaUrls'>,
  { courseId, type, content, details, files }: LessonToShow,
) {
  const now = ctx.now()
  const linked = showLessonLinks(content, courseId)
  const urlOf = (file: { sha256: string; name: string }) => ctx.mediaUrls.urlOf(file, now)
  const contents = await contentsOf(ctx.db, files)
  const addresses = addressesFor({ courseId, files: files ?? {}, urlOf, contents })
  const written = details?.[type]
  const shown = written === undefined ? null : ownOf(type)?.show(written, addresses)
  return {
    ...typed<'preview'>(type, shown),
    content: files === null ? linked : showFiles(linked, files, urlOf),
    requires: details?.prerequisites ?? [],
    files: Object.entries(files ?? {}).flatMap(([path, sha256]) => {
      const [url, content] = [addresses.urlOf(path), contents.get(sha256)]
      return url === undefined || content === undefined ? [] : lessonFileOf(url, content)
    }),
  }
}

/** Reads type and sizes of the files; most lessons have none, and cost no read. */
async function contentsOf(
  db: Deps['db'],
  files: FilesByPath | null,
): Promise<Map<string, StoredFile>> {
  const named = Object.values(files ?? {})
  const stored = named.length === 0 ? [] : await findStoredFiles(db, named)
  return new Map(stored.map((file) => [file.sha256, file]))
}

function lessonFileOf(url: string, { type, size, width, height }: StoredFile): FileOfLesson {
  return { url, type, bytes: size, width: width || null, height: height || null }
}

type ShownLesson = Awaited<ReturnType<typeof showLesson>>
type WholeLesson = Typed<'shown'> & Pick<ShownLesson, 'content' | 'requires' | 'files'>

/** Fails if a published lesson has nothing to show: none is published that names a missing file. */
export function requireWhole(lesson: ShownLesson): WholeLesson {
  const { type, ...fields }: { type: LessonType; [field: string]: unknown } = lesson
  if (ownOf(type)?.isNeeded === true && fields[type] === null)
    throw new Error(`A published lesson of type ${type} has nothing to show.`)
  return lesson as WholeLesson
}
