import { type CourseFiles, maxTextBytes } from '../course-folder/course-files.ts'
import { CourseFolderError, mistake, quote } from '../course-folder/course-folder-error.ts'
import { findLessons } from './microsoft/find-lessons.ts'
import type { CourseFormat } from './types.ts'

/** What tells each format from the others. */
const marks: Record<CourseFormat, string> = {
  lyceum: 'course.yaml',
  mdbook: 'book.toml',
  huggingface: 'chapters/LANGUAGE/_toctree.yml',
  exercism: 'config.json with exercises',
  carpentries: 'config.yaml with episodes/',
  microsoft: 'numbered folders with a README.md, or numbered files',
}

/**
 * The formats that the files of a folder may have, the likeliest first. A repository that is too
 * large to list is known by its files at the top.
 */
export async function findFormats(files: CourseFiles): Promise<CourseFormat[]> {
  const names = await listed(files)
  const has = (pattern: RegExp) => names.some((name) => pattern.test(name))
  const fits: Record<CourseFormat, boolean> = {
    lyceum: await files.has('course.yaml'),
    mdbook: await files.has('book.toml'),
    huggingface:
      has(/^(?:chapters|units)\/[^/]+\/_toctree\.yml$/u) ||
      (await files.has('chapters/en/_toctree.yml')),
    exercism: await isTrack(files),
    carpentries:
      ((await files.has('config.yaml')) && has(/^episodes\/.+\.(?:md|Rmd)$/u)) ||
      ((await files.has('_config.yml')) && has(/^_episodes\/.+\.md$/u)),
    microsoft: findLessons(names).flatMap(({ lessons }) => lessons).length > 1,
  }
  return formatsOf(marks).filter((format) => fits[format])
}

/** The mistake of a folder whose format nobody knows, with the places where a course lies in it. */
export async function unknownFormat(files: CourseFiles): Promise<CourseFolderError> {
  const names = await listed(files)
  const inner = names
    .flatMap((name) => /^(.+)\/(?:course\.yaml|book\.toml)$/u.exec(name)?.[1] ?? [])
    .slice(0, 5)
  const looked = Object.entries(marks).map(([format, mark]) => `${mark} (${format})`)
  const hint =
    inner.length === 0
      ? 'add a course.yaml'
      : `name the folder with --folder, like ${inner.map(quote).join(' or ')}`
  return mistake(
    files.labelOf(''),
    0,
    `no course was found; none of these is here: ${looked.join(', ')}: ${hint}`,
  )
}

function formatsOf<Name extends string>(table: Record<Name, string>): Name[] {
  const names: Name[] = []
  for (const name in table) names.push(name)
  return names
}

async function listed(files: CourseFiles): Promise<string[]> {
  try {
    return await files.list()
  } catch (error) {
    if (error instanceof CourseFolderError) return []
    throw error
  }
}

async function isTrack(files: CourseFiles): Promise<boolean> {
  if (!(await files.has('config.json'))) return false
  const mention = { file: files.labelOf('config.json'), line: 1 }
  try {
    const bytes = await files.read('config.json', { maxBytes: maxTextBytes, mention })
    const config: unknown = JSON.parse(bytes.toString())
    return typeof config === 'object' && config !== null && 'exercises' in config
  } catch {
    // Its reader says what is wrong with it, if somebody names the format.
    return false
  }
}
