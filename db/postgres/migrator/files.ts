import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Migration } from './types.ts'

/** The migrations that this release knows. */
export const migrationsFolder = join(import.meta.dirname, '../../migrations')

/** The first line of a file whose statements refuse to run in a transaction. */
export const outsideTransactionMark = '-- outside a transaction'

interface Journal {
  entries: { tag: string; when: number }[]
}

/**
 * Reads drizzle's journal and its files, oldest first. Hashes and times are those that drizzle
 * itself writes, so that databases it migrated carry on.
 */
export async function readMigrations(folder = migrationsFolder): Promise<Migration[]> {
  const journal: Journal = JSON.parse(await readFile(join(folder, 'meta/_journal.json'), 'utf8'))
  return Promise.all(
    journal.entries.map(async ({ tag, when }) => {
      const text = await readFile(join(folder, `${tag}.sql`), 'utf8')
      return {
        name: tag,
        statements: text.split('--> statement-breakpoint').map(trimStatement).filter(Boolean),
        inTransaction: !text.startsWith(outsideTransactionMark),
        row: { hash: createHash('sha256').update(text).digest('hex'), createdAt: when },
      }
    }),
  )
}

/** Cuts off the comments before it. */
function trimStatement(text: string): string {
  return text.replace(/^(\s*--.*(\n|$))+/, '').trim()
}
