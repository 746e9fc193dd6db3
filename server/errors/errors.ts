/**
 * Every failure that a caller can meet: its status, its words, and how it comes about. All else
 * about errors is derived from this table or checked against it.
 */
export const errors = {
  MissingFields: {
    status: 400,
    message:
      'Something required is missing. Fill in the fields named in "issues" and send the request again.',
    cause: 'A required field is absent, null or blank, or there is no body where one is needed.',
  },
  InvalidFields: {
    status: 400,
    message:
      'Something sent is not valid. Correct the fields named in "issues" and send the request again.',
    cause:
      'A field is there but not of the kind, the length or the form that it must have; or the address or a header is malformed.',
  },
  MalformedJson: {
    status: 400,
    message: 'The body is not valid JSON.',
    cause: 'The body cannot be read as JSON, or it tries to set the prototype of an object.',
  },
  WebhookRefused: {
    status: 400,
    message: 'Nothing shows that this comes from the payment provider.',
    cause:
      'The signature is missing or not good: another secret, another body, or older than five minutes; or it is of test mode with a live key.',
  },
  InvalidCode: {
    status: 400,
    message: 'This code is wrong, used or expired. Check it, or ask for a new one.',
    cause:
      'A code is good for ten minutes, for one use and for five tries; a new one ends the one before. Which of these it was is not told.',
  },
  InvalidCredentials: {
    status: 401,
    message: 'Wrong email or password. Please try again.',
    cause:
      'There is no account with this email, or the password is another one. Which of the two is not told.',
  },
  TokenMissing: {
    status: 401,
    message: 'Sign in first: send the token as "Authorization: Bearer <token>".',
    cause:
      'The address is only for signed-in users, and the Authorization header is absent or of another scheme than Bearer.',
  },
  TokenExpired: {
    status: 401,
    message: 'Your session has expired. Please sign in again.',
    cause: 'The token is authentic, but its time (expiresAt of the login) is over.',
  },
  TokenInvalid: {
    status: 401,
    message: 'This token is not valid or was ended. Please sign in again.',
    cause:
      'The token was not issued by this service, was changed, or its session was ended: by a logout, a new password or role, or because nobody used it.',
  },
  WrongPassword: {
    status: 403,
    message: 'This is not your password. Try again, or set a new one with "forgot password".',
    cause:
      'An operation that asks a signed-in user for the password was given another one, or the password was changed at the same moment.',
  },
  SignInExpired: {
    status: 400,
    message: 'This sign-in is over. Please start it again.',
    cause:
      'What was brought back was used already, came later than ten minutes after the start (a one-time code for the frontend: one minute), does not belong to the browser, the session, the provider or the verifier that it was started with, or was never given out. Or something came between that ends what is waiting: a new password, another email, an identity that was unlinked, a provider that was set up anew. Which of these it was is not told.',
  },
  SignInRefused: {
    status: 403,
    message: 'The provider did not sign you in. Try again, or sign in another way.',
    cause:
      'You canceled it there, the provider refused you, or the code that was brought back from there is not good.',
  },
  ProviderEmailNotVerified: {
    status: 403,
    message:
      'The provider does not vouch for your email. Register with email and password, then link the provider while you are signed in.',
    cause:
      'Nobody has signed in here with this identity yet, and the provider names no email, or one that it has not verified.',
  },
  EmailNotVerified: {
    status: 403,
    message:
      'Please verify your email first: enter the code that was sent to you, or ask for a new one.',
    cause: 'The password was right, but nobody has shown yet that the email is theirs.',
  },
  Forbidden: {
    status: 403,
    message: 'You may not do this.',
    cause: 'You are signed in, but this belongs to somebody else.',
  },
  NotEnrolled: {
    status: 403,
    message: 'You are not enrolled in this course.',
    cause: 'Only those who bought the course, or enrolled in it where it is free, may do this.',
  },
  NotFound: {
    status: 404,
    message: 'There is nothing at this address.',
    cause: 'The address is mistyped. Addresses are exact: no other case, no slash at their end.',
  },
  CourseNotFound: {
    status: 404,
    message: 'There is no such course.',
    cause: 'The id or the slug is mistyped, or the course is not published, or no longer.',
  },
  LessonNotFound: {
    status: 404,
    message: 'There is no such lesson.',
    cause: 'The id is mistyped, or the lesson is not part of a published version of its course.',
  },
  TransactionNotFound: {
    status: 404,
    message: 'There is no such transaction.',
    cause: 'The id is mistyped, or the transaction is not yours.',
  },
  CouponNotFound: {
    status: 404,
    message: 'There is no such coupon. Check its code, or buy without it.',
    cause:
      'The code is mistyped, or the coupon was disabled. Wrong codes are limited, so that none is found by guessing.',
  },
  CertificateNotFound: {
    status: 404,
    message: 'There is no such certificate.',
    cause: 'The code is mistyped or was never given out.',
  },
  SessionNotFound: {
    status: 404,
    message: 'There is no such session.',
    cause: 'The id is mistyped, the session has ended, or it is not yours.',
  },
  ProviderNotFound: {
    status: 404,
    message: 'There is no such provider to sign in with.',
    cause: 'The name is mistyped, or the provider is not configured here.',
  },
  IdentityNotFound: {
    status: 404,
    message: 'There is no such identity.',
    cause: 'The id is mistyped, or the identity is not linked to your account, or no longer.',
  },
  UserNotFound: {
    status: 404,
    message: 'There is no such user.',
    cause: 'The id is mistyped, or the account was erased.',
  },
  MethodNotAllowed: {
    status: 405,
    message: 'This address does not know this method; the Allow header lists those it knows.',
    cause: 'The address exists, but is called with another method.',
  },
  DuplicateEmail: {
    status: 409,
    message: 'This email is already registered. Log in, or reset your password.',
    cause: 'There is an account with this email already, however it was typed then.',
  },
  PasswordNotSet: {
    status: 409,
    message:
      'Your account has no password yet, because you sign in with a third party. Set one with "forgot password", then try again.',
    cause:
      'The account signs in with a third party only. It gets a password by the one-time password of a mail (auth.forgotPassword), which shows that the email is yours. Where the operation takes a code instead, that does as well.',
  },
  LinkRequired: {
    status: 409,
    message:
      'There is an account with your email already. Log in to it as you did before, then link the provider in your profile.',
    cause:
      'The provider vouches for an email that has a verified account here, and only its owner may link the two.',
  },
  IdentityInUse: {
    status: 409,
    message: 'This identity signs in to another account. Unlink it there first.',
    cause: 'An identity at a provider belongs to one account at most.',
  },
  LastSignInMethod: {
    status: 409,
    message:
      'This is the only way into your account. Set a password or link another provider first.',
    cause: 'The account has no password and no other linked identity.',
  },
  AlreadyEnrolled: {
    status: 409,
    message: 'You are already enrolled in this course.',
    cause: 'What one has cannot be bought or put in the cart again.',
  },
  CourseNotCompleted: {
    status: 409,
    message: 'Required lessons are not completed yet; "issues" lists them.',
    cause:
      'A certificate is for those who completed every required lesson of their version of the course.',
  },
  PriceChanged: {
    status: 409,
    message:
      'This costs more than you expected; "issues" says how much. Look at the prices again, then buy.',
    cause:
      'A purchase named an expectedTotal, and prices have risen above it since. What costs less than expected is sold for less.',
  },
  CouponExpired: {
    status: 409,
    message: 'This coupon is not valid at the moment. Buy without it, or with another one.',
    cause: 'A coupon may be valid from a day on, until a day, or both.',
  },
  CouponUsedUp: {
    status: 409,
    message:
      'This coupon has been used as often as it may be. Buy without it, or with another one.',
    cause:
      'A coupon may be limited to a number of uses, in total or for each user. A purchase that comes to nothing gives its use back.',
  },
  CouponNotApplicable: {
    status: 409,
    message: 'This coupon takes nothing off these courses. Buy without it, or with another one.',
    cause: 'The coupon is for other courses, for another currency, or everything is free already.',
  },
  TransactionNotPaid: {
    status: 409,
    message: 'Nothing was paid in this transaction.',
    cause: 'Receipts are for, and refunds come out of, money that has arrived.',
  },
  RefundTooHigh: {
    status: 409,
    message: 'This is more than what is left to be refunded.',
    cause:
      'All refunds of a line together, those on their way included, are at most what was paid for it.',
  },
  IdempotencyKeyInUse: {
    status: 409,
    message:
      'A request with this Idempotency-Key is still running. Send it again after the seconds named in Retry-After.',
    cause:
      'Two requests with the same Idempotency-Key came at the same time. The second is not carried out, and can be told the answer of the first a little later.',
  },
  CertificateRevoked: {
    status: 409,
    message: 'This certificate was revoked. A revoked certificate is not replaced.',
    cause: 'A new certificate was asked for in the place of one that was declared void.',
  },
  CertificateSuperseded: {
    status: 409,
    message: 'A newer certificate took the place of this one: go on with that one.',
    cause:
      'A certificate that was replaced is not valid any more, so there is nothing to revoke; its verification names the newer one.',
  },
  CertificateUnchanged: {
    status: 409,
    message: 'The certificate says your name as your profile does. Change your name there first.',
    cause:
      'A new certificate is only made for another name than the one that the certificate says.',
  },
  PayloadTooLarge: {
    status: 413,
    message: 'The request is too large.',
    cause: 'The body is longer than 64 KiB, or the headers are longer than 16 KiB.',
  },
  UnsupportedMediaType: {
    status: 415,
    message: 'Send the body as application/json, not compressed.',
    cause: 'The body is of another type than application/json, or it is compressed.',
  },
  IdempotencyKeyReused: {
    status: 422,
    message:
      'This Idempotency-Key was used for another request. Use a new key for each thing that you want done.',
    cause:
      'In the last 72 hours the same operation was asked for with the same key, but with another input.',
  },
  RateLimited: {
    status: 429,
    message: 'Too many attempts. Wait for the seconds named in Retry-After, then try again.',
    cause:
      'One of the limits was reached: the one of all requests of an address, or one of the operation.',
  },
  InternalError: {
    status: 500,
    message: 'Something went wrong on our side. Try again; if it stays, report the request id.',
    cause:
      'A mistake of ours, which is in our logs under the request id. What exactly it was is not told.',
  },
  ProviderUnavailable: {
    status: 502,
    message:
      'The provider that you sign in with does not answer as it should. Try again in a moment, or sign in another way.',
    cause:
      'It was not reached, took longer than 5 seconds, failed, or answered with too much or with what is not properly signed for this service. Which of these it was is in our logs.',
  },
  ServiceUnavailable: {
    status: 503,
    message: 'The service cannot answer right now. Try again in a moment.',
    cause:
      'The database, the payment provider or the browser that prints does not answer, there is too much to do, or the server is stopping.',
  },
} as const satisfies Record<string, { status: number; message: string; cause: string }>

export type ErrorName = keyof typeof errors
export type ErrorStatus = (typeof errors)[ErrorName]['status']

/** What is wrong with one field; `path` is dotted, empty for the whole input. */
export interface Issue {
  path: string
  message: string
}

export interface AppErrorDetails {
  /** More exact words than the table's. Never text from a driver. */
  message?: string
  issues?: Issue[]
  retryAfterSeconds?: number
  /** Of a limit: how many uses it allows. */
  allowedUses?: number
  cause?: unknown
}

/** A named refusal. The only kind of error whose words reach a caller. */
export class AppError extends Error {
  override readonly name: ErrorName
  readonly status: ErrorStatus
  readonly issues: Issue[] | undefined
  readonly retryAfterSeconds: number | undefined
  readonly allowedUses: number | undefined

  constructor(
    name: ErrorName,
    { message, issues, retryAfterSeconds, allowedUses, cause }: AppErrorDetails = {},
  ) {
    super(message ?? errors[name].message, { cause })
    this.name = name
    this.status = errors[name].status
    this.issues = issues
    this.retryAfterSeconds = retryAfterSeconds
    this.allowedUses = allowedUses
  }
}
