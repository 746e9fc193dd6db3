import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { beforeAll, expect, test } from 'vitest'
import type { CourseContent } from '../../../../content/draft.ts'
import { catalogueEntries } from '../../../../db/schema/courses/catalogue.ts'
import { forAllTests, startApi } from '../../../test/api.ts'
import { courseContent, type GivenUser } from '../../../test/given.ts'
import { publishCourse } from '../../authoring/import/publish-course.ts'
import { typos } from '../catalogue/typos.ts'
import { indexLessons } from '../search/index-lessons.ts'
import { archiveCourse } from './archive-course.ts'
import type { ListCoursesInput } from './schema.ts'

const api = await forAllTests(startApi())

let reader: GivenUser

const library: (Partial<CourseContent> & { slug: string })[] = [
  { slug: 'sailing', title: 'Sailing with knots', tags: ['boats'], categories: ['sport'] },
  { slug: 'rowing', title: 'Rowing boats quietly', level: 'beginner', categories: ['sport'] },
  {
    slug: 'houses',
    title: 'Häuser bauen für Anfänger',
    summary: 'Über Größe, Straße und Dach.',
    language: 'de-CH',
    price: { amount: 900, currency: 'CHF' },
  },
  { slug: 'istanbul', title: 'İstanbul yürüyüşü', language: 'tr', summary: 'Şehirde bir gün.' },
  { slug: 'chinese', title: '数据库入门', language: 'zh', summary: '从表格到查询的第一步。' },
  { slug: 'japanese', title: 'はじめての料理', language: 'ja', summary: '包丁とまな板から。' },
  {
    slug: 'percent',
    title: 'Reckoning with 100% of a_b',
    price: { amount: 100, currency: 'USD' },
    level: 'advanced',
  },
]

beforeAll(async () => {
  reader = await api.given.learner()
  for (const course of library)
    await publishCourse(api.deps, { ...courseContent(course), ...course })
  for (const word of Object.keys(typos))
    await publishCourse(
      api.deps,
      courseContent({ slug: `about-${word}`, title: `All about ${word}` }),
    )
})

async function find(input: Partial<ListCoursesInput>): Promise<string[]> {
  const { items } = await api.as(reader).courses.list.query({ limit: 100, ...input })
  return items.map(({ slug }) => slug)
}

test.each([
  [{ q: 'knots' }, ['sailing']],
  [{ q: 'KNOT' }, ['sailing']],
  [{ q: 'boats' }, ['rowing', 'sailing']],
  [{ q: 'boats -quietly' }, ['sailing']],
  [{ q: '"rowing boats"' }, ['rowing']],
  [{ q: 'knots or quietly' }, ['rowing', 'sailing']],
  [{ q: 'Haus' }, ['houses']],
  [{ q: 'haeuser' }, ['houses']],
  [{ q: 'hauser' }, ['houses']],
  [{ q: 'strasse' }, ['houses']],
  [{ q: 'istanbul' }, ['istanbul']],
  [{ q: '数' }, ['chinese']],
  [{ q: '数据' }, ['chinese']],
  [{ q: '数据库' }, ['chinese']],
  [{ q: '料理' }, ['japanese']],
  [{ q: 'kubern' }, ['about-kubernetes']],
  [{ category: 'sport' }, ['rowing', 'sailing']],
  [{ tag: 'boats' }, ['sailing']],
  [{ language: 'de' }, ['houses']],
  [{ language: 'DE-ch' }, ['houses']],
  [{ language: 'zh', q: 'knots' }, []],
  [{ price: 'paid' }, ['houses', 'percent']],
  [{ price: 'free', level: 'beginner' }, ['rowing']],
  [{ level: 'advanced', price: 'paid', q: 'reckoning' }, ['percent']],
] as const)('%o finds %o', async (input, slugs) => {
  expect((await find(input)).sort()).toEqual([...slugs].sort())
})

test('each of twenty misspelled words finds its course first', async () => {
  const missed: string[] = []
  for (const [word, typo] of Object.entries(typos))
    if ((await find({ q: typo }))[0] !== `about-${word}`) missed.push(typo)

  expect(missed).toEqual([])
})

test('whatever characters are looked for, the answer is a list or names the field', async () => {
  const odd = ['%', '_', '\\', "'", '"', '-', '--', '💩', '(', ':*', '!!', '<%', 'a'.repeat(200)]
  for (const q of odd) expect(await find({ q }), q).toBeInstanceOf(Array)
  expect(await find({ q: '100%' })).toEqual(['percent'])

  for (const q of ['\0', 'a'.repeat(500), 'a\ud800'])
    await expect(find({ q })).rejects.toMatchObject({ data: { error: 'InvalidFields' } })
})

