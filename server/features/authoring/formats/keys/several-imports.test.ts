import { randomUUID } from 'node:crypto'
import { afterAll, expect, test } from 'vitest'
import { findCourse } from '../../../../../db/queries/learning/courses/courses.ts'
import { listLessons } from '../../../../../db/queries/learning/lessons.ts'
import { startApi } from '../../../../test/api.ts'
import type { GivenCourse, GivenUser } from '../../../../test/given.ts'
import { givenLearnerOf, moveAndWait } from '../../../moves/test-support.ts'
import { findPreviousCourse } from '../../../sources/previous-course.ts'
import { publishCourse } from '../../publish-course.ts'
import { readTree } from '../test-support.ts'

const api = await startApi()
afterAll(() => api[Symbol.asyncDispose]())
const admin = await api.given.admin()

interface State {
  slug: string
  redirects?: Record<string, string>
  /** keys.yaml. */
  keys?: string
  /** Pages that git says were renamed since. */
  renames?: [from: string, to: string][]
}

interface ImportedBook extends GivenCourse {
  /** By key. */
  titles: ReadonlyMap<string, string>
}

/** Imports a book with these pages, each with a text of its own, as its newest version. */
async function importBook(
  pages: Record<string, string>,
  { slug, redirects = {}, keys = '', renames = [] }: State,
): Promise<ImportedBook> {
  const table = Object.entries(redirects).map(([from, to]) => `"/${from}.html" = "${to}.html"`)
  const files = {
    'book.toml': `[book]\ntitle = "Ropes"\n[output.html.redirect]\n${table.join('\n')}\n`,
    'keys.yaml': keys,
    'src/SUMMARY.md': Object.keys(pages)
      .map((path) => `- [${path}](${path}.md)`)
      .join('\n'),
    ...Object.fromEntries(
      Object.entries(pages).map(([path, text]) => [`src/${path}.md`, `# ${text}\n\n${text}.\n`]),
    ),
  }
  const before = await findCourse(api.deps.db, { slug })
  const renamed = renames.map(([from, to]) => [`src/${from}.md`, `src/${to}.md`] as const)
  const previous = before && (await findPreviousCourse(api.deps.db, before.id, renamed))
  const reading = await readTree(files, { slug, ...(previous && { previous }) })
  await publishCourse(api.deps, reading.course)
  const course = await findCourse(api.deps.db, { slug })
  if (course === undefined) throw new Error('The book was not published.')
  const lessons = await listLessons(api.deps.db, course.versionId)
  const titles = new Map([...reading.lessons].map(([key, { title }]) => [key, title]))
  return { id: course.id, slug, title: course.title, lessons, titles }
}

/** The titles of the lessons that the learner has completed, after the move to a version. */
async function completedAfterMove(learner: GivenUser, course: ImportedBook, to: number) {
  await moveAndWait(api, admin, { courseId: course.id, to, policy: 'all' })
  const { items } = await api.as(learner).progress.get.query({ courseId: course.id })
  const completed = new Set(items.flatMap(({ key, percent }) => (percent === 100 ? [key] : [])))
  return [...course.titles].flatMap(([key, title]) => (completed.has(key) ? [title] : []))
}

const slugOfTest = () => `book-${randomUUID()}`

test('a page that moves several times, told each time in a different way, keeps its completions', async () => {
  const slug = slugOfTest()
  const first = await importBook({ a: 'Bowline', b: 'Hitch' }, { slug })
  const learner = await givenLearnerOf(api, first, ['a'])
  await importBook({ moved: 'Bowline', b: 'Hitch' }, { slug, renames: [['a', 'moved']] })
  await importBook({ 'deep/c': 'Bowline', b: 'Hitch' }, { slug, keys: 'moved: deep-c\n' })
  const redirects = { 'deep/c': '../d', a: 'd' }
  const last = await importBook({ d: 'Bowline', b: 'Hitch' }, { slug, redirects })

  expect(await completedAfterMove(learner, last, 4)).toEqual(['Bowline'])
})

test('a new page at the place of one that moved has no completions of it', async () => {
  const slug = slugOfTest()
  const first = await importBook({ a: 'Bowline', b: 'Hitch' }, { slug })
  const learner = await givenLearnerOf(api, first, ['a'])
  await importBook({ c: 'Bowline', b: 'Hitch' }, { slug, redirects: { a: 'c' } })
  const last = await importBook({ a: 'Splice', c: 'Bowline', b: 'Hitch' }, { slug })

  expect(await completedAfterMove(learner, last, 3)).toEqual(['Bowline'])
})

test('pages that are merged are completed with any of them, and stand alone when taken apart', async () => {
  const slug = slugOfTest()
  const first = await importBook({ a: 'Bowline', b: 'Hitch', x: 'Splice' }, { slug })
  const learner = await givenLearnerOf(api, first, ['a'])
  const merged = await importBook({ b: 'Both', x: 'Splice' }, { slug, redirects: { a: 'b' } })

  expect(await completedAfterMove(learner, merged, 2)).toEqual(['Both'])

  const apart = await importBook({ a: 'Bowline', b: 'Hitch', x: 'Splice' }, { slug })
  expect(apart.lessons.map(({ key }) => key)).toEqual(['a', 'b', 'x'])
})

test('a page that is divided keeps its completions in the part that the author names', async () => {
  const slug = slugOfTest()
  const first = await importBook({ a: 'Knots', b: 'Hitch' }, { slug })
  const learner = await givenLearnerOf(api, first, ['a'])
  const last = await importBook({ a1: 'Loops', a2: 'Bends', b: 'Hitch' }, { slug, keys: 'a: a1\n' })

  expect(await completedAfterMove(learner, last, 2)).toEqual(['Loops'])
})

test('two pages that swap their places keep what was completed at each place', async () => {
  const slug = slugOfTest()
  const first = await importBook({ a: 'Bowline', b: 'Hitch' }, { slug })
  const learner = await givenLearnerOf(api, first, ['a'])
  const renames: [string, string][] = [
    ['a', 'b'],
    ['b', 'a'],
  ]
  const last = await importBook({ a: 'Hitch', b: 'Bowline' }, { slug, renames })

  expect(await completedAfterMove(learner, last, 2)).toEqual(['Hitch'])
})

test('a page that was removed stays removed, and its namesake begins anew', async () => {
  const slug = slugOfTest()
  const first = await importBook({ a: 'Bowline', b: 'Hitch' }, { slug })
  const learner = await givenLearnerOf(api, first, ['a'])
  const last = await importBook({ other: 'Bowline', b: 'Hitch' }, { slug })

  expect(last.lessons.map(({ key }) => key)).toEqual(['other', 'b'])
  expect(await completedAfterMove(learner, last, 2)).toEqual([])
})
