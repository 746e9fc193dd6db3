import { Nothing } from '../../lib/schema.ts'
import type { LimitName } from '../../security/limits.ts'
import { hashingProcedure, publicProcedure, rest, router, userProcedure } from '../../trpc.ts'
import { oauthProcedures } from '../identities/router.ts'
import { requestPasswordReset, requestVerification } from './code-requests.ts'
import { login } from './login.ts'
import { logout, logoutEverywhere } from './logout.ts'
import { register } from './register.ts'
import { resetPassword } from './reset-password.ts'
import {
  Credentials,
  Done,
  EmailInput,
  EmailVerification,
  Login,
  PasswordReset,
  Registered,
  Registration,
} from './schema.ts'
import { verifyEmail } from './verify-email.ts'

const mailLimits: LimitName[] = [
  'codeMailsFromUnknownIps',
  'codeMailsFromUnknownIpsPerDay',
  'mailsPerAccount',
  'mailsPerAccountAndDay',
]
const guessLimits: LimitName[] = [
  'codeTriesPerIp',
  'wrongCodesPerAccountAndIp',
  'wrongCodesPerAccount',
  'wrongCodesFromKnownIps',
]

export const authRouter = router({
  register: hashingProcedure
    .meta(
      rest('POST /api/v1/auth/register', {
        summary: 'Register with email and password; a code is mailed to verify the email',
        aliases: ['POST /auth/signup', 'POST /api/auth/register'],
        status: 201,
        location: '/api/me',
        errors: ['DuplicateEmail'],
        limits: ['registrationsPerIp', ...mailLimits],
        description:
          'Makes an account that can log in once its email is verified. Where such an account exists already the answer is DuplicateEmail. ' +
          'The code comes by mail within seconds; ask for another one if it does not.',
      }),
    )
    .input(Registration)
    .output(Registered)
    .mutation(({ ctx, input }) => register(ctx, input)),

  login: hashingProcedure
    .meta(
      rest('POST /api/v1/auth/login', {
        summary: 'Log in with email and password and receive a JWT',
        aliases: ['POST /auth/login', 'POST /api/auth/login'],
        errors: ['InvalidCredentials', 'EmailNotVerified'],
        limits: [
          'loginsPerIp',
          'failedLoginsPerAccountAndIp',
          'failedLoginsPerAccount',
          'failedLoginsFromKnownIps',
          'newDeviceNoticesPerAccount',
        ],
        description:
          'Opens a session and answers with the token that stands for it. The token is good until expiresAt, or until the session is ended by a ' +
          'logout or a new password. EmailNotVerified is only answered to the right password.',
      }),
    )
    .input(Credentials)
    .output(Login)
    .mutation(({ ctx, input }) => login(ctx, input)),

  verifyEmail: publicProcedure
    .meta(
      rest('POST /api/v1/auth/verify-email', {
        summary: 'Verify the email with the code that was mailed',
        errors: ['InvalidCode'],
        limits: guessLimits,
        description:
          'A code is good for ten minutes, for one use and for five tries. Wrong, used and expired codes get the same answer.',
      }),
    )
    .input(EmailVerification)
    .output(Done)
    .mutation(({ ctx, input }) => verifyEmail(ctx, input)),

  resendVerification: publicProcedure
    .meta(
      rest('POST /api/v1/auth/verify-email/resend', {
        summary: 'Ask for a new verification code',
        limits: ['codeRequestsPerIp', ...mailLimits],
        description:
          'The answer is the same whether there is such an account or not. A new code ends the one before.',
      }),
    )
    .input(EmailInput)
    .output(Done)
    .mutation(({ ctx, input }) => requestVerification(ctx, input)),

  forgotPassword: publicProcedure
    .meta(
      rest('POST /api/v1/auth/forget-password', {
        summary: 'Ask for a one-time password that allows to set a new password',
        aliases: ['POST /auth/forgetpassword'],
        limits: ['codeRequestsPerIp', ...mailLimits],
        description:
          'Mails a one-time password of eight digits that is good for ten minutes. The answer is the same whether there is such an account or not.',
      }),
    )
    .input(EmailInput)
    .output(Done)
    .mutation(({ ctx, input }) => requestPasswordReset(ctx, input)),

  resetPassword: hashingProcedure
    .meta(
      rest('POST /api/v1/auth/resetpassword', {
        summary: 'Set a new password with the one-time password; ends all sessions',
        errors: ['InvalidCode'],
        limits: guessLimits,
        description:
          'Ends all sessions of the account. The email counts as verified from then on, because the one-time password came by mail.',
      }),
    )
    .input(PasswordReset)
    .output(Done)
    .mutation(({ ctx, input }) => resetPassword(ctx, input)),

  logout: userProcedure
    .meta(
      rest('POST /api/v1/auth/logout', {
        summary: 'End this session',
        description: 'The token is refused from the next request on.',
      }),
    )
    .input(Nothing)
    .output(Done)
    .mutation(({ ctx }) => logout(ctx)),

  logoutEverywhere: userProcedure
    .meta(
      rest('POST /api/v1/auth/logout-all', {
        summary: 'End all my sessions',
        description: 'Every token of mine, on every device, is refused from the next request on.',
      }),
    )
    .input(Nothing)
    .output(Done)
    .mutation(({ ctx }) => logoutEverywhere(ctx)),

  ...oauthProcedures,
})
