import { filesNamedIn } from '../../../../content/files/file-links.ts'
import type { LessonDetails } from '../../../../content/lessons/lesson-type-names.ts'

/**
 * Returns the files that a version of a lesson shows for ever: those that it names and the library
 * has, ordered by path. Null if there are none.
 */
export function freezeFiles(
  { content, details }: { content: string; details: LessonDetails | null },
  library: Readonly<Record<string, string>>,
): Record<string, string> | null {
  const found = [...filesNamedIn(content, details)].sort().flatMap((path): [string, string][] => {
    const sha256 = Object.hasOwn(library, path) ? library[path] : undefined
    return sha256 === undefined ? [] : [[path, sha256]]
  })
  return found.length === 0 ? null : Object.fromEntries(found)
}
