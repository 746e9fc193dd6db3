import { Client } from 'pg'
import { expect, onTestFinished, test } from 'vitest'
import { forAllTests, startApi } from '../../../test/api.ts'
import { atOnce } from '../../../test/at-once.ts'
import { makeTestDatabase } from '../../../test/database.ts'
import { untilLocksAreAwaited } from '../../../test/until.ts'
import {
  enrollmentOf,
  givenLearnerOf,
  moveAndWait,
  nothingIsWrong,
  publish,
  report,
  seenBy,
} from './test-support.ts'

const databaseUrl = await makeTestDatabase()
const api = await forAllTests(startApi({ databaseUrl }))
const admin = await api.given.admin()

/** Creates learners of version 1 who did nothing, half, the lesson that goes, and everything. */
async function givenLearners() {
  const course = await publish(api, ['a', 'b', 'c', 'gone'])
  const learners = {
    fresh: await givenLearnerOf(api, course),
    begun: await givenLearnerOf(api, course, ['a', 'b']),
    loser: await givenLearnerOf(api, course, ['gone']),
    graduate: await givenLearnerOf(api, course, ['a', 'b', 'c', 'gone']),
  }
  await publish(api, ['a', 'b', 'c', 'new'], course)
  const seen = async () => {
    const entries = Object.entries(learners).map(async ([name, learner]) => {
      const { version, percent } = await seenBy(api, learner, course)
      return [name, `v${version} ${percent}%`] as const
    })
    return Object.fromEntries(await Promise.all(entries))
  }
  return { course, learners, seen }
}

const unmoved = { fresh: 'v1 0%', begun: 'v1 50%', loser: 'v1 25%', graduate: 'v1 100%' }
const moved = { fresh: 'v2 0%', begun: 'v2 50%', loser: 'v2 0%', graduate: 'v2 100%' }

test.each([
  ['all', moved, { moved: 4, skipped: 0 }],
  ['not-started', { ...unmoved, fresh: 'v2 0%' }, { moved: 1, skipped: 3 }],
  ['nothing-lost', { ...moved, loser: 'v1 25%' }, { moved: 3, skipped: 1 }],
] as const)('the policy %s moves those whom it says', async (policy, expected, counts) => {
  const { course, seen } = await givenLearners()

  const move = await moveAndWait(api, admin, { courseId: course.id, to: 2, policy })

  expect(await seen()).toEqual(expected)
  expect(move).toMatchObject({ ...counts, completed: 0, total: 4, status: 'done', percent: 100 })
  await nothingIsWrong(api)
})

test('the policy chosen moves those who are named, and nobody else', async () => {
  const { course, learners, seen } = await givenLearners()
  const userIds = [learners.begun.id, learners.loser.id, learners.begun.id]

  const chosen = { courseId: course.id, to: 2, policy: 'chosen', userIds } as const
  const move = await moveAndWait(api, admin, chosen)

  expect(await seen()).toEqual({ ...unmoved, begun: 'v2 50%', loser: 'v2 0%' })
  expect(move).toMatchObject({ moved: 2, skipped: 0, total: 2 })
  const { rows } = await api.deps.db.execute('select from move_learners')
  expect(rows).toEqual([])
})

test('a dry run says what the move then does, and moves nobody', async () => {
  const { course, seen } = await givenLearners()
  const options = { courseId: course.id, to: 2, policy: 'nothing-lost' } as const

  const dry = await api.request(`POST /api/v1/authoring/courses/${course.id}/moves`, {
    token: admin.token,
    body: { to: 2, policy: 'nothing-lost', dryRun: true },
  })
  expect([dry.status, dry.body.move, dry.headers.location]).toEqual([200, null, undefined])
  expect(dry.body.impact.learners).toMatchObject({ total: 4, completed: 1, notStarted: 1 })
  expect(await seen()).toEqual(unmoved)

  const move = await moveAndWait(api, admin, options)
  expect([move.moved, move.skipped]).toEqual([
    dry.body.impact.ifMoved.moved,
    dry.body.impact.ifMoved.left,
  ])
})

test('those who have left, and those who are there already, are not looked at', async () => {
  const { course, learners } = await givenLearners()
  const newcomer = await givenLearnerOf(api, course)
  await api.deps.db.execute(
    `update enrollments set status = 'ended' where user_id = '${learners.begun.id}'`,
  )

  const move = await moveAndWait(api, admin, { courseId: course.id, to: 2, policy: 'all' })

  expect(move).toMatchObject({ total: 3, moved: 3, skipped: 0 })
  expect((await enrollmentOf(api, learners.begun, course)).status).toBe('ended')
  expect((await seenBy(api, newcomer, course)).version).toBe(2)
})

test('a move back brings back what had counted before', async () => {
  const { course, learners, seen } = await givenLearners()
  await moveAndWait(api, admin, { courseId: course.id, to: 2, policy: 'all' })
  await report(api, { learner: learners.loser, course }, 'a')

  await moveAndWait(api, admin, { courseId: course.id, to: 1, policy: 'all' })

  expect(await seen()).toEqual({ ...unmoved, loser: 'v1 50%' })
  await nothingIsWrong(api)
})

