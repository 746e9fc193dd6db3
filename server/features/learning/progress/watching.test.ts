import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { propertyRuns } from '../../../../lib/test/property-runs.ts'
import { forAllTests, startApi } from '../../../test/api.ts'
import { publishCourse } from '../../authoring/import/publish-course.ts'
import { moveLearner } from '../../authoring/moves/test-support.ts'
import { type GivenVideo, givenVideo, videoOf, watchAt } from './test-support.ts'

const api = await forAllTests(startApi())

type Ranges = [number, number][]

async function watchedOf({ learner, lessonId }: GivenVideo) {
  const { body } = await api.request(`GET /api/v1/lessons/${lessonId}`, { token: learner.token })
  return body.progress
}

/** Opens the lesson and lets time pass. */
async function openAndWait(video: GivenVideo, seconds: number): Promise<void> {
  await watchedOf(video)
  api.advance(seconds * 1000)
}

test('what was watched adds up to the percent, and nothing is counted twice', async () => {
  const video = await givenVideo(api, { seconds: 100 })
  const { learner, lessonId } = video

  const first = await watchAt(api, learner, { lessonId, watched: [[0, 30]] })
  const second = await watchAt(api, learner, {
    lessonId,
    watched: [
      [20, 40],
      [90, 95],
    ],
    positionSeconds: 95,
  })

  expect(first.body.lesson).toMatchObject({ percent: 30, watchedSeconds: 30 })
  expect(second.body.lesson).toMatchObject({ percent: 45, watchedSeconds: 45, completedAt: null })
  expect(await watchedOf(video)).toMatchObject({
    percent: 45,
    positionSeconds: 95,
    watchedSeconds: 45,
    watched: [
      [0, 40],
      [90, 95],
    ],
  })
  const progress = await api.as(learner).progress.get.query({ courseId: video.courseId })
  expect(progress.items.map(({ watchedSeconds }) => watchedSeconds)).toEqual([45, undefined])
})

test('seconds that a shorter video has no more are kept, and raise no percent', async () => {
  const video = await givenVideo(api, { seconds: 200 })
  const { learner, lessonId, courseId, content } = video
  await watchAt(api, learner, { lessonId, watched: [[100, 150]] })
  const [section] = content.sections
  const [lesson, ...others] = section?.lessons ?? []
  if (section === undefined || lesson === undefined) throw new Error('The course has no lesson.')
  const shorter = { ...lesson, details: videoOf(100) }
  await publishCourse(api.deps, {
    ...content,
    sections: [{ ...section, lessons: [shorter, ...others] }],
  })
  await moveLearner(api.deps, { userId: learner.id, courseId, toVersion: 2 })

  const { body } = await watchAt(api, learner, { lessonId, watched: [[0, 40]] })
  expect(body.lesson).toMatchObject({ percent: 40 })
  const more = await watchAt(api, learner, { lessonId, watched: [[0, 60]] })
  expect(more.body.lesson).toMatchObject({ percent: 60, completedAt: null })
})

test('whoever has watched all of a video has completed it', async () => {
  const { learner, lessonId, courseId } = await givenVideo(api, { seconds: 100 })
  await watchAt(api, learner, { lessonId, watched: [[0, 60]] })
  const { body } = await watchAt(api, learner, { lessonId, watched: [[50, 100]] })

  expect(body.lesson).toMatchObject({ percent: 100, watchedSeconds: 100 })
  expect(body.lesson.completedAt).not.toBeNull()
  expect(body.course).toMatchObject({ courseId, completedLessons: 1, requiredLessons: 2 })
})

test('reports in any order, repeated or at once, leave the set of seconds that they name', async () => {
  const range = fc
    .tuple(fc.nat(59), fc.integer({ min: 1, max: 15 }))
    .map(([from, length]): [number, number] => [from, Math.min(60, from + length)])
  const reports = fc.array(fc.array(range, { minLength: 1, maxLength: 4 }), {
    minLength: 1,
    maxLength: 5,
  })
  await fc.assert(
    fc.asyncProperty(reports, fc.boolean(), async (given, isAtOnce) => {
      const video = await givenVideo(api, { seconds: 60 })
      const { learner, lessonId } = video
      const send = (watched: Ranges) => watchAt(api, learner, { lessonId, watched })
      const repeated = [...given, ...given.slice(0, 1)]
      if (isAtOnce) await Promise.all(repeated.map(send))
      else for (const watched of repeated) await send(watched)

      const seconds = new Set(
        given.flat().flatMap(([from, to]) => Array.from({ length: to - from }, (_, i) => from + i)),
      )
      const { watched, watchedSeconds, percent } = await watchedOf(video)
      const kept = (watched as Ranges).flatMap(([from, to]) =>
        Array.from({ length: to - from }, (_, i) => from + i),
      )
      expect(new Set(kept)).toEqual(seconds)
      expect(watchedSeconds).toBe(seconds.size)
      expect(percent).toBe(Math.floor((100 * seconds.size) / 60))
    }),
    propertyRuns(4),
  )
})

