import { posix } from 'node:path'
import { faultOfPath } from '../../media/file-path.ts'
import type { CourseFiles, Mention } from '../course-folder/course-files.ts'
import { mistake, quote } from '../course-folder/course-folder-error.ts'
import type { CourseFile } from '../course-folder/types.ts'
import { createPresence } from './presence.ts'

const maxFiles = 5000

/** The pictures and other files that the lessons of a course name. */
export interface FileShelf {
  /** Names of files begin here. */
  base: string
  /**
   * Takes a file along, and returns its path from the course's root; undefined if there is none.
   * @throws CourseFolderError for a file that is there and cannot be taken
   */
  take(name: string, mention: Mention): Promise<string | undefined>
  /** Sorted by path. */
  files(): CourseFile[]
}

/** @param base a folder, from the root of the files */
export function createFileShelf(files: CourseFiles, base: string): FileShelf {
  const taken = new Map<string, CourseFile>()
  const spellings = new Map<string, string>()
  const presenceOf = createPresence(files)
  return {
    base,
    take: async (name, mention) => {
      const path = pathOf(name, base)
      if (taken.has(path)) return path
      // A link that leads out, or a device, is there: opening it says what is wrong.
      if ((await presenceOf(name)) === 'missing') return undefined
      const fault = faultOf(path)
      if (fault !== undefined) throw mistake(mention.file, mention.line, fault)
      const other = spellings.get(path.toLowerCase())
      if (other !== undefined)
        throw mistake(
          mention.file,
          mention.line,
          `${quote(path)} differs only in its letters' case from ${quote(other)}: rename one`,
        )
      if (taken.size === maxFiles)
        throw mistake(
          mention.file,
          mention.line,
          `this course names more than ${maxFiles} files: split it into several`,
        )
      const { size, bytes } = await files.open(name, mention)
      discard(bytes)
      spellings.set(path.toLowerCase(), path)
      taken.set(path, {
        path,
        size,
        open: async () => (await files.open(name, mention)).bytes,
      })
      return path
    },
    files: () => [...taken.values()].toSorted((one, other) => (one.path < other.path ? -1 : 1)),
  }
}

/** What lies outside the book, and books may show that, has a folder of its own. */
function pathOf(name: string, base: string): string {
  const path = posix.normalize(name).normalize('NFC')
  if (base === '') return path
  return path.startsWith(`${base}/`) ? path.slice(base.length + 1) : `repository/${path}`
}

function faultOf(path: string): string | undefined {
  const fault = faultOfPath(path)
  return fault === undefined ? undefined : `the name ${quote(path)} ${fault}`
}

/** Only the size was asked for. */
function discard(bytes: AsyncIterable<Uint8Array>): void {
  if ('destroy' in bytes && typeof bytes.destroy === 'function') bytes.destroy()
}
