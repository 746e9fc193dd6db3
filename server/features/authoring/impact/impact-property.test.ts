import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { findNewestImpact, listCountedLessons } from '../../../../db/queries/authoring/impact.ts'
import { findCourse } from '../../../../db/queries/courses/courses/courses.ts'
import { listLessons } from '../../../../db/queries/courses/lessons.ts'
import { enrollments } from '../../../../db/schema/learning/enrollments.ts'
import { newId } from '../../../../lib/ids.ts'
import { propertyRuns } from '../../../../lib/test/property-runs.ts'
import { forAllTests, startApi } from '../../../test/api.ts'
import type { GivenUser } from '../../../test/given.ts'
import { enrollLearner } from '../../learning/enrollments/enroll-learner.ts'
import { replaceDraft } from '../drafts/replace-draft.ts'
import { publishCourse } from '../import/publish-course.ts'
import { moveLearner } from '../moves/test-support.ts'
import { publishDraft } from '../versions/publish-draft.ts'
import { countImpactJob } from './count-impact.ts'
import { draftImpact } from './draft-impact.ts'
import { moveImpact } from './move-impact.ts'
import type { Impact } from './schema.ts'
import {
  type Admin,
  apply,
  choice,
  contentOf,
  edits,
  type Fate,
  newLesson,
  outcomeOf,
  predictedBy,
  type State,
  stateOf,
} from './test-support.ts'

const api = await forAllTests(startApi())
const learners = await Promise.all(Array.from({ length: 5 }, () => api.given.learner()))

const history = fc.record({
  /** Whether each of the lessons of the first version is required. */
  lessons: fc.array(fc.boolean(), { minLength: 2, maxLength: 6 }),
  versions: fc.array(edits, { minLength: 1, maxLength: 3 }),
  draft: edits,
  learners: fc.array(
    fc.record({
      /** The version that they enroll in, and a later one that they are moved to, if any. */
      enrolls: choice,
      moves: fc.option(choice),
      completes: fc.array(choice, { maxLength: 6 }),
      completesLater: fc.array(choice, { maxLength: 3 }),
      begins: fc.option(choice),
      /** Leaves it uncounted, like an enrollment not seen by the service since it counts. */
      isUncounted: fc.boolean(),
    }),
    { minLength: learners.length, maxLength: learners.length },
  ),
  /** Whether a job counts instead of the request. */
  byJob: fc.boolean(),
})

type History = typeof history extends fc.Arbitrary<infer Value> ? Value : never

/** Publishes the versions, with learners who enroll, learn and move between them. */
async function live(slug: string, { lessons, versions, learners: plans }: History): Promise<Admin> {
  const admin: Admin = { lessons: [], removed: [], keys: 0 }
  admin.lessons = lessons.map((required) => newLesson(admin, required))
  for (const [index, changes] of [[], ...versions].entries()) {
    for (const change of changes) apply(admin, change)
    await publishCourse(api.deps, contentOf(slug, admin))
    for (const [number, learner] of learners.entries()) {
      const plan = plans[number]
      if (plan === undefined) continue
      const [first, until] = [plan.enrolls % (versions.length + 1), versions.length - index]
      if (index === first) {
        await enrollLearner(api.deps, { email: learner.email, idOrSlug: slug })
        await complete(learner, slug, plan.completes)
        if (plan.begins !== null) await report(learner, slug, plan.begins, { percent: 40 })
      }
      if (index > first && plan.moves !== null && plan.moves % (until + 1) === 0) {
        const course = await findCourse(api.deps.db, { slug })
        const { id = '', version = 0 } = course ?? {}
        await moveLearner(api.deps, { userId: learner.id, courseId: id, toVersion: version })
        await complete(learner, slug, plan.completesLater)
      }
    }
  }
  return admin
}

async function complete(learner: GivenUser, slug: string, which: number[]): Promise<void> {
  for (const it of which) await report(learner, slug, it, { completed: true })
}

async function report(learner: GivenUser, slug: string, which: number, how: object) {
  const { sections } = await api.as(learner).courses.get.query({ idOrSlug: slug })
  const lessons = sections.flatMap((section) => section.lessons)
  const { id: lessonId = '' } = lessons[which % lessons.length] ?? {}
  await api.as(learner).progress.update.mutate({ lessonId, ...how })
}

