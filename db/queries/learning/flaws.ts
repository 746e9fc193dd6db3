import { afterId, beforeId, type PageAfter, type PageBefore } from '../../page.ts'
import type { Db } from '../../postgres/client.ts'
import { anyNamed, findNamed, runNamed } from '../../postgres/named-statement.ts'
import { openEnd } from '../../schema/courses/lessons.ts'
import type { flawOutcomes, flawReports, flaws } from '../../schema/learning/flaws.ts'
import { isNotPostponed } from '../platform/postponed.ts'

type Flaw = typeof flaws.$inferSelect
type Report = typeof flawReports.$inferSelect

type NewFlaw = Pick<Flaw, 'courseId' | 'lessonKey' | 'questionKey' | 'kind' | 'lessonId'> &
  Pick<Flaw, 'id' | 'questionRevision' | 'createdAt'>

/** Returns the open case of this kind, and locks it; opens one if there is none. */
export async function openFlaw(db: Db, flaw: NewFlaw): Promise<Pick<Flaw, 'id'>> {
  const { id, courseId, lessonKey, questionKey, kind, lessonId, questionRevision } = flaw
  const found = await findNamed<Pick<Flaw, 'id'>>(db, {
    name: 'open_flaw',
    text: `
      insert into flaws (id, course_id, lesson_key, question_key, kind, lesson_id,
        question_revision, reports, created_at, reported_at)
      values ($1, $2, $3, $4, $5, $6, $7, 0, $8, $8)
      on conflict (course_id, lesson_key, question_key, kind) where settled_at is null
      do update set lesson_id = excluded.lesson_id, reported_at = excluded.reported_at,
        question_revision = excluded.question_revision
      returning id`,
    values: [
      ...[id, courseId, lessonKey, questionKey, kind, lessonId, questionRevision],
      flaw.createdAt,
    ],
  })
  if (found === undefined) throw new Error('A case was neither opened nor found.')
  return found
}

/** Writes what a learner says about a case; their earlier words make room. Returns whether it is new. */
export async function writeReport(
  db: Db,
  report: Omit<Report, 'toldAt'>,
): Promise<{ id: string; isNew: boolean }> {
  const { id, flawId, userId, lessonId, attemptId, position, answer, quote, seconds } = report
  const found = await findNamed<{ id: string; isNew: boolean }>(db, {
    name: 'write_flaw_report',
    text: `
      insert into flaw_reports (id, flaw_id, user_id, lesson_id, attempt_id, position, answer,
        quote, seconds, text, created_at)
      values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)
      on conflict (flaw_id, user_id) do update set lesson_id = excluded.lesson_id,
        attempt_id = excluded.attempt_id, position = excluded.position, answer = excluded.answer,
        quote = excluded.quote, seconds = excluded.seconds, text = excluded.text
      returning id, id = $1 as "isNew"`,
    values: [
      ...[id, flawId, userId, lessonId, attemptId, position, answer, quote, seconds],
      ...[report.text, report.createdAt],
    ],
  })
  if (found === undefined) throw new Error('A report was not written.')
  return found
}

/** Counts a report more or less. The caller has locked the case. */
export async function countReport(
  db: Db,
  { flawId, change }: { flawId: string; change: 1 | -1 },
): Promise<void> {
  await runNamed(db, {
    name: 'count_flaw_report',
    text: 'update flaws set reports = reports + $2 where id = $1',
    values: [flawId, change],
  })
}

/** Locks the case of a learner's own report; undefined if there is no such report. */
export function lockFlawOf(
  db: Db,
  { reportId, userId }: { reportId: string; userId: string },
): Promise<Pick<Flaw, 'id' | 'settledAt' | 'reports'> | undefined> {
  return findNamed(db, {
    name: 'lock_flaw_of',
    text: `
      select f.id, f.settled_at as "settledAt", f.reports
      from flaw_reports r join flaws f on f.id = r.flaw_id
      where r.id = $1 and r.user_id = $2 for update of f`,
    values: [reportId, userId],
  })
}

export async function deleteReport(
  db: Db,
  { reportId, userId }: { reportId: string; userId: string },
): Promise<boolean> {
  return anyNamed(db, {
    name: 'delete_flaw_report',
    text: 'delete from flaw_reports where id = $1 and user_id = $2 returning id',
    values: [reportId, userId],
  })
}

/** Forgets a case about which nobody says anything any more. */
export async function deleteFlaw(db: Db, flawId: string): Promise<void> {
  await runNamed(db, {
    name: 'delete_flaw',
    text: 'delete from flaws where id = $1',
    values: [flawId],
  })
}

