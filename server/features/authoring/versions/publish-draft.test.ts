import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { forAllTests, startApi } from '../../../test/api.ts'
import { atOnce, tally } from '../../../test/at-once.ts'
import { givenTeam } from '../../../test/authoring.ts'
import { withDyingConnection } from '../../../test/dying-connection.ts'
import type { GivenUser } from '../../../test/given.ts'
import { archiveCourse } from '../../courses/courses/archive-course.ts'
import { enrollLearner } from '../../learning/enrollments/enroll-learner.ts'
import { givenWritten, refusalOf, type WrittenCourse } from '../drafts/test-support.ts'
import { publishDraft } from './publish-draft.ts'
import { publishTerms } from './publish-terms.ts'

const api = await forAllTests(startApi())

const path = ({ courseId }: { courseId: string }, rest = '') =>
  `/api/v1/authoring/courses/${courseId}${rest}`

const draftOf = ({ courseId, author }: WrittenCourse) =>
  api.as(author).drafts.get.query({ courseId })

/** Changes the text of a lesson, and returns the draft's revision. */
async function edit(
  { courseId, author }: WrittenCourse,
  changes: { title?: string; content?: string; required?: boolean },
  key = 'lesson-2',
): Promise<number> {
  const { revision } = await api.as(author).drafts.getLesson.query({ courseId, key })
  const saved = await api
    .as(author)
    .drafts.updateLesson.mutate({ courseId, key, revision, ...changes })
  return saved.draftRevision
}

const publish = (
  { courseId, author }: WrittenCourse,
  input: { revision: number; baseVersion: number | null; note?: string; reach?: 'everyone' },
) =>
  api.request(`POST ${path({ courseId }, '/draft/publish')}`, { token: author.token, body: input })

/** Reads everything that a learner is shown of a course. */
async function viewOf(
  learner: GivenUser,
  courseId: string,
  lessonIds: string[],
): Promise<string[]> {
  const urls = [
    `/api/v1/courses/${courseId}`,
    `/api/v1/progress/${courseId}`,
    ...lessonIds.map((id) => `/api/lessons/${id}`),
  ]
  const answers = await Promise.all(
    urls.map((url) => api.request(`GET ${url}`, { token: learner.token })),
  )
  return answers.map(({ status, text }) => `${status} ${text}`)
}

async function lessonIdsOf(learner: GivenUser, courseId: string): Promise<string[]> {
  const { sections } = await api.as(learner).courses.get.query({ idOrSlug: courseId })
  return sections.flatMap(({ lessons }) => lessons.map(({ id }) => id))
}

async function givenLearnerOf({ slug }: { slug: string }): Promise<GivenUser> {
  const learner = await api.given.learner()
  await enrollLearner(api.deps, { email: learner.email, idOrSlug: slug })
  return learner
}

async function countVersions({ courseId }: { courseId: string }): Promise<unknown> {
  const { rows } = await api.deps.db.execute(
    sql`select count(*)::int as count from course_versions where course_id = ${courseId}`,
  )
  return rows[0]?.count
}

test('the revision that was looked at becomes the next version, and the draft is closed', async () => {
  const course = await givenWritten(api)
  const revision = await edit(course, { content: 'Corrected.' })

  const published = await publish(course, { revision, baseVersion: 1, note: 'A typing error.' })

  expect([published.status, published.body]).toEqual([
    200,
    { outcome: 'published', version: 2, kind: 'minor', moveId: null, revision: revision + 1 },
  ])
  expect(await draftOf(course)).toMatchObject({ isOpen: false, baseVersion: 2 })
  const { items } = await api.as(course.reviewer).versions.list.query({ courseId: course.courseId })
  expect(items).toMatchObject([
    { number: 2, kind: 'minor', note: 'A typing error.', lessons: 3, learners: 0 },
    { number: 1, kind: 'first', note: null },
  ])
})

