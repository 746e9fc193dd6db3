import { isDatabaseUnavailable } from '../../../../db/postgres/failures.ts'
import {
  type ArchiveStep,
  advanceArchive,
  deleteArchivesBefore,
  findArchive,
  listCertificatesToArchive,
  listUnfinishedArchives,
} from '../../../../db/queries/learning/certificate-archives.ts'
import type { CertificateRow } from '../../../../db/queries/learning/certificates.ts'
import type { Deps } from '../../../context.ts'
import { describeCause } from '../../../errors/describe-cause.ts'
import { printCertificate } from '../certificates/print-certificate.ts'

/** How long a job runs, so that a server that stops waits no longer. The next job goes on. */
const sliceMilliseconds = 5_000
const certificatesAtOnce = 200
const millisecondsKept = 7 * 86_400_000

/**
 * The job: prints missing PDFs for some seconds, and enqueues the job that goes on. Killed at any
 * point, it resumes after the last counted certificate; of two at once, one gives way.
 */
export async function packCertificates(
  ctx: Deps,
  { archiveId }: { archiveId: string },
): Promise<void> {
  if (!(await packForAWhile(ctx, archiveId, sliceMilliseconds)))
    await ctx.jobs.enqueue(ctx.db, 'pack-certificates', { archiveId })
}

/** Enqueues archives whose job was lost; a second job is harmless. */
export async function resumeArchives(ctx: Deps): Promise<void> {
  for (const archiveId of await listUnfinishedArchives(ctx.db))
    await ctx.jobs.enqueue(ctx.db, 'pack-certificates', { archiveId })
}

/** Forgets archives after a week: the PDFs stay. */
export async function forgetOldArchives({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  await deleteArchivesBefore(db, new Date(now().getTime() - millisecondsKept))
}

/** Prints for a while, and returns whether nothing is left for this process. */
export async function packForAWhile(
  ctx: Deps,
  archiveId: string,
  milliseconds: number,
): Promise<boolean> {
  const deadline = performance.now() + milliseconds
  do {
    const archive = await findArchive(ctx.db, archiveId)
    if (archive === undefined || archive.status === 'done') return true
    const found = await listCertificatesToArchive(ctx.db, {
      ...archive,
      now: ctx.now(),
      after: archive.after ?? undefined,
      limit: certificatesAtOnce,
    })
    const step: ArchiveStep = { after: null, ready: 0, unprinted: 0 }
    for (const { certificate, isPrinted } of found) {
      if (isPrinted || (await isPrintable(ctx, certificate))) step.ready += 1
      else step.unprinted += 1
      step.after = certificate.id
      if (performance.now() >= deadline) break
    }
    // Gives way to another process, which goes on.
    if (!(await advanceArchive(ctx.db, archive, { step, now: ctx.now() }))) return true
  } while (performance.now() < deadline)
  return (await findArchive(ctx.db, archiveId))?.status === 'done'
}

/** Prints a certificate; one that cannot be printed must not hold up all the others. */
async function isPrintable(ctx: Deps, certificate: CertificateRow): Promise<boolean> {
  try {
    await printCertificate(ctx, certificate, { interactive: false })
    return true
  } catch (error) {
    if (isDatabaseUnavailable(error)) throw error
    const { id: certificateId } = certificate
    ctx.log.warn({ certificateId, cause: describeCause(error) }, 'left out of an archive')
    return false
  }
}
