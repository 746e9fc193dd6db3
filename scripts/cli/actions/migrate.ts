import { migrateDatabase } from '../../../db/postgres/migrator/migrator.ts'
import { compareSchema } from '../../../db/postgres/migrator/schema-state.ts'
import { readSomeConfig } from '../../../server/config/config.ts'
import { asRehearsed } from '../confirm.ts'
import type { CommandResult } from '../output.ts'
import { surroundings } from '../surroundings.ts'
import { terminalLog } from '../terminal-log.ts'
import { withDatabaseServer } from '../with-database-server.ts'

/** Applies what is pending, or lists it. */
export async function migrate({ dryRun }: { dryRun?: true }): Promise<CommandResult> {
  if (dryRun) return rehearse()
  const config = readSomeConfig(surroundings().env)
  const applied = await withDatabaseServer(
    config,
    ({ sessionUrl }) => migrateDatabase(sessionUrl, { log: terminalLog(config.logLevel) }),
    { mayCreate: true },
  )
  return {
    json: { applied },
    text:
      applied.length === 0
        ? 'The database is up to date.\n'
        : `Applied:\n${applied.map((name) => `  ${name}\n`).join('')}`,
  }
}

async function rehearse(): Promise<CommandResult> {
  const { pending } = await withDatabaseServer(
    readSomeConfig(surroundings().env),
    ({ sessionUrl }) => compareSchema(sessionUrl),
  )
  return asRehearsed({
    json: {
      pending: pending.map(({ name, inTransaction, statements }) => ({
        name,
        inTransaction,
        statements,
      })),
    },
    text:
      pending.length === 0
        ? 'The database is up to date.\n'
        : pending
            .map(({ name, inTransaction, statements }) => {
              const mark = inTransaction ? '' : ' (outside a transaction)'
              return `-- ${name}${mark}\n${statements.map((text) => `${text}\n`).join('')}`
            })
            .join('\n'),
  })
}
