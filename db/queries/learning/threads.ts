import { afterId, beforeId, type PageAfter, type PageBefore } from '../../page.ts'
import type { Db } from '../../postgres/client.ts'
import { anyNamed, findNamed, listNamed, runNamed } from '../../postgres/named-statement.ts'
import { mostAnswers, type threadPosts, type threadReports } from '../../schema/learning/threads.ts'
import { isOpen } from '../courses/courses/is-open.ts'
import { type LockFacts, lockFacts } from '../courses/courses/lock-facts.ts'
import { completesBy, lessonAskedFor } from '../courses/lessons.ts'
import { isInScope } from './enrollments/find-learners.ts'

type Row = typeof threadPosts.$inferSelect
type Report = typeof threadReports.$inferSelect

/** Who reads posts: somebody, and the cohorts whose questions they answer; null for all. */
export interface PostReader {
  userId: string
  /** Undefined for those who answer as learners alone. */
  cohortIds: readonly string[] | null | undefined
}

export interface PostRow
  extends Pick<Row, 'id' | 'courseId' | 'lessonKey' | 'threadId' | 'text' | 'createdAt'>,
    Pick<Row, 'createdBy' | 'isStaff' | 'reportedAt' | 'hiddenAt' | 'hiddenReason'> {
  /** Null once the account is erased. */
  name: string | null
  /** Whether the one who began the thread wrote it. */
  isAsker: boolean
  /** Whether the reader is a teacher of the one who began it. */
  isTheirs: boolean
}

export interface ThreadRow extends PostRow, Pick<Row, 'acceptedId' | 'settledAt'> {
  /** How many answers are not hidden. */
  shownAnswers: number
  lessonTitle: string
}

const post = (cohortIds: string) => `
  p.id, p.course_id as "courseId", p.lesson_key as "lessonKey", p.thread_id as "threadId", p.text,
    p.created_at as "createdAt", p.created_by as "createdBy", p.is_staff as "isStaff",
    p.reported_at as "reportedAt", p.hidden_at as "hiddenAt", p.hidden_reason as "hiddenReason",
    (select name from users where id = p.created_by) as name,
    coalesce(p.created_by = asked.created_by, false) as "isAsker",
    ${isInScope('asked.created_by', cohortIds)} as "isTheirs"`
const thread = (cohortIds: string) => `
  ${post(cohortIds)}, p.accepted_id as "acceptedId", p.settled_at as "settledAt", (
      select count(*)::int from thread_posts a where a.thread_id = p.id and a.hidden_at is null
    ) as "shownAnswers", coalesce((
      select title from lesson_revisions where course_id = p.course_id and key = p.lesson_key
      order by until_version desc limit 1), p.lesson_key) as "lessonTitle"
  from thread_posts p cross join lateral (select p.created_by) as asked`

/** Returns the cohorts of a teacher; of anybody else none, so that no question is theirs. */
const scopeOf = ({ cohortIds }: Pick<PostReader, 'cohortIds'>) =>
  cohortIds === undefined ? [] : cohortIds

const isShown = (post: string, reader: string, cohortIds: string, asker = `${post}.created_by`) =>
  `(${post}.hidden_at is null or ${post}.created_by = ${reader} or ${isInScope(asker, cohortIds)})`

/**
 * Lists the keys under which questions about the lesson were asked: its own, and others that mean
 * it in the version of the reader, or the current one.
 */
export function listThreadKeys(
  db: Db,
  { lessonId, userId, now }: { lessonId: string; userId: string; now: Date },
): Promise<string[]> {
  return listNamed(db, {
    name: 'list_thread_keys',
    text: `
      select asked.key from lesson_revisions l
      join courses c on c.id = l.course_id
      left join enrollments e
        on e.course_id = c.id and e.user_id = $2 and ${isOpen('e', '$3')}
      join course_versions v on v.course_id = c.id and v.number = coalesce(
        (select number from course_versions where id = e.version_id), c.current_version)
      cross join lateral (
        select l.key union select unnest(l.former_keys)
        union select unnest(array_append(later.former_keys, later.key))
        from lesson_revisions later
        where later.former_keys <> '{}' and later.former_keys @> array[l.key]
          and later.course_id = l.course_id
      ) as known
      cross join lateral (
        select l.course_id, known.key, coalesce((
          select former_keys from lesson_revisions
          where course_id = l.course_id and key = known.key order by until_version desc limit 1
        ), '{}') as former_keys
      ) as asked
      cross join ${lessonAskedFor} as meant
      where l.id = $1 and meant.key = l.key`,
    values: [lessonId, userId, now],
  })
}

