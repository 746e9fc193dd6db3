import type { Db } from '../../client.ts'
import { runNamed } from '../../named-statement.ts'
import type { courseSources } from '../../schema/learning/sources.ts'

export type { SourceProblem, SourceResult } from '../../schema/learning/sources.ts'

export type SourceRow = typeof courseSources.$inferSelect

const fields = `
  course_id as "courseId", url, branch, folder, format, outcome, credential,
  hook_secret as "hookSecret", requested_at as "requestedAt", looked_at as "lookedAt", status,
  commit, problems, result, run_by as "runBy", run_until as "runUntil", set_by as "setBy",
  created_at as "createdAt"`

export async function findSource(db: Db, courseId: string): Promise<SourceRow | undefined> {
  const [found] = await runNamed<SourceRow>(db, {
    name: 'find_source',
    text: `select ${fields} from course_sources where course_id = $1`,
    values: [courseId],
  })
  return found
}

/** The same, locked until the end of the transaction. */
export async function lockSource(db: Db, courseId: string): Promise<SourceRow | undefined> {
  const [found] = await runNamed<SourceRow>(db, {
    name: 'lock_source',
    text: `select ${fields} from course_sources where course_id = $1 for update`,
    values: [courseId],
  })
  return found
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

/** Replaces the source of a course. Nothing is known of the new one: a look that runs is void. */
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
  const deleted = await runNamed(db, {
    name: 'delete_source',
    text: 'delete from course_sources where course_id = $1 returning course_id',
    values: [courseId],
  })
  return deleted.length > 0
}

/** When the last look ended; undefined where one waits already, and needs no further job. */
export async function requestLook(
  db: Db,
  { courseId, now }: { courseId: string; now: Date },
): Promise<{ lookedAt: Date | null } | undefined> {
  const [requested] = await runNamed<{ lookedAt: Date | null }>(db, {
    name: 'request_look',
    text: `
      update course_sources set requested_at = $2
      where course_id = $1 and requested_at is null
      returning looked_at as "lookedAt"`,
    values: [courseId, now],
  })
  return requested
}

interface LookRun {
  courseId: string
  jobId: string
  now: Date
}

/** Takes what was asked for; undefined where another job looks, or did already. */
export async function beginLook(
  db: Db,
  { courseId, jobId, now, until }: LookRun & { until: Date },
): Promise<SourceRow | undefined> {
  const [begun] = await runNamed<SourceRow>(db, {
    name: 'begin_look',
    text: `
      update course_sources set requested_at = null, run_by = $2, run_until = $4
      where course_id = $1 and (run_by = $2 or (requested_at is not null
        and (run_until is null or run_until < $3)))
      returning ${fields}`,
    values: [courseId, jobId, now, until],
  })
  return begun
}

type LookOutcome = Pick<SourceRow, 'status' | 'problems'> & {
  /** Absent: as before. */
  commit?: string
  result?: SourceRow['result']
  /** The job tries again: what it was asked for is not done yet. */
  staysOpen?: boolean
}

/** Whether somebody asked again meanwhile; undefined where the look does not count any more. */
export async function endLook(
  db: Db,
  { courseId, jobId, now, ...outcome }: LookRun & LookOutcome,
): Promise<{ isAskedAgain: boolean } | undefined> {
  const { status, problems, commit, result, staysOpen = false } = outcome
  const [ended] = await runNamed<{ isAskedAgain: boolean }>(db, {
    name: 'end_look',
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
  return ended
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

/** Courses whose looks were lost: asked for, or begun, and not done for long. */
export async function listLostLooks(db: Db, before: Date): Promise<string[]> {
  const found = await runNamed<{ courseId: string }>(db, {
    name: 'list_lost_looks',
    text: `
      update course_sources set requested_at = coalesce(requested_at, $1), run_by = null,
        run_until = null
      where requested_at < $1 and coalesce(run_until < $1, true) or run_until < $1
      returning course_id as "courseId"`,
    values: [before],
  })
  return found.map(({ courseId }) => courseId)
}

/** The versions of the peppers that secrets are sealed with: security/stored-secrets.ts. */
export async function listSecretPepperVersions(db: Db): Promise<number[]> {
  const found = await runNamed<{ version: number }>(db, {
    name: 'list_secret_pepper_versions',
    text: `
      select distinct get_byte(sealed, 1) * 256 + get_byte(sealed, 2) as version
      from course_sources cross join lateral (values (credential), (hook_secret)) as s (sealed)
      where sealed is not null`,
    values: [],
  })
  return found.map(({ version }) => version)
}

/** Of the current version, in order. */
export async function listPublishedTitles(
  db: Db,
  courseId: string,
): Promise<{ key: string; title: string }[]> {
  return runNamed(db, {
    name: 'list_published_titles',
    text: `
      select l.key, l.title from lesson_revisions l join courses c on c.id = l.course_id
      where c.id = $1 and c.current_version between l.from_version and l.until_version
      order by l.position`,
    values: [courseId],
  })
}
