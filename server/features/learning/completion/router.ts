import { userProcedure } from '../../../trpc.ts'
import { Certificate, IssueCertificateInput } from '../certificates/schema.ts'
import { claimCertificate } from './claim-certificate.ts'

export const claimProcedures = {
  issue: userProcedure
    .meta({
      route: 'POST /api/v1/courses/{courseId}/certificate',
      summary: 'Get the certificate of a course you completed',
      aliases: ['POST /courses/{courseId}/certificate'],
      description:
        'The first request answers 201, later ones 200, always with the same certificate. ' +
        'Waits a few seconds for the PDF to be printed.',
      location: '/api/v1/certificates/verify/{verificationCode}',
      statusWhenExisting: 200,
      idempotent: true,
      errors: ['CourseNotFound', 'NotEnrolled', 'CourseNotCompleted', 'NameNotPrintable'],
      limits: ['certificatesPerAccount'],
    })
    .input(IssueCertificateInput)
    .output(Certificate)
    .mutation(({ ctx, input }) => claimCertificate(ctx, input)),
}
