import { randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, readFile, rename, rm, stat } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { codeOf } from '../../errors/code-of.ts'
import { isValidName, requireValidName } from './names.ts'
import { watchSource } from './pieces.ts'
import { type FileStorage, type MediaStorage, StorageUnavailable } from './types.ts'

/**
 * Bytes read at a time, for each file. Larger pieces pile up: the garbage collection runs by the
 * number of objects and not by their size.
 */
const readBytes = 64 * 1024

/**
 * Stores files in a folder, in subfolders by the last characters of their names. A file is always
 * read whole, because its name appears by renaming.
 */
export function createFolderStorage(folder: string): FileStorage & MediaStorage {
  function pathOf(name: string): string {
    requireValidName(name)
    return join(folder, name.replace(/\.\w+$/u, '').slice(-2), name)
  }

  async function write(name: string, bytes: AsyncIterable<Uint8Array>): Promise<void> {
    const path = pathOf(name)
    const partial = `${path}.${randomBytes(6).toString('hex')}.partial`
    const source = watchSource(bytes)
    try {
      await mkdir(dirname(path), { recursive: true, mode: 0o750 })
      await writeThrough(partial, source.bytes)
      await rename(partial, path)
      await syncFolder(dirname(path))
    } catch (cause) {
      await rm(partial, { force: true }).catch(() => undefined)
      const failure = source.failure()
      if (failure !== undefined) throw failure.error
      throw unavailable('written', cause)
    }
  }

  return {
    kind: 'folder',
    direct: undefined,
    write,
    put: (name, bytes) => write(name, onePiece(bytes)),
    read: async (name, range) => {
      const path = pathOf(name)
      const file = await open(path).catch((cause: unknown) => {
        if (codeOf(cause) === 'ENOENT') return undefined
        throw unavailable('read', cause)
      })
      if (file === undefined) return undefined
      if (range !== undefined && range.end <= range.start) {
        await file.close()
        return onePiece(new Uint8Array())
      }
      // Subtracts one: the stream's `end` is the last byte that it reads.
      return createReadStream(path, {
        fd: file,
        highWaterMark: readBytes,
        ...(range !== undefined && { start: range.start, end: range.end - 1 }),
      })
    },
    get: async (name) => {
      const path = pathOf(name)
      try {
        return await readFile(path)
      } catch (cause) {
        if (codeOf(cause) === 'ENOENT') return undefined
        throw unavailable('read', cause)
      }
    },
    size: async (name) => {
      try {
        return (await stat(pathOf(name))).size
      } catch (cause) {
        if (codeOf(cause) === 'ENOENT') return undefined
        throw unavailable('read', cause)
      }
    },
    list: async function* () {
      for await (const { files } of listSubfolders(folder)) {
        const whole = files.filter(isValidName)
        for (let at = 0; at < whole.length; at += 500) yield whole.slice(at, at + 500)
      }
    },
    remove: (name) => rm(pathOf(name), { force: true }),
    tidy: async (before) => {
      for await (const { path, files } of listSubfolders(folder))
        for (const file of files.filter((name) => name.endsWith('.partial'))) {
          const partial = await stat(join(path, file)).catch(() => undefined)
          if (partial !== undefined && partial.mtime < before)
            await rm(join(path, file), { force: true })
        }
    },
  }
}

async function* onePiece(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  if (bytes.length > 0) yield bytes
}

/** Yields one subfolder at a time. */
async function* listSubfolders(folder: string): AsyncGenerator<{ path: string; files: string[] }> {
  const subfolders = await readdir(folder).catch((cause: unknown) => {
    if (codeOf(cause) === 'ENOENT') return []
    throw unavailable('listed', cause)
  })
  for (const name of subfolders.filter((name) => /^[\w-]{2}$/.test(name))) {
    const path = join(folder, name)
    const files = await readdir(path).catch((cause: unknown) => {
      throw unavailable('listed', cause)
    })
    yield { path, files }
  }
}

/** Resolves when the bytes are on the disk, not only on their way there. */
async function writeThrough(path: string, bytes: AsyncIterable<Uint8Array>): Promise<void> {
  const file = await open(path, 'wx', 0o640)
  try {
    for await (const piece of bytes) await file.writeFile(piece)
    await file.sync()
  } finally {
    await file.close()
  }
}

/** Makes the new name durable. Windows cannot open folders and does not need this. */
async function syncFolder(path: string): Promise<void> {
  if (process.platform === 'win32') return
  const folder = await open(path, 'r')
  await folder.sync().finally(() => folder.close())
}

function unavailable(what: string, cause: unknown): StorageUnavailable {
  return new StorageUnavailable(`a file cannot be ${what} (${codeOf(cause) ?? 'unknown reason'})`, {
    cause,
  })
}
