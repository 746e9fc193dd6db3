import { beforeAll, expect, test } from 'vitest'
import { forAllTests, startApi } from '../../../test/api.ts'
import { courseContent, type GivenUser } from '../../../test/given.ts'
import { publishCourse } from '../../authoring/import/publish-course.ts'
import { indexLessons } from '../search/index-lessons.ts'

const api = await forAllTests(startApi())

const titles: Record<string, [language: string, title: string]> = {
  rust: ['en', 'Rust - the language of crabs'],
  gold: ['fr', "L'or et l'argent"],
  percent: ['en', 'Reckoning with 100% of a_b'],
  arabic: ['ar', 'تعلم البرمجة'],
  turkish: ['tr', 'Isparta ve İzmir'],
  vietnamese: ['vi', 'Lập trình cơ bản'],
  mixed: ['zh', '学习ＳＱＬ语言'],
  korean: ['ko', '데이터베이스 입문'],
  emoji: ['en', 'Smile 💩 today'],
}

let reader: GivenUser

beforeAll(async () => {
  reader = await api.given.learner()
  for (const [slug, [language, title]] of Object.entries(titles)) {
    const content = courseContent({ slug, title, language })
    await publishCourse(api.deps, { ...content, summary: 'Short.' })
    await api.given.enrollment(reader, { slug })
  }
  await indexLessons(api.deps, {})
})

test.each([
  ['Rust - languages', ['rust']],
  ['rust --crabs', []],
  ['or', ['gold']],
  ['OR argent', ['gold']],
  ['"argent', ['gold']],
  ['100%', ['percent']],
  ['a_b', ['percent']],
  ['a%b', ['percent']],
  ['البرمجة', ['arabic']],
  ['ISPARTA', ['turkish']],
  ['ısparta', ['turkish']],
  ['izmir', ['turkish']],
  ['lap trinh', ['vietnamese']],
  ['Lập trình'.normalize('NFD'), ['vietnamese']],
  ['sql', ['mixed']],
  ['学习sql', ['mixed']],
  ['데이터', ['korean']],
  ['데이터'.normalize('NFD'), ['korean']],
  ['the', ['rust']],
  ['-', []],
  ['""', []],
  ['-""', []],
  ['"', []],
  [' or '.repeat(20), ['gold']],
] as const)('the catalogue is asked for %s and finds %o', async (q, slugs) => {
  const { items } = await api.as(reader).courses.list.query({ q, limit: 100 })

  expect(items.map(({ slug }) => slug)).toEqual(slugs)
})

const odd = [
  ...'%_\\\'"-()[]{}<>!&|:*~^$?+.,;@#/学ก\u202e\ufffd\u00ad\u200b',
  ...[
    '--',
    '- -',
    ':*',
    '!!',
    '<->',
    "''",
    '\\\\',
    '\\%',
    '-"',
    '"-a',
    'a"b"c',
    '-a -b',
    '💩',
    'é',
  ],
  ...['or or', 'a or', '学 or', 'or 学', '-学', '-"学', '"学 " or -学', '学'.repeat(200)],
  Array.from({ length: 66 }, (_, number) => (number + 500).toString(36)).join(' '),
  ...['一 or '.repeat(40), '-学 '.repeat(60), '"" or ""', 'a'.repeat(200), '\ufdfa'.repeat(200)],
]

test('whatever is looked for, both searches answer with a list', async () => {
  for (const q of odd) {
    if (q.trim() === '') continue
    const query = new URLSearchParams({ q: q.slice(0, 200) })
    for (const path of ['/api/courses', '/api/v1/search']) {
      const { status, text } = await api.request(`GET ${path}?${query}`, reader)
      expect([path, q, status]).toEqual([path, q, 200])
      expect(text.length).toBeLessThan(40_000)
    }
  }
})

test('what is no text, too long or of a different search is refused by its field', async () => {
  const { nextCursor } = await api.as(reader).search.lessons.query({ q: 'lesson', limit: 1 })
  const sorted = await api.as(reader).courses.list.query({ q: 'short', sort: 'title', limit: 1 })
  const refused: [path: string, query: Record<string, string>, field: string][] = [
    ['/api/v1/search', { q: 'a\0b' }, 'q'],
    ['/api/v1/search', { q: 'a'.repeat(201) }, 'q'],
    ['/api/v1/search', { q: ' ' }, 'q'],
    ['/api/v1/search', { q: 'short', cursor: nextCursor ?? '' }, 'cursor'],
    ['/api/v1/search', { q: 'lesson', cursor: sorted.nextCursor ?? '' }, 'cursor'],
    ['/api/courses', { q: 'short', cursor: sorted.nextCursor ?? '' }, 'cursor'],
    ['/api/courses', { sort: 'title', cursor: sorted.nextCursor ?? '' }, 'cursor'],
  ]
  for (const [path, query, field] of refused) {
    const answer = await api.request(`GET ${path}?${new URLSearchParams(query)}`, reader)
    const { issues } = answer.body as unknown as { issues: { path: string }[] }
    expect([path, query, answer.status, issues[0]?.path]).toEqual([path, query, 400, field])
  }
})
