import { eq } from 'drizzle-orm'
import type { Db } from '../../postgres/client.ts'
import { brandings } from '../../schema/platform/branding.ts'

export async function findBranding(db: Db, sha256: string): Promise<string | undefined> {
  const [branding] = await db
    .select({ content: brandings.content })
    .from(brandings)
    .where(eq(brandings.sha256, sha256))
  return branding?.content
}

/** Sends the content, which may have megabytes, only if it is not stored yet. */
export async function putBranding(db: Db, branding: typeof brandings.$inferInsert): Promise<void> {
  const [known] = await db
    .select({ sha256: brandings.sha256 })
    .from(brandings)
    .where(eq(brandings.sha256, branding.sha256))
  if (known === undefined) await db.insert(brandings).values(branding).onConflictDoNothing()
}
