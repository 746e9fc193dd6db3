import { and, desc, eq, getTableColumns, gt, lt, ne } from 'drizzle-orm'
import type { Db } from '../client.ts'
import { sessions } from '../schema/index.ts'

export type SessionRow = Omit<typeof sessions.$inferSelect, 'userId'>

const { userId: _owner, ...shown } = getTableColumns(sessions)

/** Newest first, those older than `before`. */
export async function listSessions(
  db: Db,
  page: { userId: string; aliveAt: Date; usedSince: Date | undefined; before: string | undefined; limit: number },
): Promise<SessionRow[]> {
  const { userId, aliveAt, usedSince, before, limit } = page
  return db
    .select(shown)
    .from(sessions)
    .where(
      and(
        eq(sessions.userId, userId),
        gt(sessions.expiresAt, aliveAt),
        usedSince && gt(sessions.lastUsedAt, usedSince),
        before === undefined ? undefined : lt(sessions.publicId, before),
      ),
    )
    .orderBy(desc(sessions.publicId))
    .limit(limit)
}

export async function noteUseOfSession(db: Db, idHash: string, at: Date): Promise<void> {
  await db
    .update(sessions)
    .set({ lastUsedAt: at })
    .where(and(eq(sessions.idHash, idHash), lt(sessions.lastUsedAt, at)))
}

export async function deleteOtherSessions(db: Db, userId: string, idHash: string): Promise<void> {
  await db.delete(sessions).where(and(eq(sessions.userId, userId), ne(sessions.idHash, idHash)))
}

/** False where the user has no such session. */
export async function deleteSessionCalled(db: Db, userId: string, publicId: string): Promise<boolean> {
  const ended = await db
    .delete(sessions)
    .where(and(eq(sessions.userId, userId), eq(sessions.publicId, publicId)))
    .returning({ publicId: sessions.publicId })
  return ended.length === 1
}
