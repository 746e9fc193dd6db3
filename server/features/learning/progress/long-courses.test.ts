import { expect, test } from 'vitest'
import type { Db } from '../../../../db/postgres/client.ts'
import { findCourse } from '../../../../db/queries/courses/courses/courses.ts'
import { listLessons } from '../../../../db/queries/courses/lessons.ts'
import { recountLessons } from '../../../../db/queries/learning/enrollments/lesson-counts.ts'
import { reportPartly } from '../../../../db/queries/learning/progress/partial-reports.ts'
import {
  listMissingLessons,
  listProgress,
} from '../../../../db/queries/learning/progress/progress.ts'
import { newId } from '../../../../lib/ids.ts'
import { forAllTests, startApi } from '../../../test/api.ts'
import { clientForAllTests, makeTestDatabase } from '../../../test/database.ts'
import { courseContent, type GivenUser } from '../../../test/given.ts'
import { publishCourse } from '../../authoring/import/publish-course.ts'

const databaseUrl = await makeTestDatabase()
const api = await forAllTests(startApi({ databaseUrl }))
const database = await clientForAllTests(databaseUrl)

const kilobyte = 1024
const longTitle = (number: number) => `${number} ${'題'.repeat(195)}`

/** Creates a course of that many required lessons, with titles of the maximum length. */
async function givenLongCourse(lessonCount: number) {
  const content = courseContent({
    title: longTitle(0),
    lessons: Array.from({ length: lessonCount }, () => 'required' as const),
  })
  const [section] = content.sections
  const lessons = section?.lessons.map((lesson, index) => ({
    ...lesson,
    key: `${'鍵'.repeat(190)}-${index}`,
    title: longTitle(index + 1),
  }))
  await publishCourse(api.deps, {
    ...content,
    sections: [{ title: longTitle(0), lessons: lessons ?? [] }],
  })
  const course = await findCourse(api.deps.db, { slug: content.slug })
  if (course === undefined) throw new Error('The course was not published.')
  return { ...course, lessons: await listLessons(api.deps.db, course.versionId) }
}

type LongCourse = Awaited<ReturnType<typeof givenLongCourse>>

async function givenLearnerOf(course: LongCourse): Promise<GivenUser> {
  const learner = await api.given.learner({ name: '名'.repeat(60) })
  await api.given.enrollment(learner, course)
  return learner
}

/** Completes lessons without an API call each, and counts once, not after each of them. */
async function complete(learner: GivenUser, course: LongCourse, from: number, to: number) {
  await database.query(
    `update enrollments set remaining_lessons = null, required_lessons = null where user_id = $1`,
    [learner.id],
  )
  await database.query(
    `insert into lesson_progress
       (user_id, course_id, lesson_key, percent, position_seconds, completed_at, updated_at)
     select $1, $2, key, 100, 0, now(), now() from lessons
     where version_id = $3 and position >= $4 and position < $5`,
    [learner.id, course.id, course.versionId, from, to],
  )
  await recountLessons(api.deps.db, { userId: learner.id, courseId: course.id })
}

const idOf = (course: LongCourse, index: number) => course.lessons.at(index)?.id ?? ''

function report(learner: GivenUser, body: object) {
  return api.request('POST /api/progress/update', { token: learner.token, body })
}

test('a report answers in less than 1 kB in a course of 600 lessons with the longest of titles, also the one that completes it', async () => {
  const course = await givenLongCourse(600)
  const learner = await givenLearnerOf(course)

  const answers = [
    await report(learner, { lessonId: idOf(course, 299), percent: 99, positionSeconds: 1_000_000 }),
    await report(learner, { lessonId: idOf(course, 299), completed: true }),
  ]
  await complete(learner, course, 0, 299)
  await complete(learner, course, 300, 599)
  answers.push(
    await report(learner, { lessonId: idOf(course, 599), percent: 1 }),
    await report(learner, { lessonId: idOf(course, 599), completed: true }),
    await report(learner, { lessonId: idOf(course, 599), completed: true }),
    await report(learner, { lessonId: idOf(course, 599), percent: 7 }),
  )

  const sizes = answers.map(({ text }) => Buffer.byteLength(text))
  expect(Math.max(...sizes)).toBeLessThanOrEqual(kilobyte)
  expect(
    answers.map(({ body: { course, next, certificate } }) => [
      course.completedLessons,
      course.requiredLessons,
      course.percent,
      next?.title ?? null,
      certificate?.status,
    ]),
  ).toEqual([
    [0, 600, 0, longTitle(301), undefined],
    [1, 600, 0, longTitle(301), undefined],
    [599, 600, 99, null, undefined],
    [600, 600, 100, null, 'issued'],
    [600, 600, 100, null, 'issued'],
    [600, 600, 100, null, undefined],
  ])
})

test('the error of an uncompleted course of 600 lessons lists 20 of them, and counts all', async () => {
  const course = await givenLongCourse(600)
  const learner = await givenLearnerOf(course)
  await complete(learner, course, 1, 50)

  const { body } = await api.request(`POST /courses/${course.id}/certificate`, {
    token: learner.token,
  })

  expect([body.error, body.issues.length, body.facts.missing]).toEqual([
    'CourseNotCompleted',
    20,
    551,
  ])
  expect(body.facts.lessons.map(({ lessonId }: { lessonId: string }) => lessonId)).toEqual([
    idOf(course, 0),
    ...course.lessons.slice(50, 69).map(({ id }) => id),
  ])
})

