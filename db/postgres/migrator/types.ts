/** A step towards the schema of this release. */
export interface Migration {
  /** Like `0021_return_url`. */
  name: string
  statements: string[]
  /** False for concurrent indexes: each statement is a transaction of its own. */
  inTransaction: boolean
  /** The row in drizzle's table; undefined if the statements keep their own record. */
  row?: { hash: string; createdAt: number }
}

/** The part of a pino log that migrations need. */
export interface MigrationLog {
  info(facts: object, message: string): void
}
