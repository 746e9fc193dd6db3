import { posix } from 'node:path'
import { assembleCourse } from '../../book/assemble-course.ts'
import { plainTitle } from '../../book/read-page.ts'
import { changeTexts } from '../../questions/foreign-question.ts'
import { listed, pagesBelow } from '../../reading/count-pages.ts'
import { type CourseFiles, maxTextBytes, readText } from '../../reading/course-files.ts'
import { quote } from '../../reading/course-folder-error.ts'
import { createNotes, type Notes } from '../../reading/notes.ts'
import { pagePathOf, withoutExtension } from '../../reading/page-key.ts'
import type { CourseReading, FormatOptions, Page } from '../../reading/types.ts'
import { withinFolder } from '../../reading/within-folder.ts'
import { readBookToml } from './book-toml.ts'
import { tidyCodeBlocks } from './code-blocks.ts'
import { createIncludes } from './expand-includes.ts'
import { type Chapter, readSummary } from './summary.ts'

const maxSections = 100

/**
 * Reads a book of mdBook: `book.toml`, `SUMMARY.md` and the pages that it names, with their
 * includes. Runs nothing of the book.
 * @throws CourseFolderError with every mistake
 */
export async function readMdBook(
  files: CourseFiles,
  options: FormatOptions,
): Promise<CourseReading> {
  const notes = createNotes()
  const settings = await readBookToml(withinFolder(files, options.folder), notes)
  const base = rooted(posix.join(options.folder, settings.src))
  const summary = posix.join(base, 'SUMMARY.md')
  const file = files.labelOf(summary)
  const mention = { file: files.labelOf(posix.join(options.folder, 'book.toml')), line: 1 }
  const text = await readText(files, summary, { maxBytes: maxTextBytes, mention })
  const chapters = readSummary(file, text, notes)

  const { expand, included } = createIncludes(files, notes)
  const readChapter = async (chapter: Chapter & { file: string }): Promise<Page> => {
    const name = posix.join(base, chapter.file)
    const place = { file, line: chapter.line }
    const written = await readText(files, name, { maxBytes: maxTextBytes, mention: place })
    const { hiddenLines } = settings
    const rules = { file: files.labelOf(name), hiddenLines, notes }
    const path = pagePathOf(name, base) ?? withoutExtension(posix.normalize(chapter.file))
    const { questions, ...expanded } = await expand(name, written)
    const page = tidyCodeBlocks(expanded, rules)
    const asked = questions.map((question) => {
      const place = { ...rules, file: question.file }
      const tidy = (text: string) =>
        tidyCodeBlocks({ text, lines: text.split('\n').map(() => question.line) }, place).text
      return changeTexts(question, tidy)
    })
    return { file: name, path, mention: place, title: chapter.title, questions: asked, ...page }
  }

  const title = plainTitle(settings.terms.title ?? '') ?? 'Book'
  const sections: { title: string; pages: Page[] }[] = []
  for (const section of sectionsOf(chapters, title)) {
    const pages: Page[] = []
    for (const chapter of section.chapters) {
      if (!isWritten(chapter)) {
        noteDraft(chapter, { file, notes })
        continue
      }
      const page = await notes.attempt(() => readChapter(chapter))
      if (page !== undefined) pages.push(page)
    }
    sections.push({ title: section.title, pages })
  }
  const { terms, redirects } = settings
  const book = {
    base,
    terms,
    sections,
    redirects,
    candidates: pagesBelow(await listed(files), base),
    used: included,
    because: 'SUMMARY.md does not name it',
  }
  return assembleCourse(files, book, { options, notes })
}

/** Names the root by an empty folder. */
function rooted(folder: string): string {
  return folder === '.' ? '' : folder
}

function isWritten(chapter: Chapter): chapter is Chapter & { file: string } {
  return chapter.file !== null
}

function noteDraft(
  { title, line }: Chapter,
  { file, notes }: { file: string; notes: Notes },
): void {
  const message = `the chapter ${quote(title)} has no page yet: it is left out`
  notes.warnings.push({ file, line, message })
}

interface ChapterGroup {
  title: string
  chapters: Chapter[]
}

/**
 * Returns the parts of a book; without parts, its first-level chapters, each with those inside it.
 * Pages before and after the numbered chapters make sections of their own.
 */
function sectionsOf(chapters: readonly Chapter[], book: string): ChapterGroup[] {
  const hasParts = chapters.some(({ part }) => part !== undefined)
  const groups: (ChapterGroup & { name: string | undefined })[] = []
  for (const chapter of chapters) {
    const { part, isNumbered, depth } = chapter
    const last = groups.at(-1)
    const name = hasParts ? (part ?? '') : isNumbered ? undefined : 'unnumbered'
    const goesOn = last !== undefined && last.name === name && (name !== undefined || depth > 0)
    if (goesOn) last.chapters.push(chapter)
    else {
      const title = hasParts && part === undefined ? book : (part ?? chapter.title)
      groups.push({ name, title: plainTitle(title) ?? book, chapters: [chapter] })
    }
  }
  if (groups.length > maxSections && !hasParts) return [{ title: book, chapters: [...chapters] }]
  return groups
}
