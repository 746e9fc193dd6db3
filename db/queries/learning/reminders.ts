import type { Db } from '../../postgres/client.ts'
import { anyNamed, listNamed } from '../../postgres/named-statement.ts'
import { isNotPostponed } from '../platform/postponed.ts'

/**
 * Enrollments that a rule may concern today: those in a version that began in a span of time, or
 * whose cohort did.
 */
export interface LearnersMeant {
  courseId: string
  versionId: string
  /** The first instant, and the first after the span, as PostgreSQL reads instants. */
  since: string
  until: string
  ofCohort: boolean
}

export interface ReminderSearch {
  meant: readonly LearnersMeant[]
  /** Days on which extensions matter. */
  extendedTo: { from: string; to: string }
  /** When learners who have been away for a week were last seen. */
  lastSeen: { since: Date; until: Date }
  /** Time zones where it is no time for mails, as far as they are known. */
  zonesElsewhere: readonly string[]
  schoolZone: string
  /** Whether learners who have not decided get reminders. */
  isAssumed: boolean
  now: Date
}

const takesCourse = `e.status = 'active' and e.completed_at is null`

/**
 * Lists learners who may need a reminder now, and some more, in the order of their ids: finds each
 * by a range of an index, and nobody who does not want it or got one in the last hours.
 */
export async function listToRemind(
  db: Db,
  search: ReminderSearch,
  { after, limit }: { after: string; limit: number },
): Promise<string[]> {
  const { meant, extendedTo, lastSeen, zonesElsewhere, schoolZone, isAssumed, now } = search
  return listNamed(db, {
    name: 'list_to_remind',
    text: `
      with rules as (
        select * from unnest($1::uuid[], $2::uuid[], $3::timestamptz[], $4::timestamptz[],
          $5::boolean[]) as r (course_id, version_id, since, until, of_cohort)
      ), found as (
        select e.user_id from rules r
        join enrollments e on e.course_id = r.course_id and e.version_id = r.version_id
          and e.enrolled_at >= r.since and e.enrolled_at < r.until
        where not r.of_cohort and ${takesCourse}
        union
        select e.user_id from rules r
        join cohorts k on k.begun_at >= r.since and k.begun_at < r.until
        join enrollments e on e.cohort_id = k.id
          and e.course_id = r.course_id and e.version_id = r.version_id
        where r.of_cohort and ${takesCourse}
        union
        select user_id from extensions where due_on between $6 and $7
        union
        select user_id from accommodations
        where extra_days > 0 and (until is null or until > $12)
        union
        select e.user_id from courses c
        join enrollments e on e.course_id = c.id
          and e.last_activity_at >= $8 and e.last_activity_at < $9
        where ${takesCourse}
        union
        select e.user_id from courses c
        join enrollments e on e.course_id = c.id and e.enrolled_at >= $8 and e.enrolled_at < $9
        where e.last_activity_at is null and ${takesCourse}
      )
      select u.id from found join users u on u.id = found.user_id
      where u.suspended_at is null and u.email_verified_at is not null
        and coalesce(u.reminders_by_mail, $10)
        and coalesce(u.time_zone, $11) <> all($13::text[])
        and not exists (
          select from reminders m where m.user_id = u.id and m.sent_at > $12 - interval '12 hours')
        and u.id > $14 and ${isNotPostponed('remind-learner', 'u.id::text', '$12')}
      order by u.id limit $15`,
    values: [
      meant.map(({ courseId }) => courseId),
      meant.map(({ versionId }) => versionId),
      meant.map(({ since }) => since),
      meant.map(({ until }) => until),
      meant.map(({ ofCohort }) => ofCohort),
      extendedTo.from,
      extendedTo.to,
      lastSeen.since,
      lastSeen.until,
      isAssumed,
      schoolZone,
      now,
      zonesElsewhere,
      after,
      limit,
    ],
  })
}

/** Lists the learner's days with reminders, newest first. */
export async function listRemindedDays(db: Db, userId: string): Promise<string[]> {
  return listNamed(db, {
    name: 'list_reminded_days',
    text: 'select day::text from reminders where user_id = $1 order by day desc',
    values: [userId],
  })
}

/** Inserts a reminder; false if the learner already got one on that day. */
export function insertReminder(
  db: Db,
  { userId, day, sentAt }: { userId: string; day: string; sentAt: Date },
): Promise<boolean> {
  return anyNamed(db, {
    name: 'insert_reminder',
    text: `
      insert into reminders (user_id, day, sent_at) values ($1, $2, $3)
      on conflict do nothing returning user_id`,
    values: [userId, day, sentAt],
  })
}

export async function deleteRemindersBefore(db: Db, day: string): Promise<void> {
  await anyNamed(db, {
    name: 'delete_reminders_before',
    text: 'delete from reminders where day < $1 returning user_id',
    values: [day],
  })
}
