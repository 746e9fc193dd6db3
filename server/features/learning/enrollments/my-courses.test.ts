import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import {
  leaveCourse,
  lockEnrollment,
} from '../../../../db/queries/learning/enrollments/enrollments.ts'
import { forAllTests, startApi } from '../../../test/api.ts'
import { courseContent, type GivenCourse, type GivenUser } from '../../../test/given.ts'
import { completeCourse, lessonOf } from '../../../test/learning.ts'
import { publishCourse } from '../../authoring/import/publish-course.ts'
import { endLearnerEnrollment } from './end-learner-enrollment.ts'

const api = await forAllTests(startApi())

const minute = 60_000
const list = (learner: GivenUser, input: object = {}) => api.as(learner).me.courses.query(input)
const complete = (learner: GivenUser, course: GivenCourse, index: number) =>
  api.as(learner).progress.update.mutate({ lessonId: lessonOf(course, index).id, completed: true })

async function givenEnrolled(learner: GivenUser, lessons = 3): Promise<GivenCourse> {
  const course = await api.given.course({ lessons: Array(lessons).fill('required') })
  await api.given.enrollment(learner, course)
  return course
}

test('my courses are all of mine, whatever their source and state, each with what comes next', async () => {
  const [learner, other] = [await api.given.learner(), await api.given.learner()]
  const begun = await givenEnrolled(learner)
  const bought = await api.given.course()
  const done = await givenEnrolled(learner)
  const [left, ended] = [await givenEnrolled(learner), await givenEnrolled(learner)]
  await givenEnrolled(other)
  await api.as(learner).transactions.create.mutate({ courseIds: [bought.id] })
  await complete(learner, begun, 0)
  await completeCourse(api, { learner, course: done })
  await leaveCourse(api.deps.db, { userId: learner.id, courseId: left.id, at: api.deps.now() })
  await endLearnerEnrollment(api.deps, { email: learner.email, idOrSlug: ended.id })

  const { items, nextCursor } = await list(learner)

  const byId = new Map(items.map((item) => [item.courseId, item]))
  const { course } = api.as(learner).me
  for (const item of items) expect(await course.query({ courseId: item.courseId })).toEqual(item)
  await expect(api.as(other).me.course.query({ courseId: begun.id })).rejects.toThrow(
    'You are not enrolled',
  )
  expect([byId.size, nextCursor]).toEqual([5, null])
  expect(byId.get(begun.id)).toMatchObject({
    slug: begun.slug,
    title: begun.title,
    version: 1,
    status: 'active',
    percent: 33,
    completedAt: null,
    leftAt: null,
    nextLesson: { id: lessonOf(begun, 1).id, key: 'lesson-2', title: 'Lesson 2' },
    certificate: null,
    newerVersion: null,
  })
  expect(byId.get(bought.id)).toMatchObject({ status: 'active', percent: 0, lastActivityAt: null })
  const [certificate] = (await api.as(learner).certificates.list.query({ userId: learner.id }))
    .items
  expect(byId.get(done.id)).toMatchObject({
    status: 'completed',
    percent: 100,
    nextLesson: null,
    certificate: {
      certificateUrl: certificate?.certificateUrl,
      verificationCode: certificate?.verificationCode,
      status: 'issued',
    },
  })
  expect([byId.get(left.id), byId.get(ended.id)]).toMatchObject([
    { status: 'left', leftAt: expect.any(String) },
    { status: 'ended', leftAt: null },
  ])
})

test('a filter shows one state', async () => {
  const learner = await api.given.learner()
  const active = await givenEnrolled(learner)
  const done = await givenEnrolled(learner, 1)
  const left = await givenEnrolled(learner)
  await complete(learner, done, 0)
  await api.as(learner).me.leaveCourse.mutate({ courseId: left.id })

  const idsOf = async (status: string) =>
    (
      await api.request(`GET /api/v1/me/courses?status=${status}`, { token: learner.token })
    ).body.items.map(({ courseId }: { courseId: string }) => courseId)

  expect(await idsOf('active')).toEqual([active.id])
  expect(await idsOf('completed')).toEqual([done.id])
  expect(await idsOf('left')).toEqual([left.id])
  expect(await idsOf('ended')).toEqual([])
  const wrong = await api.request('GET /api/v1/me/courses?status=done', { token: learner.token })
  expect([wrong.status, wrong.body.issues[0].path]).toEqual([400, 'status'])
})

