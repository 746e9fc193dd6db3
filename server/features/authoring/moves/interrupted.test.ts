import { expect, test } from 'vitest'
import { newId } from '../../../../lib/ids.ts'
import type { Mail } from '../../../adapters/mailer/types.ts'
import { forAllTests, startApi } from '../../../test/api.ts'
import { clientForAllTests, makeTestDatabase } from '../../../test/database.ts'
import type { GivenCourse, GivenUser } from '../../../test/given.ts'
import { untilLocksAreAwaited } from '../../../test/until.ts'
import { moveLearners, resumeMoves } from './move-learners.ts'
import { startMove } from './start-move.ts'
import {
  givenLearnerOf,
  moveAndWait,
  nothingIsWrong,
  publish,
  seenBy,
  waitForMove,
} from './test-support.ts'

const databaseUrl = await makeTestDatabase()
const mails: Mail[] = []
const logLines: string[] = []
const [api, other] = await Promise.all([
  forAllTests(startApi({ databaseUrl, mails, logLines })),
  forAllTests(startApi({ databaseUrl, mails })),
])
const database = await clientForAllTests(databaseUrl)
const admin = await api.given.admin()

async function givenLearners(
  count: number,
): Promise<{ course: GivenCourse; learners: GivenUser[] }> {
  const course = await publish(api, ['a', 'b'])
  const learners: GivenUser[] = []
  for (let index = 0; index < count; index++) learners.push(await givenLearnerOf(api, course))
  await publish(api, ['a', 'c'], course)
  return { course, learners }
}

/** Begins a move whose job only the test runs. */
async function startWithoutJob({ id: courseId }: GivenCourse) {
  const jobs = { ...api.deps.jobs, enqueue: async () => newId() }
  return startMove({ ...api.deps, jobs }, { courseId, to: 2, policy: 'all' })
}

const mailsAbout = ({ email }: GivenUser) =>
  mails.filter(({ to, text }) => to === email && text.includes('Version: 2')).length

test('two servers that work on one move at once move and mail each learner once', async () => {
  const { course, learners } = await givenLearners(24)
  const { id: moveId } = await startWithoutJob(course)
  // Comes back each time that it gives way, as after a crash.
  const work = async ({ deps }: typeof api) => {
    for (let round = 0; round < 12; round++) await moveLearners(deps, { moveId })
  }

  await Promise.all([work(api), work(other), work(api)])

  const move = await waitForMove(api, admin, { courseId: course.id, id: moveId })
  expect(move).toMatchObject({ total: 24, moved: 24, skipped: 0, percent: 100 })
  await expect.poll(() => learners.map(mailsAbout)).toEqual(learners.map(() => 1))
  // Expects ten a second at most: to find the next, the queue sorts all that are due.
  const { rows } = await database.query(
    `select count(distinct start_after)::int as instants,
       extract(epoch from max(start_after) - min(start_after))::float as seconds
     from pgboss.job where name = 'send-course-mail'
       and data->'notification'->>'kind' = 'course-moved'`,
  )
  expect(rows).toEqual([{ instants: 24, seconds: 2.3 }])
  const { items } = await api.as(admin).authoring.history.query({ courseId: course.id })
  expect(items.filter(({ event }) => event === 'move-finished')).toHaveLength(1)
  await nothingIsWrong(api)
})

test('a move whose job is lost is resumed by the hourly clean-up', async () => {
  const { course } = await givenLearners(2)
  const { id } = await startWithoutJob(course)

  await Promise.all([resumeMoves(api.deps), resumeMoves(other.deps)])

  const move = await waitForMove(api, admin, { courseId: course.id, id })
  expect(move).toMatchObject({ moved: 2, skipped: 0 })
})

test('an account that is erased during a move is left out, and its chosen place goes with it', async () => {
  const { course, learners } = await givenLearners(3)
  const [first, erased] = learners
  if (first === undefined || erased === undefined) throw new Error('There are three.')
  await database.query('begin')
  await database.query('select from enrollments where user_id = $1 for update', [first.id])
  const { move } = await api.as(admin).moves.create.mutate({
    courseId: course.id,
    to: 2,
    policy: 'chosen',
    userIds: learners.map(({ id }) => id),
  })
  await untilLocksAreAwaited(api)
  await api.as(erased).me.erase.mutate({ password: erased.password })
  await database.query('commit')

  const done = await waitForMove(api, admin, { courseId: course.id, id: move?.id ?? '' })
  expect(done).toMatchObject({ total: 3, moved: 2, skipped: 1 })
})

test('whoever enrolls during a move is on the current version, and is not moved', async () => {
  const { course, learners } = await givenLearners(2)
  await database.query('begin')
  await database.query('select from enrollments where user_id = any($1) for update', [
    learners.map(({ id }) => id),
  ])
  const { id } = await startMove(api.deps, { courseId: course.id, to: 2, policy: 'all' })
  await untilLocksAreAwaited(api)
  const newcomer = await givenLearnerOf(api, course)
  await database.query('commit')

  const move = await waitForMove(api, admin, { courseId: course.id, id })
  expect(move).toMatchObject({ total: 2, moved: 2, skipped: 0 })
  expect((await seenBy(api, newcomer, course)).version).toBe(2)
  expect(mailsAbout(newcomer)).toBe(0)
})

test('one learner who cannot be moved stays as they were, and holds up nobody', async () => {
  const course = await publish(api, ['a', 'b'])
  const finishes = await givenLearnerOf(api, course, ['a'])
  const others = [await givenLearnerOf(api, course), await givenLearnerOf(api, course)]
  await publish(api, ['a'], course)
  await database.query(
    `alter table certificates add constraint test_refusal check (course_id <> '${course.id}')
     not valid`,
  )

  const options = { courseId: course.id, to: 2, policy: 'all' } as const
  const move = await moveAndWait(api, admin, options)

  expect(move).toMatchObject({ total: 3, moved: 2, skipped: 1, completed: 0 })
  expect(await seenBy(api, finishes, course)).toEqual({
    version: 1,
    percent: 50,
    isCompleted: false,
  })
  for (const learner of others) expect((await seenBy(api, learner, course)).version).toBe(2)
  expect(logLines.some((line) => line.includes('stays on their version'))).toBe(true)

  await database.query('alter table certificates drop constraint test_refusal')
  expect(await moveAndWait(api, admin, options)).toMatchObject({ total: 1, moved: 1, completed: 1 })
  await nothingIsWrong(api)
})

test('whoever enrolls during a move to an older version is not moved there either', async () => {
  const { course, learners } = await givenLearners(2)
  await moveAndWait(api, admin, { courseId: course.id, to: 2, policy: 'all' })
  await database.query('begin')
  await database.query('select from enrollments where user_id = any($1) for update', [
    learners.map(({ id }) => id),
  ])
  const { id } = await startMove(api.deps, { courseId: course.id, to: 1, policy: 'all' })
  await untilLocksAreAwaited(api)
  const newcomer = await givenLearnerOf(api, course)
  // Lets a later job list learners anew.
  await resumeMoves(api.deps)
  await database.query('commit')

  expect(await waitForMove(api, admin, { courseId: course.id, id })).toMatchObject({ moved: 2 })
  expect((await seenBy(api, newcomer, course)).version).toBe(2)
})
