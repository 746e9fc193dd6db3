import { createHash } from 'node:crypto'
import { findReissue } from '../../../../db/queries/learning/certificate-reissues.ts'
import {
  type CertificateFile,
  type CertificateRow,
  findCertificate,
  findCertificateFile,
  findCertificateOf,
  insertCertificateFile,
} from '../../../../db/queries/learning/certificates.ts'
import { findUser } from '../../../../db/queries/people/users/users.ts'
import { StorageUnavailable } from '../../../adapters/file-storage/types.ts'
import { type Deps, inTransaction } from '../../../context.ts'
import type { ReplacementReason } from '../../../texts/types.ts'
import { notifyUser } from '../../platform/notifications/notify.ts'
import { pdfUrlOf, verificationUrlOf } from './code/urls.ts'
import { lastDayOn } from './validity/certificate-days.ts'

/** Signals that the stored PDF is gone, or differs from the one that was printed. */
export class PdfLost extends StorageUnavailable {
  override readonly name = 'PdfLost'
  readonly file: CertificateFile & { certificateId: string }
  constructor(message: string, file: CertificateFile & { certificateId: string }) {
    super(message)
    this.file = file
  }
}

/**
 * Returns the stored PDF, never one that differs by a byte from what was printed; undefined if
 * there is none yet.
 *
 * @throws PdfLost
 */
export async function findPdf(ctx: Deps, certificateId: string): Promise<Uint8Array | undefined> {
  const file = await findCertificateFile(ctx.db, certificateId)
  if (file === undefined) return undefined

  const pdf = await fetchBytes(ctx, file)
  if (pdf !== undefined && hashOf(pdf) === file.sha256) return pdf
  const trouble = pdf === undefined ? 'is lost' : 'is damaged'
  throw new PdfLost(`the stored PDF ${trouble}`, { ...file, certificateId })
}

/**
 * Stores a lost PDF again if reprinting gave the same bytes; otherwise only a backup brings it
 * back.
 */
export async function restorePdf(
  ctx: Deps,
  { file, message }: PdfLost,
  printed: Uint8Array | undefined,
): Promise<Uint8Array> {
  const { certificateId, storage, fileName, sha256 } = file
  if (printed === undefined || hashOf(printed) !== sha256) {
    ctx.log.error({ certificateId, storage, fileName }, `${message}: restore it from a backup`)
    throw new PdfLost(message, file)
  }
  if (fileName !== null) await ctx.files?.put(fileName, printed)
  ctx.log.warn({ certificateId, storage, fileName }, `${message}: it was printed once more`)
  return printed
}

/**
 * Stores the PDF unless there is one, tells the learner if it is the first, and returns the stored
 * PDF, which is final.
 */
export async function storePdf(
  ctx: Deps,
  certificate: CertificateRow,
  pdf: Uint8Array,
): Promise<Uint8Array> {
  const { id: certificateId } = certificate
  const sha256 = hashOf(pdf)
  const fileName = ctx.files && `${certificateId}-${sha256.slice(0, 16)}.pdf`
  // Writes the bytes before the row that names them: a crash in between only leaves an unused file.
  if (fileName !== undefined) await ctx.files?.put(fileName, pdf)
  const place = fileName === undefined ? { pdf } : { storage: ctx.files?.kind, fileName }
  const file = { certificateId, ...place, sha256, renderedAt: ctx.now() }
  await inTransaction(ctx, async (ctx) => {
    if (await insertCertificateFile(ctx.db, file)) await notifyLearner(ctx, certificate)
  })

  const kept = await findCertificateFile(ctx.db, certificateId)
  if (kept === undefined) throw new Error('The PDF was not stored.')
  if (kept.sha256 === sha256) return pdf

  // Removes ours: a different process was first, with different bytes.
  if (fileName !== undefined) await ctx.files?.remove(fileName)
  const first = await findPdf(ctx, certificateId)
  if (first === undefined) throw new Error('The PDF was not stored.')
  return first
}

/**
 * Mails the learner that the certificate, or its replacement, is ready, with links to the valid one
 * of its course. Runs once for each, in the transaction that stores its PDF.
 */
async function notifyLearner(ctx: Deps, certificate: CertificateRow): Promise<void> {
  const { id, userId, courseId, courseTitle, supersedes, courses, grade, reissueId } = certificate
  if (userId === null) return
  const [learner, current] = [
    await findUser(ctx.db, userId),
    await findCertificateOf(ctx.db, userId, courseId),
  ]
  // Leaves a certificate that was replaced meanwhile to its successor's mail.
  if (learner === undefined || current?.status !== 'issued' || current.id !== id) return
  const replaced = supersedes === null ? undefined : await findCertificate(ctx.db, supersedes)
  const reissue = reissueId === null ? undefined : await findReissue(ctx.db, reissueId)
  const why = replaced && whyReplaced(replaced, certificate)
  await notifyUser(ctx, learner, {
    kind: 'certificate-ready',
    title: courseTitle,
    certificateUrl: pdfUrlOf(ctx, current),
    verificationUrl: verificationUrlOf(ctx, current),
    isProgram: courses !== null,
    replaces: supersedes !== null,
    ...(why !== undefined && { why }),
    grade: grade === replaced?.grade ? null : grade,
    gradeBefore: why === 'grade' ? (replaced?.grade ?? null) : null,
    lastDay: lastDayOn(certificate, ctx.config.timeZone),
    reason: reissue?.reason ?? null,
    about: { courseId, subjectId: id, fact: id },
  })
}

/** Tells from what the two say: a replacement states the same, but for what led to it. */
function whyReplaced(old: CertificateRow, certificate: CertificateRow): ReplacementReason {
  if (old.completedAt.getTime() !== certificate.completedAt.getTime()) return 'renewal'
  if (old.grade !== certificate.grade) return old.grade === null ? 'lost grade' : 'grade'
  return old.learnerName === certificate.learnerName ? 'school' : 'name'
}

async function fetchBytes(
  { files }: Deps,
  { storage, pdf, fileName }: CertificateFile,
): Promise<Uint8Array | undefined> {
  if (pdf !== null || fileName === null) return pdf ?? undefined
  if (files?.kind !== storage)
    throw new StorageUnavailable(
      `the PDF is in a different storage: set CERTIFICATE_STORAGE=${storage} again`,
    )
  return files.get(fileName)
}

function hashOf(bytes: Uint8Array): string {
  return createHash('sha256').update(bytes).digest('hex')
}
