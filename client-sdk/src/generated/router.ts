// Generated from server/router.ts by `npm run generate`. Do not edit.

import type { TRPCBuiltRouter, TRPCMutationProcedure, TRPCQueryProcedure } from '@trpc/server'

/** A user as that user sees it */
export type Account = {
  /** The user */
  id: string
  /** Email address */
  email: string
  /** Name as it stands on certificates */
  name: string
  /** Administrators see the certificates of everyone */
  role: 'learner' | 'admin'
}

/** Everything that is stored about me */
export type AccountExport = {
  /** When this was put together */
  exportedAt: string
  profile: ExportedProfile
  /** Third parties with which I can sign in */
  identities: Array<ExportedIdentity>
  /** My sign-ins that have not ended */
  sessions: Array<Session>
  /** Courses that I may take or could take */
  enrollments: Array<ExportedEnrollment>
  /** What I did of their lessons */
  progress: Array<ExportedProgress>
  /** What is in my cart */
  cart: Array<CartItem>
  /** My purchases and enrollments, newest first */
  transactions: Array<Transaction>
  /** My certificates, newest first */
  certificates: Array<Certificate>
  /** What is on record about my account, and about its email since that is mine: the newest ten thousand */
  events: Array<ExportedEvent>
}

/** A course for my cart */
export type AddToCartInput = {
  /** The course to put in */
  courseId: string
}

/** A certificate, as administrators see it */
export type AdministeredCertificate = {
  /** Location of the PDF; whoever has it can read it */
  certificateUrl: string
  /** Unique code that verifies the certificate */
  verificationCode: string
  /** Page where anyone can check the certificate */
  verificationUrl: string
  /** The course */
  courseId: string
  /** Title of the course as it was completed */
  courseTitle: string
  /** Name of the learner as it was then */
  learnerName: string
  /** Day of completion, UTC */
  completedOn: string
  /** Who issued the certificate */
  issuer: string
  /** When the certificate was issued */
  issuedAt: string
  /** superseded: a newer certificate of the same course takes its place */
  status: 'issued' | 'revoked' | 'superseded'
  /** The certificate as an Open Badge 3.0, a Verifiable Credential that is checked with nothing but a public key */
  credentialUrl: string
  /** Page at LinkedIn that adds the certificate to the profile of whoever opens it */
  addToLinkedIn: string
  /** pending: being printed, try the certificateUrl in a moment. unavailable: this server has no browser to print with, or nothing good to sign with; the certificate is valid all the same */
  pdf: 'ready' | 'pending' | 'unavailable'
  /** Whose it is; null once the account is erased */
  userId: string | null
  /** How long the required lessons of the course take */
  minutes?: number
  /** When it was revoked, if it was */
  revokedAt?: string
  /** When a newer certificate took its place, if one did */
  supersededAt?: string
  /** Code of the certificate that took its place */
  supersededBy?: string
  /** Why it was revoked, if it was */
  revocationReason?: string
  /** SHA-256 of the PDF, hexadecimal; absent until it is printed */
  pdfSha256?: string
}

/** Certificates, newest first */
export type AdministeredCertificateList = {
  /** The items of this page */
  items: Array<AdministeredCertificate>
  /** Give it as `cursor` to get the next page; null on the last one */
  nextCursor: string | null
}

/** Courses that I consider buying */
export type Cart = {
  /** In the order in which they were added */
  items: Array<CartItem>
  /** Of what can be bought. null while the courses are sold in several currencies, and cannot be bought together */
  total: Money | null
}

/** A course in my cart */
export type CartItem = {
  /** The course */
  courseId: string
  /** Title of the course as it is now */
  title: string
  /** What it costs now */
  price: Money
  /** What it cost when I put it in */
  priceWhenAdded: Money
  /** The price is another one than when I put it in */
  changed: boolean
  /** It cannot be bought any more; it is not charged, and stays until it is removed */
  noLongerSold: boolean
  /** I have it by now; it is not charged */
  owned: boolean
  /** When I put it in */
  addedAt: string
}

/** The proof that somebody completed a course, as it was on that day */
export type Certificate = {
  /** Location of the PDF; whoever has it can read it */
  certificateUrl: string
  /** Unique code that verifies the certificate */
  verificationCode: string
  /** Page where anyone can check the certificate */
  verificationUrl: string
  /** The course */
  courseId: string
  /** Title of the course as it was completed */
  courseTitle: string
  /** Name of the learner as it was then */
  learnerName: string
  /** Day of completion, UTC */
  completedOn: string
  /** Who issued the certificate */
  issuer: string
  /** When the certificate was issued */
  issuedAt: string
  /** superseded: a newer certificate of the same course takes its place */
  status: 'issued' | 'revoked' | 'superseded'
  /** The certificate as an Open Badge 3.0, a Verifiable Credential that is checked with nothing but a public key */
  credentialUrl: string
  /** Page at LinkedIn that adds the certificate to the profile of whoever opens it */
  addToLinkedIn: string
  /** pending: being printed, try the certificateUrl in a moment. unavailable: this server has no browser to print with, or nothing good to sign with; the certificate is valid all the same */
  pdf: 'ready' | 'pending' | 'unavailable'
  /** How long the required lessons of the course take */
  minutes?: number
  /** When it was revoked, if it was */
  revokedAt?: string
  /** When a newer certificate took its place, if one did */
  supersededAt?: string
  /** Code of the certificate that took its place */
  supersededBy?: string
}

/** Certificates, newest first */
export type CertificateList = {
  /** The items of this page */
  items: Array<Certificate>
  /** Give it as `cursor` to get the next page; null on the last one */
  nextCursor: string | null
}

/** A course as I see it: in the version I am enrolled in, else in the one that is sold */
export type Course = {
  /** The course */
  id: string
  /** Readable id, for addresses */
  slug: string
  /** Title */
  title: string
  /** What it is about, in a few sentences */
  summary: string
  /** Language of the lessons, BCP 47 */
  language: string
  price: Money
  /** Number of the published version */
  version: number
  /** In the order in which they are taken */
  sections: Array<{
    /** Title of the section */
    title: string
    /** In the order in which they are taken */
    lessons: Array<LessonSummary>
  }>
  /** Mine, when I am enrolled */
  enrollment?: Enrollment
}

