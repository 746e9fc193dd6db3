import type { memberRoles } from '../../../../content/course-values.ts'
import type { Db } from '../../../postgres/client.ts'
import { runNamed } from '../../../postgres/named-statement.ts'
import { isGradedByPerson } from '../../assessment/submissions.ts'
import { isOpen } from '../../courses/courses/is-open.ts'
import { isInScope } from '../../learning/enrollments/find-learners.ts'

/** What is counted at most: a longer list has more than this. */
export const countedAtMost = 1_000

/** How many courses a kind of work names, those first that wait longest. */
const coursesAtMost = 10

/** How many drafts are read: a long one takes some 50 ms. */
const draftsAtMost = 5

export interface WaitingWork {
  count: number
  /** Since when the first has waited, or the day on which it ends; null without any. */
  since: Date | null
}

export interface CourseWork extends WaitingWork {
  courseId: string
  title: string
}

/** Whose courses: all, or those in which somebody has one of the roles. */
export interface WorkChoice {
  userId: string
  ownsAll: boolean
  roles: readonly (typeof memberRoles)[number][]
  /** Whether teachers of single cohorts have it, for their members. */
  isForCohorts: boolean
  now: Date
}

/** The courses of the member $1, at most a hundred, newest first. */
const mine = `
  select course_id, cohort_ids from course_members
  where user_id = $1 and role = any($2) and ($3 or cohort_ids is null)
  order by course_id desc limit 100`

interface CountedRows {
  /** Selects `course_id` and `at` of what waits, in a member's course and for its learners. */
  rows: (course: string, scope: (userId: string) => string) => string
  order: string
  /** Whether it is work of whoever owns every course, in all of them. */
  isOfAll?: boolean
}

const counted = {
  toGrade: {
    rows: (course, scope) => `
      select course_id, submitted_at as at from attempts
      where ${course} and status = 'waiting' and ${isGradedByPerson} and user_id <> $1
        and ${scope('attempts.user_id')}`,
    order: 'submitted_at',
    isOfAll: true,
  },
  toReview: {
    rows: (course) => `
      select course_id, review_requested_at as at from drafts
      where ${course} and review_requested_revision = revision and outline is not null
        and approved_revision is distinct from revision and not $1 = any(writers)`,
    order: 'review_requested_at',
    isOfAll: true,
  },
  toAnswer: {
    rows: (course, scope) => `
      select course_id, created_at as at from thread_posts
      where ${course} and thread_id is null and settled_at is null and hidden_at is null
        and created_by <> $1 and ${scope('thread_posts.created_by')}`,
    order: 'id',
  },
  reported: {
    rows: (course, scope) => `
      select course_id, reported_at as at from thread_posts p
      where ${course} and reported_at is not null and exists (
        select from thread_posts asked
        where asked.id = coalesce(p.thread_id, p.id) and ${scope('asked.created_by')})`,
    order: 'id',
  },
  stopped: {
    rows: (course, scope) => `
      select course_id, last_activity_at as at from enrollments e
      where ${course} and completed_at is null and ${isOpen('e', '$4')}
        and last_activity_at <= $4::timestamptz - interval '14 days' and ${scope('e.user_id')}`,
    order: 'last_activity_at',
  },
  extensionsEnding: {
    rows: (course, scope) => `
      select course_id, due_on::timestamptz as at from extensions e
      where ${course} and due_on between $4::date and $4::date + 7 and ${scope('e.user_id')}`,
    order: 'due_on',
  },
  flaws: {
    rows: (course) => `
      select course_id, created_at as at from flaws where ${course} and settled_at is null`,
    order: 'created_at',
    isOfAll: true,
  },
} as const satisfies Record<string, CountedRows>

export type CourseWorkKind = keyof typeof counted

/** Counts work of one kind in the courses of somebody, those first that wait longest. */
export async function countCourseWork(
  db: Db,
  kind: CourseWorkKind,
  { userId, ownsAll, roles, isForCohorts, now }: WorkChoice,
): Promise<CourseWork[]> {
  const { rows, order, isOfAll = false }: CountedRows = counted[kind]
  const isAll = ownsAll && isOfAll
  const from = isAll
    ? `(${rows('true', () => 'true')} order by ${order} limit ${countedAtMost + 1}) as w`
    : `(${mine}) as mine cross join lateral (
        ${rows('course_id = mine.course_id', (userId) => isInScope(userId, 'mine.cohort_ids'))}
        order by ${order} limit ${countedAtMost + 1}
      ) as w`
  return runNamed(db, {
    name: `count_work_${kind}${isAll ? '_of_all' : ''}`,
    text: `
      select w.course_id as "courseId", coalesce(v.title, d.title, c.slug) as title,
        count(*)::int as count, min(w.at) as since
      from ${from}
      join courses c on c.id = w.course_id
      left join course_versions v on v.course_id = c.id and v.number = c.current_version
      left join drafts d on d.course_id = c.id
      where $1::uuid is not null and $2::text[] is not null and $3::boolean is not null
        and $4::timestamptz is not null
      group by 1, 2 order by min(w.at) limit ${coursesAtMost}`,
    values: [userId, roles, isForCohorts, now],
  })
}

/** Finds the open drafts in the courses of somebody that were changed last. */
export async function findLatestDrafts(
  db: Db,
  { userId, roles }: Pick<WorkChoice, 'userId' | 'roles'>,
): Promise<Pick<CourseWork, 'courseId' | 'title'>[]> {
  return runNamed(db, {
    name: 'find_latest_drafts',
    text: `
      select d.course_id as "courseId", coalesce(d.title, c.slug) as title
      from (${mine}) as mine
      join drafts d on d.course_id = mine.course_id and d.outline is not null
      join courses c on c.id = d.course_id
      order by d.changed_at desc limit ${draftsAtMost}`,
    values: [userId, roles, false],
  })
}

/** Selects `at` of what waits at $1. Each reads one range of an index. */
const schoolWork = {
  mailsFailed: `
    select created_at as at from mails
    where status = 'failed' and id >= $2::uuid and $1::timestamptz is not null order by id`,
  disputes: `
    select reported_at as at from reversals
    where kind = 'dispute' and status = 'open' and $1::timestamptz is not null
      and $2::uuid is not null
    order by reported_at`,
  invitationsEnding: `
    select expires_at as at from invitations
    where expires_at between $1::timestamptz and $1::timestamptz + interval '3 days'
      and $2::uuid is not null
    order by expires_at`,
  webhooksFailing: `
    select coalesce(failing_since, created_at) as at from webhook_endpoints
    where (failing_since is not null or reason in ('gone', 'failing'))
      and $1::timestamptz is not null and $2::uuid is not null
    order by 1`,
} as const

export type SchoolWorkKind = keyof typeof schoolWork

/** Counts work of the school; mails since the one that `mailsSince` could have as its id. */
export async function countSchoolWork(
  db: Db,
  kind: SchoolWorkKind,
  { now, mailsSince }: { now: Date; mailsSince: string },
): Promise<WaitingWork> {
  const [found] = await runNamed<WaitingWork>(db, {
    name: `count_work_${kind}`,
    text: `
      select count(*)::int as count, min(at) as since
      from (${schoolWork[kind]} limit ${countedAtMost + 1}) as waiting`,
    values: [now, mailsSince],
  })
  return found ?? { count: 0, since: null }
}
