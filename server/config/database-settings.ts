import { z } from 'zod'
import { isDatabaseUrl } from '../../lib/database-url.ts'
import { duration } from './duration.ts'
import { listOf } from './shapes.ts'

const poolers = ['none', 'transaction'] as const
export type Pooler = (typeof poolers)[number]

const databaseUrl = z
  .string()
  .refine(
    isDatabaseUrl,
    'must be a URL like postgres://user:password@host:5432/database, or with several hosts like ' +
      'postgres://user:password@one:5432,two:5432/database',
  )
  .optional()

/** The settings for the database, in the order of the documentation. */
export const databaseSettings = {
  DATABASE_URL: databaseUrl.describe(
    'PostgreSQL 15 to 18. Of several hosts, separated by commas, Lyceum uses the one that takes ' +
      'writes. If not set, the server starts its own PostgreSQL in DATA_DIR/postgres (required in ' +
      'production)',
  ),
  DATABASE_POOLER: z
    .enum(poolers)
    .default('none')
    .describe(
      'With transaction, DATABASE_URL may lead to a pooler in transaction mode, such as PgBouncer. ' +
        'The timeouts then belong to the role, and the server says at its start which are missing',
    ),
  DATABASE_MIGRATION_URL: databaseUrl.describe(
    'URL of the same database without the pooler, for migrations, which need a session of their ' +
      'own. Default: DATABASE_URL (required with DATABASE_POOLER=transaction, unless ' +
      'MIGRATE_AT_START=false)',
  ),
  DATABASE_REPLICA_URLS: listOf(',')
    .refine(
      (urls) => urls.every(isDatabaseUrl),
      'must be URLs like postgres://user:password@host:5432/database, separated by commas',
    )
    .default([])
    .describe(
      'Read replicas of that database, as URLs with one host each, separated by commas. They serve ' +
        'the catalogue to callers without a token, up to 3 seconds old, and reports of the command ' +
        'line. One that lags more, hangs or is gone is left out',
    ),
  DATABASE_CONNECTION_TTL: duration
    .default(10_000)
    .describe(
      'How long connections to the database are used before one looks where new ones lead, like 10s. ' +
        'After a failover, reads leave the old server within this time and two seconds',
    ),
}

const DatabaseSettings = z.object({ MIGRATE_AT_START: z.boolean(), ...databaseSettings })

/** Returns problems, each of which names a setting, never its value. */
export function databaseProblems(settings: z.output<typeof DatabaseSettings>): string[] {
  if (settings.DATABASE_REPLICA_URLS.length > 0 && settings.DATABASE_URL === undefined)
    return ["DATABASE_REPLICA_URLS: only with DATABASE_URL; Lyceum's own database has no replicas"]
  if (settings.DATABASE_POOLER === 'none') return []
  if (settings.DATABASE_URL === undefined)
    return ["DATABASE_POOLER: only with DATABASE_URL; Lyceum's own database has no pooler"]
  if (settings.MIGRATE_AT_START && settings.DATABASE_MIGRATION_URL === undefined)
    return [
      'DATABASE_MIGRATION_URL: required with DATABASE_POOLER=transaction, unless ' +
        'MIGRATE_AT_START=false',
    ]
  return []
}
