import { expect, test } from 'vitest'
import { forAllTests, startApi } from '../../../test/api.ts'
import { publishDraft } from '../versions/publish-draft.ts'
import { givenWritten, pathOf, refusalOf, type WrittenCourse, writerOf } from './test-support.ts'

const api = await forAllTests(startApi())

const course = await givenWritten(api)
const other = await givenWritten(api)
const writer = writerOf(api, course.author, course)
await writerOf(api, other.author, other).post(
  (await writerOf(api, other.author, other).get()).revision,
  {
    key: 'of-the-other-course',
    title: 'Elsewhere',
  },
)

async function publish({ courseId, owner }: WrittenCourse): Promise<void> {
  const { revision, baseVersion } = await writerOf(api, owner, { courseId }).get()
  await publishDraft(api.deps, { courseId, revision, baseVersion })
}

const all = ['lesson-1', 'lesson-2', 'lesson-3']
const section = (...lessons: string[]) => ({ title: 'All', lessons })

test.each<[string, object[], string[]]>([
  ['an unknown key', [section(...all, 'unknown')], ['sections.0.lessons.3']],
  [
    'a key of another course',
    [section('lesson-1'), section('of-the-other-course', 'lesson-2', 'lesson-3')],
    ['sections.1.lessons.0'],
  ],
  ['a key twice', [section(...all, 'lesson-1')], ['sections.0.lessons.3']],
  ['a key in two sections', [section(...all), section('lesson-2')], ['sections.1.lessons.0']],
  ['a lesson in no section', [section('lesson-1', 'lesson-3')], ['sections']],
  ['no title', [{ title: 1, lessons: all }], ['sections.0.title']],
  ['NUL in a title', [{ title: 'a\0b', lessons: all }], ['sections.0.title']],
  ['half a character in a title', [{ title: 'a\ud800b', lessons: all }], ['sections.0.title']],
  ['101 sections', Array.from({ length: 101 }, () => section()), ['sections']],
  [
    '1,001 lessons',
    [section(...Array.from({ length: 1001 }, () => 'lesson-1'))],
    ['sections.0.lessons'],
  ],
])('an order with %s is refused by its place', async (_, sections, places) => {
  const before = await writer.get()
  const refused = await writer.put(before.revision, sections)

  expect(refusalOf(refused)).toEqual([400, 'InvalidFields', ...places])
  expect(await writer.get()).toEqual(before)
})

const lesson = { key: 'new', title: 'New' }

test.each<[string, object, [number, string, ...string[]]]>([
  ['the key of a lesson', { ...lesson, key: 'lesson-1' }, [409, 'LessonKeyTaken', 'key']],
  ['a key that is none', { ...lesson, key: 'New Lesson' }, [400, 'InvalidFields', 'key']],
  ['NUL in its text', { ...lesson, content: 'a\0b' }, [400, 'InvalidFields', 'content']],
  [
    'half a character in its text',
    { ...lesson, content: '\udc00' },
    [400, 'InvalidFields', 'content'],
  ],
  ['NUL in its title', { ...lesson, title: 'a\0b' }, [400, 'InvalidFields', 'title']],
  [
    'half a character in its title',
    { ...lesson, title: '\ud800' },
    [400, 'InvalidFields', 'title'],
  ],
  [
    'a title of 201 characters',
    { ...lesson, title: 'x'.repeat(201) },
    [400, 'InvalidFields', 'title'],
  ],
  [
    '1,000,001 characters',
    { ...lesson, content: 'x'.repeat(1_000_001) },
    [400, 'InvalidFields', 'content'],
  ],
  ['2 MB', { ...lesson, content: 'x'.repeat(2_000_000) }, [400, 'InvalidFields', 'content']],
  ['5 MB', { ...lesson, content: 'x'.repeat(5_000_000) }, [413, 'PayloadTooLarge']],
  ['no title', { key: 'new' }, [400, 'MissingFields', 'title']],
  ['no minutes', { ...lesson, minutes: 0 }, [400, 'InvalidFields', 'minutes']],
  ['a section that is not there', { ...lesson, section: 1 }, [400, 'InvalidFields', 'section']],
  [
    'the key of a lesson as a former one',
    { ...lesson, formerKeys: ['x', 'lesson-1'] },
    [409, 'LessonKeyTaken', 'formerKeys.1'],
  ],
  [
    'its own key as a former one',
    { ...lesson, formerKeys: ['new'] },
    [409, 'LessonKeyTaken', 'formerKeys.0'],
  ],
])('a new lesson with %s is refused by its field', async (_, fields, expected) => {
  const before = await writer.get()
  expect(refusalOf(await writer.post(before.revision, fields))).toEqual(expected)
  expect(await writer.get()).toEqual(before)
})

test('a text of a million characters of any script is a lesson', async () => {
  const long = await givenWritten(api)
  const { patch, lesson: read } = writerOf(api, long.author, long)
  const content = '語'.repeat(1_000_000)

  const { status } = await patch('lesson-1', (await read('lesson-1')).revision, { content })
  expect([status, (await read('lesson-1')).content === content]).toEqual([200, true])
})

test('the 1,001st lesson of a course is refused', async () => {
  const long = await givenWritten(api, { lessons: Array.from({ length: 1000 }, () => 'required') })
  const { get, post, delete: remove } = writerOf(api, long.author, long)
  const { revision } = await get()

  expect(refusalOf(await post(revision, lesson))).toEqual([400, 'InvalidFields', 'key'])
  const removed = await remove('lesson-7', revision)
  expect((await post(removed.body.revision, lesson)).status).toBe(201)
})

