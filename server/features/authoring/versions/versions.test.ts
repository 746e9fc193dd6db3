import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { createPdfPrinter } from '../../../adapters/pdf-printer/pdf-printer.ts'
import { givenOptions } from '../../../adapters/pdf-printer/test-support.ts'
import type { Deps } from '../../../context.ts'
import { forAllTests, startApi } from '../../../test/api.ts'
import { withDyingConnection } from '../../../test/dying-connection.ts'
import type { GivenUser } from '../../../test/given.ts'
import { switchablePrinter } from '../../../test/printers.ts'
import { enrollLearner } from '../../learning/enrollments/enroll-learner.ts'
import { changeDraftTerms } from '../drafts/change-draft.ts'
import { givenWritten, refusalOf, type WrittenCourse } from '../drafts/test-support.ts'
import { moveLearner } from '../moves/test-support.ts'
import { publishDraft } from './publish-draft.ts'
import { publishTerms } from './publish-terms.ts'
import { restoreVersion } from './restore-version.ts'

const api = await forAllTests(startApi())

type Changes = Partial<{
  title: string
  content: string
  required: boolean
  newKey: string
  formerKeys: string[]
}>

const clientOf = ({ author }: WrittenCourse) => api.as(author)

async function edit(course: WrittenCourse, key: string, changes: Changes): Promise<void> {
  const { courseId } = course
  const { revision } = await clientOf(course).drafts.getLesson.query({ courseId, key })
  await clientOf(course).drafts.updateLesson.mutate({ courseId, key, revision, ...changes })
}

async function remove(course: WrittenCourse, key: string): Promise<void> {
  const { courseId } = course
  const { revision } = await clientOf(course).drafts.getLesson.query({ courseId, key })
  await clientOf(course).drafts.deleteLesson.mutate({ courseId, key, revision })
}

async function publish(course: WrittenCourse): Promise<number> {
  const { courseId } = course
  const { revision } = await clientOf(course).drafts.get.query({ courseId })
  const { items } = await clientOf(course).versions.list.query({ courseId, limit: 1 })
  const baseVersion = items[0]?.number ?? null
  return (await clientOf(course).drafts.publish.mutate({ courseId, revision, baseVersion })).version
}

async function restore(
  course: WrittenCourse,
  number: number,
  options: { replaceDraft?: boolean; revision?: number } = {},
) {
  const { courseId, author } = course
  const { revision } = await clientOf(course).drafts.get.query({ courseId })
  const { replaceDraft, revision: sent = revision } = options
  return api.request(`POST /api/v1/authoring/courses/${courseId}/versions/${number}/restore`, {
    token: author.token,
    headers: { 'if-match': `"r${sent}"` },
    body: replaceDraft === undefined ? {} : { replaceDraft },
  })
}

async function givenLearnerOf({ slug }: { slug: string }): Promise<GivenUser> {
  const learner = await api.given.learner()
  await enrollLearner(api.deps, { email: learner.email, idOrSlug: slug })
  return learner
}

const contentOf = async (course: WrittenCourse, number: number) => {
  const { courseId } = course
  const { sections, title } = await clientOf(course).versions.get.query({ courseId, number })
  return { title, keys: sections.map(({ lessons }) => lessons.map(({ key }) => key)) }
}

test('versions are listed in pages, newest first, each with who takes it now', async () => {
  const course = await givenWritten(api)
  const { courseId } = course
  await givenLearnerOf(course)
  await edit(course, 'lesson-1', { content: 'Second.' })
  await publish(course)
  await remove(course, 'lesson-3')
  await publish(course)
  await givenLearnerOf(course)

  const first = await clientOf(course).versions.list.query({ courseId, limit: 2 })
  const second = await clientOf(course).versions.list.query({
    courseId,
    limit: 2,
    cursor: first.nextCursor ?? '',
  })

  const rows = [...first.items, ...second.items]
  expect(
    rows.map(({ number, kind, lessons, learners }) => [number, kind, lessons, learners]),
  ).toEqual([
    [3, 'major', 2, 1],
    [2, 'minor', 3, 0],
    [1, 'first', 3, 1],
  ])
  expect([first.nextCursor === null, second.nextCursor]).toEqual([false, null])
})

