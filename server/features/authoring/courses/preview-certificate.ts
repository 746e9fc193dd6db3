import { takeFacts } from '../../../../content/certificates/printed-facts.ts'
import { termsOf } from '../../../../content/course-fields.ts'
import { findDraft } from '../../../../db/queries/authoring/drafts/drafts.ts'
import { findAuthoredCourse } from '../../../../db/queries/courses/courses/authored-courses.ts'
import type { UserContext } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { endOfValidity } from '../../learning/certificates/validity/validity.ts'
import { findOwnBranding, resolveBranding } from '../../platform/branding/course-branding.ts'
import {
  type CertificatePicture,
  drawSample,
  sampleCertificate,
} from '../../platform/branding/sample-certificate.ts'
import { sectionsOf } from '../drafts/read-draft.ts'
import { changeDesign } from './certificate-design.ts'
import type { PreviewCertificateInput } from './schema.ts'

const sampleGrade = 8_750

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
  const sample = sampleCertificate(config, resolveBranding(ctx, design), ctx.now())
  const validity = { months: version.validFor, timeZone: config.timeZone }
  const content = {
    ...sample,
    courseTitle: version.title,
    language: version.language,
    ...(await takeFacts({ version, lessons, gradeOf: async () => sampleGrade })),
    lastDay: endOfValidity(sample.issuedOn, validity).lastDay,
  }
  return drawSample(ctx, content, 'certificate')
}
