// Generated from server/errors.ts by `npm run generate`. Do not edit.

/** The errors that the server names, with the status of each. */
export const serverErrors = {
  /** 400: Something required is missing. Fill in the fields named in "issues" and send the request again. */
  MissingFields: 400,
  /** 400: Something sent is not valid. Correct the fields named in "issues" and send the request again. */
  InvalidFields: 400,
  /** 400: The body is not valid JSON. */
  MalformedJson: 400,
  /** 400: This code is wrong, used or expired. Check it, or ask for a new one. */
  InvalidCode: 400,
  /** 401: Wrong email or password. Please try again. */
  InvalidCredentials: 401,
  /** 401: Sign in first: send the token as "Authorization: Bearer <token>". */
  TokenMissing: 401,
  /** 401: Your session has expired. Please sign in again. */
  TokenExpired: 401,
  /** 401: This token is not valid or was ended. Please sign in again. */
  TokenInvalid: 401,
  /** 403: Please verify your email first: enter the code that was sent to you, or ask for a new one. */
  EmailNotVerified: 403,
  /** 403: You may not do this. */
  Forbidden: 403,
  /** 403: You are not enrolled in this course. */
  NotEnrolled: 403,
  /** 404: There is nothing at this address. */
  NotFound: 404,
  /** 404: There is no such course. */
  CourseNotFound: 404,
  /** 404: There is no such lesson. */
  LessonNotFound: 404,
  /** 404: There is no such transaction. */
  TransactionNotFound: 404,
  /** 404: There is no such certificate. */
  CertificateNotFound: 404,
  /** 404: There is no such user. */
  UserNotFound: 404,
  /** 405: This address does not know this method; the Allow header lists those it knows. */
  MethodNotAllowed: 405,
  /** 409: This email is already registered. Log in, or reset your password. */
  DuplicateEmail: 409,
  /** 409: You are already enrolled in this course. */
  AlreadyEnrolled: 409,
  /** 409: Required lessons are not completed yet; "issues" lists them. */
  CourseNotCompleted: 409,
  /** 413: The request is too large. */
  PayloadTooLarge: 413,
  /** 415: Send the body as application/json, not compressed. */
  UnsupportedMediaType: 415,
  /** 429: Too many attempts. Wait for the seconds named in Retry-After, then try again. */
  RateLimited: 429,
  /** 500: Something went wrong on our side. Try again; if it stays, report the request id. */
  InternalError: 500,
  /** 503: The service cannot answer right now. Try again in a moment. */
  ServiceUnavailable: 503,
} as const