test('a version shows its lessons as they were, without texts', async () => {
  const course = await givenWritten(api)
  const { courseId } = course
  await edit(course, 'lesson-2', { title: 'Another', content: 'Änderung' })
  await publish(course)

  const get = (number: number) => clientOf(course).versions.get.query({ courseId, number })
  const [one, two] = [await get(1), await get(2)]

  expect(one.sections[0]?.lessons[1]).toMatchObject({ key: 'lesson-2', title: 'Lesson 2' })
  expect(two).toMatchObject({ number: 2, kind: 'minor', title: one.title, language: 'en' })
  expect(two.sections[0]?.lessons[1]).toMatchObject({ title: 'Another', size: 9, formerKeys: [] })
  expect(JSON.stringify(two)).not.toContain('Änderung')
})

test.each([
  ['GET', 'versions/2'],
  ['GET', 'versions/1/diff/2'],
  ['GET', 'versions/2/diff/1'],
  ['POST', 'versions/2/restore'],
])('%s %s: a version that is not published is not found', async (method, rest) => {
  const { courseId, author } = await givenWritten(api)

  const answer = await api.request(`${method} /api/v1/authoring/courses/${courseId}/${rest}`, {
    token: author.token,
    ...(method === 'POST' && {
      headers: {
        'if-match': `"r${(await api.as(author).drafts.get.query({ courseId })).revision}"`,
      },
      body: {},
    }),
  })

  expect(refusalOf(answer)).toEqual([404, 'VersionNotFound'])
})

test('a version of a different course is no version of this one', async () => {
  const [course, other] = [await givenWritten(api), await givenWritten(api)]
  await edit(other, 'lesson-1', { content: 'Second.' })
  await publish(other)

  expect(refusalOf(await restore(course, 2))).toEqual([404, 'VersionNotFound'])
})

test('two versions are compared lesson by lesson, in either direction, and by text on demand', async () => {
  const course = await givenWritten(api)
  const { courseId } = course
  await edit(course, 'lesson-1', { content: 'What lesson 1 says, and [more](lesson-2.md).' })
  await edit(course, 'lesson-2', { newKey: 'renamed', required: false })
  await remove(course, 'lesson-3')
  await publish(course)
  const diff = (from: number, to: number, lesson?: string) =>
    clientOf(course).versions.diff.query({ courseId, from, to, ...(lesson && { lesson }) })

  const forward = await diff(1, 2)
  expect(forward).toMatchObject({ from: 1, to: 2, kind: 'major', changeCount: 4 })
  expect(forward.changes.map(({ key, what }) => `${key} ${what}`).sort()).toEqual([
    'lesson-1 edited',
    'lesson-3 removed',
    'renamed optional',
    'renamed renamed',
  ])
  expect(forward.text).toBeUndefined()
  expect((await diff(2, 2)).kind).toBe('none')
  expect((await diff(2, 1)).changes).toContainEqual(
    expect.objectContaining({ key: 'lesson-3', what: 'added' }),
  )

  expect((await diff(1, 2, 'lesson-1')).text?.patch).toBe(
    [
      '--- lesson-1.md\tversion 1',
      '+++ lesson-1.md\tversion 2',
      '@@ -1,1 +1,1 @@',
      '-What lesson 1 teaches.',
      '\\ No newline at end of file',
      '+What lesson 1 says, and [more](lesson-2.md).',
      '\\ No newline at end of file',
      '',
    ].join('\n'),
  )
  expect((await diff(1, 2, 'lesson-3')).text?.patch).toContain('+++ /dev/null')
  for (const [from, to] of [
    [1, 2],
    [2, 1],
  ] as const)
    for (const key of ['renamed', 'lesson-2'])
      expect((await diff(from, to, key)).text).toMatchObject({ patch: '' })
  await expect(diff(1, 2, 'lesson-9')).rejects.toThrow('There is no such lesson.')
})

test('a reviewer sees line by line what a draft does to a text, before it is published', async () => {
  const course = await givenWritten(api)
  const { courseId } = course
  await edit(course, 'lesson-1', { newKey: 'renamed', content: 'What lesson 1 says.' })
  await remove(course, 'lesson-3')
  const patchOf = async (key: string) =>
    (await clientOf(course).drafts.diffLesson.query({ courseId, key })).patch

  const renamed = await patchOf('renamed')
  expect(renamed?.split('\n').filter((line) => /^[-+]/.test(line))).toEqual([
    '--- lesson-1.md\tversion 1',
    '+++ renamed.md\tdraft',
    '-What lesson 1 teaches.',
    '+What lesson 1 says.',
  ])
  expect(await patchOf('lesson-2')).toBe('')
  expect(await patchOf('lesson-3')).toContain('+++ /dev/null')
  await expect(patchOf('lesson-9')).rejects.toThrow('There is no such lesson.')
})

