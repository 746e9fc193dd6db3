import { asc, lt, sql } from 'drizzle-orm'
import type { Db } from '../../postgres/client.ts'
import { findNamed, runNamed } from '../../postgres/named-statement.ts'
import { postponedItems } from '../../schema/platform/postponed.ts'

/** Tasks that jobs do item by item: each loops by `forEachDue`, under its name. */
export const dueTasks = [
  'accept-invitations',
  'begin-cohort',
  'cancel-opened',
  'end-enrollment',
  'expire-transaction',
  'expire-upload',
  'forget-invitation',
  'mail-digest',
  'open-courses',
  'record-missed-payment',
  'refresh-entry',
  'remind-learner',
  'send-announcement',
  'submit-attempt',
  'tell-expiry',
  'tell-reporter',
] as const

export type DueTask = (typeof dueTasks)[number]
export type PostponedItem = typeof postponedItems.$inferSelect

/** Requires, where due items are listed, that the item (its ids as text) is not postponed. */
export function isNotPostponed(task: DueTask, item: string, now: string): string {
  return `not exists (
    select from postponed_items p
    where p.task = '${task}' and p.item = ${item} and p.next_try_at > ${now})`
}

interface Failed {
  task: DueTask
  item: string
  failure: string
  now: Date
}

/** Postpones an item by a minute, then twice as long after each further failure, up to a day. */
export function postponeItem(
  db: Db,
  { task, item, failure, now }: Failed,
): Promise<Pick<PostponedItem, 'tries' | 'nextTryAt'> | undefined> {
  return findNamed(db, {
    name: 'postpone_item',
    text: `
      insert into postponed_items as p (task, item, tries, failure, failed_at, next_try_at)
      values ($1, $2, 1, $3, $4, $4::timestamptz + interval '1 minute')
      on conflict (task, item) do update set
        tries = p.tries + 1, failure = excluded.failure, failed_at = excluded.failed_at,
        next_try_at = excluded.failed_at
          + least(interval '1 day', interval '1 minute' * 2 ^ least(p.tries, 11))
      returning tries, next_try_at as "nextTryAt"`,
    values: [task, item, failure, now],
  })
}

/** Deletes items that are done. */
export async function deletePostponed(db: Db, task: DueTask, items: string[]): Promise<void> {
  await runNamed(db, {
    name: 'delete_postponed',
    text: 'delete from postponed_items where task = $1 and item = any($2::text[])',
    values: [task, items],
  })
}

/** Deletes items whose next try should have come by then. */
export async function deletePostponedBefore(db: Db, before: Date): Promise<void> {
  await db.delete(postponedItems).where(lt(postponedItems.nextTryAt, before))
}

/** Lists postponed items, longest first. */
export async function listPostponed(db: Db, limit: number): Promise<PostponedItem[]> {
  const { failedAt, task, item } = postponedItems
  return db.select().from(postponedItems).orderBy(asc(failedAt), task, item).limit(limit)
}

/** Counts each task's items, and names one of them. */
export function countPostponed(
  db: Db,
): Promise<{ task: string; items: number; one: string; failure: string }[]> {
  return runNamed(db, {
    name: 'count_postponed',
    text: `
      select task, count(*)::int as items, min(item) as one, min(failure) as failure
      from postponed_items group by task order by task`,
    values: [],
  })
}

/** Releases all items for the jobs' next runs. Returns how many. */
export async function releasePostponed(db: Db, now: Date): Promise<number> {
  const { rowCount } = await db.update(postponedItems).set({ nextTryAt: now }).where(sql`true`)
  return rowCount ?? 0
}
