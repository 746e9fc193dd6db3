import { and, eq, lt, sql } from 'drizzle-orm'
import type { Db } from '../../client.ts'
import { deleteInBatches } from '../../delete-in-batches.ts'
import { oneTimeCodes } from '../../schema/people/one-time-codes.ts'

type OneTimeCode = typeof oneTimeCodes.$inferSelect

type CodeOwner = Pick<OneTimeCode, 'userId' | 'purpose'>

/**
 * Replaces the user's code for this purpose; false if there is one of a later request, which counts
 * instead.
 */
export async function putCode(
  db: Db,
  code: Omit<OneTimeCode, 'tries' | 'requestId'> & { requestId: string },
): Promise<boolean> {
  const { codeMac, expiresAt, requestId, newEmail } = code
  const { rowCount } = await db
    .insert(oneTimeCodes)
    .values(code)
    .onConflictDoUpdate({
      target: [oneTimeCodes.userId, oneTimeCodes.purpose],
      set: { codeMac, expiresAt, requestId, newEmail, tries: 0 },
      setWhere: sql`coalesce(${oneTimeCodes.requestId} <= ${requestId}, true)`,
    })
  return rowCount === 1
}

export async function findCode(
  db: Db,
  { userId, purpose }: CodeOwner,
): Promise<OneTimeCode | undefined> {
  const [code] = await db
    .select()
    .from(oneTimeCodes)
    .where(and(eq(oneTimeCodes.userId, userId), eq(oneTimeCodes.purpose, purpose)))
  return code
}

/**
 * Counts one try and returns the code to compare with; undefined when there is none, it has
 * expired, or its five tries are used up.
 */
export async function countTryOfCode(
  db: Db,
  { userId, purpose, now }: CodeOwner & { now: Date },
): Promise<Pick<OneTimeCode, 'codeMac' | 'newEmail'> | undefined> {
  const [code] = await db
    .update(oneTimeCodes)
    .set({ tries: sql`${oneTimeCodes.tries} + 1` })
    .where(
      and(
        eq(oneTimeCodes.userId, userId),
        eq(oneTimeCodes.purpose, purpose),
        lt(oneTimeCodes.tries, 5),
        sql`${oneTimeCodes.expiresAt} > ${now.toISOString()}`,
      ),
    )
    .returning({ codeMac: oneTimeCodes.codeMac, newEmail: oneTimeCodes.newEmail })
  return code
}

/** Uncounts a try of the right code. */
export async function uncountTryOfCode(
  db: Db,
  { userId, purpose, codeMac }: CodeOwner & { codeMac: string },
): Promise<void> {
  await db
    .update(oneTimeCodes)
    .set({ tries: sql`greatest(${oneTimeCodes.tries} - 1, 0)` })
    .where(
      and(
        eq(oneTimeCodes.userId, userId),
        eq(oneTimeCodes.purpose, purpose),
        eq(oneTimeCodes.codeMac, codeMac),
      ),
    )
}

/** True for exactly one request with the right code. */
export async function useUpCode(
  db: Db,
  { userId, purpose, codeMac }: CodeOwner & { codeMac: string },
): Promise<boolean> {
  const { rowCount } = await db
    .delete(oneTimeCodes)
    .where(
      and(
        eq(oneTimeCodes.userId, userId),
        eq(oneTimeCodes.purpose, purpose),
        eq(oneTimeCodes.codeMac, codeMac),
      ),
    )
  return rowCount === 1
}

export async function deleteCodesOf(db: Db, userId: string): Promise<void> {
  await db.delete(oneTimeCodes).where(eq(oneTimeCodes.userId, userId))
}

export async function deleteExpiredCodes(db: Db, now: Date): Promise<void> {
  await deleteInBatches(db, oneTimeCodes, lt(oneTimeCodes.expiresAt, now))
}
