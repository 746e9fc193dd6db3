import { getTableColumns } from 'drizzle-orm'
import type { Db } from '../../postgres/client.ts'
import { anyNamed, findNamed, listNamed, runNamed } from '../../postgres/named-statement.ts'
import { courseSources } from '../../schema/authoring/sources.ts'
import { selectList } from '../../select-list.ts'

export type { SourceProblem, SourceResult } from '../../schema/authoring/sources.ts'

export type SourceRow = typeof courseSources.$inferSelect

const fields = selectList(getTableColumns(courseSources))

export async function findSource(db: Db, courseId: string): Promise<SourceRow | undefined> {
  return findNamed(db, {
    name: 'find_source',
    text: `select ${fields} from course_sources where course_id = $1`,
    values: [courseId],
  })
}

/** Locks a source until the end of the transaction. */
export async function lockSource(db: Db, courseId: string): Promise<SourceRow | undefined> {
  return findNamed(db, {
    name: 'lock_source',
    text: `select ${fields} from course_sources where course_id = $1 for update`,
    values: [courseId],
  })
}

export type NewSource = Pick<
  SourceRow,
  | 'courseId'
  | 'url'
  | 'branch'
  | 'folder'
  | 'format'
  | 'outcome'
  | 'credential'
  | 'hookSecret'
  | 'setBy'
  | 'createdAt'
>

/** Replaces the source of a course. Nothing is known about the new one: a running sync is void. */
export async function writeSource(db: Db, source: NewSource): Promise<SourceRow> {
  const [written] = await runNamed<SourceRow>(db, {
    name: 'write_source',
    text: `
      insert into course_sources (course_id, url, branch, folder, format, outcome, credential,
        hook_secret, set_by, created_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)
      on conflict (course_id) do update set url = excluded.url, branch = excluded.branch,
        folder = excluded.folder, format = excluded.format, outcome = excluded.outcome,
        credential = excluded.credential, hook_secret = excluded.hook_secret,
        set_by = excluded.set_by, status = 'new', commit = null, problems = null, result = null,
        requested_at = null, looked_at = null, run_by = null, run_until = null
      returning ${fields}`,
    values: [
      source.courseId,
      source.url,
      source.branch,
      source.folder,
      source.format,
      source.outcome,
      source.credential,
      source.hookSecret,
      source.setBy,
      source.createdAt,
    ],
  })
  if (written === undefined) throw new Error('The source was not written.')
  return written
}

export async function deleteSource(db: Db, courseId: string): Promise<boolean> {
  return anyNamed(db, {
    name: 'delete_source',
    text: 'delete from course_sources where course_id = $1 returning course_id',
    values: [courseId],
  })
}

/**
 * Requests a sync and returns when the last one ended; undefined if no further job is needed: one
 * already waits, or the running one has another follow.
 */
export async function noteRequestedSync(
  db: Db,
  { courseId, now }: { courseId: string; now: Date },
): Promise<{ syncedAt: Date | null } | undefined> {
  const [requested] = await runNamed<{ syncedAt: Date | null; isRunning: boolean }>(db, {
    name: 'request_sync',
    text: `
      update course_sources set requested_at = $2
      where course_id = $1 and requested_at is null
      returning looked_at as "syncedAt", coalesce(run_until > $2, false) as "isRunning"`,
    values: [courseId, now],
  })
  return requested?.isRunning === false ? requested : undefined
}

interface SyncRun {
  courseId: string
  jobId: string
  now: Date
}

/** Takes a requested sync; undefined if another job syncs, or already did. */
export async function beginSync(
  db: Db,
  { courseId, jobId, now, until }: SyncRun & { until: Date },
): Promise<SourceRow | undefined> {
  return findNamed(db, {
    name: 'begin_sync',
    text: `
      update course_sources set requested_at = null, run_by = $2, run_until = $4
      where course_id = $1 and (run_by = $2 or (requested_at is not null
        and (run_until is null or run_until < $3)))
      returning ${fields}`,
    values: [courseId, jobId, now, until],
  })
}

