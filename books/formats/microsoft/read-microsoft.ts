import { posix } from 'node:path'
import { assembleCourse } from '../../book/assemble-course.ts'
import { plainTitle } from '../../book/read-page.ts'
import { titleOf } from '../../book/readme-title.ts'
import { type CourseFiles, maxTextBytes, readText } from '../../reading/course-files.ts'
import { createNotes, type Notes } from '../../reading/notes.ts'
import { withoutExtension } from '../../reading/page-key.ts'
import { readOptional } from '../../reading/read-optional.ts'
import type { CourseReading, FormatOptions, Page } from '../../reading/types.ts'
import { withinFolder } from '../../reading/within-folder.ts'
import { cleanPage } from './clean-page.ts'
import { findLessons, type LessonGroup, type LessonPlace } from './find-lessons.ts'

/**
 * Reads a curriculum of numbered folders, each with a README.md, or of numbered files, as Microsoft
 * publishes them. Leaves translations out.
 * @throws CourseFolderError with every mistake
 */
export async function readMicrosoft(
  files: CourseFiles,
  options: FormatOptions,
): Promise<CourseReading> {
  const notes = createNotes()
  const folder = withinFolder(files, options.folder)
  const readme = (await notes.attempt(() => readClean(folder, 'README.md'))) ?? ''
  const title = titleOf(readme)
  const sections: { title: string; pages: Page[] }[] = []
  const found = findLessons(await folder.list())
  for (const group of found.groups) {
    const pages: Page[] = []
    for (const place of group.lessons) {
      const page = await notes.attempt(() => readLesson(folder, place))
      if (page !== undefined) pages.push({ ...page, file: posix.join(options.folder, place.file) })
    }
    const own = await titleOfGroup(folder, group, { readme, notes })
    sections.push({ title: own ?? title ?? 'Lessons', pages })
  }
  const book = {
    base: options.folder,
    terms: title === undefined ? {} : { title },
    sections,
    candidates: found.candidates.map((name) => posix.join(options.folder, name)),
    used: new Set(Array.from(found.overviews, (name) => posix.join(options.folder, name))),
    because: 'no folder around it has a number, or it lies beside the numbered ones',
  }
  return assembleCourse(files, book, { options, notes })
}

async function readLesson(
  files: CourseFiles,
  { file: name, isBeside }: LessonPlace,
): Promise<Omit<Page, 'file'>> {
  const file = files.labelOf(name)
  const mention = { file, line: 1 }
  const source = await readText(files, name, { maxBytes: maxTextBytes, mention })
  const path = withoutExtension(name)
  const words = posix.basename(path) === 'README' ? posix.dirname(path) : path
  return {
    path,
    mention,
    title: wordsOf(posix.basename(words)),
    ...cleanPage(source),
    required: !isBeside,
  }
}

async function titleOfGroup(
  files: CourseFiles,
  { folder, number }: LessonGroup,
  { readme, notes }: { readme: string; notes: Notes },
): Promise<string | undefined> {
  if (number !== undefined) return moduleTitle(readme, number) ?? number
  if (folder === undefined) return undefined
  const text = await notes.attempt(() => readClean(files, `${folder}/README.md`))
  return titleOf(text ?? '') ?? wordsOf(posix.basename(folder))
}

/** Finds a module's name in a table whose rows begin with the number of a lesson. */
function moduleTitle(readme: string, number: string): string | undefined {
  for (const line of readme.split('\n')) {
    const [, first, second] = /^\|([^|]{1,100})\|([^|]{1,500})\|/u.exec(line) ?? []
    if (first?.replace(/[\s*]/gu, '').startsWith(`${number}.`) && second !== undefined)
      return plainTitle(second)
  }
  return undefined
}

async function readClean(files: CourseFiles, name: string): Promise<string> {
  return cleanPage((await readOptional(files, name)) ?? '').text
}

/** Turns `3-data-types` into `Data types`. */
function wordsOf(name: string): string {
  const words = name
    .replace(/^\d+(?:\.\d+)?[a-z]?[-_. ]/u, '')
    .replace(/[-_\s]+/gu, ' ')
    .trim()
  return words === '' ? name : `${words[0]?.toUpperCase()}${words.slice(1)}`
}
