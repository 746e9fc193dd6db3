import { sql } from 'drizzle-orm'
import { beforeAll, describe, expect, test } from 'vitest'
import { countStops } from '../../../../db/queries/learning/enrollments/stop-counts.ts'
import { forAllTests, startApi } from '../../../test/api.ts'
import { makeTestDatabase } from '../../../test/database.ts'
import type { GivenCourse, GivenUser } from '../../../test/given.ts'
import { publish, report } from '../../authoring/moves/test-support.ts'
import { eraseAccountByEmail } from '../../people/accounts/erase-account.ts'
import { endLearnerEnrollment } from '../enrollments/end-learner-enrollment.ts'

const hour = 3_600_000
const reports = '/api/v1/admin/reports'
const api = await forAllTests(
  startApi({
    databaseUrl: await makeTestDatabase(),
    config: { tokenTtlMilliseconds: 100 * 24 * hour },
  }),
)
const { db } = api.database
const support = await api.given.learner({ role: 'support', name: 'Mary Ward' })
const asAdmin = api.as(support).admin.reports
const asSchool = api.as(support).learners

/** Seeds numbers that look random and are the same each time. */
let seed = 20_261_123
function below(bound: number): number {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
  return Math.floor((seed / 2_147_483_648) * bound)
}

const required = ['aims', 'tools', 'parts', 'review']
const optional = { key: 'extras', required: false }
const courses: GivenCourse[] = []
const learners: GivenUser[] = []
const cohortId = crypto.randomUUID()

/** Builds a school in which everything happens that moves a number. */
beforeAll(async () => {
  while (courses.length < 3) courses.push(await publish(api, [...required, optional]))
  const [first] = courses as [GivenCourse]
  for (let number = 0; number < 24; number += 1) {
    const learner = await api.given.learner({ name: `Learner ${number}` })
    learners.push(learner)
    for (const course of courses) {
      if (below(4) === 0) continue
      await api.given.enrollment(learner, course)
      api.advance(below(3) * 4 * hour)
      const done = below(required.length + 2)
      for (const key of required.slice(0, done)) await report(api, { learner, course }, key)
      if (below(3) === 0) await report(api, { learner, course }, 'extras')
      const fate = below(6)
      if (fate === 0) await api.as(learner).me.leaveCourse.mutate({ courseId: course.id })
      if (fate === 1)
        await endLearnerEnrollment(api.deps, { email: learner.email, idOrSlug: course.slug })
    }
  }
  // Publishes more lessons: those who completed the course stay at 100 percent.
  await publish(api, [...required, optional, 'more'], { slug: first.slug })
  const admin = await api.given.admin()
  await api.as(admin).authoring.update.mutate({
    courseId: first.id,
    learnersMayMove: true,
    revision: (await api.as(admin).authoring.get.query({ courseId: first.id })).revision,
  })
  for (const learner of learners.slice(0, 12))
    await api
      .as(learner)
      .me.takeNewerVersion.mutate({ courseId: first.id })
      .catch(() => undefined)
  await eraseAccountByEmail(api.deps, learners.pop()?.email ?? '')
  await db.execute(sql`
    insert into cohorts (id, name, created_at) values (${cohortId}, 'Autumn', now())`)
  await db.execute(sql`
    insert into cohort_courses (cohort_id, course_id)
    select ${cohortId}, id from courses order by id limit 2`)
  await db.execute(sql`
    insert into cohort_members (cohort_id, user_id, added_at)
    select ${cohortId}, id, now() from users where email = any(${sql.param(
      learners.slice(3, 15).map(({ email }) => email),
    )})`)
}, 120_000)

interface Counted {
  enrolled: number
  open: number
  started: number
  completed: number
  certificates: number
}

/** Computes the same numbers from the record of the time: events, reports, certificates. */
async function plainCounts(courseId: string, { userIds }: { userIds?: string[] } = {}) {
  const ids = sql.param(userIds ?? null)
  const { rows } = await db.execute<Record<keyof Counted, number>>(sql`
    with own as (
      select distinct user_id from enrollments
      where course_id = ${courseId} and (${ids}::uuid[] is null or user_id = any(${ids}::uuid[]))
    )
    select (select count(*) from own)::int as enrolled,
      (select count(*) from own where not exists (
        select 1 from enrollments e
        where e.user_id = own.user_id and e.course_id = ${courseId}
          and (e.status <> 'active' or e.left_at is not null)))::int as open,
      (select count(distinct p.user_id) from lesson_progress p join own using (user_id)
        where p.course_id = ${courseId})::int as started,
      (select count(distinct data ->> 'userId') from events join own
        on own.user_id::text = data ->> 'userId'
        where type = 'course.completed' and data ->> 'courseId' = ${courseId})::int as completed,
      (select count(*) from certificates c join own using (user_id)
        where c.course_id = ${courseId} and c.revoked_at is null and c.superseded_at is null
      )::int as certificates`)
  return rows[0]
}