/** Courses, newest first */
export type CourseList = {
  /** The items of this page */
  items: Array<CourseSummary>
  /** Give it as `cursor` to get the next page; null on the last one */
  nextCursor: string | null
}

/** How far I am in a course */
export type CourseProgress = {
  /** The course */
  courseId: string
  /** Completed required lessons of all required lessons, rounded down */
  percent: number
  /** When all required lessons were completed first; stays for ever */
  completedAt: string | null
  /** Lessons that the completion still needs, in their order */
  missing: Array<{
    /** The lesson */
    lessonId: string
    /** Title of the lesson */
    title: string
  }>
}

/** How far I am in a course, lesson by lesson */
export type CourseProgressDetails = {
  /** The course */
  courseId: string
  /** Completed required lessons of all required lessons, rounded down */
  percent: number
  /** When all required lessons were completed first; stays for ever */
  completedAt: string | null
  /** Lessons that the completion still needs, in their order */
  missing: Array<{
    /** The lesson */
    lessonId: string
    /** Title of the lesson */
    title: string
  }>
  /** All lessons of my version of the course, in their order */
  lessons: Array<LessonState>
}

/** A course in the catalogue */
export type CourseSummary = {
  /** The course */
  id: string
  /** Readable id, for addresses */
  slug: string
  /** Title */
  title: string
  /** What it is about, in a few sentences */
  summary: string
  /** Language of the lessons, BCP 47 */
  language: string
  price: Money
  /** Number of the published version */
  version: number
}

/** Email and password */
export type Credentials = {
  /** Email address. Spaces around it, capitals and full-width letters make no difference */
  email: string
  /** The password */
  password: string
}

/** It is done */
export type Done = {
  /** What happened, for people */
  message: string
}

/** The email to have instead */
export type EmailChange = {
  /** The email to have instead */
  newEmail: string
  /** My password */
  password: string
}

/** The two codes, which show that both mailboxes are mine */
export type EmailChangeConfirmation = {
  /** The 8 digits that were mailed to the email until now */
  oldCode: string
  /** The 8 digits that were mailed to the new email */
  newCode: string
}

/** Whom to write to */
export type EmailInput = {
  /** Email address. Spaces around it, capitals and full-width letters make no difference */
  email: string
}

/** The code of the mail, which shows that the address is mine */
export type EmailVerification = {
  /** Email address. Spaces around it, capitals and full-width letters make no difference */
  email: string
  /** The 8 digits of the mail, which are good for ten minutes and five tries */
  code: string
}

/** My place in a course */
export type Enrollment = {
  /** Since when I have the course */
  enrolledAt: string
  /** When all required lessons were completed first */
  completedAt: string | null
  /** Completed required lessons of all required lessons, rounded down */
  percent: number
}

/** That it is really me: the password, or a code */
export type Erasure = {
  /** My password */
  password?: string | undefined
  /** Instead of the password: the 8 digits of the mail that me.requestErasureCode asks for */
  code?: string | undefined
}

/** The one-time code of a sign-in by redirects */
export type Exchange = {
  /** The one-time code with which the browser was sent to the frontend */
  signInCode: string
  /** The verifier (RFC 7636) of the codeChallenge, where one was given */
  codeVerifier?: string | undefined
}

/** My access to a course */
export type ExportedEnrollment = {
  /** The course */
  courseId: string
  /** Title of the version that I take */
  courseTitle: string
  /** The version that I take */
  courseVersion: number
  /** Whether I have access */
  status: 'active' | 'ended'
  /** Where the access comes from */
  source: 'transaction' | 'administrator'
  /** Since when */
  enrolledAt: string
  /** When I completed it */
  completedAt: string | null
}

/** An event on record about my account */
export type ExportedEvent = {
  /** When it happened */
  at: string
  /** What happened */
  event: string
  /** From which internet address */
  ip: string | null
  /** What else is on record */
  details: Record<string, string | number | boolean | null>
}

/** An identity at a third party with which I can sign in */
export type ExportedIdentity = {
  /** The third party */
  provider: string
  /** Its address */
  issuer: string
  /** What it calls me */
  subject: string
  /** The email that it knew when it was linked */
  email: string | null
  /** When it was linked */
  linkedAt: string
}

/** My profile, as it is stored */
export type ExportedProfile = {
  /** The user */
  id: string
  /** Email address */
  email: string
  /** Name as it stands on certificates */
  name: string
  /** Administrators see the certificates of everyone */
  role: 'learner' | 'admin'
  /** Language of the mails to me */
  language: 'en' | 'de'
  /** When the account was made */
  createdAt: string
  /** When the email was shown to be mine; null while it was not */
  emailVerifiedAt: string | null
  /** Whether I can sign in with a password; the password itself is known to nobody */
  hasPassword: boolean
}

/** What I did of a lesson */
export type ExportedProgress = {
  /** The course */
  courseId: string
  /** The lesson within the course */
  lessonKey: string
  /** How much of it is done */
  percent: number
  /** Where I stopped */
  positionSeconds: number
  /** When I completed it */
  completedAt: string | null
  /** When I was last there */
  updatedAt: string
}

/** A lesson with its content */
export type Lesson = {
  /** The lesson */
  id: string
  /** Stable within the course, from version to version */
  key: string
  /** Title of the lesson */
  title: string
  /** Something to read, or something to watch */
  type: 'text' | 'video'
  /** How long it takes */
  minutes: number
  /** Counts for the completion of the course */
  required: boolean
  /** Open to users who are not enrolled */
  preview: boolean
  /** The course that it belongs to */
  courseId: string
  /** Markdown */
  content: string
  /** Mine, once I started it */
  progress?: LessonProgress
}

/** How far I am in a lesson */
export type LessonProgress = {
  /** 0 to 100; only rises */
  percent: number
  /** When I first completed it; null while I did not */
  completedAt: string | null
  /** Where I stopped */
  positionSeconds: number
}

