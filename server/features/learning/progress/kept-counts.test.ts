import { expect, test } from 'vitest'
import { lockEnrollment } from '../../../../db/queries/learning/enrollments/enrollments.ts'
import { recountLessons } from '../../../../db/queries/learning/enrollments/lesson-counts.ts'
import { forAllTests, startApi } from '../../../test/api.ts'
import { clientForAllTests, makeTestDatabase } from '../../../test/database.ts'
import { courseContent, type GivenCourse, type GivenUser } from '../../../test/given.ts'
import { lessonOf } from '../../../test/learning.ts'
import { untilLocksAreAwaited } from '../../../test/until.ts'
import { publishCourse } from '../../authoring/import/publish-course.ts'
import { checkData } from '../../maintenance/invariants/check-data.ts'
import { endLearnerEnrollment } from '../enrollments/end-learner-enrollment.ts'

const databaseUrl = await makeTestDatabase()
const [api, other] = await Promise.all([
  forAllTests(startApi({ databaseUrl })),
  forAllTests(startApi({ databaseUrl })),
])
/** Stands for a server of the release before the counts were kept. */
const oldRelease = await clientForAllTests(databaseUrl)

type Learning = { learner: GivenUser; course: GivenCourse }

async function givenEnrolled(lessonCount: number): Promise<Learning> {
  const [learner, course] = [
    await api.given.learner(),
    await api.given.course({ lessons: Array.from({ length: lessonCount }, () => 'required') }),
  ]
  await api.given.enrollment(learner, course)
  return { learner, course }
}

/** Enrolls as that release did. */
async function givenUncounted(lessonCount: number): Promise<Learning> {
  const learning = await givenEnrolled(lessonCount)
  await oldRelease.query(
    `update enrollments set remaining_lessons = null, required_lessons = null
     where user_id = $1`,
    [learning.learner.id],
  )
  return learning
}

const keyOf = ({ learner, course }: Learning) => ({ userId: learner.id, courseId: course.id })

async function keptBits(learning: Learning): Promise<string | null> {
  const { rows } = await oldRelease.query(
    'select remaining_lessons::text as bits from enrollments where user_id = $1 and course_id = $2',
    [learning.learner.id, learning.course.id],
  )
  return rows[0].bits
}

/** The statement of that release, which names no column of the counts. */
const oldMerge = `
  insert into lesson_progress
    (user_id, course_id, lesson_key, percent, position_seconds, completed_at, updated_at)
  values ($1, $2, $3, 100, 0, now(), now())
  on conflict (user_id, course_id, lesson_key) do update set
    percent = greatest(lesson_progress.percent, excluded.percent),
    completed_at = coalesce(lesson_progress.completed_at, excluded.completed_at),
    updated_at = greatest(lesson_progress.updated_at, excluded.updated_at)`

function completeByOldRelease({ learner, course }: Learning, index: number) {
  return oldRelease.query(oldMerge, [learner.id, course.id, lessonOf(course, index).key])
}

/** Begins a lesson by the old release: completing it then inserts no row, and so locks nothing. */
function beginByOldRelease({ learner, course }: Learning, index: number) {
  return oldRelease.query(
    `insert into lesson_progress
       (user_id, course_id, lesson_key, percent, position_seconds, updated_at)
     values ($1, $2, $3, 50, 0, now())`,
    [learner.id, course.id, lessonOf(course, index).key],
  )
}

function report({ learner, course }: Learning, index: number, body: object, by = api) {
  return by.as(learner).progress.update.mutate({ lessonId: lessonOf(course, index).id, ...body })
}

async function miscounted(): Promise<unknown[]> {
  const checked = await checkData(api.deps)
  const found = checked.find(({ invariant }) => invariant === 'remaining-lessons-are-counted')
  expect(found?.state).not.toBe('unchecked')
  return found?.listed ?? []
}

async function nothingIsMiscounted(): Promise<void> {
  expect(await miscounted()).toEqual([])
}

test('twenty lessons completed at once in two servers, each of them twice, count once each', async () => {
  const learning = await givenEnrolled(21)
  const indexes = Array.from({ length: 20 }, (_, index) => index)

  await Promise.all(
    indexes.flatMap((index) => [
      report(learning, index, { completed: true }),
      report(learning, index, { completed: true }, other),
    ]),
  )

  const { course, next } = await report(learning, 3, { percent: 10 })
  expect(course).toMatchObject({ completedLessons: 20, requiredLessons: 21, percent: 95 })
  expect(next?.lessonId).toBe(lessonOf(learning.course, 20).id)
  await nothingIsMiscounted()
})

