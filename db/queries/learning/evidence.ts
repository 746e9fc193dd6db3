import { eq } from 'drizzle-orm'
import { afterId } from '../../page.ts'
import type { Db } from '../../postgres/client.ts'
import { findNamed, runNamed } from '../../postgres/named-statement.ts'
import type { AttemptItem } from '../../schema/assessment/attempts.ts'
import { certificateEvidence } from '../../schema/learning/evidence.ts'
import { completesBy } from '../courses/lessons.ts'

/** What a row of the evidence says; instants are ISO 8601. Staff are named by their ids. */
export type GatheredRow = Record<string, unknown>

export interface GatheredAttempt {
  id: string
  items: AttemptItem[] | null
  /** SHA-256 of what was answered, as PostgreSQL writes it, and of the text handed in. */
  answers: string | null
  text: string | null
}

/** How a learner completed a course, as far as it is stored. */
export interface GatheredEvidence {
  terms: GatheredRow
  lessons: GatheredRow[]
  /** Questions of the attempts, by the ids of their revisions. */
  questions: Record<string, string>
  approvals: GatheredRow[]
  courses: GatheredRow[]
  completions: GatheredRow[]
  /** The newest of those that were `made`. */
  attempts: GatheredAttempt[]
  made: number
  gradings: GatheredRow[]
  regrades: GatheredRow[]
  exceptions: GatheredRow[]
  moves: GatheredRow[]
  acts: GatheredRow[]
}

function at(column: string): string {
  return `to_char(${column} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')`
}

/** How many rows of a part are kept, the newest: nothing that somebody repeats slows an issue. */
export const newestKept = 500

/** How many stored bytes of attempts are read for it, the newest. */
const newestBytesKept = 16 * 1024 * 1024

/** Aggregates what a query finds as `fact`, by `place`: its newest rows, and one more if any. */
function listOf(query: string, limit = `limit ${newestKept + 1}`): string {
  return `(
    select coalesce(jsonb_agg(found.fact order by found.place), '[]')
    from (${query} order by place desc ${limit}) as found)`
}

/** Aggregates what a query finds, whose rows the size of a course bounds. */
function wholeListOf(query: string): string {
  return listOf(query, '')
}

/** Acts on a learner in a course that the audit trail holds for a year. */
const acts = [
  'accommodation-granted',
  'accommodation-revoked',
  'course-renewal-begun',
  'data-repaired',
  'enrollment-changed',
  'enrollment-ended',
  'extension-granted',
  'extension-revoked',
  'learner-enrolled',
  'lesson-excuse-ended',
  'lesson-excused',
  'lesson-marked-done',
  'lesson-reopened',
  'progress-reset',
  'submission-graded',
  'submission-returned',
]

function sha256Of(text: string): string {
  return `encode(sha256(convert_to(${text}, 'UTF8')), 'hex')`
}

const revision = "q.key || '@' || q.number"
const own = 'user_id = $1::uuid and course_id = $2::uuid'

