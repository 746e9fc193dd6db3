import type { Client } from 'pg'
import type { CourseContent, LessonContent } from '../../content/draft.ts'
import { openEnd } from '../../db/schema/courses/lessons.ts'
import { makeCertificateCode } from '../../server/features/learning/certificates/code/code.ts'
import { withClient } from '../support/database.ts'

/** The size of a school. Ratios are plausible; every invariant of `doctor --data` holds. */
export interface SchoolSize {
  courses: number
  lessonsPerCourse: number
  users: number
  coursesPerUser: number
  /** About how many lessons a learner has begun in each course. */
  lessonsBegun: number
  /** How many enrollments were bought. A twentieth more purchases expire. */
  purchases: number
  /** The share of enrollments that is completed, with a certificate. Default: 0.05. */
  completedShare?: number
}

/**
 * Fills a migrated database with a school by `insert … select`. Triggers are switched off
 * meanwhile, and foreign keys taken away: adding them again checks all rows at once.
 */
export async function fillSchool(databaseUrl: string, size: SchoolSize): Promise<void> {
  await withClient(databaseUrl, (client) => withoutTriggers(client, () => fill(client, size)))
}

/** The first course of a school that was filled: the long one. */
export const longCourse = 'school-course-1'

/** Makes a lesson of a course. */
export function madeLesson(number: number) {
  return {
    key: `lesson-${number}`,
    title: `Lesson ${number}`,
    type: 'text' as const,
    minutes: 5,
    required: true,
    preview: false,
    content: 'A paragraph of Markdown that says something worth knowing. '.repeat(50),
  }
}

/** Makes a version of the long course, in sections of ten lessons. */
export function longCourseOf(lessons: LessonContent[]): CourseContent {
  return {
    slug: longCourse,
    title: 'A long course',
    summary: 'It has many lessons.',
    language: 'en',
    price: { amount: 2900, currency: 'USD' },
    sections: Array.from({ length: Math.ceil(lessons.length / 10) }, (_, number) => ({
      title: `Section ${number}`,
      lessons: lessons.slice(number * 10, number * 10 + 10),
    })),
  }
}

/** Fills a database with the course and its learners, who have begun some twenty lessons each. */
export function fillLongCourse(
  databaseUrl: string,
  { learners, lessons }: { learners: number; lessons: number },
): Promise<void> {
  return fillSchool(databaseUrl, {
    courses: 2,
    lessonsPerCourse: lessons,
    users: learners,
    coursesPerUser: 1,
    lessonsBegun: 20,
    purchases: 0,
    completedShare: 0.01,
  })
}

/** Works without triggers and foreign keys: adding those again checks all rows at once. */
export async function withoutTriggers(client: Client, work: () => Promise<void>): Promise<void> {
  const { rows: tables } = await client.query<{ name: string }>(
    `select format('%I', tablename) as name from pg_tables where schemaname = 'public'`,
  )
  const { rows: keys } = await client.query<{ owner: string; name: string; definition: string }>(
    `select conrelid::regclass::text as owner, format('%I', conname) as name,
       pg_get_constraintdef(oid) as definition
     from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace`,
  )
  for (const { name } of tables) await client.query(`alter table ${name} disable trigger user`)
  for (const { owner, name } of keys)
    await client.query(`alter table ${owner} drop constraint ${name}`)
  await work()
  for (const { owner, name, definition } of keys)
    await client.query(`alter table ${owner} add constraint ${name} ${definition}`)
  for (const { name } of tables) await client.query(`alter table ${name} enable trigger user`)
}