test('a text, a video of unknown length, and seconds beyond its end are refused by the field', async () => {
  const known = await givenVideo(api, { seconds: 100 })
  const unknown = await givenVideo(api, { seconds: null })
  const answers = [
    await watchAt(api, known.learner, { lessonId: known.textId, watched: [[0, 5]] }),
    await watchAt(api, unknown.learner, { lessonId: unknown.lessonId, watched: [[0, 5]] }),
    await watchAt(api, known.learner, { lessonId: known.lessonId, watched: [[90, 101]] }),
    await watchAt(api, known.learner, { lessonId: known.lessonId, watched: [[5, 5]] }),
    await watchAt(api, known.learner, { lessonId: known.lessonId, watched: [[-1, 5]] }),
  ]

  for (const { status, body } of answers) {
    expect([status, body.error]).toEqual([400, 'InvalidFields'])
    expect(body.issues[0].path).toMatch(/^watched/)
  }
  expect(await watchedOf(known)).toBeUndefined()
})

test('a video that was watched here and there is kept in a bounded number of ranges', async () => {
  const video = await givenVideo(api, { seconds: 4000 })
  const { learner, lessonId } = video
  const scattered = (start: number) =>
    Array.from({ length: 100 }, (_, i) => [start + 2 * i, start + 2 * i + 1])
  for (const start of [0, 200, 400, 600, 800])
    expect((await watchAt(api, learner, { lessonId, watched: scattered(start) })).status).toBe(200)

  const refused = await watchAt(api, learner, { lessonId, watched: [[2000, 2001]] })
  expect(refused.body).toMatchObject({ error: 'InvalidFields', issues: [{ path: 'watched' }] })
  const longer = await watchAt(api, learner, { lessonId, watched: [[0, 1000]] })
  expect(longer.body.lesson).toMatchObject({ watchedSeconds: 1000 })
})

test('where watching counts, a video completes once nine tenths of it were watched', async () => {
  const video = await givenVideo(api, { seconds: 100, honesty: 'watched' })
  const { learner, lessonId } = video
  await openAndWait(video, 60)

  const early = await watchAt(api, learner, { lessonId, watched: [[0, 89]], completed: true })
  expect([early.status, early.body.error, early.body.facts]).toEqual([
    409,
    'NotWatched',
    { watchedSeconds: 89, neededSeconds: 90 },
  ])
  expect(await watchedOf(video)).toBeUndefined()

  await watchAt(api, learner, { lessonId, watched: [[0, 89]] })
  const whole = await watchAt(api, learner, { lessonId, percent: 100 })
  expect(whole.body.error).toBe('NotWatched')

  const enough = await watchAt(api, learner, { lessonId, watched: [[89, 90]], completed: true })
  expect(enough.body.lesson).toMatchObject({ percent: 100, watchedSeconds: 90 })
  const repeated = await watchAt(api, learner, { lessonId, completed: true })
  expect(repeated.body.lesson.completedAt).toBe(enough.body.lesson.completedAt)
})

test('no more was watched than twice the time since the lesson was opened', async () => {
  const video = await givenVideo(api, { seconds: 1000, honesty: 'watched' })
  const { learner, lessonId } = video
  await openAndWait(video, 100)

  const tooMuch = await watchAt(api, learner, { lessonId, watched: [[0, 230]] })
  expect([tooMuch.status, tooMuch.body.error]).toEqual([409, 'WatchedTooFast'])
  expect(tooMuch.body.facts.allowedSeconds).toBeGreaterThanOrEqual(210)
  expect(tooMuch.body.facts.allowedSeconds).toBeLessThan(230)
  expect(await watchedOf(video)).toBeUndefined()

  expect((await watchAt(api, learner, { lessonId, watched: [[0, 200]] })).status).toBe(200)
  const again = await watchAt(api, learner, { lessonId, watched: [[300, 500]] })
  expect(again.body.error).toBe('WatchedTooFast')
  const same = await watchAt(api, learner, { lessonId, watched: [[0, 200]] })
  expect(same.body.lesson).toMatchObject({ watchedSeconds: 200 })
})

test('two tabs together report no more than one may', async () => {
  const video = await givenVideo(api, { seconds: 1000, honesty: 'watched' })
  const { learner, lessonId } = video
  await openAndWait(video, 100)
  const parts: Ranges[] = [[[0, 150]], [[200, 350]], [[400, 550]], [[600, 750]]]

  const answers = await Promise.all(
    parts.map((watched) => watchAt(api, learner, { lessonId, watched })),
  )

  expect(answers.map(({ body }) => body.error ?? 'taken').sort()).toEqual([
    'WatchedTooFast',
    'WatchedTooFast',
    'WatchedTooFast',
    'taken',
  ])
  expect(await watchedOf(video)).toMatchObject({ watchedSeconds: 150 })
})