test('the newest activity comes first, page by page; what becomes active meanwhile is not left out', async () => {
  await using api = await startApi()
  const learner = await api.given.learner()
  const courses: GivenCourse[] = []
  for (let number = 0; number < 7; number++) {
    const course = await api.given.course()
    await api.given.enrollment(learner, course)
    courses.unshift(course)
    api.advance(minute)
  }
  const [oldest] = courses.slice(-1)
  if (oldest === undefined) throw new Error('There are no courses.')
  const read = (cursor: string | null | undefined) =>
    api.as(learner).me.courses.query({ limit: 2, ...(cursor != null && { cursor }) })

  const seen: string[] = []
  let page = await read(undefined)
  seen.push(...page.items.map(({ courseId }) => courseId))
  api.advance(minute)
  const lessonId = lessonOf(oldest, 1).id
  await api.as(learner).progress.update.mutate({ lessonId, percent: 5 })
  while (page.nextCursor !== null) {
    page = await read(page.nextCursor)
    seen.push(...page.items.map(({ courseId }) => courseId))
  }

  const expected = courses.map(({ id }) => id)
  expect(seen.slice(0, 3)).toEqual([...expected.slice(0, 2), oldest.id])
  expect([...new Set(seen)].toSorted()).toEqual(expected.toSorted())
  expect((await read(undefined)).items[0]?.courseId).toBe(oldest.id)
})

test.each(['nonsense', Buffer.from('2026-11-21T09:30:00.000Z x y').toString('base64url')])(
  'a cursor %s is refused',
  async (cursor) => {
    const { token } = await api.given.learner()

    const { status, body } = await api.request(`GET /api/v1/me/courses?cursor=${cursor}`, { token })

    expect([status, body.error]).toEqual([400, 'InvalidFields'])
  },
)

test('a hundred courses are listed by one statement about them', async () => {
  const learner = await api.given.learner()
  await api.deps.db.execute(sql`
    with copied as (
      insert into courses (id, slug, status, price_amount, price_currency, created_at)
      select gen_random_uuid(), 'copy-' || gen_random_uuid(), 'draft', 0, 'USD', now()
      from generate_series(1, 100) returning id
    )
    insert into course_versions
      (id, course_id, number, title, summary, language, content_hash, published_at)
    select gen_random_uuid(), id, 1, 'A copy', 'x', 'en', 'x', now() from copied`)
  await api.deps.db.execute(sql`
    insert into enrollments (user_id, course_id, version_id, source, enrolled_at,
      remaining_lessons, required_lessons)
    select ${learner.id}, course_id, id, 'administrator', now(), B'1', 1
    from course_versions where title = 'A copy'`)
  const { $client } = api.deps.db as unknown as {
    $client: { query: (...args: unknown[]) => unknown }
  }
  const original = $client.query
  const texts: string[] = []
  $client.query = (...args) => {
    texts.push(JSON.stringify(args[0]))
    return original.apply($client, args)
  }
  // Ignores the job that looks each minute for enrollments whose end has come.
  const aboutCourses = () =>
    texts.filter((text) => /enrollments|courses|lesson/.test(text) && !/_due_/.test(text))
  try {
    // Retries: a job may add a statement, but not each time, as a second one of ours would.
    await expect
      .poll(async () => {
        texts.length = 0
        const { items } = await list(learner, { limit: 100 })
        return [items.length, aboutCourses().length]
      })
      .toEqual([100, 1])
  } finally {
    $client.query = original
  }
})

test('activity is kept to the minute, whichever report makes it', async () => {
  await using api = await startApi()
  const learner = await api.given.learner()
  const course = await api.given.course({ lessons: ['required', 'required', 'required'] })
  await api.given.enrollment(learner, course)
  const report = async (index: number, body: object) => {
    const lessonId = lessonOf(course, index).id
    await api.as(learner).progress.update.mutate({ lessonId, ...body })
    const { items } = await api.as(learner).me.courses.query({})
    return Date.parse(items[0]?.lastActivityAt ?? '')
  }

  const first = await report(0, { percent: 5 })
  api.advance(20_000)
  expect(await report(0, { percent: 6 })).toBe(first)
  let before = first
  for (const [index, body] of [
    [0, { percent: 7 }],
    [0, { completed: true }],
    [1, { completed: true }],
    [2, { completed: true }],
    [2, { completed: true }],
    [2, { percent: 3 }],
  ] as const) {
    api.advance(2 * minute)
    const at = await report(index, body)
    expect(at).toBeGreaterThanOrEqual(before + 2 * minute)
    before = at
  }
})

test('a report does not wait for an enrollment that is locked: a completion holds it and waits for the lesson', async () => {
  const learner = await api.given.learner()
  const course = await givenEnrolled(learner)
  const report = () => {
    const lessonId = lessonOf(course, 0).id
    return api.as(learner).progress.update.mutate({ lessonId, percent: 10 })
  }

  await api.deps.withTransaction(async (db) => {
    await lockEnrollment(db, { userId: learner.id, courseId: course.id })
    expect((await report()).lesson.percent).toBe(10)
  })

  expect((await list(learner)).items[0]?.lastActivityAt).toBeNull()
  await report()
  expect((await list(learner)).items[0]?.lastActivityAt).not.toBeNull()
})

