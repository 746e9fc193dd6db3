import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { forAllTests, startApi } from '../../../test/api.ts'
import { courseContent, type GivenCourse, type GivenUser } from '../../../test/given.ts'
import { replaceDraft } from '../drafts/replace-draft.ts'
import { publishCourse } from '../import/publish-course.ts'
import { startMove } from './start-move.ts'
import {
  enrollmentOf,
  givenLearnerOf,
  nothingIsWrong,
  publish,
  report,
  seenBy,
  waitForMove,
} from './test-support.ts'

const api = await forAllTests(startApi())
const admin = await api.given.admin()

async function correct({ id: courseId }: GivenCourse, to: number) {
  return waitForMove(api, admin, await startMove(api.deps, { courseId, to, policy: 'correction' }))
}

async function bitsOf({ id }: GivenUser): Promise<string | null> {
  const { rows } = await api.deps.db.execute<{ bits: string | null }>(
    sql`select remaining_lessons::text as bits from enrollments where user_id = ${id}`,
  )
  return rows[0]?.bits ?? null
}

test('a correction reaches the learners of all versions that it corrects, who keep everything, and mails nobody', async () => {
  const optional = { key: 'o', required: false }
  const course = await publish(api, ['a', 'b', optional, 'c'])
  const first = await givenLearnerOf(api, course, ['b'])
  const graduate = await givenLearnerOf(api, course, ['a', 'b', 'c'])
  const uncounted = await givenLearnerOf(api, course, ['c'])
  await publish(api, ['a', 'b', { ...optional, title: 'A better title' }, 'c'], course)
  const second = await givenLearnerOf(api, course, ['a'])
  await publish(api, ['c', optional, { key: 'a', content: 'Without the typo.' }, 'b'], course)
  const newcomer = await givenLearnerOf(api, course, ['a'])
  await api.deps.db.execute(
    sql`update enrollments set remaining_lessons = null, required_lessons = null
      where user_id = ${uncounted.id}`,
  )
  const before = await enrollmentOf(api, graduate, course)

  const move = await correct(course, 3)

  expect(move).toMatchObject({ policy: 'correction', total: 4, moved: 4, skipped: 0, completed: 0 })
  expect(await Promise.all([first, graduate, second, newcomer, uncounted].map(bitsOf))).toEqual([
    '1010',
    '0000',
    '1001',
    '1001',
    null,
  ])
  for (const learner of [first, second, newcomer, uncounted])
    expect(await seenBy(api, learner, course)).toEqual({
      version: 3,
      percent: 33,
      isCompleted: false,
    })
  expect(await enrollmentOf(api, graduate, course)).toEqual({
    ...before,
    versionId: (await enrollmentOf(api, newcomer, course)).versionId,
  })
  expect(api.mails.filter(({ text }) => text.includes('Version: 3'))).toEqual([])
  const { next } = await report(api, { learner: first, course }, 'b', { percent: 1 })
  expect(next?.title).toBe('Lesson c')
  await nothingIsWrong(api)
})

