import {
  faultOfPath,
  faultOfTwin,
  findTwins,
  type Twins,
} from '../../../../content/files/file-path.ts'
import {
  insertPublishedFiles,
  keepCourseFiles,
  listCoursePaths,
  measureCourseFiles,
  putCourseFiles as putRows,
  removeCourseFiles,
} from '../../../../db/queries/courses/media/course-files.ts'
import type { Deps } from '../../../context.ts'
import { clientLimits } from '../../../errors/client-limits.ts'
import { AppError, type Issue } from '../../../errors/errors.ts'

type FileDeps = Pick<Deps, 'db' | 'now' | 'mediaLimits'>

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

/**
 * Puts files of a version back at their paths, if the library has none there now, in the caller's
 * transaction, which has locked the course. What cannot stand beside them goes.
 */
export async function putBackFiles(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  courseId: string,
  files: Record<string, string>,
): Promise<void> {
  const known = new Set(await listCoursePaths(db, courseId))
  const missing = Object.entries(files).filter(([path]) => !known.has(path))
  if (missing.length === 0) return
  await removeTwins({ db, now }, { courseId, paths: missing.map(([path]) => path) })
  await putRows(db, { courseId, files: Object.fromEntries(missing), now: now() })
}

/** Removes the files that cannot stand beside those of these paths. */
export async function removeTwins(
  { db, now }: Pick<Deps, 'db' | 'now'>,
  { courseId, paths }: { courseId: string; paths: string[] },
): Promise<void> {
  const inTheWay = (await listTwins(db, { courseId, paths })).map(({ twin }) => twin)
  if (inTheWay.length > 0) await removeCourseFiles(db, { courseId, paths: inTheWay, now: now() })
}

/** @throws CourseFilesFull */
async function requireRoom({ db, mediaLimits }: FileDeps, courseId: string): Promise<void> {
  const { files, bytes } = await measureCourseFiles(db, courseId)
  if (files > clientLimits.courseFiles || bytes > mediaLimits.maxCourseBytes)
    throw new AppError('CourseFilesFull', {
      facts: { maxBytes: mediaLimits.maxCourseBytes, maxFiles: clientLimits.courseFiles },
    })
}
