import { isUtf8 } from 'node:buffer'
import { stat } from 'node:fs/promises'
import { posix } from 'node:path'
import { crc32 } from 'node:zlib'
import { type Entry, fromBufferPromise, openPromise, type ZipFile } from 'yauzl'
import {
  type CourseFiles,
  type Mention,
  tooLarge,
} from '../../../../../books/reading/course-files.ts'
import {
  CourseFolderError,
  mistake,
  type Problem,
  quote,
} from '../../../../../books/reading/course-folder-error.ts'
import { foldersOf } from '../../../../../content/files/file-path.ts'
import { clientLimits } from '../../../../errors/client-limits.ts'

/** The most bytes of a zip, packed and unpacked, unless its opener allows more. */
export const maxZipBytes = clientLimits.zipBytes
const maxEntries = 3000
/** Bytes of a name in UTF-8, as in file systems; a zip allows 65,535. */
const maxNameBytes = 1024
const maxProblems = 100

export interface ZipBounds {
  /** Limit for both packed and unpacked bytes. */
  maxBytes: number
  maxEntries: number
}

/**
 * Opens the files of a zip, looking through a single folder at its top, as programs add it when a
 * folder is zipped. Files are unpacked when they are read, in memory alone.
 * @param source its bytes, or its path on this machine
 * @throws CourseFolderError
 */
export async function openZip(
  source: Buffer | string,
  label: string,
  bounds: ZipBounds = { maxBytes: maxZipBytes, maxEntries },
): Promise<CourseFiles> {
  const { maxBytes: maxUnpacked } = bounds
  const size = typeof source === 'string' ? (await stat(source)).size : source.length
  if (size > maxUnpacked) throw tooLarge(label, `${size} bytes`, maxUnpacked)
  const zip = await open(source, label)
  const entries = await listEntries(zip, label, bounds)
  const top = topFolderOf([...entries.keys()])
  const labelOf = (name: string) => posix.join(top, name)
  const find = (name: string) => entries.get(labelOf(name).normalize('NFC'))
  const counted = new Set<string>()
  let unpacked = 0
  const entryOf = (name: string, mention: Mention): Entry => {
    const entry = find(name)
    if (entry === undefined) throw missing(name, mention)
    if (!counted.has(name)) unpacked += entry.uncompressedSize
    counted.add(name)
    if (unpacked > maxUnpacked)
      throw mistake(label, 0, `this zip unpacks to more than ${maxUnpacked} bytes: split it`)
    return entry
  }
  return {
    labelOf,
    has: async (name) => find(name) !== undefined,
    read: async (name, { maxBytes, mention }) => {
      const entry = find(name)
      if (entry === undefined) throw missing(name, mention)
      const { uncompressedSize: size } = entry
      if (size > maxBytes) throw tooLarge(labelOf(name), `${size} bytes`, maxBytes)
      return collect(unpack(zip, entryOf(name, mention), labelOf(name)))
    },
    list: async () =>
      [...entries.keys()]
        .map((name) => posix.relative(top, name))
        .filter((name) => !name.split('/').some((part) => part.startsWith('.')))
        .sort(),
    open: async (name, mention) => {
      const entry = entryOf(name, mention)
      return { size: entry.uncompressedSize, bytes: unpack(zip, entry, labelOf(name)) }
    },
  }
}

function missing(name: string, { file, line }: Mention): CourseFolderError {
  return mistake(file, line, `there is no such file ${quote(name)}: add it, or correct the name`)
}

async function open(source: Buffer | string, label: string): Promise<ZipFile> {
  const options = {
    lazyEntries: true,
    autoClose: false,
    // Leaves names to be judged below, each with its file at fault.
    decodeStrings: false,
  }
  try {
    return typeof source === 'string'
      ? await openPromise(source, options)
      : await fromBufferPromise(source, options)
  } catch {
    throw mistake(label, 0, 'this is not a zip, or only a part of one')
  }
}

/**
 * Lists the files by their names, which are relative, normal, and distinct on every file system.
 * Some programs decompose letters, which the texts of a course may not do.
 */
async function listEntries(
  zip: ZipFile,
  label: string,
  { maxEntries }: ZipBounds,
): Promise<Map<string, Entry>> {
  if (zip.entryCount > maxEntries)
    throw mistake(label, 0, `this zip has too many files: at most ${maxEntries} are allowed`)
  const entries = new Map<string, Entry>()
  const taken = { files: new Map<string, string>(), folders: new Set<string>() }
  const problems: Problem[] = []
  for await (const entry of damagedAs(zip.eachEntry(), label)) {
    const { name, fault } = judge(entry, taken)
    // Skips what macOS adds to every zip.
    if (name.startsWith('__MACOSX/')) continue
    if (fault !== undefined) problems.push({ file: name, line: 0, message: fault })
    else if (!name.endsWith('/')) entries.set(posix.normalize(name).normalize('NFC'), entry)
    if (problems.length === maxProblems) break
  }
  if (problems.length > 0) throw new CourseFolderError(problems)
  return entries
}

