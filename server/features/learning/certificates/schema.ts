import { z } from 'zod'
import { factsShape } from '../../../../content/certificates/printed-facts.ts'
import { certificateStatuses } from '../../../../db/schema/learning/certificates.ts'
import { Day } from '../../../../lib/lists/periods.ts'
import {
  exampleIds,
  field,
  Id,
  IdInPath,
  Instant,
  lenientObject,
  listOf,
  named,
  namedInput,
  pageInput,
  rawText,
  text,
} from '../../../../lib/schema.ts'

const exampleCode = '7Q3M-X9KD-2HVA-RT5E-8'
const exampleSuccessor = 'K4WT-08ZC-6NPJ-3YBA-F'

const CertificateStatus = z
  .enum(certificateStatuses)
  .describe('superseded: replaced by a newer certificate of the same course')
const PdfSha256 = field(
  z.string().optional(),
  'SHA-256 of the PDF, hexadecimal; absent until it is printed',
  '9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08',
)

export const Certificate = named(
  'Certificate',
  'Proof that a learner completed a course, frozen when it was issued',
  {
    certificateUrl: z.url().meta({
      description: 'URL of the PDF; anyone who has it can read the PDF',
      examples: [`https://learn.lyceum.test/certificates/${exampleCode}.pdf`],
    }),
    pictureUrl: field(
      z.url().nullable(),
      'URL of a picture of it, 1,200 by 848 pixels, drawn when first asked for; null while ' +
        '`nameIsGuess`, without a printer, and once revoked, superseded or expired',
      `https://learn.lyceum.test/certificates/${exampleCode}.png`,
    ),
    verificationCode: field(z.string(), 'Unique code of the certificate', exampleCode),
    verificationUrl: z.url().meta({
      description: 'Page where anyone can verify the certificate',
      examples: [`https://learn.lyceum.test/verify/${exampleCode}`],
    }),
    courseId: field(Id, 'The course', exampleIds.course),
    courseTitle: z.string().meta({
      description: 'Title of the course when it was completed',
      examples: ['Building a course player'],
    }),
    learnerName: z.string().meta({
      description: 'Name of the learner when the certificate was issued',
      examples: ['Ada Lovelace'],
    }),
    nameIsGuess: z
      .boolean()
      .describe(
        'Whether the name was guessed from the email. Set your name with PATCH /api/v1/me, and a ' +
          'certificate with it replaces this one automatically',
      ),
    completedOn: field(
      Day,
      "Day of completion in the school's time zone as it was then, as the paper says",
      '2026-11-21',
    ),
    ...factsShape,
    issuer: field(z.string(), 'Organization that issued the certificate', 'Lyceum'),
    issuedAt: Instant.describe('When the certificate was issued'),
    issuedOn: field(Day, 'Day of issue, as the paper says', '2026-11-21'),
    validUntil: Instant.nullable().describe(
      "The end of its last day in the school's time zone; null if it never expires",
    ),
    lastDay: field(
      Day.nullable(),
      'The last day of its validity, as the paper says; null if it never expires',
      '2027-11-21',
    ),
    expired: z
      .boolean()
      .describe('Whether it is past `validUntil`; whoever renews it gets a new certificate'),
    status: CertificateStatus,
    revokedAt: Instant.optional().describe('When it was revoked; absent if it was not'),
    supersededAt: Instant.optional().describe(
      'When a newer certificate replaced it; absent if none did',
    ),
    supersededBy: field(
      z.string().optional(),
      'Code of the certificate that replaced it',
      exampleSuccessor,
    ),
    credentialUrl: field(
      z.url(),
      'The certificate as an Open Badge 3.0: a Verifiable Credential that anyone can verify ' +
        'with just a public key',
      `https://learn.lyceum.test/certificates/${exampleCode}/credential`,
    ),
    addToLinkedIn: z.url().meta({
      description: 'LinkedIn page that adds the certificate to the profile of whoever opens it',
      examples: ['https://www.linkedin.com/profile/add?startTask=CERTIFICATION_NAME'],
    }),
    pdf: z
      .enum(['ready', 'pending', 'unavailable'])
      .describe(
        'pending: being printed, try the certificateUrl in a moment. unavailable: this server ' +
          'has no browser to print it or no valid signing file; the certificate is valid anyway',
      ),
  },
)
export type Certificate = z.infer<typeof Certificate>

export const CertificateList = listOf(Certificate, 'Certificates, newest first')
export type CertificateList = z.infer<typeof CertificateList>

export const ListCertificatesInput = z.strictObject({
  userId: IdInPath.meta({
    description: 'The owner: your own id or, for an administrator, the id of any user',
    examples: [exampleIds.user],
  }),
  ...pageInput,
})
export type ListCertificatesInput = z.infer<typeof ListCertificatesInput>

export const IssueCertificateInput = lenientObject({
  courseId: field(IdInPath, 'The course you completed', exampleIds.course),
})
export type IssueCertificateInput = z.infer<typeof IssueCertificateInput>

export const VerifyCertificateInput = z.strictObject({
  code: field(
    rawText(100),
    'The code in any case, with or without dashes; O counts as 0, I and L as 1',
    exampleCode,
  ),
})
export type VerifyCertificateInput = z.infer<typeof VerifyCertificateInput>

