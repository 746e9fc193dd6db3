import { createHash } from 'node:crypto'
import type { z } from 'zod'
import { type ArchiveEntry, readArchive, readText } from './archive.ts'
import { countRows } from './dump-database.ts'
import { BackupError, entryNames, Head, Tail } from './format.ts'

/** Takes the parts of a backup in order. */
export interface BackupReader {
  table(name: string, part: AsyncIterable<Uint8Array>): Promise<void>
  /** Called after the last part of the last table; returns what arrived of each. */
  finishTables(): Promise<Tail['tables']>
  file(name: string, bytes: Uint8Array): Promise<void>
}

/** Reads only the head of a backup. */
export async function readHead(path: string): Promise<Head> {
  // Awaits here: leaving the loop closes the archive, and would cut a long head.
  for await (const entry of readArchive(path)) return await parseHead(entry, path)
  throw new BackupError(`${path} is no backup of Lyceum.`)
}

/**
 * Reads a backup once to its end, and compares it with its own record. Throws BackupError if a
 * byte, a row or a file is missing or differs.
 */
export async function readBackup(path: string, reader: BackupReader): Promise<Tail> {
  const files = { count: 0, bytes: 0, hash: createHash('sha256') }
  let head: Head | undefined
  let tail: Tail | undefined
  for await (const entry of readArchive(path)) {
    if (head === undefined) head = await parseHead(entry, path)
    else if (entry.name === entryNames.tail) tail = await parse(Tail, entry, path)
    else if (entry.name.startsWith('files/')) {
      const bytes = await bytesOf(entry)
      files.count += 1
      files.bytes += bytes.length
      files.hash.update(createHash('sha256').update(bytes).digest())
      await reader.file(entry.name.slice('files/'.length), bytes)
    } else {
      const [, table] = /^tables\/(\w+)\/\d+\.copy$/.exec(entry.name) ?? []
      if (table === undefined) throw new BackupError(`${path} holds something unknown.`)
      await reader.table(table, entry.bytes)
    }
  }
  if (tail === undefined)
    throw new BackupError(`${path} is incomplete: it was cut, or its making was interrupted.`)

  const differing = differingTables(tail, await reader.finishTables())
  if (differing.length > 0)
    throw new BackupError(`${path} is damaged: ${differing.join(', ')} differ from its record.`)
  const { count, bytes, sha256 } = tail.files
  if (count !== files.count || bytes !== files.bytes || sha256 !== files.hash.digest('hex'))
    throw new BackupError(`${path} is damaged: its files differ from its record.`)
  return tail
}

/** Returns a reader that counts the rows, for comparing without a database. */
export function countingReader(): BackupReader {
  const counts = new Map<
    string,
    { rows: number; bytes: number; hash: ReturnType<typeof newHash> }
  >()
  return {
    table: async (name, part) => {
      const count = counts.get(name) ?? { rows: 0, bytes: 0, hash: newHash() }
      counts.set(name, count)
      for await (const chunk of part) {
        count.rows += countRows(chunk)
        count.bytes += chunk.length
        count.hash.update(chunk)
      }
    },
    finishTables: () =>
      Promise.resolve(
        [...counts].map(([name, { hash, ...count }]) => ({
          name,
          ...count,
          sha256: hash.digest('hex'),
        })),
      ),
    file: () => Promise.resolve(),
  }
}

function newHash() {
  return createHash('sha256')
}

function differingTables({ tables }: Tail, found: Tail['tables']): string[] {
  const byName = new Map(found.map((table) => [table.name, table]))
  const announced = new Set(tables.map(({ name }) => name))
  const differing = tables.filter(({ name, rows, bytes, sha256 }) => {
    const table = byName.get(name)
    return table === undefined
      ? rows > 0
      : table.rows !== rows || table.bytes !== bytes || table.sha256 !== sha256
  })
  const surplus = found.filter(({ name }) => !announced.has(name))
  return [...differing, ...surplus].map(({ name }) => name)
}

async function parseHead(entry: ArchiveEntry, path: string): Promise<Head> {
  if (entry.name !== entryNames.head) throw new BackupError(`${path} is no backup of Lyceum.`)
  return parse(Head, entry, path)
}

async function parse<Schema extends z.ZodType>(
  schema: Schema,
  entry: ArchiveEntry,
  path: string,
): Promise<z.infer<Schema>> {
  const text = await readText(entry)
  try {
    return schema.parse(JSON.parse(text))
  } catch (cause) {
    throw new BackupError(`${path} is no backup that this release can read.`, { cause })
  }
}

async function bytesOf({ bytes }: ArchiveEntry): Promise<Uint8Array> {
  const chunks: Uint8Array[] = []
  for await (const chunk of bytes) chunks.push(chunk)
  return Buffer.concat(chunks)
}
