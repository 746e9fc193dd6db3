import { DatabaseSync } from 'node:sqlite'
import { setTimeout as sleep } from 'node:timers/promises'
import { EmbeddedPostgresError } from './errors.ts'

const SQLITE_BUSY = 5

/** Exceeds the slowest start, recovery of a crashed cluster included. */
const WAIT_MS = 150_000

/**
 * Runs the work while no other process, and no other caller in this one, holds the lock of this
 * file. The lock belongs to the operating system, taken by SQLite on an empty file: it ends with
 * its process, however that ends.
 */
export async function withLock<T>(file: string, work: () => Promise<T>): Promise<T> {
  const lock = await acquire(file)
  try {
    return await work()
  } finally {
    lock.close()
  }
}

async function acquire(file: string): Promise<DatabaseSync> {
  const deadline = performance.now() + WAIT_MS
  for (;;) {
    const lock = tryLock(file)
    if (lock !== undefined) return lock
    if (performance.now() > deadline)
      throw new EmbeddedPostgresError(
        `Another process is still starting or stopping this PostgreSQL (${file}).`,
      )
    await sleep(15)
  }
}

function tryLock(file: string): DatabaseSync | undefined {
  const lock = new DatabaseSync(file, { timeout: 0 })
  try {
    lock.exec('begin exclusive')
    return lock
  } catch (error) {
    lock.close()
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY)
      return undefined
    throw error
  }
}
