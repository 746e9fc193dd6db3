import { and, eq, lt, sql } from 'drizzle-orm'
import { deleteInBatches } from '../../delete-in-batches.ts'
import type { Db } from '../../postgres/client.ts'
import { oneTimeCodes } from '../../schema/people/one-time-codes.ts'

type OneTimeCode = typeof oneTimeCodes.$inferSelect

type CodeOwner = Pick<OneTimeCode, 'userId' | 'purpose'>

/** The newest and two more, so that a mail that arrives late brings a working code. */
export const codesHeldAtOnce = 3

/** The codes kept when one is replaced: that one, and those before it. */
const heldStill = sql`(
  select coalesce(jsonb_agg(code order by place), '[]') from (
    select code, place from jsonb_array_elements(
      jsonb_build_array(jsonb_build_object(
        'codeMac', ${oneTimeCodes.codeMac}, 'tries', ${oneTimeCodes.tries},
        'expiresAt', ${oneTimeCodes.expiresAt}, 'newEmail', ${oneTimeCodes.newEmail}
      )) || ${oneTimeCodes.earlier}
    ) with ordinality as held (code, place)
    where (code ->> 'tries')::integer < 5
    order by place limit ${sql.raw(String(codesHeldAtOnce - 1))}
  ) as held)`

/** Selects the earlier codes with this many more tries. */
const triedAgain = (tries: 1 | -1) => sql`(
  select coalesce(jsonb_agg(
    jsonb_set(code, '{tries}', to_jsonb(greatest((code ->> 'tries')::integer + ${sql.raw(String(tries))}, 0)))
    order by place), '[]')
  from jsonb_array_elements(${oneTimeCodes.earlier}) with ordinality as held (code, place))`

const isAmong = (codeMac: string) => sql`(
  ${oneTimeCodes.codeMac} = ${codeMac}
  or ${oneTimeCodes.earlier} @> jsonb_build_array(jsonb_build_object('codeMac', ${codeMac}::text)))`

/**
 * Puts a code before the user's others for this purpose; false if there is one of a later request,
 * which counts instead.
 */
export async function putCode(
  db: Db,
  code: Omit<OneTimeCode, 'tries' | 'requestId' | 'earlier'> & { requestId: string },
): Promise<boolean> {
  const { codeMac, expiresAt, requestId, newEmail } = code
  const { rowCount } = await db
    .insert(oneTimeCodes)
    .values(code)
    .onConflictDoUpdate({
      target: [oneTimeCodes.userId, oneTimeCodes.purpose],
      set: { codeMac, expiresAt, requestId, newEmail, tries: 0, earlier: heldStill },
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
 * Counts a try of each code and returns those to compare with, newest first; undefined if there is
 * none, it has expired, or its five tries are used up.
 */
export async function countTryOfCode(
  db: Db,
  { userId, purpose, now }: CodeOwner & { now: Date },
): Promise<{ codeMacs: string[]; newEmail: string | null } | undefined> {
  const [code] = await db
    .update(oneTimeCodes)
    .set({ tries: sql`${oneTimeCodes.tries} + 1`, earlier: triedAgain(1) })
    .where(
      and(
        eq(oneTimeCodes.userId, userId),
        eq(oneTimeCodes.purpose, purpose),
        lt(oneTimeCodes.tries, 5),
        sql`${oneTimeCodes.expiresAt} > ${now.toISOString()}`,
      ),
    )
    .returning()
  if (code === undefined) return undefined
  const { codeMac, newEmail, earlier } = code
  // A code sent to a different email proves nothing about this one.
  const valid = earlier.filter(
    (one) => one.tries <= 5 && new Date(one.expiresAt) > now && one.newEmail === newEmail,
  )
  return { codeMacs: [codeMac, ...valid.map((one) => one.codeMac)], newEmail }
}

/** Uncounts a try with a right code. */
export async function uncountTryOfCode(
  db: Db,
  { userId, purpose, codeMac }: CodeOwner & { codeMac: string },
): Promise<void> {
  await db
    .update(oneTimeCodes)
    .set({ tries: sql`greatest(${oneTimeCodes.tries} - 1, 0)`, earlier: triedAgain(-1) })
    .where(
      and(eq(oneTimeCodes.userId, userId), eq(oneTimeCodes.purpose, purpose), isAmong(codeMac)),
    )
}

/** Uses up all codes at once; true for exactly one request with a right code. */
export async function useUpCode(
  db: Db,
  { userId, purpose, codeMac }: CodeOwner & { codeMac: string },
): Promise<boolean> {
  const { rowCount } = await db
    .delete(oneTimeCodes)
    .where(
      and(eq(oneTimeCodes.userId, userId), eq(oneTimeCodes.purpose, purpose), isAmong(codeMac)),
    )
  return rowCount === 1
}

export async function deleteCodesOf(db: Db, userId: string): Promise<void> {
  await db.delete(oneTimeCodes).where(eq(oneTimeCodes.userId, userId))
}

export async function deleteExpiredCodes(db: Db, now: Date): Promise<void> {
  await deleteInBatches(db, oneTimeCodes, lt(oneTimeCodes.expiresAt, now))
}
