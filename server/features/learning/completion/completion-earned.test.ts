import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { type LessonType, lessonTypes } from '../../../../content/lessons/lesson-type-names.ts'
import { forAllTests, startApi } from '../../../test/api.ts'
import { givenGraduate } from '../../../test/learning.ts'
import { givenQuiz } from '../../assessment/test-support.ts'
import { givenProgram } from '../programs/test-support.ts'

const api = await forAllTests(startApi())
const { db } = api.deps

/** Creates a learner of a course of two lessons, the first of which is set here. */
async function givenFirstLesson(set: string) {
  const learner = await api.given.learner()
  const course = await api.given.course({ lessons: ['required', 'required'] })
  await api.given.enrollment(learner, course)
  const guards = (how: string) => `alter table lesson_revisions ${how} trigger user`
  await db.execute(
    sql.raw(`${guards('disable')}; update lesson_revisions set ${set}
      where course_id = '${course.id}' and position = 0; ${guards('enable')}`),
  )
  return { learner, course }
}

/** Reports like a server of an earlier release, which takes a learner's word for every lesson. */
async function report(userId: string, courseId: string, key = 'lesson-1') {
  const { rows } = await db.execute<{ percent: number; done: boolean }>(sql`
    insert into lesson_progress as p
      (user_id, course_id, lesson_key, percent, position_seconds, completed_at, updated_at)
    values (${userId}, ${courseId}, ${key}, 100, 0, now(), now())
    on conflict (user_id, course_id, lesson_key) do update set
      percent = 100, completed_at = coalesce(p.completed_at, excluded.completed_at)
    returning percent, completed_at is not null as done`)
  return rows[0]
}

const reported: Record<(typeof lessonTypes)[LessonType]['completesBy'], boolean> = {
  report: true,
  watching: true,
  pass: false,
  course: false,
}

test.each(Object.entries(lessonTypes))(
  'whichever server takes it, a report completes a lesson of the type %s only if its type says so',
  async (type, { completesBy }) => {
    const { learner, course } = await givenFirstLesson(`type = '${type}'`)
    await db.execute(sql`
      insert into lesson_progress (user_id, course_id, lesson_key, percent, position_seconds,
        updated_at) values (${learner.id}, ${course.id}, 'lesson-1', 30, 0, now())`)

    const done = reported[completesBy]
    const answer = { percent: done ? 100 : 30, done }
    expect(await report(learner.id, course.id)).toEqual(answer)
    expect(await report(learner.id, course.id)).toEqual(answer)
    const { rows } = await db.execute(sql`
      select bit_count(remaining_lessons)::int as left from enrollments
      where user_id = ${learner.id}`)
    expect(rows).toEqual([{ left: done ? 1 : 2 }])
  },
)

test('what was passed, marked by staff, or completed as a course of a program is completed by it', async () => {
  const quiz = await givenQuiz(api, { lessons: 1 })
  await quiz.attempt('wrong')
  expect((await report(quiz.learner.id, quiz.courseId))?.done).toBe(false)
  await quiz.attempt('right')
  expect((await report(quiz.learner.id, quiz.courseId))?.done).toBe(true)

  const marked = await givenQuiz(api, { lessons: 1 })
  const { learners } = api.as(await api.given.admin())
  const lesson = { userId: marked.learner.id, courseId: marked.courseId, key: 'lesson-1' }
  const mark = { ...lesson, done: true, reason: 'Shown in class' }
  expect(await learners.markLesson.mutate(mark)).toMatchObject({ percent: 50 })

  const { learner, course } = await givenGraduate(api)
  const program = await givenProgram(api, { courses: [course, await api.given.course()] })
  await api.given.enrollment(learner, program)
  const progress = await api.as(learner).progress.get.query({ courseId: program.id })
  expect(progress.percent).toBe(50)
})

test('a video that must be watched is completed by having watched it', async () => {
  const details = '{"video": {"seconds": 100}}'
  const { learner, course } = await givenFirstLesson(`type = 'video', details = '${details}'`)
  await db.execute(sql`update courses set honesty = 'watched' where id = ${course.id}`)
  const watch = (end: number) =>
    db.execute(sql`update lesson_progress set watched = int4multirange(int4range(0, ${end}))
      where user_id = ${learner.id}`)
  expect((await report(learner.id, course.id))?.done).toBe(false)
  await watch(89)
  expect((await report(learner.id, course.id))?.done).toBe(false)
  await watch(90)
  expect((await report(learner.id, course.id))?.done).toBe(true)
})
