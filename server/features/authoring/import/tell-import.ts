import type { Problem } from '../../../../books/reading/course-folder-error.ts'
import type { CourseReading } from '../../../../books/reading/types.ts'
import type { AuthoredCourseRow } from '../../../../db/queries/courses/courses/authored-courses.ts'
import type { Deps } from '../../../context.ts'
import { compareContents } from '../impact/compare-contents.ts'
import { contentOfDraft, contentOfVersion } from '../impact/compared-content.ts'
import { type CourseFound, maxWarnings } from './schema.ts'

/** Tells what was found in a course or book, and how the draft made of it differs from the version. */
export async function tellImport(
  db: Deps['db'],
  { id: courseId, version }: Pick<AuthoredCourseRow, 'id' | 'version'>,
  { course, pages, suggestions = [], files, warnings }: CourseReading,
): Promise<CourseFound> {
  const after = await contentOfDraft(db, courseId)
  const before =
    version === null ? undefined : await contentOfVersion(db, { courseId, number: version })
  const { kind, changes } =
    after === undefined ? { kind: 'none' as const, changes: [] } : compareContents(before, after)
  return {
    title: course.title,
    lessons: course.sections.flatMap(({ lessons }) => lessons).length,
    files: files.length,
    pages: { found: pages.found, left: pages.left.slice(0, maxWarnings) },
    renamed: suggestions.slice(0, maxWarnings),
    kind,
    changes: changes.slice(0, maxWarnings),
    changeCount: changes.length,
    warnings: warnings.slice(0, maxWarnings).map(toIssue),
    warningCount: warnings.length,
  }
}

export function toIssue({ file, line, message }: Problem): { path: string; message: string } {
  return { path: line === 0 ? file : `${file}:${line}`, message }
}
