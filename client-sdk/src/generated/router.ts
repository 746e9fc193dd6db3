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

/** Courses that I consider buying */
export type Cart = {
  /** In the order in which they were added */
  items: Array<CartItem>
  /** null while the courses are sold in several currencies, and cannot be bought together */
  total: Money | null
}

/** A course in my cart */
export type CartItem = {
  /** The course */
  courseId: string
  /** Title of the course as it is now */
  title: string
  price: Money
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
  /** When the certificate was issued */
  issuedAt: string
  /** superseded: a newer certificate of the same course takes its place */
  status: 'issued' | 'revoked' | 'superseded'
  /** pending: being printed, try the certificateUrl in a moment. unavailable: this server has no browser to print with; the certificate is valid all the same */
  pdf: 'ready' | 'pending' | 'unavailable'
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

/** A course for my cart */
export type CourseToAdd = {
  /** The course to put in */
  courseId: string
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

/** Whom to write to */
export type EmailOnly = {
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

/** A purchase or an enrollment */
export type Transaction = {
  /** The transaction */
  id: string
  /** fulfilled: paid where there was something to pay, and enrolled */
  status: 'pending' | 'paid' | 'fulfilled' | 'refunded' | 'partially_refunded' | 'failed' | 'expired' | 'canceled'
  /** What is bought */
  lines: Array<TransactionLine>
  total: Money
  /** When it was started */
  createdAt: string
  /** Where to pay, while the transaction is pending */
  checkoutUrl?: string
}

/** A course and the price that was agreed */
export type TransactionLine = {
  /** The course */
  courseId: string
  /** Title when it was bought */
  title: string
  price: Money
}

/** My transactions, newest first */
export type TransactionList = {
  /** The items of this page */
  items: Array<Transaction>
  /** Give it as `cursor` to get the next page; null on the last one */
  nextCursor: string | null
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
  /** When it was revoked, if it was */
  revokedAt?: string
}

/** An error as tRPC's own clients see it; those of the SDK throw a LyceumError. */
export type ErrorShape = {
  message: string
  code: -32001 | -32003 | -32004 | -32005 | -32009 | -32013 | -32015 | -32029 | -32600 | -32603
  data: {
    path?: string
    code: 'BAD_REQUEST' | 'CONFLICT' | 'FORBIDDEN' | 'INTERNAL_SERVER_ERROR' | 'METHOD_NOT_SUPPORTED' | 'NOT_FOUND' | 'PAYLOAD_TOO_LARGE' | 'SERVICE_UNAVAILABLE' | 'TOO_MANY_REQUESTS' | 'UNAUTHORIZED' | 'UNSUPPORTED_MEDIA_TYPE'
    httpStatus: 400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503
    error: 'AlreadyEnrolled' | 'CertificateNotFound' | 'CourseNotCompleted' | 'CourseNotFound' | 'DuplicateEmail' | 'EmailNotVerified' | 'Forbidden' | 'InternalError' | 'InvalidCode' | 'InvalidCredentials' | 'InvalidFields' | 'LessonNotFound' | 'MalformedJson' | 'MethodNotAllowed' | 'MissingFields' | 'NotEnrolled' | 'NotFound' | 'PayloadTooLarge' | 'RateLimited' | 'ServiceUnavailable' | 'TokenExpired' | 'TokenInvalid' | 'TokenMissing' | 'TransactionNotFound' | 'UnsupportedMediaType' | 'UserNotFound'
    message: string
    status: 400 | 401 | 403 | 404 | 405 | 409 | 413 | 415 | 429 | 500 | 503
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
    resendVerification: TRPCMutationProcedure<{ meta: object; input: EmailOnly; output: Done }>
    /**
     * Ask for a one-time password that allows to set a new password.
     *
     * Mails a one-time password of eight digits that is good for ten minutes. The answer is the same whether there is such an account or not.
     *
     * REST: `POST /api/v1/auth/forget-password`
     */
    forgotPassword: TRPCMutationProcedure<{ meta: object; input: EmailOnly; output: Done }>
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
  }
  me: {
    /**
     * Show my profile with my certificates.
     *
     * Who I am here, and the newest hundred of my certificates.
     *
     * REST: `GET /api/me`
     */
    get: TRPCQueryProcedure<{ meta: object; input: Record<string, never> | undefined; output: Me }>
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
     * Titles and prices are those of the moment.
     *
     * REST: `GET /api/cart`
     */
    get: TRPCQueryProcedure<{ meta: object; input: Record<string, never> | undefined; output: Cart }>
    /**
     * Put a course in my cart.
     *
     * Answers 201 when the course is new in the cart, and 200 when it was in it already. A course is in a cart at most once.
     *
     * Errors of its own: CourseNotFound, AlreadyEnrolled.
     *
     * REST: `POST /api/cart`
     */
    add: TRPCMutationProcedure<{ meta: object; input: CourseToAdd; output: Cart }>
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
  transactions: {
    /**
     * Buy or enroll in courses.
     *
     * What costs nothing is fulfilled at once. Else the answer is pending and names the checkoutUrl to pay at. Asked again for the same courses while they are still to be paid, it answers with the same transaction and status 200.
     *
     * Errors of its own: CourseNotFound, AlreadyEnrolled.
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
     * Errors of its own: CourseNotFound, NotEnrolled, CourseNotCompleted.
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
  }
}>
