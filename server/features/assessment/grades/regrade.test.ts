import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { forAllTests, startApi } from '../../../test/api.ts'
import { clientForAllTests, testDatabaseUrl } from '../../../test/database.ts'
import type { GivenUser } from '../../../test/given.ts'
import { publishCourse } from '../../authoring/import/publish-course.ts'
import { type GivenQuiz, givenQuiz, quizOf, withQuiz } from '../test-support.ts'

const api = await forAllTests(startApi())
const admin = await api.given.admin()
/** Holds locks. */
const blocker = await clientForAllTests(await testDatabaseUrl())

const option = (text: string, right = false) => ({ text, right })
const asks = (right: 'Bowline' | 'Slip knot', more: object = {}) => [
  {
    key: 'holds',
    type: 'single',
    title: 'Which knot holds?',
    options: [option('Bowline', right === 'Bowline'), option('Slip knot', right === 'Slip knot')],
    ...more,
  },
]

/** A course whose only question has the wrong answer marked as right. */
async function givenMistake(options = {}): Promise<GivenQuiz> {
  return givenQuiz(api, { questions: asks('Slip knot'), shuffles: false, attempts: 1, ...options })
}

async function another(course: GivenQuiz): Promise<GivenUser> {
  const learner = await api.given.learner()
  await api.given.enrollment(learner, course.content)
  return learner
}

async function answer(learner: GivenUser, { lessonId }: GivenQuiz, choice: number) {
  const client = api.as(learner).attempts
  const { id: attemptId } = await client.start.mutate({ lessonId })
  const answers = [{ position: 0, answer: { type: 'single' as const, choice } }]
  await client.save.mutate({ attemptId, answers })
  return client.submit.mutate({ attemptId })
}

async function mend({ content }: GivenQuiz, questions = asks('Bowline')): Promise<void> {
  await publishCourse(
    api.deps,
    withQuiz(content, quizOf({ questions, shuffles: false, attempts: 1 })),
  )
}

const certificates = async (learner: GivenUser) =>
  (await api.as(learner).certificates.list.query({ userId: learner.id })).items.map(
    ({ status }) => status,
  )

function regrade(courseId: string, more: object = {}) {
  const input = { courseId, key: 'holds', toRevision: 2, policy: 'recompute' as const, ...more }
  return api.as(admin).grades.regrade.mutate(input)
}

const peopleOf = async (courseId: string, regradeId: string) =>
  (await api.as(admin).grades.regraded.query({ courseId, regradeId })).items

test('a mended question gives passes and certificates, takes none, and said so before', async () => {
  const course = await givenMistake()
  const { courseId, learner: unlucky } = course
  const lucky = await another(course)
  expect((await answer(unlucky, course, 0)).result?.passed).toBe(false)
  expect((await answer(lucky, course, 1)).result?.passed).toBe(true)
  const open = await another(course)
  await api.as(open).attempts.start.mutate({ lessonId: course.lessonId })
  await mend(course)

  const dry = await regrade(courseId, { dryRun: true })
  expect(dry).toMatchObject({
    status: 'done',
    checkedAttempts: 2,
    effect: { learners: 2, gainsPass: 1, losesPass: 0, kept: 1, certificatesIssued: 1 },
  })
  expect([await certificates(unlucky), await certificates(lucky)]).toEqual([[], ['issued']])

  const real = await regrade(courseId)
  expect(real.effect).toEqual(dry.effect)
  expect(await peopleOf(courseId, real.id)).toEqual(await peopleOf(courseId, dry.id))
  expect([await certificates(unlucky), await certificates(lucky)]).toEqual([['issued'], ['issued']])

  const again = await regrade(courseId)
  expect(again.effect).toMatchObject({ gainsPass: 0, scoreRises: 0, kept: 1 })
  // What was open before is graded by what is known now.
  expect((await answer(open, course, 0)).result?.passed).toBe(true)
})

test('a pass is taken only if that is asked for with a reason, and the certificate as it says', async () => {
  for (const [keeps, status] of [
    ['keep', 'issued'],
    ['revoke', 'revoked'],
  ] as const) {
    const course = await givenMistake()
    await answer(course.learner, course, 1)
    await mend(course)
    const { courseId } = course
    await expect(regrade(courseId, { allowLower: true })).rejects.toMatchObject({
      data: { issues: [{ path: 'reason' }] },
    })
    const lower = { allowLower: true, reason: 'A mix-up', certificates: keeps }
    const { effect } = await regrade(courseId, lower)
    expect(effect).toMatchObject({ losesPass: 1, kept: 0, scoreFalls: 1 })
    expect(await certificates(course.learner)).toEqual([status])
    const progress = await api.as(course.learner).progress.get.query({ courseId })
    expect(progress.percent).toBe(100)
  }
})

describe('each policy', () => {
  test.each([
    ['accept-both', 2, [100, 100]],
    ['full-points', 1, [100, 100]],
    ['drop', 1, [100, 100]],
    ['recompute', 2, [100, 100]],
  ] as const)('%s', async (policy, toRevision, percents) => {
    const course = await givenMistake()
    const other = await another(course)
    await answer(course.learner, course, 0)
    await answer(other, course, 1)
    await mend(course)
    await regrade(course.courseId, { policy, toRevision })
    const { items } = await api.as(admin).grades.gradebook.query({ courseId: course.courseId })
    expect(items.map(({ results }) => results[0]?.percent)).toEqual(percents)
  })
})

