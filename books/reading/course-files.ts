import { isUtf8 } from 'node:buffer'
import { createReadStream } from 'node:fs'
import { readdir, readFile, realpath, stat } from 'node:fs/promises'
import { isAbsolute, join, relative, sep } from 'node:path'
import { findPictureFault, maxPictureBytes, pictureUrlOf } from '../../content/branding/branding.ts'
import { CourseFolderError, mistake, quote } from './course-folder-error.ts'

export const maxManifestBytes = 1_000_000
const maxTextCharacters = 1_000_000
/** The most bytes that the longest text takes in UTF-8, with a few Windows line ends. */
export const maxTextBytes = 4_000_000

/** The place that names a file, and holds the mistake when it is missing. */
export interface Mention {
  file: string
  line: number
}

/** The files of a course, in a folder or a zip. Nothing outside is ever reached. */
export interface CourseFiles {
  /** Returns the name of a file as problems show it. */
  labelOf(name: string): string
  has(name: string): Promise<boolean>
  /**
   * Reads a file of at most so many bytes.
   * @throws CourseFolderError
   */
  read(name: string, options: { maxBytes: number; mention: Mention }): Promise<Buffer>
  /** Lists all file names, sorted, without those that begin with a dot or lie in such a folder. */
  list(): Promise<string[]>
  /**
   * Reads a file of any size in pieces; opens nothing before the first.
   * @throws CourseFolderError
   */
  open(name: string, mention: Mention): Promise<{ size: number; bytes: AsyncIterable<Uint8Array> }>
}

/**
 * Opens the files of a folder on this machine.
 * @throws CourseFolderError
 */
export async function openFolder(typed: string): Promise<CourseFiles> {
  const mention = { file: typed, line: 0 }
  const root = await attempt(realpath(typed), 'folder', mention)
  const { isDirectory } = await attempt(kindOf(root), 'folder', mention)
  if (!isDirectory) throw mistake(typed, 0, 'this is a file: name the folder that it lies in')
  const labelOf = (name: string) => join(typed, name)
  return {
    labelOf,
    has: (name) =>
      findFile(root, name, { file: name, line: 1 }).then(
        () => true,
        (error: unknown) => {
          if (error instanceof CourseFolderError) return false
          throw error
        },
      ),
    read: async (name, { maxBytes, mention }) => {
      const path = await findFile(root, name, mention)
      const place = { file: labelOf(name), line: 1 }
      const { size } = await attempt(stat(path), 'file', place)
      if (size > maxBytes) throw tooLarge(place.file, `${size} bytes`, maxBytes)
      return attempt(readFile(path), 'file', place)
    },
    list: () => listFolder(root, typed),
    open: async (name, mention) => {
      const path = await findFile(root, name, mention)
      const { size } = await attempt(stat(path), 'file', { file: labelOf(name), line: 1 })
      return { size, bytes: piecesOf(path) }
    },
  }
}

/** Opens a file when its first piece is asked for: many are only weighed. */
async function* piecesOf(path: string): AsyncGenerator<Uint8Array> {
  yield* createReadStream(path)
}

const maxListedFiles = 20_000

/** Lists links and devices as files; opening one tells that it is none. */
async function listFolder(root: string, typed: string): Promise<string[]> {
  const names: string[] = []
  const waiting = ['']
  for (let folder = waiting.pop(); folder !== undefined; folder = waiting.pop()) {
    const label = { file: join(typed, folder), line: 0 }
    const entries = await attempt(
      readdir(join(root, folder), { withFileTypes: true }),
      'folder',
      label,
    )
    for (const entry of entries) {
      if (entry.name.startsWith('.')) continue
      const name = folder === '' ? entry.name : `${folder}/${entry.name}`
      if (entry.isDirectory()) waiting.push(name)
      else names.push(name)
      if (names.length > maxListedFiles)
        throw mistake(
          typed,
          0,
          `this folder has more than ${maxListedFiles} files: name the folder of the course alone`,
        )
    }
  }
  return names.sort()
}

/**
 * Returns the absolute path of the file `name` in the folder `root`; never reaches anything outside
 * the folder.
 * @throws CourseFolderError
 */
async function findFile(root: string, name: string, mention: Mention): Promise<string> {
  const advice = 'move it into the folder'
  const leavesFolder = `the file ${quote(name)} is outside the course's folder: ${advice}`
  const asNamed = join(root, name)
  if (isAbsolute(name) || !isInside(root, asNamed))
    throw mistake(mention.file, mention.line, leavesFolder)

  const path = await attempt(realpath(asNamed), `file ${quote(name)}`, mention)
  if (!isInside(root, path)) throw mistake(mention.file, mention.line, leavesFolder)
  // Refuses .git: the address of a clone may hold a password.
  if (relative(root, path).toLowerCase().split(sep).includes('.git')) {
    const message = `the file ${quote(name)} belongs to git, not to the course: remove its name`
    throw mistake(mention.file, mention.line, message)
  }

  // Checks the kind first: opening a pipe would wait forever.
  const { isFile } = await attempt(kindOf(path), `file ${quote(name)}`, mention)
  if (!isFile) throw mistake(mention.file, mention.line, `${quote(name)} is not a file`)
  return path
}

/** Reads the text of a file with `\n` line ends and without a byte order mark. */
export async function readText(
  files: CourseFiles,
  name: string,
  options: { maxBytes: number; mention: Mention },
): Promise<string> {
  const file = files.labelOf(name)
  const bytes = await files.read(name, options)
  if (!isUtf8(bytes))
    throw mistake(
      file,
      firstLineThatIsNotUtf8(bytes),
      'this line is not UTF-8 text: save the file as UTF-8',
    )

  const text = new TextDecoder().decode(bytes).replaceAll('\r\n', '\n')
  if (text.length > maxTextCharacters)
    throw tooLarge(file, `${text.length} characters`, maxTextCharacters)
  const nul = text.indexOf('\0')
  if (nul >= 0)
    throw mistake(
      file,
      text.slice(0, nul).split('\n').length,
      'this line contains a NUL character: remove it',
    )
  return text
}

/** Reads a picture as a `data:` URL. */
export async function readPicture(
  files: CourseFiles,
  name: string,
  mention: Mention,
): Promise<string> {
  const file = files.labelOf(name)
  const bytes = await files.read(name, { maxBytes: maxPictureBytes, mention })
  const url = pictureUrlOf(bytes)
  if (url === undefined)
    throw mistake(file, 1, 'this file is neither a PNG nor an SVG: save the picture as one of them')
  const fault = findPictureFault(bytes)
  if (fault !== undefined) throw mistake(file, 1, `this picture ${fault}`)
  return url
}

export function tooLarge(file: string, size: string, limit: number): CourseFolderError {
  return mistake(file, 1, `this file is too large: ${size}, at most ${limit} are allowed`)
}

async function kindOf(path: string): Promise<{ isFile: boolean; isDirectory: boolean }> {
  const found = await stat(path)
  return { isFile: found.isFile(), isDirectory: found.isDirectory() }
}

function isInside(root: string, path: string): boolean {
  const way = relative(root, path)
  return way !== '' && way !== '..' && !way.startsWith(`..${sep}`) && !isAbsolute(way)
}

/** Judges lines one by one: in UTF-8 only the line feed contains the byte 0x0a. */
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
