import { expect, test } from 'vitest'
import { type Api, forAllTests, startApi } from '../../../test/api.ts'
import { clientForAllTests, makeTestDatabase } from '../../../test/database.ts'
import { courseContent } from '../../../test/given.ts'
import { lessonOf } from '../../../test/learning.ts'
import { publishCourse } from '../../authoring/import/publish-course.ts'

const databaseUrl = await makeTestDatabase()
const open = { databaseUrl, config: { publicOperations: ['courses.get' as const] } }
const api = await forAllTests(startApi({ ...open, logLines: [] }))
const database = await clientForAllTests(databaseUrl)

const manyLessons = Array.from({ length: 600 }, () => 'required' as const)

async function look(
  path: string,
  { token, known, by = api }: { token?: string; known?: unknown; by?: Api } = {},
) {
  const answer = await by.request(`GET ${path}`, {
    ...(token !== undefined && { token }),
    ...(known !== undefined && { headers: { 'if-none-match': String(known) } }),
  })
  return { ...answer, etag: String(answer.headers.etag) }
}

/** Blocks statements that read a lesson while the work runs: they would wait, and fail. */
async function withoutLessons<Result>(work: () => Promise<Result>): Promise<Result> {
  await database.query('begin; lock table lesson_revisions, sections in access exclusive mode')
  try {
    return await work()
  } finally {
    await database.query('rollback')
  }
}

test('a course that the client has already is answered by 304 without a look at its lessons', async () => {
  const course = await api.given.course({ lessons: manyLessons })
  const learner = await api.given.learner()
  await api.given.enrollment(learner, course)
  await api
    .as(learner)
    .progress.update.mutate({ lessonId: lessonOf(course, 0).id, completed: true })
  const path = `/api/v1/courses/${course.id}`
  const [own, strangers] = [await look(path, learner), await look(path)]
  expect(own.body.sections[0].lessons).toHaveLength(600)
  await using fresh = await startApi(open)

  const unchanged = await withoutLessons(async () => [
    await look(path, { ...learner, known: own.etag, by: fresh }),
    await look(path, { known: strangers.etag, by: fresh }),
    await look(`/api/v1/courses/${course.slug}`, {
      known: `"x", ${own.etag}`,
      ...learner,
      by: fresh,
    }),
  ])

  expect(unchanged.map(({ status, text, etag }) => [status, text, etag])).toEqual([
    [304, '', own.etag],
    [304, '', strangers.etag],
    [304, '', own.etag],
  ])
  expect(unchanged.map(({ headers }) => headers['cache-control'])).toEqual([
    'private, no-cache',
    'private, no-cache',
    'private, no-cache',
  ])
})

test('the lessons of a version are read once', async () => {
  const course = await api.given.course({ lessons: manyLessons })
  const first = await look(`/api/v1/courses/${course.id}`)

  const again = await withoutLessons(() => look(`/api/v1/courses/${course.slug}`))

  expect([again.status, again.text === first.text]).toEqual([200, true])
})

test('whatever an answer shows makes a new ETag, and nothing else does', async () => {
  const course = await api.given.course({ lessons: ['required', 'required'] })
  const [learner, newcomer] = [await api.given.learner(), await api.given.learner()]
  const path = `/api/v1/courses/${course.id}`
  const seen: string[] = []
  const see = async (token?: string) => {
    const { etag, status } = await look(path, token === undefined ? {} : { token })
    expect(status).toBe(200)
    seen.push(etag)
    return etag
  }

  const strangers = await see()
  expect(await see(learner.token)).toBe(strangers)
  await api.given.enrollment(learner, course)
  const enrolled = await see(learner.token)
  await api.as(learner).progress.update.mutate({ lessonId: lessonOf(course, 0).id, percent: 50 })
  expect(await see(learner.token)).toBe(enrolled)
  await api
    .as(learner)
    .progress.update.mutate({ lessonId: lessonOf(course, 0).id, completed: true })
  const halfway = await see(learner.token)
  await publishCourse(
    api.deps,
    courseContent({
      slug: course.slug,
      lessons: ['required'],
      price: { amount: 5, currency: 'USD' },
    }),
  )
  const costlier = await see(learner.token)
  const newVersion = await see(newcomer.token)
  const slim = (await look(`${path}?outline=sections`)).etag

  expect(new Set([strangers, enrolled, halfway, costlier, newVersion, slim]).size).toBe(6)
  expect((await look(path, { ...newcomer, known: strangers })).status).toBe(200)
})

test('a slim outline has the sections with the number and the minutes of their lessons', async () => {
  const course = await api.given.course({ lessons: manyLessons })

  const { body, text } = await look(`/api/v1/courses/${course.id}?outline=sections`)

  expect(body.sections).toEqual([
    { title: 'The only section', lessonCount: 600, minutes: 3_000, lessons: [] },
  ])
  expect(text.length).toBeLessThan(1_024)
  const wrong = await look(`/api/v1/courses/${course.id}?outline=all`)
  expect([wrong.status, wrong.body.issues[0].path]).toEqual([400, 'outline'])
})

test('an answer that fails has no ETag of one that would not', async () => {
  const course = await api.given.course({ lessons: ['required'] })
  const failed = await withoutLessons(() => look(`/api/v1/courses/${course.id}`))
  const { status, etag } = await look(`/api/v1/courses/${course.id}`)
  expect([failed.status, status, failed.etag === etag]).toEqual([503, 200, false])
})

test('HEAD says the ETag that GET says', async () => {
  const course = await api.given.course()
  const path = `/api/v1/courses/${course.id}`
  const [get, head] = [await look(path), await api.request(`HEAD ${path}`)]
  expect([head.headers.etag, head.text]).toEqual([get.headers.etag, ''])
})
