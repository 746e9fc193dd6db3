import { getTableColumns } from 'drizzle-orm'
import { afterId } from '../../page.ts'
import type { Db } from '../../postgres/client.ts'
import { anyNamed, findNamed, runNamed } from '../../postgres/named-statement.ts'
import { attempts } from '../../schema/assessment/attempts.ts'
import { selectList } from '../../select-list.ts'
import { type UploadRow, uploadColumns } from '../courses/uploads.ts'
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
  /** Name of the person who has claimed it. */
  claimedByName: string | null
}

/** Work for a person to grade: what was handed in, or an attempt at a quiz with an essay. */
export interface SubmissionRow extends AttemptRow, OfSubmission {}

const { text: _, items: __, answers: ___, revisions: ____, ...shown } = getTableColumns(attempts)

/** A submission without what was written. */
export type ListedSubmission = Pick<AttemptRow, keyof typeof shown> & OfSubmission

const ofSubmission = `
  u.name as "learnerName", l.title as "lessonTitle", g.name as "claimedByName"
  from attempts
  join users u on u.id = attempts.user_id
  join lesson_revisions l on l.id = attempts.lesson_id
  left join users g on g.id = attempts.claimed_by`
const isGradedByPerson = `
  (attempts.type = 'assignment' or attempts.items @> '[{"type": "essay"}]')`

export async function findSubmission(
  db: Db,
  { id, courseId }: { id: string; courseId: string },
): Promise<SubmissionRow | undefined> {
  return findNamed(db, {
    name: 'find_submission',
    text: `
      select ${selectList(getTableColumns(attempts))}, ${ofSubmission}
      where attempts.id = $1 and attempts.course_id = $2 and ${isGradedByPerson}`,
    values: [id, courseId],
  })
}

/** Lists a course's submissions with a status, oldest first. */
export async function listSubmissions(
  db: Db,
  {
    courseId,
    status,
    lessonKey,
    after,
    limit,
  }: {
    courseId: string
    status: AttemptRow['status']
    lessonKey: string | undefined
    after: { value: string; id: string } | undefined
    limit: number
  },
): Promise<ListedSubmission[]> {
  return runNamed(db, {
    name: 'list_submissions',
    text: `
      select ${selectList(shown)}, ${ofSubmission}
      where attempts.course_id = $1 and attempts.status = $2 and ${isGradedByPerson}
        and ($3::text is null or attempts.lesson_key = $3)
        and (attempts.submitted_at, attempts.id) > (coalesce($4::timestamptz, '-infinity'), ${afterId('$5')})
      order by attempts.submitted_at, attempts.id limit $6`,
    values: [
      ...[courseId, status, lessonKey ?? null, after?.value ?? null, after?.id ?? null],
      limit,
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