test('texts that have nothing in common are compared in bounded time and space', async () => {
  const course = await givenWritten(api)
  const { courseId } = course
  const lines = (letter: string) =>
    Array.from({ length: 60_000 }, (_, line) => `${letter} ${line}`).join('\n')
  await edit(course, 'lesson-1', { content: lines('a') })
  await publish(course)
  await edit(course, 'lesson-1', { content: lines('b') })
  await publish(course)

  const { text } = await clientOf(course).versions.diff.query({
    courseId,
    from: 2,
    to: 3,
    lesson: 'lesson-1',
  })

  expect(text).toMatchObject({ key: 'lesson-1', patch: null, isWhole: true })
  expect(JSON.stringify(text).length).toBeLessThan(20_000)
})

test('restoring makes a draft of the old version; what is sold stays until that is published', async () => {
  const course = await givenWritten(api)
  const { courseId } = course
  await edit(course, 'lesson-1', { title: 'Worse', content: 'Worse [too](lesson-2.md).' })
  await remove(course, 'lesson-2')
  await publish(course)

  const restored = await restore(course, 1)

  const { body, status, headers } = restored
  expect([status, body.version, headers.etag]).toEqual([200, 1, `"r${body.revision}"`])
  expect(await clientOf(course).drafts.get.query({ courseId })).toMatchObject({
    isOpen: true,
    baseVersion: 2,
    revision: body.revision,
  })
  const { items } = await clientOf(course).versions.list.query({ courseId })
  expect(items.map(({ number }) => number)).toEqual([2, 1])
  const learner = api.as(await api.given.learner())
  expect((await learner.courses.get.query({ idOrSlug: courseId })).version).toBe(2)

  expect(await publish(course)).toBe(3)
  expect(await contentOf(course, 3)).toEqual(await contentOf(course, 1))
  const compared = await clientOf(course).versions.diff.query({ courseId, from: 1, to: 3 })
  expect([compared.kind, compared.changeCount]).toEqual(['none', 0])
})

test('a deleted lesson that is restored comes back under its key, with its progress', async () => {
  const course = await givenWritten(api)
  const { courseId } = course
  const learner = await givenLearnerOf(course)
  const { sections } = await api.as(learner).courses.get.query({ idOrSlug: courseId })
  const lessonId = sections[0]?.lessons[1]?.id ?? ''
  await api.as(learner).progress.update.mutate({ lessonId, completed: true })
  await remove(course, 'lesson-2')
  await publish(course)
  const moveTo = (toVersion: number) =>
    moveLearner(api.deps, { userId: learner.id, courseId, toVersion })
  await moveTo(2)
  const without = await api.as(learner).progress.get.query({ courseId })
  expect(without.items.map(({ key }) => key)).toEqual(['lesson-1', 'lesson-3'])

  await restore(course, 1)
  await publish(course)
  await moveTo(3)

  const { items, percent } = await api.as(learner).progress.get.query({ courseId })
  expect(items.map(({ key, percent }) => [key, percent])).toEqual([
    ['lesson-1', 0],
    ['lesson-2', 100],
    ['lesson-3', 0],
  ])
  expect(percent).toBe(50)
})

test('a lesson that was renamed is renamed back, with the progress under both keys', async () => {
  const course = await givenWritten(api)
  const { courseId } = course
  await edit(course, 'lesson-2', { newKey: 'second' })
  await publish(course)
  const learner = await givenLearnerOf(course)
  const { sections } = await api.as(learner).courses.get.query({ idOrSlug: courseId })
  await api
    .as(learner)
    .progress.update.mutate({ lessonId: sections[0]?.lessons[1]?.id ?? '', completed: true })

  await restore(course, 1)
  expect(await publish(course)).toBe(3)
  await moveLearner(api.deps, { userId: learner.id, courseId, toVersion: 3 })

  expect((await contentOf(course, 3)).keys).toEqual([['lesson-1', 'lesson-2', 'lesson-3']])
  const { percent } = await api.as(learner).progress.get.query({ courseId })
  expect(percent).toBe(50)
})

test('lessons that were joined under a new key are taken apart again; the first goes on with the progress', async () => {
  const course = await givenWritten(api)
  const { courseId } = course
  await remove(course, 'lesson-2')
  await edit(course, 'lesson-1', { newKey: 'joined', formerKeys: ['lesson-2'] })
  await publish(course)

  const keysOf = async () => {
    const { sections } = await clientOf(course).drafts.get.query({ courseId })
    return sections.flatMap(({ lessons }) =>
      lessons.map(({ key, formerKeys }) => [key, formerKeys.toSorted()]),
    )
  }
  for (const [number, expected] of [
    [
      1,
      [
        ['lesson-1', ['joined']],
        ['lesson-2', []],
        ['lesson-3', []],
      ],
    ],
    [
      2,
      [
        ['joined', ['lesson-1', 'lesson-2']],
        ['lesson-3', []],
      ],
    ],
    [
      1,
      [
        ['lesson-1', ['joined']],
        ['lesson-2', []],
        ['lesson-3', []],
      ],
    ],
  ] as const) {
    expect((await restore(course, number)).status).toBe(200)
    expect(await keysOf()).toEqual(expected)
    await publish(course)
  }
})

