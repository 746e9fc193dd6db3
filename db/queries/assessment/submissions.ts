import { getTableColumns } from 'drizzle-orm'
import { afterId, type PageAfter } from '../../page.ts'
import type { Db } from '../../postgres/client.ts'
import { anyNamed, findNamed, runNamed } from '../../postgres/named-statement.ts'
import { attempts } from '../../schema/assessment/attempts.ts'
import type { gradingComments } from '../../schema/assessment/submissions.ts'
import { selectList } from '../../select-list.ts'
import { type UploadRow, uploadColumns } from '../courses/uploads.ts'
import { type TaughtCourse, taughtCourses } from '../learning/cohorts.ts'
import { isInScope } from '../learning/enrollments/find-learners.ts'
import type { AttemptRow } from './attempts.ts'

export interface SubmittedFile {
  name: string
  sha256: string
  size: number
  /** Media type, decided by its bytes. */
  type: string
}

/** Adds finished uploads to what was handed in, and ends the uploads. */
export async function insertSubmissionFiles(
  db: Db,
  attemptId: string,
  uploads: readonly UploadRow[],
): Promise<void> {
  if (uploads.length === 0) return
  await runNamed(db, {
    name: 'insert_submission_files',
    text: `
      with handed as (
        insert into submission_files (attempt_id, position, name, sha256)
        select $1, position - 1, name, sha256
        from unnest($2::text[], $3::text[]) with ordinality as file (name, sha256, position)
      )
      delete from uploads where id = any($4::uuid[])`,
    values: [
      attemptId,
      uploads.map(({ path }) => path),
      uploads.map(({ sha256 }) => sha256),
      uploads.map(({ id }) => id),
    ],
  })
}

export async function listSubmissionFiles(db: Db, attemptId: string): Promise<SubmittedFile[]> {
  return runNamed(db, {
    name: 'list_submission_files',
    text: `
      select f.name, f.sha256, m.size::float8 as size, m.type
      from submission_files f join media m on m.sha256 = f.sha256
      where f.attempt_id = $1 order by f.position`,
    values: [attemptId],
  })
}

/** Counts the bytes that a learner has handed in in a course, and those on their way. */
export async function countSubmittedBytes(
  db: Db,
  { userId, courseId, now }: { userId: string; courseId: string; now: Date },
): Promise<{ bytes: number; open: number }> {
  const counted = await findNamed<{ bytes: number; open: number }>(db, {
    name: 'count_submitted_bytes',
    text: `
      select (
        coalesce((
          select sum(m.size) from attempts a
          join submission_files f on f.attempt_id = a.id join media m on m.sha256 = f.sha256
          where a.user_id = $1 and a.course_id = $2), 0)
        + coalesce((
          select sum(size) from uploads
          where user_id = $1 and course_id = $2 and lesson_id is not null and expires_at > $3), 0)
      )::float8 as bytes, (
        select count(*)::int from uploads
        where user_id = $1 and lesson_id is not null and canceled_at is null and expires_at > $3
      ) as open`,
    values: [userId, courseId, now],
  })
  return counted ?? { bytes: 0, open: 0 }
}

/** Lists a learner's uploads for a lesson, under any of its keys, in the order of the ids. */
export async function listSubmissionUploads(
  db: Db,
  { userId, lessonId, ids, now }: { userId: string; lessonId: string; ids: string[]; now: Date },
): Promise<UploadRow[]> {
  return runNamed(db, {
    name: 'list_submission_uploads',
    text: `
      select ${uploadColumns} from uploads
      where id = any($3::uuid[]) and user_id = $1 and canceled_at is null and expires_at > $4
        and exists (
          select from lesson_revisions began join lesson_revisions l on l.course_id = began.course_id
          where began.id = uploads.lesson_id and l.id = $2 and (l.key = began.key
            or began.key = any(l.former_keys) or l.key = any(began.former_keys)))
      order by array_position($3::uuid[], id)`,
    values: [userId, lessonId, ids, now],
  })
}

interface OfSubmission {
  learnerName: string
  lessonTitle: string
  courseTitle: string
  /** Name of the person who has claimed it. */
  claimedByName: string | null
}

/** What was handed in, or an attempt at a quiz. */
export interface SubmissionRow extends AttemptRow, OfSubmission {
  /** Whether a person grades it: an assignment, or an attempt with an essay. */
  isByPerson: boolean
  /** The first version that has the lesson as it was tried. */
  version: number
  /** How often it was graded. */
  gradings: number
  /** When it was graded last, and by whom; null for nobody. */
  gradedAt: Date | null
  gradedByName: string | null
}

const { text: _, items: __, answers: ___, revisions: ____, ...shown } = getTableColumns(attempts)

/** A submission without what was written. */
export type ListedSubmission = Pick<AttemptRow, keyof typeof shown> & OfSubmission

const ofSubmission = `
  u.name as "learnerName", l.title as "lessonTitle", g.name as "claimedByName", coalesce((
    select v.title from courses c
    join course_versions v on v.course_id = c.id and v.number = c.current_version
    where c.id = attempts.course_id
  ), '') as "courseTitle"
  from attempts
  join users u on u.id = attempts.user_id
  join lesson_revisions l on l.id = attempts.lesson_id
  left join users g on g.id = attempts.claimed_by`
export const isGradedByPerson = `
  (attempts.type = 'assignment' or attempts.items @> '[{"type": "essay"}]')`

