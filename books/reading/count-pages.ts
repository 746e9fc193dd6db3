import { posix } from 'node:path'
import type { CourseFiles } from './course-files.ts'
import { CourseFolderError, type Problem } from './course-folder-error.ts'

/** The number of pages that look like lessons, and of those taken. */
export interface PageCount {
  found: number
  taken: number
  /** The pages not taken, as mistakes name them. */
  left: string[]
}

/** The share of pages that may be left out without a word. */
const mostLeft = 0.1
const besideTheLessons =
  /(?:^|\/)(?:readme|contributing|changelog|code_of_conduct|licen[cs]e|security|support|summary|authors|contributors|translations?|for-teachers|maintainers)(?:[._-][a-z]{2,8}){0,2}\.\w+$/iu

/** Whether a page is about its repository rather than the subject of the course. */
export function isAboutRepository(name: string): boolean {
  return besideTheLessons.test(name)
}

/**
 * Warns of each page that looks like a lesson and was not taken; if they are many, each is a
 * mistake unless `allowMissing`.
 * @param candidates the pages that look like lessons; `because` says why one is not taken
 */
export function countPages(
  files: Pick<CourseFiles, 'labelOf'>,
  {
    candidates,
    taken,
    because,
  }: {
    candidates: readonly string[]
    taken: ReadonlySet<string>
    because: string
  },
  { allowMissing }: { allowMissing: boolean },
): { count: Pick<PageCount, 'found' | 'left'>; mistakes: Problem[]; warnings: Problem[] } {
  const spelled = new Set(Array.from(taken, (name) => name.normalize('NFC')))
  const left = candidates.filter((name) => !spelled.has(name.normalize('NFC')))
  const found = left.length + taken.size
  const message = `this page is not taken: ${because}`
  const problems = left.map((name) => ({ file: files.labelOf(name), line: 0, message }))
  const count = { found, left: problems.map(({ file }) => file) }
  if (allowMissing || left.length <= found * mostLeft)
    return { count, mistakes: [], warnings: problems }
  const sentence =
    `${left.length} of ${found} pages that look like lessons are not taken: add them, or import ` +
    'the others alone with --allow-missing'
  const mistakes = [{ file: files.labelOf(''), line: 0, message: sentence }, ...problems]
  return { count, mistakes, warnings: [] }
}

/** Lists the names of all files; empty if they are too many to list. */
export async function listed(files: CourseFiles): Promise<string[]> {
  try {
    return await files.list()
  } catch (error) {
    if (error instanceof CourseFolderError) return []
    throw error
  }
}

/** Returns the pages in a folder and below it. */
export function pagesBelow(
  names: readonly string[],
  folder: string,
  extension = /\.md$/iu,
): string[] {
  return names.filter(
    (name) =>
      extension.test(name) &&
      (folder === '' || name.startsWith(`${folder}/`)) &&
      !isAboutRepository(name),
  )
}

/** Passes the files on, and records which of their pages are read. */
export function recordingReads(files: CourseFiles): { files: CourseFiles; read: Set<string> } {
  const read = new Set<string>()
  const recorded: CourseFiles = {
    ...files,
    read: (name, options) => {
      read.add(posix.normalize(name))
      return files.read(name, options)
    },
  }
  return { files: recorded, read }
}
