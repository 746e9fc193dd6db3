import { sql } from 'drizzle-orm'
import type { Db } from '../../db/postgres/client.ts'

export interface Filling {
  userId: string
  /** Courses to enroll in, with so many lessons each that progress was reported on. */
  courses: number
  lessons: number
  /** Expired purchases of one line each. */
  purchases: number
  events: number
}

/** Gives an account a long past. Writes straight into the tables, at most `step` rows at a time. */
export async function fillAccount(db: Db, filling: Filling, step = 10_000): Promise<void> {
  const { userId, courses, lessons, purchases, events } = filling
  for (const count of stepsOf(courses, Math.ceil(step / Math.max(1, lessons)))) {
    await db.execute(sql`
      with made as (
        insert into courses (id, slug, status, price_amount, price_currency, created_at)
        select gen_random_uuid(), 'past-' || gen_random_uuid(), 'draft', 0, 'USD', now()
        from generate_series(1, ${count}::int)
        returning id
      ), versions as (
        insert into course_versions
          (id, course_id, number, title, summary, language, content_hash, published_at)
        select gen_random_uuid(), id, 1, 'A course of the past', 'Summary', 'en',
          encode(sha256(id::text::bytea), 'hex'), now()
        from made
        returning id, course_id
      ), enrolled as (
        insert into enrollments (user_id, course_id, version_id, source, enrolled_at)
        select ${userId}, course_id, id, 'administrator', now() from versions
        returning user_id, course_id
      ), opened as (
        insert into lesson_openings (user_id, course_id, lesson_key, opened_at)
        select user_id, course_id, 'lesson-' || n, now()
        from enrolled, generate_series(1, ${lessons}::int) n
      )
      insert into lesson_progress
        (user_id, course_id, lesson_key, percent, position_seconds, updated_at)
      select user_id, course_id, 'lesson-' || n, 50, 0, now()
      from enrolled, generate_series(1, ${lessons}::int) n`)
  }
  for (const count of stepsOf(purchases, step)) {
    await db.execute(sql`
      with made as (
        insert into transactions
          (id, user_id, status, total_amount, currency, provider, created_at)
        select gen_random_uuid(), ${userId}, 'pending', 100, 'USD', 'sandbox', now()
        from generate_series(1, ${count}::int)
        returning id
      )
      insert into transaction_lines (transaction_id, position, user_id, course_id, version_id,
        title, price_amount, currency, status)
      select made.id, 0, null, version.course_id, version.id, version.title, 100, 'USD', 'open'
      from made, (select * from course_versions limit 1) version`)
  }
  for (const count of stepsOf(events, step)) {
    await db.execute(sql`
      insert into audit_events (id, at, event, user_id, actor, ip, details)
      select gen_random_uuid(), now(), 'login-succeeded', ${userId}, 'anyone', '203.0.113.7',
        jsonb_build_object('device', 'Firefox on Windows', 'isNewDevice', false, 'n', n)
      from generate_series(1, ${count}::int) n`)
  }
}

function stepsOf(whole: number, step: number): number[] {
  const steps = Array.from({ length: Math.floor(whole / step) }, () => step)
  return whole % step === 0 ? steps : [...steps, whole % step]
}
