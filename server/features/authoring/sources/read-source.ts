import { readCourseTree } from '../../../../books/formats/read-course-tree.ts'
import type { CourseReading } from '../../../../books/reading/types.ts'
import type { SourceProblem, SourceRow } from '../../../../db/queries/authoring/sources.ts'
import { findAuthoredCourse } from '../../../../db/queries/courses/courses/authored-courses.ts'
import type { GitTip } from '../../../adapters/git/types.ts'
import type { Deps } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { findPreviousCourse } from '../import/previous-course.ts'
import { type StoredReading, storeReading } from '../import/store-reading.ts'
import { filesOfRepository } from './repository-files.ts'
import { CourseSource } from './schema.ts'
import { openCredential } from './source-secrets.ts'
import { listProblems } from './sync-problems.ts'

type Renames = [from: string, to: string][]

/** A commit, read whole. Its files are stored, but in no library yet; those of a rehearsal are not. */
export interface ReadContent extends Pick<StoredReading, 'course' | 'unstored'> {
  reading: CourseReading
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
export async function readNewCommit(
  ctx: Deps,
  source: SourceRow,
): Promise<ReadContent | undefined> {
  const { url, branch, commit } = source
  const credential = await openCredential(ctx, source)
  const isKnown = commit !== null && (await ctx.git.findTip({ url, branch, credential })) === commit
  return isKnown ? undefined : readSource(ctx, source)
}

/** @throws GitFault, CourseFolderError, CourseNotFound */
export async function readSource(
  ctx: Deps,
  source: SourceRow,
  { isRehearsal = false }: { isRehearsal?: boolean } = {},
): Promise<ReadContent> {
  const { courseId, url, branch, folder } = source
  const address = { url, branch, credential: await openCredential(ctx, source) }
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
  return {
    ...(await storeReading(ctx, reading, { courseId, isRehearsal })),
    reading,
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