test('a link to the key that a lesson had leads there, also once the text around it is edited', async () => {
  const course = await givenWritten(api)
  const { courseId } = course
  const key = 'lesson-1'
  await edit(course, key, { content: 'See [the second](lesson-2.md).' })
  await publish(course)
  await edit(course, 'lesson-2', { newKey: 'renamed' })
  await publish(course)

  const { content } = await clientOf(course).drafts.getLesson.query({ courseId, key })
  await edit(course, key, { content: `${content} Then go on.` })

  expect((await clientOf(course).drafts.impact.query({ courseId })).problems).toEqual([])
  const link = `See [the second](/api/v1/courses/${courseId}/lessons/lesson-2). Then go on.`
  const previewed = await clientOf(course).drafts.previewLesson.query({ courseId, key })
  expect(previewed.content).toBe(link)
  await publish(course)
  const { content: read } = await api.as(course.author).lessons.getByKey.query({
    idOrSlug: courseId,
    key,
  })
  expect(read).toBe(link)
})

test('a draft that is open is not lost by restoring, unless it is asked for', async () => {
  const course = await givenWritten(api)
  const { courseId } = course
  await edit(course, 'lesson-1', { title: 'Published' })
  await publish(course)
  await edit(course, 'lesson-1', { title: 'Written' })
  const before = await clientOf(course).drafts.get.query({ courseId })

  expect(refusalOf(await restore(course, 1))).toEqual([409, 'DraftOpen'])
  expect(refusalOf(await restore(course, 1, { revision: before.revision - 1 }))).toEqual([
    412,
    'DraftChanged',
  ])
  expect(await clientOf(course).drafts.get.query({ courseId })).toEqual(before)

  expect((await restore(course, 1, { replaceDraft: true })).status).toBe(200)
  const after = await clientOf(course).drafts.get.query({ courseId })
  expect(after.sections[0]?.lessons[0]?.title).toBe('Lesson 1')
})

test('restoring the current version changes nothing', async () => {
  const course = await givenWritten(api)
  const { courseId } = course
  const before = await clientOf(course).drafts.get.query({ courseId })

  expect((await restore(course, 1)).body.revision).toBe(before.revision)
  expect(await clientOf(course).drafts.get.query({ courseId })).toEqual(before)
})

test('a course that comes from a folder is restored there', async () => {
  const course = await givenWritten(api)
  await edit(course, 'lesson-1', { content: 'Second.' })
  await publish(course)
  await api.deps.db.execute(
    sql`update courses set managed_by = 'folder' where id = ${course.courseId}`,
  )

  expect(refusalOf(await restore(course, 1))).toEqual([409, 'ManagedElsewhere'])
})

test('terms make a version that nobody notices but newcomers, and a draft goes on with them', async () => {
  const course = await givenWritten(api)
  const { courseId } = course
  const learner = await givenLearnerOf(course)
  await edit(course, 'lesson-1', { content: 'Written.' })
  const before = await clientOf(course).drafts.get.query({ courseId })

  const terms = { title: 'A better title', license: 'CC0-1.0' }
  expect(await publishTerms(api.deps, { courseId, terms })).toEqual({ version: 2 })
  expect(await publishTerms(api.deps, { courseId, terms })).toEqual({ version: 2 })

  const shownTo = async (user: GivenUser) => api.as(user).courses.get.query({ idOrSlug: courseId })
  expect(await shownTo(learner)).toMatchObject({ version: 1, title: 'A course about something' })
  const newcomer = await api.given.learner()
  expect(await shownTo(newcomer)).toMatchObject({ version: 2, ...terms })
  expect(await clientOf(course).drafts.get.query({ courseId })).toMatchObject({
    isOpen: true,
    baseVersion: 2,
    revision: before.revision + 1,
    ...terms,
  })
  const { kind, changes } = await clientOf(course).versions.diff.query({ courseId, from: 1, to: 2 })
  expect([kind, changes]).toEqual(['terms', []])
  const [first, second] = [await idsOf(learner, courseId), await idsOf(newcomer, courseId)]
  expect(second).toEqual(first)
})