const ownReports = `
  select r.id, f.course_id as "courseId", f.lesson_key as "lessonKey", l.title as "lessonTitle",
    f.kind, r.text, r.quote, r.seconds, r.attempt_id as "attemptId", r.position, r.answer,
    r.created_at as "reportedAt", f.outcome, f.reply, f.settled_at as "settledAt"
  from flaw_reports r
  join flaws f on f.id = r.flaw_id
  join lesson_revisions l on l.id = r.lesson_id`

export interface OwnReport
  extends Pick<Report, 'id' | 'text' | 'quote' | 'seconds' | 'attemptId' | 'position' | 'answer'>,
    Pick<Flaw, 'courseId' | 'lessonKey' | 'kind' | 'outcome' | 'reply' | 'settledAt'> {
  lessonTitle: string
  reportedAt: Date
}

/** Lists what a learner has reported, newest first: all, or at one lesson under any of its keys. */
export function listOwnReports(
  db: Db,
  input: PageBefore & { userId: string; lessonId?: string | undefined },
): Promise<OwnReport[]> {
  const { userId, lessonId = null, before, limit } = input
  return runNamed(db, {
    name: 'list_own_flaw_reports',
    text: `${ownReports}
      where r.user_id = $1 and r.id < ${beforeId('$2')} and ($3::uuid is null or exists (
        select from lesson_revisions asked
        where asked.id = $3 and asked.course_id = f.course_id
          and (f.lesson_key = asked.key or f.lesson_key = any(asked.former_keys))))
      order by r.id desc limit $4`,
    values: [userId, before ?? null, lessonId, limit],
  })
}

/** Finds a report of the user's own. */
export function findOwnReport(
  db: Db,
  { userId, id }: { userId: string; id: string },
): Promise<OwnReport | undefined> {
  return findNamed(db, {
    name: 'find_own_flaw_report',
    text: `${ownReports} where r.user_id = $1 and r.id = $2`,
    values: [userId, id],
  })
}

/** Lists the same in the order of writing, to export it. */
export function listReportsOf(
  db: Db,
  { userId, after, limit }: PageAfter & { userId: string },
): Promise<OwnReport[]> {
  return runNamed(db, {
    name: 'list_flaw_reports_of',
    text: `${ownReports} where r.user_id = $1 and r.id > ${afterId('$2')} order by r.id limit $3`,
    values: [userId, after ?? null, limit],
  })
}

export interface FlawRow extends Omit<Flaw, 'lessonId' | 'settledBy' | 'toldAt'> {
  lessonTitle: string
  lessonType: string
  /** Null where the course has the lesson no more. */
  currentKey: string | null
  questionTitle: string | null
  /** Whether a version was published in which it is not as it was reported. */
  isChanged: boolean
  settler: { id: string; name: string } | null
}

// The lesson as it is today, under whichever key; another place in the outline is no change.
const selectFlaws = `
  select f.id, f.course_id as "courseId", f.lesson_key as "lessonKey",
    f.question_key as "questionKey", f.kind, f.question_revision as "questionRevision", f.reports,
    f.created_at as "createdAt", f.reported_at as "reportedAt", f.outcome, f.reply,
    f.settled_at as "settledAt", coalesce(today.title, seen.title) as "lessonTitle",
    coalesce(today.type, seen.type) as "lessonType", today.key as "currentKey",
    newest.title as "questionTitle",
    case when f.question_key = ''
      then today.id is null or (today.id <> seen.id
        and (today.title, today.body_sha256, today.content, today.details, today.files)
          is distinct from (seen.title, seen.body_sha256, seen.content, seen.details, seen.files))
      else today.id is null or coalesce(newest.number > f.question_revision, false)
    end as "isChanged",
    case when u.id is not null then json_build_object('id', u.id, 'name', u.name) end as settler
  from flaws f
  join lesson_revisions seen on seen.id = f.lesson_id
  left join lateral (
    select * from lesson_revisions
    where course_id = f.course_id and until_version = ${openEnd} and key = f.lesson_key
    union all
    (select * from lesson_revisions
    where course_id = f.course_id and until_version = ${openEnd} and former_keys <> '{}'
      and former_keys @> array[f.lesson_key]
    order by position + 0 limit 1)
    limit 1
  ) today on true
  left join lateral (
    select number, shown ->> 'title' as title from question_revisions
    where course_id = f.course_id and key = f.question_key and published_at is not null
    order by number desc limit 1
  ) newest on f.question_key <> ''
  left join users u on u.id = f.settled_by`

