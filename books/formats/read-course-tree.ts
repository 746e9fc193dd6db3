import { posix } from 'node:path'
import { listed } from '../reading/count-pages.ts'
import type { CourseFiles } from '../reading/course-files.ts'
import {
  type CourseFolderError,
  mistake,
  type Problem,
  quote,
} from '../reading/course-folder-error.ts'
import type { CourseFormat, CourseReading, FormatOptions } from '../reading/types.ts'
import { withinFolder } from '../reading/within-folder.ts'
import { courseFormats, type FormatChoice } from './formats.ts'

export interface TreeOptions extends FormatOptions {
  format: FormatChoice
}

/**
 * Reads a course in any of the formats. `auto` takes the first format whose files are there. Writes
 * nothing, and runs nothing.
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

  const found =
    format === 'auto'
      ? await findFormats(withinFolder(files, folder))
      : courseFormats.filter(({ name }) => name === format)
  const [first, ...others] = found
  if (first === undefined) throw new Error(`There is no format ${format}.`)
  const reading = await first.read(files, { ...options, folder })
  if (others.length === 0) return reading
  const names = others.map(({ name }) => name).join(' or ')
  const note: Problem = {
    file: files.labelOf(folder),
    line: 0,
    message: `this is read as ${first.name}, and could be ${names}: choose the format`,
  }
  const withNote = (it: CourseReading): CourseReading => {
    const { withPrevious } = it
    const told = { ...it, warnings: [note, ...it.warnings] }
    if (withPrevious === undefined) return told
    return { ...told, withPrevious: async (previous) => withNote(await withPrevious(previous)) }
  }
  return withNote(reading)
}

/**
 * Returns the formats that a folder's files may have, likeliest first. Recognizes a repository that
 * is too large to list by its files at the top.
 * @throws CourseFolderError if there is none
 */
async function findFormats(files: CourseFiles) {
  const names = await listed(files)
  const found = []
  for (const format of courseFormats) if (await format.fits(files, names)) found.push(format)
  if (found.length === 0) throw unknownFormat(files, names)
  return found
}

/** Reports a folder of no known format: what was looked for, found, and is nearest. */
function unknownFormat(files: CourseFiles, names: readonly string[]): CourseFolderError {
  const looked = courseFormats.map(({ name, mark }) => `${mark} (${name})`)
  const traces = courseFormats
    .map((format) => ({ format, found: names.filter((it) => format.traces.test(it)) }))
    .toSorted((one, other) => other.found.length - one.found.length)
  const inner = [
    ...new Set(traces.flatMap(({ format, found }) => found.flatMap((it) => folderOf(format, it)))),
  ]
  const [nearest] = traces
  const advice =
    inner.length > 0
      ? `choose the folder of one course, like ${inner.slice(0, 5).map(quote).join(' or ')}`
      : nearest?.found[0] === undefined
        ? 'add a course.yaml that names its pages'
        : `the nearest is ${nearest.format.name}, for ${quote(nearest.found[0])} is here: ` +
          `add what it needs, or a course.yaml that names the pages`
  return mistake(
    files.labelOf(''),
    0,
    `no course was found; none of these is here: ${looked.join(', ')}; found: ` +
      `${describeFiles(names)}; ${advice}`,
  )
}

/** Returns the folder of a course of the format, if the file is the one that it needs. */
function folderOf({ mark }: CourseFormat, name: string): string[] {
  const isMark = mark.split(' or ').includes(posix.basename(name))
  return isMark && name.includes('/') ? [posix.dirname(name)] : []
}

/** Describes files: `12 .md, 3 .ipynb and 4 other files`. */
function describeFiles(names: readonly string[]): string {
  const pages = Map.groupBy(
    names,
    (name) => /\.(?:md|mdx|rmd|ipynb|rst|tex|adoc)$/iu.exec(name)?.[0],
  )
  const counts = [...pages].flatMap(([kind, own]) =>
    kind === undefined ? [] : `${own.length} ${kind}`,
  )
  const others = pages.get(undefined)?.length ?? 0
  return [...counts, `${others} other ${others === 1 ? 'file' : 'files'}`].join(', ')
}
