import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { newId } from '../../../../lib/ids.ts'
import { jobHandlers } from '../../../job-handlers.ts'
import { forAllTests, startApi } from '../../../test/api.ts'
import { setSeats } from '../../shop/seats/set-seats.ts'
import { enrollLearner } from '../enrollments/enroll-learner.ts'
import { bulkOf } from './test-support.ts'

const api = await forAllTests(startApi())
const admin = await api.given.admin()
const asAdmin = bulkOf(api, admin)
const newEmail = () => `pupil-${newId()}@example.com`

test('every row of a file has a result with its line, and a wrong one fails by itself', async () => {
  const [ada, course] = [await api.given.learner(), await api.given.course()]
  const stranger = newEmail()
  const lines = [
    'name;COURSE; email ;endsAt',
    `"Lovelace; Ada";${course.slug};${ada.email.toUpperCase()};2099-12-31`,
    `;${course.id};${stranger};`,
    '',
    `"Two`,
    `lines";no-such-course;${newEmail()};`,
    `;${course.slug};not an email;`,
    `;${course.slug};${newEmail()};next summer`,
    `;${course.slug};${ada.email};2099-12-31`,
    `;${course.slug};${newEmail()};;too much`,
    `;${course.slug};${newEmail()};2001-01-01`,
  ]

  const { bulk, rows } = await asAdmin.enroll(`\ufeff${lines.join('\r\n')}\r\n`)

  expect(rows.map(({ line, outcome, error }) => [line, outcome, error])).toEqual([
    [2, 'enrolled', null],
    [3, 'invited', null],
    [5, 'failed', 'CourseNotFound'],
    [7, 'failed', 'InvalidFields'],
    [8, 'failed', 'InvalidFields'],
    [9, 'unchanged', null],
    [10, 'failed', 'InvalidFields'],
    [11, 'failed', 'InvalidFields'],
  ])
  expect(rows[0]).toMatchObject({ email: ada.email, name: 'Lovelace; Ada' })
  expect(rows.map(({ message }) => message).slice(3)).toEqual([
    'email is not an email address',
    expect.stringMatching(/^endsAt is neither a day/),
    null,
    'has 5 values; the header has 4',
    expect.stringMatching(/^endsAt is not in the future/),
  ])
  expect(bulk).toMatchObject({
    total: 8,
    done: 8,
    enrolled: 1,
    invited: 1,
    unchanged: 1,
    failed: 5,
  })
  expect(bulk.requestedBy).toBe(admin.id)
})

test('the same file again changes nothing, and mails nobody twice', async () => {
  const [known, course] = [await api.given.learner(), await api.given.course()]
  const csv = `email,course\n${known.email},${course.slug}\n${newEmail()},${course.slug}\n`
  await asAdmin.enroll(csv)
  const before = await stateOf(course.id)

  const { rows } = await asAdmin.enroll(csv)

  expect(rows.map(({ outcome }) => outcome)).toEqual(['unchanged', 'unchanged'])
  expect(await stateOf(course.id)).toEqual(before)
  expect(before.mails).toHaveLength(2)
})

test('a list of rows over JSON does the same as a file, with a course for all', async () => {
  const [one, two] = [await api.given.learner(), await api.given.learner()]
  const course = await api.given.course()
  const created = await api.request('POST /api/v1/admin/bulk-enrollments', {
    token: admin.token,
    body: {
      course: course.slug,
      rows: [{ email: one.email }, { email: two.email }, { email: '' }],
    },
  })
  expect(created.status).toBe(201)
  expect(created.headers.location).toBe(`/api/v1/admin/bulk-enrollments/${created.body.id}`)

  expect(await asAdmin.done(created.body.id)).toMatchObject({ enrolled: 2, failed: 1 })
  const results = await asAdmin.rows(created.body.id)
  expect(results.map(({ row, line, outcome }) => [row, line, outcome])).toEqual([
    [1, null, 'enrolled'],
    [2, null, 'enrolled'],
    [3, null, 'failed'],
  ])
  const learner = await api.as(one).courses.get.query({ idOrSlug: course.slug })
  expect(learner.enrolled).toBe(true)
})

