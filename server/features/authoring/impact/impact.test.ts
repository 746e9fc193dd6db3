import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { findNewestImpact } from '../../../../db/queries/authoring/impact.ts'
import { impacts } from '../../../../db/schema/authoring/impact.ts'
import { newId } from '../../../../lib/ids.ts'
import { type Api, forAllTests, startApi } from '../../../test/api.ts'
import { replaceDraft } from '../drafts/replace-draft.ts'
import { writerOf } from '../drafts/test-support.ts'
import {
  enrollmentOf,
  givenLearnerOf,
  type Lesson,
  moveAndWait,
  publish,
} from '../moves/test-support.ts'
import { countImpactJob, tidyImpacts } from './count-impact.ts'
import { draftImpact } from './draft-impact.ts'
import { maxChangesInImpact, maxLostLessonsInImpact } from './schema.ts'

const api = await forAllTests(startApi())
const admin = await api.given.admin()
const askedBy = (courseId: string) => api.as(admin).drafts.impact.query({ courseId })

/** Runs without jobs of its own. */
const quiet: Api['deps'] = { ...api.deps, jobs: { ...api.deps.jobs, enqueue: async () => newId() } }

type Course = Awaited<ReturnType<typeof publish>>

/** Writes a draft over version `baseVersion` of the course. */
async function draft(course: Course, lessons: (string | Lesson)[], baseVersion = 1) {
  const whole = lessons.map((lesson) => {
    const { key, ...more } = typeof lesson === 'string' ? { key: lesson } : lesson
    const content = `What ${key} teaches.`
    const usual = { type: 'text', minutes: 5, required: true, preview: false, content } as const
    return { key, title: `Lesson ${key}`, ...usual, ...more }
  })
  await replaceDraft(api.deps, {
    courseId: course.id,
    baseVersion,
    managedBy: 'folder',
    content: {
      slug: course.slug,
      title: course.title,
      summary: 'Its lessons come and go.',
      language: 'en',
      price: { amount: 0, currency: 'USD' },
      sections: [{ title: 'The only section', lessons: whole }],
    },
  })
}

test('the impact of a draft says what changes, who is hit, and what they lose', async () => {
  const course = await publish(api, ['a', 'b', 'c', 'gone'])
  await givenLearnerOf(api, course)
  await givenLearnerOf(api, course, ['gone'])
  await givenLearnerOf(api, course, ['a', 'b'])
  await givenLearnerOf(api, course, ['a', 'b', 'c'])
  await givenLearnerOf(api, course, ['a', 'b', 'c', 'gone'])
  await draft(course, ['a', { key: 'b', content: 'Rewritten.' }, 'c'])

  const { body } = await api.request(`GET /api/v1/authoring/courses/${course.id}/draft/impact`, {
    token: admin.token,
  })

  expect(body).toEqual({
    kind: 'major',
    changes: [
      { key: 'gone', title: 'Lesson gone', what: 'removed', sizeBefore: 18, sizeAfter: null },
      { key: 'b', title: 'Lesson b', what: 'edited', sizeBefore: 15, sizeAfter: 10 },
    ],
    changeCount: 2,
    facts: [
      {
        key: 'b',
        facts: [expect.objectContaining({ field: 'content', what: 'changed' })],
        title: expect.any(String),
        isWhole: true,
      },
    ],
    learners: { total: 5, completed: 1, inProgress: 3, notStarted: 1, correctable: 0 },
    ifMoved: {
      moved: 5,
      left: 0,
      percentFalls: [{ by: 25, learners: 1 }],
      completeAtOnce: 1,
      locked: 0,
      lessonsLost: [{ key: 'gone', learners: 2 }],
      lessonsLostCount: 1,
    },
    problems: [],
    problemCount: 0,
  })
})

test('without a draft nothing changes, and it counts those who are on older versions', async () => {
  const course = await publish(api, ['a'])
  await givenLearnerOf(api, course)
  await publish(api, ['a', 'b'], course)
  await givenLearnerOf(api, course)

  const { kind, changes, learners } = await askedBy(course.id)

  expect([kind, changes, learners.total]).toEqual(['none', [], 1])
})

