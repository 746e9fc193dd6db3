import { z } from 'zod'
import { gradedTypes } from '../../../../content/lessons/lesson-type-names.ts'
import { Answer } from '../../../../content/questions/question-types.ts'
import { enrollments } from '../../../../db/schema/learning/enrollments.ts'
import { reportReasons } from '../../../../db/schema/learning/threads.ts'
import { Day } from '../../../../lib/lists/periods.ts'
import { exampleCursor, exampleIds, field, Id, Instant, named } from '../../../../lib/schema.ts'
import { MemberRole } from '../../../security/course-roles.ts'
import { languages } from '../../../texts/texts.ts'
import { AttemptResult, AttemptStatus } from '../../assessment/attempts/schema.ts'
import { GradingComment, SubmissionFile } from '../../assessment/submissions/schema.ts'
import { Announcement } from '../../learning/announcements/schema.ts'
import { Certificate } from '../../learning/certificates/schema.ts'
import { Extension } from '../../learning/extensions/schema.ts'
import { FlawReport } from '../../learning/flaws/schema.ts'
import { Note } from '../../learning/notes/schema.ts'
import { Notification } from '../../platform/notifications/schema.ts'
import { TermsAcceptance } from '../../platform/terms/schema.ts'
import { CartCoupon, CartItem } from '../../shop/cart/schema.ts'
import { Billing } from '../../shop/receipts/schema.ts'
import { Transaction } from '../../shop/transactions/schema.ts'
import { Account } from '../auth/schema.ts'
import { SecondFactor } from '../second-factors/schema.ts'
import { behindAllLists, readExportCursor, toExportCursor } from './export-cursor.ts'
import { preferenceFields, Session } from './schema.ts'

const CourseId = field(Id, 'Id of the course', exampleIds.course)

const ExportedProfile = Account.extend({
  certificateName: field(
    z.string().nullable(),
    'Name for certificates; null where it is that of the profile',
    'Zhang Hong',
  ),
  language: z.enum(languages).describe('Language of the mails you get'),
  ...preferenceFields,
  biography: field(
    z.string().nullable(),
    'What pages of courses that you teach say about you; null for nothing',
    'Sails since 1999.',
  ),
  picture: field(
    z.string().nullable(),
    'Address of your picture there, for a few minutes; null for none',
    null,
  ),
  remindedOn: z.array(Day).meta({
    description: 'Your days of the last weeks on which you were reminded',
    examples: [['2026-11-21']],
  }),
  billing: Billing.describe('What your next receipts say about your company'),
  terms: z.array(TermsAcceptance).describe('Terms of the school that you accepted, newest first'),
  createdAt: Instant.describe('When the account was created'),
  emailVerifiedAt: Instant.nullable().describe('When you verified the email; null if you have not'),
  hasPassword: z
    .boolean()
    .describe('Whether you can sign in with a password; we store only its hash'),
}).meta({ id: 'ExportedProfile', description: 'Your profile as stored' })

const ExportedIdentity = named(
  'ExportedIdentity',
  'An identity at a third party that signs in to your account',
  {
    provider: field(z.string(), 'The third party', 'google'),
    issuer: field(z.string(), 'Issuer URL of the third party', 'https://accounts.google.com'),
    subject: field(z.string(), 'Your id at the third party', '110248495921238986420'),
    email: field(
      z.string().nullable(),
      'Your email at the third party when it was linked',
      'ada.lovelace@example.com',
    ),
    linkedAt: Instant.describe('When it was linked'),
  },
)

const ExportedEnrollment = named('ExportedEnrollment', 'Your access to a course', {
  courseId: CourseId,
  courseTitle: z.string().meta({
    description: 'Title of the version you are taking',
    examples: ['Building a course player'],
  }),
  courseVersion: field(z.number().int(), 'Version you are taking', 1),
  status: z.enum(enrollments.status.enumValues).describe('Whether you have access'),
  source: z.enum(enrollments.source.enumValues).describe('How you got access'),
  enrolledAt: Instant.describe('When you enrolled'),
  completedAt: Instant.nullable().describe('When you completed it; null if you have not'),
  lastActivityAt: Instant.nullable().describe(
    'Your last report of progress, to the minute; null if there is none',
  ),
  leftAt: Instant.nullable().describe('When you left it; null unless you have'),
  endsAt: Instant.nullable().describe('When your access ends or ended; null for never'),
  endsOn: field(Day.nullable(), "The last day of that in the school's time zone", '2027-06-30'),
  renewingSince: Instant.nullable().describe(
    'Since when you take it again to renew its certificate; null otherwise',
  ),
})

