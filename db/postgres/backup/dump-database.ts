import { createHash } from 'node:crypto'
import { type Client, escapeIdentifier } from 'pg'
import { to as copyTo } from 'pg-copy-streams'
import { openLongSession } from '../connections/long-session.ts'
import type { ArchiveWriter } from './archive.ts'
import {
  BackupError,
  entryNames,
  formatVersion,
  type Head,
  type Tail,
  tablesLeftOut,
} from './format.ts'

/** Bytes of a table held in memory, and the size of its parts in the archive. */
const partBytes = 8 * 1024 * 1024
const filesPerPage = 500

export interface DumpOptions {
  /** A database connection of its own, since a snapshot lasts as long as the backup. */
  url: string
  archive: ArchiveWriter
  facts: Pick<Head, 'release' | 'storage' | 'holdsFiles' | 'keyIds'>
  /** Reads a file; undefined when one that a certificate names is missing. */
  readFile: (name: string) => Promise<Uint8Array | undefined>
}

export interface Dumped {
  head: Head
  tail: Tail
  /** Files that certificates name but that are missing. */
  missingFiles: string[]
  /** The number of PDFs in each storage. */
  places: { storage: string; count: number }[]
}

/**
 * Writes the database into the archive as of one moment: from one snapshot, table by table, in
 * bounded memory, with no lock but the one that every reader takes. Throws BackupError if it is
 * empty.
 */
export async function dumpDatabase({
  url,
  archive,
  facts,
  readFile,
}: DumpOptions): Promise<Dumped> {
  const client = await openLongSession(url)
  try {
    const names = (await listTablesToDump(client)).map(({ name }) => name)
    if (names.length === 0)
      throw new BackupError('The database is empty: there is nothing to back up.')
    await client.query('begin transaction isolation level repeatable read read only')
    await client.query(
      `set local application_name = 'lyceum-backup'; set local lock_timeout = '10s';
      set local statement_timeout = 0; set local idle_in_transaction_session_timeout = 0`,
    )
    // Locks before the snapshot: a table rewritten after it would look empty from there.
    const tableList = names.map((name) => `public.${escapeIdentifier(name)}`).join(', ')
    await client.query(`lock table ${tableList} in access share mode`)
    const head: Head = { ...(await describeSnapshot(client)), ...facts }
    await archive.add(entryNames.head, jsonBytes(head))
    const tables: Tail['tables'] = []
    for (const table of head.tables) tables.push(await dumpTable(client, archive, table))
    const { missing, ...files } = await dumpFiles(client, archive, { facts, readFile })
    const tail: Tail = { tables, files }
    await archive.add(entryNames.tail, jsonBytes(tail))
    return { head, tail, missingFiles: missing, places: await countPlaces(client) }
  } finally {
    await client.end()
  }
}

async function describeSnapshot(
  client: Client,
): Promise<Omit<Head, 'release' | 'storage' | 'holdsFiles' | 'keyIds'>> {
  const { rows: migrations } = await client.query<{ hash: string; createdAt: number }>(
    `select hash, created_at::float8 as "createdAt" from drizzle.__drizzle_migrations
    order by created_at`,
  )
  const { rows } = await client.query<{ takenAt: Date; lsn: string; postgres: string }>(
    `select clock_timestamp() as "takenAt", current_setting('server_version') as postgres,
      pg_current_wal_lsn()::text as lsn`,
  )
  const [facts] = rows
  if (facts === undefined) throw new Error('The database reported no facts.')
  return {
    product: 'lyceum',
    format: formatVersion,
    takenAt: facts.takenAt.toISOString(),
    lsn: facts.lsn,
    postgres: facts.postgres,
    migrations,
    tables: await listTablesToDump(client),
    // Reads sequences after the snapshot, which excludes them: they must not lag behind its rows.
    sequences: await listSequences(client),
  }
}

/** Lists the service's tables with their stored, not computed, columns. */
export async function listTables(client: Client): Promise<Head['tables']> {
  const { rows } = await client.query<Head['tables'][number]>(
    `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns
    from pg_class c join pg_attribute a on a.attrelid = c.oid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
      and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    group by c.relname order by c.relname`,
  )
  return rows
}

async function listTablesToDump(client: Client): Promise<Head['tables']> {
  return (await listTables(client)).filter(({ name }) => !tablesLeftOut.has(name))
}

async function listSequences(client: Client): Promise<Head['sequences']> {
  const { rows } = await client.query<{ name: string }>(
    `select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'S' order by relname`,
  )
  const sequences: Head['sequences'] = []
  for (const { name } of rows) {
    const { rows: states } = await client.query<{ last: string; isCalled: boolean }>(
      `select last_value::text as last, is_called as "isCalled" from public.${escapeIdentifier(name)}`,
    )
    for (const state of states) sequences.push({ name, ...state })
  }
  return sequences
}

async function dumpTable(
  client: Client,
  archive: ArchiveWriter,
  { name, columns }: Head['tables'][number],
): Promise<Tail['tables'][number]> {
  const hash = createHash('sha256')
  let [rows, bytes, part, held] = [0, 0, 0, 0]
  let chunks: Buffer[] = []
  async function flush(): Promise<void> {
    part += 1
    await archive.add(
      `tables/${name}/${String(part).padStart(6, '0')}.copy`,
      Buffer.concat(chunks, held),
    )
    chunks = []
    held = 0
  }

  const list = columns.map(escapeIdentifier).join(', ')
  const copy = client.query(copyTo(`copy public.${escapeIdentifier(name)} (${list}) to stdout`))
  for await (const chunk of copy as AsyncIterable<Buffer>) {
    hash.update(chunk)
    rows += countRows(chunk)
    bytes += chunk.length
    held += chunk.length
    chunks.push(chunk)
    if (held >= partBytes) await flush()
  }
  if (held > 0) await flush()
  return { name, rows, bytes, sha256: hash.digest('hex') }
}

/** Counts the newlines of COPY's text form: each row ends with one, and no value contains any. */
export function countRows(chunk: Uint8Array): number {
  let rows = 0
  for (let at = chunk.indexOf(0x0a); at !== -1; at = chunk.indexOf(0x0a, at + 1)) rows += 1
  return rows
}

async function dumpFiles(
  client: Client,
  archive: ArchiveWriter,
  { facts, readFile }: Pick<DumpOptions, 'facts' | 'readFile'>,
): Promise<Tail['files'] & { missing: string[] }> {
  const hash = createHash('sha256')
  let [count, bytes] = [0, 0]
  const missing: string[] = []
  let last = '00000000-0000-0000-0000-000000000000'
  while (facts.holdsFiles) {
    const { rows } = await client.query<{ id: string; name: string }>(
      `select certificate_id as id, file_name as name from certificate_files
      where storage = $1 and certificate_id > $2 order by certificate_id limit $3`,
      [facts.storage, last, filesPerPage],
    )
    for (const { id, name } of rows) {
      last = id
      const file = await readFile(name)
      if (file === undefined) {
        missing.push(name)
        continue
      }
      await archive.add(`files/${name}`, file)
      hash.update(createHash('sha256').update(file).digest())
      count += 1
      bytes += file.length
    }
    if (rows.length < filesPerPage) break
  }
  return { count, bytes, sha256: hash.digest('hex'), missing }
}

async function countPlaces(client: Client): Promise<Dumped['places']> {
  const { rows } = await client.query<Dumped['places'][number]>(
    `select storage, count(*)::int as count from certificate_files group by storage
    order by storage`,
  )
  return rows
}

function jsonBytes(value: object): Uint8Array {
  return Buffer.from(JSON.stringify(value, null, 2))
}