test('a minor correction says how many it reaches if it is published for everyone', async () => {
  const course = await publish(api, ['a', 'b'])
  await givenLearnerOf(api, course)
  await publish(api, ['a', 'b', 'c'], course)
  await givenLearnerOf(api, course)
  await publish(api, ['a', 'b', { key: 'c', content: 'New.' }], course)
  await givenLearnerOf(api, course)
  await draft(course, ['a', { key: 'b', content: 'New.' }, { key: 'c', content: 'New.' }], 3)

  const { kind, learners } = await askedBy(course.id)

  expect([kind, learners.total, learners.correctable]).toEqual(['minor', 3, 2])
})

test('learners who were moved back keep what they did in the newer version', async () => {
  const course = await publish(api, ['a', 'b'])
  const newer = await publish(api, ['a', 'b', 'new'], course)
  const learner = await givenLearnerOf(api, newer, ['new'])
  await moveAndWait(api, admin, { courseId: course.id, to: 1, policy: 'all' })
  expect(await enrollmentOf(api, learner, course)).toMatchObject({ remaining: 2 })
  await draft(course, ['new'], 2)

  const { ifMoved } = await askedBy(course.id)

  expect(ifMoved.completeAtOnce).toBe(1)
})

test('lessons may be called like what every object has', async () => {
  const course = await publish(api, ['constructor', 'valueof', 'a'])
  await givenLearnerOf(api, course, ['constructor', 'valueof'])
  await draft(course, ['a'])

  const { ifMoved } = await askedBy(course.id)

  expect(ifMoved.lessonsLost).toEqual([
    { key: 'constructor', learners: 1 },
    { key: 'valueof', learners: 1 },
  ])
})

test('lists are cut and counts are whole', async () => {
  const keys = Array.from({ length: 250 }, (_, number) => `lesson-${number}`)
  const course = await publish(api, ['a', ...keys])
  const learner = await givenLearnerOf(api, course)
  await api.deps.db.execute(sql`
    insert into lesson_progress
      (user_id, course_id, lesson_key, percent, position_seconds, completed_at, updated_at)
    select ${learner.id}, ${course.id}, 'lesson-' || n, 100, 0, now(), now()
    from generate_series(0, 249) n`)
  await draft(course, ['a'])

  const { changes, changeCount, ifMoved } = await askedBy(course.id)

  expect([changes.length, changeCount]).toEqual([maxChangesInImpact, 250])
  expect([ifMoved.lessonsLost.length, ifMoved.lessonsLostCount]).toEqual([
    maxLostLessonsInImpact,
    250,
  ])
})

test('a text that stays as it was and links to a lesson that the draft deletes has a problem', async () => {
  const content = 'First.\n\nSee [b](b.md) and [the end](gone.md#end). `[gone](gone.md)`'
  const others = Array.from({ length: 25 }, (_, number) => `lesson-${number}`)
  const course = await publish(api, [...others, { key: 'a', content }, 'b', 'gone'])
  await api.deps.db.execute(sql`update courses set managed_by = 'http' where id = ${course.id}`)
  const writer = writerOf(api, admin, { courseId: course.id })
  const problems = async () => (await askedBy(course.id)).problems

  const { revision } = await writer.get()
  const renamed = await writer.patch('b', revision, { newKey: 'renamed' })
  expect(await problems()).toEqual([])
  const deleted = await writer.delete('gone', (await writer.lesson('gone')).revision)

  expect([renamed.status, deleted.status]).toEqual([200, 200])
  expect(await problems()).toEqual([
    {
      severity: 'warning',
      path: 'lessons.a.content',
      ...{ code: 'noLesson', name: 'gone.md', line: 3, limit: null },
      message: 'Line 3: gone.md leads to a lesson that this draft deletes.',
    },
  ])
})

test('an empty draft has an impact, and a problem', async () => {
  const course = await publish(api, ['a', 'b'])
  await givenLearnerOf(api, course, ['a'])
  await draft(course, [])

  const { ifMoved, problems } = await askedBy(course.id)

  expect([ifMoved.percentFalls, ifMoved.completeAtOnce]).toEqual([[{ by: 50, learners: 1 }], 0])
  expect(problems.map(({ severity }) => severity)).toContain('error')
})

