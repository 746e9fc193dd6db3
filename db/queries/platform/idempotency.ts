import { and, eq, gte, isNotNull, lt, sql } from 'drizzle-orm'
import { deleteInBatches } from '../../delete-in-batches.ts'
import type { Db } from '../../postgres/client.ts'
import { idempotencyKeys } from '../../schema/platform/idempotency.ts'

export type IdempotencyRow = typeof idempotencyKeys.$inferSelect
export type IdempotencyKey = Pick<IdempotencyRow, 'userId' | 'operation' | 'key'>

/**
 * Locks the key until the end of the transaction, even without a row; false if another transaction
 * holds it. Never waits.
 */
export async function tryLockKey(
  db: Db,
  { userId, operation, key }: IdempotencyKey,
): Promise<boolean> {
  const name = `idempotency ${userId} ${operation} ${key}`
  const { rows } = await db.execute<{ locked: boolean }>(
    sql`select pg_try_advisory_xact_lock(hashtextextended(${name}, 0)) as locked`,
  )
  return rows[0]?.locked === true
}

/** Finds the answer stored under the key, unless it is too old. */
export async function findAnswer(
  db: Db,
  key: IdempotencyKey,
  notBefore: Date,
): Promise<IdempotencyRow | undefined> {
  const [found] = await db
    .select()
    .from(idempotencyKeys)
    .where(and(isKey(key), gte(idempotencyKeys.createdAt, notBefore)))
  return found
}

/** Stores the answer, replacing one that is too old. The key must be locked. */
export async function putAnswer(db: Db, row: IdempotencyRow): Promise<void> {
  const { userId, operation, key, ...content } = row
  const target = [idempotencyKeys.userId, idempotencyKeys.operation, idempotencyKeys.key]
  await db.insert(idempotencyKeys).values(row).onConflictDoUpdate({ target, set: content })
}

export async function setBusyUntil(db: Db, key: IdempotencyKey, busyUntil: Date): Promise<void> {
  await db.update(idempotencyKeys).set({ busyUntil }).where(isKey(key))
}

/** Completes the answer; false if another request completed it first. */
export async function completeAnswer(
  db: Db,
  key: IdempotencyKey,
  answer: string,
): Promise<boolean> {
  const { rowCount } = await db
    .update(idempotencyKeys)
    .set({ answer, busyUntil: null })
    .where(and(isKey(key), isNotNull(idempotencyKeys.busyUntil)))
  return rowCount === 1
}

/** Deletes an answer that could not be completed, unless another request is working on it. */
export async function forgetAnswer(db: Db, key: IdempotencyKey, busyUntil: Date): Promise<void> {
  await db.delete(idempotencyKeys).where(and(isKey(key), eq(idempotencyKeys.busyUntil, busyUntil)))
}

export async function deleteAnswersBefore(db: Db, before: Date): Promise<void> {
  await deleteInBatches(db, idempotencyKeys, lt(idempotencyKeys.createdAt, before))
}

function isKey({ userId, operation, key }: IdempotencyKey) {
  return and(
    eq(idempotencyKeys.userId, userId),
    eq(idempotencyKeys.operation, operation),
    eq(idempotencyKeys.key, key),
  )
}