async function askJob(courseId: string): Promise<Impact> {
  // Keeps other jobs of this process from answering meanwhile.
  const deps = { ...api.deps, jobs: { ...api.deps.jobs, enqueue: async () => newId() } }
  const asked = draftImpact(deps, courseId, { patienceMilliseconds: 0 })
  await expect(asked).rejects.toMatchObject({ name: 'ImpactNotCounted' })
  const question = await findNewestImpact(api.deps.db, courseId)
  await countImpactJob(deps, { courseId, fingerprint: question?.fingerprint ?? '' })
  return draftImpact(deps, courseId, { patienceMilliseconds: 0 })
}

async function predictAndSee(given: History): Promise<void> {
  const slug = `property-${randomUUID()}`
  const admin = await live(slug, given)
  const { db } = api.deps
  const { id: courseId = '', version = 0 } = (await findCourse(db, { slug })) ?? {}
  for (const change of given.draft) apply(admin, change)
  const content = contentOf(slug, admin)
  const baseVersion = version
  const draft = { courseId, content, baseVersion, managedBy: 'folder' } as const
  const { revision, changed } = await replaceDraft(api.deps, draft)
  fc.pre(changed)

  for (const [number, { isUncounted }] of given.learners.entries())
    if (isUncounted)
      await db
        .update(enrollments)
        .set({ remainingLessons: null, requiredLessons: null })
        .where(
          sql`${enrollments.courseId} = ${courseId} and ${eq(enrollments.userId, learners[number]?.id ?? '')}`,
        )

  const before = await Promise.all(learners.map((learner) => stateOf(api, learner, courseId)))
  const impact = given.byJob ? await askJob(courseId) : await draftImpact(api.deps, courseId)
  const published = await publishDraft(api.deps, { courseId, revision, baseVersion })
  expect(impact.kind).toBe(published.kind ?? 'none')
  expect(impact.problems.filter(({ severity }) => severity === 'error')).toEqual([])
  fc.pre(published.outcome === 'published')

  const { version: to } = published
  const asked = { courseId, to } as const
  const alone = await Promise.all(
    learners.map(({ id }) => moveImpact(api.deps, { ...asked, policy: 'chosen', userIds: [id] })),
  )
  const lossless = await moveImpact(api.deps, { ...asked, policy: 'nothing-lost' })
  const fresh = await moveImpact(api.deps, { ...asked, policy: 'not-started' })

  for (const { id: userId } of learners)
    await moveLearner(api.deps, { userId, courseId, toVersion: to })
  const current = await findCourse(db, { slug })
  const lessons = await listLessons(db, current?.versionId ?? '')
  const counted = await listCountedLessons(db, current?.versionId ?? '')
  expect(lessons.map(({ key }) => key)).toEqual(counted.map(({ key }) => key))
  const carried = new Set(counted.flatMap(({ key, formerKeys }) => [key, ...formerKeys]))
  const after = await Promise.all(learners.map((learner) => stateOf(api, learner, courseId)))
  const fates = before.map((state, index): Fate => {
    const lost = state.completedKeys.filter((key) => !carried.has(key))
    return { before: state, after: after[index] as State, lost }
  })

  for (const [index, fate] of fates.entries())
    expect(predictedBy(alone[index] as Impact)).toEqual(outcomeOf([fate]))
  expect(predictedBy(impact)).toEqual(outcomeOf(fates))
  const losers = fates.filter(({ before, after }) => after.percent < before.percent).length
  expect([lossless.ifMoved.moved, lossless.ifMoved.left]).toEqual([fates.length - losers, losers])
  expect(lossless.ifMoved.percentFalls).toEqual([])
  expect(fresh.ifMoved.moved).toBe(fates.filter(({ before }) => !before.hasBegun).length)
}

test('the impact of a draft is what publishing and moving then do to each learner', async () => {
  await fc.assert(fc.asyncProperty(history, predictAndSee), {
    ...propertyRuns(4),
    endOnFailure: true,
  })
})