/** Lists the threads of a lesson by its keys, newest first. */
export function listThreads(
  db: Db,
  {
    courseId,
    keys,
    before,
    limit,
    ...reader
  }: PageBefore & PostReader & { courseId: string; keys: readonly string[] },
): Promise<ThreadRow[]> {
  return runNamed(db, {
    name: 'list_threads',
    text: `
      select ${thread('$6')}
      join (
        select found.id from unnest($2::text[]) as of (key) cross join lateral (
          select q.id from thread_posts q
          where q.thread_id is null and q.course_id = $1 and q.lesson_key = of.key
            and q.id < ${beforeId('$3')} and ${isShown('q', '$5', '$6')}
          order by q.id desc limit $4
        ) as found
        order by found.id desc limit $4
      ) as page on page.id = p.id
      order by p.id desc`,
    values: [courseId, keys, before ?? null, limit, reader.userId, scopeOf(reader)],
  })
}

/** The questions that teachers look through: open ones, those with a reported post, or all. */
const chosen = {
  waiting: 'q.thread_id is null and q.settled_at is null and q.hidden_at is null',
  // Comes at the first of its reported posts.
  reported: `q.reported_at is not null and not exists (
    select from thread_posts r where r.reported_at is not null and r.id < q.id
      and (r.thread_id = of.id or r.id = of.id))`,
  all: 'q.thread_id is null',
} as const
export type ThreadChoice = keyof typeof chosen
export const threadChoices = Object.keys(chosen) as [ThreadChoice, ...ThreadChoice[]]

/**
 * Lists the threads of a teacher's learners, the longest waiting first, or the newest; those with
 * reported posts in the order of these.
 */
export function listTaughtThreads(
  db: Db,
  {
    courseId,
    which,
    after,
    limit,
    ...reader
  }: PageAfter & PostReader & { courseId: string; which: ThreadChoice },
): Promise<(ThreadRow & { placeId: string })[]> {
  const [place, order] =
    which === 'all' ? [`< ${beforeId('$2')}`, 'desc'] : [`> ${afterId('$2')}`, '']
  return runNamed(db, {
    name: `list_taught_threads_${which}`,
    text: `
      select page.place_id as "placeId", found.* from (
        select q.id as place_id, of.id as thread_id from thread_posts q
        cross join lateral (
          select id, created_by from thread_posts where id = coalesce(q.thread_id, q.id) offset 0
        ) as of
        where q.course_id = $1 and ${chosen[which]} and q.id ${place}
          and ${isInScope('of.created_by', '$4')}
        order by q.id ${order} limit $3
      ) as page
      cross join lateral (
        select ${thread('$4')} where p.id = page.thread_id offset 0
      ) as found
      order by page.place_id ${order}`,
    values: [courseId, after ?? null, limit, scopeOf(reader)],
  })
}

/** Finds the question of a thread, hidden ones included. */
export function findThread(
  db: Db,
  { threadId, ...reader }: PostReader & { threadId: string },
): Promise<ThreadRow | undefined> {
  return findNamed(db, {
    name: 'find_thread',
    text: `select ${thread('$2')} where p.id = $1 and p.thread_id is null`,
    values: [threadId, scopeOf(reader)],
  })
}

const answer = (cohortIds: string) => `
  ${post(cohortIds)} from thread_posts p join thread_posts asked on asked.id = p.thread_id`

/** Lists the answers of a thread that are shown to the reader, oldest first. */
export function listAnswers(
  db: Db,
  { threadId, ...reader }: PostReader & { threadId: string },
): Promise<PostRow[]> {
  return runNamed(db, {
    name: 'list_thread_answers',
    text: `
      select ${answer('$3')}
      where p.thread_id = $1 and ${isShown('p', '$2', '$3', 'asked.created_by')}
      order by p.id limit ${mostAnswers}`,
    values: [threadId, reader.userId, scopeOf(reader)],
  })
}

/** Lists those of these answers that are not hidden. */
export function listShownAnswers(
  db: Db,
  { ids, ...reader }: PostReader & { ids: readonly string[] },
): Promise<PostRow[]> {
  return runNamed(db, {
    name: 'list_shown_answers',
    text: `select ${answer('$2')} where p.id = any($1::uuid[]) and p.hidden_at is null`,
    values: [ids, scopeOf(reader)],
  })
}

export interface NewPost
  extends Pick<Row, 'id' | 'courseId' | 'lessonKey' | 'text' | 'createdAt' | 'isStaff'> {
  createdBy: string
  /** Its lexemes: letters and digits alone. */
  words: readonly string[]
}

export async function insertThread(db: Db, post: NewPost): Promise<void> {
  await runNamed(db, {
    name: 'insert_thread',
    text: `
      insert into thread_posts
        (id, course_id, lesson_key, text, words, created_at, created_by, is_staff, settled_at)
      values ($1, $2, $3, $4, array_to_tsvector($5::text[]), $6, $7, $8,
        case when $8 then $6::timestamptz end)`,
    values: valuesOf(post),
  })
}