test('a move is created once at a time, with its place, and listed newest first', async () => {
  const { course } = await givenLearners()
  await publish(api, ['a'], course)
  const path = `/api/v1/authoring/courses/${course.id}/moves`
  const body = { to: 2, policy: 'not-started' }
  // Holds the first, so that it is not done before the last is asked for.
  const holder = new Client({ connectionString: databaseUrl })
  await holder.connect()
  onTestFinished(() => holder.end())
  await holder.query('begin')
  await holder.query('select from enrollments where course_id = $1 for update', [course.id])

  const answers = await atOnce(8, () => api.request(`POST ${path}`, { token: admin.token, body }))
  await holder.query('commit')
  const created = answers.filter(({ status }) => status === 201)
  const others = answers.filter(({ status }) => status !== 201)
  expect(created).toHaveLength(1)
  expect(others.map(({ body }) => body.error)).toEqual(Array(7).fill('MoveInProgress'))
  const location = String(created[0]?.headers.location)
  expect(location).toBe(`${path}/${created[0]?.body.move.id}`)

  const show = () => api.request(`GET ${location}`, { token: admin.token })
  await expect.poll(async () => (await show()).body.status).toBe('done')
  await moveAndWait(api, admin, { courseId: course.id, to: 3, policy: 'all' })
  const { items } = await api.as(admin).moves.list.query({ courseId: course.id })
  expect(items.map(({ to, policy, moved }) => [to, policy, moved])).toEqual([
    [3, 'all', 4],
    [2, 'not-started', 1],
  ])
})

test('what is wrong with a move is said by name', async () => {
  const { course, learners } = await givenLearners()
  const stranger = await api.given.learner()
  const other = await publish(api, ['a'])
  const path = `/api/v1/authoring/courses/${course.id}/moves`
  const refused = async (body: object, token = admin.token) => {
    const answer = await api.request(`POST ${path}`, { token, body })
    return [answer.status, answer.body.error, answer.body.issues?.[0]?.path]
  }

  expect(await refused({ to: 3, policy: 'all' })).toEqual([404, 'VersionNotFound', undefined])
  expect(await refused({ to: 0, policy: 'all' })).toEqual([400, 'InvalidFields', 'to'])
  expect(await refused({ to: 2, policy: 'some' })).toEqual([400, 'InvalidFields', 'policy'])
  expect(await refused({ to: 2, policy: 'correction' })).toEqual([400, 'InvalidFields', 'policy'])
  expect(await refused({ to: 2, policy: 'chosen' })).toEqual([400, 'MissingFields', 'userIds'])
  const some = [learners.fresh.id, stranger.id]
  expect(await refused({ to: 2, policy: 'all', userIds: some })).toEqual([
    400,
    'InvalidFields',
    'userIds',
  ])
  expect(await refused({ to: 2, policy: 'chosen', userIds: some })).toEqual([
    400,
    'InvalidFields',
    'userIds.1',
  ])
  expect(await refused({ to: 2, policy: 'chosen', userIds: some, dryRun: true })).toEqual([
    400,
    'InvalidFields',
    'userIds.1',
  ])
  expect(await refused({ to: 2, policy: 'all' }, learners.fresh.token)).toEqual([
    404,
    'CourseNotFound',
    undefined,
  ])
  expect((await api.as(admin).moves.list.query({ courseId: course.id })).items).toEqual([])

  const { move } = await api
    .as(admin)
    .moves.create.mutate({ courseId: other.id, to: 1, policy: 'all' })
  const elsewhere = await api.request(`GET ${path}/${move?.id}`, { token: admin.token })
  expect([elsewhere.status, elsewhere.body.error]).toEqual([404, 'MoveNotFound'])
})

test('not-started leaves a learner who begins while the move waits for them', async () => {
  const database = new Client({ connectionString: databaseUrl })
  await database.connect()
  onTestFinished(() => database.end())
  const course = await publish(api, ['a', 'b'])
  const learner = await givenLearnerOf(api, course)
  await publish(api, ['a', 'c'], course)
  await database.query('begin')
  await database.query('select from enrollments where user_id = $1 for no key update', [learner.id])
  const move = moveAndWait(api, admin, { courseId: course.id, to: 2, policy: 'not-started' })
  await untilLocksAreAwaited(api)
  await database.query(
    `insert into lesson_progress (user_id, course_id, lesson_key, percent, position_seconds, updated_at)
     values ($1, $2, 'a', 10, 0, now())`,
    [learner.id, course.id],
  )
  await database.query('commit')

  expect(await move).toMatchObject({ moved: 0, skipped: 1 })
  expect((await seenBy(api, learner, course)).version).toBe(1)
})

test('an impact may be asked for again every two seconds while it is counted, and that leaves the moves of the hour untouched', async () => {
  await using strict = await startApi({ databaseUrl, config: { rateLimitScale: 1 } })
  const [owner, course] = [await strict.given.admin(), await strict.given.course()]
  const { token } = owner
  const ask = () =>
    strict.request(`GET /api/v1/authoring/courses/${course.id}/draft/impact`, { token })
  const move = (dryRun: boolean) =>
    strict.request(`POST /api/v1/authoring/courses/${course.id}/moves`, {
      token,
      body: { to: 1, policy: 'all', dryRun },
    })
  const statuses = async (count: number, call: () => Promise<{ status: number }>) => {
    const answers = await Promise.all(Array.from({ length: count }, call))
    return [...new Set(answers.map(({ status }) => status))].toSorted()
  }

  for (let minute = 0; minute < 5; minute++) {
    expect(await statuses(30, ask)).toEqual([200])
    expect(await statuses(30, () => move(true))).toEqual([200])
    expect(await statuses(1, ask)).toEqual([429])
    strict.advance(60_000)
  }
  expect((await move(false)).status).toBe(201)
})
