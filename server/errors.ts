/** Every failure that a caller can meet: its status, its words, and how it comes about. All else about errors is derived from this table or checked against it. */
export const errors = {
  MissingFields: {
    status: 400,
    message: 'Something required is missing. Fill in the fields named in "issues" and send the request again.',
    cause: 'A required field is absent, null or blank, or there is no body where one is needed.',
  },
  InvalidFields: {
    status: 400,
    message: 'Something sent is not valid. Correct the fields named in "issues" and send the request again.',
    cause: 'A field is there but not of the kind, the length or the form that it must have; or the address or a header is malformed.',
  },
  MalformedJson: {
    status: 400,
    message: 'The body is not valid JSON.',
    cause: 'The body cannot be read as JSON, or it tries to set the prototype of an object.',
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
    cause: 'There is no account with this email, or the password is another one. Which of the two is not told.',
  },
  TokenMissing: {
    status: 401,
    message: 'Sign in first: send the token as "Authorization: Bearer <token>".',
    cause: 'The address is only for signed-in users, and the Authorization header is absent or of another scheme than Bearer.',
  },
  TokenExpired: {
    status: 401,
    message: 'Your session has expired. Please sign in again.',
    cause: 'The token is authentic, but its time (expiresAt of the login) is over.',
  },
  TokenInvalid: {
    status: 401,
    message: 'This token is not valid or was ended. Please sign in again.',
    cause: 'The token was not issued by this service, was changed, or its session was ended by a logout or a new password.',
  },
  EmailNotVerified: {
    status: 403,
    message: 'Please verify your email first: enter the code that was sent to you, or ask for a new one.',
    cause: 'The password was right, but nobody has shown yet that the email is theirs.',
  },
  Forbidden: { status: 403, message: 'You may not do this.', cause: 'You are signed in, but this belongs to somebody else.' },
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
  CertificateNotFound: { status: 404, message: 'There is no such certificate.', cause: 'The code is mistyped or was never given out.' },
  UserNotFound: { status: 404, message: 'There is no such user.', cause: 'The id is mistyped, or the account was erased.' },
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
  AlreadyEnrolled: {
    status: 409,
    message: 'You are already enrolled in this course.',
    cause: 'What one has cannot be bought or put in the cart again.',
  },
  CourseNotCompleted: {
    status: 409,
    message: 'Required lessons are not completed yet; "issues" lists them.',
    cause: 'A certificate is for those who completed every required lesson of their version of the course.',
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
  RateLimited: {
    status: 429,
    message: 'Too many attempts. Wait for the seconds named in Retry-After, then try again.',
    cause: 'One of the limits was reached: the one of all requests of an address, or one of the operation.',
  },
  InternalError: {
    status: 500,
    message: 'Something went wrong on our side. Try again; if it stays, report the request id.',
    cause: 'A mistake of ours, which is in our logs under the request id. What exactly it was is not told.',
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
  cause?: unknown
}

/** A named refusal. The only kind of error whose words reach a caller. */
export class AppError extends Error {
  override readonly name: ErrorName
  readonly status: ErrorStatus
  readonly issues: Issue[] | undefined
  readonly retryAfterSeconds: number | undefined

  constructor(name: ErrorName, { message, issues, retryAfterSeconds, cause }: AppErrorDetails = {}) {
    super(message ?? errors[name].message, { cause })
    this.name = name
    this.status = errors[name].status
    this.issues = issues
    this.retryAfterSeconds = retryAfterSeconds
  }
}