test('options that moved or were respelled are the same; others cannot be compared', async () => {
  const course = await givenMistake()
  await answer(course.learner, course, 0)
  await mend(course, [
    { ...asks('Bowline')[0], options: [option('Slip-knot'), option('Bowline', true)] } as never,
  ])
  expect((await regrade(course.courseId)).effect.gainsPass).toBe(1)
  await mend(course, [
    {
      ...asks('Bowline')[0],
      options: [option('Slip-knot'), option('Bowline', true), option('Hitch')],
    } as never,
  ])
  await expect(regrade(course.courseId, { toRevision: 3 })).rejects.toMatchObject({
    data: { error: 'InvalidFields', issues: [{ path: 'toRevision' }] },
  })
})

test('nobody regrades their own attempts but an administrator', async () => {
  const course = await givenMistake()
  const { courseId, learner: author } = course
  await answer(author, course, 0)
  await mend(course)
  const role = 'author'
  await api.as(admin).members.add.mutate({ courseId, email: author.email, role })
  const input = { courseId, key: 'holds', toRevision: 2, policy: 'recompute' as const }
  const own = await api.as(author).grades.regrade.mutate(input)
  expect([own.status, await peopleOf(courseId, own.id)]).toEqual(['done', []])
  const { id } = await regrade(courseId)
  expect(await peopleOf(courseId, id)).toMatchObject([{ passedAfter: true }])
})

test('sixteen regrades at once grade once', async () => {
  const course = await givenMistake()
  await answer(course.learner, course, 0)
  await mend(course)
  const all = await Promise.allSettled(Array.from({ length: 16 }, () => regrade(course.courseId)))
  const gained = all.flatMap((one) => (one.status === 'fulfilled' ? one.value.effect.gainsPass : 0))
  expect(gained.reduce((sum, one) => sum + one, 0)).toBe(1)
  expect(await certificates(course.learner)).toEqual(['issued'])
})

test('two attempts that pass by a regrade are one lesson passed', async () => {
  const course = await givenMistake({ attempts: 2 })
  const { courseId, learner } = course
  await answer(learner, course, 0)
  await answer(learner, course, 0)
  await mend(course)
  await regrade(courseId)
  const { rows } = await api.deps.db.execute(sql`
    select count(*)::int as count from events
    where type = 'lesson.passed' and data ->> 'courseId' = ${courseId}`)
  expect(rows).toEqual([{ count: 1 }])
})

test('a submission that overlaps a regrade is graded by it', async () => {
  const course = await givenMistake()
  const { courseId, lessonId, learner } = course
  const client = api.as(learner).attempts
  const { id: attemptId } = await client.start.mutate({ lessonId })
  const answers = [{ position: 0, answer: { type: 'single' as const, choice: 0 } }]
  await client.save.mutate({ attemptId, answers })
  await mend(course)

  const waiting = async (number: number) =>
    expect
      .poll(async () => {
        const { rows } = await blocker.query(
          `select count(*)::int as count from pg_stat_activity
           where datname = current_database() and wait_event_type = 'Lock'`,
        )
        return rows[0].count
      })
      .toBe(number)
  await blocker.query('begin')
  await blocker.query('lock table gradings in share mode')
  const submitted = client.submit.mutate({ attemptId })
  await waiting(1)
  const regraded = regrade(courseId)
  await waiting(2)
  await blocker.query('rollback')
  await Promise.all([submitted, regraded])
  expect((await client.get.query({ attemptId })).result?.passed).toBe(true)
})

test('a certificate that did not need the pass stays, and one that did is valid again with it', async () => {
  const course = await givenMistake({ attempts: 2 })
  const { courseId, learner } = course
  await answer(learner, course, 1)
  await mend(course)
  const lower = { allowLower: true, reason: 'A mix-up', certificates: 'revoke' }
  expect((await regrade(courseId, lower)).effect.certificatesRevoked).toBe(1)
  expect((await answer(learner, course, 0)).result?.passed).toBe(true)
  expect(await certificates(learner)).toEqual(['issued'])

  const optional = await givenMistake({ lessons: 1, isOptional: true })
  const client = api.as(optional.learner)
  await client.progress.update.mutate({ lessonId: optional.otherIds[0] ?? '', completed: true })
  expect(await certificates(optional.learner)).toEqual(['issued'])
  await answer(optional.learner, optional, 1)
  await mend(optional)
  const { effect } = await regrade(optional.courseId, lower)
  expect(effect).toMatchObject({ losesPass: 1, certificatesRevoked: 0 })
  expect(await certificates(optional.learner)).toEqual(['issued'])
})

test('what a regrade did comes in pages, a line for each learner and lesson', async () => {
  const course = await givenMistake()
  const { courseId, learner } = course
  await answer(learner, course, 0)
  await answer(await another(course), course, 0)
  await mend(course)
  const { id: regradeId } = await regrade(courseId)
  // As if another quiz asked it too.
  await api.deps.db.execute(sql`
    insert into regrade_results select (r).* from (
      select jsonb_populate_record(r, '{"lesson_key": "other"}') as r
      from regrade_results r where regrade_id = ${regradeId} and user_id = ${learner.id}) one`)
  const client = api.as(admin).grades
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const page = await client.regraded.query({ courseId, regradeId, limit: 1, cursor })
    seen.push(...page.items.map((line) => `${line.learner.id} ${line.lessonKey}`))
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
  expect(new Set(seen).size).toBe(3)
  const { effect } = await client.getRegrade.query({ courseId, regradeId })
  expect(effect).toMatchObject({ learners: 2, gainsPass: 2, completes: 2, certificatesIssued: 2 })
})
