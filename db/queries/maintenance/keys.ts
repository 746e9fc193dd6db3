import { desc, inArray, isNotNull, sql } from 'drizzle-orm'
import type { Db } from '../../postgres/client.ts'
import { certificates } from '../../schema/learning/certificates.ts'
import { dataKeys } from '../../schema/maintenance/keys.ts'
import { oneTimeCodes } from '../../schema/people/one-time-codes.ts'
import { sessions } from '../../schema/people/sessions.ts'
import { users } from '../../schema/people/users.ts'

export type DataKey = Omit<typeof dataKeys.$inferSelect, 'notedAt'>

export function listDataKeys(db: Db): Promise<DataKey[]> {
  const { kind, name, fingerprint } = dataKeys
  return db.select({ kind, name, fingerprint }).from(dataKeys).orderBy(kind, name)
}

export async function insertDataKeys(
  db: Db,
  keys: readonly DataKey[],
  notedAt: Date,
): Promise<void> {
  if (keys.length === 0) return
  await db
    .insert(dataKeys)
    .values(keys.map((key) => ({ ...key, notedAt })))
    .onConflictDoNothing()
}

export async function deleteDataKeys(db: Db): Promise<void> {
  await db.delete(dataKeys)
}

/** Finds a certificate's newest credential, a compact JWS; its header names the key. */
export async function findNewestCredential(db: Db): Promise<string | undefined> {
  const [newest] = await db
    .select({ credential: certificates.credential })
    .from(certificates)
    .where(isNotNull(certificates.credential))
    .orderBy(desc(certificates.id))
    .limit(1)
  return newest?.credential ?? undefined
}

/** Removes the passwords hashed with these peppers; returns how many there were. */
export async function forgetPasswordsWith(
  db: Db,
  pepperVersions: readonly number[],
): Promise<number> {
  const { rowCount } = await db
    .update(users)
    .set({ passwordHash: null, pepperVersion: null })
    .where(inArray(users.pepperVersion, [...pepperVersions]))
  return rowCount ?? 0
}

/** Ends every session and voids every one-time code; returns the number of sessions. */
export async function endAllSignIns(db: Db): Promise<number> {
  await db.delete(oneTimeCodes).where(sql`true`)
  const { rowCount } = await db.delete(sessions).where(sql`true`)
  return rowCount ?? 0
}
