import { sql } from 'drizzle-orm'
import { describe, expect, onTestFinished, test } from 'vitest'
import {
  advanceRegrade,
  findRegrade,
  insertRegrade,
} from '../../../../db/queries/assessment/grades/regrades.ts'
import { newId } from '../../../../lib/ids.ts'
import { forAllTests, startApi } from '../../../test/api.ts'
import { clientForAllTests, testDatabaseUrl } from '../../../test/database.ts'
import type { GivenUser } from '../../../test/given.ts'
import { untilLocksAreAwaited } from '../../../test/until.ts'
import { publishCourse } from '../../authoring/import/publish-course.ts'
import { type GivenQuiz, givenQuiz, quizOf, withQuiz } from '../test-support.ts'
import { forgetOldResults, regradeForAWhile, resumeRegrades, runRegrade } from './run-regrade.ts'

const api = await forAllTests(startApi())
const admin = await api.given.admin()
/** A client that holds locks. */
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

/** Creates a course whose only question has the wrong answer marked as right. */
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
  // Grades what was open before by what is known now.
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

  await blocker.query('begin')
  onTestFinished(async () => void (await blocker.query('rollback')))
  await blocker.query('lock table gradings in share mode')
  const submitted = client.submit.mutate({ attemptId })
  await untilLocksAreAwaited(api)
  const regraded = regrade(courseId)
  await untilLocksAreAwaited(api, 2)
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
  // Pretends that another quiz asked it, too.
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

/** Counts how often the attempts of a course were graded. */
async function gradings(courseId: string, causes = ['submission', 'person', 'regrade']) {
  const { rows } = await api.deps.db.execute<{ count: number }>(sql`
    select count(*)::int as count from gradings g join attempts a on a.id = g.attempt_id
    where a.course_id = ${courseId} and g.cause in ${causes}`)
  return rows[0]?.count
}

/** Leaves a regrade that does not run, as after the end of its process. */
async function begun(courseId: string, more: object = {}): Promise<string> {
  const { rows } = await api.deps.db.execute<{ id: string }>(sql`
    select id from question_revisions where course_id = ${courseId} and number = 2`)
  const id = newId()
  await insertRegrade(api.deps.db, {
    ...{ id, courseId, questionKey: 'holds', toRevision: rows[0]?.id ?? '', policy: 'recompute' },
    ...{ dryRun: false, allowLower: false, reason: null, certificates: 'keep' },
    ...{ requestedBy: admin.id, createdAt: api.deps.now(), ...more },
  })
  return id
}

test('a regrade whose process ended goes on after the last learner, and does nobody twice', async () => {
  const course = await givenMistake()
  const { courseId } = course
  const learners = [course.learner, await another(course), await another(course)]
  for (const learner of learners) await answer(learner, course, 0)
  await mend(course)
  const sorted = learners.map(({ id }) => id).toSorted()
  const id = await begun(courseId)
  // Pretends that it was killed after the first learner.
  await advanceRegrade(api.deps.db, {
    ...{ id, after: sorted[0] ?? null, checked: 1, now: api.deps.now() },
  })
  const { deps } = api
  await Promise.all([resumeRegrades(deps), runRegrade(deps, { regradeId: id })])
  await expect.poll(async () => (await findRegrade(deps.db, id))?.status).toBe('done')
  expect((await peopleOf(courseId, id)).map(({ learner }) => learner.id)).toEqual(sorted.slice(1))
  expect(await gradings(courseId, ['regrade'])).toBe(2)
  const shown = await api.as(admin).grades.getRegrade.query({ courseId, regradeId: id })
  expect(shown).toMatchObject({ status: 'done', checkedAttempts: 3, effect: { gainsPass: 2 } })

  // Runs a job that comes late, and finds it done.
  await runRegrade(deps, { regradeId: id })
  expect(await gradings(courseId, ['regrade'])).toBe(2)
})

