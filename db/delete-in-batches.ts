import { type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Db } from './postgres/client.ts'

const rowsAtOnce = 2_000

/**
 * Deletes the rows that match the condition, in batches, until none is left: no statement runs into
 * its timeout or holds many locks, however much has piled up. A row that somebody else holds, and
 * may be renewing, is left to the next run.
 */
export async function deleteInBatches(
  db: Db,
  table: PgTable,
  condition: SQL | undefined,
): Promise<void> {
  for (let deleted = rowsAtOnce; deleted >= rowsAtOnce; ) {
    const { rowCount } = await db.execute(sql`
      delete from ${table}
      where ctid = any(array(
        select ctid from ${table} where ${condition} limit ${rowsAtOnce} for update skip locked))`)
    deleted = rowCount ?? 0
  }
}
