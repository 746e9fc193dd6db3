import { afterEach, expect, test, vi } from 'vitest'
import { moveBodies } from '../../../../db/queries/courses/lessons.ts'
import { type Api, forAllTests, startApi } from '../../../test/api.ts'
import { clientForAllTests, makeTestDatabase } from '../../../test/database.ts'
import { courseContent, type GivenCourse } from '../../../test/given.ts'
import { lessonOf } from '../../../test/learning.ts'
import { publishCourse } from '../../authoring/import/publish-course.ts'
import { moveLessonBodies, planMoveOfBodies } from './move-lesson-bodies.ts'

const lockedMessage = 'Lessons are locked: their texts are moved later.'
const databaseUrl = await makeTestDatabase()
const api = await forAllTests(startApi({ databaseUrl, isIdle: true }))
const database = await clientForAllTests(databaseUrl)
afterEach(moveAll)

/** Creates a course as the release before published it: each lesson holds its own text. */
async function givenFromBefore(length: number): Promise<GivenCourse> {
  const course = await api.given.course({ lessons: Array(length).fill('preview') })
  await database.query('alter table lesson_revisions disable trigger user')
  await database.query(
    `update lesson_revisions l set content = b.content, body_sha256 = null
     from lesson_bodies b where b.sha256 = l.body_sha256 and l.course_id = $1`,
    [course.id],
  )
  await database.query('alter table lesson_revisions enable trigger user')
  return course
}

/** Moves all texts, also those that others locked at first. */
async function moveAll(): Promise<void> {
  const isDone = async () => {
    await moveLessonBodies(api.deps).catch(() => undefined)
    return (await countLeft()) === 0
  }
  await vi.waitUntil(isDone, { timeout: 60_000 })
}

async function countLeft(): Promise<number> {
  const { rows } = await database.query(
    'select count(*)::int as count from lesson_revisions where body_sha256 is null',
  )
  return rows[0].count
}

async function textsOf(course: GivenCourse, by: Api = api): Promise<string[]> {
  const reader = await by.given.learner()
  return Promise.all(
    course.lessons.map(
      async ({ id }) => (await by.as(reader).lessons.get.query({ lessonId: id })).content,
    ),
  )
}

test('readers see the same texts before, while and after they are moved', async () => {
  const course = await givenFromBefore(5)
  const before = await textsOf(course)
  expect([before[0], before[4]]).toEqual(['What lesson 1 teaches.', 'What lesson 5 teaches.'])

  expect(await moveBodies(api.deps.db, 2)).toBe(2)
  expect([await textsOf(course), await countLeft()]).toEqual([before, 3])

  await moveLessonBodies(api.deps)
  expect([await textsOf(course), await countLeft()]).toEqual([before, 0])
})

test('killed between the two statements of a batch, the next one moves the rest', async () => {
  const course = await givenFromBefore(4)
  const before = await textsOf(course)
  // Stores them as the first statement does, without the second.
  await database.query(
    `insert into lesson_bodies
     select distinct encode(sha256(convert_to(content, 'UTF8')), 'hex'), content
     from lesson_revisions where body_sha256 is null on conflict do nothing`,
  )
  expect([await textsOf(course), await countLeft()]).toEqual([before, 4])

  await moveLessonBodies(api.deps)

  expect([await textsOf(course), await countLeft()]).toEqual([before, 0])
})

test('two at once move each text once, and a publication meanwhile is whole', async () => {
  const course = await givenFromBefore(250)
  const changed = courseContent({ slug: course.slug, lessons: Array(251).fill('preview') })

  const [publication, ...moves] = await Promise.all([
    publishCourse(api.deps, changed),
    ...[1, 2].map(() => moveLessonBodies(api.deps).catch((error: Error) => error.message)),
  ])
  await moveAll()

  // Accepts that one finds the other at work on all that is left: it is tried again, like any job.
  for (const refusal of moves) expect([undefined, lockedMessage]).toContain(refusal)

  expect([publication.version, await countLeft()]).toEqual([2, 0])
  const { rows } = await database.query(
    `select v.number, count(*)::int as lessons, count(distinct l.content)::int as texts
     from lessons l join course_versions v on v.id = l.version_id
     where l.course_id = $1 group by v.number order by v.number`,
    [course.id],
  )
  expect(rows).toEqual([
    { number: 1, lessons: 250, texts: 250 },
    { number: 2, lessons: 251, texts: 251 },
  ])
})

test('versions share lessons only once no text is left to move: servers of the release before still run', async () => {
  const course = await givenFromBefore(3)
  const contentOf = (length: number) =>
    courseContent({ slug: course.slug, lessons: Array(length).fill('preview') })
  const firstIds = async () => {
    const { rows } = await database.query<{ id: string }>(
      `select l.id from lessons l join course_versions v on v.id = l.version_id
       where l.course_id = $1 and l.position = 0 order by v.number`,
      [course.id],
    )
    return rows.map(({ id }) => id)
  }

  await publishCourse(api.deps, contentOf(4))
  expect(new Set(await firstIds()).size).toBe(2)

  await moveLessonBodies(api.deps)
  await publishCourse(api.deps, contentOf(5))
  const [, second, third] = await firstIds()
  expect(third).toBe(second)
})

test('a lesson that somebody has locked is moved later', async () => {
  const course = await givenFromBefore(2)
  await database.query('begin')
  await database.query('select 1 from lesson_revisions where id = $1 for update', [
    lessonOf(course, 0).id,
  ])
  expect(await moveBodies(api.deps.db, 100)).toBe(1)
  await expect(moveLessonBodies(api.deps)).rejects.toThrow(lockedMessage)
  await database.query('rollback')

  await moveLessonBodies(api.deps)
  expect(await countLeft()).toBe(0)
})

test('a server that finds some has them moved in an hour; one that finds none does nothing', async () => {
  const planned = async () => {
    const { rows } = await database.query(
      `select extract(epoch from start_after - created_on)::int as seconds from pgboss.job
       where name = 'move-lesson-bodies' and start_after > now()`,
    )
    return rows
  }
  await planMoveOfBodies(api.deps)
  expect(await planned()).toEqual([])

  await givenFromBefore(1)
  await planMoveOfBodies(api.deps)
  expect(await planned()).toEqual([{ seconds: 3600 }])
})
