import { Nothing } from '../../lib/schema.ts'
import type { LimitName } from '../../security/limits.ts'
import { rest, router, userProcedure } from '../../trpc.ts'
import { Done } from '../auth/schema.ts'
import { identityProcedures } from '../identities/router.ts'
import { confirmEmailChange, requestEmailChange } from './change-email.ts'
import { changePassword } from './change-password.ts'
import { eraseMe, requestErasureCode } from './erase-account.ts'
import { exportAccount } from './export-account.ts'
import { AccountExport } from './export-schema.ts'
import { getMe, updateMe } from './me.ts'
import {
  EmailChange,
  EmailChangeConfirmation,
  Erasure,
  Me,
  PasswordChange,
  ProfileChange,
  SessionChoice,
  SessionList,
  SessionListInput,
} from './schema.ts'
import { endMySession, listMySessions } from './sessions.ts'

const passwordLimits: LimitName[] = ['passwordProofsPerAccount', 'wrongProofsPerAccount']
const mailLimits: LimitName[] = ['mailsPerAccount', 'mailsPerAccountAndDay']

export const meRouter = router({
  ...identityProcedures,

  get: userProcedure
    .meta(
      rest('GET /api/me', {
        summary: 'Show my profile with my certificates',
        noStore: true,
        description: 'Who I am here, and the newest hundred of my certificates.',
      }),
    )
    .input(Nothing)
    .output(Me)
    .query(({ ctx }) => getMe(ctx)),

  update: userProcedure
    .meta(
      rest('PATCH /api/me', {
        summary: 'Change my name, or the language of my mails',
        limits: ['profileChangesPerAccount'],
        description:
          'What is left out stays as it is. Certificates that were issued keep the name that is printed on them.',
      }),
    )
    .input(ProfileChange)
    .output(Me)
    .mutation(({ ctx, input }) => updateMe(ctx, input)),

  changePassword: userProcedure
    .meta(
      rest('POST /api/me/password', {
        summary: 'Change my password; ends my other sessions',
        errors: ['WrongPassword', 'PasswordNotSet'],
        limits: passwordLimits,
        description:
          'This session goes on, all others end at once, and a notice is mailed. Wrong passwords are limited. An account that signs in ' +
          'with a third party only has no password to change: PasswordNotSet; it gets one by forget-password and resetpassword.',
      }),
    )
    .input(PasswordChange)
    .output(Done)
    .mutation(({ ctx, input }) => changePassword(ctx, input)),

  requestEmailChange: userProcedure
    .meta(
      rest('POST /api/me/email', {
        summary: 'Ask for another email; a code is mailed to the old and to the new one',
        errors: ['WrongPassword', 'PasswordNotSet'],
        limits: [...passwordLimits, 'emailChangesPerAccount', ...mailLimits],
        description:
          'The email stays as it is until both codes are confirmed. The answer is the same whether the new one is taken or not; where it is, the mail ' +
          'to it says that somebody tried, and holds no code. Another request ends the codes of the one before.',
      }),
    )
    .input(EmailChange)
    .output(Done)
    .mutation(({ ctx, input }) => requestEmailChange(ctx, input)),

  confirmEmailChange: userProcedure
    .meta(
      rest('POST /api/me/email/confirm', {
        summary: 'Change my email with both codes; ends my other sessions',
        errors: ['InvalidCode', 'DuplicateEmail'],
        limits: ['wrongProofCodesPerAccount'],
        description:
          'Each of the two codes counts as a try. Which of them was wrong is not told. This session goes on, all others end, and the old address is ' +
          'mailed a notice. DuplicateEmail when somebody else has registered the new one in the meantime.',
      }),
    )
    .input(EmailChangeConfirmation)
    .output(Done)
    .mutation(({ ctx, input }) => confirmEmailChange(ctx, input)),

  sessions: userProcedure
    .meta(
      rest('GET /api/me/sessions', {
        summary: 'List my sessions',
        noStore: true,
        description: 'Every sign-in that has not ended, by logout, by time or otherwise.',
      }),
    )
    .input(SessionListInput)
    .output(SessionList)
    .query(({ ctx, input }) => listMySessions(ctx, input)),

  endSession: userProcedure
    .meta(
      rest('DELETE /api/me/sessions/{id}', {
        summary: 'End one of my sessions',
        errors: ['SessionNotFound'],
        description:
          'Its token is refused from the next request on. To end this one is to log out.',
      }),
    )
    .input(SessionChoice)
    .output(Done)
    .mutation(({ ctx, input }) => endMySession(ctx, input)),

  export: userProcedure
    .meta(
      rest('GET /api/me/export', {
        summary: 'Get everything that is stored about me',
        noStore: true,
        limits: ['exportsPerAccount'],
        description:
          'One JSON: profile, identities, sessions, enrollments, progress, cart, transactions, certificates, and events on record.',
      }),
    )
    .input(Nothing)
    .output(AccountExport)
    .query(({ ctx }) => exportAccount(ctx)),

  requestErasureCode: userProcedure
    .meta(
      rest('POST /api/me/erasure-code', {
        summary: 'Ask for a code that erases my account without the password',
        limits: ['proofCodeRequestsPerAccount', ...mailLimits],
        description:
          'For accounts that sign in with a third party only, and for who forgot the password. The code comes by mail.',
      }),
    )
    .input(Nothing)
    .output(Done)
    .mutation(({ ctx }) => requestErasureCode(ctx)),

  erase: userProcedure
    .meta(
      rest('DELETE /api/me', {
        summary: 'Erase my account and my personal data, for good',
        errors: ['WrongPassword', 'PasswordNotSet', 'InvalidCode'],
        limits: [...passwordLimits, 'wrongProofCodesPerAccount'],
        description:
          'Takes the password, or a code from erasure-code. Profile, sign-ins, sessions, enrollments, progress and cart are gone at once, pending ' +
          'transactions are canceled. Certificates stay valid, with the name that is printed on them; what was paid stays in the books, without me. ' +
          'The email may be registered anew, and then has nothing of the account that was.',
      }),
    )
    .input(Erasure)
    .output(Done)
    .mutation(({ ctx, input }) => eraseMe(ctx, input)),
})