const countsOf = ({ enrolled, open, started, completed, certificates }: Counted) => ({
  enrolled,
  open,
  started,
  completed,
  certificates,
})

describe('the report on a course', () => {
  test('equals a plain count of what happened', async () => {
    for (const { id } of courses) {
      const counted = await asSchool.report.query({ courseId: id })
      expect(counted.started).toBeGreaterThan(counted.completed)
      expect(counted.completed).toBeGreaterThan(0)
      expect(countsOf(counted)).toEqual(await plainCounts(id))
      expect(counted.completionPercent).toBeCloseTo((100 * counted.completed) / counted.enrolled, 0)
    }
  })

  test('says how long half of those took who completed it', async () => {
    for (const { id } of courses) {
      const { rows } = await db.execute<{ seconds: string }>(sql`
        select extract(epoch from completed_at - enrolled_at) as seconds from enrollments
        where course_id = ${id} and completed_at is not null order by 1`)
      const days = rows.map(({ seconds }) => Number(seconds) / 86_400)
      const middle = (days.length - 1) / 2
      const low = days[Math.floor(middle)] ?? Number.NaN
      const high = days[Math.ceil(middle)] ?? Number.NaN
      const { medianDays } = await asSchool.report.query({ courseId: id })
      expect(medianDays).toBeCloseTo((low + high) / 2, 1)
    }
  })

  test('can be about one version: together the versions are the whole', async () => {
    const [{ id }] = courses as [GivenCourse]
    const whole = await asSchool.report.query({ courseId: id })
    const [former, current, missing] = await Promise.all(
      [1, 2, 3].map((version) => asSchool.report.query({ courseId: id, version })),
    )
    expect(current?.enrolled).toBeGreaterThan(0)
    expect((former?.enrolled ?? 0) + (current?.enrolled ?? 0)).toBe(whole.enrolled)
    expect((former?.completed ?? 0) + (current?.completed ?? 0)).toBe(whole.completed)
    expect(missing).toMatchObject({ enrolled: 0, completionPercent: 0, medianDays: null })
  })

  test('can be about a cohort in it', async () => {
    const [{ id }] = courses as [GivenCourse]
    const counted = await asSchool.report.query({ courseId: id, cohort: cohortId })
    const userIds = learners.slice(3, 15).map(({ id }) => id)
    expect(counted.enrolled).toBeGreaterThan(0)
    expect(countsOf(counted)).toEqual(await plainCounts(id, { userIds }))
  })

  test('can be about a period: a day counts to its end, in the time zone that you name', async () => {
    const course = await publish(api, required)
    const at = ['2026-03-01T22:59:59.999Z', '2026-03-01T23:00:00.000Z', '2026-03-02T22:59:59.999Z']
    for (const enrolledAt of [...at, '2026-03-02T23:00:00.000Z']) {
      const learner = await api.given.learner()
      await api.given.enrollment(learner, course)
      await db.execute(sql`
        update enrollments set enrolled_at = ${enrolledAt}
        where user_id = ${learner.id} and course_id = ${course.id}`)
    }
    const enrolledIn = async (period: object) =>
      (await asSchool.report.query({ courseId: course.id, ...period })).enrolled

    const day = { from: '2026-03-02', to: '2026-03-02' }
    expect(await enrolledIn({ ...day, timeZone: 'Europe/Berlin' })).toBe(2)
    expect(await enrolledIn(day)).toBe(2)
    expect(await enrolledIn({ from: '2026-03-01', to: '2026-03-01' })).toBe(2)
    expect(await enrolledIn({ from: at[1], to: at[2] })).toBe(2)
    expect(await enrolledIn({ to: at[0] })).toBe(1)
    expect(await enrolledIn({})).toBe(4)
  })
})

