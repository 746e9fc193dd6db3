import { createHash, type Hash } from 'node:crypto'
import { once } from 'node:events'
import { finished } from 'node:stream/promises'
import { type Client, escapeIdentifier } from 'pg'
import { type CopyStreamQuery, from as copyFrom } from 'pg-copy-streams'
import { openLongSession } from '../connections/long-session.ts'
import { readMigrations } from '../migrator/files.ts'
import { prepareRecords, record } from '../migrator/schema-state.ts'
import { takeTurn } from '../migrator/turn.ts'
import type { Migration, MigrationLog } from '../migrator/types.ts'
import { countRows, listTables } from './dump-database.ts'
import { BackupError, type Head, type Tail } from './format.ts'

/** Loads rows of a table, part after part, as the archive holds them. */
export interface TableLoader {
  write(table: string, part: AsyncIterable<Uint8Array>): Promise<void>
  /** Returns rows and bytes loaded, by table. */
  finish(): Promise<Tail['tables']>
}

export interface LoadOptions {
  url: string
  head: Head
  log: MigrationLog
  /** Reads and checks the archive; if it rejects, nothing stays in the database. */
  load: (tables: TableLoader) => Promise<void>
  /** Puts the service into quarantine in the same transaction. Omit it for a trial. */
  quarantineReason?: string
  /** Aborts it at once. */
  signal?: AbortSignal
}

/** The database already holds something. */
export class DatabaseNotEmpty extends Error {
  override readonly name = 'DatabaseNotEmpty'
}

/**
 * Fills an empty database: makes the schema as of the backup, loads its rows, checks every
 * constraint, and applies the migrations since, in one transaction, so that a crash leaves it
 * empty. Throws DatabaseNotEmpty.
 */
export async function loadDatabase(options: LoadOptions): Promise<void> {
  const { url, head, log, load, quarantineReason, signal } = options
  const client = await openLongSession(url, signal)
  try {
    await takeTurn(client, log)
    await client.query('begin')
    await client.query(
      `set local application_name = 'lyceum-restore'; set local statement_timeout = 0;
      set local idle_in_transaction_session_timeout = 0`,
    )
    await requireEmpty(client)
    const laterMigrations = await makeSchema(client, head)
    const restoreConstraints = await liftConstraints(client)
    // Removes rows that the migrations themselves may have written; the backup's rows count.
    await emptyTables(client, head)
    await load(tableLoader(client, head))
    await setSequences(client, head)
    await restoreConstraints()
    await applyAll(client, laterMigrations)
    if (quarantineReason !== undefined) {
      await client.query(
        `insert into quarantine (since, data_from, reason) values (clock_timestamp(), $1, $2)`,
        [head.takenAt, quarantineReason],
      )
      // Plans made without this would read whole tables until autovacuum runs.
      await client.query('analyze')
    }
    await client.query('commit')
  } finally {
    await client.end()
  }
}

async function requireEmpty(client: Client): Promise<void> {
  const { rows } = await client.query<{ database: string; tables: string[] | null }>(
    `select current_database() as database, (
      select array_agg(t.name order by t.name) from (
        select c.relname::text as name from pg_class c
        join pg_namespace n on n.oid = c.relnamespace
        where c.relkind in ('r', 'p') and n.nspname not in ('pg_catalog', 'information_schema')
          and n.nspname not like 'pg\\_toast%' and n.nspname not like 'pg\\_temp%'
        order by (n.nspname = 'public') desc, c.relname limit 5) as t
    ) as tables`,
  )
  const [found] = rows
  if (found === undefined || found.tables === null) return
  throw new DatabaseNotEmpty(
    `The database ${found.database} is not empty: it holds ${found.tables.join(', ')}. ` +
      'Create an empty one, and name it in DATABASE_URL.',
  )
}

/** Makes the schema as backed up. Returns the migrations since. */
async function makeSchema(client: Client, { migrations, release }: Head): Promise<Migration[]> {
  const known = await readMigrations()
  const wanted = new Set(migrations.map(({ createdAt }) => createdAt))
  const isOfBackup = ({ row }: Migration) => row !== undefined && wanted.has(row.createdAt)
  const applied = known.filter(isOfBackup)
  if (applied.length < wanted.size)
    throw new BackupError(
      `The backup was made by a newer Lyceum (${release}): restore it with that release or later.`,
    )

  await prepareRecords(client)
  await applyAll(client, applied)
  return known.filter((migration) => !isOfBackup(migration))
}

