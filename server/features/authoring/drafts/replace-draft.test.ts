import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { CourseContent, LessonContent } from '../../../../content/draft.ts'
import { forAllTests, startApi } from '../../../test/api.ts'
import { courseContent } from '../../../test/given.ts'
import { publishDraft } from '../versions/publish-draft.ts'
import { replaceDraft } from './replace-draft.ts'
import { givenWritten, orderOf, type WrittenCourse, writerOf } from './test-support.ts'

const api = await forAllTests(startApi())

const lesson = (key: string, fields: Partial<LessonContent> = {}): LessonContent => ({
  key,
  title: `About ${key}`,
  type: 'text',
  minutes: 5,
  required: true,
  preview: false,
  content: `Text of ${key}.`,
  ...fields,
})

const contentOf = (...lessons: LessonContent[]): CourseContent => ({
  ...courseContent({}),
  sections: [{ title: 'All', lessons }],
})

function replace(
  { courseId }: WrittenCourse,
  content: CourseContent,
  { baseVersion = 1, revision }: { baseVersion?: number; revision?: number } = {},
) {
  return replaceDraft(api.deps, { courseId, content, baseVersion, revision, managedBy: 'http' })
}

async function publish({ courseId, owner }: WrittenCourse): Promise<void> {
  const { revision, baseVersion } = await writerOf(api, owner, { courseId }).get()
  await publishDraft(api.deps, { courseId, revision, baseVersion })
}

async function textsOf({ courseId }: WrittenCourse): Promise<Record<string, string | null>> {
  const { rows } = await api.database.db.execute<{ key: string; content: string | null }>(
    sql`select key, content from draft_lessons where course_id = ${courseId}`,
  )
  return Object.fromEntries(rows.map(({ key, content }) => [key, content]))
}

test('the content of the current version opens no draft and writes nothing', async () => {
  const course = await givenWritten(api)
  const { get } = writerOf(api, course.owner, course)
  const before = await get()

  expect(await replace(course, courseContent({}))).toEqual({
    revision: before.revision,
    changed: false,
  })
  expect(await get()).toEqual(before)
})

test('lessons that stay as they are keep their revision and are not copied', async () => {
  const course = await givenWritten(api)
  const { get } = writerOf(api, course.owner, course)
  const { revision } = await get()
  const content = courseContent({})
  const [section] = content.sections
  const changed = {
    ...content,
    sections: [
      {
        title: 'Renamed',
        lessons: [
          ...(section?.lessons.slice(1) ?? []),
          lesson('new', { content: 'See [two](lesson-2.md).' }),
        ],
      },
    ],
  }

  const first = await replace(course, changed)
  expect(first).toEqual({ revision: revision + 1, changed: true })
  const draft = await get()
  expect(orderOf(draft)).toEqual([['lesson-2', 'lesson-3', 'new']])
  expect(draft.sections[0]?.lessons.map((kept) => kept.revision)).toEqual([
    revision,
    revision,
    revision + 1,
  ])
  expect(await textsOf(course)).toEqual({
    'lesson-2': null,
    'lesson-3': null,
    new: 'See [two](lesson-2.md).',
  })
  expect(await replace(course, changed)).toEqual({ ...first, changed: false })
  expect(await get()).toEqual(draft)
})

test('a replacement made for an old revision is refused, and one for none takes what is there', async () => {
  const course = await givenWritten(api)
  const { get, patch } = writerOf(api, course.owner, course)
  const { revision } = await get()
  await patch('lesson-1', revision, { content: 'Mine.' })

  await expect(replace(course, contentOf(lesson('a')), { revision })).rejects.toMatchObject({
    name: 'DraftChanged',
    facts: { revision: revision + 1 },
  })
  await replace(course, contentOf(lesson('a')))
  expect(orderOf(await get())).toEqual([['a']])
})

test('content comes from one place: a folder does not write a course of the API, nor the other way round', async () => {
  const course = await givenWritten(api)
  const { courseId } = course
  const given = { courseId, content: contentOf(lesson('a')), baseVersion: 1 }

  await expect(replaceDraft(api.deps, { ...given, managedBy: 'folder' })).rejects.toMatchObject({
    name: 'ManagedElsewhere',
    message: expect.stringContaining('API'),
  })
  await api.database.db.execute(
    sql`update courses set managed_by = 'folder' where id = ${courseId}`,
  )
  await expect(replaceDraft(api.deps, { ...given, managedBy: 'http' })).rejects.toMatchObject({
    name: 'ManagedElsewhere',
    message: expect.stringContaining('folder'),
  })
})

test('an old version that comes back copies no text, renames back, and takes joined lessons apart', async () => {
  const course = await givenWritten(api)
  const { get, lesson: read } = writerOf(api, course.owner, course)
  const old = contentOf(lesson('a'), lesson('b'), lesson('c'))
  await replace(course, old)
  await publish(course)
  await replace(
    course,
    contentOf(
      lesson('renamed', { formerKeys: ['a'], content: 'Rewritten.' }),
      lesson('b', { formerKeys: ['c'] }),
    ),
    { baseVersion: 2 },
  )
  await publish(course)

  await replace(course, old, { baseVersion: 3 })

  expect(orderOf(await get())).toEqual([['a', 'b', 'c']])
  expect(await textsOf(course)).toEqual({ a: null, b: null, c: null })
  expect([await read('a'), await read('b'), await read('c')]).toMatchObject([
    { formerKeys: ['renamed'], content: 'Text of a.' },
    { formerKeys: [] },
    { formerKeys: [] },
  ])
  await publish(course)
})

test.each<[string, LessonContent[], string[]]>([
  [
    'two lessons with one key',
    [lesson('a'), lesson('a')],
    ['sections.0.lessons.0.key', 'sections.0.lessons.1.key'],
  ],
  [
    'former keys in a circle',
    [lesson('a', { formerKeys: ['b'] }), lesson('b', { formerKeys: ['a'] })],
    [0, 1].flatMap((at) => [
      `sections.0.lessons.${at}.key`,
      `sections.0.lessons.${at}.formerKeys.0`,
    ]),
  ],
  [
    'one former key of two lessons',
    [lesson('a', { formerKeys: ['x'] }), lesson('b', { formerKeys: ['y', 'x'] })],
    ['sections.0.lessons.0.formerKeys.0', 'sections.0.lessons.1.formerKeys.1'],
  ],
])('%s are refused by their place', async (_, lessons, places) => {
  const course = await givenWritten(api)
  const error = await replace(course, contentOf(...lessons)).catch((error: unknown) => error)

  expect(error).toMatchObject({ name: 'LessonKeyTaken' })
  expect((error as { issues: { path: string }[] }).issues.map(({ path }) => path)).toEqual(places)
  expect((await writerOf(api, course.owner, course).get()).isOpen).toBe(false)
})

test('former keys that were published stay, and other lessons cannot take them', async () => {
  const course = await givenWritten(api)
  const { lesson: read } = writerOf(api, course.owner, course)
  await replace(course, contentOf(lesson('new', { formerKeys: ['lesson-1'] })))
  await publish(course)

  await replace(course, contentOf(lesson('new'), lesson('more')), { baseVersion: 2 })
  expect((await read('new')).formerKeys).toEqual(['lesson-1'])
  await expect(
    replace(course, contentOf(lesson('new'), lesson('lesson-1')), { baseVersion: 2 }),
  ).rejects.toMatchObject({ name: 'LessonKeyTaken' })
})