test('a day ends where the school is, and a later file changes the end', async () => {
  const [learner, course] = [await api.given.learner(), await api.given.course()]
  const endsAt = async () => {
    const { rows } = await api.deps.db.execute<{ ends_at: string }>(
      sql`select ends_at from enrollments where user_id = ${learner.id}`,
    )
    return new Date(rows[0]?.ends_at ?? Number.NaN).toISOString()
  }
  const fileWith = (end: string) => `email,endsAt\n${learner.email},${end}\n`
  const query = `?course=${course.slug}&timeZone=America/New_York`

  await asAdmin.enroll(fileWith('2098-07-04'), { query })
  expect(await endsAt()).toBe('2098-07-05T04:00:00.000Z')

  const { rows } = await asAdmin.enroll(fileWith('2098-07-04T12:00:00+02:00'), { query })
  expect([rows[0]?.outcome, await endsAt()]).toEqual(['changed', '2098-07-04T10:00:00.000Z'])
})

test('the first rows get the last seats; the others fail by name', async () => {
  const course = await api.given.course()
  await setSeats(api.deps, { courseId: course.id, seats: 2 })
  const people = await Promise.all(Array.from({ length: 3 }, () => api.given.learner()))

  const emails = [people[0]?.email, newEmail(), people[1]?.email, people[0]?.email]
  const { rows } = await asAdmin.enroll(`email\n${emails.join('\n')}\n`, {
    query: `?course=${course.slug}`,
  })

  expect(rows.map(({ outcome, error }) => error ?? outcome)).toEqual([
    'enrolled',
    'invited',
    'CourseFull',
    'unchanged',
  ])
})

test('any mixture of rows ends as if each had been enrolled by itself', {
  timeout: 120_000,
}, async () => {
  const courses = [await api.given.course(), await api.given.course(), await api.given.course()]
  const [full] = courses
  if (full === undefined) throw new Error('There is no course.')
  const worlds = ['bulk', 'single'].map((name) => ({ name, run: newId() }))
  await setSeats(api.deps, { courseId: full.id, seats: 5 })
  const people = await Promise.all(
    worlds.map(async ({ name, run }) => {
      for (const place of [0, 1, 2, 3])
        await api.given.learner({ email: `${name}-${place}-${run}@example.com` })
      return (place: number) => `${name}-${place}-${run}@example.com`
    }),
  )
  const random = seeded(15)
  const wishes = Array.from({ length: 60 }, () => ({
    place: Math.floor(random() * 8),
    course: courses[Math.floor(random() * courses.length)]?.slug ?? '',
    endsAt: [undefined, '2097-01-01', '2098-01-01'][Math.floor(random() * 3)],
  }))
  const [inBulk, single] = people
  if (inBulk === undefined || single === undefined) throw new Error('There is nobody.')

  const { rows } = await asAdmin.enroll(
    `email,course,endsAt\n${wishes
      .map(({ place, course, endsAt = '' }) => `${inBulk(place)},${course},${endsAt}`)
      .join('\n')}`,
  )
  const ofBulk = await endOf(inBulk)
  // The seats that the first world took are free for the second.
  await api.deps.db.execute(sql`delete from users where email like 'bulk-%'`)
  await api.deps.db.execute(sql`delete from invitations where email like 'bulk-%'`)
  const outcomes: string[] = []
  for (const { place, course: idOrSlug, endsAt } of wishes) {
    const end = endsAt === undefined ? undefined : new Date(`${Number(endsAt.slice(0, 4))}-01-02`)
    const wish = { email: single(place), idOrSlug, endsAt: end, invites: true }
    outcomes.push(
      await enrollLearner(api.deps, wish).then(
        ({ outcome }) => outcome,
        ({ name }) => name,
      ),
    )
  }

  expect(rows.map(({ outcome, error }) => error ?? outcome)).toEqual(outcomes)
  expect(new Set(outcomes)).toEqual(
    new Set(['enrolled', 'changed', 'unchanged', 'invited', 'CourseFull']),
  )
  expect(ofBulk).toEqual(await endOf(single))

  async function endOf(emailOf: (place: number) => string) {
    const state: unknown[] = []
    for (let place = 0; place < 8; place++) {
      const email = emailOf(place)
      const { rows } = await api.deps.db.execute(sql`
        select c.slug, e.status, e.ends_at from enrollments e join users u on u.id = e.user_id
          join courses c on c.id = e.course_id where u.email = ${email}
        union all
        select c.slug, 'invited', i.ends_at from invitations i
          join courses c on c.id = i.course_id where i.email = ${email}
        order by 1, 2`)
      state.push([place, rows])
    }
    return state
  }
})

