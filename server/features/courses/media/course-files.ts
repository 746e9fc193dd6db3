import {
  faultOfPath,
  faultOfTwin,
  findTwins,
  type Twins,
} from '../../../../content/files/file-path.ts'
import type { CourseFileList, ListFilesInput } from '../../../../content/files/files-schema.ts'
import {
  insertPublishedFiles,
  keepCourseFiles,
  listCoursePaths,
  listCourseFiles as listRows,
  measureCourseFiles,
  putCourseFiles as putRows,
} from '../../../../db/queries/courses/media/course-files.ts'
import type { Deps } from '../../../context.ts'
import { clientLimits } from '../../../errors/client-limits.ts'
import { AppError, type Issue } from '../../../errors/errors.ts'
import { showFile } from './show-file.ts'

type FileDeps = Pick<Deps, 'db' | 'now' | 'mediaLimits'>

/** Lists the files of a course's library, with addresses that work for a few minutes. */
export async function listFiles(
  ctx: Pick<Deps, 'db' | 'now' | 'mediaUrls'>,
  { courseId, limit, cursor }: ListFilesInput,
): Promise<CourseFileList> {
  const after = cursor === undefined ? undefined : pathOfCursor(cursor)
  const rows = await listRows(ctx.db, { courseId, after, limit: limit + 1 })
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1) : undefined
  return {
    items: shown.map((row) => showFile(ctx, row)),
    nextCursor: last === undefined ? null : Buffer.from(last.path).toString('base64url'),
  }
}

function pathOfCursor(cursor: string): string {
  return Buffer.from(cursor, 'base64url').toString('utf8')
}

/**
 * Puts stored files into the library, in the caller's transaction, which has locked the course.
 * Returns how many of them are new there.
 * @throws InvalidFields, CourseFilesFull
 */
export async function putCourseFiles(
  ctx: FileDeps,
  courseId: string,
  files: Record<string, string>,
): Promise<number> {
  requireGoodPaths(Object.keys(files))
  const [twins] = await listTwins(ctx.db, { courseId, paths: Object.keys(files) })
  if (twins !== undefined)
    throw new AppError('InvalidFields', {
      issues: [{ path: twins.path, message: faultOfTwin(twins) }],
    })
  const changed = await putRows(ctx.db, { courseId, files, now: ctx.now() })
  if (changed > 0) await requireRoom(ctx, courseId)
  return changed
}

/**
 * Makes these the only files of the library, in the caller's transaction, which has locked the
 * course. Returns how many changed.
 * @throws InvalidFields, CourseFilesFull
 */
export async function replaceCourseFiles(
  ctx: FileDeps,
  courseId: string,
  files: Record<string, string>,
): Promise<number> {
  const paths = Object.keys(files)
  requireGoodPaths(paths)
  const removed = await keepCourseFiles(ctx.db, { courseId, paths, now: ctx.now() })
  const changed = await putRows(ctx.db, { courseId, files, now: ctx.now() })
  if (changed > 0) await requireRoom(ctx, courseId)
  return removed + changed
}

/**
 * Keeps what a version shows for as long as the course exists, in the transaction that publishes
 * it.
 */
export function keepPublished(
  db: Deps['db'],
  courseId: string,
  contents: readonly string[],
): Promise<void> {
  return insertPublishedFiles(db, { courseId, contents })
}

/** @throws InvalidFields with every path at fault */
function requireGoodPaths(paths: readonly string[]): void {
  const twins = new Map(findTwins(paths, paths).map(({ path, twin }) => [twin, path]))
  const issues: Issue[] = paths.flatMap((path) => {
    const twin = twins.get(path)
    const fault =
      faultOfPath(path) ?? (twin === undefined ? undefined : faultOfTwin({ path, twin }))
    return fault === undefined ? [] : [{ path, message: fault }]
  })
  if (issues.length > 0) throw new AppError('InvalidFields', { issues: issues.slice(0, 100) })
}

/** Lists files of the library that cannot coexist with those of these paths. */
export async function listTwins(
  db: Deps['db'],
  { courseId, paths }: { courseId: string; paths: readonly string[] },
): Promise<Twins[]> {
  return findTwins(paths, await listCoursePaths(db, courseId))
}

/** @throws CourseFilesFull */
async function requireRoom({ db, mediaLimits }: FileDeps, courseId: string): Promise<void> {
  const { files, bytes } = await measureCourseFiles(db, courseId)
  if (files > clientLimits.courseFiles || bytes > mediaLimits.maxCourseBytes)
    throw new AppError('CourseFilesFull', {
      facts: { maxBytes: mediaLimits.maxCourseBytes, maxFiles: clientLimits.courseFiles },
    })
}