/** A lesson and how far I am in it */
export type LessonState = {
  /** 0 to 100; only rises */
  percent: number
  /** When I first completed it; null while I did not */
  completedAt: string | null
  /** Where I stopped */
  positionSeconds: number
  /** The lesson */
  lessonId: string
  /** Stable within the course, from version to version */
  key: string
  /** Title of the lesson */
  title: string
  /** Counts for the completion of the course */
  required: boolean
}

/** A lesson in the table of contents */
export type LessonSummary = {
  /** The lesson */
  id: string
  /** Stable within the course, from version to version */
  key: string
  /** Title of the lesson */
  title: string
  /** Something to read, or something to watch */
  type: 'text' | 'video'
  /** How long it takes */
  minutes: number
  /** Counts for the completion of the course */
  required: boolean
  /** Open to users who are not enrolled */
  preview: boolean
}

/** With whom to sign in from now on, where to come back, and that it is really me: the password, or a code */
export type LinkRequest = {
  /** Name of the provider, as the list of providers has it */
  provider: string
  /** The page of the frontend to which the provider sends the browser back with `code`, `state` and, from some providers, `iss`: exactly one of OAUTH_RETURN_URLS. Default: the first of them */
  returnUrl?: string | undefined
  /** My password */
  password?: string | undefined
  /** Instead of the password: the 8 digits of the mail that me.requestSignInCode asks for */
  code?: string | undefined
}

/** Identities at third parties that sign in to my account */
export type LinkedIdentities = {
  /** All of them, oldest first */
  items: Array<LinkedIdentity>
}

/** An identity at a third party that signs in to my account */
export type LinkedIdentity = {
  /** Names it in addresses */
  id: string
  /** Name of the provider */
  provider: string
  /** The provider’s name for people */
  title: string
  /** What the provider called me when it was linked; null where it did not say */
  email: string | null
  /** Since when it signs in to my account */
  linkedAt: string
}

/** A token, and whom it stands for */
export type Login = {
  /** JWT; send it as "Authorization: Bearer <token>" */
  token: string
  /** How the token is sent */
  tokenType: 'Bearer'
  /** After this the token is refused with TokenExpired */
  expiresAt: string
  user: Account
}

/** My profile */
export type Me = {
  /** The user */
  id: string
  /** Email address */
  email: string
  /** Name as it stands on certificates */
  name: string
  /** Administrators see the certificates of everyone */
  role: 'learner' | 'admin'
  /** Language of the mails to me */
  language: 'en' | 'de'
  /** When the account was made */
  createdAt: string
  /** The newest hundred */
  certificates: Array<Certificate>
}

/** An amount of money */
export type Money = {
  /** Integer number of the currency's smallest unit: 2900 USD is 29 dollars */
  amount: number
  /** ISO 4217 */
  currency: string
}

/** What to buy or to enroll in */
export type NewTransaction = {
  /** The courses to buy or enroll in; without it, what is in the cart */
  courseIds?: Array<string> | undefined
  /** Code of a coupon, in any case */
  couponCode?: string | undefined
  /** What the learner was shown. A higher total is refused as PriceChanged, a lower one is charged as it is */
  expectedTotal?: Money | undefined
}

/** The password until now, and the one to have from now on */
export type PasswordChange = {
  /** The password until now */
  currentPassword: string
  /** 8 to 256 characters, not all of them spaces, and not one of the common passwords; a sentence is fine */
  newPassword: string
}

/** The one-time password of the mail, and the password to have from now on */
export type PasswordReset = {
  /** Email address. Spaces around it, capitals and full-width letters make no difference */
  email: string
  /** The 8 digits of the mail, which are good for ten minutes and five tries */
  otp: string
  /** 8 to 256 characters, not all of them spaces, and not one of the common passwords; a sentence is fine */
  newPassword: string
}

/** What is to be different; what is left out stays */
export type ProfileChange = {
  /** Name as it stands on certificates from now on; those that were issued stay as they are */
  name?: string | undefined
  /** Language of the mails to me */
  language?: 'en' | 'de' | undefined
}

/** What I did of a lesson */
export type ProgressUpdate = {
  /** The lesson */
  lessonId: string
  /** How much of the lesson is done; never lowers what was reported before */
  percent?: number | undefined
  /** true completes the lesson, as percent 100 does; false changes nothing */
  completed?: boolean | undefined
  /** Where I stopped; the latest report counts */
  positionSeconds?: number | undefined
}

/** How far I am now */
export type ProgressUpdated = {
  lesson: LessonState
  course: CourseProgress
  /** Given once the course is completed */
  certificate?: Certificate
}

/** A third party that one can sign in with */
export type Provider = {
  /** Names it in addresses */
  name: string
  /** Its name for people */
  title: string
  /** Where a plain link or button leads a browser to sign in by redirects */
  redirectUrl: string
}

/** Third parties that one can sign in with */
export type Providers = {
  /** All of them, by name */
  items: Array<Provider>
}

/** What courses cost with a coupon now */
export type Quote = {
  /** What would be bought */
  lines: Array<{
    /** The course */
    courseId: string
    /** Title of the course */
    title: string
    /** Before the discount */
    price: Money
    /** What the coupon takes off */
    discount: Money
  }>
  /** What the coupon takes off */
  discount: Money
  /** What would be to be paid; good as expectedTotal */
  total: Money
}

/** A coupon, and what to buy with it */
export type QuoteInput = {
  /** Code of a coupon, in any case */
  couponCode: string
  /** The courses to buy; without it, what is in the cart */
  courseIds?: Array<string> | undefined
}

/** Says that a payment has arrived, and what for */
export type Receipt = {
  /** Year and number, without a gap */
  number: string
  /** When the money arrived */
  issuedAt: string
  /** The transaction */
  transactionId: string
  /** Who sold */
  issuer: string
  /** What stands below, like an address and a tax number */
  issuerLines: Array<string>
  /** Who bought, as the profile said then; null once the account is erased */
  buyer: {
    /** Name */
    name: string
    /** Email */
    email: string
  } | null
  /** What was bought */
  lines: Array<{
    /** Title when it was bought */
    title: string
    /** Before the discount */
    price: Money
    /** What a coupon took off */
    discount: Money
    /** What was charged */
    paid: Money
  }>
  /** What a coupon took off */
  discount: Money
  /** What was paid */
  total: Money
  /** What has been paid back since */
  refunded: Money
  /** The same as a PDF, for the same callers: it takes the same token */
  pdfUrl: string
}

