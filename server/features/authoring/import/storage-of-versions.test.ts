import { expect, test } from 'vitest'
import type { CourseContent } from '../../../../content/draft.ts'
import { findCourse } from '../../../../db/queries/courses/courses/courses.ts'
import { listLessons } from '../../../../db/queries/courses/lessons.ts'
import { forAllTests, startApi } from '../../../test/api.ts'
import { clientForAllTests, makeTestDatabase } from '../../../test/database.ts'
import { courseContent } from '../../../test/given.ts'
import { publishCourse } from './publish-course.ts'

const databaseUrl = await makeTestDatabase()
const api = await forAllTests(startApi({ databaseUrl }))
const database = await clientForAllTests(databaseUrl)

/** Tables of drafts, whose rows go once published, and make room for others. */
const draftTables = ['drafts', 'draft_lessons']
const tables = [
  'lesson_bodies',
  'lesson_revisions',
  'course_versions',
  'sections',
  'courses',
  'course_history',
]
const megabytes = (bytes: number) => `${(bytes / 1_000_000).toFixed(1)} MB`

async function bytesOf(names: readonly string[]): Promise<number> {
  const { rows } = await database.query(
    'select sum(pg_total_relation_size(name::regclass))::float8 as bytes from unnest($1::text[]) name',
    [names],
  )
  return rows[0].bytes
}

type Lesson = CourseContent['sections'][number]['lessons'][number]

function withLessons(content: CourseContent, change: (lessons: Lesson[]) => Lesson[]) {
  const [section, ...others] = content.sections
  if (section === undefined) throw new Error('The course has no section.')
  const changed = { ...section, lessons: change(section.lessons) }
  return { ...content, sections: [changed, ...others] }
}

const withLine = (content: CourseContent, index: number, line: string): CourseContent =>
  withLessons(content, (lessons) =>
    lessons.map((lesson, at) =>
      at === index % lessons.length
        ? { ...lesson, content: `${lesson.content}\n\n${line}` }
        : lesson,
    ),
  )

/** Returns text that does not compress to nothing. */
function prose(seed: number, words: number): string {
  let state = seed + 1
  return Array.from({ length: words }, () => {
    state = (state * 48_271) % 2_147_483_647
    return state.toString(36)
  }).join(' ')
}

const manyLessons = Array.from({ length: 562 }, () => 'required' as const)
const generated = () =>
  withLessons(courseContent({ lessons: manyLessons }), (lessons) =>
    lessons.map((lesson, index) => ({ ...lesson, content: prose(index, 300) })),
  )

test('40 publications of a course of 562 lessons in which a line changes each time add at most 1 MB', async () => {
  let content = generated()
  await publishCourse(api.deps, content)
  const before = await bytesOf(tables)

  for (let number = 1; number <= 40; number++) {
    content = withLine(content, number * 7, `Line ${number}.`)
    const { outcome, version } = await publishCourse(api.deps, content)
    expect([outcome, version]).toEqual(['new version', number + 1])
  }

  const added = (await bytesOf(tables)) - before
  const room = megabytes(await bytesOf(draftTables))
  process.stdout.write(`40 publications add ${megabytes(added)}; their drafts took ${room}\n`)
  expect(added).toBeLessThan(1_000_000)
})

/** Returns ids and texts of the lessons of each version, oldest first. */
async function versionsOf(slug: string) {
  const { rows } = await database.query<{ number: number; ids: string[]; texts: string[] }>(
    `select v.number, array_agg(l.id order by l.position) as ids,
       array_agg(l.content order by l.position) as texts
     from courses c join course_versions v on v.course_id = c.id join lessons l on l.version_id = v.id
     where c.slug = $1 group by v.number order by v.number`,
    [slug],
  )
  return rows
}

async function countRows(table: string): Promise<number> {
  const { rows } = await database.query(`select count(*)::int as count from ${table}`)
  return rows[0].count
}

test('what a publication does not change is not written again', async () => {
  const content = courseContent({ lessons: ['required', 'required', 'required'] })
  await publishCourse(api.deps, content)
  const before = [await countRows('lesson_revisions'), await countRows('lesson_bodies')]

  await publishCourse(api.deps, withLine(content, 1, 'More.'))

  const after = [await countRows('lesson_revisions'), await countRows('lesson_bodies')]
  expect(after.map((count, index) => count - (before[index] ?? 0))).toEqual([1, 1])
  const [first, second] = await versionsOf(content.slug)
  expect(second?.ids.map((id, index) => id === first?.ids[index])).toEqual([true, false, true])
  expect(second?.texts).toEqual([
    'What lesson 1 teaches.',
    'What lesson 2 teaches.\n\nMore.',
    'What lesson 3 teaches.',
  ])
})

test('a lesson added at the front moves all others, and no text is written twice', async () => {
  const content = courseContent({ lessons: ['required', 'required', 'required'] })
  await publishCourse(api.deps, content)
  const bodies = await countRows('lesson_bodies')
  const [lesson] = content.sections[0]?.lessons ?? []
  if (lesson === undefined) throw new Error('The course has no lesson.')

  const added = { ...lesson, key: 'welcome', title: 'Welcome', content: 'Welcome, all of you.' }
  await publishCourse(
    api.deps,
    withLessons(content, (lessons) => [added, ...lessons]),
  )

  const [first, second] = await versionsOf(content.slug)
  expect(await countRows('lesson_bodies')).toBe(bodies + 1)
  expect(first?.texts).toHaveLength(3)
  expect(second?.texts).toEqual(['Welcome, all of you.', ...(first?.texts ?? [])])
})

test('content that comes back after a change is the same text in a version of its own', async () => {
  const content = courseContent({ lessons: ['required', 'required'] })
  await publishCourse(api.deps, content)
  await publishCourse(api.deps, withLine(content, 0, 'More.'))
  const bodies = await countRows('lesson_bodies')

  await publishCourse(api.deps, content)

  const [first, second, third] = await versionsOf(content.slug)
  expect(third?.texts).toEqual(first?.texts)
  expect(second?.texts).not.toEqual(first?.texts)
  expect(third?.ids[1]).toBe(first?.ids[1])
  expect(await countRows('lesson_bodies')).toBe(bodies)
})

test('publications at once become whole versions, one after the other', async () => {
  const content = courseContent({ lessons: ['required', 'required', 'required'] })
  await publishCourse(api.deps, content)

  await Promise.all(
    [1, 2, 3, 4].map((number) =>
      publishCourse(api.deps, withLine(content, number, `Line ${number}.`)),
    ),
  )

  const versions = await versionsOf(content.slug)
  expect(versions.map(({ number, ids }) => [number, ids.length])).toEqual([
    [1, 3],
    [2, 3],
    [3, 3],
    [4, 3],
    [5, 3],
  ])
  const { rows: overlaps } = await database.query(
    `select one.id from lesson_revisions one join lesson_revisions other
       on other.course_id = one.course_id and other.id <> one.id
       and (other.key = one.key or other.position = one.position)
       and int8range(one.from_version, one.until_version, '[]')
         && int8range(other.from_version, other.until_version, '[]')`,
  )
  expect(overlaps).toEqual([])
  const course = await findCourse(api.deps.db, { slug: content.slug })
  expect(await listLessons(api.deps.db, course?.versionId ?? '')).toHaveLength(3)
})