/** Finds an attempt of a learner in these cohorts; null for all learners. */
export async function findSubmission(
  db: Db,
  { id, courseId, cohortIds }: { id: string; courseId: string; cohortIds: Cohorts },
): Promise<SubmissionRow | undefined> {
  return findNamed(db, {
    name: 'find_submission',
    text: `
      select ${selectList(getTableColumns(attempts))}, ${isGradedByPerson} as "isByPerson",
        l.from_version as version, coalesce(last.number, 0) as gradings, last.at as "gradedAt",
        last.name as "gradedByName", ${ofSubmission}
      left join lateral (
        select number, at, (select name from users where id = grader_id) as name
        from gradings where attempt_id = attempts.id order by number desc limit 1
      ) as last on true
      where attempts.id = $1 and attempts.course_id = $2
        and ${isInScope('attempts.user_id', '$3')}`,
    values: [id, courseId, cohortIds],
  })
}

/** Ids of cohorts; null for all learners. */
type Cohorts = readonly string[] | null

export interface SubmissionChoice {
  /** Courses with the cohorts whose members are meant; null for what waits in the whole school. */
  courses: readonly TaughtCourse[] | null
  status: AttemptRow['status']
  lessonKey: string | undefined
  cohortId: string | undefined
  /** A learner to leave out. */
  except: string | undefined
  after: { value: string; id: string } | undefined
  limit: number
}

/** Lists submissions, the oldest first: course by course, so that nothing of others is read. */
export async function listSubmissions(
  db: Db,
  { courses, status, lessonKey, cohortId, except, after, limit }: SubmissionChoice,
): Promise<ListedSubmission[]> {
  const [name, chosen, of] =
    courses === null
      ? ['list_waiting_submissions', `(select $1::jsonb) as t`, `status = 'waiting'`]
      : ['list_submissions', taughtCourses('$1'), 'course_id = t."courseId" and status = $2']
  const scope = courses === null ? 'true' : isInScope('attempts.user_id', 't."cohortIds"')
  return runNamed(db, {
    name,
    text: `
      with attempts as materialized (
        select attempts.* from ${chosen} cross join lateral (
          select * from attempts
          where ${of} and $2::text is not null and ${isGradedByPerson} and ${scope}
            and ($3::text is null or lesson_key = $3)
            and ($4::uuid is null or exists (
              select from cohort_members m where m.user_id = attempts.user_id and m.cohort_id = $4))
            and user_id is distinct from $5 and (submitted_at, id)
              > (coalesce($6::timestamptz, '-infinity'), ${afterId('$7')})
          order by submitted_at, id limit $8
        ) as attempts
        order by attempts.submitted_at, attempts.id limit $8
      )
      select ${selectList(shown)}, ${ofSubmission}
      order by attempts.submitted_at, attempts.id`,
    values: [
      ...[courses && JSON.stringify(courses), status, lessonKey ?? null, cohortId ?? null],
      ...[except ?? null, after?.value ?? null, after?.id ?? null, limit],
    ],
  })
}

/** Claims a submission; false if somebody else has it at the moment. */
export async function claimSubmission(
  db: Db,
  { id, graderId, now, until }: { id: string; graderId: string; now: Date; until: Date },
): Promise<boolean> {
  return anyNamed(db, {
    name: 'claim_submission',
    text: `
      update attempts set claimed_by = $2, claimed_until = $4
      where id = $1 and (claimed_by is null or claimed_by = $2 or claimed_until <= $3)
      returning id`,
    values: [id, graderId, now, until],
  })
}

/** Returns a submission for another try, ungraded. */
export async function markReturned(
  db: Db,
  { id, comment }: { id: string; comment: string },
): Promise<void> {
  await runNamed(db, {
    name: 'mark_attempt_returned',
    text: `
      update attempts set status = 'returned', comment = $2, claimed_by = null, claimed_until = null
      where id = $1`,
    values: [id, comment],
  })
}

export type GradingCommentRow = typeof gradingComments.$inferSelect

/** Lists a grader's own comments, oldest first. */
export async function listGradingComments(
  db: Db,
  { userId, after, limit }: PageAfter & { userId: string },
): Promise<GradingCommentRow[]> {
  return runNamed(db, {
    name: 'list_grading_comments',
    text: `
      select id, user_id as "userId", text, created_at as "createdAt" from grading_comments
      where user_id = $1 and id > ${afterId('$2')} order by id limit $3`,
    values: [userId, after ?? null, limit],
  })
}

/** Adds a comment, unless there are `most` already. The caller has locked the account. */
export async function insertGradingComment(
  db: Db,
  { id, userId, text, createdAt }: GradingCommentRow,
  most: number,
): Promise<boolean> {
  return anyNamed(db, {
    name: 'insert_grading_comment',
    text: `
      insert into grading_comments (id, user_id, text, created_at)
      select $1, $2, $3, $4
      where (select count(*) from grading_comments where user_id = $2) < $5
      returning id`,
    values: [id, userId, text, createdAt, most],
  })
}

export async function deleteGradingComment(
  db: Db,
  { id, userId }: { id: string; userId: string },
): Promise<boolean> {
  return anyNamed(db, {
    name: 'delete_grading_comment',
    text: 'delete from grading_comments where id = $1 and user_id = $2 returning id',
    values: [id, userId],
  })
}