/** What is to be paid back */
export type RefundInput = {
  /** The transaction */
  id: string
  /** Why, for the books */
  reason: string
  /** Which of its lines, counted from 1; without it all of them */
  line?: number | undefined
  /** How much of the line, in the currency's smallest unit; without it all that is left */
  amount?: number | undefined
}

/** A new account, and what comes next */
export type Registered = {
  user: Account
  /** What to do next, for people */
  message: string
}

/** Who wants to join */
export type Registration = {
  /** Email address. Spaces around it, capitals and full-width letters make no difference */
  email: string
  /** 8 to 256 characters, not all of them spaces, and not one of the common passwords; a sentence is fine */
  password: string
  /** Name as it stands on certificates: one line with at least one letter or digit. Without one, or with a blank one, it is made from the email */
  name?: string | undefined
}

/** Why a certificate is declared void */
export type Revocation = {
  /** Code of the certificate, in any case, with or without dashes */
  code: string
  /** Why, for the records; those who check the code do not see it */
  reason: string
}

/** A sign-in that has not ended */
export type Session = {
  /** Names the session; no secret */
  id: string
  /** What the client said it was when it signed in; null where it said nothing */
  device: string | null
  /** IP address from which it was opened: IPv4, or the /64 of IPv6; null where unknown */
  ip: string | null
  /** When it was opened */
  createdAt: string
  /** When it was last used, to within five minutes */
  lastUsedAt: string
  /** Whether it is the one that asks */
  current: boolean
}

/** My sessions, newest first */
export type SessionList = {
  /** The items of this page */
  items: Array<Session>
  /** Give it as `cursor` to get the next page; null on the last one */
  nextCursor: string | null
}

/** A purchase or an enrollment */
export type Transaction = {
  /** The transaction */
  id: string
  /** fulfilled: paid where there was something to pay, and enrolled. paid: the money has arrived, and the courses follow */
  status: 'pending' | 'paid' | 'fulfilled' | 'partially_refunded' | 'refunded' | 'failed' | 'expired' | 'canceled'
  /** What is bought */
  lines: Array<TransactionLine>
  /** What a coupon takes off */
  discount: Money
  /** What is to be paid, after the discount */
  total: Money
  /** What has been paid back, or is about to be */
  refunded: Money
  /** When it was started */
  createdAt: string
  /** Where to pay, while the transaction is pending */
  checkoutUrl?: string
  /** When the money arrived */
  paidAt?: string
  /** The receipt, once the money has arrived */
  receiptUrl?: string
}

/** A course and the price that was agreed */
export type TransactionLine = {
  /** The course */
  courseId: string
  /** Title when it was bought */
  title: string
  /** Before the discount */
  price: Money
  /** What a coupon takes off */
  discount: Money
  /** What has been paid back, or is about to be */
  refunded: Money
  /** fulfilled: I have the course by it. released: I do not, because the purchase came to nothing */
  status: 'open' | 'released' | 'fulfilled' | 'refunded'
}

/** My transactions, newest first */
export type TransactionList = {
  /** The items of this page */
  items: Array<Transaction>
  /** Give it as `cursor` to get the next page; null on the last one */
  nextCursor: string | null
}

/** Which identity, and that it is really me: the password, or a code */
export type Unlinking = {
  /** The identity */
  id: string
  /** My password */
  password?: string | undefined
  /** Instead of the password: the 8 digits of the mail that me.requestSignInCode asks for */
  code?: string | undefined
}

/** What a certificate says, for anyone who checks it */
export type Verification = {
  /** true while the certificate is neither revoked nor superseded */
  valid: boolean
  /** superseded: a newer certificate of the same course takes its place */
  status: 'issued' | 'revoked' | 'superseded'
  /** The code as it is written */
  verificationCode: string
  /** Name of the learner as it was then */
  learnerName: string
  /** Title of the course as it was completed */
  courseTitle: string
  /** Day of completion, UTC */
  completedOn: string
  /** Who issued the certificate */
  issuer: string
  /** When the certificate was issued */
  issuedAt: string
  /** How long the required lessons of the course take */
  minutes?: number
  /** When it was revoked, if it was */
  revokedAt?: string
  /** When a newer certificate took its place, if one did */
  supersededAt?: string
  /** Code of the certificate that took its place */
  supersededBy?: string
  /** SHA-256 of the PDF, hexadecimal; absent until it is printed */
  pdfSha256?: string
}

/** A visit to the provider, which the browser has to make now */
export type Visit = {
  /** Send the browser there */
  authorizationUrl: string
  /** The browser has to be back by then */
  expiresAt: string
}

/** With whom to sign in, and where to come back */
export type VisitRequest = {
  /** Name of the provider, as the list of providers has it */
  provider: string
  /** The page of the frontend to which the provider sends the browser back with `code`, `state` and, from some providers, `iss`: exactly one of OAUTH_RETURN_URLS. Default: the first of them */
  returnUrl?: string | undefined
}

/** What the browser brought back from the provider */
export type VisitReturn = {
  /** Name of the provider, as the list of providers has it */
  provider: string
  /** As the browser brought it back */
  state: string
  /** As the browser brought it back */
  code: string
  /** As the browser brought it back; needed where the provider sends it */
  iss?: string | undefined
}

