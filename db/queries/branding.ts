import { eq } from 'drizzle-orm'
import type { Db } from '../client.ts'
import { certificateDesigns } from '../schema/branding.ts'

export async function findDesign(db: Db, sha256: string): Promise<string | undefined> {
  const [design] = await db
    .select({ content: certificateDesigns.content })
    .from(certificateDesigns)
    .where(eq(certificateDesigns.sha256, sha256))
  return design?.content
}

/** Sends the content, which may have megabytes, only where it is not there yet. */
export async function putDesign(
  db: Db,
  design: typeof certificateDesigns.$inferInsert,
): Promise<void> {
  const [known] = await db
    .select({ sha256: certificateDesigns.sha256 })
    .from(certificateDesigns)
    .where(eq(certificateDesigns.sha256, design.sha256))
  if (known === undefined) await db.insert(certificateDesigns).values(design).onConflictDoNothing()
}