test('a report without an opening before starts the clock, even when it is refused', async () => {
  const video = await givenVideo(api, { seconds: 1000, honesty: 'watched' })
  const { learner, lessonId } = video
  const first = await watchAt(api, learner, { lessonId, watched: [[0, 100]] })
  expect(first.body).toMatchObject({ error: 'WatchedTooFast', facts: { allowedSeconds: 10 } })
  api.advance(50_000)
  const second = await watchAt(api, learner, { lessonId, watched: [[0, 100]] })
  expect(second.body.lesson).toMatchObject({ watchedSeconds: 100 })
})

test('what was watched before it counted is not held against the learner', async () => {
  const video = await givenVideo(api, { seconds: 1000 })
  const { learner, lessonId, courseId } = video
  await watchAt(api, learner, { lessonId, watched: [[0, 800]] })
  await api.deps.db.execute(sql`update courses set honesty = 'watched' where id = ${courseId}`)

  await openAndWait(video, 60)
  const { body } = await watchAt(api, learner, {
    lessonId,
    watched: [[800, 900]],
    completed: true,
  })
  expect(body.lesson).toMatchObject({ percent: 100, watchedSeconds: 900 })
})

test('texts, and all lessons of a course without it, complete on the word of the learner', async () => {
  const strict = await givenVideo(api, { seconds: 100, honesty: 'watched' })
  const trusting = await givenVideo(api, { seconds: 100 })
  const text = await watchAt(api, strict.learner, { lessonId: strict.textId, completed: true })
  const word = await watchAt(api, trusting.learner, {
    lessonId: trusting.lessonId,
    completed: true,
  })
  for (const { body } of [text, word]) expect(body.lesson.completedAt).not.toBeNull()
})

test('reading writes only where watching counts, and once', async () => {
  const trusting = await givenVideo(api, { seconds: 100 })
  const strict = await givenVideo(api, { seconds: 100, honesty: 'watched' })
  const openings = async ({ courseId }: GivenVideo) => {
    const { rows } = await api.deps.db.execute<{ key: string; at: Date }>(
      sql`select lesson_key as key, opened_at as at from lesson_openings where course_id = ${courseId}`,
    )
    return rows
  }
  await watchedOf(trusting)
  await watchedOf(strict)
  const once = await openings(strict)
  api.advance(5_000)
  await watchedOf(strict)

  expect(await openings(trusting)).toEqual([])
  expect(once).toHaveLength(1)
  expect(await openings(strict)).toEqual(once)
})

test('what was watched and the clock follow a lesson that is renamed', async () => {
  const video = await givenVideo(api, { seconds: 1000, honesty: 'watched' })
  const { learner, lessonId, courseId, content } = video
  await openAndWait(video, 100)
  await watchAt(api, learner, { lessonId, watched: [[0, 150]] })

  const [section] = content.sections
  const [lesson, ...others] = section?.lessons ?? []
  if (section === undefined || lesson === undefined) throw new Error('The course has no lesson.')
  const renamed = { ...lesson, key: 'renamed', formerKeys: [lesson.key] }
  await publishCourse(api.deps, {
    ...content,
    sections: [{ ...section, lessons: [renamed, ...others] }],
  })
  await moveLearner(api.deps, { userId: learner.id, courseId, toVersion: 2 })

  expect(await watchedOf(video)).toMatchObject({ watched: [[0, 150]], percent: 15 })
  const { body } = await watchAt(api, learner, { lessonId, watched: [[150, 200]] })
  expect(body.lesson).toMatchObject({ watchedSeconds: 200 })
})

test('a learner takes along what was watched, and erasing the account leaves nothing of it', async () => {
  const video = await givenVideo(api, { seconds: 100, honesty: 'watched' })
  const { learner, lessonId } = video
  await openAndWait(video, 20)
  await watchAt(api, learner, { lessonId, watched: [[0, 20]] })

  const { progress, openings } = await api.as(learner).me.export.query({})
  expect(progress.map(({ watched }) => watched)).toEqual([[[0, 20]]])
  const openedAt = new Date(api.deps.now().getTime() - 20_000).toISOString().slice(0, 18)
  expect(openings).toEqual([
    {
      courseId: video.courseId,
      lessonKey: progress[0]?.lessonKey,
      openedAt: expect.stringContaining(openedAt.slice(0, 16)),
    },
  ])

  await api.request('DELETE /api/v1/me', {
    token: learner.token,
    body: { password: learner.password },
  })
  const { rows } = await api.deps.db.execute(
    sql`select from lesson_openings where user_id = ${learner.id}`,
  )
  expect(rows).toEqual([])
})
