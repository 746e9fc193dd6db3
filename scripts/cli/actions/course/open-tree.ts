import { existsSync } from 'node:fs'
import { realpath, stat } from 'node:fs/promises'
import { dirname, isAbsolute, join, posix, relative, sep } from 'node:path'
import type { FormatChoice } from '../../../../books/formats/formats.ts'
import { type CourseFiles, openFolder } from '../../../../books/reading/course-files.ts'
import { readConfig } from '../../../../server/config/config.ts'
import { maxZipBytes, openZip } from '../../../../server/features/authoring/import/zip/open-zip.ts'
import { surroundings } from '../../surroundings.ts'
import { listRenames } from './local-history.ts'

export interface ReadOptions {
  format?: FormatChoice
  /** The path of the course in the folder or repository. */
  folder?: string
  /** The branch of a git repository. */
  branch?: string
  /** Allows any number of pages that look like lessons to be left out. */
  allowMissing?: true
}

const maxZipEntries = 20_000

/** The files that contain a course. */
export interface OpenTree {
  files: CourseFiles
  /** The path of the course in them; empty for the top. */
  folder: string
  /** Lists renamed files, oldest first, by their paths from the top of the files. */
  listRenames(): Promise<[from: string, to: string][]>
}

/**
 * Opens a folder, or a zip like that of the export. Of a book in a git repository, the files of the
 * whole repository: it may include them.
 * @throws CourseFolderError
 */
export async function openTree(
  path: string,
  { format = 'auto', folder = '' }: ReadOptions,
): Promise<OpenTree> {
  if (path.toLowerCase().endsWith('.zip') && (await isFile(path))) {
    const maxBytes = readConfig(surroundings().env).media.maxCourseBytes + maxZipBytes
    const files = await openZip(path, path, { maxBytes, maxEntries: maxZipEntries })
    return { files, folder, listRenames: async () => [] }
  }
  const isOurs =
    format === 'lyceum' ||
    ['course.yaml', 'program.yaml'].some((mark) => existsSync(join(path, folder, mark)))
  const isNoFolder = existsSync(path) && (await isFile(path))
  const root = isOurs || isNoFolder ? undefined : await findRepository(path)
  if (root === undefined)
    return { files: await openFolder(path), folder, listRenames: async () => [] }

  const typed = isAbsolute(path) ? root : relative(process.cwd(), root) || '.'
  const inside = relative(root, await realpath(path)).replaceAll(sep, '/')
  return {
    files: await openFolder(typed),
    folder: posix.join(inside, folder),
    listRenames: () => listRenames(root),
  }
}

async function isFile(path: string): Promise<boolean> {
  return (await stat(path)).isFile()
}

/** Finds the git repository around a folder. */
async function findRepository(path: string): Promise<string | undefined> {
  const start = await realpath(path).catch(() => undefined)
  for (let folder = start; folder !== undefined && folder !== dirname(folder); ) {
    if (existsSync(join(folder, '.git'))) return folder
    folder = dirname(folder)
  }
  return undefined
}
