import { type Client, escapeIdentifier } from 'pg'
import { openLongSession } from '../connections/long-session.ts'
import { databaseError } from '../failures.ts'

/** SQLSTATE insufficient_privilege. */
const notAllowed = '42501'

/**
 * Does the work in a new database on the same server, then drops it. Returns false if our role may
 * not create one.
 */
export async function withScratchDatabase(
  url: string,
  name: string,
  work: (url: string) => Promise<void>,
): Promise<boolean> {
  const administrator = await openLongSession(url)
  try {
    const isMade = await create(administrator, name)
    if (!isMade) return false
    try {
      await work(url.replace(/^(\w+:\/\/[^/?]*)(\/[^?]*)?/, `$1/${name}`))
    } finally {
      await dropDatabase(administrator, name)
    }
    return true
  } finally {
    await administrator.end()
  }
}

async function create(administrator: Client, name: string): Promise<boolean> {
  try {
    // Avoids template1, which may already hold something.
    await administrator.query(`create database ${escapeIdentifier(name)} template template0`)
    return true
  } catch (error) {
    if (databaseError(error)?.code === notAllowed) return false
    throw error
  }
}

/** Drops a database even while others are connected. */
export async function dropDatabase(administrator: Client, name: string): Promise<void> {
  const drop = `drop database if exists ${escapeIdentifier(name)}`
  try {
    await administrator.query(`${drop} with (force)`)
  } catch (error) {
    if (databaseError(error)?.code !== notAllowed) throw error
    // An autovacuum worker, which we may not end by force, gives way to a plain drop.
    await administrator.query(drop)
  }
}