test('the same Idempotency-Key gives the same bulk enrollment, and refuses a different file', async () => {
  const course = await api.given.course()
  const options = {
    query: `?course=${course.slug}`,
    headers: { 'idempotency-key': newId() },
  }
  const csv = `email\n${newEmail()}\n`

  const [first, again] = [await asAdmin.send(csv, options), await asAdmin.send(csv, options)]
  const other = await asAdmin.send(`email\n${newEmail()}\n`, options)

  expect([first.status, again.body.id]).toEqual([201, first.body.id])
  expect(again.headers['idempotency-replayed']).toBe('true')
  expect([other.status, other.body.error]).toEqual([422, 'IdempotencyKeyReused'])
  await asAdmin.done(first.body.id)
})

test('a file that is refused counts like any other, with an Idempotency-Key as well', async () => {
  await using strict = await startApi({ config: { rateLimitScale: 0.1 } })
  const { send } = bulkOf(strict, await strict.given.admin())
  const refused = async (headers: Record<string, string>) =>
    (await send('no column that anybody knows\n', { headers })).body.error

  const errors = [
    await refused({ 'idempotency-key': newId() }),
    await refused({}),
    await refused({ 'idempotency-key': newId() }),
    await refused({ 'idempotency-key': newId() }),
  ]

  expect(errors.slice(0, 3)).not.toContain('RateLimited')
  expect(errors[3]).toBe('RateLimited')
})

test('a fourth at once is refused by name, and one whose job was lost goes on', async () => {
  const waiting = [newId(), newId(), newId()]
  for (const id of waiting)
    await api.deps.db.execute(sql`
      insert into bulk_enrollments (id, status, total, created_at)
      values (${id}, 'running', 0, now())`)

  const refused = await asAdmin.send('email,course\na@example.com,knots\n')
  expect([refused.status, refused.body.error]).toEqual([409, 'BulkEnrollmentsRunning'])

  await jobHandlers(api.deps)['clean-up']({})
  for (const id of waiting) await asAdmin.done(id)
})

test('mails of a bulk enrollment are spread, after those that somebody waits for', async () => {
  const course = await api.given.course()
  const emails = Array.from({ length: 30 }, newEmail)

  const { bulk } = await asAdmin.enroll(`email\n${emails.join('\n')}\n`, {
    query: `?course=${course.slug}`,
  })

  const { rows } = await api.deps.db.execute<{ priority: number; seconds: string }>(sql`
    select priority, extract(epoch from start_after - ${bulk.createdAt}::timestamptz) as seconds
    from pgboss.job
    where name = 'send-course-mail' and data->>'to' = any(${sql.param(emails)}::text[])
    order by start_after`)
  expect(rows.map(({ priority }) => priority)).toEqual(emails.map(() => -1))
  expect(rows.map(({ seconds }) => Math.round(Number(seconds) * 10))).toEqual(
    emails.map((_, place) => place),
  )
})

