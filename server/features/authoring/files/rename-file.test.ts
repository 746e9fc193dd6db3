import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { forAllTests, startApi } from '../../../test/api.ts'
import { quizOf } from '../../assessment/test-support.ts'
import { enrollLearner } from '../../learning/enrollments/enroll-learner.ts'
import { givenWritten, type WrittenCourse, writerOf } from '../drafts/test-support.ts'
import { givenPicture, pixel, uploaderOf } from './test-support.ts'

const api = await forAllTests(startApi())

const video = { sources: [{ file: 'v/knot.webm' }], poster: 'img/knot.png', transcript: null }
const asked = {
  key: 'which',
  type: 'single' as const,
  title: 'Which?',
  options: [
    { text: 'Bowline', right: true },
    { text: '![b](img/knot.png)', right: false },
  ],
}

/** Publishes a course that names a picture in a text, a video, a question and as its cover. */
async function givenNamed() {
  const course = await givenWritten(api)
  const { courseId, owner, author } = course
  const uploader = uploaderOf(api, author, course)
  for (const [path, bytes] of [
    ['img/knot.png', pixel],
    ['v/knot.webm', Buffer.from('a video')],
  ] as const)
    await uploader.upload(path, bytes)
  const writer = writerOf(api, author, course)
  const { revision } = await writer.lesson('lesson-1')
  const content = 'See [the second](lesson-2.md).\n\n![A knot](img/knot.png "Tied")'
  await writer.patch('lesson-1', revision, { content })
  let draft = (await writer.get()).revision
  const own = [
    { key: 'film', title: 'Film', type: 'video', video },
    { key: 'asked', title: 'Asked', type: 'quiz', quiz: quizOf({ questions: [asked] }) },
  ]
  for (const lesson of own) draft = (await writer.post(draft, lesson)).body.draftRevision
  await publish(course)
  const now = await api.as(owner).authoring.get.query({ courseId })
  const cover = { courseId, revision: now.revision, cover: 'img/knot.png' }
  await api.as(owner).authoring.update.mutate(cover)
  const rename = (path: string, newPath: string) =>
    api.as(author).files.rename.mutate({ courseId, path, newPath })
  return { ...course, uploader, writer, rename }
}

async function publish({ courseId, owner }: WrittenCourse) {
  const { revision, baseVersion } = await api.as(owner).drafts.get.query({ courseId })
  return api.as(owner).drafts.publish.mutate({ courseId, revision, baseVersion })
}

test('a renamed file is named by its new path wherever the draft names it, and the answer says where', async () => {
  const { courseId, author, owner, rename } = await givenNamed()
  const reader = api.as(author)

  const renamed = await rename('img/knot.png', 'pictures/reef knot (1).png')

  expect(renamed).toMatchObject({ path: 'pictures/reef knot (1).png', uses: 4 })
  const { items } = await reader.files.list.query({ courseId, q: 'REEF', withUses: true })
  const uses = items.map(({ usedIn }) => usedIn?.map(({ lessonKey }) => lessonKey))
  expect(uses).toEqual([[null, 'lesson-1', 'film', 'asked']])
  const read = (key: string) => reader.drafts.getLesson.query({ courseId, key })
  expect((await read('lesson-1')).content).toBe(
    'See [the second](lesson-2.md).\n\n![A knot](pictures/reef%20knot%20%281%29.png "Tied")',
  )
  expect(await read('film')).toMatchObject({ video: { poster: 'pictures/reef knot (1).png' } })
  expect(JSON.stringify(await read('asked'))).not.toContain('img/knot.png')
  expect(await reader.drafts.get.query({ courseId })).toMatchObject({
    cover: 'pictures/reef knot (1).png',
    revision: renamed.draftRevision,
  })
  const { kind, problems } = await api.as(owner).drafts.impact.query({ courseId })
  expect([kind, problems]).toEqual(['minor', []])
  const preview = await reader.drafts.previewLesson.query({ courseId, key: 'lesson-1' })
  expect(preview.content).toMatch(/\(http:\/\/lyceum\.test\/media\/\S+ "Tied"\)$/)
})

