/** Every failure that a caller can meet: its status and its words. All else about errors is derived from this table or checked against it. */
export const errors = {
  MissingFields: {
    status: 400,
    message: 'Something required is missing. Fill in the fields named in "issues" and send the request again.',
  },
  InvalidFields: { status: 400, message: 'Something sent is not valid. Correct the fields named in "issues" and send the request again.' },
  MalformedJson: { status: 400, message: 'The body is not valid JSON.' },
  InvalidCode: { status: 400, message: 'This code is wrong, used or expired. Check it, or ask for a new one.' },
  InvalidCredentials: { status: 401, message: 'Wrong email or password. Please try again.' },
  TokenMissing: { status: 401, message: 'Sign in first: send the token as "Authorization: Bearer <token>".' },
  TokenExpired: { status: 401, message: 'Your session has expired. Please sign in again.' },
  TokenInvalid: { status: 401, message: 'This token is not valid or was ended. Please sign in again.' },
  EmailNotVerified: { status: 403, message: 'Please verify your email first: enter the code that was sent to you, or ask for a new one.' },
  Forbidden: { status: 403, message: 'You may not do this.' },
  NotEnrolled: { status: 403, message: 'You are not enrolled in this course.' },
  NotFound: { status: 404, message: 'There is nothing at this address.' },
  CourseNotFound: { status: 404, message: 'There is no such course.' },
  LessonNotFound: { status: 404, message: 'There is no such lesson.' },
  TransactionNotFound: { status: 404, message: 'There is no such transaction.' },
  CertificateNotFound: { status: 404, message: 'There is no such certificate.' },
  UserNotFound: { status: 404, message: 'There is no such user.' },
  MethodNotAllowed: { status: 405, message: 'This address does not know this method; the Allow header lists those it knows.' },
  DuplicateEmail: { status: 409, message: 'This email is already registered. Log in, or reset your password.' },
  AlreadyEnrolled: { status: 409, message: 'You are already enrolled in this course.' },
  CourseNotCompleted: { status: 409, message: 'Required lessons are not completed yet; "issues" lists them.' },
  PayloadTooLarge: { status: 413, message: 'The request is too large.' },
  UnsupportedMediaType: { status: 415, message: 'Send the body as application/json, not compressed.' },
  RateLimited: { status: 429, message: 'Too many attempts. Wait for the seconds named in Retry-After, then try again.' },
  InternalError: { status: 500, message: 'Something went wrong on our side. Try again; if it stays, report the request id.' },
  ServiceUnavailable: { status: 503, message: 'The service cannot answer right now. Try again in a moment.' },
} as const satisfies Record<string, { status: number; message: string }>

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
