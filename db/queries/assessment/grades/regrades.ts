import { eq } from 'drizzle-orm'
import { afterId, type PageAfter } from '../../../page.ts'
import type { Db } from '../../../postgres/client.ts'
import { anyNamed, listNamed, runNamed } from '../../../postgres/named-statement.ts'
import { regradeResults, regrades } from '../../../schema/assessment/grades.ts'
import type { AttemptRow } from '../attempts.ts'

export type RegradeRow = typeof regrades.$inferSelect
export type RegradeResult = typeof regradeResults.$inferSelect

/** Inserts a regrade; undefined while another one of the question runs. */
export async function insertRegrade(
  db: Db,
  regrade: Omit<RegradeRow, 'status' | 'after' | 'checked' | 'finishedAt'>,
): Promise<RegradeRow | undefined> {
  const [row] = await db
    .insert(regrades)
    .values({ ...regrade, status: 'running' })
    .onConflictDoNothing()
    .returning()
  return row
}

export async function findRegrade(db: Db, id: string): Promise<RegradeRow | undefined> {
  const [row] = await db.select().from(regrades).where(eq(regrades.id, id))
  return row
}

/** Locks a regrade, so that no other process continues it before the transaction ends. */
export async function lockRegrade(db: Db, id: string): Promise<RegradeRow | undefined> {
  const [row] = await db.select().from(regrades).where(eq(regrades.id, id)).for('update')
  return row
}

export async function listUnfinishedRegrades(db: Db): Promise<string[]> {
  return listNamed(db, {
    name: 'list_unfinished_regrades',
    text: `select id from regrades where status = 'running' order by id`,
    values: [],
  })
}

/** Notes how far a regrade is: null once nobody is left. */
export async function advanceRegrade(
  db: Db,
  { id, after, checked, now }: { id: string; after: string | null; checked: number; now: Date },
): Promise<void> {
  await runNamed(db, {
    name: 'advance_regrade',
    text: `
      update regrades set after = coalesce($2::uuid, after), checked = checked + $3,
        status = case when $2::uuid is null then 'done' else status end,
        finished_at = case when $2::uuid is null then $4::timestamptz end
      where id = $1`,
    values: [id, after, checked, now],
  })
}

/** Lists the published revisions of a question, oldest first. */
export async function listRevisions(
  db: Db,
  { courseId, key }: { courseId: string; key: string },
): Promise<{ id: string; number: number }[]> {
  return runNamed(db, {
    name: 'list_question_revisions',
    text: `
      select id, number from question_revisions
      where course_id = $1 and key = $2 and published_at is not null order by number`,
    values: [courseId, key],
  })
}

/**
 * Lists learners after one, in order, whose attempts asked one of the revisions. Attempts not
 * graded yet may be in a transaction from before the regrade: waits for it, by their enrollments.
 * Leaves out those who asked for it: only administrators may give themselves points.
 */
export async function listLearnersToRegrade(
  db: Db,
  {
    courseId,
    revisions,
    requestedBy,
    after,
    limit,
  }: PageAfter & Pick<RegradeRow, 'courseId' | 'requestedBy'> & { revisions: readonly string[] },
): Promise<string[]> {
  return listNamed(db, {
    name: 'list_learners_to_regrade',
    text: `
      select user_id as "userId" from attempts
      where course_id = $1 and user_id > ${afterId('$3')} and revisions && $2::uuid[]
        and user_id is distinct from (select id from users where id = $5 and role <> 'admin')
      group by user_id order by user_id limit $4`,
    values: [courseId, revisions, after ?? null, limit, requestedBy],
  })
}

export interface GradedAttempt
  extends Pick<
    AttemptRow,
    'id' | 'userId' | 'lessonKey' | 'lessonId' | 'items' | 'answers' | 'maxPoints'
  > {
  points: number
  score: number
  passed: boolean
  /** Points of the last grading; null for an item that does not count. */
  itemPoints: (number | null)[]
  asks: boolean
}

