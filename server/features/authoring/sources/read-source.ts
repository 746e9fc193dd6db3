import { readCourseTree } from '../../../../books/formats/read-course-tree.ts'
import type { CourseContent } from '../../../../content/draft.ts'
import type { SourceProblem, SourceRow } from '../../../../db/queries/authoring/sources.ts'
import { findAuthoredCourse } from '../../../../db/queries/courses/courses/authored-courses.ts'
import type { GitTip } from '../../../adapters/git/types.ts'
import type { Deps } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { findPreviousCourse } from '../import/previous-course.ts'
import { storeReading } from '../import/store-reading.ts'
import { filesOfRepository } from './repository-files.ts'
import { CourseSource } from './schema.ts'
import { listProblems } from './sync-problems.ts'

type Renames = [from: string, to: string][]

/** A commit, read whole. Its files are stored, but in no library yet. */
export interface ReadContent {
  course: CourseContent
  commit: string
  /** The first line of its message. */
  subject: string
  warnings: SourceProblem[]
  /** Renames since the current version, the oldest first. */
  renames: Renames
}

const maxRenames = 5_000

/**
 * Reads the newest commit; undefined if it is that of the last sync.
 * @throws GitFault, CourseFolderError, CourseNotFound
 */
export async function readSource(
  ctx: Deps,
  source: SourceRow,
  credential: string | null,
): Promise<ReadContent | undefined> {
  const { courseId, url, branch, folder } = source
  const address = { url, branch, credential }
  if (source.commit !== null && (await ctx.git.findTip(address)) === source.commit) return undefined
  const course = await findAuthoredCourse(ctx.db, { courseId, readerId: null })
  if (course === undefined) throw new AppError('CourseNotFound')

  await using tip = await ctx.git.fetchTip(address)
  const renames = await renamesOf(tip, source, course.version)
  const previous = await findPreviousCourse(ctx.db, courseId, renames)
  const reading = await readCourseTree(filesOfRepository(tip), {
    format: CourseSource.shape.format.parse(source.format),
    folder,
    slug: course.slug,
    // Allows gaps, which become warnings: nobody is there to be asked.
    allowMissing: true,
    ...(previous !== undefined && { previous }),
  })
  const { course: content } = await storeReading(ctx, reading, { courseId })
  return {
    course: content,
    commit: tip.commit,
    subject: tip.subject,
    warnings: listProblems('warning', reading.warnings),
    renames,
  }
}

/** Compares lessons with the current version, so that renames of many syncs add up. */
async function renamesOf(
  tip: GitTip,
  { commit, result }: SourceRow,
  version: number | null,
): Promise<Renames> {
  if (commit === null || commit === tip.commit) return []
  const earlier = result?.version === version ? (result.renames ?? []) : []
  const found = await tip.renamesSince(commit)
  return [...earlier, ...(found ?? [])].slice(-maxRenames)
}
