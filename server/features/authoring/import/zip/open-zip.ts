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

/** The most bytes that a zip may have, packed and unpacked, unless its opener allows more. */
export const maxZipBytes = clientLimits.zipBytes
const maxEntries = 3000
/** Of a name in UTF-8, as in file systems; a zip could have 65,535. */
const maxNameBytes = 1024
const maxProblems = 100

export interface ZipBounds {
  /** Packed and unpacked. */
  maxBytes: number
  maxEntries: number
}

/**
 * The files of a zip. A single folder at its top is looked through, as programs make it when a
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
    // Names are judged below, each with its file at fault.
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
 * The files by their names, which are relative, normal, and different on every file system. Some
 * programs decompose letters: the texts of a course need not.
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
    // What macOS adds to every zip.
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

/** Names taken by earlier entries, by spelling: files with their names, and their folders. */
interface Taken {
  files: Map<string, string>
  folders: Set<string>
}

/** The name of an entry, and why it cannot be used. */
function judge(entry: Entry, taken: Taken): { name: string; fault: string | undefined } {
  // Without decodeStrings the name is a Buffer, whatever its type says.
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
    // With those that it lies in.
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

/** The folder that everything lies in; empty where course.yaml lies at the top. */
function topFolderOf(names: readonly string[]): string {
  if (names.includes('course.yaml') || names.includes('program.yaml')) return ''
  const tops = new Set(names.map((name) => name.slice(0, name.indexOf('/') + 1)))
  const [top = ''] = tops
  return tops.size === 1 ? top : ''
}

/** The bytes of a file, never more than the size that was checked. */
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