test('progress in a course of 600 lessons comes in pages, all of it or what is missing', async () => {
  const course = await givenLongCourse(600)
  const learner = await givenLearnerOf(course)
  await report(learner, { lessonId: idOf(course, 5), percent: 40 })
  await complete(learner, course, 100, 400)

  const { body, headers } = await api.request(`GET /api/v1/progress/${course.id}?limit=100`, {
    token: learner.token,
  })
  expect([body.items.length, body.items[5].percent, body.completedLessons]).toEqual([100, 40, 300])
  expect(headers.link).toContain('rel="next"')
  const again = await api.request(`GET /api/v1/progress/${course.id}?limit=100`, {
    token: learner.token,
    headers: { 'if-none-match': String(headers.etag) },
  })
  expect([again.status, again.text]).toEqual([304, ''])

  for (const [missing, expected] of [
    [false, course.lessons],
    [true, [...course.lessons.slice(0, 100), ...course.lessons.slice(400)]],
  ] as const) {
    const found: string[] = []
    for (let cursor: string | null | undefined; cursor !== null; ) {
      const page = await api.as(learner).progress.get.query({
        courseId: course.id,
        limit: 90,
        missing,
        ...(cursor !== undefined && { cursor }),
      })
      found.push(...page.items.map(({ lessonId }) => lessonId))
      cursor = page.nextCursor
    }
    expect(found).toEqual(expected.map(({ id }) => id))
  }
})

/** Counts the pages and rows that a statement touches. */
async function costOf(run: (db: Db) => Promise<unknown>) {
  const plans: Plan[] = []
  const explained = {
    $client: {
      query: async ({ text, values }: { text: string; values: unknown[] }) => {
        const { rows } = await database.query(
          `explain (analyze, buffers, format json) ${text}`,
          values,
        )
        plans.push(rows[0]['QUERY PLAN'][0].Plan)
        return { rows: [] }
      },
    },
  } as unknown as Db

  // Warms up: the first run plans, and sets hint bits.
  await run(explained)
  await run(explained)
  const plan = plans[1]
  if (plan === undefined) throw new Error('Nothing was explained.')
  return {
    pages: (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0),
    rows: rowsOf(plan),
  }
}

interface Plan {
  'Shared Hit Blocks'?: number
  'Shared Read Blocks'?: number
  'Actual Rows': number
  'Actual Loops': number
  'Rows Removed by Filter'?: number
  Plans?: Plan[]
}

function rowsOf(plan: Plan): number {
  const own = plan['Actual Rows'] * plan['Actual Loops'] + (plan['Rows Removed by Filter'] ?? 0)
  return (plan.Plans ?? []).reduce((sum, inner) => sum + rowsOf(inner), own)
}

const learners = [
  ['nothing yet', []],
  ['every lesson but the first', [[1, Number.POSITIVE_INFINITY]]],
  ['every lesson but the last', [[0, -1]]],
  [
    'most, here and there',
    [
      [10, 25],
      [30, -2],
    ],
  ],
] as const

test.each(learners)(
  'reports and pages read as much in a course of 5,000 lessons as in one of 100, for a learner who has completed %s',
  async (_, done) => {
    const costs = []
    for (const length of [100, 5_000]) {
      const course = await givenLongCourse(length)
      const learner = await givenLearnerOf(course)
      const enrollment = { userId: learner.id, courseId: course.id }
      for (const [from, to] of done)
        await complete(learner, course, from, to < 0 ? length + to : Math.min(to, length))
      await database.query('vacuum (analyze) lesson_revisions, lesson_progress, enrollments')

      const report = (index: number) =>
        costOf((db) =>
          reportPartly(db, {
            id: crypto.randomUUID(),
            userId: learner.id,
            lessonId: idOf(course, index),
            percent: 50,
            positionSeconds: 10,
            at: new Date(),
          }),
        )
      const page = { after: idOf(course, 60), limit: 21 }
      costs.push({
        'report of the first': await report(0),
        'report of the last': await report(-1),
        page: await costOf((db) => listProgress(db, enrollment, page)),
        missing: await costOf((db) => listMissingLessons(db, enrollment, page)),
      })
    }

    const [short, long] = costs
    for (const [name, cost] of Object.entries(short ?? {})) {
      const { pages, rows } = long?.[name as keyof typeof long] ?? cost
      // Allows for an index that has grown by a level: each look at it costs a page more.
      expect([name, pages]).toEqual([name, expect.toSatisfy((n) => n <= cost.pages + 30)])
      // Skips the search for bits, which counts places: rows of no table.
      if (name !== 'missing')
        expect([name, rows]).toEqual([name, expect.toSatisfy((n) => n <= cost.rows + 5)])
    }
  },
)

test('a cursor of something else shows nothing, and fails nothing', async () => {
  const course = await givenLongCourse(3)
  const learner = await givenLearnerOf(course)
  const cursor = Buffer.from(newId()).toString('base64url')

  for (const missing of [false, true]) {
    const page = await api.as(learner).progress.get.query({ courseId: course.id, cursor, missing })
    expect([page.items, page.nextCursor]).toEqual([[], null])
  }
})