const ExportedAttempt = named('ExportedAttempt', 'A try at a quiz or an assignment', {
  courseId: CourseId,
  lessonKey: field(z.string(), 'Key of the lesson', 'tie-one'),
  type: z.enum(gradedTypes).describe('What kind of lesson it is'),
  number: field(z.int(), 'Counts your tries at the lesson', 1),
  status: AttemptStatus,
  startedAt: Instant.describe('When it began'),
  submittedAt: Instant.nullable().describe('When it ended; null: it has not'),
  answers: z
    .array(
      z.object({
        question: field(z.string(), 'The question', 'Which knot holds?'),
        answer: Answer,
      }),
    )
    .describe('Your answers: indexes are those of what you saw'),
  text: field(z.string().nullable(), 'The text that you handed in; null for none', 'I tied it.'),
  files: z.array(SubmissionFile).describe('The files that you handed in'),
  result: AttemptResult.nullable().describe('As the lesson shows it; null: not graded'),
})

const ExportedEvidence = named('ExportedEvidence', 'How a certificate of yours came about', {
  verificationCode: Certificate.shape.verificationCode,
  file: field(
    z.string(),
    'The file of evidence: a signature, then a line for each fact',
    'eyJhbGciOiJFZERTQSJ9.e30.c2ln\n',
  ),
})

const ExportedMembership = named('ExportedMembership', 'A course that you work on', {
  courseId: CourseId,
  slug: field(z.string(), 'Readable id of the course', 'building-a-course-player'),
  role: MemberRole,
  cohortIds: field(
    z.array(Id).nullable(),
    'The cohorts whose members are yours as a teacher; null for all learners',
    null,
  ),
  addedAt: Instant.describe('When you became a member'),
  shownSince: Instant.nullable().describe('Since when its page shows you; null: it does not'),
})

const ExportedAnnouncement = Announcement.pick({
  ...{ id: true, text: true, audience: true, postedAt: true },
})
  .extend({ courseId: CourseId })
  .meta({ id: 'ExportedAnnouncement', description: 'What you told learners of a course' })

const ExportedComment = named('ExportedComment', 'What you wrote about the draft of a course', {
  id: field(Id, 'The comment', exampleIds.course),
  courseId: CourseId,
  lessonKey: field(z.string().nullable(), 'Key of the lesson; null: the course', 'a-typed-client'),
  text: field(z.string(), 'What you wrote', 'Why is this the right one?'),
  createdAt: Instant.describe('When you wrote it'),
})

const ExportedNote = Note.omit({ courseTitle: true, lessonTitle: true, lessonId: true }).meta({
  id: 'ExportedNote',
  description: 'What you noted at a lesson',
})

const ExportedPost = named('ExportedPost', 'A question on a lesson, or an answer, that you wrote', {
  id: field(Id, 'The question or answer', exampleIds.course),
  courseId: CourseId,
  lessonKey: field(z.string(), 'Key of the lesson', 'a-typed-client'),
  threadId: field(Id.nullable(), 'What it answers; null: it asks', exampleIds.course),
  text: field(z.string(), 'What you wrote, Markdown', 'Why does the *second* knot hold?'),
  createdAt: Instant.describe('When you wrote it'),
  hiddenReason: field(z.string().nullable(), 'Why it is hidden; null: it is not', null),
})

const ExportedPostReport = named('ExportedPostReport', 'A question or answer that you reported', {
  id: field(Id, 'The question or answer', exampleIds.course),
  reason: field(z.enum(reportReasons), 'What you said is wrong with it', 'rude'),
  reportedAt: Instant.describe('When you reported it'),
})

const ExportedProgress = named('ExportedProgress', 'Your progress in a lesson', {
  courseId: CourseId,
  lessonKey: field(z.string(), 'The lesson within the course', 'first-steps'),
  percent: field(z.number().int(), 'How much of the lesson you have done', 100),
  positionSeconds: field(z.number().int(), 'Where you stopped, in seconds', 240),
  completedAt: Instant.nullable().describe('When you completed it; null if you have not'),
  watched: field(
    z.array(z.tuple([z.int(), z.int()])).nullable(),
    'Watched ranges of a video, in seconds; null if none was reported',
    [[0, 180]],
  ),
  updatedAt: Instant.describe('When you last worked on it'),
})