async function fill(client: Client, size: SchoolSize): Promise<void> {
  const { courses, lessonsPerCourse, users, coursesPerUser, lessonsBegun, purchases } = size
  const { completedShare = 0.05 } = size
  await client.query(`set synchronous_commit = off`)
  await client.query(`set work_mem = '256MB'`)
  await client.query(`select setseed(0.5)`)

  await client.query(
    `insert into users (id, email, name, email_verified_at, created_at)
     select uuidv7((n - $1::int) * interval '1 minute'), 'learner-' || n || '@school.example',
       'Ada Lovelace ' || n, now(), now() + (n - $1::int) * interval '1 minute'
     from generate_series(1, $1::int) n`,
    [users],
  )
  await client.query(
    `insert into courses
       (id, slug, status, price_amount, price_currency, current_version, created_at)
     select uuidv7((n - $1::int) * interval '1 hour'), 'school-course-' || n, 'published', 2900,
       'USD', 1, now()
     from generate_series(1, $1::int) n`,
    [courses],
  )
  await client.query(
    `insert into course_versions
       (id, course_id, number, title, summary, language, content_hash, published_at)
     select uuidv7(), id, 1, 'A course called ' || slug,
       'A sentence or two about the course that say what you will learn in it, and why.', 'en',
       encode(sha256(slug::bytea), 'hex'), now()
     from courses where slug like 'school-course-%'`,
  )
  await client.query(`
    create temp table school_courses as
    select row_number() over (order by c.id)::int - 1 as number, c.id, v.id as version_id, v.title
    from courses c join course_versions v on v.course_id = c.id and v.number = c.current_version
    where c.slug like 'school-course-%'`)
  await client.query(
    `insert into sections (id, version_id, position, title)
     select uuidv7(), version_id, n, 'Section ' || n
     from school_courses, generate_series(0, ($1::int - 1) / 10) n`,
    [lessonsPerCourse],
  )
  await client.query(
    `create temp table school_lessons as
     select id, n, content, encode(sha256(content::bytea), 'hex') as sha256
     from school_courses, generate_series(0, $1::int - 1) n,
       lateral (select 'Lesson ' || n || ' of course ' || number || '. '
         || repeat('A paragraph of Markdown that says something worth knowing. ', 50)
       ) as written (content)`,
    [lessonsPerCourse],
  )
  await client.query(
    'insert into lesson_bodies (sha256, content) select sha256, content from school_lessons',
  )
  await client.query(
    `insert into lesson_revisions (id, course_id, key, from_version, until_version, position,
       section_position, title, type, minutes, required, preview, body_sha256)
     select uuidv7(), id, 'lesson-' || n, 1, $1, n, n / 10, 'Lesson ' || n, 'text', 5, true, false,
       sha256
     from school_lessons`,
    [openEnd],
  )

  // Everybody takes the first course; the others are spread evenly. Shuffled, as people arrive.
  await client.query(
    `create temp table school_enrollments as
     select *, row_number() over ()::int as number, random() < $4 as is_completed,
       enrolled_at + (now() - enrolled_at) / 2 as completed_at,
       floor(random() * 5)::int as phase,
       least($5::int - 1, floor(random() * 2 * $6::int))::int as begun
     from (
       select u.id as user_id, u.name, c.id as course_id, c.version_id, c.title,
         now() - random() * interval '300 days' as enrolled_at
       from (select id, name, row_number() over (order by id) as n from users
         where email like '%@school.example') u,
         generate_series(0, $1::int - 1) k,
         school_courses c
       where c.number = case when k = 0 then 0 else 1 + (u.n * 7 + k * 311) % ($2::int - 1) end
       order by random()
     ) e limit $3::int`,
    [
      coursesPerUser,
      courses,
      users * coursesPerUser,
      completedShare,
      lessonsPerCourse,
      lessonsBegun,
    ],
  )
  await client.query(
    `insert into enrollments (user_id, course_id, version_id, status, source, enrolled_at,
       completed_at, remaining_lessons, required_lessons)
     select user_id, course_id, version_id, 'active',
       case when number <= $1::int then 'transaction' else 'administrator' end, enrolled_at,
       case when is_completed then completed_at end,
       case when is_completed then repeat('0', $2::int)::bit varying else remaining end, $2::int
     from school_enrollments join (
       select begun, phase,
         string_agg(case when n < begun and (n + phase) % 5 > 0 then '0' else '1' end, ''
           order by n)::bit varying as remaining
       from generate_series(0, $2::int - 1) n, generate_series(0, $2::int) begun,
         generate_series(0, 4) phase
       group by begun, phase
     ) patterns using (begun, phase)`,
    [purchases, lessonsPerCourse],
  )
  await client.query(
    `insert into lesson_progress
       (user_id, course_id, lesson_key, percent, position_seconds, completed_at, updated_at)
     select user_id, course_id, 'lesson-' || n, percent, 90,
       case when percent = 100 then enrolled_at + interval '1 day' end,
       enrolled_at + interval '1 day'
     from (
       select user_id, course_id, enrolled_at, n,
         case when is_completed or (n + phase) % 5 > 0 then 100
           else 1 + floor(random() * 99) end as percent
       from school_enrollments,
         generate_series(0, case when is_completed then $1::int else begun end - 1) n
     ) reports`,
    [lessonsPerCourse],
  )
  await fillCertificates(client)
  await fillPurchases(client, purchases)
  await fillNotes(client)
  await fillThreads(client)
  await fillTraces(client)
  await client.query(`drop table school_courses, school_enrollments`)
}

