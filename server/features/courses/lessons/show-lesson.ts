import type { LessonDetails, LessonType } from '../../../../db/queries/courses/lessons.ts'
import { findStoredFiles } from '../../../../db/queries/courses/media/course-files.ts'
import type { Deps } from '../../../context.ts'
import {
  type FilesByPath,
  filesOfDetails,
  type ShownDetails,
  showDetails,
  showFiles,
} from './file-links.ts'
import { showLessonLinks } from './lesson-links.ts'

interface LessonToShow {
  courseId: string
  type: LessonType
  /** Markdown. */
  content: string
  details: LessonDetails | null
  /** SHA-256 by path; null for none. */
  files: FilesByPath | null
}

/** What a lesson has beside its text, by its type. A new type does not compile until it is here. */
const partsByType = {
  text: () => ({ type: 'text' }) as const,
  video: ({ video }: ShownDetails) => ({ type: 'video', video }) as const,
  file: ({ file }: ShownDetails) => ({ type: 'file', file }) as const,
  link: ({ link }: ShownDetails) => ({ type: 'link', link }) as const,
} satisfies Record<LessonType, (shown: ShownDetails) => { type: LessonType }>

/** The content of a lesson as people read it, with addresses of files that last for some minutes. */
export async function showLesson(
  ctx: Pick<Deps, 'db' | 'now' | 'mediaUrls'>,
  { courseId, type, content, details, files }: LessonToShow,
) {
  const now = ctx.now()
  const linked = showLessonLinks(content, courseId)
  const urlOf = (file: { sha256: string; name: string }) => ctx.mediaUrls.urlOf(file, now)
  const shown = showDetails(details, {
    courseId,
    files: files ?? {},
    urlOf,
    contents: await contentsOf(ctx.db, details, files),
  })
  return {
    ...partsByType[type](shown),
    content: files === null ? linked : showFiles(linked, files, urlOf),
    prerequisites: shown.prerequisites,
  }
}

/** Type and size of the files beside the text; most lessons have none, and read nothing. */
async function contentsOf(
  db: Deps['db'],
  details: LessonDetails | null,
  files: FilesByPath | null,
): Promise<Map<string, { type: string; size: number }>> {
  const named = filesOfDetails(details).flatMap((path) => files?.[path] ?? [])
  const stored = named.length === 0 ? [] : await findStoredFiles(db, named)
  return new Map(stored.map(({ sha256, type, size }) => [sha256, { type, size }]))
}

type ShownLesson = Awaited<ReturnType<typeof showLesson>>
type WholeLesson =
  | Extract<ShownLesson, { type: 'text' | 'video' }>
  | (Extract<ShownLesson, { type: 'file' }> & { file: object })
  | (Extract<ShownLesson, { type: 'link' }> & { link: object })

/** Of a lesson that was published: nothing is published that names a file that is not there. */
export function requireWhole(lesson: ShownLesson): WholeLesson {
  if (isWhole(lesson)) return lesson
  throw new Error(`A published lesson of type ${lesson.type} has nothing to show.`)
}

function isWhole(lesson: ShownLesson): lesson is WholeLesson {
  if (lesson.type === 'file') return lesson.file !== null
  return lesson.type !== 'link' || lesson.link !== null
}
