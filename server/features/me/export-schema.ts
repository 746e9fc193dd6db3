import { z } from 'zod'
import { enrollments } from '../../../db/schema/enrollments.ts'
import { languages } from '../../lib/languages.ts'
import { exampleIds, Id, Instant } from '../../lib/schema.ts'
import { Account } from '../auth/schema.ts'
import { CartItem } from '../cart/schema.ts'
import { Certificate } from '../certificates/schema.ts'
import { Transaction } from '../transactions/schema.ts'
import { Session } from './schema.ts'

const CourseId = Id.meta({ description: 'The course', examples: [exampleIds.course] })

const ExportedProfile = Account.extend({
  language: z.enum(languages).describe('Language of the mails to me'),
  createdAt: Instant.describe('When the account was made'),
  emailVerifiedAt: Instant.nullable().describe(
    'When the email was shown to be mine; null while it was not',
  ),
  hasPassword: z
    .boolean()
    .describe('Whether I can sign in with a password; the password itself is known to nobody'),
}).meta({ id: 'ExportedProfile', description: 'My profile, as it is stored' })

const ExportedIdentity = z
  .object({
    provider: z.string().meta({ description: 'The third party', examples: ['google'] }),
    issuer: z
      .string()
      .meta({ description: 'Its address', examples: ['https://accounts.google.com'] }),
    subject: z
      .string()
      .meta({ description: 'What it calls me', examples: ['110248495921238986420'] }),
    email: z
      .string()
      .nullable()
      .meta({
        description: 'The email that it knew when it was linked',
        examples: ['ada.lovelace@example.com'],
      }),
    linkedAt: Instant.describe('When it was linked'),
  })
  .meta({
    id: 'ExportedIdentity',
    description: 'An identity at a third party with which I can sign in',
  })

const ExportedEnrollment = z
  .object({
    courseId: CourseId,
    courseTitle: z.string().meta({
      description: 'Title of the version that I take',
      examples: ['Building a course player'],
    }),
    courseVersion: z
      .number()
      .int()
      .meta({ description: 'The version that I take', examples: [1] }),
    status: z.enum(enrollments.status.enumValues).describe('Whether I have access'),
    source: z.enum(enrollments.source.enumValues).describe('Where the access comes from'),
    enrolledAt: Instant.describe('Since when'),
    completedAt: Instant.nullable().describe('When I completed it'),
  })
  .meta({ id: 'ExportedEnrollment', description: 'My access to a course' })

const ExportedProgress = z
  .object({
    courseId: CourseId,
    lessonKey: z
      .string()
      .meta({ description: 'The lesson within the course', examples: ['first-steps'] }),
    percent: z
      .number()
      .int()
      .meta({ description: 'How much of it is done', examples: [100] }),
    positionSeconds: z
      .number()
      .int()
      .meta({ description: 'Where I stopped', examples: [240] }),
    completedAt: Instant.nullable().describe('When I completed it'),
    updatedAt: Instant.describe('When I was last there'),
  })
  .meta({ id: 'ExportedProgress', description: 'What I did of a lesson' })

const ExportedEvent = z
  .object({
    at: Instant.describe('When it happened'),
    event: z.string().meta({ description: 'What happened', examples: ['login-succeeded'] }),
    ip: z
      .string()
      .nullable()
      .meta({ description: 'From which internet address', examples: ['203.0.113.7'] }),
    details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])).meta({
      description: 'What else is on record',
      examples: [{ device: 'Firefox on Windows' }],
    }),
  })
  .meta({ id: 'ExportedEvent', description: 'An event on record about my account' })

export const AccountExport = z
  .object({
    exportedAt: Instant.describe('When this was put together'),
    profile: ExportedProfile,
    identities: z.array(ExportedIdentity).describe('Third parties with which I can sign in'),
    sessions: z.array(Session).describe('My sign-ins that have not ended'),
    enrollments: z.array(ExportedEnrollment).describe('Courses that I may take or could take'),
    progress: z.array(ExportedProgress).describe('What I did of their lessons'),
    cart: z.array(CartItem).describe('What is in my cart'),
    transactions: z.array(Transaction).describe('My purchases and enrollments, newest first'),
    certificates: z.array(Certificate).describe('My certificates, newest first'),
    events: z
      .array(ExportedEvent)
      .describe(
        'What is on record about my account, and about its email since that is mine: the newest ten thousand',
      ),
  })
  .meta({ id: 'AccountExport', description: 'Everything that is stored about me' })
export type AccountExport = z.infer<typeof AccountExport>
