import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { findCourse } from '../../../../db/queries/courses/courses/courses.ts'
import { forAllTests, startApi } from '../../../test/api.ts'
import { atOnce, tally } from '../../../test/at-once.ts'
import { courseContent } from '../../../test/given.ts'
import { publishCourse } from './publish-course.ts'

const api = await forAllTests(startApi())

const usd = (amount: number) => ({ amount, currency: 'USD' })

test('the same content again changes nothing, a new price makes no version, new content does', async () => {
  const content = courseContent({ price: usd(1000) })
  const retitled = { ...content, title: 'Another title' }

  const done = []
  for (const next of [
    content,
    content,
    { ...content, price: usd(500) },
    { ...content, price: usd(500) },
    retitled,
    content,
  ]) {
    done.push(await publishCourse(api.deps, next, { setPrice: true }))
  }

  expect(done.map(({ outcome, version }) => `${outcome} ${version}`)).toEqual([
    'new course 1',
    'unchanged 1',
    'new price 1',
    'unchanged 1',
    'new version 2',
    'new version 3',
  ])
  expect(await countVersions(content.slug)).toBe(3)
})

test('the price in a folder counts when the course is new, and later only when asked for', async () => {
  const content = courseContent({ price: usd(1000) })
  const cheaper = { ...content, price: usd(500) }
  await publishCourse(api.deps, content)

  expect(await publishCourse(api.deps, cheaper)).toMatchObject({
    outcome: 'unchanged',
    keepsPrice: true,
  })
  expect(await findCourse(api.deps.db, { slug: content.slug })).toMatchObject({ priceAmount: 1000 })

  expect(await publishCourse(api.deps, cheaper, { setPrice: true })).toMatchObject({
    outcome: 'new price',
    keepsPrice: false,
  })
  expect(await findCourse(api.deps.db, { slug: content.slug })).toMatchObject({ priceAmount: 500 })
})

test('a new certificate design makes no version, and is reported', async () => {
  const content = courseContent({ price: usd(1000) })
  const [blue, green] = [
    { ...content, certificate: { color: '#102030' } },
    { ...content, certificate: { color: '#103020' } },
  ]

  const done = []
  for (const next of [
    content,
    blue,
    { ...blue, certificate: { ...blue.certificate } },
    { ...green, price: usd(5) },
    { ...content, price: usd(5) },
  ]) {
    done.push(await publishCourse(api.deps, next, { setPrice: true }))
  }

  expect(done.map(({ outcome, version }) => `${outcome} ${version}`)).toEqual([
    'new course 1',
    'new certificate 1',
    'unchanged 1',
    'new price and certificate 1',
    'new certificate 1',
  ])
})

test.each([
  ['summary', { summary: 'Other words.' }],
  ['language', { language: 'de' }],
  ['license', { license: 'CC0-1.0' }],
  ['source', { source: 'https://example.org/course' }],
] as const)('a different %s is new content', async (_, change) => {
  const content = courseContent({})
  await publishCourse(api.deps, content)

  expect(await publishCourse(api.deps, { ...content, ...change })).toMatchObject({
    outcome: 'new version',
    version: 2,
  })
})

test('many publications of one new course at once make one course with one version', async () => {
  await using second = await startApi()
  const content = courseContent({})

  const done = await atOnce(12, (index) =>
    publishCourse((index % 2 === 0 ? api : second).deps, content),
  )

  expect(tally(done.map(({ outcome }) => outcome))).toEqual({ 'new course': 1, unchanged: 11 })
  expect(await countVersions(content.slug)).toBe(1)
})

test('a publication that fails half-way leaves nothing behind', async () => {
  const content = courseContent({})
  const [section] = content.sections
  const broken = {
    ...content,
    sections: [...content.sections, ...(section === undefined ? [] : [section])],
  }

  await expect(publishCourse(api.deps, broken)).rejects.toThrow()

  const { rows } = await api.deps.db.execute(
    sql`select count(*)::int as count from courses where slug = ${content.slug}`,
  )
  expect(rows).toEqual([{ count: 0 }])
})

async function countVersions(slug: string): Promise<unknown> {
  const { rows } = await api.deps.db.execute(
    sql`select count(*)::int as count from course_versions v join courses c on c.id = v.course_id where c.slug = ${slug}`,
  )
  return rows[0]?.count
}

test('an import does not wait for learners who enroll at the same time', async () => {
  const content = courseContent({})
  await publishCourse(api.deps, content)

  const imported = await api.database.db.transaction(async (enrolling) => {
    await enrolling.execute(sql`select from courses where slug = ${content.slug} for key share`)
    return publishCourse(api.deps, { ...content, title: 'Another title' })
  })
  expect(imported.version).toBe(2)
})