/** An error as tRPC's own clients see it; those of the SDK throw a LyceumError. */
export type ErrorShape = {
  message: string
  code: -32001 | -32003 | -32004 | -32005 | -32009 | -32013 | -32015 | -32022 | -32029 | -32600 | -32603
  data: {
    path?: string
    code: 'BAD_GATEWAY' | 'BAD_REQUEST' | 'CONFLICT' | 'FORBIDDEN' | 'INTERNAL_SERVER_ERROR' | 'METHOD_NOT_SUPPORTED' | 'NOT_FOUND' | 'PAYLOAD_TOO_LARGE' | 'SERVICE_UNAVAILABLE' | 'TOO_MANY_REQUESTS' | 'UNAUTHORIZED' | 'UNPROCESSABLE_CONTENT' | 'UNSUPPORTED_MEDIA_TYPE'
    httpStatus: 400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 422 | 429 | 500 | 502 | 503
    error: 'AlreadyEnrolled' | 'CertificateNotFound' | 'CertificateRevoked' | 'CertificateSuperseded' | 'CertificateUnchanged' | 'CouponExpired' | 'CouponNotApplicable' | 'CouponNotFound' | 'CouponUsedUp' | 'CourseNotCompleted' | 'CourseNotFound' | 'DuplicateEmail' | 'EmailNotVerified' | 'Forbidden' | 'IdempotencyKeyInUse' | 'IdempotencyKeyReused' | 'IdentityInUse' | 'IdentityNotFound' | 'InternalError' | 'InvalidCode' | 'InvalidCredentials' | 'InvalidFields' | 'LastSignInMethod' | 'LessonNotFound' | 'LinkRequired' | 'MalformedJson' | 'MethodNotAllowed' | 'MissingFields' | 'NotEnrolled' | 'NotFound' | 'PasswordNotSet' | 'PayloadTooLarge' | 'PriceChanged' | 'ProviderEmailNotVerified' | 'ProviderNotFound' | 'ProviderUnavailable' | 'RateLimited' | 'RefundTooHigh' | 'ServiceUnavailable' | 'SessionNotFound' | 'SignInExpired' | 'SignInRefused' | 'TokenExpired' | 'TokenInvalid' | 'TokenMissing' | 'TransactionNotFound' | 'TransactionNotPaid' | 'UnsupportedMediaType' | 'UserNotFound' | 'WebhookRefused' | 'WrongPassword'
    message: string
    status: 400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 422 | 429 | 500 | 502 | 503
    type: string
    requestId: string
    issues?: Array<{
      path: string
      message: string
    }>
  }
}

type Root = { ctx: object; meta: object; errorShape: ErrorShape; transformer: false }

