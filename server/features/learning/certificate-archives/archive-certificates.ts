import {
  type ArchiveRow,
  beginArchive,
  findArchive,
} from '../../../../db/queries/learning/certificate-archives.ts'
import { newId } from '../../../../lib/ids.ts'
import { withIsoDates } from '../../../../lib/schema.ts'
import { inTransaction, type UserContext } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { cohortsOf, type LearnerScope } from '../../../security/course-roles.ts'
import { cohortInScope } from '../reports/in-scope.ts'
import { packForAWhile } from './pack-certificates.ts'
import type { ArchiveCertificatesInput, ArchiveInput, CertificateArchive } from './schema.ts'

/** How long to wait for a small one; of a large one the answer tells the progress. */
const waitMilliseconds = 1_000

/**
 * Has the PDFs of a course or class printed that are missing; then they can be downloaded. Asked
 * for again meanwhile, it is the same archive.
 * @throws CohortNotFound
 */
export async function archiveCertificates(
  ctx: UserContext,
  { courseId, cohort: chosen }: ArchiveCertificatesInput,
  scope: LearnerScope,
): Promise<CertificateArchive> {
  const cohort =
    chosen === undefined ? undefined : await cohortInScope(ctx, { courseId, chosen }, scope)
  const cohortIds = cohort === undefined ? cohortsOf(scope) : [cohort.id]
  const archive = await inTransaction(ctx, async (ctx) => {
    const begun = await beginArchive(ctx.db, {
      id: newId(),
      courseId,
      cohortIds: cohortIds && [...cohortIds].sort(),
      requestedBy: ctx.user.id,
      createdAt: ctx.now(),
    })
    await ctx.jobs.enqueue(ctx.db, 'pack-certificates', { archiveId: begun.id })
    return begun
  })
  await packForAWhile(ctx, archive.id, waitMilliseconds)
  return toArchive((await findArchive(ctx.db, archive.id)) ?? archive)
}

/** @throws ArchiveNotFound */
export async function getArchive(
  ctx: UserContext,
  input: ArchiveInput,
): Promise<CertificateArchive> {
  return toArchive(await requireArchive(ctx, input))
}

/**
 * Finds an archive for whoever asked for it: to others there is none.
 * @throws ArchiveNotFound
 */
export async function requireArchive(
  { db, user }: Pick<UserContext, 'db' | 'user'>,
  { courseId, archiveId }: ArchiveInput,
): Promise<ArchiveRow> {
  const archive = await findArchive(db, archiveId)
  if (archive?.courseId !== courseId.toLowerCase() || archive.requestedBy !== user.id)
    throw new AppError('ArchiveNotFound')
  return archive
}

function toArchive({
  cohortIds: _cohorts,
  after: _after,
  requestedBy: _requester,
  ...archive
}: ArchiveRow): CertificateArchive {
  return withIsoDates(archive)
}