test('an enrollment is counted as soon as it is made, and its count outlives an end', async () => {
  const learning = await givenEnrolled(3)
  const { learner, course } = learning
  expect(await keptBits(learning)).toBe('111')
  await report(learning, 1, { completed: true })
  await endLearnerEnrollment(api.deps, { email: learner.email, idOrSlug: course.slug })
  await publishCourse(
    api.deps,
    courseContent({ slug: course.slug, lessons: ['required', 'required', 'optional', 'required'] }),
  )

  await api.given.enrollment(learner, course)

  expect(await keptBits(learning)).toBe('101')
  await nothingIsMiscounted()
})

test('an enrollment of the release before is counted by its first report, with what was completed before', async () => {
  const learning = await givenUncounted(4)
  await completeByOldRelease(learning, 2)
  expect(await keptBits(learning)).toBeNull()
  expect(
    await api.as(learning.learner).progress.get.query({ courseId: learning.course.id }),
  ).toMatchObject({
    completedLessons: 1,
    percent: 25,
  })
  const seen = await api
    .as(learning.learner)
    .progress.get.query({ courseId: learning.course.id, missing: true })
  expect(seen.items.map(({ title }) => title)).toEqual(['Lesson 1', 'Lesson 2', 'Lesson 4'])

  const { course } = await report(learning, 0, { percent: 50 })

  expect([course.completedLessons, await keptBits(learning)]).toEqual([1, '1101'])
})

test('what a server of the release before completes is counted, in whatever order the two write', async () => {
  const learning = await givenEnrolled(4)
  await report(learning, 0, { percent: 50 })

  await completeByOldRelease(learning, 1)
  await report(learning, 2, { completed: true })
  await completeByOldRelease(learning, 2)

  const { course, next } = await report(learning, 2, { percent: 1 })
  expect([course.completedLessons, next?.title]).toEqual([2, 'Lesson 4'])
  await nothingIsMiscounted()
})

test('a first count waits for a completion that is under way, and sees it', async () => {
  const learning = await givenUncounted(3)
  await beginByOldRelease(learning, 1)
  await oldRelease.query('begin')
  await completeByOldRelease(learning, 1)
  const counting = report(learning, 0, { percent: 5 })
  await untilLocksAreAwaited(api)
  await oldRelease.query('commit')

  expect((await counting).course.completedLessons).toBe(1)
  expect(await keptBits(learning)).toBe('101')
})

test('a completion waits for a first count that is under way, and is taken off it', async () => {
  const learning = await givenUncounted(3)
  await beginByOldRelease(learning, 1)
  const counted = Promise.withResolvers<void>()
  const release = Promise.withResolvers<void>()
  const counting = api.deps.withTransaction(async (db) => {
    await lockEnrollment(db, keyOf(learning))
    await recountLessons(db, keyOf(learning))
    counted.resolve()
    await release.promise
  })
  await counted.promise
  const completing = completeByOldRelease(learning, 1)
  await untilLocksAreAwaited(api)
  release.resolve()
  await Promise.all([counting, completing])

  expect(await keptBits(learning)).toBe('101')
})

test('a completion does not wait for the first report of a different lesson', async () => {
  const learning = await givenEnrolled(2)
  await oldRelease.query('begin')
  await beginByOldRelease(learning, 0)

  const { course } = await report(learning, 1, { completed: true })
  await oldRelease.query('commit')

  expect(course.completedLessons).toBe(1)
})

test('a learner whom anybody moves to another version is counted anew, by its lessons', async () => {
  const learning = await givenEnrolled(3)
  await report(learning, 1, { completed: true })
  const content = courseContent({
    slug: learning.course.slug,
    lessons: ['required', 'required', 'optional', 'required', 'required'],
  })
  await publishCourse(api.deps, content)

  await oldRelease.query(
    `update enrollments set version_id = v.id from course_versions v
     where v.course_id = enrollments.course_id and v.number = 2 and user_id = $1`,
    [learning.learner.id],
  )
  expect(await keptBits(learning)).toBeNull()

  const { course, next } = await report(learning, 0, { percent: 5 })
  expect(course).toMatchObject({ completedLessons: 1, requiredLessons: 4, percent: 25 })
  expect([next?.title, await keptBits(learning)]).toEqual(['Lesson 4', '10011'])
  await nothingIsMiscounted()
})

