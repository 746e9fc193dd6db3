import { adminProcedure, openableProcedure, rest, router, userProcedure } from '../../trpc.ts'
import {
  listAllCertificates,
  printByAdministrator,
  reissueByAdministrator,
  revokeByAdministrator,
} from './administer-certificates.ts'
import { claimCertificateOfCourse } from './claim-certificate.ts'
import { listCertificatesOf } from './list-certificates.ts'
import { reissueOwnCertificate } from './reissue-certificate.ts'
import {
  AdministeredCertificate,
  AdministeredCertificateList,
  Certificate,
  CertificateFilter,
  CertificateList,
  CertificateListInput,
  ChosenCertificate,
  CompletedCourse,
  Revocation,
  Verification,
  VerifyCertificateInput,
} from './schema.ts'
import { verifyCertificate } from './verify-certificate.ts'

export const certificatesRouter = router({
  list: userProcedure
    .meta(
      rest('GET /api/certificates/{userId}', {
        summary: 'List the certificates of a user: my own, or anyone’s for an administrator',
        errors: ['Forbidden', 'UserNotFound'],
        description:
          'Others than the user and administrators are answered Forbidden, whether there is such a user or not.',
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
        idempotent: true,
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
        limits: ['verificationsPerIp'],
        description:
          'Says what the certificate says, and whether it still holds. The page for people is at /verify/{code}.',
      }),
    )
    .input(VerifyCertificateInput)
    .output(Verification)
    .query(({ ctx, input }) => verifyCertificate(ctx, input)),

  reissue: userProcedure
    .meta(
      rest('POST /api/certificates/{code}/reissue', {
        summary: 'Replace my certificate by one with the name that my profile says now',
        description:
          'For whoever has changed their name. The old code goes on to answer, and says which certificate took its place. Asked again, it answers 200 with the same new certificate.',
        status: 201,
        location: '/certificates/verify/{verificationCode}',
        statusWhenExisting: 200,
        errors: ['CertificateNotFound', 'CertificateRevoked', 'CertificateUnchanged'],
        limits: ['reissuesPerAccount'],
      }),
    )
    .input(ChosenCertificate)
    .output(Certificate)
    .mutation(({ ctx, input }) => reissueOwnCertificate(ctx, input)),

  adminList: adminProcedure
    .meta(rest('GET /api/v1/admin/certificates', { summary: 'List the certificates of all users' }))
    .input(CertificateFilter)
    .output(AdministeredCertificateList)
    .query(({ ctx, input }) => listAllCertificates(ctx, input)),

  adminRevoke: adminProcedure
    .meta(
      rest('POST /api/v1/admin/certificates/{code}/revoke', {
        summary: 'Declare a certificate void for good',
        description:
          'Whoever checks its code is told so. Asked again it changes nothing: the first reason stays.',
        errors: ['CertificateNotFound', 'CertificateSuperseded'],
      }),
    )
    .input(Revocation)
    .output(AdministeredCertificate)
    .mutation(({ ctx, input }) => revokeByAdministrator(ctx, input)),

  adminReissue: adminProcedure
    .meta(
      rest('POST /api/v1/admin/certificates/{code}/reissue', {
        summary: 'Put a new certificate in the place of one',
        description:
          'With the name that the profile says now and the issuer that is configured now; the day of completion stays. The old code goes on to answer, and says which certificate took its place. Asked again with the old code, it answers 200 with the same new certificate.',
        status: 201,
        location: '/certificates/verify/{verificationCode}',
        statusWhenExisting: 200,
        errors: ['CertificateNotFound', 'CertificateRevoked'],
      }),
    )
    .input(ChosenCertificate)
    .output(AdministeredCertificate)
    .mutation(({ ctx, input }) => reissueByAdministrator(ctx, input)),

  adminRender: adminProcedure
    .meta(
      rest('POST /api/v1/admin/certificates/{code}/render', {
        summary: 'Print a certificate that has no PDF yet',
        description:
          'Waits a few seconds for it; `pdf` says how it went. What is printed stays as it is.',
        errors: ['CertificateNotFound'],
      }),
    )
    .input(ChosenCertificate)
    .output(AdministeredCertificate)
    .mutation(({ ctx, input }) => printByAdministrator(ctx, input)),
})
