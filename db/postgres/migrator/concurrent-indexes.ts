import type { Client } from 'pg'

const creation =
  /^create\s+(?:unique\s+)?index\s+concurrently\s+(?:if\s+not\s+exists\s+)?("[^"]+"|\w+)\s+on\s+(?:(\w+)\.)?/i
const removal = /^drop\s+index\s+concurrently\s+if\s+exists\s/i

/**
 * Runs a statement that cannot run in a transaction, and can be run again after a crash at any
 * point. An index that a crash left invalid is dropped and made again; a valid one of the same name
 * was made before the crash.
 */
export async function runConcurrently(client: Client, statement: string): Promise<void> {
  const [, name, schema] = creation.exec(statement) ?? []
  const index = schema === undefined ? name : `${schema}.${name}`
  if (index === undefined && !removal.test(statement))
    throw new Error(
      'Outside a transaction, only `create index concurrently` and `drop index concurrently if ' +
        'exists` can be repeated after a crash.',
    )
  if (index !== undefined) {
    const state = await stateOf(client, index)
    if (state === 'valid') return
    if (state === 'invalid') await client.query(`drop index concurrently if exists ${index}`)
  }
  await client.query(statement)
}

async function stateOf(client: Client, index: string): Promise<'valid' | 'invalid' | undefined> {
  const { rows } = await client.query(
    'select indisvalid and indisready as valid from pg_index where indexrelid = to_regclass($1)',
    [index],
  )
  if (rows.length === 0) return undefined
  return rows[0].valid ? 'valid' : 'invalid'
}