export const EvidenceInput = VerifyCertificateInput.extend({
  part: z
    .enum(['whole', 'learned'])
    .default('whole')
    .describe('All of it, or only what was learned: no tries, gradings and exceptions'),
})
export type EvidenceInput = z.infer<typeof EvidenceInput>

export const Verification = named(
  'Verification',
  'A certificate as anyone who verifies it sees it',
  {
    valid: z
      .boolean()
      .describe('true while the certificate is neither revoked, nor superseded, nor expired'),
    ...Certificate.pick({
      status: true,
      validUntil: true,
      lastDay: true,
      expired: true,
      verificationCode: true,
      courseTitle: true,
      completedOn: true,
    }).shape,
    ...factsShape,
    ...Certificate.pick({
      issuer: true,
      issuedAt: true,
      issuedOn: true,
      revokedAt: true,
      supersededAt: true,
      supersededBy: true,
    }).shape,
    learnerName: field(
      z.string().nullable(),
      'The learner; null as long as they have not confirmed a name that was guessed',
      'Ada Lovelace',
    ),
    courses: field(
      z.array(z.string()).exactOptional(),
      'Of a program: the titles of its courses that were completed',
      ['Building a course player'],
    ),
    signatures: z
      .array(
        z.object({
          name: field(z.string(), 'Who signed', 'Grace Hopper'),
          title: field(z.string(), 'Their post', 'Dean'),
        }),
      )
      .describe('Signatures on the paper'),
    lines: field(z.array(z.string()), 'Small print of the paper', ['Accredited by the Guild']),
    pdfSha256: PdfSha256,
  },
)
export type Verification = z.infer<typeof Verification>

const CodeInPath = field(
  rawText(100),
  'Code of the certificate, in any case, with or without dashes',
  exampleCode,
)

export const ReissueCertificateInput = z.strictObject({ code: CodeInPath })
export type ReissueCertificateInput = z.infer<typeof ReissueCertificateInput>

export const RenderCertificateInput = z.strictObject({ code: CodeInPath })
export type RenderCertificateInput = z.infer<typeof RenderCertificateInput>

export const RevokeCertificateInput = namedInput(
  'RevokeCertificateInput',
  'Reason for revoking a certificate',
  {
    code: CodeInPath,
    reason: text(1000).meta({
      description: 'The reason, for your records; a verification does not show it',
      examples: ['Issued to the wrong person'],
    }),
  },
)
export type RevokeCertificateInput = z.infer<typeof RevokeCertificateInput>

export const ReinstateCertificateInput = namedInput(
  'ReinstateCertificateInput',
  'Reason for taking back the revocation of a certificate',
  {
    code: CodeInPath,
    reason: text(1000).meta({
      description: 'The reason, for your records; a verification does not show it',
      examples: ['Revoked by mistake: it was another Ada Lovelace'],
    }),
  },
)
export type ReinstateCertificateInput = z.infer<typeof ReinstateCertificateInput>

const Reinstatement = named('Reinstatement', 'A revocation that was taken back', {
  revokedAt: Instant.describe('When it was revoked'),
  revocationReason: field(z.string(), 'Why it was revoked', 'Issued to the wrong person'),
  reinstatedAt: Instant.describe('When the revocation was taken back'),
  reason: z.string().meta({
    description: 'Why the revocation was taken back',
    examples: ['Revoked by mistake: it was another Ada Lovelace'],
  }),
})

export const AdminCertificate = Certificate.extend({
  id: field(Id, 'The certificate, as events name it', exampleIds.certificate),
  userId: field(Id.nullable(), 'The owner; null after the account was erased', exampleIds.user),
  revocationReason: field(
    z.string().optional(),
    'Why it was revoked; absent if it was not',
    'Issued to the wrong person',
  ),
  reinstatement: Reinstatement.optional().describe(
    'Its latest revocation that was taken back; absent if there is none',
  ),
  pdfSha256: PdfSha256,
}).meta({ id: 'AdminCertificate', description: 'A certificate as administrators see it' })
export type AdminCertificate = z.infer<typeof AdminCertificate>

export const AdminCertificateList = listOf(AdminCertificate, 'Certificates, newest first')
export type AdminCertificateList = z.infer<typeof AdminCertificateList>

export const ListAllCertificatesInput = z.strictObject({
  q: field(
    text(100)
      .refine((q) => q.split(/\s+/).length <= 5, 'has more than five words')
      .optional(),
    'Words that are all in the name on it, whole or in part; or the beginning of its code, four ' +
      'symbols or more',
    'lovelace',
  ),
  code: field(
    rawText(100).optional(),
    'Only the certificate with this code, in any case, with or without dashes',
    exampleCode,
  ),
  status: field(CertificateStatus.optional(), 'Only certificates with this status', 'revoked'),
  userId: field(Id.optional(), 'Only certificates of this user', exampleIds.user),
  courseId: field(Id.optional(), 'Only certificates for this course', exampleIds.course),
  ...pageInput,
})
export type ListAllCertificatesInput = z.infer<typeof ListAllCertificatesInput>
