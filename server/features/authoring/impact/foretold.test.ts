import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { listCountedLessons } from '../../../../db/queries/authoring/impact.ts'
import { insertMove } from '../../../../db/queries/authoring/moves.ts'
import { findCourse } from '../../../../db/queries/courses/courses/courses.ts'
import { findEnrollment } from '../../../../db/queries/learning/enrollments/enrollments.ts'
import { newId } from '../../../../lib/ids.ts'
import { propertyRuns } from '../../../../lib/test/property-runs.ts'
import { forAllTests, startApi } from '../../../test/api.ts'
import { makeTestDatabase } from '../../../test/database.ts'
import type { GivenUser } from '../../../test/given.ts'
import { publishCourse } from '../import/publish-course.ts'
import { moveLearner, nothingIsWrong } from '../moves/test-support.ts'
import { moveImpact } from './move-impact.ts'
import { type Admin, apply, choice, contentOf, edits, newLesson, stateOf } from './test-support.ts'

const databaseUrl = await makeTestDatabase()
const [api, other] = await Promise.all([
  forAllTests(startApi({ databaseUrl })),
  forAllTests(startApi({ databaseUrl })),
])
const [admin, ...learners] = await Promise.all([
  api.given.admin(),
  ...Array.from({ length: 2 }, () => api.given.learner()),
])
const price = { amount: 2900, currency: 'USD' }

const who = fc.nat(learners.length - 1)
const ends = ['administrator', 'leave', 'refund', 'end date']
const opens = ['administrator', 'purchase', 'end date', 'return', 'cohort']
const step = fc.oneof(
  { weight: 4, arbitrary: fc.record({ do: fc.constant('report' as const), who, which: choice }) },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('publish' as const), edits }) },
  {
    weight: 2,
    arbitrary: fc.record({ do: fc.constant('end' as const), who, how: fc.constantFrom(...ends) }),
  },
  {
    weight: 3,
    arbitrary: fc.record({ do: fc.constant('open' as const), who, how: fc.constantFrom(...opens) }),
  },
  { weight: 2, arbitrary: fc.record({ do: fc.constant('take' as const), who }) },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('move' as const), to: choice }) },
)
const history = fc.record({
  lessons: fc.array(fc.boolean(), { minLength: 2, maxLength: 3 }),
  steps: fc.array(fc.record({ step, isTwice: fc.boolean() }), { minLength: 10, maxLength: 20 }),
})
type Step = typeof step extends fc.Arbitrary<infer Value> ? Value : never

interface Course {
  id: string
  slug: string
  admin: Admin
}

/** Returns what must stay, or become what was foretold; undefined before the first enrollment. */
async function seen({ id: courseId }: Course, learner: GivenUser) {
  const { db } = api.deps
  const enrollment = await findEnrollment(db, { userId: learner.id, courseId })
  if (enrollment === undefined) return undefined
  const { rows } = await db.execute<{ count: number }>(sql`
    select count(*)::int from certificates
    where user_id = ${learner.id} and course_id = ${courseId}`)
  const state = await stateOf(api, learner, courseId)
  return { ...state, versionId: enrollment.versionId, certificates: rows[0]?.count }
}

type Seen = Awaited<ReturnType<typeof seen>>
const all = (course: Course) => Promise.all(learners.map((learner) => seen(course, learner)))

async function carriedBy(courseId: string): Promise<Set<string>> {
  const course = await findCourse(api.deps.db, { id: courseId })
  const lessons = await listCountedLessons(api.deps.db, course?.versionId ?? '')
  return new Set(lessons.flatMap(({ key, formerKeys }) => [key, ...formerKeys]))
}

const over = ({ id: courseId }: Course, { id: userId }: GivenUser) =>
  api.deps.db.execute(sql`
    update enrollments set ends_at = now() - interval '1 hour'
    where user_id = ${userId} and course_id = ${courseId} and source = 'administrator'`)

