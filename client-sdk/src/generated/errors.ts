// Generated from server/errors/errors.ts by `npm run generate`. Do not edit.

/** The names of the server's errors, with the status of each. */
export interface ServerErrors {
  /** 400: Something is missing. Fill in what is marked, then try again. */
  MissingFields: 400
  /** 400: Something is not right yet. Correct what is marked, then try again. */
  InvalidFields: 400
  /** 400: The body is not valid JSON. */
  MalformedJson: 400
  /** 400: This request cannot be verified as coming from the payment provider. */
  WebhookRefused: 400
  /** 400: This code is wrong, used or expired. Check it, or request a new one. */
  InvalidCode: 400
  /** 400: This sign-in has expired. Please start again. */
  SignInExpired: 400
  /** 401: Wrong email or password. Please try again. */
  InvalidCredentials: 401
  /** 401: Sign in first: send your token as "Authorization: Bearer <token>". */
  TokenMissing: 401
  /** 401: Your session has expired. Please sign in again. */
  TokenExpired: 401
  /** 401: This token is invalid or was ended. Please sign in again. */
  TokenInvalid: 401
  /**
   * 401: This report is not signed with the secret of the course. Set the secret at the host.
   */
  HookRefused: 401
  /** 403: This is not your password. Try again, or set a new one with "forgot password". */
  WrongPassword: 403
  /** 403: The provider did not sign you in. Try again, or sign in a different way. */
  SignInRefused: 403
  /**
   * 403: The provider has not verified your email. Register with email and password, then
   * link the provider while signed in.
   */
  ProviderEmailNotVerified: 403
  /**
   * 403: Please verify your email first: enter the code that we mailed you, or request a new
   * one.
   */
  EmailNotVerified: 403
  /** 403: Enter the code of your app or a recovery code, or use your passkey. */
  SecondFactorRequired: 403
  /** 403: That is not right, or was used before. Wait for the next code, then try again. */
  WrongSecondFactor: 403
  /** 403: Your role needs a second factor. Set one up in your account, then go on. */
  SecondFactorMissing: 403
  /** 403: You are not allowed to do this. */
  Forbidden: 403
  /** 403: You cannot do this for yourself. Ask a colleague to do it. */
  NotForYourself: 403
  /** 403: This key may not do this. */
  KeyNotAllowed: 403
  /** 403: This account is suspended. Please contact the school. */
  AccountSuspended: 403
  /** 403: This address has expired. Read the lesson again to get a fresh one. */
  MediaAddressExpired: 403
  /**
   * 409: This access did not end by its end date, so none opens it. Enroll the user again.
   */
  AccessEnded: 409
  /** 403: You are not enrolled in this course. */
  NotEnrolled: 403
  /** 403: You cannot approve a draft that you wrote in. Ask a different reviewer. */
  OwnDraft: 403
  /** 404: There is nothing at this URL. */
  NotFound: 404
  /** 404: There is no such course. */
  CourseNotFound: 404
  /** 404: You have no such second factor. List them again. */
  SecondFactorNotFound: 404
  /** 404: There is no such webhook. List the webhooks to find its id. */
  WebhookNotFound: 404
  /** 404: This event was not delivered to this webhook. Replay it by its number instead. */
  DeliveryNotFound: 404
  /** 404: This course comes from no git repository. Set one first. */
  SourceNotFound: 404
  /** 404: There is no such lesson. */
  LessonNotFound: 404
  /** 404: There is no such attempt. */
  AttemptNotFound: 404
  /** 404: There is no such submission. */
  SubmissionNotFound: 404
  /** 404: There is no such question. */
  QuestionNotFound: 404
  /** 404: There is no such regrade. */
  RegradeNotFound: 404
  /** 404: This course has no draft. Write to it to begin one. */
  DraftNotFound: 404
  /** 404: This course has no such version. */
  VersionNotFound: 404
  /** 404: This course has no file with this path. List its files to see what there is. */
  FileNotFound: 404
  /** 404: This file is gone. Read the lesson again to see what it shows now. */
  MediaNotFound: 404
  /** 404: There is no such upload. Start it again. */
  UploadNotFound: 404
  /** 404: There is no such member. */
  MemberNotFound: 404
  /** 404: There is no such announcement. List the announcements again. */
  AnnouncementNotFound: 404
  /** 404: There is no such question. Go back to the lesson. */
  ThreadNotFound: 404
  /** 404: There is no such question or answer. Load the page again. */
  PostNotFound: 404
  /** 404: There is no such comment. List the comments again. */
  CommentNotFound: 404
  /** 404: There is no such report. List the reports again. */
  FlawNotFound: 404
  /** 404: There is no such note. List your notes again. */
  NoteNotFound: 404
  /** 404: This notification is gone. Load your notifications again. */
  NotificationNotFound: 404
  /** 404: There is no such calendar. Make a new key, and subscribe to its address. */
  CalendarNotFound: 404
  /** 404: There is no such bulk enrollment. List the bulk enrollments again. */
  BulkEnrollmentNotFound: 404
  /** 404: There is no such reissue of certificates. */
  ReissueNotFound: 404
  /** 404: There is no such zip of certificates. Ask for it again. */
  ArchiveNotFound: 404
  /** 404: There is no such move. */
  MoveNotFound: 404
  /** 404: There is no such cohort. List the cohorts again. */
  CohortNotFound: 404
  /** 404: There is no such invitation. List the invitations again. */
  InvitationNotFound: 404
  /** 404: This user was never enrolled in this course. List the enrollments again. */
  EnrollmentNotFound: 404
  /** 404: There is no such key. List the keys again. */
  ApiKeyNotFound: 404
  /** 404: There is no such job. List the jobs again. */
  JobNotFound: 404
  /** 404: There is no such mail. List the mails again. */
  MailNotFound: 404
  /** 404: There is no such transaction. */
  TransactionNotFound: 404
  /** 404: There is no such coupon. Check its code. */
  CouponNotFound: 404
  /** 404: There is no such certificate. */
  CertificateNotFound: 404
  /** 404: There is no file of evidence for this certificate. */
  EvidenceNotKept: 404
  /** 404: There is no such session. */
  SessionNotFound: 404
  /** 404: There is no such sign-in provider. */
  ProviderNotFound: 404
  /** 404: There is no such identity. */
  IdentityNotFound: 404
  /** 404: There is no such user. */
  UserNotFound: 404
  /**
   * 405: This path does not support this method; the Allow header lists the supported ones.
   */
  MethodNotAllowed: 405
  /** 409: This school has an administrator already. Ask them to give you a role. */
  AdministratorExists: 409
  /** 409: Read the terms of the school, and accept them to go on. */
  TermsNotAccepted: 409
  /** 409: This email is already registered. Log in, or reset your password. */
  DuplicateEmail: 409
  /**
   * 409: Your account has no password yet, because you sign in with a third party. Set one
   * with "forgot password", then try again.
   */
  PasswordNotSet: 409
  /**
   * 409: Your email already has an account. Log in to it as before, then link the provider in
   * your profile.
   */
  LinkRequired: 409
  /** 409: This identity is linked to a different account. Unlink it there first. */
  IdentityInUse: 409
  /**
   * 409: This is your only way to sign in. Set a password or link a different provider first.
   */
  LastSignInMethod: 409
  /** 409: You are already enrolled in this course. */
  AlreadyEnrolled: 409
  /** 409: This course requires others: complete them first. */
  PrerequisiteMissing: 409
  /** 409: This course was published: archive it instead of deleting it. */
  CoursePublished: 409
  /** 409: All seats of this course are taken. Try again later, or ask the school. */
  CourseFull: 409
  /** 409: This course does not take new learners at this time. */
  EnrollmentNotOpen: 409
  /** 409: More seats than this are taken. Set at least as many, or free some first. */
  SeatsTaken: 409
  /** 409: This course was paid for: a refund ends the access. */
  CoursePaidFor: 409
  /** 409: A different cohort has this name. Choose another. */
  CohortNameTaken: 409
  /** 409: You have this already. Remove the other one first, or use it. */
  SecondFactorExists: 409
  /** 409: You have ten second factors already. Remove one first. */
  TooManySecondFactors: 409
  /** 409: There are 20 webhooks already. Delete one, or let one receiver pass events on. */
  TooManyWebhooks: 409
  /** 409: This webhook is disabled. Enable it first. */
  WebhookDisabled: 409
  /** 409: Events are being sent to this webhook again. Wait until that is done. */
  ReplayRunning: 409
  /** 409: You have left this course. Return to it instead: that costs nothing. */
  CourseLeft: 409
  /** 409: Some required lessons are not completed yet. Complete them first. */
  CourseNotCompleted: 409
  /** 409: This costs more than you expected. Review the prices, then buy. */
  PriceChanged: 409
  /** 409: There is a coupon with this code already. Choose a different code. */
  CouponCodeTaken: 409
  /** 409: This coupon is not valid at the moment. Buy without it, or with a different one. */
  CouponExpired: 409
  /** 409: This coupon has no uses left. Buy without it, or with a different one. */
  CouponUsedUp: 409
  /**
   * 409: This coupon does not apply to these courses. Buy without it, or with a different
   * one.
   */
  CouponNotApplicable: 409
  /** 409: This transaction cost money. Refund it instead. */
  TransactionNotFree: 409
  /** 409: Nothing was paid in this transaction. */
  TransactionNotPaid: 409
  /** 409: This is more than the amount left to refund. */
  RefundTooHigh: 409
  /**
   * 409: A request with this Idempotency-Key is still running. Try again after the number of
   * seconds in Retry-After.
   */
  IdempotencyKeyInUse: 409
  /** 409: This certificate was revoked. A revoked certificate cannot be replaced. */
  CertificateRevoked: 409
  /** 409: This certificate was replaced by a newer one: use that one. */
  CertificateSuperseded: 409
  /**
   * 409: This certificate cannot go into a wallet: it is no longer valid, or its name was
   * guessed. Confirm your name, or use the newer certificate.
   */
  CertificateNotOffered: 409
  /**
   * 409: The name has characters that certificates cannot be printed with. Change it in the
   * profile, and try again.
   */
  NameNotPrintable: 409
  /** 409: The certificate of this course cannot be renewed now. */
  NotRenewable: 409
  /**
   * 409: The certificate already has the name of the profile. Change the name there first.
   */
  CertificateUnchanged: 409
  /**
   * 409: The content of this course comes from a folder. Change it there and import it again,
   * or set `managedBy` of the course to `http` to write it here from now on.
   */
  ManagedElsewhere: 409
  /** 409: The upload is not that far. Continue where it stands. */
  UploadOutOfStep: 409
  /** 409: Too many uploads are open. Finish or cancel some of them first. */
  TooManyUploads: 409
  /** 409: The files of this course take too much space. Remove some, or use smaller ones. */
  CourseFilesFull: 409
  /** 409: This key has ended. Create a new one. */
  ApiKeyEnded: 409
  /** 409: There are 50 keys. Revoke one that is no longer used, then create the new one. */
  TooManyApiKeys: 409
  /** 409: A different course has this slug. Choose another. */
  SlugTaken: 409
  /** 409: This course has, or had, a different lesson with this key. Choose another. */
  LessonKeyTaken: 409
  /**
   * 409: This course has a draft, which would be lost. Publish or discard it first, or send
   * `replaceDraft: true`.
   */
  DraftOpen: 409
  /** 409: The draft cannot be published yet. Solve its problems first. */
  DraftHasProblems: 409
  /** 403: This program has courses of others who have not let it have them. */
  ConsentMissing: 403
  /** 409: This course requires a review. Have this revision approved first. */
  ReviewRequired: 409
  /** 409: No review was requested for this revision. */
  NothingToReview: 409
  /** 409: A newer version was published in the meantime. Look at the impact again. */
  VersionChanged: 409
  /** 409: The email of this account is verified already. There is no code to mail. */
  EmailAlreadyVerified: 409
  /** 409: The school needs an administrator. Make a different account one first. */
  LastAdmin: 409
  /** 409: A course needs an owner. Make a different member the owner first. */
  LastOwner: 409
  /** 409: Learners of this course are being moved already. Wait until that is done. */
  MoveInProgress: 409
  /** 409: The learners of this course are still being counted. Ask again in a few seconds. */
  ImpactNotCounted: 409
  /** 409: As many as can run at once are running already. Wait until one of them is done. */
  BulkEnrollmentsRunning: 409
  /** 409: This job mails a one-time code. Let the learner request a new one. */
  JobNotRepeatable: 409
  /** 409: This mail cannot be sent again. Write a new one. */
  MailNotRepeatable: 409
  /** 409: This version cannot be moved to. */
  CannotMove: 409
  /** 403: This lesson is not open to you yet. */
  LessonLocked: 403
  /** 409: This lesson takes no questions from you yet. */
  QuestionsClosed: 409
  /** 409: This question takes no more answers. Ask a new one. */
  ThreadClosed: 409
  /** 409: This is a course of a program: completing the course completes it. */
  NeedsCourse: 409
  /** 409: This lesson is completed by passing it: try its quiz, or hand its assignment in. */
  NeedsPass: 409
  /** 409: This course was paid for: only a refund by the school ends the access. */
  RefundNeeded: 409
  /**
   * 409: It was passed, or its course was completed: it stays done. You can grade a passed
   * attempt again.
   */
  PassStays: 409
  /** 409: This attempt has ended. What you saved before was submitted. */
  AttemptOver: 409
  /** 409: You have used all attempts at this lesson. */
  AttemptsUsedUp: 409
  /** 409: You can try again a little later. */
  AttemptTooSoon: 409
  /** 409: What you handed in before is still to be graded. Wait for that. */
  SubmissionWaiting: 409
  /** 409: This assignment was due, and takes nothing any more. */
  AssignmentClosed: 409
  /** 409: Somebody else is grading this. Take the next one. */
  SubmissionClaimed: 409
  /** 409: Somebody graded this meanwhile. Read it again before you grade it. */
  SubmissionGraded: 409
  /** 409: This was returned for another try. Grade the next one. */
  SubmissionReturned: 409
  /** 409: You keep as many comments as you can. Remove one first. */
  TooManyComments: 409
  /** 409: You have 500 notes and bookmarks in this course. Delete one first. */
  TooManyNotes: 409
  /** 409: Somebody has settled this already. Look at what became of it. */
  FlawSettled: 409
  /** 409: The certificates are still being printed. Download them once that is done. */
  ArchiveRunning: 409
  /** 409: This question is being graded again right now. Wait until that is done. */
  RegradeRunning: 409
  /** 409: Watch this video first: the lesson is complete once you have seen most of it. */
  NotWatched: 409
  /** 409: So much of this video cannot have been watched yet. Go on watching. */
  WatchedTooFast: 409
  /**
   * 410: Events after this number are deleted already. Compare your data with that of the
   * API, and go on from there.
   */
  EventsForgotten: 410
  /** 412: This was changed in the meantime. Read it again and repeat your change. */
  DraftChanged: 412
  /** 413: The request is too large. */
  PayloadTooLarge: 413
  /**
   * 413: This file is too large for this service. Make it smaller, or link to it elsewhere.
   */
  FileTooLarge: 413
  /** 415: Send the body as application/json, uncompressed. */
  UnsupportedMediaType: 415
  /** 416: The range begins after the end of the file. `Content-Range` states its size. */
  RangeNotSatisfiable: 416
  /** 422: What arrived is not the file that you announced. Upload it again. */
  FileMismatch: 422
  /**
   * 422: This Idempotency-Key was used for a different request. Use a new key for each
   * action.
   */
  IdempotencyKeyReused: 422
  /** 428: Say which revision you change: send the ETag that you read as If-Match. */
  RevisionRequired: 428
  /** 429: Too many attempts. Try again after the number of seconds in Retry-After. */
  RateLimited: 429
  /**
   * 500: Something went wrong on our side. Try again; if it happens again, report the request
   * id.
   */
  InternalError: 500
  /**
   * 502: The sign-in provider does not respond correctly. Try again in a moment, or sign in a
   * different way.
   */
  ProviderUnavailable: 502
  /**
   * 503: The service only reads at the moment: it was restored from a backup and is being
   * checked. Nothing was changed; try again later.
   */
  ReadOnly: 503
  /** 503: The service cannot respond right now. Try again in a moment. */
  ServiceUnavailable: 503
}

