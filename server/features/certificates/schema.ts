import { z } from 'zod'
import { Id, IdInPath, Instant, pageInput, pageOf } from '../../schema.ts'

export const Certificate = z
  .object({
    certificateUrl: z.url().describe('Location of the PDF'),
    verificationCode: z.string().describe('Unique code that verifies the certificate'),
    verificationUrl: z.url().describe('Page where anyone can check the certificate'),
    courseId: Id,
    courseTitle: z.string(),
    learnerName: z.string(),
    completedOn: z.iso.date().describe('Day of completion, UTC'),
    issuedAt: Instant,
    status: z.enum(['issued', 'revoked', 'superseded']),
    pdf: z
      .enum(['ready', 'pending', 'unavailable'])
      .describe(
        'pending: being printed, try the certificateUrl in a moment. unavailable: this server has no browser to print with; the certificate is valid all the same',
      ),
  })
  .meta({ id: 'Certificate' })
export type Certificate = z.infer<typeof Certificate>

export const CertificateList = pageOf(Certificate)
export type CertificateList = z.infer<typeof CertificateList>

export const CertificateListInput = z.object({ userId: IdInPath, ...pageInput })
export type CertificateListInput = z.infer<typeof CertificateListInput>

export const CompletedCourse = z.object({ courseId: IdInPath })
export type CompletedCourse = z.infer<typeof CompletedCourse>

export const CodeToVerify = z.object({ code: z.string().max(100).describe('The code in any case, with or without dashes') })
export type CodeToVerify = z.infer<typeof CodeToVerify>

export const Verification = z
  .object({
    valid: z.boolean().describe('true while the certificate is neither revoked nor superseded'),
    status: z.enum(['issued', 'revoked', 'superseded']),
    verificationCode: z.string(),
    learnerName: z.string(),
    courseTitle: z.string(),
    completedOn: z.iso.date().describe('Day of completion, UTC'),
    issuer: z.string(),
    revokedAt: Instant.optional(),
  })
  .meta({ id: 'Verification', description: 'What a certificate says, for anyone who checks it' })
export type Verification = z.infer<typeof Verification>