describe('the periods of a course', () => {
  test('are each the report of its days or month, without a gap', async () => {
    for (const cohort of [undefined, cohortId])
      for (const [per, timeZone] of [
        ['month', 'UTC'],
        ['day', 'America/Los_Angeles'],
      ] as const) {
        const [{ id: courseId }] = courses as [GivenCourse]
        const asked = { courseId, ...(cohort && { cohort }) }
        const { items } = await asSchool.periods.query({ ...asked, per, timeZone })
        const [first, last] = [items[0], items.at(-1)]
        const whole = await asSchool.report.query({
          ...asked,
          from: first?.from,
          to: last?.period.length === 10 ? last.period : undefined,
          timeZone,
        })
        expect(items.reduce((sum, { enrolled }) => sum + enrolled, 0)).toBe(whole.enrolled)
        for (const { period, from, until, ...counts } of items) {
          const to = new Date(Date.parse(until) - 1).toISOString()
          expect(await asSchool.report.query({ ...asked, from, to })).toMatchObject(counts)
        }
      }
  })

  test('are twelve months up to now if you name none, and go on where the page ends', async () => {
    const courseId = courses[0]?.id ?? ''
    const { items, nextCursor } = await asSchool.periods.query({ courseId })
    expect(items).toHaveLength(12)
    expect(items.at(-1)?.period).toBe(new Date(api.deps.now()).toISOString().slice(0, 7))
    expect(nextCursor).toBeNull()

    const first = await asSchool.periods.query({ courseId, limit: 7 })
    const cursor = first.nextCursor ?? ''
    const rest = await asSchool.periods.query({ courseId, limit: 7, cursor })
    expect([...first.items, ...rest.items]).toEqual(items)
  })
})

describe('the lessons at which learners are', () => {
  test('are those that come next for who has begun and can go on, in any version', async () => {
    for (const { id: courseId } of courses) {
      const all = await allLearners(courseId, { status: 'active' })
      const begun = all.filter(({ lastActivityAt }) => lastActivityAt !== null)
      const { items, ...counted } = await asSchool.stops.query({ courseId })
      expect(counted).toEqual({
        at: expect.any(String),
        learners: begun.length,
        areAll: true,
      })
      const byKey = Map.groupBy(begun, ({ next }) => next?.lessonKey)
      expect(Object.fromEntries(items.map((one) => [one.lessonKey, one.learners]))).toEqual(
        Object.fromEntries([...byKey].map(([key, { length }]) => [key, length])),
      )
      const numbers = items.map(({ learners }) => learners)
      expect(numbers).toEqual([...numbers].sort((one, other) => other - one))
      const [most] = (await asSchool.stops.query({ courseId, limit: 1 })).items
      expect(most).toEqual(items[0])
    }
  })

  test('are those of the learners who learned last, if there are too many', async () => {
    const course = await publish(api, required)
    for (const [step, keys] of [['aims'], ['aims', 'tools'], ['aims', 'tools']].entries()) {
      const learner = await api.given.learner()
      await api.given.enrollment(learner, course)
      for (const key of keys) await report(api, { learner, course }, key)
      await db.execute(sql`
        update enrollments set last_activity_at = last_activity_at - ${`${9 - step} days`}::interval
        where course_id = ${course.id} and user_id = ${learner.id}`)
    }
    const now = api.deps.now()
    const asked = { courseId: course.id, version: undefined, cohortId: undefined, limit: 5 }
    const counted = await countStops(db, { ...asked, quietSince: now, now, most: 2 })
    expect(counted).toMatchObject({ learners: 2, areAll: false })
    expect(counted.lessons).toMatchObject([{ lessonKey: 'parts', learners: 2 }])
  })

  test('can be those of a cohort, of a version, or of who is stuck', async () => {
    const [{ id: courseId }] = courses as [GivenCourse]
    const countOf = async (choice: object) =>
      (await asSchool.stops.query({ courseId, ...choice })).learners
    const begun = (await allLearners(courseId, { status: 'active' })).filter(
      ({ lastActivityAt }) => lastActivityAt !== null,
    )
    const members = new Set(learners.slice(3, 15).map(({ id }) => id))
    expect(await countOf({ cohort: cohortId })).toBe(
      begun.filter(({ userId }) => members.has(userId)).length,
    )
    expect(await countOf({ version: 2 })).toBe(begun.filter(({ version }) => version === 2).length)
    const { items: stuck } = await asSchool.stuck.query({ courseId, days: 1, limit: 100 })
    expect(await countOf({ days: 1 })).toBe(stuck.length)
    expect(await countOf({ days: 3_650 })).toBe(0)
  })
})