test.each(['newest', 'title', 'price', 'popular', 'relevance'] as const)(
  'pages sorted by %s are the whole list, while courses are published that do not belong to it',
  async (sort) => {
    const q = sort === 'relevance' ? { q: 'all about' } : { tag: undefined, level: undefined }
    const filter = { ...q, sort, language: 'en' }
    const whole = await find(filter)
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const page = await api
        .as(reader)
        .courses.list.query({ ...filter, limit: 4, ...(cursor !== undefined && { cursor }) })
      seen.push(...page.items.map(({ slug }) => slug))
      cursor = page.nextCursor ?? undefined
      await publishCourse(api.deps, courseContent({ slug: `x-${randomUUID()}`, language: 'fr' }))
    } while (cursor !== undefined)

    expect(whole.length).toBeGreaterThan(15)
    expect(seen).toEqual(whole)
  },
)

test('titles whose letters fold to many are sorted, and pages go on after them', async () => {
  const [slug, title] = [`folds-${randomUUID()}`, '\ufdfa'.repeat(200)]
  await publishCourse(api.deps, courseContent({ slug, title, language: 'ar' }))
  await publishCourse(api.deps, courseContent({ slug: `${slug}-2`, title, language: 'ar' }))
  const list = (more: object) =>
    api.as(reader).courses.list.query({ sort: 'title', language: 'ar', limit: 1, ...more })

  const first = await list({})
  const second = await list({ cursor: first.nextCursor ?? '' })

  expect([...first.items, ...second.items].map((course) => course.slug)).toEqual([
    slug,
    `${slug}-2`,
  ])
})

test('a word in a script with vowel signs is one word', async () => {
  await publishCourse(
    api.deps,
    courseContent({ slug: 'hindi-words', title: 'हिन्दी भाषा', language: 'und' }),
  )
  await publishCourse(
    api.deps,
    courseContent({ slug: 'hindi-letters', title: 'ह न द', language: 'und' }),
  )

  expect(await find({ q: 'हिन्दी' })).toEqual(['hindi-words'])
})

test('titles are sorted as people read them, and prices from the lowest', async () => {
  const titles = await find({ sort: 'title', category: 'sport' })
  const prices = await find({ sort: 'price', price: 'paid' })

  expect([titles, prices]).toEqual([
    ['rowing', 'sailing'],
    ['percent', 'houses'],
  ])
})

test('a course that says the word in its title comes before one that mentions it', async () => {
  await publishCourse(api.deps, courseContent({ slug: 'first', title: 'Zeppelins' }))
  const mention = { summary: 'A word on zeppelins.' }
  await publishCourse(api.deps, { ...courseContent({ slug: 'second', title: 'Air' }), ...mention })

  expect(await find({ q: 'zeppelin' })).toEqual(['first', 'second'])
})

test('a cursor is refused with a different query, and so are unknown values', async () => {
  const { nextCursor } = await api.as(reader).courses.list.query({ q: 'about', limit: 1 })
  const cursor = nextCursor ?? ''
  const { token } = reader
  for (const [query, path] of [
    [`q=other&cursor=${cursor}`, 'cursor'],
    [`cursor=${cursor}`, 'cursor'],
    ['sort=relevance', 'sort'],
    ['sort=cheapest', 'sort'],
    ['level=expert', 'level'],
    ['price=0', 'price'],
    ['category=Web%20Development', 'category'],
    ['language=english!', 'language'],
  ]) {
    const { status, body } = await api.request(`GET /api/courses?${query}`, { token })
    const { issues } = body as unknown as { issues: { path: string }[] }
    expect([query, status, issues[0]?.path]).toEqual([query, 400, path])
  }
})

test('what is archived is not found, and a new version is found by its new words alone', async () => {
  const content = courseContent({ slug: 'changing', title: 'Quaggas of old' })
  await publishCourse(api.deps, content)
  expect(await find({ q: 'quagga' })).toEqual(['changing'])

  await publishCourse(api.deps, { ...content, title: 'Okapis of today' })
  expect([await find({ q: 'quagga' }), await find({ q: 'okapi' })]).toEqual([[], ['changing']])

  await archiveCourse(api.deps, 'changing')
  expect(await find({ q: 'okapi' })).toEqual([])
})

test('courses show what they say about themselves, and whether you are enrolled', async () => {
  const terms = { authors: ['Mary Somerville'], categories: ['sky'], level: 'beginner' as const }
  const content = courseContent({ slug: 'stars', title: 'Counting stars' })
  await publishCourse(api.deps, { ...content, ...terms })
  await api.given.enrollment(reader, { slug: 'stars' })

  const { items } = await api.as(reader).courses.list.query({ q: 'stars' })

  expect(items).toEqual([
    expect.objectContaining({
      ...terms,
      tags: [],
      cover: null,
      minutes: 15,
      lessonCount: 3,
      enrolled: true,
    }),
  ])
  const shown = await api.as(reader).courses.get.query({ idOrSlug: 'stars' })
  expect(shown).toMatchObject({ ...terms, minutes: 15, lessonCount: 3 })
})

