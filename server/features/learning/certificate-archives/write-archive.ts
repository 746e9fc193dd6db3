import { listCertificatesToArchive } from '../../../../db/queries/learning/certificate-archives.ts'
import type { CertificateRow } from '../../../../db/queries/learning/certificates.ts'
import { toFileName } from '../../../../lib/files/file-names.ts'
import { type FileToZip, zipFiles } from '../../../../lib/files/zip-files.ts'
import type { Deps, UserContext } from '../../../context.ts'
import { describeCause } from '../../../errors/describe-cause.ts'
import { AppError } from '../../../errors/errors.ts'
import { cohortsOf, type LearnerScope } from '../../../security/course-roles.ts'
import { formatCode } from '../certificates/code/code.ts'
import { findPdf, PdfLost } from '../certificates/print-storage.ts'
import { requireArchive } from './archive-certificates.ts'
import type { ArchiveInput } from './schema.ts'

/**
 * Writes the zip while it is read, one PDF at a time: those that are valid now, of learners who are
 * still the reader's.
 * @throws ArchiveNotFound, ArchiveRunning
 */
export async function* writeArchive(
  ctx: UserContext,
  input: ArchiveInput,
  learners: LearnerScope,
): AsyncGenerator<Uint8Array> {
  const { courseId, cohortIds: asked, status } = await requireArchive(ctx, input)
  if (status === 'running') throw new AppError('ArchiveRunning')
  const theirs = cohortsOf(learners)
  const cohortIds = (asked ?? theirs)?.filter((id) => theirs?.includes(id) ?? true) ?? null
  yield* zipFiles(readFiles(ctx, { courseId, cohortIds }))
}

async function* readFiles(
  ctx: Deps,
  of: { courseId: string; cohortIds: string[] | null },
): AsyncGenerator<FileToZip> {
  const missing: string[] = []
  for (let after: string | undefined; ; ) {
    // Looks at each when its turn comes: a slow reader gets none that is replaced meanwhile.
    const [next] = await listCertificatesToArchive(ctx.db, {
      ...of,
      now: ctx.now(),
      after,
      limit: 1,
    })
    if (next === undefined) break
    const { certificate } = next
    const pdf = await findStored(ctx, certificate)
    if (pdf === undefined) missing.push(formatCode(certificate.code))
    else yield { name: nameOf(certificate), content: Buffer.from(pdf) }
    after = certificate.id
  }
  if (missing.length > 0)
    yield { name: 'missing.txt', content: Buffer.from(`${missing.join('\n')}\n`) }
}

/** Finds a PDF. One that is lost leaves the others; a storage that does not answer ends the zip. */
async function findStored(ctx: Deps, { id }: CertificateRow): Promise<Uint8Array | undefined> {
  return findPdf(ctx, id).catch((error: unknown) => {
    if (!(error instanceof PdfLost)) throw error
    ctx.log.error({ certificateId: id, cause: describeCause(error) }, 'missing in an archive')
    return undefined
  })
}

/** Names a file for people; the code keeps two of one name apart. */
function nameOf({ learnerName, code }: CertificateRow): string {
  return `${toFileName(learnerName)} ${formatCode(code)}.pdf`.trim()
}
