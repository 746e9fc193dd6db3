import { expect, test } from 'vitest'
import { type Api, forAllTests, startApi } from '../../server/test/api.ts'
import { newCourse } from '../../server/test/authoring.ts'
import { makeTestDatabase } from '../../server/test/database.ts'
import type { GivenUser } from '../../server/test/given.ts'
import type { Lyceum } from '../src/index.ts'
import { connect } from './support.ts'

const api = await forAllTests(startApi())

async function signedIn({ email, password }: GivenUser, at: Api = api): Promise<Lyceum> {
  const { lyceum } = connect(at)
  await lyceum.signIn({ email, password })
  return lyceum
}

test('a course of twenty lessons lives its whole life with the SDK alone', {
  timeout: 120_000,
}, async () => {
  const [admin, author, reviewer, learner] = await Promise.all([
    api.given.admin(),
    api.given.learner({ name: 'Arthur Author' }),
    api.given.learner({ name: 'Rita Reviewer' }),
    api.given.learner(),
  ])
  const [owning, writing, reviewing, learning] = (await Promise.all(
    [admin, author, reviewer, learner].map((user) => signedIn(user)),
  )) as [Lyceum, Lyceum, Lyceum, Lyceum]

  // Created, with those who work on it.
  const proof = { password: admin.password }
  const { id: courseId, slug } = await owning.authoring.create.mutate(newCourse())
  await owning.members.add.mutate({ courseId, email: author.email, role: 'author', ...proof })
  await owning.members.add.mutate({ courseId, email: reviewer.email, role: 'reviewer', ...proof })

  // Written: each call needs the revision that the one before answered.
  let { revision } = await writing.drafts.get.query({ courseId })
  const keys = Array.from({ length: 20 }, (_, index) => `lesson-${index + 1}`)
  for (const key of keys) {
    const saved = await writing.drafts.createLesson.mutate({
      courseId,
      revision,
      key,
      title: `About ${key}`,
      content: key === 'lesson-1' ? 'Go on with [the next](lesson-2.md).' : `What ${key} teaches.`,
    })
    revision = saved.draftRevision
  }

  // Reordered: two sections, the last lesson first.
  const order = [...keys.slice(10).reverse(), ...keys.slice(0, 10)]
  const reordered = await writing.drafts.replaceOutline.mutate({
    courseId,
    revision,
    sections: [
      { title: 'First', lessons: order.slice(0, 10) },
      { title: 'Second', lessons: order.slice(10) },
    ],
  })
  const shown = await writing.drafts.get.query({ courseId })
  expect(shown.sections.flatMap(({ lessons }) => lessons.map(({ key }) => key))).toEqual(order)

  // Previewed as learners will read it.
  const preview = await reviewing.drafts.previewLesson.query({ courseId, key: 'lesson-1' })
  expect(preview.content).toContain(`/api/v1/courses/${courseId}/lessons/lesson-2`)
  const impact = await writing.drafts.impact.query({ courseId })
  expect([impact.learners.total, impact.changeCount]).toEqual([0, 20])

  // Reviewed, as the course asks for.
  const terms = await owning.authoring.get.query({ courseId })
  await owning.authoring.update.mutate({
    courseId,
    revision: terms.revision,
    requiresReview: true,
  })
  const publish = (revision: number, baseVersion: number | null, reach?: 'everyone') =>
    writing.drafts.publish.mutate({
      courseId,
      revision,
      baseVersion,
      ...(reach !== undefined && { reach }),
    })
  await expect(publish(reordered.revision, null)).rejects.toMatchObject({ name: 'ReviewRequired' })
  const asked = await writing.drafts.requestReview.mutate({
    courseId,
    revision: reordered.revision,
  })
  await expect(
    writing.drafts.approve.mutate({ courseId, revision: asked.revision }),
  ).rejects.toMatchObject({ name: 'Forbidden' })
  const approved = await reviewing.drafts.approve.mutate({ courseId, revision: asked.revision })

  // Published: as it was previewed.
  const first = await publish(approved.revision, null)
  expect(first).toMatchObject({ outcome: 'published', version: 1 })
  await api.given.enrollment(learner, { slug })
  const lesson = async () => {
    const course = await learning.courses.get.query({ idOrSlug: slug })
    const found = course.sections.flatMap(({ lessons }) => lessons)
    return learning.lessons.get.query({
      lessonId: found.find(({ key }) => key === 'lesson-3')?.id ?? '',
    })
  }
  expect((await lesson()).content).toBe('What lesson-3 teaches.')
  const { id: doneId } = await lesson()
  await learning.progress.update.mutate({ lessonId: doneId, completed: true })

  // Corrected: a change of a text reaches everyone.
  const free = await owning.authoring.get.query({ courseId })
  await owning.authoring.update.mutate({
    courseId,
    revision: free.revision,
    requiresReview: false,
  })
  const before = await writing.drafts.getLesson.query({ courseId, key: 'lesson-3' })
  const corrected = await writing.drafts.updateLesson.mutate({
    courseId,
    key: 'lesson-3',
    revision: before.revision,
    content: 'What lesson-3 really teaches.',
  })
  expect((await writing.drafts.impact.query({ courseId })).kind).toBe('minor')
  await publish(corrected.draftRevision, 1, 'everyone')
  await expect.poll(async () => (await lesson()).content).toBe('What lesson-3 really teaches.')
  const course = await learning.courses.get.query({ idOrSlug: slug })
  expect(course.enrollment?.percent).toBe(5)

  // Changed in what counts: the learner stays, until moved.
  const draft = await writing.drafts.get.query({ courseId })
  const added = await writing.drafts.createLesson.mutate({
    courseId,
    revision: draft.revision,
    key: 'lesson-21',
    title: 'One more',
    content: 'What lesson-21 teaches.',
  })
  const third = await publish(added.draftRevision, 2)
  expect((await learning.courses.get.query({ idOrSlug: slug })).version).toBe(2)
  const dry = await owning.moves.create.mutate({
    courseId,
    to: third.version,
    policy: 'all',
    dryRun: true,
  })
  expect([dry.move, dry.impact?.learners.total]).toEqual([null, 1])
  const { move } = await owning.moves.create.mutate({ courseId, to: 3, policy: 'all' })
  await expect
    .poll(async () => (await owning.moves.get.query({ courseId, moveId: move?.id ?? '' })).status, {
      timeout: 60_000,
    })
    .toBe('done')
  expect((await learning.courses.get.query({ idOrSlug: slug })).version).toBe(3)

  // Archived, and brought back.
  const stranger = await signedIn(await api.given.learner())
  for (const [status, seen] of [
    ['archived', false],
    ['published', true],
  ] as const) {
    const { revision } = await owning.authoring.get.query({ courseId })
    await owning.authoring.update.mutate({ courseId, revision, status })
    const { items } = await stranger.courses.list.query({ limit: 100 })
    expect(items.some(({ id }) => id === courseId)).toBe(seen)
    expect((await learning.courses.get.query({ idOrSlug: slug })).id).toBe(courseId)
  }
  const { items } = await owning.authoring.history.query({ courseId, limit: 100 })
  expect(items.map(({ event }) => event)).toEqual(
    expect.arrayContaining([
      'course-created',
      'draft-approved',
      'version-published',
      'learners-moved',
    ]),
  )

  // Taken to an empty installation, and from there again: the same zip, byte for byte.
  await using elsewhere = await startApi({ databaseUrl: await makeTestDatabase() })
  const founding = await signedIn(await elsewhere.given.admin(), elsewhere)
  const bytesOf = async (zip: Blob) => Buffer.from(await zip.arrayBuffer())
  const zip = await owning.authoring.export.query({ courseId })
  const { id: copyId } = await founding.authoring.create.mutate(newCourse({ slug }))
  const taken = await founding.authoring.import.mutate({ courseId: copyId, zip, revision: 1 })
  expect(taken).toMatchObject({ outcome: 'imported', warnings: [] })
  const draftZip = await founding.authoring.export.query({ courseId: copyId, version: 'draft' })
  expect(await bytesOf(draftZip)).toEqual(await bytesOf(zip))
  await founding.drafts.publish.mutate({
    courseId: copyId,
    revision: taken.revision,
    baseVersion: null,
  })
  const again = await founding.authoring.export.query({ courseId: copyId })
  expect(await bytesOf(again)).toEqual(await bytesOf(zip))

  // Imported again it is unchanged, and nothing is written.
  const traces = async () => [
    await founding.authoring.get.query({ courseId: copyId }),
    await founding.authoring.history.query({ courseId: copyId, limit: 100 }),
    await founding.versions.list.query({ courseId: copyId }),
  ]
  const untouched = await traces()
  const unchanged = await founding.authoring.import.mutate({ courseId: copyId, zip: again })
  expect(unchanged).toMatchObject({ outcome: 'unchanged', kind: 'none' })
  expect(await traces()).toEqual(untouched)
  const noDraft = founding.authoring.export.query({ courseId: copyId, version: 'draft' })
  await expect(noDraft).rejects.toMatchObject({ name: 'DraftNotFound' })
})

