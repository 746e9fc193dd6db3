import { afterAll, expect, test } from 'vitest'
import { startApi } from '../../test/api.ts'
import { courseContent, type GivenUser } from '../../test/given.ts'
import { publishCourse } from '../authoring/publish-course.ts'
import { indexLessons } from './index-lessons.ts'

const api = await startApi()
afterAll(() => api[Symbol.asyncDispose]())

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
  expect((await api.request('GET /api/search?q=wren')).status).toBe(401)

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
