import { withClient } from '../support/database.ts'

export const cohortId = '019a9c43-1f2d-7b3a-9c4e-5d6f7a8b9c07'
export const requestId = '019a9c43-1f2d-7b3a-9c4e-5d6f7a8b9c09'

/**
 * Makes the accounts of a filled school differ: they registered one after the other; a few work in
 * administration, are suspended or not verified; a third was never seen; the oldest 3,000 share a
 * domain; half are in a cohort, and have done something in their course. Each was mailed and failed to sign
 * in, and as many are invited.
 */
export async function fillAdmin(databaseUrl: string): Promise<void> {
  await withClient(databaseUrl, async (client) => {
    await client.query(`
    update users set
      email = (array['ada', 'grace', 'alan', 'maria', 'hedy', 'edsger'])[1 + n % 6] || '.'
        || substr(md5(n::text), 1, 6) || n
        || case when n <= 3000 then '@old.example.org' else '@school.example' end,
      name = initcap(substr(md5((n * 7)::text), 1, 7)) || ' '
        || initcap(substr(md5((n * 13)::text), 1, 9)),
      created_at = now() - (count - n) * interval '5 minutes',
      role = case when n % 5000 = 0 then 'support' when n % 9000 = 1 then 'finance'
        when n % 20000 = 2 then 'admin' else 'learner' end,
      email_verified_at = case when n % 40 = 3 then null else created_at end,
      last_seen_at = case when n % 3 = 0 then null
        else date_trunc('hour', now() - (n * 7919 % 100000) * interval '5 minutes') end,
      suspended_at = case when n % 2500 = 7 then created_at end,
      suspension_reason = case when n % 2500 = 7 then 'A reason' end
    from (
      select id as numbered, row_number() over (order by id)::int as n,
        count(*) over ()::int as count
      from users
    ) numbers
    where users.id = numbered`)
    await client.query(`
    insert into cohorts (id, name, begun_at, created_at)
    values ('${cohortId}', 'All of them', now(), now())`)
    await client.query(`
    update enrollments set cohort_id = '${cohortId}',
      ends_at = now() + interval '1 year'
    where get_byte(decode(md5(user_id::text), 'hex'), 0) < 128`)
    await client.query(`
    update enrollments set last_activity_at = now() - random() * interval '300 days'
    where get_byte(decode(md5(user_id::text), 'hex'), 1) < 128`)
    await client.query(`
    update enrollments set status = 'ended', left_at = case when n % 2 = 0 then now() end
    from (select user_id as user, course_id as course, row_number() over ()::int as n
      from enrollments) numbered
    where user_id = numbered.user and course_id = course and n % 101 < 2`)
    await client.query(`
    insert into cohort_members (cohort_id, user_id, added_at)
    select distinct cohort_id, user_id, now() from enrollments where cohort_id is not null`)
    await client.query(`
    insert into mails (id, user_id, kind, status, attempts, created_at, ended_at)
    select id, id, case when n % 3 = 0 then 'course-enrolled' else 'password-changed' end,
      case when n % 500 = 0 then 'failed' else 'sent' end, 1, now(), now()
    from (select id, row_number() over (order by id)::int as n from users) numbered`)
    await client.query(`
    insert into invitations (id, email, course_id, cohort_id, locale, created_at, expires_at)
    select u.id, 'invited-' || u.id || '@example.org', c.id,
      case when c.slug = 'school-course-3' then '${cohortId}'::uuid end, 'en', now(),
      now() + interval '90 days'
    from users u, lateral (
      select id, slug from courses order by md5(u.id::text || id::text) limit 1) c`)
    // One address has most of them.
    await client.query(`
    insert into audit_events (id, at, event, user_id, actor, ip, request_id)
    select uuidv7(), now(), case when n % 4000 = 1 then 'role-changed' else 'login-failed' end, id,
      case when n % 4000 = 1 then 'operator:ada' else 'anyone' end,
      '192.0.2.' || case when n % 3 > 0 then 1 else n % 250 end,
      case when n % 50000 = 9 then '${requestId}' else id end
    from (select id, row_number() over (order by id)::int as n from users) numbered`)
    await client.query('vacuum analyze')
  })
}

/** Adds as many jobs as accounts: a third waits, runs, or failed. The queues must exist. */
export async function fillJobs(databaseUrl: string): Promise<void> {
  await withClient(databaseUrl, async (client) => {
    await client.query(`
    insert into pgboss.job (name, state, data, created_on, start_after)
    select 'print-certificate', (array['created', 'active', 'failed'])[1 + n % 3]::pgboss.job_state,
      '{}', now() - n * interval '1 second', now() + n * interval '1 second'
    from generate_series(1, (select count(*)::int from users)) n`)
    await client.query('vacuum analyze pgboss.job')
  })
}
