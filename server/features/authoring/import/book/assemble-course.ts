import { posix } from 'node:path'
import type { LessonContent } from '../../drafts/types.ts'
import { findKeys } from '../keys/find-keys.ts'
import { suggestRenames } from '../keys/suggest-renames.ts'
import type { CourseFiles } from '../reading/course-files.ts'
import { createFileShelf } from '../reading/file-shelf.ts'
import type { LessonMarkdown } from '../reading/lesson-markdown.ts'
import type { Notes } from '../reading/notes.ts'
import { takeDetails, takeFile } from '../reading/page-details.ts'
import { resolveTargets, type TargetScope } from '../reading/page-targets.ts'
import { withoutRepeats } from '../reading/problem-collector.ts'
import type { Book, CourseReading, FormatOptions, Page } from '../reading/types.ts'
import { withinFolder } from '../reading/within-folder.ts'
import { readLyceumYaml, termsOf } from './course-terms.ts'
import { writeAsMarkdown } from './html-marks.ts'
import { readPage } from './read-page.ts'

const maxLessons = 1000
const maxSections = 100

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
  const { previous } = options
  const { keys, formerKeys, nameOf } = await findKeys(book, pages, {
    files: folder,
    previous,
    notes,
  })

  const shelf = createFileShelf(files, book.base)
  const keyOfFile = new Map([...keys].map(([page, key]) => [page.file, key]))
  const scope = { keys: keyOfFile, shelf, notes }
  const given = await notes.attempt(() => readLyceumYaml(folder))
  const showsHtml = given?.html === 'basic'
  const lessons = new Map<Page, LessonContent>()
  for (const page of pages) {
    const key = keys.get(page)
    await notes.attempt(async () => {
      const lesson = readPage(files.labelOf(page.file), withoutHtml(page, { showsHtml }))
      const content = await resolveTargets(scope, page.file, lesson)
      if (key === undefined) return
      const former = formerKeys.get(key)
      lessons.set(page, {
        key,
        ...(former !== undefined && { formerKeys: [...former] }),
        ...(await fieldsOf(page, lesson, scope)),
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
    ...(previous !== undefined && {
      suggestions: suggestRenames(previous, [...lessons.values()]).map((it) => ({
        ...it,
        to: nameOf(it.to),
      })),
    }),
  }
}

function withoutHtml(page: Page, options: { showsHtml: boolean }): Page {
  const { text, places } = writeAsMarkdown(page.text, options)
  const { lineFiles } = page
  return {
    ...page,
    text,
    lines: places.map((place) => page.lines?.[place] ?? place + 1),
    ...(lineFiles && { lineFiles: places.map((place) => lineFiles[place] ?? '') }),
  }
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
