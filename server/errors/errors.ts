import type { Rule } from '../../lib/fields/issue-code.ts'
import { type ErrorFacts, hasFacts } from './facts.ts'

/**
 * Every named failure, in order of status: message and cause. Everything else about errors is
 * derived from this table or checked against it.
 */
export const errors = {
  MissingFields: {
    status: 400,
    message: 'Something is missing. Fill in what is marked, then try again.',
    cause:
      'A required field is absent, null or blank, or a required body is missing: `issues` says which.',
  },
  InvalidFields: {
    status: 400,
    message: 'Something is not right yet. Correct what is marked, then try again.',
    cause:
      'A field has the wrong type, length or format, or a query parameter is unknown: `issues` says ' +
      'which. Or the URL or a header is malformed.',
  },
  MalformedJson: {
    status: 400,
    message: 'The body is not valid JSON.',
    cause: 'The body cannot be parsed as JSON, or it tries to set the prototype of an object.',
  },
  WebhookRefused: {
    status: 400,
    message: 'This request cannot be verified as coming from the payment provider.',
    cause:
      'The signature is missing or invalid (a different secret, a different body, or older than ' +
      'five minutes), or it was made in test mode and the key is live.',
  },
  InvalidCode: {
    status: 400,
    message: 'This code is wrong, used or expired. Check it, or request a new one.',
    cause:
      'A code is valid for ten minutes, one use and five tries; the last three that you request ' +
      'hold side by side. The link to an account that the school made is valid for seven days ' +
      'and one use. The answer does not reveal which of these applies.',
  },
  SignInExpired: {
    status: 400,
    message: 'This sign-in has expired. Please start again.',
    cause:
      'The state or code that the browser brought back was already used, arrived more than ten ' +
      'minutes after the start (a one-time code for the frontend: one minute), belongs to a ' +
      'different browser, session, provider or verifier, or was never issued. Or something ended ' +
      'the sign-in in the meantime: a new password or email, an unlinked identity, a ' +
      'reconfigured provider. The answer does not reveal which of these applies.',
  },
  InvalidCredentials: {
    status: 401,
    message: 'Wrong email or password. Please try again.',
    cause: 'No account has this email, or the password is wrong. The answer does not reveal which.',
  },
  TokenMissing: {
    status: 401,
    message: 'Sign in first: send your token as "Authorization: Bearer <token>".',
    cause:
      'This is for signed-in users only, and the Authorization header is missing or has a ' +
      'scheme other than Bearer.',
  },
  TokenExpired: {
    status: 401,
    message: 'Your session has expired. Please sign in again.',
    cause: 'The token is authentic, but past its expiresAt; so is an API key.',
  },
  TokenInvalid: {
    status: 401,
    message: 'This token is invalid or was ended. Please sign in again.',
    cause:
      'The token was not issued by this service or was modified, or its session has ended: by a ' +
      'logout, a new password or role, or because it was not used for a long time. A key of a ' +
      'program is mistyped, was rotated or revoked, or its maker is no longer an administrator.',
  },
  HookRefused: {
    status: 401,
    message: 'This report is not signed with the secret of the course. Set the secret at the host.',
    cause:
      'The signature or token is missing, or made with a different secret, the body was changed on ' +
      'its way, or the course comes from no repository. The answer does not reveal which.',
  },
  WrongPassword: {
    status: 403,
    message: 'This is not your password. Try again, or set a new one with "forgot password".',
    cause:
      'The password that you sent to confirm the operation is wrong, or it was changed at the ' +
      'same moment.',
  },
  SignInRefused: {
    status: 403,
    message: 'The provider did not sign you in. Try again, or sign in a different way.',
    cause:
      'You canceled at the provider, the provider refused you, or the code that came back from ' +
      'it is invalid.',
  },
  ProviderEmailNotVerified: {
    status: 403,
    message:
      'The provider has not verified your email. Register with email and password, then link ' +
      'the provider while signed in.',
    cause:
      'This identity is new here, and the provider sent no email, or one that it has not verified.',
  },
  EmailNotVerified: {
    status: 403,
    message:
      'Please verify your email first: enter the code that we mailed you, or request a new one.',
    cause: 'The password is right, but the email has not been verified.',
  },
  SecondFactorRequired: {
    status: 403,
    message: 'Enter the code of your app or a recovery code, or use your passkey.',
    cause:
      'The password, or the third party, is right, and the account has a second factor: send it ' +
      'with `facts.challenge` to auth.secondFactor.',
  },
  WrongSecondFactor: {
    status: 403,
    message: 'That is not right, or was used before. Wait for the next code, then try again.',
    cause:
      'The code or the passkey is wrong, or it was taken once already: codes of an app change ' +
      'every 30 seconds.',
  },
  SecondFactorMissing: {
    status: 403,
    message: 'Your role needs a second factor. Set one up in your account, then go on.',
    cause:
      'SECOND_FACTOR_FOR names the role, and the account has no second factor yet: it may do ' +
      'what learners may.',
  },
  Forbidden: {
    status: 403,
    message: 'You are not allowed to do this.',
    cause: 'You are signed in, but this belongs to someone else, or your role may not do it.',
  },
  NotForYourself: {
    status: 403,
    message: 'You cannot do this for yourself. Ask a colleague to do it.',
    cause:
      'The learner is you, or the maker of the key. Staff give learners access, time, marks, ' +
      'certificates and refunds, and nobody gives themselves any, except administrators, on record.',
  },
  KeyNotAllowed: {
    status: 403,
    message: 'This key may not do this.',
    cause:
      'The request was made with a key that lacks the scope of the operation, or the operation is ' +
      'for people only. The reference names the scope of each operation.',
  },
  AccountSuspended: {
    status: 403,
    message: 'This account is suspended. Please contact the school.',
    cause:
      'The school suspended the account: it cannot sign in, and its sessions have ended. A sign-in ' +
      'gets this only with the right password, code or third party.',
  },
  MediaAddressExpired: {
    status: 403,
    message: 'This address has expired. Read the lesson again to get a fresh one.',
    cause:
      'The address of a file works for 5 to 10 minutes, and only as it was given. The answer does ' +
      'not reveal whether there is such a file.',
  },
  AccessEnded: {
    status: 409,
    message: 'This access did not end by its end date, so none opens it. Enroll the user again.',
    cause: 'It was refunded, or ended by the school, before its end came.',
  },
  NotEnrolled: {
    status: 403,
    message: 'You are not enrolled in this course.',
    cause:
      'This is only for learners who bought the course, or enrolled in it if it is free. You can ' +
      'read a preview lesson, but not report progress on it. A full refund ends access.',
  },
  OwnDraft: {
    status: 403,
    message: 'You cannot approve a draft that you wrote in. Ask a different reviewer.',
    cause: 'You changed this draft since the last publication.',
  },
  NotFound: {
    status: 404,
    message: 'There is nothing at this URL.',
    cause: 'The path is mistyped. Paths are case-sensitive and do not end with a slash.',
  },
  CourseNotFound: {
    status: 404,
    message: 'There is no such course.',
    cause: 'The id or slug is mistyped, or the course is not published.',
  },
  SecondFactorNotFound: {
    status: 404,
    message: 'You have no such second factor. List them again.',
    cause: 'The id is mistyped, it was removed, or the account has none.',
  },
  WebhookNotFound: {
    status: 404,
    message: 'There is no such webhook. List the webhooks to find its id.',
    cause: 'The id is mistyped, or the webhook was deleted.',
  },
  DeliveryNotFound: {
    status: 404,
    message: 'This event was not delivered to this webhook. Replay it by its number instead.',
    cause:
      'The id is mistyped, the webhook does not get events of this type, or the delivery is older ' +
      'than 30 days.',
  },
  SourceNotFound: {
    status: 404,
    message: 'This course comes from no git repository. Set one first.',
    cause: 'No source was set, or it was removed.',
  },
  LessonNotFound: {
    status: 404,
    message: 'There is no such lesson.',
    cause: 'The id is mistyped, or the lesson is not part of a published version of its course.',
  },
  AttemptNotFound: {
    status: 404,
    message: 'There is no such attempt.',
    cause: 'The id is mistyped, or the attempt is of somebody else.',
  },
  SubmissionNotFound: {
    status: 404,
    message: 'There is no such submission.',
    cause: 'The id is mistyped, or it was handed in by somebody else or in another course.',
  },
  QuestionNotFound: {
    status: 404,
    message: 'There is no such question.',
    cause: 'The key is mistyped, or no version of the course has asked the question.',
  },
  RegradeNotFound: {
    status: 404,
    message: 'There is no such regrade.',
    cause: 'The id is mistyped, or the regrade is of another course.',
  },
  DraftNotFound: {
    status: 404,
    message: 'This course has no draft. Write to it to begin one.',
    cause: 'Nothing was written since the last publication, or the draft was discarded.',
  },
  VersionNotFound: {
    status: 404,
    message: 'This course has no such version.',
    cause: 'The number is higher than that of the newest version, or nothing is published yet.',
  },
  FileNotFound: {
    status: 404,
    message: 'This course has no file with this path. List its files to see what there is.',
    cause: 'The path is mistyped, or the file was removed. Paths are case-sensitive.',
  },
  MediaNotFound: {
    status: 404,
    message: 'This file is gone. Read the lesson again to see what it shows now.',
    cause: 'Nothing showed the file for a day, so it was removed.',
  },
  UploadNotFound: {
    status: 404,
    message: 'There is no such upload. Start it again.',
    cause: 'The id is mistyped, belongs to a different course, or the upload expired after a day.',
  },
  MemberNotFound: {
    status: 404,
    message: 'There is no such member.',
    cause: 'This user does not work on the course, or is not in the cohort.',
  },
  AnnouncementNotFound: {
    status: 404,
    message: 'There is no such announcement. List the announcements again.',
    cause: 'The id is mistyped, or of a different course, or the announcement was deleted.',
  },
  ThreadNotFound: {
    status: 404,
    message: 'There is no such question. Go back to the lesson.',
    cause:
      'The id is mistyped, the question is hidden or of a lesson that is not open to you, or its ' +
      'course takes no questions.',
  },
  PostNotFound: {
    status: 404,
    message: 'There is no such question or answer. Load the page again.',
    cause: 'The id is mistyped, of a different thread or course, of a hidden post, or of your own.',
  },
  CommentNotFound: {
    status: 404,
    message: 'There is no such comment. List the comments again.',
    cause: 'The id is mistyped, of a different course, or of an answer.',
  },
  FlawNotFound: {
    status: 404,
    message: 'There is no such report. List the reports again.',
    cause: 'The id is mistyped, or of a different course, or the report was withdrawn.',
  },
  NoteNotFound: {
    status: 404,
    message: 'There is no such note. List your notes again.',
    cause: 'The id is mistyped, or the note was deleted.',
  },
  NotificationNotFound: {
    status: 404,
    message: 'This notification is gone. Load your notifications again.',
    cause: 'The id is mistyped, or the notification was forgotten: they are kept for 90 days.',
  },
  CalendarNotFound: {
    status: 404,
    message: 'There is no such calendar. Make a new key, and subscribe to its address.',
    cause: 'The key is mistyped, was revoked or replaced, or ended with a reset of the password.',
  },
  BulkEnrollmentNotFound: {
    status: 404,
    message: 'There is no such bulk enrollment. List the bulk enrollments again.',
    cause: 'The id is mistyped, or it is older than 30 days.',
  },
  ReissueNotFound: {
    status: 404,
    message: 'There is no such reissue of certificates.',
    cause: 'The id is mistyped, or it was a dry run that is older than 30 days.',
  },
  ArchiveNotFound: {
    status: 404,
    message: 'There is no such zip of certificates. Ask for it again.',
    cause: 'The id is mistyped, somebody else asked for it, or it is older than seven days.',
  },
  MoveNotFound: {
    status: 404,
    message: 'There is no such move.',
    cause: 'The id is mistyped, or the move belongs to a different course.',
  },
  CohortNotFound: {
    status: 404,
    message: 'There is no such cohort. List the cohorts again.',
    cause: 'The id or name is mistyped, or the cohort was deleted.',
  },
  InvitationNotFound: {
    status: 404,
    message: 'There is no such invitation. List the invitations again.',
    cause: 'The id is mistyped, or the invitation was accepted, withdrawn or has expired.',
  },
  EnrollmentNotFound: {
    status: 404,
    message: 'This user was never enrolled in this course. List the enrollments again.',
    cause: 'An id is mistyped, or the account was erased.',
  },
  ApiKeyNotFound: {
    status: 404,
    message: 'There is no such key. List the keys again.',
    cause: 'The id is mistyped, or the key ended more than 90 days ago.',
  },
  JobNotFound: {
    status: 404,
    message: 'There is no such job. List the jobs again.',
    cause: 'The id is mistyped, or the job was deleted: done jobs are, after an hour or a week.',
  },
  MailNotFound: {
    status: 404,
    message: 'There is no such mail. List the mails again.',
    cause: 'The id is mistyped, the mail is older than 30 days, or it was not tried yet.',
  },
  TransactionNotFound: {
    status: 404,
    message: 'There is no such transaction.',
    cause: 'The id is mistyped, or the transaction is not yours.',
  },
  CouponNotFound: {
    status: 404,
    message: 'There is no such coupon. Check its code.',
    cause:
      'The code is mistyped, or the coupon was disabled. Wrong codes are limited to prevent ' +
      'guessing.',
  },
  CertificateNotFound: {
    status: 404,
    message: 'There is no such certificate.',
    cause: 'The code is mistyped or was never issued.',
  },
  EvidenceNotKept: {
    status: 404,
    message: 'There is no file of evidence for this certificate.',
    cause: 'The certificate was issued before files of evidence were kept, or restored.',
  },
  SessionNotFound: {
    status: 404,
    message: 'There is no such session.',
    cause: 'The id is mistyped, the session has ended, or it is not yours.',
  },
  ProviderNotFound: {
    status: 404,
    message: 'There is no such sign-in provider.',
    cause: 'The name is mistyped, or the provider is not configured here.',
  },
  IdentityNotFound: {
    status: 404,
    message: 'There is no such identity.',
    cause: 'The id is mistyped, or the identity is not linked to your account.',
  },
  UserNotFound: {
    status: 404,
    message: 'There is no such user.',
    cause: 'The id or email is mistyped, or the account was erased.',
  },
  MethodNotAllowed: {
    status: 405,
    message: 'This path does not support this method; the Allow header lists the supported ones.',
    cause: 'The path exists, but not with this method.',
  },
  AdministratorExists: {
    status: 409,
    message: 'This school has an administrator already. Ask them to give you a role.',
    cause: 'The link for the first administrator works only as long as there is none.',
  },
  TermsNotAccepted: {
    status: 409,
    message: 'Read the terms of the school, and accept them to go on.',
    cause:
      'The school has terms, and `acceptedTerms` is missing or names another version. `facts` say ' +
      'which is the one of today, and where it is.',
  },
  DuplicateEmail: {
    status: 409,
    message: 'This email is already registered. Log in, or reset your password.',
    cause: 'This email already has an account (case is ignored).',
  },
  PasswordNotSet: {
    status: 409,
    message:
      'Your account has no password yet, because you sign in with a third party. Set one with ' +
      '"forgot password", then try again.',
    cause:
      'The account signs in with a third party only. To set a password, request a one-time ' +
      'password by mail (auth.forgotPassword), which proves that the email is yours. Where the ' +
      'operation accepts a code, you can use that instead.',
  },
  LinkRequired: {
    status: 409,
    message:
      'Your email already has an account. Log in to it as before, then link the provider in ' +
      'your profile.',
    cause:
      'The provider has verified an email that belongs to a verified account here, and only the ' +
      'owner of the account can link the two.',
  },
  IdentityInUse: {
    status: 409,
    message: 'This identity is linked to a different account. Unlink it there first.',
    cause: 'An identity at a provider can be linked to one account only.',
  },
  LastSignInMethod: {
    status: 409,
    message: 'This is your only way to sign in. Set a password or link a different provider first.',
    cause: 'The account has no password and no other linked identity.',
  },
  AlreadyEnrolled: {
    status: 409,
    message: 'You are already enrolled in this course.',
    cause:
      'You already own this course, so you cannot buy it or add it to your cart. Where access ' +
      'ends, and was not bought, you can.',
  },
  PrerequisiteMissing: {
    status: 409,
    message: 'This course requires others: complete them first.',
    cause:
      'A course or program that it requires was not completed by this learner. Administrators may ' +
      'waive that when they enroll somebody.',
  },
  CoursePublished: {
    status: 409,
    message: 'This course was published: archive it instead of deleting it.',
    cause: 'A version of the course was published, at the same moment perhaps.',
  },
  CourseFull: {
    status: 409,
    message: 'All seats of this course are taken. Try again later, or ask the school.',
    cause:
      'The school has limited the seats of the course, and learners, open purchases and ' +
      'invitations hold them all.',
  },
  EnrollmentNotOpen: {
    status: 409,
    message: 'This course does not take new learners at this time.',
    cause:
      'The school has set when enrollment opens or closes, as `facts` say. Only administrators enroll ' +
      'then.',
  },
  SeatsTaken: {
    status: 409,
    message: 'More seats than this are taken. Set at least as many, or free some first.',
    cause: 'Learners, open purchases and invitations hold seats. `facts` say how many.',
  },
  CoursePaidFor: {
    status: 409,
    message: 'This course was paid for: a refund ends the access.',
    cause:
      'A course that a learner paid for has no end date, and only a refund ends it. `facts` name the ' +
      'purchase.',
  },
  CohortNameTaken: {
    status: 409,
    message: 'A different cohort has this name. Choose another.',
    cause: 'Names of cohorts are unique; upper and lower case are the same.',
  },
  SecondFactorExists: {
    status: 409,
    message: 'You have this already. Remove the other one first, or use it.',
    cause: 'An account has one app, and a passkey belongs to one account.',
  },
  TooManySecondFactors: {
    status: 409,
    message: 'You have ten second factors already. Remove one first.',
    cause: 'An account has at most ten.',
  },
  TooManyWebhooks: {
    status: 409,
    message: 'There are 20 webhooks already. Delete one, or let one receiver pass events on.',
    cause: 'Every event is sent to every webhook, so there can be at most 20.',
  },
  WebhookDisabled: {
    status: 409,
    message: 'This webhook is disabled. Enable it first.',
    cause: 'Nothing is sent to a webhook that is disabled.',
  },
  ReplayRunning: {
    status: 409,
    message: 'Events are being sent to this webhook again. Wait until that is done.',
    cause: 'A webhook has one replay at a time; `replaysToNumber` is null when it is over.',
  },
  CourseLeft: {
    status: 409,
    message: 'You have left this course. Return to it instead: that costs nothing.',
    cause: 'You own this course and left it: `me.returnToCourse` opens it where you stopped.',
  },
  CourseNotCompleted: {
    status: 409,
    message: 'Some required lessons are not completed yet. Complete them first.',
    cause: 'A certificate requires every required lesson of your version of the course.',
  },
  PriceChanged: {
    status: 409,
    message: 'This costs more than you expected. Review the prices, then buy.',
    cause:
      'The price has risen above the expectedTotal of the purchase. A lower price is not refused.',
  },
  CouponCodeTaken: {
    status: 409,
    message: 'There is a coupon with this code already. Choose a different code.',
    cause: 'Codes are unique, whatever their case, also those of disabled coupons.',
  },
  CouponExpired: {
    status: 409,
    message: 'This coupon is not valid at the moment. Buy without it, or with a different one.',
    cause: 'A coupon can have a start date, an end date or both.',
  },
  CouponUsedUp: {
    status: 409,
    message: 'This coupon has no uses left. Buy without it, or with a different one.',
    cause:
      'A coupon can be limited to a number of uses, in total or for each user. A purchase that ' +
      'is not completed returns its use.',
  },
  CouponNotApplicable: {
    status: 409,
    message:
      'This coupon does not apply to these courses. Buy without it, or with a different one.',
    cause:
      'The coupon is for other courses or a different currency, or everything is already free.',
  },
  TransactionNotFree: {
    status: 409,
    message: 'This transaction cost money. Refund it instead.',
    cause: 'Only what was given for nothing can be taken back without a refund.',
  },
  TransactionNotPaid: {
    status: 409,
    message: 'Nothing was paid in this transaction.',
    cause: 'Receipts and refunds require a payment that has arrived.',
  },
  RefundTooHigh: {
    status: 409,
    message: 'This is more than the amount left to refund.',
    cause: 'The refunds of a line, including pending ones, cannot exceed the amount paid for it.',
  },
  IdempotencyKeyInUse: {
    status: 409,
    message:
      'A request with this Idempotency-Key is still running. Try again after the number of ' +
      'seconds in Retry-After.',
    cause:
      'Two requests with the same Idempotency-Key arrived at the same time. The second was not ' +
      'performed; a little later it gets the answer of the first.',
  },
  CertificateRevoked: {
    status: 409,
    message: 'This certificate was revoked. A revoked certificate cannot be replaced.',
    cause: 'The certificate that you asked to replace was revoked.',
  },
  CertificateSuperseded: {
    status: 409,
    message: 'This certificate was replaced by a newer one: use that one.',
    cause:
      'A replaced certificate is no longer valid, so it cannot be revoked; its verification ' +
      'names the newer one.',
  },
  CertificateNotOffered: {
    status: 409,
    message:
      'This certificate cannot go into a wallet: it is no longer valid, or its name was guessed. ' +
      'Confirm your name, or use the newer certificate.',
    cause:
      'The certificate was revoked or replaced or has expired, or bears a name that was guessed ' +
      'from the email, which its owner has not confirmed with `PATCH /api/v1/me`.',
  },
  NameNotPrintable: {
    status: 409,
    message:
      'The name has characters that certificates cannot be printed with. Change it in the profile, ' +
      'and try again.',
    cause: 'No font at hand has the characters that "issues" names; nothing was issued.',
  },
  NotRenewable: {
    status: 409,
    message: 'The certificate of this course cannot be renewed now.',
    cause:
      'A certificate can be renewed from 90 days before the end of its validity, if it has one: ' +
      '`facts` say when.',
  },
  CertificateUnchanged: {
    status: 409,
    message: 'The certificate already has the name of the profile. Change the name there first.',
    cause: 'A certificate is replaced only to change the name on it.',
  },
  ManagedElsewhere: {
    status: 409,
    message:
      'The content of this course comes from a folder. Change it there and import it again, or ' +
      'set `managedBy` of the course to `http` to write it here from now on.',
    cause: 'A course has one source of its content: a folder, or this API.',
  },
  UploadOutOfStep: {
    status: 409,
    message: 'The upload is not that far. Continue where it stands.',
    cause:
      'The bytes that you sent do not begin where those that have arrived end, or you finished ' +
      'the upload before all of them were there.',
  },
  TooManyUploads: {
    status: 409,
    message: 'Too many uploads are open. Finish or cancel some of them first.',
    cause: 'A course has 20 open uploads at most, and an account 50. They expire after a day.',
  },
  CourseFilesFull: {
    status: 409,
    message: 'The files of this course take too much space. Remove some, or use smaller ones.',
    cause:
      'The files of its library, its versions and its open uploads together reach the limit of ' +
      'the course (`MEDIA_MAX_COURSE_BYTES`), or its library has 10,000 files.',
  },
  ApiKeyEnded: {
    status: 409,
    message: 'This key has ended. Create a new one.',
    cause: 'The key was revoked or has expired: neither can be taken back.',
  },
  TooManyApiKeys: {
    status: 409,
    message: 'There are 50 keys. Revoke one that is no longer used, then create the new one.',
    cause: 'At most 50 keys that are neither revoked nor expired exist at a time.',
  },
  SlugTaken: {
    status: 409,
    message: 'A different course has this slug. Choose another.',
    cause: 'Slugs are unique, those of archived courses and of courses in writing included.',
  },
  LessonKeyTaken: {
    status: 409,
    message: 'This course has, or had, a different lesson with this key. Choose another.',
    cause: 'A key is the identity of a lesson for ever: the progress of learners is kept by it.',
  },
  DraftOpen: {
    status: 409,
    message:
      'This course has a draft, which would be lost. Publish or discard it first, or send ' +
      '`replaceDraft: true`.',
    cause: 'A course has one draft at most, and making one of an old version would replace it.',
  },
  DraftHasProblems: {
    status: 409,
    message: 'The draft cannot be published yet. Solve its problems first.',
    cause: 'Publishing needs a draft without problems of severity `error`; the impact lists them.',
  },
  ConsentMissing: {
    status: 403,
    message: 'This program has courses of others who have not let it have them.',
    cause:
      'Whoever publishes a program owns the courses that are new in it, or an owner of each lets ' +
      'the program have it (`consents.decide`). `issues` name the lessons.',
  },
  ReviewRequired: {
    status: 409,
    message: 'This course requires a review. Have this revision approved first.',
    cause: 'Nobody has approved the draft, or it was changed after the approval.',
  },
  NothingToReview: {
    status: 409,
    message: 'No review was requested for this revision.',
    cause: 'The draft was changed after the request, or none was made: request a review first.',
  },
  VersionChanged: {
    status: 409,
    message: 'A newer version was published in the meantime. Look at the impact again.',
    cause: 'The version that the draft was compared with is no longer the current one.',
  },
  EmailAlreadyVerified: {
    status: 409,
    message: 'The email of this account is verified already. There is no code to mail.',
    cause: 'The account was verified before, or at the same moment.',
  },
  LastAdmin: {
    status: 409,
    message: 'The school needs an administrator. Make a different account one first.',
    cause:
      'This account is the only administrator that can sign in, and would lose the role or be ' +
      'suspended.',
  },
  LastOwner: {
    status: 409,
    message: 'A course needs an owner. Make a different member the owner first.',
    cause: 'This member is the only owner of the course.',
  },
  MoveInProgress: {
    status: 409,
    message: 'Learners of this course are being moved already. Wait until that is done.',
    cause: 'Only one move of a course runs at a time.',
  },
  ImpactNotCounted: {
    status: 409,
    message: 'The learners of this course are still being counted. Ask again in a few seconds.',
    cause:
      'There is more to count than fits in one request. A job goes on counting; `facts` say how ' +
      'far it is. Ask the same again.',
  },
  BulkEnrollmentsRunning: {
    status: 409,
    message: 'As many as can run at once are running already. Wait until one of them is done.',
    cause:
      'Three bulk enrollments or acts of the school run at a time, and one of the staff of each ' +
      'course. `GET /api/v1/admin/bulk-enrollments` shows how far they are.',
  },
  JobNotRepeatable: {
    status: 409,
    message: 'This job mails a one-time code. Let the learner request a new one.',
    cause: 'A failed job that mails a code would send it out of the blue.',
  },
  MailNotRepeatable: {
    status: 409,
    message: 'This mail cannot be sent again. Write a new one.',
    cause:
      'The mail is still waiting, was about a one-time code, is an invitation, named an email or ' +
      'somebody else, or its account was erased. The message says which, and what to do instead.',
  },
  CannotMove: {
    status: 409,
    message: 'This version cannot be moved to.',
    cause: 'The course does not let learners move by themselves, or the version is not newer.',
  },
  LessonLocked: {
    status: 403,
    message: 'This lesson is not open to you yet.',
    cause:
      'The course says in which order or when its lessons open. What you opened or did once is ' +
      'never locked again. `facts` say what to complete, or when it opens.',
  },
  QuestionsClosed: {
    status: 409,
    message: 'This lesson takes no questions from you yet.',
    cause:
      'The course takes no questions, or the lesson is a quiz that does not show you its right ' +
      'answers, or not yet.',
  },
  ThreadClosed: {
    status: 409,
    message: 'This question takes no more answers. Ask a new one.',
    cause: 'It has a hundred answers, or it was hidden.',
  },
  NeedsCourse: {
    status: 409,
    message: 'This is a course of a program: completing the course completes it.',
    cause: 'The lesson stands for a course; no report completes it.',
  },
  NeedsPass: {
    status: 409,
    message: 'This lesson is completed by passing it: try its quiz, or hand its assignment in.',
    cause:
      'A quiz or an assignment is never completed by a report of progress. Report the position ' +
      'alone.',
  },
  RefundNeeded: {
    status: 409,
    message: 'This course was paid for: only a refund by the school ends the access.',
    cause: 'A teacher of the course ended what the learner paid for, or set an end to it.',
  },
  PassStays: {
    status: 409,
    message:
      'It was passed, or its course was completed: it stays done. You can grade a passed attempt again.',
    cause: 'A passed lesson, or a completed course of a program, cannot be opened again.',
  },
  AttemptOver: {
    status: 409,
    message: 'This attempt has ended. What you saved before was submitted.',
    cause: 'It was submitted, or its time is over.',
  },
  AttemptsUsedUp: {
    status: 409,
    message: 'You have used all attempts at this lesson.',
    cause: 'The lesson allows no more. `facts` say how many there were; the school can allow more.',
  },
  AttemptTooSoon: {
    status: 409,
    message: 'You can try again a little later.',
    cause: 'The lesson asks for a pause between attempts. `facts` say when the next can start.',
  },
  SubmissionWaiting: {
    status: 409,
    message: 'What you handed in before is still to be graded. Wait for that.',
    cause: 'A lesson takes one submission at a time: the next once it is graded or returned.',
  },
  AssignmentClosed: {
    status: 409,
    message: 'This assignment was due, and takes nothing any more.',
    cause: '`facts` say when it was due. The school can give you more time.',
  },
  SubmissionClaimed: {
    status: 409,
    message: 'Somebody else is grading this. Take the next one.',
    cause: 'Whoever claims a submission has half an hour. `facts` say who, and until when.',
  },
  SubmissionGraded: {
    status: 409,
    message: 'Somebody graded this meanwhile. Read it again before you grade it.',
    cause:
      'It has another number of gradings than `replaces` says. `facts` say how many, when it was ' +
      'graded last, and by whom.',
  },
  SubmissionReturned: {
    status: 409,
    message: 'This was returned for another try. Grade the next one.',
    cause: 'A submission that was returned waits for the learner.',
  },
  TooManyComments: {
    status: 409,
    message: 'You keep as many comments as you can. Remove one first.',
    cause: 'An account keeps 100 comments for grading.',
  },
  TooManyNotes: {
    status: 409,
    message: 'You have 500 notes and bookmarks in this course. Delete one first.',
    cause: 'An account keeps 500 notes and bookmarks in a course.',
  },
  FlawSettled: {
    status: 409,
    message: 'Somebody has settled this already. Look at what became of it.',
    cause: 'A case is settled once; whoever reports it later opens a new one.',
  },
  ArchiveRunning: {
    status: 409,
    message: 'The certificates are still being printed. Download them once that is done.',
    cause: 'A zip can be downloaded once every certificate has its PDF.',
  },
  RegradeRunning: {
    status: 409,
    message: 'This question is being graded again right now. Wait until that is done.',
    cause: 'A question is regraded by one request at a time.',
  },
  NotWatched: {
    status: 409,
    message: 'Watch this video first: the lesson is complete once you have seen most of it.',
    cause:
      'The course counts what was watched. `facts` say how many seconds of the video were, and how ' +
      'many it takes: nine tenths of its length. Report `watched` as the video plays.',
  },
  WatchedTooFast: {
    status: 409,
    message: 'So much of this video cannot have been watched yet. Go on watching.',
    cause:
      'The course counts what was watched, and that is at most twice the time since you opened the ' +
      'lesson. `facts` say how many seconds can be reported now. Nothing was recorded.',
  },
  EventsForgotten: {
    status: 410,
    message:
      'Events after this number are deleted already. Compare your data with that of the API, and ' +
      'go on from there.',
    cause:
      'Events are kept for 90 days, and `after` is older. `facts` say which is the oldest, and the ' +
      '`after` with which to go on.',
  },
  DraftChanged: {
    status: 412,
    message: 'This was changed in the meantime. Read it again and repeat your change.',
    cause:
      'The revision that you sent is not the current one, which `facts.revision` states. Nothing ' +
      'was written.',
  },
  PayloadTooLarge: {
    status: 413,
    message: 'The request is too large.',
    cause:
      'The body is longer than 64 KiB, or 4 MiB where the texts of lessons are written, or the ' +
      'headers are longer than 16 KiB.',
  },
  FileTooLarge: {
    status: 413,
    message: 'This file is too large for this service. Make it smaller, or link to it elsewhere.',
    cause:
      'The file is larger than `MEDIA_MAX_FILE_BYTES` allows: 25 MB by default in the database, and ' +
      '2 GB with `MEDIA_STORAGE=folder` or `s3`. `facts` and `GET /api/v1/config` say how much.',
  },
  UnsupportedMediaType: {
    status: 415,
    message: 'Send the body as application/json, uncompressed.',
    cause: 'The body has a media type other than application/json, or it is compressed.',
  },
  RangeNotSatisfiable: {
    status: 416,
    message: 'The range begins after the end of the file. `Content-Range` states its size.',
    cause: 'The Range header asks for bytes that the file does not have.',
  },
  FileMismatch: {
    status: 422,
    message: 'What arrived is not the file that you announced. Upload it again.',
    cause:
      'Its size or its SHA-256 is a different one: bytes were lost or changed on the way, or the ' +
      'file was written to meanwhile. What had arrived was dropped.',
  },
  IdempotencyKeyReused: {
    status: 422,
    message:
      'This Idempotency-Key was used for a different request. Use a new key for each action.',
    cause:
      'In the last 72 hours the same operation was called with the same key and a different input.',
  },
  RevisionRequired: {
    status: 428,
    message: 'Say which revision you change: send the ETag that you read as If-Match.',
    cause:
      'Several people may write this. Without the revision that you read, you could overwrite ' +
      'what you have not seen.',
  },
  RateLimited: {
    status: 429,
    message: 'Too many attempts. Try again after the number of seconds in Retry-After.',
    cause:
      'You reached a limit: the one on all requests of your account, or without a token of your IP ' +
      'address, or one of the operation.',
  },
  InternalError: {
    status: 500,
    message:
      'Something went wrong on our side. Try again; if it happens again, report the request id.',
    cause:
      'A bug or failure on our side. The logs have the details under the request id; the answer ' +
      'does not reveal them.',
  },
  ProviderUnavailable: {
    status: 502,
    message:
      'The sign-in provider does not respond correctly. Try again in a moment, or sign in a ' +
      'different way.',
    cause:
      'The provider was unreachable, took longer than 5 seconds, failed, or sent an answer that ' +
      'was too long or not properly signed for this service. Our logs say which.',
  },
  ReadOnly: {
    status: 503,
    message:
      'The service only reads at the moment: it was restored from a backup and is being checked. ' +
      'Nothing was changed; try again later.',
    cause:
      'The service is in quarantine after a restore. Its operator checks the data, then lets it ' +
      'go; reading and verifying certificates work meanwhile.',
  },
  ServiceUnavailable: {
    status: 503,
    message: 'The service cannot respond right now. Try again in a moment.',
    cause:
      'The database, the payment provider or the browser that prints does not respond, the ' +
      'server is overloaded, or it is stopping.',
  },
} as const satisfies Record<string, { status: number; message: string; cause: string }>