/** Answers a question, and settles it if a teacher does; false if it is hidden, or full. */
export function insertAnswer(db: Db, answer: NewPost & { threadId: string }): Promise<boolean> {
  return anyNamed(db, {
    name: 'insert_thread_answer',
    text: `
      with thread as (
        update thread_posts set answers = answers + 1,
          settled_at = coalesce(settled_at, case when $8 then $6::timestamptz end)
        where id = $9 and thread_id is null and hidden_at is null and answers < ${mostAnswers}
        returning id
      )
      insert into thread_posts
        (id, course_id, lesson_key, text, words, created_at, created_by, is_staff, thread_id)
      select $1, $2, $3, $4, array_to_tsvector($5::text[]), $6::timestamptz, $7, $8, id from thread
      returning id`,
    values: [...valuesOf(answer), answer.threadId],
  })
}

function valuesOf({
  id,
  courseId,
  lessonKey,
  text,
  words,
  createdAt,
  createdBy,
  isStaff,
}: NewPost) {
  return [id, courseId, lessonKey, text, words, createdAt, createdBy, isStaff]
}

/** Accepts an answer, or none; false if the thread has no such answer that is shown. */
export function acceptAnswer(
  db: Db,
  { threadId, answerId, at }: { threadId: string; answerId: string | null; at: Date },
): Promise<boolean> {
  return anyNamed(db, {
    name: 'accept_answer',
    text: `
      update thread_posts set accepted_id = $2::uuid,
        settled_at = coalesce(settled_at, case when $2::uuid is not null then $3::timestamptz end)
      where id = $1 and thread_id is null and ($2::uuid is null or exists (
        select from thread_posts where id = $2 and thread_id = $1 and hidden_at is null))
      returning id`,
    values: [threadId, answerId, at],
  })
}

/** Reports a post to its teachers, once for each who does; false if it is hidden, or their own. */
export function reportPost(
  db: Db,
  report: typeof threadReports.$inferInsert & { threadId: string },
): Promise<boolean> {
  const { postId, userId, reason, reportedAt, threadId } = report
  return anyNamed(db, {
    name: 'report_thread_post',
    text: `
      with post as (
        select id from thread_posts
        where id = $1 and coalesce(thread_id, id) = $5 and hidden_at is null
          and created_by is distinct from $2
      ), report as (
        insert into thread_reports (post_id, user_id, reason, reported_at)
        select id, $2, $3, $4 from post on conflict do nothing returning post_id
      ), marked as (
        update thread_posts p set reported_at = coalesce(p.reported_at, $4::timestamptz)
        from report where p.id = report.post_id
      )
      select id from post`,
    values: [postId, userId, reason, reportedAt, threadId],
  })
}

/** Lists for which reasons posts were reported, each post's newest reports first. */
export function listReports(db: Db, postIds: readonly string[]): Promise<Omit<Report, 'userId'>[]> {
  return runNamed(db, {
    name: 'list_thread_reports',
    text: `
      select r.* from unnest($1::uuid[]) as of (id) cross join lateral (
        select post_id as "postId", reason, reported_at as "reportedAt" from thread_reports
        where post_id = of.id order by reported_at desc, user_id limit 10
      ) as r`,
    values: [postIds],
  })
}

/**
 * Hides a post of a teacher's learners for a reason, or shows it again; both settle what was
 * reported. Undefined if there is none.
 */
export function decidePost(
  db: Db,
  decision: {
    courseId: string
    postId: string
    cohortIds: readonly string[] | null
    hidden: { at: Date; reason: string; by: string } | null
  },
): Promise<{ threadId: string; createdBy: string | null } | undefined> {
  const { courseId, postId, cohortIds, hidden } = decision
  return findNamed(db, {
    name: 'decide_thread_post',
    text: `
      update thread_posts p set reported_at = null, hidden_at = $4::timestamptz,
        hidden_reason = $5, hidden_by = $6::uuid
      from thread_posts asked
      where p.id = $2 and p.course_id = $1 and asked.id = coalesce(p.thread_id, p.id)
        and ${isInScope('asked.created_by', '$3')}
      returning asked.id as "threadId", p.created_by as "createdBy"`,
    values: [
      courseId,
      postId,
      cohortIds,
      hidden?.at ?? null,
      hidden?.reason ?? null,
      hidden?.by ?? null,
    ],
  })
}