test('what is published keeps the path that it shows, and terms published since leave the draft alone', async () => {
  const course = await givenNamed()
  const { courseId, owner, rename } = course
  const learner = await api.given.learner()
  await enrollLearner(api.deps, { email: learner.email, idOrSlug: course.slug })
  const { sections } = await api.as(learner).courses.get.query({ idOrSlug: courseId })
  const id = sections.flatMap(({ lessons }) => lessons)[0]?.id ?? ''
  const shown = async () => (await api.as(learner).lessons.get.query({ lessonId: id })).content
  const before = await shown()

  await rename('img/knot.png', 'img/reef.png')
  expect(await shown()).toBe(before)
  const { revision } = await api.as(owner).authoring.get.query({ courseId })
  await api.as(owner).authoring.update.mutate({ courseId, revision, summary: 'More of it.' })
  const draft = await api.as(owner).drafts.get.query({ courseId })
  expect(draft).toMatchObject({ cover: 'img/reef.png', summary: 'More of it.' })

  expect(await publish(course)).toMatchObject({ outcome: 'published', kind: 'minor' })
  expect((await api.as(learner).courses.get.query({ idOrSlug: courseId })).cover).not.toBeNull()
})

test('discarding the draft brings a renamed or removed file back to its path', async () => {
  const course = await givenNamed()
  const { courseId, owner, rename, uploader, writer } = course
  await rename('img/knot.png', 'img/Knot.png')
  await uploader.remove('v/knot.webm')
  await uploader.upload('img/new.png', givenPicture('new'))

  await writer.discard((await writer.get()).revision)

  const { items } = (await uploader.list()).body
  expect(items.map(({ path }: { path: string }) => path)).toEqual([
    'img/knot.png',
    'img/new.png',
    'v/knot.webm',
  ])
  expect((await api.as(owner).drafts.impact.query({ courseId })).problems).toEqual([])
})

test('a text that another author has open is not overwritten: saving it is refused', async () => {
  const { writer, rename } = await givenNamed()
  const open = await writer.lesson('lesson-1')
  await rename('img/knot.png', 'img/reef.png')
  const saved = await writer.patch('lesson-1', open.revision, { content: 'Mine.' })
  expect([saved.status, saved.body.error]).toEqual([412, 'DraftChanged'])
})

test('a file gets no path of another, none that a folder cannot hold beside it, and none that is bad', async () => {
  const { courseId, uploader, rename, author } = await givenNamed()
  await uploader.upload('img/other.png', givenPicture('other'))
  const at = (path: string) => ({ data: { issues: [{ path }] } })
  await expect(rename('img/knot.png', 'img/other.png')).rejects.toMatchObject(at('newPath'))
  await expect(rename('img/knot.png', 'img/OTHER.png')).rejects.toMatchObject(at('newPath'))
  await expect(rename('img/knot.png', 'img/other.png/a.png')).rejects.toMatchObject(at('newPath'))
  await expect(rename('img/knot.png', '../knot.png')).rejects.toMatchObject(at('newPath'))
  await expect(rename('img/none.png', 'img/a.png')).rejects.toMatchObject({
    data: { error: 'FileNotFound' },
  })
  expect(await rename('img/knot.png', 'img/KNOT.png')).toMatchObject({ uses: 4 })

  await api.database.db.execute(
    sql`update courses set managed_by = 'folder' where id = ${courseId}`,
  )
  const elsewhere = api.as(author).files.rename.mutate
  await expect(
    elsewhere({ courseId, path: 'img/other.png', newPath: 'img/b.png' }),
  ).rejects.toMatchObject({ data: { error: 'ManagedElsewhere' } })
})

test('files are found by a part of their path and by kind; those that nothing names are told', async () => {
  const { courseId, author, uploader } = await givenNamed()
  await uploader.upload('img/Unused.png', givenPicture('unused'))
  const input = { courseId, kind: 'image' as const, withUses: true }
  const { items } = await api.as(author).files.list.query(input)
  expect(items.map(({ path, uses }) => [path, uses])).toEqual([
    ['img/Unused.png', 0],
    ['img/knot.png', 4],
  ])
})
