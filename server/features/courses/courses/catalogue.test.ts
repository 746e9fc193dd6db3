import { expect, test } from 'vitest'
import { forAllTests, startApi } from '../../../test/api.ts'
import { courseContent } from '../../../test/given.ts'
import { publishCourse } from '../../authoring/import/publish-course.ts'

const api = await forAllTests(startApi())

test('the catalogue is read page by page, newest first, without repeats or gaps while courses are added', async () => {
  const reader = api.as(await api.given.learner())
  const published: string[] = []
  for (let number = 0; number < 7; number++) published.unshift((await api.given.course()).id)

  const seen: string[] = []
  let cursor: string | undefined
  do {
    const page = await reader.courses.list.query({
      limit: 3,
      ...(cursor !== undefined && { cursor }),
    })
    seen.push(...page.items.map(({ id }) => id))
    cursor = page.nextCursor ?? undefined
    await api.given.course()
  } while (cursor !== undefined)

  expect(seen).toEqual(published)
})

test.each([
  ['limit=0', 'InvalidFields'],
  ['limit=101', 'InvalidFields'],
  ['limit=2.5', 'InvalidFields'],
  ['limit=abc', 'InvalidFields'],
  ['limit=1e2', 'InvalidFields'],
  ['cursor=nonsense', 'InvalidFields'],
  [`cursor=${'x'.repeat(201)}`, 'InvalidFields'],
  [`cursor=${Buffer.from("' or 1=1 --").toString('base64url')}`, 'InvalidFields'],
])('a request for a page with %s is refused', async (query, error) => {
  const { token } = await api.given.learner()

  const answer = await api.request(`GET /api/courses?${query}`, { token })

  expect([answer.status, answer.body.error]).toEqual([400, error])
})

test('a course is found by its id, in any case, and by its slug', async () => {
  const { token } = await api.given.learner()
  const course = await api.given.course()

  for (const name of [course.id, course.id.toUpperCase(), course.slug]) {
    expect((await api.request(`GET /api/v1/courses/${name}`, { token })).body.id).toBe(course.id)
  }
})

test('a course does not contain the content of its lessons', async () => {
  const course = await api.given.course()
  const { text } = await api.request(
    `GET /api/v1/courses/${course.slug}`,
    await api.given.learner(),
  )

  expect(text).toContain('Lesson 1')
  expect(text).not.toContain('teaches')
})

test('a course states its license and source, so that its authors can be credited', async () => {
  const { token } = await api.given.learner()
  const credited = { license: 'CC-BY-4.0', source: 'https://example.com/knots' }
  const content = { ...courseContent({}), ...credited }
  await publishCourse(api.deps, content)
  const original = await api.given.course()

  const { body: course } = await api.request(`GET /api/v1/courses/${content.slug}`, { token })
  const { body: list } = await api.request('GET /api/courses?limit=100', { token })
  const inList = (slug: string) => list.items.find((item: { slug: string }) => item.slug === slug)

  expect(course).toMatchObject(credited)
  expect(inList(content.slug)).toMatchObject(credited)
  expect(inList(original.slug)).toMatchObject({ license: null, source: null })
})

test('strangers can read the catalogue only when it is public, and nothing else', async () => {
  await using open = await startApi({
    config: { publicOperations: ['courses.list', 'courses.get', 'certificates.verify'] },
  })
  const course = await open.given.course()

  const list = await open.request('GET /api/courses')
  const one = await open.request(`GET /api/v1/courses/${course.slug}`)
  const lesson = await open.request(`GET /api/lessons/${course.lessons[0]?.id}`)
  const broken = await open.request('GET /api/courses', { token: 'broken' })

  expect([list.status, one.status, lesson.status, broken.status]).toEqual([200, 200, 401, 401])
  expect(one.body.enrollment).toBeUndefined()
  expect((await api.request('GET /api/courses')).status).toBe(401)
})
