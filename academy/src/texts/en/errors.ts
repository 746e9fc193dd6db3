import type { TextFormatter } from '../text-formatter.ts'

type Limit = { limit: number }

/** Replaces only those of the server's messages that speak to programs. */
export const errors = {
  'error.unknown': 'Something went wrong. Try again. If it keeps happening, tell the school.',
  'error.retryIn': ({ seconds }: { seconds: number }, f: TextFormatter) =>
    f.plural(seconds, { one: 'Try again in a second.', other: `Try again in ${seconds} seconds.` }),
  'issue.required': 'Please fill this in.',
  'issue.type': 'This is not valid here.',
  'issue.enum': 'This is not one of the options.',
  'issue.minLength': ({ limit }: Limit) => `At least ${limit} characters, please.`,
  'issue.maxLength': ({ limit }: Limit) => `At most ${limit} characters, please.`,
  'issue.minItems': ({ limit }: Limit) => `Choose at least ${limit}.`,
  'issue.maxItems': ({ limit }: Limit) => `Choose at most ${limit}.`,
  'issue.minimum': ({ limit }: Limit) => `At least ${limit}, please.`,
  'issue.maximum': ({ limit }: Limit) => `At most ${limit}, please.`,
  'issue.email': 'This is not an email address.',
  'issue.url': 'This is not a web address.',
  'issue.date': 'This is not a date.',
  'issue.maxLines': ({ limit }: Limit) => `At most ${limit} lines, please.`,
  'issue.taxNumber':
    'This is not a valid tax number. Check it, and start with the country, such as DE.',
  'issue.weakPassword': 'This is easy to guess. Use a few words that have nothing in common.',
  'issue.ambiguous': 'Not saved yet. Which number do you mean?',
  'issue.other': 'This is not right yet:',
  'error.NetworkError': 'The school cannot be reached. Check your connection.',
  'error.Timeout': 'The school did not answer in time. Try again.',
  'error.UnexpectedAnswer': 'The answer did not come from the school. Check your connection.',
  'error.RateLimited': 'Too many tries in a short time.',
  'error.ServiceUnavailable': 'The school cannot answer right now.',
  'error.InvalidCredentials': 'Wrong email or password.',
  'error.TokenMissing': 'Please sign in.',
  'error.TokenInvalid': 'Your session has ended. Please sign in again.',
  'error.TokenExpired': 'Your session has ended. Please sign in again.',
  'error.WrongSecondFactor': 'That code is wrong or was already used. Try again with the next one.',
  'error.passkey': 'Your device did not confirm the passkey. Try again.',
  'error.SecondFactorMissing': 'Your role requires two-step sign-in. Set it up in your account.',
  'error.SecondFactorExists': 'You already have this one.',
  'error.TooManySecondFactors': 'You cannot add any more. Remove one first.',
  'error.Forbidden': 'Your account is not allowed to do this.',
  'error.TermsNotAccepted': 'Please read the terms of use, and accept them to continue.',
  'error.PriceChanged': 'A price has gone up. Check the new total before you continue.',
  'error.CouponNotFound': 'There is no such coupon. Check the code.',
  'error.CouponExpired': 'This coupon is not valid at the moment.',
  'error.CouponUsedUp': 'This coupon has no uses left.',
  'error.CouponNotApplicable': 'This coupon is not for these courses.',
  'error.PrerequisiteMissing': 'This course requires others. Complete them first.',
  'error.EnrollmentNotOpen': 'This course is not taking new learners right now.',
  'error.NameNotPrintable':
    'Your name cannot be printed. Choose another one for certificates in your profile.',
  'error.NotRenewable': 'This certificate cannot be renewed right now.',
  'error.SignInExpired': 'This sign-in has expired. Please start again.',
  'error.SignInRefused':
    'The other service did not sign you in. Try again, or sign in another way.',
  'error.LinkRequired':
    'You already have an account with this email. Sign in as usual, then add the other way in your account.',
  'error.ProviderUnavailable':
    'The other service is not responding. Try again in a moment, or sign in another way.',
  'error.EmailNotVerified': 'Please confirm your email first.',
  'error.AccountSuspended': 'This account is suspended. Please contact the school.',
  'error.WrongPassword': 'This is not your password. Try again.',
  'error.PasswordNotSet': 'Your account has no password yet. Get a code by email instead.',
  'error.CourseNotCompleted': 'You have not completed all the lessons yet.',
  'error.LessonLocked': 'This lesson is not open yet.',
  'error.SeatsTaken': ({ taken }: { taken: number }, f: TextFormatter) =>
    `Seats that are taken: ${f.number(taken)}. Set at least as many, or free some first.`,
  'error.CoursePaidFor': 'This course was paid for: a refund ends the access.',
  'error.DraftOpen': 'There is a draft, which would be lost. Publish or discard it first.',
  'error.ManagedElsewhere':
    'The lessons of this course come from a folder or repository. Change them there.',
  'error.IdempotencyKeyInUse': 'This is already being done. Wait a moment, then check again.',
  'error.EventsForgotten': 'These events have been deleted: they are kept for 90 days.',
}
