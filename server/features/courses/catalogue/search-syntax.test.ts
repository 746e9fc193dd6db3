import { beforeAll, expect, test } from 'vitest'
import { forAllTests, startApi } from '../../../test/api.ts'
import { courseContent, type GivenUser } from '../../../test/given.ts'
import { publishCourse } from '../../authoring/import/publish-course.ts'
import { indexLessons } from '../search/index-lessons.ts'

const api = await forAllTests(startApi())

const titles: Record<string, [language: string, title: string]> = {
  tables: ['zh', '数据库和表格'],
  queries: ['zh', '数据库的查询语言 SQL'],
  cooking: ['ja', 'やさしい料理'],
  baking: ['ja', 'パンとケーキの料理'],
  apart: ['zh', '库里的数据'],
  mixed: ['en', 'Sorting 数据库 with knots'],
  plain: ['en', 'Knots for sailors'],
  thai: ['th', 'ครัวไทย'],
}

let reader: GivenUser

beforeAll(async () => {
  reader = await api.given.learner()
  for (const [slug, [language, title]] of Object.entries(titles)) {
    const content = courseContent({ slug, title, language })
    const [section] = content.sections
    const [lesson] = section?.lessons ?? []
    if (lesson === undefined) throw new Error('The course has no lesson.')
    const sections = [
      { title: 'All', lessons: [{ ...lesson, title: 'One', content: `${title} 1%_` }] },
    ]
    await publishCourse(api.deps, { ...content, summary: 'Short.', sections })
    await api.given.enrollment(reader, { slug })
  }
  await indexLessons(api.deps, {})
})

test.each([
  ['数据库', ['mixed', 'queries', 'tables']],
  ['数据库 -查询', ['mixed', 'tables']],
  ['数据库 -"查询语言"', ['mixed', 'tables']],
  ['数据库 -表格 -查询', ['mixed']],
  ['数据库 -sql', ['mixed', 'tables']],
  ['knots -数据库', ['plain']],
  ['数据 -数据库', ['apart']],
  ['表格 or 料理', ['baking', 'cooking', 'tables']],
  ['表格 OR knots', ['mixed', 'plain', 'tables']],
  ['数据库 -查询 or 料理 -パン', ['cooking', 'mixed', 'tables']],
  ['料理 or knots -数据库', ['baking', 'cooking', 'plain']],
  ['"库的查询"', ['queries']],
  ['"库 查询"', []],
  ['"查询语言 sql" or "和表"', ['queries', 'tables']],
  ['数据　－查询', ['apart', 'mixed', 'tables']],
  ['数据 - 查询', ['queries']],
  ['数据 表格', ['tables']],
  ['ＳＱＬ 数据', ['queries']],
  ['ครัว', ['thai']],
  ['"1%_" 料理', []],
] as const)('the catalogue is asked for %s and finds %o', async (q, slugs) => {
  const { items } = await api.as(reader).courses.list.query({ q, limit: 100 })

  expect(items.map(({ slug }) => slug).sort()).toEqual(slugs)
})

test.each([
  ['数据库 -查询', ['mixed', 'tables']],
  ['数据库 -表格 -查询', ['mixed']],
  ['knots -数据库', ['plain']],
  ['数据 -数据库', ['apart']],
  ['表格 or 料理', ['baking', 'cooking', 'tables']],
  ['数据库 -查询 or 料理 -パン', ['cooking', 'mixed', 'tables']],
  ['"库的查询"', ['queries']],
  ['"库 查询"', []],
  ['数据 - 查询', ['queries']],
  ['"1%_" 料理', ['baking', 'cooking']],
  ['"料理 1%_" -パン', ['cooking']],
] as const)('your lessons are asked for %s and are found in %o', async (q, slugs) => {
  const { items } = await api.as(reader).search.lessons.query({ q })

  expect(items.map(({ course }) => course.slug).sort()).toEqual(slugs)
})

test('a snippet of a long text without spaces is short, and marks what was found', async () => {
  const content = courseContent({ slug: 'long', title: '长', language: 'zh' })
  const [section] = content.sections
  const [lesson] = section?.lessons ?? []
  if (lesson === undefined) throw new Error('The course has no lesson.')
  const text = `${'这是很长的一句话'.repeat(2_000)}灯塔${'后面还有很多字'.repeat(2_000)}`
  const sections = [{ title: 'All', lessons: [{ ...lesson, content: text }] }]
  await publishCourse(api.deps, { ...content, sections })
  await api.given.enrollment(reader, { slug: 'long' })
  await indexLessons(api.deps, {})

  const { items } = await api.as(reader).search.lessons.query({ q: '灯塔' })

  const snippet = items[0]?.snippet ?? []
  expect(snippet.filter(({ isMatch }) => isMatch)).toEqual([{ text: '灯塔', isMatch: true }])
  expect(snippet.map((piece) => piece.text).join('').length).toBeLessThan(200)
})