async function end(course: Course, learner: GivenUser, how: string, by: typeof api) {
  const [courseId, userId] = [course.id, learner.id]
  if (how === 'leave') return by.as(learner).me.leaveCourse.mutate({ courseId })
  if (how === 'end date') return over(course, learner)
  if (how === 'administrator') return by.as(admin).learners.end.mutate({ userId, courseId })
  const { items } = await by.as(learner).transactions.list.query({})
  const paid = items.find(
    ({ status, lines }) =>
      status === 'fulfilled' && lines.some((line) => line.courseId === courseId),
  )
  return by.request(`POST /api/v1/transaction/${paid?.id}/refund`, {
    token: admin.token,
    body: { reason: 'Asked' },
  })
}

async function open(course: Course, learner: GivenUser, how: string, by: typeof api) {
  const { id: courseId, slug } = course
  if (how === 'return') return by.as(learner).me.returnToCourse.mutate({ courseId })
  if (how === 'purchase') {
    const bought = await by.as(learner).transactions.create.mutate({ courseIds: [courseId] })
    return by.request(`POST ${new URL(bought.checkoutUrl ?? '').pathname}/pay`)
  }
  const { enrollments, cohorts } = by.as(admin).admin
  if (how === 'administrator')
    return by.as(admin).learners.enroll.mutate({ user: learner.id, courseId })
  if (how === 'end date')
    return enrollments.setEnd.mutate({ userId: learner.id, courseId, endsAt: null })
  const { id: cohortId } = await cohorts.create.mutate({ name: randomUUID() })
  await cohorts.addCourse.mutate({ cohortId, course: slug })
  return cohorts.addMember.mutate({ cohortId, user: learner.id })
}

/** Tries it; a refusal is no fault, as what it leaves is compared as well. */
const attempt = (work: Promise<unknown>) => work.then(() => {}).catch(requireNamed)
function requireNamed(error: { data?: { error?: string }; name?: string; status?: number }) {
  if (error.data?.error === undefined && error.status === undefined) throw error
  expect(error.data?.error).not.toBe('InternalError')
}

/** Performs it by both processes at once, or by one. */
const perform = (isTwice: boolean, work: (by: typeof api) => Promise<unknown>) =>
  Promise.all((isTwice ? [api, other] : [api]).map((by) => attempt(work(by))))

/** Performs the step, and returns what each learner is to see then, from what was told before. */
async function foretell(course: Course, step: Step, isTwice: boolean): Promise<Seen[] | undefined> {
  const before = await all(course)
  const learner = 'who' in step ? learners[step.who] : undefined
  if (step.do === 'publish') {
    for (const edit of step.edits) apply(course.admin, edit)
    await attempt(publishCourse(api.deps, contentOf(course.slug, course.admin, price)))
    return before
  }
  if (step.do === 'move') return foretellMove(course, step.to, before)
  if (learner === undefined) throw new Error('There is no such learner.')
  const own = before[step.who]
  if (step.do === 'end') await perform(isTwice, (by) => end(course, learner, step.how, by))
  if (step.do === 'open') {
    await perform(isTwice, (by) => open(course, learner, step.how, by))
    // Foretells nothing of the first enrollment, in which nothing is done yet.
    return own === undefined ? undefined : before
  }
  if (step.do === 'report') {
    await perform(isTwice, async (by) => {
      const shown = await by.as(learner).courses.get.query({ idOrSlug: course.slug })
      const lessons = shown.sections.flatMap((section) => section.lessons)
      const { id: lessonId = '' } = lessons[step.which % lessons.length] ?? {}
      return by.as(learner).progress.update.mutate({ lessonId, completed: true })
    })
    const now = await seen(course, learner)
    expect(now?.versionId).toBe(own?.versionId)
    expect(now?.percent ?? 0).toBeGreaterThanOrEqual(own?.percent ?? 0)
    return before.with(step.who, now)
  }
  if (step.do === 'take') {
    const { me } = api.as(learner)
    const courseId = course.id
    const { items } = await me.courses.query({ limit: 100 })
    const effect = items.find((it) => it.courseId === courseId)?.newerVersion?.effect ?? undefined
    await attempt(
      me.takeNewerVersion.mutate({ courseId, dryRun: true }).then((told) => {
        expect(told.effect ?? undefined).toEqual(effect)
      }),
    )
    expect(await all(course)).toEqual(before)
    const opened = items.find((it) => it.courseId === courseId)?.status
    await perform(isTwice, (by) => by.as(learner).me.takeNewerVersion.mutate({ courseId }))
    const now = await seen(course, learner)
    if (own === undefined || now === undefined || !(opened === 'active' || opened === 'completed'))
      return before
    if (effect === undefined) {
      expect([now.percent, now.isCompleted]).toEqual([own.percent, own.isCompleted])
    } else {
      const carried = await carriedBy(courseId)
      expect(effect).toEqual({
        percent: now.percent,
        completes: now.isCompleted && !own.isCompleted,
        lessonsLost: own.completedKeys.filter((key) => !carried.has(key)).length,
      })
    }
    return before.with(step.who, now)
  }
  return before
}