test('a second click is refused with the revision of now, and publishes nothing', async () => {
  const course = await givenWritten(api)
  const revision = await edit(course, { content: 'Corrected.' })
  await publish(course, { revision, baseVersion: 1 })

  const again = await publish(course, { revision, baseVersion: 1 })

  expect([...refusalOf(again), again.body.facts]).toEqual([
    412,
    'DraftChanged',
    { revision: revision + 1 },
  ])
  expect(await countVersions(course)).toBe(2)
})

test('a retry with its Idempotency-Key gets the first answer', async () => {
  const course = await givenWritten(api)
  const revision = await edit(course, { content: 'Corrected.' })
  const send = () =>
    api.request(`POST ${path(course, '/draft/publish')}`, {
      token: course.author.token,
      body: { revision, baseVersion: 1 },
      headers: { 'idempotency-key': `publish-${course.courseId}` },
    })

  const [first, second] = [await send(), await send()]

  expect([second.status, second.text, second.headers['idempotency-replayed']]).toEqual([
    200,
    first.text,
    'true',
  ])
  expect(await countVersions(course)).toBe(2)
})

test('of many publishers at once one publishes; the others are told that it is done', async () => {
  await using second = await startApi()
  const course = await givenWritten(api)
  const revision = await edit(course, { content: 'Corrected.' })

  const answers = await atOnce(12, (index) =>
    (index % 2 === 0 ? api : second).request(`POST ${path(course, '/draft/publish')}`, {
      token: course.author.token,
      body: { revision, baseVersion: 1 },
    }),
  )

  expect(tally(answers.map(({ status }) => String(status)))).toEqual({ 200: 1, 412: 11 })
  expect(await countVersions(course)).toBe(2)
})

test('a change after the look at the impact is not published', async () => {
  const course = await givenWritten(api)
  const revision = await edit(course, { content: 'Looked at.' })
  await edit(course, { content: 'Not looked at.' })

  expect(refusalOf(await publish(course, { revision, baseVersion: 1 }))).toEqual([
    412,
    'DraftChanged',
  ])
})

test('a different version than the one it was compared with is refused', async () => {
  const course = await givenWritten(api)
  const before = await edit(course, { content: 'Corrected.' })
  await publishTerms(api.deps, { courseId: course.courseId, terms: { title: 'Another title' } })
  const { revision, baseVersion } = await draftOf(course)

  expect([revision, baseVersion]).toEqual([before + 1, 2])
  for (const baseVersion of [1, null, 3])
    expect(refusalOf(await publish(course, { revision, baseVersion }))).toEqual([
      409,
      'VersionChanged',
    ])
  expect((await publish(course, { revision, baseVersion: 2 })).body).toMatchObject({ version: 3 })
})

test('a draft without a change is closed, and nothing is published', async () => {
  const course = await givenWritten(api)
  await edit(course, { title: 'Another title' })
  const revision = await edit(course, { title: 'Lesson 2' })

  const unchanged = { outcome: 'unchanged', version: 1, kind: null, moveId: null }
  expect((await publish(course, { revision, baseVersion: 1 })).body).toEqual({
    ...unchanged,
    revision: revision + 1,
  })
  expect(await draftOf(course)).toMatchObject({ isOpen: false, revision: revision + 1 })
  expect((await publish(course, { revision: revision + 1, baseVersion: 1 })).body).toEqual({
    ...unchanged,
    revision: revision + 1,
  })
  expect(await countVersions(course)).toBe(1)
})

test.each([
  ['minor', { content: 'Other words.' }],
  ['minor', { title: 'Another title' }],
  ['major', { required: false }],
] as const)('%s: %j', async (kind, changes) => {
  const course = await givenWritten(api)
  const revision = await edit(course, changes)

  expect((await publish(course, { revision, baseVersion: 1 })).body.kind).toBe(kind)
})

test('what has problems is not published, and each of them is named', async () => {
  const course = await givenWritten(api)
  const revision = await edit(course, { content: '  ' })

  expect(refusalOf(await publish(course, { revision, baseVersion: 1 }))).toEqual([
    409,
    'DraftHasProblems',
    'lessons.lesson-2.content',
  ])
  expect(await draftOf(course)).toMatchObject({ isOpen: true, revision })
})

