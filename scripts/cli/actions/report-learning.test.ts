import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { givenService } from '../test/service.ts'

const { api, lyceum } = await givenService()

test('the command line reports on courses, on learners and on those who stopped', async () => {
  const course = await api.given.course({ lessons: ['required', 'required'] })
  const [ada, grace] = [
    await api.given.learner({ email: 'ada@report.test', name: 'Ada Lovelace' }),
    await api.given.learner({ email: 'grace@report.test', name: 'Grace Hopper' }),
  ]
  for (const learner of [ada, grace]) await api.given.enrollment(learner, course)
  for (const { id } of course.lessons)
    await api.as(grace).progress.update.mutate({ lessonId: id, completed: true })
  await api.as(ada).progress.update.mutate({ lessonId: course.lessons[0]?.id ?? '', percent: 10 })
  await api.database.db.execute(sql`
    update enrollments set last_activity_at = last_activity_at - interval '30 days'
    where course_id = ${course.id}`)

  const all = await lyceum.run(['report', 'learning', '--json'])
  expect(all.code).toBe(0)
  expect(all.json.items).toContainEqual(
    expect.objectContaining({ courseId: course.id, enrolled: 2, started: 2, completed: 1 }),
  )
  const one = await lyceum.run(['report', 'learning', '--course', course.slug])
  expect(one.stdout).toMatch(/grace@report\.test +Grace Hopper +completed +100 +2\/2/)
  expect(one.stdout).toMatch(/ada@report\.test +Ada Lovelace +active +0 +0\/2/)
  const csv = await lyceum.run(['report', 'learning', '--course', course.slug, '--csv'])
  expect(csv.stdout.split('\r\n')).toHaveLength(4)

  const stuck = await lyceum.run(['report', 'stuck', '--course', course.slug, '--json'])
  expect(stuck.json.items).toMatchObject([{ name: 'Ada Lovelace', status: 'active' }])
  const later = await lyceum.run(['report', 'stuck', '--course', course.slug, '--days', '31'])
  expect(later.stdout).toBe('Nobody is stuck in this course.\n')
})