test('a lesson of another course or of none is not there', async () => {
  const { revision } = await writer.get()
  for (const key of ['of-the-other-course', 'unknown', 'Kein Schlüssel', '%00'.repeat(3)]) {
    const answers = [
      await writer.patch(key, revision, { minutes: 6 }),
      await writer.delete(key, revision),
      await api.request(
        `GET ${pathOf(course, `/lessons/${encodeURIComponent(key)}`)}`,
        course.author,
      ),
      await api.request(
        `GET ${pathOf(course, `/preview/lessons/${encodeURIComponent(key)}`)}`,
        course.author,
      ),
    ]
    for (const answer of answers) expect(refusalOf(answer)).toEqual([404, 'LessonNotFound'])
  }
})

test('a renamed lesson keeps the keys under which it was published, and no others', async () => {
  const mine = await givenWritten(api)
  const { patch, lesson: read } = writerOf(api, mine.author, mine)
  const first = await patch('lesson-1', (await read('lesson-1')).revision, { newKey: 'a-slip' })
  expect(first.body).toMatchObject({ key: 'a-slip', formerKeys: ['lesson-1'] })
  const second = await patch('a-slip', first.body.revision, { newKey: 'named' })
  expect(second.body).toMatchObject({ key: 'named', formerKeys: ['lesson-1'] })
  await publish(mine)

  const kept = await patch('named', (await read('named')).revision, { formerKeys: ['older'] })
  expect(kept.body.formerKeys.toSorted()).toEqual(['lesson-1', 'older'])
  const back = await patch('named', kept.body.revision, { newKey: 'lesson-1' })
  expect([back.body.key, back.body.formerKeys.toSorted()]).toEqual(['lesson-1', ['named', 'older']])
  await publish(mine)
  const again = await patch('lesson-1', (await read('lesson-1')).revision, { newKey: 'named' })
  expect([again.status, again.body.formerKeys.toSorted()]).toEqual([200, ['lesson-1', 'older']])
})

test('a key that a lesson had stays its own', async () => {
  const mine = await givenWritten(api)
  const { get, patch, post, lesson: read, delete: remove } = writerOf(api, mine.author, mine)
  await patch('lesson-1', (await read('lesson-1')).revision, { newKey: 'one' })
  const taken = [409, 'LessonKeyTaken']
  const tryBoth = async () => {
    const { revision } = await get()
    const created = await post(revision, { key: 'lesson-1', title: 'New' })
    const renamed = await patch('lesson-2', (await read('lesson-2')).revision, {
      newKey: 'lesson-1',
    })
    const joined = await patch('lesson-2', (await read('lesson-2')).revision, {
      formerKeys: ['lesson-1'],
    })
    return [created, renamed, joined].map(refusalOf)
  }

  const expected = [
    [...taken, 'key'],
    [...taken, 'newKey'],
    [...taken, 'formerKeys.0'],
  ]
  expect(await tryBoth()).toEqual(expected)
  await publish(mine)
  expect(await tryBoth()).toEqual(expected)
  await remove('one', (await read('one')).revision)
  expect(await tryBoth()).toEqual(expected)
  await publish(mine)
  expect(await tryBoth()).toEqual(expected)
})

test('lessons that name each other as their former selves are refused', async () => {
  const mine = await givenWritten(api)
  const { patch, lesson: read } = writerOf(api, mine.author, mine)
  const attempts = [
    await patch('lesson-1', (await read('lesson-1')).revision, { formerKeys: ['lesson-2'] }),
    await patch('lesson-1', (await read('lesson-1')).revision, {
      newKey: 'x',
      formerKeys: ['lesson-2'],
    }),
    await patch('lesson-2', (await read('lesson-2')).revision, { newKey: 'lesson-1' }),
  ]
  expect(attempts.map(refusalOf)).toEqual([
    [409, 'LessonKeyTaken', 'formerKeys.0'],
    [409, 'LessonKeyTaken', 'formerKeys.0'],
    [409, 'LessonKeyTaken', 'newKey'],
  ])
})

test('two lessons become one, which takes over what was done in both', async () => {
  const mine = await givenWritten(api)
  const { patch, lesson: read, delete: remove } = writerOf(api, mine.author, mine)
  await remove('lesson-2', (await read('lesson-2')).revision)
  const joined = await patch('lesson-1', (await read('lesson-1')).revision, {
    formerKeys: ['lesson-2'],
  })
  expect([joined.status, joined.body.formerKeys]).toEqual([200, ['lesson-2']])
})

test('the texts of a course are bounded together, so that it can be published in one piece', async () => {
  const mine = await givenWritten(api)
  const { patch, post, lesson: read, get } = writerOf(api, mine.author, mine)
  await patch('lesson-1', (await read('lesson-1')).revision, { title: 'Opened' })
  for (let index = 0; index < 30; index++)
    await api.database.db.execute(
      `insert into draft_lessons
         (course_id, key, revision, title, type, minutes, required, preview, content)
       values ('${mine.courseId}', 'long-${index}', 1, 'Long', 'text', 5, true, false,
         repeat('ä', 499999))`,
    )
  const { revision } = await read('lesson-1')
  const content = 'x'.repeat(100)

  const attempts = [
    await patch('lesson-1', revision, { content }),
    await patch('lesson-1', revision, { content, newKey: 'renamed' }),
    await post((await get()).revision, { key: 'new', title: 'New', content }),
  ]
  expect(attempts.map(refusalOf)).toEqual(attempts.map(() => [400, 'InvalidFields', 'content']))
  expect((await patch('lesson-1', revision, { title: 'Shorter', content: 'x' })).status).toBe(200)
})
