import { type SQL, sql } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import type { Db } from './client.ts'

const rowsAtOnce = 2_000
const batchesAtOnce = 100

/**
 * Deletes the rows that the condition names, in batches: no statement runs into its timeout or
 * holds many locks, however much has piled up. What 100 batches leave is for the next run; so is a
 * row that somebody else holds, and may be renewing.
 */
export async function deleteInBatches(
  db: Db,
  table: PgTable,
  condition: SQL | undefined,
): Promise<void> {
  for (let batch = 0; batch < batchesAtOnce; batch++) {
    const { rowCount } = await db.execute(sql`
      delete from ${table}
      where ctid = any(array(
        select ctid from ${table} where ${condition} limit ${rowsAtOnce} for update skip locked))`)
    if ((rowCount ?? 0) < rowsAtOnce) return
  }
}
