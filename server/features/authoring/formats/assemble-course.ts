import { posix } from 'node:path'
import type { LessonContent } from '../../drafts/types.ts'
import type { CourseFiles } from '../course-folder/course-files.ts'
import type { LessonMarkdown } from '../course-folder/lesson-markdown.ts'
import { withoutRepeats } from '../course-folder/problem-collector.ts'
import type { CourseReading } from '../course-folder/types.ts'
import { readLyceumYaml, termsOf } from './course-terms.ts'
import { createFileShelf } from './file-shelf.ts'
import { assignKeys, withoutOldKeys } from './keys/assign-keys.ts'
import { findFormerKeys } from './keys/former-keys.ts'
import { suggestRenames } from './keys/suggest-renames.ts'
import type { Notes } from './notes.ts'
import { takeDetails, takeFile } from './page-details.ts'
import { resolveTargets, type TargetScope } from './page-targets.ts'
import { readPage } from './read-page.ts'
import type { Book, FormatOptions, Page } from './types.ts'
import { withinFolder } from './within-folder.ts'

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
  const { natural, keys, lessonOf } = await findKeys(folder, { book, pages }, { options, notes })

  const shelf = createFileShelf(files, book.base)
  const keyOfFile = new Map([...keys].map(([page, key]) => [page.file, key]))
  const scope = { keys: keyOfFile, shelf, notes }
  const lessons = new Map<Page, LessonContent>()
  for (const page of pages) {
    const key = keys.get(page)
    await notes.attempt(async () => {
      const lesson = readPage(files.labelOf(page.file), page)
      const content = await resolveTargets(scope, labelled(files, page), lesson)
      if (key === undefined) return
      const formerKeys = lessonOf.get(key)
      lessons.set(page, {
        key,
        ...(formerKeys !== undefined && { formerKeys }),
        ...(await fieldsOf(page, lesson, scope)),
        content,
      })
    })
  }
  const terms = await notes.attempt(async () => {
    const given = await readLyceumYaml(folder)
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
  const namedAs = new Map([...natural].map(([page, key]) => [keys.get(page), key]))
  return {
    course,
    files: shelf.files(),
    warnings: withoutRepeats(notes.warnings),
    ...(options.previous !== undefined && {
      suggestions: suggestRenames(options.previous, [...lessons.values()]).map((it) => ({
        ...it,
        to: namedAs.get(it.to) ?? it.to,
      })),
    }),
  }
}

function labelled(files: CourseFiles, { file }: Page) {
  return { name: file, file: files.labelOf(file) }
}

async function fieldsOf(
  { type = 'text', required = true, preview = false, details, mention }: Page,
  { title, minutes }: LessonMarkdown,
  { shelf }: TargetScope,
) {
  const taken = details && (await takeDetails(details, shelf, mention))
  return { title, type, minutes, required, preview, ...(taken && { details: taken }) }
}

async function findKeys(
  folder: CourseFiles,
  { book, pages }: { book: Book; pages: readonly Page[] },
  { options: { previous }, notes }: { options: FormatOptions; notes: Notes },
): Promise<{
  /** As keys.yaml names them: without the numbers of those that were taken. */
  natural: Map<Page, string>
  keys: Map<Page, string>
  lessonOf: Map<string, string[]>
}> {
  const natural = assignKeys(pages, notes)
  const current = new Set(natural.values())
  const formerKeys = await findFormerKeys(book, current, { files: folder, previous, notes })
  if (previous === undefined) return { natural, keys: natural, lessonOf: formerKeys }

  const owner = new Map([...formerKeys].flatMap(([to, all]) => all.map((from) => [from, to])))
  const keys = withoutOldKeys(natural, previous.formerKeys, owner)
  const lessonOf = new Map<string, string[]>()
  for (const [page, key] of keys) {
    const former = formerKeys.get(natural.get(page) ?? key)
    if (former !== undefined) lessonOf.set(key, former)
  }
  return { natural, keys, lessonOf }
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
