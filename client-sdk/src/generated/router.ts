// Generated from server/router.ts by `npm run generate`. Do not edit.

import type { TRPCBuiltRouter, TRPCMutationProcedure, TRPCQueryProcedure } from '@trpc/server'

/** The link to an account, and its password */
export type AcceptAccountInput = {
  /** What the link in the mail has behind `token=` */
  token: string
  /** 8 to 256 characters, not only spaces, and not a common password; a sentence is fine */
  newPassword: string
}

/** The answer that you accept */
export type AcceptInput = {
  /** The question */
  threadId: string
  /** The answer; null for none */
  answerId: string | null
}

/** The account is its owner’s */
export type AcceptedAccount = {
  /** What to log in with */
  email: string
  /** The next step, as a sentence for people */
  message: string
}

/** A way into a course: access is open as long as one is */
export type AccessWay = {
  /** Who gives it: a purchase, the school, a cohort, an invitation or a program */
  source: 'transaction' | 'administrator' | 'cohort' | 'invitation' | 'program'
  /** Id of the cohort or the program; null for the others */
  id: string | null
  /** Its name; null for the others */
  name: string | null
  /** When this way ends; null for never */
  endsAt: string | null
  /** The last day of that in the school's time zone */
  endsOn: string | null
}

/** What you get in a course that others do not */
export type Accommodation = {
  /** Of the time that others have, in percent */
  timePercent: number
  /** Attempts more than others have */
  extraAttempts: number
  /** Days more than others have until an assignment is due */
  extraDays: number
}

/** Your account */
export type Account = {
  /** Id of the user */
  id: string
  /** Email address */
  email: string
  /** Name as printed on certificates */
  name: string
  /** Whether we guessed the name from the email; set it with PATCH /api/v1/me */
  nameIsGuess: boolean
  /** Learner, or what you may do in administration (docs/administration.md) */
  role: 'learner' | 'admin' | 'support' | 'finance'
}

/** Everything stored about you, or a page of it if that is a lot */
export type AccountExport = {
  /** When the export was made */
  exportedAt: string
  profile: ExportedProfile
  /** Apps and passkeys you sign in with */
  secondFactors: Array<SecondFactor>
  /** Third parties you can sign in with */
  identities: Array<ExportedIdentity>
  /** Your sign-ins that have not ended */
  sessions: Array<Session>
  /** Courses you have or had access to */
  enrollments: Array<ExportedEnrollment>
  /** Your progress in their lessons */
  progress: Array<ExportedProgress>
  /** When you opened their videos, where watching them counts */
  openings: Array<ExportedOpening>
  /** Later due dates that you were given */
  extensions: Array<ExportedExtension>
  /** What you did at quizzes and handed in for assignments */
  attempts: Array<ExportedAttempt>
  /** The items in your cart; on the first page */
  cart: Array<CartItem>
  /** The coupon in it, if any; on the first page */
  cartCoupons: Array<CartCoupon>
  /** Your purchases and enrollments, newest first */
  transactions: Array<Transaction>
  /** Your certificates, newest first */
  certificates: Array<Certificate>
  /** How they came about, oldest first */
  evidence: Array<ExportedEvidence>
  /** The courses that you work on */
  memberships: Array<ExportedMembership>
  /** What you told learners of courses */
  announcements: Array<ExportedAnnouncement>
  /** What you were told, while it is kept */
  notifications: Array<Notification>
  /** What you wrote about drafts of courses */
  draftComments: Array<ExportedComment>
  /** What you reported as wrong with lessons */
  flawReports: Array<FlawReport>
  /** Your notes and bookmarks */
  notes: Array<ExportedNote>
  /** What you asked about lessons, and answered */
  lessonQuestions: Array<ExportedPost>
  /** Questions and answers that you reported */
  reportedPosts: Array<ExportedPostReport>
  /** Comments that you keep for grading */
  gradingComments: Array<GradingComment>
  /**
   * The events recorded about your account, and about its email since you have used it,
   * newest first
   */
  events: Array<ExportedEvent>
  /**
   * Pass it as `cursor` to get the next page, which continues every list; null on the last
   * page
   */
  nextCursor: string | null
}

/** An act on learners of a course, and how far it is */
export type ActInCourse = {
  /** The bulk enrollment */
  id: string
  /** running: a job goes on with it; done: every row has its result */
  status: 'running' | 'done'
  /** What is done with each row */
  act: 'enroll' | 'set-end' | 'extend' | 'end' | 'message' | 'resend'
  /** The course whose staff asked for it; null for the school */
  courseId: string | null
  /** Number of rows */
  total: number
  /** Rows that have their result */
  done: number
  /** Rows with new access */
  enrolled: number
  /** Rows whose enrollment has a different end or cohort now, or that were acted on */
  changed: number
  /** Rows that changed nothing */
  unchanged: number
  /** Rows of people without a verified account */
  invited: number
  /** Rows that failed */
  failed: number
  /** The account that asked for it; null for an operator and an erased account */
  requestedBy: string | null
  /** Why requirements of courses are waived; null: they are not */
  waive: string | null
  /** When it was requested */
  createdAt: string
  /** When it was done; null until then */
  endedAt: string | null
  /** The first 100 that failed */
  rows: Array<ActResult>
}

/** What to do with many learners of a course */
export type ActOnLearnersInput = {
  /** Id of the course */
  courseId: string
  /**
   * extend: gives a later due date. end: ends the enrollments. message: tells the learners
   * something in the course, and by mail
   */
  act: 'extend' | 'end' | 'message'
  /** Which learners, 10000 at most */
  userIds: Array<string>
  /** Key of the lesson, for `extend` alone. Absent: the course as a whole */
  lessonKey?: string | undefined
  /** The last day to complete it, for `extend` alone */
  dueOn?: string | undefined
  /** Why: the learners are told; for `extend` alone */
  reason?: string | undefined
  /** What to tell them; for `message` alone */
  text?: string | undefined
  /**
   * Says what it would do, and does nothing
   *
   * Default: false.
   */
  dryRun?: boolean | undefined
}

/** What an act on many does */
export type ActOnMany = {
  /** Its id; null for a dry run, which stores nothing */
  id: string | null
  /** Number of rows */
  total: number
  /** Rows that are acted on */
  changed: number
  /** Rows where everything is so already */
  unchanged: number
  /** Rows that are refused */
  failed: number
  /** Mails that go out */
  mails: number
  /** The first 100, those that are refused before the others */
  rows: Array<ActResult>
}

/** What to do with many enrollments or invitations */
export type ActOnManyInput = {
  /**
   * set-end: changes when enrollments end. end: ends them. message: tells the learners
   * something in the course, and by mail. resend: mails invitations again
   */
  act: 'set-end' | 'end' | 'message' | 'resend'
  /** On which enrollments, 10000 at most */
  enrollments?: Array<{
    /** Id of the user */
    userId: string
    /** Its course */
    courseId: string
  }> | undefined
  /** Which invitations to mail again, 10000 at most */
  invitations?: Array<string> | undefined
  /**
   * When the access ends, an instant or its last day in the school's time zone; null for
   * never
   */
  endsAt?: string | null | undefined
  /** What to tell them; for `message` alone */
  text?: string | undefined
  /**
   * Says what it would do, and does nothing
   *
   * Default: false.
   */
  dryRun?: boolean | undefined
}

/** A row, with what an act did or would do */
export type ActResult = {
  /** Its place in the input, from 1 on */
  row: number
  /** Their email; null for teachers, and nobody */
  email: string | null
  /** As it was given */
  name: string | null
  /** As it was given */
  course: string
  /**
   * enrolled: access is new; changed: it was there, and its end or cohort is different now;
   * unchanged: all of that was there; invited: the place waits for somebody without a
   * verified account; failed: see `error`; null: not yet done
   */
  outcome: 'enrolled' | 'changed' | 'unchanged' | 'invited' | 'failed' | null
  /** Name of the error; null if it did not fail */
  error: string | null
  /** How to correct it */
  message: string | null
}

/** The course to add */
export type AddCohortCourseInput = {
  /** Id of the cohort */
  cohortId: string
  /** Id or slug of the course */
  course: string
}

/** The person to add */
export type AddCohortMemberInput = {
  /** Id of the cohort */
  cohortId: string
  /**
   * Email or id of the person. An email without a verified account is invited to the courses
   */
  user: string
}

/** A comment to keep */
export type AddCommentInput = {
  /** The comment */
  text: string
}

/** A new member, or a new role of one */
export type AddMemberInput = {
  /** Id of the course */
  courseId: string
  /** Email of a verified account */
  email: string
  /**
   * owner: may do everything; author: reads and writes the draft, publishes, and grades;
   * reviewer: reads the draft and approves it; grader: reads the course and what learners
   * hand in, and grades it; teacher: reads the course, sees the learners, helps and grades
   * them; of cohorts, only their members
   */
  role: 'owner' | 'author' | 'reviewer' | 'grader' | 'teacher'
  /** For a teacher: the cohorts they teach, by id or name. Default: all learners */
  cohorts?: Array<string> | undefined
  /** Your password */
  password?: string | undefined
  /** Instead of the password: the 8 digits from the mail that me.requestSignInCode sends */
  code?: string | undefined
}

/** A course to add to your cart */
export type AddToCartInput = {
  /** The course to add */
  courseId: string
}

/** The outcome of adding somebody */
export type AddedCohortMember = {
  /**
   * added: is a member now, or got courses that were missing; before its start a cohort
   * enrolls nobody. unchanged: had all of that. invited: has no verified account yet
   */
  outcome: 'added' | 'unchanged' | 'invited'
  /** Id of the user; null for somebody without an account */
  userId: string | null
}

/** A certificate as administrators see it */
export type AdminCertificate = {
  /** URL of the PDF; anyone who has it can read the PDF */
  certificateUrl: string
  /**
   * URL of a picture of it, 1,200 by 848 pixels, drawn when first asked for; null while
   * `nameIsGuess`, without a printer, and once revoked, superseded or expired
   */
  pictureUrl: string | null
  /** Unique code of the certificate */
  verificationCode: string
  /** Page where anyone can verify the certificate */
  verificationUrl: string
  /** The course */
  courseId: string
  /** Title of the course when it was completed */
  courseTitle: string
  /** Name of the learner when the certificate was issued */
  learnerName: string
  /**
   * Whether the name was guessed from the email. Set your name with PATCH /api/v1/me, and a
   * certificate with it replaces this one automatically
   */
  nameIsGuess: boolean
  /** Day of completion in the school's time zone as it was then, as the paper says */
  completedOn: string
  /**
   * Minutes of the required lessons; of a program with courses to choose, of those completed
   */
  minutes?: number
  /** Grade of the course in percent, with two places; absent where the course prints none */
  grade?: number
  /** Organization that issued the certificate */
  issuer: string
  /** When the certificate was issued */
  issuedAt: string
  /** Day of issue, as the paper says */
  issuedOn: string
  /** The end of its last day in the school's time zone; null if it never expires */
  validUntil: string | null
  /** The last day of its validity, as the paper says; null if it never expires */
  lastDay: string | null
  /** Whether it is past `validUntil`; whoever renews it gets a new certificate */
  expired: boolean
  /** superseded: replaced by a newer certificate of the same course */
  status: 'issued' | 'revoked' | 'superseded'
  /** When it was revoked; absent if it was not */
  revokedAt?: string
  /** When a newer certificate replaced it; absent if none did */
  supersededAt?: string
  /** Code of the certificate that replaced it */
  supersededBy?: string
  /**
   * The certificate as an Open Badge 3.0: a Verifiable Credential that anyone can verify with
   * just a public key
   */
  credentialUrl: string
  /** LinkedIn page that adds the certificate to the profile of whoever opens it */
  addToLinkedIn: string
  /**
   * pending: being printed, try the certificateUrl in a moment. unavailable: this server has
   * no browser to print it or no valid signing file; the certificate is valid anyway
   */
  pdf: 'ready' | 'pending' | 'unavailable'
  /** The certificate, as events name it */
  id: string
  /** The owner; null after the account was erased */
  userId: string | null
  /** Why it was revoked; absent if it was not */
  revocationReason?: string
  /** Its latest revocation that was taken back; absent if there is none */
  reinstatement?: Reinstatement
  /** SHA-256 of the PDF, hexadecimal; absent until it is printed */
  pdfSha256?: string
}

/** Certificates, newest first */
export type AdminCertificateList = {
  /** The items of this page */
  items: Array<AdminCertificate>
  /** Pass it as `cursor` to get the next page; null on the last page */
  nextCursor: string | null
}

/** An enrollment as administrators see it */
export type AdminEnrollment = {
  /** Id of the user */
  userId: string
  /** Email of the user */
  email: string
  /** Name of the user */
  name: string
  /** Id of the course */
  courseId: string
  /** Slug of the course */
  courseSlug: string
  /** Title of the version that the user takes */
  courseTitle: string
  /** Number of the version that the user takes */
  courseVersion: number
  /**
   * active: the user has access. left: the user left, and can return. ended: by a refund, by
   * administrators, or because the end has come
   */
  status: 'active' | 'left' | 'ended'
  /** transaction: bought, or taken for free. administrator: given by an administrator */
  source: 'transaction' | 'administrator' | 'program'
  /** When the enrollment began */
  enrolledAt: string
  /** When the access ends or ended, the latest of its ways; null for never */
  endsAt: string | null
  /** The last day of that in the school's time zone */
  endsOn: string | null
  /** The ways by which access is open, those that last longest first; at most 20 */
  ways: Array<AccessWay>
  /** The cohort whose days count for it; null for none */
  cohortId: string | null
  /** When the user completed the course; null if not */
  completedAt: string | null
  /** The last report of progress, to the minute; null if there is none */
  lastActivityAt: string | null
  /** When the user left the course; null unless they have */
  leftAt: string | null
}

/** Enrollments, those of the newest accounts first */
export type AdminEnrollmentList = {
  /** The items of this page */
  items: Array<AdminEnrollment>
  /** Pass it as `cursor` to get the next page; null on the last page */
  nextCursor: string | null
}

/** What a role may do in administration (docs/administration.md) */
export type AdminPermission = 'users:read' | 'users:write' | 'sign-ins:write' | 'roles:write' | 'enrollments:read' | 'enrollments:write' | 'reports:read' | 'money:read' | 'money:write' | 'refunds:write' | 'certificates:read' | 'certificates:write' | 'courses:create' | 'courses:own' | 'work:read' | 'work:write' | 'audit:read' | 'api-keys:write' | 'events:read' | 'settings:write' | 'webhooks:write'

/** A refund */
export type AdminRefund = {
  /** The refund */
  id: string
  /** Number of the line, from 1; null for money that was not owed */
  line: number | null
  /** Amount that goes back */
  amount: Money
  /** Payment provider; `manual` for a refund recorded by hand */
  provider: string
  /** sent: the provider has not settled it yet */
  status: 'requested' | 'sent' | 'succeeded' | 'failed'
  /** Why */
  reason: string
  /** The provider's word for what went wrong */
  failure: string | null
  /** The reversal that it books on the line, if nobody requested it here */
  reversal: string | null
  /** When it was requested */
  requestedAt: string
}

/** Money that a provider takes back by itself */
export type AdminReversal = {
  /** refund: made at the provider. dispute: of the payer */
  kind: 'refund' | 'dispute'
  /** open: not decided yet. gone: the money is lost. kept: it stays, or is back */
  status: 'open' | 'gone' | 'kept'
  /** The refund's or dispute's id at the provider */
  reference: string
  /** The payment that the money comes from */
  payment: string
  /** Amount that the provider takes, or may take */
  amount: Money
  /** How much of it is booked on lines */
  assigned: Money
  /** Why; null where nobody said */
  reason: string | null
  /** The provider's word for what went wrong */
  failure: string | null
  /** When it was reported */
  reportedAt: string
}

/** A purchase with all that happened to its money */
export type AdminTransaction = {
  /** The transaction */
  id: string
  /**
   * paid: the money has arrived, and access to the courses follows. fulfilled: paid if there
   * was anything to pay, and enrolled
   */
  status: 'pending' | 'paid' | 'fulfilled' | 'partially_refunded' | 'refunded' | 'failed' | 'expired' | 'canceled'
  /** The courses bought */
  lines: Array<TransactionLine>
  /** Discount from a coupon */
  discount: Money
  /** Amount to pay, after the discount */
  total: Money
  /** Amount refunded, or about to be */
  refunded: Money
  /** The page to pay at, while the transaction is pending */
  checkoutUrl?: string
  /** When the transaction was started */
  createdAt: string
  /** When the money arrived */
  paidAt?: string
  /** The receipt, once the money has arrived */
  receiptUrl?: string
  /** Number of the receipt */
  receiptNumber: string | null
  /** The tax that the receipt names; null where it names none */
  tax?: {
    /** Name of the tax */
    name: string
    /** Rate of the tax in percent */
    percent: number
    /** The sum of the tax of all lines, each rounded to the nearest unit */
    amount: Money
  } | null
  /**
   * Your latest transaction for one of these courses, if this one failed, expired or was
   * canceled
   */
  replacedBy?: string
  /** The account that buys; null once it is erased */
  buyer: {
    /** The account */
    id: string
    /** Its email now */
    email: string
    /** Its name now */
    name: string
  } | null
  /** A dispute with the bank of the payer is open */
  isDisputed: boolean
  /** Payment provider; null where nothing is to be paid */
  provider: string | null
  /** Code of the coupon that was used */
  coupon: string | null
  /** How it is paid */
  payment: {
    provider: string | null
    /** The checkout's id at the provider */
    reference: string | null
    /** The payment's id at the provider */
    payment: string | null
  }
  /** What the provider reported, oldest first */
  paymentReports: Array<PaymentReport>
  /** Refunds, oldest first */
  refunds: Array<AdminRefund>
  /** Disputes, and refunds that were made at the provider, oldest first */
  reversals: Array<AdminReversal>
}

/** Purchases of all accounts, newest first */
export type AdminTransactionList = {
  /** The items of this page */
  items: Array<AdminTransactionSummary>
  /** Pass it as `cursor` to get the next page; null on the last page */
  nextCursor: string | null
}

/** A purchase in a list for administrators */
export type AdminTransactionSummary = {
  /** The transaction */
  id: string
  /**
   * paid: the money has arrived, and access to the courses follows. fulfilled: paid if there
   * was anything to pay, and enrolled
   */
  status: 'pending' | 'paid' | 'fulfilled' | 'partially_refunded' | 'refunded' | 'failed' | 'expired' | 'canceled'
  /** Amount to pay, after the discount */
  total: Money
  /** The account that buys; null once it is erased */
  buyer: {
    /** The account */
    id: string
    /** Its email now */
    email: string
    /** Its name now */
    name: string
  } | null
  /** A dispute with the bank of the payer is open */
  isDisputed: boolean
  /** Payment provider; null where nothing is to be paid */
  provider: string | null
  /** Code of the coupon that was used */
  coupon: string | null
  /** Number of the receipt */
  receiptNumber: string | null
  /** When the transaction was started */
  createdAt: string
  /** When the money arrived */
  paidAt?: string
}

/** Something that opens or is due on a day */
export type AgendaEntry = {
  /** Which of both */
  kind: 'opens' | 'due'
  /** The day, in your time zone */
  on: string
  /** The instant, where it is due at a time of that day; else null */
  at: string | null
  /** The course */
  courseId: string
  /** Title of the course */
  courseTitle: string
  /** Key of the lesson; null: the course */
  lessonKey: string | null
  /** Title of the lesson or the course */
  title: string
  /** Whether you have completed it, or handed it in */
  isDone: boolean
  /** Whether it was due, and you have not */
  isOverdue: boolean
}

/** What opens and is due, in the order of the days */
export type AgendaEntryList = {
  /** The items of this page */
  items: Array<AgendaEntry>
  /** Pass it as `cursor` to get the next page; null on the last page */
  nextCursor: string | null
}

/** The courses that you own already */
export type AlreadyEnrolledFacts = {
  /** The courses that you own */
  courseIds: Array<string>
}

/** An announcement of a course */
export type Announcement = {
  /** Id of the announcement */
  id: string
  /** Plain text; an empty line begins a paragraph */
  text: string
  /** Who posted it; null once the account is erased */
  author: {
    /** The user */
    id: string
    /** Name of the user */
    name: string
  } | null
  /** When it was posted */
  postedAt: string
  /** When its text was changed last; null: never */
  editedAt: string | null
  /**
   * all: everyone in the course; cohort: members of one; stuck: those who began, have not
   * completed it and reported nothing for some days, until they go on; chosen: learners
   * chosen one by one, by `learners.act`
   */
  audience: 'all' | 'cohort' | 'stuck' | 'chosen'
  /** Whose members it is for; null for another audience */
  cohort: {
    /** Id of the cohort */
    id: string
    /** Name of the cohort */
    name: string
  } | null
  /**
   * Of those who are stuck: since when they have reported nothing; null for another audience
   */
  quietSince: string | null
  /** When learners get it; null: they have */
  goesOutAt: string | null
  /**
   * Whether it is mailed too, to those who want that; false where the course has mailed
   * another on the same day (UTC). To those who are chosen it always is
   */
  byMail: boolean
}

/** The announcements of a course, newest first */
export type AnnouncementList = {
  /** The items of this page */
  items: Array<Announcement>
  /** Pass it as `cursor` to get the next page; null on the last page */
  nextCursor: string | null
}

/** An answer to a question of an attempt */
export type Answer = EssayAnswer | MatchAnswer | MultipleAnswer | NumberAnswer | OrderAnswer | SingleAnswer | TextAnswer

/** Your answer to a question */
export type AnswerInput = {
  /** The question */
  threadId: string
  /** Markdown */
  text: string
}

/** An API key, without its secret */
export type ApiKey = {
  /** Names the key in the audit trail */
  id: string
  /** The first part of the key itself, after `lyc_` */
  publicId: string
  /** Its purpose */
  name: string
  /** The operations that it opens, by groups */
  scopes: Array<ApiKeyScope>
  /** The courses that it reads and writes for authors */
  courseIds: Array<string>
  /** The administrator for whom it acts */
  createdBy: {
    /** The administrator */
    id: string
    /** Their name */
    name: string
  }
  /**
   * blocked: its maker is suspended, or no longer an administrator. Only `active` keys work
   */
  status: 'active' | 'blocked' | 'expired' | 'revoked'
  /** When it was made */
  createdAt: string
  /** When it ends by itself */
  expiresAt: string
  /** The last day of that in the school's time zone */
  endsOn: string
  /** The hour of its last use; null before the first */
  lastUsedAt: string | null
  /** Until when the secret before the last rotation works; null without one */
  formerSecretUntil: string | null
  /** When it was revoked */
  revokedAt: string | null
}

/** API keys, newest first */
export type ApiKeyList = {
  /** The items of this page */
  items: Array<ApiKey>
  /** Pass it as `cursor` to get the next page; null on the last page */
  nextCursor: string | null
}

/** A group of operations that a key opens */
export type ApiKeyScope = 'catalogue:read' | 'users:read' | 'users:write' | 'enrollments:read' | 'enrollments:write' | 'reports:read' | 'money:read' | 'money:write' | 'refunds:write' | 'certificates:read' | 'certificates:write' | 'authoring:read' | 'authoring:write' | 'grades:read' | 'grades:write' | 'learners:read' | 'learners:write' | 'events:read'

/** Which certificates of a course to zip */
export type ArchiveCertificatesInput = {
  /** Id of the course */
  courseId: string
  /** Only those of members of this cohort: its id or name */
  cohort?: string | undefined
}

/** What you ask about a lesson */
export type AskInput = {
  /** The lesson */
  lessonId: string
  /** Markdown */
  text: string
}

/** The line that lost the money */
export type AssignReversalInput = {
  /** The transaction */
  transactionId: string
  /** Id of the refund or dispute at the provider */
  reversal: string
  /** Number of the line, from 1 */
  line: number
  /**
   * Only this amount, in the smallest unit of the purchase's currency; required if the
   * provider took a different one
   */
  amount?: number | undefined
  /**
   * It is the refund of this line that was recorded by hand: count it once
   *
   * Default: false.
   */
  isNotedByHand?: boolean | undefined
  /** How you know, for the records */
  reason: string
}

/** When the assignment was due */
export type AssignmentClosedFacts = {
  /** When it was due */
  dueAt: string
}

/** A lesson whose learner hands something in */
export type AssignmentLesson = {
  /** The lesson */
  id: string
  /** Stable within the course, from version to version */
  key: string
  /** Title of the lesson */
  title: string
  /** To hand in */
  type: 'assignment'
  /** Minutes that the lesson takes */
  minutes: number
  /** Needed to complete the course */
  required: boolean
  /** Open to users who are not enrolled */
  preview: boolean
  /** The course of the lesson */
  courseId: string
  /** Markdown */
  content: string
  /** The lesson before it; null for the first */
  previous: NeighborLesson | null
  /** The lesson after it; null for the last */
  next: NeighborLesson | null
  /**
   * HTML in the Markdown: none: show it as text; basic: a small set of elements may be shown
   */
  html: 'none' | 'basic'
  /**
   * Whether learners ask about it, by `threads`. none: nobody does; named: they see who wrote
   * what; anonymous: only teachers do
   */
  lessonQuestions: 'none' | 'named' | 'anonymous'
  /** Keys of lessons of the course to complete before it opens to you */
  requires: Array<string>
  /** Files of the school that it shows, or links to */
  files: Array<FileOfLesson>
  /** Present once you have started the lesson */
  progress?: ReadLessonProgress
  assignment: LessonAssignment
}

/** A lesson whose learner hands something in */
export type AssignmentLessonPreview = {
  /** The course */
  courseId: string
  /** Key of the lesson */
  key: string
  /** Title */
  title: string
  /** Minutes that the lesson takes */
  minutes: number
  /** Needed to complete the course */
  required: boolean
  /** Open to users who are not enrolled */
  preview: boolean
  /** Markdown, with links to lessons as they will be published */
  content: string
  /**
   * HTML in the Markdown: none: show it as text; basic: a small set of elements may be shown
   */
  html: 'none' | 'basic'
  /** Keys of lessons of the course to complete before it opens to you */
  requires: Array<string>
  /** Files of the school that it shows, or links to */
  files: Array<FileOfLesson>
  /** The lesson before; null for the first */
  previous: {
    /** Key of the lesson */
    key: string
    /** Title */
    title: string
  } | null
  /** The lesson after; null for the last */
  next: {
    /** Key of the lesson */
    key: string
    /** Title */
    title: string
  } | null
  /** To hand in */
  type: 'assignment'
  /** The assignment; null as long as none is written */
  assignment: LessonAssignment | null
}

/** An attempt at a quiz with its questions and your answers */
export type Attempt = {
  /** The attempt */
  id: string
  /** The lesson as it was tried */
  lessonId: string
  /** Its course */
  courseId: string
  /** Counts your attempts at the lesson, from 1 */
  number: number
  /**
   * open: it runs; waiting: a person has to grade it; graded; returned: for another try,
   * ungraded
   */
  status: 'open' | 'waiting' | 'graded' | 'returned'
  /** When it started */
  startedAt: string
  /** When it ends by itself, with what is saved; null: it does not */
  deadlineAt: string | null
  /** When it ended; null while it is open */
  submittedAt: string | null
  /** null until it is graded */
  result: AttemptResult | null
  /**
   * Now, by the clock of the school: count down to `deadlineAt` from here, as clocks differ
   */
  readAt: string
  /** The highest number of its saved answers; 0 for none */
  lastNumber: number
  /** In the order of this attempt */
  questions: Array<AttemptQuestion>
  /** What is saved; questions without an answer are left out */
  answers: Array<{
    /** Place of the question in the attempt, from 0 */
    position: number
    answer: Answer
  }>
  /** null unless it is graded and the quiz reveals that, see `reveals` of the lesson */
  review: Array<ReviewedQuestion> | null
}

/** Your attempts at a lesson, newest first */
export type AttemptList = {
  /** The items of this page */
  items: Array<AttemptSummary>
  /** Pass it as `cursor` to get the next page; null on the last page */
  nextCursor: string | null
  /** Whether any attempt passed */
  passed: boolean
  /** How many you can still start; null: any number */
  attemptsLeft: number | null
  /** When you can start the next; null: now, or never again */
  nextAt: string | null
  /**
   * The last instant at which you are in time, with the time that was given to you; null: any
   */
  dueAt: string | null
  /** null: none */
  accommodation: Accommodation | null
}

/** A question of an attempt */
export type AttemptQuestion = EssayAttemptQuestion | MatchAttemptQuestion | MultipleAttemptQuestion | NumberAttemptQuestion | OrderAttemptQuestion | SingleAttemptQuestion | TextAttemptQuestion

/** How an attempt was graded last */
export type AttemptResult = {
  /** Whether it passed */
  passed: boolean
  /** Its points, parts of them included; absent where the quiz shows no score */
  points?: number
  /** The most points; absent likewise */
  maxPoints?: number
  /** Its share of the points, in percent, with two places; absent likewise */
  percent?: number
  /** What the grader says; null for nothing */
  comment: string | null
}

/** An attempt at a quiz ended: its learner submitted it, or its time was over */
export type AttemptSubmittedEvent = {
  /** The event; the same each time that it is delivered */
  id: string
  /** Its place among all events, without gaps, in the order of their commits */
  number: number
  /** An attempt at a quiz ended: its learner submitted it, or its time was over */
  type: 'attempt.submitted'
  /** When it happened */
  timestamp: string
  /** Ids, numbers and amounts: ask the API for the rest */
  data: {
    /** The attempt, or what was handed in */
    attemptId: string
    /** The account that it is about */
    userId: string
    /** The course */
    courseId: string
    /** Key of the lesson in its course */
    lessonKey: string
  }
}

/** An attempt at a quiz or an assignment */
export type AttemptSummary = {
  /** The attempt */
  id: string
  /** The lesson as it was tried */
  lessonId: string
  /** Its course */
  courseId: string
  /** Counts your attempts at the lesson, from 1 */
  number: number
  /**
   * open: it runs; waiting: a person has to grade it; graded; returned: for another try,
   * ungraded
   */
  status: 'open' | 'waiting' | 'graded' | 'returned'
  /** When it started */
  startedAt: string
  /** When it ends by itself, with what is saved; null: it does not */
  deadlineAt: string | null
  /** When it ended; null while it is open */
  submittedAt: string | null
  /** null until it is graded */
  result: AttemptResult | null
}

/** When the next attempt can start */
export type AttemptTooSoonFacts = {
  /** When the next attempt can start */
  nextAt: string
}

/** How many attempts there were */
export type AttemptsUsedUpFacts = {
  /** How many attempts there were */
  attempts: number
}

/** An entry of the audit trail */
export type AuditEntry = {
  /** The entry */
  id: string
  /** When it happened */
  at: string
  /** What happened */
  event: string
  /** The user it is about */
  userId: string | null
  /**
   * Who did it: `user:ID`, `key:ID`, `operator:NAME` at the command line, `anyone` without a
   * token, or `service`
   */
  actor: string
  /** From where: IPv6 by its /64 */
  ip: string | null
  /** Finds the request in the log */
  requestId: string | null
  /** Facts of the event; `before.` and `after.` what a change changed */
  details: Record<string, string | number | boolean | null>
  /**
   * Why, as somebody wrote it: only for administrators, and until the account that it is
   * about is erased
   */
  reason: string | null
  /** Names by the ids in it; what is erased or deleted has none */
  names: Record<string, NamedThing>
}

/** Entries of the audit trail, newest first */
export type AuditEntryList = {
  /** The items of this page */
  items: Array<AuditEntry>
  /** Pass it as `cursor` to get the next page; null on the last page */
  nextCursor: string | null
}

/** A course as those who work on it see it */
export type AuthoredCourse = {
  /** The course */
  id: string
  /** Readable id, for links */
  slug: string
  /** program: a course whose lessons are courses */
  kind: 'course' | 'program'
  /** draft: nothing is published yet; archived: no longer in the catalogue */
  status: 'draft' | 'published' | 'archived'
  /** The current version; null as long as there is none */
  version: number | null
  /** Title */
  title: string
  /** A few sentences about the course */
  summary: string
  /** What learners can do afterwards, a sentence each */
  outcomes: Array<string>
  /** Who it is for, a sentence each */
  audience: Array<string>
  /** What learners should know or have before they begin, a sentence each */
  needs: Array<string>
  /** Hours a week that learners should plan for; null if it does not say */
  hoursPerWeek: number | null
  /** Language of the lessons, BCP 47 */
  language: string
  /** License of the content */
  license: string | null
  /** Where the content comes from */
  source: string | null
  /** Names of its authors */
  authors: Array<string>
  /** Subject areas */
  categories: Array<string>
  /** Keywords */
  tags: Array<string>
  /** Level of the learners it is for; null if it does not say */
  level: 'beginner' | 'intermediate' | 'advanced' | null
  /** Path of a PNG, JPEG or WebP of the course; null for none */
  cover: string | null
  /**
   * Address of a film about the course, at https://: a video file, or a page of YouTube. Its
   * poster is the cover; null for none
   */
  film: string | null
  /** printed: its certificates say the grade; null: they do not */
  grade: 'printed' | null
  /**
   * sequence: each lesson opens once the required ones before it are completed; null: in any
   * order
   */
  order: 'sequence' | null
  /** Slugs of courses and programs to complete before one can enroll */
  requires: Array<string>
  /**
   * The day on which its lessons open to a learner, or days after their enrollment or after
   * their cohort began; null: at once
   */
  available: string | null
  /** The last day to complete it, in the same form; null: none */
  due: string | null
  /** How many months its certificates are valid; null: for ever */
  validFor: number | null
  /** Credits that completing it is worth, such as ECTS; null if it does not say */
  credits: number | null
  /**
   * Skills that it teaches: each a name and, in pointed brackets, the address of its entry in
   * a framework such as ESCO
   */
  skills: Array<string>
  /**
   * Of a program: how many of the courses that are not required have to be completed too;
   * null: none
   */
  choose: number | null
  price: Money
  /** Where the content is written: http: over this API; folder: in an imported folder */
  managedBy: 'http' | 'folder'
  /** Whether publishing needs the approval of somebody who has not written */
  requiresReview: boolean
  /** Whether learners may take a newer version by themselves */
  learnersMayMove: boolean
  /**
   * How a video is completed. none: when the learner says so; watched: once nine tenths of it
   * were watched, if its length is known
   */
  honesty: 'none' | 'watched'
  /**
   * HTML in the Markdown of lessons: none: frontends show it as text; basic: they may show a
   * small set of elements
   */
  html: 'none' | 'basic'
  /**
   * Whether learners ask about lessons, and answer each other. none: nobody does; named: they
   * see who wrote what; anonymous: only teachers do
   */
  lessonQuestions: 'none' | 'named' | 'anonymous'
  /** Whether there is a draft that is not published */
  hasDraft: boolean
  /** false: its last owner erased their account, or it never had one */
  hasOwner: boolean
  /** Your role; null for administrators who are not members */
  role: 'owner' | 'author' | 'reviewer' | 'grader' | 'teacher' | null
  /** What you may do with it, whatever your role */
  abilities: Array<CourseAbility>
  /** Of a teacher: the cohorts they teach; null for all learners */
  cohorts: Array<{
    /** The cohort */
    id: string
    /** Its name */
    name: string
  }> | null
  /** When the course was created */
  createdAt: string
  /** Rises with every change of the terms, not of the draft */
  revision: number
  /** How its certificates look; null if the settings say all of it */
  certificate: CertificateDesign | null
}

/** Courses that you work on, newest first */
export type AuthoredCourseList = {
  /** The items of this page */
  items: Array<AuthoredCourseSummary>
  /** Pass it as `cursor` to get the next page; null on the last page */
  nextCursor: string | null
}

/** A course in the list of those who work on it */
export type AuthoredCourseSummary = {
  /** The course */
  id: string
  /** Readable id, for links */
  slug: string
  /** program: a course whose lessons are courses */
  kind: 'course' | 'program'
  /** draft: nothing is published yet; archived: no longer in the catalogue */
  status: 'draft' | 'published' | 'archived'
  /** The current version; null as long as there is none */
  version: number | null
  /** Title */
  title: string
  /** A few sentences about the course */
  summary: string
  /** What learners can do afterwards, a sentence each */
  outcomes: Array<string>
  /** Who it is for, a sentence each */
  audience: Array<string>
  /** What learners should know or have before they begin, a sentence each */
  needs: Array<string>
  /** Hours a week that learners should plan for; null if it does not say */
  hoursPerWeek: number | null
  /** Language of the lessons, BCP 47 */
  language: string
  /** License of the content */
  license: string | null
  /** Where the content comes from */
  source: string | null
  /** Names of its authors */
  authors: Array<string>
  /** Subject areas */
  categories: Array<string>
  /** Keywords */
  tags: Array<string>
  /** Level of the learners it is for; null if it does not say */
  level: 'beginner' | 'intermediate' | 'advanced' | null
  /** Path of a PNG, JPEG or WebP of the course; null for none */
  cover: string | null
  /**
   * Address of a film about the course, at https://: a video file, or a page of YouTube. Its
   * poster is the cover; null for none
   */
  film: string | null
  /** printed: its certificates say the grade; null: they do not */
  grade: 'printed' | null
  /**
   * sequence: each lesson opens once the required ones before it are completed; null: in any
   * order
   */
  order: 'sequence' | null
  /** Slugs of courses and programs to complete before one can enroll */
  requires: Array<string>
  /**
   * The day on which its lessons open to a learner, or days after their enrollment or after
   * their cohort began; null: at once
   */
  available: string | null
  /** The last day to complete it, in the same form; null: none */
  due: string | null
  /** How many months its certificates are valid; null: for ever */
  validFor: number | null
  /** Credits that completing it is worth, such as ECTS; null if it does not say */
  credits: number | null
  /**
   * Skills that it teaches: each a name and, in pointed brackets, the address of its entry in
   * a framework such as ESCO
   */
  skills: Array<string>
  /**
   * Of a program: how many of the courses that are not required have to be completed too;
   * null: none
   */
  choose: number | null
  price: Money
  /** Where the content is written: http: over this API; folder: in an imported folder */
  managedBy: 'http' | 'folder'
  /** Whether publishing needs the approval of somebody who has not written */
  requiresReview: boolean
  /** Whether learners may take a newer version by themselves */
  learnersMayMove: boolean
  /**
   * How a video is completed. none: when the learner says so; watched: once nine tenths of it
   * were watched, if its length is known
   */
  honesty: 'none' | 'watched'
  /**
   * HTML in the Markdown of lessons: none: frontends show it as text; basic: they may show a
   * small set of elements
   */
  html: 'none' | 'basic'
  /**
   * Whether learners ask about lessons, and answer each other. none: nobody does; named: they
   * see who wrote what; anonymous: only teachers do
   */
  lessonQuestions: 'none' | 'named' | 'anonymous'
  /** Whether there is a draft that is not published */
  hasDraft: boolean
  /** false: its last owner erased their account, or it never had one */
  hasOwner: boolean
  /** Your role; null for administrators who are not members */
  role: 'owner' | 'author' | 'reviewer' | 'grader' | 'teacher' | null
  /** What you may do with it, whatever your role */
  abilities: Array<CourseAbility>
  /** Of a teacher: the cohorts they teach; null for all learners */
  cohorts: Array<{
    /** The cohort */
    id: string
    /** Its name */
    name: string
  }> | null
  /** When the course was created */
  createdAt: string
  /** Rises with every change of the terms, not of the draft */
  revision: number
}

/** What your next receipts say about your company */
export type Billing = {
  /** Name of the company; null: receipts name none */
  company: string | null
  /** Its address, in at most 6 lines */
  address: string | null
  /**
   * Its tax number; one that begins with a country of the EU is checked for how it is written
   */
  taxNumber: string | null
}

/** Many enrollments at once, and how far they are */
export type BulkEnrollment = {
  /** The bulk enrollment */
  id: string
  /** running: a job goes on with it; done: every row has its result */
  status: 'running' | 'done'
  /** What is done with each row */
  act: 'enroll' | 'set-end' | 'extend' | 'end' | 'message' | 'resend'
  /** The course whose staff asked for it; null for the school */
  courseId: string | null
  /** Number of rows */
  total: number
  /** Rows that have their result */
  done: number
  /** Rows with new access */
  enrolled: number
  /** Rows whose enrollment has a different end or cohort now, or that were acted on */
  changed: number
  /** Rows that changed nothing */
  unchanged: number
  /** Rows of people without a verified account */
  invited: number
  /** Rows that failed */
  failed: number
  /** The account that asked for it; null for an operator and an erased account */
  requestedBy: string | null
  /** Why requirements of courses are waived; null: they are not */
  waive: string | null
  /** When it was requested */
  createdAt: string
  /** When it was done; null until then */
  endedAt: string | null
}

/** Somebody to enroll */
export type BulkEnrollmentInputRow = {
  /** Whom to enroll */
  email: string
  /** For your own records: it comes back with the result */
  name?: string | undefined
  /** Slug or id. Default: the course of the request */
  course?: string | undefined
  /** Name or id of the cohort that the enrollment comes with */
  cohort?: string | undefined
  /**
   * When access ends: a day, which counts to its end, also as 31.12.2026, or an instant.
   * Default: that of the cohort, or never
   */
  endsAt?: string | undefined
}

/** Bulk enrollments, newest first */
export type BulkEnrollmentList = {
  /** The items of this page */
  items: Array<BulkEnrollment>
  /** Pass it as `cursor` to get the next page; null on the last page */
  nextCursor: string | null
}

/** What a bulk enrollment would do */
export type BulkEnrollmentLook = {
  /** Number of rows */
  total: number
  /** Rows that would give access */
  enrolled: number
  /** Rows that would invite somebody without a verified account */
  invited: number
  /** Rows of people who are there: at most their end or cohort would change */
  already: number
  /** Rows that would fail */
  failed: number
  /** Mails that would go out */
  mails: number
  /** What the columns of a file were read as */
  columns: Array<{
    /** As the file calls it */
    title: string
    readAs: 'email' | 'name' | 'firstName' | 'lastName' | 'course' | 'cohort' | 'endsAt'
  }>
  /** Columns and sheets of a file that nothing is read from */
  unused: Array<string>
  /** The first 100, those that would fail before the others */
  rows: Array<ForetoldEnrollment>
}

/** A row of the input with its result */
export type BulkEnrollmentResult = {
  /** Its place in the input, from 1 on */
  row: number
  /** The line of the file; null without a file */
  line: number | null
  /** As it was given; null once the account is erased */
  email: string | null
  /** As it was given */
  name: string | null
  /** As it was given */
  course: string
  /** As it was given */
  cohort: string | null
  /** When access ends; null where the row does not say */
  endsAt: string | null
  /** The last day of that in the school's time zone */
  endsOn: string | null
  /**
   * enrolled: access is new; changed: it was there, and its end or cohort is different now;
   * unchanged: all of that was there; invited: the place waits for somebody without a
   * verified account; failed: see `error`; null: not yet done
   */
  outcome: 'enrolled' | 'changed' | 'unchanged' | 'invited' | 'failed' | null
  /** Name of the error; null if it did not fail */
  error: string | null
  /** How to correct it */
  message: string | null
}

/** Rows in the order of the input */
export type BulkEnrollmentResultList = {
  /** The items of this page */
  items: Array<BulkEnrollmentResult>
  /** Pass it as `cursor` to get the next page; null on the last page */
  nextCursor: string | null
}

/** The key of your calendar */
export type CalendarKey = {
  /** Shown only now: we keep just its hash */
  key: string
  /** Calendar apps subscribe to it. Anyone who has it reads your calendar */
  url: string
}

/** The upload that is no more */
export type CanceledSubmissionUpload = {
  /** The upload */
  id: string
}

/** The upload that is no more */
export type CanceledUpload = {
  /** The upload */
  id: string
}

/** The courses that you are considering buying */
export type Cart = {
  /** In the order in which you added them */
  items: Array<CartItem>
  /**
   * Total of the courses that you can buy; null while they are sold in several currencies and
   * cannot be bought together
   */
  total: Money | null
  /** The coupon that you put in, if any */
  coupon?: CartCoupon
}

/** The coupon of a cart */
export type CartCoupon = {
  /** Code of the coupon */
  code: string
  /**
   * Why it takes nothing off now, by the error of a purchase with it; it stays until you
   * remove it, and is not a use. null while it counts
   */
  refusal: 'CouponNotFound' | 'CouponExpired' | 'CouponUsedUp' | 'CouponNotApplicable' | null
  /** What it takes off; null without a total */
  discount: Money | null
  /** Amount to pay, after the discount; null without a total */
  total: Money | null
}

/** A course in your cart */
export type CartItem = {
  /** The course */
  courseId: string
  /** Current title of the course */
  title: string
  /** Current price */
  price: Money
  /** Price when you added the course */
  priceWhenAdded: Money
  /** Whether the price has changed since you added the course */
  changed: boolean
  /** The course is no longer sold; it is not charged and stays until you remove it */
  noLongerSold: boolean
  /** You already own this course; it is not charged */
  owned: boolean
  /** When you added the course */
  addedAt: string
}

/** Proof that a learner completed a course, frozen when it was issued */
export type Certificate = {
  /** URL of the PDF; anyone who has it can read the PDF */
  certificateUrl: string
  /**
   * URL of a picture of it, 1,200 by 848 pixels, drawn when first asked for; null while
   * `nameIsGuess`, without a printer, and once revoked, superseded or expired
   */
  pictureUrl: string | null
  /** Unique code of the certificate */
  verificationCode: string
  /** Page where anyone can verify the certificate */
  verificationUrl: string
  /** The course */
  courseId: string
  /** Title of the course when it was completed */
  courseTitle: string
  /** Name of the learner when the certificate was issued */
  learnerName: string
  /**
   * Whether the name was guessed from the email. Set your name with PATCH /api/v1/me, and a
   * certificate with it replaces this one automatically
   */
  nameIsGuess: boolean
  /** Day of completion in the school's time zone as it was then, as the paper says */
  completedOn: string
  /**
   * Minutes of the required lessons; of a program with courses to choose, of those completed
   */
  minutes?: number
  /** Grade of the course in percent, with two places; absent where the course prints none */
  grade?: number
  /** Organization that issued the certificate */
  issuer: string
  /** When the certificate was issued */
  issuedAt: string
  /** Day of issue, as the paper says */
  issuedOn: string
  /** The end of its last day in the school's time zone; null if it never expires */
  validUntil: string | null
  /** The last day of its validity, as the paper says; null if it never expires */
  lastDay: string | null
  /** Whether it is past `validUntil`; whoever renews it gets a new certificate */
  expired: boolean
  /** superseded: replaced by a newer certificate of the same course */
  status: 'issued' | 'revoked' | 'superseded'
  /** When it was revoked; absent if it was not */
  revokedAt?: string
  /** When a newer certificate replaced it; absent if none did */
  supersededAt?: string
  /** Code of the certificate that replaced it */
  supersededBy?: string
  /**
   * The certificate as an Open Badge 3.0: a Verifiable Credential that anyone can verify with
   * just a public key
   */
  credentialUrl: string
  /** LinkedIn page that adds the certificate to the profile of whoever opens it */
  addToLinkedIn: string
  /**
   * pending: being printed, try the certificateUrl in a moment. unavailable: this server has
   * no browser to print it or no valid signing file; the certificate is valid anyway
   */
  pdf: 'ready' | 'pending' | 'unavailable'
}

/** The PDFs of the valid certificates of a course or class, to download as one zip */
export type CertificateArchive = {
  /** The archive */
  id: string
  /** The course */
  courseId: string
  /** done: the zip can be downloaded */
  status: 'running' | 'done'
  /** Certificates that have their PDF so far */
  ready: number
  /** Certificates that cannot be printed: the zip names them in `missing.txt` */
  unprinted: number
  /** When it was asked for; it can be downloaded for seven days */
  createdAt: string
  /** When every PDF was there; null: not yet */
  finishedAt: string | null
}

/** How the certificates of a course look; null is what the settings say */
export type CertificateDesign = {
  /** Organization named on certificates */
  issuer: string | null
  /** picture: its own; none: the name of the issuer instead */
  logo: 'picture' | 'none' | null
  /** Color of letters and frame, dark */
  color: string | null
  /** Color of ornaments and seal */
  accent: string | null
  /** Signatures at the foot */
  signatures: Array<{
    /** Name of the signer */
    name: string
    /** Title of the signer */
    title: string
    /** Whether it has a handwritten signature */
    hasImage: boolean
  }> | null
  /** Small print */
  lines: Array<string> | null
  /** Heading in place of the usual one */
  heading: string | null
  /** Phrase above the name */
  beforeName: string | null
  /** Phrase above the title */
  beforeCourse: string | null
  /** Line below the title where the printed grade is at least `distinctionFrom` */
  distinction: string | null
  /** Least grade of a distinction, in percent */
  distinctionFrom: number | null
  /** Size of the paper */
  paper: 'A4' | 'Letter' | null
  /** How the paper lies */
  orientation: 'landscape' | 'portrait' | null
  /** picture: its own; none: no seal */
  seal: 'picture' | 'none' | null
  /** picture: its own, which covers the page; none: the usual frame */
  background: 'picture' | 'none' | null
  /** own: HTML and CSS of its own, which replace the page; none: the usual page */
  template: 'own' | 'none' | null
}

/**
 * Changes of the certificate design. Fields that you leave out stay, null is what the
 * settings say. Pictures are files of the course, or come with an import.
 */
export type CertificateDesignInput = {
  /** Organization named on certificates */
  issuer?: string | null | undefined
  /** picture: its own; none: the name of the issuer instead */
  logo?: 'picture' | 'none' | null | undefined
  /**
   * Logo in place of the one before: a PNG or SVG among the files of the course, which is
   * copied
   */
  logoFile?: string | undefined
  /** Color of letters and frame, dark */
  color?: string | null | undefined
  /** Color of ornaments and seal */
  accent?: string | null | undefined
  /** Signatures at the foot, replaced whole; [] for none */
  signatures?: Array<{
    /** Name of the signer */
    name: string
    /** Title of the signer */
    title: string
    /** false removes the image; by default the image of the same name stays */
    hasImage?: boolean | undefined
    /** Handwritten signature: a PNG or SVG among the files of the course, which is copied */
    imageFile?: string | undefined
  }> | null | undefined
  /** Small print */
  lines?: Array<string> | null | undefined
  /** Heading in place of the usual one */
  heading?: string | null | undefined
  /** Phrase above the name */
  beforeName?: string | null | undefined
  /** Phrase above the title */
  beforeCourse?: string | null | undefined
  /** Line below the title where the printed grade is at least `distinctionFrom` */
  distinction?: string | null | undefined
  /** Least grade of a distinction, in percent */
  distinctionFrom?: number | null | undefined
  /** Size of the paper */
  paper?: 'A4' | 'Letter' | null | undefined
  /** How the paper lies */
  orientation?: 'landscape' | 'portrait' | null | undefined
  /** picture: its own; none: no seal */
  seal?: 'picture' | 'none' | null | undefined
  /**
   * Seal in place of the one before: a PNG or SVG among the files of the course, which is
   * copied
   */
  sealFile?: string | undefined
  /** picture: its own, which covers the page; none: the usual frame */
  background?: 'picture' | 'none' | null | undefined
  /**
   * Background in place of the one before: a PNG or SVG among the files of the course, which
   * is copied
   */
  backgroundFile?: string | undefined
  /** own: HTML and CSS of its own, which replace the page; none: the usual page */
  template?: 'own' | 'none' | null | undefined
  /**
   * Template in place of the one before: HTML among the files of the course, which is copied
   * with the CSS of the same name and its pictures
   */
  templateFile?: string | undefined
}

/** A certificate is past its validity, and nobody has renewed it */
export type CertificateExpiredEvent = {
  /** The event; the same each time that it is delivered */
  id: string
  /** Its place among all events, without gaps, in the order of their commits */
  number: number
  /** A certificate is past its validity, and nobody has renewed it */
  type: 'certificate.expired'
  /** When it happened */
  timestamp: string
  /** Ids, numbers and amounts: ask the API for the rest */
  data: {
    /** The certificate */
    certificateId: string
    /** The account that it is about; null if that was erased before */
    userId: string | null
    /** The course */
    courseId: string
  }
}

/** A certificate was issued */
export type CertificateIssuedEvent = {
  /** The event; the same each time that it is delivered */
  id: string
  /** Its place among all events, without gaps, in the order of their commits */
  number: number
  /** A certificate was issued */
  type: 'certificate.issued'
  /** When it happened */
  timestamp: string
  /** Ids, numbers and amounts: ask the API for the rest */
  data: {
    /** The certificate */
    certificateId: string
    /** The account that it is about; null if that was erased before */
    userId: string | null
    /** The course */
    courseId: string
  }
}

/** Certificates, newest first */
export type CertificateList = {
  /** The items of this page */
  items: Array<Certificate>
  /** Pass it as `cursor` to get the next page; null on the last page */
  nextCursor: string | null
}

/** A certificate as it is printed */
export type CertificatePicture = {
  /** A PNG of 1,200 pixels in width, in the shape of the paper, as a data: URL */
  picture: string
}

/** A revoked certificate was reinstated */
export type CertificateReinstatedEvent = {
  /** The event; the same each time that it is delivered */
  id: string
  /** Its place among all events, without gaps, in the order of their commits */
  number: number
  /** A revoked certificate was reinstated */
  type: 'certificate.reinstated'
  /** When it happened */
  timestamp: string
  /** Ids, numbers and amounts: ask the API for the rest */
  data: {
    /** The certificate */
    certificateId: string
    /** The account that it is about; null if that was erased before */
    userId: string | null
    /** The course */
    courseId: string
  }
}

/** Many certificates that are replaced, or would be */
export type CertificateReissue = {
  /** The reissue */
  id: string
  /** Its course; null for chosen codes */
  courseId: string | null
  /** Why: the mails say it */
  reason: string
  /** Whether it changes nothing, and only says what it would do */
  dryRun: boolean
  /** running: its figures are not complete yet */
  status: 'running' | 'done'
  /** Certificates that are replaced, each with a mail to its owner */
  replaced: number
  /** Left: they say all of it already, or have a successor */
  unchanged: number
  /** Left: they are revoked */
  revoked: number
  /** Left: they have expired */
  expired: number
  /**
   * Left: their name is guessed. Once its owner confirms it, they are replaced by themselves
   */
  unconfirmed: number
  /** Left: the owner's name cannot be printed */
  unprintable: number
  /** Left: the account is erased, and nobody could be told */
  erased: number
  /** Left: they are your own. Only administrators in person replace theirs */
  own: number
  /** Left: something went wrong, which the log says */
  failed: number
  /** When it began */
  createdAt: string
  /** When it was done; null: not yet */
  finishedAt: string | null
}

/** A certificate was replaced by a new one */
export type CertificateReissuedEvent = {
  /** The event; the same each time that it is delivered */
  id: string
  /** Its place among all events, without gaps, in the order of their commits */
  number: number
  /** A certificate was replaced by a new one */
  type: 'certificate.reissued'
  /** When it happened */
  timestamp: string
  /** Ids, numbers and amounts: ask the API for the rest */
  data: {
    /** The certificate */
    certificateId: string
    /** The account that it is about; null if that was erased before */
    userId: string | null
    /** The course */
    courseId: string
    /** The certificate that it replaces */
    formerCertificateId: string
  }
}

/** A certificate was revoked */
export type CertificateRevokedEvent = {
  /** The event; the same each time that it is delivered */
  id: string
  /** Its place among all events, without gaps, in the order of their commits */
  number: number
  /** A certificate was revoked */
  type: 'certificate.revoked'
  /** When it happened */
  timestamp: string
  /** Ids, numbers and amounts: ask the API for the rest */
  data: {
    /** The certificate */
    certificateId: string
    /** The account that it is about; null if that was erased before */
    userId: string | null
    /** The course */
    courseId: string
  }
}

/** A change of a lesson */
export type Change = {
  /** Key of the lesson */
  key: string
  /** Its title now; of a removed one, before */
  title: string
  /**
   * moved: to a different place, or its section has a different title; renamed: continues the
   * lesson with the key `formerKey`; edited: title, text, minutes or preview; requires,
   * available, due: what it says about order and time
   */
  what: 'added' | 'removed' | 'moved' | 'renamed' | 'edited' | 'required' | 'optional' | 'type' | 'requires' | 'available' | 'due'
  /** Bytes of the Markdown before; null when added */
  sizeBefore: number | null
  /** Bytes of the Markdown after; null when removed */
  sizeAfter: number | null
  /** The key before, of a renamed lesson */
  formerKey?: string
}

/** The new email, and proof that it is you */
export type ChangeEmailOfUserInput = {
  /** Id of the user */
  userId: string
  /** The email from now on */
  newEmail: string
  /** Your password */
  password?: string | undefined
  /** Instead of the password: the 8 digits from the mail that me.requestSignInCode sends */
  code?: string | undefined
}

/** Your current password, and the new one */
export type ChangePasswordInput = {
  /** Your current password */
  currentPassword: string
  /** 8 to 256 characters, not only spaces, and not a common password; a sentence is fine */
  newPassword: string
}

/** A fact of a lesson or of a course that changed */
export type ChangedFact = {
  /** Its place in the lesson now; of what was removed, its place before */
  path: string
  /** The parts around it, from the outside in, counted from 1 */
  within: Array<{
    part: string
    number: number
  }>
  /** Its name; null: the innermost part as a whole. `right` is the right answer */
  field: string | null
  /**
   * added, removed: a part; moved: a part, from a number to another; replaced: a file has the
   * same path and other bytes
   */
  what: 'changed' | 'added' | 'removed' | 'moved' | 'replaced'
  /** Before: of a list, the entries that are gone; empty for nothing */
  from: Array<string>
  /** Now: of a list, the entries that are new; empty for nothing */
  to: Array<string>
  /** How a long text changed, word by word; `from` and `to` are empty then */
  words?: Array<{
    /** cut: a stretch of the text is left out here */
    is: 'kept' | 'added' | 'removed' | 'cut'
    /** The words; empty where some are left out */
    text: string
  }>
}

/** A course at its current price */
export type ChangedPrice = {
  /** The course */
  courseId: string
  /** Its title */
  title: string
  /** Its current price, before the discount */
  price: Money
  /** Discount from the coupon */
  discount: Money
}

/** The link of the first administrator */
export type ClaimSchoolInput = {
  /** What the link that the server printed has behind `token=` */
  token: string
}

/** A cohort with its courses */
export type Cohort = {
  /** Id of the cohort */
  id: string
  /** Name of the cohort, unlike that of any other */
  name: string
  /** When its members are enrolled; null for at once */
  startsAt: string | null
  /** The day of that in the school's time zone */
  startsOn: string | null
  /** When what comes with it ends; null for never */
  endsAt: string | null
  /** The last day of that in the school's time zone */
  endsOn: string | null
  /** When its members were enrolled; null before its start */
  begunAt: string | null
  /** When it was created */
  createdAt: string
  /** How many members it has */
  members: number
  /** How many people are invited, without an account yet */
  invited: number
  /** Its courses, in the order of their ids */
  courses: Array<{
    /** Id of the course */
    id: string
    /** Slug of the course */
    slug: string
    /** Title of the current version */
    title: string | null
  }>
}

/** Cohorts, newest first */
export type CohortList = {
  /** The items of this page */
  items: Array<CohortSummary>
  /** Pass it as `cursor` to get the next page; null on the last page */
  nextCursor: string | null
}

/** A member of a cohort */
export type CohortMember = {
  /** Id of the user */
  userId: string
  /** Email of the user */
  email: string
  /** Name of the user */
  name: string
  /** When the user was added */
  addedAt: string
}

/** Members of a cohort, in the order of their ids */
export type CohortMemberList = {
  /** The items of this page */
  items: Array<CohortMember>
  /** Pass it as `cursor` to get the next page; null on the last page */
  nextCursor: string | null
}

/** Learners who take courses together */
export type CohortSummary = {
  /** Id of the cohort */
  id: string
  /** Name of the cohort, unlike that of any other */
  name: string
  /** When its members are enrolled; null for at once */
  startsAt: string | null
  /** The day of that in the school's time zone */
  startsOn: string | null
  /** When what comes with it ends; null for never */
  endsAt: string | null
  /** The last day of that in the school's time zone */
  endsOn: string | null
  /** When its members were enrolled; null before its start */
  begunAt: string | null
  /** When it was created */
  createdAt: string
}

/** The two codes, which prove that both mailboxes are yours */
export type ConfirmEmailChangeInput = {
  /** The 8 digits mailed to the current email */
  oldCode: string
  /** The 8 digits mailed to the new email */
  newCode: string
}

/** The new passkey */
export type ConfirmPasskeyInput = {
  /** The ticket of the step before */
  ticket: string
  /** Tells it from your others */
  name: string
  /** What `navigator.credentials.create()` returned, as JSON */
  passkey: {
    /** In base64url */
    id: string
    /** In base64url */
    rawId: string
    type: 'public-key'
    response: {
      /** In base64url */
      clientDataJSON: string
      /** In base64url */
      attestationObject: string
    }
    clientExtensionResults?: Record<string, unknown> | undefined
  }
}

/** The first code of the app */
export type ConfirmTotpInput = {
  /** The ticket of the step before */
  ticket: string
  /** Tells it from your others */
  name: string
  /** What the app says */
  code: string
}

/** Whether a program may have a course */
export type Consent = {
  /** The program */
  programId: string
  /** Its readable id */
  slug: string
  /** What the owners of the course said last; null: nothing */
  allowed: boolean | null
  /** When they said it */
  decidedAt: string | null
  /** Whether the current version of the program has the course */
  isNamed: boolean
}

/** Programs that have the course, or that its owners spoke of, in the order of their ids */
export type ConsentList = {
  /** The items of this page */
  items: Array<Consent>
  /** Pass it as `cursor` to get the next page; null on the last page */
  nextCursor: string | null
}

/** A discount that people get by its code */
export type Coupon = {
  /** In upper case */
  code: string
  /** A percentage of the prices, or a fixed amount */
  takesOff: {
    /** Amount off in the currency's smallest unit: 500 USD is 5 dollars */
    amount: number
    /** ISO 4217 */
    currency: string
  } | {
    /** Percentage off */
    percent: number
  }
  /** From when on it is valid; null: from the beginning */
  validFrom: string | null
  /** The day of that in the school's time zone */
  firstDay: string | null
  /** The first instant at which it is no longer valid; null: for ever */
  validUntil: string | null
  /** Its last day in the school's time zone */
  lastDay: string | null
  /** How often it can be used in total; null: without a limit */
  maxUses: number | null
  /** How often each account can use it; null: without a limit */
  maxUsesPerUser: number | null
  /** How often it was used */
  uses: number
  /**
   * disabled: for good. used-up: all uses are taken. expired: no longer valid. scheduled: not
   * valid yet. active: none of these
   */
  status: 'active' | 'scheduled' | 'expired' | 'used-up' | 'disabled'
  /** When it was disabled */
  disabledAt: string | null
  /** When it was created */
  createdAt: string
  /** Slugs of the courses that it is for; none: for all */
  courses: Array<string>
}

/** When the coupon is valid */
export type CouponExpiredFacts = {
  /** When it starts to be valid; null if at once */
  validFrom: string | null
  /** When it ceases to be valid; null if never */
  validUntil: string | null
}

/** Coupons, newest first */
export type CouponList = {
  /** The items of this page */
  items: Array<CouponSummary>
  /** Pass it as `cursor` to get the next page; null on the last page */
  nextCursor: string | null
}

/** A coupon in a list */
export type CouponSummary = {
  /** In upper case */
  code: string
  /** A percentage of the prices, or a fixed amount */
  takesOff: {
    /** Amount off in the currency's smallest unit: 500 USD is 5 dollars */
    amount: number
    /** ISO 4217 */
    currency: string
  } | {
    /** Percentage off */
    percent: number
  }
  /** From when on it is valid; null: from the beginning */
  validFrom: string | null
  /** The day of that in the school's time zone */
  firstDay: string | null
  /** The first instant at which it is no longer valid; null: for ever */
  validUntil: string | null
  /** Its last day in the school's time zone */
  lastDay: string | null
  /** How often it can be used in total; null: without a limit */
  maxUses: number | null
  /** How often each account can use it; null: without a limit */
  maxUsesPerUser: number | null
  /** How often it was used */
  uses: number
  /**
   * disabled: for good. used-up: all uses are taken. expired: no longer valid. scheduled: not
   * valid yet. active: none of these
   */
  status: 'active' | 'scheduled' | 'expired' | 'used-up' | 'disabled'
  /** When it was disabled */
  disabledAt: string | null
  /** When it was created */
  createdAt: string
}

/** A course in the version you are enrolled in, otherwise in the current one */
export type Course = {
  /** The course */
  id: string
  /** Readable id, for links */
  slug: string
  /** program: its lessons are courses, which it opens */
  kind: 'course' | 'program'
  /** Title */
  title: string
  /** A few sentences about the course */
  summary: string
  /** What learners can do afterwards, a sentence each */
  outcomes: Array<string>
  /** Who it is for, a sentence each */
  audience: Array<string>
  /** What learners should know or have before they begin, a sentence each */
  needs: Array<string>
  /** Hours a week that learners should plan for; null if it does not say */
  hoursPerWeek: number | null
  /** Language of the lessons, BCP 47 */
  language: string
  /** License of the content, as its author states it; null when none is stated */
  license: string | null
  /** Where the content comes from and whom to credit; null when it is original */
  source: string | null
  /** Names of its authors */
  authors: Array<string>
  /** Subject areas */
  categories: Array<string>
  /** Keywords */
  tags: Array<string>
  /** Level of the learners it is for; null if it does not say */
  level: 'beginner' | 'intermediate' | 'advanced' | null
  /** Address of a picture that works for a few minutes; null without one */
  cover: string | null
  /**
   * Address of a film about the course, at https://: a video file, or a page of YouTube. Its
   * poster is the cover; null for none
   */
  film: string | null
  /** printed: its certificates say the grade; null: they do not */
  grade: 'printed' | null
  /**
   * sequence: each lesson opens once the required ones before it are completed; null: in any
   * order
   */
  order: 'sequence' | null
  /** Slugs of courses and programs to complete before one can enroll */
  requires: Array<string>
  /**
   * The day on which its lessons open to a learner, or days after their enrollment or after
   * their cohort began; null: at once
   */
  available: string | null
  /** The last day to complete it, in the same form; null: none */
  due: string | null
  /** How many months its certificates are valid; null: for ever */
  validFor: number | null
  /** Credits that completing it is worth, such as ECTS; null if it does not say */
  credits: number | null
  /**
   * Skills that it teaches: each a name and, in pointed brackets, the address of its entry in
   * a framework such as ESCO
   */
  skills: Array<string>
  /**
   * Of a program: how many of the courses that are not required have to be completed too;
   * null: none
   */
  choose: number | null
  price: Money
  /** Minutes that all its lessons take */
  minutes: number
  /** The number of its lessons */
  lessonCount: number
  /** Number of the published version */
  version: number
  /** true when you are enrolled; absent otherwise */
  enrolled?: boolean
  /** Those who work on it and agreed to be shown, a dozen at most */
  teachers: Array<Teacher>
  /** In the order to take them */
  sections: Array<{
    /** Title of the section */
    title: string
    /** The number of its lessons */
    lessonCount: number
    /** Minutes that all its lessons take */
    minutes: number
    /** In the order to take them; empty with `outline=sections` */
    lessons: Array<OutlineLesson>
  }>
  /** Present when you are enrolled */
  enrollment?: Enrollment
  /** true when you left the course, or your access to it ended; absent otherwise */
  wasEnrolled?: boolean
  /** Present when the course takes a limited number of learners, or only for a time */
  seats?: CourseSeats
}

/**
 * What one may do with a course. belong: leave it; readTerms, own: see its terms, and
 * change them, its members and its source; readContent: read its published lessons; read,
 * comment, write, review: see the draft and the versions, ask and answer about them, write
 * and publish them, and approve them; readGrades, grade: see what learners handed in, and
 * grade it; readLearners, teach, extend: see the learners, help them, and give them time;
 * readClass, manageClass: the same for all of them at once; readMoves: see who was moved to
 * a version; readQuestions: see how learners do at the questions of quizzes; answer: see
 * what learners ask about lessons, answer it, and hide it
 */
export type CourseAbility = 'belong' | 'readTerms' | 'readContent' | 'read' | 'write' | 'comment' | 'review' | 'own' | 'readGrades' | 'grade' | 'readLearners' | 'teach' | 'extend' | 'readClass' | 'manageClass' | 'readMoves' | 'readQuestions' | 'answer'

/** A learner completed a course for the first time */
export type CourseCompletedEvent = {
  /** The event; the same each time that it is delivered */
  id: string
  /** Its place among all events, without gaps, in the order of their commits */
  number: number
  /** A learner completed a course for the first time */
  type: 'course.completed'
  /** When it happened */
  timestamp: string
  /** Ids, numbers and amounts: ask the API for the rest */
  data: {
    /** The account that it is about */
    userId: string
    /** The course */
    courseId: string
    /** Version of the course */
    version: number
  }
}

/** A picture, video or file of a course */
export type CourseFile = {
  /** Path from the course's root: texts name the file by it */
  path: string
  /** SHA-256 of its bytes, hexadecimal */
  sha256: string
  /** Its size */
  bytes: number
  /** Its media type, decided by its bytes */
  type: string
  /** Where to get it, for at least five minutes; then read the list again */
  url: string
  /** When it came to this path */
  addedAt: string
}

/** How much a course can hold */
export type CourseFilesFullFacts = {
  /** Bytes of all files together */
  maxBytes: number
  /** Files of the library */
  maxFiles: number
}

/** The courses that are full */
export type CourseFullFacts = {
  /** The courses without a free seat */
  courseIds: Array<string>
}

/** A learner of a course, with the lessons of their version in order */
export type CourseLearnerPage = {
  /** The account of the learner */
  userId: string
  /** Email; null for members of the course unless the school shows it to teachers */
  email: string | null
  /** Name */
  name: string
  /** Number of the version that they take */
  version: number
  /**
   * active: to be completed. completed: completed, and still open. left: the learner left the
   * course. ended: by a refund, by its end date or by the school
   */
  status: 'active' | 'completed' | 'left' | 'ended'
  /**
   * Share of the required lessons that are completed, rounded down; 100 once you have
   * completed the course, whatever is added later
   */
  percent: number
  /** How many of the required lessons they have completed */
  completedLessons: number
  /** How many lessons their version requires */
  requiredLessons: number
  /** When the enrollment began */
  enrolledAt: string
  /** When access ends by itself; null for never */
  endsAt: string | null
  /** The last day of that in the school's time zone */
  endsOn: string | null
  /** Where they stopped: the first lesson that is left; null when none is */
  next: {
    /** Key of the lesson */
    lessonKey: string
    /** Its title */
    title: string
  } | null
  /** The cohort that the enrollment came with; null for none */
  cohort: {
    /** The cohort */
    id: string
    /** Its name */
    name: string
  } | null
  /** The last day, in their time zone, to complete it; null: none */
  dueOn: string | null
  /** Whether it is past `dueOn` and not completed */
  overdue: boolean
  /** The newest report of progress, to the minute; null before the first one */
  lastActivityAt: string | null
  /** When the last required lesson was completed for the first time; null until then */
  completedAt: string | null
  /**
   * Since when the course is taken again to renew its certificate: `percent` is that of this
   * time; null otherwise
   */
  renewingSince: string | null
  /** Their certificate; null until there is one */
  certificate: {
    /** URL of the PDF; anyone who has it can read the PDF */
    certificateUrl: string
    /** Unique code of the certificate */
    verificationCode: string
    /** The end of its last day in the school's time zone; null if it never expires */
    validUntil: string | null
    /** The last day of its validity, as the paper says; null if it never expires */
    lastDay: string | null
    /** Whether it is past `validUntil`; whoever renews it gets a new certificate */
    expired: boolean
    /** Whether it was revoked */
    status: 'issued' | 'revoked'
  } | null
  /** The learner's extensions, at most 100 */
  extensions: Array<Extension>
  /** The items of this page */
  items: Array<LearnersLesson>
  /** Pass it as `cursor` to get the next page; null on the last page */
  nextCursor: string | null
}

/** The courses to return to */
export type CourseLeftFacts = {
  /** The courses that you have left */
  courseIds: Array<string>
}

/** A course of a program: completing it completes this */
export type CourseLesson = {
  /** The lesson */
  id: string
  /** Stable within the course, from version to version */
  key: string
  /** Title of the lesson */
  title: string
  /** A course of a program */
  type: 'course'
  /** Minutes that the lesson takes */
  minutes: number
  /** Needed to complete the course */
  required: boolean
  /** Open to users who are not enrolled */
  preview: boolean
  /** The course of the lesson */
  courseId: string
  /** Markdown */
  content: string
  /** The lesson before it; null for the first */
  previous: NeighborLesson | null
  /** The lesson after it; null for the last */
  next: NeighborLesson | null
  /**
   * HTML in the Markdown: none: show it as text; basic: a small set of elements may be shown
   */
  html: 'none' | 'basic'
  /**
   * Whether learners ask about it, by `threads`. none: nobody does; named: they see who wrote
   * what; anonymous: only teachers do
   */
  lessonQuestions: 'none' | 'named' | 'anonymous'
  /** Keys of lessons of the course to complete before it opens to you */
  requires: Array<string>
  /** Files of the school that it shows, or links to */
  files: Array<FileOfLesson>
  /** Present once you have started the lesson */
  progress?: ReadLessonProgress
  course: CourseOfProgram
}

/** A course of a program: completing it completes this */
export type CourseLessonPreview = {
  /** The course */
  courseId: string
  /** Key of the lesson */
  key: string
  /** Title */
  title: string
  /** Minutes that the lesson takes */
  minutes: number
  /** Needed to complete the course */
  required: boolean
  /** Open to users who are not enrolled */
  preview: boolean
  /** Markdown, with links to lessons as they will be published */
  content: string
  /**
   * HTML in the Markdown: none: show it as text; basic: a small set of elements may be shown
   */
  html: 'none' | 'basic'
  /** Keys of lessons of the course to complete before it opens to you */
  requires: Array<string>
  /** Files of the school that it shows, or links to */
  files: Array<FileOfLesson>
  /** The lesson before; null for the first */
  previous: {
    /** Key of the lesson */
    key: string
    /** Title */
    title: string
  } | null
  /** The lesson after; null for the last */
  next: {
    /** Key of the lesson */
    key: string
    /** Title */
    title: string
  } | null
  /** A course of a program */
  type: 'course'
  /** The course; null as long as none is named */
  course: CourseOfProgram | null
}

/** Courses, in the order that was asked for */
export type CourseList = {
  /** The items of this page */
  items: Array<CourseSummary>
  /** Pass it as `cursor` to get the next page; null on the last page */
  nextCursor: string | null
}

/** The required lessons left */
export type CourseNotCompletedFacts = {
  /** The number of required lessons left */
  missing: number
  /** The first 20 of them, in the order of the course */
  lessons: Array<MissingLesson>
}

/** A course that a program is made of */
export type CourseOfProgram = {
  /** Slug of the course */
  slug: string
}

/** The purchase to refund */
export type CoursePaidForFacts = {
  /** The transaction that paid for it */
  transactionId: string
  /** Its line, from 1 */
  line: number
}

/** The price of the course; 0 for a free one */
export type CoursePrice = {
  /** Integer amount in the currency's smallest unit: 2900 USD is 29 dollars */
  amount: number
  /** ISO 4217 */
  currency: string
}

/** Your progress in a course */
export type CourseProgress = {
  /** The course */
  courseId: string
  /**
   * Share of the required lessons that are completed, rounded down; 100 once you have
   * completed the course, whatever is added later
   */
  percent: number
  /** The number of required lessons completed */
  completedLessons: number
  /** The number of required lessons; in a course without any, of all lessons */
  requiredLessons: number
  /** When the last required lesson was completed; never reset */
  completedAt: string | null
}

/** Your progress in a course, with lessons of your version in order */
export type CourseProgressPage = {
  /** The course */
  courseId: string
  /**
   * Share of the required lessons that are completed, rounded down; 100 once you have
   * completed the course, whatever is added later
   */
  percent: number
  /** The number of required lessons completed */
  completedLessons: number
  /** The number of required lessons; in a course without any, of all lessons */
  requiredLessons: number
  /** When the last required lesson was completed; never reset */
  completedAt: string | null
  /** The items of this page */
  items: Array<LessonState>
  /** Pass it as `cursor` to get the next page; null on the last page */
  nextCursor: string | null
}

/** A version of a course became the current one */
export type CoursePublishedEvent = {
  /** The event; the same each time that it is delivered */
  id: string
  /** Its place among all events, without gaps, in the order of their commits */
  number: number
  /** A version of a course became the current one */
  type: 'course.published'
  /** When it happened */
  timestamp: string
  /** Ids, numbers and amounts: ask the API for the rest */
  data: {
    /** The course */
    courseId: string
    /** Version of the course */
    version: number
  }
}

/** A course that is taken again */
export type CourseRenewal = {
  /** The course */
  courseId: string
  /** Number of the version that you take then */
  version: number
  /** Lessons whose progress and attempts are cleared */
  lessons: number
  /**
   * Until when the certificate that you have is valid; null: for ever, and the course is
   * renewed as part of a program
   */
  validUntil: string | null
  /** Since when you take the course again; null with `dryRun`, before that */
  renewingSince: string | null
}

/** A course, and how its learners do */
export type CourseReport = {
  /** All enrollments, also those that have ended */
  enrolled: number
  /** Those that are open to their learners now, completed or not */
  open: number
  /** Those with at least one report of progress */
  started: number
  /** Those in which the course was completed, also if they ended later */
  completed: number
  /** Share of `completed` in `enrolled`, to one decimal; 0 without enrollments */
  completionPercent: number
  /** Valid certificates of these learners; revoked ones do not count */
  certificates: number
  /**
   * Days from enrollment to completion, to one decimal: half of those who completed the
   * course took at most so long. Null if nobody has completed it
   */
  medianDays: number | null
  /** The course */
  courseId: string
  /** Readable id, for links */
  slug: string
  /** Title of the current version */
  title: string
}

/** Courses with their counts, the newest course first */
export type CourseReportList = {
  /** The items of this page */
  items: Array<CourseReport>
  /** Pass it as `cursor` to get the next page; null on the last page */
  nextCursor: string | null
}

/** Sales of a course in a period */
export type CourseSales = {
  /** Null for money that a payment provider took back and nobody has assigned */
  course: {
    /** The course */
    id: string
    /** Its slug */
    slug: string
    /** Its present title; null before it is published */
    title: string | null
  } | null
  /** One for each currency */
  totals: Array<SalesTotal>
}

/** Courses with sales in a period, in the order in which they were created */
export type CourseSalesList = {
  /** The items of this page */
  items: Array<CourseSales>
  /** Pass it as `cursor` to get the next page; null on the last page */
  nextCursor: string | null
}

/** How many learners a course takes, and when */
export type CourseSeats = {
  /** How many learners it takes; null for any number */
  total: number | null
  /** Seats that are free; null for any number */
  left: number | null
  /** From when on you can enroll; null for no limit */
  opensAt: string | null
  /** Until when you can enroll; null for no limit */
  closesAt: string | null
  /** The last day of that in the school's time zone */
  closesOn: string | null
}

/** Bytes of the files of a course, each counted once */
export type CourseSize = {
  /** Of all but videos and sounds */
  bytes: number
  /** Of videos and sounds */
  videoBytes: number
}

/** The git repository that a course comes from */
export type CourseSource = {
  /** Address of the repository: https, without user and password */
  url: string
  /** A branch; null for the repository's own default */
  branch: string | null
  /** Where the course lies in the repository; empty for its root */
  folder: string
  /** Format of the course; auto: detected from its files */
  format: 'auto' | 'lyceum' | 'mdbook' | 'huggingface' | 'exercism' | 'carpentries' | 'jupyterbook' | 'microsoft'
  /**
   * Outcome of new content. draft: a draft to review; publish: a version at once, or a draft
   * where the course requires a review
   */
  outcome: 'draft' | 'publish'
  /** Whether a credential is kept; it is never shown */
  hasCredential: boolean
  /** Where the host of the repository reports new commits */
  hookUrl: string
  /** The secret of these reports; shown once, when it is made, else null */
  hookSecret: string | null
  /** Whether a sync runs or waits */
  isSyncing: boolean
  /**
   * How the last sync ended. new: there was none; done: it brought content; unchanged: there
   * was nothing new; failed: see problems
   */
  status: 'new' | 'done' | 'unchanged' | 'failed'
  /** When the last sync ended */
  syncedAt: string | null
  /** The last commit that was read whole */
  commit: string | null
  /** Mistakes and warnings of the last sync; at most 100 */
  problems: Array<{
    /** Errors keep the content from coming in */
    severity: 'error' | 'warning'
    /** file:line; empty where it is about the repository as a whole */
    place: string
    /** The mistake, and how to mend it */
    message: string
  }>
  /** Result of that commit for the course */
  result: {
    /** Result for the content of that commit */
    outcome: 'draft' | 'published' | 'unchanged'
    /** Of the draft; null where a version was published */
    revision: number | null
    /** The current version; null before the first */
    version: number | null
  } | null
}

/** A course in the catalogue */
export type CourseSummary = {
  /** The course */
  id: string
  /** Readable id, for links */
  slug: string
  /** program: its lessons are courses, which it opens */
  kind: 'course' | 'program'
  /** Title */
  title: string
  /** A few sentences about the course */
  summary: string
  /** What learners can do afterwards, a sentence each */
  outcomes: Array<string>
  /** Who it is for, a sentence each */
  audience: Array<string>
  /** What learners should know or have before they begin, a sentence each */
  needs: Array<string>
  /** Hours a week that learners should plan for; null if it does not say */
  hoursPerWeek: number | null
  /** Language of the lessons, BCP 47 */
  language: string
  /** License of the content, as its author states it; null when none is stated */
  license: string | null
  /** Where the content comes from and whom to credit; null when it is original */
  source: string | null
  /** Names of its authors */
  authors: Array<string>
  /** Subject areas */
  categories: Array<string>
  /** Keywords */
  tags: Array<string>
  /** Level of the learners it is for; null if it does not say */
  level: 'beginner' | 'intermediate' | 'advanced' | null
  /** Address of a picture that works for a few minutes; null without one */
  cover: string | null
  /**
   * Address of a film about the course, at https://: a video file, or a page of YouTube. Its
   * poster is the cover; null for none
   */
  film: string | null
  /** printed: its certificates say the grade; null: they do not */
  grade: 'printed' | null
  /**
   * sequence: each lesson opens once the required ones before it are completed; null: in any
   * order
   */
  order: 'sequence' | null
  /** Slugs of courses and programs to complete before one can enroll */
  requires: Array<string>
  /**
   * The day on which its lessons open to a learner, or days after their enrollment or after
   * their cohort began; null: at once
   */
  available: string | null
  /** The last day to complete it, in the same form; null: none */
  due: string | null
  /** How many months its certificates are valid; null: for ever */
  validFor: number | null
  /** Credits that completing it is worth, such as ECTS; null if it does not say */
  credits: number | null
  /**
   * Skills that it teaches: each a name and, in pointed brackets, the address of its entry in
   * a framework such as ESCO
   */
  skills: Array<string>
  /**
   * Of a program: how many of the courses that are not required have to be completed too;
   * null: none
   */
  choose: number | null
  price: Money
  /** Minutes that all its lessons take */
  minutes: number
  /** The number of its lessons */
  lessonCount: number
  /** Number of the published version */
  version: number
  /** true when you are enrolled; absent otherwise */
  enrolled?: boolean
}

/** A new key, and proof that it is you: your password or a mailed code */
export type CreateApiKeyInput = {
  /** Its purpose */
  name: string
  /** The operations that it opens, by groups. `x:write` needs `x:read`, if it exists */
  scopes: Array<ApiKeyScope>
  /** For the scopes of `authoring`, `grades` and `learners` alone, and required for them */
  courseIds?: Array<string> | undefined
  /**
   * When it ends by itself, an instant or the last day of it for the school, at most a year
   * from now. Default: in 90 days
   */
  expiresAt?: string | undefined
  /** Your password */
  password?: string | undefined
  /** Instead of the password: the 8 digits from the mail that me.requestSignInCode sends */
  code?: string | undefined
}

/** Many enrollments at once */
export type CreateBulkEnrollmentInput = {
  /** Slug or id of the course of rows that name none */
  course?: string | undefined
  /** Where the days of `endsAt` end (IANA). Default: where the school is */
  timeZone?: string | undefined
  /** Why the course's requirements are waived */
  waive?: string | undefined
  /** Whom to enroll, 10000 at most */
  rows: Array<BulkEnrollmentInputRow>
}

/** A new cohort */
export type CreateCohortInput = {
  /** Name of the cohort, unlike that of any other */
  name: string
  /**
   * When its members are enrolled, an instant or the beginning of a day in the school's time
   * zone; null for at once
   *
   * Default: null.
   */
  startsAt?: string | null | undefined
  /**
   * When the enrollments end that come with it, an instant or the last day of them in the
   * school's time zone; null for never
   *
   * Default: null.
   */
  endsAt?: string | null | undefined
}

/** A coupon for a percentage or a fixed amount off */
export type CreateCouponInput = {
  /** Code of the coupon; case is ignored, and so is what stands around it */
  code: string
  /** A percentage of the prices, or a fixed amount */
  takesOff: {
    /** Amount off in the currency's smallest unit: 500 USD is 5 dollars */
    amount: number
    /** ISO 4217 */
    currency: string
  } | {
    /** Percentage off */
    percent: number
  }
  /**
   * Ids or slugs of the courses that it is for; none: for all
   *
   * Default: [].
   */
  courses?: Array<string> | undefined
  /**
   * From when on it is valid, an instant or the beginning of a day of the school; null: from
   * the beginning
   *
   * Default: null.
   */
  validFrom?: string | null | undefined
  /**
   * The first instant at which it is no longer valid, or its last day, one of the school;
   * null: for ever
   *
   * Default: null.
   */
  validUntil?: string | null | undefined
  /**
   * How often it can be used in total; null: without a limit
   *
   * Default: null.
   */
  maxUses?: number | null | undefined
  /**
   * How often each account can use it; null: without a limit
   *
   * Default: null.
   */
  maxUsesPerUser?: number | null | undefined
}

/** A new course */
export type CreateCourseInput = {
  /** Readable id, for links: lower-case letters, digits and single dashes */
  slug: string
  /**
   * program: a course whose lessons are courses
   *
   * Default: "course".
   */
  kind?: 'course' | 'program' | undefined
  /** Title */
  title: string
  /** A few sentences about the course */
  summary: string
  /** What learners can do afterwards, a sentence each */
  outcomes?: Array<string> | undefined
  /** Who it is for, a sentence each */
  audience?: Array<string> | undefined
  /** What learners should know or have before they begin, a sentence each */
  needs?: Array<string> | undefined
  /** Hours a week that learners should plan for; null if it does not say */
  hoursPerWeek?: number | null | undefined
  /** Language of the lessons, BCP 47 */
  language: string
  /** License of the content; null for none */
  license?: string | null | undefined
  /** Where the content comes from; null when it is original */
  source?: string | null | undefined
  /** Names of its authors */
  authors?: Array<string> | undefined
  /** Subject areas */
  categories?: Array<string> | undefined
  /** Keywords */
  tags?: Array<string> | undefined
  /** Level of the learners it is for; null if it does not say */
  level?: 'beginner' | 'intermediate' | 'advanced' | null | undefined
  /** Path of a PNG, JPEG or WebP of the course; null for none */
  cover?: string | null | undefined
  /**
   * Address of a film about the course, at https://: a video file, or a page of YouTube. Its
   * poster is the cover; null for none
   */
  film?: string | null | undefined
  /** printed: its certificates say the grade; null: they do not */
  grade?: 'printed' | null | undefined
  /**
   * sequence: each lesson opens once the required ones before it are completed; null: in any
   * order
   */
  order?: 'sequence' | null | undefined
  /** Slugs of courses and programs to complete before one can enroll */
  requires?: Array<string> | undefined
  /**
   * The day on which its lessons open to a learner, or days after their enrollment or after
   * their cohort began; null: at once
   */
  available?: string | null | undefined
  /** The last day to complete it, in the same form; null: none */
  due?: string | null | undefined
  /** How many months its certificates are valid; null: for ever */
  validFor?: number | null | undefined
  /** Credits that completing it is worth, such as ECTS; null if it does not say */
  credits?: number | null | undefined
  /**
   * Skills that it teaches: each a name and, in pointed brackets, the address of its entry in
   * a framework such as ESCO
   */
  skills?: Array<string> | undefined
  /**
   * Of a program: how many of the courses that are not required have to be completed too;
   * null: none
   */
  choose?: number | null | undefined
  price: CoursePrice
  /** Email of the owner, a verified account; default: you */
  ownerEmail?: string | undefined
  /** Your password */
  password?: string | undefined
  /** Instead of the password: the 8 digits from the mail that me.requestSignInCode sends */
  code?: string | undefined
}

/** The person to invite */
export type CreateInvitationInput = {
  /**
   * Email address. Case, full-width letters, and what stands around it are ignored; a domain
   * is the same in letters and in Punycode
   */
  email: string
  /**
   * Language of the mail
   *
   * Default: "en".
   */
  language?: 'en' | 'de' | undefined
}

/** A new lesson */
export type CreateLessonInput = {
  /** The course */
  courseId: string
  /** The revision that you read, and change */
  revision: number
  /** The identity of the lesson for ever: the progress of learners is kept by it */
  key: string
  /** Title; of a course of a program, by default its own */
  title?: string | undefined
  /** Index of its section, from 0; otherwise the last */
  section?: number | undefined
  /** Keys that it had before; progress under them counts for it */
  formerKeys?: Array<string> | undefined
  /**
   * text: to read; video: to watch; file: to read or download; link: an outside page; quiz:
   * to pass, graded by itself; assignment: to hand in, graded by a person; course: a course
   * of a program
   *
   * Default: "text".
   */
  type?: 'text' | 'video' | 'file' | 'link' | 'quiz' | 'assignment' | 'course' | undefined
  /** Minutes that the lesson takes; default: 5, of a course of a program all of its own */
  minutes?: number | undefined
  /**
   * Needed to complete the course
   *
   * Default: true.
   */
  required?: boolean | undefined
  /**
   * Open to users who are not enrolled
   *
   * Default: false.
   */
  preview?: boolean | undefined
  /**
   * Markdown. `key.md` links to the lesson with this key, `key.md#part` into it
   *
   * Default: "".
   */
  content?: string | undefined
  /** Of a lesson of type `video` */
  video?: DraftVideoInput | null | undefined
  /** Of a lesson of type `file`, which needs it */
  file?: DraftFile | undefined
  /** Of a lesson of type `link`, which needs it */
  link?: DraftLink | undefined
  /** Of a lesson of type `quiz`, which needs it */
  quiz?: DraftQuizInput | undefined
  /** Of a lesson of type `assignment`, which needs it */
  assignment?: DraftAssignmentInput | undefined
  /** Of a lesson of type `course`, which needs it */
  course?: DraftCourseOfProgram | undefined
  /** Keys of lessons to complete before it opens to a learner */
  requires?: Array<string> | undefined
  /**
   * When it opens: a day, or like `7 days after enrollment` or `after cohort`; null: at once
   */
  available?: string | null | undefined
  /**
   * By the end of which day it should be completed: a day, or like `7 days after enrollment`
   * or `after cohort`; null: none
   */
  due?: string | null | undefined
}

/** Whom to move, and where to */
export type CreateMoveInput = {
  /** The course */
  courseId: string
  /** The version to move to; an older one is allowed as well */
  to: number
  /**
   * all: every learner; not-started: those who have not reported anything; nothing-lost:
   * those whose percentage does not fall; chosen: those in `userIds`
   */
  policy: 'all' | 'not-started' | 'nothing-lost' | 'chosen'
  /** The learners to move, with the policy `chosen` */
  userIds?: Array<string> | undefined
  /**
   * true shows the impact and moves nobody
   *
   * Default: false.
   */
  dryRun?: boolean | undefined
}

/** The courses to buy or enroll in */
export type CreateTransactionInput = {
  /** The courses to buy or enroll in; defaults to the content of your cart */
  courseIds?: Array<string> | undefined
  /** Coupon code; without it, a purchase of your cart has the coupon of the cart */
  couponCode?: string | undefined
  /**
   * The version of the terms that you accept: `terms.version` of GET /api/v1/config. Needed
   * where the school has terms, unless you have accepted this version before
   */
  acceptedTerms?: string | undefined
  /**
   * The page to which the payment provider sends the learner back, with
   * ?transaction=ID&checkout=done (or canceled); one of `checkout.returnUrls` of the config
   */
  returnUrl?: string | undefined
  /**
   * The total that you showed the learner. A higher total is refused with PriceChanged; a
   * lower one is charged as it is
   */
  expectedTotal?: {
    /** Integer amount in the currency's smallest unit: 2900 USD is 29 dollars */
    amount: number
    /** ISO 4217 */
    currency: string
  } | undefined
}

/** Whom to create an account for */
export type CreateUserInput = {
  /** Email of the person, who gets a code there */
  email: string
  /** Name as printed on certificates: one line with at least one letter or digit */
  name: string
  /**
   * Language of the mails to the account
   *
   * Default: "en".
   */
  language?: 'en' | 'de' | undefined
}

/** A new webhook */
export type CreateWebhookInput = {
  /** Where events are sent: https, without user, password and fragment */
  url: string
  /** For people: what it is for */
  description?: string | undefined
  /** The types of events that it gets; null for all, those of later releases too */
  types?: Array<'user.registered' | 'user.verified' | 'user.suspended' | 'user.reinstated' | 'user.erased' | 'enrollment.started' | 'enrollment.ended' | 'enrollment.moved' | 'attempt.submitted' | 'submission.received' | 'submission.graded' | 'lesson.passed' | 'lesson.completed' | 'course.completed' | 'program.completed' | 'transaction.paid' | 'transaction.fulfilled' | 'transaction.refunded' | 'transaction.disputed' | 'certificate.issued' | 'certificate.reissued' | 'certificate.revoked' | 'certificate.reinstated' | 'certificate.expired' | 'course.published'> | null | undefined
  /** Your password */
  password?: string | undefined
  /** Instead of the password: the 8 digits from the mail that me.requestSignInCode sends */
  code?: string | undefined
}

/** A move that begins, or its dry run */
export type CreatedMove = {
  /** The move that begins; null for a dry run */
  move: Move | null
  /** With `dryRun`: who would be hit, and how */
  impact: Impact | null
}

/** A currency, and how its amounts are written */
export type Currency = {
  /** ISO 4217 */
  code: string
  /**
   * Digits after the decimal point: an `amount` counts units of 10 to the minus `exponent`
   */
  exponent: number
}

/** Whether a program may have the course */
export type DecideConsentInput = {
  /** The course */
  courseId: string
  /** The program */
  programId: string
  /** Whether the program may have the course, for everyone whom the program takes */
  allowed: boolean
}

/** A post to hide or to show */
export type DecidePostInput = {
  /** The course */
  courseId: string
  /** The question or answer */
  postId: string
  /** false shows it again, and settles what was reported */
  hidden: boolean
  /** Why; its author is told */
  reason: string
}

/** The announcement that is gone */
export type DeletedAnnouncement = {
  /** Id of the announcement */
  id: string
}

/** A cohort that was deleted */
export type DeletedCohort = {
  /** Id of the cohort */
  id: string
  /** Name of the cohort, unlike that of any other */
  name: string
  /** When its members are enrolled; null for at once */
  startsAt: string | null
  /** The day of that in the school's time zone */
  startsOn: string | null
  /** When what comes with it ends; null for never */
  endsAt: string | null
  /** The last day of that in the school's time zone */
  endsOn: string | null
  /** When its members were enrolled; null before its start */
  begunAt: string | null
  /** When it was created */
  createdAt: string
  /**
   * When it was deleted. From then on it is in no list, and its name is free; a job takes it
   * off its members, enrollments and invitations one after another, so they may name it a
   * while yet
   */
  deletedAt: string
}

/** A course that is gone */
export type DeletedCourse = {
  /** The course */
  id: string
  /** Its slug, which is free again */
  slug: string
}

/** The note that is gone */
export type DeletedNote = {
  /** The note: a UUID that you make */
  id: string
}

/** A webhook that is gone */
export type DeletedWebhook = {
  /** It is gone, with its deliveries */
  deleted: true
}

/** An event on its way to a webhook */
export type Delivery = {
  /** The event: `webhook-id` */
  eventId: string
  /** Type of the event */
  type: string
  /** Number of the event */
  number: number
  /** waiting: for its first attempt or the next; failed: it is not tried any more */
  status: 'waiting' | 'delivered' | 'failed'
  /** Attempts so far, or since it was sent again */
  attempts: number
  /** When the next attempt is due; null unless it waits */
  dueAt: string | null
  /** When the last attempt was made */
  attemptedAt: string | null
  /** HTTP status of the answer; null where none came */
  answerStatus: number | null
  /** The first 1,024 bytes of the answer */
  answer: string | null
  /** Why no answer came; null where one did */
  failure: 'bad-url' | 'inner-address' | 'unknown-host' | 'refused' | 'certificate' | 'timed-out' | 'broken-off' | 'keys-lost' | 'event-gone' | null
  /** How long the attempt took */
  milliseconds: number | null
  /** When the event was handed to the webhook, or last replayed */
  createdAt: string
}

/** Deliveries of the last 30 days, newest first */
export type DeliveryList = {
  /** The items of this page */
  items: Array<Delivery>
  /** Pass it as `cursor` to get the next page; null on the last page */
  nextCursor: string | null
}

/** The next version of a course, until it is published */
export type Draft = {
  /** The course */
  courseId: string
  /** Rises with every change of the draft or of one of its lessons */
  revision: number
  /** False: nothing is written yet, this is the current version. Writing opens a draft */
  isOpen: boolean
  /** The version that it changes; null for a new course */
  baseVersion: number | null
  /** Title */
  title: string
  /** A few sentences about the course */
  summary: string
  /** What learners can do afterwards, a sentence each */
  outcomes: Array<string>
  /** Who it is for, a sentence each */
  audience: Array<string>
  /** What learners should know or have before they begin, a sentence each */
  needs: Array<string>
  /** Hours a week that learners should plan for; null if it does not say */
  hoursPerWeek: number | null
  /** BCP 47 */
  language: string
  /** License of the content; null when none is stated */
  license: string | null
  /** Where the content comes from and whom to credit; null when it is original */
  source: string | null
  /** Names of its authors */
  authors: Array<string>
  /** Subject areas */
  categories: Array<string>
  /** Keywords */
  tags: Array<string>
  /** Level of the learners it is for; null if it does not say */
  level: 'beginner' | 'intermediate' | 'advanced' | null
  /** Path of its cover; null without one */
  cover: string | null
  /**
   * Address of a film about the course, at https://: a video file, or a page of YouTube. Its
   * poster is the cover; null for none
   */
  film: string | null
  /** printed: its certificates say the grade; null: they do not */
  grade: 'printed' | null
  /**
   * sequence: each lesson opens once the required ones before it are completed; null: in any
   * order
   */
  order: 'sequence' | null
  /** Slugs of courses and programs to complete before one can enroll */
  requires: Array<string>
  /**
   * The day on which its lessons open to a learner, or days after their enrollment or after
   * their cohort began; null: at once
   */
  available: string | null
  /** The last day to complete it, in the same form; null: none */
  due: string | null
  /** How many months its certificates are valid; null: for ever */
  validFor: number | null
  /** Credits that completing it is worth, such as ECTS; null if it does not say */
  credits: number | null
  /**
   * Skills that it teaches: each a name and, in pointed brackets, the address of its entry in
   * a framework such as ESCO
   */
  skills: Array<string>
  /**
   * Of a program: how many of the courses that are not required have to be completed too;
   * null: none
   */
  choose: number | null
  /** In the order to take them */
  sections: Array<{
    /** Title */
    title: string
    /** In the order to take them */
    lessons: Array<DraftLessonSummary>
  }>
  /** Voided by every change */
  review: {
    /** When a review of this revision was requested */
    requestedAt: string | null
    /** When this revision was approved */
    approvedAt: string | null
  }
  /** When it was changed last; null if no draft is open */
  changedAt: string | null
}

/** What is to be handed in, and how it counts */
export type DraftAssignment = {
  /** The share of the points that passes */
  passPercent: number
  /** How often it may be tried; null: as often as one likes */
  attempts: number | null
  /** How much it counts in the grade of the course; 0: not at all */
  weight: number
  /** The most points */
  points: number
  /** What is graded one by one; empty: points as a whole */
  rubric: Array<RubricCriterion>
  /** When it is due; null: never */
  dueAt: string | null
  /** Whether it can be handed in after it was due */
  takesLate: boolean
  /** Whether a text may be handed in */
  text: boolean
  /** How many files may be handed in */
  files: number
  /** Media types that they may have; empty: any */
  fileTypes: Array<string>
}

/** What is to be handed in, and how it counts */
export type DraftAssignmentInput = {
  /**
   * The share of the points that passes: exactly as much passes as well
   *
   * Default: 80.
   */
  passPercent?: number | undefined
  /**
   * How often it may be tried; null: as often as one likes
   *
   * Default: null.
   */
  attempts?: number | null | undefined
  /**
   * How much it counts in the grade of the course, beside others; 0: not at all
   *
   * Default: 1.
   */
  weight?: number | undefined
  /**
   * The most points; with a rubric, what that gives
   *
   * Default: 100.
   */
  points?: number | undefined
  /**
   * What is graded one by one; empty: points as a whole
   *
   * Default: [].
   */
  rubric?: Array<RubricCriterion> | undefined
  /**
   * When it is due; null: never
   *
   * Default: null.
   */
  dueAt?: string | null | undefined
  /**
   * Whether it can be handed in after it was due
   *
   * Default: true.
   */
  takesLate?: boolean | undefined
  /**
   * Whether a text may be handed in
   *
   * Default: true.
   */
  text?: boolean | undefined
  /**
   * How many files may be handed in with it
   *
   * Default: 5.
   */
  files?: number | undefined
  /**
   * Media types that its files may have; empty: any
   *
   * Default: [].
   */
  fileTypes?: Array<string> | undefined
}

/** A lesson whose learner hands something in */
export type DraftAssignmentLesson = {
  /** Key of the lesson */
  key: string
  /** Keys that it had before; progress under them counts for it */
  formerKeys: Array<string>
  /** Title */
  title: string
  /** To hand in */
  type: 'assignment'
  /** Minutes that the lesson takes */
  minutes: number
  /** Needed to complete the course */
  required: boolean
  /** Open to users who are not enrolled */
  preview: boolean
  /** The revision that changed it last: send it to change it */
  revision: number
  /** Index of its section, from 0 */
  section: number
  /** Markdown */
  content: string
  /** Keys of lessons to complete before it opens */
  requires: Array<string>
  /**
   * When it opens: a day, or like `7 days after enrollment` or `after cohort`; null: at once
   */
  available: string | null
  /**
   * By the end of which day it is due: a day, or like `7 days after enrollment` or `after
   * cohort`; null: none
   */
  due: string | null
  /** The revision of the draft as a whole */
  draftRevision: number
  /** The assignment; null: none is written yet */
  assignment: DraftAssignment | null
}

/** The revision to read again */
export type DraftChangedFacts = {
  /** The current revision */
  revision: number
}

/** What somebody asks about a draft */
export type DraftComment = {
  /** The comment */
  id: string
  /** What is asked, or the answer */
  text: string
  /** Who wrote it; null once the account is erased */
  author: {
    /** The user */
    id: string
    /** Name */
    name: string
  } | null
  /** When it was written */
  createdAt: string
  /** Key of the lesson; null: the whole course */
  key: string | null
  /** The field that it is about, as in `facts`; null: none */
  path: string | null
  /** The words that it is about; null: none */
  quote: string | null
  /** When it was settled; null: it is open */
  resolvedAt: string | null
  /** Who settled it; null: nobody, or the account is erased */
  resolvedBy: {
    /** The user */
    id: string
    /** Name */
    name: string
  } | null
  /** The oldest first; the first 100 */
  answers: Array<{
    /** The comment */
    id: string
    /** What is asked, or the answer */
    text: string
    /** Who wrote it; null once the account is erased */
    author: {
      /** The user */
      id: string
      /** Name */
      name: string
    } | null
    /** When it was written */
    createdAt: string
  }>
}

/** What you ask about a draft */
export type DraftCommentInput = {
  /** The course */
  courseId: string
  /** The comment that it answers, whose place is its own */
  answerTo?: string | undefined
  /** The lesson; absent: the whole course */
  key?: string | undefined
  /** The field that it is about, as in `facts` */
  path?: string | undefined
  /** The words that it is about */
  quote?: string | undefined
  /** What is asked, or the answer */
  text: string
}

/** What is asked about a draft, newest first */
export type DraftCommentList = {
  /** The items of this page */
  items: Array<DraftComment>
  /** Pass it as `cursor` to get the next page; null on the last page */
  nextCursor: string | null
}

/** A course of a program: completing it completes this */
export type DraftCourseLesson = {
  /** Key of the lesson */
  key: string
  /** Keys that it had before; progress under them counts for it */
  formerKeys: Array<string>
  /** Title */
  title: string
  /** A course of a program */
  type: 'course'
  /** Minutes that the lesson takes */
  minutes: number
  /** Needed to complete the course */
  required: boolean
  /** Open to users who are not enrolled */
  preview: boolean
  /** The revision that changed it last: send it to change it */
  revision: number
  /** Index of its section, from 0 */
  section: number
  /** Markdown */
  content: string
  /** Keys of lessons to complete before it opens */
  requires: Array<string>
  /**
   * When it opens: a day, or like `7 days after enrollment` or `after cohort`; null: at once
   */
  available: string | null
  /**
   * By the end of which day it is due: a day, or like `7 days after enrollment` or `after
   * cohort`; null: none
   */
  due: string | null
  /** The revision of the draft as a whole */
  draftRevision: number
  /** The course; null: none is named yet */
  course: DraftCourseOfProgram | null
}

/** A course that a program is made of */
export type DraftCourseOfProgram = {
  /** Slug of the course */
  slug: string
}

/** A file of the course to read or to download */
export type DraftFile = {
  /** Path from the course's root, with /: texts name the file by it */
  file: string
}

/** A file to read or to download */
export type DraftFileLesson = {
  /** Key of the lesson */
  key: string
  /** Keys that it had before; progress under them counts for it */
  formerKeys: Array<string>
  /** Title */
  title: string
  /** To read or to download */
  type: 'file'
  /** Minutes that the lesson takes */
  minutes: number
  /** Needed to complete the course */
  required: boolean
  /** Open to users who are not enrolled */
  preview: boolean
  /** The revision that changed it last: send it to change it */
  revision: number
  /** Index of its section, from 0 */
  section: number
  /** Markdown */
  content: string
  /** Keys of lessons to complete before it opens */
  requires: Array<string>
  /**
   * When it opens: a day, or like `7 days after enrollment` or `after cohort`; null: at once
   */
  available: string | null
  /**
   * By the end of which day it is due: a day, or like `7 days after enrollment` or `after
   * cohort`; null: none
   */
  due: string | null
  /** The revision of the draft as a whole */
  draftRevision: number
  /** The file; null: none is named yet */
  file: DraftFile | null
}

/** What publishing a draft changes, and its effect on learners */
export type DraftImpact = {
  /**
   * terms: only catalogue data changes; minor: nothing that counts for progress changes;
   * major: lessons come, go, or count differently
   */
  kind: 'none' | 'terms' | 'minor' | 'major'
  /** Removed lessons, then the others in the order of the course; the first 200 */
  changes: Array<Change>
  /** The number of all changes */
  changeCount: number
  /** Learners by their state today */
  learners: {
    /** Enrolled learners whom it could reach, on any version but the target */
    total: number
    /** Those of them who completed the course */
    completed: number
    /** Those who began, and have not completed it */
    inProgress: number
    /** Those who have not begun */
    notStarted: number
    /**
     * All whom it reaches at once if it is a correction and published with `reach: 'everyone'`:
     * those on versions that differ in nothing that counts
     */
    correctable: number
  }
  /** The effect on those who are moved */
  ifMoved: {
    /** Learners whom the policy moves; without a policy, all */
    moved: number
    /** Learners whom it leaves on their version */
    left: number
    /** How many learners lose how much, the least first */
    percentFalls: Array<{
      /** Percentage points */
      by: number
      /** The number of learners */
      learners: number
    }>
    /** Learners who would complete the course by being moved */
    completeAtOnce: number
    /**
     * Learners who have a lesson open today that the target would lock to them. What they
     * opened or did stays open
     */
    locked: number
    /**
     * Lessons that the target does not have and learners completed; the 100 of the most
     * learners
     */
    lessonsLost: Array<{
      /** Key of the lesson */
      key: string
      /** Learners who completed it */
      learners: number
    }>
    /** The number of all such lessons */
    lessonsLostCount: number
  }
  /** The first 100 */
  problems: Array<DraftProblem>
  /** The number of all problems */
  problemCount: number
  /**
   * What changed, as people say it: in the course itself, then in the lessons that stay, in
   * their order; the first 500 facts
   */
  facts: Array<LessonFacts>
}

/** A lesson of a draft with its text */
export type DraftLesson = DraftAssignmentLesson | DraftCourseLesson | DraftFileLesson | DraftLinkLesson | DraftQuizLesson | DraftTextLesson | DraftVideoLesson

/** A lesson of a draft, without its text */
export type DraftLessonSummary = {
  /** Key of the lesson */
  key: string
  /** Keys that it had before; progress under them counts for it */
  formerKeys: Array<string>
  /** Title */
  title: string
  /**
   * text: to read; video: to watch; file: to read or download; link: an outside page; quiz:
   * to pass, graded by itself; assignment: to hand in, graded by a person; course: a course
   * of a program
   */
  type: 'text' | 'video' | 'file' | 'link' | 'quiz' | 'assignment' | 'course'
  /** Minutes that the lesson takes */
  minutes: number
  /** Needed to complete the course */
  required: boolean
  /** Open to users who are not enrolled */
  preview: boolean
  /** The revision that changed it last: send it to change it */
  revision: number
}

/** An outside page */
export type DraftLink = {
  /** An address elsewhere */
  url: string
}

/** An outside page */
export type DraftLinkLesson = {
  /** Key of the lesson */
  key: string
  /** Keys that it had before; progress under them counts for it */
  formerKeys: Array<string>
  /** Title */
  title: string
  /** An outside page */
  type: 'link'
  /** Minutes that the lesson takes */
  minutes: number
  /** Needed to complete the course */
  required: boolean
  /** Open to users who are not enrolled */
  preview: boolean
  /** The revision that changed it last: send it to change it */
  revision: number
  /** Index of its section, from 0 */
  section: number
  /** Markdown */
  content: string
  /** Keys of lessons to complete before it opens */
  requires: Array<string>
  /**
   * When it opens: a day, or like `7 days after enrollment` or `after cohort`; null: at once
   */
  available: string | null
  /**
   * By the end of which day it is due: a day, or like `7 days after enrollment` or `after
   * cohort`; null: none
   */
  due: string | null
  /** The revision of the draft as a whole */
  draftRevision: number
  /** The page; null: none is named yet */
  link: DraftLink | null
}

/** A problem of a draft */
export type DraftProblem = {
  /** An error prevents publishing */
  severity: 'error' | 'warning'
  /** The place at fault */
  path: string
  /** The rule that it breaks; null: `message` tells */
  code: 'required' | 'type' | 'enum' | 'minLength' | 'maxLength' | 'minItems' | 'maxItems' | 'minimum' | 'maximum' | 'email' | 'url' | 'date' | 'weakPassword' | 'taxNumber' | 'maxLines' | 'ambiguous' | 'noRightAnswer' | 'severalRight' | 'repeated' | 'reversed' | 'questionKeyTaken' | 'differentPoints' | 'tooManyAsked' | 'nothingTaken' | 'noPoints' | 'noLessons' | 'noCourses' | 'emptySection' | 'noneRequired' | 'noText' | 'noFile' | 'coverType' | 'keyTaken' | 'sameTitle' | 'notForCourses' | 'notForPrograms' | 'tooManyCourses' | 'tooFewToChoose' | 'unknownCourse' | 'unusableCourse' | 'courseTwice' | 'noConsent' | 'requiresUnknown' | 'circle' | 'dueBeforeOpen' | 'dueTwice' | 'unsafeLink' | 'include' | 'noLesson' | 'unprintable' | null
  /** The number in the rule; null without one */
  limit: number | null
  /** What is named there: a file, a link, a lesson, a course; null for nothing */
  name: string | null
  /** The line in a text, from 1; null elsewhere */
  line: number | null
  /** The problem, and what to do */
  message: string
}

/** The problems of a draft */
export type DraftProblems = {
  /** The revision of the draft as a whole */
  revision: number
  /** Errors first; the first 200 */
  items: Array<DraftProblem>
  /** The number of all problems */
  count: number
}

/** A quiz with its questions and their right answers */
export type DraftQuiz = {
  /** The share of the points that passes */
  passPercent: number
  /** How often it may be tried; null: as often as one likes */
  attempts: number | null
  /** How much it counts in the grade of the course; 0: not at all */
  weight: number
  /** Minutes from the end of an attempt to the next start */
  cooldownMinutes: number
  /** Minutes that an attempt lasts; null: any */
  timeLimitMinutes: number | null
  /**
   * What is shown of a graded attempt: never: whether it passed; score: the points as well;
   * after-pass, after-last-attempt: from then on also each right answer and its explanation
   */
  reveals: 'never' | 'score' | 'after-pass' | 'after-last-attempt'
  /** Whether questions and options come in another order each time */
  shuffles: boolean
  /** In the order of an attempt */
  pools: Array<{
    /** Title; null for none */
    title: string | null
    /**
     * How many of its questions an attempt has, those first that its learner has not seen;
     * null: all
     */
    take: number | null
    /** Its questions */
    questions: Array<Question>
  }>
}

/** A quiz with its questions and their right answers */
export type DraftQuizInput = {
  /**
   * The share of the points that passes: exactly as much passes as well
   *
   * Default: 80.
   */
  passPercent?: number | undefined
  /**
   * How often it may be tried; null: as often as one likes
   *
   * Default: null.
   */
  attempts?: number | null | undefined
  /**
   * How much it counts in the grade of the course, beside others; 0: not at all
   *
   * Default: 1.
   */
  weight?: number | undefined
  /**
   * Minutes from the end of an attempt to the next start
   *
   * Default: 0.
   */
  cooldownMinutes?: number | undefined
  /**
   * Minutes from the start to the end of an attempt; null: as long as one likes
   *
   * Default: null.
   */
  timeLimitMinutes?: number | null | undefined
  /**
   * What is shown of a graded attempt: never: whether it passed; score: the points as well;
   * after-pass, after-last-attempt: from then on also each right answer and its explanation
   *
   * Default: "score".
   */
  reveals?: 'never' | 'score' | 'after-pass' | 'after-last-attempt' | undefined
  /**
   * Whether questions and options come in another order in each attempt
   *
   * Default: true.
   */
  shuffles?: boolean | undefined
  /** In the order of an attempt */
  pools: Array<QuestionPoolInput>
}

/** A lesson with questions */
export type DraftQuizLesson = {
  /** Key of the lesson */
  key: string
  /** Keys that it had before; progress under them counts for it */
  formerKeys: Array<string>
  /** Title */
  title: string
  /** To pass */
  type: 'quiz'
  /** Minutes that the lesson takes */
  minutes: number
  /** Needed to complete the course */
  required: boolean
  /** Open to users who are not enrolled */
  preview: boolean
  /** The revision that changed it last: send it to change it */
  revision: number
  /** Index of its section, from 0 */
  section: number
  /** Markdown */
  content: string
  /** Keys of lessons to complete before it opens */
  requires: Array<string>
  /**
   * When it opens: a day, or like `7 days after enrollment` or `after cohort`; null: at once
   */
  available: string | null
  /**
   * By the end of which day it is due: a day, or like `7 days after enrollment` or `after
   * cohort`; null: none
   */
  due: string | null
  /** The revision of the draft as a whole */
  draftRevision: number
  /** The quiz; null: none is written yet */
  quiz: DraftQuiz | null
}

/** A lesson to read */
export type DraftTextLesson = {
  /** Key of the lesson */
  key: string
  /** Keys that it had before; progress under them counts for it */
  formerKeys: Array<string>
  /** Title */
  title: string
  /** To read */
  type: 'text'
  /** Minutes that the lesson takes */
  minutes: number
  /** Needed to complete the course */
  required: boolean
  /** Open to users who are not enrolled */
  preview: boolean
  /** The revision that changed it last: send it to change it */
  revision: number
  /** Index of its section, from 0 */
  section: number
  /** Markdown */
  content: string
  /** Keys of lessons to complete before it opens */
  requires: Array<string>
  /**
   * When it opens: a day, or like `7 days after enrollment` or `after cohort`; null: at once
   */
  available: string | null
  /**
   * By the end of which day it is due: a day, or like `7 days after enrollment` or `after
   * cohort`; null: none
   */
  due: string | null
  /** The revision of the draft as a whole */
  draftRevision: number
}

/** The video of a lesson, with files by their paths */
export type DraftVideo = {
  /** The same video in several formats, the best first */
  sources: Array<{
    /** An address elsewhere */
    url: string
  } | {
    /** Path from the course's root, with /: texts name the file by it */
    file: string
  }>
  /** A picture to show before it plays */
  poster: string | null
  /** Subtitles by language */
  captions: Array<{
    /** BCP 47 */
    language: string
    /** Its name */
    label: string | null
    /** WebVTT: path in the course */
    file: string
  }>
  /** Its length; null: not known */
  seconds: number | null
  /** Transcript, in Markdown */
  transcript: string | null
}

/** The video of a lesson, with files by their paths */
export type DraftVideoInput = {
  /** The same video in several formats, the best first */
  sources: Array<{
    /** An address elsewhere */
    url: string
  } | {
    /** Path from the course's root, with /: texts name the file by it */
    file: string
  }>
  /**
   * A picture to show before it plays
   *
   * Default: null.
   */
  poster?: string | null | undefined
  /**
   * Subtitles by language
   *
   * Default: [].
   */
  captions?: Array<{
    /** BCP 47 */
    language: string
    /**
     * Its name
     *
     * Default: null.
     */
    label?: string | null | undefined
    /** WebVTT: path in the course */
    file: string
  }> | undefined
  /**
   * Its length; null: not known
   *
   * Default: null.
   */
  seconds?: number | null | undefined
  /**
   * Transcript, in Markdown
   *
   * Default: null.
   */
  transcript?: string | null | undefined
}

/** A lesson to watch */
export type DraftVideoLesson = {
  /** Key of the lesson */
  key: string
  /** Keys that it had before; progress under them counts for it */
  formerKeys: Array<string>
  /** Title */
  title: string
  /** To watch */
  type: 'video'
  /** Minutes that the lesson takes */
  minutes: number
  /** Needed to complete the course */
  required: boolean
  /** Open to users who are not enrolled */
  preview: boolean
  /** The revision that changed it last: send it to change it */
  revision: number
  /** Index of its section, from 0 */
  section: number
  /** Markdown */
  content: string
  /** Keys of lessons to complete before it opens */
  requires: Array<string>
  /**
   * When it opens: a day, or like `7 days after enrollment` or `after cohort`; null: at once
   */
  available: string | null
  /**
   * By the end of which day it is due: a day, or like `7 days after enrollment` or `after
   * cohort`; null: none
   */
  due: string | null
  /** The revision of the draft as a whole */
  draftRevision: number
  /** The video; null if the text shows it */
  video: DraftVideo | null
}

/** The draft after a change */
export type DraftWritten = {
  /** The new revision of the draft */
  revision: number
}

/** A copy of a course */
export type DuplicateCourseInput = {
  /** Id of the course */
  courseId: string
  /** Readable id, for links: lower-case letters, digits and single dashes */
  slug: string
  /** Title */
  title: string
}

/** A copy of a lesson */
export type DuplicateLessonInput = {
  /** The course */
  courseId: string
  /** Key of the lesson */
  key: string
  /** The revision of the draft that you read */
  revision: number
  /** The identity of the lesson for ever: the progress of learners is kept by it */
  newKey: string
  /** Title */
  title: string
}

/** The certificate of a completed course, in short */
export type EarnedCertificate = {
  /** URL of the PDF; anyone who has it can read the PDF */
  certificateUrl: string
  /**
   * URL of a picture of it, 1,200 by 848 pixels, drawn when first asked for; null while
   * `nameIsGuess`, without a printer, and once revoked, superseded or expired
   */
  pictureUrl: string | null
  /** Unique code of the certificate */
  verificationCode: string
  /** Page where anyone can verify the certificate */
  verificationUrl: string
  /** superseded: replaced by a newer certificate of the same course */
  status: 'issued' | 'revoked' | 'superseded'
  /**
   * Whether the name was guessed from the email. Set your name with PATCH /api/v1/me, and a
   * certificate with it replaces this one automatically
   */
  nameIsGuess: boolean
  /** Day of completion in the school's time zone as it was then, as the paper says */
  completedOn: string
  /** The end of its last day in the school's time zone; null if it never expires */
  validUntil: string | null
  /** The last day of its validity, as the paper says; null if it never expires */
  lastDay: string | null
  /** Whether it is past `validUntil`; whoever renews it gets a new certificate */
  expired: boolean
  /** When the certificate was issued */
  issuedAt: string
  /**
   * pending: being printed, try the certificateUrl in a moment. unavailable: this server has
   * no browser to print it or no valid signing file; the certificate is valid anyway
   */
  pdf: 'ready' | 'pending' | 'unavailable'
}

/** What it says now */
export type EditAnnouncementInput = {
  /** Id of the course */
  courseId: string
  /** Id of the announcement */
  announcementId: string
  /** Plain text; an empty line begins a paragraph */
  text: string
}

/** The email to send a code to */
export type EmailInput = {
  /**
   * Email address. Case, full-width letters, and what stands around it are ignored; a domain
   * is the same in letters and in Punycode
   */
  email: string
}

/** An enrollment that has ended */
export type EndedEnrollment = {
  /** The account */
  userId: string
  /** The course */
  courseId: string
  /** Whether access ended: not where there was none, or a program gives the course */
  ended: boolean
  /** As administrators see it; null for others */
  enrollment: AdminEnrollment | null
}

/** A person to enroll in the course */
export type EnrollLearnerInput = {
  /** The course */
  courseId: string
  /**
   * Email or id of the person. An email without a verified account is invited, and the place
   * waits for them
   */
  user: string
  /** When the access ends; null for never. Absent: with the cohort, or as it is already */
  endsAt?: string | null | undefined
  /** Id or name of the cohort that the enrollment comes with. For administrators alone */
  cohort?: string | undefined
  /** Why the course's requirements are waived. For administrators alone */
  waive?: string | undefined
}

/** The outcome of enrolling somebody */
export type EnrolledLearner = {
  /**
   * enrolled: access is new. changed: there is one more way, or its end is different.
   * unchanged: all of that was there. invited: the place waits for somebody without a
   * verified account
   */
  outcome: 'enrolled' | 'changed' | 'unchanged' | 'invited'
  /** The account; null for somebody who is invited */
  userId: string | null
  /** As administrators see it; null for others, and for somebody who is invited */
  enrollment: AdminEnrollment | null
  /**
   * Id of the invitation for administrators; null for others, and for somebody who is
   * enrolled
   */
  invitationId: string | null
}

/** Your enrollment in a course */
export type Enrollment = {
  /** When the enrollment began */
  enrolledAt: string
  /** When the last required lesson was completed; null until then */
  completedAt: string | null
  /**
   * Share of the required lessons that are completed, rounded down; 100 once you have
   * completed the course, whatever is added later
   */
  percent: number
  /** Present when the course has a newer version than yours */
  newerVersion?: NewerVersion
}

/** A learner left a course, or access to it ended */
export type EnrollmentEndedEvent = {
  /** The event; the same each time that it is delivered */
  id: string
  /** Its place among all events, without gaps, in the order of their commits */
  number: number
  /** A learner left a course, or access to it ended */
  type: 'enrollment.ended'
  /** When it happened */
  timestamp: string
  /** Ids, numbers and amounts: ask the API for the rest */
  data: {
    /** The account that it is about */
    userId: string
    /** The course */
    courseId: string
    /** Version of the course */
    version: number
  }
}

/** A learner moved to a different version of a course */
export type EnrollmentMovedEvent = {
  /** The event; the same each time that it is delivered */
  id: string
  /** Its place among all events, without gaps, in the order of their commits */
  number: number
  /** A learner moved to a different version of a course */
  type: 'enrollment.moved'
  /** When it happened */
  timestamp: string
  /** Ids, numbers and amounts: ask the API for the rest */
  data: {
    /** The account that it is about */
    userId: string
    /** The course */
    courseId: string
    /** Version of the course */
    version: number
    /** The version before */
    formerVersion: number
  }
}

/** When the course takes learners */
export type EnrollmentNotOpenFacts = {
  /** The courses that cannot be taken now */
  courseIds: Array<string>
  /** When enrollment opens; null if it has closed */
  opensAt: string | null
  /** When it closed; null if it has yet to open */
  closedAt: string | null
}

/** A learner was enrolled, or returned to a course */
export type EnrollmentStartedEvent = {
  /** The event; the same each time that it is delivered */
  id: string
  /** Its place among all events, without gaps, in the order of their commits */
  number: number
  /** A learner was enrolled, or returned to a course */
  type: 'enrollment.started'
  /** When it happened */
  timestamp: string
  /** Ids, numbers and amounts: ask the API for the rest */
  data: {
    /** The account that it is about */
    userId: string
    /** The course */
    courseId: string
    /** Version of the course */
    version: number
    /** transaction: bought, or free; administrator: given by the school */
    source: 'transaction' | 'administrator' | 'program'
  }
}

/** Proof that it is you: your password or a mailed code */
export type EraseAccountInput = {
  /** Your password */
  password?: string | undefined
  /** Instead of the password: the 8 digits from the mail that me.requestErasureCode sends */
  code?: string | undefined
}

/** The account by its id and its email, and proof that it is you */
export type EraseUserInput = {
  /** Id of the user */
  userId: string
  /** The email of the account, typed once more */
  email: string
  /** Your password */
  password?: string | undefined
  /** Instead of the password: the 8 digits from the mail that me.requestSignInCode sends */
  code?: string | undefined
}

/** What the erasure of an account would do */
export type Erasure = {
  /** Courses that close, with their progress and what was handed in */
  enrollments: number
  /** Places that are withdrawn */
  invitations: number
  /** Purchases that nobody has paid, which are canceled */
  unpaid: number
  /** Purchases that stay in the books, without the person */
  purchases: number
  /** Certificates that stay valid, with the printed name */
  certificates: number
  /** Keys of programs that end */
  apiKeys: number
  /** Courses that lose their last owner; at most 20 */
  ownerless: Array<{
    /** Id of the course */
    id: string
    /** Its title */
    title: string
  }>
}

/** An answer: a text, graded by a person */
export type EssayAnswer = {
  /** Of the type: a text, graded by a person */
  type: 'essay'
  /** Your text */
  text: string
}

/** A question of an attempt: a text, graded by a person */
export type EssayAttemptQuestion = {
  /** Its place in the attempt, from 0 */
  position: number
  /** The question: Markdown, in one line */
  title: string
  /** More of it, in Markdown; null for none */
  text: string | null
  /** Points for the right answer */
  points: number
  /** Of the type: a text, graded by a person */
  type: 'essay'
}

/** A question with its right answer: a text, graded by a person */
export type EssayQuestion = {
  /** The identity of the question within its course, for ever */
  key: string
  /** The question: Markdown, in one line */
  title: string
  /**
   * More of the question, in Markdown; null for none
   *
   * Default: null.
   */
  text: string | null
  /**
   * Points for the right answer
   *
   * Default: 1.
   */
  points: number
  /**
   * Why: shown with the right answer, in Markdown; null for none
   *
   * Default: null.
   */
  explanation: string | null
  /** Of the type: a text, graded by a person */
  type: 'essay'
  /**
   * For whoever grades it, and nobody else; null for none
   *
   * Default: null.
   */
  guidance: string | null
}

/** A question with its right answer: a text, graded by a person */
export type EssayQuestionInput = {
  /** The identity of the question within its course, for ever */
  key: string
  /** The question: Markdown, in one line */
  title: string
  /**
   * More of the question, in Markdown; null for none
   *
   * Default: null.
   */
  text?: string | null | undefined
  /**
   * Points for the right answer
   *
   * Default: 1.
   */
  points?: number | undefined
  /**
   * Why: shown with the right answer, in Markdown; null for none
   *
   * Default: null.
   */
  explanation?: string | null | undefined
  /** Of the type: a text, graded by a person */
  type: 'essay'
  /**
   * For whoever grades it, and nobody else; null for none
   *
   * Default: null.
   */
  guidance?: string | null | undefined
}

/** What happened, oldest first */
export type EventList = {
  /** In the order of their numbers */
  items: Array<LyceumEvent>
  /**
   * Send it as `after` to go on, now or later. It moves on even when no item has one of the
   * types
   */
  after: number
  /** Whether there are events after it already: ask again at once */
  hasMore: boolean
  /** Number of the newest event: as `after`, it begins with what happens from now on */
  newest: number
}

/** Where the events begin */
export type EventsForgottenFacts = {
  /** Number of the oldest event that is kept */
  oldest: number
  /** The `after` with which to go on: with the oldest */
  after: number
}

/** The sign-in code from a sign-in by redirects */
export type ExchangeOAuthInput = {
  /** The sign-in code that the browser brought to your frontend */
  signInCode: string
  /** The verifier (RFC 7636) of the codeChallenge, if you sent one */
  codeVerifier?: string | undefined
}

/** Whether a lesson counts for a learner */
export type Excuse = {
  /** The learner */
  userId: string
  /** The course */
  courseId: string
  /** Key of the lesson */
  lessonKey: string
  /** Whether it does not count in the grade: it does once it is passed */
  excused: boolean
}

/** Whether a lesson counts */
export type ExcuseInput = {
  /** The course */
  courseId: string
  /** The learner */
  userId: string
  /** Key of the lesson */
  key: string
  /** true excuses the learner; false lets the lesson count again */
  excused: boolean
  /** Why */
  reason: string
}

/** What you told learners of a course */
export type ExportedAnnouncement = {
  /** Id of the announcement */
  id: string
  /** Plain text; an empty line begins a paragraph */
  text: string
  /**
   * all: everyone in the course; cohort: members of one; stuck: those who began, have not
   * completed it and reported nothing for some days, until they go on; chosen: learners
   * chosen one by one, by `learners.act`
   */
  audience: 'all' | 'cohort' | 'stuck' | 'chosen'
  /** When it was posted */
  postedAt: string
  /** Id of the course */
  courseId: string
}

/** A try at a quiz or an assignment */
export type ExportedAttempt = {
  /** Id of the course */
  courseId: string
  /** Key of the lesson */
  lessonKey: string
  /** What kind of lesson it is */
  type: 'quiz' | 'assignment'
  /** Counts your tries at the lesson */
  number: number
  /**
   * open: it runs; waiting: a person has to grade it; graded; returned: for another try,
   * ungraded
   */
  status: 'open' | 'waiting' | 'graded' | 'returned'
  /** When it began */
  startedAt: string
  /** When it ended; null: it has not */
  submittedAt: string | null
  /** Your answers: indexes are those of what you saw */
  answers: Array<{
    /** The question */
    question: string
    answer: Answer
  }>
  /** The text that you handed in; null for none */
  text: string | null
  /** The files that you handed in */
  files: Array<SubmissionFile>
  /** As the lesson shows it; null: not graded */
  result: AttemptResult | null
}

/** What you wrote about the draft of a course */
export type ExportedComment = {
  /** The comment */
  id: string
  /** Id of the course */
  courseId: string
  /** Key of the lesson; null: the course */
  lessonKey: string | null
  /** What you wrote */
  text: string
  /** When you wrote it */
  createdAt: string
}

/** Your access to a course */
export type ExportedEnrollment = {
  /** Id of the course */
  courseId: string
  /** Title of the version you are taking */
  courseTitle: string
  /** Version you are taking */
  courseVersion: number
  /** Whether you have access */
  status: 'active' | 'ended'
  /** How you got access */
  source: 'transaction' | 'administrator' | 'program'
  /** When you enrolled */
  enrolledAt: string
  /** When you completed it; null if you have not */
  completedAt: string | null
  /** Your last report of progress, to the minute; null if there is none */
  lastActivityAt: string | null
  /** When you left it; null unless you have */
  leftAt: string | null
  /** When your access ends or ended; null for never */
  endsAt: string | null
  /** The last day of that in the school's time zone */
  endsOn: string | null
  /** Since when you take it again to renew its certificate; null otherwise */
  renewingSince: string | null
}

/** An event recorded about your account */
export type ExportedEvent = {
  /** When it happened */
  at: string
  /** What happened */
  event: string
  /**
   * IP address of the request if it was yours: IPv4, or the /64 of IPv6; null if unknown, or
   * if it may have been somebody else
   */
  ip: string | null
  /** Further facts about the event */
  details: Record<string, string | number | boolean | null>
}

/** How a certificate of yours came about */
export type ExportedEvidence = {
  /** Unique code of the certificate */
  verificationCode: string
  /** The file of evidence: a signature, then a line for each fact */
  file: string
}

/** A later due date that you were given, and why */
export type ExportedExtension = {
  /** Id of the course */
  courseId: string
  /** Key of the lesson; null for the course */
  lessonKey: string | null
  /** The last day, in their time zone, to complete it */
  dueOn: string
  /** Why: the learner is told */
  reason: string
  /** When it was given */
  grantedAt: string
}

/** An identity at a third party that signs in to your account */
export type ExportedIdentity = {
  /** The third party */
  provider: string
  /** Issuer URL of the third party */
  issuer: string
  /** Your id at the third party */
  subject: string
  /** Your email at the third party when it was linked */
  email: string | null
  /** When it was linked */
  linkedAt: string
}

/** A course that you work on */
export type ExportedMembership = {
  /** Id of the course */
  courseId: string
  /** Readable id of the course */
  slug: string
  /**
   * owner: may do everything; author: reads and writes the draft, publishes, and grades;
   * reviewer: reads the draft and approves it; grader: reads the course and what learners
   * hand in, and grades it; teacher: reads the course, sees the learners, helps and grades
   * them; of cohorts, only their members
   */
  role: 'owner' | 'author' | 'reviewer' | 'grader' | 'teacher'
  /** The cohorts whose members are yours as a teacher; null for all learners */
  cohortIds: Array<string> | null
  /** When you became a member */
  addedAt: string
  /** Since when its page shows you; null: it does not */
  shownSince: string | null
}

/** What you noted at a lesson */
export type ExportedNote = {
  /** The note */
  id: string
  /** The course */
  courseId: string
  /** Key of the lesson when you noted it */
  lessonKey: string
  /** Your words; null: a bookmark */
  text: string | null
  /** The words of the lesson that it is about; null for none */
  quote: string | null
  /** What stands before them */
  prefix: string | null
  /** What stands after them */
  suffix: string | null
  /** The second of the video; null for none */
  seconds: number | null
  /** When you made it */
  createdAt: string
  /** When you changed it last */
  updatedAt: string
}

/** A video that you opened, in a course where watching it counts */
export type ExportedOpening = {
  /** Id of the course */
  courseId: string
  /** The lesson within the course */
  lessonKey: string
  /** When you opened it first; earlier for what you had watched before */
  openedAt: string
}

/** A question on a lesson, or an answer, that you wrote */
export type ExportedPost = {
  /** The question or answer */
  id: string
  /** Id of the course */
  courseId: string
  /** Key of the lesson */
  lessonKey: string
  /** What it answers; null: it asks */
  threadId: string | null
  /** What you wrote, Markdown */
  text: string
  /** When you wrote it */
  createdAt: string
  /** Why it is hidden; null: it is not */
  hiddenReason: string | null
}

/** A question or answer that you reported */
export type ExportedPostReport = {
  /** The question or answer */
  id: string
  /** What you said is wrong with it */
  reason: 'rude' | 'advertising' | 'personal' | 'solution'
  /** When you reported it */
  reportedAt: string
}

/** Your profile as stored */
export type ExportedProfile = {
  /** Id of the user */
  id: string
  /** Email address */
  email: string
  /** Name as printed on certificates */
  name: string
  /** Whether we guessed the name from the email; set it with PATCH /api/v1/me */
  nameIsGuess: boolean
  /** Learner, or what you may do in administration (docs/administration.md) */
  role: 'learner' | 'admin' | 'support' | 'finance'
  /** Name for certificates; null where it is that of the profile */
  certificateName: string | null
  /** Language of the mails you get */
  language: 'en' | 'de'
  /** Where your days begin and end (IANA); null: the school's time zone */
  timeZone: string | null
  /**
   * How news of your courses come by mail, beside `me.notifications`: at-once, each; daily,
   * once a day together; none, not at all. What concerns your account or your money always
   * comes
   */
  newsByMail: 'at-once' | 'daily' | 'none'
  /** Whether announcements of your courses come by mail too */
  announcementsByMail: boolean
  /**
   * Whether you are reminded by mail of what is due; null: you have not said, and the school
   * decides
   */
  remindersByMail: boolean | null
  /** What pages of courses that you teach say about you; null for nothing */
  biography: string | null
  /** Address of your picture there, for a few minutes; null for none */
  picture: string | null
  /** Your days of the last weeks on which you were reminded */
  remindedOn: Array<string>
  billing: Billing
  /** Terms of the school that you accepted, newest first */
  terms: Array<TermsAcceptance>
  /** When the account was created */
  createdAt: string
  /** When you verified the email; null if you have not */
  emailVerifiedAt: string | null
  /** Whether you can sign in with a password; we store only its hash */
  hasPassword: boolean
}

/** Your progress in a lesson */
export type ExportedProgress = {
  /** Id of the course */
  courseId: string
  /** The lesson within the course */
  lessonKey: string
  /** How much of the lesson you have done */
  percent: number
  /** Where you stopped, in seconds */
  positionSeconds: number
  /** When you completed it; null if you have not */
  completedAt: string | null
  /** Watched ranges of a video, in seconds; null if none was reported */
  watched: Array<[number, number]> | null
  /** When you last worked on it */
  updatedAt: string
}

/** One learner's later due date */
export type ExtendInput = {
  /** Id of the user */
  userId: string
  /** Id of the course */
  courseId: string
  /** Key of the lesson. Absent: the course as a whole */
  lessonKey?: string | undefined
  /** The last day, in their time zone, to complete it */
  dueOn: string
  /** Why: the learner is told */
  reason: string
}

/** One learner's later due date, and why */
export type Extension = {
  /** Id of the user */
  userId: string
  /** Id of the course */
  courseId: string
  /** Key of the lesson; null for the course */
  lessonKey: string | null
  /** The last day, in their time zone, to complete it */
  dueOn: string
  /** Why: the learner is told */
  reason: string
  /** When it was given */
  grantedAt: string
}

/** A file to read or to download */
export type FileLesson = {
  /** The lesson */
  id: string
  /** Stable within the course, from version to version */
  key: string
  /** Title of the lesson */
  title: string
  /** To read or to download */
  type: 'file'
  /** Minutes that the lesson takes */
  minutes: number
  /** Needed to complete the course */
  required: boolean
  /** Open to users who are not enrolled */
  preview: boolean
  /** The course of the lesson */
  courseId: string
  /** Markdown */
  content: string
  /** The lesson before it; null for the first */
  previous: NeighborLesson | null
  /** The lesson after it; null for the last */
  next: NeighborLesson | null
  /**
   * HTML in the Markdown: none: show it as text; basic: a small set of elements may be shown
   */
  html: 'none' | 'basic'
  /**
   * Whether learners ask about it, by `threads`. none: nobody does; named: they see who wrote
   * what; anonymous: only teachers do
   */
  lessonQuestions: 'none' | 'named' | 'anonymous'
  /** Keys of lessons of the course to complete before it opens to you */
  requires: Array<string>
  /** Files of the school that it shows, or links to */
  files: Array<FileOfLesson>
  /** Present once you have started the lesson */
  progress?: ReadLessonProgress
  file: LessonFile
}

/** A file to read or to download */
export type FileLessonPreview = {
  /** The course */
  courseId: string
  /** Key of the lesson */
  key: string
  /** Title */
  title: string
  /** Minutes that the lesson takes */
  minutes: number
  /** Needed to complete the course */
  required: boolean
  /** Open to users who are not enrolled */
  preview: boolean
  /** Markdown, with links to lessons as they will be published */
  content: string
  /**
   * HTML in the Markdown: none: show it as text; basic: a small set of elements may be shown
   */
  html: 'none' | 'basic'
  /** Keys of lessons of the course to complete before it opens to you */
  requires: Array<string>
  /** Files of the school that it shows, or links to */
  files: Array<FileOfLesson>
  /** The lesson before; null for the first */
  previous: {
    /** Key of the lesson */
    key: string
    /** Title */
    title: string
  } | null
  /** The lesson after; null for the last */
  next: {
    /** Key of the lesson */
    key: string
    /** Title */
    title: string
  } | null
  /** To read or to download */
  type: 'file'
  /** The file; null as long as the course has none */
  file: LessonFile | null
}

/** A file of the school that a lesson shows, or links to */
export type FileOfLesson = {
  /** Its address for some minutes, as the lesson has it */
  url: string
  /** Media type */
  type: string
  /** Its size in bytes */
  bytes: number
  /** Pixels of a picture, to reserve its place; null: no picture, or not known */
  width: number | null
  /** Pixels of a picture; null: no picture, or not known */
  height: number | null
}

/** A place of the draft that names a file */
export type FileUse = {
  /** The lesson; null: the course itself */
  lessonKey: string | null
  /** Title of the lesson, or of the course */
  title: string
}

/** The parameters that the browser returned with */
export type FinishOAuthInput = {
  /** Name of the provider, as in the list of providers */
  provider: string
  /** The `state` that the browser returned with */
  state: string
  /** The `code` that the browser returned with */
  code: string
  /** The `iss` that the browser returned with; required if the provider sends it */
  iss?: string | undefined
}

/** A case: what learners say is wrong */
export type Flaw = {
  /** The case */
  id: string
  /** The lesson */
  lesson: {
    /** Its key as it was reported */
    key: string
    /** Its key now; null: it is gone */
    currentKey: string | null
    /** Its title */
    title: string
    /** Its type */
    type: string
  }
  /** null: it is about the lesson as a whole */
  question: {
    /** Its key */
    key: string
    /** The question; null: it is gone */
    title: string | null
    /** Its revision that was reported last */
    revision: number | null
  } | null
  /**
   * typo: a slip in the words; wrong-answer: a question takes a wrong answer, or refuses a
   * right one; broken-link: a link, picture or video does not work; unclear; other
   */
  kind: 'typo' | 'wrong-answer' | 'broken-link' | 'unclear' | 'other'
  /** How many reported it */
  reports: number
  /** When it was first reported */
  createdAt: string
  /** When it was last reported */
  reportedAt: string
  /** Whether a version was published since in which the lesson or question is different */
  isChanged: boolean
  /** null while it is open */
  outcome: 'mended' | 'no-flaw' | null
  /** What those who reported it are told; null for nothing */
  reply: string | null
  /** null while it is open */
  settledAt: string | null
  /** null while it is open, or once the account is erased */
  settledBy: {
    /** The user */
    id: string
    /** Name */
    name: string
  } | null
}

/** What learners say is wrong, newest first */
export type FlawList = {
  /** The items of this page */
  items: Array<Flaw>
  /** Pass it as `cursor` to get the next page; null on the last page */
  nextCursor: string | null
}

/** What you reported, and what became of it */
export type FlawReport = {
  /** The report */
  id: string
  /** The course */
  courseId: string
  /** Key of the lesson */
  lessonKey: string
  /** Title of the lesson as you saw it */
  lessonTitle: string
  /**
   * typo: a slip in the words; wrong-answer: a question takes a wrong answer, or refuses a
   * right one; broken-link: a link, picture or video does not work; unclear; other
   */
  kind: 'typo' | 'wrong-answer' | 'broken-link' | 'unclear' | 'other'
  /** Your words; null for none */
  text: string | null
  /** The words of the lesson; null for none */
  quote: string | null
  /** The second of the video; null for none */
  seconds: number | null
  /** Your attempt; null if it is about the lesson */
  attemptId: string | null
  /** Place of the question in it; null likewise */
  position: number | null
  /** Your answer, in words; null for none */
  answer: string | null
  /** When you reported it */
  reportedAt: string
  /** What became of it; null while it is open */
  outcome: 'mended' | 'no-flaw' | null
  /** What you are told about it; null for nothing */
  reply: string | null
  /** When it was settled; null while it is open */
  settledAt: string | null
}

/** What you reported, newest first */
export type FlawReportList = {
  /** The items of this page */
  items: Array<FlawReport>
  /** Pass it as `cursor` to get the next page; null on the last page */
  nextCursor: string | null
}

/** What a learner says about a case */
export type FlawWords = {
  /** The report */
  id: string
  /** Their words; null for none */
  text: string | null
  /** The words of the lesson; null for none */
  quote: string | null
  /** The second of the video; null for none */
  seconds: number | null
  /** Their answer, in words; null for none */
  answer: string | null
  /** The first version that has the lesson as they saw it */
  version: number
  /** When it was reported */
  createdAt: string
}

/** What learners say about a case, newest first */
export type FlawWordsList = {
  /** The items of this page */
  items: Array<FlawWords>
  /** Pass it as `cursor` to get the next page; null on the last page */
  nextCursor: string | null
}

/** A row, and what it would do */
export type ForetoldEnrollment = {
  /** Its place in the input, from 1 on */
  row: number
  /** The line of the file; null without a file */
  line: number | null
  /** As it was given; null once the account is erased */
  email: string | null
  /** As it was given */
  name: string | null
  /** As it was given */
  course: string
  /** As it was given */
  cohort: string | null
  /** The last day of that in the school's time zone */
  endsOn: string | null
  /** Name of the error; null if it did not fail */
  error: string | null
  /** How to correct it */
  message: string | null
  /** What the row would do; failed: see `error` */
  outcome: 'enrolled' | 'invited' | 'already' | 'failed'
}

/** A lesson that matches the search */
export type FoundLesson = {
  /** The lesson */
  id: string
  /** Stable within the course, from version to version */
  key: string
  /** Title of the lesson */
  title: string
  /** The course of the lesson */
  course: {
    /** The course */
    id: string
    /** Readable id, for links */
    slug: string
    /** Title */
    title: string
  }
  /** Pieces of the text around what was found, in their order */
  snippet: Array<{
    /** Markdown, cut anywhere: show it as plain text, never as HTML */
    text: string
    /** Whether this piece matches the search */
    isMatch: boolean
  }>
}

/** Lessons of your courses, the best match first */
export type FoundLessonList = {
  /** The items of this page */
  items: Array<FoundLesson>
  /** Pass it as `cursor` to get the next page; null on the last page */
  nextCursor: string | null
}

/** Something that a search found */
export type FoundThing = {
  /** What it is */
  kind: 'account' | 'invitation' | 'purchase' | 'certificate' | 'course' | 'cohort'
  /** Its id */
  id: string
  /**
   * The name of the account, course or cohort, the learner of the certificate, the buyer, or
   * the email that is invited; empty where the account of a buyer is erased
   */
  name: string
  /**
   * What else names it: the email of an account, if you may see it; the slug of a course; the
   * code of a certificate; the number of a receipt
   */
  key: string | null
  /** What it is about: the course of an invitation or certificate */
  about: string | null
  /** Its status, as its list has it */
  status: string | null
  /**
   * The course in which you work with it: of a course, of a learner that you teach, or of a
   * cohort; null if you do not
   */
  courseId: string | null
  /** When it began: registered, invited, bought, issued, created, enrolled */
  at: string
}

/** What a search found, kind by kind */
export type FoundThings = {
  /** At most `limit` of each kind, the newest first */
  items: Array<FoundThing>
}

/** A question whose posts match the search */
export type FoundThread = {
  /** The question */
  id: string
  /** Beginning of the question, Markdown: show it as plain text */
  text: string
  /** The lesson, in your version of the course */
  lesson: {
    /** The lesson */
    id: string
    /** Title of the lesson */
    title: string
  }
  /** The course of the lesson */
  course: {
    /** The course */
    id: string
    /** Readable id, for links */
    slug: string
    /** Title */
    title: string
  }
}

/** Questions on your lessons, newest first */
export type FoundThreadList = {
  /** The items of this page */
  items: Array<FoundThread>
  /** Pass it as `cursor` to get the next page; null on the last page */
  nextCursor: string | null
}

/** The first page of the school */
export type FrontPage = {
  /** Language of its words; null without any */
  language: string | null
  /** What the school is, in a line; null where the school says nothing */
  title: string | null
  /** A sentence or two below it; null where the school says nothing */
  lead: string | null
  /** More about it, in Markdown; null where the school says nothing */
  text: string | null
  /** Which certificates it gives, in Markdown; null where the school says nothing */
  certificates: string | null
  /** Address of a picture; null without one */
  picture: string | null
  /** Address of a film; null without one */
  film: string | null
  /** Slugs of chosen courses and programs */
  courses: Array<string>
  /** Only in development, on the machine itself; else empty */
  demoAccounts: Array<{
    /** What it is */
    role: string
    /** Its email */
    email: string
    /** Its password */
    password: string
  }>
}

/** Minutes for all attempts that are open */
export type GiveTimeInput = {
  /** The course */
  courseId: string
  /** Key of the quiz. Absent: all quizzes of the course */
  lessonKey?: string | undefined
  /** Id or name of a cohort that has the course. Absent: all learners */
  cohort?: string | undefined
  /** How many minutes each attempt gets */
  minutes: number
  /**
   * Attempts that ended by their time within so many minutes go on, and have `minutes`
   *
   * Default: 0.
   */
  reopenMinutes?: number | undefined
  /** Why: it is recorded */
  reason: string
}

/** What attempts were given */
export type GivenTime = {
  /** How many minutes each got */
  minutes: number
  /** How many open attempts got them */
  extended: number
  /** How many go on that had ended */
  reopened: number
}

/** How it is graded */
export type GradeInput = {
  /** The course */
  courseId: string
  /** What was handed in */
  submissionId: string
  /** Of an assignment without a rubric: its points */
  points?: number | undefined
  /** With a rubric: for each criterion the index of the level, from 0 */
  criteria?: Array<number> | undefined
  /** Of a quiz: points for each answer that a person grades */
  answers?: Array<{
    position: number
    points: number
  }> | undefined
  /**
   * To the learner; null for nothing
   *
   * Default: null.
   */
  comment?: string | null | undefined
  /**
   * Its `gradings` as you read them: 0, unless you grade again what was graded
   *
   * Default: 0.
   */
  replaces?: number | undefined
}

/** Learners of a course and their grades */
export type Gradebook = {
  /** The items of this page */
  items: Array<GradebookRow>
  /** Pass it as `cursor` to get the next page; null on the last page */
  nextCursor: string | null
  /** Graded lessons of the current version, in its order */
  lessons: Array<{
    /** The lesson */
    lessonId: string
    /** Its key */
    key: string
    /** Its title */
    title: string
    /** What is graded */
    type: 'quiz' | 'assignment'
    /** How much it counts beside others; 0: not at all */
    weight: number
  }>
  /** Whether there are more after them: see `fromLesson` */
  moreLessons: boolean
}

/** The grades of a learner */
export type GradebookRow = {
  /** Whose grades they are */
  learner: {
    /** The learner */
    id: string
    /** Name of the learner */
    name: string
  }
  /** Of the course, in the version that the learner takes; null: none */
  grade: number | null
  /** The same of what is graded or overdue by now; null: nothing yet */
  soFar: number | null
  /** When the course was completed; null: not yet */
  completedAt: string | null
  /** One for each of `lessons`; null where there was nothing to do yet */
  results: Array<{
    /** Of the best attempt; null before one is graded */
    percent: number | null
    /** Whether any attempt passed */
    passed: boolean
    /** Whether an attempt waits for a person */
    waiting: boolean
    /** How many attempts there are */
    attempts: number
    /** Whether it does not count in the grade: it does once it is passed */
    excused: boolean
    /** Whether it was due, and nothing was tried */
    isOverdue: boolean
    /** The last attempt: see submissions.getToGrade; null: none was submitted */
    submissionId: string | null
  } | null>
}

/** A comment that you keep for later use */
export type GradingComment = {
  /** The comment */
  id: string
  /** The comment */
  text: string
}

/** Your comments, the oldest first */
export type GradingCommentList = {
  /** The items of this page */
  items: Array<GradingComment>
  /** Pass it as `cursor` to get the next page; null on the last page */
  nextCursor: string | null
}

/** What a learner gets that others do not */
export type GrantAccommodationInput = {
  /** The course */
  courseId: string
  /** The learner */
  userId: string
  /**
   * Of the time that others have for a quiz, in percent
   *
   * Default: 100.
   */
  timePercent?: number | undefined
  /**
   * Attempts more at each lesson
   *
   * Default: 0.
   */
  extraAttempts?: number | undefined
  /**
   * Days more until an assignment is due
   *
   * Default: 0.
   */
  extraDays?: number | undefined
  /**
   * Until when, an instant or the last day in the school's time zone; null: as long as the
   * course
   *
   * Default: null.
   */
  until?: string | null | undefined
  /** Why: the learner sees it */
  reason: string
}

/** What a learner gets that others do not */
export type GrantedAccommodation = {
  /** Who gets it */
  learner: {
    /** The learner */
    id: string
    /** Name of the learner */
    name: string
  }
  /** Until when; null: as long as the course */
  until: string | null
  /** Why: the learner sees it */
  reason: string
  /** Of the time that others have, in percent */
  timePercent: number
  /** Attempts more than others have */
  extraAttempts: number
  /** Days more than others have until an assignment is due */
  extraDays: number
  /** The last day of that in the school's time zone */
  lastDay: string | null
  /** When it was granted */
  grantedAt: string
}

/** What learners of a course get that others do not */
export type GrantedAccommodationList = {
  /** The items of this page */
  items: Array<GrantedAccommodation>
  /** Pass it as `cursor` to get the next page; null on the last page */
  nextCursor: string | null
}

/** An entry in the history of a course */
export type HistoryEntry = {
  /** When it was done */
  at: string
  /** The kind of event */
  event: 'course-created' | 'terms-changed' | 'course-archived' | 'course-unarchived' | 'content-imported' | 'source-set' | 'source-removed' | 'source-taken-in' | 'draft-discarded' | 'review-requested' | 'draft-approved' | 'changes-requested' | 'version-published' | 'version-restored' | 'learners-moved' | 'move-finished' | 'member-added' | 'member-removed' | 'consent-decided' | 'announcement-posted' | 'announcement-edited' | 'announcement-deleted' | 'flaw-settled' | 'owner-lost'
  /** The user behind it; null for the command line, and once the account is erased */
  user: {
    /** The user */
    id: string
    /** Name of the user */
    name: string
  } | null
  /** Facts of the event */
  details: Record<string, string | number | boolean | null>
  /** Names by the ids in it; what is erased or deleted has none */
  names: Record<string, NamedThing>
}

/** The events of a course, newest first */
export type HistoryList = {
  /** The items of this page */
  items: Array<HistoryEntry>
  /** Pass it as `cursor` to get the next page; null on the last page */
  nextCursor: string | null
}

/** The effect of a change on learners, before it is made */
export type Impact = {
  /**
   * terms: only catalogue data changes; minor: nothing that counts for progress changes;
   * major: lessons come, go, or count differently
   */
  kind: 'none' | 'terms' | 'minor' | 'major'
  /** Removed lessons, then the others in the order of the course; the first 200 */
  changes: Array<Change>
  /** The number of all changes */
  changeCount: number
  /** Learners by their state today */
  learners: {
    /** Enrolled learners whom it could reach, on any version but the target */
    total: number
    /** Those of them who completed the course */
    completed: number
    /** Those who began, and have not completed it */
    inProgress: number
    /** Those who have not begun */
    notStarted: number
    /**
     * All whom it reaches at once if it is a correction and published with `reach: 'everyone'`:
     * those on versions that differ in nothing that counts
     */
    correctable: number
  }
  /** The effect on those who are moved */
  ifMoved: {
    /** Learners whom the policy moves; without a policy, all */
    moved: number
    /** Learners whom it leaves on their version */
    left: number
    /** How many learners lose how much, the least first */
    percentFalls: Array<{
      /** Percentage points */
      by: number
      /** The number of learners */
      learners: number
    }>
    /** Learners who would complete the course by being moved */
    completeAtOnce: number
    /**
     * Learners who have a lesson open today that the target would lock to them. What they
     * opened or did stays open
     */
    locked: number
    /**
     * Lessons that the target does not have and learners completed; the 100 of the most
     * learners
     */
    lessonsLost: Array<{
      /** Key of the lesson */
      key: string
      /** Learners who completed it */
      learners: number
    }>
    /** The number of all such lessons */
    lessonsLostCount: number
  }
  /** The first 100 */
  problems: Array<DraftProblem>
  /** The number of all problems */
  problemCount: number
}

/** How far counting is, and when to ask again */
export type ImpactNotCountedFacts = {
  /** Seconds to wait before the next try */
  retryAfterSeconds: number
  /** Learners counted so far */
  done: number
  /** Learners to count */
  total: number
}

/** The draft that a zip became */
export type ImportedDraft = {
  /**
   * unchanged: the course has this content already, and nothing was written; looked: nothing
   * was written, as asked
   */
  outcome: 'imported' | 'unchanged' | 'looked'
  /** The title that it states */
  title: string
  /** How many lessons it has */
  lessons: number
  /** How many files its lessons show */
  files: number
  /** The pages of a book */
  pages: {
    /** How many pages look like lessons */
    found: number
    /** Those that are not taken; the first 100 */
    left: Array<string>
  }
  /** Lessons that may be the same under another key; the first 100 */
  renamed: Array<{
    /** Key of the published lesson that went */
    from: string
    /** Key of the lesson that came */
    to: string
    /** The title of both */
    title: string
  }>
  /**
   * terms: only catalogue data changes; minor: nothing that counts for progress changes;
   * major: lessons come, go, or count differently
   */
  kind: 'none' | 'terms' | 'minor' | 'major'
  /** What it changes in the current version; the first 100 */
  changes: Array<Change>
  /** The number of all changes */
  changeCount: number
  /** The first 100 */
  warnings: Array<{
    /** File and line */
    path: string
    /** The problem, and what to do */
    message: string
  }>
  /** The number of all warnings */
  warningCount: number
  /** The revision of the draft now */
  revision: number
}

/** A place that waits for somebody */
export type Invitation = {
  /** Id of the invitation */
  id: string
  /** Email that is invited */
  email: string
  /** The course; null for an invitation to register alone */
  courseId: string | null
  /** Title of the course */
  courseTitle: string | null
  /** The cohort that the enrollment comes with; null for none */
  cohortId: string | null
  /** When the access is to end; null for never */
  endsAt: string | null
  /** The last day of that in the school's time zone */
  endsOn: string | null
  /** When the person was invited */
  createdAt: string
  /** When the invitation is deleted, and its seat is free again */
  expiresAt: string
  /** Its newest mail; null before the first try, and a month later */
  mail: {
    /**
     * waiting: to be sent, or tried again after a failure; sent: a mail server took it; failed:
     * it was refused for good, or given up after a day
     */
    status: 'waiting' | 'sent' | 'failed'
    /** Why the last try failed; null if it did not */
    failure: string | null
    /** When it was requested */
    createdAt: string
  } | null
}

/** Invitations that nobody has accepted yet, newest first */
export type InvitationList = {
  /** The items of this page */
  items: Array<Invitation>
  /** Pass it as `cursor` to get the next page; null on the last page */
  nextCursor: string | null
}

/** Work that the service does after it has answered */
export type Job = {
  /** The job */
  id: string
  /** The kind of work, by name */
  kind: string
  /** waiting: also for its next try; failed: given up after its last try */
  status: 'waiting' | 'running' | 'failed' | 'done'
  /** How often it was tried, a running try included */
  attempts: number
  /** Why its last try failed, in short and without anything of a person; the log says more */
  failure: string | null
  /** The ids of what it is about, by name */
  subjects: Record<string, string>
  /** When it was enqueued */
  createdAt: string
  /** When it is tried next, or was */
  dueAt: string
  /** When its last try began; null before the first */
  startedAt: string | null
  /** When it was done or given up; null before */
  endedAt: string | null
  /** Names by the ids in it; what is erased or deleted has none */
  names: Record<string, NamedThing>
}

/** Jobs: waiting ones as they become due, all others the newest first */
export type JobList = {
  /** The items of this page */
  items: Array<Job>
  /** Pass it as `cursor` to get the next page; null on the last page */
  nextCursor: string | null
}

/** A learner of a course */
export type LearnerReport = {
  /** The account of the learner */
  userId: string
  /** Email; null for members of the course unless the school shows it to teachers */
  email: string | null
  /** Name */
  name: string
  /** Number of the version that they take */
  version: number
  /**
   * active: to be completed. completed: completed, and still open. left: the learner left the
   * course. ended: by a refund, by its end date or by the school
   */
  status: 'active' | 'completed' | 'left' | 'ended'
  /**
   * Share of the required lessons that are completed, rounded down; 100 once you have
   * completed the course, whatever is added later
   */
  percent: number
  /** How many of the required lessons they have completed */
  completedLessons: number
  /** How many lessons their version requires */
  requiredLessons: number
  /** When the enrollment began */
  enrolledAt: string
  /** When access ends by itself; null for never */
  endsAt: string | null
  /** The last day of that in the school's time zone */
  endsOn: string | null
  /** Where they stopped: the first lesson that is left; null when none is */
  next: {
    /** Key of the lesson */
    lessonKey: string
    /** Its title */
    title: string
  } | null
  /** The cohort that the enrollment came with; null for none */
  cohort: {
    /** The cohort */
    id: string
    /** Its name */
    name: string
  } | null
  /** The last day, in their time zone, to complete it; null: none */
  dueOn: string | null
  /** Whether it is past `dueOn` and not completed */
  overdue: boolean
  /** The newest report of progress, to the minute; null before the first one */
  lastActivityAt: string | null
  /** When the last required lesson was completed for the first time; null until then */
  completedAt: string | null
  /**
   * Since when the course is taken again to renew its certificate: `percent` is that of this
   * time; null otherwise
   */
  renewingSince: string | null
  /** Their certificate; null until there is one */
  certificate: {
    /** URL of the PDF; anyone who has it can read the PDF */
    certificateUrl: string
    /** Unique code of the certificate */
    verificationCode: string
    /** The end of its last day in the school's time zone; null if it never expires */
    validUntil: string | null
    /** The last day of its validity, as the paper says; null if it never expires */
    lastDay: string | null
    /** Whether it is past `validUntil`; whoever renews it gets a new certificate */
    expired: boolean
    /** Whether it was revoked */
    status: 'issued' | 'revoked'
  } | null
}

/** Learners of a course */
export type LearnerReportList = {
  /** The items of this page */
  items: Array<LearnerReport>
  /** Pass it as `cursor` to get the next page; null on the last page */
  nextCursor: string | null
}

/** What you are told about a course */
export type LearnersAnnouncement = {
  /** Id of the announcement */
  id: string
  /** Plain text; an empty line begins a paragraph */
  text: string
  /** Who posted it; null once the account is erased */
  author: {
    /** The user */
    id: string
    /** Name of the user */
    name: string
  } | null
  /** When it was posted */
  postedAt: string
  /** When its text was changed last; null: never */
  editedAt: string | null
}

/** The announcements of a course that are for you, newest first */
export type LearnersAnnouncementList = {
  /** The items of this page */
  items: Array<LearnersAnnouncement>
  /** Pass it as `cursor` to get the next page; null on the last page */
  nextCursor: string | null
}

/** An attempt of a learner, without its answers */
export type LearnersAttempt = {
  /** The attempt */
  id: string
  /** Counts the attempts of the learner at the lesson, from 1 */
  number: number
  /** open: it runs. waiting: for a person to grade it. returned: for another try */
  status: 'open' | 'waiting' | 'graded' | 'returned'
  /** When it started */
  startedAt: string
  /** When it ended; null while it is open */
  submittedAt: string | null
  /** Whether it passed; null until it is graded */
  passed: boolean | null
  /** Its share of the points; null until graded */
  percent: number | null
}

/** How a learner does in a lesson */
export type LearnersLesson = {
  /** Stable within the course, from version to version */
  lessonKey: string
  /** Title of the lesson */
  title: string
  /** Needed to complete the course */
  required: boolean
  /** How much of it is done */
  percent: number
  /** When it was completed; null until then */
  completedAt: string | null
  /** The last day to complete it, extensions included; null for none */
  dueOn: string | null
  /** Why the lesson is locked: it opens when none is left. Absent while it is open */
  locks: Array<Lock>
  /** The newest 10, newest first */
  attempts: Array<LearnersAttempt>
}

/** How those do until now who began the course in a day or a month */
export type LearningPeriod = {
  /** The day, or the month */
  period: string
  /** The first instant of the period */
  from: string
  /** The first instant after the period */
  until: string
  /** All enrollments, also those that have ended */
  enrolled: number
  /** Those with at least one report of progress */
  started: number
  /** Those in which the course was completed, also if they ended later */
  completed: number
  /** Share of `completed` in `enrolled`, to one decimal; 0 without enrollments */
  completionPercent: number
}

/** All days or months of a period, oldest first, also those in which nobody began */
export type LearningPeriodList = {
  /** The days or months of this page */
  items: Array<LearningPeriod>
  /** Pass it as `cursor` to get the next page; null on the last page */
  nextCursor: string | null
}

/** A lesson with its content. More types will come: show an unknown one as a text */
export type Lesson = AssignmentLesson | CourseLesson | FileLesson | LinkLesson | QuizLesson | TextLesson | VideoLesson

/** An assignment, to be handed in at lessons/{lessonId}/submissions */
export type LessonAssignment = {
  /** The share of the points that passes */
  passPercent: number
  /** How often it may be tried; null: as often as one likes */
  attempts: number | null
  /** How much it counts in the grade of the course; 0: not at all */
  weight: number
  /** The most points */
  points: number
  /** What is graded one by one; empty: points as a whole */
  rubric: Array<RubricCriterion>
  /** When it is due; null: never */
  dueAt: string | null
  /** Whether it can be handed in after it was due */
  takesLate: boolean
  /** Whether a text may be handed in */
  text: boolean
  /** How many files may be handed in */
  files: number
  /** Media types that they may have; empty: any */
  fileTypes: Array<string>
}

/** A learner completed a lesson for the first time */
export type LessonCompletedEvent = {
  /** The event; the same each time that it is delivered */
  id: string
  /** Its place among all events, without gaps, in the order of their commits */
  number: number
  /** A learner completed a lesson for the first time */
  type: 'lesson.completed'
  /** When it happened */
  timestamp: string
  /** Ids, numbers and amounts: ask the API for the rest */
  data: {
    /** The account that it is about */
    userId: string
    /** The course */
    courseId: string
    /** Key of the lesson in its course */
    lessonKey: string
  }
}

/** What changed in a lesson */
export type LessonDiff = {
  /** Key of the lesson */
  key: string
  /**
   * The difference of the Markdown as a unified diff, empty when there is none; null when it
   * is longer than 200000 characters, or the texts have too little in common
   */
  patch: string | null
  /** Its title now; of a removed one, before */
  title: string
  /** What changed, as people say it: its text word by word */
  facts: Array<ChangedFact>
  /** false: there are more facts than one answer holds */
  isWhole: boolean
}

/** What changed in a lesson, or in the course */
export type LessonFacts = {
  /** Key of the lesson; null: the course itself */
  key: string | null
  /** Its title now; of a removed one, before */
  title: string
  /** Without the words of its text: ask for the lesson to have them */
  facts: Array<ChangedFact>
  /** false: there are more, which the lesson alone tells */
  isWhole: boolean
}

/** A file to read or to download */
export type LessonFile = {
  /** Address of the file, for some minutes */
  url: string
  /** Name of the file */
  name: string
  /** Media type, decided by its bytes */
  type: string
  /** In bytes */
  size: number
}

/** An outside page */
export type LessonLink = {
  /** Address of the page: https or http */
  url: string
}

/** Why the lesson is locked to you */
export type LessonLockedFacts = {
  /** Why the lesson is locked: it opens when none is left. Absent while it is open */
  locks: Array<Lock>
}

/** A learner passed a quiz or an assignment for the first time */
export type LessonPassedEvent = {
  /** The event; the same each time that it is delivered */
  id: string
  /** Its place among all events, without gaps, in the order of their commits */
  number: number
  /** A learner passed a quiz or an assignment for the first time */
  type: 'lesson.passed'
  /** When it happened */
  timestamp: string
  /** Ids, numbers and amounts: ask the API for the rest */
  data: {
    /** The account that it is about */
    userId: string
    /** The course */
    courseId: string
    /** Key of the lesson in its course */
    lessonKey: string
  }
}

/** A lesson of a draft as learners will read it */
export type LessonPreview = AssignmentLessonPreview | CourseLessonPreview | FileLessonPreview | LinkLessonPreview | QuizLessonPreview | TextLessonPreview | VideoLessonPreview

/** A quiz, to be tried at lessons/{lessonId}/attempts */
export type LessonQuiz = {
  /** The share of the points that passes */
  passPercent: number
  /** How often it may be tried; null: as often as one likes */
  attempts: number | null
  /** How much it counts in the grade of the course; 0: not at all */
  weight: number
  /** Minutes from the end of an attempt to the next start */
  cooldownMinutes: number
  /** Minutes that an attempt lasts; null: any */
  timeLimitMinutes: number | null
  /**
   * What is shown of a graded attempt: never: whether it passed; score: the points as well;
   * after-pass, after-last-attempt: from then on also each right answer and its explanation
   */
  reveals: 'never' | 'score' | 'after-pass' | 'after-last-attempt'
  /** Whether questions and options come in another order each time */
  shuffles: boolean
  /** How many questions an attempt has */
  questions: number
  /** The most points that it can get */
  points: number
}

/** A lesson with your progress */
export type LessonState = {
  /** 0 to 100; only rises */
  percent: number
  /** When you first completed the lesson; null until then */
  completedAt: string | null
  /** Where you stopped */
  positionSeconds: number
  /** Seconds of the video that you watched; present once you reported any */
  watchedSeconds?: number
  /** The lesson */
  lessonId: string
  /** Stable within the course, from version to version */
  key: string
  /** Title of the lesson */
  title: string
  /** Needed to complete the course */
  required: boolean
  /** Why the lesson is locked: it opens when none is left. Absent while it is open */
  locks?: Array<Lock>
}

/** A lesson, and for how many learners it is next */
export type LessonStop = {
  /** Stable within the course, from version to version */
  lessonKey: string
  /** Title of the lesson */
  title: string
  /** For how many of the learners it is next */
  learners: number
}

/** Where learners are who are on their way */
export type LessonStops = {
  /** When they were counted */
  at: string
  /** How many learners were counted */
  learners: number
  /**
   * Whether that is everyone who is on the way. Otherwise it is the 10,000 who learned last
   */
  areAll: boolean
  /** The lessons that are next for most of them, these first */
  items: Array<LessonStop>
}

/** A video with its captions */
export type LessonVideo = {
  /** The same video in several formats, the best first */
  sources: Array<{
    /** Of the file, for some minutes; or an address elsewhere */
    url: string
    /**
     * Media type; `video/youtube` for an address of YouTube, `application/vnd.apple.mpegurl`
     * for a stream (`.m3u8`); null: not known
     */
    type: string | null
  }>
  /** Address of a picture to show before it plays; null for none */
  poster: string | null
  /** Subtitles by language */
  captions: Array<{
    /** BCP 47 */
    language: string
    /** Its name; null for none */
    label: string | null
    /** Address of a WebVTT file */
    url: string
  }>
  /** Its length; null: not known */
  seconds: number | null
  /** Transcript, in Markdown; null for none */
  transcript: string | null
}

/** An outside page */
export type LinkLesson = {
  /** The lesson */
  id: string
  /** Stable within the course, from version to version */
  key: string
  /** Title of the lesson */
  title: string
  /** An outside page */
  type: 'link'
  /** Minutes that the lesson takes */
  minutes: number
  /** Needed to complete the course */
  required: boolean
  /** Open to users who are not enrolled */
  preview: boolean
  /** The course of the lesson */
  courseId: string
  /** Markdown */
  content: string
  /** The lesson before it; null for the first */
  previous: NeighborLesson | null
  /** The lesson after it; null for the last */
  next: NeighborLesson | null
  /**
   * HTML in the Markdown: none: show it as text; basic: a small set of elements may be shown
   */
  html: 'none' | 'basic'
  /**
   * Whether learners ask about it, by `threads`. none: nobody does; named: they see who wrote
   * what; anonymous: only teachers do
   */
  lessonQuestions: 'none' | 'named' | 'anonymous'
  /** Keys of lessons of the course to complete before it opens to you */
  requires: Array<string>
  /** Files of the school that it shows, or links to */
  files: Array<FileOfLesson>
  /** Present once you have started the lesson */
  progress?: ReadLessonProgress
  link: LessonLink
}

/** An outside page */
export type LinkLessonPreview = {
  /** The course */
  courseId: string
  /** Key of the lesson */
  key: string
  /** Title */
  title: string
  /** Minutes that the lesson takes */
  minutes: number
  /** Needed to complete the course */
  required: boolean
  /** Open to users who are not enrolled */
  preview: boolean
  /** Markdown, with links to lessons as they will be published */
  content: string
  /**
   * HTML in the Markdown: none: show it as text; basic: a small set of elements may be shown
   */
  html: 'none' | 'basic'
  /** Keys of lessons of the course to complete before it opens to you */
  requires: Array<string>
  /** Files of the school that it shows, or links to */
  files: Array<FileOfLesson>
  /** The lesson before; null for the first */
  previous: {
    /** Key of the lesson */
    key: string
    /** Title */
    title: string
  } | null
  /** The lesson after; null for the last */
  next: {
    /** Key of the lesson */
    key: string
    /** Title */
    title: string
  } | null
  /** An outside page */
  type: 'link'
  /** The page; null as long as none is named */
  link: LessonLink | null
}

/** Identities at third parties that sign in to your account */
export type LinkedIdentities = {
  /** All identities, oldest first */
  items: Array<LinkedIdentity>
}

/** An identity at a third party that signs in to your account */
export type LinkedIdentity = {
  /** Id of the identity */
  id: string
  /** Name of the provider */
  provider: string
  /** Display name of the provider */
  title: string
  /** Your email at the provider when it was linked; null if it gave none */
  email: string | null
  /** When the identity was linked to your account */
  linkedAt: string
}

/** A file in the list of those of a course */
export type ListedFile = {
  /** Path from the course's root: texts name the file by it */
  path: string
  /** SHA-256 of its bytes, hexadecimal */
  sha256: string
  /** Its size */
  bytes: number
  /** Its media type, decided by its bytes */
  type: string
  /** Where to get it, for at least five minutes; then read the list again */
  url: string
  /** When it came to this path */
  addedAt: string
  /** In how many places the draft names it; null: not asked for */
  uses: number | null
  /** The first 20 of these places; null: not asked for */
  usedIn: Array<FileUse> | null
}

/** The files of a course, in the order of their paths */
export type ListedFileList = {
  /** The items of this page */
  items: Array<ListedFile>
  /** Pass it as `cursor` to get the next page; null on the last page */
  nextCursor: string | null
}

/** A reason why a lesson is locked to you */
export type Lock = {
  /**
   * LessonBefore: the lessons come one after the other, and `lessonKey` is not completed;
   * Requires: it requires `lessonKey`; NeedsPass: either of these, with a `lessonKey` to
   * pass; NotYet: it opens at `until`
   */
  code: 'LessonBefore' | 'Requires' | 'NeedsPass' | 'NotYet'
  /** Key of the lesson to complete first */
  lessonKey?: string
  /** When it opens */
  until?: string
}

/** Email and password */
export type LoginInput = {
  /** The email of the account. Surrounding spaces, case and full-width letters are ignored */
  email: string
  /** The password */
  password: string
}

/** A token, and the account it belongs to */
export type LoginResult = {
  /** JWT; send it as "Authorization: Bearer <token>" */
  token: string
  /** The authorization scheme to send the token with */
  tokenType: 'Bearer'
  /** From this time on the token is refused with TokenExpired */
  expiresAt: string
  user: Account
}

/** Something that happened. It never changes. */
export type LyceumEvent = AttemptSubmittedEvent | CertificateExpiredEvent | CertificateIssuedEvent | CertificateReinstatedEvent | CertificateReissuedEvent | CertificateRevokedEvent | CourseCompletedEvent | CoursePublishedEvent | EnrollmentEndedEvent | EnrollmentMovedEvent | EnrollmentStartedEvent | LessonCompletedEvent | LessonPassedEvent | ProgramCompletedEvent | SubmissionGradedEvent | SubmissionReceivedEvent | TransactionDisputedEvent | TransactionFulfilledEvent | TransactionPaidEvent | TransactionRefundedEvent | UserErasedEvent | UserRegisteredEvent | UserReinstatedEvent | UserSuspendedEvent | UserVerifiedEvent

/** Whether the mail was taken */
export type MailTest = {
  /** Your email */
  to: string
  /** Whether the mail server took it */
  sent: boolean
  /** Why not; null if it did */
  failure: string | null
}

/** Proof that it is you: your password or a mailed code */
export type MakeCalendarKeyInput = {
  /** Your password */
  password?: string | undefined
  /** Instead of the password: the 8 digits from the mail that me.requestSignInCode sends */
  code?: string | undefined
}

/** A lesson to mark for one learner, and why */
export type MarkLessonInput = {
  /** The course */
  courseId: string
  /** The account */
  userId: string
  /** Key of the lesson in the version of the learner */
  key: string
  /** true marks it as done; false opens it again */
  done: boolean
  /** Why: the learner is told */
  reason: string
}

/** How you know that the money is there */
export type MarkPaidInput = {
  /** The transaction */
  transactionId: string
  /** How you know, for the records */
  reason: string
}

/** What you have read */
export type MarkReadInput = {
  /** Id of the notification */
  notificationId: string
  /**
   * Whether you have read all before it, too: with the newest that you see, all
   *
   * Default: false.
   */
  older?: boolean | undefined
}

/** A lesson marked for one learner */
export type MarkedLesson = {
  /** The account */
  userId: string
  /** The course */
  courseId: string
  /** Stable within the course, from version to version */
  lessonKey: string
  /** Whether it is done now */
  done: boolean
  /** Whether that is new */
  changed: boolean
  /**
   * Share of the required lessons that are completed, rounded down; 100 once you have
   * completed the course, whatever is added later
   */
  percent: number
  /** When the course was completed; never taken */
  courseCompletedAt: string | null
}

/** An answer: pairs to be found, each of which counts */
export type MatchAnswer = {
  /** Of the type: pairs to be found, each of which counts */
  type: 'match'
  /** For each on the left, the index of what belongs to it, from 0; null for none */
  pairs: Array<number | null>
}

/** A question of an attempt: pairs to be found, each of which counts */
export type MatchAttemptQuestion = {
  /** Its place in the attempt, from 0 */
  position: number
  /** The question: Markdown, in one line */
  title: string
  /** More of it, in Markdown; null for none */
  text: string | null
  /** Points for the right answer */
  points: number
  /** Of the type: pairs to be found, each of which counts */
  type: 'match'
  /** In the order of the author */
  left: Array<string>
  /** In no order */
  right: Array<string>
}

/** A question with its right answer: pairs to be found, each of which counts */
export type MatchQuestion = {
  /** The identity of the question within its course, for ever */
  key: string
  /** The question: Markdown, in one line */
  title: string
  /**
   * More of the question, in Markdown; null for none
   *
   * Default: null.
   */
  text: string | null
  /**
   * Points for the right answer
   *
   * Default: 1.
   */
  points: number
  /**
   * Why: shown with the right answer, in Markdown; null for none
   *
   * Default: null.
   */
  explanation: string | null
  /** Of the type: pairs to be found, each of which counts */
  type: 'match'
  /** The pairs to find; several may share their right side */
  pairs: Array<{
    /** Markdown, in one line */
    left: string
    /** Markdown, in one line */
    right: string
  }>
  /**
   * More on the right, which belongs to nothing
   *
   * Default: [].
   */
  others: Array<string>
}

/** A question with its right answer: pairs to be found, each of which counts */
export type MatchQuestionInput = {
  /** The identity of the question within its course, for ever */
  key: string
  /** The question: Markdown, in one line */
  title: string
  /**
   * More of the question, in Markdown; null for none
   *
   * Default: null.
   */
  text?: string | null | undefined
  /**
   * Points for the right answer
   *
   * Default: 1.
   */
  points?: number | undefined
  /**
   * Why: shown with the right answer, in Markdown; null for none
   *
   * Default: null.
   */
  explanation?: string | null | undefined
  /** Of the type: pairs to be found, each of which counts */
  type: 'match'
  /** The pairs to find; several may share their right side */
  pairs: Array<{
    /** Markdown, in one line */
    left: string
    /** Markdown, in one line */
    right: string
  }>
  /**
   * More on the right, which belongs to nothing
   *
   * Default: [].
   */
  others?: Array<string> | undefined
}

/** The most that is taken, in bytes */
export type MaxBytesFacts = {
  /** The most that is taken here, in bytes */
  maxBytes: number
}

/** Your profile */
export type Me = {
  /** Id of the user */
  id: string
  /** Email address */
  email: string
  /** Name as printed on certificates */
  name: string
  /** Whether we guessed the name from the email; set it with PATCH /api/v1/me */
  nameIsGuess: boolean
  /** Learner, or what you may do in administration (docs/administration.md) */
  role: 'learner' | 'admin' | 'support' | 'finance'
  /** Name for certificates; null where it is that of your profile */
  certificateName: string | null
  /**
   * Why certificates cannot be printed with your name: set a `certificateName`; null if they
   * can
   */
  nameFault: string | null
  /** Language of the mails you get */
  language: 'en' | 'de'
  /** Where your days begin and end (IANA); null: the school's time zone */
  timeZone: string | null
  /**
   * How news of your courses come by mail, beside `me.notifications`: at-once, each; daily,
   * once a day together; none, not at all. What concerns your account or your money always
   * comes
   */
  newsByMail: 'at-once' | 'daily' | 'none'
  /** Whether announcements of your courses come by mail too */
  announcementsByMail: boolean
  /**
   * Whether you are reminded by mail of what is due; null: you have not said, and the school
   * decides
   */
  remindersByMail: boolean | null
  /** What you may do in administration; nothing until you have the second factor */
  permissions: Array<AdminPermission>
  /** Whether your role does nothing in administration until you add a second factor */
  needsSecondFactor: boolean
  /** Whether there is a key that reads your calendar */
  hasCalendar: boolean
  /** When the account was created */
  createdAt: string
  /** Your newest hundred certificates */
  certificates: Array<Certificate>
}

/** A user who works on a course */
export type Member = {
  /** The member */
  user: {
    /** The user */
    id: string
    /** Name of the user */
    name: string
    /** Shown to owners and administrators; null to others */
    email: string | null
  }
  /**
   * owner: may do everything; author: reads and writes the draft, publishes, and grades;
   * reviewer: reads the draft and approves it; grader: reads the course and what learners
   * hand in, and grades it; teacher: reads the course, sees the learners, helps and grades
   * them; of cohorts, only their members
   */
  role: 'owner' | 'author' | 'reviewer' | 'grader' | 'teacher'
  /** Of a teacher: the cohorts they teach; null for all learners */
  cohorts: Array<{
    /** The cohort */
    id: string
    /** Its name */
    name: string
  }> | null
  /** When the user became a member */
  addedAt: string
}

/** The members of a course, in the order of their ids */
export type MemberList = {
  /** The items of this page */
  items: Array<Member>
  /** Pass it as `cursor` to get the next page; null on the last page */
  nextCursor: string | null
}

/** The operation succeeded */
export type Message = {
  /** What happened, as a sentence for people */
  message: string
}

/** A required lesson that is not completed */
export type MissingLesson = {
  /** The lesson */
  lessonId: string
  /** Its title */
  title: string
}

/** An amount of money */
export type Money = {
  /** Integer amount in the currency's smallest unit: 2900 USD is 29 dollars */
  amount: number
  /** ISO 4217 */
  currency: string
}

/** The most that there can be */
export type MostFacts = {
  /** The most that there can be */
  most: number
}

/** Learners on their way to a version */
export type Move = {
  /** The move */
  id: string
  /** The course */
  courseId: string
  /** The version that learners are moved to */
  to: number
  /**
   * all: every learner; not-started: those who have not reported anything; nothing-lost:
   * those whose percentage does not fall; chosen: those in `userIds`; correction: a minor
   * version was published with `reach: 'everyone'`
   */
  policy: 'all' | 'not-started' | 'nothing-lost' | 'chosen' | 'correction'
  /** How far the move is */
  status: 'waiting' | 'running' | 'done'
  /** How many learners it is to look at; null before it runs */
  total: number | null
  /** Learners moved so far */
  moved: number
  /** Learners left on their version so far: the policy says so, or they are gone */
  skipped: number
  /** Learners moved so far who completed the course by it */
  completed: number
  /** Share of the learners looked at */
  percent: number
  /** When it was requested */
  createdAt: string
  /** When it was done; null until then */
  finishedAt: string | null
}

/** Moves, newest first */
export type MoveList = {
  /** The items of this page */
  items: Array<Move>
  /** Pass it as `cursor` to get the next page; null on the last page */
  nextCursor: string | null
}

/** An answer: any number of several options */
export type MultipleAnswer = {
  /** Of the type: any number of several options */
  type: 'multiple'
  /** Indexes of the options, from 0 */
  choices: Array<number>
}

/** A question of an attempt: any number of several options */
export type MultipleAttemptQuestion = {
  /** Its place in the attempt, from 0 */
  position: number
  /** The question: Markdown, in one line */
  title: string
  /** More of it, in Markdown; null for none */
  text: string | null
  /** Points for the right answer */
  points: number
  /** Of the type: any number of several options */
  type: 'multiple'
  /** In the order of this attempt */
  options: Array<string>
  /**
   * all: points for exactly the right options; partial: right ones less wrong ones, at least
   * 0
   */
  scoring: 'all' | 'partial'
}

/** A question with its right answer: any number of several options */
export type MultipleQuestion = {
  /** The identity of the question within its course, for ever */
  key: string
  /** The question: Markdown, in one line */
  title: string
  /**
   * More of the question, in Markdown; null for none
   *
   * Default: null.
   */
  text: string | null
  /**
   * Points for the right answer
   *
   * Default: 1.
   */
  points: number
  /**
   * Why: shown with the right answer, in Markdown; null for none
   *
   * Default: null.
   */
  explanation: string | null
  /** Of the type: any number of several options */
  type: 'multiple'
  /** In the order of the author */
  options: Array<{
    /** Markdown, in one line */
    text: string
    /** Whether it is right */
    right: boolean
  }>
  /**
   * all: points for exactly the right options; partial: right ones less wrong ones, at least
   * 0
   *
   * Default: "all".
   */
  scoring: 'all' | 'partial'
}

/** A question with its right answer: any number of several options */
export type MultipleQuestionInput = {
  /** The identity of the question within its course, for ever */
  key: string
  /** The question: Markdown, in one line */
  title: string
  /**
   * More of the question, in Markdown; null for none
   *
   * Default: null.
   */
  text?: string | null | undefined
  /**
   * Points for the right answer
   *
   * Default: 1.
   */
  points?: number | undefined
  /**
   * Why: shown with the right answer, in Markdown; null for none
   *
   * Default: null.
   */
  explanation?: string | null | undefined
  /** Of the type: any number of several options */
  type: 'multiple'
  /** In the order of the author */
  options: Array<{
    /** Markdown, in one line */
    text: string
    /** Whether it is right */
    right: boolean
  }>
  /**
   * all: points for exactly the right options; partial: right ones less wrong ones, at least
   * 0
   *
   * Default: "all".
   */
  scoring?: 'all' | 'partial' | undefined
}

/** A course you are or were enrolled in */
export type MyCourse = {
  /** The course */
  courseId: string
  /** Readable id, for links */
  slug: string
  /** program: its lessons are courses, which it opens */
  kind: 'course' | 'program'
  /** Title in your version */
  title: string
  /** Number of the version you take */
  version: number
  /** Address of a picture that works for a few minutes; null without one */
  cover: string | null
  /**
   * active: to be completed. completed: completed, and still open to you. left: you left it
   * and can return. ended: by a refund, by the school, or because its end date has come
   */
  status: 'active' | 'completed' | 'left' | 'ended'
  /**
   * Share of the required lessons that are completed, rounded down; 100 once you have
   * completed the course, whatever is added later
   */
  percent: number
  /** When the enrollment began */
  enrolledAt: string
  /** When the last required lesson was completed; null until then */
  completedAt: string | null
  /**
   * Since when the course is taken again to renew its certificate: `percent` is that of this
   * time; null otherwise
   */
  renewingSince: string | null
  /** Your last report of progress, to the minute; null before the first one */
  lastActivityAt: string | null
  /** When you left the course; null unless you have */
  leftAt: string | null
  /** When your access ends or ended; null for never */
  endsAt: string | null
  /** The last day of that in the school's time zone */
  endsOn: string | null
  /** Whether your access ends, and you can buy the course: then you keep it */
  buyable: boolean
  /**
   * What to do next: the first lesson that you still have to complete and that is open, or
   * what opens it. It is locked only if nothing is open yet. Null if none is left, or if what
   * is left waits for a grade
   */
  nextLesson: {
    /** The lesson */
    id: string
    /** Stable within the course, from version to version */
    key: string
    /** Title of the lesson */
    title: string
    /** Why the lesson is locked: it opens when none is left. Absent while it is open */
    locks?: Array<Lock>
  } | null
  /** How much that you handed in waits for a grade */
  waiting: number
  /** Your certificate; null until there is one */
  certificate: {
    /** URL of the PDF; anyone who has it can read the PDF */
    certificateUrl: string
    /** Unique code of the certificate */
    verificationCode: string
    /** The end of its last day in the school's time zone; null if it never expires */
    validUntil: string | null
    /** The last day of its validity, as the paper says; null if it never expires */
    lastDay: string | null
    /** Whether it is past `validUntil`; whoever renews it gets a new certificate */
    expired: boolean
    /** Whether it was revoked */
    status: 'issued' | 'revoked'
  } | null
  /** The current version if yours is older; null otherwise */
  newerVersion: NewerVersion | null
  /** The newest announcement that is for you; null if there is none */
  announcement: {
    /** Id of the announcement */
    id: string
    /** Plain text; an empty line begins a paragraph */
    text: string
    /** When it was posted */
    postedAt: string
    /** When its text was changed last; null: never */
    editedAt: string | null
  } | null
  /** What you have to do next by a day, or should have done; null if there is nothing */
  due: NextDue | null
}

/** Your courses, newest activity first */
export type MyCourseList = {
  /** The items of this page */
  items: Array<MyCourse>
  /** Pass it as `cursor` to get the next page; null on the last page */
  nextCursor: string | null
}

/** A person or thing that a record mentions by its id */
export type NamedThing = {
  /** What it is */
  kind: 'user' | 'course' | 'cohort' | 'certificate' | 'coupon' | 'key' | 'webhook'
  /** Its name, title, code or host today */
  name: string
}

/** A lesson beside another one */
export type NeighborLesson = {
  /** The lesson */
  id: string
  /** Stable within the course, from version to version */
  key: string
  /** Title of the lesson */
  title: string
}

/** An API key, with its secret */
export type NewApiKey = {
  /** Names the key in the audit trail */
  id: string
  /** The first part of the key itself, after `lyc_` */
  publicId: string
  /** Its purpose */
  name: string
  /** The operations that it opens, by groups */
  scopes: Array<ApiKeyScope>
  /** The courses that it reads and writes for authors */
  courseIds: Array<string>
  /** The administrator for whom it acts */
  createdBy: {
    /** The administrator */
    id: string
    /** Their name */
    name: string
  }
  /**
   * blocked: its maker is suspended, or no longer an administrator. Only `active` keys work
   */
  status: 'active' | 'blocked' | 'expired' | 'revoked'
  /** When it was made */
  createdAt: string
  /** When it ends by itself */
  expiresAt: string
  /** The last day of that in the school's time zone */
  endsOn: string
  /** The hour of its last use; null before the first */
  lastUsedAt: string | null
  /** Until when the secret before the last rotation works; null without one */
  formerSecretUntil: string | null
  /** When it was revoked */
  revokedAt: string | null
  /** The key: send it as Bearer. Shown this once; only its SHA-256 is stored */
  key: string
}

/**
 * The current version of a course that you take in an older one. A version that changes no
 * lessons is not mentioned
 */
export type NewerVersion = {
  /** Number of the current version */
  version: number
  /** The note of its author; null when there is none */
  note: string | null
  /** When it was published */
  publishedAt: string
  /** Whether you may move to it yourself: `me.takeNewerVersion` */
  mayTake: boolean
  /** What that would do; null where you may not */
  effect: VersionEffect | null
}

/** What is due on a day */
export type NextDue = {
  /** Key of the lesson; null: the course */
  lessonKey: string | null
  /** Title of the lesson or the course */
  title: string
  /** Until the end of this day, in your time zone */
  on: string
  /** Whether that is over */
  isOverdue: boolean
}

/** When the certificate can be renewed */
export type NotRenewableFacts = {
  /**
   * The end of its validity; null where there is no certificate, or one that is valid for
   * ever
   */
  validUntil: string | null
  /** From when it can be renewed; null for never */
  renewableFrom: string | null
}

/** How much of the video is left to watch */
export type NotWatchedFacts = {
  /** Seconds of the video that you watched */
  watchedSeconds: number
  /** Seconds that it takes to complete it */
  neededSeconds: number
}

/** What you noted at a lesson, or a place to come back to */
export type Note = {
  /** The note */
  id: string
  /** The course */
  courseId: string
  /** Its title */
  courseTitle: string
  /** Key of the lesson when you noted it */
  lessonKey: string
  /** Title of the lesson */
  lessonTitle: string
  /** The lesson in your version; null: your version has it no more */
  lessonId: string | null
  /** Your words; null: a bookmark */
  text: string | null
  /** The words of the lesson that it is about; null for none */
  quote: string | null
  /** What stands before them */
  prefix: string | null
  /** What stands after them */
  suffix: string | null
  /** The second of the video; null for none */
  seconds: number | null
  /** When you made it */
  createdAt: string
  /** When you changed it last */
  updatedAt: string
}

/** Your notes and bookmarks, newest first */
export type NoteList = {
  /** The items of this page */
  items: Array<Note>
  /** Pass it as `cursor` to get the next page; null on the last page */
  nextCursor: string | null
}

/** Something that concerns you */
export type Notification = {
  /** Id of the notification */
  id: string
  /** What happened */
  kind: 'course-enrolled' | 'submission-graded' | 'submission-returned' | 'announcement' | 'reminder' | 'question-asked' | 'question-answered' | 'report-settled' | 'progress-reset' | 'lesson-marked' | 'extension-granted' | 'extension-revoked' | 'course-moved' | 'certificate-ready' | 'certificate-expiry' | 'member-added' | 'review-requested' | 'draft-approved' | 'changes-requested' | 'payment-received' | 'refund-made'
  /** When it happened */
  createdAt: string
  /** When you read it; null: not yet */
  readAt: string | null
  /** The course; null where it is of none */
  courseId: string | null
  /** Title of the course then */
  title: string | null
  /** Key of the lesson in its course; null for the course as a whole */
  lessonKey: string | null
  /** Title of the lesson then */
  lesson: string | null
  /** The announcement, submission, certificate, purchase, question or report, by the kind */
  subjectId: string | null
  /** Until when a lesson may be handed in, or a certificate counts */
  day: string | null
  /**
   * lesson-marked: whether the lesson is done, or open again; course-moved: whether it
   * completed the course; certificate-expiry: whether it has expired; certificate-ready:
   * whether it replaces one
   */
  done: boolean | null
  /** The version of the course moved to */
  version: number | null
  /** Your role in the course: member-added */
  role: 'owner' | 'author' | 'reviewer' | 'grader' | 'teacher' | null
  /** What was paid or refunded */
  amount: Money | null
  /** How many things wait for you: reminder */
  count: number | null
}

/** What concerns you, newest first */
export type NotificationList = {
  /** The items of this page */
  items: Array<Notification>
  /** Pass it as `cursor` to get the next page; null on the last page */
  nextCursor: string | null
}

/** An answer: a decimal number */
export type NumberAnswer = {
  /** Of the type: a decimal number */
  type: 'number'
  /** A number as people write it. One that may be two, like 1,000, is refused with both */
  number: string
}

/** A question of an attempt: a decimal number */
export type NumberAttemptQuestion = {
  /** Its place in the attempt, from 0 */
  position: number
  /** The question: Markdown, in one line */
  title: string
  /** More of it, in Markdown; null for none */
  text: string | null
  /** Points for the right answer */
  points: number
  /** Of the type: a decimal number */
  type: 'number'
}

/** A question with its right answer: a decimal number */
export type NumberQuestion = {
  /** The identity of the question within its course, for ever */
  key: string
  /** The question: Markdown, in one line */
  title: string
  /**
   * More of the question, in Markdown; null for none
   *
   * Default: null.
   */
  text: string | null
  /**
   * Points for the right answer
   *
   * Default: 1.
   */
  points: number
  /**
   * Why: shown with the right answer, in Markdown; null for none
   *
   * Default: null.
   */
  explanation: string | null
  /** Of the type: a decimal number */
  type: 'number'
  /** The numbers that are right */
  numbers: Array<{
    /** The least number that is right */
    from: string
    /** The greatest one */
    to: string
  } | {
    /** The number */
    value: string
    /**
     * How far off is right as well
     *
     * Default: "0".
     */
    tolerance: string
  }>
}

/** A question with its right answer: a decimal number */
export type NumberQuestionInput = {
  /** The identity of the question within its course, for ever */
  key: string
  /** The question: Markdown, in one line */
  title: string
  /**
   * More of the question, in Markdown; null for none
   *
   * Default: null.
   */
  text?: string | null | undefined
  /**
   * Points for the right answer
   *
   * Default: 1.
   */
  points?: number | undefined
  /**
   * Why: shown with the right answer, in Markdown; null for none
   *
   * Default: null.
   */
  explanation?: string | null | undefined
  /** Of the type: a decimal number */
  type: 'number'
  /** The numbers that are right */
  numbers: Array<{
    /** The least number that is right */
    from: string
    /** The greatest one */
    to: string
  } | {
    /** The number */
    value: string
    /**
     * How far off is right as well
     *
     * Default: "0".
     */
    tolerance?: string | undefined
  }>
}

/** Where to send the browser now */
export type OAuthStart = {
  /** Send the browser to this URL */
  authorizationUrl: string
  /** The browser has to return by this time */
  expiresAt: string
}

/** An answer: things to put in order */
export type OrderAnswer = {
  /** Of the type: things to put in order */
  type: 'order'
  /** Indexes of the items as shown, from 0, in your order */
  order: Array<number>
}

/** A question of an attempt: things to put in order */
export type OrderAttemptQuestion = {
  /** Its place in the attempt, from 0 */
  position: number
  /** The question: Markdown, in one line */
  title: string
  /** More of it, in Markdown; null for none */
  text: string | null
  /** Points for the right answer */
  points: number
  /** Of the type: things to put in order */
  type: 'order'
  /** In no order */
  items: Array<string>
}

/** A question with its right answer: things to put in order */
export type OrderQuestion = {
  /** The identity of the question within its course, for ever */
  key: string
  /** The question: Markdown, in one line */
  title: string
  /**
   * More of the question, in Markdown; null for none
   *
   * Default: null.
   */
  text: string | null
  /**
   * Points for the right answer
   *
   * Default: 1.
   */
  points: number
  /**
   * Why: shown with the right answer, in Markdown; null for none
   *
   * Default: null.
   */
  explanation: string | null
  /** Of the type: things to put in order */
  type: 'order'
  /** In the right order */
  items: Array<string>
}

/** A question with its right answer: things to put in order */
export type OrderQuestionInput = {
  /** The identity of the question within its course, for ever */
  key: string
  /** The question: Markdown, in one line */
  title: string
  /**
   * More of the question, in Markdown; null for none
   *
   * Default: null.
   */
  text?: string | null | undefined
  /**
   * Points for the right answer
   *
   * Default: 1.
   */
  points?: number | undefined
  /**
   * Why: shown with the right answer, in Markdown; null for none
   *
   * Default: null.
   */
  explanation?: string | null | undefined
  /** Of the type: things to put in order */
  type: 'order'
  /** In the right order */
  items: Array<string>
}

/** A lesson in the table of contents of a course */
export type OutlineLesson = {
  /** The lesson */
  id: string
  /** Stable within the course, from version to version */
  key: string
  /** Title of the lesson */
  title: string
  /**
   * text: to read; video: to watch; file: to read or download; link: an outside page; quiz:
   * to pass, graded by itself; assignment: to hand in, graded by a person; course: a course
   * of a program
   */
  type: 'text' | 'video' | 'file' | 'link' | 'quiz' | 'assignment' | 'course'
  /** Minutes that the lesson takes */
  minutes: number
  /** Needed to complete the course */
  required: boolean
  /** Open to users who are not enrolled */
  preview: boolean
  /** Why the lesson is locked: it opens when none is left. Absent while it is open */
  locks?: Array<Lock>
}

/** Your grade of a lesson */
export type OwnGrade = {
  /** The lesson */
  lessonId: string
  /** Its key */
  key: string
  /** Its title */
  title: string
  /** What is graded */
  type: 'quiz' | 'assignment'
  /** How much it counts beside others; 0: not at all */
  weight: number
  /** Of your best attempt; null before one is graded, and where the quiz shows no score */
  percent: number | null
  /** Whether any attempt passed */
  passed: boolean
  /** Whether an attempt waits for a person */
  waiting: boolean
  /** How many attempts there are */
  attempts: number
  /** Whether it does not count in the grade: it does once it is passed */
  excused: boolean
  /** When it is due for you; null: never */
  dueAt: string | null
}

/** Your grades in a course, in the order of its lessons */
export type OwnGradeList = {
  /** The items of this page */
  items: Array<OwnGrade>
  /** Pass it as `cursor` to get the next page; null on the last page */
  nextCursor: string | null
  /** Of the course: the mean of your best attempts by their weights; null: none */
  grade: number | null
  /** What you get that others do not; null: nothing */
  accommodation: {
    /** Of the time that others have, in percent */
    timePercent: number
    /** Attempts more than others have */
    extraAttempts: number
    /** Days more than others have until an assignment is due */
    extraDays: number
    /** Why */
    reason: string
    /** Until when; null: as long as the course */
    until: string | null
  } | null
}

/** A passkey to be added */
export type PasskeyStart = {
  /** Give it to `navigator.credentials.create()`, from JSON */
  options: Record<string, unknown>
  /** The ticket of the step before */
  ticket: string
  /** Until when the ticket can be used */
  expiresAt: string
}

/** A report of the payment provider about a purchase */
export type PaymentReport = {
  /** Id of the report */
  id: string
  /** Its name in Lyceum */
  kind: 'paid' | 'declined' | 'expired' | 'refund_pending' | 'refund_succeeded' | 'refund_failed' | 'dispute_opened' | 'dispute_won' | 'dispute_lost' | 'other'
  /** The provider's name for it */
  type: string
  /** Payment provider */
  provider: string
  /** The payment's id at the provider */
  payment: string | null
  /** The amount that it is about, if any */
  amount: Money | null
  /** When it was reported */
  receivedAt: string
}

/** Sales of a day or a month, as far as it was asked for */
export type PeriodSales = {
  /** The day, or the month */
  period: string
  /** The first instant of the period */
  from: string
  /** The first instant after the period */
  until: string
  /** One for each currency; none without sales */
  totals: Array<SalesTotal>
}

/** All days or months of a period, oldest first, also those without sales */
export type PeriodSalesList = {
  /** The days or months of this page */
  items: Array<PeriodSales>
  /** Pass it as `cursor` to get the next page; null on the last page */
  nextCursor: string | null
}

/** What to tell whom */
export type PostAnnouncementInput = {
  /** Id of the course */
  courseId: string
  /** Plain text; an empty line begins a paragraph */
  text: string
  /** Whom it is for, as in the answer */
  audience: 'all' | 'cohort' | 'stuck'
  /** Id or name of a cohort that has the course; for that audience only */
  cohort?: string | undefined
  /** After how many days without a report they are stuck; for that audience only */
  days?: number | undefined
  /** When it goes out, within a year; nobody sees it before. Default: at once */
  at?: string | undefined
}

/** The courses and programs to complete first */
export type PrerequisiteMissingFacts = {
  /** The courses with what they require */
  courses: Array<{
    /** The course that cannot be taken yet */
    courseId: string
    /** The courses and programs to complete first */
    requires: Array<{
      /** The course or program to complete */
      id: string
      /** Its slug */
      slug: string
      /** Its title */
      title: string
    }>
  }>
}

/** An attempt that counts for nothing */
export type PreviewAttemptInput = {
  /** The course */
  courseId: string
  /** Key of the lesson */
  key: string
  /** The published version whose quiz it is; absent: the draft */
  version?: number | undefined
  /** Of an earlier answer: asks the same again. Default: a new one */
  seed?: string | undefined
  /** Answers to grade */
  answers?: Array<{
    /** Place of the question in the attempt, from 0 */
    position: number
    /** null takes the answer back */
    answer: Answer | null
    /**
     * Orders your answers to a question, whenever they arrive: a lower one than that of the
     * answer that stands changes nothing. Count above `lastNumber`. The SDK does it by itself.
     * Absent: the answer counts that arrives last
     */
    number?: number | undefined
  }> | undefined
}

/** The course whose certificate is drawn */
export type PreviewCertificateInput = {
  /** Id of the course */
  courseId: string
  /** Changes of its design, which are not saved */
  certificate?: CertificateDesignInput | null | undefined
  /**
   * Grade in percent, where the course prints one
   *
   * Default: 87.5.
   */
  grade?: number | undefined
  /** Last day of its validity. Default: as the course says */
  lastDay?: string | undefined
}

/** Settings to look at before they are saved; the others are those in effect */
export type PreviewLookInput = {
  /** Organization named on certificates and receipts. null: SCHOOL_NAME, otherwise Lyceum */
  certificateIssuer?: string | null | undefined
  /**
   * Logo (PNG or SVG, at most 500 kB) that replaces the name of the organization at the head
   * of certificates and pages. null: SCHOOL_LOGO
   */
  certificateLogo?: string | null | undefined
  /**
   * Color of text and frame on certificates; should be dark. null: SCHOOL_COLOR, otherwise
   * #1a2b45
   */
  certificateColor?: string | null | undefined
  /** Color of ornaments and seal on certificates */
  certificateAccentColor?: string | null | undefined
  /** Handwritten signatures on certificates; at most three */
  certificateSignatures?: Array<{
    /** Name of the signer */
    name: string
    /** Title of the signer */
    title: string
    /** The handwritten signature, as a data: URL */
    image?: string | undefined
  }> | null | undefined
  /** Small print at the foot of certificates, such as an accreditation: at most two lines */
  certificateLines?: Array<string> | null | undefined
  /**
   * Heading of certificates, in every language. null: Certificate of Completion, in the
   * language of the course
   */
  certificateHeading?: string | null | undefined
  /**
   * Phrase above the name on certificates, in every language. null: one in the language of
   * the course
   */
  certificateBeforeName?: string | null | undefined
  /**
   * Phrase above the title on certificates, in every language. null: one in the language of
   * the course
   */
  certificateBeforeCourse?: string | null | undefined
  /**
   * Line below the title on certificates that print a grade of at least
   * CERTIFICATE_DISTINCTION_FROM
   */
  certificateDistinction?: string | null | undefined
  /** Least grade of a distinction, in whole percent */
  certificateDistinctionFrom?: number | null | undefined
  /** Paper of certificates. null: A4 */
  certificatePaper?: 'A4' | 'Letter' | null | undefined
  /** How the paper of certificates lies. null: landscape */
  certificateOrientation?: 'landscape' | 'portrait' | null | undefined
  /**
   * Seal on certificates (PNG or SVG, at most 500 kB). null: a drawn one in the color of
   * ornaments
   */
  certificateSeal?: string | null | undefined
  /** Leaves out the seal */
  certificateWithoutSeal?: boolean | null | undefined
  /**
   * Picture (PNG or SVG, at most 500 kB) that covers the page of certificates in place of the
   * frame
   */
  certificateBackground?: string | null | undefined
  /**
   * Language of the sample, BCP 47
   *
   * Default: "en".
   */
  language?: string | undefined
}

/** An attempt at a quiz of a draft */
export type PreviewedAttempt = {
  /** Send it with answers: then the same is asked */
  seed: string
  /** In the order of this attempt */
  questions: Array<AttemptQuestion>
  /** Points of the answers, parts of them included */
  points: number
  /** The most points */
  maxPoints: number
  /** The share of the points */
  percent: number
  /** Whether they pass */
  passed: boolean
  /** Whether a person would have to grade some */
  waits: boolean
  /** What is right */
  review: Array<ReviewedQuestion>
}

/** The current price of the purchase */
export type PriceChangedFacts = {
  /** The amount to pay now, after the discount */
  total: Money
  /** Discount from the coupon */
  discount: Money
  /** The courses at their current prices */
  lines: Array<ChangedPrice>
}

/** A learner completed a program for the first time */
export type ProgramCompletedEvent = {
  /** The event; the same each time that it is delivered */
  id: string
  /** Its place among all events, without gaps, in the order of their commits */
  number: number
  /** A learner completed a program for the first time */
  type: 'program.completed'
  /** When it happened */
  timestamp: string
  /** Ids, numbers and amounts: ask the API for the rest */
  data: {
    /** The account that it is about */
    userId: string
    /** The course */
    courseId: string
    /** Version of the course */
    version: number
  }
}

/** Progress that you made, perhaps while offline */
export type ProgressEvent = {
  /**
   * A UUID that you gave it when it happened: of two positions of one instant, the one with
   * the higher id is the latest
   */
  id: string
  /**
   * When it happened, by the same clock as `sentAt`. Before you enrolled, or before the day
   * that opens the lesson, it counts as of then; after now, as of now
   */
  at: string
  /** The lesson */
  lessonId: string
  /** How much of the lesson is done; a lower value than before is ignored */
  percent?: number | undefined
  /** true completes the lesson, like percent 100; false changes nothing */
  completed?: boolean | undefined
  /** Where you stopped; the latest report counts */
  positionSeconds?: number | undefined
  /**
   * Watched ranges of a video whose length is known, in whole seconds: each from its first
   * number to before its second. They are added to those reported before; the percent rises
   * with them
   */
  watched?: Array<[number, number]> | undefined
}

/** What became of an event */
export type ProgressEventResult = {
  /** The event */
  id: string
  /**
   * applied: it changed your progress; already: all that it says was known; stale: a later
   * position is known, or progress was cleared since; refused: it does not count, see
   * `reason`, and send it again after LessonLocked alone: it can count later
   */
  outcome: 'applied' | 'already' | 'stale' | 'refused'
  reason?: ProgressRefusal
}

/** Why an event does not count */
export type ProgressRefusal = {
  /** Name of the error, as a report alone would get it */
  error: string
  /** How to correct it */
  message: string
  facts?: ProgressRefusalFacts
}

/** Facts of the error, where it has any */
export type ProgressRefusalFacts = {
  /** Why the lesson is locked: it opens when none is left. Absent while it is open */
  locks?: Array<Lock>
  /** NotWatched: seconds that you watched */
  watchedSeconds?: number
  /** NotWatched: seconds to watch */
  neededSeconds?: number
  /** WatchedTooFast: seconds that can have been watched */
  allowedSeconds?: number
}

/** What a reset of progress does */
export type ProgressReset = {
  /** Lessons in which anything was reported */
  lessons: number
  /** Percentage of the course before */
  percentBefore: number
  /** Percentage afterwards */
  percent: number
  /** Whether the course is completed, and stays so */
  staysCompleted: boolean
}

/** A third party that you can sign in with */
export type Provider = {
  /** Name of the provider in URLs */
  name: string
  /** Display name */
  title: string
  /** Target of a plain link or button that signs in by redirects */
  redirectUrl: string
}

/** Third parties that you can sign in with */
export type Providers = {
  /** All providers, by name */
  items: Array<Provider>
}

/** The result of publishing a draft */
export type Publication = {
  /** unchanged: the draft was the same as the current version, and is closed */
  outcome: 'published' | 'unchanged'
  /** The current version now */
  version: number
  /** The kind of its changes; null when unchanged */
  kind: 'first' | 'terms' | 'minor' | 'major' | null
  /** The move that brings the correction to everyone; null if there is none */
  moveId: string | null
  /** The revision of the draft, which is closed */
  revision: number
}

/** The draft to publish, and its reach */
export type PublishInput = {
  /** The course */
  courseId: string
  /** The revision of the draft whose impact you looked at */
  revision: number
  /** The current version then; null for the first one */
  baseVersion: number | null
  /**
   * News of the version. Members of the course, learners who are moved, and learners of older
   * versions read it
   */
  note?: string | undefined
  /**
   * new: only those who enroll from now on get the version; everyone: those who are enrolled
   * get it as well, which only a correction may do: a minor one, or one of words of the
   * course, such as its title. Certificates that were issued keep their words
   *
   * Default: "new".
   */
  reach?: 'new' | 'everyone' | undefined
}

/** A question with its right answer */
export type Question = EssayQuestion | MatchQuestion | MultipleQuestion | NumberQuestion | OrderQuestion | SingleQuestion | TextQuestion

/** A question with its right answer */
export type QuestionInput = EssayQuestionInput | MatchQuestionInput | MultipleQuestionInput | NumberQuestionInput | OrderQuestionInput | SingleQuestionInput | TextQuestionInput

/** Questions, of which an attempt has all or some */
export type QuestionPoolInput = {
  /**
   * Title; null for none
   *
   * Default: null.
   */
  title?: string | null | undefined
  /**
   * How many of its questions an attempt has, those first that its learner has not seen;
   * null: all
   *
   * Default: null.
   */
  take?: number | null | undefined
  /** Its questions */
  questions: Array<QuestionInput>
}

/** How learners do at a question */
export type QuestionStatistics = {
  /** Key of the question */
  key: string
  /** Its type */
  type: string
  /** The question */
  title: string
  /** Its newest revision that was asked */
  revision: number
  /** Its newest revision that was published: to grade it again by */
  publishedRevision: number
  /** In how many attempts it was asked */
  asked: number
  /** In how many it was answered */
  answered: number
  /** Points that it got, of those that it can get, in percent; null: none graded */
  rightPercent: number | null
  /**
   * Whether those who do well otherwise do well here, from -1 to 1: below 0, look whether the
   * right answer is wrong; null for fewer than 10 attempts, or where all did the same
   */
  discrimination: number | null
  /** Of options, in the order of the author; empty for other types */
  choices: Array<{
    /** The option */
    text: string
    /** Whether it is marked as right */
    right: boolean
    /** How often it was chosen */
    chosen: number
  }>
}

/** The questions of a quiz by their keys, over its last 500 graded attempts */
export type QuestionStatisticsList = {
  /** The items of this page */
  items: Array<QuestionStatistics>
  /** Pass it as `cursor` to get the next page; null on the last page */
  nextCursor: string | null
}

/** A question of an attempt to grade */
export type QuestionToGrade = {
  /** Place of the question in the attempt, from 0 */
  position: number
  /** The question */
  title: string
  /** Its most points */
  points: number
  /** Its points so far; null: it waits for you */
  given: number | null
  /** The text; null: there is none */
  answer: string | null
  /** What to look for; null for none */
  guidance: string | null
}

/** The questions of a file */
export type QuestionsRead = {
  /** Those that a quiz can take */
  questions: Array<Question>
  /** Those that it cannot; the first 200 */
  left: Array<{
    /** Its first line in the file, from 1 */
    line: number
    /** Why it is left out */
    message: string
  }>
  /** Files that they name: upload them under these paths */
  missing: Array<string>
}

/** A lesson with questions */
export type QuizLesson = {
  /** The lesson */
  id: string
  /** Stable within the course, from version to version */
  key: string
  /** Title of the lesson */
  title: string
  /** To pass */
  type: 'quiz'
  /** Minutes that the lesson takes */
  minutes: number
  /** Needed to complete the course */
  required: boolean
  /** Open to users who are not enrolled */
  preview: boolean
  /** The course of the lesson */
  courseId: string
  /** Markdown */
  content: string
  /** The lesson before it; null for the first */
  previous: NeighborLesson | null
  /** The lesson after it; null for the last */
  next: NeighborLesson | null
  /**
   * HTML in the Markdown: none: show it as text; basic: a small set of elements may be shown
   */
  html: 'none' | 'basic'
  /**
   * Whether learners ask about it, by `threads`. none: nobody does; named: they see who wrote
   * what; anonymous: only teachers do
   */
  lessonQuestions: 'none' | 'named' | 'anonymous'
  /** Keys of lessons of the course to complete before it opens to you */
  requires: Array<string>
  /** Files of the school that it shows, or links to */
  files: Array<FileOfLesson>
  /** Present once you have started the lesson */
  progress?: ReadLessonProgress
  quiz: LessonQuiz
}

/** A lesson with questions */
export type QuizLessonPreview = {
  /** The course */
  courseId: string
  /** Key of the lesson */
  key: string
  /** Title */
  title: string
  /** Minutes that the lesson takes */
  minutes: number
  /** Needed to complete the course */
  required: boolean
  /** Open to users who are not enrolled */
  preview: boolean
  /** Markdown, with links to lessons as they will be published */
  content: string
  /**
   * HTML in the Markdown: none: show it as text; basic: a small set of elements may be shown
   */
  html: 'none' | 'basic'
  /** Keys of lessons of the course to complete before it opens to you */
  requires: Array<string>
  /** Files of the school that it shows, or links to */
  files: Array<FileOfLesson>
  /** The lesson before; null for the first */
  previous: {
    /** Key of the lesson */
    key: string
    /** Title */
    title: string
  } | null
  /** The lesson after; null for the last */
  next: {
    /** Key of the lesson */
    key: string
    /** Title */
    title: string
  } | null
  /** To pass */
  type: 'quiz'
  /** The quiz; null as long as none is written */
  quiz: LessonQuiz | null
}

/** The current price of courses with a coupon */
export type Quote = {
  /** The courses to buy */
  lines: Array<{
    /** The course */
    courseId: string
    /** Title of the course */
    title: string
    /** Before the discount */
    price: Money
    /** Discount from the coupon */
    discount: Money
  }>
  /** Discount from the coupon */
  discount: Money
  /** Total after the discount; you can pass it as expectedTotal */
  total: Money
}

/** A coupon and the courses to buy with it */
export type QuoteCouponInput = {
  /** Coupon code; case is ignored, and so is what stands around it */
  couponCode: string
  /** The courses to buy; defaults to the content of your cart */
  courseIds?: Array<string> | undefined
}

/** Your progress in the lesson that you read */
export type ReadLessonProgress = {
  /** 0 to 100; only rises */
  percent: number
  /** When you first completed the lesson; null until then */
  completedAt: string | null
  /** Where you stopped */
  positionSeconds: number
  /** Seconds of the video that you watched; present once you reported any */
  watchedSeconds?: number
  /**
   * Watched ranges of the video, in seconds: each from its first number to before its second
   */
  watched?: Array<[number, number]>
}

/** A file with questions */
export type ReadQuestionsInput = {
  /** The course */
  courseId: string
  /** Key of the lesson that takes them */
  lessonKey: string
  /** In GIFT or Aiken, as Moodle and others write it */
  text: string
}

/** Confirms that a payment has arrived, and what it was for */
export type Receipt = {
  /** Year and number; numbers have no gaps within a year */
  number: string
  /** When the money arrived */
  issuedAt: string
  /**
   * The day of that in the school's time zone as it was then; its year is that of the number
   */
  issuedOn: string
  /** The transaction */
  transactionId: string
  /** The seller */
  issuer: string
  /** Lines below the seller, such as a postal address and a tax number */
  issuerLines: Array<string>
  /**
   * The buyer, from the profile at the time of the payment; null once the account is erased
   */
  buyer: {
    /** Name */
    name: string
    /** Email */
    email: string
  } | null
  /**
   * The company that the buyer named before the payment; null without one, and once the
   * account is erased
   */
  company: {
    /** Name */
    name: string
    /** Lines of its address */
    addressLines: Array<string>
    /** Tax number; null: none */
    taxNumber: string | null
  } | null
  /** The courses bought */
  lines: Array<{
    /** Title of the course when it was bought */
    title: string
    /** Before the discount */
    price: Money
    /** Discount from a coupon */
    discount: Money
    /** Amount charged */
    paid: Money
    /** Tax that this amount includes; null where there is none */
    tax: Money | null
  }>
  /** Discount from a coupon */
  discount: Money
  /** Amount paid */
  total: Money
  /** The tax that the total includes; null where the service named none at that time */
  tax: {
    /** Name of the tax */
    name: string
    /** Rate of the tax in percent */
    percent: number
    /** The sum of the tax of all lines, each rounded to the nearest unit */
    amount: Money
  } | null
  /** Amount refunded since */
  refunded: Money
  /** This receipt as a PDF; it takes the same token */
  pdfUrl: string
}

/** New codes, which end those from before */
export type RecoveryCodes = {
  /** Each signs you in once, when you have nothing else. Shown this once */
  recoveryCodes: Array<string>
}

/** The amount that can still be refunded */
export type RefundTooHighFacts = {
  /** The highest amount that can still be refunded */
  refundable: Money
}

/** The line or amount to refund, and the reason */
export type RefundTransactionInput = {
  /** The transaction */
  transactionId: string
  /** Number of the line, starting at 1; defaults to all lines */
  line?: number | undefined
  /**
   * How much of the line to refund, in the currency's smallest unit; defaults to all that is
   * left
   */
  amount?: number | undefined
  /** Reason for the refund, kept in the records */
  reason: string
}

/** The account to create */
export type RegisterInput = {
  /**
   * Email address. Case, full-width letters, and what stands around it are ignored; a domain
   * is the same in letters and in Punycode
   */
  email: string
  /** 8 to 256 characters, not only spaces, and not a common password; a sentence is fine */
  password: string
  /**
   * Name as printed on certificates: one line with at least one letter or digit. If it is
   * absent or blank, we guess one from the email
   */
  name?: string | undefined
  /**
   * The version of the terms that you accept: `terms.version` of GET /api/v1/config. Needed
   * where the school has terms, unless you have accepted this version before
   */
  acceptedTerms?: string | undefined
}

/** The new account, and what to do next */
export type Registration = {
  user: Account
  /** What to do next, as a sentence for people */
  message: string
}

/** A question that is graded again */
export type Regrade = {
  /** The regrade */
  id: string
  /** Key of the question */
  key: string
  /** The revision */
  toRevision: number
  /**
   * recompute: by the right answer of `toRevision`; accept-both: by that or by its own, what
   * is better; full-points: for everybody who was asked `toRevision` or an earlier one; drop:
   * it does not count in their attempts
   */
  policy: 'recompute' | 'accept-both' | 'full-points' | 'drop'
  /** Whether it changes nothing */
  dryRun: boolean
  /** Whether points may fall */
  allowLower: boolean
  /** What becomes of certificates whose pass is taken */
  certificates: 'keep' | 'revoke'
  /** Why points may fall; null: they may not */
  reason: string | null
  /** running: its figures are not complete yet */
  status: 'running' | 'done'
  /** Attempts that were looked at so far */
  checkedAttempts: number
  /** When it began */
  createdAt: string
  /** When it was done; null: not yet */
  finishedAt: string | null
  /** What it changes so far; of a dry run, what it would */
  effect: {
    /** Learners whom it changes anything for, or who keep what they would lose */
    learners: number
    /** Whose best attempt rises */
    scoreRises: number
    /** Whose best attempt falls */
    scoreFalls: number
    /** Who pass the lesson by it */
    gainsPass: number
    /** Who lose the pass */
    losesPass: number
    /** Who complete the course by it */
    completes: number
    /** Whose grade of the course rises */
    gradeRises: number
    /** Whose grade of the course falls */
    gradeFalls: number
    /** Who would lose points, and keep them */
    kept: number
    /** Certificates that are issued */
    certificatesIssued: number
    /** Certificates that say a better grade now */
    certificatesReplaced: number
    /** Certificates that are revoked */
    certificatesRevoked: number
    /** Certificates that stay without their pass */
    certificatesKept: number
  }
}

/** A question to grade again */
export type RegradeQuestionInput = {
  /** The course */
  courseId: string
  /** Key of the question */
  key: string
  /** A revision of the question that was published */
  toRevision: number
  /**
   * recompute: by the right answer of `toRevision`; accept-both: by that or by its own, what
   * is better; full-points: for everybody who was asked `toRevision` or an earlier one; drop:
   * it does not count in their attempts
   */
  policy: 'recompute' | 'accept-both' | 'full-points' | 'drop'
  /**
   * true says what it would do, and changes nothing
   *
   * Default: false.
   */
  dryRun?: boolean | undefined
  /**
   * Whether points and passes may be taken; otherwise whoever would lose keeps them
   *
   * Default: false.
   */
  allowLower?: boolean | undefined
  /**
   * What becomes of certificates whose pass is taken
   *
   * Default: "keep".
   */
  certificates?: 'keep' | 'revoke' | undefined
  /**
   * Why points may fall; null: they may not
   *
   * Default: null.
   */
  reason?: string | null | undefined
}

/** What a regrade changes for a learner */
export type Regraded = {
  /** Whom it changes something for */
  learner: {
    /** The learner */
    id: string
    /** Name of the learner */
    name: string
  }
  /** Key of the lesson */
  lessonKey: string
  /** Of the best attempt before */
  percentBefore: number
  /** Of the best attempt after */
  percentAfter: number
  /** Whether the lesson was passed before */
  passedBefore: boolean
  /** Whether it is after */
  passedAfter: boolean
  /** Whether points would fall, and stay */
  kept: boolean
  /** Of the course before; null: none */
  gradeBefore: number | null
  /** Of the course after; null: none */
  gradeAfter: number | null
  /** Whether it completes the course */
  completes: boolean
  /** What becomes of the certificate; null: nothing */
  certificate: 'issued' | 'replaced' | 'revoked' | 'kept' | null
}

/** Learners whom a regrade changes something for */
export type RegradedList = {
  /** The items of this page */
  items: Array<Regraded>
  /** Pass it as `cursor` to get the next page; null on the last page */
  nextCursor: string | null
}

/** Reason for taking back the revocation of a certificate */
export type ReinstateCertificateInput = {
  /** Code of the certificate, in any case, with or without dashes */
  code: string
  /** The reason, for your records; a verification does not show it */
  reason: string
}

/** A revocation that was taken back */
export type Reinstatement = {
  /** When it was revoked */
  revokedAt: string
  /** Why it was revoked */
  revocationReason: string
  /** When the revocation was taken back */
  reinstatedAt: string
  /** Why the revocation was taken back */
  reason: string
}

/** Which certificates to replace */
export type ReissueManyInput = {
  /** All certificates of this course */
  courseId?: string | undefined
  /** In place of a course: the codes of some, 1000 at most */
  codes?: Array<string> | undefined
  /** Why: the mails say it */
  reason: string
  /**
   * Whether it changes nothing, and only says what it would do
   *
   * Default: false.
   */
  dryRun?: boolean | undefined
}

/** A file to remove */
export type RemoveFileInput = {
  /** The course */
  courseId: string
  /** Path of the file in the course */
  path: string
}

/** The factor, and proof that it is you */
export type RemoveSecondFactorInput = {
  /** Id of the factor */
  factorId: string
  /** Your password */
  password?: string | undefined
  /** Instead of the password: the 8 digits from the mail that me.requestSignInCode sends */
  code?: string | undefined
}

/** The account, and proof that it is you */
export type RemoveSecondFactorsInput = {
  /** Id of the user */
  userId: string
  /** Your password */
  password?: string | undefined
  /** Instead of the password: the 8 digits from the mail that me.requestSignInCode sends */
  code?: string | undefined
}

/** The comment that is no more */
export type RemovedComment = {
  /** The comment */
  id: string
}

/** The file that the draft no longer has */
export type RemovedFile = {
  /** Path that the file had */
  path: string
  /** The revision of the draft without it */
  draftRevision: number
}

/** The user who is no longer a member */
export type RemovedMember = {
  /** The former member */
  userId: string
}

/** A source that is gone */
export type RemovedSource = {
  /** The course has no repository any more */
  removed: true
}

/** A file, and its new path */
export type RenameFileInput = {
  /** The course */
  courseId: string
  /** Path of the file in the course */
  path: string
  /** The path that it gets, which no other file has */
  newPath: string
}

/** The new name */
export type RenameUserInput = {
  /** Id of the user */
  userId: string
  /** Name as printed on certificates: one line with at least one letter or digit */
  name: string
}

/** The file under its new path */
export type RenamedFile = {
  /** The path that it has now */
  path: string
  /** In how many places the draft names it */
  uses: number
  /** The revision of the draft that names it so */
  draftRevision: number
}

/** Whether to renew, or to see what that clears */
export type RenewCourseInput = {
  /** The course */
  courseId: string
  /**
   * true shows what is cleared, and changes nothing
   *
   * Default: false.
   */
  dryRun?: boolean | undefined
}

/** The sections of a draft with the keys of their lessons */
export type ReplaceOutlineInput = {
  /** The course */
  courseId: string
  /** The revision that you read, and change */
  revision: number
  /** All sections in order: together they hold each lesson of the draft once */
  sections: Array<{
    /** Title */
    title: string
    /** Keys of lessons, in order */
    lessons: Array<string>
  }>
}

/** A replay that began */
export type Replay = {
  /** Number of the first event that is sent again */
  fromNumber: number
  /** Number of the last */
  toNumber: number
  /**
   * From where to go on when this replay is over: 10,000 events are sent again at once; null
   * where nothing is left
   */
  nextNumber: number | null
}

/** Events to send again */
export type ReplayInput = {
  /** Id of the webhook */
  webhookId: string
  /** Number of the first event */
  fromNumber?: number | undefined
  /** Instead of its number: since when events count */
  fromTime?: string | undefined
  /** Number of the last event; default: the newest */
  toNumber?: number | undefined
}

/** Progress to be recorded late */
export type ReportBatchInput = {
  /** Your clock as you send this: the difference from ours is added to each `at` */
  sentAt: string
  /** What happened, in any order, 500 events at most */
  events: Array<ProgressEvent>
}

/** What is wrong with a lesson */
export type ReportFlawInput = {
  /** The lesson */
  lessonId: string
  /**
   * typo: a slip in the words; wrong-answer: a question takes a wrong answer, or refuses a
   * right one; broken-link: a link, picture or video does not work; unclear; other
   */
  kind: 'typo' | 'wrong-answer' | 'broken-link' | 'unclear' | 'other'
  /** What is wrong, in words */
  text?: string | undefined
  /** The words of the lesson */
  quote?: string | undefined
  /** The second of the video */
  seconds?: number | undefined
  /** Your attempt, if it is about a question; with `position` */
  attemptId?: string | undefined
  /** Place of the question in the attempt, from 0 */
  position?: number | undefined
}

/** What is wrong with a post */
export type ReportPostInput = {
  /** The question */
  threadId: string
  /** The question or answer */
  postId: string
  /**
   * rude: it hurts somebody; advertising: it sells something; personal: it tells what is
   * somebody's own; solution: it gives a solution away
   */
  reason: 'rude' | 'advertising' | 'personal' | 'solution'
}

/** What became of a batch */
export type ReportedBatch = {
  /** The events in the order of the input */
  events: Array<ProgressEventResult>
  /** The courses of all events that were not refused, once each */
  courses: Array<ReportedCourse>
}

/** Your progress in a course after a batch */
export type ReportedCourse = {
  /** The course */
  courseId: string
  /**
   * Share of the required lessons that are completed, rounded down; 100 once you have
   * completed the course, whatever is added later
   */
  percent: number
  /** The number of required lessons completed */
  completedLessons: number
  /** The number of required lessons; in a course without any, of all lessons */
  requiredLessons: number
  /** When the last required lesson was completed; never reset */
  completedAt: string | null
  /**
   * Present when the events complete the course and, for retries, when one of them reports a
   * completed lesson of a completed course; absent while your name cannot be printed
   */
  certificate?: EarnedCertificate
}

/** The post that you have reported */
export type ReportedPost = {
  /** The question or answer */
  id: string
}

/** The draft that cannot be published yet */
export type RequestChangesInput = {
  /** The course */
  courseId: string
  /** The revision that you read, and change */
  revision: number
  /** What is asked of the draft as a whole */
  text?: string | undefined
}

/** The new email, and your password */
export type RequestEmailChangeInput = {
  /** The new email */
  newEmail: string
  /** Your password */
  password: string
}

/** The email to send a code to */
export type ResendVerificationInput = {
  /**
   * Email address. Case, full-width letters, and what stands around it are ignored; a domain
   * is the same in letters and in Punycode
   */
  email: string
}

/** The one-time password from the mail, and the new password */
export type ResetPasswordInput = {
  /**
   * Email address. Case, full-width letters, and what stands around it are ignored; a domain
   * is the same in letters and in Punycode
   */
  email: string
  /**
   * The 8 digits from the mail, valid for ten minutes and five tries; spaces and dashes
   * between them do not count, nor does what stands around them
   */
  otp: string
  /** 8 to 256 characters, not only spaces, and not a common password; a sentence is fine */
  newPassword: string
  /**
   * Whether to unlink all identities at third parties that can sign in to the account: offer
   * this to people who fear that somebody else had access. Default: false
   */
  unlinkIdentities?: boolean | undefined
}

/** The new password is set */
export type ResetPasswordResult = {
  /** What happened, as a sentence for people */
  message: string
  /** Identities at third parties that can still sign in to the account, oldest first */
  identities: Array<LinkedIdentity>
}

/** Whose progress to reset, and why */
export type ResetProgressInput = {
  /** Id of the user */
  userId: string
  /** The course */
  courseId: string
  /** Why: the learner is told */
  reason: string
  /**
   * true answers what would be reset, and resets nothing
   *
   * Default: false.
   */
  dryRun?: boolean | undefined
}

/** The version to make a draft of */
export type RestoreVersionInput = {
  /** The course */
  courseId: string
  /** The number of the version */
  number: number
  /** The revision that you read, and change */
  revision: number
  /**
   * Replace a draft that is open, which is lost then
   *
   * Default: false.
   */
  replaceDraft?: boolean | undefined
}

/** A draft that was made of an old version */
export type RestoredDraft = {
  /** The revision of the draft now */
  revision: number
  /** The version that the draft was made of */
  version: number
  /** Terms that were different then and stay as they are: an owner changes them */
  keptTerms: Array<string>
}

/** Where you go on */
export type Resume = {
  /** The course that you used last, of those that have something to do; null if none has */
  course: MyCourse | null
  /** The lesson that you began last and have not completed, else the next one */
  lesson: {
    /** The lesson */
    id: string
    /** Stable within the course, from version to version */
    key: string
    /** Title of the lesson */
    title: string
  } | null
  /** Where you stopped in its video */
  positionSeconds: number
}

/** Why it is returned */
export type ReturnInput = {
  /** The course */
  courseId: string
  /** What was handed in */
  submissionId: string
  /** To the learner: what is missing */
  comment: string
}

/** How a question was answered, and what is right */
export type ReviewedQuestion = {
  /** Place of the question in the attempt, from 0 */
  position: number
  /** Points for your answer; null until a person graded it */
  points: number | null
  /** The right answer, in the form of yours; `accepted` lists those of texts and numbers */
  right: {
    /** Of one option */
    choice?: number
    /** Of several options */
    choices?: Array<number>
    /** Of an order */
    order?: Array<number>
    /** Of pairs */
    pairs?: Array<number>
    /** Texts or numbers that are right */
    accepted?: Array<string>
  }
  /** Why, in Markdown; null for none */
  explanation: string | null
}

/** Reason for revoking a certificate */
export type RevokeCertificateInput = {
  /** Code of the certificate, in any case, with or without dashes */
  code: string
  /** The reason, for your records; a verification does not show it */
  reason: string
}

/** The extension to take back */
export type RevokeExtensionInput = {
  /** Id of the user */
  userId: string
  /** Id of the course */
  courseId: string
  /** Key of the lesson. Absent: the course as a whole */
  lessonKey?: string | undefined
}

/** Whose accommodation ended */
export type RevokedAccommodation = {
  /** The learner */
  userId: string
}

/** Your calendar can no longer be read */
export type RevokedCalendarKey = {
  /** Always false: the key is gone */
  hasCalendar: boolean
}

/** An extension that is taken back */
export type RevokedExtension = {
  /** Id of the user */
  userId: string
  /** Id of the course */
  courseId: string
  /** Key of the lesson; null for the course */
  lessonKey: string | null
  /** Whether there was one */
  revoked: boolean
}

/** The key to rotate, and proof that it is you: your password or a mailed code */
export type RotateApiKeyInput = {
  /** Id of the key */
  apiKeyId: string
  /**
   * How long the secret before still works, in seconds
   *
   * Default: 86400.
   */
  overlapSeconds?: number | undefined
  /** Your password */
  password?: string | undefined
  /** Instead of the password: the 8 digits from the mail that me.requestSignInCode sends */
  code?: string | undefined
}

/** How to rotate the secret */
export type RotateSecretInput = {
  /** Id of the webhook */
  webhookId: string
  /**
   * How long the secret before signs as well, in seconds
   *
   * Default: 86400.
   */
  overlapSeconds?: number | undefined
  /** Your password */
  password?: string | undefined
  /** Instead of the password: the 8 digits from the mail that me.requestSignInCode sends */
  code?: string | undefined
}

/** A criterion of a rubric */
export type RubricCriterion = {
  /** The quality that is graded */
  title: string
  /** In any order; the most points of one count for the whole */
  levels: Array<{
    /** How well it was done */
    title: string
    /** Its points */
    points: number
  }>
}

/** Sales in a period */
export type SalesReport = {
  /** The first instant of the period */
  from: string
  /** The first instant after the period */
  until: string
  /** One for each currency, in alphabetical order */
  totals: Array<SalesTotal>
  /** One for each tax, rate and currency. Sales without a tax are left out */
  taxes: Array<TaxTotal>
}

/** Payments and refunds in one currency */
export type SalesTotal = {
  /** ISO 4217 */
  currency: string
  /** Number of payments */
  payments: number
  /** Before discounts, in the currency's smallest unit */
  gross: number
  /** Discounts from coupons */
  discount: number
  /** Amount of the payments */
  paid: number
  /** Number of refunds and lost disputes */
  refunds: number
  /** Amount of the refunds and lost disputes */
  refunded: number
  /** `paid` less `refunded`; below zero if more went out than came in */
  net: number
  /** Tax that `net` includes, as far as receipts name one */
  tax: number
}

/** Answers of an attempt, to be kept */
export type SaveAnswersInput = {
  /** The attempt */
  attemptId: string
  /** Answers to save; others stay as they are */
  answers: Array<{
    /** Place of the question in the attempt, from 0 */
    position: number
    /** null takes the answer back */
    answer: Answer | null
    /**
     * Orders your answers to a question, whenever they arrive: a lower one than that of the
     * answer that stands changes nothing. Count above `lastNumber`. The SDK does it by itself.
     * Absent: the answer counts that arrives last
     */
    number?: number | undefined
  }>
}

/** A note, or without a text a bookmark */
export type SaveNoteInput = {
  /** The note: a UUID that you make */
  noteId: string
  /** The lesson */
  lessonId: string
  /**
   * Your words; null: a bookmark
   *
   * Default: null.
   */
  text?: string | null | undefined
  /**
   * The words of the lesson that it is about; null for none
   *
   * Default: null.
   */
  quote?: string | null | undefined
  /**
   * What stands before them
   *
   * Default: null.
   */
  prefix?: string | null | undefined
  /**
   * What stands after them
   *
   * Default: null.
   */
  suffix?: string | null | undefined
  /**
   * The second of the video; null for none
   *
   * Default: null.
   */
  seconds?: number | null | undefined
}

/** That answers are saved */
export type SavedAnswers = {
  /** The attempt */
  attemptId: string
  /** When they were saved */
  savedAt: string
  /** When it ends by itself, with what is saved; null: it does not */
  deadlineAt: string | null
  /** Positions of answers that came too late: a newer one stands, and stays */
  stale: Array<number>
  /** The highest number of its saved answers; 0 for none */
  lastNumber: number
}

/** A lesson of a draft as it was saved */
export type SavedDraftLesson = {
  /** Key of the lesson */
  key: string
  /** Keys that it had before; progress under them counts for it */
  formerKeys: Array<string>
  /** Title */
  title: string
  /**
   * text: to read; video: to watch; file: to read or download; link: an outside page; quiz:
   * to pass, graded by itself; assignment: to hand in, graded by a person; course: a course
   * of a program
   */
  type: 'text' | 'video' | 'file' | 'link' | 'quiz' | 'assignment' | 'course'
  /** Minutes that the lesson takes */
  minutes: number
  /** Needed to complete the course */
  required: boolean
  /** Open to users who are not enrolled */
  preview: boolean
  /** The revision that changed it last: send it to change it */
  revision: number
  /** The revision of the draft as a whole */
  draftRevision: number
}

/** The settings of the school; null is one that nobody set */
export type SchoolSettings = {
  /** Rises with each change */
  revision: number
  /** Settings that the environment of the server fixes: they cannot be changed here */
  fixed: Array<'schoolName' | 'schoolColor' | 'schoolLogo' | 'schoolLines' | 'supportContact' | 'imprintUrl' | 'privacyUrl' | 'termsUrl' | 'termsVersion' | 'languages' | 'timeZone' | 'certificateIssuer' | 'certificateLogo' | 'certificateColor' | 'certificateAccentColor' | 'certificateSignatures' | 'certificateLines' | 'certificateHeading' | 'certificateBeforeName' | 'certificateBeforeCourse' | 'certificateDistinction' | 'certificateDistinctionFrom' | 'certificatePaper' | 'certificateOrientation' | 'certificateSeal' | 'certificateWithoutSeal' | 'certificateBackground' | 'receiptLines' | 'taxName' | 'taxRate' | 'remindersNeedConsent' | 'publicOperations' | 'publicCatalogue' | 'signInProviders' | 'oauthLinkVerifiedEmails' | 'secondFactorFor' | 'teachersSeeEmails' | 'frontPage' | 'subjectNames' | 'mailTexts' | 'pageTexts'>
  /** Names that signInProviders can hold */
  providers: Array<string>
  /**
   * Name that people know the platform by: in mails, on pages and for frontends. null:
   * CERTIFICATE_ISSUER, otherwise Lyceum
   */
  schoolName: string | null
  /**
   * Color of headings and links in mails and on pages; on a dark page it is as much lighter
   * as it must be. null: #1c2430
   */
  schoolColor: string | null
  /**
   * Logo (PNG or SVG, at most 500 kB) of pages, and of certificates without their own. null:
   * the one in BRAND_FOLDER
   */
  schoolLogo: string | null
  /** Lines at the foot of mails and of the start page, such as a postal address: up to six */
  schoolLines: Array<string> | null
  /**
   * Where people ask for help, in each mail and on the start page: an email or the URL of a
   * page
   */
  supportContact: string | null
  /** Page that says who is responsible for the platform; linked from the foot of each page */
  imprintUrl: string | null
  /** Page about personal data; linked from the foot of each page */
  privacyUrl: string | null
  /** Page with the terms of use; linked from the foot of each page */
  termsUrl: string | null
  /**
   * Version of the terms, such as the month they are from. With TERMS_URL, whoever registers
   * or buys has to accept it; with another version, everybody is asked again at the next
   * purchase
   */
  termsVersion: string | null
  /**
   * Languages of the academy and of mails, from en, de; the first is for readers of none of
   * them. null: all
   */
  languages: Array<'en' | 'de'> | null
  /**
   * Where the school is (IANA): where the days begin and end that certificates and receipts
   * bear, on which classes, access, enrollment and coupons begin and end, and those of
   * learners without a time zone of their own; mails write times in it
   */
  timeZone: string | null
  /** Organization named on certificates and receipts. null: SCHOOL_NAME, otherwise Lyceum */
  certificateIssuer: string | null
  /**
   * Logo (PNG or SVG, at most 500 kB) that replaces the name of the organization at the head
   * of certificates and pages. null: SCHOOL_LOGO
   */
  certificateLogo: string | null
  /**
   * Color of text and frame on certificates; should be dark. null: SCHOOL_COLOR, otherwise
   * #1a2b45
   */
  certificateColor: string | null
  /** Color of ornaments and seal on certificates */
  certificateAccentColor: string | null
  /** Handwritten signatures on certificates; at most three */
  certificateSignatures: Array<{
    /** Name of the signer */
    name: string
    /** Title of the signer */
    title: string
    /** The handwritten signature, as a data: URL */
    image?: string
  }> | null
  /** Small print at the foot of certificates, such as an accreditation: at most two lines */
  certificateLines: Array<string> | null
  /**
   * Heading of certificates, in every language. null: Certificate of Completion, in the
   * language of the course
   */
  certificateHeading: string | null
  /**
   * Phrase above the name on certificates, in every language. null: one in the language of
   * the course
   */
  certificateBeforeName: string | null
  /**
   * Phrase above the title on certificates, in every language. null: one in the language of
   * the course
   */
  certificateBeforeCourse: string | null
  /**
   * Line below the title on certificates that print a grade of at least
   * CERTIFICATE_DISTINCTION_FROM
   */
  certificateDistinction: string | null
  /** Least grade of a distinction, in whole percent */
  certificateDistinctionFrom: number | null
  /** Paper of certificates. null: A4 */
  certificatePaper: 'A4' | 'Letter' | null
  /** How the paper of certificates lies. null: landscape */
  certificateOrientation: 'landscape' | 'portrait' | null
  /**
   * Seal on certificates (PNG or SVG, at most 500 kB). null: a drawn one in the color of
   * ornaments
   */
  certificateSeal: string | null
  /** Leaves out the seal */
  certificateWithoutSeal: boolean | null
  /**
   * Picture (PNG or SVG, at most 500 kB) that covers the page of certificates in place of the
   * frame
   */
  certificateBackground: string | null
  /**
   * Lines below CERTIFICATE_ISSUER on receipts, such as an address and a tax number: up to
   * six
   */
  receiptLines: Array<string> | null
  /**
   * Name of the tax that all prices include, such as VAT; printed on receipts from then on.
   * Needs TAX_RATE
   */
  taxName: string | null
  /**
   * Rate of that tax in percent, with at most two decimals, such as 19 or 8.25. Receipts keep
   * the rate that they were issued with. Needs TAX_NAME
   */
  taxRate: string | null
  /**
   * Sends reminders of due dates and of courses that wait only to learners who asked for
   * them. With false, to all but those who said no
   */
  remindersNeedConsent: boolean | null
  /**
   * Operations open to callers without a token, from courses.list, courses.get,
   * certificates.verify
   */
  publicOperations: Array<'courses.list' | 'courses.get' | 'certificates.verify'> | null
  /**
   * Opens the catalogue to callers without a token: courses, programs, search, prices and
   * previews together
   */
  publicCatalogue: boolean | null
  /**
   * Third parties that people can sign in with, by the names in their URLs, among those
   * configured. null: all of them
   */
  signInProviders: Array<string> | null
  /**
   * Lets a third party that vouches for an email sign in to the verified account with that
   * email, without its owner having to log in and link it first
   */
  oauthLinkVerifiedEmails: boolean | null
  /**
   * Roles that may do nothing in administration without a second factor, from admin, support,
   * finance
   */
  secondFactorFor: Array<'admin' | 'support' | 'finance'> | null
  /** Shows teachers of a course the email addresses of its learners */
  teachersSeeEmails: boolean | null
  /**
   * The first page for visitors: words by language, the addresses of a picture and a film,
   * and slugs of chosen courses and programs
   */
  frontPage: {
    words?: Record<string, {
      /** What the school is, in a line */
      title?: string
      /** A sentence or two below it */
      lead?: string
      /** More about it, in Markdown */
      text?: string
      /** Which certificates it gives, in Markdown */
      certificates?: string
    }>
    picture?: string
    film?: string
    courses?: Array<string>
  } | null
  /**
   * Names of subjects (the categories of courses) by their slug and language. null: the slug,
   * in readable form
   */
  subjectNames: Record<string, Record<string, string>> | null
  /** Words of mails in place of Lyceum's, by language and kind */
  mailTexts: Record<string, Record<string, {
    subject?: string
    lead?: string
    paragraphs?: Array<string>
  }>> | null
  /**
   * Texts of the pages that verify certificates in place of Lyceum's, by language and name
   */
  pageTexts: Record<string, Record<string, string>> | null
}

/** How many learners a course takes, and when */
export type Seats = {
  /** How many learners the course takes; null for any number */
  seats: number | null
  /** Held by learners, open purchases and invitations; 0 where nobody counts */
  taken: number
  /** Seats that are free; null for any number */
  left: number | null
  /** From when on learners can enroll; null for no limit */
  opensAt: string | null
  /** Until when learners can enroll; null for no limit */
  closesAt: string | null
  /** The day of that in the school's time zone */
  opensOn: string | null
  /** The last day in the school's time zone */
  closesOn: string | null
}

/** The fewest seats that can be set */
export type SeatsTakenFacts = {
  /** The seats that are taken */
  taken: number
}

/** What you sign in with besides your password */
export type SecondFactor = {
  /** Id of the factor */
  id: string
  /** totp: an app that says codes */
  kind: 'totp' | 'passkey'
  /** Tells it from your others */
  name: string
  /** When you added it */
  createdAt: string
  /** When you last signed in with it; null for never */
  lastUsedAt: string | null
}

/** Your second factors, with a new one */
export type SecondFactorAdded = {
  /** Oldest first */
  items: Array<SecondFactor>
  /** Codes that are not used yet */
  recoveryCodesLeft: number
  /** Whether the school asks your role for one */
  isRequired: boolean
  /** With the first factor; null after */
  recoveryCodes: Array<string> | null
}

/** The challenge, and what answers it */
export type SecondFactorInput = {
  /** `facts.challenge` of the SecondFactorRequired that you got */
  challenge: string
  /** What the app says, or a recovery code */
  code?: string | undefined
  /** What `navigator.credentials.get()` returned, as JSON */
  passkey?: {
    /** In base64url */
    id: string
    /** In base64url */
    rawId: string
    type: 'public-key'
    response: {
      /** In base64url */
      clientDataJSON: string
      /** In base64url */
      authenticatorData: string
      /** In base64url */
      signature: string
    }
    clientExtensionResults?: Record<string, unknown> | undefined
  } | undefined
}

/** Proof that it is you */
export type SecondFactorProofInput = {
  /** Your password */
  password?: string | undefined
  /** Instead of the password: the 8 digits from the mail that me.requestSignInCode sends */
  code?: string | undefined
}

/** How to go on */
export type SecondFactorRequiredFacts = {
  /** Send it with the second factor to auth.secondFactor */
  challenge: string
  /** Until when */
  expiresAt: string
  /** What the account has */
  methods: Array<'totp' | 'passkey' | 'recovery-code'>
  /** Give it to `navigator.credentials.get()`, from JSON; null without passkeys */
  passkey: Record<string, unknown> | null
}

/** Your second factors */
export type SecondFactors = {
  /** Oldest first */
  items: Array<SecondFactor>
  /** Codes that are not used yet */
  recoveryCodesLeft: number
  /** Whether the school asks your role for one */
  isRequired: boolean
}

/** A mail, without its text and address */
export type SentMail = {
  /** The mail */
  id: string
  /** The account that it is about; null for an invitation and an erased account */
  userId: string | null
  /** The kind of mail, by name */
  kind: string
  /**
   * waiting: to be sent, or tried again after a failure; sent: a mail server took it; failed:
   * it was refused for good, or given up after a day
   */
  status: 'waiting' | 'sent' | 'failed'
  /** How often it was tried */
  attempts: number
  /** Why the last try failed; null if it did not */
  failure: string | null
  /** Whether you can send it again: never codes, nor before it is sent or failed */
  repeatable: boolean
  /** When it was requested */
  createdAt: string
  /** When it was sent or given up; null until then */
  endedAt: string | null
  /** Names by the ids in it; what is erased or deleted has none */
  names: Record<string, NamedThing>
}

/** Mails, newest first */
export type SentMailList = {
  /** The items of this page */
  items: Array<SentMail>
  /** Pass it as `cursor` to get the next page; null on the last page */
  nextCursor: string | null
}

/** A sign-in that has not ended */
export type Session = {
  /** Id of the session; not a secret */
  id: string
  /** Device, as the client described itself at sign-in; null if it did not */
  device: string | null
  /**
   * IP address that the session was opened from: IPv4, or the /64 of IPv6; null if unknown
   */
  ip: string | null
  /** When the session was opened */
  createdAt: string
  /** When the session was last used, accurate to five minutes */
  lastUsedAt: string
  /** Whether this request uses the session */
  current: boolean
}

/** Your sessions, newest first */
export type SessionList = {
  /** The items of this page */
  items: Array<Session>
  /** Pass it as `cursor` to get the next page; null on the last page */
  nextCursor: string | null
}

/** What your next receipts shall say about your company */
export type SetBillingInput = {
  /** Name of the company; null: receipts name none */
  company: string | null
  /**
   * Its address, in at most 6 lines
   *
   * Default: null.
   */
  address?: string | null | undefined
  /**
   * Its tax number; one that begins with a country of the EU is checked for how it is written
   *
   * Default: null.
   */
  taxNumber?: string | null | undefined
}

/** A coupon for your cart */
export type SetCouponInput = {
  /** Coupon code; case is ignored, and so is what stands around it */
  couponCode: string
}

/** When the access ends */
export type SetEnrollmentEndInput = {
  /** Id of the user */
  userId: string
  /** Id of the course */
  courseId: string
  /**
   * When the access ends, an instant or its last day in the school's time zone; null for
   * never
   */
  endsAt: string | null
}

/** The new role, and proof that it is you */
export type SetRoleInput = {
  /** Id of the user */
  userId: string
  /** The role of the account */
  role: 'learner' | 'admin' | 'support' | 'finance'
  /** Your password */
  password?: string | undefined
  /** Instead of the password: the 8 digits from the mail that me.requestSignInCode sends */
  code?: string | undefined
}

/** The git repository of a course */
export type SetSourceInput = {
  /** Id of the course */
  courseId: string
  /** Address of the repository: https, without user and password */
  url: string
  /** A branch; null for the repository's own default */
  branch?: string | null | undefined
  /** Where the course lies in the repository; empty for its root */
  folder?: string | undefined
  /** Format of the course; auto: detected from its files */
  format?: 'auto' | 'lyceum' | 'mdbook' | 'huggingface' | 'exercism' | 'carpentries' | 'jupyterbook' | 'microsoft' | undefined
  /**
   * Outcome of new content. draft: a draft to review; publish: a version at once, or a draft
   * where the course requires a review
   */
  outcome?: 'draft' | 'publish' | undefined
  /**
   * Credential for the host: a token that may read the repository, or user:password; null for
   * none. Left out, it stays as long as the address does
   */
  credential?: string | null | undefined
  /** Confirms that a course that was written over HTTP comes from here from now on */
  takeOver?: boolean | undefined
  /** Makes a new secret for the notices of the host; the one before ends */
  newHookSecret?: boolean | undefined
  /** Your password */
  password?: string | undefined
  /** Instead of the password: the 8 digits from the mail that me.requestSignInCode sends */
  code?: string | undefined
}

/** What became of a case */
export type SettleFlawInput = {
  /** The course */
  courseId: string
  /** The case */
  flawId: string
  /** mended: it is right from now on; no-flaw: it stays as it is */
  outcome: 'mended' | 'no-flaw'
  /** Why, for those who reported it */
  reply?: string | undefined
}

/** Whether the school has somebody who runs it */
export type Setup = {
  /** Whether an administrator can sign in */
  hasAdministrator: boolean
}

/** A step of the first day */
export type SetupStep = {
  /**
   * look: a name and a logo of its own; mail: one was taken by your mail server; payments: a
   * provider that takes real money; course: one is published; cohort: there is one;
   * catalogue: strangers may see it
   */
  name: 'administrator' | 'look' | 'mail' | 'payments' | 'course' | 'cohort' | 'catalogue'
  /** Whether it is done */
  isDone: boolean
}

/** The steps of the first day, in order */
export type SetupStepList = {
  /** All steps, done or not */
  items: Array<SetupStep>
}

/** Why somebody does not get in, or may not */
export type SignInReason = {
  /**
   * suspended; unverified: the email is; no-sign-in: there is neither a password nor a third
   * party; wrong-password and wrong-code: typed since the last sign-in, within a week;
   * locked: tries were refused within the hour, as too many; wrong-second-factor;
   * mail-failed: the newest mail did not leave; invited: places wait until the email is
   * verified
   */
  code: 'suspended' | 'unverified' | 'no-sign-in' | 'wrong-password' | 'locked' | 'wrong-code' | 'wrong-second-factor' | 'mail-failed' | 'invited'
  /** Whether nobody gets in while it is so */
  blocks: boolean
  /** How often, or how many, at least; null for neither */
  count: number | null
  /** Since when, or when last; null where that is not known */
  since: string | null
  /** When the account or the first place is gone; null if never */
  until: string | null
  /** For mail-failed what the mail server said; null for the others */
  detail: string | null
}

/** An answer: one of several options */
export type SingleAnswer = {
  /** Of the type: one of several options */
  type: 'single'
  /** Index of the option, from 0 */
  choice: number
}

/** A question of an attempt: one of several options */
export type SingleAttemptQuestion = {
  /** Its place in the attempt, from 0 */
  position: number
  /** The question: Markdown, in one line */
  title: string
  /** More of it, in Markdown; null for none */
  text: string | null
  /** Points for the right answer */
  points: number
  /** Of the type: one of several options */
  type: 'single'
  /** In the order of this attempt */
  options: Array<string>
}

/** A question with its right answer: one of several options */
export type SingleQuestion = {
  /** The identity of the question within its course, for ever */
  key: string
  /** The question: Markdown, in one line */
  title: string
  /**
   * More of the question, in Markdown; null for none
   *
   * Default: null.
   */
  text: string | null
  /**
   * Points for the right answer
   *
   * Default: 1.
   */
  points: number
  /**
   * Why: shown with the right answer, in Markdown; null for none
   *
   * Default: null.
   */
  explanation: string | null
  /** Of the type: one of several options */
  type: 'single'
  /** In the order of the author */
  options: Array<{
    /** Markdown, in one line */
    text: string
    /** Whether it is right */
    right: boolean
  }>
}

/** A question with its right answer: one of several options */
export type SingleQuestionInput = {
  /** The identity of the question within its course, for ever */
  key: string
  /** The question: Markdown, in one line */
  title: string
  /**
   * More of the question, in Markdown; null for none
   *
   * Default: null.
   */
  text?: string | null | undefined
  /**
   * Points for the right answer
   *
   * Default: 1.
   */
  points?: number | undefined
  /**
   * Why: shown with the right answer, in Markdown; null for none
   *
   * Default: null.
   */
  explanation?: string | null | undefined
  /** Of the type: one of several options */
  type: 'single'
  /** In the order of the author */
  options: Array<{
    /** Markdown, in one line */
    text: string
    /** Whether it is right */
    right: boolean
  }>
}

/** The settings of this server that a frontend needs, the same for everybody */
export type SiteConfig = {
  /** The organization that runs the platform */
  name: string
  /** URL at which people reach the service */
  publicUrl: string
  /** Colors of the organization, as on its certificates */
  colors: {
    /** For text and frames */
    color: string
    /** For ornaments */
    accent: string
  }
  /** Address of the logo of the organization, as on its pages; null without one */
  logo: string | null
  /** What belongs at the foot of each page of the organization; null where it has none */
  links: {
    /** Who is responsible */
    imprint: string | null
    /** About personal data */
    privacy: string | null
    /** Terms of use */
    terms: string | null
    /** An email or a page */
    support: string | null
    /** Lines for the foot of pages, such as a postal address */
    lines: Array<string>
  }
  /** Terms to accept at registration and at a purchase; null where there are none */
  terms: {
    /** What to send as `acceptedTerms` */
    version: string
    /** Where to read them */
    url: string
  } | null
  /** Languages of the texts that people get, BCP 47; the first is the default */
  languages: {
    /** Of mails: what a profile can choose */
    mails: Array<string>
    /** Of pages, certificates and receipts */
    pages: Array<string>
  }
  /** How people sign in */
  signIn: {
    /** Third parties that you can sign in with, besides email and password */
    providers: Array<Provider>
    /**
     * The pages that a provider can send the browser back to; in development also every page on
     * localhost
     */
    returnUrls: Array<string>
    /** How long a token is valid: from then on it is refused with TokenExpired */
    tokenSeconds: number
  }
  /**
   * Length of a new password in characters (code points of its NFC form). Passwords that are
   * easy to guess are refused too, each with its reason
   */
  password: {
    /** At least */
    minLength: number
    /** At most */
    maxLength: number
  }
  /** Operations that need no token here, although they do by default */
  openOperations: Array<string>
  /** How people pay */
  checkout: {
    /** The payment provider; `sandbox` takes no real money */
    provider: 'sandbox' | 'stripe' | 'none'
    /**
     * The page that the checkout sends the browser back to, unless the purchase names another
     */
    returnUrl: string
    /**
     * The pages that a purchase can name as its `returnUrl`; in development also every page on
     * localhost
     */
    returnUrls: Array<string>
  }
  /** The most that is taken of each; an error about one says it again */
  limits: {
    /** A file of a course */
    fileBytes: number
    /** All files of a course together */
    courseBytes: number
    /** Files of a course */
    courseFiles: number
    /** Sections of a course */
    sections: number
    /** Lessons of a course */
    lessons: number
    /** The zip of a course */
    zipBytes: number
    /** Open uploads of a course */
    uploadsOfCourse: number
    /** Open uploads of an account */
    uploadsOfAccount: number
    /** The body of a request */
    requestBytes: number
    /** The body of a request that writes the text of a lesson */
    textBytes: number
    /** All headers of a request */
    headerBytes: number
    /** Calls of one batch, over tRPC */
    batchCalls: number
    /** API keys that are valid */
    apiKeys: number
    /** Webhooks */
    webhooks: number
  }
  /** All currencies in use, by code */
  currencies: Array<Currency>
}

/** What a sync of a repository would bring */
export type SourcePreview = {
  /** The newest commit */
  commit: string
  /** The title that it states */
  title: string
  /** How many lessons it has */
  lessons: number
  /** How many files its lessons show */
  files: number
  /** The pages of a book */
  pages: {
    /** How many pages look like lessons */
    found: number
    /** Those that are not taken; the first 100 */
    left: Array<string>
  }
  /** Lessons that may be the same under another key; the first 100 */
  renamed: Array<{
    /** Key of the published lesson that went */
    from: string
    /** Key of the lesson that came */
    to: string
    /** The title of both */
    title: string
  }>
  /**
   * terms: only catalogue data changes; minor: nothing that counts for progress changes;
   * major: lessons come, go, or count differently
   */
  kind: 'none' | 'terms' | 'minor' | 'major'
  /** What it changes in the current version; the first 100 */
  changes: Array<Change>
  /** The number of all changes */
  changeCount: number
  /** The first 100 */
  warnings: Array<{
    /** File and line */
    path: string
    /** The problem, and what to do */
    message: string
  }>
  /** The number of all warnings */
  warningCount: number
}

/** What a mail or a page says by itself */
export type StandardText = {
  /** The setting that replaces it */
  setting: 'mailTexts' | 'pageTexts'
  /** The kind of mail, or the name of the text */
  name: string
  /** Of a mail its subject, first sentence and paragraphs; of a page one text */
  texts: Array<string>
  /** What it can name in braces */
  placeholders: Array<string>
  /** Whether BRAND_FOLDER says it, so that the setting cannot */
  isFixed: boolean
}

/** What mails and pages say by themselves */
export type StandardTexts = {
  /** Without mails in languages that they do not have */
  items: Array<StandardText>
}

/** The quiz to try */
export type StartAttemptInput = {
  /** The lesson */
  lessonId: string
}

/**
 * The provider to link, where to return to, and proof that it is you: your password or a
 * mailed code
 */
export type StartLinkInput = {
  /** Name of the provider, as in the list of providers */
  provider: string
  /**
   * The page of your frontend that the provider sends the browser back to with `code`,
   * `state` and, from some providers, `iss`. Must match one of OAUTH_RETURN_URLS exactly.
   * Default: the first of them
   */
  returnUrl?: string | undefined
  /** Your password */
  password?: string | undefined
  /** Instead of the password: the 8 digits from the mail that me.requestSignInCode sends */
  code?: string | undefined
}

/** The provider to sign in with, and where to return to */
export type StartOAuthInput = {
  /** Name of the provider, as in the list of providers */
  provider: string
  /**
   * The page of your frontend that the provider sends the browser back to with `code`,
   * `state` and, from some providers, `iss`. Must match one of OAUTH_RETURN_URLS exactly.
   * Default: the first of them
   */
  returnUrl?: string | undefined
  /**
   * The version of the terms that you accept: `terms.version` of GET /api/v1/config. Needed
   * where the school has terms, unless you have accepted this version before
   */
  acceptedTerms?: string | undefined
}

/** A file to hand in */
export type StartSubmissionUploadInput = {
  /** The lesson */
  lessonId: string
  /** Name of the file */
  name: string
  /** Size of the file */
  bytes: number
  /**
   * Its media type as you know it; empty if you do not. What counts is what its bytes show
   *
   * Default: "".
   */
  type?: string | undefined
  /** SHA-256 of its bytes, hexadecimal */
  sha256: string
}

/** A file to upload */
export type StartUploadInput = {
  /** The course */
  courseId: string
  /** Path from the course's root, with /: texts name the file by it */
  name: string
  /** Size of the file */
  bytes: number
  /**
   * Its media type as you know it; empty if you do not. What counts is what its bytes show
   *
   * Default: "".
   */
  type?: string | undefined
  /** SHA-256 of its bytes, hexadecimal */
  sha256: string
}

/** A subject of the catalogue */
export type Subject = {
  /** What `category` takes */
  slug: string
  /** The number of its published courses and programs */
  courses: number
  /** The school's names for it, by language; empty where it gave none */
  names: Record<string, string>
}

/** The subjects of the catalogue */
export type SubjectList = {
  /** The largest first, a hundred at most */
  items: Array<Subject>
}

/** What a learner handed in */
export type Submission = {
  /** What was handed in */
  id: string
  /** The lesson as it was then */
  lessonId: string
  /** Its course */
  courseId: string
  /** Counts the tries of a learner at the lesson, from 1 */
  number: number
  /**
   * open: it runs; waiting: a person has to grade it; graded; returned: for another try,
   * ungraded
   */
  status: 'open' | 'waiting' | 'graded' | 'returned'
  /** When it was handed in */
  submittedAt: string
  /** Whether that was after it was due */
  isLate: boolean
  /** The text, in Markdown; null for none */
  text: string | null
  /** In the order in which they were handed in */
  files: Array<SubmissionFile>
  /** null until it is graded */
  result: AttemptResult | null
  /** Points of each criterion of the rubric; null without one, and until it is graded */
  criteria: Array<number> | null
  /** Why it was returned, or what its grader says; null for nothing */
  comment: string | null
}

/** Until when it is claimed */
export type SubmissionClaimedFacts = {
  /** Until when somebody else has it */
  until: string
  /** Who that is; null: an erased account */
  claimedBy: string | null
}

/** A file that was handed in */
export type SubmissionFile = {
  /** Name of the file */
  name: string
  /** Media type, decided by its bytes */
  type: string
  /** In bytes */
  size: number
  /** Its address, for some minutes */
  url: string
}

/** A person graded what a learner handed in */
export type SubmissionGradedEvent = {
  /** The event; the same each time that it is delivered */
  id: string
  /** Its place among all events, without gaps, in the order of their commits */
  number: number
  /** A person graded what a learner handed in */
  type: 'submission.graded'
  /** When it happened */
  timestamp: string
  /** Ids, numbers and amounts: ask the API for the rest */
  data: {
    /** The attempt, or what was handed in */
    attemptId: string
    /** The account that it is about */
    userId: string
    /** The course */
    courseId: string
    /** Key of the lesson in its course */
    lessonKey: string
  }
}

/** How it was graded meanwhile */
export type SubmissionGradedFacts = {
  /** How often it was graded */
  gradings: number
  /** Who graded it last; null: nobody */
  gradedBy: string | null
  /** When; null: it was not graded */
  gradedAt: string | null
}

/** A learner handed in an assignment */
export type SubmissionReceivedEvent = {
  /** The event; the same each time that it is delivered */
  id: string
  /** Its place among all events, without gaps, in the order of their commits */
  number: number
  /** A learner handed in an assignment */
  type: 'submission.received'
  /** When it happened */
  timestamp: string
  /** Ids, numbers and amounts: ask the API for the rest */
  data: {
    /** The attempt, or what was handed in */
    attemptId: string
    /** The account that it is about */
    userId: string
    /** The course */
    courseId: string
    /** Key of the lesson in its course */
    lessonKey: string
  }
}

/** What was handed in, for whoever grades it */
export type SubmissionToGrade = {
  /** What was handed in */
  id: string
  /** The lesson as it was then */
  lessonId: string
  /** Its course */
  courseId: string
  /** Counts the tries of a learner at the lesson, from 1 */
  number: number
  /**
   * open: it runs; waiting: a person has to grade it; graded; returned: for another try,
   * ungraded
   */
  status: 'open' | 'waiting' | 'graded' | 'returned'
  /** When it was handed in */
  submittedAt: string
  /** Whether that was after it was due */
  isLate: boolean
  /** The text, in Markdown; null for none */
  text: string | null
  /** In the order in which they were handed in */
  files: Array<SubmissionFile>
  /** null until it is graded */
  result: AttemptResult | null
  /** Points of each criterion of the rubric; null without one, and until it is graded */
  criteria: Array<number> | null
  /** Why it was returned, or what its grader says; null for nothing */
  comment: string | null
  /** Whose it is */
  learner: {
    /** The learner */
    id: string
    /** Name of the learner */
    name: string
  }
  /** Key of the lesson */
  lessonKey: string
  /** Its title */
  lessonTitle: string
  /** Title of the course */
  courseTitle: string
  /** quiz: an attempt that asks for a text */
  type: 'quiz' | 'assignment'
  /** Name of whoever grades it now; null: nobody */
  claimedBy: string | null
  /** Until when nobody else grades it; null: nobody does */
  claimedUntil: string | null
  /** Whether that is you */
  isClaimedByYou: boolean
  /** A version of the course that has the lesson as it was tried */
  version: number
  /** How often it was graded: `replaces` of the next grading */
  gradings: number
  /** Name of the person who graded it last; null: nobody */
  gradedBy: string | null
  /** When it was graded last; null: not yet */
  gradedAt: string | null
  /** The most points */
  maxPoints: number
  /** The share of the points that passes, in percent */
  passPercent: number
  /** Of an assignment: what is graded one by one; empty: points as a whole */
  rubric: Array<RubricCriterion>
  /** The questions of a quiz that a person grades; empty for an assignment */
  questions: Array<QuestionToGrade>
  /** The whole attempt at a quiz; null for an assignment */
  quiz: {
    /** In the order of this attempt */
    questions: Array<AttemptQuestion>
    /** What is saved; questions without an answer are left out */
    answers: Array<{
      /** Place of the question in the attempt, from 0 */
      position: number
      answer: Answer
    }>
    /** What is right, and the points so far */
    review: Array<ReviewedQuestion>
  } | null
}

/** What you hand in */
export type SubmitInput = {
  /** The lesson */
  lessonId: string
  /**
   * Your text, in Markdown; null for none
   *
   * Default: null.
   */
  text?: string | null | undefined
  /**
   * Your files: finished uploads of the lesson, in order
   *
   * Default: [].
   */
  uploadIds?: Array<string> | undefined
}

/** The reason for suspending an account */
export type SuspendUserInput = {
  /** Id of the user */
  userId: string
  /** Why, for administrators until the account is reinstated; the user never sees it */
  reason: string
}

/** Whether to move, and to which version */
export type TakeNewerVersionInput = {
  /** The course */
  courseId: string
  /** The version that you were shown: refused once a newer one is current. Default: any */
  version?: number | undefined
  /**
   * true shows the effect and changes nothing
   *
   * Default: false.
   */
  dryRun?: boolean | undefined
}

/** Your progress in the newest version of the course */
export type TakenVersion = {
  /** The course */
  courseId: string
  /**
   * Share of the required lessons that are completed, rounded down; 100 once you have
   * completed the course, whatever is added later
   */
  percent: number
  /** The number of required lessons completed */
  completedLessons: number
  /** The number of required lessons; in a course without any, of all lessons */
  requiredLessons: number
  /** When the last required lesson was completed; never reset */
  completedAt: string | null
  /** The version that you are on now */
  version: number
  /** With `dryRun`: what taking the current version would do; null when you are on it */
  effect: VersionEffect | null
}

/** Sales that include one tax at one rate, in one currency */
export type TaxTotal = {
  /** Name of the tax */
  name: string
  /** Rate of the tax in percent */
  percent: number
  /** ISO 4217 */
  currency: string
  /** Number of payments */
  payments: number
  /** Before discounts, in the currency's smallest unit */
  gross: number
  /** Discounts from coupons */
  discount: number
  /** Amount of the payments */
  paid: number
  /** Number of refunds and lost disputes */
  refunds: number
  /** Amount of the refunds and lost disputes */
  refunded: number
  /** `paid` less `refunded`; below zero if more went out than came in */
  net: number
  /** Tax that `net` includes, as far as receipts name one */
  tax: number
}

/** Somebody who teaches the course, and agreed to be shown */
export type Teacher = {
  /** Name of the teacher */
  name: string
  /** About the teacher; null: nothing */
  biography: string | null
  /** Address of a picture that works for a few minutes; null without one */
  picture: string | null
}

/** How pages of courses show you */
export type TeacherProfile = {
  /** Whether the page of this course shows you as a teacher */
  shown: boolean
  /** About you; null: nothing */
  biography: string | null
  /** Address of your picture that works for a few minutes; null without one */
  picture: string | null
}

/** Terms of the school that were accepted */
export type TermsAcceptance = {
  /** The version */
  version: string
  /** When it was accepted first */
  acceptedAt: string
}

/** The terms to accept */
export type TermsNotAcceptedFacts = {
  /** Their version: send it as `acceptedTerms` */
  version: string
  /** Where to read them */
  url: string
}

/** The mail to try */
export type TestMailInput = {
  /** Language of the mail */
  language: 'en' | 'de'
  /**
   * The kind of mail
   *
   * Default: "course-enrolled".
   */
  kind?: 'verify-email' | 'account-made' | 'password-link' | 'reset-password' | 'erase-account' | 'change-sign-in' | 'change-email-old' | 'change-email-new' | 'email-taken' | 'password-changed' | 'email-changed' | 'sign-in-method-added' | 'sign-in-method-removed' | 'new-device' | 'account-erased' | 'account-suspended' | 'account-reinstated' | 'payment-received' | 'refund-made' | 'progress-reset' | 'lesson-marked' | 'extension-granted' | 'extension-revoked' | 'submission-graded' | 'submission-returned' | 'announcement' | 'reminder' | 'course-enrolled' | 'invited' | 'certificate-ready' | 'certificate-expiry' | 'course-moved' | 'member-added' | 'review-requested' | 'draft-approved' | 'changes-requested' | 'question-asked' | 'question-answered' | 'report-settled' | 'digest' | undefined
}

/** An answer: a word or a few */
export type TextAnswer = {
  /** Of the type: a word or a few */
  type: 'text'
  /** Your answer */
  text: string
}

/** A question of an attempt: a word or a few */
export type TextAttemptQuestion = {
  /** Its place in the attempt, from 0 */
  position: number
  /** The question: Markdown, in one line */
  title: string
  /** More of it, in Markdown; null for none */
  text: string | null
  /** Points for the right answer */
  points: number
  /** Of the type: a word or a few */
  type: 'text'
}

/** A lesson to read */
export type TextLesson = {
  /** The lesson */
  id: string
  /** Stable within the course, from version to version */
  key: string
  /** Title of the lesson */
  title: string
  /** To read */
  type: 'text'
  /** Minutes that the lesson takes */
  minutes: number
  /** Needed to complete the course */
  required: boolean
  /** Open to users who are not enrolled */
  preview: boolean
  /** The course of the lesson */
  courseId: string
  /** Markdown */
  content: string
  /** The lesson before it; null for the first */
  previous: NeighborLesson | null
  /** The lesson after it; null for the last */
  next: NeighborLesson | null
  /**
   * HTML in the Markdown: none: show it as text; basic: a small set of elements may be shown
   */
  html: 'none' | 'basic'
  /**
   * Whether learners ask about it, by `threads`. none: nobody does; named: they see who wrote
   * what; anonymous: only teachers do
   */
  lessonQuestions: 'none' | 'named' | 'anonymous'
  /** Keys of lessons of the course to complete before it opens to you */
  requires: Array<string>
  /** Files of the school that it shows, or links to */
  files: Array<FileOfLesson>
  /** Present once you have started the lesson */
  progress?: ReadLessonProgress
}

/** A lesson to read */
export type TextLessonPreview = {
  /** The course */
  courseId: string
  /** Key of the lesson */
  key: string
  /** Title */
  title: string
  /** Minutes that the lesson takes */
  minutes: number
  /** Needed to complete the course */
  required: boolean
  /** Open to users who are not enrolled */
  preview: boolean
  /** Markdown, with links to lessons as they will be published */
  content: string
  /**
   * HTML in the Markdown: none: show it as text; basic: a small set of elements may be shown
   */
  html: 'none' | 'basic'
  /** Keys of lessons of the course to complete before it opens to you */
  requires: Array<string>
  /** Files of the school that it shows, or links to */
  files: Array<FileOfLesson>
  /** The lesson before; null for the first */
  previous: {
    /** Key of the lesson */
    key: string
    /** Title */
    title: string
  } | null
  /** The lesson after; null for the last */
  next: {
    /** Key of the lesson */
    key: string
    /** Title */
    title: string
  } | null
  /** To read */
  type: 'text'
}

/** A question with its right answer: a word or a few */
export type TextQuestion = {
  /** The identity of the question within its course, for ever */
  key: string
  /** The question: Markdown, in one line */
  title: string
  /**
   * More of the question, in Markdown; null for none
   *
   * Default: null.
   */
  text: string | null
  /**
   * Points for the right answer
   *
   * Default: 1.
   */
  points: number
  /**
   * Why: shown with the right answer, in Markdown; null for none
   *
   * Default: null.
   */
  explanation: string | null
  /** Of the type: a word or a few */
  type: 'text'
  /** The answers that are right, however they are typed; marks like accents count */
  accepted: Array<string>
  /**
   * Whether `paris` is wrong
   *
   * Default: false.
   */
  caseSensitive: boolean
}

/** A question with its right answer: a word or a few */
export type TextQuestionInput = {
  /** The identity of the question within its course, for ever */
  key: string
  /** The question: Markdown, in one line */
  title: string
  /**
   * More of the question, in Markdown; null for none
   *
   * Default: null.
   */
  text?: string | null | undefined
  /**
   * Points for the right answer
   *
   * Default: 1.
   */
  points?: number | undefined
  /**
   * Why: shown with the right answer, in Markdown; null for none
   *
   * Default: null.
   */
  explanation?: string | null | undefined
  /** Of the type: a word or a few */
  type: 'text'
  /** The answers that are right, however they are typed; marks like accents count */
  accepted: Array<string>
  /**
   * Whether `paris` is wrong
   *
   * Default: false.
   */
  caseSensitive?: boolean | undefined
}

/** A question on a lesson */
export type Thread = {
  /** The question or answer */
  id: string
  /** Markdown; empty once the account of whoever asked is erased */
  text: string
  /** Who wrote it; null where you are not to see it, or once the account is erased */
  name: string | null
  /** Id of who wrote it, for teachers of whoever asked; null for all others */
  userId: string | null
  /** Whether you wrote it */
  isYours: boolean
  /** Whether it is by whoever asked */
  isAsker: boolean
  /** Whether it is by a teacher of whoever asked */
  isTeacher: boolean
  /** When it was written */
  postedAt: string
  /** Hidden ones are shown to their authors and teachers alone; null: it is not hidden */
  hidden: {
    /** When it was hidden */
    at: string
    /** Why */
    reason: string
  } | null
  /** For teachers: the newest reports that nobody has decided about, at most ten */
  reports: Array<{
    /** What is wrong with it */
    reason: 'rude' | 'advertising' | 'personal' | 'solution'
    /** When it was reported */
    at: string
  }>
  /** The course */
  courseId: string
  /** The lesson, as it was called last */
  lesson: {
    /** Stable within the course, from version to version */
    key: string
    /** Title of the lesson */
    title: string
  }
  /** How many answers are shown */
  answers: number
  /** The answer that was accepted; null for none */
  accepted: ThreadPost | null
  /** Whether no teacher has answered it yet, and no answer was accepted */
  waits: boolean
  /** Whether you may accept an answer: you asked it, or teach */
  mayAccept: boolean
  /** Whether you may hide its posts: you teach whoever asked */
  mayDecide: boolean
}

/** Questions on lessons */
export type ThreadList = {
  /** The items of this page */
  items: Array<Thread>
  /** Pass it as `cursor` to get the next page; null on the last page */
  nextCursor: string | null
}

/** A question on a lesson, or an answer */
export type ThreadPost = {
  /** The question or answer */
  id: string
  /** Markdown; empty once the account of whoever asked is erased */
  text: string
  /** Who wrote it; null where you are not to see it, or once the account is erased */
  name: string | null
  /** Id of who wrote it, for teachers of whoever asked; null for all others */
  userId: string | null
  /** Whether you wrote it */
  isYours: boolean
  /** Whether it is by whoever asked */
  isAsker: boolean
  /** Whether it is by a teacher of whoever asked */
  isTeacher: boolean
  /** When it was written */
  postedAt: string
  /** Hidden ones are shown to their authors and teachers alone; null: it is not hidden */
  hidden: {
    /** When it was hidden */
    at: string
    /** Why */
    reason: string
  } | null
  /** For teachers: the newest reports that nobody has decided about, at most ten */
  reports: Array<{
    /** What is wrong with it */
    reason: 'rude' | 'advertising' | 'personal' | 'solution'
    /** When it was reported */
    at: string
  }>
}

/** A question on a lesson, with its answers */
export type ThreadWithAnswers = {
  /** The question or answer */
  id: string
  /** Markdown; empty once the account of whoever asked is erased */
  text: string
  /** Who wrote it; null where you are not to see it, or once the account is erased */
  name: string | null
  /** Id of who wrote it, for teachers of whoever asked; null for all others */
  userId: string | null
  /** Whether you wrote it */
  isYours: boolean
  /** Whether it is by whoever asked */
  isAsker: boolean
  /** Whether it is by a teacher of whoever asked */
  isTeacher: boolean
  /** When it was written */
  postedAt: string
  /** Hidden ones are shown to their authors and teachers alone; null: it is not hidden */
  hidden: {
    /** When it was hidden */
    at: string
    /** Why */
    reason: string
  } | null
  /** For teachers: the newest reports that nobody has decided about, at most ten */
  reports: Array<{
    /** What is wrong with it */
    reason: 'rude' | 'advertising' | 'personal' | 'solution'
    /** When it was reported */
    at: string
  }>
  /** The course */
  courseId: string
  /** The lesson, as it was called last */
  lesson: {
    /** Stable within the course, from version to version */
    key: string
    /** Title of the lesson */
    title: string
  }
  /** How many answers are shown */
  answers: number
  /** The answer that was accepted; null for none */
  accepted: ThreadPost | null
  /** Whether no teacher has answered it yet, and no answer was accepted */
  waits: boolean
  /** Whether you may accept an answer: you asked it, or teach */
  mayAccept: boolean
  /** Whether you may hide its posts: you teach whoever asked */
  mayDecide: boolean
  /** The answers, an accepted one first, then the oldest */
  posts: Array<ThreadPost>
}

/** How many uploads can be open */
export type TooManyUploadsFacts = {
  /** Open uploads of a course */
  mostOfCourse: number
  /** Open uploads of an account */
  mostOfAccount: number
}

/** An app to be added */
export type TotpStart = {
  /** To type into the app */
  secret: string
  /** The same for apps */
  otpauthUrl: string
  /** The same as a picture (SVG) */
  qrCode: string
  /** The ticket of the step before */
  ticket: string
  /** Until when the ticket can be used */
  expiresAt: string
}

/** A purchase or an enrollment */
export type Transaction = {
  /** The transaction */
  id: string
  /**
   * paid: the money has arrived, and access to the courses follows. fulfilled: paid if there
   * was anything to pay, and enrolled
   */
  status: 'pending' | 'paid' | 'fulfilled' | 'partially_refunded' | 'refunded' | 'failed' | 'expired' | 'canceled'
  /** The courses bought */
  lines: Array<TransactionLine>
  /** Discount from a coupon */
  discount: Money
  /** Amount to pay, after the discount */
  total: Money
  /** Amount refunded, or about to be */
  refunded: Money
  /** The page to pay at, while the transaction is pending */
  checkoutUrl?: string
  /** When the transaction was started */
  createdAt: string
  /** When the money arrived */
  paidAt?: string
  /** The receipt, once the money has arrived */
  receiptUrl?: string
  /** Number of the receipt, once the money has arrived */
  receiptNumber?: string
  /** The tax that the receipt names; null where it names none */
  tax?: {
    /** Name of the tax */
    name: string
    /** Rate of the tax in percent */
    percent: number
    /** The sum of the tax of all lines, each rounded to the nearest unit */
    amount: Money
  } | null
  /**
   * Your latest transaction for one of these courses, if this one failed, expired or was
   * canceled
   */
  replacedBy?: string
}

/** A buyer's bank disputes a payment; the amount is what it disputes */
export type TransactionDisputedEvent = {
  /** The event; the same each time that it is delivered */
  id: string
  /** Its place among all events, without gaps, in the order of their commits */
  number: number
  /** A buyer's bank disputes a payment; the amount is what it disputes */
  type: 'transaction.disputed'
  /** When it happened */
  timestamp: string
  /** Ids, numbers and amounts: ask the API for the rest */
  data: {
    /** The transaction */
    transactionId: string
    /** The account that it is about; null if that was erased before */
    userId: string | null
    /** In the currency's smallest unit: 2900 USD is 29 dollars */
    amount: number
    /** ISO 4217 */
    currency: string
  }
}

/** A buyer has what they bought; free purchases are fulfilled without a payment */
export type TransactionFulfilledEvent = {
  /** The event; the same each time that it is delivered */
  id: string
  /** Its place among all events, without gaps, in the order of their commits */
  number: number
  /** A buyer has what they bought; free purchases are fulfilled without a payment */
  type: 'transaction.fulfilled'
  /** When it happened */
  timestamp: string
  /** Ids, numbers and amounts: ask the API for the rest */
  data: {
    /** The transaction */
    transactionId: string
    /** The account that it is about; null if that was erased before */
    userId: string | null
    /** In the currency's smallest unit: 2900 USD is 29 dollars */
    amount: number
    /** ISO 4217 */
    currency: string
  }
}

/** A course and its agreed price */
export type TransactionLine = {
  /** The course */
  courseId: string
  /** Title of the course when you bought it */
  title: string
  /** Before the discount */
  price: Money
  /** Discount from a coupon */
  discount: Money
  /** Amount refunded, or about to be */
  refunded: Money
  /**
   * open: awaiting payment or fulfillment. fulfilled: you have the course. released: you do
   * not get the course from this transaction. refunded: fully refunded
   */
  status: 'open' | 'released' | 'fulfilled' | 'refunded'
}

/** Your transactions, newest first */
export type TransactionList = {
  /** The items of this page */
  items: Array<Transaction>
  /** Pass it as `cursor` to get the next page; null on the last page */
  nextCursor: string | null
}

/** A payment arrived */
export type TransactionPaidEvent = {
  /** The event; the same each time that it is delivered */
  id: string
  /** Its place among all events, without gaps, in the order of their commits */
  number: number
  /** A payment arrived */
  type: 'transaction.paid'
  /** When it happened */
  timestamp: string
  /** Ids, numbers and amounts: ask the API for the rest */
  data: {
    /** The transaction */
    transactionId: string
    /** The account that it is about; null if that was erased before */
    userId: string | null
    /** In the currency's smallest unit: 2900 USD is 29 dollars */
    amount: number
    /** ISO 4217 */
    currency: string
  }
}

/** Money went back to a buyer, once for each refund; or a free purchase was undone */
export type TransactionRefundedEvent = {
  /** The event; the same each time that it is delivered */
  id: string
  /** Its place among all events, without gaps, in the order of their commits */
  number: number
  /** Money went back to a buyer, once for each refund; or a free purchase was undone */
  type: 'transaction.refunded'
  /** When it happened */
  timestamp: string
  /** Ids, numbers and amounts: ask the API for the rest */
  data: {
    /** The transaction */
    transactionId: string
    /** The account that it is about; null if that was erased before */
    userId: string | null
    /** In the currency's smallest unit: 2900 USD is 29 dollars */
    amount: number
    /** ISO 4217 */
    currency: string
    /** The refund; null where a free purchase was undone */
    refundId: string | null
  }
}

/** The courses to take back */
export type UndoTransactionInput = {
  /** The transaction */
  transactionId: string
  /** The courses to take back; defaults to all of the purchase */
  courseIds?: Array<string> | undefined
}

/** The identity to unlink, and proof that it is you: your password or a mailed code */
export type UnlinkIdentityInput = {
  /** Id of the identity to unlink */
  identityId: string
  /** Your password */
  password?: string | undefined
  /** Instead of the password: the 8 digits from the mail that me.requestSignInCode sends */
  code?: string | undefined
}

/** What you have not read */
export type UnreadNotifications = {
  /** How many; 100 stands for a hundred and more */
  unread: number
}

/** The changes; everything else stays. null removes what was set. */
export type UpdateAnySettingsInput = {
  /** The revision that you read, and change */
  revision: number
  /**
   * Name that people know the platform by: in mails, on pages and for frontends. null:
   * CERTIFICATE_ISSUER, otherwise Lyceum
   */
  schoolName?: string | null | undefined
  /**
   * Color of headings and links in mails and on pages; on a dark page it is as much lighter
   * as it must be. null: #1c2430
   */
  schoolColor?: string | null | undefined
  /**
   * Logo (PNG or SVG, at most 500 kB) of pages, and of certificates without their own. null:
   * the one in BRAND_FOLDER
   */
  schoolLogo?: string | null | undefined
  /** Lines at the foot of mails and of the start page, such as a postal address: up to six */
  schoolLines?: Array<string> | null | undefined
  /**
   * Where people ask for help, in each mail and on the start page: an email or the URL of a
   * page
   */
  supportContact?: string | null | undefined
  /** Page that says who is responsible for the platform; linked from the foot of each page */
  imprintUrl?: string | null | undefined
  /** Page about personal data; linked from the foot of each page */
  privacyUrl?: string | null | undefined
  /** Page with the terms of use; linked from the foot of each page */
  termsUrl?: string | null | undefined
  /**
   * Version of the terms, such as the month they are from. With TERMS_URL, whoever registers
   * or buys has to accept it; with another version, everybody is asked again at the next
   * purchase
   */
  termsVersion?: string | null | undefined
  /**
   * Languages of the academy and of mails, from en, de; the first is for readers of none of
   * them. null: all
   */
  languages?: Array<'en' | 'de'> | null | undefined
  /**
   * Where the school is (IANA): where the days begin and end that certificates and receipts
   * bear, on which classes, access, enrollment and coupons begin and end, and those of
   * learners without a time zone of their own; mails write times in it
   */
  timeZone?: string | null | undefined
  /** Organization named on certificates and receipts. null: SCHOOL_NAME, otherwise Lyceum */
  certificateIssuer?: string | null | undefined
  /**
   * Logo (PNG or SVG, at most 500 kB) that replaces the name of the organization at the head
   * of certificates and pages. null: SCHOOL_LOGO
   */
  certificateLogo?: string | null | undefined
  /**
   * Color of text and frame on certificates; should be dark. null: SCHOOL_COLOR, otherwise
   * #1a2b45
   */
  certificateColor?: string | null | undefined
  /** Color of ornaments and seal on certificates */
  certificateAccentColor?: string | null | undefined
  /** Handwritten signatures on certificates; at most three */
  certificateSignatures?: Array<{
    /** Name of the signer */
    name: string
    /** Title of the signer */
    title: string
    /** The handwritten signature, as a data: URL */
    image?: string | undefined
  }> | null | undefined
  /** Small print at the foot of certificates, such as an accreditation: at most two lines */
  certificateLines?: Array<string> | null | undefined
  /**
   * Heading of certificates, in every language. null: Certificate of Completion, in the
   * language of the course
   */
  certificateHeading?: string | null | undefined
  /**
   * Phrase above the name on certificates, in every language. null: one in the language of
   * the course
   */
  certificateBeforeName?: string | null | undefined
  /**
   * Phrase above the title on certificates, in every language. null: one in the language of
   * the course
   */
  certificateBeforeCourse?: string | null | undefined
  /**
   * Line below the title on certificates that print a grade of at least
   * CERTIFICATE_DISTINCTION_FROM
   */
  certificateDistinction?: string | null | undefined
  /** Least grade of a distinction, in whole percent */
  certificateDistinctionFrom?: number | null | undefined
  /** Paper of certificates. null: A4 */
  certificatePaper?: 'A4' | 'Letter' | null | undefined
  /** How the paper of certificates lies. null: landscape */
  certificateOrientation?: 'landscape' | 'portrait' | null | undefined
  /**
   * Seal on certificates (PNG or SVG, at most 500 kB). null: a drawn one in the color of
   * ornaments
   */
  certificateSeal?: string | null | undefined
  /** Leaves out the seal */
  certificateWithoutSeal?: boolean | null | undefined
  /**
   * Picture (PNG or SVG, at most 500 kB) that covers the page of certificates in place of the
   * frame
   */
  certificateBackground?: string | null | undefined
  /**
   * Lines below CERTIFICATE_ISSUER on receipts, such as an address and a tax number: up to
   * six
   */
  receiptLines?: Array<string> | null | undefined
  /**
   * Name of the tax that all prices include, such as VAT; printed on receipts from then on.
   * Needs TAX_RATE
   */
  taxName?: string | null | undefined
  /**
   * Rate of that tax in percent, with at most two decimals, such as 19 or 8.25. Receipts keep
   * the rate that they were issued with. Needs TAX_NAME
   */
  taxRate?: string | null | undefined
  /**
   * Sends reminders of due dates and of courses that wait only to learners who asked for
   * them. With false, to all but those who said no
   */
  remindersNeedConsent?: boolean | null | undefined
  /**
   * Operations open to callers without a token, from courses.list, courses.get,
   * certificates.verify
   */
  publicOperations?: Array<'courses.list' | 'courses.get' | 'certificates.verify'> | null | undefined
  /**
   * Opens the catalogue to callers without a token: courses, programs, search, prices and
   * previews together
   */
  publicCatalogue?: boolean | null | undefined
  /**
   * Third parties that people can sign in with, by the names in their URLs, among those
   * configured. null: all of them
   */
  signInProviders?: Array<string> | null | undefined
  /**
   * Lets a third party that vouches for an email sign in to the verified account with that
   * email, without its owner having to log in and link it first
   */
  oauthLinkVerifiedEmails?: boolean | null | undefined
  /**
   * Roles that may do nothing in administration without a second factor, from admin, support,
   * finance
   */
  secondFactorFor?: Array<'admin' | 'support' | 'finance'> | null | undefined
  /** Shows teachers of a course the email addresses of its learners */
  teachersSeeEmails?: boolean | null | undefined
  /**
   * The first page for visitors: words by language, the addresses of a picture and a film,
   * and slugs of chosen courses and programs
   */
  frontPage?: {
    words?: Record<string, {
      /** What the school is, in a line */
      title?: string | undefined
      /** A sentence or two below it */
      lead?: string | undefined
      /** More about it, in Markdown */
      text?: string | undefined
      /** Which certificates it gives, in Markdown */
      certificates?: string | undefined
    }> | undefined
    picture?: string | undefined
    film?: string | undefined
    courses?: Array<string> | undefined
  } | null | undefined
  /**
   * Names of subjects (the categories of courses) by their slug and language. null: the slug,
   * in readable form
   */
  subjectNames?: Record<string, Record<string, string>> | null | undefined
  /** Words of mails in place of Lyceum's, by language and kind */
  mailTexts?: Record<string, Record<string, {
    subject?: string | undefined
    lead?: string | undefined
    paragraphs?: Array<string> | undefined
  }>> | null | undefined
  /**
   * Texts of the pages that verify certificates in place of Lyceum's, by language and name
   */
  pageTexts?: Record<string, Record<string, string>> | null | undefined
  /** Your password */
  password?: string | undefined
  /** Instead of the password: the 8 digits from the mail that me.requestSignInCode sends */
  code?: string | undefined
}

/** Fields that are absent stay as they are */
export type UpdateCohortInput = {
  /** Id of the cohort */
  cohortId: string
  /** Name of the cohort, unlike that of any other */
  name?: string | undefined
  /**
   * When its members are enrolled, an instant or the beginning of a day in the school's time
   * zone; null for at once
   */
  startsAt?: string | null | undefined
  /**
   * When the enrollments end that come with it, an instant or the last day of them in the
   * school's time zone; null for never
   */
  endsAt?: string | null | undefined
}

/** A comment to settle */
export type UpdateCommentInput = {
  /** The course */
  courseId: string
  /** The comment; not an answer */
  commentId: string
  /** false opens it again */
  resolved: boolean
}

/** The changes; everything else stays */
export type UpdateCourseInput = {
  /** Id of the course */
  courseId: string
  /** The revision that you read, and change */
  revision: number
  /** Readable id, for links: lower-case letters, digits and single dashes */
  slug?: string | undefined
  /** Title */
  title?: string | undefined
  /** A few sentences about the course */
  summary?: string | undefined
  /** What learners can do afterwards, a sentence each */
  outcomes?: Array<string> | undefined
  /** Who it is for, a sentence each */
  audience?: Array<string> | undefined
  /** What learners should know or have before they begin, a sentence each */
  needs?: Array<string> | undefined
  /** Hours a week that learners should plan for; null if it does not say */
  hoursPerWeek?: number | null | undefined
  /** Language of the lessons, BCP 47 */
  language?: string | undefined
  /** License of the content; null for none */
  license?: string | null | undefined
  /** Where the content comes from; null when it is original */
  source?: string | null | undefined
  /** Names of its authors */
  authors?: Array<string> | undefined
  /** Subject areas */
  categories?: Array<string> | undefined
  /** Keywords */
  tags?: Array<string> | undefined
  /** Level of the learners it is for; null if it does not say */
  level?: 'beginner' | 'intermediate' | 'advanced' | null | undefined
  /** Path of a PNG, JPEG or WebP of the course; null for none */
  cover?: string | null | undefined
  /**
   * Address of a film about the course, at https://: a video file, or a page of YouTube. Its
   * poster is the cover; null for none
   */
  film?: string | null | undefined
  /** printed: its certificates say the grade; null: they do not */
  grade?: 'printed' | null | undefined
  /**
   * sequence: each lesson opens once the required ones before it are completed; null: in any
   * order
   */
  order?: 'sequence' | null | undefined
  /** Slugs of courses and programs to complete before one can enroll */
  requires?: Array<string> | undefined
  /**
   * The day on which its lessons open to a learner, or days after their enrollment or after
   * their cohort began; null: at once
   */
  available?: string | null | undefined
  /** The last day to complete it, in the same form; null: none */
  due?: string | null | undefined
  /** How many months its certificates are valid; null: for ever */
  validFor?: number | null | undefined
  /** Credits that completing it is worth, such as ECTS; null if it does not say */
  credits?: number | null | undefined
  /**
   * Skills that it teaches: each a name and, in pointed brackets, the address of its entry in
   * a framework such as ESCO
   */
  skills?: Array<string> | undefined
  /**
   * Of a program: how many of the courses that are not required have to be completed too;
   * null: none
   */
  choose?: number | null | undefined
  price?: CoursePrice | undefined
  /** archived: takes it out of the catalogue; published: brings it back */
  status?: 'published' | 'archived' | undefined
  /** Where the content is written: http: over this API; folder: in an imported folder */
  managedBy?: 'http' | 'folder' | undefined
  /** Whether publishing needs the approval of somebody who has not written */
  requiresReview?: boolean | undefined
  /** Whether learners may take a newer version by themselves */
  learnersMayMove?: boolean | undefined
  /**
   * How a video is completed. none: when the learner says so; watched: once nine tenths of it
   * were watched, if its length is known
   */
  honesty?: 'none' | 'watched' | undefined
  /**
   * HTML in the Markdown of lessons: none: frontends show it as text; basic: they may show a
   * small set of elements
   */
  html?: 'none' | 'basic' | undefined
  /**
   * Whether learners ask about lessons, and answer each other. none: nobody does; named: they
   * see who wrote what; anonymous: only teachers do
   */
  lessonQuestions?: 'none' | 'named' | 'anonymous' | undefined
  /** How its certificates look; null: as the settings say */
  certificate?: CertificateDesignInput | null | undefined
}

/** The changes of a lesson; everything else stays */
export type UpdateLessonInput = {
  /** The course */
  courseId: string
  /** Key of the lesson */
  key: string
  /** The revision that you read, and change */
  revision: number
  /** Renames it: a key that was published becomes one of its former keys */
  newKey?: string | undefined
  /** Replaces its former keys; those that were published stay */
  formerKeys?: Array<string> | undefined
  /** Title */
  title?: string | undefined
  /**
   * A new type drops what belongs to the old one: the video, the file, the link, the quiz,
   * the assignment or the course
   */
  type?: 'text' | 'video' | 'file' | 'link' | 'quiz' | 'assignment' | 'course' | undefined
  /** Minutes that the lesson takes */
  minutes?: number | undefined
  /** Needed to complete the course */
  required?: boolean | undefined
  /** Open to users who are not enrolled */
  preview?: boolean | undefined
  /** Markdown. `key.md` links to the lesson with this key, `key.md#part` into it */
  content?: string | undefined
  /** Of a lesson of type `video`; null takes it away */
  video?: DraftVideoInput | null | undefined
  /** Of a lesson of type `file` */
  file?: DraftFile | undefined
  /** Of a lesson of type `link` */
  link?: DraftLink | undefined
  /** Of a lesson of type `quiz` */
  quiz?: DraftQuizInput | undefined
  /** Of a lesson of type `assignment` */
  assignment?: DraftAssignmentInput | undefined
  /** Of a lesson of type `course` */
  course?: DraftCourseOfProgram | undefined
  /** Keys of lessons to complete before it opens to a learner */
  requires?: Array<string> | undefined
  /**
   * When it opens: a day, or like `7 days after enrollment` or `after cohort`; null: at once
   */
  available?: string | null | undefined
  /**
   * By the end of which day it should be completed: a day, or like `7 days after enrollment`
   * or `after cohort`; null: none
   */
  due?: string | null | undefined
}

/** The fields to change; others stay as they are */
export type UpdateProfileInput = {
  /**
   * Name to print on certificates from now on; issued ones keep the old name, except for a
   * name we guessed: a new certificate replaces each one that bears it
   */
  name?: string | undefined
  /** Name to print on certificates instead, from now on; null for that of your profile */
  certificateName?: string | null | undefined
  /** Language of the mails you get */
  language?: 'en' | 'de' | undefined
  /** Where your days begin and end (IANA); null for the school's time zone */
  timeZone?: string | null | undefined
  /**
   * How news of your courses come by mail, beside `me.notifications`: at-once, each; daily,
   * once a day together; none, not at all. What concerns your account or your money always
   * comes
   */
  newsByMail?: 'at-once' | 'daily' | 'none' | undefined
  /** Whether announcements of your courses come by mail too */
  announcementsByMail?: boolean | undefined
  /** Whether you are reminded by mail of what is due */
  remindersByMail?: boolean | undefined
}

/** Your progress in a lesson, to be recorded */
export type UpdateProgressInput = {
  /** The lesson */
  lessonId: string
  /** How much of the lesson is done; a lower value than before is ignored */
  percent?: number | undefined
  /** true completes the lesson, like percent 100; false changes nothing */
  completed?: boolean | undefined
  /** Where you stopped; the latest report counts */
  positionSeconds?: number | undefined
  /**
   * Watched ranges of a video whose length is known, in whole seconds: each from its first
   * number to before its second. They are added to those reported before; the percent rises
   * with them
   */
  watched?: Array<[number, number]> | undefined
}

/** Fields that are absent stay as they are */
export type UpdateSeatsInput = {
  /** Id of the course */
  courseId: string
  /** Absent: as it is. Null: any number */
  seats?: number | null | undefined
  /** Absent: as it is. Null: no limit */
  opensAt?: string | null | undefined
  /** Absent: as it is. Null: no limit */
  closesAt?: string | null | undefined
}

/** The changes; everything else stays. null removes what was set. */
export type UpdateSettingsInput = {
  /** The revision that you read, and change */
  revision: number
  /**
   * Name that people know the platform by: in mails, on pages and for frontends. null:
   * CERTIFICATE_ISSUER, otherwise Lyceum
   */
  schoolName?: string | null | undefined
  /**
   * Color of headings and links in mails and on pages; on a dark page it is as much lighter
   * as it must be. null: #1c2430
   */
  schoolColor?: string | null | undefined
  /**
   * Logo (PNG or SVG, at most 500 kB) of pages, and of certificates without their own. null:
   * the one in BRAND_FOLDER
   */
  schoolLogo?: string | null | undefined
  /** Lines at the foot of mails and of the start page, such as a postal address: up to six */
  schoolLines?: Array<string> | null | undefined
  /**
   * Where people ask for help, in each mail and on the start page: an email or the URL of a
   * page
   */
  supportContact?: string | null | undefined
  /** Page that says who is responsible for the platform; linked from the foot of each page */
  imprintUrl?: string | null | undefined
  /** Page about personal data; linked from the foot of each page */
  privacyUrl?: string | null | undefined
  /** Page with the terms of use; linked from the foot of each page */
  termsUrl?: string | null | undefined
  /**
   * Version of the terms, such as the month they are from. With TERMS_URL, whoever registers
   * or buys has to accept it; with another version, everybody is asked again at the next
   * purchase
   */
  termsVersion?: string | null | undefined
  /**
   * Languages of the academy and of mails, from en, de; the first is for readers of none of
   * them. null: all
   */
  languages?: Array<'en' | 'de'> | null | undefined
  /**
   * Where the school is (IANA): where the days begin and end that certificates and receipts
   * bear, on which classes, access, enrollment and coupons begin and end, and those of
   * learners without a time zone of their own; mails write times in it
   */
  timeZone?: string | null | undefined
  /** Organization named on certificates and receipts. null: SCHOOL_NAME, otherwise Lyceum */
  certificateIssuer?: string | null | undefined
  /**
   * Logo (PNG or SVG, at most 500 kB) that replaces the name of the organization at the head
   * of certificates and pages. null: SCHOOL_LOGO
   */
  certificateLogo?: string | null | undefined
  /**
   * Color of text and frame on certificates; should be dark. null: SCHOOL_COLOR, otherwise
   * #1a2b45
   */
  certificateColor?: string | null | undefined
  /** Color of ornaments and seal on certificates */
  certificateAccentColor?: string | null | undefined
  /** Handwritten signatures on certificates; at most three */
  certificateSignatures?: Array<{
    /** Name of the signer */
    name: string
    /** Title of the signer */
    title: string
    /** The handwritten signature, as a data: URL */
    image?: string | undefined
  }> | null | undefined
  /** Small print at the foot of certificates, such as an accreditation: at most two lines */
  certificateLines?: Array<string> | null | undefined
  /**
   * Heading of certificates, in every language. null: Certificate of Completion, in the
   * language of the course
   */
  certificateHeading?: string | null | undefined
  /**
   * Phrase above the name on certificates, in every language. null: one in the language of
   * the course
   */
  certificateBeforeName?: string | null | undefined
  /**
   * Phrase above the title on certificates, in every language. null: one in the language of
   * the course
   */
  certificateBeforeCourse?: string | null | undefined
  /**
   * Line below the title on certificates that print a grade of at least
   * CERTIFICATE_DISTINCTION_FROM
   */
  certificateDistinction?: string | null | undefined
  /** Least grade of a distinction, in whole percent */
  certificateDistinctionFrom?: number | null | undefined
  /** Paper of certificates. null: A4 */
  certificatePaper?: 'A4' | 'Letter' | null | undefined
  /** How the paper of certificates lies. null: landscape */
  certificateOrientation?: 'landscape' | 'portrait' | null | undefined
  /**
   * Seal on certificates (PNG or SVG, at most 500 kB). null: a drawn one in the color of
   * ornaments
   */
  certificateSeal?: string | null | undefined
  /** Leaves out the seal */
  certificateWithoutSeal?: boolean | null | undefined
  /**
   * Picture (PNG or SVG, at most 500 kB) that covers the page of certificates in place of the
   * frame
   */
  certificateBackground?: string | null | undefined
  /**
   * Lines below CERTIFICATE_ISSUER on receipts, such as an address and a tax number: up to
   * six
   */
  receiptLines?: Array<string> | null | undefined
  /**
   * Name of the tax that all prices include, such as VAT; printed on receipts from then on.
   * Needs TAX_RATE
   */
  taxName?: string | null | undefined
  /**
   * Rate of that tax in percent, with at most two decimals, such as 19 or 8.25. Receipts keep
   * the rate that they were issued with. Needs TAX_NAME
   */
  taxRate?: string | null | undefined
  /**
   * Sends reminders of due dates and of courses that wait only to learners who asked for
   * them. With false, to all but those who said no
   */
  remindersNeedConsent?: boolean | null | undefined
  /**
   * The first page for visitors: words by language, the addresses of a picture and a film,
   * and slugs of chosen courses and programs
   */
  frontPage?: {
    words?: Record<string, {
      /** What the school is, in a line */
      title?: string | undefined
      /** A sentence or two below it */
      lead?: string | undefined
      /** More about it, in Markdown */
      text?: string | undefined
      /** Which certificates it gives, in Markdown */
      certificates?: string | undefined
    }> | undefined
    picture?: string | undefined
    film?: string | undefined
    courses?: Array<string> | undefined
  } | null | undefined
  /**
   * Names of subjects (the categories of courses) by their slug and language. null: the slug,
   * in readable form
   */
  subjectNames?: Record<string, Record<string, string>> | null | undefined
}

/** What to change */
export type UpdateTeacherInput = {
  /** Id of the course */
  courseId: string
  /** Whether the page of this course shows you */
  shown?: boolean | undefined
  /** About you, on the pages of all courses that show you; null: nothing */
  biography?: string | null | undefined
  /**
   * A PNG, JPEG or WebP as a `data:` URL, at most 100 kB and 1,024 pixels on a side; null
   * removes what is there. What else the file tells, such as where it was taken, is for you
   * to take out
   */
  picture?: string | null | undefined
}

/** Fields that are absent stay as they are */
export type UpdateWebhookInput = {
  /** Id of the webhook */
  webhookId: string
  /** The revision that you read, and change */
  revision: number
  /** Where events are sent: https, without user, password and fragment */
  url?: string | undefined
  /** For people: what it is for */
  description?: string | undefined
  /** The types of events that it gets; null for all, those of later releases too */
  types?: Array<'user.registered' | 'user.verified' | 'user.suspended' | 'user.reinstated' | 'user.erased' | 'enrollment.started' | 'enrollment.ended' | 'enrollment.moved' | 'attempt.submitted' | 'submission.received' | 'submission.graded' | 'lesson.passed' | 'lesson.completed' | 'course.completed' | 'program.completed' | 'transaction.paid' | 'transaction.fulfilled' | 'transaction.refunded' | 'transaction.disputed' | 'certificate.issued' | 'certificate.reissued' | 'certificate.revoked' | 'certificate.reinstated' | 'certificate.expired' | 'course.published'> | null | undefined
  /** disabled: nothing is sent, and what happens meanwhile is not sent later by itself */
  status?: 'active' | 'disabled' | undefined
  /** Your password */
  password?: string | undefined
  /** Instead of the password: the 8 digits from the mail that me.requestSignInCode sends */
  code?: string | undefined
}

/** Your progress after the update */
export type UpdatedProgress = {
  /** The lesson in your version of the course */
  lesson: {
    /** 0 to 100; only rises */
    percent: number
    /** When you first completed the lesson; null until then */
    completedAt: string | null
    /** Where you stopped */
    positionSeconds: number
    /** Seconds of the video that you watched; present once you reported any */
    watchedSeconds?: number
    /** The lesson */
    lessonId: string
    /** Needed to complete the course */
    required: boolean
  }
  course: CourseProgress
  /**
   * The next lesson still needed to complete the course: after this one, or else from the
   * beginning; null when no other is left
   */
  next: {
    /** The lesson */
    lessonId: string
    /** Title of the lesson */
    title: string
  } | null
  /**
   * Present when this report completes the course and, for retries, when it reports a
   * completed lesson of a completed course; absent while your name cannot be printed
   */
  certificate?: EarnedCertificate
}

/** A file on its way into a course */
export type Upload = {
  /** The upload */
  id: string
  /** Path of the file in the course */
  name: string
  /** Size of the file */
  bytes: number
  /**
   * open: send the `part`; stored: all bytes are there, finish it; finished: the file is in
   * the course
   */
  state: 'open' | 'stored' | 'finished'
  /** Number of bytes that have arrived */
  received: number
  /** The next bytes to send; then read the upload again. Null when all are there */
  part: UploadPart | null
  /** When the upload is forgotten */
  expiresAt: string
}

/** Where to continue */
export type UploadOutOfStepFacts = {
  /** The bytes that have arrived */
  received: number
}

/** The next request with bytes of an upload */
export type UploadPart = {
  /**
   * Where to send the bytes. A path (it begins with /) is of this service and needs your
   * token; an address of a different host must not get it
   */
  url: string
  /** Always PUT */
  method: 'PUT'
  /** To send as they are */
  headers: Record<string, string>
  /** The first byte to send, from 0 */
  from: number
  /** Number of bytes to send */
  bytes: number
}

/** A file that was uploaded */
export type UploadedFile = {
  /** The file in the course */
  file: CourseFile
  /** The revision of the draft that has it */
  draftRevision: number
}

/** An account as administrators see it */
export type UserDetails = {
  /** Id of the user */
  id: string
  /** Email address */
  email: string
  /** Name as printed on certificates */
  name: string
  /** The role of the account */
  role: 'learner' | 'admin' | 'support' | 'finance'
  /** When the email was verified; null if it is not */
  emailVerifiedAt: string | null
  /** When the account was suspended; null if it is not */
  suspendedAt: string | null
  /**
   * When the user was last seen, to the hour; null if that was before it was kept, or never
   */
  lastSeenAt: string | null
  /** When the account was created */
  createdAt: string
  /** Whether the account is yours to change: those of staff need `roles:write` */
  mayChange: boolean
  /** Whether the name was guessed from the email */
  nameIsGuess: boolean
  /** Language of the mails to this user */
  language: 'en' | 'de'
  /** How the user signs in */
  signsInWith: Array<string>
  /** Apps and passkeys that a sign-in also asks for */
  secondFactors: number
  /** Why they cannot get in, from the account and its newest hundred recorded events */
  access: {
    /** Whether the right password or third party lets them in */
    canSignIn: boolean
    /** What speaks against it, the gravest first */
    reasons: Array<SignInReason>
  }
  /** Null unless the account is suspended */
  suspension: {
    /** When the account was suspended */
    since: string
    /** Why, in the words of administrators; the user never sees it */
    reason: string
  } | null
  /** Terms of the school that they accepted, newest first */
  terms: Array<TermsAcceptance>
  /** How much the lists of this user hold */
  counts: {
    /** Courses that the user has or had access to */
    enrollments: number
    /** Purchases and enrollments that the user started */
    purchases: number
    /** Certificates of the user, valid or not */
    certificates: number
    /** Cohorts that the user is a member of */
    cohorts: number
    /** Places that wait for this email to be verified */
    invitations: number
    /** Mails to the user in the last 30 days */
    mails: number
    /** Sign-ins that have not ended */
    sessions: number
  }
}

/**
 * An account was erased, by its owner, by an operator, or because its email was never
 * verified
 */
export type UserErasedEvent = {
  /** The event; the same each time that it is delivered */
  id: string
  /** Its place among all events, without gaps, in the order of their commits */
  number: number
  /**
   * An account was erased, by its owner, by an operator, or because its email was never
   * verified
   */
  type: 'user.erased'
  /** When it happened */
  timestamp: string
  /** Ids, numbers and amounts: ask the API for the rest */
  data: {
    /** The account that it is about */
    userId: string
  }
}

/** Accounts */
export type UserList = {
  /** The items of this page */
  items: Array<UserSummary>
  /** Pass it as `cursor` to get the next page; null on the last page */
  nextCursor: string | null
}

/** An account was created */
export type UserRegisteredEvent = {
  /** The event; the same each time that it is delivered */
  id: string
  /** Its place among all events, without gaps, in the order of their commits */
  number: number
  /** An account was created */
  type: 'user.registered'
  /** When it happened */
  timestamp: string
  /** Ids, numbers and amounts: ask the API for the rest */
  data: {
    /** The account that it is about */
    userId: string
  }
}

/** An account was reinstated */
export type UserReinstatedEvent = {
  /** The event; the same each time that it is delivered */
  id: string
  /** Its place among all events, without gaps, in the order of their commits */
  number: number
  /** An account was reinstated */
  type: 'user.reinstated'
  /** When it happened */
  timestamp: string
  /** Ids, numbers and amounts: ask the API for the rest */
  data: {
    /** The account that it is about */
    userId: string
  }
}

/** A sign-in of the user that has not ended */
export type UserSession = {
  /** Id of the session; not a secret */
  id: string
  /** Device, as the client described itself at sign-in; null if it did not */
  device: string | null
  /**
   * IP address that the session was opened from: IPv4, or the /64 of IPv6; null if unknown
   */
  ip: string | null
  /** When the session was opened */
  createdAt: string
  /** When the session was last used, accurate to five minutes */
  lastUsedAt: string
}

/** Sessions of a user, newest first */
export type UserSessionList = {
  /** The items of this page */
  items: Array<UserSession>
  /** Pass it as `cursor` to get the next page; null on the last page */
  nextCursor: string | null
}

/** An account, in a list */
export type UserSummary = {
  /** Id of the user */
  id: string
  /** Email address */
  email: string
  /** Name as printed on certificates */
  name: string
  /** The role of the account */
  role: 'learner' | 'admin' | 'support' | 'finance'
  /** When the email was verified; null if it is not */
  emailVerifiedAt: string | null
  /** When the account was suspended; null if it is not */
  suspendedAt: string | null
  /**
   * When the user was last seen, to the hour; null if that was before it was kept, or never
   */
  lastSeenAt: string | null
  /** When the account was created */
  createdAt: string
}

/** An account was suspended */
export type UserSuspendedEvent = {
  /** The event; the same each time that it is delivered */
  id: string
  /** Its place among all events, without gaps, in the order of their commits */
  number: number
  /** An account was suspended */
  type: 'user.suspended'
  /** When it happened */
  timestamp: string
  /** Ids, numbers and amounts: ask the API for the rest */
  data: {
    /** The account that it is about */
    userId: string
  }
}

/** An account verified its email: its first one, or a new one */
export type UserVerifiedEvent = {
  /** The event; the same each time that it is delivered */
  id: string
  /** Its place among all events, without gaps, in the order of their commits */
  number: number
  /** An account verified its email: its first one, or a new one */
  type: 'user.verified'
  /** When it happened */
  timestamp: string
  /** Ids, numbers and amounts: ask the API for the rest */
  data: {
    /** The account that it is about */
    userId: string
  }
}

/** A certificate as anyone who verifies it sees it */
export type Verification = {
  /** true while the certificate is neither revoked, nor superseded, nor expired */
  valid: boolean
  /** superseded: replaced by a newer certificate of the same course */
  status: 'issued' | 'revoked' | 'superseded'
  /** The end of its last day in the school's time zone; null if it never expires */
  validUntil: string | null
  /** The last day of its validity, as the paper says; null if it never expires */
  lastDay: string | null
  /** Whether it is past `validUntil`; whoever renews it gets a new certificate */
  expired: boolean
  /** Unique code of the certificate */
  verificationCode: string
  /** Title of the course when it was completed */
  courseTitle: string
  /** Day of completion in the school's time zone as it was then, as the paper says */
  completedOn: string
  /**
   * Minutes of the required lessons; of a program with courses to choose, of those completed
   */
  minutes?: number
  /** Grade of the course in percent, with two places; absent where the course prints none */
  grade?: number
  /** Organization that issued the certificate */
  issuer: string
  /** When the certificate was issued */
  issuedAt: string
  /** Day of issue, as the paper says */
  issuedOn: string
  /** When it was revoked; absent if it was not */
  revokedAt?: string
  /** When a newer certificate replaced it; absent if none did */
  supersededAt?: string
  /** Code of the certificate that replaced it */
  supersededBy?: string
  /** The learner; null as long as they have not confirmed a name that was guessed */
  learnerName: string | null
  /** Of a program: the titles of its courses that were completed */
  courses?: Array<string>
  /** Signatures on the paper */
  signatures: Array<{
    /** Who signed */
    name: string
    /** Their post */
    title: string
  }>
  /** Small print of the paper */
  lines: Array<string>
  /** SHA-256 of the PDF, hexadecimal; absent until it is printed */
  pdfSha256?: string
}

/** The email to verify, and the code that was mailed to it */
export type VerifyEmailInput = {
  /**
   * Email address. Case, full-width letters, and what stands around it are ignored; a domain
   * is the same in letters and in Punycode
   */
  email: string
  /**
   * The 8 digits from the mail, valid for ten minutes and five tries; spaces and dashes
   * between them do not count, nor does what stands around them
   */
  code: string
  /**
   * The password that the account was registered with. Send it whenever you have it: it shows
   * that whoever owns the mailbox has also registered. Without it, the IP address has to be
   * the one that registered
   */
  password?: string | undefined
}

/** The email is verified */
export type VerifyEmailResult = {
  /** A sentence for people: the result, and the next step */
  message: string
  /**
   * True if the password of the registration no longer works, because somebody else may have
   * chosen it. We have then mailed a one-time password: ask for it and for a new password,
   * and call resetpassword
   */
  resetRequired: boolean
}

/** The account, and proof that it is you */
export type VerifyUserInput = {
  /** Id of the user */
  userId: string
  /** Your password */
  password?: string | undefined
  /** Instead of the password: the 8 digits from the mail that me.requestSignInCode sends */
  code?: string | undefined
}

/** A published version of a course */
export type Version = {
  /** The number of the version */
  number: number
  /** The kind of its changes; null for versions of releases that did not record it */
  kind: 'first' | 'terms' | 'minor' | 'major' | null
  /** The note of its author; null when there is none */
  note: string | null
  /** Title */
  title: string
  /** When it was published */
  publishedAt: string
  /** The number of its lessons */
  lessons: number
  /** Enrolled learners who take it now */
  learners: number
}

/** A published version with its lessons */
export type VersionContent = {
  /** The number of the version */
  number: number
  /** The kind of its changes; null for versions of releases that did not record it */
  kind: 'first' | 'terms' | 'minor' | 'major' | null
  /** The note of its author; null when there is none */
  note: string | null
  /** Title */
  title: string
  /** When it was published */
  publishedAt: string
  /** A few sentences about the course */
  summary: string
  /** What learners can do afterwards, a sentence each */
  outcomes: Array<string>
  /** Who it is for, a sentence each */
  audience: Array<string>
  /** What learners should know or have before they begin, a sentence each */
  needs: Array<string>
  /** Hours a week that learners should plan for; null if it does not say */
  hoursPerWeek: number | null
  /** Language of the lessons, BCP 47 */
  language: string
  /** License of the content, as its author states it; null when none is stated */
  license: string | null
  /** Where the content comes from and whom to credit; null when it is original */
  source: string | null
  /** Names of its authors */
  authors: Array<string>
  /** Subject areas */
  categories: Array<string>
  /** Keywords */
  tags: Array<string>
  /** Level of the learners it is for; null if it does not say */
  level: 'beginner' | 'intermediate' | 'advanced' | null
  /** Path of its cover; null without one */
  cover: string | null
  /**
   * Address of a film about the course, at https://: a video file, or a page of YouTube. Its
   * poster is the cover; null for none
   */
  film: string | null
  /** printed: its certificates say the grade; null: they do not */
  grade: 'printed' | null
  /**
   * sequence: each lesson opens once the required ones before it are completed; null: in any
   * order
   */
  order: 'sequence' | null
  /** Slugs of courses and programs to complete before one can enroll */
  requires: Array<string>
  /**
   * The day on which its lessons open to a learner, or days after their enrollment or after
   * their cohort began; null: at once
   */
  available: string | null
  /** The last day to complete it, in the same form; null: none */
  due: string | null
  /** How many months its certificates are valid; null: for ever */
  validFor: number | null
  /** Credits that completing it is worth, such as ECTS; null if it does not say */
  credits: number | null
  /**
   * Skills that it teaches: each a name and, in pointed brackets, the address of its entry in
   * a framework such as ESCO
   */
  skills: Array<string>
  /**
   * Of a program: how many of the courses that are not required have to be completed too;
   * null: none
   */
  choose: number | null
  /** In the order to take them */
  sections: Array<{
    /** Title */
    title: string
    /** In the order to take them, without their texts */
    lessons: Array<VersionLesson>
  }>
}

/** The differences between two versions */
export type VersionDiff = {
  /** The version before */
  from: number
  /** The version after */
  to: number
  /**
   * terms: only catalogue data changes; minor: nothing that counts for progress changes;
   * major: lessons come, go, or count differently
   */
  kind: 'none' | 'terms' | 'minor' | 'major'
  /** The first of them, in the order of the course */
  changes: Array<Change>
  /** The number of all changes */
  changeCount: number
  /**
   * What changed, as people say it: in the course itself, then in the lessons that stay, in
   * their order; the first 500 facts
   */
  facts: Array<LessonFacts>
  /** Present when you asked for a lesson */
  text?: LessonDiff
}

/** What taking the current version does to you */
export type VersionEffect = {
  /** Your percentage afterwards */
  percent: number
  /** Whether it completes the course for you, at once */
  completes: boolean
  /** Lessons you completed that it does not have */
  lessonsLost: number
}

/** A lesson of a version */
export type VersionLesson = {
  /** The lesson */
  id: string
  /** Stable within the course, from version to version */
  key: string
  /** Title of the lesson */
  title: string
  /**
   * text: to read; video: to watch; file: to read or download; link: an outside page; quiz:
   * to pass, graded by itself; assignment: to hand in, graded by a person; course: a course
   * of a program
   */
  type: 'text' | 'video' | 'file' | 'link' | 'quiz' | 'assignment' | 'course'
  /** Minutes that the lesson takes */
  minutes: number
  /** Needed to complete the course */
  required: boolean
  /** Open to users who are not enrolled */
  preview: boolean
  /** Keys that the lesson had before; they carry progress as well */
  formerKeys: Array<string>
  /** Bytes of its Markdown */
  size: number
}

/** Versions of a course, newest first */
export type VersionList = {
  /** The items of this page */
  items: Array<Version>
  /** Pass it as `cursor` to get the next page; null on the last page */
  nextCursor: string | null
}

/** A lesson to watch */
export type VideoLesson = {
  /** The lesson */
  id: string
  /** Stable within the course, from version to version */
  key: string
  /** Title of the lesson */
  title: string
  /** To watch */
  type: 'video'
  /** Minutes that the lesson takes */
  minutes: number
  /** Needed to complete the course */
  required: boolean
  /** Open to users who are not enrolled */
  preview: boolean
  /** The course of the lesson */
  courseId: string
  /** Markdown */
  content: string
  /** The lesson before it; null for the first */
  previous: NeighborLesson | null
  /** The lesson after it; null for the last */
  next: NeighborLesson | null
  /**
   * HTML in the Markdown: none: show it as text; basic: a small set of elements may be shown
   */
  html: 'none' | 'basic'
  /**
   * Whether learners ask about it, by `threads`. none: nobody does; named: they see who wrote
   * what; anonymous: only teachers do
   */
  lessonQuestions: 'none' | 'named' | 'anonymous'
  /** Keys of lessons of the course to complete before it opens to you */
  requires: Array<string>
  /** Files of the school that it shows, or links to */
  files: Array<FileOfLesson>
  /** Present once you have started the lesson */
  progress?: ReadLessonProgress
  /** The video; null if the text shows it */
  video: LessonVideo | null
}

/** A lesson to watch */
export type VideoLessonPreview = {
  /** The course */
  courseId: string
  /** Key of the lesson */
  key: string
  /** Title */
  title: string
  /** Minutes that the lesson takes */
  minutes: number
  /** Needed to complete the course */
  required: boolean
  /** Open to users who are not enrolled */
  preview: boolean
  /** Markdown, with links to lessons as they will be published */
  content: string
  /**
   * HTML in the Markdown: none: show it as text; basic: a small set of elements may be shown
   */
  html: 'none' | 'basic'
  /** Keys of lessons of the course to complete before it opens to you */
  requires: Array<string>
  /** Files of the school that it shows, or links to */
  files: Array<FileOfLesson>
  /** The lesson before; null for the first */
  previous: {
    /** Key of the lesson */
    key: string
    /** Title */
    title: string
  } | null
  /** The lesson after; null for the last */
  next: {
    /** Key of the lesson */
    key: string
    /** Title */
    title: string
  } | null
  /** To watch */
  type: 'video'
  /** null: the text shows it */
  video: LessonVideo | null
}

/** When to try again; the same as Retry-After */
export type WaitFacts = {
  /** Seconds to wait before the next try */
  retryAfterSeconds: number
}

/** What you handed in, until it is graded */
export type Waiting = {
  /** The attempt */
  id: string
  /** The course */
  courseId: string
  /** Readable id, for links */
  slug: string
  /** Title of the course */
  courseTitle: string
  /** Key of the lesson */
  lessonKey: string
  /** Title of the lesson */
  title: string
  /** Type of the lesson */
  type: 'quiz' | 'assignment'
  /** When you handed it in */
  submittedAt: string
}

/** What waits for a grade, newest first */
export type WaitingList = {
  /** The items of this page */
  items: Array<Waiting>
  /** Pass it as `cursor` to get the next page; null on the last page */
  nextCursor: string | null
}

/** What a person grades */
export type WaitingSubmission = {
  /** What was handed in */
  id: string
  /** The lesson as it was then */
  lessonId: string
  /** Its course */
  courseId: string
  /** Counts the tries of a learner at the lesson, from 1 */
  number: number
  /**
   * open: it runs; waiting: a person has to grade it; graded; returned: for another try,
   * ungraded
   */
  status: 'open' | 'waiting' | 'graded' | 'returned'
  /** When it was handed in */
  submittedAt: string
  /** Whether that was after it was due */
  isLate: boolean
  /** Whose it is */
  learner: {
    /** The learner */
    id: string
    /** Name of the learner */
    name: string
  }
  /** Key of the lesson */
  lessonKey: string
  /** Its title */
  lessonTitle: string
  /** Title of the course */
  courseTitle: string
  /** quiz: an attempt that asks for a text */
  type: 'quiz' | 'assignment'
  /** Name of whoever grades it now; null: nobody */
  claimedBy: string | null
  /** Until when nobody else grades it; null: nobody does */
  claimedUntil: string | null
  /** Whether that is you */
  isClaimedByYou: boolean
}

/** The oldest first */
export type WaitingSubmissionList = {
  /** The items of this page */
  items: Array<WaitingSubmission>
  /** Pass it as `cursor` to get the next page; null on the last page */
  nextCursor: string | null
}

/** A certificate that is offered to a wallet */
export type WalletOffer = {
  /** Opens a wallet on this device, which takes the certificate (OpenID4VCI 1.0) */
  offerUrl: string
  /** The same for the wallet on another device: a QR code as SVG */
  qrCode: string
  /** When the offer ends; it can be taken once until then */
  expiresAt: string
}

/** How much can be reported now */
export type WatchedTooFastFacts = {
  /** Seconds that can have been watched since you opened it */
  allowedSeconds: number
}

/** A receiver of events */
export type Webhook = {
  /** The webhook */
  id: string
  /** Where events are sent: https, without user, password and fragment */
  url: string
  /** For people: what it is for */
  description: string
  /** The types of events that it gets; null for all */
  types: Array<string> | null
  /** disabled: nothing is sent, and what happens meanwhile is not sent later by itself */
  status: 'active' | 'disabled'
  /**
   * Why it is disabled. by-hand: an administrator did it; gone: the receiver answered 410;
   * failing: nothing arrived for five days
   */
  reason: 'by-hand' | 'gone' | 'failing' | null
  /** Verifies the signatures v1a (Ed25519); null where the keys of the server are lost */
  publicKey: string | null
  /** Until when the secret before signs as well; null after a rotation is over */
  formerSecretUntil: string | null
  /** Since when nothing arrived; null after a success */
  failingSince: string | null
  /** Number of the last event of the replay that runs; null while none runs */
  replaysToNumber: number | null
  /** Rises with every change */
  revision: number
  /** When it was created */
  createdAt: string
}

/** All webhooks, in the order in which they were created */
export type WebhookList = {
  /** The items of this page */
  items: Array<Webhook>
  /** Pass it as `cursor` to get the next page; null on the last page */
  nextCursor: string | null
}

/** The outcome of a test message */
export type WebhookTest = {
  /** Whether the receiver answered with a status from 200 to 299 */
  delivered: boolean
  /** HTTP status of the answer; null where none came */
  answerStatus: number | null
  /** The first 1,024 bytes of the answer */
  answer: string | null
  /** Why no answer came; null where one did */
  failure: 'bad-url' | 'inner-address' | 'unknown-host' | 'refused' | 'certificate' | 'timed-out' | 'broken-off' | 'keys-lost' | 'event-gone' | null
  /** How long the attempt took */
  milliseconds: number | null
  /** How to get it delivered; null where it was */
  advice: string | null
}

/** A webhook with its new secret */
export type WebhookWithSecret = {
  /** The webhook */
  id: string
  /** Where events are sent: https, without user, password and fragment */
  url: string
  /** For people: what it is for */
  description: string
  /** The types of events that it gets; null for all */
  types: Array<string> | null
  /** disabled: nothing is sent, and what happens meanwhile is not sent later by itself */
  status: 'active' | 'disabled'
  /**
   * Why it is disabled. by-hand: an administrator did it; gone: the receiver answered 410;
   * failing: nothing arrived for five days
   */
  reason: 'by-hand' | 'gone' | 'failing' | null
  /** Verifies the signatures v1a (Ed25519); null where the keys of the server are lost */
  publicKey: string | null
  /** Until when the secret before signs as well; null after a rotation is over */
  formerSecretUntil: string | null
  /** Since when nothing arrived; null after a success */
  failingSince: string | null
  /** Number of the last event of the replay that runs; null while none runs */
  replaysToNumber: number | null
  /** Rises with every change */
  revision: number
  /** When it was created */
  createdAt: string
  /** Signs all messages (v1, HMAC-SHA256). Shown this once */
  secret: string
}

/** The report that is gone */
export type WithdrawnFlawReport = {
  /** The report */
  id: string
}

/** Work that waits for you, counted */
export type WorkItem = {
  /**
   * toGrade: handed in, not graded; toReview: drafts that you may approve; draftProblems:
   * what keeps the drafts that changed last from being published; toAnswer: questions on
   * lessons without an answer; reported: posts that learners found wrong; stopped: learners
   * without progress for 14 days; extensionsEnding: later due dates of the next 7 days;
   * flaws: what learners say is wrong, not settled; mailsFailed: in the last 7 days;
   * invitationsEnding: in the next 3 days
   */
  kind: 'toGrade' | 'toReview' | 'draftProblems' | 'toAnswer' | 'reported' | 'stopped' | 'extensionsEnding' | 'flaws' | 'disputes' | 'mailsFailed' | 'jobsFailed' | 'webhooksFailing' | 'invitationsEnding'
  /** Where it waits; null for work of the school */
  course: {
    /** The course */
    id: string
    /** Its title */
    title: string
  } | null
  /** How much waits, at most 1,000 */
  count: number
  /** Whether there is more than was counted */
  hasMore: boolean
  /** Since when the first waits, or when the first ends */
  since: string | null
}

/** What waits for you */
export type WorkList = {
  /**
   * By kind; of each kind the ten courses that wait longest, of drafts the five that changed
   * last
   */
  items: Array<WorkItem>
}

/** The comment or answer that was written */
export type WrittenComment = {
  /** The comment */
  id: string
  /** When it was settled; null: it is open */
  resolvedAt: string | null
}

/** An error as tRPC's own clients see it; the SDK throws a LyceumError instead. */
export type ErrorShape = {
  message: string
  code: -32600 | -32001 | -32003 | -32004 | -32005 | -32009 | -32012 | -32013 | -32015 | -32022 | -32028 | -32029 | -32603
  data: {
    path?: string
    code: 'BAD_REQUEST' | 'UNAUTHORIZED' | 'FORBIDDEN' | 'NOT_FOUND' | 'METHOD_NOT_SUPPORTED' | 'CONFLICT' | 'PRECONDITION_FAILED' | 'PAYLOAD_TOO_LARGE' | 'UNSUPPORTED_MEDIA_TYPE' | 'UNPROCESSABLE_CONTENT' | 'PRECONDITION_REQUIRED' | 'TOO_MANY_REQUESTS' | 'INTERNAL_SERVER_ERROR' | 'BAD_GATEWAY' | 'SERVICE_UNAVAILABLE'
    httpStatus: 400 | 401 | 403 | 409 | 404 | 405 | 410 | 412 | 413 | 415 | 416 | 422 | 428 | 429 | 500 | 502 | 503
    error: 'MissingFields' | 'InvalidFields' | 'MalformedJson' | 'WebhookRefused' | 'InvalidCode' | 'SignInExpired' | 'InvalidCredentials' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid' | 'HookRefused' | 'WrongPassword' | 'SignInRefused' | 'ProviderEmailNotVerified' | 'EmailNotVerified' | 'SecondFactorRequired' | 'WrongSecondFactor' | 'SecondFactorMissing' | 'Forbidden' | 'NotForYourself' | 'KeyNotAllowed' | 'AccountSuspended' | 'MediaAddressExpired' | 'AccessEnded' | 'NotEnrolled' | 'OwnDraft' | 'NotFound' | 'CourseNotFound' | 'SecondFactorNotFound' | 'WebhookNotFound' | 'DeliveryNotFound' | 'SourceNotFound' | 'LessonNotFound' | 'AttemptNotFound' | 'SubmissionNotFound' | 'QuestionNotFound' | 'RegradeNotFound' | 'DraftNotFound' | 'VersionNotFound' | 'FileNotFound' | 'MediaNotFound' | 'UploadNotFound' | 'MemberNotFound' | 'AnnouncementNotFound' | 'ThreadNotFound' | 'PostNotFound' | 'CommentNotFound' | 'FlawNotFound' | 'NoteNotFound' | 'NotificationNotFound' | 'CalendarNotFound' | 'BulkEnrollmentNotFound' | 'ReissueNotFound' | 'ArchiveNotFound' | 'MoveNotFound' | 'CohortNotFound' | 'InvitationNotFound' | 'EnrollmentNotFound' | 'ApiKeyNotFound' | 'JobNotFound' | 'MailNotFound' | 'TransactionNotFound' | 'CouponNotFound' | 'CertificateNotFound' | 'EvidenceNotKept' | 'SessionNotFound' | 'ProviderNotFound' | 'IdentityNotFound' | 'UserNotFound' | 'MethodNotAllowed' | 'AdministratorExists' | 'TermsNotAccepted' | 'DuplicateEmail' | 'PasswordNotSet' | 'LinkRequired' | 'IdentityInUse' | 'LastSignInMethod' | 'AlreadyEnrolled' | 'PrerequisiteMissing' | 'CoursePublished' | 'CourseFull' | 'EnrollmentNotOpen' | 'SeatsTaken' | 'CoursePaidFor' | 'CohortNameTaken' | 'SecondFactorExists' | 'TooManySecondFactors' | 'TooManyWebhooks' | 'WebhookDisabled' | 'ReplayRunning' | 'CourseLeft' | 'CourseNotCompleted' | 'PriceChanged' | 'CouponCodeTaken' | 'CouponExpired' | 'CouponUsedUp' | 'CouponNotApplicable' | 'TransactionNotFree' | 'TransactionNotPaid' | 'RefundTooHigh' | 'IdempotencyKeyInUse' | 'CertificateRevoked' | 'CertificateSuperseded' | 'CertificateNotOffered' | 'NameNotPrintable' | 'NotRenewable' | 'CertificateUnchanged' | 'ManagedElsewhere' | 'UploadOutOfStep' | 'TooManyUploads' | 'CourseFilesFull' | 'ApiKeyEnded' | 'TooManyApiKeys' | 'SlugTaken' | 'LessonKeyTaken' | 'DraftOpen' | 'DraftHasProblems' | 'ConsentMissing' | 'ReviewRequired' | 'NothingToReview' | 'VersionChanged' | 'EmailAlreadyVerified' | 'LastAdmin' | 'LastOwner' | 'MoveInProgress' | 'ImpactNotCounted' | 'BulkEnrollmentsRunning' | 'JobNotRepeatable' | 'MailNotRepeatable' | 'CannotMove' | 'LessonLocked' | 'QuestionsClosed' | 'ThreadClosed' | 'NeedsCourse' | 'NeedsPass' | 'RefundNeeded' | 'PassStays' | 'AttemptOver' | 'AttemptsUsedUp' | 'AttemptTooSoon' | 'SubmissionWaiting' | 'AssignmentClosed' | 'SubmissionClaimed' | 'SubmissionGraded' | 'SubmissionReturned' | 'TooManyComments' | 'TooManyNotes' | 'FlawSettled' | 'ArchiveRunning' | 'RegradeRunning' | 'NotWatched' | 'WatchedTooFast' | 'EventsForgotten' | 'DraftChanged' | 'PayloadTooLarge' | 'FileTooLarge' | 'UnsupportedMediaType' | 'RangeNotSatisfiable' | 'FileMismatch' | 'IdempotencyKeyReused' | 'RevisionRequired' | 'RateLimited' | 'InternalError' | 'ProviderUnavailable' | 'ReadOnly' | 'ServiceUnavailable'
    message: string
    status: 400 | 401 | 403 | 409 | 404 | 405 | 410 | 412 | 413 | 415 | 416 | 422 | 428 | 429 | 500 | 502 | 503
    title: string
    detail: string
    type: string
    requestId: string
    issues?: Array<{ path: string; message: string; code?: 'required' | 'type' | 'enum' | 'minLength' | 'maxLength' | 'minItems' | 'maxItems' | 'minimum' | 'maximum' | 'email' | 'url' | 'date' | 'weakPassword' | 'taxNumber' | 'maxLines' | 'ambiguous'; limit?: number; readings?: string[] }>
    facts?: ErrorFacts[keyof ErrorFacts]
  }
}

/** The facts that errors carry for programs, by the name of the error. */
export type ErrorFacts = {
  AlreadyEnrolled: AlreadyEnrolledFacts
  TermsNotAccepted: TermsNotAcceptedFacts
  CourseFull: CourseFullFacts
  PrerequisiteMissing: PrerequisiteMissingFacts
  EnrollmentNotOpen: EnrollmentNotOpenFacts
  SeatsTaken: SeatsTakenFacts
  CoursePaidFor: CoursePaidForFacts
  CourseLeft: CourseLeftFacts
  CourseNotCompleted: CourseNotCompletedFacts
  PriceChanged: PriceChangedFacts
  CouponExpired: CouponExpiredFacts
  NotRenewable: NotRenewableFacts
  RefundTooHigh: RefundTooHighFacts
  EventsForgotten: EventsForgottenFacts
  DraftChanged: DraftChangedFacts
  PayloadTooLarge: MaxBytesFacts
  FileTooLarge: MaxBytesFacts
  TooManyWebhooks: MostFacts
  TooManySecondFactors: MostFacts
  SecondFactorRequired: SecondFactorRequiredFacts
  TooManyApiKeys: MostFacts
  TooManyUploads: TooManyUploadsFacts
  CourseFilesFull: CourseFilesFullFacts
  UploadOutOfStep: UploadOutOfStepFacts
  ImpactNotCounted: ImpactNotCountedFacts
  AttemptsUsedUp: AttemptsUsedUpFacts
  AttemptTooSoon: AttemptTooSoonFacts
  AssignmentClosed: AssignmentClosedFacts
  SubmissionClaimed: SubmissionClaimedFacts
  SubmissionGraded: SubmissionGradedFacts
  LessonLocked: LessonLockedFacts
  NotWatched: NotWatchedFacts
  WatchedTooFast: WatchedTooFastFacts
  IdempotencyKeyInUse: WaitFacts
  RateLimited: WaitFacts
  ServiceUnavailable: WaitFacts
}

/** The names of the errors that each operation can answer with. */
export type OperationErrors = {
  'site.config':
  | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' | 'InternalError' |
  'ServiceUnavailable'
  'site.frontPage':
  | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' | 'InternalError' |
  'ServiceUnavailable' | 'MissingFields'
  'setup.get':
  | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' | 'InternalError' |
  'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid' |
  'AccountSuspended' | 'KeyNotAllowed'
  'setup.claim':
  | 'InvalidCode' | 'AdministratorExists' | 'InvalidFields' | 'UnsupportedMediaType' |
  'RateLimited' | 'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' |
  'TokenInvalid' | 'AccountSuspended' | 'KeyNotAllowed' | 'MalformedJson' |
  'PayloadTooLarge' | 'ReadOnly' | 'MissingFields'
  'auth.register':
  | 'DuplicateEmail' | 'TermsNotAccepted' | 'InvalidFields' | 'UnsupportedMediaType' |
  'RateLimited' | 'InternalError' | 'ServiceUnavailable' | 'KeyNotAllowed' | 'MalformedJson'
  | 'PayloadTooLarge' | 'ReadOnly' | 'MissingFields'
  'auth.login':
  | 'InvalidCredentials' | 'EmailNotVerified' | 'AccountSuspended' | 'SecondFactorRequired' |
  'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' | 'InternalError' |
  'ServiceUnavailable' | 'KeyNotAllowed' | 'MalformedJson' | 'PayloadTooLarge' | 'ReadOnly'
  | 'MissingFields'
  'auth.verifyEmail':
  | 'InvalidCode' | 'AccountSuspended' | 'InvalidFields' | 'UnsupportedMediaType' |
  'RateLimited' | 'InternalError' | 'ServiceUnavailable' | 'KeyNotAllowed' | 'MalformedJson'
  | 'PayloadTooLarge' | 'ReadOnly' | 'MissingFields'
  'auth.resendVerification':
  | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' | 'InternalError' |
  'ServiceUnavailable' | 'KeyNotAllowed' | 'MalformedJson' | 'PayloadTooLarge' | 'ReadOnly'
  | 'MissingFields'
  'auth.acceptAccount':
  | 'InvalidCode' | 'AccountSuspended' | 'InvalidFields' | 'UnsupportedMediaType' |
  'RateLimited' | 'InternalError' | 'ServiceUnavailable' | 'KeyNotAllowed' | 'MalformedJson'
  | 'PayloadTooLarge' | 'ReadOnly' | 'MissingFields'
  'auth.forgotPassword':
  | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' | 'InternalError' |
  'ServiceUnavailable' | 'KeyNotAllowed' | 'MalformedJson' | 'PayloadTooLarge' | 'ReadOnly'
  | 'MissingFields'
  'auth.resetPassword':
  | 'InvalidCode' | 'AccountSuspended' | 'InvalidFields' | 'UnsupportedMediaType' |
  'RateLimited' | 'InternalError' | 'ServiceUnavailable' | 'KeyNotAllowed' | 'MalformedJson'
  | 'PayloadTooLarge' | 'ReadOnly' | 'MissingFields'
  'auth.logout':
  | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' | 'InternalError' |
  'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid' |
  'AccountSuspended' | 'KeyNotAllowed' | 'MalformedJson' | 'PayloadTooLarge' | 'ReadOnly' |
  'MissingFields'
  'auth.logoutEverywhere':
  | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' | 'InternalError' |
  'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid' |
  'AccountSuspended' | 'KeyNotAllowed' | 'MalformedJson' | 'PayloadTooLarge' | 'ReadOnly' |
  'MissingFields'
  'auth.providers':
  | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' | 'InternalError' |
  'ServiceUnavailable' | 'KeyNotAllowed'
  'auth.startOAuth':
  | 'ProviderNotFound' | 'ProviderUnavailable' | 'InvalidFields' | 'UnsupportedMediaType' |
  'RateLimited' | 'InternalError' | 'ServiceUnavailable' | 'KeyNotAllowed' | 'MalformedJson'
  | 'PayloadTooLarge' | 'ReadOnly' | 'MissingFields'
  'auth.finishOAuth':
  | 'TermsNotAccepted' | 'ProviderNotFound' | 'ProviderUnavailable' | 'SignInExpired' |
  'SignInRefused' | 'ProviderEmailNotVerified' | 'AccountSuspended' | 'EmailNotVerified' |
  'LinkRequired' | 'SecondFactorRequired' | 'InvalidFields' | 'UnsupportedMediaType' |
  'RateLimited' | 'InternalError' | 'ServiceUnavailable' | 'KeyNotAllowed' | 'MalformedJson'
  | 'PayloadTooLarge' | 'ReadOnly' | 'MissingFields'
  'auth.exchangeOAuth':
  | 'SignInExpired' | 'AccountSuspended' | 'SecondFactorRequired' | 'InvalidFields' |
  'UnsupportedMediaType' | 'RateLimited' | 'InternalError' | 'ServiceUnavailable' |
  'KeyNotAllowed' | 'MalformedJson' | 'PayloadTooLarge' | 'ReadOnly' | 'MissingFields'
  'auth.secondFactor':
  | 'SignInExpired' | 'WrongSecondFactor' | 'AccountSuspended' | 'InvalidFields' |
  'UnsupportedMediaType' | 'RateLimited' | 'InternalError' | 'ServiceUnavailable' |
  'KeyNotAllowed' | 'MalformedJson' | 'PayloadTooLarge' | 'ReadOnly' | 'MissingFields'
  'search.lessons':
  | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' | 'InternalError' |
  'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid' |
  'AccountSuspended' | 'KeyNotAllowed' | 'MissingFields'
  'search.threads':
  | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' | 'InternalError' |
  'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid' |
  'AccountSuspended' | 'KeyNotAllowed' | 'MissingFields'
  'search.everything':
  | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' | 'InternalError' |
  'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid' |
  'AccountSuspended' | 'KeyNotAllowed' | 'MissingFields'
  'me.get':
  | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' | 'InternalError' |
  'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid' |
  'AccountSuspended' | 'KeyNotAllowed'
  'me.update':
  | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' | 'InternalError' |
  'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid' |
  'AccountSuspended' | 'KeyNotAllowed' | 'MalformedJson' | 'PayloadTooLarge' | 'ReadOnly' |
  'MissingFields'
  'me.changePassword':
  | 'WrongPassword' | 'PasswordNotSet' | 'InvalidFields' | 'UnsupportedMediaType' |
  'RateLimited' | 'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' |
  'TokenInvalid' | 'AccountSuspended' | 'KeyNotAllowed' | 'MalformedJson' |
  'PayloadTooLarge' | 'ReadOnly' | 'MissingFields'
  'me.requestEmailChange':
  | 'WrongPassword' | 'PasswordNotSet' | 'InvalidFields' | 'UnsupportedMediaType' |
  'RateLimited' | 'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' |
  'TokenInvalid' | 'AccountSuspended' | 'KeyNotAllowed' | 'MalformedJson' |
  'PayloadTooLarge' | 'ReadOnly' | 'MissingFields'
  'me.confirmEmailChange':
  | 'InvalidCode' | 'DuplicateEmail' | 'InvalidFields' | 'UnsupportedMediaType' |
  'RateLimited' | 'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' |
  'TokenInvalid' | 'AccountSuspended' | 'KeyNotAllowed' | 'MalformedJson' |
  'PayloadTooLarge' | 'ReadOnly' | 'MissingFields'
  'me.sessions':
  | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' | 'InternalError' |
  'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid' |
  'AccountSuspended' | 'KeyNotAllowed' | 'MissingFields'
  'me.endSession':
  | 'SessionNotFound' | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' |
  'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid'
  | 'AccountSuspended' | 'KeyNotAllowed' | 'MalformedJson' | 'PayloadTooLarge' | 'ReadOnly'
  'me.export':
  | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' | 'InternalError' |
  'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid' |
  'AccountSuspended' | 'KeyNotAllowed' | 'MissingFields'
  'me.requestErasureCode':
  | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' | 'InternalError' |
  'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid' |
  'AccountSuspended' | 'KeyNotAllowed' | 'MalformedJson' | 'PayloadTooLarge' | 'ReadOnly' |
  'MissingFields'
  'me.erase':
  | 'WrongPassword' | 'PasswordNotSet' | 'InvalidCode' | 'InvalidFields' |
  'UnsupportedMediaType' | 'RateLimited' | 'InternalError' | 'ServiceUnavailable' |
  'TokenMissing' | 'TokenExpired' | 'TokenInvalid' | 'AccountSuspended' | 'KeyNotAllowed' |
  'MalformedJson' | 'PayloadTooLarge' | 'ReadOnly' | 'MissingFields'
  'me.identities':
  | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' | 'InternalError' |
  'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid' |
  'AccountSuspended' | 'KeyNotAllowed'
  'me.requestSignInCode':
  | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' | 'InternalError' |
  'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid' |
  'AccountSuspended' | 'KeyNotAllowed' | 'MalformedJson' | 'PayloadTooLarge' | 'ReadOnly' |
  'MissingFields'
  'me.startLink':
  | 'ProviderNotFound' | 'ProviderUnavailable' | 'WrongPassword' | 'PasswordNotSet' |
  'InvalidCode' | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' | 'InternalError'
  | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid' |
  'AccountSuspended' | 'KeyNotAllowed' | 'MalformedJson' | 'PayloadTooLarge' | 'ReadOnly' |
  'MissingFields'
  'me.finishLink':
  | 'ProviderNotFound' | 'ProviderUnavailable' | 'SignInExpired' | 'SignInRefused' |
  'IdentityInUse' | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' |
  'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid'
  | 'AccountSuspended' | 'KeyNotAllowed' | 'MalformedJson' | 'PayloadTooLarge' | 'ReadOnly'
  | 'MissingFields'
  'me.unlink':
  | 'IdentityNotFound' | 'LastSignInMethod' | 'WrongPassword' | 'PasswordNotSet' |
  'InvalidCode' | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' | 'InternalError'
  | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid' |
  'AccountSuspended' | 'KeyNotAllowed' | 'MalformedJson' | 'PayloadTooLarge' | 'ReadOnly' |
  'MissingFields'
  'me.secondFactors':
  | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' | 'InternalError' |
  'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid' |
  'AccountSuspended' | 'KeyNotAllowed'
  'me.startTotp':
  | 'WrongPassword' | 'PasswordNotSet' | 'InvalidCode' | 'InvalidFields' |
  'UnsupportedMediaType' | 'RateLimited' | 'InternalError' | 'ServiceUnavailable' |
  'TokenMissing' | 'TokenExpired' | 'TokenInvalid' | 'AccountSuspended' | 'KeyNotAllowed' |
  'MalformedJson' | 'PayloadTooLarge' | 'ReadOnly' | 'MissingFields'
  'me.confirmTotp':
  | 'SignInExpired' | 'WrongSecondFactor' | 'SecondFactorExists' | 'TooManySecondFactors' |
  'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' | 'InternalError' |
  'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid' |
  'AccountSuspended' | 'KeyNotAllowed' | 'MalformedJson' | 'PayloadTooLarge' | 'ReadOnly' |
  'MissingFields'
  'me.startPasskey':
  | 'WrongPassword' | 'PasswordNotSet' | 'InvalidCode' | 'InvalidFields' |
  'UnsupportedMediaType' | 'RateLimited' | 'InternalError' | 'ServiceUnavailable' |
  'TokenMissing' | 'TokenExpired' | 'TokenInvalid' | 'AccountSuspended' | 'KeyNotAllowed' |
  'MalformedJson' | 'PayloadTooLarge' | 'ReadOnly' | 'MissingFields'
  'me.confirmPasskey':
  | 'SignInExpired' | 'WrongSecondFactor' | 'SecondFactorExists' | 'TooManySecondFactors' |
  'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' | 'InternalError' |
  'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid' |
  'AccountSuspended' | 'KeyNotAllowed' | 'MalformedJson' | 'PayloadTooLarge' | 'ReadOnly' |
  'MissingFields'
  'me.makeRecoveryCodes':
  | 'SecondFactorNotFound' | 'WrongPassword' | 'PasswordNotSet' | 'InvalidCode' |
  'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' | 'InternalError' |
  'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid' |
  'AccountSuspended' | 'KeyNotAllowed' | 'MalformedJson' | 'PayloadTooLarge' | 'ReadOnly' |
  'MissingFields'
  'me.removeSecondFactor':
  | 'SecondFactorNotFound' | 'WrongPassword' | 'PasswordNotSet' | 'InvalidCode' |
  'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' | 'InternalError' |
  'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid' |
  'AccountSuspended' | 'KeyNotAllowed' | 'MalformedJson' | 'PayloadTooLarge' | 'ReadOnly' |
  'MissingFields'
  'me.courses':
  | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' | 'InternalError' |
  'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid' |
  'AccountSuspended' | 'KeyNotAllowed' | 'MissingFields'
  'me.course':
  | 'NotEnrolled' | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' | 'InternalError'
  | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid' |
  'AccountSuspended' | 'KeyNotAllowed'
  'me.resume':
  | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' | 'InternalError' |
  'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid' |
  'AccountSuspended' | 'KeyNotAllowed'
  'me.waiting':
  | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' | 'InternalError' |
  'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid' |
  'AccountSuspended' | 'KeyNotAllowed' | 'MissingFields'
  'me.courseSize':
  | 'NotEnrolled' | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' | 'InternalError'
  | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid' |
  'AccountSuspended' | 'KeyNotAllowed'
  'me.leaveCourse':
  | 'NotEnrolled' | 'CourseNotFound' | 'InvalidFields' | 'UnsupportedMediaType' |
  'RateLimited' | 'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' |
  'TokenInvalid' | 'AccountSuspended' | 'KeyNotAllowed' | 'MalformedJson' |
  'PayloadTooLarge' | 'ReadOnly' | 'MissingFields'
  'me.renewCourse':
  | 'NotEnrolled' | 'CourseNotFound' | 'NotRenewable' | 'CertificateRevoked' | 'InvalidFields'
  | 'UnsupportedMediaType' | 'RateLimited' | 'InternalError' | 'ServiceUnavailable' |
  'TokenMissing' | 'TokenExpired' | 'TokenInvalid' | 'AccountSuspended' | 'KeyNotAllowed' |
  'MalformedJson' | 'PayloadTooLarge' | 'ReadOnly' | 'MissingFields'
  'me.returnToCourse':
  | 'NotEnrolled' | 'CourseNotFound' | 'CourseFull' | 'InvalidFields' | 'UnsupportedMediaType'
  | 'RateLimited' | 'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired'
  | 'TokenInvalid' | 'AccountSuspended' | 'KeyNotAllowed' | 'MalformedJson' |
  'PayloadTooLarge' | 'ReadOnly' | 'MissingFields'
  'me.announcements':
  | 'NotEnrolled' | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' | 'InternalError'
  | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid' |
  'AccountSuspended' | 'KeyNotAllowed' | 'MissingFields'
  'me.agenda':
  | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' | 'InternalError' |
  'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid' |
  'AccountSuspended' | 'KeyNotAllowed' | 'MissingFields'
  'me.makeCalendarKey':
  | 'WrongPassword' | 'PasswordNotSet' | 'InvalidCode' | 'InvalidFields' |
  'UnsupportedMediaType' | 'RateLimited' | 'InternalError' | 'ServiceUnavailable' |
  'TokenMissing' | 'TokenExpired' | 'TokenInvalid' | 'AccountSuspended' | 'KeyNotAllowed' |
  'MalformedJson' | 'PayloadTooLarge' | 'ReadOnly' | 'MissingFields'
  'me.revokeCalendarKey':
  | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' | 'InternalError' |
  'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid' |
  'AccountSuspended' | 'KeyNotAllowed' | 'MalformedJson' | 'PayloadTooLarge' | 'ReadOnly'
  'me.takeNewerVersion':
  | 'CourseNotFound' | 'NotEnrolled' | 'CannotMove' | 'VersionChanged' | 'InvalidFields' |
  'UnsupportedMediaType' | 'RateLimited' | 'InternalError' | 'ServiceUnavailable' |
  'TokenMissing' | 'TokenExpired' | 'TokenInvalid' | 'AccountSuspended' | 'KeyNotAllowed' |
  'MalformedJson' | 'PayloadTooLarge' | 'ReadOnly' | 'MissingFields'
  'me.teacher':
  | 'MemberNotFound' | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' |
  'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid'
  | 'AccountSuspended' | 'KeyNotAllowed'
  'me.updateTeacher':
  | 'MemberNotFound' | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' |
  'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid'
  | 'AccountSuspended' | 'KeyNotAllowed' | 'MalformedJson' | 'PayloadTooLarge' | 'ReadOnly'
  | 'MissingFields'
  'me.notifications':
  | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' | 'InternalError' |
  'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid' |
  'AccountSuspended' | 'KeyNotAllowed' | 'MissingFields'
  'me.unreadNotifications':
  | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' | 'InternalError' |
  'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid' |
  'AccountSuspended' | 'KeyNotAllowed'
  'me.readNotification':
  | 'NotificationNotFound' | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' |
  'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid'
  | 'AccountSuspended' | 'KeyNotAllowed' | 'MalformedJson' | 'PayloadTooLarge' | 'ReadOnly'
  | 'MissingFields'
  'courses.list':
  | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' | 'InternalError' |
  'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid' |
  'AccountSuspended' | 'KeyNotAllowed' | 'MissingFields'
  'courses.get':
  | 'CourseNotFound' | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' |
  'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid'
  | 'AccountSuspended' | 'KeyNotAllowed' | 'MissingFields'
  'courses.subjects':
  | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' | 'InternalError' |
  'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid' |
  'AccountSuspended' | 'KeyNotAllowed'
  'programs.list':
  | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' | 'InternalError' |
  'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid' |
  'AccountSuspended' | 'KeyNotAllowed' | 'MissingFields'
  'programs.get':
  | 'CourseNotFound' | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' |
  'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid'
  | 'AccountSuspended' | 'KeyNotAllowed' | 'MissingFields'
  'lessons.get':
  | 'LessonNotFound' | 'NotEnrolled' | 'LessonLocked' | 'InvalidFields' |
  'UnsupportedMediaType' | 'RateLimited' | 'InternalError' | 'ServiceUnavailable' |
  'TokenMissing' | 'TokenExpired' | 'TokenInvalid' | 'AccountSuspended' | 'KeyNotAllowed'
  'lessons.getByKey':
  | 'LessonNotFound' | 'NotEnrolled' | 'LessonLocked' | 'InvalidFields' |
  'UnsupportedMediaType' | 'RateLimited' | 'InternalError' | 'ServiceUnavailable' |
  'TokenMissing' | 'TokenExpired' | 'TokenInvalid' | 'AccountSuspended' | 'KeyNotAllowed' |
  'MissingFields'
  'lessons.preview':
  | 'LessonNotFound' | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' |
  'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid'
  | 'AccountSuspended' | 'KeyNotAllowed' | 'MissingFields'
  'cart.get':
  | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' | 'InternalError' |
  'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid' |
  'AccountSuspended' | 'KeyNotAllowed'
  'cart.add':
  | 'CourseNotFound' | 'AlreadyEnrolled' | 'CourseLeft' | 'PrerequisiteMissing' |
  'IdempotencyKeyInUse' | 'IdempotencyKeyReused' | 'InvalidFields' | 'UnsupportedMediaType'
  | 'RateLimited' | 'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired'
  | 'TokenInvalid' | 'AccountSuspended' | 'KeyNotAllowed' | 'MalformedJson' |
  'PayloadTooLarge' | 'ReadOnly' | 'MissingFields'
  'cart.remove':
  | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' | 'InternalError' |
  'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid' |
  'AccountSuspended' | 'KeyNotAllowed' | 'MalformedJson' | 'PayloadTooLarge' | 'ReadOnly'
  'cart.setCoupon':
  | 'CouponNotFound' | 'CouponExpired' | 'CouponUsedUp' | 'CouponNotApplicable' |
  'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' | 'InternalError' |
  'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid' |
  'AccountSuspended' | 'KeyNotAllowed' | 'MalformedJson' | 'PayloadTooLarge' | 'ReadOnly' |
  'MissingFields'
  'cart.removeCoupon':
  | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' | 'InternalError' |
  'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid' |
  'AccountSuspended' | 'KeyNotAllowed' | 'MalformedJson' | 'PayloadTooLarge' | 'ReadOnly'
  'coupons.quote':
  | 'CourseNotFound' | 'AlreadyEnrolled' | 'CourseLeft' | 'PrerequisiteMissing' |
  'CouponNotFound' | 'CouponExpired' | 'CouponUsedUp' | 'CouponNotApplicable' |
  'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' | 'InternalError' |
  'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid' |
  'AccountSuspended' | 'KeyNotAllowed' | 'MalformedJson' | 'PayloadTooLarge' | 'ReadOnly' |
  'MissingFields'
  'transactions.create':
  | 'CourseNotFound' | 'AlreadyEnrolled' | 'PrerequisiteMissing' | 'CourseLeft' | 'CourseFull'
  | 'EnrollmentNotOpen' | 'PriceChanged' | 'TermsNotAccepted' | 'CouponNotFound' |
  'CouponExpired' | 'CouponUsedUp' | 'CouponNotApplicable' | 'IdempotencyKeyInUse' |
  'IdempotencyKeyReused' | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' |
  'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid'
  | 'AccountSuspended' | 'KeyNotAllowed' | 'MalformedJson' | 'PayloadTooLarge' | 'ReadOnly'
  | 'MissingFields'
  'transactions.list':
  | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' | 'InternalError' |
  'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid' |
  'AccountSuspended' | 'KeyNotAllowed' | 'MissingFields'
  'transactions.get':
  | 'TransactionNotFound' | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' |
  'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid'
  | 'AccountSuspended' | 'KeyNotAllowed'
  'transactions.billing':
  | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' | 'InternalError' |
  'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid' |
  'AccountSuspended' | 'KeyNotAllowed'
  'transactions.setBilling':
  | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' | 'InternalError' |
  'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid' |
  'AccountSuspended' | 'KeyNotAllowed' | 'MalformedJson' | 'PayloadTooLarge' | 'ReadOnly' |
  'MissingFields'
  'transactions.receipt':
  | 'TransactionNotFound' | 'TransactionNotPaid' | 'InvalidFields' | 'UnsupportedMediaType' |
  'RateLimited' | 'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' |
  'TokenInvalid' | 'AccountSuspended' | 'KeyNotAllowed'
  'transactions.refund':
  | 'NotForYourself' | 'TransactionNotFound' | 'TransactionNotPaid' | 'RefundTooHigh' |
  'IdempotencyKeyInUse' | 'IdempotencyKeyReused' | 'InvalidFields' | 'UnsupportedMediaType'
  | 'RateLimited' | 'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired'
  | 'TokenInvalid' | 'AccountSuspended' | 'KeyNotAllowed' | 'Forbidden' |
  'SecondFactorMissing' | 'MalformedJson' | 'PayloadTooLarge' | 'ReadOnly' | 'MissingFields'
  'progress.update':
  | 'LessonNotFound' | 'NotEnrolled' | 'LessonLocked' | 'NeedsCourse' | 'NeedsPass' |
  'NotWatched' | 'WatchedTooFast' | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited'
  | 'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' |
  'TokenInvalid' | 'AccountSuspended' | 'KeyNotAllowed' | 'MalformedJson' |
  'PayloadTooLarge' | 'ReadOnly' | 'MissingFields'
  'progress.batch':
  | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' | 'InternalError' |
  'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid' |
  'AccountSuspended' | 'KeyNotAllowed' | 'MalformedJson' | 'PayloadTooLarge' | 'ReadOnly' |
  'MissingFields'
  'progress.get':
  | 'CourseNotFound' | 'NotEnrolled' | 'InvalidFields' | 'UnsupportedMediaType' |
  'RateLimited' | 'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' |
  'TokenInvalid' | 'AccountSuspended' | 'KeyNotAllowed' | 'MissingFields'
  'learners.list':
  | 'CohortNotFound' | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' |
  'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid'
  | 'AccountSuspended' | 'KeyNotAllowed' | 'CourseNotFound' | 'Forbidden' |
  'SecondFactorMissing' | 'MissingFields'
  'learners.get':
  | 'EnrollmentNotFound' | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' |
  'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid'
  | 'AccountSuspended' | 'KeyNotAllowed' | 'CourseNotFound' | 'Forbidden' |
  'SecondFactorMissing' | 'MissingFields'
  'learners.report':
  | 'CohortNotFound' | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' |
  'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid'
  | 'AccountSuspended' | 'KeyNotAllowed' | 'CourseNotFound' | 'Forbidden' |
  'SecondFactorMissing' | 'MissingFields'
  'learners.periods':
  | 'CohortNotFound' | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' |
  'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid'
  | 'AccountSuspended' | 'KeyNotAllowed' | 'CourseNotFound' | 'Forbidden' |
  'SecondFactorMissing' | 'MissingFields'
  'learners.stops':
  | 'CohortNotFound' | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' |
  'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid'
  | 'AccountSuspended' | 'KeyNotAllowed' | 'CourseNotFound' | 'Forbidden' |
  'SecondFactorMissing' | 'MissingFields'
  'learners.stuck':
  | 'CohortNotFound' | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' |
  'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid'
  | 'AccountSuspended' | 'KeyNotAllowed' | 'CourseNotFound' | 'Forbidden' |
  'SecondFactorMissing' | 'MissingFields'
  'learners.enroll':
  | 'NotForYourself' | 'UserNotFound' | 'CohortNotFound' | 'CourseFull' | 'CoursePaidFor' |
  'RefundNeeded' | 'PrerequisiteMissing' | 'InvalidFields' | 'UnsupportedMediaType' |
  'RateLimited' | 'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' |
  'TokenInvalid' | 'AccountSuspended' | 'KeyNotAllowed' | 'CourseNotFound' | 'Forbidden' |
  'SecondFactorMissing' | 'MalformedJson' | 'PayloadTooLarge' | 'ReadOnly' | 'MissingFields'
  'learners.end':
  | 'EnrollmentNotFound' | 'UserNotFound' | 'CoursePaidFor' | 'RefundNeeded' | 'InvalidFields'
  | 'UnsupportedMediaType' | 'RateLimited' | 'InternalError' | 'ServiceUnavailable' |
  'TokenMissing' | 'TokenExpired' | 'TokenInvalid' | 'AccountSuspended' | 'KeyNotAllowed' |
  'CourseNotFound' | 'Forbidden' | 'SecondFactorMissing' | 'MalformedJson' |
  'PayloadTooLarge' | 'ReadOnly'
  'learners.seats':
  | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' | 'InternalError' |
  'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid' |
  'AccountSuspended' | 'KeyNotAllowed' | 'CourseNotFound' | 'Forbidden' |
  'SecondFactorMissing'
  'learners.setSeats':
  | 'SeatsTaken' | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' | 'InternalError'
  | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid' |
  'AccountSuspended' | 'KeyNotAllowed' | 'CourseNotFound' | 'Forbidden' |
  'SecondFactorMissing' | 'MalformedJson' | 'PayloadTooLarge' | 'ReadOnly' | 'MissingFields'
  'learners.removeSeats':
  | 'CourseNotFound' | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' |
  'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid'
  | 'AccountSuspended' | 'KeyNotAllowed' | 'Forbidden' | 'SecondFactorMissing' |
  'MalformedJson' | 'PayloadTooLarge' | 'ReadOnly'
  'learners.markLesson':
  | 'NotForYourself' | 'EnrollmentNotFound' | 'LessonNotFound' | 'PassStays' | 'InvalidFields'
  | 'UnsupportedMediaType' | 'RateLimited' | 'InternalError' | 'ServiceUnavailable' |
  'TokenMissing' | 'TokenExpired' | 'TokenInvalid' | 'AccountSuspended' | 'KeyNotAllowed' |
  'CourseNotFound' | 'Forbidden' | 'SecondFactorMissing' | 'MalformedJson' |
  'PayloadTooLarge' | 'ReadOnly' | 'MissingFields'
  'learners.extend':
  | 'NotForYourself' | 'EnrollmentNotFound' | 'InvalidFields' | 'UnsupportedMediaType' |
  'RateLimited' | 'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' |
  'TokenInvalid' | 'AccountSuspended' | 'KeyNotAllowed' | 'CourseNotFound' | 'Forbidden' |
  'SecondFactorMissing' | 'MalformedJson' | 'PayloadTooLarge' | 'ReadOnly' | 'MissingFields'
  'learners.revokeExtension':
  | 'EnrollmentNotFound' | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' |
  'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid'
  | 'AccountSuspended' | 'KeyNotAllowed' | 'CourseNotFound' | 'Forbidden' |
  'SecondFactorMissing' | 'MalformedJson' | 'PayloadTooLarge' | 'ReadOnly' | 'MissingFields'
  'learners.act':
  | 'BulkEnrollmentsRunning' | 'IdempotencyKeyInUse' | 'IdempotencyKeyReused' |
  'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' | 'InternalError' |
  'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid' |
  'AccountSuspended' | 'KeyNotAllowed' | 'CourseNotFound' | 'Forbidden' |
  'SecondFactorMissing' | 'MalformedJson' | 'PayloadTooLarge' | 'ReadOnly' | 'MissingFields'
  'learners.acted':
  | 'BulkEnrollmentNotFound' | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' |
  'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid'
  | 'AccountSuspended' | 'KeyNotAllowed' | 'CourseNotFound' | 'Forbidden' |
  'SecondFactorMissing'
  'certificates.issue':
  | 'CourseNotFound' | 'NotEnrolled' | 'CourseNotCompleted' | 'NameNotPrintable' |
  'IdempotencyKeyInUse' | 'IdempotencyKeyReused' | 'InvalidFields' | 'UnsupportedMediaType'
  | 'RateLimited' | 'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired'
  | 'TokenInvalid' | 'AccountSuspended' | 'KeyNotAllowed' | 'MalformedJson' |
  'PayloadTooLarge' | 'ReadOnly' | 'MissingFields'
  'certificates.list':
  | 'Forbidden' | 'UserNotFound' | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' |
  'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid'
  | 'AccountSuspended' | 'KeyNotAllowed' | 'MissingFields'
  'certificates.verify':
  | 'CertificateNotFound' | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' |
  'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid'
  | 'AccountSuspended' | 'KeyNotAllowed'
  'certificates.reissue':
  | 'CertificateNotFound' | 'CertificateRevoked' | 'CertificateUnchanged' | 'NameNotPrintable'
  | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' | 'InternalError' |
  'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid' |
  'AccountSuspended' | 'KeyNotAllowed' | 'MalformedJson' | 'PayloadTooLarge' | 'ReadOnly' |
  'MissingFields'
  'certificates.adminList':
  | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' | 'InternalError' |
  'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid' |
  'AccountSuspended' | 'KeyNotAllowed' | 'Forbidden' | 'SecondFactorMissing' |
  'MissingFields'
  'certificates.adminRevoke':
  | 'CertificateNotFound' | 'CertificateSuperseded' | 'InvalidFields' | 'UnsupportedMediaType'
  | 'RateLimited' | 'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired'
  | 'TokenInvalid' | 'AccountSuspended' | 'KeyNotAllowed' | 'Forbidden' |
  'SecondFactorMissing' | 'MalformedJson' | 'PayloadTooLarge' | 'ReadOnly' | 'MissingFields'
  'certificates.adminReinstate':
  | 'NotForYourself' | 'CertificateNotFound' | 'CertificateSuperseded' | 'InvalidFields' |
  'UnsupportedMediaType' | 'RateLimited' | 'InternalError' | 'ServiceUnavailable' |
  'TokenMissing' | 'TokenExpired' | 'TokenInvalid' | 'AccountSuspended' | 'KeyNotAllowed' |
  'Forbidden' | 'SecondFactorMissing' | 'MalformedJson' | 'PayloadTooLarge' | 'ReadOnly' |
  'MissingFields'
  'certificates.adminReissue':
  | 'NotForYourself' | 'CertificateNotFound' | 'CertificateRevoked' | 'NameNotPrintable' |
  'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' | 'InternalError' |
  'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid' |
  'AccountSuspended' | 'KeyNotAllowed' | 'Forbidden' | 'SecondFactorMissing' |
  'MalformedJson' | 'PayloadTooLarge' | 'ReadOnly' | 'MissingFields'
  'certificates.adminRender':
  | 'CertificateNotFound' | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' |
  'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid'
  | 'AccountSuspended' | 'KeyNotAllowed' | 'Forbidden' | 'SecondFactorMissing' |
  'MalformedJson' | 'PayloadTooLarge' | 'ReadOnly' | 'MissingFields'
  'certificates.archive':
  | 'CohortNotFound' | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' |
  'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid'
  | 'AccountSuspended' | 'KeyNotAllowed' | 'CourseNotFound' | 'Forbidden' |
  'SecondFactorMissing' | 'MalformedJson' | 'PayloadTooLarge' | 'ReadOnly' | 'MissingFields'
  'certificates.archived':
  | 'ArchiveNotFound' | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' |
  'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid'
  | 'AccountSuspended' | 'KeyNotAllowed' | 'CourseNotFound' | 'Forbidden' |
  'SecondFactorMissing'
  'certificates.adminReissueMany':
  | 'CourseNotFound' | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' |
  'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid'
  | 'AccountSuspended' | 'KeyNotAllowed' | 'Forbidden' | 'SecondFactorMissing' |
  'MalformedJson' | 'PayloadTooLarge' | 'ReadOnly' | 'MissingFields'
  'certificates.adminReissued':
  | 'ReissueNotFound' | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' |
  'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid'
  | 'AccountSuspended' | 'KeyNotAllowed' | 'Forbidden' | 'SecondFactorMissing'
  'certificates.offer':
  | 'CertificateNotFound' | 'CertificateNotOffered' | 'InvalidFields' | 'UnsupportedMediaType'
  | 'RateLimited' | 'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired'
  | 'TokenInvalid' | 'AccountSuspended' | 'KeyNotAllowed' | 'MalformedJson' |
  'PayloadTooLarge' | 'ReadOnly' | 'MissingFields'
  'announcements.list':
  | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' | 'InternalError' |
  'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid' |
  'AccountSuspended' | 'KeyNotAllowed' | 'CourseNotFound' | 'Forbidden' |
  'SecondFactorMissing' | 'MissingFields'
  'announcements.post':
  | 'CohortNotFound' | 'Forbidden' | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited'
  | 'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' |
  'TokenInvalid' | 'AccountSuspended' | 'KeyNotAllowed' | 'CourseNotFound' |
  'SecondFactorMissing' | 'MalformedJson' | 'PayloadTooLarge' | 'ReadOnly' | 'MissingFields'
  'announcements.edit':
  | 'AnnouncementNotFound' | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' |
  'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid'
  | 'AccountSuspended' | 'KeyNotAllowed' | 'CourseNotFound' | 'Forbidden' |
  'SecondFactorMissing' | 'MalformedJson' | 'PayloadTooLarge' | 'ReadOnly' | 'MissingFields'
  'announcements.delete':
  | 'AnnouncementNotFound' | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' |
  'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid'
  | 'AccountSuspended' | 'KeyNotAllowed' | 'CourseNotFound' | 'Forbidden' |
  'SecondFactorMissing' | 'MalformedJson' | 'PayloadTooLarge' | 'ReadOnly'
  'flaws.report':
  | 'LessonNotFound' | 'NotEnrolled' | 'LessonLocked' | 'AttemptNotFound' | 'InvalidFields' |
  'UnsupportedMediaType' | 'RateLimited' | 'InternalError' | 'ServiceUnavailable' |
  'TokenMissing' | 'TokenExpired' | 'TokenInvalid' | 'AccountSuspended' | 'KeyNotAllowed' |
  'MalformedJson' | 'PayloadTooLarge' | 'ReadOnly' | 'MissingFields'
  'flaws.mine':
  | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' | 'InternalError' |
  'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid' |
  'AccountSuspended' | 'KeyNotAllowed' | 'MissingFields'
  'flaws.withdraw':
  | 'FlawNotFound' | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' |
  'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid'
  | 'AccountSuspended' | 'KeyNotAllowed' | 'MalformedJson' | 'PayloadTooLarge' | 'ReadOnly'
  'flaws.list':
  | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' | 'InternalError' |
  'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid' |
  'AccountSuspended' | 'KeyNotAllowed' | 'CourseNotFound' | 'Forbidden' |
  'SecondFactorMissing' | 'MissingFields'
  'flaws.get':
  | 'FlawNotFound' | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' |
  'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid'
  | 'AccountSuspended' | 'KeyNotAllowed' | 'CourseNotFound' | 'Forbidden' |
  'SecondFactorMissing'
  'flaws.words':
  | 'FlawNotFound' | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' |
  'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid'
  | 'AccountSuspended' | 'KeyNotAllowed' | 'CourseNotFound' | 'Forbidden' |
  'SecondFactorMissing' | 'MissingFields'
  'flaws.settle':
  | 'FlawNotFound' | 'FlawSettled' | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited'
  | 'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' |
  'TokenInvalid' | 'AccountSuspended' | 'KeyNotAllowed' | 'CourseNotFound' | 'Forbidden' |
  'SecondFactorMissing' | 'MalformedJson' | 'PayloadTooLarge' | 'ReadOnly' | 'MissingFields'
  'notes.list':
  | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' | 'InternalError' |
  'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid' |
  'AccountSuspended' | 'KeyNotAllowed' | 'MissingFields'
  'notes.save':
  | 'LessonNotFound' | 'NotEnrolled' | 'LessonLocked' | 'NoteNotFound' | 'TooManyNotes' |
  'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' | 'InternalError' |
  'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid' |
  'AccountSuspended' | 'KeyNotAllowed' | 'MalformedJson' | 'PayloadTooLarge' | 'ReadOnly' |
  'MissingFields'
  'notes.delete':
  | 'NoteNotFound' | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' |
  'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid'
  | 'AccountSuspended' | 'KeyNotAllowed' | 'MalformedJson' | 'PayloadTooLarge' | 'ReadOnly'
  'threads.list':
  | 'LessonNotFound' | 'NotEnrolled' | 'LessonLocked' | 'QuestionsClosed' | 'InvalidFields' |
  'UnsupportedMediaType' | 'RateLimited' | 'InternalError' | 'ServiceUnavailable' |
  'TokenMissing' | 'TokenExpired' | 'TokenInvalid' | 'AccountSuspended' | 'KeyNotAllowed' |
  'MissingFields'
  'threads.ask':
  | 'LessonNotFound' | 'NotEnrolled' | 'LessonLocked' | 'QuestionsClosed' | 'InvalidFields' |
  'UnsupportedMediaType' | 'RateLimited' | 'InternalError' | 'ServiceUnavailable' |
  'TokenMissing' | 'TokenExpired' | 'TokenInvalid' | 'AccountSuspended' | 'KeyNotAllowed' |
  'MalformedJson' | 'PayloadTooLarge' | 'ReadOnly' | 'MissingFields'
  'threads.get':
  | 'ThreadNotFound' | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' |
  'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid'
  | 'AccountSuspended' | 'KeyNotAllowed'
  'threads.answer':
  | 'ThreadNotFound' | 'ThreadClosed' | 'InvalidFields' | 'UnsupportedMediaType' |
  'RateLimited' | 'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' |
  'TokenInvalid' | 'AccountSuspended' | 'KeyNotAllowed' | 'MalformedJson' |
  'PayloadTooLarge' | 'ReadOnly' | 'MissingFields'
  'threads.accept':
  | 'ThreadNotFound' | 'PostNotFound' | 'Forbidden' | 'InvalidFields' | 'UnsupportedMediaType'
  | 'RateLimited' | 'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired'
  | 'TokenInvalid' | 'AccountSuspended' | 'KeyNotAllowed' | 'MalformedJson' |
  'PayloadTooLarge' | 'ReadOnly' | 'MissingFields'
  'threads.report':
  | 'ThreadNotFound' | 'PostNotFound' | 'InvalidFields' | 'UnsupportedMediaType' |
  'RateLimited' | 'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' |
  'TokenInvalid' | 'AccountSuspended' | 'KeyNotAllowed' | 'MalformedJson' |
  'PayloadTooLarge' | 'ReadOnly' | 'MissingFields'
  'threads.taught':
  | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' | 'InternalError' |
  'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid' |
  'AccountSuspended' | 'KeyNotAllowed' | 'CourseNotFound' | 'Forbidden' |
  'SecondFactorMissing' | 'MissingFields'
  'threads.decide':
  | 'PostNotFound' | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' |
  'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid'
  | 'AccountSuspended' | 'KeyNotAllowed' | 'CourseNotFound' | 'Forbidden' |
  'SecondFactorMissing' | 'MalformedJson' | 'PayloadTooLarge' | 'ReadOnly' | 'MissingFields'
  'attempts.start':
  | 'LessonNotFound' | 'NotEnrolled' | 'LessonLocked' | 'AttemptsUsedUp' | 'AttemptTooSoon' |
  'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' | 'InternalError' |
  'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid' |
  'AccountSuspended' | 'KeyNotAllowed' | 'MalformedJson' | 'PayloadTooLarge' | 'ReadOnly' |
  'MissingFields'
  'attempts.list':
  | 'LessonNotFound' | 'NotEnrolled' | 'LessonLocked' | 'InvalidFields' |
  'UnsupportedMediaType' | 'RateLimited' | 'InternalError' | 'ServiceUnavailable' |
  'TokenMissing' | 'TokenExpired' | 'TokenInvalid' | 'AccountSuspended' | 'KeyNotAllowed' |
  'MissingFields'
  'attempts.get':
  | 'AttemptNotFound' | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' |
  'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid'
  | 'AccountSuspended' | 'KeyNotAllowed'
  'attempts.save':
  | 'AttemptNotFound' | 'AttemptOver' | 'NotEnrolled' | 'InvalidFields' |
  'UnsupportedMediaType' | 'RateLimited' | 'InternalError' | 'ServiceUnavailable' |
  'TokenMissing' | 'TokenExpired' | 'TokenInvalid' | 'AccountSuspended' | 'KeyNotAllowed' |
  'MalformedJson' | 'PayloadTooLarge' | 'ReadOnly' | 'MissingFields'
  'attempts.submit':
  | 'AttemptNotFound' | 'NotEnrolled' | 'InvalidFields' | 'UnsupportedMediaType' |
  'RateLimited' | 'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' |
  'TokenInvalid' | 'AccountSuspended' | 'KeyNotAllowed' | 'MalformedJson' |
  'PayloadTooLarge' | 'ReadOnly' | 'MissingFields'
  'submissions.create':
  | 'LessonNotFound' | 'NotEnrolled' | 'LessonLocked' | 'SubmissionWaiting' | 'AttemptsUsedUp'
  | 'AssignmentClosed' | 'UploadNotFound' | 'InvalidFields' | 'UnsupportedMediaType' |
  'RateLimited' | 'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' |
  'TokenInvalid' | 'AccountSuspended' | 'KeyNotAllowed' | 'MalformedJson' |
  'PayloadTooLarge' | 'ReadOnly' | 'MissingFields'
  'submissions.get':
  | 'SubmissionNotFound' | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' |
  'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid'
  | 'AccountSuspended' | 'KeyNotAllowed'
  'submissions.startUpload':
  | 'LessonNotFound' | 'NotEnrolled' | 'LessonLocked' | 'FileTooLarge' | 'CourseFilesFull' |
  'TooManyUploads' | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' |
  'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid'
  | 'AccountSuspended' | 'KeyNotAllowed' | 'MalformedJson' | 'PayloadTooLarge' | 'ReadOnly'
  | 'MissingFields'
  'submissions.getUpload':
  | 'UploadNotFound' | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' |
  'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid'
  | 'AccountSuspended' | 'KeyNotAllowed'
  'submissions.finishUpload':
  | 'UploadNotFound' | 'UploadOutOfStep' | 'FileMismatch' | 'FileTooLarge' | 'InvalidFields' |
  'UnsupportedMediaType' | 'RateLimited' | 'InternalError' | 'ServiceUnavailable' |
  'TokenMissing' | 'TokenExpired' | 'TokenInvalid' | 'AccountSuspended' | 'KeyNotAllowed' |
  'MalformedJson' | 'PayloadTooLarge' | 'ReadOnly' | 'MissingFields'
  'submissions.cancelUpload':
  | 'UploadNotFound' | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' |
  'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid'
  | 'AccountSuspended' | 'KeyNotAllowed' | 'MalformedJson' | 'PayloadTooLarge' | 'ReadOnly'
  'submissions.queue':
  | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' | 'InternalError' |
  'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid' |
  'AccountSuspended' | 'KeyNotAllowed' | 'MissingFields'
  'submissions.comments':
  | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' | 'InternalError' |
  'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid' |
  'AccountSuspended' | 'KeyNotAllowed' | 'MissingFields'
  'submissions.addComment':
  | 'TooManyComments' | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' |
  'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid'
  | 'AccountSuspended' | 'KeyNotAllowed' | 'MalformedJson' | 'PayloadTooLarge' | 'ReadOnly'
  | 'MissingFields'
  'submissions.removeComment':
  | 'CommentNotFound' | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' |
  'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid'
  | 'AccountSuspended' | 'KeyNotAllowed' | 'MalformedJson' | 'PayloadTooLarge' | 'ReadOnly'
  'submissions.list':
  | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' | 'InternalError' |
  'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid' |
  'AccountSuspended' | 'KeyNotAllowed' | 'CourseNotFound' | 'Forbidden' |
  'SecondFactorMissing' | 'MissingFields'
  'submissions.getToGrade':
  | 'NotForYourself' | 'SubmissionNotFound' | 'InvalidFields' | 'UnsupportedMediaType' |
  'RateLimited' | 'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' |
  'TokenInvalid' | 'AccountSuspended' | 'KeyNotAllowed' | 'CourseNotFound' | 'Forbidden' |
  'SecondFactorMissing'
  'submissions.claim':
  | 'NotForYourself' | 'SubmissionNotFound' | 'SubmissionClaimed' | 'InvalidFields' |
  'UnsupportedMediaType' | 'RateLimited' | 'InternalError' | 'ServiceUnavailable' |
  'TokenMissing' | 'TokenExpired' | 'TokenInvalid' | 'AccountSuspended' | 'KeyNotAllowed' |
  'CourseNotFound' | 'Forbidden' | 'SecondFactorMissing' | 'MalformedJson' |
  'PayloadTooLarge' | 'ReadOnly' | 'MissingFields'
  'submissions.grade':
  | 'NotForYourself' | 'SubmissionNotFound' | 'SubmissionClaimed' | 'SubmissionGraded' |
  'SubmissionReturned' | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' |
  'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid'
  | 'AccountSuspended' | 'KeyNotAllowed' | 'CourseNotFound' | 'Forbidden' |
  'SecondFactorMissing' | 'MalformedJson' | 'PayloadTooLarge' | 'ReadOnly' | 'MissingFields'
  'submissions.return':
  | 'NotForYourself' | 'SubmissionNotFound' | 'SubmissionClaimed' | 'SubmissionReturned' |
  'AttemptsUsedUp' | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' |
  'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid'
  | 'AccountSuspended' | 'KeyNotAllowed' | 'CourseNotFound' | 'Forbidden' |
  'SecondFactorMissing' | 'MalformedJson' | 'PayloadTooLarge' | 'ReadOnly' | 'MissingFields'
  'grades.own':
  | 'CourseNotFound' | 'NotEnrolled' | 'InvalidFields' | 'UnsupportedMediaType' |
  'RateLimited' | 'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' |
  'TokenInvalid' | 'AccountSuspended' | 'KeyNotAllowed' | 'MissingFields'
  'grades.gradebook':
  | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' | 'InternalError' |
  'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid' |
  'AccountSuspended' | 'KeyNotAllowed' | 'CourseNotFound' | 'Forbidden' |
  'SecondFactorMissing' | 'MissingFields'
  'grades.regrade':
  | 'QuestionNotFound' | 'RegradeRunning' | 'InvalidFields' | 'UnsupportedMediaType' |
  'RateLimited' | 'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' |
  'TokenInvalid' | 'AccountSuspended' | 'KeyNotAllowed' | 'CourseNotFound' | 'Forbidden' |
  'SecondFactorMissing' | 'MalformedJson' | 'PayloadTooLarge' | 'ReadOnly' | 'MissingFields'
  'grades.getRegrade':
  | 'RegradeNotFound' | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' |
  'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid'
  | 'AccountSuspended' | 'KeyNotAllowed' | 'CourseNotFound' | 'Forbidden' |
  'SecondFactorMissing'
  'grades.regraded':
  | 'RegradeNotFound' | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' |
  'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid'
  | 'AccountSuspended' | 'KeyNotAllowed' | 'CourseNotFound' | 'Forbidden' |
  'SecondFactorMissing' | 'MissingFields'
  'grades.accommodations':
  | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' | 'InternalError' |
  'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid' |
  'AccountSuspended' | 'KeyNotAllowed' | 'CourseNotFound' | 'Forbidden' |
  'SecondFactorMissing' | 'MissingFields'
  'grades.grant':
  | 'NotForYourself' | 'EnrollmentNotFound' | 'InvalidFields' | 'UnsupportedMediaType' |
  'RateLimited' | 'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' |
  'TokenInvalid' | 'AccountSuspended' | 'KeyNotAllowed' | 'CourseNotFound' | 'Forbidden' |
  'SecondFactorMissing' | 'MalformedJson' | 'PayloadTooLarge' | 'ReadOnly' | 'MissingFields'
  'grades.revoke':
  | 'EnrollmentNotFound' | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' |
  'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid'
  | 'AccountSuspended' | 'KeyNotAllowed' | 'CourseNotFound' | 'Forbidden' |
  'SecondFactorMissing' | 'MalformedJson' | 'PayloadTooLarge' | 'ReadOnly'
  'grades.excuse':
  | 'NotForYourself' | 'EnrollmentNotFound' | 'LessonNotFound' | 'InvalidFields' |
  'UnsupportedMediaType' | 'RateLimited' | 'InternalError' | 'ServiceUnavailable' |
  'TokenMissing' | 'TokenExpired' | 'TokenInvalid' | 'AccountSuspended' | 'KeyNotAllowed' |
  'CourseNotFound' | 'Forbidden' | 'SecondFactorMissing' | 'MalformedJson' |
  'PayloadTooLarge' | 'ReadOnly' | 'MissingFields'
  'grades.giveTime':
  | 'LessonNotFound' | 'CohortNotFound' | 'IdempotencyKeyInUse' | 'IdempotencyKeyReused' |
  'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' | 'InternalError' |
  'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid' |
  'AccountSuspended' | 'KeyNotAllowed' | 'CourseNotFound' | 'Forbidden' |
  'SecondFactorMissing' | 'MalformedJson' | 'PayloadTooLarge' | 'ReadOnly' | 'MissingFields'
  'questions.statistics':
  | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' | 'InternalError' |
  'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid' |
  'AccountSuspended' | 'KeyNotAllowed' | 'CourseNotFound' | 'Forbidden' |
  'SecondFactorMissing' | 'MissingFields'
  'authoring.create':
  | 'SlugTaken' | 'UserNotFound' | 'WrongPassword' | 'PasswordNotSet' | 'InvalidCode' |
  'IdempotencyKeyInUse' | 'IdempotencyKeyReused' | 'InvalidFields' | 'UnsupportedMediaType'
  | 'RateLimited' | 'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired'
  | 'TokenInvalid' | 'AccountSuspended' | 'KeyNotAllowed' | 'Forbidden' |
  'SecondFactorMissing' | 'MalformedJson' | 'PayloadTooLarge' | 'ReadOnly' | 'MissingFields'
  'authoring.duplicate':
  | 'CourseNotFound' | 'SlugTaken' | 'IdempotencyKeyInUse' | 'IdempotencyKeyReused' |
  'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' | 'InternalError' |
  'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid' |
  'AccountSuspended' | 'KeyNotAllowed' | 'Forbidden' | 'SecondFactorMissing' |
  'MalformedJson' | 'PayloadTooLarge' | 'ReadOnly' | 'MissingFields'
  'authoring.list':
  | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' | 'InternalError' |
  'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid' |
  'AccountSuspended' | 'KeyNotAllowed' | 'MissingFields'
  'authoring.get':
  | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' | 'InternalError' |
  'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid' |
  'AccountSuspended' | 'KeyNotAllowed' | 'CourseNotFound' | 'Forbidden' |
  'SecondFactorMissing'
  'authoring.update':
  | 'SlugTaken' | 'ManagedElsewhere' | 'InvalidFields' | 'UnsupportedMediaType' |
  'RateLimited' | 'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' |
  'TokenInvalid' | 'AccountSuspended' | 'KeyNotAllowed' | 'CourseNotFound' | 'Forbidden' |
  'SecondFactorMissing' | 'RevisionRequired' | 'DraftChanged' | 'MalformedJson' |
  'PayloadTooLarge' | 'ReadOnly' | 'MissingFields'
  'authoring.delete':
  | 'CoursePublished' | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' |
  'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid'
  | 'AccountSuspended' | 'KeyNotAllowed' | 'CourseNotFound' | 'Forbidden' |
  'SecondFactorMissing' | 'RevisionRequired' | 'DraftChanged' | 'MalformedJson' |
  'PayloadTooLarge' | 'ReadOnly'
  'authoring.certificatePreview':
  | 'DraftNotFound' | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' |
  'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid'
  | 'AccountSuspended' | 'KeyNotAllowed' | 'CourseNotFound' | 'Forbidden' |
  'SecondFactorMissing' | 'MalformedJson' | 'PayloadTooLarge' | 'ReadOnly' | 'MissingFields'
  'authoring.history':
  | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' | 'InternalError' |
  'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid' |
  'AccountSuspended' | 'KeyNotAllowed' | 'CourseNotFound' | 'Forbidden' |
  'SecondFactorMissing' | 'MissingFields'
  'drafts.get':
  | 'DraftNotFound' | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' |
  'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid'
  | 'AccountSuspended' | 'KeyNotAllowed' | 'CourseNotFound' | 'Forbidden' |
  'SecondFactorMissing'
  'drafts.replaceOutline':
  | 'ManagedElsewhere' | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' |
  'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid'
  | 'AccountSuspended' | 'KeyNotAllowed' | 'CourseNotFound' | 'Forbidden' |
  'SecondFactorMissing' | 'RevisionRequired' | 'DraftChanged' | 'MalformedJson' |
  'PayloadTooLarge' | 'ReadOnly' | 'MissingFields'
  'drafts.createLesson':
  | 'ManagedElsewhere' | 'LessonKeyTaken' | 'InvalidFields' | 'UnsupportedMediaType' |
  'RateLimited' | 'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' |
  'TokenInvalid' | 'AccountSuspended' | 'KeyNotAllowed' | 'CourseNotFound' | 'Forbidden' |
  'SecondFactorMissing' | 'RevisionRequired' | 'DraftChanged' | 'MalformedJson' |
  'PayloadTooLarge' | 'ReadOnly' | 'MissingFields'
  'drafts.getLesson':
  | 'LessonNotFound' | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' |
  'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid'
  | 'AccountSuspended' | 'KeyNotAllowed' | 'CourseNotFound' | 'Forbidden' |
  'SecondFactorMissing'
  'drafts.problems':
  | 'DraftNotFound' | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' |
  'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid'
  | 'AccountSuspended' | 'KeyNotAllowed' | 'CourseNotFound' | 'Forbidden' |
  'SecondFactorMissing'
  'drafts.updateLesson':
  | 'LessonNotFound' | 'ManagedElsewhere' | 'LessonKeyTaken' | 'InvalidFields' |
  'UnsupportedMediaType' | 'RateLimited' | 'InternalError' | 'ServiceUnavailable' |
  'TokenMissing' | 'TokenExpired' | 'TokenInvalid' | 'AccountSuspended' | 'KeyNotAllowed' |
  'CourseNotFound' | 'Forbidden' | 'SecondFactorMissing' | 'RevisionRequired' |
  'DraftChanged' | 'MalformedJson' | 'PayloadTooLarge' | 'ReadOnly' | 'MissingFields'
  'drafts.duplicateLesson':
  | 'LessonNotFound' | 'ManagedElsewhere' | 'LessonKeyTaken' | 'InvalidFields' |
  'UnsupportedMediaType' | 'RateLimited' | 'InternalError' | 'ServiceUnavailable' |
  'TokenMissing' | 'TokenExpired' | 'TokenInvalid' | 'AccountSuspended' | 'KeyNotAllowed' |
  'CourseNotFound' | 'Forbidden' | 'SecondFactorMissing' | 'RevisionRequired' |
  'DraftChanged' | 'MalformedJson' | 'PayloadTooLarge' | 'ReadOnly' | 'MissingFields'
  'drafts.readQuestions':
  | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' | 'InternalError' |
  'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid' |
  'AccountSuspended' | 'KeyNotAllowed' | 'CourseNotFound' | 'Forbidden' |
  'SecondFactorMissing' | 'MalformedJson' | 'PayloadTooLarge' | 'ReadOnly' | 'MissingFields'
  'drafts.deleteLesson':
  | 'LessonNotFound' | 'ManagedElsewhere' | 'InvalidFields' | 'UnsupportedMediaType' |
  'RateLimited' | 'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' |
  'TokenInvalid' | 'AccountSuspended' | 'KeyNotAllowed' | 'CourseNotFound' | 'Forbidden' |
  'SecondFactorMissing' | 'RevisionRequired' | 'DraftChanged' | 'MalformedJson' |
  'PayloadTooLarge' | 'ReadOnly'
  'drafts.discard':
  | 'DraftNotFound' | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' |
  'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid'
  | 'AccountSuspended' | 'KeyNotAllowed' | 'CourseNotFound' | 'Forbidden' |
  'SecondFactorMissing' | 'RevisionRequired' | 'DraftChanged' | 'MalformedJson' |
  'PayloadTooLarge' | 'ReadOnly' | 'MissingFields'
  'drafts.requestReview':
  | 'DraftNotFound' | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' |
  'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid'
  | 'AccountSuspended' | 'KeyNotAllowed' | 'CourseNotFound' | 'Forbidden' |
  'SecondFactorMissing' | 'RevisionRequired' | 'DraftChanged' | 'MalformedJson' |
  'PayloadTooLarge' | 'ReadOnly' | 'MissingFields'
  'drafts.approve':
  | 'DraftNotFound' | 'OwnDraft' | 'NothingToReview' | 'InvalidFields' |
  'UnsupportedMediaType' | 'RateLimited' | 'InternalError' | 'ServiceUnavailable' |
  'TokenMissing' | 'TokenExpired' | 'TokenInvalid' | 'AccountSuspended' | 'KeyNotAllowed' |
  'CourseNotFound' | 'Forbidden' | 'SecondFactorMissing' | 'RevisionRequired' |
  'DraftChanged' | 'MalformedJson' | 'PayloadTooLarge' | 'ReadOnly' | 'MissingFields'
  'drafts.previewLesson':
  | 'LessonNotFound' | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' |
  'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid'
  | 'AccountSuspended' | 'KeyNotAllowed' | 'CourseNotFound' | 'Forbidden' |
  'SecondFactorMissing'
  'drafts.previewAttempt':
  | 'LessonNotFound' | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' |
  'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid'
  | 'AccountSuspended' | 'KeyNotAllowed' | 'CourseNotFound' | 'Forbidden' |
  'SecondFactorMissing' | 'MalformedJson' | 'PayloadTooLarge' | 'ReadOnly' | 'MissingFields'
  'drafts.impact':
  | 'CourseNotFound' | 'DraftNotFound' | 'ImpactNotCounted' | 'InvalidFields' |
  'UnsupportedMediaType' | 'RateLimited' | 'InternalError' | 'ServiceUnavailable' |
  'TokenMissing' | 'TokenExpired' | 'TokenInvalid' | 'AccountSuspended' | 'KeyNotAllowed' |
  'Forbidden' | 'SecondFactorMissing'
  'drafts.diffLesson':
  | 'DraftNotFound' | 'LessonNotFound' | 'InvalidFields' | 'UnsupportedMediaType' |
  'RateLimited' | 'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' |
  'TokenInvalid' | 'AccountSuspended' | 'KeyNotAllowed' | 'CourseNotFound' | 'Forbidden' |
  'SecondFactorMissing'
  'drafts.publish':
  | 'DraftNotFound' | 'DraftChanged' | 'VersionChanged' | 'DraftHasProblems' |
  'ConsentMissing' | 'ReviewRequired' | 'MoveInProgress' | 'IdempotencyKeyInUse' |
  'IdempotencyKeyReused' | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' |
  'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid'
  | 'AccountSuspended' | 'KeyNotAllowed' | 'CourseNotFound' | 'Forbidden' |
  'SecondFactorMissing' | 'MalformedJson' | 'PayloadTooLarge' | 'ReadOnly' | 'MissingFields'
  'drafts.comments':
  | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' | 'InternalError' |
  'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid' |
  'AccountSuspended' | 'KeyNotAllowed' | 'CourseNotFound' | 'Forbidden' |
  'SecondFactorMissing' | 'MissingFields'
  'drafts.comment':
  | 'LessonNotFound' | 'CommentNotFound' | 'InvalidFields' | 'UnsupportedMediaType' |
  'RateLimited' | 'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' |
  'TokenInvalid' | 'AccountSuspended' | 'KeyNotAllowed' | 'CourseNotFound' | 'Forbidden' |
  'SecondFactorMissing' | 'MalformedJson' | 'PayloadTooLarge' | 'ReadOnly' | 'MissingFields'
  'drafts.updateComment':
  | 'CommentNotFound' | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' |
  'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid'
  | 'AccountSuspended' | 'KeyNotAllowed' | 'CourseNotFound' | 'Forbidden' |
  'SecondFactorMissing' | 'MalformedJson' | 'PayloadTooLarge' | 'ReadOnly' | 'MissingFields'
  'drafts.requestChanges':
  | 'DraftNotFound' | 'NothingToReview' | 'InvalidFields' | 'UnsupportedMediaType' |
  'RateLimited' | 'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' |
  'TokenInvalid' | 'AccountSuspended' | 'KeyNotAllowed' | 'CourseNotFound' | 'Forbidden' |
  'SecondFactorMissing' | 'RevisionRequired' | 'DraftChanged' | 'MalformedJson' |
  'PayloadTooLarge' | 'ReadOnly' | 'MissingFields'
  'files.list':
  | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' | 'InternalError' |
  'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid' |
  'AccountSuspended' | 'KeyNotAllowed' | 'CourseNotFound' | 'Forbidden' |
  'SecondFactorMissing' | 'MissingFields'
  'files.rename':
  | 'FileNotFound' | 'ManagedElsewhere' | 'InvalidFields' | 'UnsupportedMediaType' |
  'RateLimited' | 'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' |
  'TokenInvalid' | 'AccountSuspended' | 'KeyNotAllowed' | 'CourseNotFound' | 'Forbidden' |
  'SecondFactorMissing' | 'MalformedJson' | 'PayloadTooLarge' | 'ReadOnly' | 'MissingFields'
  'files.remove':
  | 'FileNotFound' | 'ManagedElsewhere' | 'InvalidFields' | 'UnsupportedMediaType' |
  'RateLimited' | 'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' |
  'TokenInvalid' | 'AccountSuspended' | 'KeyNotAllowed' | 'CourseNotFound' | 'Forbidden' |
  'SecondFactorMissing' | 'MalformedJson' | 'PayloadTooLarge' | 'ReadOnly' | 'MissingFields'
  'uploads.start':
  | 'ManagedElsewhere' | 'FileTooLarge' | 'CourseFilesFull' | 'TooManyUploads' |
  'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' | 'InternalError' |
  'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid' |
  'AccountSuspended' | 'KeyNotAllowed' | 'CourseNotFound' | 'Forbidden' |
  'SecondFactorMissing' | 'MalformedJson' | 'PayloadTooLarge' | 'ReadOnly' | 'MissingFields'
  'uploads.get':
  | 'UploadNotFound' | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' |
  'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid'
  | 'AccountSuspended' | 'KeyNotAllowed' | 'CourseNotFound' | 'Forbidden' |
  'SecondFactorMissing'
  'uploads.finish':
  | 'UploadNotFound' | 'UploadOutOfStep' | 'FileMismatch' | 'FileTooLarge' | 'CourseFilesFull'
  | 'ManagedElsewhere' | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' |
  'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid'
  | 'AccountSuspended' | 'KeyNotAllowed' | 'CourseNotFound' | 'Forbidden' |
  'SecondFactorMissing' | 'MalformedJson' | 'PayloadTooLarge' | 'ReadOnly' | 'MissingFields'
  'uploads.cancel':
  | 'UploadNotFound' | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' |
  'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid'
  | 'AccountSuspended' | 'KeyNotAllowed' | 'CourseNotFound' | 'Forbidden' |
  'SecondFactorMissing' | 'MalformedJson' | 'PayloadTooLarge' | 'ReadOnly'
  'members.list':
  | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' | 'InternalError' |
  'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid' |
  'AccountSuspended' | 'KeyNotAllowed' | 'CourseNotFound' | 'Forbidden' |
  'SecondFactorMissing' | 'MissingFields'
  'members.add':
  | 'UserNotFound' | 'CohortNotFound' | 'LastOwner' | 'WrongPassword' | 'PasswordNotSet' |
  'InvalidCode' | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' | 'InternalError'
  | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid' |
  'AccountSuspended' | 'KeyNotAllowed' | 'CourseNotFound' | 'Forbidden' |
  'SecondFactorMissing' | 'MalformedJson' | 'PayloadTooLarge' | 'ReadOnly' | 'MissingFields'
  'members.remove':
  | 'MemberNotFound' | 'LastOwner' | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited'
  | 'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' |
  'TokenInvalid' | 'AccountSuspended' | 'KeyNotAllowed' | 'CourseNotFound' | 'Forbidden' |
  'SecondFactorMissing' | 'MalformedJson' | 'PayloadTooLarge' | 'ReadOnly'
  'consents.list':
  | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' | 'InternalError' |
  'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid' |
  'AccountSuspended' | 'KeyNotAllowed' | 'CourseNotFound' | 'Forbidden' |
  'SecondFactorMissing' | 'MissingFields'
  'consents.decide':
  | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' | 'InternalError' |
  'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid' |
  'AccountSuspended' | 'KeyNotAllowed' | 'CourseNotFound' | 'Forbidden' |
  'SecondFactorMissing' | 'MalformedJson' | 'PayloadTooLarge' | 'ReadOnly' | 'MissingFields'
  'versions.list':
  | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' | 'InternalError' |
  'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid' |
  'AccountSuspended' | 'KeyNotAllowed' | 'CourseNotFound' | 'Forbidden' |
  'SecondFactorMissing' | 'MissingFields'
  'versions.get':
  | 'VersionNotFound' | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' |
  'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid'
  | 'AccountSuspended' | 'KeyNotAllowed' | 'CourseNotFound' | 'Forbidden' |
  'SecondFactorMissing'
  'versions.getLesson':
  | 'VersionNotFound' | 'LessonNotFound' | 'InvalidFields' | 'UnsupportedMediaType' |
  'RateLimited' | 'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' |
  'TokenInvalid' | 'AccountSuspended' | 'KeyNotAllowed' | 'CourseNotFound' | 'Forbidden' |
  'SecondFactorMissing'
  'versions.diff':
  | 'VersionNotFound' | 'LessonNotFound' | 'InvalidFields' | 'UnsupportedMediaType' |
  'RateLimited' | 'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' |
  'TokenInvalid' | 'AccountSuspended' | 'KeyNotAllowed' | 'CourseNotFound' | 'Forbidden' |
  'SecondFactorMissing' | 'MissingFields'
  'versions.restore':
  | 'VersionNotFound' | 'ManagedElsewhere' | 'DraftOpen' | 'InvalidFields' |
  'UnsupportedMediaType' | 'RateLimited' | 'InternalError' | 'ServiceUnavailable' |
  'TokenMissing' | 'TokenExpired' | 'TokenInvalid' | 'AccountSuspended' | 'KeyNotAllowed' |
  'CourseNotFound' | 'Forbidden' | 'SecondFactorMissing' | 'RevisionRequired' |
  'DraftChanged' | 'MalformedJson' | 'PayloadTooLarge' | 'ReadOnly' | 'MissingFields'
  'moves.create':
  | 'NotForYourself' | 'VersionNotFound' | 'MoveInProgress' | 'ImpactNotCounted' |
  'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' | 'InternalError' |
  'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid' |
  'AccountSuspended' | 'KeyNotAllowed' | 'CourseNotFound' | 'Forbidden' |
  'SecondFactorMissing' | 'MalformedJson' | 'PayloadTooLarge' | 'ReadOnly' | 'MissingFields'
  'moves.get':
  | 'MoveNotFound' | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' |
  'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid'
  | 'AccountSuspended' | 'KeyNotAllowed' | 'CourseNotFound' | 'Forbidden' |
  'SecondFactorMissing'
  'moves.list':
  | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' | 'InternalError' |
  'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid' |
  'AccountSuspended' | 'KeyNotAllowed' | 'CourseNotFound' | 'Forbidden' |
  'SecondFactorMissing' | 'MissingFields'
  'sources.get':
  | 'SourceNotFound' | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' |
  'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid'
  | 'AccountSuspended' | 'KeyNotAllowed' | 'CourseNotFound' | 'Forbidden' |
  'SecondFactorMissing'
  'sources.set':
  | 'ManagedElsewhere' | 'WrongPassword' | 'PasswordNotSet' | 'InvalidCode' | 'InvalidFields'
  | 'UnsupportedMediaType' | 'RateLimited' | 'InternalError' | 'ServiceUnavailable' |
  'TokenMissing' | 'TokenExpired' | 'TokenInvalid' | 'AccountSuspended' | 'KeyNotAllowed' |
  'CourseNotFound' | 'Forbidden' | 'SecondFactorMissing' | 'MalformedJson' |
  'PayloadTooLarge' | 'ReadOnly' | 'MissingFields'
  'sources.sync':
  | 'SourceNotFound' | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' |
  'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid'
  | 'AccountSuspended' | 'KeyNotAllowed' | 'CourseNotFound' | 'Forbidden' |
  'SecondFactorMissing' | 'MalformedJson' | 'PayloadTooLarge' | 'ReadOnly' | 'MissingFields'
  'sources.preview':
  | 'SourceNotFound' | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' |
  'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid'
  | 'AccountSuspended' | 'KeyNotAllowed' | 'CourseNotFound' | 'Forbidden' |
  'SecondFactorMissing' | 'MalformedJson' | 'PayloadTooLarge' | 'ReadOnly' | 'MissingFields'
  'sources.remove':
  | 'SourceNotFound' | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' |
  'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid'
  | 'AccountSuspended' | 'KeyNotAllowed' | 'CourseNotFound' | 'Forbidden' |
  'SecondFactorMissing' | 'MalformedJson' | 'PayloadTooLarge' | 'ReadOnly'
  'events.list':
  | 'EventsForgotten' | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' |
  'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid'
  | 'AccountSuspended' | 'KeyNotAllowed' | 'Forbidden' | 'SecondFactorMissing' |
  'MissingFields'
  'work.list':
  | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' | 'InternalError' |
  'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid' |
  'AccountSuspended' | 'KeyNotAllowed'
  'admin.apiKeys.list':
  | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' | 'InternalError' |
  'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid' |
  'AccountSuspended' | 'KeyNotAllowed' | 'Forbidden' | 'SecondFactorMissing' |
  'MissingFields'
  'admin.apiKeys.get':
  | 'ApiKeyNotFound' | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' |
  'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid'
  | 'AccountSuspended' | 'KeyNotAllowed' | 'Forbidden' | 'SecondFactorMissing'
  'admin.apiKeys.create':
  | 'CourseNotFound' | 'TooManyApiKeys' | 'WrongPassword' | 'PasswordNotSet' | 'InvalidCode' |
  'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' | 'InternalError' |
  'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid' |
  'AccountSuspended' | 'KeyNotAllowed' | 'Forbidden' | 'SecondFactorMissing' |
  'MalformedJson' | 'PayloadTooLarge' | 'ReadOnly' | 'MissingFields'
  'admin.apiKeys.rotate':
  | 'ApiKeyNotFound' | 'ApiKeyEnded' | 'WrongPassword' | 'PasswordNotSet' | 'InvalidCode' |
  'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' | 'InternalError' |
  'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid' |
  'AccountSuspended' | 'KeyNotAllowed' | 'Forbidden' | 'SecondFactorMissing' |
  'MalformedJson' | 'PayloadTooLarge' | 'ReadOnly' | 'MissingFields'
  'admin.apiKeys.revoke':
  | 'ApiKeyNotFound' | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' |
  'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid'
  | 'AccountSuspended' | 'KeyNotAllowed' | 'Forbidden' | 'SecondFactorMissing' |
  'MalformedJson' | 'PayloadTooLarge' | 'ReadOnly'
  'admin.setup.steps':
  | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' | 'InternalError' |
  'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid' |
  'AccountSuspended' | 'KeyNotAllowed' | 'Forbidden' | 'SecondFactorMissing'
  'admin.users.list':
  | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' | 'InternalError' |
  'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid' |
  'AccountSuspended' | 'KeyNotAllowed' | 'Forbidden' | 'SecondFactorMissing' |
  'MissingFields'
  'admin.users.get':
  | 'UserNotFound' | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' |
  'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid'
  | 'AccountSuspended' | 'KeyNotAllowed' | 'Forbidden' | 'SecondFactorMissing'
  'admin.users.enrollments':
  | 'UserNotFound' | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' |
  'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid'
  | 'AccountSuspended' | 'KeyNotAllowed' | 'Forbidden' | 'SecondFactorMissing' |
  'MissingFields'
  'admin.users.purchases':
  | 'UserNotFound' | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' |
  'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid'
  | 'AccountSuspended' | 'KeyNotAllowed' | 'Forbidden' | 'SecondFactorMissing' |
  'MissingFields'
  'admin.users.certificates':
  | 'UserNotFound' | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' |
  'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid'
  | 'AccountSuspended' | 'KeyNotAllowed' | 'Forbidden' | 'SecondFactorMissing' |
  'MissingFields'
  'admin.users.sessions':
  | 'UserNotFound' | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' |
  'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid'
  | 'AccountSuspended' | 'KeyNotAllowed' | 'Forbidden' | 'SecondFactorMissing' |
  'MissingFields'
  'admin.users.mails':
  | 'UserNotFound' | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' |
  'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid'
  | 'AccountSuspended' | 'KeyNotAllowed' | 'Forbidden' | 'SecondFactorMissing' |
  'MissingFields'
  'admin.users.audit':
  | 'UserNotFound' | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' |
  'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid'
  | 'AccountSuspended' | 'KeyNotAllowed' | 'Forbidden' | 'SecondFactorMissing' |
  'MissingFields'
  'admin.users.create':
  | 'DuplicateEmail' | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' |
  'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid'
  | 'AccountSuspended' | 'KeyNotAllowed' | 'Forbidden' | 'SecondFactorMissing' |
  'MalformedJson' | 'PayloadTooLarge' | 'ReadOnly' | 'MissingFields'
  'admin.users.rename':
  | 'UserNotFound' | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' |
  'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid'
  | 'AccountSuspended' | 'KeyNotAllowed' | 'Forbidden' | 'SecondFactorMissing' |
  'MalformedJson' | 'PayloadTooLarge' | 'ReadOnly' | 'MissingFields'
  'admin.users.setRole':
  | 'UserNotFound' | 'LastAdmin' | 'WrongPassword' | 'PasswordNotSet' | 'InvalidCode' |
  'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' | 'InternalError' |
  'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid' |
  'AccountSuspended' | 'KeyNotAllowed' | 'Forbidden' | 'SecondFactorMissing' |
  'MalformedJson' | 'PayloadTooLarge' | 'ReadOnly' | 'MissingFields'
  'admin.users.removeSecondFactors':
  | 'UserNotFound' | 'WrongPassword' | 'PasswordNotSet' | 'InvalidCode' | 'InvalidFields' |
  'UnsupportedMediaType' | 'RateLimited' | 'InternalError' | 'ServiceUnavailable' |
  'TokenMissing' | 'TokenExpired' | 'TokenInvalid' | 'AccountSuspended' | 'KeyNotAllowed' |
  'Forbidden' | 'SecondFactorMissing' | 'MalformedJson' | 'PayloadTooLarge' | 'ReadOnly' |
  'MissingFields'
  'admin.users.verify':
  | 'UserNotFound' | 'WrongPassword' | 'PasswordNotSet' | 'InvalidCode' | 'InvalidFields' |
  'UnsupportedMediaType' | 'RateLimited' | 'InternalError' | 'ServiceUnavailable' |
  'TokenMissing' | 'TokenExpired' | 'TokenInvalid' | 'AccountSuspended' | 'KeyNotAllowed' |
  'Forbidden' | 'SecondFactorMissing' | 'MalformedJson' | 'PayloadTooLarge' | 'ReadOnly' |
  'MissingFields'
  'admin.users.changeEmail':
  | 'UserNotFound' | 'DuplicateEmail' | 'WrongPassword' | 'PasswordNotSet' | 'InvalidCode' |
  'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' | 'InternalError' |
  'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid' |
  'AccountSuspended' | 'KeyNotAllowed' | 'Forbidden' | 'SecondFactorMissing' |
  'MalformedJson' | 'PayloadTooLarge' | 'ReadOnly' | 'MissingFields'
  'admin.users.mailPasswordLink':
  | 'UserNotFound' | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' |
  'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid'
  | 'AccountSuspended' | 'KeyNotAllowed' | 'Forbidden' | 'SecondFactorMissing' |
  'MalformedJson' | 'PayloadTooLarge' | 'ReadOnly' | 'MissingFields'
  'admin.users.foretellErasure':
  | 'UserNotFound' | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' |
  'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid'
  | 'AccountSuspended' | 'KeyNotAllowed' | 'Forbidden' | 'SecondFactorMissing'
  'admin.users.erase':
  | 'UserNotFound' | 'LastAdmin' | 'WrongPassword' | 'PasswordNotSet' | 'InvalidCode' |
  'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' | 'InternalError' |
  'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid' |
  'AccountSuspended' | 'KeyNotAllowed' | 'Forbidden' | 'SecondFactorMissing' |
  'MalformedJson' | 'PayloadTooLarge' | 'ReadOnly' | 'MissingFields'
  'admin.users.suspend':
  | 'UserNotFound' | 'LastAdmin' | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' |
  'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid'
  | 'AccountSuspended' | 'KeyNotAllowed' | 'Forbidden' | 'SecondFactorMissing' |
  'MalformedJson' | 'PayloadTooLarge' | 'ReadOnly' | 'MissingFields'
  'admin.users.reinstate':
  | 'UserNotFound' | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' |
  'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid'
  | 'AccountSuspended' | 'KeyNotAllowed' | 'Forbidden' | 'SecondFactorMissing' |
  'MalformedJson' | 'PayloadTooLarge' | 'ReadOnly'
  'admin.users.endSessions':
  | 'UserNotFound' | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' |
  'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid'
  | 'AccountSuspended' | 'KeyNotAllowed' | 'Forbidden' | 'SecondFactorMissing' |
  'MalformedJson' | 'PayloadTooLarge' | 'ReadOnly'
  'admin.users.endSession':
  | 'UserNotFound' | 'SessionNotFound' | 'InvalidFields' | 'UnsupportedMediaType' |
  'RateLimited' | 'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' |
  'TokenInvalid' | 'AccountSuspended' | 'KeyNotAllowed' | 'Forbidden' |
  'SecondFactorMissing' | 'MalformedJson' | 'PayloadTooLarge' | 'ReadOnly'
  'admin.users.resendVerification':
  | 'UserNotFound' | 'EmailAlreadyVerified' | 'InvalidFields' | 'UnsupportedMediaType' |
  'RateLimited' | 'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' |
  'TokenInvalid' | 'AccountSuspended' | 'KeyNotAllowed' | 'Forbidden' |
  'SecondFactorMissing' | 'MalformedJson' | 'PayloadTooLarge' | 'ReadOnly' | 'MissingFields'
  'admin.coupons.list':
  | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' | 'InternalError' |
  'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid' |
  'AccountSuspended' | 'KeyNotAllowed' | 'Forbidden' | 'SecondFactorMissing' |
  'MissingFields'
  'admin.coupons.get':
  | 'CouponNotFound' | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' |
  'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid'
  | 'AccountSuspended' | 'KeyNotAllowed' | 'Forbidden' | 'SecondFactorMissing' |
  'MissingFields'
  'admin.coupons.create':
  | 'CourseNotFound' | 'CouponCodeTaken' | 'InvalidFields' | 'UnsupportedMediaType' |
  'RateLimited' | 'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' |
  'TokenInvalid' | 'AccountSuspended' | 'KeyNotAllowed' | 'Forbidden' |
  'SecondFactorMissing' | 'MalformedJson' | 'PayloadTooLarge' | 'ReadOnly' | 'MissingFields'
  'admin.coupons.disable':
  | 'CouponNotFound' | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' |
  'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid'
  | 'AccountSuspended' | 'KeyNotAllowed' | 'Forbidden' | 'SecondFactorMissing' |
  'MalformedJson' | 'PayloadTooLarge' | 'ReadOnly' | 'MissingFields'
  'admin.sales.report':
  | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' | 'InternalError' |
  'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid' |
  'AccountSuspended' | 'KeyNotAllowed' | 'Forbidden' | 'SecondFactorMissing' |
  'MissingFields'
  'admin.sales.courses':
  | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' | 'InternalError' |
  'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid' |
  'AccountSuspended' | 'KeyNotAllowed' | 'Forbidden' | 'SecondFactorMissing' |
  'MissingFields'
  'admin.sales.periods':
  | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' | 'InternalError' |
  'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid' |
  'AccountSuspended' | 'KeyNotAllowed' | 'Forbidden' | 'SecondFactorMissing' |
  'MissingFields'
  'admin.transactions.list':
  | 'UserNotFound' | 'CourseNotFound' | 'InvalidFields' | 'UnsupportedMediaType' |
  'RateLimited' | 'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' |
  'TokenInvalid' | 'AccountSuspended' | 'KeyNotAllowed' | 'Forbidden' |
  'SecondFactorMissing' | 'MissingFields'
  'admin.transactions.get':
  | 'TransactionNotFound' | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' |
  'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid'
  | 'AccountSuspended' | 'KeyNotAllowed' | 'Forbidden' | 'SecondFactorMissing'
  'admin.transactions.undo':
  | 'TransactionNotFound' | 'TransactionNotFree' | 'InvalidFields' | 'UnsupportedMediaType' |
  'RateLimited' | 'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' |
  'TokenInvalid' | 'AccountSuspended' | 'KeyNotAllowed' | 'Forbidden' |
  'SecondFactorMissing' | 'MalformedJson' | 'PayloadTooLarge' | 'ReadOnly' | 'MissingFields'
  'admin.transactions.markPaid':
  | 'TransactionNotFound' | 'NotForYourself' | 'InvalidFields' | 'UnsupportedMediaType' |
  'RateLimited' | 'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' |
  'TokenInvalid' | 'AccountSuspended' | 'KeyNotAllowed' | 'Forbidden' |
  'SecondFactorMissing' | 'MalformedJson' | 'PayloadTooLarge' | 'ReadOnly' | 'MissingFields'
  'admin.transactions.assignReversal':
  | 'TransactionNotFound' | 'RefundTooHigh' | 'InvalidFields' | 'UnsupportedMediaType' |
  'RateLimited' | 'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' |
  'TokenInvalid' | 'AccountSuspended' | 'KeyNotAllowed' | 'Forbidden' |
  'SecondFactorMissing' | 'MalformedJson' | 'PayloadTooLarge' | 'ReadOnly' | 'MissingFields'
  'admin.transactions.receipt':
  | 'TransactionNotFound' | 'TransactionNotPaid' | 'InvalidFields' | 'UnsupportedMediaType' |
  'RateLimited' | 'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' |
  'TokenInvalid' | 'AccountSuspended' | 'KeyNotAllowed' | 'Forbidden' |
  'SecondFactorMissing'
  'admin.bulkEnrollments.create':
  | 'BulkEnrollmentsRunning' | 'IdempotencyKeyInUse' | 'IdempotencyKeyReused' |
  'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' | 'InternalError' |
  'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid' |
  'AccountSuspended' | 'KeyNotAllowed' | 'Forbidden' | 'SecondFactorMissing' |
  'MalformedJson' | 'PayloadTooLarge' | 'ReadOnly' | 'MissingFields'
  'admin.bulkEnrollments.dryRun':
  | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' | 'InternalError' |
  'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid' |
  'AccountSuspended' | 'KeyNotAllowed' | 'Forbidden' | 'SecondFactorMissing' |
  'MalformedJson' | 'PayloadTooLarge' | 'ReadOnly' | 'MissingFields'
  'admin.bulkEnrollments.act':
  | 'BulkEnrollmentsRunning' | 'IdempotencyKeyInUse' | 'IdempotencyKeyReused' |
  'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' | 'InternalError' |
  'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid' |
  'AccountSuspended' | 'KeyNotAllowed' | 'Forbidden' | 'SecondFactorMissing' |
  'MalformedJson' | 'PayloadTooLarge' | 'ReadOnly' | 'MissingFields'
  'admin.bulkEnrollments.get':
  | 'BulkEnrollmentNotFound' | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' |
  'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid'
  | 'AccountSuspended' | 'KeyNotAllowed' | 'Forbidden' | 'SecondFactorMissing'
  'admin.bulkEnrollments.list':
  | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' | 'InternalError' |
  'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid' |
  'AccountSuspended' | 'KeyNotAllowed' | 'Forbidden' | 'SecondFactorMissing' |
  'MissingFields'
  'admin.bulkEnrollments.rows':
  | 'BulkEnrollmentNotFound' | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' |
  'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid'
  | 'AccountSuspended' | 'KeyNotAllowed' | 'Forbidden' | 'SecondFactorMissing' |
  'MissingFields'
  'admin.cohorts.list':
  | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' | 'InternalError' |
  'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid' |
  'AccountSuspended' | 'KeyNotAllowed' | 'Forbidden' | 'SecondFactorMissing' |
  'MissingFields'
  'admin.cohorts.get':
  | 'CohortNotFound' | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' |
  'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid'
  | 'AccountSuspended' | 'KeyNotAllowed' | 'Forbidden' | 'SecondFactorMissing'
  'admin.cohorts.create':
  | 'CohortNameTaken' | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' |
  'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid'
  | 'AccountSuspended' | 'KeyNotAllowed' | 'Forbidden' | 'SecondFactorMissing' |
  'MalformedJson' | 'PayloadTooLarge' | 'ReadOnly' | 'MissingFields'
  'admin.cohorts.update':
  | 'NotForYourself' | 'CohortNotFound' | 'CohortNameTaken' | 'InvalidFields' |
  'UnsupportedMediaType' | 'RateLimited' | 'InternalError' | 'ServiceUnavailable' |
  'TokenMissing' | 'TokenExpired' | 'TokenInvalid' | 'AccountSuspended' | 'KeyNotAllowed' |
  'Forbidden' | 'SecondFactorMissing' | 'MalformedJson' | 'PayloadTooLarge' | 'ReadOnly' |
  'MissingFields'
  'admin.cohorts.delete':
  | 'CohortNotFound' | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' |
  'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid'
  | 'AccountSuspended' | 'KeyNotAllowed' | 'Forbidden' | 'SecondFactorMissing' |
  'MalformedJson' | 'PayloadTooLarge' | 'ReadOnly'
  'admin.cohorts.members':
  | 'CohortNotFound' | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' |
  'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid'
  | 'AccountSuspended' | 'KeyNotAllowed' | 'Forbidden' | 'SecondFactorMissing' |
  'MissingFields'
  'admin.cohorts.addMember':
  | 'NotForYourself' | 'CohortNotFound' | 'UserNotFound' | 'CourseFull' | 'InvalidFields' |
  'UnsupportedMediaType' | 'RateLimited' | 'InternalError' | 'ServiceUnavailable' |
  'TokenMissing' | 'TokenExpired' | 'TokenInvalid' | 'AccountSuspended' | 'KeyNotAllowed' |
  'Forbidden' | 'SecondFactorMissing' | 'MalformedJson' | 'PayloadTooLarge' | 'ReadOnly' |
  'MissingFields'
  'admin.cohorts.removeMember':
  | 'CohortNotFound' | 'MemberNotFound' | 'CoursePaidFor' | 'InvalidFields' |
  'UnsupportedMediaType' | 'RateLimited' | 'InternalError' | 'ServiceUnavailable' |
  'TokenMissing' | 'TokenExpired' | 'TokenInvalid' | 'AccountSuspended' | 'KeyNotAllowed' |
  'Forbidden' | 'SecondFactorMissing' | 'MalformedJson' | 'PayloadTooLarge' | 'ReadOnly'
  'admin.cohorts.addCourse':
  | 'NotForYourself' | 'CohortNotFound' | 'CourseNotFound' | 'InvalidFields' |
  'UnsupportedMediaType' | 'RateLimited' | 'InternalError' | 'ServiceUnavailable' |
  'TokenMissing' | 'TokenExpired' | 'TokenInvalid' | 'AccountSuspended' | 'KeyNotAllowed' |
  'Forbidden' | 'SecondFactorMissing' | 'MalformedJson' | 'PayloadTooLarge' | 'ReadOnly' |
  'MissingFields'
  'admin.cohorts.removeCourse':
  | 'CohortNotFound' | 'CourseNotFound' | 'InvalidFields' | 'UnsupportedMediaType' |
  'RateLimited' | 'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' |
  'TokenInvalid' | 'AccountSuspended' | 'KeyNotAllowed' | 'Forbidden' |
  'SecondFactorMissing' | 'MalformedJson' | 'PayloadTooLarge' | 'ReadOnly'
  'admin.enrollments.list':
  | 'CourseNotFound' | 'UserNotFound' | 'CohortNotFound' | 'InvalidFields' |
  'UnsupportedMediaType' | 'RateLimited' | 'InternalError' | 'ServiceUnavailable' |
  'TokenMissing' | 'TokenExpired' | 'TokenInvalid' | 'AccountSuspended' | 'KeyNotAllowed' |
  'Forbidden' | 'SecondFactorMissing' | 'MissingFields'
  'admin.enrollments.get':
  | 'EnrollmentNotFound' | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' |
  'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid'
  | 'AccountSuspended' | 'KeyNotAllowed' | 'Forbidden' | 'SecondFactorMissing'
  'admin.enrollments.setEnd':
  | 'NotForYourself' | 'EnrollmentNotFound' | 'AccessEnded' | 'CourseFull' | 'CoursePaidFor' |
  'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' | 'InternalError' |
  'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid' |
  'AccountSuspended' | 'KeyNotAllowed' | 'Forbidden' | 'SecondFactorMissing' |
  'MalformedJson' | 'PayloadTooLarge' | 'ReadOnly' | 'MissingFields'
  'admin.enrollments.resetProgress':
  | 'NotForYourself' | 'EnrollmentNotFound' | 'InvalidFields' | 'UnsupportedMediaType' |
  'RateLimited' | 'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' |
  'TokenInvalid' | 'AccountSuspended' | 'KeyNotAllowed' | 'Forbidden' |
  'SecondFactorMissing' | 'MalformedJson' | 'PayloadTooLarge' | 'ReadOnly' | 'MissingFields'
  'admin.invitations.list':
  | 'CourseNotFound' | 'CohortNotFound' | 'InvalidFields' | 'UnsupportedMediaType' |
  'RateLimited' | 'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' |
  'TokenInvalid' | 'AccountSuspended' | 'KeyNotAllowed' | 'Forbidden' |
  'SecondFactorMissing' | 'MissingFields'
  'admin.invitations.create':
  | 'DuplicateEmail' | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' |
  'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid'
  | 'AccountSuspended' | 'KeyNotAllowed' | 'Forbidden' | 'SecondFactorMissing' |
  'MalformedJson' | 'PayloadTooLarge' | 'ReadOnly' | 'MissingFields'
  'admin.invitations.withdraw':
  | 'InvitationNotFound' | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' |
  'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid'
  | 'AccountSuspended' | 'KeyNotAllowed' | 'Forbidden' | 'SecondFactorMissing' |
  'MalformedJson' | 'PayloadTooLarge' | 'ReadOnly'
  'admin.invitations.resend':
  | 'InvitationNotFound' | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' |
  'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid'
  | 'AccountSuspended' | 'KeyNotAllowed' | 'Forbidden' | 'SecondFactorMissing' |
  'MalformedJson' | 'PayloadTooLarge' | 'ReadOnly' | 'MissingFields'
  'admin.reports.courses':
  | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' | 'InternalError' |
  'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid' |
  'AccountSuspended' | 'KeyNotAllowed' | 'Forbidden' | 'SecondFactorMissing' |
  'MissingFields'
  'admin.reports.cohort':
  | 'CohortNotFound' | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' |
  'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid'
  | 'AccountSuspended' | 'KeyNotAllowed' | 'Forbidden' | 'SecondFactorMissing' |
  'MissingFields'
  'admin.reports.learner':
  | 'UserNotFound' | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' |
  'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid'
  | 'AccountSuspended' | 'KeyNotAllowed' | 'Forbidden' | 'SecondFactorMissing' |
  'MissingFields'
  'admin.audit.list':
  | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' | 'InternalError' |
  'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid' |
  'AccountSuspended' | 'KeyNotAllowed' | 'Forbidden' | 'SecondFactorMissing' |
  'MissingFields'
  'admin.jobs.list':
  | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' | 'InternalError' |
  'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid' |
  'AccountSuspended' | 'KeyNotAllowed' | 'Forbidden' | 'SecondFactorMissing' |
  'MissingFields'
  'admin.jobs.get':
  | 'JobNotFound' | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' | 'InternalError'
  | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid' |
  'AccountSuspended' | 'KeyNotAllowed' | 'Forbidden' | 'SecondFactorMissing'
  'admin.jobs.retry':
  | 'JobNotFound' | 'JobNotRepeatable' | 'InvalidFields' | 'UnsupportedMediaType' |
  'RateLimited' | 'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' |
  'TokenInvalid' | 'AccountSuspended' | 'KeyNotAllowed' | 'Forbidden' |
  'SecondFactorMissing' | 'MalformedJson' | 'PayloadTooLarge' | 'ReadOnly' | 'MissingFields'
  'admin.mails.list':
  | 'UserNotFound' | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' |
  'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid'
  | 'AccountSuspended' | 'KeyNotAllowed' | 'Forbidden' | 'SecondFactorMissing' |
  'MissingFields'
  'admin.mails.get':
  | 'MailNotFound' | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' |
  'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid'
  | 'AccountSuspended' | 'KeyNotAllowed' | 'Forbidden' | 'SecondFactorMissing'
  'admin.mails.resend':
  | 'MailNotFound' | 'MailNotRepeatable' | 'IdempotencyKeyInUse' | 'IdempotencyKeyReused' |
  'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' | 'InternalError' |
  'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid' |
  'AccountSuspended' | 'KeyNotAllowed' | 'Forbidden' | 'SecondFactorMissing' |
  'MalformedJson' | 'PayloadTooLarge' | 'ReadOnly' | 'MissingFields'
  'admin.settings.get':
  | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' | 'InternalError' |
  'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid' |
  'AccountSuspended' | 'KeyNotAllowed' | 'Forbidden' | 'SecondFactorMissing'
  'admin.settings.update':
  | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' | 'InternalError' |
  'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid' |
  'AccountSuspended' | 'KeyNotAllowed' | 'Forbidden' | 'SecondFactorMissing' |
  'RevisionRequired' | 'DraftChanged' | 'MalformedJson' | 'PayloadTooLarge' | 'ReadOnly' |
  'MissingFields'
  'admin.settings.updateAny':
  | 'WrongPassword' | 'PasswordNotSet' | 'InvalidCode' | 'InvalidFields' |
  'UnsupportedMediaType' | 'RateLimited' | 'InternalError' | 'ServiceUnavailable' |
  'TokenMissing' | 'TokenExpired' | 'TokenInvalid' | 'AccountSuspended' | 'KeyNotAllowed' |
  'Forbidden' | 'SecondFactorMissing' | 'RevisionRequired' | 'DraftChanged' |
  'MalformedJson' | 'PayloadTooLarge' | 'ReadOnly' | 'MissingFields'
  'admin.settings.standardTexts':
  | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' | 'InternalError' |
  'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid' |
  'AccountSuspended' | 'KeyNotAllowed' | 'Forbidden' | 'SecondFactorMissing' |
  'MissingFields'
  'admin.settings.previewCertificate':
  | 'ServiceUnavailable' | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' |
  'InternalError' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid' | 'AccountSuspended' |
  'KeyNotAllowed' | 'Forbidden' | 'SecondFactorMissing' | 'MalformedJson' |
  'PayloadTooLarge' | 'ReadOnly' | 'MissingFields'
  'admin.settings.testMail':
  | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' | 'InternalError' |
  'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid' |
  'AccountSuspended' | 'KeyNotAllowed' | 'Forbidden' | 'SecondFactorMissing' |
  'MalformedJson' | 'PayloadTooLarge' | 'ReadOnly' | 'MissingFields'
  'admin.webhooks.list':
  | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' | 'InternalError' |
  'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid' |
  'AccountSuspended' | 'KeyNotAllowed' | 'Forbidden' | 'SecondFactorMissing' |
  'MissingFields'
  'admin.webhooks.create':
  | 'TooManyWebhooks' | 'WrongPassword' | 'PasswordNotSet' | 'InvalidCode' | 'InvalidFields' |
  'UnsupportedMediaType' | 'RateLimited' | 'InternalError' | 'ServiceUnavailable' |
  'TokenMissing' | 'TokenExpired' | 'TokenInvalid' | 'AccountSuspended' | 'KeyNotAllowed' |
  'Forbidden' | 'SecondFactorMissing' | 'MalformedJson' | 'PayloadTooLarge' | 'ReadOnly' |
  'MissingFields'
  'admin.webhooks.get':
  | 'WebhookNotFound' | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' |
  'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid'
  | 'AccountSuspended' | 'KeyNotAllowed' | 'Forbidden' | 'SecondFactorMissing'
  'admin.webhooks.deliveries':
  | 'WebhookNotFound' | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' |
  'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid'
  | 'AccountSuspended' | 'KeyNotAllowed' | 'Forbidden' | 'SecondFactorMissing' |
  'MissingFields'
  'admin.webhooks.redeliver':
  | 'WebhookNotFound' | 'DeliveryNotFound' | 'WebhookDisabled' | 'InvalidFields' |
  'UnsupportedMediaType' | 'RateLimited' | 'InternalError' | 'ServiceUnavailable' |
  'TokenMissing' | 'TokenExpired' | 'TokenInvalid' | 'AccountSuspended' | 'KeyNotAllowed' |
  'Forbidden' | 'SecondFactorMissing' | 'MalformedJson' | 'PayloadTooLarge' | 'ReadOnly' |
  'MissingFields'
  'admin.webhooks.replay':
  | 'WebhookNotFound' | 'WebhookDisabled' | 'ReplayRunning' | 'InvalidFields' |
  'UnsupportedMediaType' | 'RateLimited' | 'InternalError' | 'ServiceUnavailable' |
  'TokenMissing' | 'TokenExpired' | 'TokenInvalid' | 'AccountSuspended' | 'KeyNotAllowed' |
  'Forbidden' | 'SecondFactorMissing' | 'MalformedJson' | 'PayloadTooLarge' | 'ReadOnly' |
  'MissingFields'
  'admin.webhooks.test':
  | 'WebhookNotFound' | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' |
  'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid'
  | 'AccountSuspended' | 'KeyNotAllowed' | 'Forbidden' | 'SecondFactorMissing' |
  'MalformedJson' | 'PayloadTooLarge' | 'ReadOnly' | 'MissingFields'
  'admin.webhooks.rotateSecret':
  | 'WebhookNotFound' | 'WrongPassword' | 'PasswordNotSet' | 'InvalidCode' | 'InvalidFields' |
  'UnsupportedMediaType' | 'RateLimited' | 'InternalError' | 'ServiceUnavailable' |
  'TokenMissing' | 'TokenExpired' | 'TokenInvalid' | 'AccountSuspended' | 'KeyNotAllowed' |
  'Forbidden' | 'SecondFactorMissing' | 'MalformedJson' | 'PayloadTooLarge' | 'ReadOnly' |
  'MissingFields'
  'admin.webhooks.update':
  | 'WebhookNotFound' | 'WrongPassword' | 'PasswordNotSet' | 'InvalidCode' | 'InvalidFields' |
  'UnsupportedMediaType' | 'RateLimited' | 'InternalError' | 'ServiceUnavailable' |
  'TokenMissing' | 'TokenExpired' | 'TokenInvalid' | 'AccountSuspended' | 'KeyNotAllowed' |
  'Forbidden' | 'SecondFactorMissing' | 'RevisionRequired' | 'DraftChanged' |
  'MalformedJson' | 'PayloadTooLarge' | 'ReadOnly' | 'MissingFields'
  'admin.webhooks.delete':
  | 'WebhookNotFound' | 'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' |
  'InternalError' | 'ServiceUnavailable' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid'
  | 'AccountSuspended' | 'KeyNotAllowed' | 'Forbidden' | 'SecondFactorMissing' |
  'MalformedJson' | 'PayloadTooLarge' | 'ReadOnly'
  'certificates.pdf':
  | 'CertificateNotFound' | 'NotFound' | 'InvalidFields' | 'UnsupportedMediaType' |
  'RateLimited' | 'InternalError' | 'ServiceUnavailable'
  'certificates.evidence':
  | 'CertificateNotFound' | 'EvidenceNotKept' | 'TokenMissing' | 'TokenExpired' |
  'TokenInvalid' | 'AccountSuspended' | 'KeyNotAllowed' | 'InvalidFields' |
  'UnsupportedMediaType' | 'RateLimited' | 'InternalError' | 'ServiceUnavailable'
  'certificates.archiveZip':
  | 'InvalidFields' | 'Forbidden' | 'SecondFactorMissing' | 'CourseNotFound' |
  'ArchiveNotFound' | 'ArchiveRunning' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid' |
  'AccountSuspended' | 'KeyNotAllowed' | 'UnsupportedMediaType' | 'RateLimited' |
  'InternalError' | 'ServiceUnavailable'
  'transactions.receiptPdf':
  | 'TransactionNotFound' | 'TransactionNotPaid' | 'TokenMissing' | 'TokenExpired' |
  'TokenInvalid' | 'AccountSuspended' | 'KeyNotAllowed' | 'InvalidFields' |
  'UnsupportedMediaType' | 'RateLimited' | 'InternalError' | 'ServiceUnavailable'
  'admin.sales.movementsCsv':
  | 'InvalidFields' | 'Forbidden' | 'SecondFactorMissing' | 'TokenMissing' | 'TokenExpired' |
  'TokenInvalid' | 'AccountSuspended' | 'KeyNotAllowed' | 'UnsupportedMediaType' |
  'RateLimited' | 'InternalError' | 'ServiceUnavailable'
  'admin.audit.csv':
  | 'InvalidFields' | 'Forbidden' | 'SecondFactorMissing' | 'TokenMissing' | 'TokenExpired' |
  'TokenInvalid' | 'AccountSuspended' | 'KeyNotAllowed' | 'UnsupportedMediaType' |
  'RateLimited' | 'InternalError' | 'ServiceUnavailable'
  'grades.gradebookCsv':
  | 'InvalidFields' | 'Forbidden' | 'SecondFactorMissing' | 'CourseNotFound' | 'TokenMissing'
  | 'TokenExpired' | 'TokenInvalid' | 'AccountSuspended' | 'KeyNotAllowed' |
  'UnsupportedMediaType' | 'RateLimited' | 'InternalError' | 'ServiceUnavailable'
  'admin.reports.coursesCsv':
  | 'InvalidFields' | 'Forbidden' | 'SecondFactorMissing' | 'TokenMissing' | 'TokenExpired' |
  'TokenInvalid' | 'AccountSuspended' | 'KeyNotAllowed' | 'UnsupportedMediaType' |
  'RateLimited' | 'InternalError' | 'ServiceUnavailable'
  'admin.reports.cohortCsv':
  | 'InvalidFields' | 'Forbidden' | 'SecondFactorMissing' | 'CohortNotFound' | 'TokenMissing'
  | 'TokenExpired' | 'TokenInvalid' | 'AccountSuspended' | 'KeyNotAllowed' |
  'UnsupportedMediaType' | 'RateLimited' | 'InternalError' | 'ServiceUnavailable'
  'learners.listCsv':
  | 'InvalidFields' | 'Forbidden' | 'SecondFactorMissing' | 'CourseNotFound' |
  'CohortNotFound' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid' | 'AccountSuspended' |
  'KeyNotAllowed' | 'UnsupportedMediaType' | 'RateLimited' | 'InternalError' |
  'ServiceUnavailable'
  'admin.reports.stuckCsv':
  | 'InvalidFields' | 'Forbidden' | 'SecondFactorMissing' | 'CourseNotFound' |
  'CohortNotFound' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid' | 'AccountSuspended' |
  'KeyNotAllowed' | 'UnsupportedMediaType' | 'RateLimited' | 'InternalError' |
  'ServiceUnavailable'
  'admin.reports.learnerCsv':
  | 'InvalidFields' | 'Forbidden' | 'SecondFactorMissing' | 'UserNotFound' | 'TokenMissing' |
  'TokenExpired' | 'TokenInvalid' | 'AccountSuspended' | 'KeyNotAllowed' |
  'UnsupportedMediaType' | 'RateLimited' | 'InternalError' | 'ServiceUnavailable'
  'admin.bulkEnrollments.dryRunCsv':
  | 'Forbidden' | 'InvalidFields' | 'PayloadTooLarge' | 'UnsupportedMediaType' |
  'TokenMissing' | 'TokenExpired' | 'TokenInvalid' | 'AccountSuspended' | 'KeyNotAllowed' |
  'RateLimited' | 'InternalError' | 'ServiceUnavailable'
  'admin.bulkEnrollments.createFromCsv':
  | 'Forbidden' | 'SecondFactorMissing' | 'InvalidFields' | 'BulkEnrollmentsRunning' |
  'IdempotencyKeyInUse' | 'IdempotencyKeyReused' | 'PayloadTooLarge' |
  'UnsupportedMediaType' | 'ReadOnly' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid' |
  'AccountSuspended' | 'KeyNotAllowed' | 'RateLimited' | 'InternalError' |
  'ServiceUnavailable'
  'admin.bulkEnrollments.rowsCsv':
  | 'InvalidFields' | 'Forbidden' | 'SecondFactorMissing' | 'BulkEnrollmentNotFound' |
  'TokenMissing' | 'TokenExpired' | 'TokenInvalid' | 'AccountSuspended' | 'KeyNotAllowed' |
  'UnsupportedMediaType' | 'RateLimited' | 'InternalError' | 'ServiceUnavailable'
  'authoring.export':
  | 'CourseNotFound' | 'Forbidden' | 'SecondFactorMissing' | 'InvalidFields' |
  'VersionNotFound' | 'DraftNotFound' | 'TokenMissing' | 'TokenExpired' | 'TokenInvalid' |
  'AccountSuspended' | 'KeyNotAllowed' | 'UnsupportedMediaType' | 'RateLimited' |
  'InternalError' | 'ServiceUnavailable'
  'authoring.import':
  | 'CourseNotFound' | 'Forbidden' | 'SecondFactorMissing' | 'InvalidFields' |
  'ManagedElsewhere' | 'LessonKeyTaken' | 'DraftChanged' | 'RevisionRequired' |
  'PayloadTooLarge' | 'UnsupportedMediaType' | 'ReadOnly' | 'TokenMissing' | 'TokenExpired'
  | 'TokenInvalid' | 'AccountSuspended' | 'KeyNotAllowed' | 'RateLimited' | 'InternalError'
  | 'ServiceUnavailable'
  'uploads.bytes':
  | 'CourseNotFound' | 'Forbidden' | 'SecondFactorMissing' | 'UploadNotFound' |
  'UploadOutOfStep' | 'MissingFields' | 'PayloadTooLarge' | 'ReadOnly' | 'TokenMissing' |
  'TokenExpired' | 'TokenInvalid' | 'AccountSuspended' | 'KeyNotAllowed' | 'InvalidFields' |
  'UnsupportedMediaType' | 'RateLimited' | 'InternalError' | 'ServiceUnavailable'
  'submissions.bytes':
  | 'UploadNotFound' | 'UploadOutOfStep' | 'MissingFields' | 'PayloadTooLarge' | 'ReadOnly' |
  'TokenMissing' | 'TokenExpired' | 'TokenInvalid' | 'AccountSuspended' | 'KeyNotAllowed' |
  'InvalidFields' | 'UnsupportedMediaType' | 'RateLimited' | 'InternalError' |
  'ServiceUnavailable'
}

type Root = { ctx: object; meta: object; errorShape: ErrorShape; transformer: false }

/** All operations of Lyceum, for tools that need the type of a tRPC router. */
export type AppRouter = TRPCBuiltRouter<Root, {
  site: {
    /**
     * Get what a frontend needs to know of this server.
     *
     * Name and colors, ways to sign in, rules for passwords, open operations, languages and
     * currencies. Changes with the settings of the school; caches may keep it for five minutes.
     *
     * REST: `GET /api/v1/config`
     */
    config: TRPCQueryProcedure<{ meta: object; input: Record<string, never> | undefined; output: SiteConfig }>
    /**
     * Get the first page of the school.
     *
     * What the school says of itself to visitors, and in development the demo accounts until
     * somebody has signed in to the server.
     *
     * REST: `GET /api/v1/front-page`
     */
    frontPage: TRPCQueryProcedure<{ meta: object; input: {
      /** The reader's language, BCP 47. Default: by Accept-Language */
      language?: string | undefined
    }; output: FrontPage }>
  }
  setup: {
    /**
     * Get whether the school has an administrator.
     *
     * REST: `GET /api/v1/setup`
     */
    get: TRPCQueryProcedure<{ meta: object; input: Record<string, never> | undefined; output: Setup }>
    /**
     * Become the first administrator.
     *
     * Takes the token of the link that the server prints when it starts without an
     * administrator: valid for a day, and until there is one.
     *
     * Errors: InvalidCode, AdministratorExists.
     *
     * REST: `POST /api/v1/setup/administrator`
     */
    claim: TRPCMutationProcedure<{ meta: object; input: ClaimSchoolInput; output: Setup }>
  }
  auth: {
    /**
     * Register with email and password; we mail a code to verify the email.
     *
     * Creates an account that can log in once its email is verified. If the email already has
     * an account, you get DuplicateEmail. The code arrives by mail within seconds; if it does
     * not, request a new one. An account that nobody verifies is deleted after 14 days.
     *
     * Errors: DuplicateEmail, TermsNotAccepted.
     *
     * REST: `POST /api/v1/auth/register`
     */
    register: TRPCMutationProcedure<{ meta: object; input: RegisterInput; output: Registration }>
    /**
     * Log in with email and password and receive a JWT.
     *
     * Opens a session and returns its token, which is valid until expiresAt or until the
     * session ends by a logout or a new password. A wrong email, a wrong password and a
     * malformed email all get InvalidCredentials. You get EmailNotVerified and AccountSuspended
     * only with the right password; with the former we mail a new code. So you do
     * SecondFactorRequired, with the challenge that auth.secondFactor takes.
     *
     * Errors: InvalidCredentials, EmailNotVerified, AccountSuspended, SecondFactorRequired.
     *
     * REST: `POST /api/v1/auth/login`
     */
    login: TRPCMutationProcedure<{ meta: object; input: LoginInput; output: LoginResult }>
    /**
     * Verify your email with the mailed code.
     *
     * A code is valid for ten minutes, for one use and for five tries. Wrong, used and expired
     * codes get the same answer.

    The code shows who owns the mailbox, not who registered: send
     * the `password` of the registration along. Without it, the request has to come from the IP
     * address that registered. If neither fits, the email is verified all the same, but the
     * account loses the password and the name that it was registered with, we mail a one-time
     * password, and the answer says `resetRequired`.
     *
     * Errors: InvalidCode, AccountSuspended.
     *
     * REST: `POST /api/v1/auth/verify-email`
     */
    verifyEmail: TRPCMutationProcedure<{ meta: object; input: VerifyEmailInput; output: VerifyEmailResult }>
    /**
     * Request a new verification code.
     *
     * The answer is the same whether or not the account exists. Codes mailed before hold beside
     * the new one. An account that the school made gets its link again.
     *
     * REST: `POST /api/v1/auth/verify-email/resend`
     */
    resendVerification: TRPCMutationProcedure<{ meta: object; input: ResendVerificationInput; output: Message }>
    /**
     * Set the password of an account by the link in a mail.
     *
     * Takes the token of the link that was mailed when the school made the account: valid for
     * seven days and one use, as long as nobody has verified the email. It verifies the email,
     * and what waited for it is open. A link that has expired is mailed anew by
     * verify-email/resend. A link that an administrator had mailed to any other account is
     * valid for two days, until there is another password or email; it does what a reset with a
     * code does.
     *
     * Errors: InvalidCode, AccountSuspended.
     *
     * REST: `POST /api/v1/auth/accept-account`
     */
    acceptAccount: TRPCMutationProcedure<{ meta: object; input: AcceptAccountInput; output: AcceptedAccount }>
    /**
     * Request a one-time password to reset your password.
     *
     * Mails a one-time password of eight digits that is valid for ten minutes. The answer is
     * the same whether or not the account exists.
     *
     * REST: `POST /api/v1/auth/forget-password`
     */
    forgotPassword: TRPCMutationProcedure<{ meta: object; input: EmailInput; output: Message }>
    /**
     * Set a new password with the one-time password; ends all sessions.
     *
     * Ends all sessions of the account, and no other code that was mailed before works any
     * longer. It also verifies the email, because the one-time password came by mail; an
     * account that was never verified before loses everything else that it was registered with.
     * Identities at third parties stay linked, unless `unlinkIdentities` is true; the answer
     * and a mail list them.
     *
     * Errors: InvalidCode, AccountSuspended.
     *
     * REST: `POST /api/v1/auth/resetpassword`
     */
    resetPassword: TRPCMutationProcedure<{ meta: object; input: ResetPasswordInput; output: ResetPasswordResult }>
    /**
     * Log out of this session.
     *
     * Its token is refused from the next request on.
     *
     * REST: `POST /api/v1/auth/logout`
     */
    logout: TRPCMutationProcedure<{ meta: object; input: Record<string, never> | undefined; output: Message }>
    /**
     * Log out of all your sessions.
     *
     * All your tokens, on every device, are refused from the next request on.
     *
     * REST: `POST /api/v1/auth/logout-all`
     */
    logoutEverywhere: TRPCMutationProcedure<{ meta: object; input: Record<string, never> | undefined; output: Message }>
    /**
     * List the third parties you can sign in with.
     *
     * Empty if none is configured.
     *
     * REST: `GET /api/v1/auth/oauth`
     */
    providers: TRPCQueryProcedure<{ meta: object; input: Record<string, never> | undefined; output: Providers }>
    /**
     * Start a third-party sign-in.
     *
     * For single-page frontends. Send the browser to authorizationUrl; the provider sends it
     * back to returnUrl with parameters for the callback. The answer sets a cookie that the
     * callback needs: across origins, call both with `credentials: "include"`. Browsers keep no
     * such cookie for a frontend on a different site; there, sign in by redirects.
     *
     * Errors: ProviderNotFound, ProviderUnavailable.
     *
     * REST: `POST /api/v1/auth/oauth/{provider}/start`
     */
    startOAuth: TRPCMutationProcedure<{ meta: object; input: StartOAuthInput; output: OAuthStart }>
    /**
     * Complete a third-party sign-in and receive a JWT.
     *
     * Takes the parameters that the browser returned with: once, within ten minutes, from the
     * browser that started. A first sign-in creates an account, provided that the provider
     * vouches for the email. If a verified account has this email, you get LinkRequired, unless
     * OAUTH_LINK_VERIFIED_EMAILS is set; an unverified account is handed over to the person who
     * signs in, without its old password.
     *
     * Errors: TermsNotAccepted, ProviderNotFound, ProviderUnavailable, SignInExpired,
     * SignInRefused, ProviderEmailNotVerified, AccountSuspended, EmailNotVerified,
     * LinkRequired, SecondFactorRequired.
     *
     * REST: `POST /api/v1/auth/oauth/{provider}/callback`
     */
    finishOAuth: TRPCMutationProcedure<{ meta: object; input: FinishOAuthInput; output: LoginResult }>
    /**
     * Exchange the code from a sign-in by redirects for a JWT.
     *
     * The code is valid for one use within a minute. If the sign-in began with a codeChallenge,
     * it takes the matching codeVerifier.
     *
     * Errors: SignInExpired, AccountSuspended, SecondFactorRequired.
     *
     * REST: `POST /api/v1/auth/oauth/exchange`
     */
    exchangeOAuth: TRPCMutationProcedure<{ meta: object; input: ExchangeOAuthInput; output: LoginResult }>
    /**
     * Finish a sign-in that needs a second factor, and receive a JWT.
     *
     * Takes the challenge of SecondFactorRequired, within ten minutes, and a code of the app, a
     * recovery code or the answer of a passkey. Each is taken once.
     *
     * Errors: SignInExpired, WrongSecondFactor, AccountSuspended.
     *
     * REST: `POST /api/v1/auth/second-factor`
     */
    secondFactor: TRPCMutationProcedure<{ meta: object; input: SecondFactorInput; output: LoginResult }>
  }
  search: {
    /**
     * Search the lessons of your courses.
     *
     * Titles, texts and transcripts of the courses you are enrolled in, in your version of
     * each. What was published a moment ago may be found a few seconds later.
     *
     * REST: `GET /api/v1/search`
     */
    lessons: TRPCQueryProcedure<{ meta: object; input: {
      /** Words to look for: `"in this order"`, `-without`, `one or the other` */
      q: string
      /**
       * Number of lessons in a page, at most 20
       *
       * Default: 20.
       */
      limit?: number | undefined
      /** Where the page starts: `nextCursor` of the previous page, with the same filters */
      cursor?: string | undefined
    }; output: FoundLessonList }>
    /**
     * Search the questions on your lessons.
     *
     * And their answers, on lessons that are open to you; not on quizzes, and nothing hidden.
     *
     * REST: `GET /api/v1/search/threads`
     */
    threads: TRPCQueryProcedure<{ meta: object; input: {
      /** Words to look for; each may be the beginning of one */
      q: string
      /**
       * Number of questions, at most 20
       *
       * Default: 20.
       */
      limit?: number | undefined
      /** Where the page starts: `nextCursor` of the previous page */
      cursor?: string | undefined
    }; output: FoundThreadList }>
    /**
     * Search people, courses, and what they have to do with each other.
     *
     * For staff, to find and to choose: accounts, invitations, purchases, certificates, courses
     * and cohorts. Each kind has what you may read elsewhere: all of it with the permission of
     * its list; else the learners and cohorts that you teach, the courses that you work on, and
     * published ones. In a large school, one or two letters are looked for among the newest of
     * each kind.
     *
     * REST: `GET /api/v1/search/everything`
     */
    everything: TRPCQueryProcedure<{ meta: object; input: {
      /**
       * Words that are all in its name, email, title or slug, whole or in part; or an id, a code,
       * a receipt number, or a reference of a payment provider. Without it, the newest of each
       * kind
       */
      q?: string | undefined
      /** Only this kind */
      kind?: 'account' | 'invitation' | 'purchase' | 'certificate' | 'course' | 'cohort' | undefined
      /** Only accounts and cohorts that you work with in this course */
      courseId?: string | undefined
      /**
       * How many of each kind
       *
       * Default: 5.
       */
      limit?: number | undefined
    }; output: FoundThings }>
  }
  me: {
    /**
     * Get your profile with your certificates.
     *
     * Includes your newest hundred certificates.
     *
     * REST: `GET /api/v1/me`
     */
    get: TRPCQueryProcedure<{ meta: object; input: Record<string, never> | undefined; output: Me }>
    /**
     * Change your name, the language of your mails, or your preferences.
     *
     * Fields that you leave out stay as they are. Issued certificates keep the name printed on
     * them, except for a name that we guessed: those are replaced.
     *
     * REST: `PATCH /api/v1/me`
     */
    update: TRPCMutationProcedure<{ meta: object; input: UpdateProfileInput; output: Me }>
    /**
     * Change your password; ends your other sessions.
     *
     * This session continues, all others end at once, and we mail you a notification. Wrong
     * passwords are limited. An account that only signs in with a third party has no password
     * to change and gets PasswordNotSet; forget-password and resetpassword give it one.
     *
     * Errors: WrongPassword, PasswordNotSet.
     *
     * REST: `POST /api/v1/me/password`
     */
    changePassword: TRPCMutationProcedure<{ meta: object; input: ChangePasswordInput; output: Message }>
    /**
     * Request a change of your email; we mail a code to the old and the new one.
     *
     * Your email stays as it is until you confirm both codes. The answer is the same whether or
     * not the new email is taken; if it is, the mail to it contains no code and says that
     * somebody tried. A request for another email replaces the codes.
     *
     * Errors: WrongPassword, PasswordNotSet.
     *
     * REST: `POST /api/v1/me/email`
     */
    requestEmailChange: TRPCMutationProcedure<{ meta: object; input: RequestEmailChangeInput; output: Message }>
    /**
     * Change your email with both codes; ends your other sessions.
     *
     * Each of the two codes counts as a try; the answer does not say which one was wrong. This
     * session continues, all others end, and we mail a notification to the old email. You get
     * DuplicateEmail if somebody else has registered the new one in the meantime.
     *
     * Errors: InvalidCode, DuplicateEmail.
     *
     * REST: `POST /api/v1/me/email/confirm`
     */
    confirmEmailChange: TRPCMutationProcedure<{ meta: object; input: ConfirmEmailChangeInput; output: Message }>
    /**
     * List your sessions.
     *
     * All sign-ins that have not ended by logout, by expiry or otherwise. An account has at
     * most 50: a further sign-in ends the oldest.
     *
     * REST: `GET /api/v1/me/sessions`
     */
    sessions: TRPCQueryProcedure<{ meta: object; input: {
      /**
       * The maximum number of items
       *
       * Default: 20.
       */
      limit?: number | undefined
      /** Where the page starts: `nextCursor` of the previous page */
      cursor?: string | undefined
    }; output: SessionList }>
    /**
     * End one of your sessions.
     *
     * Its token is refused from the next request on. Ending the current session logs you out.
     *
     * Errors: SessionNotFound.
     *
     * REST: `DELETE /api/v1/me/sessions/{sessionId}`
     */
    endSession: TRPCMutationProcedure<{ meta: object; input: {
      /** Id of the session to end */
      sessionId: string
    }; output: Message }>
    /**
     * Export everything stored about you.
     *
     * Profile, identities, sessions, enrollments, progress, opened videos, cart, transactions,
     * certificates and recorded events. The first page is all of it for most accounts; as long
     * as `nextCursor` is not null, send it as `cursor` to get the next page, which continues
     * every list. An account gets one page at a time: a second request at the same moment gets
     * RateLimited.
     *
     * REST: `GET /api/v1/me/export`
     */
    export: TRPCQueryProcedure<{ meta: object; input: {
      /** Where the page starts: `nextCursor` of the previous page */
      cursor?: string | undefined
    } | undefined; output: AccountExport }>
    /**
     * Request a code to erase your account without the password.
     *
     * For accounts that only sign in with a third party, and for users who forgot their
     * password. The code comes by mail.
     *
     * REST: `POST /api/v1/me/erasure-code`
     */
    requestErasureCode: TRPCMutationProcedure<{ meta: object; input: Record<string, never> | undefined; output: Message }>
    /**
     * Erase your account and your personal data for good.
     *
     * Takes your password or a code from erasure-code. Profile, sign-in methods, sessions,
     * enrollments, progress and cart are deleted at once, and pending transactions are
     * canceled. Certificates stay valid with the name printed on them; payments stay in the
     * books without your name. The email can be registered again, and the new account gets
     * nothing from the old one.
     *
     * Errors: WrongPassword, PasswordNotSet, InvalidCode.
     *
     * REST: `DELETE /api/v1/me`
     */
    erase: TRPCMutationProcedure<{ meta: object; input: EraseAccountInput; output: Message }>
    /**
     * List the third parties that sign in to your account.
     *
     * Your password, if you have one, is not listed.
     *
     * REST: `GET /api/v1/me/identities`
     */
    identities: TRPCQueryProcedure<{ meta: object; input: Record<string, never> | undefined; output: LinkedIdentities }>
    /**
     * Request a code that proves, without the password, that you are asking.
     *
     * For accounts that only sign in with a third party, and for users who forgot their
     * password. The code comes by mail and is valid for one use.
     *
     * REST: `POST /api/v1/me/sign-in-code`
     */
    requestSignInCode: TRPCMutationProcedure<{ meta: object; input: Record<string, never> | undefined; output: Message }>
    /**
     * Start linking a third-party identity to your account.
     *
     * Send the browser to authorizationUrl; the provider sends it back to returnUrl with
     * parameters for the callback. Needs no cookie. If your password or email changes in the
     * meantime, you have to start again. Takes your password, or a code from
     * me.requestSignInCode.
     *
     * Errors: ProviderNotFound, ProviderUnavailable, WrongPassword, PasswordNotSet,
     * InvalidCode.
     *
     * REST: `POST /api/v1/me/oauth/{provider}/start`
     */
    startLink: TRPCMutationProcedure<{ meta: object; input: StartLinkInput; output: OAuthStart }>
    /**
     * Complete linking a third-party identity to your account.
     *
     * Takes the parameters that the browser returned with: once, within ten minutes, in the
     * session that started. From then on the identity signs in to your account, whatever its
     * email. We mail you a notification.
     *
     * Errors: ProviderNotFound, ProviderUnavailable, SignInExpired, SignInRefused,
     * IdentityInUse.
     *
     * REST: `POST /api/v1/me/oauth/{provider}/callback`
     */
    finishLink: TRPCMutationProcedure<{ meta: object; input: FinishOAuthInput; output: LinkedIdentities }>
    /**
     * Unlink an identity from your account.
     *
     * The identity can no longer sign in, and all your other sessions end. We mail you a
     * notification. You cannot remove the last sign-in method of an account. If your client
     * cannot send a DELETE with a body, use the alias. Takes your password, or a code from
     * me.requestSignInCode.
     *
     * Errors: IdentityNotFound, LastSignInMethod, WrongPassword, PasswordNotSet, InvalidCode.
     *
     * REST: `DELETE /api/v1/me/identities/{identityId}`
     */
    unlink: TRPCMutationProcedure<{ meta: object; input: UnlinkIdentityInput; output: LinkedIdentities }>
    /**
     * List your second factors.
     *
     * REST: `GET /api/v1/me/second-factors`
     */
    secondFactors: TRPCQueryProcedure<{ meta: object; input: Record<string, never> | undefined; output: SecondFactors }>
    /**
     * Start adding an app that says codes (TOTP).
     *
     * Nothing changes until you confirm it with a first code. Takes your password, or a code
     * from me.requestSignInCode.
     *
     * Errors: WrongPassword, PasswordNotSet, InvalidCode.
     *
     * REST: `POST /api/v1/me/second-factors/totp/start`
     */
    startTotp: TRPCMutationProcedure<{ meta: object; input: SecondFactorProofInput; output: TotpStart }>
    /**
     * Add the app, with the first code that it says.
     *
     * From then on every sign-in needs a second factor. The first one ends your other sessions,
     * and comes with recovery codes. We mail you a notification.
     *
     * Errors: SignInExpired, WrongSecondFactor, SecondFactorExists, TooManySecondFactors.
     *
     * REST: `POST /api/v1/me/second-factors/totp`
     */
    confirmTotp: TRPCMutationProcedure<{ meta: object; input: ConfirmTotpInput; output: SecondFactorAdded }>
    /**
     * Start adding a passkey.
     *
     * Takes your password, or a code from me.requestSignInCode.
     *
     * Errors: WrongPassword, PasswordNotSet, InvalidCode.
     *
     * REST: `POST /api/v1/me/second-factors/passkeys/start`
     */
    startPasskey: TRPCMutationProcedure<{ meta: object; input: SecondFactorProofInput; output: PasskeyStart }>
    /**
     * Add the passkey that your browser made.
     *
     * The same as with an app.
     *
     * Errors: SignInExpired, WrongSecondFactor, SecondFactorExists, TooManySecondFactors.
     *
     * REST: `POST /api/v1/me/second-factors/passkeys`
     */
    confirmPasskey: TRPCMutationProcedure<{ meta: object; input: ConfirmPasskeyInput; output: SecondFactorAdded }>
    /**
     * Make new recovery codes; those from before end.
     *
     * Takes your password, or a code from me.requestSignInCode.
     *
     * Errors: SecondFactorNotFound, WrongPassword, PasswordNotSet, InvalidCode.
     *
     * REST: `POST /api/v1/me/second-factors/recovery-codes`
     */
    makeRecoveryCodes: TRPCMutationProcedure<{ meta: object; input: SecondFactorProofInput; output: RecoveryCodes }>
    /**
     * Remove a second factor.
     *
     * Ends your other sessions; with the last one the recovery codes end, too. We mail you a
     * notification. If your client cannot send a DELETE with a body, use the alias. Takes your
     * password, or a code from me.requestSignInCode.
     *
     * Errors: SecondFactorNotFound, WrongPassword, PasswordNotSet, InvalidCode.
     *
     * REST: `DELETE /api/v1/me/second-factors/{factorId}`
     */
    removeSecondFactor: TRPCMutationProcedure<{ meta: object; input: RemoveSecondFactorInput; output: SecondFactors }>
    /**
     * List your courses, newest activity first.
     *
     * Every course you are or were enrolled in, however you got it, with your progress, the
     * next lesson, your certificate, and the newer version if there is one. Each course comes
     * once, also one that you work on while you read the pages.
     *
     * REST: `GET /api/v1/me/courses`
     */
    courses: TRPCQueryProcedure<{ meta: object; input: {
      /**
       * The maximum number of items
       *
       * Default: 20.
       */
      limit?: number | undefined
      /** Where the page starts: `nextCursor` of the previous page */
      cursor?: string | undefined
      /** Only courses with this status; `active` has completed ones that you renew, too */
      status?: 'active' | 'completed' | 'left' | 'ended' | undefined
    }; output: MyCourseList }>
    /**
     * Show one of your courses.
     *
     * As in the list of your courses; a course that you are or were enrolled in.
     *
     * Errors: NotEnrolled.
     *
     * REST: `GET /api/v1/me/courses/{courseId}`
     */
    course: TRPCQueryProcedure<{ meta: object; input: {
      /** The course */
      courseId: string
    }; output: MyCourse }>
    /**
     * Show where you go on.
     *
     * Skips lessons that are locked or wait for a grade.
     *
     * REST: `GET /api/v1/me/resume`
     */
    resume: TRPCQueryProcedure<{ meta: object; input: Record<string, never> | undefined; output: Resume }>
    /**
     * List what you handed in that waits for a grade.
     *
     * REST: `GET /api/v1/me/waiting`
     */
    waiting: TRPCQueryProcedure<{ meta: object; input: {
      /**
       * The maximum number of items
       *
       * Default: 20.
       */
      limit?: number | undefined
      /** Where the page starts: `nextCursor` of the previous page */
      cursor?: string | undefined
    }; output: WaitingList }>
    /**
     * Measure the files of one of your courses.
     *
     * What your version of a course takes up on a device that keeps it. Files elsewhere, such
     * as videos of YouTube, are not counted.
     *
     * Errors: NotEnrolled.
     *
     * REST: `GET /api/v1/me/courses/{courseId}/size`
     */
    courseSize: TRPCQueryProcedure<{ meta: object; input: {
      /** The course */
      courseId: string
    }; output: CourseSize }>
    /**
     * Leave a course; your progress is kept.
     *
     * You can no longer open its lessons, until you return. Progress, completion and
     * certificate are kept, and nothing is refunded. Leaving twice is the same as once.
     *
     * Errors: NotEnrolled, CourseNotFound.
     *
     * REST: `POST /api/v1/me/courses/{courseId}/leave`
     */
    leaveCourse: TRPCMutationProcedure<{ meta: object; input: {
      /** The course */
      courseId: string
    }; output: MyCourse }>
    /**
     * Take a course again, to renew its certificate.
     *
     * From 90 days before it expires, and afterwards. You start the current version over: your
     * progress and attempts are cleared, as `dryRun` shows. The course stays completed, and the
     * certificate is valid to its end; once you have completed everything again, a new one
     * replaces it. Renewing twice is the same as once.
     *
     * Errors: NotEnrolled, CourseNotFound, NotRenewable, CertificateRevoked.
     *
     * REST: `POST /api/v1/me/courses/{courseId}/renew`
     */
    renewCourse: TRPCMutationProcedure<{ meta: object; input: RenewCourseInput; output: CourseRenewal }>
    /**
     * Return to a course you left, where you stopped.
     *
     * Free of charge, in the version you had, also when the course is no longer sold. A course
     * whose price was refunded, or that the school has ended, is bought or enrolled in anew.
     *
     * Errors: NotEnrolled, CourseNotFound, CourseFull.
     *
     * REST: `POST /api/v1/me/courses/{courseId}/return`
     */
    returnToCourse: TRPCMutationProcedure<{ meta: object; input: {
      /** The course */
      courseId: string
    }; output: MyCourse }>
    /**
     * List what you are told about a course, newest first.
     *
     * Errors: NotEnrolled.
     *
     * REST: `GET /api/v1/me/courses/{courseId}/announcements`
     */
    announcements: TRPCQueryProcedure<{ meta: object; input: {
      /** Id of the course */
      courseId: string
      /**
       * The maximum number of items
       *
       * Default: 20.
       */
      limit?: number | undefined
      /** Where the page starts: `nextCursor` of the previous page */
      cursor?: string | undefined
    }; output: LearnersAnnouncementList }>
    /**
     * List what opens and is due for you in some days.
     *
     * In the courses that are open to you, up to those that you enrolled in last.
     *
     * REST: `GET /api/v1/me/agenda`
     */
    agenda: TRPCQueryProcedure<{ meta: object; input: {
      /**
       * The maximum number of items
       *
       * Default: 20.
       */
      limit?: number | undefined
      /** Where the page starts: `nextCursor` of the previous page, with the same filters */
      cursor?: string | undefined
      /** The first day, in your time zone */
      from: string
      /** The last day, at most 92 days later */
      to: string
    }; output: AgendaEntryList }>
    /**
     * Make or renew the key of your calendar.
     *
     * The address with the key that you had before answers 404 from then on. Takes your
     * password, or a code from me.requestSignInCode.
     *
     * Errors: WrongPassword, PasswordNotSet, InvalidCode.
     *
     * REST: `POST /api/v1/me/calendar-key`
     */
    makeCalendarKey: TRPCMutationProcedure<{ meta: object; input: MakeCalendarKeyInput; output: CalendarKey }>
    /**
     * Revoke the key of your calendar.
     *
     * REST: `DELETE /api/v1/me/calendar-key`
     */
    revokeCalendarKey: TRPCMutationProcedure<{ meta: object; input: Record<string, never> | undefined; output: RevokedCalendarKey }>
    /**
     * Move to the newest version of your course.
     *
     * Possible where `newerVersion.mayTake` in your enrollment says so. You keep what you have
     * done; your percentage may change with the lessons, as `newerVersion.effect` says. There
     * is no way back: with `dryRun` you see the effect, and nothing changes. On the newest
     * version already, nothing changes either.
     *
     * Errors: CourseNotFound, NotEnrolled, CannotMove, VersionChanged.
     *
     * REST: `POST /api/v1/me/courses/{courseId}/newer-version`
     */
    takeNewerVersion: TRPCMutationProcedure<{ meta: object; input: TakeNewerVersionInput; output: TakenVersion }>
    /**
     * See how the page of a course shows you.
     *
     * For those who work on the course. Nobody is shown who has not agreed.
     *
     * Errors: MemberNotFound.
     *
     * REST: `GET /api/v1/me/teacher/{courseId}`
     */
    teacher: TRPCQueryProcedure<{ meta: object; input: {
      /** Id of the course */
      courseId: string
    }; output: TeacherProfile }>
    /**
     * Agree to be shown on the page of a course, and say who you are.
     *
     * Fields that you leave out stay as they are. Biography and picture are the same on all
     * courses; whether you are shown is decided for each. It ends with your membership.
     *
     * Errors: MemberNotFound.
     *
     * REST: `PATCH /api/v1/me/teacher/{courseId}`
     */
    updateTeacher: TRPCMutationProcedure<{ meta: object; input: UpdateTeacherInput; output: TeacherProfile }>
    /**
     * List what concerns you, newest first.
     *
     * Your newest 200 of the last 90 days. Most of them are mailed, too, as `newsByMail` of
     * your profile says; what protects your account is mailed alone.
     *
     * REST: `GET /api/v1/me/notifications`
     */
    notifications: TRPCQueryProcedure<{ meta: object; input: {
      /**
       * The maximum number of items
       *
       * Default: 20.
       */
      limit?: number | undefined
      /** Where the page starts: `nextCursor` of the previous page */
      cursor?: string | undefined
    }; output: NotificationList }>
    /**
     * Count what you have not read.
     *
     * Ask for it when your page comes to the front, and at most once a minute.
     *
     * REST: `GET /api/v1/me/notifications/unread`
     */
    unreadNotifications: TRPCQueryProcedure<{ meta: object; input: Record<string, never> | undefined; output: UnreadNotifications }>
    /**
     * Mark a notification as read, or it and all before it.
     *
     * Counts on all your devices. Answers how many are left.
     *
     * Errors: NotificationNotFound.
     *
     * REST: `POST /api/v1/me/notifications/{notificationId}/read`
     */
    readNotification: TRPCMutationProcedure<{ meta: object; input: MarkReadInput; output: UnreadNotifications }>
  }
  courses: {
    /**
     * List and search the published courses.
     *
     * The catalogue: every course you can buy or enroll in today, newest first. Filters and `q`
     * narrow it down; a cursor goes with the filters that it came with. `kind=all` has the
     * programs, too.
     *
     * REST: `GET /api/v1/courses`
     */
    list: TRPCQueryProcedure<{ meta: object; input: {
      /**
       * The maximum number of items
       *
       * Default: 20.
       */
      limit?: number | undefined
      /** Where the page starts: `nextCursor` of the previous page, with the same filters */
      cursor?: string | undefined
      /**
       * Words to look for in what a course says about itself and in the titles of its lessons:
       * `"in this order"`, `-without`, `one or the other`. Where no course has them, those that
       * nearly have them are listed
       */
      q?: string | undefined
      /** Only courses with this category */
      category?: string | undefined
      /** Only courses with this tag */
      tag?: string | undefined
      /** Only courses in it, BCP 47: en is en-GB too */
      language?: string | undefined
      /** Only courses that cost nothing, or something */
      price?: 'free' | 'paid' | undefined
      /** Only courses of this level */
      level?: 'beginner' | 'intermediate' | 'advanced' | undefined
      /**
       * newest: the default; relevance: the default with `q`, which it needs; popular: by the
       * number of learners, counted once a day; price: the cheapest first
       */
      sort?: 'newest' | 'title' | 'price' | 'popular' | 'relevance' | undefined
      /**
       * all: courses and programs together, in one order; default: courses alone
       *
       * Default: "course".
       */
      kind?: 'course' | 'program' | 'all' | undefined
    }; output: CourseList }>
    /**
     * Show a course with its sections and lessons.
     *
     * When you are enrolled, you get the version you enrolled in and your progress; otherwise
     * the current version.
     *
     * Errors: CourseNotFound.
     *
     * REST: `GET /api/v1/courses/{idOrSlug}`
     */
    get: TRPCQueryProcedure<{ meta: object; input: {
      /** Id or slug of the course */
      idOrSlug: string
      /**
       * sections: without the lessons, for a short answer however long the course is. Pages of
       * lessons: `progress.get`
       *
       * Default: "lessons".
       */
      outline?: 'lessons' | 'sections' | undefined
    }; output: Course }>
    /**
     * List the subjects of the catalogue.
     *
     * Each with its name in the languages of the school, and how much it has.
     *
     * REST: `GET /api/v1/subjects`
     */
    subjects: TRPCQueryProcedure<{ meta: object; input: Record<string, never> | undefined; output: SubjectList }>
  }
  programs: {
    /**
     * List and search the published programs.
     *
     * Programs of several courses, like `courses.list`.
     *
     * REST: `GET /api/v1/programs`
     */
    list: TRPCQueryProcedure<{ meta: object; input: {
      /**
       * The maximum number of items
       *
       * Default: 20.
       */
      limit?: number | undefined
      /** Where the page starts: `nextCursor` of the previous page, with the same filters */
      cursor?: string | undefined
      /**
       * Words to look for in what a course says about itself and in the titles of its lessons:
       * `"in this order"`, `-without`, `one or the other`. Where no course has them, those that
       * nearly have them are listed
       */
      q?: string | undefined
      /** Only courses with this category */
      category?: string | undefined
      /** Only courses with this tag */
      tag?: string | undefined
      /** Only courses in it, BCP 47: en is en-GB too */
      language?: string | undefined
      /** Only courses that cost nothing, or something */
      price?: 'free' | 'paid' | undefined
      /** Only courses of this level */
      level?: 'beginner' | 'intermediate' | 'advanced' | undefined
      /**
       * newest: the default; relevance: the default with `q`, which it needs; popular: by the
       * number of learners, counted once a day; price: the cheapest first
       */
      sort?: 'newest' | 'title' | 'price' | 'popular' | 'relevance' | undefined
    }; output: CourseList }>
    /**
     * Show a program with its courses.
     *
     * Each of its lessons is a course. When you are enrolled, you get the version you enrolled
     * in and your progress; otherwise the current version.
     *
     * Errors: CourseNotFound.
     *
     * REST: `GET /api/v1/programs/{idOrSlug}`
     */
    get: TRPCQueryProcedure<{ meta: object; input: {
      /** Id or slug of the course */
      idOrSlug: string
      /**
       * sections: without the lessons, for a short answer however long the course is. Pages of
       * lessons: `progress.get`
       *
       * Default: "lessons".
       */
      outline?: 'lessons' | 'sections' | undefined
    }; output: Course }>
  }
  lessons: {
    /**
     * Read a lesson.
     *
     * Every signed-in user can read previews; all other lessons require an enrollment.
     *
     * Errors: LessonNotFound, NotEnrolled, LessonLocked.
     *
     * REST: `GET /api/v1/lessons/{lessonId}`
     */
    get: TRPCQueryProcedure<{ meta: object; input: {
      /** The lesson */
      lessonId: string
    }; output: Lesson }>
    /**
     * Read a lesson by its course and key.
     *
     * Like reading it by its id. The key stays the same from version to version; a key that the
     * lesson had before works as well. Links between lessons lead here.
     *
     * Errors: LessonNotFound, NotEnrolled, LessonLocked.
     *
     * REST: `GET /api/v1/courses/{idOrSlug}/lessons/{key}`
     */
    getByKey: TRPCQueryProcedure<{ meta: object; input: {
      /** Id or slug of the course */
      idOrSlug: string
      /** Key of the lesson, or one that it had before */
      key: string
    }; output: Lesson }>
    /**
     * Read a preview.
     *
     * A lesson that the current version of a published course shows to everybody. One with a
     * rule on when it opens is for those who can meet it, by `lessons.get`.
     *
     * Errors: LessonNotFound.
     *
     * REST: `GET /api/v1/courses/{idOrSlug}/previews/{key}`
     */
    preview: TRPCQueryProcedure<{ meta: object; input: {
      /** Id or slug of the course */
      idOrSlug: string
      /** Key of the lesson, or one that it had before */
      key: string
    }; output: Lesson }>
  }
  cart: {
    /**
     * Show your cart.
     *
     * Titles and prices are current. Each item also says what it cost when you added it, and
     * whether you can still buy it. Courses that you cannot buy are not charged.
     *
     * REST: `GET /api/v1/cart`
     */
    get: TRPCQueryProcedure<{ meta: object; input: Record<string, never> | undefined; output: Cart }>
    /**
     * Add a course to your cart.
     *
     * Answers with 201 if the course is new in your cart, and with 200 if it was there already.
     * A cart holds a course at most once.
     *
     * Errors: CourseNotFound, AlreadyEnrolled, CourseLeft, PrerequisiteMissing,
     * IdempotencyKeyInUse, IdempotencyKeyReused.
     *
     * REST: `POST /api/v1/cart`
     */
    add: TRPCMutationProcedure<{ meta: object; input: AddToCartInput; output: Cart }>
    /**
     * Remove a course from your cart.
     *
     * Has no effect if the course is not in your cart. Returns the remaining content.
     *
     * REST: `DELETE /api/v1/cart/{courseId}`
     */
    remove: TRPCMutationProcedure<{ meta: object; input: {
      /** The course to remove */
      courseId: string
    }; output: Cart }>
    /**
     * Put a coupon in your cart.
     *
     * It replaces another, and stays until you remove it or buy with it. It reserves no use: a
     * purchase of the cart redeems it, if it is still valid then.
     *
     * Errors: CouponNotFound, CouponExpired, CouponUsedUp, CouponNotApplicable.
     *
     * REST: `PUT /api/v1/cart/coupon`
     */
    setCoupon: TRPCMutationProcedure<{ meta: object; input: SetCouponInput; output: Cart }>
    /**
     * Remove the coupon from your cart.
     *
     * Has no effect without one.
     *
     * REST: `DELETE /api/v1/cart/coupon`
     */
    removeCoupon: TRPCMutationProcedure<{ meta: object; input: Record<string, never> | undefined; output: Cart }>
  }
  coupons: {
    /**
     * Preview the discount of a coupon.
     *
     * Does not use up the coupon. The purchase redeems it, if it is still valid then.
     *
     * Errors: CourseNotFound, AlreadyEnrolled, CourseLeft, PrerequisiteMissing, CouponNotFound,
     * CouponExpired, CouponUsedUp, CouponNotApplicable.
     *
     * REST: `POST /api/v1/coupons/quote`
     */
    quote: TRPCMutationProcedure<{ meta: object; input: QuoteCouponInput; output: Quote }>
  }
  transactions: {
    /**
     * Buy or enroll in courses.
     *
     * Free courses are fulfilled at once. Otherwise the transaction is pending and its
     * checkoutUrl is the page to pay at. If these courses already await payment, the same
     * transaction is returned with status 200. All courses that you name must be for sale.
     * Courses in your cart that are no longer sold, or that you already own, are left out and
     * not charged; the others are sold at their current prices, with the coupon of your cart.
     * Pass expectedTotal to refuse a price higher than the one shown.
     *
     * Errors: CourseNotFound, AlreadyEnrolled, PrerequisiteMissing, CourseLeft, CourseFull,
     * EnrollmentNotOpen, PriceChanged, TermsNotAccepted, CouponNotFound, CouponExpired,
     * CouponUsedUp, CouponNotApplicable, IdempotencyKeyInUse, IdempotencyKeyReused.
     *
     * REST: `POST /api/v1/transaction`
     */
    create: TRPCMutationProcedure<{ meta: object; input: CreateTransactionInput; output: Transaction }>
    /**
     * List your transactions, newest first.
     *
     * Includes canceled, expired and failed transactions.
     *
     * REST: `GET /api/v1/transaction/user`
     */
    list: TRPCQueryProcedure<{ meta: object; input: {
      /**
       * The maximum number of items
       *
       * Default: 20.
       */
      limit?: number | undefined
      /** Where the page starts: `nextCursor` of the previous page */
      cursor?: string | undefined
    }; output: TransactionList }>
    /**
     * Show a transaction.
     *
     * Shows whether the payment has arrived. A transaction of a different account is reported
     * as not found, except to those who may read money; the audit log records that they looked.
     *
     * Errors: TransactionNotFound.
     *
     * REST: `GET /api/v1/transaction/{transactionId}`
     */
    get: TRPCQueryProcedure<{ meta: object; input: {
      /** The transaction */
      transactionId: string
    }; output: Transaction }>
    /**
     * Show what your receipts say about your company.
     *
     * REST: `GET /api/v1/transaction/billing`
     */
    billing: TRPCQueryProcedure<{ meta: object; input: Record<string, never> | undefined; output: Billing }>
    /**
     * Put your company on your receipts.
     *
     * Counts for payments that arrive from now on; receipts stay as they are. Without a
     * company, they name none. The number is not looked up anywhere.
     *
     * REST: `PUT /api/v1/transaction/billing`
     */
    setBilling: TRPCMutationProcedure<{ meta: object; input: SetBillingInput; output: Billing }>
    /**
     * Get the receipt of a payment.
     *
     * For the buyer and for those who may read money. Receipts are numbered in the order in
     * which payments arrive, without gaps within a year. Titles and amounts are those agreed
     * when the purchase was started; seller and buyer are those at the time of the payment.
     * None of this changes later; refunds are added. `GET
     * /api/v1/transaction/{transactionId}/receipt.pdf` returns the same receipt as a PDF.
     *
     * Errors: TransactionNotFound, TransactionNotPaid.
     *
     * REST: `GET /api/v1/transaction/{transactionId}/receipt`
     */
    receipt: TRPCQueryProcedure<{ meta: object; input: {
      /** The transaction */
      transactionId: string
    }; output: Receipt }>
    /**
     * Refund a transaction.
     *
     * Refunds one line or all lines, in full or in part. Once the payment provider confirms
     * that a course is fully refunded, access to it ends; certificates remain valid. If the
     * provider does not answer, the refund is retried until it does.
     *
     * Errors: NotForYourself, TransactionNotFound, TransactionNotPaid, RefundTooHigh,
     * IdempotencyKeyInUse, IdempotencyKeyReused.
     *
     * REST: `POST /api/v1/transaction/{transactionId}/refund`
     */
    refund: TRPCMutationProcedure<{ meta: object; input: RefundTransactionInput; output: Transaction }>
  }
  progress: {
    /**
     * Report your progress in a lesson.
     *
     * Completing the last required lesson completes the course and issues the certificate. Safe
     * to repeat and to send in any order: progress only rises, and a completion is final. Where
     * the course counts what was watched, a video whose length is known completes once nine
     * tenths of it were, and no more can be reported than twice the time since you opened it. A
     * quiz or an assignment completes by its pass alone. The answer is short, however long the
     * course is: `GET /api/v1/progress/{courseId}` lists what is missing.
     *
     * Errors: LessonNotFound, NotEnrolled, LessonLocked, NeedsCourse, NeedsPass, NotWatched,
     * WatchedTooFast.
     *
     * REST: `POST /api/v1/progress`
     */
    update: TRPCMutationProcedure<{ meta: object; input: UpdateProgressInput; output: UpdatedProgress }>
    /**
     * Report progress that was made before.
     *
     * For what happened offline, or is collected: each event with its own id and instant.
     * Merged like single reports, so that any order, any repetition and several devices come to
     * the same: the highest percent, the earliest completion of each lesson, the latest
     * position, all that was watched. One bad event does not hold up the others. What is
     * refused as `LessonLocked` counts as of when it happened if you send it again once its
     * lesson is open, such as after the lesson before it arrived from another device. A course
     * completes as of the last lesson that it needed, at most 30 days back; once you were told
     * so, that stays. What was watched is held against the time since you opened the video, by
     * our clock. Events from before your progress was cleared are stale.
     *
     * REST: `POST /api/v1/progress/batch`
     */
    batch: TRPCMutationProcedure<{ meta: object; input: ReportBatchInput; output: ReportedBatch }>
    /**
     * Show your progress in a course.
     *
     * Lesson by lesson, page by page, in the order of the course; with `missing=true` only the
     * lessons still needed to complete it.
     *
     * Errors: CourseNotFound, NotEnrolled.
     *
     * REST: `GET /api/v1/progress/{courseId}`
     */
    get: TRPCQueryProcedure<{ meta: object; input: {
      /** The course */
      courseId: string
      /**
       * true: only the lessons still needed to complete the course
       *
       * Default: false.
       */
      missing?: boolean | undefined
      /**
       * The maximum number of items
       *
       * Default: 20.
       */
      limit?: number | undefined
      /** Where the page starts: `nextCursor` of the previous page */
      cursor?: string | undefined
    }; output: CourseProgressPage }>
  }
  learners: {
    /**
     * List the learners of a course.
     *
     * A teacher of cohorts sees their members. A page may hold fewer items than its limit, even
     * none: go on while `nextCursor` is not null. It may be a few seconds old.
     *
     * Errors: CohortNotFound.
     *
     * REST: `GET /api/v1/authoring/courses/{courseId}/learners`
     */
    list: TRPCQueryProcedure<{ meta: object; input: {
      /** The course */
      courseId: string
      /**
       * Only enrollments with this status. One whose end date has passed counts as ended within a
       * minute
       */
      status?: 'active' | 'completed' | 'left' | 'ended' | undefined
      /** Only learners of this cohort: its id or name */
      cohort?: string | undefined
      /** Only those who are overdue, or those who are not */
      overdue?: boolean | undefined
      /** Only names with these words, or parts of words */
      q?: string | undefined
      /**
       * account: by the ids of accounts, the oldest first. newest: the newest enrollments first
       *
       * Default: "account".
       */
      sort?: 'account' | 'newest' | undefined
      /**
       * The maximum number of items
       *
       * Default: 20.
       */
      limit?: number | undefined
      /** Where the page starts: `nextCursor` of the previous page, with the same filters */
      cursor?: string | undefined
    }; output: LearnerReportList }>
    /**
     * Show a learner of a course, lesson by lesson.
     *
     * Errors: EnrollmentNotFound.
     *
     * REST: `GET /api/v1/authoring/courses/{courseId}/learners/{userId}`
     */
    get: TRPCQueryProcedure<{ meta: object; input: {
      /** The course */
      courseId: string
      /** The account */
      userId: string
      /**
       * The maximum number of items
       *
       * Default: 20.
       */
      limit?: number | undefined
      /** Where the page starts: `nextCursor` of the previous page */
      cursor?: string | undefined
    }; output: CourseLearnerPage }>
    /**
     * Report on a course, a version of it, or a cohort in it.
     *
     * A teacher of cohorts names one of them. `from` and `to` are about when the enrollment
     * began: both are inclusive, and a day is one of `timeZone`. The numbers may be a few
     * seconds old.
     *
     * Errors: CohortNotFound.
     *
     * REST: `GET /api/v1/authoring/courses/{courseId}/report`
     */
    report: TRPCQueryProcedure<{ meta: object; input: {
      /** The course */
      courseId: string
      /** Only learners who take this version */
      version?: number | undefined
      /** Only learners of this cohort: its id or name */
      cohort?: string | undefined
      /** From this day or instant on, inclusive */
      from?: string | undefined
      /** Up to this day or instant, inclusive: a day counts to its end */
      to?: string | undefined
      /** Where the days begin and end (IANA). Default: in the time zone of the school */
      timeZone?: string | undefined
    }; output: CourseReport }>
    /**
     * Count who began a course in each day or month, and completed it since.
     *
     * Days and months begin and end in `timeZone`. Without `to` the last one is that of today;
     * without `from` there are twelve months, or the days of the month. `completed` counts
     * those who began in the period and have completed the course since. A teacher of cohorts
     * names one of them. The numbers may be a few seconds old.
     *
     * Errors: CohortNotFound.
     *
     * REST: `GET /api/v1/authoring/courses/{courseId}/periods`
     */
    periods: TRPCQueryProcedure<{ meta: object; input: {
      /** The course */
      courseId: string
      /** Only learners who take this version */
      version?: number | undefined
      /** Only learners of this cohort: its id or name */
      cohort?: string | undefined
      /**
       * The length of each period
       *
       * Default: "month".
       */
      per?: 'day' | 'month' | undefined
      /**
       * The maximum number of items
       *
       * Default: 31.
       */
      limit?: number | undefined
      /** Where the page starts: `nextCursor` of the previous page */
      cursor?: string | undefined
      /** From this day or instant on, inclusive */
      from?: string | undefined
      /** Up to this day or instant, inclusive: a day counts to its end */
      to?: string | undefined
      /** Where the days begin and end (IANA). Default: in the time zone of the school */
      timeZone?: string | undefined
    }; output: LearningPeriodList }>
    /**
     * Count at which lessons the learners of a course are.
     *
     * Counts those who have begun, have not completed the course, and can go on, by the first
     * lesson that is left to them. `at` says when, `learners` how many. A teacher of cohorts
     * names one of them. The numbers may be a few seconds old.
     *
     * Errors: CohortNotFound.
     *
     * REST: `GET /api/v1/authoring/courses/{courseId}/stops`
     */
    stops: TRPCQueryProcedure<{ meta: object; input: {
      /** The course */
      courseId: string
      /** Only learners who take this version */
      version?: number | undefined
      /** Only learners of this cohort: its id or name */
      cohort?: string | undefined
      /**
       * Only those who have reported nothing for so many days
       *
       * Default: 0.
       */
      days?: number | undefined
      /**
       * The maximum number of lessons, those with the most learners
       *
       * Default: 20.
       */
      limit?: number | undefined
    }; output: LessonStops }>
    /**
     * List learners who stopped in a course.
     *
     * They began it, have not completed it, can still open it, and have reported nothing for
     * `days` days. The quietest come first. The list may be a few seconds old.
     *
     * Errors: CohortNotFound.
     *
     * REST: `GET /api/v1/authoring/courses/{courseId}/stuck`
     */
    stuck: TRPCQueryProcedure<{ meta: object; input: {
      /** The course */
      courseId: string
      /** Only learners of this cohort: its id or name */
      cohort?: string | undefined
      /**
       * How many days without progress
       *
       * Default: 14.
       */
      days?: number | undefined
      /**
       * The maximum number of items
       *
       * Default: 20.
       */
      limit?: number | undefined
      /** Where the page starts: `nextCursor` of the previous page, with the same filters */
      cursor?: string | undefined
    }; output: LearnerReportList }>
    /**
     * Enroll somebody in a course, or invite them.
     *
     * Doing it again changes nothing, except when the access ends if you name that. Somebody
     * without a verified account gets an invitation by mail, and is enrolled as soon as they
     * have verified the email. The enrollment window of the course does not apply; its seats
     * do. Beyond the limits of mails none is sent; nothing else changes.
     *
     * Errors: NotForYourself, UserNotFound, CohortNotFound, CourseFull, CoursePaidFor,
     * RefundNeeded, PrerequisiteMissing.
     *
     * REST: `POST /api/v1/authoring/courses/{courseId}/learners`
     */
    enroll: TRPCMutationProcedure<{ meta: object; input: EnrollLearnerInput; output: EnrolledLearner }>
    /**
     * End the enrollment of a learner; progress and certificate are kept.
     *
     * A course that was paid for ends by a refund instead. Ending twice is the same as once.
     *
     * Errors: EnrollmentNotFound, UserNotFound, CoursePaidFor, RefundNeeded.
     *
     * REST: `DELETE /api/v1/authoring/courses/{courseId}/learners/{userId}`
     */
    end: TRPCMutationProcedure<{ meta: object; input: {
      /** The course */
      courseId: string
      /** The account */
      userId: string
    }; output: EndedEnrollment }>
    /**
     * Get the seats of a course, and when it takes learners.
     *
     * REST: `GET /api/v1/authoring/courses/{courseId}/seats`
     */
    seats: TRPCQueryProcedure<{ meta: object; input: {
      /** Id of the course */
      courseId: string
    }; output: Seats }>
    /**
     * Limit the seats of a course, or when it takes learners.
     *
     * Learners, open purchases and invitations hold a seat each. The window is for what
     * learners do themselves: teachers and administrators enroll at any time.
     *
     * Errors: SeatsTaken.
     *
     * REST: `PATCH /api/v1/authoring/courses/{courseId}/seats`
     */
    setSeats: TRPCMutationProcedure<{ meta: object; input: UpdateSeatsInput; output: Seats }>
    /**
     * Remove the limit of seats and the enrollment window of a course.
     *
     * Errors: CourseNotFound.
     *
     * REST: `DELETE /api/v1/authoring/courses/{courseId}/seats`
     */
    removeSeats: TRPCMutationProcedure<{ meta: object; input: {
      /** Id of the course */
      courseId: string
    }; output: Seats }>
    /**
     * Mark a lesson as done for one learner, or open it again.
     *
     * The learner is mailed the reason. Lessons that need a pass can be marked too. The last
     * one completes the course. Reopening one takes away no completion or certificate; a passed
     * one stays done.
     *
     * Errors: NotForYourself, EnrollmentNotFound, LessonNotFound, PassStays.
     *
     * REST: `PUT /api/v1/authoring/courses/{courseId}/learners/{userId}/lessons/{key}`
     */
    markLesson: TRPCMutationProcedure<{ meta: object; input: MarkLessonInput; output: MarkedLesson }>
    /**
     * Give one learner a later due date.
     *
     * For the course or a lesson, in place of what was given before. They are mailed.
     *
     * Errors: NotForYourself, EnrollmentNotFound.
     *
     * REST: `PUT /api/v1/authoring/courses/{courseId}/learners/{userId}/extensions`
     */
    extend: TRPCMutationProcedure<{ meta: object; input: ExtendInput; output: Extension }>
    /**
     * Take an extension back.
     *
     * The general due date applies again, and they are mailed.
     *
     * Errors: EnrollmentNotFound.
     *
     * REST: `DELETE /api/v1/authoring/courses/{courseId}/learners/{userId}/extensions`
     */
    revokeExtension: TRPCMutationProcedure<{ meta: object; input: RevokeExtensionInput; output: RevokedExtension }>
    /**
     * Do the same with many learners of a course.
     *
     * Says what it does, and a job does it learner after learner, each like the single act; a
     * teacher of cohorts reaches only their members. With `dryRun` it only says so.
     *
     * Errors: BulkEnrollmentsRunning, IdempotencyKeyInUse, IdempotencyKeyReused.
     *
     * REST: `POST /api/v1/authoring/courses/{courseId}/acts`
     */
    act: TRPCMutationProcedure<{ meta: object; input: ActOnLearnersInput; output: ActOnMany }>
    /**
     * See how far an act of yours on many learners is.
     *
     * Errors: BulkEnrollmentNotFound.
     *
     * REST: `GET /api/v1/authoring/courses/{courseId}/acts/{bulkEnrollmentId}`
     */
    acted: TRPCQueryProcedure<{ meta: object; input: {
      /** Id of the course */
      courseId: string
      /** The act */
      bulkEnrollmentId: string
    }; output: ActInCourse }>
  }
  certificates: {
    /**
     * Get the certificate of a course you completed.
     *
     * The first request answers 201, later ones 200, always with the same certificate. Waits a
     * few seconds for the PDF to be printed.
     *
     * Errors: CourseNotFound, NotEnrolled, CourseNotCompleted, NameNotPrintable,
     * IdempotencyKeyInUse, IdempotencyKeyReused.
     *
     * REST: `POST /api/v1/courses/{courseId}/certificate`
     */
    issue: TRPCMutationProcedure<{ meta: object; input: {
      /** The course you completed */
      courseId: string
    }; output: Certificate }>
    /**
     * List the certificates of a user.
     *
     * Lists your own certificates; administrators can list those of any user. For anyone else
     * the answer is Forbidden, whether the user exists or not.
     *
     * Errors: Forbidden, UserNotFound.
     *
     * REST: `GET /api/v1/users/{userId}/certificates`
     */
    list: TRPCQueryProcedure<{ meta: object; input: {
      /** The owner: your own id or, for an administrator, the id of any user */
      userId: string
      /**
       * The maximum number of items
       *
       * Default: 20.
       */
      limit?: number | undefined
      /** Where the page starts: `nextCursor` of the previous page */
      cursor?: string | undefined
    }; output: CertificateList }>
    /**
     * Verify a certificate by its code.
     *
     * Returns the contents of the certificate and whether it is valid. The page for people is
     * /verify/{code}.
     *
     * Errors: CertificateNotFound.
     *
     * REST: `GET /api/v1/certificates/verify/{code}`
     */
    verify: TRPCQueryProcedure<{ meta: object; input: {
      /** The code in any case, with or without dashes; O counts as 0, I and L as 1 */
      code: string
    }; output: Verification }>
    /**
     * Replace your certificate with one in your current name.
     *
     * Use it after you changed your name. The old code still works and names the certificate
     * that replaced it. Repeating the request answers 200 with the same new certificate. A name
     * that we guessed needs no request: set your name, and its certificates are replaced
     * automatically.
     *
     * Errors: CertificateNotFound, CertificateRevoked, CertificateUnchanged, NameNotPrintable.
     *
     * REST: `POST /api/v1/certificates/{code}/reissue`
     */
    reissue: TRPCMutationProcedure<{ meta: object; input: {
      /** Code of the certificate, in any case, with or without dashes */
      code: string
    }; output: Certificate }>
    /**
     * List the certificates of all users.
     *
     * REST: `GET /api/v1/admin/certificates`
     */
    adminList: TRPCQueryProcedure<{ meta: object; input: {
      /**
       * Words that are all in the name on it, whole or in part; or the beginning of its code,
       * four symbols or more
       */
      q?: string | undefined
      /** Only the certificate with this code, in any case, with or without dashes */
      code?: string | undefined
      /** Only certificates with this status */
      status?: 'issued' | 'revoked' | 'superseded' | undefined
      /** Only certificates of this user */
      userId?: string | undefined
      /** Only certificates for this course */
      courseId?: string | undefined
      /**
       * The maximum number of items
       *
       * Default: 20.
       */
      limit?: number | undefined
      /** Where the page starts: `nextCursor` of the previous page */
      cursor?: string | undefined
    }; output: AdminCertificateList }>
    /**
     * Revoke a certificate.
     *
     * From then on a verification shows that it is revoked. Repeating the request has no
     * effect: the first reason stays. A mistake is corrected with
     * /api/v1/admin/certificates/{code}/reinstate.
     *
     * Errors: CertificateNotFound, CertificateSuperseded.
     *
     * REST: `POST /api/v1/admin/certificates/{code}/revoke`
     */
    adminRevoke: TRPCMutationProcedure<{ meta: object; input: RevokeCertificateInput; output: AdminCertificate }>
    /**
     * Take back the revocation of a certificate.
     *
     * From then on a verification shows that it is valid again, and the list of revoked
     * credentials follows within a minute. When and why it was revoked stays on record. Has no
     * effect on a certificate that is not revoked.
     *
     * Errors: NotForYourself, CertificateNotFound, CertificateSuperseded.
     *
     * REST: `POST /api/v1/admin/certificates/{code}/reinstate`
     */
    adminReinstate: TRPCMutationProcedure<{ meta: object; input: ReinstateCertificateInput; output: AdminCertificate }>
    /**
     * Replace a certificate with a new one.
     *
     * The new certificate has the current name of the profile and the current issuer; the day
     * of completion stays. The old code still works and names the certificate that replaced it.
     * Repeating the request with the old code answers 200 with the same new certificate.
     *
     * Errors: NotForYourself, CertificateNotFound, CertificateRevoked, NameNotPrintable.
     *
     * REST: `POST /api/v1/admin/certificates/{code}/reissue`
     */
    adminReissue: TRPCMutationProcedure<{ meta: object; input: {
      /** Code of the certificate, in any case, with or without dashes */
      code: string
    }; output: AdminCertificate }>
    /**
     * Print a certificate that has no PDF yet.
     *
     * Waits a few seconds for the PDF; `pdf` says whether it is ready. A printed PDF stays as
     * it is.
     *
     * Errors: CertificateNotFound.
     *
     * REST: `POST /api/v1/admin/certificates/{code}/render`
     */
    adminRender: TRPCMutationProcedure<{ meta: object; input: {
      /** Code of the certificate, in any case, with or without dashes */
      code: string
    }; output: AdminCertificate }>
    /**
     * Get the certificates of a course or class as a zip.
     *
     * Prints what is missing, and says how far it is; a large one goes on after the answer.
     * Once it is done, `archiveZip` downloads the PDFs of those that are valid then. Asked
     * again meanwhile, it answers with the same one. A teacher of cohorts gets those of their
     * members.
     *
     * Errors: CohortNotFound.
     *
     * REST: `POST /api/v1/authoring/courses/{courseId}/certificate-archives`
     */
    archive: TRPCMutationProcedure<{ meta: object; input: ArchiveCertificatesInput; output: CertificateArchive }>
    /**
     * See how far a zip of certificates is.
     *
     * For whoever asked for it.
     *
     * Errors: ArchiveNotFound.
     *
     * REST: `GET /api/v1/authoring/courses/{courseId}/certificate-archives/{archiveId}`
     */
    archived: TRPCQueryProcedure<{ meta: object; input: {
      /** Id of the course */
      courseId: string
      /** The archive */
      archiveId: string
    }; output: CertificateArchive }>
    /**
     * Replace all certificates of a course, or chosen ones.
     *
     * Each as by `adminReissue`: with the current issuer, look and name, and the same
     * achievement. Those that say all of it already stay, so repeating it changes nothing.
     * First try it with `dryRun`. A large one goes on after the answer, and owners are mailed
     * with the reason.
     *
     * Errors: CourseNotFound.
     *
     * REST: `POST /api/v1/admin/certificates/reissues`
     */
    adminReissueMany: TRPCMutationProcedure<{ meta: object; input: ReissueManyInput; output: CertificateReissue }>
    /**
     * See how far a reissue of many certificates is.
     *
     * Errors: ReissueNotFound.
     *
     * REST: `GET /api/v1/admin/certificates/reissues/{reissueId}`
     */
    adminReissued: TRPCQueryProcedure<{ meta: object; input: {
      /** The reissue */
      reissueId: string
    }; output: CertificateReissue }>
    /**
     * Offer your certificate to your wallet.
     *
     * Gives a link, and the same as a QR code, by which a wallet gets the certificate as a
     * Verifiable Credential: OpenID4VCI 1.0 with a pre-authorized code. An offer lives for ten
     * minutes, and the first wallet takes it.
     *
     * Errors: CertificateNotFound, CertificateNotOffered.
     *
     * REST: `POST /api/v1/certificates/{code}/offer`
     */
    offer: TRPCMutationProcedure<{ meta: object; input: {
      /** Code of the certificate, in any case, with or without dashes */
      code: string
    }; output: WalletOffer }>
  }
  announcements: {
    /**
     * List the announcements of a course.
     *
     * REST: `GET /api/v1/authoring/courses/{courseId}/announcements`
     */
    list: TRPCQueryProcedure<{ meta: object; input: {
      /** Id of the course */
      courseId: string
      /**
       * The maximum number of items
       *
       * Default: 20.
       */
      limit?: number | undefined
      /** Where the page starts: `nextCursor` of the previous page */
      cursor?: string | undefined
    }; output: AnnouncementList }>
    /**
     * Post an announcement in a course.
     *
     * It appears among the learners' courses, and is mailed to those who want that, unless the
     * course has mailed another that day (UTC): `byMail` says so. A teacher of cohorts reaches
     * only their members. With `at` it waits until then, and the mail of its day is decided
     * then.
     *
     * Errors: CohortNotFound, Forbidden.
     *
     * REST: `POST /api/v1/authoring/courses/{courseId}/announcements`
     */
    post: TRPCMutationProcedure<{ meta: object; input: PostAnnouncementInput; output: Announcement }>
    /**
     * Change the text of an announcement.
     *
     * Learners see that it was changed. Mails that are not sent yet have the new text; nobody
     * is mailed again.
     *
     * Errors: AnnouncementNotFound.
     *
     * REST: `PATCH /api/v1/authoring/courses/{courseId}/announcements/{announcementId}`
     */
    edit: TRPCMutationProcedure<{ meta: object; input: EditAnnouncementInput; output: Announcement }>
    /**
     * Delete an announcement.
     *
     * Nobody sees it any more, and mails that are not sent yet are not sent.
     *
     * Errors: AnnouncementNotFound.
     *
     * REST: `DELETE /api/v1/authoring/courses/{courseId}/announcements/{announcementId}`
     */
    delete: TRPCMutationProcedure<{ meta: object; input: {
      /** Id of the course */
      courseId: string
      /** Id of the announcement */
      announcementId: string
    }; output: DeletedAnnouncement }>
  }
  flaws: {
    /**
     * Report that something is wrong with a lesson.
     *
     * Or with a question, by your attempt and its position. Reports of the same kind are one
     * case; a second one of yours replaces the first.
     *
     * Errors: LessonNotFound, NotEnrolled, LessonLocked, AttemptNotFound.
     *
     * REST: `POST /api/v1/lessons/{lessonId}/flaws`
     */
    report: TRPCMutationProcedure<{ meta: object; input: ReportFlawInput; output: FlawReport }>
    /**
     * List what you reported, newest first.
     *
     * REST: `GET /api/v1/me/flaw-reports`
     */
    mine: TRPCQueryProcedure<{ meta: object; input: {
      /** Only what is about this lesson */
      lessonId?: string | undefined
      /**
       * The maximum number of items
       *
       * Default: 20.
       */
      limit?: number | undefined
      /** Where the page starts: `nextCursor` of the previous page */
      cursor?: string | undefined
    }; output: FlawReportList }>
    /**
     * Withdraw a report of yours.
     *
     * The case goes with it if nobody else has reported it.
     *
     * Errors: FlawNotFound.
     *
     * REST: `DELETE /api/v1/me/flaw-reports/{reportId}`
     */
    withdraw: TRPCMutationProcedure<{ meta: object; input: {
      /** The report */
      reportId: string
    }; output: WithdrawnFlawReport }>
    /**
     * List what learners say is wrong, newest first.
     *
     * REST: `GET /api/v1/authoring/courses/{courseId}/flaws`
     */
    list: TRPCQueryProcedure<{ meta: object; input: {
      /** The course */
      courseId: string
      /** Only those of the lesson with this key */
      key?: string | undefined
      /** true: only open ones; false: only settled ones */
      open?: boolean | undefined
      /**
       * The maximum number of items
       *
       * Default: 20.
       */
      limit?: number | undefined
      /** Where the page starts: `nextCursor` of the previous page */
      cursor?: string | undefined
    }; output: FlawList }>
    /**
     * Show a case.
     *
     * Errors: FlawNotFound.
     *
     * REST: `GET /api/v1/authoring/courses/{courseId}/flaws/{flawId}`
     */
    get: TRPCQueryProcedure<{ meta: object; input: {
      /** The course */
      courseId: string
      /** The case */
      flawId: string
    }; output: Flaw }>
    /**
     * List what learners say about a case.
     *
     * With their answers, and without their names.
     *
     * Errors: FlawNotFound.
     *
     * REST: `GET /api/v1/authoring/courses/{courseId}/flaws/{flawId}/reports`
     */
    words: TRPCQueryProcedure<{ meta: object; input: {
      /** The course */
      courseId: string
      /** The case */
      flawId: string
      /**
       * The maximum number of items
       *
       * Default: 20.
       */
      limit?: number | undefined
      /** Where the page starts: `nextCursor` of the previous page */
      cursor?: string | undefined
    }; output: FlawWordsList }>
    /**
     * Settle a case.
     *
     * Whoever reported it is told, with your words. Publishing a version settles nothing. Who
     * reports it later opens a new case.
     *
     * Errors: FlawNotFound, FlawSettled.
     *
     * REST: `POST /api/v1/authoring/courses/{courseId}/flaws/{flawId}/settle`
     */
    settle: TRPCMutationProcedure<{ meta: object; input: SettleFlawInput; output: Flaw }>
  }
  notes: {
    /**
     * List your notes and bookmarks, newest first.
     *
     * All of them, of a course or a lesson, or those with some words in them.
     *
     * REST: `GET /api/v1/me/notes`
     */
    list: TRPCQueryProcedure<{ meta: object; input: {
      /** Only those of this course */
      courseId?: string | undefined
      /** Only those of this lesson */
      lessonId?: string | undefined
      /** Only those with this in their words, quote or lesson’s title */
      search?: string | undefined
      /** true: only bookmarks; false: only notes */
      bookmarks?: boolean | undefined
      /**
       * The maximum number of items
       *
       * Default: 20.
       */
      limit?: number | undefined
      /** Where the page starts: `nextCursor` of the previous page, with the same filters */
      cursor?: string | undefined
    }; output: NoteList }>
    /**
     * Write a note, or change it.
     *
     * At a lesson that you may read, at words of it or a second of its video. The id is one
     * that you make: sent twice it is written once. Your words stay when the lesson is gone.
     *
     * Errors: LessonNotFound, NotEnrolled, LessonLocked, NoteNotFound, TooManyNotes.
     *
     * REST: `PUT /api/v1/me/notes/{noteId}`
     */
    save: TRPCMutationProcedure<{ meta: object; input: SaveNoteInput; output: Note }>
    /**
     * Delete a note.
     *
     * Errors: NoteNotFound.
     *
     * REST: `DELETE /api/v1/me/notes/{noteId}`
     */
    delete: TRPCMutationProcedure<{ meta: object; input: {
      /** The note */
      noteId: string
    }; output: DeletedNote }>
  }
  threads: {
    /**
     * List the questions on a lesson, newest first.
     *
     * For learners who may read the lesson, where its course takes questions: `lessonQuestions`
     * of the lesson says so. Those on a quiz open once it shows you the right answers.
     *
     * Errors: LessonNotFound, NotEnrolled, LessonLocked, QuestionsClosed.
     *
     * REST: `GET /api/v1/lessons/{lessonId}/threads`
     */
    list: TRPCQueryProcedure<{ meta: object; input: {
      /** The lesson */
      lessonId: string
      /**
       * Number of questions, at most 50
       *
       * Default: 20.
       */
      limit?: number | undefined
      /** Where the page starts: `nextCursor` of the previous page */
      cursor?: string | undefined
    }; output: ThreadList }>
    /**
     * Ask something about a lesson.
     *
     * Errors: LessonNotFound, NotEnrolled, LessonLocked, QuestionsClosed.
     *
     * REST: `POST /api/v1/lessons/{lessonId}/threads`
     */
    ask: TRPCMutationProcedure<{ meta: object; input: AskInput; output: ThreadWithAnswers }>
    /**
     * Read a question on a lesson, with its answers.
     *
     * Errors: ThreadNotFound.
     *
     * REST: `GET /api/v1/threads/{threadId}`
     */
    get: TRPCQueryProcedure<{ meta: object; input: {
      /** The question */
      threadId: string
    }; output: ThreadWithAnswers }>
    /**
     * Answer a question on a lesson.
     *
     * Learners who may read the lesson answer, and teachers of whoever asked.
     *
     * Errors: ThreadNotFound, ThreadClosed.
     *
     * REST: `POST /api/v1/threads/{threadId}/answers`
     */
    answer: TRPCMutationProcedure<{ meta: object; input: AnswerInput; output: ThreadWithAnswers }>
    /**
     * Accept an answer to a question, or none.
     *
     * For whoever asked, and their teachers. One answer at most is accepted.
     *
     * Errors: ThreadNotFound, PostNotFound, Forbidden.
     *
     * REST: `PUT /api/v1/threads/{threadId}/accepted`
     */
    accept: TRPCMutationProcedure<{ meta: object; input: AcceptInput; output: ThreadWithAnswers }>
    /**
     * Report a question or an answer.
     *
     * To the teachers of whoever asked. Repeating it changes nothing.
     *
     * Errors: ThreadNotFound, PostNotFound.
     *
     * REST: `POST /api/v1/threads/{threadId}/posts/{postId}/report`
     */
    report: TRPCMutationProcedure<{ meta: object; input: ReportPostInput; output: ReportedPost }>
    /**
     * List the questions of your learners.
     *
     * A teacher of cohorts sees those of their members.
     *
     * REST: `GET /api/v1/authoring/courses/{courseId}/threads`
     */
    taught: TRPCQueryProcedure<{ meta: object; input: {
      /** The course */
      courseId: string
      /**
       * waiting: no teacher has answered, the longest waiting first; reported: with posts that
       * were reported; all: the newest first
       *
       * Default: "waiting".
       */
      which?: 'waiting' | 'reported' | 'all' | undefined
      /**
       * Number of questions, at most 50
       *
       * Default: 20.
       */
      limit?: number | undefined
      /** Where the page starts: `nextCursor` of the previous page */
      cursor?: string | undefined
    }; output: ThreadList }>
    /**
     * Hide a question or an answer, or show it again.
     *
     * Its author and teachers still see it, with the reason. Either settles what was reported.
     *
     * Errors: PostNotFound.
     *
     * REST: `PATCH /api/v1/authoring/courses/{courseId}/threads/posts/{postId}`
     */
    decide: TRPCMutationProcedure<{ meta: object; input: DecidePostInput; output: ThreadWithAnswers }>
  }
  attempts: {
    /**
     * Start an attempt at a quiz.
     *
     * Answers 200 with the attempt that is open, if there is one. What it asks, in which order,
     * stays as it is until it ends, whatever is published meanwhile.
     *
     * Errors: LessonNotFound, NotEnrolled, LessonLocked, AttemptsUsedUp, AttemptTooSoon.
     *
     * REST: `POST /api/v1/lessons/{lessonId}/attempts`
     */
    start: TRPCMutationProcedure<{ meta: object; input: StartAttemptInput; output: Attempt }>
    /**
     * List your attempts at a quiz, or what you handed in.
     *
     * Newest first, with how many are left, and when you can start the next. What you handed in
     * can be read with its id: GET /api/v1/submissions/{submissionId}.
     *
     * Errors: LessonNotFound, NotEnrolled, LessonLocked.
     *
     * REST: `GET /api/v1/lessons/{lessonId}/attempts`
     */
    list: TRPCQueryProcedure<{ meta: object; input: {
      /** The lesson */
      lessonId: string
      /**
       * The maximum number of items
       *
       * Default: 20.
       */
      limit?: number | undefined
      /** Where the page starts: `nextCursor` of the previous page */
      cursor?: string | undefined
    }; output: AttemptList }>
    /**
     * Read an attempt.
     *
     * With its questions, your answers, and what the quiz reveals by now.
     *
     * Errors: AttemptNotFound.
     *
     * REST: `GET /api/v1/attempts/{attemptId}`
     */
    get: TRPCQueryProcedure<{ meta: object; input: {
      /** The attempt */
      attemptId: string
    }; output: Attempt }>
    /**
     * Save answers of an attempt.
     *
     * As often as you like until it ends; after its deadline for 5 seconds more. Others of its
     * answers stay. The answer never says whether they are right.
     *
     * Errors: AttemptNotFound, AttemptOver, NotEnrolled.
     *
     * REST: `PATCH /api/v1/attempts/{attemptId}`
     */
    save: TRPCMutationProcedure<{ meta: object; input: SaveAnswersInput; output: SavedAnswers }>
    /**
     * Submit an attempt.
     *
     * Grades what is saved. A pass completes the lesson, and with the last lesson the course.
     * Safe to repeat: an attempt that has ended stays as it is.
     *
     * Errors: AttemptNotFound, NotEnrolled.
     *
     * REST: `POST /api/v1/attempts/{attemptId}/submit`
     */
    submit: TRPCMutationProcedure<{ meta: object; input: {
      /** The attempt */
      attemptId: string
    }; output: Attempt }>
  }
  submissions: {
    /**
     * Hand in an assignment.
     *
     * A text, files that you uploaded for the lesson, or both. A person grades it.
     *
     * Errors: LessonNotFound, NotEnrolled, LessonLocked, SubmissionWaiting, AttemptsUsedUp,
     * AssignmentClosed, UploadNotFound.
     *
     * REST: `POST /api/v1/lessons/{lessonId}/submissions`
     */
    create: TRPCMutationProcedure<{ meta: object; input: SubmitInput; output: Submission }>
    /**
     * Read what you handed in.
     *
     * With its files, and how it was graded.
     *
     * Errors: SubmissionNotFound.
     *
     * REST: `GET /api/v1/submissions/{submissionId}`
     */
    get: TRPCQueryProcedure<{ meta: object; input: {
      /** What was handed in */
      submissionId: string
    }; output: Submission }>
    /**
     * Begin to upload a file to hand in.
     *
     * Send the bytes as `part` says, read the upload again, send the next, finish it.
     *
     * Errors: LessonNotFound, NotEnrolled, LessonLocked, FileTooLarge, CourseFilesFull,
     * TooManyUploads.
     *
     * REST: `POST /api/v1/lessons/{lessonId}/uploads`
     */
    startUpload: TRPCMutationProcedure<{ meta: object; input: StartSubmissionUploadInput; output: Upload }>
    /**
     * Show how far an upload to hand in is.
     *
     * Errors: UploadNotFound.
     *
     * REST: `GET /api/v1/lessons/{lessonId}/uploads/{uploadId}`
     */
    getUpload: TRPCQueryProcedure<{ meta: object; input: {
      /** The lesson */
      lessonId: string
      /** The upload */
      uploadId: string
    }; output: Upload }>
    /**
     * Check an upload to hand in.
     *
     * From then on you can hand the file in, for a day. Twice is like once.
     *
     * Errors: UploadNotFound, UploadOutOfStep, FileMismatch, FileTooLarge.
     *
     * REST: `POST /api/v1/lessons/{lessonId}/uploads/{uploadId}/finish`
     */
    finishUpload: TRPCMutationProcedure<{ meta: object; input: {
      /** The lesson */
      lessonId: string
      /** The upload */
      uploadId: string
    }; output: Upload }>
    /**
     * Cancel an upload to hand in.
     *
     * What has arrived counts until the upload expires.
     *
     * Errors: UploadNotFound.
     *
     * REST: `DELETE /api/v1/lessons/{lessonId}/uploads/{uploadId}`
     */
    cancelUpload: TRPCMutationProcedure<{ meta: object; input: {
      /** The lesson */
      lessonId: string
      /** The upload */
      uploadId: string
    }; output: CanceledSubmissionUpload }>
    /**
     * List what waits for you to grade.
     *
     * In all courses that you grade, the oldest first; of a cohort teacher: theirs.
     *
     * REST: `GET /api/v1/me/grading`
     */
    queue: TRPCQueryProcedure<{ meta: object; input: {
      /** Only of this course */
      courseId?: string | undefined
      /** Only of the lesson with this key */
      lessonKey?: string | undefined
      /** Only of members of this cohort */
      cohortId?: string | undefined
      /**
       * The maximum number of items
       *
       * Default: 20.
       */
      limit?: number | undefined
      /** Where the page starts: `nextCursor` of the previous page, with the same filters */
      cursor?: string | undefined
    }; output: WaitingSubmissionList }>
    /**
     * List the comments that you keep for grading.
     *
     * At most 100; nobody else sees them.
     *
     * REST: `GET /api/v1/me/grading/comments`
     */
    comments: TRPCQueryProcedure<{ meta: object; input: {
      /**
       * The maximum number of items
       *
       * Default: 20.
       */
      limit?: number | undefined
      /** Where the page starts: `nextCursor` of the previous page */
      cursor?: string | undefined
    }; output: GradingCommentList }>
    /**
     * Keep a comment for grading.
     *
     * Errors: TooManyComments.
     *
     * REST: `POST /api/v1/me/grading/comments`
     */
    addComment: TRPCMutationProcedure<{ meta: object; input: AddCommentInput; output: GradingComment }>
    /**
     * Remove a comment that you keep.
     *
     * Errors: CommentNotFound.
     *
     * REST: `DELETE /api/v1/me/grading/comments/{commentId}`
     */
    removeComment: TRPCMutationProcedure<{ meta: object; input: {
      /** The comment */
      commentId: string
    }; output: RemovedComment }>
    /**
     * List what a person grades.
     *
     * What waits, the oldest first; with another `status`, what is done.
     *
     * REST: `GET /api/v1/authoring/courses/{courseId}/submissions`
     */
    list: TRPCQueryProcedure<{ meta: object; input: {
      /** The course */
      courseId: string
      /**
       * Those to list
       *
       * Default: "waiting".
       */
      status?: 'waiting' | 'graded' | 'returned' | undefined
      /** Only of the lesson with this key */
      lessonKey?: string | undefined
      /**
       * The maximum number of items
       *
       * Default: 20.
       */
      limit?: number | undefined
      /** Where the page starts: `nextCursor` of the previous page, with the same filters */
      cursor?: string | undefined
    }; output: WaitingSubmissionList }>
    /**
     * Read what a learner handed in.
     *
     * With its files, and what to look for; also an attempt at a quiz.
     *
     * Errors: NotForYourself, SubmissionNotFound.
     *
     * REST: `GET /api/v1/authoring/courses/{courseId}/submissions/{submissionId}`
     */
    getToGrade: TRPCQueryProcedure<{ meta: object; input: {
      /** The course */
      courseId: string
      /** What was handed in */
      submissionId: string
    }; output: SubmissionToGrade }>
    /**
     * Keep what a learner handed in for yourself.
     *
     * For half an hour nobody else grades it. Grading it does the same.
     *
     * Errors: NotForYourself, SubmissionNotFound, SubmissionClaimed.
     *
     * REST: `POST /api/v1/authoring/courses/{courseId}/submissions/{submissionId}/claim`
     */
    claim: TRPCMutationProcedure<{ meta: object; input: {
      /** The course */
      courseId: string
      /** What was handed in */
      submissionId: string
    }; output: SubmissionToGrade }>
    /**
     * Grade what a learner handed in.
     *
     * A pass completes the lesson, and with the last lesson the course. Grading it again adds a
     * grading, and the last one counts; a completion stays. Say in `replaces` how many you have
     * read: of two graders at once, the second is refused.
     *
     * Errors: NotForYourself, SubmissionNotFound, SubmissionClaimed, SubmissionGraded,
     * SubmissionReturned.
     *
     * REST: `POST /api/v1/authoring/courses/{courseId}/submissions/{submissionId}/grade`
     */
    grade: TRPCMutationProcedure<{ meta: object; input: GradeInput; output: SubmissionToGrade }>
    /**
     * Return an assignment for another try.
     *
     * Ungraded, as long as the lesson allows another try.
     *
     * Errors: NotForYourself, SubmissionNotFound, SubmissionClaimed, SubmissionReturned,
     * AttemptsUsedUp.
     *
     * REST: `POST /api/v1/authoring/courses/{courseId}/submissions/{submissionId}/return`
     */
    return: TRPCMutationProcedure<{ meta: object; input: ReturnInput; output: SubmissionToGrade }>
  }
  grades: {
    /**
     * Show your grades in a course.
     *
     * Lesson by lesson, with when each is due for you, and the grade of the course.
     *
     * Errors: CourseNotFound, NotEnrolled.
     *
     * REST: `GET /api/v1/courses/{courseId}/grades`
     */
    own: TRPCQueryProcedure<{ meta: object; input: {
      /** The course */
      courseId: string
      /**
       * The maximum number of items
       *
       * Default: 20.
       */
      limit?: number | undefined
      /** Where the page starts: `nextCursor` of the previous page */
      cursor?: string | undefined
    }; output: OwnGradeList }>
    /**
     * Read the gradebook of a course.
     *
     * Learners who are enrolled, and what they have at its graded lessons. A teacher of cohorts
     * sees their members.
     *
     * REST: `GET /api/v1/authoring/courses/{courseId}/gradebook`
     */
    gradebook: TRPCQueryProcedure<{ meta: object; input: {
      /** The course */
      courseId: string
      /** Only learners who came with the cohort */
      cohortId?: string | undefined
      /**
       * The first graded lesson to show, from 0: at most 50 are shown
       *
       * Default: 0.
       */
      fromLesson?: number | undefined
      /**
       * The maximum number of items
       *
       * Default: 20.
       */
      limit?: number | undefined
      /** Where the page starts: `nextCursor` of the previous page */
      cursor?: string | undefined
    }; output: Gradebook }>
    /**
     * Grade a question again.
     *
     * In all attempts that asked it, and in those that are submitted later. It gives points,
     * passes, completions and certificates, and takes none unless you say so. First try it with
     * `dryRun`: the real one does the same. A large one goes on after the answer. Nobody but an
     * administrator grades their own attempts again.
     *
     * Errors: QuestionNotFound, RegradeRunning.
     *
     * REST: `POST /api/v1/authoring/courses/{courseId}/questions/{key}/regrade`
     */
    regrade: TRPCMutationProcedure<{ meta: object; input: RegradeQuestionInput; output: Regrade }>
    /**
     * Show how far a regrade is, and what it does.
     *
     * Errors: RegradeNotFound.
     *
     * REST: `GET /api/v1/authoring/courses/{courseId}/regrades/{regradeId}`
     */
    getRegrade: TRPCQueryProcedure<{ meta: object; input: {
      /** The course */
      courseId: string
      /** The regrade */
      regradeId: string
    }; output: Regrade }>
    /**
     * List whom a regrade changes something for.
     *
     * Kept for 30 days; the gradings stay.
     *
     * Errors: RegradeNotFound.
     *
     * REST: `GET /api/v1/authoring/courses/{courseId}/regrades/{regradeId}/learners`
     */
    regraded: TRPCQueryProcedure<{ meta: object; input: {
      /** The course */
      courseId: string
      /** The regrade */
      regradeId: string
      /**
       * The maximum number of items
       *
       * Default: 20.
       */
      limit?: number | undefined
      /** Where the page starts: `nextCursor` of the previous page, with the same filters */
      cursor?: string | undefined
    }; output: RegradedList }>
    /**
     * List what some learners get that others do not.
     *
     * REST: `GET /api/v1/authoring/courses/{courseId}/accommodations`
     */
    accommodations: TRPCQueryProcedure<{ meta: object; input: {
      /** The course */
      courseId: string
      /**
       * The maximum number of items
       *
       * Default: 20.
       */
      limit?: number | undefined
      /** Where the page starts: `nextCursor` of the previous page */
      cursor?: string | undefined
    }; output: GrantedAccommodationList }>
    /**
     * Give a learner more time or attempts.
     *
     * In place of what was given before, for attempts that run as well. The learner sees it,
     * with the reason.
     *
     * Errors: NotForYourself, EnrollmentNotFound.
     *
     * REST: `PUT /api/v1/authoring/courses/{courseId}/accommodations/{userId}`
     */
    grant: TRPCMutationProcedure<{ meta: object; input: GrantAccommodationInput; output: GrantedAccommodation }>
    /**
     * Take an accommodation back.
     *
     * Attempts that run have the time of others, and two minutes to hand in at least.
     *
     * Errors: EnrollmentNotFound.
     *
     * REST: `DELETE /api/v1/authoring/courses/{courseId}/accommodations/{userId}`
     */
    revoke: TRPCMutationProcedure<{ meta: object; input: {
      /** The course */
      courseId: string
      /** The learner */
      userId: string
    }; output: RevokedAccommodation }>
    /**
     * Excuse a learner from a graded lesson, or let it count again.
     *
     * It does not count in the grade until the learner passes it. It does not complete the
     * lesson: see learners.markLesson. A certificate is replaced if its grade rises, and keeps
     * it once the lesson counts again.
     *
     * Errors: NotForYourself, EnrollmentNotFound, LessonNotFound.
     *
     * REST: `PUT /api/v1/authoring/courses/{courseId}/learners/{userId}/lessons/{key}/excuse`
     */
    excuse: TRPCMutationProcedure<{ meta: object; input: ExcuseInput; output: Excuse }>
    /**
     * Give minutes to all open attempts.
     *
     * Of the course, a quiz or a cohort, where there is a time limit. Learners see it within
     * half a minute. With `reopenMinutes` those go on as well that ended by their time, did not
     * pass, were graded by no person, showed no right answers, and were followed by no other. A
     * teacher of cohorts names one. Nobody but an administrator gives time to themselves.
     *
     * Errors: LessonNotFound, CohortNotFound, IdempotencyKeyInUse, IdempotencyKeyReused.
     *
     * REST: `POST /api/v1/authoring/courses/{courseId}/attempts/time`
     */
    giveTime: TRPCMutationProcedure<{ meta: object; input: GiveTimeInput; output: GivenTime }>
  }
  questions: {
    /**
     * Show how learners do at the questions of a quiz.
     *
     * How often right, how often chosen, and whether good learners do well at it.
     *
     * REST: `GET /api/v1/authoring/courses/{courseId}/lessons/{key}/questions`
     */
    statistics: TRPCQueryProcedure<{ meta: object; input: {
      /** The course */
      courseId: string
      /** Key of the lesson */
      key: string
      /** Only the question with this key */
      question?: string | undefined
      /**
       * The maximum number of items
       *
       * Default: 20.
       */
      limit?: number | undefined
      /** Where the page starts: `nextCursor` of the previous page, with the same filters */
      cursor?: string | undefined
    }; output: QuestionStatisticsList }>
  }
  authoring: {
    /**
     * Create a course.
     *
     * It has an empty draft, and is in no catalogue until the draft is published. You are its
     * owner, unless `ownerEmail` names a different one. With `ownerEmail` alone: Takes your
     * password, or a code from me.requestSignInCode.
     *
     * Errors: SlugTaken, UserNotFound, WrongPassword, PasswordNotSet, InvalidCode,
     * IdempotencyKeyInUse, IdempotencyKeyReused.
     *
     * REST: `POST /api/v1/authoring/courses`
     */
    create: TRPCMutationProcedure<{ meta: object; input: CreateCourseInput; output: AuthoredCourse }>
    /**
     * Duplicate a course.
     *
     * Its draft, or else its version, becomes the draft of a new course, with its files, rules
     * and certificate. You are its owner.
     *
     * Errors: CourseNotFound, SlugTaken, IdempotencyKeyInUse, IdempotencyKeyReused.
     *
     * REST: `POST /api/v1/authoring/courses/{courseId}/duplicate`
     */
    duplicate: TRPCMutationProcedure<{ meta: object; input: DuplicateCourseInput; output: AuthoredCourse }>
    /**
     * List the courses that you work on, newest first.
     *
     * Administrators get all courses.
     *
     * REST: `GET /api/v1/authoring/courses`
     */
    list: TRPCQueryProcedure<{ meta: object; input: {
      /**
       * The maximum number of items
       *
       * Default: 20.
       */
      limit?: number | undefined
      /** Where the page starts: `nextCursor` of the previous page */
      cursor?: string | undefined
    }; output: AuthoredCourseList }>
    /**
     * Show the terms of a course.
     *
     * The terms of the current version; of the draft until the first publication.
     *
     * REST: `GET /api/v1/authoring/courses/{courseId}`
     */
    get: TRPCQueryProcedure<{ meta: object; input: {
      /** Id of the course */
      courseId: string
    }; output: AuthoredCourse }>
    /**
     * Change the terms of a course, archive it, bring it back.
     *
     * Fields that you leave out stay; null removes license, source, certificate design, or a
     * field of it. What a published course says about itself becomes a new version at once,
     * without a review, and with the same lessons: for learners nothing changes. The
     * certificate design counts for certificates issued from then on. Purchases that are not
     * paid yet keep their price. The slug, all that the course says about itself, and the
     * design belong to the folder of a course that has one.
     *
     * Errors: SlugTaken, ManagedElsewhere.
     *
     * REST: `PATCH /api/v1/authoring/courses/{courseId}`
     */
    update: TRPCMutationProcedure<{ meta: object; input: UpdateCourseInput; output: AuthoredCourse }>
    /**
     * Delete a course that was never published.
     *
     * Its draft, files, members and history go with it, and its slug is free again. Send the
     * revision of the draft: nothing goes that you have not seen. A published course has
     * learners: archive it instead.
     *
     * Errors: CoursePublished.
     *
     * REST: `DELETE /api/v1/authoring/courses/{courseId}`
     */
    delete: TRPCMutationProcedure<{ meta: object; input: {
      /** Id of the course */
      courseId: string
      /** The revision that you read, and change */
      revision: number
    }; output: DeletedCourse }>
    /**
     * Draw a certificate of a course.
     *
     * With the title and the terms of the draft, for a learner who does not exist and with a
     * code that no certificate has. Nothing of it is stored.
     *
     * Errors: DraftNotFound.
     *
     * REST: `POST /api/v1/authoring/courses/{courseId}/certificate-preview`
     */
    certificatePreview: TRPCMutationProcedure<{ meta: object; input: PreviewCertificateInput; output: CertificatePicture }>
    /**
     * List what was done to a course, newest first.
     *
     * REST: `GET /api/v1/authoring/courses/{courseId}/history`
     */
    history: TRPCQueryProcedure<{ meta: object; input: {
      /** Id of the course */
      courseId: string
      /**
       * The maximum number of items
       *
       * Default: 20.
       */
      limit?: number | undefined
      /** Where the page starts: `nextCursor` of the previous page */
      cursor?: string | undefined
    }; output: HistoryList }>
  }
  drafts: {
    /**
     * Read a draft.
     *
     * Sections and lessons in order, without texts. Until somebody writes, it is the current
     * version.
     *
     * Errors: DraftNotFound.
     *
     * REST: `GET /api/v1/authoring/courses/{courseId}/draft`
     */
    get: TRPCQueryProcedure<{ meta: object; input: {
      /** The course */
      courseId: string
    }; output: Draft }>
    /**
     * Reorder a draft.
     *
     * Replaces sections and order of the draft as a whole. The sections together hold each
     * lesson of the draft once. The first change after a publication opens a draft.
     *
     * Errors: ManagedElsewhere.
     *
     * REST: `PUT /api/v1/authoring/courses/{courseId}/draft`
     */
    replaceOutline: TRPCMutationProcedure<{ meta: object; input: ReplaceOutlineInput; output: DraftWritten }>
    /**
     * Add a lesson to a draft.
     *
     * Send the revision of the draft. The lesson comes last in its section.
     *
     * Errors: ManagedElsewhere, LessonKeyTaken.
     *
     * REST: `POST /api/v1/authoring/courses/{courseId}/draft/lessons`
     */
    createLesson: TRPCMutationProcedure<{ meta: object; input: CreateLessonInput; output: SavedDraftLesson }>
    /**
     * Read a lesson of a draft.
     *
     * With its text as authors write it.
     *
     * Errors: LessonNotFound.
     *
     * REST: `GET /api/v1/authoring/courses/{courseId}/draft/lessons/{key}`
     */
    getLesson: TRPCQueryProcedure<{ meta: object; input: {
      /** The course */
      courseId: string
      /** Key of the lesson */
      key: string
    }; output: DraftLesson }>
    /**
     * List the problems of a draft.
     *
     * Errors prevent publishing: a draft may be incomplete, a version may not. `drafts.impact`
     * also knows what depends on the published version.
     *
     * Errors: DraftNotFound.
     *
     * REST: `GET /api/v1/authoring/courses/{courseId}/draft/problems`
     */
    problems: TRPCQueryProcedure<{ meta: object; input: {
      /** The course */
      courseId: string
      /** Key of the lesson; all of the draft without it */
      key?: string | undefined
    }; output: DraftProblems }>
    /**
     * Change a lesson of a draft.
     *
     * Send the revision of the lesson: changes of other lessons do not matter. Fields that are
     * absent stay as they are.
     *
     * Errors: LessonNotFound, ManagedElsewhere, LessonKeyTaken.
     *
     * REST: `PATCH /api/v1/authoring/courses/{courseId}/draft/lessons/{key}`
     */
    updateLesson: TRPCMutationProcedure<{ meta: object; input: UpdateLessonInput; output: SavedDraftLesson }>
    /**
     * Duplicate a lesson of a draft.
     *
     * Send the revision of the draft. The copy comes right behind the lesson; its questions get
     * keys of their own.
     *
     * Errors: LessonNotFound, ManagedElsewhere, LessonKeyTaken.
     *
     * REST: `POST /api/v1/authoring/courses/{courseId}/draft/lessons/{key}/duplicate`
     */
    duplicateLesson: TRPCMutationProcedure<{ meta: object; input: DuplicateLessonInput; output: SavedDraftLesson }>
    /**
     * Read a file of questions.
     *
     * In GIFT or Aiken. Stores nothing: put them into a quiz.
     *
     * REST: `POST /api/v1/authoring/courses/{courseId}/draft/read-questions`
     */
    readQuestions: TRPCMutationProcedure<{ meta: object; input: ReadQuestionsInput; output: QuestionsRead }>
    /**
     * Delete a lesson of a draft.
     *
     * Send the revision of the lesson. Published versions keep it. The answer has the revision
     * of the draft.
     *
     * Errors: LessonNotFound, ManagedElsewhere.
     *
     * REST: `DELETE /api/v1/authoring/courses/{courseId}/draft/lessons/{key}`
     */
    deleteLesson: TRPCMutationProcedure<{ meta: object; input: {
      /** The course */
      courseId: string
      /** Key of the lesson */
      key: string
      /** The revision that you read, and change */
      revision: number
    }; output: DraftWritten }>
    /**
     * Discard a draft.
     *
     * Everything written since the last publication is lost. A course that was never published
     * keeps an empty draft.
     *
     * Errors: DraftNotFound.
     *
     * REST: `POST /api/v1/authoring/courses/{courseId}/draft/discard`
     */
    discard: TRPCMutationProcedure<{ meta: object; input: {
      /** The course */
      courseId: string
      /** The revision that you read, and change */
      revision: number
    }; output: DraftWritten }>
    /**
     * Request a review of a draft.
     *
     * Mails the owners and reviewers who did not write in the draft. A change of the draft
     * voids the request.
     *
     * Errors: DraftNotFound.
     *
     * REST: `POST /api/v1/authoring/courses/{courseId}/draft/request-review`
     */
    requestReview: TRPCMutationProcedure<{ meta: object; input: {
      /** The course */
      courseId: string
      /** The revision that you read, and change */
      revision: number
    }; output: DraftWritten }>
    /**
     * Approve a draft.
     *
     * Approves exactly this revision, whose review was requested. Nobody approves a draft that
     * they wrote in. The answer has the revision to publish.
     *
     * Errors: DraftNotFound, OwnDraft, NothingToReview.
     *
     * REST: `POST /api/v1/authoring/courses/{courseId}/draft/approve`
     */
    approve: TRPCMutationProcedure<{ meta: object; input: {
      /** The course */
      courseId: string
      /** The revision that you read, and change */
      revision: number
    }; output: DraftWritten }>
    /**
     * Preview a lesson of a draft.
     *
     * As learners will read it, once it is published.
     *
     * Errors: LessonNotFound.
     *
     * REST: `GET /api/v1/authoring/courses/{courseId}/draft/preview/lessons/{key}`
     */
    previewLesson: TRPCQueryProcedure<{ meta: object; input: {
      /** The course */
      courseId: string
      /** Key of the lesson */
      key: string
    }; output: LessonPreview }>
    /**
     * Try the quiz of a draft.
     *
     * Counts for nothing, and nothing of it is stored. Shows what is right.
     *
     * Errors: LessonNotFound.
     *
     * REST: `POST /api/v1/authoring/courses/{courseId}/draft/preview/lessons/{key}/attempt`
     */
    previewAttempt: TRPCMutationProcedure<{ meta: object; input: PreviewAttemptInput; output: PreviewedAttempt }>
    /**
     * Show whom a draft hits.
     *
     * The changes that publishing makes, and the effect on the learners of all versions if they
     * are moved to it. Publishing alone moves nobody, except for a minor correction that is
     * published for everyone. Changes nothing. Where there is too much to count for one
     * request, it is counted in the background: ask again.
     *
     * Errors: CourseNotFound, DraftNotFound, ImpactNotCounted.
     *
     * REST: `GET /api/v1/authoring/courses/{courseId}/draft/impact`
     */
    impact: TRPCQueryProcedure<{ meta: object; input: {
      /** The course */
      courseId: string
    }; output: DraftImpact }>
    /**
     * Compare a lesson of a draft with the published one.
     *
     * With that of the version which the draft changes: each fact that changed, the text word
     * by word and as a patch; of a lesson that is new, or removed, all of it. `drafts.impact`
     * has the facts of all lessons.
     *
     * Errors: DraftNotFound, LessonNotFound.
     *
     * REST: `GET /api/v1/authoring/courses/{courseId}/draft/lessons/{key}/diff`
     */
    diffLesson: TRPCQueryProcedure<{ meta: object; input: {
      /** The course */
      courseId: string
      /** Key of the lesson */
      key: string
    }; output: LessonDiff }>
    /**
     * Publish a draft.
     *
     * Publishes exactly the revision whose impact you looked at, as the version after exactly
     * the one you compared it with. Enrolled learners keep the version they have, unless this
     * is a minor correction for everyone. A draft that changes nothing is closed, and nothing
     * is published.
     *
     * Errors: DraftNotFound, DraftChanged, VersionChanged, DraftHasProblems, ConsentMissing,
     * ReviewRequired, MoveInProgress, IdempotencyKeyInUse, IdempotencyKeyReused.
     *
     * REST: `POST /api/v1/authoring/courses/{courseId}/draft/publish`
     */
    publish: TRPCMutationProcedure<{ meta: object; input: PublishInput; output: Publication }>
    /**
     * List what is asked about a draft, newest first.
     *
     * With the answers. What was settled stays on record.
     *
     * REST: `GET /api/v1/authoring/courses/{courseId}/draft/comments`
     */
    comments: TRPCQueryProcedure<{ meta: object; input: {
      /** The course */
      courseId: string
      /** Only those about this lesson */
      key?: string | undefined
      /** true: only open ones; false: only settled ones */
      open?: boolean | undefined
      /**
       * The maximum number of items
       *
       * Default: 20.
       */
      limit?: number | undefined
      /** Where the page starts: `nextCursor` of the previous page */
      cursor?: string | undefined
    }; output: DraftCommentList }>
    /**
     * Ask something about a draft, or answer.
     *
     * About a lesson, one of its fields, some of its words, or the whole course.
     *
     * Errors: LessonNotFound, CommentNotFound.
     *
     * REST: `POST /api/v1/authoring/courses/{courseId}/draft/comments`
     */
    comment: TRPCMutationProcedure<{ meta: object; input: DraftCommentInput; output: WrittenComment }>
    /**
     * Settle a comment on a draft, or open it again.
     *
     * Errors: CommentNotFound.
     *
     * REST: `PATCH /api/v1/authoring/courses/{courseId}/draft/comments/{commentId}`
     */
    updateComment: TRPCMutationProcedure<{ meta: object; input: UpdateCommentInput; output: WrittenComment }>
    /**
     * Send a draft back.
     *
     * Ends the review of exactly this revision without approving it, and mails whoever asked
     * for it. The answer has the revision of the draft.
     *
     * Errors: DraftNotFound, NothingToReview.
     *
     * REST: `POST /api/v1/authoring/courses/{courseId}/draft/request-changes`
     */
    requestChanges: TRPCMutationProcedure<{ meta: object; input: RequestChangesInput; output: DraftWritten }>
  }
  files: {
    /**
     * List the files of a course.
     *
     * Pictures, videos and files as its draft sees them, in the order of paths; with `withUses`
     * also where the draft names each.
     *
     * REST: `GET /api/v1/authoring/courses/{courseId}/files`
     */
    list: TRPCQueryProcedure<{ meta: object; input: {
      /** The course */
      courseId: string
      /** Only files whose path holds this, in whatever case */
      q?: string | undefined
      /** Only files whose media type begins with this */
      kind?: 'image' | 'video' | 'audio' | 'text' | 'application' | undefined
      /**
       * true says where the draft names each file; false spares reading its texts
       *
       * Default: false.
       */
      withUses?: boolean | undefined
      /**
       * The maximum number of items
       *
       * Default: 20.
       */
      limit?: number | undefined
      /** Where the page starts: `nextCursor` of the previous page */
      cursor?: string | undefined
    }; output: ListedFileList }>
    /**
     * Give a file of a course another path.
     *
     * Texts, videos, questions and the cover of the draft name it by its new path at once; the
     * answer says where. Versions keep the path that they show. The draft changes, whichever
     * revision it has, and so does the revision of each lesson that names the file.
     *
     * Errors: FileNotFound, ManagedElsewhere.
     *
     * REST: `PATCH /api/v1/authoring/courses/{courseId}/files`
     */
    rename: TRPCMutationProcedure<{ meta: object; input: RenameFileInput; output: RenamedFile }>
    /**
     * Remove a file from a course.
     *
     * From the draft: versions that show it keep it. The draft changes, whichever revision it
     * has.
     *
     * Errors: FileNotFound, ManagedElsewhere.
     *
     * REST: `DELETE /api/v1/authoring/courses/{courseId}/files`
     */
    remove: TRPCMutationProcedure<{ meta: object; input: RemoveFileInput; output: RemovedFile }>
  }
  uploads: {
    /**
     * Begin to upload a file of a course.
     *
     * Send the bytes as `part` says, read the upload again, send the next, and finish it.
     * Content that the course has already is not sent again: so a file gets another path, too.
     *
     * Errors: ManagedElsewhere, FileTooLarge, CourseFilesFull, TooManyUploads.
     *
     * REST: `POST /api/v1/authoring/courses/{courseId}/uploads`
     */
    start: TRPCMutationProcedure<{ meta: object; input: StartUploadInput; output: Upload }>
    /**
     * Show how far an upload is, and where the next bytes go.
     *
     * Also to go on with one that was interrupted.
     *
     * Errors: UploadNotFound.
     *
     * REST: `GET /api/v1/authoring/courses/{courseId}/uploads/{uploadId}`
     */
    get: TRPCQueryProcedure<{ meta: object; input: {
      /** The course */
      courseId: string
      /** The upload */
      uploadId: string
    }; output: Upload }>
    /**
     * Check an upload, and put its file into the course.
     *
     * Its size and SHA-256 must be those that were announced. The draft changes, whichever
     * revision it has: a file never overwrites a text, and of two files for the same path the
     * last one stays. Finishing twice is like finishing once.
     *
     * Errors: UploadNotFound, UploadOutOfStep, FileMismatch, FileTooLarge, CourseFilesFull,
     * ManagedElsewhere.
     *
     * REST: `POST /api/v1/authoring/courses/{courseId}/uploads/{uploadId}/finish`
     */
    finish: TRPCMutationProcedure<{ meta: object; input: {
      /** The course */
      courseId: string
      /** The upload */
      uploadId: string
    }; output: UploadedFile }>
    /**
     * Cancel an upload.
     *
     * Errors: UploadNotFound.
     *
     * REST: `DELETE /api/v1/authoring/courses/{courseId}/uploads/{uploadId}`
     */
    cancel: TRPCMutationProcedure<{ meta: object; input: {
      /** The course */
      courseId: string
      /** The upload */
      uploadId: string
    }; output: CanceledUpload }>
  }
  members: {
    /**
     * List who works on a course.
     *
     * REST: `GET /api/v1/authoring/courses/{courseId}/members`
     */
    list: TRPCQueryProcedure<{ meta: object; input: {
      /** Id of the course */
      courseId: string
      /**
       * The maximum number of items
       *
       * Default: 20.
       */
      limit?: number | undefined
      /** Where the page starts: `nextCursor` of the previous page */
      cursor?: string | undefined
    }; output: MemberList }>
    /**
     * Add a member, or change the role of one.
     *
     * The user gets a mail. Takes your password, or a code from me.requestSignInCode.
     *
     * Errors: UserNotFound, CohortNotFound, LastOwner, WrongPassword, PasswordNotSet,
     * InvalidCode.
     *
     * REST: `POST /api/v1/authoring/courses/{courseId}/members`
     */
    add: TRPCMutationProcedure<{ meta: object; input: AddMemberInput; output: Member }>
    /**
     * Remove a member, or leave the course.
     *
     * Owners and administrators remove anyone; every member may leave.
     *
     * Errors: MemberNotFound, LastOwner.
     *
     * REST: `DELETE /api/v1/authoring/courses/{courseId}/members/{userId}`
     */
    remove: TRPCMutationProcedure<{ meta: object; input: {
      /** Id of the course */
      courseId: string
      /** Id of the member */
      userId: string
    }; output: RemovedMember }>
  }
  consents: {
    /**
     * List the programs that have your course, or may have it.
     *
     * REST: `GET /api/v1/authoring/courses/{courseId}/programs`
     */
    list: TRPCQueryProcedure<{ meta: object; input: {
      /** The course */
      courseId: string
      /**
       * The maximum number of items
       *
       * Default: 20.
       */
      limit?: number | undefined
      /** Where the page starts: `nextCursor` of the previous page */
      cursor?: string | undefined
    }; output: ConsentList }>
    /**
     * Let a program of somebody else have your course, or withdraw that.
     *
     * Who takes the program gets the course with it. Withdrawn, the next version of the program
     * has to go without the course; what is published stays, and nobody loses access.
     *
     * REST: `PUT /api/v1/authoring/courses/{courseId}/programs/{programId}`
     */
    decide: TRPCMutationProcedure<{ meta: object; input: DecideConsentInput; output: Consent }>
  }
  versions: {
    /**
     * List the versions of a course, newest first.
     *
     * Each with its number of lessons, and of the learners who take it now.
     *
     * REST: `GET /api/v1/authoring/courses/{courseId}/versions`
     */
    list: TRPCQueryProcedure<{ meta: object; input: {
      /** The course */
      courseId: string
      /**
       * The maximum number of items
       *
       * Default: 20.
       */
      limit?: number | undefined
      /** Where the page starts: `nextCursor` of the previous page */
      cursor?: string | undefined
    }; output: VersionList }>
    /**
     * Show a version of a course.
     *
     * Its catalogue data, and its lessons without their texts.
     *
     * Errors: VersionNotFound.
     *
     * REST: `GET /api/v1/authoring/courses/{courseId}/versions/{number}`
     */
    get: TRPCQueryProcedure<{ meta: object; input: {
      /** The course */
      courseId: string
      /** The number of the version */
      number: number
    }; output: VersionContent }>
    /**
     * Read a lesson of a version.
     *
     * As its learners read it; of a quiz what passes it, not what it asks.
     *
     * Errors: VersionNotFound, LessonNotFound.
     *
     * REST: `GET /api/v1/authoring/courses/{courseId}/versions/{number}/lessons/{key}`
     */
    getLesson: TRPCQueryProcedure<{ meta: object; input: {
      /** The course */
      courseId: string
      /** Key of the lesson */
      key: string
      /** The number of the version */
      number: number
    }; output: LessonPreview }>
    /**
     * Compare two versions of a course.
     *
     * Each fact that changed. Name a lesson to compare its text as well, word by word.
     *
     * Errors: VersionNotFound, LessonNotFound.
     *
     * REST: `GET /api/v1/authoring/courses/{courseId}/versions/{from}/diff/{to}`
     */
    diff: TRPCQueryProcedure<{ meta: object; input: {
      /** The course */
      courseId: string
      /** The version before */
      from: number
      /** The version after */
      to: number
      /** Key of a lesson, in either version, to be compared with its text too */
      lesson?: string | undefined
    }; output: VersionDiff }>
    /**
     * Make a draft of an old version.
     *
     * Nothing changes for learners: look at the impact of the draft, and publish it. Send the
     * revision of the draft, also where none is open.
     *
     * Errors: VersionNotFound, ManagedElsewhere, DraftOpen.
     *
     * REST: `POST /api/v1/authoring/courses/{courseId}/versions/{number}/restore`
     */
    restore: TRPCMutationProcedure<{ meta: object; input: RestoreVersionInput; output: RestoredDraft }>
  }
  moves: {
    /**
     * Move learners to a version.
     *
     * Learners stay on the version that they enrolled in until they are moved. They keep what
     * they have done, by the keys of lessons and their former keys; a completed course stays
     * completed. They are moved in the background, one after the other: `moves.get` shows how
     * far that is. With `dryRun` nothing changes, and the answer, with status 200, says who
     * would be hit. Teachers and keys move `chosen` learners only.
     *
     * Errors: NotForYourself, VersionNotFound, MoveInProgress, ImpactNotCounted.
     *
     * REST: `POST /api/v1/authoring/courses/{courseId}/moves`
     */
    create: TRPCMutationProcedure<{ meta: object; input: CreateMoveInput; output: CreatedMove }>
    /**
     * Show how far a move of learners is.
     *
     * Errors: MoveNotFound.
     *
     * REST: `GET /api/v1/authoring/courses/{courseId}/moves/{moveId}`
     */
    get: TRPCQueryProcedure<{ meta: object; input: {
      /** The course */
      courseId: string
      /** The move */
      moveId: string
    }; output: Move }>
    /**
     * List the moves of learners, newest first.
     *
     * REST: `GET /api/v1/authoring/courses/{courseId}/moves`
     */
    list: TRPCQueryProcedure<{ meta: object; input: {
      /** The course */
      courseId: string
      /**
       * The maximum number of items
       *
       * Default: 20.
       */
      limit?: number | undefined
      /** Where the page starts: `nextCursor` of the previous page */
      cursor?: string | undefined
    }; output: MoveList }>
  }
  sources: {
    /**
     * Show the git repository of a course.
     *
     * With how the last sync of it ended, and every mistake that it found.
     *
     * Errors: SourceNotFound.
     *
     * REST: `GET /api/v1/authoring/courses/{courseId}/source`
     */
    get: TRPCQueryProcedure<{ meta: object; input: {
      /** Id of the course */
      courseId: string
    }; output: CourseSource }>
    /**
     * Take a course from a git repository.
     *
     * Replaces the settings as a whole, and syncs the repository. From then on its content is
     * written there alone. `hookSecret` is in the answer when it is new: give it, with
     * `hookUrl`, to GitHub or GitLab as a webhook for pushes. Takes your password, or a code
     * from me.requestSignInCode.
     *
     * Errors: ManagedElsewhere, WrongPassword, PasswordNotSet, InvalidCode.
     *
     * REST: `PUT /api/v1/authoring/courses/{courseId}/source`
     */
    set: TRPCMutationProcedure<{ meta: object; input: SetSourceInput; output: CourseSource }>
    /**
     * Sync the git repository of a course now.
     *
     * Answers at once; read the source again to see what came of it. A sync that waits already
     * does for both, and a course is synced every ten seconds at most.
     *
     * Errors: SourceNotFound.
     *
     * REST: `POST /api/v1/authoring/courses/{courseId}/source/sync`
     */
    sync: TRPCMutationProcedure<{ meta: object; input: {
      /** Id of the course */
      courseId: string
    }; output: CourseSource }>
    /**
     * See what a sync would bring.
     *
     * Reads the newest commit and writes nothing; mistakes in the repository are `issues`.
     *
     * Errors: SourceNotFound.
     *
     * REST: `POST /api/v1/authoring/courses/{courseId}/source/preview`
     */
    preview: TRPCMutationProcedure<{ meta: object; input: {
      /** Id of the course */
      courseId: string
    }; output: SourcePreview }>
    /**
     * Give up the git repository of a course.
     *
     * The content stays as it is. To write it over HTTP, set `managedBy` of the course.
     *
     * Errors: SourceNotFound.
     *
     * REST: `DELETE /api/v1/authoring/courses/{courseId}/source`
     */
    remove: TRPCMutationProcedure<{ meta: object; input: {
      /** Id of the course */
      courseId: string
    }; output: RemovedSource }>
  }
  events: {
    /**
     * Read what happened, from the event after the last one that you have.
     *
     * Every event has a number, given in the order of the commits: if you go on with `after`,
     * you miss none and get none twice. Events are kept for 90 days.
     *
     * Errors: EventsForgotten.
     *
     * REST: `GET /api/v1/events`
     */
    list: TRPCQueryProcedure<{ meta: object; input: {
      /**
       * Number of the last event that you have: `after` of the previous page. Without it, the
       * page begins with the oldest event that is kept
       */
      after?: number | undefined
      /** Only events of these types, separated by commas in a URL; default: all */
      types?: Array<'user.registered' | 'user.verified' | 'user.suspended' | 'user.reinstated' | 'user.erased' | 'enrollment.started' | 'enrollment.ended' | 'enrollment.moved' | 'attempt.submitted' | 'submission.received' | 'submission.graded' | 'lesson.passed' | 'lesson.completed' | 'course.completed' | 'program.completed' | 'transaction.paid' | 'transaction.fulfilled' | 'transaction.refunded' | 'transaction.disputed' | 'certificate.issued' | 'certificate.reissued' | 'certificate.revoked' | 'certificate.reinstated' | 'certificate.expired' | 'course.published'> | undefined
      /**
       * The maximum number of items
       *
       * Default: 100.
       */
      limit?: number | undefined
    }; output: EventList }>
  }
  work: {
    /**
     * List what waits for you.
     *
     * What your roles in courses and in administration give you to do, counted: submissions,
     * reviews, learners who stopped, failures, disputes. A learner has none.
     *
     * REST: `GET /api/v1/work`
     */
    list: TRPCQueryProcedure<{ meta: object; input: Record<string, never> | undefined; output: WorkList }>
  }
  admin: {
    apiKeys: {
      /**
       * List API keys.
       *
       * Keys that ended are listed for 90 days.
       *
       * REST: `GET /api/v1/admin/api-keys`
       */
      list: TRPCQueryProcedure<{ meta: object; input: {
        /** Only keys with this status */
        status?: 'active' | 'blocked' | 'expired' | 'revoked' | undefined
        /**
         * The maximum number of items
         *
         * Default: 20.
         */
        limit?: number | undefined
        /** Where the page starts: `nextCursor` of the previous page */
        cursor?: string | undefined
      }; output: ApiKeyList }>
      /**
       * Get an API key, without its secret.
       *
       * Errors: ApiKeyNotFound.
       *
       * REST: `GET /api/v1/admin/api-keys/{apiKeyId}`
       */
      get: TRPCQueryProcedure<{ meta: object; input: {
        /** Id of the key */
        apiKeyId: string
      }; output: ApiKey }>
      /**
       * Create an API key.
       *
       * It acts for you, within its scopes, and ends with your role. The key is shown this once.
       * Takes your password, or a code from me.requestSignInCode.
       *
       * Errors: CourseNotFound, TooManyApiKeys, WrongPassword, PasswordNotSet, InvalidCode.
       *
       * REST: `POST /api/v1/admin/api-keys`
       */
      create: TRPCMutationProcedure<{ meta: object; input: CreateApiKeyInput; output: NewApiKey }>
      /**
       * Give a key a new secret; the one before works for a while.
       *
       * Deploy the new key while both work. The key keeps its id, scopes and expiry, and from
       * then on acts for you. Takes your password, or a code from me.requestSignInCode.
       *
       * Errors: ApiKeyNotFound, ApiKeyEnded, WrongPassword, PasswordNotSet, InvalidCode.
       *
       * REST: `POST /api/v1/admin/api-keys/{apiKeyId}/rotate`
       */
      rotate: TRPCMutationProcedure<{ meta: object; input: RotateApiKeyInput; output: NewApiKey }>
      /**
       * Revoke a key.
       *
       * It is refused from the next request on, with all its secrets.
       *
       * Errors: ApiKeyNotFound.
       *
       * REST: `DELETE /api/v1/admin/api-keys/{apiKeyId}`
       */
      revoke: TRPCMutationProcedure<{ meta: object; input: {
        /** Id of the key */
        apiKeyId: string
      }; output: ApiKey }>
    }
    setup: {
      /**
       * List the steps of the first day of a school.
       *
       * What a new school does first, with what is done.
       *
       * REST: `GET /api/v1/admin/setup`
       */
      steps: TRPCQueryProcedure<{ meta: object; input: Record<string, never> | undefined; output: SetupStepList }>
    }
    users: {
      /**
       * List and search accounts.
       *
       * Filters can be combined. `from` and `to` are about the registration: both are inclusive,
       * and a day is one of `timeZone`, as it is in `lastSeenSince` and `lastSeenBefore`. A page
       * may hold fewer items than its limit, even none, where what you look for is rare: go on
       * while `nextCursor` is not null.
       *
       * REST: `GET /api/v1/admin/users`
       */
      list: TRPCQueryProcedure<{ meta: object; input: {
        /**
         * Words that are all in the email or name, whole or in part, in upper or lower case. A word
         * of one or two characters is the beginning of a name
         */
        q?: string | undefined
        /** Only this role */
        role?: 'learner' | 'admin' | 'support' | 'finance' | undefined
        /** Only those whose email is verified, or is not */
        verified?: boolean | undefined
        /** Only those that are suspended, or are not */
        suspended?: boolean | undefined
        /** Only those last seen on this day or later, or at this instant or later */
        lastSeenSince?: string | undefined
        /** Only those last seen before this day or instant, or never */
        lastSeenBefore?: string | undefined
        /**
         * By registration, the newest or the oldest first, or by when they were last seen, the
         * latest first
         *
         * Default: "newest".
         */
        sort?: 'newest' | 'oldest' | 'last-seen' | undefined
        /**
         * The maximum number of items
         *
         * Default: 20.
         */
        limit?: number | undefined
        /** Where the page starts: `nextCursor` of the previous page, with the same filters */
        cursor?: string | undefined
        /** From this day or instant on, inclusive */
        from?: string | undefined
        /** Up to this day or instant, inclusive: a day counts to its end */
        to?: string | undefined
        /** Where the days begin and end (IANA). Default: in the time zone of the school */
        timeZone?: string | undefined
      }; output: UserList }>
      /**
       * Get an account.
       *
       * Errors: UserNotFound.
       *
       * REST: `GET /api/v1/admin/users/{userId}`
       */
      get: TRPCQueryProcedure<{ meta: object; input: {
        /** Id of the user */
        userId: string
      }; output: UserDetails }>
      /**
       * List the enrollments of an account.
       *
       * Errors: UserNotFound.
       *
       * REST: `GET /api/v1/admin/users/{userId}/enrollments`
       */
      enrollments: TRPCQueryProcedure<{ meta: object; input: {
        /** Id of the user */
        userId: string
        /**
         * The maximum number of items
         *
         * Default: 20.
         */
        limit?: number | undefined
        /** Where the page starts: `nextCursor` of the previous page, with the same filters */
        cursor?: string | undefined
      }; output: AdminEnrollmentList }>
      /**
       * List the purchases of an account.
       *
       * The audit trail of the account records that you read them.
       *
       * Errors: UserNotFound.
       *
       * REST: `GET /api/v1/admin/users/{userId}/purchases`
       */
      purchases: TRPCQueryProcedure<{ meta: object; input: {
        /** Id of the user */
        userId: string
        /**
         * The maximum number of items
         *
         * Default: 20.
         */
        limit?: number | undefined
        /** Where the page starts: `nextCursor` of the previous page, with the same filters */
        cursor?: string | undefined
      }; output: AdminTransactionList }>
      /**
       * List the certificates of an account.
       *
       * Errors: UserNotFound.
       *
       * REST: `GET /api/v1/admin/users/{userId}/certificates`
       */
      certificates: TRPCQueryProcedure<{ meta: object; input: {
        /** Id of the user */
        userId: string
        /**
         * The maximum number of items
         *
         * Default: 20.
         */
        limit?: number | undefined
        /** Where the page starts: `nextCursor` of the previous page */
        cursor?: string | undefined
      }; output: AdminCertificateList }>
      /**
       * List the sessions of an account.
       *
       * Errors: UserNotFound.
       *
       * REST: `GET /api/v1/admin/users/{userId}/sessions`
       */
      sessions: TRPCQueryProcedure<{ meta: object; input: {
        /** Id of the user */
        userId: string
        /**
         * The maximum number of items
         *
         * Default: 20.
         */
        limit?: number | undefined
        /** Where the page starts: `nextCursor` of the previous page */
        cursor?: string | undefined
      }; output: UserSessionList }>
      /**
       * List the mails to an account of the last 30 days, newest first.
       *
       * Whether each left, as a mail server took it: never its text, nor a code. A mail is listed
       * from its first try on.
       *
       * Errors: UserNotFound.
       *
       * REST: `GET /api/v1/admin/users/{userId}/mails`
       */
      mails: TRPCQueryProcedure<{ meta: object; input: {
        /** Id of the user */
        userId: string
        /**
         * The maximum number of items
         *
         * Default: 20.
         */
        limit?: number | undefined
        /** Where the page starts: `nextCursor` of the previous page */
        cursor?: string | undefined
      }; output: SentMailList }>
      /**
       * List the recorded events about an account.
       *
       * Also those that name only its email, from when the account got this email. Events are
       * kept for a year.
       *
       * Errors: UserNotFound.
       *
       * REST: `GET /api/v1/admin/users/{userId}/audit`
       */
      audit: TRPCQueryProcedure<{ meta: object; input: {
        /** Id of the user */
        userId: string
        /**
         * The maximum number of items
         *
         * Default: 20.
         */
        limit?: number | undefined
        /** Where the page starts: `nextCursor` of the previous page */
        cursor?: string | undefined
      }; output: AuditEntryList }>
      /**
       * Create an account for somebody.
       *
       * They get a mail with a link that lasts seven days, and set a password there; without
       * `ACCOUNT_PAGE_URL`, with a code. An account that nobody verifies is deleted after 14
       * days.
       *
       * Errors: DuplicateEmail.
       *
       * REST: `POST /api/v1/admin/users`
       */
      create: TRPCMutationProcedure<{ meta: object; input: CreateUserInput; output: UserDetails }>
      /**
       * Change the name of an account.
       *
       * Issued certificates keep the old name, but one that was guessed. What was not issued,
       * because no font can print the old name, is issued.
       *
       * Errors: UserNotFound.
       *
       * REST: `PATCH /api/v1/admin/users/{userId}`
       */
      rename: TRPCMutationProcedure<{ meta: object; input: RenameUserInput; output: UserDetails }>
      /**
       * Change the role of an account.
       *
       * Takes effect with the next request, and ends the sessions of the account. The last
       * administrator that can sign in keeps the role. Takes your password, or a code from
       * me.requestSignInCode.
       *
       * Errors: UserNotFound, LastAdmin, WrongPassword, PasswordNotSet, InvalidCode.
       *
       * REST: `PUT /api/v1/admin/users/{userId}/role`
       */
      setRole: TRPCMutationProcedure<{ meta: object; input: SetRoleInput; output: UserDetails }>
      /**
       * Remove the second factors of an account that lost them.
       *
       * Make sure who asks: the password alone signs in then. Ends the sessions of the account,
       * which is mailed. Nobody removes their own here. Takes your password, or a code from
       * me.requestSignInCode.
       *
       * Errors: UserNotFound, WrongPassword, PasswordNotSet, InvalidCode.
       *
       * REST: `POST /api/v1/admin/users/{userId}/second-factors/remove`
       */
      removeSecondFactors: TRPCMutationProcedure<{ meta: object; input: RemoveSecondFactorsInput; output: UserDetails }>
      /**
       * Verify the email of an account by hand.
       *
       * Make sure that the mailbox is theirs: whoever knows the password of the account signs in
       * then, and what waited for the email is open. Nobody verifies their own here, and the
       * accounts of staff need the permission `roles:write`. Takes your password, or a code from
       * me.requestSignInCode.
       *
       * Errors: UserNotFound, WrongPassword, PasswordNotSet, InvalidCode.
       *
       * REST: `POST /api/v1/admin/users/{userId}/verification`
       */
      verify: TRPCMutationProcedure<{ meta: object; input: VerifyUserInput; output: UserDetails }>
      /**
       * Change the email of an account whose mailbox is lost.
       *
       * Make sure who asks. The new email has to be verified by the code that is mailed there;
       * the old one is told, and all sessions end. Nobody changes their own here, and the
       * accounts of staff need the permission `roles:write`. Takes your password, or a code from
       * me.requestSignInCode.
       *
       * Errors: UserNotFound, DuplicateEmail, WrongPassword, PasswordNotSet, InvalidCode.
       *
       * REST: `PUT /api/v1/admin/users/{userId}/email`
       */
      changeEmail: TRPCMutationProcedure<{ meta: object; input: ChangeEmailOfUserInput; output: UserDetails }>
      /**
       * Mail a link to an account that sets its password.
       *
       * Valid for two days and one use, until the password or the email is another; an account
       * that the school made gets its link of seven days again. Without `ACCOUNT_PAGE_URL` it is
       * a code. Beyond the limits of mails to the account none is sent.
       *
       * Errors: UserNotFound.
       *
       * REST: `POST /api/v1/admin/users/{userId}/password-mail`
       */
      mailPasswordLink: TRPCMutationProcedure<{ meta: object; input: {
        /** Id of the user */
        userId: string
      }; output: Message }>
      /**
       * See what the erasure of an account would do.
       *
       * Errors: UserNotFound.
       *
       * REST: `GET /api/v1/admin/users/{userId}/erasure`
       */
      foretellErasure: TRPCQueryProcedure<{ meta: object; input: {
        /** Id of the user */
        userId: string
      }; output: Erasure }>
      /**
       * Erase an account and its personal data, for good.
       *
       * Certificates stay valid with the printed name, and purchases stay in the books without
       * the person. The email is asked for once more, so that it is the right account. Nobody
       * erases themselves here. Takes your password, or a code from me.requestSignInCode.
       *
       * Errors: UserNotFound, LastAdmin, WrongPassword, PasswordNotSet, InvalidCode.
       *
       * REST: `POST /api/v1/admin/users/{userId}/erasure`
       */
      erase: TRPCMutationProcedure<{ meta: object; input: EraseUserInput; output: Message }>
      /**
       * Suspend an account.
       *
       * The next request of the user gets AccountSuspended, and so does a sign-in with the right
       * password, code or third party. The user is mailed, without the reason. Certificates stay
       * and verify. The accounts of administrators need the permission `roles:write`; nobody
       * suspends themselves. An account that is suspended already keeps its date and reason.
       *
       * Errors: UserNotFound, LastAdmin.
       *
       * REST: `POST /api/v1/admin/users/{userId}/suspension`
       */
      suspend: TRPCMutationProcedure<{ meta: object; input: SuspendUserInput; output: UserDetails }>
      /**
       * Reinstate an account that is suspended.
       *
       * The user can sign in again, and is mailed. Sessions from before stay ended. Without a
       * suspension nothing happens.
       *
       * Errors: UserNotFound.
       *
       * REST: `DELETE /api/v1/admin/users/{userId}/suspension`
       */
      reinstate: TRPCMutationProcedure<{ meta: object; input: {
        /** Id of the user */
        userId: string
      }; output: UserDetails }>
      /**
       * End all sessions of an account.
       *
       * Errors: UserNotFound.
       *
       * REST: `DELETE /api/v1/admin/users/{userId}/sessions`
       */
      endSessions: TRPCMutationProcedure<{ meta: object; input: {
        /** Id of the user */
        userId: string
      }; output: Message }>
      /**
       * End one session of an account.
       *
       * Errors: UserNotFound, SessionNotFound.
       *
       * REST: `DELETE /api/v1/admin/users/{userId}/sessions/{sessionId}`
       */
      endSession: TRPCMutationProcedure<{ meta: object; input: {
        /** Id of the user */
        userId: string
        /** Id of the session to end */
        sessionId: string
      }; output: Message }>
      /**
       * Mail a new verification code to an account.
       *
       * An account that the school made gets its link again. Beyond the limits of mails to the
       * account none is sent.
       *
       * Errors: UserNotFound, EmailAlreadyVerified.
       *
       * REST: `POST /api/v1/admin/users/{userId}/verification-mail`
       */
      resendVerification: TRPCMutationProcedure<{ meta: object; input: {
        /** Id of the user */
        userId: string
      }; output: Message }>
    }
    coupons: {
      /**
       * List coupons, newest first.
       *
       * REST: `GET /api/v1/admin/coupons`
       */
      list: TRPCQueryProcedure<{ meta: object; input: {
        /** Only coupons with this status */
        status?: 'active' | 'scheduled' | 'expired' | 'used-up' | 'disabled' | undefined
        /**
         * The maximum number of items
         *
         * Default: 20.
         */
        limit?: number | undefined
        /** Where the page starts: `nextCursor` of the previous page */
        cursor?: string | undefined
      }; output: CouponList }>
      /**
       * Show a coupon.
       *
       * Errors: CouponNotFound.
       *
       * REST: `GET /api/v1/admin/coupons/{code}`
       */
      get: TRPCQueryProcedure<{ meta: object; input: {
        /** Coupon code; case is ignored, and so is what stands around it */
        code: string
      }; output: Coupon }>
      /**
       * Create a coupon.
       *
       * A coupon stays as it was created; for a different discount, create another.
       *
       * Errors: CourseNotFound, CouponCodeTaken.
       *
       * REST: `POST /api/v1/admin/coupons`
       */
      create: TRPCMutationProcedure<{ meta: object; input: CreateCouponInput; output: Coupon }>
      /**
       * Disable a coupon for good.
       *
       * Purchases already started with it keep their prices.
       *
       * Errors: CouponNotFound.
       *
       * REST: `POST /api/v1/admin/coupons/{code}/disable`
       */
      disable: TRPCMutationProcedure<{ meta: object; input: {
        /** Coupon code; case is ignored, and so is what stands around it */
        code: string
      }; output: Coupon }>
    }
    sales: {
      /**
       * Add up the sales of a period.
       *
       * Payments count when they arrive, refunds when the provider has paid them, and disputes
       * when they are lost. Without `to` the period ends today, without `from` it begins on the
       * first of the month in which it ends. `GET /api/v1/admin/sales/movements.csv` lists the
       * movements.
       *
       * REST: `GET /api/v1/admin/sales`
       */
      report: TRPCQueryProcedure<{ meta: object; input: {
        /** From this day or instant on, inclusive */
        from?: string | undefined
        /** Up to this day or instant, inclusive: a day counts to its end */
        to?: string | undefined
        /** Where the days begin and end (IANA). Default: in the time zone of the school */
        timeZone?: string | undefined
      }; output: SalesReport }>
      /**
       * Add up the sales of each course.
       *
       * Money that a payment provider took back counts for the lines that it is booked on.
       * Without `to` the period ends today, without `from` it begins on the first of the month in
       * which it ends.
       *
       * REST: `GET /api/v1/admin/sales/courses`
       */
      courses: TRPCQueryProcedure<{ meta: object; input: {
        /**
         * The maximum number of items
         *
         * Default: 20.
         */
        limit?: number | undefined
        /** Where the page starts: `nextCursor` of the previous page */
        cursor?: string | undefined
        /** From this day or instant on, inclusive */
        from?: string | undefined
        /** Up to this day or instant, inclusive: a day counts to its end */
        to?: string | undefined
        /** Where the days begin and end (IANA). Default: in the time zone of the school */
        timeZone?: string | undefined
      }; output: CourseSalesList }>
      /**
       * Add up the sales of each day or month.
       *
       * Days and months begin and end in `timeZone`. Without `to` the period ends today, without
       * `from` it begins on the first of the month in which it ends.
       *
       * REST: `GET /api/v1/admin/sales/periods`
       */
      periods: TRPCQueryProcedure<{ meta: object; input: {
        /**
         * The length of each period
         *
         * Default: "month".
         */
        per?: 'day' | 'month' | undefined
        /**
         * The maximum number of items
         *
         * Default: 20.
         */
        limit?: number | undefined
        /** Where the page starts: `nextCursor` of the previous page */
        cursor?: string | undefined
        /** From this day or instant on, inclusive */
        from?: string | undefined
        /** Up to this day or instant, inclusive: a day counts to its end */
        to?: string | undefined
        /** Where the days begin and end (IANA). Default: in the time zone of the school */
        timeZone?: string | undefined
      }; output: PeriodSalesList }>
    }
    transactions: {
      /**
       * List or search purchases, newest first.
       *
       * Includes those that came to nothing, for a month. Filters can be combined; `q` finds what
       * it names exactly.
       *
       * Errors: UserNotFound, CourseNotFound.
       *
       * REST: `GET /api/v1/admin/transactions`
       */
      list: TRPCQueryProcedure<{ meta: object; input: {
        /** Only purchases of this account: its email or id */
        user?: string | undefined
        /** Only purchases with this status */
        status?: 'pending' | 'paid' | 'fulfilled' | 'partially_refunded' | 'refunded' | 'failed' | 'expired' | 'canceled' | undefined
        /** Only purchases that contain this course: its id or slug */
        course?: string | undefined
        /** Only purchases at this payment provider */
        provider?: string | undefined
        /** Only purchases in this currency (ISO 4217) */
        currency?: string | undefined
        /** Only purchases with the coupon of this code */
        coupon?: string | undefined
        /**
         * Only what this names exactly: the number of a receipt, the id of a transaction, an email,
         * or a reference of the payment provider for a checkout, payment, refund or dispute
         */
        q?: string | undefined
        /**
         * What `from` and `to` are about, and the order of the list: when purchases were started,
         * or when their money arrived. With `paid` there are only purchases with money
         *
         * Default: "created".
         */
        period?: 'created' | 'paid' | undefined
        /**
         * The maximum number of items
         *
         * Default: 20.
         */
        limit?: number | undefined
        /** Where the page starts: `nextCursor` of the previous page, with the same filters */
        cursor?: string | undefined
        /** From this day or instant on, inclusive */
        from?: string | undefined
        /** Up to this day or instant, inclusive: a day counts to its end */
        to?: string | undefined
        /** Where the days begin and end (IANA). Default: in the time zone of the school */
        timeZone?: string | undefined
      }; output: AdminTransactionList }>
      /**
       * Show a purchase with all that happened to its money.
       *
       * Payments, refunds, disputes and receipt. The audit trail records that you read it.
       *
       * Errors: TransactionNotFound.
       *
       * REST: `GET /api/v1/admin/transactions/{transactionId}`
       */
      get: TRPCQueryProcedure<{ meta: object; input: {
        /** The transaction */
        transactionId: string
      }; output: AdminTransaction }>
      /**
       * Take back a purchase that cost nothing.
       *
       * Ends the access that a free purchase gave, to all of its courses or to those that you
       * name. Its coupon has its use again once no course is left. Progress and certificates
       * stay. Undoing twice has the same effect as once. Refund a course that was paid for
       * instead: `POST /api/v1/transaction/{transactionId}/refund`.
       *
       * Errors: TransactionNotFound, TransactionNotFree.
       *
       * REST: `POST /api/v1/admin/transactions/{transactionId}/undo`
       */
      undo: TRPCMutationProcedure<{ meta: object; input: UndoTransactionInput; output: AdminTransaction }>
      /**
       * Record that a purchase was paid outside the payment provider.
       *
       * In full, such as by bank transfer. It enrolls the buyer. You refund it by hand too.
       * Except administrators, nobody does it for their own purchase.
       *
       * Errors: TransactionNotFound, NotForYourself.
       *
       * REST: `POST /api/v1/admin/transactions/{transactionId}/mark-paid`
       */
      markPaid: TRPCMutationProcedure<{ meta: object; input: MarkPaidInput; output: AdminTransaction }>
      /**
       * Assign a refund or a lost dispute at the provider to a line.
       *
       * Where the service does not know which line lost the money: there are several, it is in a
       * different currency, or a refund was recorded by hand before. No money is moved.
       *
       * Errors: TransactionNotFound, RefundTooHigh.
       *
       * REST: `POST /api/v1/admin/transactions/{transactionId}/assign-reversal`
       */
      assignReversal: TRPCMutationProcedure<{ meta: object; input: AssignReversalInput; output: AdminTransaction }>
      /**
       * Get the receipt of any payment.
       *
       * The same receipt as the buyer gets, also for keys. Its `pdfUrl` is the PDF. The audit
       * trail records that you looked.
       *
       * Errors: TransactionNotFound, TransactionNotPaid.
       *
       * REST: `GET /api/v1/admin/transactions/{transactionId}/receipt`
       */
      receipt: TRPCQueryProcedure<{ meta: object; input: {
        /** The transaction */
        transactionId: string
      }; output: Receipt }>
    }
    bulkEnrollments: {
      /**
       * Enroll many people at once.
       *
       * A job enrolls row after row, each like a single enrollment by administrators; people
       * without a verified account are invited. A row that is wrong fails by itself. Sending the
       * same rows again changes nothing.
       *
       * Errors: BulkEnrollmentsRunning, IdempotencyKeyInUse, IdempotencyKeyReused.
       *
       * REST: `POST /api/v1/admin/bulk-enrollments`
       */
      create: TRPCMutationProcedure<{ meta: object; input: CreateBulkEnrollmentInput; output: BulkEnrollment }>
      /**
       * See what a bulk enrollment would do.
       *
       * Who would get access, be invited, is there already or is refused, and how many mails
       * would go out. It takes what `create` takes, mails nobody and stores nothing.
       *
       * REST: `POST /api/v1/admin/bulk-enrollments/dry-run`
       */
      dryRun: TRPCMutationProcedure<{ meta: object; input: CreateBulkEnrollmentInput; output: BulkEnrollmentLook }>
      /**
       * Do the same with many enrollments or invitations.
       *
       * Says what it does, and a job does it row after row, each like the single act; a row that
       * is refused fails by itself. `rows` lists the results. With `dryRun` it only says so.
       *
       * Errors: BulkEnrollmentsRunning, IdempotencyKeyInUse, IdempotencyKeyReused.
       *
       * REST: `POST /api/v1/admin/bulk-enrollments/acts`
       */
      act: TRPCMutationProcedure<{ meta: object; input: ActOnManyInput; output: ActOnMany }>
      /**
       * See how far a bulk enrollment is.
       *
       * Errors: BulkEnrollmentNotFound.
       *
       * REST: `GET /api/v1/admin/bulk-enrollments/{bulkEnrollmentId}`
       */
      get: TRPCQueryProcedure<{ meta: object; input: {
        /** The bulk enrollment */
        bulkEnrollmentId: string
      }; output: BulkEnrollment }>
      /**
       * List the bulk enrollments of the last 30 days, newest first.
       *
       * REST: `GET /api/v1/admin/bulk-enrollments`
       */
      list: TRPCQueryProcedure<{ meta: object; input: {
        /**
         * The maximum number of items
         *
         * Default: 20.
         */
        limit?: number | undefined
        /** Where the page starts: `nextCursor` of the previous page */
        cursor?: string | undefined
      }; output: BulkEnrollmentList }>
      /**
       * List the rows of a bulk enrollment with their results.
       *
       * Errors: BulkEnrollmentNotFound.
       *
       * REST: `GET /api/v1/admin/bulk-enrollments/{bulkEnrollmentId}/rows`
       */
      rows: TRPCQueryProcedure<{ meta: object; input: {
        /** The bulk enrollment */
        bulkEnrollmentId: string
        /**
         * The maximum number of items
         *
         * Default: 20.
         */
        limit?: number | undefined
        /** Where the page starts: `nextCursor` of the previous page */
        cursor?: string | undefined
        /** Only rows with this result */
        outcome?: 'enrolled' | 'changed' | 'unchanged' | 'invited' | 'failed' | undefined
      }; output: BulkEnrollmentResultList }>
    }
    cohorts: {
      /**
       * List cohorts.
       *
       * REST: `GET /api/v1/admin/cohorts`
       */
      list: TRPCQueryProcedure<{ meta: object; input: {
        /** Only the cohorts of this user, by email or id */
        user?: string | undefined
        /**
         * The maximum number of items
         *
         * Default: 20.
         */
        limit?: number | undefined
        /** Where the page starts: `nextCursor` of the previous page */
        cursor?: string | undefined
      }; output: CohortList }>
      /**
       * Get a cohort with its courses.
       *
       * Errors: CohortNotFound.
       *
       * REST: `GET /api/v1/admin/cohorts/{cohortId}`
       */
      get: TRPCQueryProcedure<{ meta: object; input: {
        /** Id of the cohort */
        cohortId: string
      }; output: Cohort }>
      /**
       * Create a cohort.
       *
       * Errors: CohortNameTaken.
       *
       * REST: `POST /api/v1/admin/cohorts`
       */
      create: TRPCMutationProcedure<{ meta: object; input: CreateCohortInput; output: Cohort }>
      /**
       * Rename a cohort, or move its dates.
       *
       * A different end moves that of the enrollments which came with the cohort, in a job,
       * unless they have an end of their own.
       *
       * Errors: NotForYourself, CohortNotFound, CohortNameTaken.
       *
       * REST: `PATCH /api/v1/admin/cohorts/{cohortId}`
       */
      update: TRPCMutationProcedure<{ meta: object; input: UpdateCohortInput; output: Cohort }>
      /**
       * Delete a cohort; its members stay enrolled.
       *
       * It is gone at once, however large it is. A job then takes it off its members, their
       * enrollments, and invitations, after what was asked for before: courses that were removed,
       * an end that was moved. If the cohort has not begun, the invitations to its courses are
       * withdrawn.
       *
       * Errors: CohortNotFound.
       *
       * REST: `DELETE /api/v1/admin/cohorts/{cohortId}`
       */
      delete: TRPCMutationProcedure<{ meta: object; input: {
        /** Id of the cohort */
        cohortId: string
      }; output: DeletedCohort }>
      /**
       * List the members of a cohort.
       *
       * People without an account are among the invitations, with the same cohort.
       *
       * Errors: CohortNotFound.
       *
       * REST: `GET /api/v1/admin/cohorts/{cohortId}/members`
       */
      members: TRPCQueryProcedure<{ meta: object; input: {
        /** Id of the cohort */
        cohortId: string
        /**
         * The maximum number of items
         *
         * Default: 20.
         */
        limit?: number | undefined
        /** Where the page starts: `nextCursor` of the previous page */
        cursor?: string | undefined
      }; output: CohortMemberList }>
      /**
       * Add somebody to a cohort, and enroll them in its courses.
       *
       * Before its start a cohort enrolls nobody: its members are enrolled together when it
       * comes.
       *
       * Errors: NotForYourself, CohortNotFound, UserNotFound, CourseFull.
       *
       * REST: `POST /api/v1/admin/cohorts/{cohortId}/members`
       */
      addMember: TRPCMutationProcedure<{ meta: object; input: AddCohortMemberInput; output: AddedCohortMember }>
      /**
       * Remove a member, and end what came with the cohort.
       *
       * Errors: CohortNotFound, MemberNotFound, CoursePaidFor.
       *
       * REST: `DELETE /api/v1/admin/cohorts/{cohortId}/members/{userId}`
       */
      removeMember: TRPCMutationProcedure<{ meta: object; input: {
        /** Id of the cohort */
        cohortId: string
        /** Id of the member */
        userId: string
      }; output: Cohort }>
      /**
       * Add a course to a cohort; a job enrolls its members.
       *
       * Errors: NotForYourself, CohortNotFound, CourseNotFound.
       *
       * REST: `POST /api/v1/admin/cohorts/{cohortId}/courses`
       */
      addCourse: TRPCMutationProcedure<{ meta: object; input: AddCohortCourseInput; output: Cohort }>
      /**
       * Remove a course from a cohort; a job ends what came with it.
       *
       * Errors: CohortNotFound, CourseNotFound.
       *
       * REST: `DELETE /api/v1/admin/cohorts/{cohortId}/courses/{courseId}`
       */
      removeCourse: TRPCMutationProcedure<{ meta: object; input: {
        /** Id of the cohort */
        cohortId: string
        /** Id of the course */
        courseId: string
      }; output: Cohort }>
    }
    enrollments: {
      /**
       * List enrollments.
       *
       * Filters can be combined. `from` and `to` are about when the enrollment began: both are
       * inclusive, and a day is one of `timeZone`. A page may hold fewer items than its limit,
       * even none, where what you look for is rare: go on while `nextCursor` is not null.
       *
       * Errors: CourseNotFound, UserNotFound, CohortNotFound.
       *
       * REST: `GET /api/v1/admin/enrollments`
       */
      list: TRPCQueryProcedure<{ meta: object; input: {
        /** Only this course: its id or slug */
        course?: string | undefined
        /** Only this user: their email or id */
        user?: string | undefined
        /** Only those of the members of this cohort: its id or name */
        cohort?: string | undefined
        /** Only this status */
        status?: 'active' | 'left' | 'ended' | undefined
        /** Only those given this way */
        source?: 'transaction' | 'administrator' | 'program' | undefined
        /** Only completed ones, or those that are not */
        completed?: boolean | undefined
        /**
         * Only those that end, or ended, before this instant, or this day in the school's time zone
         */
        endsBefore?: string | undefined
        /**
         * The maximum number of items
         *
         * Default: 20.
         */
        limit?: number | undefined
        /** Where the page starts: `nextCursor` of the previous page, with the same filters */
        cursor?: string | undefined
        /** From this day or instant on, inclusive */
        from?: string | undefined
        /** Up to this day or instant, inclusive: a day counts to its end */
        to?: string | undefined
        /** Where the days begin and end (IANA). Default: in the time zone of the school */
        timeZone?: string | undefined
      }; output: AdminEnrollmentList }>
      /**
       * Get an enrollment.
       *
       * Errors: EnrollmentNotFound.
       *
       * REST: `GET /api/v1/admin/enrollments/{userId}/{courseId}`
       */
      get: TRPCQueryProcedure<{ meta: object; input: {
        /** Id of the user */
        userId: string
        /** Id of the course */
        courseId: string
      }; output: AdminEnrollment }>
      /**
       * Change when an enrollment ends.
       *
       * An enrollment whose end has come opens again with its progress. A course that was paid
       * for has no end.
       *
       * Errors: NotForYourself, EnrollmentNotFound, AccessEnded, CourseFull, CoursePaidFor.
       *
       * REST: `PATCH /api/v1/admin/enrollments/{userId}/{courseId}`
       */
      setEnd: TRPCMutationProcedure<{ meta: object; input: SetEnrollmentEndInput; output: AdminEnrollment }>
      /**
       * Reset a learner's progress in a course.
       *
       * The learner is mailed the reason. A course that was completed stays completed, with its
       * certificate. With `dryRun` you see what would be reset.
       *
       * Errors: NotForYourself, EnrollmentNotFound.
       *
       * REST: `POST /api/v1/admin/enrollments/{userId}/{courseId}/progress-reset`
       */
      resetProgress: TRPCMutationProcedure<{ meta: object; input: ResetProgressInput; output: ProgressReset }>
    }
    invitations: {
      /**
       * List invitations that nobody has accepted yet.
       *
       * Errors: CourseNotFound, CohortNotFound.
       *
       * REST: `GET /api/v1/admin/invitations`
       */
      list: TRPCQueryProcedure<{ meta: object; input: {
        /** Only this course: its id or slug */
        course?: string | undefined
        /** Only this cohort: its id or name */
        cohort?: string | undefined
        /** Only this email */
        email?: string | undefined
        /**
         * The maximum number of items
         *
         * Default: 20.
         */
        limit?: number | undefined
        /** Where the page starts: `nextCursor` of the previous page */
        cursor?: string | undefined
      }; output: InvitationList }>
      /**
       * Invite somebody to register.
       *
       * Mails the person where to register; it is a registration like any other. An invitation is
       * forgotten after 90 days. To invite to a course, use `learners.enroll`.
       *
       * Errors: DuplicateEmail.
       *
       * REST: `POST /api/v1/admin/invitations`
       */
      create: TRPCMutationProcedure<{ meta: object; input: CreateInvitationInput; output: Invitation }>
      /**
       * Withdraw an invitation, which frees its seat.
       *
       * Errors: InvitationNotFound.
       *
       * REST: `DELETE /api/v1/admin/invitations/{invitationId}`
       */
      withdraw: TRPCMutationProcedure<{ meta: object; input: {
        /** Id of the invitation */
        invitationId: string
      }; output: Invitation }>
      /**
       * Send the mail of an invitation again.
       *
       * The invitation then waits for 90 days from now. Beyond the mails of a day to the email,
       * this is refused with `RateLimited`.
       *
       * Errors: InvitationNotFound.
       *
       * REST: `POST /api/v1/admin/invitations/{invitationId}/resend`
       */
      resend: TRPCMutationProcedure<{ meta: object; input: {
        /** Id of the invitation */
        invitationId: string
      }; output: Invitation }>
    }
    reports: {
      /**
       * Report on all courses.
       *
       * `from` and `to` are about when the enrollment began: both are inclusive, and a day is one
       * of `timeZone`. The numbers may be a few seconds old.
       *
       * REST: `GET /api/v1/admin/reports/courses`
       */
      courses: TRPCQueryProcedure<{ meta: object; input: {
        /**
         * The maximum number of items
         *
         * Default: 20.
         */
        limit?: number | undefined
        /** Where the page starts: `nextCursor` of the previous page */
        cursor?: string | undefined
        /** From this day or instant on, inclusive */
        from?: string | undefined
        /** Up to this day or instant, inclusive: a day counts to its end */
        to?: string | undefined
        /** Where the days begin and end (IANA). Default: in the time zone of the school */
        timeZone?: string | undefined
      }; output: CourseReportList }>
      /**
       * Report on the courses of a cohort.
       *
       * Counts the enrollments of its members. `from` and `to` are about when the enrollment
       * began: both are inclusive, and a day is one of `timeZone`. The numbers may be a few
       * seconds old.
       *
       * Errors: CohortNotFound.
       *
       * REST: `GET /api/v1/admin/reports/cohorts/{cohortId}`
       */
      cohort: TRPCQueryProcedure<{ meta: object; input: {
        /** The cohort */
        cohortId: string
        /**
         * The maximum number of items
         *
         * Default: 20.
         */
        limit?: number | undefined
        /** Where the page starts: `nextCursor` of the previous page */
        cursor?: string | undefined
        /** From this day or instant on, inclusive */
        from?: string | undefined
        /** Up to this day or instant, inclusive: a day counts to its end */
        to?: string | undefined
        /** Where the days begin and end (IANA). Default: in the time zone of the school */
        timeZone?: string | undefined
      }; output: CourseReportList }>
      /**
       * Report on a learner: all courses with progress.
       *
       * The same as the learner sees in `me.courses`, newest activity first. It may be a few
       * seconds old.
       *
       * Errors: UserNotFound.
       *
       * REST: `GET /api/v1/admin/reports/learners/{userId}`
       */
      learner: TRPCQueryProcedure<{ meta: object; input: {
        /**
         * The maximum number of items
         *
         * Default: 20.
         */
        limit?: number | undefined
        /** Where the page starts: `nextCursor` of the previous page */
        cursor?: string | undefined
        /** Only courses with this status; `active` has completed ones that you renew, too */
        status?: 'active' | 'completed' | 'left' | 'ended' | undefined
        /** The account */
        userId: string
      }; output: MyCourseList }>
    }
    audit: {
      /**
       * Search the audit trail, newest first.
       *
       * Filters can be combined. The trail goes back a year. `audit-events.md` lists the events.
       *
       * REST: `GET /api/v1/admin/audit`
       */
      list: TRPCQueryProcedure<{ meta: object; input: {
        /**
         * Only events about this user: their email or id. An email also finds the events from
         * before it had an account
         */
        user?: string | undefined
        /** Only this event, by its name */
        event?: 'account-registered' | 'account-erased' | 'account-expired' | 'email-verified' | 'email-changed' | 'login-succeeded' | 'login-failed' | 'login-locked' | 'code-requested' | 'code-wrong' | 'password-reset' | 'password-changed' | 'sign-in-method-added' | 'sign-in-method-removed' | 'second-factor-added' | 'second-factor-removed' | 'second-factor-wrong' | 'recovery-codes-made' | 'recovery-code-used' | 'sign-in-refused' | 'logged-out' | 'logged-out-everywhere' | 'session-ended' | 'sessions-ended' | 'verification-mail-requested' | 'password-link-requested' | 'mail-refused' | 'access-refused' | 'role-changed' | 'user-suspended' | 'user-reinstated' | 'profile-changed' | 'mails-stopped' | 'calendar-key-made' | 'calendar-key-revoked' | 'announcement-posted' | 'announcement-edited' | 'announcement-deleted' | 'flaw-settled' | 'post-hidden' | 'post-shown' | 'data-exported' | 'course-left' | 'course-returned-to' | 'purchase-viewed' | 'purchase-fulfilled' | 'transaction-undone' | 'transaction-marked-paid' | 'refund-requested' | 'refund-made' | 'refund-failed' | 'refunded-elsewhere' | 'payment-disputed' | 'dispute-won' | 'dispute-lost' | 'reversal-assigned' | 'webhook-refused' | 'coupon-created' | 'coupon-disabled' | 'course-member-added' | 'course-member-removed' | 'program-extended' | 'course-archived' | 'course-unarchived' | 'learner-enrolled' | 'enrollment-changed' | 'enrollment-ended' | 'invitation-created' | 'invitation-changed' | 'invitation-resent' | 'invitation-withdrawn' | 'invitation-accepted' | 'invitation-failed' | 'seats-changed' | 'cohort-created' | 'cohort-changed' | 'cohort-deleted' | 'cohort-member-added' | 'cohort-member-removed' | 'cohort-begun' | 'cohort-enrollment-failed' | 'cohort-course-added' | 'cohort-course-removed' | 'certificate-issued' | 'certificate-reissued' | 'certificates-reissued' | 'certificate-renewed' | 'course-renewal-begun' | 'branding-set-aside' | 'certificate-revoked' | 'certificate-reinstated' | 'api-key-created' | 'api-key-rotated' | 'api-key-revoked' | 'bulk-enrollment-requested' | 'bulk-enrollment-done' | 'mail-resent' | 'settings-changed' | 'mail-tested' | 'webhook-created' | 'webhook-changed' | 'webhook-deleted' | 'webhook-secret-rotated' | 'webhook-tested' | 'webhook-replayed' | 'webhook-given-up' | 'account-created' | 'account-renamed' | 'accommodation-granted' | 'accommodation-revoked' | 'time-given' | 'outage-ended' | 'question-regraded' | 'submission-graded' | 'submission-returned' | 'lesson-excused' | 'lesson-excuse-ended' | 'lesson-marked-done' | 'lesson-reopened' | 'extension-granted' | 'extension-revoked' | 'progress-reset' | 'course-deleted' | 'job-retried' | 'audit-exported' | 'data-repaired' | 'quarantine-entered' | 'quarantine-reconciled' | 'quarantine-left' | 'certificate-restored' | 'keys-rotated' | 'keys-adopted' | 'keys-pruned' | undefined
        /** Only what this actor did: `actor` of an entry, or the email or id of a user */
        actor?: string | undefined
        /** Only from this IP address: an IPv6 address stands for its /64 */
        ip?: string | undefined
        /** Only what this request caused */
        requestId?: string | undefined
        /**
         * The maximum number of items
         *
         * Default: 20.
         */
        limit?: number | undefined
        /** Where the page starts: `nextCursor` of the previous page */
        cursor?: string | undefined
        /** From this day or instant on, inclusive */
        from?: string | undefined
        /** Up to this day or instant, inclusive: a day counts to its end */
        to?: string | undefined
        /** Where the days begin and end (IANA). Default: in the time zone of the school */
        timeZone?: string | undefined
      }; output: AuditEntryList }>
    }
    jobs: {
      /**
       * List the jobs that wait, run or have failed.
       *
       * Waiting jobs in the order in which they become due, all others the newest first. Failed
       * jobs are kept for an hour (mails) or a week.
       *
       * REST: `GET /api/v1/admin/jobs`
       */
      list: TRPCQueryProcedure<{ meta: object; input: {
        /** Only jobs in this state */
        status: 'waiting' | 'running' | 'failed'
        /** Only jobs of this kind */
        kind?: 'send-code' | 'send-notification' | 'send-course-mail' | 'move-learners' | 'enroll-in-bulk' | 'end-enrollments' | 'plan-openings' | 'change-cohort' | 'print-certificate' | 'reissue-certificates' | 'pack-certificates' | 'fulfill-transaction' | 'send-refund' | 'cancel-payment' | 'find-payments' | 'find-slow-payments' | 'tell-operators' | 'mail-operator' | 'count-impact' | 'sync-source' | 'move-lesson-bodies' | 'take-audit-texts-out' | 'index-lessons' | 'regrade' | 'submit-due-attempts' | 'tally-learning' | 'remind-learners' | 'tell-expiry' | 'mail-digests' | 'mail-announcement' | 'tell-reporters' | 'send-announcements' | 'clean-up' | 'collect-media' | 'check-data' | undefined
        /**
         * The maximum number of items
         *
         * Default: 20.
         */
        limit?: number | undefined
        /** Where the page starts: `nextCursor` of the previous page, with the same filters */
        cursor?: string | undefined
      }; output: JobList }>
      /**
       * Look at a job.
       *
       * Errors: JobNotFound.
       *
       * REST: `GET /api/v1/admin/jobs/{jobId}`
       */
      get: TRPCQueryProcedure<{ meta: object; input: {
        /** Id of the job */
        jobId: string
      }; output: Job }>
      /**
       * Run a failed job again.
       *
       * Gives the job one more try, at once. A job that waits, runs or is done stays as it is:
       * twice has the same effect as once.
       *
       * Errors: JobNotFound, JobNotRepeatable.
       *
       * REST: `POST /api/v1/admin/jobs/{jobId}/retry`
       */
      retry: TRPCMutationProcedure<{ meta: object; input: {
        /** Id of the job */
        jobId: string
      }; output: Job }>
    }
    mails: {
      /**
       * List the mails of the last 30 days, newest first.
       *
       * A mail is listed from its first try on; before, it is a job. Its text and its recipient
       * are not kept.
       *
       * Errors: UserNotFound.
       *
       * REST: `GET /api/v1/admin/mails`
       */
      list: TRPCQueryProcedure<{ meta: object; input: {
        /**
         * The maximum number of items
         *
         * Default: 20.
         */
        limit?: number | undefined
        /** Where the page starts: `nextCursor` of the previous page */
        cursor?: string | undefined
        /** Only mails about this account: its email or id */
        user?: string | undefined
        /** Only this kind */
        kind?: 'verify-email' | 'account-made' | 'password-link' | 'reset-password' | 'erase-account' | 'change-sign-in' | 'change-email-old' | 'change-email-new' | 'email-taken' | 'password-changed' | 'email-changed' | 'sign-in-method-added' | 'sign-in-method-removed' | 'new-device' | 'account-erased' | 'account-suspended' | 'account-reinstated' | 'payment-received' | 'refund-made' | 'progress-reset' | 'lesson-marked' | 'extension-granted' | 'extension-revoked' | 'submission-graded' | 'submission-returned' | 'announcement' | 'reminder' | 'course-enrolled' | 'invited' | 'certificate-ready' | 'certificate-expiry' | 'course-moved' | 'member-added' | 'review-requested' | 'draft-approved' | 'changes-requested' | 'question-asked' | 'question-answered' | 'report-settled' | 'digest' | undefined
        /** Only mails with this status */
        status?: 'waiting' | 'sent' | 'failed' | undefined
        /** From this day or instant on, inclusive */
        from?: string | undefined
        /** Up to this day or instant, inclusive: a day counts to its end */
        to?: string | undefined
        /** Where the days begin and end (IANA). Default: in the time zone of the school */
        timeZone?: string | undefined
      }; output: SentMailList }>
      /**
       * Look at a mail.
       *
       * Errors: MailNotFound.
       *
       * REST: `GET /api/v1/admin/mails/{mailId}`
       */
      get: TRPCQueryProcedure<{ meta: object; input: {
        /** Id of the mail */
        mailId: string
      }; output: SentMail }>
      /**
       * Send a mail again.
       *
       * Sends the same message as a new mail, to the email that the account has now. Codes are
       * never sent again: let the learner request a new one. Mails about courses and suspensions
       * count as those of the day to the account; one too many is refused with `RateLimited`.
       *
       * Errors: MailNotFound, MailNotRepeatable, IdempotencyKeyInUse, IdempotencyKeyReused.
       *
       * REST: `POST /api/v1/admin/mails/{mailId}/resend`
       */
      resend: TRPCMutationProcedure<{ meta: object; input: {
        /** Id of the mail */
        mailId: string
      }; output: SentMail }>
    }
    settings: {
      /**
       * Get the settings of the school.
       *
       * Those that the environment of the server fixes are among them, and named. Without them,
       * and without secrets, which it never holds, the answer is a file for a different school.
       *
       * REST: `GET /api/v1/admin/settings`
       */
      get: TRPCQueryProcedure<{ meta: object; input: Record<string, never> | undefined; output: SchoolSettings }>
      /**
       * Change settings of the school.
       *
       * They hold at once in the process that answers, and within five seconds in all others.
       * Pictures are data: URLs, each printed on a sample before it is taken.
       *
       * REST: `PATCH /api/v1/admin/settings`
       */
      update: TRPCMutationProcedure<{ meta: object; input: UpdateSettingsInput; output: SchoolSettings }>
      /**
       * Change any settings, also who may see and do what, and the words of mails.
       *
       * With every name that admin.settings.get answers, it takes a file as a whole. Takes your
       * password, or a code from me.requestSignInCode.
       *
       * Errors: WrongPassword, PasswordNotSet, InvalidCode.
       *
       * REST: `PATCH /api/v1/admin/settings/any`
       */
      updateAny: TRPCMutationProcedure<{ meta: object; input: UpdateAnySettingsInput; output: SchoolSettings }>
      /**
       * Read what mails, and pages that verify certificates, say by themselves.
       *
       * mailTexts and pageTexts replace it. Codes, facts, greeting and footer stay.
       *
       * REST: `GET /api/v1/admin/settings/standard-texts/{language}`
       */
      standardTexts: TRPCQueryProcedure<{ meta: object; input: {
        /** Language of mails and pages */
        language: 'en' | 'ar' | 'de' | 'el' | 'es' | 'fr' | 'he' | 'hi' | 'id' | 'it' | 'ja' | 'ko' | 'nl' | 'pl' | 'pt' | 'ru' | 'sv' | 'th' | 'tr' | 'uk' | 'vi' | 'zh-Hans' | 'zh-Hant'
      }; output: StandardTexts }>
      /**
       * Look at a certificate before the settings are saved.
       *
       * Errors: ServiceUnavailable.
       *
       * REST: `POST /api/v1/admin/settings/certificate-preview`
       */
      previewCertificate: TRPCMutationProcedure<{ meta: object; input: PreviewLookInput; output: CertificatePicture }>
      /**
       * Send yourself a sample of a mail.
       *
       * It is sent now. The answer says whether the mail server took it.
       *
       * REST: `POST /api/v1/admin/settings/test-mail`
       */
      testMail: TRPCMutationProcedure<{ meta: object; input: TestMailInput; output: MailTest }>
    }
    webhooks: {
      /**
       * List the webhooks.
       *
       * REST: `GET /api/v1/admin/webhooks`
       */
      list: TRPCQueryProcedure<{ meta: object; input: {
        /**
         * The maximum number of items
         *
         * Default: 20.
         */
        limit?: number | undefined
        /** Where the page starts: `nextCursor` of the previous page */
        cursor?: string | undefined
      }; output: WebhookList }>
      /**
       * Create a webhook.
       *
       * It gets what happens from now on, signed by the Standard Webhooks specification. The
       * secret is in this answer alone. There are at most 20 webhooks. Takes your password, or a
       * code from me.requestSignInCode.
       *
       * Errors: TooManyWebhooks, WrongPassword, PasswordNotSet, InvalidCode.
       *
       * REST: `POST /api/v1/admin/webhooks`
       */
      create: TRPCMutationProcedure<{ meta: object; input: CreateWebhookInput; output: WebhookWithSecret }>
      /**
       * Show a webhook.
       *
       * Errors: WebhookNotFound.
       *
       * REST: `GET /api/v1/admin/webhooks/{webhookId}`
       */
      get: TRPCQueryProcedure<{ meta: object; input: {
        /** Id of the webhook */
        webhookId: string
      }; output: Webhook }>
      /**
       * List the deliveries of a webhook, with the answers.
       *
       * Errors: WebhookNotFound.
       *
       * REST: `GET /api/v1/admin/webhooks/{webhookId}/deliveries`
       */
      deliveries: TRPCQueryProcedure<{ meta: object; input: {
        /** Id of the webhook */
        webhookId: string
        /** Only deliveries with this status */
        status?: 'waiting' | 'delivered' | 'failed' | undefined
        /** Only events of this type */
        type?: 'user.registered' | 'user.verified' | 'user.suspended' | 'user.reinstated' | 'user.erased' | 'enrollment.started' | 'enrollment.ended' | 'enrollment.moved' | 'attempt.submitted' | 'submission.received' | 'submission.graded' | 'lesson.passed' | 'lesson.completed' | 'course.completed' | 'program.completed' | 'transaction.paid' | 'transaction.fulfilled' | 'transaction.refunded' | 'transaction.disputed' | 'certificate.issued' | 'certificate.reissued' | 'certificate.revoked' | 'certificate.reinstated' | 'certificate.expired' | 'course.published' | undefined
        /**
         * The maximum number of items
         *
         * Default: 20.
         */
        limit?: number | undefined
        /** Where the page starts: `nextCursor` of the previous page, with the same filters */
        cursor?: string | undefined
        /** From this day or instant on, inclusive */
        from?: string | undefined
        /** Up to this day or instant, inclusive: a day counts to its end */
        to?: string | undefined
        /** Where the days begin and end (IANA). Default: in the time zone of the school */
        timeZone?: string | undefined
      }; output: DeliveryList }>
      /**
       * Send an event to a webhook again.
       *
       * Soon, with the same `webhook-id`. The count of its attempts starts over.
       *
       * Errors: WebhookNotFound, DeliveryNotFound, WebhookDisabled.
       *
       * REST: `POST /api/v1/admin/webhooks/{webhookId}/deliveries/{eventId}/redeliver`
       */
      redeliver: TRPCMutationProcedure<{ meta: object; input: {
        /** Id of the webhook */
        webhookId: string
        /** Id of the event */
        eventId: string
      }; output: Delivery }>
      /**
       * Send past events to a webhook again.
       *
       * Those of its types, from a number or an instant on, at most 10,000 at once; each with the
       * `webhook-id` that it had. Events are kept for 90 days.
       *
       * Errors: WebhookNotFound, WebhookDisabled, ReplayRunning.
       *
       * REST: `POST /api/v1/admin/webhooks/{webhookId}/replay`
       */
      replay: TRPCMutationProcedure<{ meta: object; input: ReplayInput; output: Replay }>
      /**
       * Send a test message now.
       *
       * Sends one signed message of the type `ping`. The result says whether it was delivered.
       *
       * Errors: WebhookNotFound.
       *
       * REST: `POST /api/v1/admin/webhooks/{webhookId}/test`
       */
      test: TRPCMutationProcedure<{ meta: object; input: {
        /** Id of the webhook */
        webhookId: string
      }; output: WebhookTest }>
      /**
       * Give a webhook a new secret.
       *
       * The secret before signs as well for a while: a message then has a signature of each. The
       * new one is in this answer alone. The public key stays. Takes your password, or a code
       * from me.requestSignInCode.
       *
       * Errors: WebhookNotFound, WrongPassword, PasswordNotSet, InvalidCode.
       *
       * REST: `POST /api/v1/admin/webhooks/{webhookId}/rotate-secret`
       */
      rotateSecret: TRPCMutationProcedure<{ meta: object; input: RotateSecretInput; output: WebhookWithSecret }>
      /**
       * Change, disable or enable a webhook.
       *
       * One that is enabled goes on with what happens from then on. To send what happened
       * meanwhile, replay it. Takes your password, or a code from me.requestSignInCode.
       *
       * Errors: WebhookNotFound, WrongPassword, PasswordNotSet, InvalidCode.
       *
       * REST: `PATCH /api/v1/admin/webhooks/{webhookId}`
       */
      update: TRPCMutationProcedure<{ meta: object; input: UpdateWebhookInput; output: Webhook }>
      /**
       * Delete a webhook and its deliveries.
       *
       * Errors: WebhookNotFound.
       *
       * REST: `DELETE /api/v1/admin/webhooks/{webhookId}`
       */
      delete: TRPCMutationProcedure<{ meta: object; input: {
        /** Id of the webhook */
        webhookId: string
      }; output: DeletedWebhook }>
    }
  }
}>