/** Creates a course with three learners and a draft, whose impact a job is to count. */
async function givenQuestion() {
  const course = await publish(api, ['a', 'b'])
  for (let number = 0; number < 3; number++) await givenLearnerOf(api, course, ['b'])
  await draft(course, ['a'])
  const ask = () => draftImpact(quiet, course.id, { patienceMilliseconds: 0 })
  await expect(ask()).rejects.toMatchObject({
    name: 'ImpactNotCounted',
    facts: { done: 0, total: 3, retryAfterSeconds: 2 },
  })
  const { fingerprint = '' } = (await findNewestImpact(api.deps.db, course.id)) ?? {}
  return { course, ask, asked: { courseId: course.id, fingerprint } }
}

test('what is too long for a request is counted by a job, once', async () => {
  const { ask, asked } = await givenQuestion()
  await expect(ask()).rejects.toMatchObject({ name: 'ImpactNotCounted' })

  await Promise.all([countImpactJob(quiet, asked), countImpactJob(quiet, asked)])
  await countImpactJob(quiet, asked)

  const { learners, ifMoved } = await ask()
  expect([learners.total, ifMoved.lessonsLost]).toEqual([3, [{ key: 'b', learners: 3 }]])
})

test('a job goes on where a killed one stopped', async () => {
  const { course, ask, asked } = await givenQuestion()
  const { rows } = await api.deps.db.execute<{ id: string }>(
    sql`select user_id as id from enrollments where course_id = ${course.id} order by user_id`,
  )
  const tally = sql`jsonb_set(tally, '{moved}', '40')`
  await api.deps.db
    .update(impacts)
    .set({ afterUser: rows[1]?.id ?? null, done: 2, tally })
    .where(sql`${impacts.courseId} = ${course.id}`)

  await countImpactJob(quiet, asked)

  expect((await ask()).ifMoved.moved).toBe(41)
})

test('two who ask different questions of a course both get their answer', async () => {
  const { course, ask, asked } = await givenQuestion()
  await draft(course, ['b'])
  await expect(ask()).rejects.toMatchObject({ name: 'ImpactNotCounted' })
  const second = await findNewestImpact(api.deps.db, course.id)

  await countImpactJob(quiet, asked)
  if (second !== undefined) await countImpactJob(quiet, second)

  expect((await ask()).ifMoved.lessonsLostCount).toBe(0)
  await draft(course, ['a'])
  expect((await ask()).ifMoved.lessonsLost).toEqual([{ key: 'b', learners: 3 }])
})

test('a course keeps its eight newest questions', async () => {
  const { course, ask } = await givenQuestion()
  for (let number = 0; number < 9; number++) {
    await draft(course, ['a', `added-${number}`])
    await expect(ask()).rejects.toMatchObject({ name: 'ImpactNotCounted' })
  }
  expect(await api.deps.db.$count(impacts, sql`${impacts.courseId} = ${course.id}`)).toBe(8)
})

test('an answer is counted anew after some minutes, and a lost job is enqueued again', async () => {
  const { asked, ask } = await givenQuestion()
  const enqueued: object[] = []
  const enqueue = async (_db: unknown, _name: string, payload: object) => {
    enqueued.push(payload)
    return newId()
  }
  await tidyImpacts({ ...api.deps, jobs: { ...api.deps.jobs, enqueue } })
  expect(enqueued).toContainEqual(asked)

  await countImpactJob(quiet, asked)
  await ask()
  const later = { ...quiet, now: () => new Date(Date.now() + 301_000) }
  const asksLater = draftImpact(later, asked.courseId, { patienceMilliseconds: 0 })
  await expect(asksLater).rejects.toMatchObject({ name: 'ImpactNotCounted' })

  await tidyImpacts({ ...quiet, now: () => new Date(Date.now() + 2 * 86_400_000) })
  expect(await findNewestImpact(api.deps.db, asked.courseId)).toBeUndefined()
})
