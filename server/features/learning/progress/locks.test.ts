import { expect, test } from 'vitest'
import { forAllTests, startApi } from '../../../test/api.ts'
import type { GivenCourse, GivenUser } from '../../../test/given.ts'
import { givenLearnerOf, moveLearner, publish } from '../../authoring/moves/test-support.ts'
import { indexLessons } from '../../courses/search/index-lessons.ts'

const day = 24 * 3_600_000
const api = await forAllTests(startApi({ config: { tokenTtlMilliseconds: 1_000 * day } }))

const texts = (keys: string[]) =>
  keys.map((key) => ({ key, content: `What the zebra of ${key} teaches.` }))

function idOf({ lessons }: GivenCourse, key: string): string {
  return lessons.find((lesson) => lesson.key === key)?.id ?? ''
}

const read = (learner: GivenUser, course: GivenCourse, key: string) =>
  api.request(`GET /api/lessons/${idOf(course, key)}`, { token: learner.token })

const complete = (learner: GivenUser, course: GivenCourse, key: string) =>
  api.request('POST /api/progress/update', {
    token: learner.token,
    body: { lessonId: idOf(course, key), completed: true },
  })

/** Returns the reasons as each door gives them, by the keys of the lessons. */
async function locksAt(learner: GivenUser, course: GivenCourse) {
  const { sections } = await api.as(learner).courses.get.query({ idOrSlug: course.slug })
  const outline = sections.flatMap(({ lessons }) => lessons)
  const progress = await api.as(learner).progress.get.query({ courseId: course.id, limit: 100 })
  const shown = (all: { key: string; locks?: unknown }[]) =>
    Object.fromEntries(all.flatMap(({ key, locks }) => (locks ? [[key, locks]] : [])))
  expect(shown(progress.items)).toEqual(shown(outline))
  return shown(outline)
}

const moveTo = (learner: GivenUser, course: GivenCourse, toVersion: number) =>
  moveLearner(api.deps, { userId: learner.id, courseId: course.id, toVersion })

async function nextOf(learner: GivenUser, course: GivenCourse) {
  const { items } = await api.as(learner).me.courses.query({})
  return items.find(({ courseId }) => courseId === course.id)?.nextLesson
}

test('in a sequence a lesson opens once the required ones before it are completed', async () => {
  const course = await publish(api, ['one', { key: 'aside', required: false }, 'two', 'three'], {
    order: 'sequence',
  })
  const learner = await givenLearnerOf(api, course)
  const before = (lessonKey: string) => [{ code: 'LessonBefore', lessonKey }]
  expect(await locksAt(learner, course)).toEqual({
    aside: before('one'),
    two: before('one'),
    three: before('one'),
  })
  const refused = await read(learner, course, 'two')
  expect([refused.status, refused.body.error, refused.body.facts]).toEqual([
    403,
    'LessonLocked',
    { locks: before('one') },
  ])
  const report = await complete(learner, course, 'three')
  expect([report.status, report.body.facts]).toEqual([403, { locks: before('one') }])

  const { body } = await complete(learner, course, 'one')
  expect(body.next.title).toBe('Lesson two')
  expect(await locksAt(learner, course)).toEqual({ three: before('two') })
  expect((await read(learner, course, 'aside')).status).toBe(200)
  await complete(learner, course, 'two')
  expect((await complete(learner, course, 'three')).body.course.percent).toBe(100)
  expect(await locksAt(learner, course)).toEqual({})
})

test('a lesson that requires others opens once all of them are completed, wherever they are', async () => {
  const course = await publish(api, [
    { key: 'late', details: { prerequisites: ['extra', 'base'] } },
    'base',
    { key: 'extra', required: false, details: { prerequisites: ['base'] } },
  ])
  const learner = await givenLearnerOf(api, course)
  expect(await locksAt(learner, course)).toEqual({
    late: [
      { code: 'Requires', lessonKey: 'base' },
      { code: 'Requires', lessonKey: 'extra' },
    ],
    extra: [{ code: 'Requires', lessonKey: 'base' }],
  })
  expect((await nextOf(learner, course))?.key).toBe('base')
  await complete(learner, course, 'base')
  expect(await nextOf(learner, course)).toMatchObject({ key: 'extra' })
  await complete(learner, course, 'extra')
  expect(await nextOf(learner, course)).toMatchObject({ key: 'late' })
  expect((await complete(learner, course, 'late')).body.course.completedAt).not.toBeNull()
})

test("a lesson opens on its day, in the learner's time zone, and says when", async () => {
  const course = await publish(api, [
    'now',
    { key: 'later', details: { available: '2 days after enrollment' } },
  ])
  const learner = await givenLearnerOf(api, course)
  const enrolledOn = api.deps.now().toISOString().slice(0, 10)
  const opens = new Date(Date.parse(`${enrolledOn}T00:00:00Z`) + 2 * day)
  const notYet = { later: [{ code: 'NotYet', until: opens.toISOString() }] }
  expect(await locksAt(learner, course)).toEqual(notYet)
  await complete(learner, course, 'now')
  expect(await nextOf(learner, course)).toMatchObject({ key: 'later', locks: notYet.later })

  const rest = opens.getTime() - api.deps.now().getTime()
  api.advance(rest - 1000)
  expect((await read(learner, course, 'later')).status).toBe(403)
  api.advance(1000)
  expect((await read(learner, course, 'later')).status).toBe(200)
})

test('what is locked is not found by a search, and previews are open to all', async () => {
  const course = await publish(
    api,
    [...texts(['one', 'two']), { ...texts(['shown'])[0], key: 'shown', preview: true }],
    {
      order: 'sequence',
    },
  )
  const learner = await givenLearnerOf(api, course)
  await indexLessons(api.deps, {})
  const found = async () =>
    (await api.as(learner).search.lessons.query({ q: 'zebra' })).items.map(({ key }) => key).sort()
  expect(await found()).toEqual(['one', 'shown'])
  // Checks that no short page and no cursor tells that a locked text has the words.
  const page = await api.as(learner).search.lessons.query({ q: 'zebra', limit: 2 })
  expect([page.items.length, page.nextCursor]).toEqual([2, null])
  expect((await read(learner, course, 'shown')).status).toBe(200)
  await complete(learner, course, 'one')
  expect(await found()).toEqual(['one', 'shown', 'two'])
})

test('what was opened once stays open, whatever is published', async () => {
  const first = await publish(api, ['one', 'two', 'three'])
  const { slug } = first
  const learner = await givenLearnerOf(api, first, ['three'])
  const course = await publish(api, ['one', 'two', 'three', 'four'], { slug, order: 'sequence' })
  await moveTo(learner, course, 2)
  expect(Object.keys(await locksAt(learner, course))).toEqual(['two', 'four'])

  await complete(learner, course, 'one')
  expect((await read(learner, course, 'two')).status).toBe(200)
  const stricter = await publish(api, ['one', 'new', 'two', 'three', 'four'], {
    slug,
    order: 'sequence',
  })
  await moveTo(learner, stricter, 3)
  expect(Object.keys(await locksAt(learner, stricter))).toEqual(['four'])
})