test('the SDK says with the error which revision is current, and does not send a change twice', async () => {
  const admin = await api.given.admin()
  const { lyceum, sent } = connect(api)
  await lyceum.signIn({ email: admin.email, password: admin.password })
  const { id: courseId } = await lyceum.authoring.create.mutate(newCourse())
  const change = () =>
    lyceum.authoring.update.mutate({ courseId, revision: 1, requiresReview: true })
  await change()
  await expect(change()).rejects.toMatchObject({
    name: 'DraftChanged',
    facts: { revision: 2 },
  })
  const updates = sent.filter(({ operations }) => operations.includes('authoring.update'))
  expect(updates).toHaveLength(2)
})

test('a long text is sent by itself, so that it does not share the limit of a batch', async () => {
  const admin = await api.given.admin()
  const { lyceum, sent } = connect(api)
  await lyceum.signIn({ email: admin.email, password: admin.password })
  const { id: courseId } = await lyceum.authoring.create.mutate(newCourse())
  const { revision } = await lyceum.drafts.get.query({ courseId })
  const [saved] = await Promise.all([
    lyceum.drafts.createLesson.mutate({
      courseId,
      revision,
      key: 'long',
      title: 'Long',
      content: '漢'.repeat(900_000),
    }),
    lyceum.cart.remove.mutate({ courseId }).catch(() => undefined),
  ])
  expect(saved.key).toBe('long')
  expect(sent.map(({ operations }) => operations)).toContainEqual(['drafts.createLesson'])
  await expect(
    lyceum.drafts.createLesson.mutate({
      courseId,
      revision: saved.draftRevision,
      key: 'too-long',
      title: 'Too long',
      content: 'x'.repeat(1_000_001),
    }),
  ).rejects.toMatchObject({ name: 'InvalidFields', issues: [{ path: 'content' }] })
})
