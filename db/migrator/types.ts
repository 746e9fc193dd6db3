/** A step towards the schema of this release. */
export interface Migration {
  /** Like `0021_return_url`. */
  name: string
  statements: string[]
  /** False for concurrent indexes: each statement is a transaction of its own. */
  inTransaction: boolean
  /** The row in drizzle's table; undefined where the statements themselves keep a record. */
  row?: { hash: string; createdAt: number }
}

/** The part of a pino log that migrations need. */
export interface MigrationLog {
  info(facts: object, message: string): void
}

/** A session that holds a lock which a migration waits for. */
export interface Blocker {
  pid: number
  application: string
  /** Of its running query, or of its last one. Undefined where our role may not see it. */
  queryStartedAt?: string
  /** Marks its transaction. */
  transactionStartedAt?: string
}

export interface Wait {
  /** Undefined where the lock is no table's, such as the end of an older transaction. */
  table?: string
  blockers: Blocker[]
}
