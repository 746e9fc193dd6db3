import { eq } from 'drizzle-orm'
import type { Db } from '../client.ts'
import { brandings } from '../schema/branding.ts'

export async function findBranding(db: Db, sha256: string): Promise<string | undefined> {
  const [design] = await db
    .select({ content: brandings.content })
    .from(brandings)
    .where(eq(brandings.sha256, sha256))
  return design?.content
}

/** Sends the content, which may have megabytes, only where it is not there yet. */
export async function putBranding(db: Db, design: typeof brandings.$inferInsert): Promise<void> {
  const [known] = await db
    .select({ sha256: brandings.sha256 })
    .from(brandings)
    .where(eq(brandings.sha256, design.sha256))
  if (known === undefined) await db.insert(brandings).values(design).onConflictDoNothing()
}
