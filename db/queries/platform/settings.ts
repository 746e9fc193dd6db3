import { eq } from 'drizzle-orm'
import type { Db } from '../../postgres/client.ts'
import { schoolSettings } from '../../schema/platform/settings.ts'

export interface SettingsRow {
  revision: number
  content: unknown
}

/** Finds the revision; 0 before the first change. */
export async function findSettingsRevision(db: Db): Promise<number> {
  const [row] = await db.select({ revision: schoolSettings.revision }).from(schoolSettings)
  return row?.revision ?? 0
}

export async function findSettings(db: Db): Promise<SettingsRow> {
  const { revision, content } = schoolSettings
  const [row] = await db.select({ revision, content }).from(schoolSettings)
  return row ?? { revision: 0, content: {} }
}

/** Writes them if they still have the revision before; false if somebody else was faster. */
export async function putSettings(
  db: Db,
  { revision, content, at }: SettingsRow & { at: Date },
): Promise<boolean> {
  const row = { revision: revision + 1, content, changedAt: at }
  const { rowCount } =
    revision === 0
      ? await db.insert(schoolSettings).values(row).onConflictDoNothing()
      : await db.update(schoolSettings).set(row).where(eq(schoolSettings.revision, revision))
  return rowCount === 1
}
