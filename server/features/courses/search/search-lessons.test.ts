import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { LessonContent } from '../../../../content/draft.ts'
import { lessonDocuments } from '../../../../db/schema/courses/search.ts'
import { enrollments } from '../../../../db/schema/learning/enrollments.ts'
import { forAllTests, startApi } from '../../../test/api.ts'
import { courseContent, type GivenUser } from '../../../test/given.ts'
import { publishCourse } from '../../authoring/import/publish-course.ts'
import { storeMedia } from '../media/store-media.ts'
import { indexLessons } from './index-lessons.ts'

const api = await forAllTests(startApi({ isIdle: true }))

async function publish(slug: string, texts: string[], language = 'en'): Promise<void> {
  const content = courseContent({ slug, title: `The course ${slug}`, language })
  await publishCourse(api.deps, {
    ...content,
    sections: [
      {
        title: 'Only',
        lessons: texts.map((text, index) => ({
          key: `lesson-${index + 1}`,
          title: `Lesson ${index + 1} of ${slug}`,
          type: 'text',
          minutes: 5,
          required: true,
          preview: false,
          content: text,
        })),
      },
    ],
  })
  await indexLessons(api.deps, {})
}

/** Publishes a course with one lesson of each type; video and file have no text of their own. */
async function publishTypes(
  slug: string,
  language = 'en',
  titles: readonly string[] = typeTitles,
): Promise<void> {
  const shared = { minutes: 5, required: true, preview: false, content: '' }
  const address = 'https://example.org/elsewhere'
  const video = { sources: [{ url: address }], poster: null, captions: [], seconds: null }
  const lessons: LessonContent[] = [
    { ...shared, key: 'text', type: 'text', title: titles[0] ?? '', content: 'To read.' },
    {
      ...shared,
      key: 'video',
      type: 'video',
      title: titles[1] ?? '',
      details: { video: { ...video, transcript: 'The nightingale sings `at dusk`.' } },
    },
    {
      ...shared,
      key: 'file',
      type: 'file',
      title: titles[2] ?? '',
      details: { file: { file: 'a.pdf' } },
    },
    {
      ...shared,
      key: 'link',
      type: 'link',
      title: titles[3] ?? '',
      content: 'A page on cranes.',
      details: { link: { url: address } },
    },
  ]
  const content = courseContent({ slug, title: `The course ${slug}`, language })
  const { sha256 } = await storeMedia(api.deps, bytesOfFile(), { maxBytes: 1_000 })
  const sections = [{ title: 'Only', lessons }]
  await publishCourse(api.deps, { ...content, files: { 'a.pdf': sha256 }, sections })
  await indexLessons(api.deps, {})
}

async function* bytesOfFile() {
  yield Buffer.from('%PDF-1.4')
}

const typeTitles = ['Owls', 'Larks', 'Herons', 'Storks'] as const

async function keysFound(user: GivenUser, q: string): Promise<string[]> {
  const { items } = await api.as(user).search.lessons.query({ q })
  return items.map(({ key, course }) => `${course.slug}/${key}`)
}

test('a learner finds lessons by their texts, until the course is left; a stranger finds nothing', async () => {
  const [learner, stranger] = [await api.given.learner(), await api.given.learner()]
  await publish('birds', ['The wren builds a nest.', 'Swallows travel far.'])
  await publish('fish', ['No wren lives under water.'])
  await api.given.enrollment(learner, { slug: 'birds' })

  expect(await keysFound(learner, 'nests')).toEqual(['birds/lesson-1'])
  expect(await keysFound(learner, 'wren')).toEqual(['birds/lesson-1'])
  expect(await keysFound(learner, 'lesson 2')).toEqual(['birds/lesson-2'])
  expect(await keysFound(stranger, 'wren')).toEqual([])
  expect((await api.request('GET /api/v1/search?q=wren')).status).toBe(401)

  const { items } = await api.as(learner).courses.list.query({ q: 'birds' })
  await api.as(learner).me.leaveCourse.mutate({ courseId: items[0]?.id ?? '' })
  expect(await keysFound(learner, 'wren')).toEqual([])
})

test('learners find what is in their own version, not what came later', async () => {
  const learner = await api.given.learner()
  await publish('rocks', ['Granite is old.'])
  await api.given.enrollment(learner, { slug: 'rocks' })
  await publish('rocks', ['Basalt is young.'])

  expect(await keysFound(learner, 'granite')).toEqual(['rocks/lesson-1'])
  expect(await keysFound(learner, 'basalt')).toEqual([])
})

test('a snippet is data: marks that a text brings along emphasize nothing', async () => {
  const learner = await api.given.learner()
  await publish('markup', ['Write <b>bold</b> words \uE000sparingly\uE001 in a letter.'])
  await api.given.enrollment(learner, { slug: 'markup' })

  const { items } = await api.as(learner).search.lessons.query({ q: 'sparingly' })

  expect(items[0]?.snippet.filter(({ isMatch }) => isMatch)).toEqual([
    { text: 'sparingly', isMatch: true },
  ])
  expect(items[0]?.snippet.map(({ text }) => text).join('')).not.toMatch(/[\uE000\uE001]/u)
})

