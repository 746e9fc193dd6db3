import { readTree } from '../../../../books/formats/test-support.ts'
import { findCourse } from '../../../../db/queries/courses/courses/courses.ts'
import { listLessons } from '../../../../db/queries/courses/lessons.ts'
import type { Api } from '../../../test/api.ts'
import type { GivenCourse, GivenUser } from '../../../test/given.ts'
import { moveAndWait } from '../moves/test-support.ts'
import { findPreviousCourse } from './previous-course.ts'
import { publishCourse } from './publish-course.ts'

export interface BookState {
  slug: string
  redirects?: Record<string, string>
  /** Content of keys.yaml. */
  keys?: string
  /** Pages that git reports as renamed since. */
  renames?: [from: string, to: string][]
}

export interface ImportedBook extends GivenCourse {
  /** Titles by key. */
  titles: ReadonlyMap<string, string>
}

/** Imports a book of these pages, each with a text of its own, as its newest version. */
export async function importBook(
  api: Api,
  pages: Record<string, string>,
  { slug, redirects = {}, keys = '', renames = [] }: BookState,
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

/** Returns titles of the lessons that the learner has completed, after the move to a version. */
export async function completedAfterMove(
  api: Api,
  { mover, learner }: { mover: GivenUser; learner: GivenUser },
  { course, to }: { course: ImportedBook; to: number },
): Promise<string[]> {
  await moveAndWait(api, mover, { courseId: course.id, to, policy: 'all' })
  const { items } = await api.as(learner).progress.get.query({ courseId: course.id })
  const completed = new Set(items.flatMap(({ key, percent }) => (percent === 100 ? [key] : [])))
  return [...course.titles].flatMap(([key, title]) => (completed.has(key) ? [title] : []))
}
