// Generated from server/errors/errors.ts by `npm run generate`. Do not edit.

/** The errors that the server names, with the status of each. */
export const serverErrors = {
  /** 400: Something required is missing. Fill in the fields named in "issues" and send the request again. */
  MissingFields: 400,
  /** 400: Something sent is not valid. Correct the fields named in "issues" and send the request again. */
  InvalidFields: 400,
  /** 400: The body is not valid JSON. */
  MalformedJson: 400,
  /** 400: Nothing shows that this comes from the payment provider. */
  WebhookRefused: 400,
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
  /** 403: This is not your password. Try again, or set a new one with "forgot password". */
  WrongPassword: 403,
  /** 400: This sign-in is over. Please start it again. */
  SignInExpired: 400,
  /** 403: The provider did not sign you in. Try again, or sign in another way. */
  SignInRefused: 403,
  /** 403: The provider does not vouch for your email. Register with email and password, then link the provider while you are signed in. */
  ProviderEmailNotVerified: 403,
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
  /** 404: There is no such coupon. Check its code, or buy without it. */
  CouponNotFound: 404,
  /** 404: There is no such certificate. */
  CertificateNotFound: 404,
  /** 404: There is no such session. */
  SessionNotFound: 404,
  /** 404: There is no such provider to sign in with. */
  ProviderNotFound: 404,
  /** 404: There is no such identity. */
  IdentityNotFound: 404,
  /** 404: There is no such user. */
  UserNotFound: 404,
  /** 405: This address does not know this method; the Allow header lists those it knows. */
  MethodNotAllowed: 405,
  /** 409: This email is already registered. Log in, or reset your password. */
  DuplicateEmail: 409,
  /** 409: Your account has no password yet, because you sign in with a third party. Set one with "forgot password", then try again. */
  PasswordNotSet: 409,
  /** 409: There is an account with your email already. Log in to it as you did before, then link the provider in your profile. */
  LinkRequired: 409,
  /** 409: This identity signs in to another account. Unlink it there first. */
  IdentityInUse: 409,
  /** 409: This is the only way into your account. Set a password or link another provider first. */
  LastSignInMethod: 409,
  /** 409: You are already enrolled in this course. */
  AlreadyEnrolled: 409,
  /** 409: Required lessons are not completed yet; "issues" lists them. */
  CourseNotCompleted: 409,
  /** 409: This costs more than you expected; "issues" says how much. Look at the prices again, then buy. */
  PriceChanged: 409,
  /** 409: This coupon is not valid at the moment. Buy without it, or with another one. */
  CouponExpired: 409,
  /** 409: This coupon has been used as often as it may be. Buy without it, or with another one. */
  CouponUsedUp: 409,
  /** 409: This coupon takes nothing off these courses. Buy without it, or with another one. */
  CouponNotApplicable: 409,
  /** 409: Nothing was paid in this transaction. */
  TransactionNotPaid: 409,
  /** 409: This is more than what is left to be refunded. */
  RefundTooHigh: 409,
  /** 409: A request with this Idempotency-Key is still running. Send it again after the seconds named in Retry-After. */
  IdempotencyKeyInUse: 409,
  /** 409: This certificate was revoked. A revoked certificate is not replaced. */
  CertificateRevoked: 409,
  /** 409: A newer certificate took the place of this one: go on with that one. */
  CertificateSuperseded: 409,
  /** 409: The certificate says your name as your profile does. Change your name there first. */
  CertificateUnchanged: 409,
  /** 413: The request is too large. */
  PayloadTooLarge: 413,
  /** 415: Send the body as application/json, not compressed. */
  UnsupportedMediaType: 415,
  /** 422: This Idempotency-Key was used for another request. Use a new key for each thing that you want done. */
  IdempotencyKeyReused: 422,
  /** 429: Too many attempts. Wait for the seconds named in Retry-After, then try again. */
  RateLimited: 429,
  /** 500: Something went wrong on our side. Try again; if it stays, report the request id. */
  InternalError: 500,
  /** 502: The provider that you sign in with does not answer as it should. Try again in a moment, or sign in another way. */
  ProviderUnavailable: 502,
  /** 503: The service cannot answer right now. Try again in a moment. */
  ServiceUnavailable: 503,
} as const