test('parts of Chinese and Japanese texts are found, and pages are the whole list', async () => {
  const learner = await api.given.learner()
  const texts = Array.from({ length: 7 }, (_, index) => `第${index}课：学习查询语言。`)
  await publish('zh-course', texts, 'zh')
  await api.given.enrollment(learner, { slug: 'zh-course' })
  const whole = await keysFound(learner, '查询')

  const seen: string[] = []
  let cursor: string | undefined
  do {
    const page = await api
      .as(learner)
      .search.lessons.query({ q: '查询', limit: 3, ...(cursor !== undefined && { cursor }) })
    seen.push(...page.items.map(({ key, course }) => `${course.slug}/${key}`))
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)

  expect([whole.length, seen]).toEqual([7, whole])
  expect(await keysFound(learner, '询')).toHaveLength(7)
})

test('lessons of every type are found by title, transcript and text', async () => {
  const learner = await api.given.learner()
  await publishTypes('types')
  await api.given.enrollment(learner, { slug: 'types' })

  expect(await keysFound(learner, 'owl')).toEqual(['types/text'])
  expect(await keysFound(learner, 'lark')).toEqual(['types/video'])
  expect(await keysFound(learner, 'heron')).toEqual(['types/file'])
  expect(await keysFound(learner, 'stork')).toEqual(['types/link'])
  expect(await keysFound(learner, 'cranes')).toEqual(['types/link'])
  expect(await keysFound(learner, 'nightingales')).toEqual(['types/video'])
  const { items } = await api.as(learner).search.lessons.query({ q: 'nightingale' })
  expect(items[0]?.snippet).toContainEqual({ text: 'nightingale', isMatch: true })
})

test('a title is searched in the language of its course, whoever else has the same text', async () => {
  const learner = await api.given.learner()
  await publishTypes('english')
  await publishTypes('german', 'de', ['Bäume', 'Häuser', 'Vögel', 'Äpfel'])
  for (const slug of ['english', 'german']) await api.given.enrollment(learner, { slug })

  expect(await keysFound(learner, 'Haus')).toEqual(['german/video'])
  expect(await keysFound(learner, 'apfel')).toEqual(['german/link'])
})

test('texts and titles are found without their accents and vowel marks, also those of before', async () => {
  const learner = await api.given.learner()
  await publishTypes('spelled', 'da', ['Smørrebrød', 'C++ 101', 'مُحَاسَبَة', 'Rugbrød'])
  await publish('spelled-text', ['Et stykke smørrebrød.', 'שָׁלוֹם', 'Learn C# and SQL 101.'], 'da')
  for (const slug of ['spelled', 'spelled-text']) await api.given.enrollment(learner, { slug })
  const all = ['smorrebrod', 'smørrebrød'].map((q) => keysFound(learner, q))
  for (const found of await Promise.all(all))
    expect(found.sort()).toEqual(['spelled-text/lesson-1', 'spelled/text'])
  expect(await keysFound(learner, 'cpp')).toEqual(['spelled/video'])
  for (const q of ['محاسبة', 'مُحاسبة'])
    expect(await keysFound(learner, q)).toEqual(['spelled/file'])
  expect(await keysFound(learner, 'שלום')).toEqual(['spelled-text/lesson-2'])
  for (const q of ['csharp', 'c#', 'sql101', 'sql 101', 'sqĺ'])
    expect([q, await keysFound(learner, q)]).toEqual([q, ['spelled-text/lesson-3']])

  await api.deps.db.update(lessonDocuments).set({ document: '', folded: null })
  expect(await keysFound(learner, 'csharp')).toEqual([])
  await indexLessons(api.deps)
  expect(await keysFound(learner, 'csharp')).toEqual(['spelled-text/lesson-3'])
})

test('words may stand in the title and in the text, and what is left out in neither', async () => {
  const learner = await api.given.learner()
  await publish('apart', ['The heron waits.', 'The heron flies.'])
  await api.given.enrollment(learner, { slug: 'apart' })

  expect(await keysFound(learner, 'heron "lesson 2"')).toEqual(['apart/lesson-2'])
  expect(await keysFound(learner, 'lesson -waits')).toEqual(['apart/lesson-2'])
  expect(await keysFound(learner, 'heron - flies')).toEqual(['apart/lesson-2'])
})

test('what learners may not read is not found: ended enrollments, drafts, left out lessons', async () => {
  const [learner, refunded] = [await api.given.learner(), await api.given.learner()]
  await publish('closing', ['Ospreys dive.', 'Ospreys nest.'])
  for (const user of [learner, refunded]) await api.given.enrollment(user, { slug: 'closing' })
  await api.deps.db
    .update(enrollments)
    .set({ status: 'ended' })
    .where(eq(enrollments.userId, refunded.id))
  expect(await keysFound(refunded, 'ospreys')).toEqual([])

  const latecomer = await api.given.learner()
  await publish('closing', ['Ospreys dive.'])
  await api.given.enrollment(latecomer, { slug: 'closing' })
  expect(await keysFound(latecomer, 'ospreys')).toEqual(['closing/lesson-1'])
  expect(await keysFound(learner, 'ospreys')).toHaveLength(2)

  const admin = api.as(await api.given.admin())
  const { items } = await api.as(learner).courses.list.query({ q: 'closing' })
  const courseId = items[0]?.id ?? ''
  const { revision: terms } = await admin.authoring.get.query({ courseId })
  await admin.authoring.update.mutate({ courseId, revision: terms, managedBy: 'http' })
  const { revision } = await admin.drafts.get.query({ courseId })
  await admin.drafts.createLesson.mutate({
    courseId,
    revision,
    key: 'unpublished',
    title: 'Ospreys tomorrow',
    type: 'text',
    content: 'Ospreys to come.',
  })
  await indexLessons(api.deps, {})
  expect(await keysFound(latecomer, 'ospreys')).toEqual(['closing/lesson-1'])
})
