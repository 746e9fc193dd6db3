import type { TextFormatter } from '../text-formatter.ts'

type Limit = { limit: number }

/** Replaces only those of the server's messages that speak to programs. */
export const errors = {
  'error.unknown': 'Something went wrong. Try again; if it stays, tell the school.',
  'error.retryIn': ({ seconds }: { seconds: number }, f: TextFormatter) =>
    f.plural(seconds, { one: 'Try again in a second.', other: `Try again in ${seconds} seconds.` }),
  'issue.required': 'Please fill this in.',
  'issue.type': 'This does not fit here.',
  'issue.enum': 'This is not one of the choices.',
  'issue.minLength': ({ limit }: Limit) => `At least ${limit} characters, please.`,
  'issue.maxLength': ({ limit }: Limit) => `At most ${limit} characters, please.`,
  'issue.minItems': ({ limit }: Limit) => `Choose at least ${limit}.`,
  'issue.maxItems': ({ limit }: Limit) => `Choose at most ${limit}.`,
  'issue.minimum': ({ limit }: Limit) => `At least ${limit}, please.`,
  'issue.maximum': ({ limit }: Limit) => `At most ${limit}, please.`,
  'issue.email': 'This is not an email address.',
  'issue.url': 'This is not a web address.',
  'issue.date': 'This is not a date.',
  'issue.ambiguous': 'Not saved yet. Which number do you mean?',
  'issue.other': 'This does not fit yet:',
  'error.NetworkError': 'The school cannot be reached. Check your connection.',
  'error.Timeout': 'The school did not answer in time. Try again.',
  'error.UnexpectedAnswer': 'The answer did not come from the school. Check your connection.',
  'error.RateLimited': 'Too many requests in a short time.',
  'error.ServiceUnavailable': 'The school cannot answer right now.',
  'error.InvalidCredentials': 'This email and password do not belong together.',
  'error.TokenMissing': 'Please sign in.',
  'error.TokenInvalid': 'Your session has ended. Please sign in again.',
  'error.TokenExpired': 'Your session has ended. Please sign in again.',
  'error.WrongSecondFactor': 'That is not right, or was used before. Try again with the next code.',
  'error.passkey': 'Your device did not confirm the passkey. Try again.',
  'error.SecondFactorMissing':
    'Your role needs a second step of the sign-in. Set one up in your account.',
  'error.SecondFactorExists': 'You have this already.',
  'error.TooManySecondFactors': 'You have as many as there can be. Remove one first.',
  'error.Forbidden': 'Your account may not do this.',
  'error.PriceChanged': 'A price has risen. Check the new total, and go on if it suits you.',
  'error.PrerequisiteMissing': 'This course requires others: complete them first.',
  'error.EnrollmentNotOpen': 'This course takes no new learners at this time.',
  'error.NameNotPrintable':
    'Your name cannot be printed. Choose another for certificates in your profile.',
  'error.NotRenewable': 'This certificate cannot be renewed now.',
  'error.SignInExpired': 'This sign-in has expired. Please start again.',
  'error.SignInRefused': 'They did not sign you in. Try again, or sign in in a different way.',
  'error.LinkRequired':
    'You have an account with this email. Sign in as before, then add the other way there.',
  'error.ProviderUnavailable':
    'They do not answer as they should. Try again in a moment, or sign in in a different way.',
  'error.EmailNotVerified': 'Please confirm your email first.',
  'error.AccountSuspended': 'This account is suspended. Please contact the school.',
  'error.WrongPassword': 'This is not your password. Try again.',
  'error.PasswordNotSet': 'Your account has no password yet. Get a code by mail instead.',
  'error.CourseNotCompleted': 'Some lessons are left to complete.',
  'error.LessonLocked': 'This lesson is not open to you yet.',
  'error.SeatsTaken': ({ taken }: { taken: number }, f: TextFormatter) =>
    `Seats that are taken: ${f.number(taken)}. Set at least as many, or free some first.`,
  'error.CoursePaidFor': 'This course was paid for: a refund ends the access.',
  'error.DraftOpen': 'There is a draft, which would be lost. Publish or discard it first.',
  'error.ManagedElsewhere':
    'The lessons of this course come from a folder or repository. Change them there.',
  'error.IdempotencyKeyInUse': 'This is being done already. Wait a moment, then look again.',
  'error.EventsForgotten': 'These events are deleted already: they are kept for 90 days.',
}