test('the first version of a course puts it in the catalogue, and links between its lessons lead there', async () => {
  const { author, courseId, slug, ...team } = await givenTeam(api)
  const client = api.as(author)
  const begun = await client.drafts.get.query({ courseId })
  const outlined = await client.drafts.replaceOutline.mutate({
    courseId,
    revision: begun.revision,
    sections: [{ title: 'Start', lessons: [] }],
  })
  const first = await client.drafts.createLesson.mutate({
    courseId,
    revision: outlined.revision,
    key: 'one',
    title: 'One',
    content: 'Go on to [two](two.md#part).',
  })
  const { draftRevision: revision } = await client.drafts.createLesson.mutate({
    courseId,
    revision: first.draftRevision,
    key: 'two',
    title: 'Two',
    content: 'The end.',
  })
  const course = { author, courseId, slug, ...team, keys: [] }

  const published = await publish(course, { revision, baseVersion: null })

  expect(published.body).toMatchObject({ outcome: 'published', version: 1, kind: 'first' })
  const learner = await givenLearnerOf(course)
  const [id = ''] = await lessonIdsOf(learner, courseId)
  const lesson = await api.as(learner).lessons.get.query({ lessonId: id })
  expect(lesson.content).toBe(`Go on to [two](/api/v1/courses/${courseId}/lessons/two#part).`)
})

test('a new course without a lesson is not published', async () => {
  const team = await givenTeam(api)
  const { revision } = await api.as(team.author).drafts.get.query({ courseId: team.courseId })

  expect(refusalOf(await publish({ ...team, keys: [] }, { revision, baseVersion: null }))).toEqual([
    409,
    'DraftHasProblems',
    'sections',
  ])
})

test('an archived course stays archived', async () => {
  const course = await givenWritten(api)
  await archiveCourse(api.deps, course.slug)
  const revision = await edit(course, { content: 'Corrected.' })

  await publish(course, { revision, baseVersion: 1 })

  const { rows } = await api.deps.db.execute(
    sql`select status, current_version as version from courses where id = ${course.courseId}`,
  )
  expect(rows).toEqual([{ status: 'archived', version: 2 }])
})

test('a publication changes no byte of what an enrolled learner sees', async () => {
  const course = await givenWritten(api)
  const { courseId, author } = course
  const learner = await givenLearnerOf(course)
  const ids = await lessonIdsOf(learner, courseId)
  await api.as(learner).progress.update.mutate({ lessonId: ids[0] ?? '', completed: true })
  const before = await viewOf(learner, courseId, ids)

  await edit(course, { content: 'All different.', title: 'Another', required: false })
  const { revision } = await api.as(author).drafts.getLesson.query({ courseId, key: 'lesson-1' })
  const deleted = await api
    .as(author)
    .drafts.deleteLesson.mutate({ courseId, key: 'lesson-1', revision })
  const published = await publish(course, { revision: deleted.revision, baseVersion: 1 })

  expect(published.body).toMatchObject({ version: 2, kind: 'major' })
  expect(withoutNews(await viewOf(learner, courseId, ids))).toEqual(before)
})

/** Removes the news that there is a newer version. */
function withoutNews(view: string[]): string[] {
  return view.map((answer) => answer.replace(/,"newerVersion":\{[^}]*\}/, ''))
}

test('a minor correction for everyone is a move that begins with it', async () => {
  const course = await givenWritten(api)
  const learner = await givenLearnerOf(course)
  const [first = '', second = ''] = await lessonIdsOf(learner, course.courseId)
  await api.as(learner).progress.update.mutate({ lessonId: first, completed: true })
  const revision = await edit(course, { content: 'Corrected.' })

  const { body } = await publish(course, { revision, baseVersion: 1, reach: 'everyone' })

  expect(body).toMatchObject({ outcome: 'published', kind: 'minor' })
  const { courseId } = course
  const moveOf = () => api.as(course.owner).moves.get.query({ courseId, moveId: body.moveId })
  expect(await moveOf()).toMatchObject({ to: 2, policy: 'correction' })
  await expect.poll(async () => (await moveOf()).status).toBe('done')
  expect(await moveOf()).toMatchObject({ moved: 1, skipped: 0 })
  expect(await api.as(learner).lessons.get.query({ lessonId: second })).toMatchObject({
    content: 'Corrected.',
  })
  const { enrollment } = await api.as(learner).courses.get.query({ idOrSlug: courseId })
  expect(enrollment).toMatchObject({ percent: 50, completedAt: null })
})

