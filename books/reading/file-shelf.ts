import { posix } from 'node:path'
import { faultOfPath, faultOfTwin, foldersOf, foldPath } from '../../content/files/file-path.ts'
import type { CourseFiles, Mention } from './course-files.ts'
import { mistake, quote } from './course-folder-error.ts'
import { createPresence } from './presence.ts'
import type { CourseFile } from './types.ts'

const maxFiles = 5000

/** The pictures and other files that the lessons of a course name. */
export interface FileShelf {
  /** The folder where file names begin. */
  base: string
  /**
   * Takes a file along, and returns its path from the course's root; undefined if there is none.
   * @throws CourseFolderError for a file that is there and cannot be taken
   */
  take(name: string, mention: Mention): Promise<string | undefined>
  /** Sorted by path. */
  files(): CourseFile[]
}

/**
 * @param base a folder, from the root of the files
 * @param options `showsHidden`: files in folders whose name begins with a dot are taken too
 */
export function createFileShelf(
  files: CourseFiles,
  base: string,
  { showsHidden = false }: { showsHidden?: boolean } = {},
): FileShelf {
  const taken = new Map<string, CourseFile>()
  const origins = new Map<string, string>()
  // By spelling: the paths taken, and a path in each of their folders.
  const spellings = new Map<string, string>()
  const folders = new Map<string, string>()
  const twinOf = (path: string): string | undefined => {
    const spelling = foldPath(path)
    const above = foldersOf(spelling).find((folder) => spellings.has(folder))
    return spellings.get(spelling) ?? folders.get(spelling) ?? spellings.get(above ?? '')
  }
  const presenceOf = createPresence(files)
  return {
    base,
    take: async (name, mention) => {
      const origin = posix.normalize(name).normalize('NFC')
      const own = pathOf(origin, base)
      const path = showsHidden ? withoutDots(own) : own
      if (origins.get(path) === origin) return path
      // Counts a link that leads out, or a device, as there: opening it says what is wrong.
      if ((await presenceOf(name)) === 'missing') return undefined
      const fault = faultOf(path) ?? faultOfOrigin(origin, origins.get(path))
      if (fault !== undefined) throw mistake(mention.file, mention.line, fault)
      const twin = twinOf(path)
      if (twin !== undefined)
        throw mistake(mention.file, mention.line, `${quote(path)} ${faultOfTwin({ path, twin })}`)
      if (taken.size === maxFiles)
        throw mistake(
          mention.file,
          mention.line,
          `this course names more than ${maxFiles} files: split it into several`,
        )
      const { size } = await files.open(name, mention)
      origins.set(path, origin)
      spellings.set(foldPath(path), path)
      for (const folder of foldersOf(foldPath(path))) folders.set(folder, path)
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

/**
 * Returns the path of a file. Files outside the book, which books may show, get a folder of their
 * own.
 */
function pathOf(path: string, base: string): string {
  if (base === '') return path
  return path.startsWith(`${base}/`) ? path.slice(base.length + 1) : `repository/${path}`
}

/** Removes the dot of folders such as Exercism's `.docs`. */
function withoutDots(path: string): string {
  return path.replaceAll(/(?<=^|\/)\.+(?=[^./][^/]*\/)/gu, '')
}

function faultOf(path: string): string | undefined {
  const fault = faultOfPath(path)
  return fault === undefined ? undefined : `the name ${quote(path)} ${fault}`
}

/** Reports a folder of the book with the name that is given to files outside it. */
function faultOfOrigin(origin: string, other: string | undefined): string | undefined {
  return other === undefined
    ? undefined
    : `${quote(origin)} would get the same path in the course as ${quote(other)}: rename one`
}
