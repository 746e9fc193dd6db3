import { posix } from 'node:path'
import { localPath, type Reference } from '../../../lib/markdown/references.ts'
import type { CourseFiles } from './course-files.ts'
import { type Problem, quote } from './course-folder-error.ts'

/** The course that references are checked against. */
export interface ReferenceScope {
  files: CourseFiles
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
  { files, lessonFiles }: ReferenceScope,
  kind: 'link' | 'picture',
  { target, folder }: { target: string; folder: string },
): Promise<string | undefined> {
  const path = localPath(target)
  // A link like /terms leads to a page of the site that shows the lesson.
  if (path === undefined || (kind === 'link' && path.startsWith('/'))) return undefined

  const name = path.startsWith('/') ? posix.normalize(`.${path}`) : posix.join(folder, path)
  if (kind === 'link' && lessonFiles.has(name)) return undefined
  if (!(await files.has(name)))
    return `dead ${kind}: the course's folder has no file ${quote(name)}; correct or remove it`
  return kind === 'link'
    ? `dead link: ${quote(name)} is not a lesson of this course; link to an https URL instead`
    : `dead picture: ${quote(name)} is not published with the lesson; use an https URL instead`
}
