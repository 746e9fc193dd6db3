import { buffer } from 'node:stream/consumers'
import { describe, expect, test } from 'vitest'
import { termNames } from '../../../../content/course-fields.ts'
import { findCourseId } from '../../../../db/queries/courses/courses/authored-courses.ts'
import { forAllTests, startApi } from '../../../test/api.ts'
import { courseContent } from '../../../test/given.ts'
import { givenKey } from '../../people/api-keys/test-support.ts'
import { givenWritten, type WrittenCourse } from '../drafts/test-support.ts'
import { publishCourse } from '../import/publish-course.ts'
import { exportCourse } from '../import/zip/export-course.ts'

const api = await forAllTests(startApi())
const admin = await api.given.admin()
const required = await api.given.course()

/** Gives every field a different value; for a course, `choose` has none. */
const others = {
  title: 'Another title',
  summary: 'Another summary.',
  language: 'de',
  license: 'CC0-1.0',
  source: 'https://example.org/another',
  authors: ['Another Author'],
  categories: ['another'],
  tags: ['another'],
  level: 'advanced' as const,
  grade: 'printed' as const,
  order: 'sequence' as const,
  requires: [required.slug],
  available: '1 days after enrollment',
  due: '2 days after enrollment',
  validFor: 7,
  outcomes: ['Another outcome'],
  audience: ['Others'],
  needs: ['Another rope'],
  hoursPerWeek: 2,
  credits: 9,
  skills: ['Splice <https://frameworks.example.org/splice>'],
  film: 'https://media.example.org/another.mp4',
}
const names = Object.keys(others) as (keyof typeof others)[]

/** Zips a course from elsewhere that has the other values. */
async function zipWithOthers(): Promise<Buffer> {
  const content = courseContent({ slug: `zip-${crypto.randomUUID()}` })
  await publishCourse(api.deps, { ...content, ...others } as unknown as typeof content)
  const courseId = (await findCourseId(api.deps.db, content.slug)) ?? ''
  return buffer((await exportCourse(api.deps, { courseId })).zip)
}

/** Returns the fields that work has changed. */
async function changedBy(course: WrittenCourse, work: () => Promise<unknown>): Promise<string[]> {
  const shown = () => api.as(admin).authoring.get.query({ courseId: course.courseId })
  const before = await shown()
  await work()
  const after = await shown()
  return names.filter((name) => JSON.stringify(before[name]) !== JSON.stringify(after[name]))
}

const tagOf = async ({ courseId }: WrittenCourse) =>
  `"r${(await api.as(admin).drafts.get.query({ courseId })).revision}"`

async function publish({ courseId }: WrittenCourse): Promise<void> {
  const { drafts, authoring } = api.as(admin)
  const [{ revision }, { version: baseVersion }] = [
    await drafts.get.query({ courseId }),
    await authoring.get.query({ courseId }),
  ]
  await drafts.publish.mutate({ courseId, revision, baseVersion })
}

interface Caller {
  token: string
}

const doors = {
  http: async ({ courseId }: WrittenCourse, { token }: Caller) => {
    const { revision } = await api.as(admin).authoring.get.query({ courseId })
    const headers = { 'if-match': `"r${revision}"` }
    const address = `PATCH /api/v1/authoring/courses/${courseId}`
    const { status } = await api.request(address, { token, headers, body: others })
    expect([200, 403]).toContain(status)
  },
  zip: async (course: WrittenCourse, { token }: Caller) => {
    const { status } = await api.request(
      `POST /api/v1/authoring/courses/${course.courseId}/import`,
      {
        token,
        headers: { 'content-type': 'application/zip', 'if-match': await tagOf(course) },
        body: await zipWithOthers(),
      },
    )
    expect(status).toBe(200)
    await publish(course)
  },
  restore: async (course: WrittenCourse, { token }: Caller) => {
    const { status } = await api.request(
      `POST /api/v1/authoring/courses/${course.courseId}/versions/2/restore`,
      { token, headers: { 'if-match': await tagOf(course) } },
    )
    expect(status).toBe(200)
    await publish(course)
  },
}

/** Creates a course whose second version has all the other values, and the current one none. */
async function givenCourse(): Promise<WrittenCourse> {
  const course = await givenWritten(api)
  const { courseId, owner } = course
  const { authoring } = api.as(owner)
  const before = await authoring.get.query({ courseId })
  const first = await authoring.update.mutate({ courseId, revision: before.revision, ...others })
  const { revision } = first
  const plain = Object.fromEntries(names.map((name) => [name, before[name]]))
  await authoring.update.mutate({ courseId, revision, ...plain } as never)
  return course
}

test('every field is tried at every door', () => {
  // Leaves out two: a course without files has no cover, and only programs have a choice.
  expect([...names, 'cover', 'choose'].toSorted()).toEqual(termNames.toSorted())
})

describe.each(['http', 'zip', 'restore'] as const)('by %s', (door) => {
  test('owners and administrators change every field', async () => {
    for (const by of ['owner', 'administrator']) {
      const course = await givenCourse()
      const caller = by === 'owner' ? course.owner : admin
      expect(await changedBy(course, () => doors[door](course, caller))).toEqual(names)
    }
  })

  test('authors and keys change none', async () => {
    const course = await givenCourse()
    const scopes = ['authoring:read', 'authoring:write'] as const
    const key = await givenKey(api, scopes, { courseIds: [course.courseId] })
    for (const caller of [course.author, key])
      expect(await changedBy(course, () => doors[door](course, caller))).toEqual([])
  })
})
