import { afterId, beforeId, type PageBefore } from '../../page.ts'
import type { Db } from '../../postgres/client.ts'
import { anyNamed, findNamed, listNamed, runNamed } from '../../postgres/named-statement.ts'
import type { announcements } from '../../schema/learning/announcements.ts'
import { isOpen } from '../courses/courses/is-open.ts'
import { isNotPostponed } from '../platform/postponed.ts'

type Row = typeof announcements.$inferSelect

export interface AnnouncementRow
  extends Pick<
    Row,
    | ('id' | 'courseId' | 'text' | 'audience' | 'quietSince' | 'createdAt' | 'mailedOn')
    | ('waitsUntil' | 'editedAt')
  > {
  cohort: { id: string; name: string } | null
  author: { id: string; name: string } | null
}

const shown = `
  a.id, a.course_id as "courseId", a.text, a.audience, a.quiet_since as "quietSince",
    a.created_at as "createdAt", a.mailed_on::text as "mailedOn",
    a.waits_until as "waitsUntil", a.edited_at as "editedAt",
    case when k.id is not null then json_build_object('id', k.id, 'name', k.name) end as cohort,
    case when u.id is not null then json_build_object('id', u.id, 'name', u.name) end as author
  from announcements a
  left join cohorts k on k.id = a.cohort_id
  left join users u on u.id = a.created_by`

/**
 * Posts an announcement, without a mail if the course has mailed another on that day; two posted at
 * once wait for each other.
 */
export async function insertAnnouncement(
  db: Db,
  {
    id,
    courseId,
    text,
    audience,
    cohortId,
    quietSince,
    createdBy,
    createdAt,
    mailedOn,
    waitsUntil,
  }: Row,
): Promise<{ mailedOn: string | null }> {
  const insert = (on: string | null) =>
    findNamed<{ mailedOn: string | null }>(db, {
      name: 'insert_announcement',
      text: `
        insert into announcements (id, course_id, text, audience, cohort_id, quiet_since,
          created_by, created_at, mailed_on, waits_until)
        values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
        on conflict (course_id, mailed_on) do nothing returning mailed_on::text as "mailedOn"`,
      values: [
        ...[id, courseId, text, audience, cohortId, quietSince, createdBy, createdAt, on],
        waitsUntil,
      ],
    })
  return (await insert(mailedOn)) ?? (await insert(null)) ?? { mailedOn: null }
}

export function findAnnouncement(
  db: Db,
  { id, courseId = null }: { id: string; courseId?: string | null },
): Promise<AnnouncementRow | undefined> {
  return findNamed(db, {
    name: 'find_announcement',
    text: `select ${shown} where a.id = $1 and ($2::uuid is null or a.course_id = $2)`,
    values: [id, courseId],
  })
}

/** Lists a course's announcements, or only those to cohorts, newest first. */
export function listAnnouncements(
  db: Db,
  {
    courseId,
    cohortIds,
    before,
    limit,
  }: PageBefore & { courseId: string; cohortIds: readonly string[] | null },
): Promise<AnnouncementRow[]> {
  return runNamed(db, {
    name: 'list_announcements',
    text: `
      select ${shown} where a.course_id = $1 and a.id < ${beforeId('$2')}
        and ($4::uuid[] is null or a.cohort_id = any($4))
      order by a.id desc limit $3`,
    values: [courseId, before ?? null, limit, cohortIds],
  })
}

/** Deletes an announcement; false if there was none. */
export async function deleteAnnouncement(
  db: Db,
  {
    id,
    courseId,
    cohortIds,
  }: { id: string; courseId: string; cohortIds: readonly string[] | null },
): Promise<boolean> {
  const deleted = await listNamed(db, {
    name: 'delete_announcement',
    text: `
      delete from announcements where id = $1 and course_id = $2
        and ($3::uuid[] is null or cohort_id = any($3)) returning id`,
    values: [id, courseId, cohortIds],
  })
  return deleted.length > 0
}

/** Changes what an announcement says; undefined if there is none. */
export function editAnnouncement(
  db: Db,
  {
    id,
    courseId,
    cohortIds,
    text,
    at,
  }: { id: string; courseId: string; cohortIds: readonly string[] | null; text: string; at: Date },
): Promise<{ id: string } | undefined> {
  return findNamed(db, {
    name: 'edit_announcement',
    text: `
      update announcements set text = $4,
        edited_at = case when waits_until is null and text <> $4 then $5 else edited_at end
      where id = $1 and course_id = $2 and ($3::uuid[] is null or cohort_id = any($3))
      returning id`,
    values: [id, courseId, cohortIds, text, at],
  })
}

/** Lists announcements whose time has come. */
export function listDueAnnouncements(
  db: Db,
  { now, limit }: { now: Date; limit: number },
): Promise<{ id: string; courseId: string }[]> {
  return runNamed(db, {
    name: 'list_due_announcements',
    text: `
      select id, course_id as "courseId" from announcements a
      where waits_until <= $1 and ${isNotPostponed('send-announcement', 'a.id::text', '$1')}
      order by waits_until limit $2`,
    values: [now, limit],
  })
}

