import { openableProcedure, rest, router, userProcedure } from '../../trpc.ts'
import { claimCertificateOfCourse } from './claim-certificate.ts'
import { listCertificatesOf } from './list-certificates.ts'
import { Certificate, CertificateList, CertificateListInput, CodeToVerify, CompletedCourse, Verification } from './schema.ts'
import { verifyCertificate } from './verify-certificate.ts'

export const certificatesRouter = router({
  list: userProcedure
    .meta(
      rest('GET /api/certificates/{userId}', {
        summary: 'List the certificates of a user: my own, or anyone’s for an administrator',
        errors: ['Forbidden', 'UserNotFound'],
        description: 'Others than the user and administrators are answered Forbidden, whether there is such a user or not.',
      }),
    )
    .input(CertificateListInput)
    .output(CertificateList)
    .query(({ ctx, input }) => listCertificatesOf(ctx, input)),

  issue: userProcedure
    .meta(
      rest('POST /courses/{courseId}/certificate', {
        summary: 'Get the certificate of a course that I completed',
        description:
          'The first request answers 201, later ones 200, always with the same certificate. Waits a few seconds for the PDF to be printed.',
        status: 201,
        location: '/certificates/verify/{verificationCode}',
        statusWhenExisting: 200,
        errors: ['CourseNotFound', 'NotEnrolled', 'CourseNotCompleted'],
        limits: ['certificatesPerAccount'],
      }),
    )
    .input(CompletedCourse)
    .output(Certificate)
    .mutation(({ ctx, input }) => claimCertificateOfCourse(ctx, input)),

  verify: openableProcedure
    .meta(
      rest('GET /certificates/verify/{code}', {
        summary: 'Check a certificate by its code',
        errors: ['CertificateNotFound'],
        limits: ['verificationsPerAddress'],
        description: 'Says what the certificate says, and whether it still holds. The page for people is at /verify/{code}.',
      }),
    )
    .input(CodeToVerify)
    .output(Verification)
    .query(({ ctx, input }) => verifyCertificate(ctx, input)),
})