/** Lists the cases of a course, newest first. */
export function listFlaws(
  db: Db,
  input: PageBefore & { courseId: string; key?: string | undefined; open?: boolean | undefined },
): Promise<FlawRow[]> {
  const { courseId, key = null, open = null, before, limit } = input
  return runNamed(db, {
    name: 'list_flaws',
    text: `${selectFlaws}
      where f.course_id = $1 and f.id < ${beforeId('$2')}
        and ($3::text is null or f.lesson_key = $3)
        and ($4::boolean is null or (f.settled_at is null) = $4)
      order by f.id desc limit $5`,
    values: [courseId, before ?? null, key, open, limit],
  })
}

export function findFlaw(
  db: Db,
  { courseId, flawId }: { courseId: string; flawId: string },
): Promise<FlawRow | undefined> {
  return findNamed(db, {
    name: 'find_flaw',
    text: `${selectFlaws} where f.course_id = $1 and f.id = $2`,
    values: [courseId, flawId],
  })
}

export interface ReportRow
  extends Pick<Report, 'id' | 'text' | 'quote' | 'seconds' | 'answer' | 'createdAt'> {
  /** The first version that has the lesson as the learner saw it. */
  version: number
}

/** Lists what people say about a case, newest first, without saying who they are. */
export function listReports(
  db: Db,
  { flawId, before, limit }: PageBefore & { flawId: string },
): Promise<ReportRow[]> {
  return runNamed(db, {
    name: 'list_flaw_reports',
    text: `
      select r.id, r.text, r.quote, r.seconds, r.answer, r.created_at as "createdAt",
        l.from_version as version
      from flaw_reports r join lesson_revisions l on l.id = r.lesson_id
      where r.flaw_id = $1 and r.id < ${beforeId('$2')}
      order by r.id desc limit $3`,
    values: [flawId, before ?? null, limit],
  })
}

interface Settlement extends Pick<Flaw, 'courseId' | 'reply'> {
  flawId: string
  outcome: (typeof flawOutcomes)[number]
  at: Date
  by: string
}

/** Settles an open case. Returns whether there was one. */
export function settleFlaw(
  db: Db,
  { courseId, flawId, outcome, reply, at, by }: Settlement,
): Promise<boolean> {
  return anyNamed(db, {
    name: 'settle_flaw',
    text: `
      update flaws set outcome = $3, reply = $4, settled_at = $5, settled_by = $6
      where course_id = $1 and id = $2 and settled_at is null returning id`,
    values: [courseId, flawId, outcome, reply, at, by],
  })
}

export interface UntoldReport extends Pick<Flaw, 'courseId' | 'lessonKey'> {
  id: string
  userId: string
  courseTitle: string
  lessonTitle: string
}

/** Lists reports of settled cases whose authors have not been told yet. */
export function listUntoldReports(
  db: Db,
  { now, limit }: { now: Date; limit: number },
): Promise<UntoldReport[]> {
  return runNamed(db, {
    name: 'list_untold_flaw_reports',
    text: `
      select r.id, r.user_id as "userId", f.course_id as "courseId",
        coalesce(v.title, c.slug) as "courseTitle", f.lesson_key as "lessonKey",
        l.title as "lessonTitle"
      from flaws f
      join courses c on c.id = f.course_id
      left join course_versions v on v.course_id = c.id and v.number = c.current_version
      join flaw_reports r on r.flaw_id = f.id and r.told_at is null
      join lesson_revisions l on l.id = r.lesson_id
      where f.settled_at is not null and f.told_at is null
        and ${isNotPostponed('tell-reporter', 'r.id::text', '$1::timestamptz')}
      order by f.id limit $2`,
    values: [now, limit],
  })
}

/** Marks a learner as told. Returns whether somebody else has not done it before. */
export function markTold(db: Db, { id, at }: { id: string; at: Date }): Promise<boolean> {
  return anyNamed(db, {
    name: 'mark_flaw_report_told',
    text: 'update flaw_reports set told_at = $2 where id = $1 and told_at is null returning id',
    values: [id, at],
  })
}

/** Ends the telling of cases about which everybody is told. */
export async function endTelling(db: Db, at: Date): Promise<void> {
  await runNamed(db, {
    name: 'end_flaw_telling',
    text: `
      update flaws set told_at = $1
      where settled_at is not null and told_at is null
        and not exists (select from flaw_reports where flaw_id = flaws.id and told_at is null)`,
    values: [at],
  })
}