/**
 * Lets a waiting announcement out, with a mail on that day unless the course has mailed another;
 * false if another process has.
 */
export function letOut(
  db: Db,
  { id, mailedOn, now }: { id: string; mailedOn: string | null; now: Date },
): Promise<boolean> {
  return anyNamed(db, {
    name: 'let_announcement_out',
    text: `
      update announcements a set waits_until = null,
        mailed_on = case when not exists (
          select from announcements b where b.course_id = a.course_id and b.mailed_on = $2
        ) then $2::date end
      where id = $1 and waits_until <= $3 returning id`,
    values: [id, mailedOn, now],
  })
}

/**
 * Whether the announcement `a` is out, and for the learner of the enrollment `e`; one for the stuck
 * is, until they go on.
 */
const isForLearner = `
  (a.waits_until is null) and (a.audience = 'all'
    or a.audience = 'cohort' and exists (
      select from cohort_members m where m.cohort_id = a.cohort_id and m.user_id = e.user_id)
    or a.audience = 'chosen' and exists (
      select from announcement_recipients r
      where r.announcement_id = a.id and r.user_id = e.user_id)
    or a.audience = 'stuck' and e.completed_at is null and e.last_activity_at <= a.quiet_since)`

/** Lists announcements for a learner with access to the course, newest first. */
export function listAnnouncementsFor(
  db: Db,
  {
    userId,
    courseId,
    before,
    limit,
    now,
  }: PageBefore & { userId: string; courseId: string; now: Date },
): Promise<AnnouncementRow[]> {
  return runNamed(db, {
    name: 'list_announcements_for',
    text: `
      select ${shown}
      join enrollments e on e.user_id = $1 and e.course_id = a.course_id and ${isOpen('e', '$5')}
      where a.course_id = $2 and a.id < ${beforeId('$3')} and ${isForLearner}
      order by a.id desc limit $4`,
    values: [userId, courseId, before ?? null, limit, now],
  })
}

/** Selects, among a course's newest, the first for the learner of the enrollment `e`. */
export const newestAnnouncement = (now: string) => `
  select json_build_object('id', a.id, 'text', a.text, 'postedAt', a.created_at,
    'editedAt', a.edited_at) as announcement
  from (
    select * from announcements where course_id = e.course_id and waits_until is null
    order by id desc limit 20
  ) as a
  where ${isOpen('e', now)} and ${isForLearner}
  order by a.id desc limit 1`

/** Whether announcements are mailed to the user. */
export function takesMail(user: string): string {
  return `(${user}.announcements_by_mail and ${user}.suspended_at is null
    and ${user}.email_verified_at is not null)`
}

/** Lists learners to tell it, in the order of their ids. */
export async function listToTell(
  db: Db,
  {
    id,
    courseId,
    audience,
    after,
    limit,
    now,
  }: Pick<Row, 'id' | 'courseId' | 'audience'> & { after: string; limit: number; now: Date },
): Promise<string[]> {
  // One index range for each audience: members of a cohort are fewer than learners.
  const members =
    audience === 'cohort'
      ? 'join cohort_members m on m.cohort_id = a.cohort_id and m.user_id > $3'
      : ''
  const place = audience === 'cohort' ? 'e.user_id = m.user_id' : 'e.user_id > $3'
  return listNamed(db, {
    name: `list_to_tell_${audience}`,
    text: `
      select e.user_id from announcements a ${members}
      join enrollments e on e.course_id = $2 and ${place}
      where a.id = $1 and ${isOpen('e', '$5')} and ${isForLearner}
      order by e.user_id limit $4`,
    values: [id, courseId, after, limit, now],
  })
}

/**
 * Makes a learner with access to the course a recipient. Returns whether they want it mailed, too;
 * undefined if it is gone, or the course is closed to them.
 */
export async function addRecipient(
  db: Db,
  { id, userId, now }: { id: string; userId: string; now: Date },
): Promise<{ byMail: boolean } | undefined> {
  return findNamed(db, {
    name: 'add_announcement_recipient',
    text: `
      with added as (
        insert into announcement_recipients (announcement_id, user_id)
        select a.id, e.user_id from announcements a
        join enrollments e on e.course_id = a.course_id and e.user_id = $2
        where a.id = $1 and a.audience = 'chosen' and ${isOpen('e', '$3')}
        on conflict do nothing returning user_id
      )
      select ${takesMail('u')} as "byMail" from added join users u on u.id = added.user_id`,
    values: [id, userId, now],
  })
}

/** Lists the user's announcements, in the order of the ids. */
export function listAnnouncementsBy(
  db: Db,
  { userId, after, limit }: { userId: string; after: string | undefined; limit: number },
): Promise<AnnouncementRow[]> {
  return runNamed(db, {
    name: 'list_announcements_by',
    text: `
      select ${shown} where a.created_by = $1 and a.id > ${afterId('$2')}
      order by a.id limit $3`,
    values: [userId, after ?? null, limit],
  })
}
