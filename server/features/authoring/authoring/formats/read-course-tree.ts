import { posix } from 'node:path'
import type { CourseFiles } from '../course-folder/course-files.ts'
import { readCourse } from '../course-folder/course-folder.ts'
import { mistake, type Problem } from '../course-folder/course-folder-error.ts'
import type { CourseReading } from '../course-folder/types.ts'
import { readCarpentries } from './carpentries/read-carpentries.ts'
import { readExercism } from './exercism/read-exercism.ts'
import { findFormats, unknownFormat } from './find-formats.ts'
import { readHuggingFace } from './huggingface/read-huggingface.ts'
import { readMdBook } from './mdbook/read-mdbook.ts'
import { readMicrosoft } from './microsoft/read-microsoft.ts'
import type { CourseFormat, FormatOptions, FormatReader } from './types.ts'
import { withinFolder } from './within-folder.ts'

export interface TreeOptions extends FormatOptions {
  format: CourseFormat | 'auto'
}

const readers: Record<CourseFormat, FormatReader> = {
  lyceum: async (files, { folder, slug }) => {
    const reading = await readCourse(withinFolder(files, folder))
    return slug === undefined ? reading : { ...reading, course: { ...reading.course, slug } }
  },
  mdbook: readMdBook,
  huggingface: readHuggingFace,
  exercism: readExercism,
  carpentries: readCarpentries,
  microsoft: readMicrosoft,
}

/**
 * Reads a course in any of the formats. `auto` takes the first format whose files are there.
 * Writes nothing, and runs nothing.
 * @param files those of the whole repository, where includes may lead
 * @throws CourseFolderError with every mistake
 */
export async function readCourseTree(
  files: CourseFiles,
  { format, ...options }: TreeOptions,
): Promise<CourseReading> {
  const folder = posix.normalize(options.folder).replace(/^\.(?:\/|$)|\/$/gu, '')
  if (folder.startsWith('..') || folder.startsWith('/'))
    throw mistake(options.folder, 0, 'this folder lies outside of the course: name one inside it')
  const rooted = { ...options, folder }
  if (format !== 'auto') return readers[format](files, rooted)

  const inside = withinFolder(files, folder)
  const found = await findFormats(inside)
  const [first, ...others] = found
  if (first === undefined) throw await unknownFormat(inside)
  const reading = await readers[first](files, rooted)
  if (others.length === 0) return reading
  const note: Problem = {
    file: files.labelOf(folder),
    line: 0,
    message: `this is read as ${first}, and could be ${others.join(' or ')}: choose with --format`,
  }
  return { ...reading, warnings: [note, ...reading.warnings] }
}