async function foretellMove(course: Course, to: number, before: Seen[]): Promise<Seen[]> {
  const { version = 1 } = (await findCourse(api.deps.db, { id: course.id })) ?? {}
  const target = (to % version) + 1
  // Records that learners were moved back, which makes impacts look further.
  await insertMove(api.deps.db, {
    id: newId(),
    courseId: course.id,
    toVersion: target,
    policy: 'chosen',
    status: 'done',
    createdAt: api.deps.now(),
    finishedAt: api.deps.now(),
  })
  let after = before
  for (const [index, { id: userId }] of learners.entries()) {
    const asked = { courseId: course.id, to: target, policy: 'chosen', userIds: [userId] } as const
    const impact = await moveImpact(api.deps, asked)
    const moved = await moveLearner(api.deps, { userId, courseId: course.id, toVersion: target })
    const [own, now] = [before[index], await seen(course, learners[index] as GivenUser)]
    expect(impact.ifMoved.moved).toBe(moved === undefined ? 0 : 1)
    if (own === undefined || now === undefined || moved === undefined) continue
    const by = own.percent - now.percent
    expect(impact.ifMoved).toMatchObject({
      percentFalls: by > 0 ? [{ by, learners: 1 }] : [],
      completeAtOnce: now.isCompleted && !own.isCompleted ? 1 : 0,
    })
    after = after.with(index, now)
  }
  return after
}

test('what each learner was told before is what is there after, and nothing else changes what they have', async () => {
  await fc.assert(
    fc.asyncProperty(history, async ({ lessons, steps }) => {
      const slug = `foretold-${randomUUID()}`
      const author: Admin = { lessons: [], removed: [], keys: 0 }
      author.lessons = lessons.map((required) => newLesson(author, required))
      await publishCourse(api.deps, contentOf(slug, author, price))
      const { id = '' } = (await findCourse(api.deps.db, { slug })) ?? {}
      await api.deps.db.execute(sql`update courses set learners_may_move = true where id = ${id}`)
      for (const learner of learners.slice(1)) await api.given.enrollment(learner, { slug })

      for (const { step, isTwice } of steps) {
        const foretold = await foretell({ id, slug, admin: author }, step, isTwice)
        const after = await all({ id, slug, admin: author })
        if (foretold !== undefined) expect([step, after]).toEqual([step, foretold])
        for (const state of after)
          if (state !== undefined)
            expect([state.percent === 100, state.certificates]).toEqual([
              state.isCompleted,
              state.isCompleted ? 1 : 0,
            ])
      }
      await nothingIsWrong(api)
    }),
    { ...propertyRuns(2), endOnFailure: true },
  )
})
