import { takeFacts } from '../../../../content/certificates/printed-facts.ts'
import { termsOf } from '../../../../content/course-fields.ts'
import { findDraft } from '../../../../db/queries/authoring/drafts/drafts.ts'
import { findAuthoredCourse } from '../../../../db/queries/courses/courses/authored-courses.ts'
import type { UserContext } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { endOfValidity } from '../../learning/certificates/validity/validity.ts'
import { findOwnBranding, resolveBranding } from '../../platform/branding/course-branding.ts'
import { drawSample, sampleCertificate } from '../../platform/branding/sample-certificate.ts'
import type { CertificatePicture } from '../../platform/branding/schema.ts'
import { withCourseDefaults } from '../drafts/program.ts'
import { sectionsOf } from '../drafts/read-draft.ts'
import { changeDesign } from './certificate-design.ts'
import { readDesignFiles } from './certificate-pictures.ts'
import type { PreviewCertificateInput } from './schema.ts'

/**
 * Draws a certificate of the course for a learner who does not exist, with the changes of its design
 * if some are given.
 * @throws CourseNotFound, DraftNotFound, InvalidFields, ServiceUnavailable
 */
export async function previewCertificate(
  ctx: UserContext,
  { courseId, certificate = {}, grade, lastDay }: PreviewCertificateInput,
): Promise<CertificatePicture> {
  const { db, config, user } = ctx
  const course = await findAuthoredCourse(db, { courseId, readerId: user.id })
  if (course === undefined) throw new AppError('CourseNotFound')
  const draft = await findDraft(db, courseId)
  if (draft === undefined) throw new AppError('DraftNotFound')

  const own = (await findOwnBranding(db, course.branding)) ?? {}
  const files = certificate && (await readDesignFiles(ctx, { courseId, certificate }))
  const design = changeDesign(own, certificate, files ?? undefined) ?? {}
  const sample = sampleCertificate(config, resolveBranding(ctx, design), ctx.now())
  const version = termsOf(draft)
  const isProgram = course.kind === 'program'
  const written = sectionsOf(draft).flatMap((section) => section.lessons)
  const lessons = isProgram ? await withCourseDefaults(db, written) : written
  const validity = { months: version.validFor, timeZone: config.timeZone }
  const content = {
    ...sample,
    ...(await takeFacts({ version, lessons, gradeOf: async () => Math.round(100 * grade) })),
    courseTitle: version.title,
    language: version.language,
    lastDay: lastDay ?? endOfValidity(sample.completedOn, validity).lastDay,
    courses: isProgram ? lessons.map(({ title }) => title) : null,
  }
  return drawSample(ctx, content, 'certificate')
}