test('only a minor correction reaches everyone', async () => {
  const course = await givenWritten(api)
  const revision = await edit(course, { required: false })

  const refused = await publish(course, { revision, baseVersion: 1, reach: 'everyone' })

  expect(refusalOf(refused)).toEqual([400, 'InvalidFields', 'reach'])
  expect([await countVersions(course), (await draftOf(course)).revision]).toEqual([1, revision])
})

test('what is unchanged keeps its id; the old id of what is edited leads to the new text', async () => {
  const course = await givenWritten(api)
  const learnerBefore = await givenLearnerOf(course)
  const before = await lessonIdsOf(learnerBefore, course.courseId)
  const revision = await edit(course, { content: 'Corrected.' })
  await publish(course, { revision, baseVersion: 1 })

  const learner = await givenLearnerOf(course)
  const after = await lessonIdsOf(learner, course.courseId)

  expect([after[0], after[2]]).toEqual([before[0], before[2]])
  const [, id = ''] = before
  expect((await api.as(learner).lessons.get.query({ lessonId: id })).content).toBe('Corrected.')
  expect((await api.as(learnerBefore).lessons.get.query({ lessonId: id })).content).toBe(
    'What lesson 2 teaches.',
  )
})

test('a publication that dies between any two statements has happened whole or not at all', async () => {
  const course = await givenWritten(api)
  await givenLearnerOf(course)
  const revision = await edit(course, { content: 'Corrected.' })
  const input = { courseId: course.courseId, revision, baseVersion: 1, reach: 'everyone' } as const
  const before = await draftOf(course)

  let deaths = 0
  for (; ; deaths++) {
    const publication = publishDraft(withDyingConnection(api.deps, deaths), input)
    const done = await publication.catch(() => undefined)
    if (done !== undefined) break
    expect([await countVersions(course), await draftOf(course)]).toEqual([1, before])
  }

  expect(deaths).toBeGreaterThan(8)
  expect(await countVersions(course)).toBe(2)
  const { rows } = await api.deps.db.execute(sql`
    select (select count(*)::int from moves where course_id = ${course.courseId}) as moves,
      (select count(*)::int from course_history
        where course_id = ${course.courseId} and details ->> 'version' = '2') as history`)
  expect(rows).toEqual([{ moves: 1, history: 1 }])
})

test('a course that asks for a review is published only as it was approved', async () => {
  const course = await givenWritten(api)
  const { courseId, author, reviewer } = course
  await api.deps.db.execute(sql`update courses set requires_review = true where id = ${courseId}`)
  const written = await edit(course, { content: 'To review.' })
  const isRefused = async (revision: number) =>
    expect(refusalOf(await publish(course, { revision, baseVersion: 1 }))).toEqual([
      409,
      'ReviewRequired',
    ])

  await isRefused(written)
  const requested = await api
    .as(author)
    .drafts.requestReview.mutate({ courseId, revision: written })
  await isRefused(requested.revision)
  const approved = await api
    .as(reviewer)
    .drafts.approve.mutate({ courseId, revision: requested.revision })
  const changed = await edit(course, { content: 'Changed after the approval.' })
  await isRefused(changed)
  const again = await api.as(author).drafts.requestReview.mutate({ courseId, revision: changed })
  const { revision } = await api
    .as(reviewer)
    .drafts.approve.mutate({ courseId, revision: again.revision })

  expect(approved.revision).toBeLessThan(revision)
  expect((await publish(course, { revision, baseVersion: 1 })).body).toMatchObject({ version: 2 })
})