/** Lists learners' graded attempts at a quiz that asked a revision, with the others there. */
export async function listAttemptsToRegrade(
  db: Db,
  {
    courseId,
    revisions,
    userIds,
  }: { courseId: string; revisions: readonly string[]; userIds: readonly string[] },
): Promise<GradedAttempt[]> {
  return runNamed(db, {
    name: 'list_attempts_to_regrade',
    text: `
      select a.id, a.user_id as "userId", a.lesson_key as "lessonKey", a.lesson_id as "lessonId",
        case when asks then a.items end as items, case when asks then a.answers end as answers,
        a.max_points as "maxPoints", a.points, a.score, a.passed, asks,
        coalesce(last.item_points, '{}') as "itemPoints"
      from attempts a
      cross join lateral (select a.revisions && $2::uuid[] as asks) as asking
      left join lateral (
        select item_points from gradings g where asks and g.attempt_id = a.id
        order by number desc limit 1
      ) last on true
      where a.course_id = $1 and a.user_id = any($3::uuid[]) and a.status = 'graded'
        and a.type = 'quiz'
      order by a.user_id, a.id`,
    values: [courseId, revisions, userIds],
  })
}

export interface NewPoints {
  id: string
  itemPoints: (number | null)[]
  points: number
  maxPoints: number
  score: number
  passed: boolean
}

/** Adds a grading to each of the attempts, which are locked by their enrollments. */
export async function insertRegradings(
  db: Db,
  at: Date,
  changed: readonly NewPoints[],
): Promise<void> {
  if (changed.length === 0) return
  await runNamed(db, {
    name: 'insert_regradings',
    text: `
      with given as (
        select * from jsonb_to_recordset($2::jsonb) as given (id uuid, "itemPoints" jsonb,
          points int, "maxPoints" int, score int, passed boolean)
      ), changed as (
        update attempts a set points = g.points, max_points = g."maxPoints", score = g.score,
          passed = g.passed
        from given g where a.id = g.id returning a.id
      )
      insert into gradings (attempt_id, number, at, cause, item_points, points, max_points, score,
        passed)
      select g.id, 1 + coalesce((select max(number) from gradings where attempt_id = g.id), 0), $1,
        'regrade', array(
          select case when jsonb_typeof(one) = 'null' then null else (one #>> '{}')::int end
          from jsonb_array_elements(g."itemPoints") with ordinality as item (one, place)
          order by place
        ), g.points, g."maxPoints", g.score, g.passed
      from given g join changed on changed.id = g.id`,
    values: [at, JSON.stringify(changed)],
  })
}

export async function insertRegradeResults(
  db: Db,
  results: readonly RegradeResult[],
): Promise<void> {
  if (results.length > 0) await db.insert(regradeResults).values([...results])
}

/**
 * Lists the changes by a regrade, a line for each learner and lesson. `after`: a learner, and a
 * lesson's key.
 */
export async function listRegradeResults(
  db: Db,
  {
    regradeId,
    after,
    limit,
  }: { regradeId: string; after: { value: string; id: string } | undefined; limit: number },
): Promise<(RegradeResult & { learnerName: string })[]> {
  return runNamed(db, {
    name: 'list_regrade_results',
    text: `
      select r.regrade_id as "regradeId", r.user_id as "userId", r.lesson_key as "lessonKey",
        r.score_before as "scoreBefore", r.score_after as "scoreAfter",
        r.passed_before as "passedBefore", r.passed_after as "passedAfter", r.kept,
        r.grade_before as "gradeBefore", r.grade_after as "gradeAfter", r.completes,
        r.certificate, u.name as "learnerName"
      from regrade_results r join users u on u.id = r.user_id
      where r.regrade_id = $1
        and (r.user_id, r.lesson_key) > (${afterId('$2')}, coalesce($3::text, ''))
      order by r.user_id, r.lesson_key limit $4`,
    values: [regradeId, after?.id ?? null, after?.value ?? null, limit],
  })
}

export interface RegradeCounts {
  learners: number
  scoreRises: number
  scoreFalls: number
  gainsPass: number
  losesPass: number
  completes: number
  gradeRises: number
  gradeFalls: number
  kept: number
  certificatesIssued: number
  certificatesReplaced: number
  certificatesRevoked: number
  certificatesKept: number
}

