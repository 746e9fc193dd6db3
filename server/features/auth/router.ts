import { Empty } from '../../lib/schema.ts'
import type { LimitName } from '../../security/limits.ts'
import { hashingProcedure, publicProcedure, rest, userProcedure } from '../../trpc.ts'
import { login } from './login.ts'
import { logout, logoutEverywhere } from './logout.ts'
import { register } from './register.ts'
import { requestPasswordReset, requestVerification } from './request-code.ts'
import { resetPassword } from './reset-password.ts'
import {
  EmailInput,
  LoginInput,
  LoginResult,
  Message,
  RegisterInput,
  Registration,
  ResetPasswordInput,
  VerifyEmailInput,
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

export const authProcedures = {
  register: hashingProcedure
    .meta(
      rest('POST /api/v1/auth/register', {
        summary: 'Register with email and password; we mail a code to verify the email',
        aliases: ['POST /auth/signup', 'POST /api/auth/register'],
        status: 201,
        location: '/api/me',
        errors: ['DuplicateEmail'],
        limits: ['registrationsPerIp', ...mailLimits],
        description:
          'Creates an account that can log in once its email is verified. If the email already ' +
          'has an account, you get DuplicateEmail. The code arrives by mail within seconds; if ' +
          'it does not, request a new one.',
      }),
    )
    .input(RegisterInput)
    .output(Registration)
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
          'Opens a session and returns its token, which is valid until expiresAt or until the ' +
          'session ends by a logout or a new password. A wrong email, a wrong password and a ' +
          'malformed email all get InvalidCredentials. You get EmailNotVerified only with the ' +
          'right password.',
      }),
    )
    .input(LoginInput)
    .output(LoginResult)
    .mutation(({ ctx, input }) => login(ctx, input)),

  verifyEmail: publicProcedure
    .meta(
      rest('POST /api/v1/auth/verify-email', {
        summary: 'Verify your email with the mailed code',
        errors: ['InvalidCode'],
        limits: guessLimits,
        description:
          'A code is valid for ten minutes, for one use and for five tries. Wrong, used and ' +
          'expired codes get the same answer.',
      }),
    )
    .input(VerifyEmailInput)
    .output(Message)
    .mutation(({ ctx, input }) => verifyEmail(ctx, input)),

  resendVerification: publicProcedure
    .meta(
      rest('POST /api/v1/auth/verify-email/resend', {
        summary: 'Request a new verification code',
        limits: ['codeRequestsPerIp', ...mailLimits],
        description:
          'The answer is the same whether or not the account exists. A new code replaces the ' +
          'previous one.',
      }),
    )
    .input(EmailInput)
    .output(Message)
    .mutation(({ ctx, input }) => requestVerification(ctx, input)),

  forgotPassword: publicProcedure
    .meta(
      rest('POST /api/v1/auth/forget-password', {
        summary: 'Request a one-time password to reset your password',
        aliases: ['POST /auth/forgetpassword'],
        limits: ['codeRequestsPerIp', ...mailLimits],
        description:
          'Mails a one-time password of eight digits that is valid for ten minutes. The answer ' +
          'is the same whether or not the account exists.',
      }),
    )
    .input(EmailInput)
    .output(Message)
    .mutation(({ ctx, input }) => requestPasswordReset(ctx, input)),

  resetPassword: hashingProcedure
    .meta(
      rest('POST /api/v1/auth/resetpassword', {
        summary: 'Set a new password with the one-time password; ends all sessions',
        errors: ['InvalidCode'],
        limits: guessLimits,
        description:
          'Ends all sessions of the account. It also verifies the email, because the one-time ' +
          'password came by mail.',
      }),
    )
    .input(ResetPasswordInput)
    .output(Message)
    .mutation(({ ctx, input }) => resetPassword(ctx, input)),

  logout: userProcedure
    .meta(
      rest('POST /api/v1/auth/logout', {
        summary: 'Log out of this session',
        description: 'Its token is refused from the next request on.',
      }),
    )
    .input(Empty)
    .output(Message)
    .mutation(({ ctx }) => logout(ctx)),

  logoutEverywhere: userProcedure
    .meta(
      rest('POST /api/v1/auth/logout-all', {
        summary: 'Log out of all your sessions',
        description: 'All your tokens, on every device, are refused from the next request on.',
      }),
    )
    .input(Empty)
    .output(Message)
    .mutation(({ ctx }) => logoutEverywhere(ctx)),
}
