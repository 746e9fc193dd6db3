import { listHistoryEntries } from '../../../../db/queries/platform/history.ts'
import { startOf, toPage } from '../../../../lib/lists/pagination.ts'
import type { Deps } from '../../../context.ts'
import { namesIn } from '../admin/names.ts'
import type { HistoryEvent } from './record-history.ts'
import type { HistoryList, ListHistoryInput } from './schema.ts'

/** Lists what was done to a course, newest first. */
export async function listHistory(
  { db }: Pick<Deps, 'db'>,
  { courseId, ...page }: ListHistoryInput,
): Promise<HistoryList> {
  const rows = await listHistoryEntries(db, {
    courseId,
    before: startOf(page),
    limit: page.limit + 1,
  })
  const names = await namesIn({ db }, rows)
  return toPage(rows, page.limit, ({ at, event, userId, name, details }) => ({
    at: at.toISOString(),
    event: event as HistoryEvent,
    user: userId === null || name === null ? null : { id: userId, name },
    details,
    names: names(details),
  }))
}
