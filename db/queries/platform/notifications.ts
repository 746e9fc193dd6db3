import { lt } from 'drizzle-orm'
import { deleteInBatches } from '../../delete-in-batches.ts'
import { afterId, beforeId, type PageAfter, type PageBefore } from '../../page.ts'
import type { Db } from '../../postgres/client.ts'
import { anyNamed, findNamed, listNamed, runNamed } from '../../postgres/named-statement.ts'
import { notifications } from '../../schema/platform/notifications.ts'
import { isNotPostponed } from './postponed.ts'

type Row = typeof notifications.$inferSelect
export type NotificationRow = Omit<Row, 'userId' | 'fact' | 'inDigest'>

/** How many an account keeps. */
const keptOfAccount = 200
/** How many are counted as unread: a bell shows the others as "99+". */
const countedUnread = 100

const shown = `
  n.id, n.kind, n.course_id as "courseId", n.lesson_key as "lessonKey",
    n.subject_id as "subjectId", n.facts, n.created_at as "createdAt", n.read_at as "readAt"`

/** Whether the notification `n` is still true: not once its announcement is withdrawn. */
const isTrue = `(n.kind <> 'announcement' or exists (
  select from announcements a where a.id = n.subject_id))`

/**
 * Inserts it, in place of the account's oldest where that has enough; false if the fact was told
 * before.
 */
export function insertNotification(db: Db, row: Omit<Row, 'readAt'>): Promise<boolean> {
  const { id, userId, kind, fact, courseId, lessonKey, subjectId, facts, inDigest, createdAt } = row
  return anyNamed(db, {
    name: 'insert_notification',
    text: `
      with forgotten as (
        delete from notifications where id in (
          select id from notifications where id in (
            select id from notifications where user_id = $2
            order by id desc offset ${keptOfAccount - 1} limit 20
          ) for update skip locked)
      )
      insert into notifications (id, user_id, kind, fact, course_id, lesson_key, subject_id, facts,
        in_digest, created_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
      on conflict (user_id, fact) do nothing returning id`,
    values: [
      ...[id, userId, kind, fact, courseId, lessonKey, subjectId, JSON.stringify(facts)],
      ...[inDigest, createdAt],
    ],
  })
}

/** Lists an account's notifications, newest first. */
export function listNotifications(
  db: Db,
  { userId, before, limit }: PageBefore & { userId: string },
): Promise<NotificationRow[]> {
  return runNamed(db, {
    name: 'list_notifications',
    text: `
      select ${shown} from notifications n
      where n.user_id = $1 and n.id < ${beforeId('$2')} and ${isTrue}
      order by n.id desc limit $3`,
    values: [userId, before ?? null, limit],
  })
}

/** Lists the same in the order of the ids. */
export function listNotificationsAfter(
  db: Db,
  { userId, after, limit }: PageAfter & { userId: string },
): Promise<NotificationRow[]> {
  return runNamed(db, {
    name: 'list_notifications_after',
    text: `
      select ${shown} from notifications n
      where n.user_id = $1 and n.id > ${afterId('$2')} and ${isTrue}
      order by n.id limit $3`,
    values: [userId, after ?? null, limit],
  })
}

/** Counts what is unread, up to a hundred. */
export async function countUnread(db: Db, userId: string): Promise<number> {
  const [unread = 0] = await listNamed<number>(db, {
    name: 'count_unread_notifications',
    text: `
      select count(*)::int from (
        select from notifications n where n.user_id = $1 and n.read_at is null and ${isTrue}
        limit ${countedUnread}
      ) as unread`,
    values: [userId],
  })
  return unread
}

/** Marks one as read, or it and all before it; false if there is none. */
export async function markRead(
  db: Db,
  { userId, id, older, at }: { userId: string; id: string; older: boolean; at: Date },
): Promise<boolean> {
  return anyNamed(db, {
    name: 'mark_notifications_read',
    text: `
      with marked as (
        update notifications set read_at = $4
        where user_id = $1 and read_at is null and (id = $2 or $3 and id < $2)
      )
      select from notifications where user_id = $1 and id = $2`,
    values: [userId, id, older, at],
  })
}

/** Lists accounts with something for a daily mail, in the order of their ids. */
export function listForDigest(
  db: Db,
  { after, limit, now }: { after: string | undefined; limit: number; now: Date },
): Promise<string[]> {
  return listNamed(db, {
    name: 'list_for_digest',
    text: `
      select distinct n.user_id from notifications n
      where n.in_digest and n.user_id > ${afterId('$1')}
        and ${isNotPostponed('mail-digest', 'n.user_id::text', '$3')}
      order by n.user_id limit $2`,
    values: [after ?? null, limit, now],
  })
}

/** Takes what is for the account's daily mail, so that no other takes it; lists what is unread. */
export function takeForDigest(db: Db, userId: string): Promise<NotificationRow[]> {
  return runNamed(db, {
    name: 'take_for_digest',
    text: `
      with taken as (
        update notifications set in_digest = false where user_id = $1 and in_digest returning *
      )
      select ${shown} from taken n where n.read_at is null and ${isTrue} order by n.id desc`,
    values: [userId],
  })
}

/** Finds an announcement as it is now; undefined once it is withdrawn. */
export function findAnnounced(db: Db, id: string): Promise<{ text: string } | undefined> {
  return findNamed(db, {
    name: 'find_announced',
    text: 'select text from announcements where id = $1',
    values: [id],
  })
}

/** Deletes notifications with a lower id: ids tell when they were made. */
export async function deleteNotificationsBefore(db: Db, id: string): Promise<void> {
  await deleteInBatches(db, notifications, lt(notifications.id, id))
}