/** The rules that fields break, of which issues say so by `code`. */
export type IssueCode = 'required' | 'type' | 'enum' | 'minLength' | 'maxLength' | 'minItems' | 'maxItems' | 'minimum' | 'maximum' | 'email' | 'url' | 'date' | 'weakPassword' | 'taxNumber' | 'maxLines' | 'ambiguous'

/** The names at run time. In one text, which is a third of the size. */
export const serverErrorNames: ReadonlySet<string> = new Set(
`MissingFields InvalidFields MalformedJson WebhookRefused InvalidCode SignInExpired
InvalidCredentials TokenMissing TokenExpired TokenInvalid HookRefused WrongPassword
SignInRefused ProviderEmailNotVerified EmailNotVerified SecondFactorRequired
WrongSecondFactor SecondFactorMissing Forbidden NotForYourself KeyNotAllowed
AccountSuspended MediaAddressExpired AccessEnded NotEnrolled OwnDraft NotFound
CourseNotFound SecondFactorNotFound WebhookNotFound DeliveryNotFound SourceNotFound
LessonNotFound AttemptNotFound SubmissionNotFound QuestionNotFound RegradeNotFound
DraftNotFound VersionNotFound FileNotFound MediaNotFound UploadNotFound MemberNotFound
AnnouncementNotFound ThreadNotFound PostNotFound CommentNotFound FlawNotFound NoteNotFound
NotificationNotFound CalendarNotFound BulkEnrollmentNotFound ReissueNotFound
ArchiveNotFound MoveNotFound CohortNotFound InvitationNotFound EnrollmentNotFound
ApiKeyNotFound JobNotFound MailNotFound TransactionNotFound CouponNotFound
CertificateNotFound EvidenceNotKept SessionNotFound ProviderNotFound IdentityNotFound
UserNotFound MethodNotAllowed AdministratorExists TermsNotAccepted DuplicateEmail
PasswordNotSet LinkRequired IdentityInUse LastSignInMethod AlreadyEnrolled
PrerequisiteMissing CoursePublished CourseFull EnrollmentNotOpen SeatsTaken CoursePaidFor
CohortNameTaken SecondFactorExists TooManySecondFactors TooManyWebhooks WebhookDisabled
ReplayRunning CourseLeft CourseNotCompleted PriceChanged CouponCodeTaken CouponExpired
CouponUsedUp CouponNotApplicable TransactionNotFree TransactionNotPaid RefundTooHigh
IdempotencyKeyInUse CertificateRevoked CertificateSuperseded CertificateNotOffered
NameNotPrintable NotRenewable CertificateUnchanged ManagedElsewhere UploadOutOfStep
TooManyUploads CourseFilesFull ApiKeyEnded TooManyApiKeys SlugTaken LessonKeyTaken
DraftOpen DraftHasProblems ConsentMissing ReviewRequired NothingToReview VersionChanged
EmailAlreadyVerified LastAdmin LastOwner MoveInProgress ImpactNotCounted
BulkEnrollmentsRunning JobNotRepeatable MailNotRepeatable CannotMove LessonLocked
QuestionsClosed ThreadClosed NeedsCourse NeedsPass RefundNeeded PassStays AttemptOver
AttemptsUsedUp AttemptTooSoon SubmissionWaiting AssignmentClosed SubmissionClaimed
SubmissionGraded SubmissionReturned TooManyComments TooManyNotes FlawSettled
ArchiveRunning RegradeRunning NotWatched WatchedTooFast EventsForgotten DraftChanged
PayloadTooLarge FileTooLarge UnsupportedMediaType RangeNotSatisfiable FileMismatch
IdempotencyKeyReused RevisionRequired RateLimited InternalError ProviderUnavailable
ReadOnly ServiceUnavailable`.split(/\s/))
