import { expect, test } from 'vitest'
import { startApi } from '../../../test/api.ts'
import { givenService } from '../../../test/given-service.ts'
import { startServerProcess } from '../../../test/server-process.ts'

const people = 400
const learners = 250

test('a bulk enrollment whose server is killed twice settles each row once', {
  timeout: 300_000,
}, async () => {
  const { folder, keys, databaseUrl, database, settings } = await givenService()
  const { course, admin } = await givenPeople()

  for (const share of [0.1, 0.5]) {
    await using server = await startServerProcess(folder, settings)
    await server.ready()
    if (share === 0.1) await send(server)
    await expect
      .poll(async () => (await bulk()).done, { timeout: 120_000, interval: 5 })
      .toBeGreaterThanOrEqual(share * people)
    server.process.kill('SIGKILL')
    await server.exit
    expect(await bulk()).toMatchObject({ status: 'running' })
    // Pretends that the time has passed after which its job counts as lost.
    await database.query(
      `update pgboss.job set started_on = now() - interval '1 minute' where state = 'active'`,
    )
  }
  await using server = await startServerProcess(folder, settings)
  await expect.poll(async () => (await bulk()).status, { timeout: 120_000 }).toBe('done')
  server.process.kill('SIGTERM')
  expect(await server.exit).toBe(0)

  const invited = people - learners
  expect(await bulk()).toMatchObject({ done: people, enrolled: learners, invited, failed: 0 })
  const { rows } = await database.query(
    `select (select count(*)::int from enrollments) as enrollments,
       (select count(*)::int from invitations) as invitations,
       (select count(*)::int from events where type = 'enrollment.started') as events,
       (select count(*)::int from audit_events where event = 'learner-enrolled') as acts,
       (select count(distinct data->>'to')::int from pgboss.job
         where name = 'send-course-mail') as recipients,
       (select count(*)::int from pgboss.job where name = 'send-course-mail') as mails`,
  )
  expect(rows).toEqual([
    {
      enrollments: learners,
      invitations: invited,
      events: learners,
      acts: learners,
      recipients: people,
      mails: people,
    },
  ])

  async function givenPeople() {
    await using api = await startApi({ databaseUrl, keys })
    const course = await api.given.course()
    await database.query(
      `insert into users (id, email, name, role, created_at, email_verified_at)
       select gen_random_uuid(), 'many-' || n || '@example.com', 'Ada Lovelace', 'learner', now(),
         now()
       from generate_series(1, $1::integer) as n`,
      [learners],
    )
    return { course, admin: await api.given.admin() }
  }

  async function send({ url }: { url: string }): Promise<void> {
    const emails = Array.from({ length: people }, (_, place) => `many-${place + 1}@example.com`)
    const answer = await fetch(`${url}/api/v1/admin/bulk-enrollments/csv?course=${course.slug}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${admin.token}`, 'content-type': 'text/csv' },
      body: `email\n${emails.join('\n')}\n`,
    })
    expect(answer.status).toBe(201)
  }

  async function bulk() {
    const { rows } = await database.query('select * from bulk_enrollments')
    return rows[0] ?? { done: 0 }
  }
})