test('the report on all courses has each once, with the numbers of its own report', async () => {
  const items = []
  let cursor: string | null = null
  do {
    const page: Awaited<ReturnType<typeof asAdmin.courses.query>> = await asAdmin.courses.query({
      limit: 2,
      ...(cursor !== null && { cursor }),
    })
    items.push(...page.items)
    cursor = page.nextCursor
  } while (cursor !== null)

  expect(items.map(({ courseId }) => courseId)).toEqual(
    items
      .map(({ courseId }) => courseId)
      .sort()
      .reverse(),
  )
  for (const { id } of courses) {
    const item = items.find(({ courseId }) => courseId === id)
    expect(item).toEqual(await asSchool.report.query({ courseId: id }))
  }
})

test('the report on a cohort has its courses, and counts its members alone', async () => {
  const { items } = await asAdmin.cohort.query({ cohortId })
  expect(items).toHaveLength(2)
  for (const item of items)
    expect(item).toEqual(await asSchool.report.query({ courseId: item.courseId, cohort: cohortId }))
  await expect(asAdmin.cohort.query({ cohortId: crypto.randomUUID() })).rejects.toThrow(
    'There is no such cohort. List the cohorts again.',
  )
})

async function allLearners(
  courseId: string,
  filter: Partial<Parameters<typeof asSchool.list.query>[0]> = {},
) {
  const items = []
  let cursor: string | null = null
  do {
    const page: Awaited<ReturnType<typeof asSchool.list.query>> = await asSchool.list.query({
      courseId,
      limit: 5,
      ...filter,
      ...(cursor !== null && { cursor }),
    })
    items.push(...page.items)
    cursor = page.nextCursor
  } while (cursor !== null)
  return items
}

describe('the learners of a course', () => {
  test('come once each, with the progress that they see themselves', async () => {
    for (const { id } of courses) {
      const items = await allLearners(id)
      expect(new Set(items.map(({ userId }) => userId)).size).toBe(items.length)
      expect(items).toHaveLength((await asSchool.report.query({ courseId: id })).enrolled)
      for (const item of items) {
        const learner = learners.find(({ id }) => id === item.userId)
        expect(learner).toBeDefined()
        const own = await api.as(learner).me.courses.query({ limit: 100 })
        const seen = own.items.find(({ courseId }) => courseId === id)
        const { status, percent, version, completedAt, lastActivityAt, certificate } = item
        expect({ status, percent, version, completedAt, lastActivityAt, certificate }).toEqual({
          status: seen?.status,
          percent: seen?.percent,
          version: seen?.version,
          completedAt: seen?.completedAt,
          lastActivityAt: seen?.lastActivityAt,
          certificate: seen?.certificate,
        })
      }
    }
  })

  test.each(['active', 'completed', 'left', 'ended'] as const)(
    'can be those of the status %s',
    async (status) => {
      const found = await Promise.all(courses.map(({ id }) => allLearners(id, { status })))
      const all = await Promise.all(courses.map(({ id }) => allLearners(id)))
      expect(found.flat().length).toBeGreaterThan(0)
      expect(found).toEqual(all.map((items) => items.filter((item) => item.status === status)))
    },
  )

  test('can be those of a cohort', async () => {
    const [{ id }] = courses as [GivenCourse]
    const members = new Set(learners.slice(3, 15).map(({ id }) => id))
    const all = await allLearners(id)
    expect(await allLearners(id, { cohort: cohortId })).toEqual(
      all.filter(({ userId }) => members.has(userId)),
    )
  })
})

test('the report on a learner is what the learner sees', async () => {
  for (const learner of learners.slice(0, 6))
    expect(await asAdmin.learner.query({ userId: learner.id })).toEqual(
      await api.as(learner).me.courses.query({}),
    )
  await expect(asAdmin.learner.query({ userId: crypto.randomUUID() })).rejects.toThrow()
})

test('the learners of a course are found by their names in any spelling', async () => {
  const course = await publish(api, required)
  for (const name of ['Zoë Müller', 'Zeno O’Brien'])
    await api.given.enrollment(await api.given.learner({ name }), course)
  const found = async (q: string) =>
    (await asSchool.list.query({ courseId: course.id, q })).items.map(({ name }) => name)
  for (const q of ['zoe', 'ZOË mueller', 'muller']) expect(await found(q)).toEqual(['Zoë Müller'])
  expect(await found("o'brien")).toEqual(['Zeno O’Brien'])
  expect(await found('zo brien')).toEqual([])
})