test('while a question is graded again it cannot be graded otherwise, but tried it can be', async () => {
  const course = await givenMistake()
  const { courseId, learner } = course
  await answer(learner, course, 0)
  await mend(course)
  const id = await begun(courseId)
  const refused = regrade(courseId, { policy: 'drop' })
  await expect(refused).rejects.toMatchObject({ data: { error: 'RegradeRunning' } })
  // Checks that a dry run of another one is allowed.
  const dry = await regrade(courseId, { dryRun: true, policy: 'drop' })
  expect(dry.effect.gainsPass).toBe(1)
  expect(await regradeForAWhile(api.deps, id)).toBe(true)
  expect((await regrade(courseId, { policy: 'full-points' })).status).toBe('done')
})

describe('what cannot be graded again is refused, and nothing is begun', () => {
  const holds = asks('Slip knot')
  const essay = { key: 'why', type: 'essay', title: 'Why?' }
  const course = givenQuiz(api, { questions: [...holds, essay] })
  test.each<[given: object, error: string, path?: string]>([
    [{ key: 'unknown' }, 'QuestionNotFound'],
    [{ toRevision: 2 }, 'InvalidFields', 'toRevision'],
    [{ toRevision: 0 }, 'InvalidFields', 'toRevision'],
    [{ key: 'why' }, 'InvalidFields', 'policy'],
    [{ key: 'why', policy: 'accept-both' }, 'InvalidFields', 'policy'],
    [{ policy: 'best' }, 'InvalidFields', 'policy'],
    [{ allowLower: true, reason: null }, 'InvalidFields', 'reason'],
  ])('%j', async (given, error, path) => {
    const { courseId } = await course
    const { key, ...more } = { key: 'holds', toRevision: 1, policy: 'recompute', ...given }
    const route = `POST /api/v1/authoring/courses/${courseId}/questions/${key}/regrade`
    const { body } = await api.request(route, { token: admin.token, body: more })
    expect([body.error, body.issues?.[0]?.path]).toEqual([error, path])
    const { rows } = await api.deps.db.execute(
      sql`select count(*)::int as count from regrades where course_id = ${courseId}`,
    )
    expect(rows).toEqual([{ count: 0 }])
  })
})

test('a dry run leaves no grading, no event, no mail and nothing on the learner’s page', async () => {
  const course = await givenMistake()
  const { courseId, learner } = course
  await answer(learner, course, 0)
  await mend(course)
  const state = async () => {
    const { rows } = await api.deps.db.execute(sql`
      select (select count(*)::int from events where data ->> 'courseId' = ${courseId}) as events,
        (select count(*)::int from mails where user_id = ${learner.id}) as mails`)
    const own = await api.as(learner).grades.own.query({ courseId })
    const progress = await api.as(learner).progress.get.query({ courseId })
    return { ...rows[0], own, progress, gradings: await gradings(courseId) }
  }
  const before = await state()
  expect((await regrade(courseId, { dryRun: true })).effect.certificatesIssued).toBe(1)
  expect(await state()).toEqual(before)
  expect(await certificates(learner)).toEqual([])
})

test('who was not asked the question keeps their points, and so do other questions', async () => {
  const same = { type: 'text', accepted: ['yes'] }
  const pool = [...asks('Slip knot'), { key: 'other', title: 'Other?', ...same }]
  const always = { key: 'always', title: 'Always?', ...same }
  const pools = (questions: object[]) => [{ take: 1, questions }, { questions: [always] }]
  const course = await givenQuiz(api, { pools: pools(pool), shuffles: false })
  const asked: string[] = []
  // Asks both in two attempts, one after the other.
  for (let time = 0; time < 2; time++) {
    const { questions } = await course.attempt({ 'Always?': { type: 'text', text: 'yes' } })
    asked.push(questions[0]?.title ?? '')
  }
  expect(asked.toSorted()).toEqual(['Other?', 'Which knot holds?'])
  const mended = pools([...asks('Bowline'), ...pool.slice(1)])
  await publishCourse(
    api.deps,
    withQuiz(course.content, quizOf({ pools: mended, shuffles: false })),
  )
  const real = await regrade(course.courseId, { policy: 'full-points', toRevision: 1 })
  expect(real).toMatchObject({ checkedAttempts: 1, effect: { learners: 1, scoreRises: 1 } })
  const { lessonId } = course
  const { items } = await api.as(course.learner).attempts.list.query({ lessonId })
  const points = items.toReversed().map(({ result }) => result?.points)
  expect(points).toEqual(asked.map((title) => (title === 'Other?' ? 1 : 2)))
})

