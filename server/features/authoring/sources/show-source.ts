import { findSource } from '../../../../db/queries/authoring/sources.ts'
import type { Deps } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { CourseSource } from './schema.ts'

/** @throws SourceNotFound */
export async function toCourseSource(
  { db, config }: Pick<Deps, 'db' | 'config'>,
  courseId: string,
): Promise<CourseSource> {
  const source = await findSource(db, courseId)
  if (source === undefined) throw new AppError('SourceNotFound')
  const { url, branch, folder, outcome, status, commit, syncedAt, problems, result } = source
  return {
    url,
    branch,
    folder,
    format: CourseSource.shape.format.parse(source.format),
    outcome,
    hasCredential: source.credential !== null,
    hookUrl: `${config.publicUrl}/hooks/git/${courseId}`,
    hookSecret: null,
    isSyncing: source.requestedAt !== null || source.runUntil !== null,
    status,
    syncedAt: syncedAt?.toISOString() ?? null,
    commit,
    problems: problems ?? [],
    result: result && {
      outcome: result.outcome,
      revision: result.revision,
      version: result.version,
    },
  }
}

export function getSource(
  ctx: Pick<Deps, 'db' | 'config'>,
  { courseId }: { courseId: string },
): Promise<CourseSource> {
  return toCourseSource(ctx, courseId)
}
