import { type Client, escapeIdentifier } from 'pg'
import { openLongSession } from '../connections/long-session.ts'
import { databaseError } from '../failures.ts'

/** SQLSTATE insufficient_privilege. */
const notAllowed = '42501'

/**
 * Does the work in a new database on the same server, and drops it. False when our role may not
 * create one.
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
      await administrator.query(`drop database ${escapeIdentifier(name)} with (force)`)
    }
    return true
  } finally {
    await administrator.end()
  }
}

async function create(administrator: Client, name: string): Promise<boolean> {
  try {
    // Not from template1, which may hold something already.
    await administrator.query(`create database ${escapeIdentifier(name)} template template0`)
    return true
  } catch (error) {
    if (databaseError(error)?.code === notAllowed) return false
    throw error
  }
}