test('words of a text that costs money are nowhere in the catalogue', async () => {
  const content = courseContent({ slug: 'paid', title: 'Worth it' })
  const [section] = content.sections
  const lessons = section?.lessons.map((lesson) => ({
    ...lesson,
    content: 'The xylocanary sings.',
  }))
  await publishCourse(api.deps, {
    ...content,
    sections: [{ title: 'One', lessons: lessons ?? [] }],
  })

  for (const q of ['xylocanary', 'xylocanar', 'xylcanary']) expect(await find({ q })).toEqual([])
})

test('a stranger searches an open catalogue, as often as others, and finds no paid text', async () => {
  await using open = await startApi({ config: { publicOperations: ['courses.list'] } })
  const content = courseContent({ slug: 'kites', title: 'Kites', language: 'en' })
  const [section] = content.sections
  const lessons = (section?.lessons ?? []).map((lesson) => ({
    ...lesson,
    content: 'The xylocanary sings.',
  }))
  await publishCourse(open.deps, { ...content, sections: [{ title: 'One', lessons }] })

  const slugs = async (query: string) => {
    const { status, body } = await open.request(`GET /api/courses?${query}`)
    const { items } = body as unknown as { items: { slug: string }[] }
    return [status, items.map(({ slug }) => slug)]
  }
  expect(await slugs('q=kites')).toEqual([200, ['kites']])
  for (const word of ['xylocanary', 'xylocanar', 'xylcanary'])
    expect(await slugs(`q=${word}`)).toEqual([200, []])
  expect((await open.request('GET /api/v1/search?q=xylocanary')).status).toBe(401)
})

test('a new price is searched by at once', async () => {
  const price = { amount: 0, currency: 'USD' }
  const content = courseContent({ slug: 'costly', title: 'Velocipedes', price })
  await publishCourse(api.deps, content)
  expect(await find({ q: 'velocipedes', price: 'free' })).toEqual(['costly'])

  const costlier = { ...content, price: { ...price, amount: 500 } }
  await publishCourse(api.deps, costlier, { setPrice: true })
  expect(await find({ q: 'velocipedes', price: 'free' })).toEqual([])
  expect(await find({ q: 'velocipedes', price: 'paid' })).toEqual(['costly'])
})

test('a mistake in one word of two is forgiven, and a name without its accents is found', async () => {
  const summary = 'A walk with friends.'
  const first = courseContent({ slug: 'gaudi', title: 'Casas de Gaudí', language: 'es' })
  await publishCourse(api.deps, { ...first, summary })
  const second = courseContent({ slug: 'walks', title: 'Walks and façades' })
  await publishCourse(api.deps, second)

  expect(await find({ q: 'gaudi' })).toEqual(['gaudi'])
  expect(await find({ q: 'facades' })).toEqual(['walks'])
  expect(await find({ q: 'casas gudi' })).toEqual(['gaudi'])
  expect(await find({ q: 'gaudi -casas' })).toEqual([])
})

test('what people leave out when they type is left out of words in every script', async () => {
  const titles = { food: 'Smørrebrød', arabic: 'مُحَاسَبَة', hebrew: 'שָׁלוֹם' }
  const code = { plus: 'C++ templates', sharp: 'C# records', sql: 'SQL 101', joined: 'HTML5' }
  for (const [slug, title] of Object.entries({ ...titles, ...code }))
    await publishCourse(api.deps, courseContent({ slug: `in-${slug}`, title }))
  const found = (q: string) => find({ q })
  for (const [slug, ...queries] of [
    ['in-food', 'smorrebrod', 'SMØRREBRØD'],
    ['in-arabic', 'محاسبة'],
    ['in-hebrew', 'שלום'],
    ['in-plus', 'cpp', 'c++'],
    ['in-sharp', 'c#', 'csharp'],
    ['in-sql', 'sql101', 'sql 101', 'ｓｑｌ１０１'],
    ['in-joined', 'html 5'],
  ])
    for (const q of queries) expect([q, (await found(q))[0]]).toEqual([q, slug])
})

test('an entry that an older release made is made again, with its words in all spellings', async () => {
  await publishCourse(api.deps, courseContent({ slug: 'former', title: 'Crème brûlée' }))
  const { id } = await api.as(reader).courses.get.query({ idOrSlug: 'former' })
  const ofEntry = eq(catalogueEntries.courseId, id)
  await api.deps.db.update(catalogueEntries).set({ document: '', folded: null }).where(ofEntry)
  expect(await find({ q: 'creme' })).toEqual([])
  await indexLessons(api.deps)
  expect(await find({ q: 'creme' })).toEqual(['former'])
})

test('a course from before the catalogue had entries is listed with its lessons counted', async () => {
  const content = courseContent({ slug: 'unindexed', title: 'Unindexed' })
  const { slug } = await publishCourse(api.deps, content)
  const { id } = await api.as(reader).courses.get.query({ idOrSlug: slug })
  await api.deps.db.delete(catalogueEntries).where(eq(catalogueEntries.courseId, id))

  const { items } = await api.as(reader).courses.list.query({ limit: 100 })

  expect(items.find((item) => item.id === id)).toMatchObject({ minutes: 15, lessonCount: 3 })
})
