import { randomBytes } from 'node:crypto'
import { mkdir, open, readdir, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { type FileStorage, StorageUnavailable } from './types.ts'

/**
 * Stores files in a folder, in subfolders by the last characters of their names. A file is always
 * read whole: its name appears by renaming.
 */
export function createFolderStorage(folder: string): FileStorage {
  function pathOf(name: string): string {
    if (!/^[\w-]+\.\w+$/u.test(name)) throw new Error('Not a valid file name.')
    return join(folder, name.replace(/\.\w+$/u, '').slice(-2), name)
  }

  return {
    kind: 'folder',
    put: async (name, bytes) => {
      const path = pathOf(name)
      const partial = `${path}.${randomBytes(6).toString('hex')}.partial`
      try {
        await mkdir(dirname(path), { recursive: true, mode: 0o750 })
        await writeThrough(partial, bytes)
        await rename(partial, path)
        await syncFolder(dirname(path))
      } catch (cause) {
        await rm(partial, { force: true }).catch(() => undefined)
        throw unavailable('written', cause)
      }
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
    list: () => listFolder(folder),
    remove: (name) => rm(pathOf(name), { force: true }),
  }
}

/** One subfolder at a time. */
async function* listFolder(folder: string): AsyncGenerator<string[]> {
  const subfolders = await readdir(folder).catch((cause: unknown) => {
    if (codeOf(cause) === 'ENOENT') return []
    throw unavailable('listed', cause)
  })
  for (const name of subfolders.filter((name) => /^[\w-]{2}$/.test(name))) {
    const files = await readdir(join(folder, name)).catch((cause: unknown) => {
      throw unavailable('listed', cause)
    })
    const whole = files.filter((file) => /^[\w-]+\.\w+$/.test(file))
    for (let at = 0; at < whole.length; at += 500) yield whole.slice(at, at + 500)
  }
}

/** Resolves when the bytes are on the disk, not only on their way there. */
async function writeThrough(path: string, bytes: Uint8Array): Promise<void> {
  const file = await open(path, 'wx', 0o640)
  try {
    await file.writeFile(bytes)
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

function codeOf(error: unknown): string | undefined {
  return error instanceof Error && 'code' in error ? String(error.code) : undefined
}
