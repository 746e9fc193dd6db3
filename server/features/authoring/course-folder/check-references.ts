import { posix } from 'node:path'
import { hasFile } from './course-files.ts'
import { type Problem, quote } from './course-folder-error.ts'
import type { Reference } from './markdown-references.ts'

/** The course that references are checked against. */
export interface ReferenceScope {
  /** Absolute path of the folder. */
  root: string
  /** Normalized names of the files that are lessons. */
  lessonFiles: ReadonlySet<string>
}

/** A lesson's file: its name in the folder, and as it was typed. */
export interface LessonFile {
  name: string
  file: string
}

/** Warns about what learners will not reach: only the text of lessons is published. */
export async function checkReferences(
  scope: ReferenceScope,
  { name, file }: LessonFile,
  references: readonly Reference[],
): Promise<Problem[]> {
  const warnings: Problem[] = []
  for (const { kind, target, line } of references) {
    const message =
      kind === 'include'
        ? `${quote(target)} is not resolved: replace it with the text it stands for`
        : await judge(scope, kind, { target, folder: posix.dirname(name) })
    if (message !== undefined) warnings.push({ file, line, message })
  }
  return warnings
}

async function judge(
  { root, lessonFiles }: ReferenceScope,
  kind: 'link' | 'picture',
  { target, folder }: { target: string; folder: string },
): Promise<string | undefined> {
  const path = localPath(target)
  // A link like /terms leads to a page of the site that shows the lesson.
  if (path === undefined || (kind === 'link' && path.startsWith('/'))) return undefined

  const name = path.startsWith('/') ? posix.normalize(`.${path}`) : posix.join(folder, path)
  if (kind === 'link' && lessonFiles.has(name)) return undefined
  if (!(await hasFile(root, name)))
    return `dead ${kind}: the course's folder has no file ${quote(name)}; correct or remove it`
  return kind === 'link'
    ? `dead link: ${quote(name)} is not a lesson of this course; link to an https URL instead`
    : `dead picture: ${quote(name)} is not published with the lesson; use an https URL instead`
}

/** The path of a URL without scheme and host; undefined for other URLs and for `#section`. */
function localPath(target: string): string | undefined {
  if (/^(?:[a-z][a-z\d+.-]*:|\/\/|#|\?)/iu.test(target)) return undefined
  const path = target.replace(/[?#].*$/su, '').replace(/\\(?=\p{P})/gu, '')
  try {
    return decodeURIComponent(path)
  } catch {
    return path
  }
}
