import { randomBytes } from 'node:crypto'
import {
  deleteSource,
  lockSource,
  type SourceRow,
  writeSource,
} from '../../../../db/queries/authoring/sources.ts'
import { lockCourseToWrite } from '../../../../db/queries/courses/courses/courses.ts'
import { readGitUrl } from '../../../adapters/git/git-address.ts'
import { type ActorDeps, inTransaction } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { recordHistory } from '../../platform/history/record-history.ts'
import { takeOverCourse } from '../import/write-folder.ts'
import { requestSync } from './request-sync.ts'
import type { CourseSource, RemovedSource, RepositoryInput } from './schema.ts'
import { toCourseSource } from './show-source.ts'
import { sealFor } from './source-secrets.ts'

/**
 * Makes a git repository the place where a course is written, and syncs it.
 * @throws ManagedElsewhere, InvalidFields
 */
export async function setSource(ctx: ActorDeps, input: RepositoryInput): Promise<CourseSource> {
  const { courseId, takeOver = false, newHookSecret = false } = input
  const url = requireReachable(ctx, input.url)

  return inTransaction(ctx, async (ctx) => {
    const course = await lockCourseToWrite(ctx.db, courseId)
    if (course === undefined) throw new AppError('CourseNotFound')
    if (course.managedBy === 'http') {
      if (!takeOver) throw new AppError('ManagedElsewhere', { message: unasked })
      await takeOverCourse(ctx, course, takeOver)
    }
    const before = await lockSource(ctx.db, courseId)
    const makesSecret = before === undefined || newHookSecret
    const hookSecret = makesSecret ? randomBytes(32).toString('base64url') : null
    const { branch = null, folder = '', format = 'auto', outcome = 'draft' } = input
    await writeSource(ctx.db, {
      courseId,
      url,
      branch,
      folder,
      format,
      outcome,
      credential: credentialOf(ctx, { ...input, url }, before),
      hookSecret:
        hookSecret === null && before !== undefined
          ? before.hookSecret
          : sealFor(ctx, courseId, 'hook', hookSecret ?? ''),
      setBy: ctx.user?.id ?? null,
      createdAt: ctx.now(),
    })
    await recordHistory(ctx, 'source-set', { courseId, details: { url, branch, outcome } })
    await requestSync(ctx, courseId)
    return { ...(await toCourseSource(ctx, courseId)), hookSecret }
  })
}

const unasked =
  'The content of this course is written over the API. Confirm with takeOver (--take-over) that ' +
  'it comes from this repository from now on.'

/** Keeps it while the address stays: nobody gets it sent to a host of their own. */
function credentialOf(
  ctx: ActorDeps,
  { courseId, url, credential }: RepositoryInput,
  before: SourceRow | undefined,
): Buffer | null {
  if (credential === undefined) return before?.url === url ? before.credential : null
  return credential === null ? null : sealFor(ctx, courseId, 'credential', credential)
}

function requireReachable({ config }: ActorDeps, url: string): string {
  const { href, protocol } = readGitUrl(url, { allowPrivate: true })
  if (protocol === 'https:' || config.allowPrivateAddresses) return href
  throw new AppError('InvalidFields', {
    issues: [{ path: 'url', message: 'must begin with https://' }],
  })
}

/** Removes the source. The content still comes from a folder until the course is taken over. */
export async function removeSource(
  ctx: ActorDeps,
  { courseId }: { courseId: string },
): Promise<RemovedSource> {
  return inTransaction(ctx, async (ctx) => {
    if (!(await deleteSource(ctx.db, courseId))) throw new AppError('SourceNotFound')
    await recordHistory(ctx, 'source-removed', { courseId })
    return { removed: true }
  })
}