async function idsOf(user: GivenUser, courseId: string): Promise<string[]> {
  const { sections } = await api.as(user).courses.get.query({ idOrSlug: courseId })
  return sections.flatMap(({ lessons }) => lessons.map(({ id }) => id))
}

test('a title that no font can print on certificates makes no version', async () => {
  const { findUncoveredIn } = createPdfPrinter(givenOptions())
  await using printing = await startApi({
    printer: { ...switchablePrinter({ available: true }), findUncoveredIn },
  })
  const course = await givenWritten(api)
  const { courseId } = course
  const title = 'Reading \u{13000}'
  const issues = [{ path: 'title', message: expect.stringContaining('no font has U+13000') }]

  await expect(publishTerms(printing.deps, { courseId, terms: { title } })).rejects.toMatchObject({
    name: 'InvalidFields',
    issues,
  })

  await edit(course, 'lesson-1', { content: 'Written.' })
  await changeDraftTerms(api.deps, { courseId, terms: { title } })
  const { revision } = await clientOf(course).drafts.get.query({ courseId })
  await expect(
    publishDraft(printing.deps, { courseId, revision, baseVersion: 1 }),
  ).rejects.toMatchObject({ name: 'DraftHasProblems', issues })
})

test.each([
  [
    'terms',
    (course: WrittenCourse, ctx: Deps) =>
      publishTerms(ctx, { courseId: course.courseId, terms: { title: 'A better title' } }),
  ],
  [
    'restoring',
    (course: WrittenCourse, ctx: Deps, revision: number) =>
      restoreVersion(ctx, {
        courseId: course.courseId,
        number: 1,
        revision,
        replaceDraft: true,
      }),
  ],
] as const)('%s: whole or not at all, wherever the connection dies', async (_, change) => {
  const course = await givenWritten(api)
  const { courseId } = course
  await edit(course, 'lesson-1', { content: 'Second.' })
  await publish(course)
  await edit(course, 'lesson-2', { content: 'Written.' })
  const stateOf = async () => [
    await clientOf(course).drafts.get.query({ courseId }),
    await clientOf(course).versions.list.query({ courseId }),
    await clientOf(course).authoring.history.query({ courseId }),
  ]
  const [before, { revision }] = [
    await stateOf(),
    await clientOf(course).drafts.get.query({ courseId }),
  ]

  let deaths = 0
  for (; ; deaths++) {
    const ctx = withDyingConnection(api.deps, deaths)
    const done = await change(course, ctx, revision).catch(() => undefined)
    if (done !== undefined) break
    expect(await stateOf()).toEqual(before)
  }

  expect(deaths).toBeGreaterThan(8)
  expect(await stateOf()).not.toEqual(before)
})

test('versions whose texts are not moved to the store of texts yet are restored, changed and given terms like all others', async () => {
  const course = await givenWritten(api)
  const { courseId } = course
  const learner = await givenLearnerOf(course)
  await keepTextsInLessons(courseId)
  const textOf = async (user: GivenUser, key: string) =>
    (await api.as(user).lessons.getByKey.query({ idOrSlug: courseId, key })).content

  await publishTerms(api.deps, { courseId, terms: { title: 'A better title' } })
  await edit(course, 'lesson-3', { content: 'Third.' })
  expect(await publish(course)).toBe(3)
  const newcomer = await givenLearnerOf(course)
  expect([await textOf(newcomer, 'lesson-2'), await textOf(newcomer, 'lesson-3')]).toEqual([
    'Old: What lesson 2 teaches.',
    'Third.',
  ])
  expect(await textOf(learner, 'lesson-3')).toBe('Old: What lesson 3 teaches.')

  // Restores as an owner, so that the terms come back, too.
  await restore({ ...course, author: course.owner }, 1)
  expect(await publish(course)).toBe(4)
  const { kind } = await clientOf(course).versions.diff.query({ courseId, from: 1, to: 4 })
  expect(kind).toBe('none')
})

/** Stores texts as the release before left them. */
async function keepTextsInLessons(courseId: string): Promise<void> {
  await api.deps.withTransaction(async (db) => {
    await db.execute(sql`alter table lesson_revisions disable trigger lesson_revisions_kept`)
    await db.execute(sql`
      update lesson_revisions l set content = 'Old: ' || b.content, body_sha256 = null
      from lesson_bodies b where b.sha256 = l.body_sha256 and l.course_id = ${courseId}`)
    await db.execute(sql`alter table lesson_revisions enable trigger lesson_revisions_kept`)
  })
}
