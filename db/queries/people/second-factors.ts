import { and, count, eq, getTableColumns, isNull, lt, or, sql } from 'drizzle-orm'
import type { Db } from '../../postgres/client.ts'
import { runNamed } from '../../postgres/named-statement.ts'
import { recoveryCodes, secondFactors } from '../../schema/people/second-factors.ts'
import { selectList } from '../../select-list.ts'

export type SecondFactorRow = typeof secondFactors.$inferSelect

const { lastStep: _lastStep, counter: _counter, ...plain } = getTableColumns(secondFactors)
const columns = selectList(plain)

/** Lists an account's few second factors, oldest first. */
export async function listSecondFactors(db: Db, userId: string): Promise<SecondFactorRow[]> {
  return runNamed(db, {
    name: 'list_second_factors',
    text: `
      select ${columns}, last_step::float8 as "lastStep", counter::float8 as counter
      from second_factors where user_id = $1 order by id`,
    values: [userId],
  })
}

/** Inserts a second factor; false if the account has such an app, or somebody has the passkey. */
export async function insertSecondFactor(
  db: Db,
  factor: typeof secondFactors.$inferInsert,
): Promise<boolean> {
  const { rowCount } = await db.insert(secondFactors).values(factor).onConflictDoNothing()
  return rowCount === 1
}

export async function deleteSecondFactor(
  db: Db,
  { id, userId }: Pick<SecondFactorRow, 'id' | 'userId'>,
): Promise<SecondFactorRow | undefined> {
  const [deleted] = await db
    .delete(secondFactors)
    .where(and(eq(secondFactors.id, id), eq(secondFactors.userId, userId)))
    .returning()
  return deleted
}

/** Removes all second factors and recovery codes of an account; returns how many factors it had. */
export async function deleteSecondFactors(db: Db, userId: string): Promise<number> {
  await db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
  const { rowCount } = await db.delete(secondFactors).where(eq(secondFactors.userId, userId))
  return rowCount ?? 0
}

/** Uses a step's code once; false if it, or a later one, was used before. */
export async function useStep(
  db: Db,
  { id, step, secret, at }: { id: string; step: number; secret: Buffer; at: Date },
): Promise<boolean> {
  const { rowCount } = await db
    .update(secondFactors)
    .set({ lastStep: step, lastUsedAt: at, secret })
    .where(and(eq(secondFactors.id, id), lt(secondFactors.lastStep, step)))
  return rowCount === 1
}

/**
 * Uses a passkey; false if its counter did not rise, as with a copy of it, or if it was used since
 * it was asked.
 */
export async function usePasskey(
  db: Db,
  { id, counter, askedAt, at }: { id: string; counter: number; askedAt: Date; at: Date },
): Promise<boolean> {
  const { rowCount } = await db
    .update(secondFactors)
    .set({ counter, lastUsedAt: at })
    .where(
      and(
        eq(secondFactors.id, id),
        or(
          lt(secondFactors.counter, counter),
          and(eq(secondFactors.counter, 0), sql`${counter}::bigint = 0`),
        ),
        or(isNull(secondFactors.lastUsedAt), lt(secondFactors.lastUsedAt, askedAt)),
      ),
    )
  return rowCount === 1
}

/** Replaces all earlier codes. */
export async function replaceRecoveryCodes(
  db: Db,
  userId: string,
  hashes: string[],
): Promise<void> {
  await db.delete(recoveryCodes).where(eq(recoveryCodes.userId, userId))
  await db.insert(recoveryCodes).values(hashes.map((codeHash) => ({ userId, codeHash })))
}

/** Uses up a code; false if there is none, or it was used. */
export async function useRecoveryCode(
  db: Db,
  { userId, codeHash }: { userId: string; codeHash: string },
): Promise<boolean> {
  const { rowCount } = await db
    .delete(recoveryCodes)
    .where(and(eq(recoveryCodes.userId, userId), eq(recoveryCodes.codeHash, codeHash)))
  return rowCount === 1
}

export async function countRecoveryCodes(db: Db, userId: string): Promise<number> {
  const [row] = await db
    .select({ left: count() })
    .from(recoveryCodes)
    .where(eq(recoveryCodes.userId, userId))
  return row?.left ?? 0
}
