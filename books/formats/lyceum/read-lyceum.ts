import { posix } from 'node:path'
import { readCourse } from '../../folder/course-folder.ts'
import { countPages, listed, pagesBelow, recordingReads } from '../../reading/count-pages.ts'
import type { CourseFiles } from '../../reading/course-files.ts'
import { CourseFolderError } from '../../reading/course-folder-error.ts'
import type { CourseReading, FormatOptions } from '../../reading/types.ts'
import { withinFolder } from '../../reading/within-folder.ts'

/** @throws CourseFolderError with every mistake */
export async function readLyceum(
  files: CourseFiles,
  { folder, slug, allowMissing = false }: FormatOptions,
): Promise<CourseReading> {
  const recorded = recordingReads(withinFolder(files, folder))
  const reading = { ...(await readCourse(recorded.files)) }
  const taken = new Set([...recorded.read].filter((name) => name.endsWith('.md')))
  const folders = new Set(Array.from(taken, (name) => posix.dirname(name)))
  const candidates = pagesBelow(await listed(recorded.files), '').filter((name) =>
    folders.has(posix.dirname(name)),
  )
  const scope = { candidates, taken, because: 'course.yaml does not name it' }
  const { count, mistakes, warnings } = countPages(recorded.files, scope, { allowMissing })
  if (mistakes.length > 0) throw new CourseFolderError(mistakes)
  const { pages } = reading
  reading.pages = { ...pages, found: pages.taken + count.left.length, left: count.left }
  reading.warnings = [...reading.warnings, ...warnings]
  return slug === undefined ? reading : { ...reading, course: { ...reading.course, slug } }
}
