import { z } from 'zod'
import { exampleIds, Id, IdInPath, Instant, pageInput, pageOf } from '../../schema.ts'

const exampleCode = '7Q3M-X9KD-2HVA-RT5E-8'

const CourseTitle = z.string().meta({ description: 'Title of the course as it was completed', examples: ['Building a course player'] })
const LearnerName = z.string().meta({ description: 'Name of the learner as it was then', examples: ['Ada Lovelace'] })
const CompletedOn = z.iso.date().meta({ description: 'Day of completion, UTC', examples: ['2026-11-21'] })
const CertificateStatus = z
  .enum(['issued', 'revoked', 'superseded'])
  .describe('superseded: a newer certificate of the same course takes its place')

export const Certificate = z
  .object({
    certificateUrl: z.url().meta({
      description: 'Location of the PDF; whoever has it can read it',
      examples: [`https://learn.lyceum.test/certificates/${exampleCode}.pdf`],
    }),
    verificationCode: z.string().meta({ description: 'Unique code that verifies the certificate', examples: [exampleCode] }),
    verificationUrl: z.url().meta({
      description: 'Page where anyone can check the certificate',
      examples: [`https://learn.lyceum.test/verify/${exampleCode}`],
    }),
    courseId: Id.meta({ description: 'The course', examples: [exampleIds.course] }),
    courseTitle: CourseTitle,
    learnerName: LearnerName,
    completedOn: CompletedOn,
    issuedAt: Instant.describe('When the certificate was issued'),
    status: CertificateStatus,
    pdf: z
      .enum(['ready', 'pending', 'unavailable'])
      .describe(
        'pending: being printed, try the certificateUrl in a moment. unavailable: this server has no browser to print with; the certificate is valid all the same',
      ),
  })
  .meta({ id: 'Certificate', description: 'The proof that somebody completed a course, as it was on that day' })
export type Certificate = z.infer<typeof Certificate>

export const CertificateList = pageOf(Certificate).meta({ id: 'CertificateList', description: 'Certificates, newest first' })
export type CertificateList = z.infer<typeof CertificateList>

export const CertificateListInput = z.object({
  userId: IdInPath.meta({ description: 'Whose certificates: my own id, or for an administrator anyone’s', examples: [exampleIds.user] }),
  ...pageInput,
})
export type CertificateListInput = z.infer<typeof CertificateListInput>

export const CompletedCourse = z.object({
  courseId: IdInPath.meta({ description: 'The course that I completed', examples: [exampleIds.course] }),
})
export type CompletedCourse = z.infer<typeof CompletedCourse>

export const CodeToVerify = z.object({
  code: z
    .string()
    .max(100)
    .meta({ description: 'The code in any case, with or without dashes; O counts as 0, I and L as 1', examples: [exampleCode] }),
})
export type CodeToVerify = z.infer<typeof CodeToVerify>

export const Verification = z
  .object({
    valid: z.boolean().describe('true while the certificate is neither revoked nor superseded'),
    status: CertificateStatus,
    verificationCode: z.string().meta({ description: 'The code as it is written', examples: [exampleCode] }),
    learnerName: LearnerName,
    courseTitle: CourseTitle,
    completedOn: CompletedOn,
    issuer: z.string().meta({ description: 'Who issued the certificate', examples: ['Lyceum'] }),
    revokedAt: Instant.optional().describe('When it was revoked, if it was'),
  })
  .meta({ id: 'Verification', description: 'What a certificate says, for anyone who checks it' })
export type Verification = z.infer<typeof Verification>
