import { proseLines } from '../../content/markdown/lines.ts'
import { findHeading } from '../../content/markdown/markdown-heading.ts'
import type { CourseFiles } from '../reading/course-files.ts'
import { readOptional } from '../reading/read-optional.ts'
import { plainTitle } from './read-page.ts'

/**
 * Reads the title of the README.md in this folder; undefined without one.
 * @throws CourseFolderError when the file is there and cannot be read
 */
export async function readmeTitle(files: CourseFiles): Promise<string | undefined> {
  const text = await readOptional(files, 'README.md')
  return text === undefined ? undefined : titleOf(text)
}

/** Returns the first heading of the first level, or else the first of any. */
export function titleOf(markdown: string): string | undefined {
  for (const [, line] of proseLines(markdown.split('\n')))
    if (/^ {0,3}#\s/u.test(line)) return plainTitle(line.trim().slice(1))
  return plainTitle(findHeading(markdown)?.title ?? '')
}
