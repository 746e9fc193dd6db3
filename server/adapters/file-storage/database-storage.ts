import type { Db } from '../../../db/postgres/client.ts'
import * as stored from '../../../db/queries/courses/media/chunks.ts'
import { requireValidName } from './names.ts'
import { piecesOf, watchSource } from './pieces.ts'
import { type ByteRange, type MediaStorage, StorageUnavailable } from './types.ts'

/** Small enough for many readers at once, large enough for few statements. */
const pieceBytes = 256 * 1024

/**
 * Stores files in pieces in the database. Each piece has a statement of its own, so that no slow
 * reader or sender holds a connection.
 */
export function createDatabaseStorage(db: Db): MediaStorage {
  async function sizeOf(name: string): Promise<number | undefined> {
    const last = await stored.findLastChunk(db, name)
    return last && last.position * pieceBytes + last.size
  }

  async function* piecesIn(name: string, { start, end }: ByteRange): AsyncGenerator<Uint8Array> {
    for (let at = start; at < end; ) {
      const position = Math.floor(at / pieceBytes)
      const from = at - position * pieceBytes
      const length = Math.min(pieceBytes - from, end - at)
      const bytes = await stored.findChunk(db, { name, position, from, length })
      if (bytes?.length !== length) throw new StorageUnavailable('a piece of a file is missing')
      yield bytes
      at += length
    }
  }

  return {
    kind: 'database',
    direct: undefined,
    write: async (name, bytes) => {
      requireValidName(name)
      const source = watchSource(bytes)
      let position = 0
      try {
        for await (const piece of piecesOf(source.bytes, pieceBytes)) {
          await stored.putChunk(db, { name, position, bytes: piece })
          position += 1
        }
        await stored.deleteChunks(db, { name, from: position })
      } catch (error) {
        await stored.deleteChunks(db, { name }).catch(() => undefined)
        throw source.failure()?.error ?? error
      }
    },
    read: async (name, range) => {
      requireValidName(name)
      const size = await sizeOf(name)
      if (size === undefined) return undefined
      const { start, end } = range ?? { start: 0, end: size }
      return piecesIn(name, { start, end: Math.min(end, size) })
    },
    size: sizeOf,
    list: async function* () {
      for (let after = ''; ; ) {
        const names = await stored.listChunkNames(db, { after, limit: 500 })
        if (names.length > 0) yield names
        const last = names.at(-1)
        if (last === undefined || names.length < 500) return
        after = last
      }
    },
    remove: (name) => stored.deleteChunks(db, { name }),
    tidy: async () => undefined,
  }
}