test('a course completed once stays at 100 percent in a version with more lessons, and shows what is new there', async () => {
  const learner = await api.given.learner()
  const course = await givenEnrolled(learner, 1)
  await complete(learner, course, 0)
  await publishCourse(
    api.deps,
    courseContent({ slug: course.slug, lessons: ['required', 'required', 'required'] }),
  )
  expect((await list(learner)).items[0]?.newerVersion).toEqual({
    version: 2,
    note: null,
    publishedAt: expect.any(String),
    mayTake: false,
    effect: null,
  })

  await api.deps.db.execute(sql`update enrollments set version_id = (
    select id from course_versions where course_id = ${course.id} and number = 2)
    where user_id = ${learner.id}`)

  const [mine] = (await list(learner)).items
  const nextLesson = { key: 'lesson-2', title: 'Lesson 2' }
  expect(mine).toMatchObject({ version: 2, percent: 100, status: 'completed', nextLesson })
  expect(mine?.newerVersion).toBeNull()
  const { enrollment } = await api.as(learner).courses.get.query({ idOrSlug: course.id })
  expect(enrollment?.percent).toBe(100)
  expect(await api.as(learner).progress.get.query({ courseId: course.id })).toMatchObject({
    percent: 100,
    completedLessons: 1,
    requiredLessons: 3,
  })
  const lessonId = mine?.nextLesson?.id ?? ''
  const reported = await api.as(learner).progress.update.mutate({ lessonId, percent: 10 })
  expect([reported.course.percent, reported.next?.title]).toEqual([100, 'Lesson 3'])
})

test('a newer version is named to its learners, one that changes no lesson is not', async () => {
  const learner = await api.given.learner()
  const course = await givenEnrolled(learner)
  const newerVersion = async () => [
    (await list(learner)).items[0]?.newerVersion ?? null,
    (await api.as(learner).courses.get.query({ idOrSlug: course.id })).enrollment?.newerVersion ??
      null,
  ]
  const publish = (number: number, kind: string, note: string | null) =>
    api.deps.db.execute(sql`
      with version as (
        insert into course_versions
          (id, course_id, number, title, summary, language, content_hash, published_at, kind, note)
        values (gen_random_uuid(), ${course.id}, ${number}, 'T', 'S', 'en', 'x', now(), ${kind},
          ${note}) returning number
      )
      update courses set current_version = ${number}, learners_may_move = true
      where id = ${course.id} and ${number} = (select number from version)`)

  await publish(2, 'terms', 'A better title')
  expect(await newerVersion()).toEqual([null, null])
  await publish(3, 'major', 'Two more lessons')
  await publish(4, 'terms', null)

  const expected = { version: 4, note: 'Two more lessons', mayTake: true }
  expect(await newerVersion()).toMatchObject([expected, expected])
})

test('the catalogue marks what one has, for oneself alone', async () => {
  await using api = await startApi({
    config: { publicOperations: ['courses.list', 'courses.get', 'certificates.verify'] },
  })
  const [learner, other] = [await api.given.learner(), await api.given.learner()]
  const [mine, theirs] = [await api.given.course(), await api.given.course()]
  await api.given.enrollment(learner, mine)
  await api.given.enrollment(other, theirs)
  const marked = async (options: { token?: string }) => {
    const { body } = await api.request('GET /api/courses?limit=100', options)
    return body.items.flatMap(({ id, enrolled }: { id: string; enrolled?: boolean }) =>
      enrolled === undefined ? [] : [id],
    )
  }

  expect(await marked(learner)).toEqual([mine.id])
  expect(await marked(other)).toEqual([theirs.id])
  expect(await marked({})).toEqual([])
  const one = (options: { token?: string }) =>
    api.request(`GET /api/v1/courses/${mine.id}`, options)
  expect([(await one(learner)).body.enrolled, (await one(other)).body.enrolled]).toEqual([
    true,
    undefined,
  ])
})

test('pages have each course once, whatever reports commit while they are read', async () => {
  const learner = await api.given.learner()
  const courses = []
  for (let count = 0; count < 7; count++) courses.push(await givenEnrolled(learner, 1))
  const found: string[] = []
  let cursor: string | null | undefined
  while (cursor !== null) {
    const page = await api
      .as(learner)
      .me.courses.query({ limit: 2, ...(cursor !== undefined && { cursor }) })
    found.push(...page.items.map(({ courseId }) => courseId))
    cursor = page.nextCursor
    // Reports from before and after the page was read, in all courses.
    await api.deps.db.execute(sql`
      update enrollments set last_activity_at = now() + (random() - 0.5) * interval '10 minutes'
      where user_id = ${learner.id}`)
  }

  expect(found.toSorted()).toEqual(courses.map(({ id }) => id).sort())
})
