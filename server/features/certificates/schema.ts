import { z } from 'zod'
import { exampleIds, Id, IdInPath, Instant, pageInput, pageOf, text } from '../../lib/schema.ts'

const exampleCode = '7Q3M-X9KD-2HVA-RT5E-8'
const exampleSuccessor = 'K4WT-08ZC-6NPJ-3YBA-F'

const CourseTitle = z.string().meta({
  description: 'Title of the course as it was completed',
  examples: ['Building a course player'],
})
const LearnerName = z
  .string()
  .meta({ description: 'Name of the learner as it was then', examples: ['Ada Lovelace'] })
const CompletedOn = z.iso
  .date()
  .meta({ description: 'Day of completion, UTC', examples: ['2026-11-21'] })
const CertificateStatus = z
  .enum(['issued', 'revoked', 'superseded'])
  .describe('superseded: a newer certificate of the same course takes its place')
const Minutes = z
  .number()
  .int()
  .positive()
  .optional()
  .meta({ description: 'How long the required lessons of the course take', examples: [95] })
const Issuer = z.string().meta({ description: 'Who issued the certificate', examples: ['Lyceum'] })
const RevokedAt = Instant.optional().describe('When it was revoked, if it was')
const SupersededAt = Instant.optional().describe(
  'When a newer certificate took its place, if one did',
)
const SupersededBy = z
  .string()
  .optional()
  .meta({
    description: 'Code of the certificate that took its place',
    examples: [exampleSuccessor],
  })
const PdfSha256 = z
  .string()
  .optional()
  .meta({
    description: 'SHA-256 of the PDF, hexadecimal; absent until it is printed',
    examples: ['9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08'],
  })

export const Certificate = z
  .object({
    certificateUrl: z.url().meta({
      description: 'Location of the PDF; whoever has it can read it',
      examples: [`https://learn.lyceum.test/certificates/${exampleCode}.pdf`],
    }),
    verificationCode: z
      .string()
      .meta({ description: 'Unique code that verifies the certificate', examples: [exampleCode] }),
    verificationUrl: z.url().meta({
      description: 'Page where anyone can check the certificate',
      examples: [`https://learn.lyceum.test/verify/${exampleCode}`],
    }),
    courseId: Id.meta({ description: 'The course', examples: [exampleIds.course] }),
    courseTitle: CourseTitle,
    learnerName: LearnerName,
    completedOn: CompletedOn,
    minutes: Minutes,
    issuer: Issuer,
    issuedAt: Instant.describe('When the certificate was issued'),
    status: CertificateStatus,
    revokedAt: RevokedAt,
    supersededAt: SupersededAt,
    supersededBy: SupersededBy,
    credentialUrl: z.url().meta({
      description:
        'The certificate as an Open Badge 3.0, a Verifiable Credential that is checked with nothing but a public key',
      examples: [`https://learn.lyceum.test/certificates/${exampleCode}/credential`],
    }),
    addToLinkedIn: z.url().meta({
      description: 'Page at LinkedIn that adds the certificate to the profile of whoever opens it',
      examples: ['https://www.linkedin.com/profile/add?startTask=CERTIFICATION_NAME'],
    }),
    pdf: z
      .enum(['ready', 'pending', 'unavailable'])
      .describe(
        'pending: being printed, try the certificateUrl in a moment. unavailable: this server has no browser to print with, or nothing good to sign with; the certificate is valid all the same',
      ),
  })
  .meta({
    id: 'Certificate',
    description: 'The proof that somebody completed a course, as it was on that day',
  })
export type Certificate = z.infer<typeof Certificate>

export const CertificateList = pageOf(Certificate).meta({
  id: 'CertificateList',
  description: 'Certificates, newest first',
})
export type CertificateList = z.infer<typeof CertificateList>

export const CertificateListInput = z.object({
  userId: IdInPath.meta({
    description: 'Whose certificates: my own id, or for an administrator anyone’s',
    examples: [exampleIds.user],
  }),
  ...pageInput,
})
export type CertificateListInput = z.infer<typeof CertificateListInput>

export const CompletedCourse = z.object({
  courseId: IdInPath.meta({
    description: 'The course that I completed',
    examples: [exampleIds.course],
  }),
})
export type CompletedCourse = z.infer<typeof CompletedCourse>

export const VerifyCertificateInput = z.object({
  code: z
    .string()
    .max(100)
    .meta({
      description: 'The code in any case, with or without dashes; O counts as 0, I and L as 1',
      examples: [exampleCode],
    }),
})
export type VerifyCertificateInput = z.infer<typeof VerifyCertificateInput>

export const Verification = z
  .object({
    valid: z.boolean().describe('true while the certificate is neither revoked nor superseded'),
    status: CertificateStatus,
    verificationCode: z
      .string()
      .meta({ description: 'The code as it is written', examples: [exampleCode] }),
    learnerName: LearnerName,
    courseTitle: CourseTitle,
    completedOn: CompletedOn,
    minutes: Minutes,
    issuer: Issuer,
    issuedAt: Instant.describe('When the certificate was issued'),
    revokedAt: RevokedAt,
    supersededAt: SupersededAt,
    supersededBy: SupersededBy,
    pdfSha256: PdfSha256,
  })
  .meta({ id: 'Verification', description: 'What a certificate says, for anyone who checks it' })
export type Verification = z.infer<typeof Verification>

const CodeInPath = z
  .string()
  .max(100)
  .meta({
    description: 'Code of the certificate, in any case, with or without dashes',
    examples: [exampleCode],
  })

export const ChosenCertificate = z.object({ code: CodeInPath })
export type ChosenCertificate = z.infer<typeof ChosenCertificate>

export const Revocation = z
  .object({
    code: CodeInPath,
    reason: text(1000).meta({
      description: 'Why, for the records; those who check the code do not see it',
      examples: ['Issued to the wrong person'],
    }),
  })
  .meta({ id: 'Revocation', description: 'Why a certificate is declared void' })
export type Revocation = z.infer<typeof Revocation>

export const AdministeredCertificate = Certificate.extend({
  userId: Id.nullable().meta({
    description: 'Whose it is; null once the account is erased',
    examples: [exampleIds.user],
  }),
  revocationReason: z
    .string()
    .optional()
    .meta({
      description: 'Why it was revoked, if it was',
      examples: ['Issued to the wrong person'],
    }),
  pdfSha256: PdfSha256,
}).meta({ id: 'AdministeredCertificate', description: 'A certificate, as administrators see it' })
export type AdministeredCertificate = z.infer<typeof AdministeredCertificate>

export const AdministeredCertificateList = pageOf(AdministeredCertificate).meta({
  id: 'AdministeredCertificateList',
  description: 'Certificates, newest first',
})
export type AdministeredCertificateList = z.infer<typeof AdministeredCertificateList>

export const CertificateFilter = z.object({
  status: CertificateStatus.optional().meta({
    description: 'Only those in this state',
    examples: ['revoked'],
  }),
  userId: Id.optional().meta({
    description: 'Only those of this user',
    examples: [exampleIds.user],
  }),
  courseId: Id.optional().meta({
    description: 'Only those for this course',
    examples: [exampleIds.course],
  }),
  ...pageInput,
})
export type CertificateFilter = z.infer<typeof CertificateFilter>