test('the nightly check sees every way in which bits can be wrong', async () => {
  const [learner, course] = [
    await api.given.learner(),
    await api.given.course({ lessons: ['required', 'optional', 'required', 'required'] }),
  ]
  await api.given.enrollment(learner, course)
  const learning = { learner, course }
  await report(learning, 0, { completed: true })
  const right = await keptBits(learning)
  expect(right).toBe('0011')

  for (const [bits, required] of [
    ['1011', 3],
    ['1001', 3],
    ['0111', 3],
    ['0010', 3],
    ['0110', 3],
    ['001', 3],
    ['00110', 3],
    ['', 3],
    ['0011', 4],
  ] as const) {
    await oldRelease.query(
      `update enrollments set remaining_lessons = $2, required_lessons = $3 where user_id = $1`,
      [learner.id, bits, required],
    )
    expect([bits, required, await miscounted()]).toEqual([bits, required, [keyOf(learning)]])
    await api.deps.withTransaction((db) => recountLessons(db, keyOf(learning)))
    expect(await keptBits(learning)).toBe(right)
  }
  await nothingIsMiscounted()
})

test('a cursor goes on in another version, also where that has no such lesson', async () => {
  const learning = await givenEnrolled(4)
  const { learner, course } = learning
  const first = { courseId: course.id, limit: 2 }
  const pageOf = (page: object) => api.as(learner).progress.get.query({ ...first, ...page })
  const { nextCursor: cursor } = await pageOf({})
  const content = courseContent({ slug: course.slug, lessons: Array(4).fill('required') })
  const [section] = content.sections
  const lessonsOf = (indexes: number[]) => indexes.flatMap((index) => section?.lessons[index] ?? [])

  for (const [version, indexes, expected] of [
    [2, [1, 0, 2, 3], ['Lesson 1', 'Lesson 3']],
    [3, [0, 2, 3], ['Lesson 3', 'Lesson 4']],
  ] as const) {
    await publishCourse(api.deps, {
      ...content,
      sections: [{ title: 'The only section', lessons: lessonsOf([...indexes]) }],
    })
    await oldRelease.query(
      `update enrollments set version_id = v.id from course_versions v
       where v.course_id = enrollments.course_id and v.number = $2 and user_id = $1`,
      [learner.id, version],
    )
    for (const missing of [false, true]) {
      const { items } = await pageOf({ cursor, missing })
      expect([version, missing, items.map(({ title }) => title)]).toEqual([
        version,
        missing,
        expected,
      ])
    }
  }
})

test('the next lesson is the next one still needed, from the beginning again after the last', async () => {
  const learning = await givenEnrolled(4)
  const nextAfter = async (index: number, body: object) =>
    (await report(learning, index, body)).next?.title

  expect(await nextAfter(0, { percent: 1 })).toBe('Lesson 2')
  expect(await nextAfter(1, { completed: true })).toBe('Lesson 3')
  expect(await nextAfter(0, { percent: 2 })).toBe('Lesson 3')
  expect(await nextAfter(3, { percent: 2 })).toBe('Lesson 1')
  expect(await nextAfter(0, { completed: true })).toBe('Lesson 3')
  expect(await nextAfter(2, { completed: true })).toBe('Lesson 4')
  expect(await nextAfter(3, { percent: 99 })).toBeUndefined()
  expect(await nextAfter(1, { percent: 3 })).toBe('Lesson 4')
})

test('of the two last lessons, reported while both must wait, one completes the course', async () => {
  const learning = await givenEnrolled(3)
  await report(learning, 0, { completed: true })
  await oldRelease.query('begin')
  await oldRelease.query('select from enrollments where user_id = $1 for no key update', [
    learning.learner.id,
  ])
  const reported = [
    report(learning, 1, { completed: true }),
    report(learning, 2, { completed: true }, other),
  ]
  await untilLocksAreAwaited(api, 2)
  await oldRelease.query('commit')

  const courses = (await Promise.all(reported)).map(({ course }) => course)
  expect(courses.map(({ percent }) => percent).sort()).toEqual([100, 66])
  expect(courses.map(({ completedAt }) => completedAt !== null).sort()).toEqual([false, true])
})

test('a lesson can be completed although the bits are those of a shorter course', async () => {
  const learning = await givenEnrolled(3)
  await oldRelease.query(`update enrollments set remaining_lessons = B'1' where user_id = $1`, [
    learning.learner.id,
  ])
  expect((await report(learning, 2, { completed: true })).lesson.percent).toBe(100)
})