/** Gives each a file in place of the PDF: otherwise the hourly job would print them all. */
async function fillCertificates(client: Client): Promise<void> {
  const { rows } = await client.query<{ count: number }>(
    `select count(*)::int as count from school_enrollments where is_completed`,
  )
  const codes = Array.from({ length: rows[0]?.count ?? 0 }, () => makeCertificateCode())
  await client.query(
    `insert into certificates (id, code, user_id, course_id, version_id, learner_name,
       course_title, course_version, language, issuer, minutes, completed_at, issued_at)
     select uuidv7(completed_at - now()), code, user_id, course_id, version_id, name, title, 1, 'en', 'Lyceum', 250,
       completed_at, completed_at
     from (select *, row_number() over () as place from school_enrollments where is_completed) e
     join unnest($1::text[]) with ordinality c (code, place) using (place)`,
    [codes],
  )
  await client.query(
    `insert into certificate_files (certificate_id, pdf, sha256, rendered_at)
     select id, code::bytea, encode(sha256(code::bytea), 'hex'), issued_at
     from certificates where code = any($1::text[])`,
    [codes],
  )
}

/** Gives each one course: paid and fulfilled, and a twentieth more that expired. */
async function fillPurchases(client: Client, purchases: number): Promise<void> {
  await client.query(
    `create temp table school_purchases as
     select e.*, uuidv7(enrolled_at - now()) as transaction_id, number <= $1::int as is_paid
     from school_enrollments e where number <= $1::int + $1::int / 20 order by enrolled_at`,
    [purchases],
  )
  await client.query(`
    insert into transactions (id, user_id, status, total_amount, currency, provider,
      provider_reference, payment_reference, created_at, paid_at, fulfilled_at)
    select transaction_id, user_id, case when is_paid then 'fulfilled' else 'expired' end, 2900,
      'USD', 'sandbox', 'checkout-' || transaction_id,
      case when is_paid then 'payment-' || transaction_id end, enrolled_at,
      case when is_paid then enrolled_at end, case when is_paid then enrolled_at end
    from school_purchases`)
  await client.query(`
    insert into transaction_lines (transaction_id, position, user_id, course_id, version_id, title,
      price_amount, currency, status)
    select transaction_id, 0, user_id, course_id, version_id, title, 2900, 'USD',
      case when is_paid then 'fulfilled' else 'released' end
    from school_purchases`)
  await client.query(`
    insert into payment_events (provider, event_id, kind, type, transaction_id, payment_reference,
      amount, currency, received_at)
    select 'sandbox', 'event-' || transaction_id, 'paid', 'paid', transaction_id,
      'payment-' || transaction_id, 2900, 'USD', enrolled_at
    from school_purchases where is_paid`)
  await client.query(`
    insert into receipts (transaction_id, year, number, issued_at, buyer_name, buyer_email)
    select transaction_id, extract(year from enrolled_at),
      row_number() over (partition by extract(year from enrolled_at) order by enrolled_at),
      enrolled_at, name, 'buyer@school.example'
    from school_purchases where is_paid`)
  await client.query(`
    insert into receipt_counters (year, last)
    select year, max(number) from receipts group by year
    on conflict (year) do update set last = excluded.last`)
  await client.query(`drop table school_purchases`)
}

