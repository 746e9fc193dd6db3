import { posix } from 'node:path'
import { courseLimits } from '../../content/course-limits.ts'
import type { LessonContent } from '../../content/draft.ts'
import { htmlToMarkdown } from '../html/html-to-markdown.ts'
import { findKeys } from '../keys/find-keys.ts'
import { suggestRenames } from '../keys/suggest-renames.ts'
import { countPages, type PageCount } from '../reading/count-pages.ts'
import type { CourseFiles } from '../reading/course-files.ts'
import { createFileShelf } from '../reading/file-shelf.ts'
import type { LessonMarkdown } from '../reading/lesson-markdown.ts'
import type { Notes } from '../reading/notes.ts'
import { takeDetails, takeFile } from '../reading/page-details.ts'
import { resolveTargets, type TargetScope } from '../reading/page-targets.ts'
import { withoutRepeats } from '../reading/problem-collector.ts'
import type { Book, CourseReading, FormatOptions, Page, PreviousCourse } from '../reading/types.ts'
import { withinFolder } from '../reading/within-folder.ts'
import { readLyceumYaml, termsOf } from './course-terms.ts'
import { quizOf } from './page-quiz.ts'
import { type ReadPage, readPage } from './read-page.ts'

const { lessons: maxLessons, sections: maxSections } = courseLimits

/**
 * Makes a course of a book, whatever its format: keys, lessons, links, files and terms.
 * @throws CourseFolderError with all mistakes, those in the notes included
 */
export async function assembleCourse(
  files: CourseFiles,
  book: Book,
  { options, notes }: { options: FormatOptions; notes: Notes },
): Promise<CourseReading> {
  const folder = withinFolder(files, options.folder)
  const sections = book.sections.filter(({ pages }) => pages.length > 0)
  const pages = sections.flatMap((section) => section.pages)
  checkSize(files.labelOf(book.base), { sections: sections.length, pages }, notes)
  if (pages.length > maxLessons) notes.throwIfAny()

  const shelf = createFileShelf(files, book.base, { showsHidden: true })
  const given = await notes.attempt(() => readLyceumYaml(folder))
  const showsHtml = given?.html === 'basic'
  const read = new Map<Page, ReadPage>()
  const anchors = new Map<string, ReadonlyMap<string, string>>()
  for (const page of pages)
    await notes.attempt(() => {
      const file = files.labelOf(page.file)
      const plain = withoutHtml(page, { showsHtml, file, notes })
      anchors.set(page.file, plain.anchors)
      read.set(page, readPage(file, plain.page))
    })
  /** Finishes the course: only its keys depend on what is published, so pages are read once. */
  const finish = async (previous: PreviousCourse | undefined): Promise<CourseReading> => {
    const { keys, formerKeys, nameOf } = await findKeys(book, pages, {
      files: folder,
      previous,
      notes,
    })
    const keyOfFile = new Map([...keys].map(([page, key]) => [page.file, key]))
    const scope = { keys: keyOfFile, anchors, shelf, notes, showsHtml }
    const lessons = new Map<Page, LessonContent>()
    for (const [page, lesson] of read) {
      const key = keys.get(page)
      await notes.attempt(async () => {
        const content = await resolveTargets(scope, page.file, lesson)
        if (key === undefined) return
        const former = formerKeys.get(key)
        lessons.set(page, {
          key,
          ...(former !== undefined && { formerKeys: [...former] }),
          ...(await fieldsOf({ ...page, ...(await quizOf(page, key, scope)) }, lesson, scope)),
          content,
        })
      })
    }
    const terms = await notes.attempt(async () => {
      if (given === undefined) return undefined
      const first = [...lessons.values()].slice(0, 5).map(({ content }) => content)
      const sources = { stated: book.terms, options, opening: first.join('\n\n') }
      const file = folder.labelOf('lyceum.yaml')
      const made = termsOf({ file, given, ...sources })
      if (made.cover === undefined) return made
      const name = posix.join(options.folder, made.cover)
      return { ...made, cover: await takeFile(shelf, name, { file, line: 1 }) }
    })
    // A page with a mistake does not count as left out.
    notes.throwIfAny()
    const counted = countBook(files, book, { pages, options, notes })
    notes.throwIfAny()
    if (terms === undefined) throw new Error('A course with mistakes was to be made.')
    const course = {
      ...terms,
      sections: sections.map(({ title, pages: own }) => ({
        title,
        lessons: own.flatMap((page) => lessons.get(page) ?? []),
      })),
    }
    return {
      course,
      files: shelf.files(),
      warnings: withoutRepeats(notes.warnings),
      pages: counted,
      withPrevious: finish,
      ...(previous !== undefined && {
        suggestions: suggestRenames(previous, [...lessons.values()]).map((it) => ({
          ...it,
          to: nameOf(it.to),
        })),
      }),
    }
  }
  return finish(options.previous)
}

/** Counts the book's pages, and warns of those left out. */
function countBook(
  files: CourseFiles,
  { candidates, used = new Set(), because }: Book,
  { pages, options, notes }: { pages: readonly Page[]; options: FormatOptions; notes: Notes },
): PageCount {
  const taken = new Set(pages.map(({ file }) => file))
  const others = candidates.filter((name) => !used.has(name))
  const { allowMissing = false } = options
  const scope = { candidates: others, taken, because }
  const { count, mistakes, warnings } = countPages(files, scope, { allowMissing })
  for (const mistake of mistakes) notes.add(mistake)
  notes.warnings.push(...warnings)
  return { ...count, taken: taken.size }
}

function withoutHtml(
  page: Page,
  { showsHtml, file, notes }: { showsHtml: boolean; file: string; notes: Notes },
): { page: Page; anchors: ReadonlyMap<string, string> } {
  const { text, places, anchors, notShown } = htmlToMarkdown(page.text, { showsHtml })
  const { lineFiles } = page
  const lineOf = (place: number) => page.lines?.[place] ?? place + 1
  for (const { place, message } of notShown)
    notes.warnings.push({ file: lineFiles?.[place] ?? file, line: lineOf(place), message })
  const plain = {
    ...page,
    text,
    lines: places.map(lineOf),
    ...(lineFiles && { lineFiles: places.map((place) => lineFiles[place] ?? '') }),
  }
  return { page: plain, anchors }
}

async function fieldsOf(
  { key, path, type = 'text', required = true, preview = false, details = {}, mention }: Page,
  { title, minutes }: LessonMarkdown,
  { shelf }: TargetScope,
) {
  const taken = {
    ...(await takeDetails(details, shelf, mention)),
    // A format's own identities need no path.
    ...(key === undefined && { page: path }),
  }
  const hasDetails = Object.keys(taken).length > 0
  return { title, type, minutes, required, preview, ...(hasDetails && { details: taken }) }
}

function checkSize(
  file: string,
  { sections, pages }: { sections: number; pages: readonly Page[] },
  notes: Notes,
): void {
  const refuse = (message: string) => notes.add({ file, line: 0, message })
  if (pages.length === 0) refuse('no lessons were found: a course needs at least one')
  if (pages.length > maxLessons)
    refuse(`this course has more than ${maxLessons} lessons: split it into several`)
  if (sections > maxSections)
    refuse(`this course has more than ${maxSections} sections: split it into several`)
}