test('a corrected title reaches those who are enrolled, as foretold; what decides something for them does not', async () => {
  const { drafts } = api.as(admin)
  const course = await publish(api, ['a', 'b'], { title: 'A curse on knots' })
  const graduate = await givenLearnerOf(api, course, ['a', 'b'])
  const learner = await givenLearnerOf(api, course, ['a'])
  const { id: courseId, slug } = course
  const writeDraft = async (baseVersion: number, terms: object) => {
    const lessons = ['a', 'b'].map((key) => ({
      ...{ key, title: `Lesson ${key}`, content: `What ${key} teaches.`, type: 'text' as const },
      ...{ minutes: 5, required: true, preview: false },
    }))
    const price = { amount: 0, currency: 'USD' }
    const words = { summary: 'Its lessons come and go.', language: 'en', price, ...terms }
    const sections = [{ title: 'The only section', lessons }]
    const content = { slug, title: 'A course on knots', ...words, sections }
    await replaceDraft(api.deps, { courseId, baseVersion, managedBy: 'folder', content })
    const { revision } = await drafts.get.query({ courseId })
    return { courseId, revision, baseVersion, reach: 'everyone' as const }
  }

  const corrected = await writeDraft(1, {})
  const { kind, learners } = await drafts.impact.query({ courseId })
  const published = await drafts.publish.mutate(corrected)
  await waitForMove(api, admin, { courseId, id: published.moveId ?? '' })

  expect([kind, learners.correctable, published.kind]).toEqual(['terms', 2, 'terms'])
  for (const person of [graduate, learner]) {
    const { title, version } = await api.as(person).courses.get.query({ idOrSlug: slug })
    expect([title, version]).toEqual(['A course on knots', 2])
  }
  await report(api, { learner, course }, 'b')
  const { rows } = await api.deps.db.execute(
    sql`select user_id, course_title from certificates where course_id = ${courseId} order by id`,
  )
  expect(rows).toEqual([
    { user_id: graduate.id, course_title: 'A curse on knots' },
    { user_id: learner.id, course_title: 'A course on knots' },
  ])

  const later = await writeDraft(2, { due: '7 days after enrollment' })
  expect((await drafts.impact.query({ courseId })).learners.correctable).toBe(0)
  const message = 'is for corrections only, and this changes `due`'
  await expect(drafts.publish.mutate(later)).rejects.toMatchObject({
    data: { issues: [{ path: 'reach', message }] },
  })
  await nothingIsWrong(api)
})

test('learners of a version in which something counts differently stay there', async () => {
  const course = await publish(api, ['a', 'b'])
  const onFirst = await givenLearnerOf(api, course)
  await publish(api, ['a', 'b', 'c'], course)
  const onSecond = await givenLearnerOf(api, course)
  await publish(api, [{ key: 'a', formerKeys: ['old-a'] }, 'b', 'c'], course)
  const onThird = await givenLearnerOf(api, course)
  await publish(
    api,
    [{ key: 'a', formerKeys: ['old-a'], content: 'Without the typo.' }, 'b', 'c'],
    course,
  )

  const move = await correct(course, 4)

  const versions = [onFirst, onSecond, onThird].map((learner) => seenBy(api, learner, course))
  expect((await Promise.all(versions)).map(({ version }) => version)).toEqual([1, 2, 4])
  expect(move).toMatchObject({ total: 1, moved: 1 })
})

test('a correction of more learners than fit into one step reaches each of them once', async () => {
  const course = await publish(api, ['a', 'b'])
  await api.deps.db.execute(sql`
    with learner as (
      insert into users (id, email, name, role, created_at)
      select gen_random_uuid(), 'many-' || n || '@example.com', 'Ada', 'learner', now()
      from generate_series(1, 1203) as n returning id
    )
    insert into enrollments (user_id, course_id, version_id, source, enrolled_at,
      remaining_lessons, required_lessons)
    select learner.id, v.course_id, v.id, 'administrator', now(), B'10', 2
    from learner, course_versions v where v.course_id = ${course.id}`)
  await publish(api, ['b', 'a'], course)

  const move = await correct(course, 2)

  expect(move).toMatchObject({ total: 1203, moved: 1203, skipped: 0 })
  const { rows } = await api.deps.db.execute(sql`
    select v.number, e.remaining_lessons::text as bits, count(*)::int as learners
    from enrollments e join course_versions v on v.id = e.version_id
    where e.course_id = ${course.id} group by 1, 2`)
  expect(rows).toEqual([{ number: 2, bits: '01', learners: 1203 }])
})

test('whoever ordered before a correction and pays after it takes the corrected version', async () => {
  const price = { amount: 500, currency: 'USD' }
  const [learner, course] = [await api.given.learner(), await api.given.course({ price })]
  const { checkoutUrl } = await api
    .as(learner)
    .transactions.create.mutate({ courseIds: [course.id] })
  const later = { slug: course.slug, price, title: 'A better title' }
  await publishCourse(api.deps, courseContent(later))
  await correct(course, 2)
  await publishCourse(api.deps, courseContent({ ...later, title: 'Not for everyone' }))
  await publishCourse(api.deps, courseContent({ ...later, lessons: ['required', 'optional'] }))
  await correct(course, 4)

  await api.request(`POST ${new URL(checkoutUrl ?? '').pathname}/pay`)

  expect((await seenBy(api, learner, course)).version).toBe(2)
})
