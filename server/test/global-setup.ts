import { randomBytes } from 'node:crypto'
import { join } from 'node:path'
import { Client } from 'pg'
import { pino } from 'pino'
import type { TestProject } from 'vitest/node'
import { dropDatabase } from '../../db/postgres/backup/scratch-database.ts'
import { connectDatabase } from '../../db/postgres/client.ts'
import { startEmbeddedPostgres } from '../../db/postgres/embedded/embedded.ts'
import { migrateDatabase } from '../../db/postgres/migrator/migrator.ts'
import { createServiceJobs } from '../job-kinds.ts'

declare module 'vitest' {
  export interface ProvidedContext {
    /** The database server of the tests, without a database's name. */
    serverUrl: string
    /** A migrated, empty database to copy. */
    template: string
  }
}

/** Starts one real PostgreSQL for the run, with a migrated database that every test file copies. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  const log = pino({ level: 'warn' })
  const given = process.env.TEST_DATABASE_URL
  const embedded =
    given === undefined
      ? await startEmbeddedPostgres({
          dataDir: join(import.meta.dirname, '../../node_modules/.cache/lyceum/test-postgres'),
          log,
          settings: {
            fsync: 'off',
            synchronous_commit: 'off',
            full_page_writes: 'off',
            // Allows for a worker on each of many cores.
            max_connections: '500',
            // Its workers would visit databases that live for seconds.
            autovacuum: 'off',
          },
        })
      : undefined
  const url = new URL(given ?? embedded?.url ?? '')
  const template = `lyceum_test_${randomBytes(6).toString('hex')}`

  const administrator = new Client({ connectionString: url.href })
  await administrator.connect()
  await administrator.query(`create database ${template}`)
  await makeTemplate(at(url, template), log)

  project.provide('serverUrl', at(url, ''))
  project.provide('template', template)

  return async () => {
    const { rows } = await administrator.query<{ datname: string }>(
      'select datname from pg_database where starts_with(datname, $1)',
      [template],
    )
    for (const { datname } of rows) await dropDatabase(administrator, datname)
    await administrator.end()
    await embedded?.stop()
  }
}

async function makeTemplate(url: string, log: pino.Logger): Promise<void> {
  await migrateDatabase(url)
  const { db, close } = connectDatabase({ url, log })
  const jobs = await createServiceJobs({ db, log, maintain: false })
  await jobs.stop()
  await close()
}

function at(url: URL, database: string): string {
  const other = new URL(url)
  other.pathname = `/${database}`
  return other.href
}