/** Gives each enrollment three notes at a lesson, and each course a case that everybody reported. */
async function fillNotes(client: Client): Promise<void> {
  const lesson = `lesson_revisions l on l.course_id = e.course_id and l.position = 1`
  await client.query(`
    insert into notes (user_id, id, course_id, lesson_key, lesson_id, text, quote, created_at,
      updated_at)
    select e.user_id, uuidv7(), e.course_id, l.key, l.id, 'A note on knots', 'worth knowing',
      now() - n * interval '1 hour', now()
    from school_enrollments e join ${lesson} cross join generate_series(1, 3) n`)
  await client.query(`
    insert into flaws (id, course_id, lesson_key, question_key, kind, lesson_id, reports,
      created_at, reported_at)
    select uuidv7(), l.course_id, l.key, '', 'typo', l.id, count(*), now(), now()
    from school_enrollments e join ${lesson} group by l.course_id, l.key, l.id`)
  await client.query(`
    insert into flaw_reports (id, flaw_id, user_id, lesson_id, text, created_at)
    select uuidv7(), f.id, e.user_id, f.lesson_id, 'A slip', now()
    from school_enrollments e join flaws f on f.course_id = e.course_id`)
}

/** Has a tenth of the learners ask about the second lesson, and each question answered thrice. */
async function fillThreads(client: Client): Promise<void> {
  await client.query(`update courses set lesson_questions = 'named'`)
  const words = `array_to_tsvector(array['course:' || course_id, 'knots', 'why'])`
  await client.query(`
    insert into thread_posts (id, course_id, lesson_key, text, words, created_at, created_by,
      is_staff, answers)
    select uuidv7(), course_id, 'lesson-1', 'Why knots?', ${words}, now(), user_id, false, 3
    from school_enrollments where number % 10 = 0`)
  await client.query(`
    insert into thread_posts (id, course_id, lesson_key, thread_id, text, words, created_at,
      created_by, is_staff)
    select uuidv7(), course_id, lesson_key, id, 'Knots, because', words, now(), created_by, false
    from thread_posts, generate_series(1, 3)`)
}

/** Adds what accounts leave behind: sessions, devices, audit events, counters, answers. */
async function fillTraces(client: Client): Promise<void> {
  const learners = `(select id from users where email like '%@school.example') learner`
  await client.query(`
    insert into sessions (id_hash, public_id, user_id, expires_at, created_at, last_used_at)
    select encode(sha256(id::text::bytea), 'hex'), uuidv7(), id, now() + interval '12 hours',
      now(), now() from ${learners}`)
  await client.query(`
    insert into known_devices (user_id, ip_mac, device_mac, last_seen_at)
    select id, encode(sha256(id::text::bytea), 'hex'), encode(sha256(id::text::bytea), 'hex'),
      now() - random() * interval '100 days' from ${learners}`)
  await client.query(`
    insert into identities (issuer, subject, user_id, provider, created_at)
    select 'https://issuer.example', id::text, id, 'example', now() from ${learners}`)
  await client.query(`
    insert into audit_events (id, at, event, user_id, email_mac, actor)
    select uuidv7(at - now()), at, 'login-succeeded', id, encode(sha256(id::text::bytea), 'hex'),
      'user:' || id
    from (select id, now() - (n + random()) * interval '60 days' as at
      from ${learners}, generate_series(0, 4) n) e`)
  // Forty for each learner, half of them read.
  await client.query(`
    insert into notifications (id, user_id, kind, fact, course_id, facts, created_at, read_at)
    select uuidv7(at - now()), id, 'course-enrolled', 'course-enrolled ' || n, null,
      '{"title": "A course of everything"}', at, case when n % 2 = 0 then now() end
    from (select id, n, now() - n * interval '2 days' as at
      from ${learners}, generate_series(1, 40) n) f`)
  await client.query(`
    insert into rate_counters (key, used, resets_at)
    select 'loginFailuresPerAccount:' || id, 1, now() + random() * interval '1 hour'
    from ${learners}`)
  await client.query(`
    insert into idempotency_keys (user_id, operation, key, input_hash, answer, created, created_at)
    select id, 'transactions.create', id::text, encode(sha256(id::text::bytea), 'hex'), '{}', true,
      now() - random() * interval '3 days' from ${learners}`)
  await client.query(`
    insert into cart_items (user_id, course_id, price_amount, price_currency, added_at)
    select learner.id, c.id, 2900, 'USD', now()
    from ${learners} cross join lateral (
      select id from school_courses s
      where not exists (select from enrollments e where e.user_id = learner.id and e.course_id = s.id)
      limit 1
    ) c`)
}
