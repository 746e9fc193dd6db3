import { adminProcedure, openableProcedure, userProcedure } from '../../../trpc.ts'
import {
  listAllCertificates,
  printAsAdmin,
  reinstateAsAdmin,
  reissueAsAdmin,
  revokeAsAdmin,
} from './administer-certificates.ts'
import { listCertificatesOf } from './list-certificates.ts'
import { reissueOwnCertificate } from './reissue-certificate.ts'
import * as schema from './schema.ts'
import { verifyCertificate } from './verify-certificate.ts'

export const certificateProcedures = {
  list: userProcedure
    .meta({
      route: 'GET /api/v1/users/{userId}/certificates',
      summary: 'List the certificates of a user',
      aliases: ['GET /api/certificates/{userId}'],
      description:
        'Lists your own certificates; administrators can list those of any user. For anyone ' +
        'else the answer is Forbidden, whether the user exists or not.',
      errors: ['Forbidden', 'UserNotFound'],
    })
    .input(schema.ListCertificatesInput)
    .output(schema.CertificateList)
    .query(({ ctx, input }) => listCertificatesOf(ctx, input)),

  verify: openableProcedure
    .meta({
      route: 'GET /api/v1/certificates/verify/{code}',
      summary: 'Verify a certificate by its code',
      aliases: ['GET /certificates/verify/{code}'],
      description:
        'Returns the contents of the certificate and whether it is valid. The page for people ' +
        'is /verify/{code}.',
      errors: ['CertificateNotFound'],
      limits: ['verificationsPerIp'],
    })
    .input(schema.VerifyCertificateInput)
    .output(schema.Verification)
    .query(({ ctx, input }) => verifyCertificate(ctx, input)),

  reissue: userProcedure
    .meta({
      route: 'POST /api/v1/certificates/{code}/reissue',
      summary: 'Replace your certificate with one in your current name',
      description:
        'Use it after you changed your name. The old code still works and names the ' +
        'certificate that replaced it. Repeating the request answers 200 with the same new ' +
        'certificate. A name that we guessed needs no request: set your name, and its ' +
        'certificates are replaced automatically.',
      location: '/api/v1/certificates/verify/{verificationCode}',
      statusWhenExisting: 200,
      errors: [
        'CertificateNotFound',
        'CertificateRevoked',
        'CertificateUnchanged',
        'NameNotPrintable',
      ],
      limits: ['reissuesPerAccount'],
    })
    .input(schema.ReissueCertificateInput)
    .output(schema.Certificate)
    .mutation(({ ctx, input }) => reissueOwnCertificate(ctx, input)),

  adminList: adminProcedure('certificates:read')
    .meta({
      route: 'GET /api/v1/admin/certificates',
      summary: 'List the certificates of all users',
    })
    .input(schema.ListAllCertificatesInput)
    .output(schema.AdminCertificateList)
    .query(({ ctx, input }) => listAllCertificates(ctx, input)),

  adminRevoke: adminProcedure('certificates:write')
    .meta({
      route: 'POST /api/v1/admin/certificates/{code}/revoke',
      summary: 'Revoke a certificate',
      description:
        'From then on a verification shows that it is revoked. Repeating the request has no ' +
        'effect: the first reason stays. A mistake is corrected with ' +
        '/api/v1/admin/certificates/{code}/reinstate.',
      errors: ['CertificateNotFound', 'CertificateSuperseded'],
      repeatable: true,
    })
    .input(schema.RevokeCertificateInput)
    .output(schema.AdminCertificate)
    .mutation(({ ctx, input }) => revokeAsAdmin(ctx, input)),

  adminReinstate: adminProcedure('certificates:write')
    .meta({
      route: 'POST /api/v1/admin/certificates/{code}/reinstate',
      summary: 'Take back the revocation of a certificate',
      description:
        'From then on a verification shows that it is valid again, and the list of revoked ' +
        'credentials follows within a minute. When and why it was revoked stays on record. ' +
        'Has no effect on a certificate that is not revoked.',
      errors: ['NotForYourself', 'CertificateNotFound', 'CertificateSuperseded'],
      repeatable: true,
    })
    .input(schema.ReinstateCertificateInput)
    .output(schema.AdminCertificate)
    .mutation(({ ctx, input }) => reinstateAsAdmin(ctx, input)),

  adminReissue: adminProcedure('certificates:write')
    .meta({
      route: 'POST /api/v1/admin/certificates/{code}/reissue',
      summary: 'Replace a certificate with a new one',
      description:
        'The new certificate has the current name of the profile and the current issuer; the day ' +
        'of completion stays. The old code still works and names the certificate that replaced ' +
        'it. Repeating the request with the old code answers 200 with the same new certificate.',
      location: '/api/v1/certificates/verify/{verificationCode}',
      statusWhenExisting: 200,
      errors: ['NotForYourself', 'CertificateNotFound', 'CertificateRevoked', 'NameNotPrintable'],
    })
    .input(schema.ReissueCertificateInput)
    .output(schema.AdminCertificate)
    .mutation(({ ctx, input }) => reissueAsAdmin(ctx, input)),

  adminRender: adminProcedure('certificates:write')
    .meta({
      route: 'POST /api/v1/admin/certificates/{code}/render',
      summary: 'Print a certificate that has no PDF yet',
      description:
        'Waits a few seconds for the PDF; `pdf` says whether it is ready. A printed PDF stays ' +
        'as it is.',
      errors: ['CertificateNotFound'],
      repeatable: true,
    })
    .input(schema.RenderCertificateInput)
    .output(schema.AdminCertificate)
    .mutation(({ ctx, input }) => printAsAdmin(ctx, input)),
}
