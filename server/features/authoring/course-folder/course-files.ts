import { isUtf8 } from 'node:buffer'
import { readFile, realpath, stat } from 'node:fs/promises'
import { isAbsolute, join, relative, sep } from 'node:path'
import {
  findPictureFault,
  maxPictureBytes,
  pictureUrlOf,
} from '../../../adapters/pdf-printer/branding.ts'
import { CourseFolderError, mistake, quote } from './course-folder-error.ts'

const MAX_FILE_BYTES = 1_000_000

/** Where a file is named: when it is missing, the mistake is there. */
export interface Mention {
  file: string
  line: number
}

/**
 * Absolute path of the folder, free of symbolic links.
 * @throws CourseFolderError
 */
export async function openFolder(folder: string): Promise<string> {
  const mention = { file: folder, line: 0 }
  const root = await attempt(realpath(folder), 'folder', mention)
  const { isDirectory } = await attempt(kindOf(root), 'folder', mention)
  if (!isDirectory) throw mistake(folder, 0, 'this is a file: name the folder that it lies in')
  return root
}

/**
 * Absolute path of the file `name` in the folder `root`; nothing outside the folder is ever
 * reached.
 * @throws CourseFolderError
 */
export async function findFile(root: string, name: string, mention: Mention): Promise<string> {
  const advice = 'move it into the folder'
  const leavesFolder = `the file ${quote(name)} is outside the course's folder: ${advice}`
  const asNamed = join(root, name)
  if (isAbsolute(name) || !isInside(root, asNamed))
    throw mistake(mention.file, mention.line, leavesFolder)

  const path = await attempt(realpath(asNamed), `file ${quote(name)}`, mention)
  if (!isInside(root, path)) throw mistake(mention.file, mention.line, leavesFolder)

  // Opening a pipe would wait forever, so the kind is checked first.
  const { isFile } = await attempt(kindOf(path), `file ${quote(name)}`, mention)
  if (!isFile) throw mistake(mention.file, mention.line, `${quote(name)} is not a file`)
  return path
}

/** Whether the folder `root` has a file `name` within it. */
export async function hasFile(root: string, name: string): Promise<boolean> {
  return findFile(root, name, { file: name, line: 1 }).then(
    () => true,
    (error: unknown) => {
      if (error instanceof CourseFolderError) return false
      throw error
    },
  )
}

/** The text of a file, with `\n` at the end of its lines and without a byte order mark. */
export async function readText(path: string, file: string): Promise<string> {
  const bytes = await readBytes(path, file, MAX_FILE_BYTES)
  if (!isUtf8(bytes))
    throw mistake(
      file,
      firstLineThatIsNotUtf8(bytes),
      'this line is not UTF-8 text: save the file as UTF-8',
    )

  const text = new TextDecoder().decode(bytes).replaceAll('\r\n', '\n')
  const nul = text.indexOf('\0')
  if (nul >= 0)
    throw mistake(
      file,
      text.slice(0, nul).split('\n').length,
      'this line contains a NUL character: remove it',
    )
  return text
}

/** A picture as a `data:` URL. */
export async function readPicture(path: string, file: string): Promise<string> {
  const bytes = await readBytes(path, file, maxPictureBytes)
  const url = pictureUrlOf(bytes)
  if (url === undefined)
    throw mistake(file, 1, 'this file is neither a PNG nor an SVG: save the picture as one of them')
  const fault = findPictureFault(bytes)
  if (fault !== undefined) throw mistake(file, 1, `this picture ${fault}`)
  return url
}

async function readBytes(path: string, file: string, limit: number): Promise<Buffer> {
  const mention = { file, line: 1 }
  const { size } = await attempt(stat(path), 'file', mention)
  if (size > limit)
    throw mistake(file, 1, `this file is too large: ${size} bytes, at most ${limit} are allowed`)
  return attempt(readFile(path), 'file', mention)
}

async function kindOf(path: string): Promise<{ isFile: boolean; isDirectory: boolean }> {
  const found = await stat(path)
  return { isFile: found.isFile(), isDirectory: found.isDirectory() }
}

function isInside(root: string, path: string): boolean {
  const way = relative(root, path)
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
}

/**
 * In UTF-8 only the line feed contains the byte 0x0a, so lines can be judged one by one.
 */
function firstLineThatIsNotUtf8(bytes: Buffer): number {
  let line = 1
  let start = 0
  for (
    let end = bytes.indexOf(0x0a);
    end >= 0 && isUtf8(bytes.subarray(start, end));
    end = bytes.indexOf(0x0a, start)
  ) {
    line += 1
    start = end + 1
  }
  return line
}

async function attempt<T>(work: Promise<T>, what: string, { file, line }: Mention): Promise<T> {
  try {
    return await work
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : undefined
    const isAbsent = code === 'ENOENT' || code === 'ENOTDIR'
    throw mistake(
      file,
      line,
      isAbsent
        ? `there is no such ${what}: add it, or correct the name`
        : `the ${what} cannot be read (${code}): check its permissions`,
    )
  }
}
