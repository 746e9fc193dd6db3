import { beforeId, type PageBefore } from '../../page.ts'
import type { Db } from '../../postgres/client.ts'
import { runNamed } from '../../postgres/named-statement.ts'
import { courseHistory } from '../../schema/platform/history.ts'

export async function insertHistoryEntry(
  db: Db,
  entry: typeof courseHistory.$inferInsert,
): Promise<void> {
  await db.insert(courseHistory).values(entry)
}

export interface HistoryEntryRow extends Omit<typeof courseHistory.$inferSelect, 'courseId'> {
  name: string | null
}

/** Lists entries older than `before`, newest first. */
export async function listHistoryEntries(
  db: Db,
  { courseId, before, limit }: PageBefore & { courseId: string },
): Promise<HistoryEntryRow[]> {
  return runNamed<HistoryEntryRow>(db, {
    name: 'list_course_history',
    text: `
      select h.id, h.at, h.event, h.details, h.user_id as "userId", u.name from course_history h
      left join users u on u.id = h.user_id
      where h.course_id = $1 and h.id < ${beforeId('$2')}
      order by h.id desc limit $3`,
    values: [courseId, before ?? null, limit],
  })
}