type SyncOutcome = Pick<SourceRow, 'status' | 'problems'> & {
  /** If absent, stays as before. */
  commit?: string
  result?: SourceRow['result']
  /** Set if it is tried again: what was asked for is not done yet. */
  staysOpen?: boolean
}

/** Returns whether somebody asked again meanwhile; undefined if the sync no longer counts. */
export async function endSync(
  db: Db,
  { courseId, jobId, now, ...outcome }: SyncRun & SyncOutcome,
): Promise<{ isAskedAgain: boolean } | undefined> {
  const { status, problems, commit, result, staysOpen = false } = outcome
  return findNamed(db, {
    name: 'end_sync',
    text: `
      update course_sources set status = $3, problems = $4::jsonb, looked_at = $5,
        commit = coalesce($6, commit), result = coalesce($7::jsonb, result),
        run_by = case when $8 then run_by end, run_until = null
      where course_id = $1 and run_by = $2
      returning requested_at is not null as "isAskedAgain"`,
    values: [
      courseId,
      jobId,
      status,
      problems === null ? null : JSON.stringify(problems),
      now,
      commit ?? null,
      result == null ? null : JSON.stringify(result),
      staysOpen,
    ],
  })
}

/** Seals both secrets anew, unless they were replaced meanwhile. */
export async function resealSource(
  db: Db,
  { before, after }: { before: SourceRow; after: Pick<SourceRow, 'credential' | 'hookSecret'> },
): Promise<void> {
  await runNamed(db, {
    name: 'reseal_source',
    text: `
      update course_sources set credential = $2, hook_secret = $3
      where course_id = $1 and credential is not distinct from $4 and hook_secret = $5`,
    values: [
      before.courseId,
      after.credential,
      after.hookSecret,
      before.credential,
      before.hookSecret,
    ],
  })
}

/**
 * Requests syncs again that nobody runs any more: lost ones, and those that failed for a reason
 * that may have passed, after their jobs gave up.
 */
export async function resumeLostSyncs(
  db: Db,
  { before, now }: { before: Date; now: Date },
): Promise<string[]> {
  return listNamed(db, {
    name: 'resume_lost_syncs',
    text: `
      update course_sources set requested_at = $2, run_by = null, run_until = null
      where requested_at < $1 and coalesce(run_until < $1, true) or run_until < $1
        or run_by is not null and run_until is null and looked_at < $1
      returning course_id as "courseId"`,
    values: [before, now],
  })
}

/** Lists the versions of the peppers that seal secrets: security/key-ring/stored-secrets.ts. */
export async function listSecretPepperVersions(db: Db): Promise<number[]> {
  return listNamed(db, {
    name: 'list_secret_pepper_versions',
    text: `
      select distinct get_byte(sealed, 1) * 256 + get_byte(sealed, 2) as version
      from (
        select credential as sealed from course_sources
        union all select hook_secret from course_sources
        union all select secret from webhook_endpoints
        union all select former_secret from webhook_endpoints
        union all select signing_key from webhook_endpoints
        union all select secret from second_factors
      ) as secrets
      where sealed is not null`,
    values: [],
  })
}

/** Lists the current version's lesson titles, in order. */
export async function listPublishedTitles(
  db: Db,
  courseId: string,
): Promise<{ key: string; title: string; page: string | null }[]> {
  return runNamed(db, {
    name: 'list_published_titles',
    text: `
      select l.key, l.title, l.details ->> 'page' as page
      from lesson_revisions l join courses c on c.id = l.course_id
      where c.id = $1 and c.current_version between l.from_version and l.until_version
      order by l.position`,
    values: [courseId],
  })
}

/** Lists where lessons were in a book, in any version: the newest key of each path. */
export async function listPublishedPages(
  db: Db,
  courseId: string,
): Promise<{ page: string; key: string }[]> {
  return runNamed(db, {
    name: 'list_published_pages',
    text: `
      select distinct on (page) page, key from (
        select details ->> 'page' as page, key, until_version, from_version
        from lesson_revisions where course_id = $1 and details ? 'page') published
      order by page, until_version desc, from_version desc`,
    values: [courseId],
  })
}