/** All operations of Lyceum, for tools that take the type of a tRPC router. */
export type AppRouter = TRPCBuiltRouter<Root, {
  auth: {
    /**
     * Register with email and password; a code is mailed to verify the email.
     *
     * Makes an account that can log in once its email is verified. Where such an account exists already the answer is DuplicateEmail. The code comes by mail within seconds; ask for another one if it does not.
     *
     * Errors of its own: DuplicateEmail.
     *
     * REST: `POST /api/v1/auth/register`
     */
    register: TRPCMutationProcedure<{ meta: object; input: Registration; output: Registered }>
    /**
     * Log in with email and password and receive a JWT.
     *
     * Opens a session and answers with the token that stands for it. The token is good until expiresAt, or until the session is ended by a logout or a new password. EmailNotVerified is only answered to the right password.
     *
     * Errors of its own: InvalidCredentials, EmailNotVerified.
     *
     * REST: `POST /api/v1/auth/login`
     */
    login: TRPCMutationProcedure<{ meta: object; input: Credentials; output: Login }>
    /**
     * Verify the email with the code that was mailed.
     *
     * A code is good for ten minutes, for one use and for five tries. Wrong, used and expired codes get the same answer.
     *
     * Errors of its own: InvalidCode.
     *
     * REST: `POST /api/v1/auth/verify-email`
     */
    verifyEmail: TRPCMutationProcedure<{ meta: object; input: EmailVerification; output: Done }>
    /**
     * Ask for a new verification code.
     *
     * The answer is the same whether there is such an account or not. A new code ends the one before.
     *
     * REST: `POST /api/v1/auth/verify-email/resend`
     */
    resendVerification: TRPCMutationProcedure<{ meta: object; input: EmailInput; output: Done }>
    /**
     * Ask for a one-time password that allows to set a new password.
     *
     * Mails a one-time password of eight digits that is good for ten minutes. The answer is the same whether there is such an account or not.
     *
     * REST: `POST /api/v1/auth/forget-password`
     */
    forgotPassword: TRPCMutationProcedure<{ meta: object; input: EmailInput; output: Done }>
    /**
     * Set a new password with the one-time password; ends all sessions.
     *
     * Ends all sessions of the account. The email counts as verified from then on, because the one-time password came by mail.
     *
     * Errors of its own: InvalidCode.
     *
     * REST: `POST /api/v1/auth/resetpassword`
     */
    resetPassword: TRPCMutationProcedure<{ meta: object; input: PasswordReset; output: Done }>
    /**
     * End this session.
     *
     * The token is refused from the next request on.
     *
     * REST: `POST /api/v1/auth/logout`
     */
    logout: TRPCMutationProcedure<{ meta: object; input: Record<string, never> | undefined; output: Done }>
    /**
     * End all my sessions.
     *
     * Every token of mine, on every device, is refused from the next request on.
     *
     * REST: `POST /api/v1/auth/logout-all`
     */
    logoutEverywhere: TRPCMutationProcedure<{ meta: object; input: Record<string, never> | undefined; output: Done }>
    /**
     * List the third parties that one can sign in with.
     *
     * Empty where none is configured.
     *
     * REST: `GET /api/v1/auth/oauth`
     */
    providers: TRPCQueryProcedure<{ meta: object; input: Record<string, never> | undefined; output: Providers }>
    /**
     * Start to sign in with a third party.
     *
     * For single-page frontends. Send the browser to authorizationUrl; the provider sends it back to returnUrl with parameters for the callback. The answer sets a cookie that the callback needs: across origins call both with `credentials: "include"`. Frontends of another site, where browsers keep no such cookie, sign in by redirects.
     *
     * Errors of its own: ProviderNotFound, ProviderUnavailable.
     *
     * REST: `POST /api/v1/auth/oauth/{provider}/start`
     */
    startOAuth: TRPCMutationProcedure<{ meta: object; input: VisitRequest; output: Visit }>
    /**
     * Finish to sign in with a third party and receive a JWT.
     *
     * Takes what the browser brought back, once, within ten minutes, from the browser that started. Whoever comes for the first time gets an account, provided that the provider vouches for the email. Where a verified account has this email the answer is LinkRequired, unless OAUTH_LINK_VERIFIED_EMAILS is set; an account that nobody verified becomes that of the one who signs in, without the password it had.
     *
     * Errors of its own: ProviderNotFound, ProviderUnavailable, SignInExpired, SignInRefused, ProviderEmailNotVerified, EmailNotVerified, LinkRequired.
     *
     * REST: `POST /api/v1/auth/oauth/{provider}/callback`
     */
    finishOAuth: TRPCMutationProcedure<{ meta: object; input: VisitReturn; output: Login }>
    /**
     * Exchange the one-time code of a sign-in by redirects for a JWT.
     *
     * The code is good for one use within a minute, and for the one who has the verifier where the sign-in began with a codeChallenge.
     *
     * Errors of its own: SignInExpired.
     *
     * REST: `POST /api/v1/auth/oauth/exchange`
     */
    exchangeOAuth: TRPCMutationProcedure<{ meta: object; input: Exchange; output: Login }>
  }
  me: {
    /**
     * List the third parties that sign in to my account.
     *
     * Besides the password, where there is one.
     *
     * REST: `GET /api/me/identities`
     */
    identities: TRPCQueryProcedure<{ meta: object; input: Record<string, never> | undefined; output: LinkedIdentities }>
    /**
     * Ask for a code that links or unlinks a third party without the password.
     *
     * For accounts that sign in with a third party only, and for who forgot the password. The code comes by mail, and is good for one use.
     *
     * REST: `POST /api/me/sign-in-code`
     */
    requestSignInCode: TRPCMutationProcedure<{ meta: object; input: Record<string, never> | undefined; output: Done }>
    /**
     * Start to link an identity at a third party to my account.
     *
     * Takes the password, or a code from me.requestSignInCode. Send the browser to authorizationUrl; the provider sends it back to returnUrl with parameters for the callback. Needs no cookie. Another password or email, set meanwhile, ends the visit.
     *
     * Errors of its own: ProviderNotFound, ProviderUnavailable, WrongPassword, PasswordNotSet, InvalidCode.
     *
     * REST: `POST /api/me/oauth/{provider}/start`
     */
    startLink: TRPCMutationProcedure<{ meta: object; input: LinkRequest; output: Visit }>
    /**
     * Finish to link an identity at a third party to my account.
     *
     * Takes what the browser brought back, once, within ten minutes, in the session that started. From then on the identity signs in to my account, whatever its email; I am told by mail.
     *
     * Errors of its own: ProviderNotFound, ProviderUnavailable, SignInExpired, SignInRefused, IdentityInUse.
     *
     * REST: `POST /api/me/oauth/{provider}/callback`
     */
    finishLink: TRPCMutationProcedure<{ meta: object; input: VisitReturn; output: LinkedIdentities }>
    /**
     * Unlink an identity from my account.
     *
     * Takes the password, or a code from me.requestSignInCode. The identity signs in no more, and all my other sessions end; I am told by mail. The last way into an account cannot be removed. Who cannot send a DELETE with a body uses the alias.
     *
     * Errors of its own: IdentityNotFound, LastSignInMethod, WrongPassword, PasswordNotSet, InvalidCode.
     *
     * REST: `DELETE /api/me/identities/{id}`
     */
    unlink: TRPCMutationProcedure<{ meta: object; input: Unlinking; output: LinkedIdentities }>
    /**
     * Show my profile with my certificates.
     *
     * Who I am here, and the newest hundred of my certificates.
     *
     * REST: `GET /api/me`
     */
    get: TRPCQueryProcedure<{ meta: object; input: Record<string, never> | undefined; output: Me }>
    /**
     * Change my name, or the language of my mails.
     *
     * What is left out stays as it is. Certificates that were issued keep the name that is printed on them.
     *
     * REST: `PATCH /api/me`
     */
    update: TRPCMutationProcedure<{ meta: object; input: ProfileChange; output: Me }>
    /**
     * Change my password; ends my other sessions.
     *
     * This session goes on, all others end at once, and a notice is mailed. Wrong passwords are limited. An account that signs in with a third party only has no password to change: PasswordNotSet; it gets one by forget-password and resetpassword.
     *
     * Errors of its own: WrongPassword, PasswordNotSet.
     *
     * REST: `POST /api/me/password`
     */
    changePassword: TRPCMutationProcedure<{ meta: object; input: PasswordChange; output: Done }>
    /**
     * Ask for another email; a code is mailed to the old and to the new one.
     *
     * The email stays as it is until both codes are confirmed. The answer is the same whether the new one is taken or not; where it is, the mail to it says that somebody tried, and holds no code. Another request ends the codes of the one before.
     *
     * Errors of its own: WrongPassword, PasswordNotSet.
     *
     * REST: `POST /api/me/email`
     */
    requestEmailChange: TRPCMutationProcedure<{ meta: object; input: EmailChange; output: Done }>
    /**
     * Change my email with both codes; ends my other sessions.
     *
     * Each of the two codes counts as a try. Which of them was wrong is not told. This session goes on, all others end, and the old address is mailed a notice. DuplicateEmail when somebody else has registered the new one in the meantime.
     *
     * Errors of its own: InvalidCode, DuplicateEmail.
     *
     * REST: `POST /api/me/email/confirm`
     */
    confirmEmailChange: TRPCMutationProcedure<{ meta: object; input: EmailChangeConfirmation; output: Done }>
    /**
     * List my sessions.
     *
     * Every sign-in that has not ended, by logout, by time or otherwise.
     *
     * REST: `GET /api/me/sessions`
     */
    sessions: TRPCQueryProcedure<{ meta: object; input: {
      /**
       * How many items at most
       *
       * Default: 20.
       */
      limit?: number | undefined
      /** Where to go on: `nextCursor` of the page before */
      cursor?: string | undefined
    }; output: SessionList }>
    /**
     * End one of my sessions.
     *
     * Its token is refused from the next request on. To end this one is to log out.
     *
     * Errors of its own: SessionNotFound.
     *
     * REST: `DELETE /api/me/sessions/{id}`
     */
    endSession: TRPCMutationProcedure<{ meta: object; input: {
      /** The session */
      id: string
    }; output: Done }>
    /**
     * Get everything that is stored about me.
     *
     * One JSON: profile, identities, sessions, enrollments, progress, cart, transactions, certificates, and events on record.
     *
     * REST: `GET /api/me/export`
     */
    export: TRPCQueryProcedure<{ meta: object; input: Record<string, never> | undefined; output: AccountExport }>
    /**
     * Ask for a code that erases my account without the password.
     *
     * For accounts that sign in with a third party only, and for who forgot the password. The code comes by mail.
     *
     * REST: `POST /api/me/erasure-code`
     */
    requestErasureCode: TRPCMutationProcedure<{ meta: object; input: Record<string, never> | undefined; output: Done }>
    /**
     * Erase my account and my personal data, for good.
     *
     * Takes the password, or a code from erasure-code. Profile, sign-ins, sessions, enrollments, progress and cart are gone at once, pending transactions are canceled. Certificates stay valid, with the name that is printed on them; what was paid stays in the books, without me. The email may be registered anew, and then has nothing of the account that was.
     *
     * Errors of its own: WrongPassword, PasswordNotSet, InvalidCode.
     *
     * REST: `DELETE /api/me`
     */
    erase: TRPCMutationProcedure<{ meta: object; input: Erasure; output: Done }>
  }
  courses: {
    /**
     * List the published courses, newest first.
     *
     * The catalogue: what can be bought or enrolled in today.
     *
     * REST: `GET /api/courses`
     */
    list: TRPCQueryProcedure<{ meta: object; input: {
      /**
       * How many items at most
       *
       * Default: 20.
       */
      limit?: number | undefined
      /** Where to go on: `nextCursor` of the page before */
      cursor?: string | undefined
    }; output: CourseList }>
    /**
     * Show a course with its sections and lessons.
     *
     * Who is enrolled sees the version of the course that they learn, with their progress; everyone else the one that is sold.
     *
     * Errors of its own: CourseNotFound.
     *
     * REST: `GET /api/courses/{idOrSlug}`
     */
    get: TRPCQueryProcedure<{ meta: object; input: {
      /** Id or slug of the course */
      idOrSlug: string
    }; output: Course }>
  }
  lessons: {
    /**
     * Read a lesson.
     *
     * Lessons marked as preview are open to every signed-in user, the others to those who are enrolled in the course.
     *
     * Errors of its own: LessonNotFound, NotEnrolled.
     *
     * REST: `GET /api/lessons/{id}`
     */
    get: TRPCQueryProcedure<{ meta: object; input: {
      /** The lesson */
      id: string
    }; output: Lesson }>
  }
  progress: {
    /**
     * Report what I did of a lesson; the last required one completes the course and issues the certificate.
     *
     * Safe to repeat and to send in any order: progress only rises, and a completion is for ever.
     *
     * Errors of its own: LessonNotFound, NotEnrolled.
     *
     * REST: `POST /api/progress/update`
     */
    update: TRPCMutationProcedure<{ meta: object; input: ProgressUpdate; output: ProgressUpdated }>
    /**
     * Show my progress in a course.
     *
     * Lesson by lesson, with what the completion still needs.
     *
     * Errors of its own: CourseNotFound, NotEnrolled.
     *
     * REST: `GET /api/progress/{courseId}`
     */
    get: TRPCQueryProcedure<{ meta: object; input: {
      /** The course */
      courseId: string
    }; output: CourseProgressDetails }>
  }
  cart: {
    /**
     * Show my cart.
     *
     * Titles and prices are those of the moment; each item says what it cost when it was added, and whether it can still be bought. What cannot is not charged.
     *
     * REST: `GET /api/cart`
     */
    get: TRPCQueryProcedure<{ meta: object; input: Record<string, never> | undefined; output: Cart }>
    /**
     * Put a course in my cart.
     *
     * Answers 201 when the course is new in the cart, and 200 when it was in it already. A course is in a cart at most once.
     *
     * Errors of its own: CourseNotFound, AlreadyEnrolled, IdempotencyKeyInUse, IdempotencyKeyReused.
     *
     * REST: `POST /api/cart`
     */
    add: TRPCMutationProcedure<{ meta: object; input: AddToCartInput; output: Cart }>
    /**
     * Take a course out of my cart.
     *
     * Harmless when the course is not in the cart. Answers with what is left in it.
     *
     * REST: `DELETE /api/cart/{courseId}`
     */
    remove: TRPCMutationProcedure<{ meta: object; input: {
      /** The course to take out */
      courseId: string
    }; output: Cart }>
  }
  coupons: {
    /**
     * Ask what a coupon takes off.
     *
     * Uses nothing up: the coupon is redeemed by the purchase, if it still can be then.
     *
     * Errors of its own: CourseNotFound, AlreadyEnrolled, CouponNotFound, CouponExpired, CouponUsedUp, CouponNotApplicable.
     *
     * REST: `POST /api/v1/coupons/quote`
     */
    quote: TRPCMutationProcedure<{ meta: object; input: QuoteInput; output: Quote }>
  }
  transactions: {
    /**
     * Buy or enroll in courses.
     *
     * What costs nothing is fulfilled at once. Else the answer is pending and names the checkoutUrl to pay at. Asked again for the same courses while they are still to be paid, it answers with the same transaction and status 200. Courses that are named must all be buyable. Of the cart, what is no longer sold and what I own by now is left out and not charged; the rest is sold at the prices of the moment. Who wants to pay no more than was shown says so with expectedTotal.
     *
     * Errors of its own: CourseNotFound, AlreadyEnrolled, PriceChanged, CouponNotFound, CouponExpired, CouponUsedUp, CouponNotApplicable, IdempotencyKeyInUse, IdempotencyKeyReused.
     *
     * REST: `POST /api/v1/transaction`
     */
    create: TRPCMutationProcedure<{ meta: object; input: NewTransaction; output: Transaction }>
    /**
     * List my transactions, newest first.
     *
     * Purchases and enrollments, also those that came to nothing.
     *
     * REST: `GET /api/v1/transaction/user`
     */
    list: TRPCQueryProcedure<{ meta: object; input: {
      /**
       * How many items at most
       *
       * Default: 20.
       */
      limit?: number | undefined
      /** Where to go on: `nextCursor` of the page before */
      cursor?: string | undefined
    }; output: TransactionList }>
    /**
     * Show one of my transactions.
     *
     * Tells whether a payment has arrived. Transactions of others are answered as if there were none.
     *
     * Errors of its own: TransactionNotFound.
     *
     * REST: `GET /api/v1/transaction/{id}`
     */
    get: TRPCQueryProcedure<{ meta: object; input: {
      /** The transaction */
      id: string
    }; output: Transaction }>
    /**
     * Get the receipt of a payment.
     *
     * For the one who paid, and for administrators. Numbers are given in the order in which payments arrive, without a gap in each year. Titles and amounts were agreed when the purchase was started, seller and buyer are named as they were when the money arrived, and none of it ever changes. What was refunded since is added. `GET /api/v1/transaction/{id}/receipt.pdf` is the same on paper.
     *
     * Errors of its own: TransactionNotFound, TransactionNotPaid.
     *
     * REST: `GET /api/v1/transaction/{id}/receipt`
     */
    receipt: TRPCQueryProcedure<{ meta: object; input: {
      /** The transaction */
      id: string
    }; output: Receipt }>
    /**
     * Pay money back.
     *
     * For one line or for all, whole or in part. Access ends to a course that is wholly paid back, once the payment provider says that it is done; certificates stay. While the provider does not answer it is tried again until it does.
     *
     * Errors of its own: TransactionNotFound, TransactionNotPaid, RefundTooHigh, IdempotencyKeyInUse, IdempotencyKeyReused.
     *
     * REST: `POST /api/v1/transaction/{id}/refund`
     */
    refund: TRPCMutationProcedure<{ meta: object; input: RefundInput; output: Transaction }>
  }
  certificates: {
    /**
     * List the certificates of a user: my own, or anyone’s for an administrator.
     *
     * Others than the user and administrators are answered Forbidden, whether there is such a user or not.
     *
     * Errors of its own: Forbidden, UserNotFound.
     *
     * REST: `GET /api/certificates/{userId}`
     */
    list: TRPCQueryProcedure<{ meta: object; input: {
      /** Whose certificates: my own id, or for an administrator anyone’s */
      userId: string
      /**
       * How many items at most
       *
       * Default: 20.
       */
      limit?: number | undefined
      /** Where to go on: `nextCursor` of the page before */
      cursor?: string | undefined
    }; output: CertificateList }>
    /**
     * Get the certificate of a course that I completed.
     *
     * The first request answers 201, later ones 200, always with the same certificate. Waits a few seconds for the PDF to be printed.
     *
     * Errors of its own: CourseNotFound, NotEnrolled, CourseNotCompleted, IdempotencyKeyInUse, IdempotencyKeyReused.
     *
     * REST: `POST /courses/{courseId}/certificate`
     */
    issue: TRPCMutationProcedure<{ meta: object; input: {
      /** The course that I completed */
      courseId: string
    }; output: Certificate }>
    /**
     * Check a certificate by its code.
     *
     * Says what the certificate says, and whether it still holds. The page for people is at /verify/{code}.
     *
     * Errors of its own: CertificateNotFound.
     *
     * REST: `GET /certificates/verify/{code}`
     */
    verify: TRPCQueryProcedure<{ meta: object; input: {
      /** The code in any case, with or without dashes; O counts as 0, I and L as 1 */
      code: string
    }; output: Verification }>
    /**
     * Replace my certificate by one with the name that my profile says now.
     *
     * For whoever has changed their name. The old code goes on to answer, and says which certificate took its place. Asked again, it answers 200 with the same new certificate.
     *
     * Errors of its own: CertificateNotFound, CertificateRevoked, CertificateUnchanged.
     *
     * REST: `POST /api/certificates/{code}/reissue`
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
       * How many items at most
       *
       * Default: 20.
       */
      limit?: number | undefined
      /** Where to go on: `nextCursor` of the page before */
      cursor?: string | undefined
      /** Only those in this state */
      status?: 'issued' | 'revoked' | 'superseded' | undefined
      /** Only those of this user */
      userId?: string | undefined
      /** Only those for this course */
      courseId?: string | undefined
    }; output: AdministeredCertificateList }>
    /**
     * Declare a certificate void for good.
     *
     * Whoever checks its code is told so. Asked again it changes nothing: the first reason stays.
     *
     * Errors of its own: CertificateNotFound, CertificateSuperseded.
     *
     * REST: `POST /api/v1/admin/certificates/{code}/revoke`
     */
    adminRevoke: TRPCMutationProcedure<{ meta: object; input: Revocation; output: AdministeredCertificate }>
    /**
     * Put a new certificate in the place of one.
     *
     * With the name that the profile says now and the issuer that is configured now; the day of completion stays. The old code goes on to answer, and says which certificate took its place. Asked again with the old code, it answers 200 with the same new certificate.
     *
     * Errors of its own: CertificateNotFound, CertificateRevoked.
     *
     * REST: `POST /api/v1/admin/certificates/{code}/reissue`
     */
    adminReissue: TRPCMutationProcedure<{ meta: object; input: {
      /** Code of the certificate, in any case, with or without dashes */
      code: string
    }; output: AdministeredCertificate }>
    /**
     * Print a certificate that has no PDF yet.
     *
     * Waits a few seconds for it; `pdf` says how it went. What is printed stays as it is.
     *
     * Errors of its own: CertificateNotFound.
     *
     * REST: `POST /api/v1/admin/certificates/{code}/render`
     */
    adminRender: TRPCMutationProcedure<{ meta: object; input: {
      /** Code of the certificate, in any case, with or without dashes */
      code: string
    }; output: AdministeredCertificate }>
  }
}>