/** Gathers everything by one statement, which no later change of the data can tear. */
export async function gatherEvidence(
  db: Db,
  { userId, courseId, versionId }: { userId: string; courseId: string; versionId: string },
): Promise<GatheredEvidence> {
  const found = await findNamed<GatheredEvidence>(db, {
    name: 'gather_evidence',
    text: `
      with v as (select * from course_versions where id = $3),
      lessons as materialized (
        select l.id, l.key, l.former_keys, l.position, l.title, l.type, l.minutes, l.required,
          l.files, l.details, coalesce(l.body_sha256, ${sha256Of('l.content')}) as text
        from v join lesson_revisions l on l.course_id = v.course_id
          and v.number between l.from_version and l.until_version
      ),
      keys as materialized (
        select distinct on (known) known, key from (
          select key as known, key, 0 as age from lessons
          union all select unnest(former_keys), key, 1 from lessons) as named
        order by known, age
      ),
      asked as materialized (
        select l.key, jsonb_agg(jsonb_build_array(${revision}, ${sha256Of('q.shown::text')})
          order by q.key) as questions
        from lessons l, jsonb_path_query(l.details, '$.quiz.pools[*].questions[*]') as named
        join question_revisions q on q.id = (named ->> 'revision')::uuid
        group by l.key
      ),
      passes as materialized (
        select k.key, max(a.score) as score from attempts a join keys k on k.known = a.lesson_key
        where ${own} and a.passed group by k.key
      ),
      acts as materialized (
        select act.id, act.event, act.at, act.actor, act.details, reason.reason
        from audit_events act left join audit_reasons reason on reason.event_id = act.id
        where act.user_id = $1 and act.event = any($4)
          and act.details ->> 'courseId' = $2::uuid::text
        order by act.id desc limit ${2 * newestKept}
      ),
      marks as materialized (
        select k.key, act.at from acts act
        join lesson_revisions r on r.id = (act.details ->> 'lessonId')::uuid
        join keys k on k.known = r.key
        where act.event = 'lesson-marked-done'
      ),
      tries as materialized (
        select * from (
          select *, sum(coalesce(pg_column_size(answers), 0) + coalesce(pg_column_size(text), 0)
            + coalesce(pg_column_size(items), 0)) over (order by id desc) as stored
          from attempts where ${own} order by id desc limit ${newestKept}) as newest
        where stored <= ${newestBytesKept}
      )
      select
        jsonb_build_object('title', v.title, 'summary', v.summary, 'language', v.language,
          'number', v.number, 'kind', v.kind, 'contentHash', v.content_hash,
          'publishedAt', ${at('v.published_at')}) as terms,
        ${wholeListOf(`
          select l.position as place, jsonb_build_object('key', l.key, 'title', l.title,
            'type', l.type, 'minutes', l.minutes, 'required', l.required, 'files', l.files,
            'text', l.text, 'details', ${sha256Of('l.details::text')},
            'questions', asked.questions) as fact
          from lessons l left join asked on asked.key = l.key`)} as lessons,
        (select coalesce(jsonb_object_agg(q.id, ${revision}), '{}') from question_revisions q
          where q.id in (select unnest(revisions) from tries)) as questions,
        ${listOf(`
          select h.id as place, h.details || jsonb_build_object('event', h.event,
            'at', ${at('h.at')}, 'by', h.user_id) as fact
          from course_history h where h.course_id = v.course_id and h.at <= v.published_at
            and h.at > coalesce((select published_at from course_versions before
              where before.course_id = v.course_id and before.number = v.number - 1), '-infinity')
            and h.event in ('content-imported', 'source-taken-in', 'version-restored',
              'review-requested', 'changes-requested', 'draft-approved', 'version-published')
          `)} as approvals,
        ${wholeListOf(`
          select link.position as place, jsonb_build_object('lesson', link.lesson_key,
            'title', c.course_title, 'version', c.course_version, 'code', c.code,
            'evidence', below.sha256) as fact
          from program_courses link
          join certificates c on c.course_id = link.course_id and c.user_id = $1
            and c.status = 'issued'
          left join certificate_evidence below on below.certificate_id = c.id
          where link.version_id = v.id`)} as courses,
        ${wholeListOf(`
          select l.position as place, jsonb_strip_nulls(jsonb_build_object('lesson', l.key,
            'at', ${at('p.completed_at')}, 'score', passed.score, 'by', case
              when exists (select from marks m where m.key = l.key and m.at between
                p.completed_at - interval '1 minute' and p.completed_at + interval '1 minute')
                then 'mark'
              when passed.score is not null then 'pass'
              when l.type = 'course' then 'course'
              when not ${completesBy('pass')} then 'report'
              when exists (select from acts where event = 'data-repaired') then 'repair'
              else 'unrecorded' end)) as fact
          from lesson_progress p
          join keys k on k.known = p.lesson_key
          join lessons l on l.key = k.key
          left join passes passed on passed.key = k.key
          where p.user_id = $1 and p.course_id = $2 and p.completed_at is not null`)} as completions,
        ${wholeListOf(`
          select a.id as place, jsonb_build_object('id', a.id, 'lesson', a.lesson_key,
            'revision', a.lesson_id, 'number', a.number, 'status', a.status,
            'startedAt', ${at('a.started_at')}, 'submittedAt', ${at('a.submitted_at')},
            'late', a.is_late, 'extraSeconds', a.extra_seconds, 'items', a.items,
            'answers', ${sha256Of('a.answers::text')},
            'text', ${sha256Of('a.text')},
            'comment', a.comment, 'points', a.points, 'maxPoints', a.max_points,
            'score', a.score, 'passed', a.passed,
            'files', (select jsonb_agg(f.sha256 order by f.position)
              from submission_files f where f.attempt_id = a.id)) as fact
          from tries a`)} as attempts,
        (select count(*)::int from attempts where ${own}) as made,
        ${listOf(`
          select (g.at, a.id, g.number) as place, jsonb_build_object('attempt', g.attempt_id,
            'number', g.number, 'at', ${at('g.at')}, 'cause', g.cause, 'by', g.grader_id,
            'items', g.item_points, 'points', g.points, 'maxPoints', g.max_points,
            'score', g.score, 'passed', g.passed, 'comment', g.comment) as fact
          from tries a join gradings g on g.attempt_id = a.id`)} as gradings,
        ${listOf(`
          select (r.id, result.lesson_key) as place, jsonb_build_object(
            'at', ${at('r.created_at')}, 'lesson', result.lesson_key,
            'question', r.question_key, 'policy', r.policy, 'reason', r.reason,
            'by', r.requested_by, 'scoreBefore', result.score_before,
            'scoreAfter', result.score_after, 'kept', result.kept) as fact
          from regrade_results result join regrades r on r.id = result.regrade_id
          where result.user_id = $1 and r.course_id = $2 and not r.dry_run`)} as regrades,
        ${wholeListOf(`
          select (given, fact) as place, fact from (
            select granted_at as given, jsonb_build_object('kind', 'accommodation',
              'at', ${at('granted_at')}, 'by', granted_by, 'reason', reason,
              'timePercent', time_percent, 'extraAttempts', extra_attempts,
              'extraDays', extra_days, 'until', ${at('until')}) as fact
            from accommodations where ${own}
            union all
            select excused_at, jsonb_build_object('kind', 'excuse', 'at', ${at('excused_at')},
              'by', excused_by, 'reason', reason, 'lesson', lesson_key)
            from excuses where ${own}
            union all
            select granted_at, jsonb_build_object('kind', 'extension', 'at', ${at('granted_at')},
              'by', granted_by, 'reason', reason, 'lesson', lesson_key, 'dueOn', due_on)
            from extensions where ${own}) as exceptions`)} as exceptions,
        ${listOf(`
          select n.id as place, jsonb_build_object('at', ${at('n.created_at')},
            'version', n.facts -> 'version') as fact
          from notifications n where n.user_id = $1 and n.course_id = $2
            and n.kind = 'course-moved'`)} as moves,
        ${listOf(`
          select act.id as place, act.details - 'courseId' || jsonb_build_object(
            'event', act.event, 'at', ${at('act.at')}, 'by', act.actor,
            'reason', act.reason) as fact
          from acts act`)} as acts
      from v`,
    values: [userId, courseId, versionId, acts],
  })
  if (found === undefined) throw new Error('There is no such version of a course.')
  return found
}

