import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { forAllTests, startApi } from '../../../test/api.ts'
import { lessonOf } from '../../../test/learning.ts'
import { errorOf } from '../../../test/outcomes.ts'

const [first, second] = await Promise.all([
  forAllTests(startApi({ logLines: [] })),
  forAllTests(startApi()),
])

const day = 86_400_000

test('the two last lessons reported at once, on two instances, complete the course once with one certificate, in each of 25 rounds', async () => {
  const course = await first.given.course({ lessons: ['required', 'required'] })
  const completed: string[] = []

  for (let round = 0; round < 25; round++) {
    const learner = await first.given.learner()
    await first.given.enrollment(learner, course)
    const report = (api: typeof first, index: number) =>
      api
        .as(learner)
        .progress.update.mutate({ lessonId: lessonOf(course, index).id, completed: true })

    const answers = await Promise.all([
      report(first, 0),
      report(second, 1),
      report(second, 0),
      report(first, 1),
    ])

    const codes = new Set(answers.flatMap(({ certificate }) => certificate?.verificationCode ?? []))
    const dates = new Set(answers.flatMap(({ course }) => course.completedAt ?? []))
    expect([codes.size, dates.size]).toEqual([1, 1])
    const state = await second.as(learner).progress.get.query({ courseId: course.id })
    expect(state).toMatchObject({
      percent: 100,
      completedLessons: 2,
      requiredLessons: 2,
      completedAt: [...dates][0],
    })
    completed.push(learner.id)
  }

  const { rows } = await first.deps.db.execute(
    sql`select count(*)::int as certificates, count(distinct user_id)::int as learners from certificates where course_id = ${course.id}`,
  )
  expect(rows).toEqual([{ certificates: completed.length, learners: completed.length }])
})

test('the last activity is not before the completion', async () => {
  const learner = await first.given.learner()
  const course = await first.given.course({ lessons: ['required', 'required'] })
  await first.given.enrollment(learner, course)
  for (const index of [0, 1])
    await first
      .as(learner)
      .progress.update.mutate({ lessonId: lessonOf(course, index).id, completed: true })

  const [mine] = (await first.as(learner).me.courses.query({})).items

  expect(mine?.lastActivityAt).toBe(mine?.completedAt)
})

test('completion and certificate are one: without the certificate the last lesson is not completed either', async () => {
  const learner = await first.given.learner()
  const course = await first.given.course({ lessons: ['required'] })
  await first.given.enrollment(learner, course)
  const update = { lessonId: lessonOf(course, 0).id, completed: true }
  await first.deps.db.execute(
    sql.raw(
      `alter table certificates add constraint test_refusal check (course_id <> '${course.id}') not valid`,
    ),
  )
  try {
    expect(await errorOf(first.as(learner).progress.update.mutate(update))).toBe('InternalError')
  } finally {
    await first.deps.db.execute(sql`alter table certificates drop constraint test_refusal`)
  }
  expect(await first.as(learner).progress.get.query({ courseId: course.id })).toMatchObject({
    percent: 0,
    completedAt: null,
  })

  const { certificate, course: state } = await first.as(learner).progress.update.mutate(update)

  expect([certificate?.status, state.percent]).toEqual(['issued', 100])
})

test('the certificate shows the day of completion, even when requested days later', async () => {
  await using api = await startApi({ config: { tokenTtlMilliseconds: 30 * day } })
  const learner = await api.given.learner()
  const course = await api.given.course({ lessons: ['required'] })
  await api.given.enrollment(learner, course)
  const { course: state } = await api
    .as(learner)
    .progress.update.mutate({ lessonId: lessonOf(course, 0).id, completed: true })

  api.advance(3 * day)
  const certificate = await api.as(learner).certificates.issue.mutate({ courseId: course.id })

  const completedAt = state.completedAt ?? ''
  expect(certificate.completedOn).toBe(completedAt.slice(0, 10))
  expect(Date.parse(certificate.issuedAt) - Date.parse(completedAt)).toBeLessThan(10_000)
})