async function applyAll(client: Client, migrations: Migration[]): Promise<void> {
  for (const migration of migrations) {
    const { statements, inTransaction } = migration
    // Nobody else uses the tables yet, so no index needs to be made concurrently.
    for (const statement of statements)
      await client.query(inTransaction ? statement : statement.replace(/\bconcurrently\b/gi, ''))
    await record(client, migration)
  }
}

/**
 * Drops what would refuse rows that come table by table: foreign keys, and triggers that guard
 * changes. Returns the function that restores them, which checks every row.
 */
async function liftConstraints(client: Client): Promise<() => Promise<void>> {
  const { rows: foreignKeys } = await client.query<{ table: string; name: string; sql: string }>(
    `select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as sql
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace
    order by conrelid, conname`,
  )
  const tables = (await listTables(client)).map(({ name }) => `public.${escapeIdentifier(name)}`)
  for (const { table, name } of foreignKeys)
    await client.query(`alter table ${table} drop constraint ${escapeIdentifier(name)}`)
  for (const table of tables) await client.query(`alter table ${table} disable trigger user`)

  return async () => {
    for (const table of tables) await client.query(`alter table ${table} enable trigger user`)
    for (const { table, name, sql } of foreignKeys)
      await client.query(`alter table ${table} add constraint ${escapeIdentifier(name)} ${sql}`)
  }
}

async function emptyTables(client: Client, { tables }: Head): Promise<void> {
  const known = new Map((await listTables(client)).map(({ name, columns }) => [name, columns]))
  for (const { name, columns } of tables) {
    const here = known.get(name)
    if (here === undefined || columns.some((column) => !here.includes(column)))
      throw new BackupError(`The backup holds a table ${name} that its schema does not have.`)
    await client.query(`delete from public.${escapeIdentifier(name)}`)
  }
}

async function setSequences(client: Client, { sequences }: Head): Promise<void> {
  for (const { name, last, isCalled } of sequences)
    await client.query('select setval($1::regclass, $2::bigint, $3)', [
      `public.${escapeIdentifier(name)}`,
      last,
      isCalled,
    ])
}

interface OpenTable {
  copy: CopyStreamQuery
  loaded: { name: string; rows: number; bytes: number }
  hash: Hash
}

function tableLoader(client: Client, head: Head): TableLoader {
  const columnsOf = new Map(head.tables.map(({ name, columns }) => [name, columns]))
  const loaded = new Map<string, Tail['tables'][number]>(
    head.tables.map(({ name }) => [name, { ...counterOf(name), sha256: sha256OfNothing }]),
  )
  let open: OpenTable | undefined

  async function close(): Promise<void> {
    if (open === undefined) return
    open.copy.end()
    await finished(open.copy)
    loaded.set(open.loaded.name, { ...open.loaded, sha256: open.hash.digest('hex') })
    open = undefined
  }

  function begin(name: string): OpenTable {
    const columns = columnsOf.get(name)
    if (columns === undefined) throw new BackupError(`The backup does not announce table ${name}.`)
    const list = columns.map(escapeIdentifier).join(', ')
    const copy = client.query(
      copyFrom(`copy public.${escapeIdentifier(name)} (${list}) from stdin`),
    )
    // Errors reject where it is written to or awaited.
    copy.on('error', () => undefined)
    return { copy, loaded: counterOf(name), hash: createHash('sha256') }
  }

  return {
    write: async (name, part) => {
      if (open?.loaded.name !== name) await close()
      open ??= begin(name)
      for await (const chunk of part) {
        open.hash.update(chunk)
        open.loaded.rows += countRows(chunk)
        open.loaded.bytes += chunk.length
        if (open.copy.errored !== null) throw open.copy.errored
        if (!open.copy.write(chunk)) await once(open.copy, 'drain')
      }
    },
    finish: async () => {
      await close()
      return [...loaded.values()]
    },
  }
}

function counterOf(name: string) {
  return { name, rows: 0, bytes: 0 }
}

const sha256OfNothing = createHash('sha256').digest('hex')
