import { findEvidence } from '../../../../db/queries/learning/evidence.ts'
import type { UserContext } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { writeFile } from '../evidence/write-evidence.ts'
import { formatCode } from './code/code.ts'
import type { EvidenceInput } from './schema.ts'
import { findByTypedCode } from './verify-certificate.ts'

/**
 * Returns the file of evidence of the learner's own certificate.
 *
 * @throws CertificateNotFound also for another's, EvidenceNotKept
 */
export async function readEvidence(
  ctx: UserContext,
  { code, part }: EvidenceInput,
): Promise<{ fileName: string; text: string }> {
  const certificate = await findByTypedCode(ctx, code)
  if (certificate.userId !== ctx.user.id) throw new AppError('CertificateNotFound')
  const evidence = await findEvidence(ctx.db, certificate.id)
  if (evidence === undefined) throw new AppError('EvidenceNotKept')
  return {
    fileName: `evidence-${formatCode(certificate.code)}.txt`,
    text: writeFile(evidence, part),
  }
}