test('results come page by page, by their outcome, and as CSV that a spreadsheet can open', async () => {
  const course = await api.given.course()
  const names = ['=1+1', 'Ada', '@SUM(A1)', 'Grace', 'Joan']
  const rows = names.map((name, place) => ({
    name,
    email: place % 2 === 0 ? newEmail() : 'nobody',
    course: course.slug,
  }))
  const { id } = await api.as(admin).admin.bulkEnrollments.create.mutate({ rows })
  await asAdmin.done(id)

  const page = { bulkEnrollmentId: id, limit: 2, outcome: 'invited' } as const
  const { bulkEnrollments } = api.as(admin).admin
  const first = await bulkEnrollments.rows.query(page)
  const second = await bulkEnrollments.rows.query({ ...page, cursor: first.nextCursor ?? '' })
  expect([...first.items, ...second.items].map(({ row }) => row)).toEqual([1, 3, 5])
  expect(second.nextCursor).toBeNull()
  const mixed = bulkEnrollments.rows.query({ bulkEnrollmentId: id, cursor: first.nextCursor ?? '' })
  await expect(mixed).rejects.toMatchObject({ data: { error: 'InvalidFields' } })

  const address = `GET /api/v1/admin/bulk-enrollments/${id}/rows.csv`
  const { text, headers } = await api.request(address, { token: admin.token })
  expect(headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(text.split('\r\n').map((line) => line.split(',')[2])).toEqual([
    'name',
    "'=1+1",
    'Ada',
    "'@SUM(A1)",
    'Grace',
    'Joan',
    undefined,
  ])
})

test('each enrollment is an act of the account that asked for it', async () => {
  const [learner, course] = [await api.given.learner(), await api.given.course()]
  const { bulk } = await asAdmin.enroll(`email,course\n${learner.email},${course.slug}\n`)

  const { rows } = await api.deps.db.execute(sql`
    select event, actor from audit_events
    where (user_id = ${learner.id} and event = 'learner-enrolled')
      or details->>'after.bulkEnrollmentId' = ${bulk.id}
      or details->>'bulkEnrollmentId' = ${bulk.id}
    order by event`)
  const actor = `user:${admin.id}`
  expect(rows).toEqual([
    { event: 'bulk-enrollment-done', actor },
    { event: 'bulk-enrollment-requested', actor },
    { event: 'learner-enrolled', actor },
  ])
})

test('an erased account is named in no row, and after 30 days all rows are gone', async () => {
  const [learner, course] = [await api.given.learner(), await api.given.course()]
  const { bulk } = await asAdmin.enroll(`email,name,course\n${learner.email},Ada,${course.slug}\n`)

  await api.deps.db.execute(sql`delete from users where id = ${learner.id}`)
  expect(await asAdmin.rows(bulk.id)).toMatchObject([
    { email: null, name: null, outcome: 'enrolled' },
  ])

  api.advance(31 * 86_400_000)
  await jobHandlers(api.deps)['clean-up']({})
  const { rows } = await api.deps.db.execute(sql`
    select (select count(*)::int from bulk_enrollments) as bulks,
      (select count(*)::int from bulk_enrollment_rows) as rows`)
  expect(rows).toEqual([{ bulks: 0, rows: 0 }])
})

/** Reads everything that enrolling may change. */
async function stateOf(courseId: string) {
  const read = async (statement: ReturnType<typeof sql>) =>
    (await api.deps.db.execute(statement)).rows
  return {
    enrollments: await read(
      sql`select e.*, e.xmin::text from enrollments e where course_id = ${courseId} order by 1`,
    ),
    invitations: await read(
      sql`select i.*, i.xmin::text from invitations i where course_id = ${courseId} order by 1`,
    ),
    events: await read(
      sql`select id from events where data->>'courseId' = ${courseId} order by id`,
    ),
    acts: await read(
      sql`select id from audit_events where details->>'courseId' = ${courseId} order by id`,
    ),
    mails: await read(sql`
      select id from pgboss.job where name = 'send-course-mail'
        and data::text like '%' || (select title from courses c
          join course_versions v on v.course_id = c.id where c.id = ${courseId} limit 1) || '%'
        and data->>'to' in (
          select email from users u join enrollments e on e.user_id = u.id
            where e.course_id = ${courseId}
          union select email from invitations where course_id = ${courseId})
      order by id`),
  }
}

/** Returns numbers that are the same in every run (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}