export type ErrorName = keyof typeof errors
export type ErrorStatus = (typeof errors)[ErrorName]['status']

/** A problem with one field; `path` is dotted, and empty for the whole input. */
export interface Issue extends Rule {
  path: string
  message: string
}

/** Errors whose facts are when to retry; `retryAfterSeconds` states them. */
type WaitingErrorName = 'IdempotencyKeyInUse' | 'RateLimited' | 'ServiceUnavailable'

/** Errors that cannot be thrown without their facts. */
type FactualErrorName = Exclude<keyof ErrorFacts, WaitingErrorName>

export interface AppErrorDetails {
  /** A more specific message than the table's. Never the message of a driver. */
  message?: string
  issues?: Issue[]
  retryAfterSeconds?: number
  /** The number of uses that the reached limit allows. */
  allowedUses?: number
  cause?: unknown
}

type DetailsOf<Name extends ErrorName> = Name extends FactualErrorName
  ? [details: AppErrorDetails & { facts: ErrorFacts[Name] }]
  : [details?: AppErrorDetails]

/** A named failure. The only kind of error whose message reaches a caller. */
export class AppError<Name extends ErrorName = ErrorName> extends Error {
  override readonly name: Name
  readonly status: ErrorStatus
  readonly issues: Issue[] | undefined
  /** Facts for programs, in the shape of the name in `errorFacts`. */
  readonly facts: ErrorFacts[keyof ErrorFacts] | undefined
  readonly retryAfterSeconds: number | undefined
  readonly allowedUses: number | undefined

  constructor(name: Name, ...[details = {}]: DetailsOf<Name>) {
    const { message, issues, retryAfterSeconds, allowedUses, cause } = details
    super(message ?? errors[name].message, { cause })
    this.name = name
    this.status = errors[name].status
    this.issues = issues
    this.facts = 'facts' in details ? details.facts : waitOf(name, retryAfterSeconds)
    this.retryAfterSeconds = retryAfterSeconds
    this.allowedUses = allowedUses
  }
}

function waitOf(name: ErrorName, retryAfterSeconds: number | undefined) {
  if (retryAfterSeconds === undefined || !hasFacts(name)) return undefined
  return { retryAfterSeconds }
}