describe('a regrade holds for who submits later an attempt that asked the same', () => {
  test.each([
    ['recompute', 2, 0, [0, 1]],
    ['recompute', 2, 1, [1, 1]],
    ['accept-both', 2, 0, [1, 1]],
    ['full-points', 1, 0, [1, 1]],
    ['drop', 1, 0, [0, 0]],
  ] as const)('%s to %d, of who chose %d', async (policy, toRevision, choice, [points, max]) => {
    // Begins with the first as the right answer, which since is the second.
    const course = await givenMistake({ questions: asks('Bowline') })
    const client = api.as(course.learner).attempts
    const { id: attemptId } = await client.start.mutate({ lessonId: course.lessonId })
    await mend(course, asks('Slip knot'))
    await regrade(course.courseId, { policy, toRevision })
    const answers = [{ position: 0, answer: { type: 'single' as const, choice } }]
    await client.save.mutate({ attemptId, answers })
    const { result } = await client.submit.mutate({ attemptId })
    expect([result?.points, result?.maxPoints]).toEqual([points, max])
  })

  test('and for nobody who was asked the mended one', async () => {
    const course = await givenMistake()
    await mend(course)
    await regrade(course.courseId, { policy: 'full-points', toRevision: 1 })
    const late = await another(course)
    expect((await answer(late, course, 1)).result).toMatchObject({ points: 0, maxPoints: 1 })
  })
})

test('what a person gave stays when another answer is graded again, and the other way round', async () => {
  const essay = { key: 'why', type: 'essay', title: 'Why?', points: 4 }
  const course = await givenMistake({ questions: [...asks('Slip knot'), essay] })
  const { courseId, lessonId, learner } = course
  const client = api.as(learner).attempts
  const { id: attemptId } = await client.start.mutate({ lessonId })
  await client.save.mutate({
    attemptId,
    answers: [
      { position: 0, answer: { type: 'single', choice: 0 } },
      { position: 1, answer: { type: 'essay', text: 'Because.' } },
    ],
  })
  expect((await client.submit.mutate({ attemptId })).status).toBe('waiting')
  const grade = (points: number, replaces = 0) =>
    api.as(admin).submissions.grade.mutate({
      ...{ courseId, submissionId: attemptId, answers: [{ position: 1, points }] },
      replaces,
    })
  const points = async () => (await client.get.query({ attemptId })).result?.points
  await grade(3)
  expect(await points()).toBe(3)
  await mend(course, [...asks('Bowline'), essay] as never)
  await regrade(courseId)
  expect(await points()).toBe(4)
  await expect(grade(1)).rejects.toMatchObject({
    data: { error: 'SubmissionGraded', facts: { gradings: 2, gradedBy: null } },
  })
  await grade(1, 2)
  expect(await points()).toBe(2)
  expect(await gradings(courseId)).toBe(3)
})

test('whom a regrade changed something for is forgotten after 30 days; what it gave stays', async () => {
  const course = await givenMistake()
  const { courseId, learner } = course
  await answer(learner, course, 0)
  await mend(course)
  const { id } = await regrade(courseId)
  const forgetIn = (days: number) =>
    forgetOldResults({
      db: api.deps.db,
      now: () => new Date(api.deps.now().getTime() + days * 86_400_000),
    })
  await forgetIn(29)
  expect(await peopleOf(courseId, id)).toHaveLength(1)
  await forgetIn(31)
  expect(await peopleOf(courseId, id)).toEqual([])
  expect((await api.as(learner).grades.own.query({ courseId })).grade).toBe(100)
  expect(await certificates(learner)).toEqual(['issued'])
})

test('a regrade of another course is not there, whoever asks', async () => {
  const [course, other] = [await givenMistake(), await givenMistake()]
  await mend(course)
  const { id: regradeId } = await regrade(course.courseId)
  const there = { courseId: other.courseId, regradeId }
  const { grades } = api.as(admin)
  for (const read of [() => grades.getRegrade.query(there), () => grades.regraded.query(there)])
    await expect(read()).rejects.toMatchObject({ data: { error: 'RegradeNotFound' } })
})