export type EvidenceRow = typeof certificateEvidence.$inferSelect

export async function insertEvidence(
  db: Db,
  evidence: typeof certificateEvidence.$inferInsert,
): Promise<void> {
  await db.insert(certificateEvidence).values(evidence)
}

/** Finds how a certificate came about; undefined for older ones, and once the account is erased. */
export async function findEvidence(
  db: Db,
  certificateId: string,
): Promise<EvidenceRow | undefined> {
  const { certificateId: of } = certificateEvidence
  const [found] = await db.select().from(certificateEvidence).where(eq(of, certificateId))
  return found
}

/** Lists how certificates of a user came about, by the ids of the certificates. */
export function listEvidenceOf(
  db: Db,
  { userId, after, limit }: { userId: string; after: string | undefined; limit: number },
): Promise<(Pick<EvidenceRow, 'jws' | 'rows'> & { id: string; code: string })[]> {
  return runNamed(db, {
    name: 'list_evidence_of',
    text: `
      select c.id, c.code, e.jws, e.rows
      from certificate_evidence e join certificates c on c.id = e.certificate_id
      where e.user_id = $1 and c.id > ${afterId('$2')} order by c.id limit $3`,
    values: [userId, after ?? null, limit],
  })
}

/** Finds its hash alone, which the credential names. */
export async function findEvidenceHash(db: Db, certificateId: string): Promise<string | undefined> {
  const { certificateId: of, sha256 } = certificateEvidence
  const [found] = await db.select({ sha256 }).from(certificateEvidence).where(eq(of, certificateId))
  return found?.sha256
}
