import { randomBytes } from 'node:crypto'
import { createReadStream, createWriteStream } from 'node:fs'
import { open, rename, rm } from 'node:fs/promises'
import { dirname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGunzip, createGzip } from 'node:zlib'
import { extract, pack } from 'tar-stream'
import { BackupError } from './format.ts'

/** An archive being written: a gzipped tar, which appears under its name when complete. */
export interface ArchiveWriter {
  /** Adds an entry; call it for one at a time. */
  add(name: string, bytes: Uint8Array): Promise<void>
  /** Resolves when the archive is on the disk. */
  finish(): Promise<void>
  /** Removes what was written. */
  abandon(): Promise<void>
}

export function createArchive(path: string): ArchiveWriter {
  // Writes to a new file with a name of its own: two runs never write into each other's, and nobody
  // can have opened it before to read along.
  const partial = `${path}.${randomBytes(6).toString('hex')}.partial`
  const tar = pack()
  // Readable only by its owner: it holds everything about everybody.
  const file = createWriteStream(partial, { flags: 'wx', mode: 0o600 })
  const writing = pipeline(tar, createGzip({ level: 6 }), file)
  let failEntry: (error: Error) => void = () => undefined
  // A full disk ends the pipeline, and the entry would wait forever. One listener serves all
  // entries: one for each would stay until the end.
  writing.then(
    () => failEntry(new BackupError('The archive ended too early.')),
    (cause: Error) => failEntry(cause),
  )

  function addEntry(name: string, bytes: Uint8Array): Promise<void> {
    return new Promise((resolve, reject) => {
      failEntry = reject
      const entry = tar.entry({ name, size: bytes.length }, (error) =>
        error ? reject(error) : resolve(),
      )
      entry.end(Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength))
    })
  }

  return {
    add: (name, bytes) =>
      addEntry(name, bytes).catch(async (error: Error) => {
        // Failures of entries only echo the pipeline's, which says why.
        tar.destroy(error)
        throw await writing.then(
          () => error,
          (cause: unknown) => cause,
        )
      }),
    finish: async () => {
      tar.finalize()
      await writing
      await sync(partial)
      await rename(partial, path)
      await sync(dirname(path))
    },
    abandon: async () => {
      tar.destroy()
      await writing.catch(() => undefined)
      await rm(partial, { force: true })
    },
  }
}

/** Makes a file, or a name in a folder, durable. Windows cannot open folders. */
async function sync(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const file = await open(path, 'r')
  await file.sync().finally(() => file.close())
}

export interface ArchiveEntry {
  name: string
  bytes: AsyncIterable<Uint8Array>
}

/**
 * Yields the entries in order; read each before the next. Throws BackupError if the file is damaged
 * or cut, also while an entry is read.
 */
export async function* readArchive(path: string): AsyncGenerator<ArchiveEntry> {
  const entries = extract()
  const reading = pipeline(createReadStream(path), createGunzip(), entries)
  reading.catch(() => undefined)
  async function* explained<Part>(parts: AsyncIterable<Part>): AsyncGenerator<Part> {
    try {
      yield* parts
    } catch (error) {
      throw await explain(error)
    }
  }
  /** Returns the first failure, which those of later streams only echo. */
  async function explain(error: unknown): Promise<unknown> {
    entries.destroy()
    const cause = await reading.then(
      () => error,
      (failure: unknown) => failure,
    )
    if (!isDamage(cause as NodeJS.ErrnoException)) return cause
    return new BackupError(`${path} is damaged or incomplete.`, { cause })
  }

  try {
    for await (const entry of explained(entries)) {
      const bytes = explained(entry as AsyncIterable<unknown> as AsyncIterable<Uint8Array>)
      yield { name: entry.header.name, bytes }
    }
  } finally {
    entries.destroy()
    await reading.catch(() => undefined)
  }
}

/** Whether zlib, or tar, which has no codes, failed to read the bytes. */
function isDamage({ code, message }: NodeJS.ErrnoException): boolean {
  return code === undefined
    ? /header|unexpected end/i.test(message)
    : /^Z_|^ERR_STREAM_PREMATURE/.test(code)
}

/** Reads an entry that is known to be small. */
export async function readText({ name, bytes }: ArchiveEntry): Promise<string> {
  const chunks: Uint8Array[] = []
  let length = 0
  for await (const chunk of bytes) {
    length += chunk.length
    if (length > 16_000_000) throw new BackupError(`The archive's ${name} is too long.`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
