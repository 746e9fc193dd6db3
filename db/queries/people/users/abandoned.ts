import { and, eq, inArray, isNull, lt, sql } from 'drizzle-orm'
import type { Db } from '../../../postgres/client.ts'
import { users } from '../../../schema/people/users.ts'
import type { UserRow } from './users.ts'

/**
 * Whether nobody ever verified the account and it holds nothing: no course, purchase, certificate,
 * sign-in method or valid code. Only those registered before `before`, oldest first.
 */
function isAbandoned({ before, now }: { before: Date; now: Date }) {
  return and(
    isNull(users.emailVerifiedAt),
    isNull(users.formerEmailVerifiedAt),
    lt(users.createdAt, before),
    eq(users.role, 'learner'),
    isNull(users.suspendedAt),
    sql`not exists (select from enrollments where user_id = ${users.id})`,
    sql`not exists (select from transactions where user_id = ${users.id})`,
    sql`not exists (select from certificates where user_id = ${users.id})`,
    sql`not exists (select from identities where user_id = ${users.id})`,
    sql`not exists (select from one_time_codes
      where user_id = ${users.id} and expires_at > ${now.toISOString()})`,
  )
}

/** Locks the accounts until the end of the transaction; skips those that others hold. */
export async function lockAbandonedUsers(
  db: Db,
  { limit, ...when }: { before: Date; now: Date; limit: number },
): Promise<string[]> {
  const found = await db
    .select({ id: users.id })
    .from(users)
    .where(isAbandoned(when))
    .orderBy(users.createdAt)
    .limit(limit)
    .for('update', { skipLocked: true })
  return found.map(({ id }) => id)
}

/** Deletes and returns those of the accounts that are still abandoned. */
export async function deleteAbandonedUsers(
  db: Db,
  ids: string[],
  when: { before: Date; now: Date },
): Promise<Pick<UserRow, 'id' | 'email'>[]> {
  return db
    .delete(users)
    .where(and(inArray(users.id, ids), isAbandoned(when)))
    .returning({ id: users.id, email: users.email })
}