/** Lists the first teachers of the learner in the course: those who answer their questions. */
export function listTeachersOf(
  db: Db,
  {
    courseId,
    userId,
    roles,
    limit,
  }: {
    courseId: string
    userId: string
    roles: readonly string[]
    limit: number
  },
): Promise<string[]> {
  return listNamed(db, {
    name: 'list_teachers_of',
    text: `
      select t.user_id from course_members t
      where t.course_id = $1 and t.user_id <> $2 and t.role = any($3)
        and ${isInScope('$2', 't.cohort_ids')}
      order by t.cohort_ids is null, t.user_id limit $4`,
    values: [courseId, userId, roles, limit],
  })
}

/** Lists what somebody has written, oldest first. */
export function listPostsBy(
  db: Db,
  { userId, after, limit }: PageAfter & { userId: string },
): Promise<
  Pick<Row, 'id' | 'courseId' | 'lessonKey' | 'threadId' | 'text' | 'createdAt' | 'hiddenReason'>[]
> {
  return runNamed(db, {
    name: 'list_thread_posts_by',
    text: `
      select id, course_id as "courseId", lesson_key as "lessonKey", thread_id as "threadId", text,
        created_at as "createdAt", hidden_reason as "hiddenReason"
      from thread_posts where created_by = $1 and id > ${afterId('$2')} order by id limit $3`,
    values: [userId, after ?? null, limit],
  })
}

/** Lists the posts that somebody has reported, in the order of their ids. */
export function listPostReportsBy(
  db: Db,
  { userId, after, limit }: PageAfter & { userId: string },
): Promise<(Pick<Report, 'reason' | 'reportedAt'> & { id: string })[]> {
  return runNamed(db, {
    name: 'list_thread_reports_by',
    text: `
      select post_id as id, reason, reported_at as "reportedAt"
      from thread_reports where user_id = $1 and post_id > ${afterId('$2')}
      order by post_id limit $3`,
    values: [userId, after ?? null, limit],
  })
}

/**
 * Deletes what somebody has written: all answers, and questions that nobody else has answered. Of
 * the others the texts go, the answers stay, and nobody waits for more.
 */
export async function forgetPostsOf(db: Db, userId: string): Promise<void> {
  await runNamed(db, {
    name: 'delete_thread_posts_of',
    text: `
      delete from thread_posts p where p.created_by = $1 and (p.thread_id is not null
        or not exists (
          select from thread_posts a where a.thread_id = p.id and a.created_by is distinct from $1))`,
    values: [userId],
  })
  await runNamed(db, {
    name: 'empty_thread_posts_of',
    text: `
      update thread_posts set text = '', words = '', settled_at = coalesce(settled_at, now())
      where created_by = $1`,
    values: [userId],
  })
}

export interface FoundThread extends Pick<Row, 'id' | 'courseId' | 'text'> {
  lessonId: string
  lessonTitle: string
  courseSlug: string
  courseTitle: string
  /** Null if nothing can lock the lesson to the user. */
  lockFacts: LockFacts | null
}

/** How many posts with the words are looked at, of all the user's courses. */
const mostHits = 2_000

/**
 * Finds threads by the words of a post in the courses that a user is enrolled in, newest first.
 * Those of quizzes are left out: they may show only once the answers do.
 */
export function findThreads(
  db: Db,
  { userId, now, query, before, limit }: PageBefore & { userId: string; now: Date; query: string },
): Promise<FoundThread[]> {
  return runNamed(db, {
    name: 'find_threads',
    text: `
      with mine as materialized (
        select e.*, v.number, v.title, c.slug from enrollments e
        join courses c on c.id = e.course_id and c.lesson_questions <> 'none'
        join course_versions v on v.id = e.version_id
        where e.user_id = $1 and ${isOpen('e', '$2')}
      ), hits as materialized (
        select coalesce(p.thread_id, p.id) as id from thread_posts p
        where p.words @@ ((
          select string_agg(quote_literal('course:' || course_id), ' | ') from mine
        )::tsquery && $3::tsquery) and p.hidden_at is null limit ${mostHits}
      )
      select t.id, t.course_id as "courseId", t.text, l.id as "lessonId", l.title as "lessonTitle",
        e.slug as "courseSlug", e.title as "courseTitle", ${lockFacts} as "lockFacts"
      from thread_posts t
      join mine e on e.course_id = t.course_id
      join course_versions v on v.id = e.version_id
      cross join lateral (
        select t.course_id, t.lesson_key as key, coalesce((
          select former_keys from lesson_revisions
          where course_id = t.course_id and key = t.lesson_key order by until_version desc limit 1
        ), '{}') as former_keys
      ) as asked
      cross join ${lessonAskedFor} as l
      where t.id in (select id from hits) and t.id < ${beforeId('$4')} and t.hidden_at is null
        and t.text <> '' and not ${completesBy('pass')}
      order by t.id desc limit $5`,
    values: [userId, now, query, before ?? null, limit],
  })
}
