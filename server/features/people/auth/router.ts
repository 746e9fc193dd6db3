import { Empty } from '../../../../lib/schema.ts'
import type { LimitName } from '../../../security/limits.ts'
import { hashingProcedure, publicProcedure, userProcedure } from '../../../trpc.ts'
import { acceptAccount } from './accept-account.ts'
import { login } from './login.ts'
import { logout, logoutEverywhere } from './logout.ts'
import { register } from './register.ts'
import { requestPasswordReset, requestVerification } from './request-code.ts'
import { resetPassword } from './reset-password.ts'
import * as schema from './schema.ts'
import { verifyEmail } from './verify-email.ts'

const mailLimits: LimitName[] = [
  'codeMailsFromUnknownIps',
  'codeMailsFromUnknownIpsPerDay',
  'mailsPerAccount',
  'mailsPerAccountAndDay',
]
const verificationMailLimits: LimitName[] = [...mailLimits, 'verificationMailsPerAccountAndDay']
const guessLimits: LimitName[] = [
  'codeTriesPerIp',
  'wrongCodesPerIp',
  'wrongCodesPerAccountAndIp',
  'wrongCodesPerAccount',
  'wrongCodesFromKnownIps',
]

export const authProcedures = {
  register: hashingProcedure
    .meta({
      route: 'POST /api/v1/auth/register',
      summary: 'Register with email and password; we mail a code to verify the email',
      aliases: ['POST /auth/signup', 'POST /api/auth/register'],
      location: '/api/v1/me',
      errors: ['DuplicateEmail', 'TermsNotAccepted'],
      limits: ['registrationsPerIp', 'refusedRegistrationsPerIp', ...verificationMailLimits],
      description:
        'Creates an account that can log in once its email is verified. If the email already has ' +
        'an account, you get DuplicateEmail. The code arrives by mail within seconds; if it does ' +
        'not, request a new one. An account that nobody verifies is deleted after 14 days.',
    })
    .input(schema.RegisterInput)
    .output(schema.Registration)
    .mutation(({ ctx, input }) => register(ctx, input)),

  login: hashingProcedure
    .meta({
      route: 'POST /api/v1/auth/login',
      summary: 'Log in with email and password and receive a JWT',
      aliases: ['POST /auth/login', 'POST /api/auth/login'],
      errors: [
        'InvalidCredentials',
        'EmailNotVerified',
        'AccountSuspended',
        'SecondFactorRequired',
      ],
      limits: [
        'loginsPerIp',
        'failedLoginsPerIp',
        'failedLoginsPerAccountAndIp',
        'failedLoginsPerAccount',
        'failedLoginsFromKnownIps',
        'newDeviceNoticesPerAccount',
        ...verificationMailLimits,
      ],
      description:
        'Opens a session and returns its token, which is valid until expiresAt or until the ' +
        'session ends by a logout or a new password. A wrong email, a wrong password and a ' +
        'malformed email all get InvalidCredentials. You get EmailNotVerified and ' +
        'AccountSuspended only with the right password; with the former we mail a new code. So you ' +
        'do SecondFactorRequired, with the challenge that auth.secondFactor takes.',
    })
    .input(schema.LoginInput)
    .output(schema.LoginResult)
    .mutation(({ ctx, input }) => login(ctx, input)),

  verifyEmail: hashingProcedure
    .meta({
      route: 'POST /api/v1/auth/verify-email',
      summary: 'Verify your email with the mailed code',
      errors: ['InvalidCode', 'AccountSuspended'],
      limits: guessLimits,
      description:
        'A code is valid for ten minutes, for one use and for five tries. Wrong, used and ' +
        'expired codes get the same answer.\n\nThe code shows who owns the mailbox, not who ' +
        'registered: send the `password` of the registration along. Without it, the request has ' +
        'to come from the IP address that registered. If neither fits, the email is verified all ' +
        'the same, but the account loses the password and the name that it was registered with, ' +
        'we mail a one-time password, and the answer says `resetRequired`.',
    })
    .input(schema.VerifyEmailInput)
    .output(schema.VerifyEmailResult)
    .mutation(({ ctx, input }) => verifyEmail(ctx, input)),

  resendVerification: publicProcedure
    .meta({
      route: 'POST /api/v1/auth/verify-email/resend',
      summary: 'Request a new verification code',
      limits: ['codeRequestsPerIp', ...verificationMailLimits],
      description:
        'The answer is the same whether or not the account exists. Codes mailed before hold ' +
        'beside the new one. An account that the school made gets its link again.',
    })
    .input(schema.ResendVerificationInput)
    .output(schema.Message)
    .mutation(({ ctx, input }) => requestVerification(ctx, input)),

  acceptAccount: hashingProcedure
    .meta({
      route: 'POST /api/v1/auth/accept-account',
      summary: 'Set the password of an account by the link in a mail',
      errors: ['InvalidCode', 'AccountSuspended'],
      limits: ['codeTriesPerIp'],
      description:
        'Takes the token of the link that was mailed when the school made the account: valid for ' +
        'seven days and one use, as long as nobody has verified the email. It verifies the email, ' +
        'and what waited for it is open. A link that has expired is mailed anew by ' +
        'verify-email/resend. A link that an administrator had mailed to any other account is ' +
        'valid for two days, until there is another password or email; it does what a reset with ' +
        'a code does.',
    })
    .input(schema.AcceptAccountInput)
    .output(schema.AcceptedAccount)
    .mutation(({ ctx, input }) => acceptAccount(ctx, input)),

  forgotPassword: publicProcedure
    .meta({
      route: 'POST /api/v1/auth/forget-password',
      summary: 'Request a one-time password to reset your password',
      aliases: ['POST /auth/forgetpassword'],
      limits: ['codeRequestsPerIp', ...mailLimits],
      description:
        'Mails a one-time password of eight digits that is valid for ten minutes. The answer ' +
        'is the same whether or not the account exists.',
    })
    .input(schema.EmailInput)
    .output(schema.Message)
    .mutation(({ ctx, input }) => requestPasswordReset(ctx, input)),

  resetPassword: hashingProcedure
    .meta({
      route: 'POST /api/v1/auth/resetpassword',
      summary: 'Set a new password with the one-time password; ends all sessions',
      errors: ['InvalidCode', 'AccountSuspended'],
      limits: guessLimits,
      description:
        'Ends all sessions of the account, and no other code that was mailed before works any ' +
        'longer. It also verifies the email, because the one-time password came by mail; an ' +
        'account that was never verified before loses everything else that it was registered ' +
        'with. Identities at third parties stay linked, unless `unlinkIdentities` is true; the ' +
        'answer and a mail list them.',
    })
    .input(schema.ResetPasswordInput)
    .output(schema.ResetPasswordResult)
    .mutation(({ ctx, input }) => resetPassword(ctx, input)),

  logout: userProcedure
    .meta({
      route: 'POST /api/v1/auth/logout',
      summary: 'Log out of this session',
      description: 'Its token is refused from the next request on.',
      repeatable: true,
    })
    .input(Empty)
    .output(schema.Message)
    .mutation(({ ctx }) => logout(ctx)),

  logoutEverywhere: userProcedure
    .meta({
      route: 'POST /api/v1/auth/logout-all',
      summary: 'Log out of all your sessions',
      description: 'All your tokens, on every device, are refused from the next request on.',
    })
    .input(Empty)
    .output(schema.Message)
    .mutation(({ ctx }) => logoutEverywhere(ctx)),
}