test('learners are stuck who began, and then reported nothing for the days that you name', async () => {
  const course = await publish(api, required)
  const quiet = await api.given.learner({ name: 'Quiet' })
  const busy = await api.given.learner({ name: 'Busy' })
  const done = await api.given.learner({ name: 'Done' })
  const never = await api.given.learner({ name: 'Never' })
  for (const learner of [quiet, busy, done, never]) await api.given.enrollment(learner, course)
  for (const learner of [quiet, busy]) await report(api, { learner, course }, 'aims')
  for (const key of required) await report(api, { learner: done, course }, key)
  const stuck = async (days: number) =>
    (await asSchool.stuck.query({ courseId: course.id, days })).items.map(({ name }) => name)
  expect(await stuck(1)).toEqual([])

  // Reports in the database of that time: sessions outlive the days, tokens do not.
  await db.execute(sql`
    update enrollments set last_activity_at = last_activity_at - interval '10 days'
    where course_id = ${course.id} and user_id = ${quiet.id}`)
  await db.execute(sql`
    update enrollments set last_activity_at = last_activity_at - interval '20 days'
    where course_id = ${course.id} and user_id = ${busy.id}`)
  expect(await stuck(11)).toEqual(['Busy'])
  expect(await stuck(10)).toEqual(['Busy', 'Quiet'])

  const first = await asSchool.stuck.query({ courseId: course.id, days: 5, limit: 1 })
  const second = await asSchool.stuck.query({
    courseId: course.id,
    days: 5,
    limit: 1,
    cursor: first.nextCursor ?? '',
  })
  expect([...first.items, ...second.items].map(({ name }) => name)).toEqual(['Busy', 'Quiet'])
  expect(second.nextCursor).toBeNull()

  await report(api, { learner: busy, course }, 'tools')
  expect(await stuck(10)).toEqual(['Quiet'])
})

describe('as CSV', () => {
  const get = (path: string, token = support.token) =>
    api.request(`GET ${reports}/${path}`, { token })
  const learnersOf = (courseId: string, query = '', token = support.token) =>
    api.request(`GET /api/v1/authoring/courses/${courseId}/learners.csv${query}`, { token })

  test('a report has a line for each item, and the same values', async () => {
    const [{ id }] = courses as [GivenCourse]
    const { status, headers, text } = await learnersOf(id, '?status=completed')
    expect(status).toBe(200)
    expect(headers['content-type']).toBe('text/csv; charset=utf-8')
    expect(headers['content-disposition']).toContain('attachment; filename="learners.csv"')
    const [heading, ...lines] = text.trimEnd().split('\r\n')
    const items = await allLearners(id, { status: 'completed' })
    expect(heading).toMatch(/^email,name,status,percent,completed_lessons,required_lessons,/)
    expect(lines).toHaveLength(items.length)
    for (const [index, item] of items.entries())
      expect(lines[index]?.startsWith(`${item.email},${item.name},completed,100,`)).toBe(true)

    const counted = await asSchool.report.query({ courseId: id })
    const ofCourses = await get('courses.csv')
    expect(ofCourses.text).toContain(
      `,${counted.enrolled},${counted.open},${counted.started},${counted.completed},`,
    )
    expect(
      (await get(`cohorts/${cohortId}/courses.csv`)).text.trimEnd().split('\r\n'),
    ).toHaveLength(3)
    expect((await get(`courses/${id}/stuck.csv?days=3650`)).text.trimEnd()).toBe(heading)
    const own = await get(`learners/${learners[0]?.id}/courses.csv`)
    expect(own.text).toContain(',percent,version,')
  })

  test('a name that is a formula stays a name', async () => {
    const course = await publish(api, required)
    const learner = await api.given.learner({
      name: '=HYPERLINK("https://example.com","Click")',
      email: '+sum@example.com',
    })
    await api.given.enrollment(learner, course)
    const { text } = await learnersOf(course.id)
    expect(text.split('\r\n')[1]).toMatch(
      /^'\+sum@example\.com,"'=HYPERLINK\(""https:\/\/example\.com"",""Click""\)",active,0,/,
    )
  })

  test('what is wrong is refused before the file begins', async () => {
    const nobody = crypto.randomUUID()
    expect((await learnersOf(nobody)).body.error).toBe('CourseNotFound')
    expect((await get(`learners/${nobody}/courses.csv`)).body.error).toBe('UserNotFound')
    const [{ id }] = courses as [GivenCourse]
    const unknown = await learnersOf(id, '?colour=red')
    expect(unknown).toMatchObject({
      status: 400,
      body: { error: 'InvalidFields', issues: [{ path: 'colour' }] },
    })
    const wrong = await get('courses.csv?timeZone=Mars/Olympus')
    expect(wrong.body).toMatchObject({ error: 'InvalidFields', issues: [{ path: 'timeZone' }] })
  })
})
