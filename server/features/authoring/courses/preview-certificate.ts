import { takeFacts } from '../../../../content/certificates/printed-facts.ts'
import { termsOf } from '../../../../content/course-fields.ts'
import { findDraft } from '../../../../db/queries/authoring/drafts/drafts.ts'
import { findAuthoredCourse } from '../../../../db/queries/courses/courses/authored-courses.ts'
import { dayOf } from '../../../../lib/lists/periods.ts'
import { pdfInTime } from '../../../adapters/pdf-printer/pdf-in-time.ts'
import { LookUnprintable, TextNotPrintable } from '../../../adapters/pdf-printer/types.ts'
import type { UserContext } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { endOfValidity } from '../../learning/certificates/validity/validity.ts'
import { findOwnBranding, resolveBranding } from '../../platform/branding/course-branding.ts'
import { sectionsOf } from '../drafts/read-draft.ts'
import { changeDesign } from './certificate-design.ts'
import type { CertificatePicture, PreviewCertificateInput } from './schema.ts'

/** A code that no certificate has: whoever looks it up is told so. */
const sampleCode = '0000-0000-0000-0000-0'
const sampleGrade = 8_750

const words = {
  missing: 'This server has no browser to draw the certificate with.',
  busy: 'The certificate is being drawn. Try again in a moment.',
}

/**
 * Draws a certificate of the course for a learner who does not exist, as the printer prints it, with
 * the changes of its design if some are given.
 * @throws CourseNotFound, DraftNotFound, InvalidFields, ServiceUnavailable
 */
export async function previewCertificate(
  ctx: UserContext,
  { courseId, certificate }: PreviewCertificateInput,
): Promise<CertificatePicture> {
  const { db, config, user } = ctx
  const course = await findAuthoredCourse(db, { courseId, readerId: user.id })
  if (course === undefined) throw new AppError('CourseNotFound')
  const draft = await findDraft(db, courseId)
  if (draft === undefined) throw new AppError('DraftNotFound')

  const own = (await findOwnBranding(db, course.branding)) ?? {}
  const design = certificate === undefined ? own : (changeDesign(own, certificate) ?? {})
  const version = termsOf(draft)
  const lessons = sectionsOf(draft).flatMap((section) => section.lessons)
  const issuedAt = ctx.now()
  const day = dayOf(issuedAt, config.timeZone)
  const verifyUrl = `${config.publicUrl}/verify/${sampleCode}`
  const content = {
    learnerName: 'Ada Lovelace',
    courseTitle: version.title,
    ...{ completedOn: day, issuedOn: day, issuedAt },
    language: version.language,
    ...(await takeFacts({ version, lessons, gradeOf: async () => sampleGrade })),
    lastDay: endOfValidity(day, { months: version.validFor, timeZone: config.timeZone }).lastDay,
    ...{ code: sampleCode, verifyUrl, qrText: verifyUrl },
    ...resolveBranding(ctx, design),
  }
  // Those who gave up waiting and ask again wait for the same drawing.
  const drawing = ctx.inFlight.certificatePrints.run(
    `preview ${courseId} ${JSON.stringify(design)}`,
    (priority) => ctx.printer.drawCertificate(content, priority),
    { interactive: false },
  )
  const picture = await pdfInTime(drawing, words).catch((error: unknown) => {
    if (!(error instanceof LookUnprintable || error instanceof TextNotPrintable)) throw error
    const message = `cannot be printed: ${error.message}`
    throw new AppError('InvalidFields', { issues: [{ path: 'certificate', message }] })
  })
  return { picture: `data:image/png;base64,${Buffer.from(picture).toString('base64')}` }
}
