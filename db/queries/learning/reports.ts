import { sql } from 'drizzle-orm'
import type { Db } from '../../postgres/client.ts'
import { listNamed, runNamed } from '../../postgres/named-statement.ts'
import { tallyDays } from './enrollments/tally-period.ts'

const millisecondsToCount = 300_000

/** Selects the certificates `cert` that count with the enrollments `e`. */
export const validCertificate = `
  left join certificates cert on cert.user_id = e.user_id and cert.course_id = e.course_id
    and cert.status = 'issued'`

/** The numbers that an enrollment `e` adds; the tables' triggers know the same. */
export const contribution = `
  tally_tenths(e.enrolled_at, e.completed_at) as tenths, 1 as enrolled,
  (e.status = 'active')::int as active, (e.last_activity_at is not null)::int as started`

export const sums = `
  sum(enrolled)::int as enrolled, sum(active)::int as active, sum(started)::int as started,
  sum(certificates)::int as certificates`

/** Tallies enrollments `e` of some courses by their first day. */
export const talliesOf = (condition: string) => `
  select course_id, version_id, day, tenths, ${sums}
  from (
    select e.course_id, e.version_id, tally_day(e.enrolled_at) as day, ${contribution},
      (cert.user_id is not null)::int as certificates
    from enrollments e ${validCertificate} where ${condition}
  ) as one
  group by course_id, version_id, day, tenths`

/** Spreads a day's tallies over all tallies that the day is in. */
export const inAllLengths = (tallies: string) => `
  select course_id, version_id, length.days, day & -length.days as start, tenths, ${sums}
  from ${tallies}, (values ${tallyDays.map((days) => `(${days})`).join(', ')}) as length (days)
  group by course_id, version_id, length.days, day & -length.days, tenths`

const columns =
  'course_id, version_id, days, start, tenths, enrolled, active, started, certificates'

/**
 * Locks out other writers of tallies, in a statement before the one that reads what is to be
 * written. False if somebody else has the lock, and `wait` is not requested.
 */
export async function lockTallies(db: Db, { wait = false } = {}): Promise<boolean> {
  const key = sql`hashtextextended('learning tallies', 0)`
  if (!wait) {
    const { rows } = await db.execute<{ isMine: boolean }>(
      sql`select pg_try_advisory_xact_lock(${key}) as "isMine"`,
    )
    return rows[0]?.isMine === true
  }
  await db.execute(sql`select pg_advisory_xact_lock(${key})`)
  return true
}

/** Adds some deltas to the tallies, which must be locked; returns how many. */
export async function foldDeltas(db: Db, limit: number): Promise<number> {
  const [folded] = await runNamed<{ count: number }>(db, {
    name: 'fold_learning_deltas',
    text: `
      with gone as (
        delete from learning_deltas d using (
          select course_id, number from learning_deltas d
          where exists (select from tallied_courses t where t.course_id = d.course_id)
          order by course_id, number limit $1
        ) as first
        where d.course_id = first.course_id and d.number = first.number
        returning d.*
      ), added as (
        insert into learning_tallies as t (${columns}) ${inAllLengths('gone')}
        on conflict (course_id, days, start, version_id, tenths) do update set
          enrolled = t.enrolled + excluded.enrolled, active = t.active + excluded.active,
          started = t.started + excluded.started,
          certificates = t.certificates + excluded.certificates
      )
      select count(*)::int as count from gone`,
    values: [limit],
  })
  await runNamed(db, {
    name: 'delete_empty_tallies',
    text: `
      delete from learning_tallies
      where enrolled = 0 and active = 0 and started = 0 and certificates = 0`,
    values: [],
  })
  return folded?.count ?? 0
}

/**
 * Counts all enrollments of a course into tallies, which must be locked. Enrollments and
 * completions made meanwhile are in the deltas that follow.
 */
export async function tallyCourse(db: Db, courseId: string): Promise<void> {
  await db.execute(sql.raw(`set local statement_timeout = ${millisecondsToCount}`))
  const run = (name: string, text: string) =>
    runNamed(db, { name, text, values: [courseId], query_timeout: millisecondsToCount + 5_000 })
  await run('delete_tallies', 'delete from learning_tallies where course_id = $1')
  await run(
    'tally_course',
    `with counted as (
       insert into tallied_courses (course_id) values ($1) on conflict do nothing
     ), gone as (
       delete from learning_deltas where course_id = $1
     )
     insert into learning_tallies (${columns})
     ${inAllLengths(`(${talliesOf('e.course_id = $1')}) as of_day`)}
     order by course_id, days, start`,
  )
}

/**
 * Lists the next courses to count by their ids, after the last one counted; if there are none,
 * those that have deltas all the same.
 */
export function listUntalliedCourses(db: Db, limit: number): Promise<string[]> {
  return listNamed(db, {
    name: 'list_untallied_courses',
    text: `
      with next as (
        select id from courses
        where id > coalesce(
          (select course_id from tallied_courses order by course_id desc limit 1),
          '00000000-0000-0000-0000-000000000000')
        order by id limit $1
      )
      select id from next
      union all
      select distinct course_id from (
        select course_id from learning_deltas d
        where not exists (select from tallied_courses t where t.course_id = d.course_id)
        limit 1000
      ) as other
      where not exists (select from next)`,
    values: [limit],
  })
}