async function* damagedAs(entries: AsyncIterable<Entry>, label: string): AsyncGenerator<Entry> {
  try {
    yield* entries
  } catch (error) {
    if (error instanceof CourseFolderError) throw error
    throw mistake(label, 0, 'this zip is damaged: make it again')
  }
}

/** Names taken by earlier entries: files by spelling with their names, and folders. */
interface Taken {
  files: Map<string, string>
  folders: Set<string>
}

/** Returns the name of an entry, and why it cannot be used. */
function judge(entry: Entry, taken: Taken): { name: string; fault: string | undefined } {
  // Reads a Buffer: without decodeStrings the name is one, whatever its type says.
  const raw = entry.fileNameRaw
  if (raw.length > maxNameBytes) {
    const name = `${raw.toString('utf8', 0, 100)}…`
    return { name, fault: `this name has more than ${maxNameBytes} bytes: rename the file` }
  }
  const name = raw.toString('utf8')
  const fault = isUtf8(raw) ? (faultOfName(name) ?? faultOfKind(entry)) : 'this name is not UTF-8'
  if (fault !== undefined || name.endsWith('/')) return { name, fault }

  return { name, fault: faultOfTwin(name, taken) }
}

function faultOfTwin(name: string, { files, folders }: Taken): string | undefined {
  const spelling = posix.normalize(name).normalize('NFC').toLowerCase()
  const other = files.get(spelling)
  files.set(spelling, name)
  if (other === name) return 'this name occurs twice: remove one of the files'
  if (other !== undefined)
    return `this name differs only in its spelling from ${quote(other)}: rename one of them`
  if (folders.has(spelling)) return 'this is the name of a folder, too: rename one of them'
  for (const folder of foldersOf(spelling).reverse()) {
    const file = files.get(folder)
    if (file !== undefined)
      return `this lies in a folder with the name of the file ${quote(file)}: rename one of them`
    // Stops at a known folder, whose parents are known, too.
    if (folders.has(folder)) break
    folders.add(folder)
  }
  return undefined
}

function faultOfName(name: string): string | undefined {
  if (/\p{Cc}/u.test(name)) return 'this name contains a control character: rename the file'
  if (name.includes('\\')) return 'this name contains a backslash: use / between folders'
  if (name.startsWith('/') || /^[a-z]:/iu.test(name))
    return 'this name is absolute: name files relative to the top of the zip'
  if (name.split('/').includes('..')) return 'this name leads out of the zip: remove the ..'
  return undefined
}

const kindBits = 0o170000
const regularFile = 0o100000
const folder = 0o040000

function faultOfKind(entry: Entry): string | undefined {
  if (entry.isEncrypted()) return 'this file is encrypted: make the zip without a password'
  const kind = (entry.externalFileAttributes >>> 16) & kindBits
  if (kind !== 0 && kind !== regularFile && kind !== folder)
    return 'this is a link or something else than a file: replace it with the file itself'
  if (!entry.canDecodeFileData())
    return 'this file is compressed in a way that is not supported: use Deflate'
  return undefined
}

/** Returns the folder that everything lies in; '' if course.yaml lies at the top. */
function topFolderOf(names: readonly string[]): string {
  if (names.includes('course.yaml') || names.includes('program.yaml')) return ''
  const tops = new Set(names.map((name) => name.slice(0, name.indexOf('/') + 1)))
  const [top = ''] = tops
  return tops.size === 1 ? top : ''
}

/** Yields the bytes of a file, never more than the size that was checked. */
async function* unpack(zip: ZipFile, entry: Entry, file: string): AsyncGenerator<Buffer> {
  const damaged = () => mistake(file, 0, 'this file is damaged: make the zip again')
  let sum = 0
  const source = await zip.openReadStreamPromise(entry).catch(() => {
    throw damaged()
  })
  const pieces = source[Symbol.asyncIterator]()
  try {
    for (;;) {
      const { done, value } = await pieces.next().catch(() => {
        throw damaged()
      })
      if (done === true) break
      sum = crc32(value, sum)
      yield value
    }
  } finally {
    source.destroy()
  }
  if (sum !== entry.crc32) throw damaged()
}

async function collect(pieces: AsyncIterable<Buffer>): Promise<Buffer> {
  const chunks: Buffer[] = []
  for await (const piece of pieces) chunks.push(piece)
  return Buffer.concat(chunks)
}