export async function countRegradeResults(db: Db, regradeId: string): Promise<RegradeCounts> {
  const [counts] = await runNamed<RegradeCounts>(db, {
    name: 'count_regrade_results',
    text: `
      select count(distinct user_id)::int as learners,
        count(distinct user_id) filter (where score_after > score_before)::int as "scoreRises",
        count(distinct user_id) filter (where score_after < score_before)::int as "scoreFalls",
        count(distinct user_id) filter (where passed_after and not passed_before)::int as "gainsPass",
        count(distinct user_id) filter (where passed_before and not passed_after)::int as "losesPass",
        count(distinct user_id) filter (where completes)::int as completes,
        count(distinct user_id) filter (where grade_after > grade_before)::int as "gradeRises",
        count(distinct user_id) filter (where grade_after < grade_before)::int as "gradeFalls",
        count(distinct user_id) filter (where kept)::int as kept,
        count(distinct user_id) filter (where certificate = 'issued')::int as "certificatesIssued",
        count(distinct user_id) filter (where certificate = 'replaced')::int as "certificatesReplaced",
        count(distinct user_id) filter (where certificate = 'revoked')::int as "certificatesRevoked",
        count(distinct user_id) filter (where certificate = 'kept')::int as "certificatesKept"
      from regrade_results where regrade_id = $1`,
    values: [regradeId],
  })
  if (counts === undefined) throw new Error('An aggregate has no row.')
  return counts
}

/** Lists a course's effective regrades, oldest first: they also apply to later submissions. */
export async function listRegradesOf(
  db: Db,
  { courseId, revisions }: { courseId: string; revisions: readonly string[] },
): Promise<(Pick<RegradeRow, 'id' | 'policy' | 'toRevision'> & { key: string })[]> {
  return runNamed(db, {
    name: 'list_regrades_of',
    text: `
      select r.id, r.policy, r.to_revision as "toRevision", r.question_key as key
      from regrades r
      where r.course_id = $1 and not r.dry_run and r.question_key in (
        select key from question_revisions where id = any($2::uuid[]))
      order by r.id`,
    values: [courseId, revisions],
  })
}

/** Forgets what regrades did to learners after a while; gradings stay. */
export async function deleteOldResults(db: Db, before: Date): Promise<void> {
  await runNamed(db, {
    name: 'delete_old_regrade_results',
    text: `
      delete from regrade_results where regrade_id in (
        select id from regrades where finished_at < $1)`,
    values: [before],
  })
}

interface PassOf {
  userId: string
  courseId: string
  versionId: string
  lessonKey: string
}

/**
 * Whether a course was completed by a pass that is gone: its version requires the lesson, no
 * attempt under any of its keys passes, and it was not completed before any try, as a text.
 */
export async function needsPass(
  db: Db,
  { userId, courseId, versionId, lessonKey }: PassOf,
): Promise<boolean> {
  return anyNamed(db, {
    name: 'needs_pass',
    text: `
      with lesson as (
        select l.key, l.former_keys from lessons l
        where l.version_id = $3 and l.course_id = $2 and l.required
          and (l.key = $4 or l.former_keys @> array[$4::text])
      ), tried as (
        select a.passed, a.started_at from attempts a, lesson l
        where a.user_id = $1 and a.course_id = $2
          and (a.lesson_key = l.key or a.lesson_key = any(l.former_keys))
      )
      select from lesson where not exists (select from tried where passed)
        and not exists (
          select from lesson_progress p, lesson l where p.user_id = $1 and p.course_id = $2
            and p.lesson_key = l.key and p.completed_at < (select min(started_at) from tried))`,
    values: [userId, courseId, versionId, lessonKey],
  })
}

/** Whether a regrade revoked a certificate at this instant, and every pass it took is back. */
export async function lostPassIsBack(
  db: Db,
  { userId, courseId, revokedAt }: { userId: string; courseId: string; revokedAt: Date },
): Promise<boolean> {
  return anyNamed(db, {
    name: 'lost_pass_is_back',
    text: `
      with taken as (
        select r.* from regrade_results r join regrades g on g.id = r.regrade_id
        where r.user_id = $1 and g.course_id = $2 and not g.dry_run
          and r.passed_before and not r.passed_after
      )
      select from taken join regrades g on g.id = taken.regrade_id
      where taken.certificate = 'revoked'
        and $3 between g.created_at and coalesce(g.finished_at, $3)
        and not exists (
          select from taken lost where not exists (
            select from attempts a where a.user_id = $1 and a.course_id = $2
              and a.lesson_key = lost.lesson_key and a.passed))
      limit 1`,
    values: [userId, courseId, revokedAt],
  })
}
