import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { forAllTests, startApi } from '../../../test/api.ts'

const api = await forAllTests(startApi())
const admin = api.as(await api.given.admin()).admin

interface FoundJob extends Record<string, unknown> {
  priority: number
  /** Seconds from the instant before which it is not run. */
  seconds: number
  after: boolean
}

async function jobsWith(condition: ReturnType<typeof sql>): Promise<FoundJob[]> {
  const { rows } = await api.deps.db.execute<FoundJob>(sql`
    select priority, extract(epoch from start_after)::float as seconds,
      start_after > created_on as after
    from pgboss.job where ${condition} order by start_after, id`)
  return rows
}

async function givenMembers(count: number): Promise<string> {
  const { id } = await admin.cohorts.create.mutate({ name: `Class of ${count}` })
  for (let place = 0; place < count; place++) {
    const { email } = await api.given.learner()
    await admin.cohorts.addMember.mutate({ cohortId: id, user: email })
  }
  return id
}

test('a course for a whole cohort mails its members one after another, after all other mails', {
  timeout: 60_000,
}, async () => {
  const cohortId = await givenMembers(6)
  const course = await api.given.course({ title: 'Splices for a whole class' })
  // Expects the job to go on in a second one.
  await api.deps.db.execute(sql`
    create function slow_down() returns trigger language plpgsql as
      $$ begin perform pg_sleep(1.5); return new; end $$`)
  await api.deps.db.execute(sql`
    create trigger slow_down before insert on enrollments for each row execute function slow_down()`)

  await admin.cohorts.addCourse.mutate({ cohortId, course: course.slug })
  const mails = () =>
    jobsWith(sql`name = 'send-course-mail' and data->'notification'->>'title' = ${course.title}`)
  await expect.poll(mails).toHaveLength(6)

  const sent = await mails()
  const first = sent[0]?.seconds ?? 0
  expect(sent.map(({ priority }) => priority)).toEqual([-1, -1, -1, -1, -1, -1])
  expect(sent.map(({ seconds }) => Math.round((seconds - first) * 10))).toEqual([0, 1, 2, 3, 4, 5])
  const tasks = await jobsWith(
    sql`name = 'change-cohort' and data->>'cohortId' = ${cohortId} and data->>'task' = 'enroll'`,
  )
  expect(tasks.length).toBeGreaterThan(1)
  expect(tasks.filter(({ priority, after }) => priority !== 0 || after)).toEqual([])
})
