import { z } from 'zod'

/** The version of the archive's own form. */
export const formatVersion = 1

/** Names of entries: the head first, then parts of tables, then files, then the tail. */
export const entryNames = { head: 'head.json', tail: 'tail.json' } as const

/**
 * Tables that a backup leaves out. Sessions, codes and flows would let in people who have logged
 * out since; the others belong to the running service.
 */
export const tablesLeftOut: ReadonlySet<string> = new Set([
  'sessions',
  'one_time_codes',
  'oauth_flows',
  'oauth_exchanges',
  'wallet_offers',
  'rate_counters',
  'data_checks',
  'quarantine',
])

/** The contents of a backup, known before the first row is read. */
export const Head = z.object({
  product: z.literal('lyceum'),
  format: z.literal(formatVersion),
  /** The release that made it. */
  release: z.string(),
  /** When the snapshot was taken, by the database's clock: nothing later is in it. */
  takenAt: z.iso.datetime(),
  /** The position of the write-ahead log at that time. */
  lsn: z.string(),
  postgres: z.string(),
  /** The schema's migrations, oldest first, as drizzle records them. */
  migrations: z.array(z.object({ hash: z.string(), createdAt: z.number() })).min(1),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()).min(1) })),
  sequences: z.array(z.object({ name: z.string(), last: z.string(), isCalled: z.boolean() })),
  /** The place of certificates' PDFs: the database, or files, which the archive may hold. */
  storage: z.enum(['database', 'folder', 's3']),
  holdsFiles: z.boolean(),
  /** Ids of the keys that the data needs; the keys themselves are never included. */
  keyIds: z.array(z.string()),
})
export type Head = z.infer<typeof Head>

const Content = { bytes: z.number(), sha256: z.string() }

/** The totals to compare with; an archive without a tail is incomplete. */
export const Tail = z.object({
  tables: z.array(z.object({ name: z.string(), rows: z.number(), ...Content })),
  /** `sha256` covers the SHA-256 of each file, in the order of the archive. */
  files: z.object({ count: z.number(), ...Content }),
})
export type Tail = z.infer<typeof Tail>

/** The archive is damaged, incomplete or not one of ours. */
export class BackupError extends Error {
  override readonly name = 'BackupError'
}
