import { and, desc, eq } from 'drizzle-orm'
import type { Db } from '../../postgres/client.ts'
import { termsAcceptances } from '../../schema/platform/terms.ts'

export type TermsAcceptance = typeof termsAcceptances.$inferSelect

/** Keeps when a version was accepted first. */
export async function insertAcceptance(db: Db, acceptance: TermsAcceptance): Promise<void> {
  await db.insert(termsAcceptances).values(acceptance).onConflictDoNothing()
}

export async function hasAccepted(
  db: Db,
  { userId, version }: Pick<TermsAcceptance, 'userId' | 'version'>,
): Promise<boolean> {
  const { userId: owner, version: accepted } = termsAcceptances
  return (await db.$count(termsAcceptances, and(eq(owner, userId), eq(accepted, version)))) > 0
}

/** Lists what an account accepted, the newest first; a school has few versions. */
export function listAcceptances(
  db: Db,
  userId: string,
): Promise<Omit<TermsAcceptance, 'userId'>[]> {
  const { version, acceptedAt } = termsAcceptances
  return db
    .select({ version, acceptedAt })
    .from(termsAcceptances)
    .where(eq(termsAcceptances.userId, userId))
    .orderBy(desc(acceptedAt), desc(version))
    .limit(100)
}
