import type { AuthoredCourseRow } from '../../../../db/queries/courses/courses/authored-courses.ts'
import type { Deps } from '../../../../server/context.ts'
import { AppError } from '../../../../server/errors/errors.ts'
import { compareContents } from '../../../../server/features/authoring/impact/compare-contents.ts'
import {
  contentOfDraft,
  contentOfVersion,
} from '../../../../server/features/authoring/impact/compared-content.ts'
import type { ComparedContent } from '../../../../server/features/authoring/impact/types.ts'
import { readWholeNumber } from '../../arguments.ts'
import type { CommandResult } from '../../output.ts'
import { changesText } from './impact-table.ts'

/**
 * Compares two of: a version's number, or `draft`. Default: the current version with the draft.
 */
export async function diffCourse(
  deps: Deps,
  { id: courseId, slug, version }: AuthoredCourseRow,
  from: string | undefined,
  to = 'draft',
): Promise<CommandResult> {
  const start = from ?? (version === null ? undefined : String(version))
  const difference = await differenceOf(deps.db, { courseId, from: start, to })
  return {
    json: { course: { id: courseId, slug }, from: start ?? null, to, ...difference },
    text: changesText(difference),
  }
}

/** Returns the changes since `from`; everything, if that is undefined. */
export async function differenceOf(
  db: Deps['db'],
  { courseId, from, to }: { courseId: string; from: string | undefined; to: string },
) {
  const before = from === undefined ? undefined : await contentOf(db, courseId, from)
  const { kind, changes } = compareContents(before, await contentOf(db, courseId, to))
  return { kind, changes, changeCount: changes.length }
}

async function contentOf(
  db: Deps['db'],
  courseId: string,
  chosen: string,
): Promise<ComparedContent> {
  const isDraft = chosen === 'draft'
  const content = isDraft
    ? await contentOfDraft(db, courseId)
    : await contentOfVersion(db, { courseId, number: readWholeNumber(chosen, 'VERSION') })
  if (content === undefined) throw new AppError(isDraft ? 'DraftNotFound' : 'VersionNotFound')
  return content
}