const ExportedOpening = named(
  'ExportedOpening',
  'A video that you opened, in a course where watching it counts',
  {
    courseId: CourseId,
    lessonKey: field(z.string(), 'The lesson within the course', 'first-steps'),
    openedAt: Instant.describe('When you opened it first; earlier for what you had watched before'),
  },
)

const ExportedExtension = Extension.omit({ userId: true }).meta({
  id: 'ExportedExtension',
  description: 'A later due date that you were given, and why',
})

const ExportedEvent = named('ExportedEvent', 'An event recorded about your account', {
  at: Instant.describe('When it happened'),
  event: field(z.string(), 'What happened', 'login-succeeded'),
  ip: field(
    z.string().nullable(),
    'IP address of the request if it was yours: IPv4, or the /64 of IPv6; null if unknown, ' +
      'or if it may have been somebody else',
    '203.0.113.7',
  ),
  details: z.record(z.string(), z.union([z.string(), z.number(), z.boolean(), z.null()])).meta({
    description: 'Further facts about the event',
    examples: [{ device: 'Firefox on Windows' }],
  }),
})

export const AccountExport = named(
  'AccountExport',
  'Everything stored about you, or a page of it if that is a lot',
  {
    exportedAt: Instant.describe('When the export was made'),
    profile: ExportedProfile,
    secondFactors: z.array(SecondFactor).describe('Apps and passkeys you sign in with'),
    identities: z.array(ExportedIdentity).describe('Third parties you can sign in with'),
    sessions: z.array(Session).describe('Your sign-ins that have not ended'),
    enrollments: z.array(ExportedEnrollment).describe('Courses you have or had access to'),
    progress: z.array(ExportedProgress).describe('Your progress in their lessons'),
    openings: z
      .array(ExportedOpening)
      .describe('When you opened their videos, where watching them counts'),
    extensions: z.array(ExportedExtension).describe('Later due dates that you were given'),
    attempts: z
      .array(ExportedAttempt)
      .describe('What you did at quizzes and handed in for assignments'),
    cart: z.array(CartItem).describe('The items in your cart; on the first page'),
    cartCoupons: z.array(CartCoupon).describe('The coupon in it, if any; on the first page'),
    transactions: z.array(Transaction).describe('Your purchases and enrollments, newest first'),
    certificates: z.array(Certificate).describe('Your certificates, newest first'),
    evidence: z.array(ExportedEvidence).describe('How they came about, oldest first'),
    memberships: z.array(ExportedMembership).describe('The courses that you work on'),
    announcements: z.array(ExportedAnnouncement).describe('What you told learners of courses'),
    notifications: z.array(Notification).describe('What you were told, while it is kept'),
    draftComments: z.array(ExportedComment).describe('What you wrote about drafts of courses'),
    flawReports: z.array(FlawReport).describe('What you reported as wrong with lessons'),
    notes: z.array(ExportedNote).describe('Your notes and bookmarks'),
    lessonQuestions: z.array(ExportedPost).describe('What you asked about lessons, and answered'),
    reportedPosts: z.array(ExportedPostReport).describe('Questions and answers that you reported'),
    gradingComments: z.array(GradingComment).describe('Comments that you keep for grading'),
    events: z
      .array(ExportedEvent)
      .describe(
        'The events recorded about your account, and about its email since you have used it, ' +
          'newest first',
      ),
    nextCursor: field(
      z.string().nullable(),
      'Pass it as `cursor` to get the next page, which continues every list; null on the ' +
        'last page',
      null,
    ),
  },
)
export type AccountExport = z.infer<typeof AccountExport>

export const ExportAccountInput = z
  .strictObject({
    cursor: z
      .string()
      .max(2_000)
      .refine(
        (cursor) => readExportCursor(cursor) !== undefined,
        'is not a nextCursor of an export',
      )
      .optional()
      .meta({
        description: 'Where the page starts: `nextCursor` of the previous page',
        examples: [toExportCursor({ ...behindAllLists, events: exampleCursor })],
      }),
  })
  .optional()
export type ExportAccountInput = z.infer<typeof ExportAccountInput>
