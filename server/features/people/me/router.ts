import { Empty } from '../../../../lib/schema.ts'
import type { LimitName } from '../../../security/limits.ts'
import { userProcedure } from '../../../trpc.ts'
import { Message } from '../auth/schema.ts'
import { confirmEmailChange, requestEmailChange } from './change-email.ts'
import { changePassword } from './change-password.ts'
import { eraseMe, requestErasureCode } from './erase-account.ts'
import { exportAccount } from './export-account.ts'
import { AccountExport, ExportAccountInput } from './export-schema.ts'
import { getMe, updateMe } from './me.ts'
import * as schema from './schema.ts'
import { endMySession, listMySessions } from './sessions.ts'

const passwordLimits: LimitName[] = ['passwordProofsPerAccount', 'wrongProofsPerAccount']
const mailLimits: LimitName[] = ['mailsPerAccount', 'mailsPerAccountAndDay']

export const meProcedures = {
  get: userProcedure
    .meta({
      route: 'GET /api/v1/me',
      summary: 'Get your profile with your certificates',
      noStore: true,
      description: 'Includes your newest hundred certificates.',
    })
    .input(Empty)
    .output(schema.Me)
    .query(({ ctx }) => getMe(ctx)),

  update: userProcedure
    .meta({
      route: 'PATCH /api/v1/me',
      summary: 'Change your name, the language of your mails, or your preferences',
      limits: ['profileChangesPerAccount', 'digestMailsPerAccount'],
      description:
        'Fields that you leave out stay as they are. Issued certificates keep the name printed ' +
        'on them, except for a name that we guessed: those are replaced.',
      repeatable: true,
    })
    .input(schema.UpdateProfileInput)
    .output(schema.Me)
    .mutation(({ ctx, input }) => updateMe(ctx, input)),

  changePassword: userProcedure
    .meta({
      route: 'POST /api/v1/me/password',
      summary: 'Change your password; ends your other sessions',
      errors: ['WrongPassword', 'PasswordNotSet'],
      limits: passwordLimits,
      description:
        'This session continues, all others end at once, and we mail you a notification. Wrong ' +
        'passwords are limited. An account that only signs in with a third party has no password ' +
        'to change and gets PasswordNotSet; forget-password and resetpassword give it one.',
    })
    .input(schema.ChangePasswordInput)
    .output(Message)
    .mutation(({ ctx, input }) => changePassword(ctx, input)),

  requestEmailChange: userProcedure
    .meta({
      route: 'POST /api/v1/me/email',
      summary: 'Request a change of your email; we mail a code to the old and the new one',
      errors: ['WrongPassword', 'PasswordNotSet'],
      limits: [...passwordLimits, 'emailChangesPerAccount', ...mailLimits],
      description:
        'Your email stays as it is until you confirm both codes. The answer is the same ' +
        'whether or not the new email is taken; if it is, the mail to it contains no code and ' +
        'says that somebody tried. A request for another email replaces the codes.',
    })
    .input(schema.RequestEmailChangeInput)
    .output(Message)
    .mutation(({ ctx, input }) => requestEmailChange(ctx, input)),

  confirmEmailChange: userProcedure
    .meta({
      route: 'POST /api/v1/me/email/confirm',
      summary: 'Change your email with both codes; ends your other sessions',
      errors: ['InvalidCode', 'DuplicateEmail'],
      limits: ['wrongProofCodesPerAccount'],
      description:
        'Each of the two codes counts as a try; the answer does not say which one was wrong. ' +
        'This session continues, all others end, and we mail a notification to the old email. ' +
        'You get DuplicateEmail if somebody else has registered the new one in the meantime.',
    })
    .input(schema.ConfirmEmailChangeInput)
    .output(Message)
    .mutation(({ ctx, input }) => confirmEmailChange(ctx, input)),

  sessions: userProcedure
    .meta({
      route: 'GET /api/v1/me/sessions',
      summary: 'List your sessions',
      noStore: true,
      description:
        'All sign-ins that have not ended by logout, by expiry or otherwise. An account has at ' +
        'most 50: a further sign-in ends the oldest.',
    })
    .input(schema.ListSessionsInput)
    .output(schema.SessionList)
    .query(({ ctx, input }) => listMySessions(ctx, input)),

  endSession: userProcedure
    .meta({
      route: 'DELETE /api/v1/me/sessions/{sessionId}',
      summary: 'End one of your sessions',
      errors: ['SessionNotFound'],
      description:
        'Its token is refused from the next request on. Ending the current session logs you out.',
    })
    .input(schema.EndSessionInput)
    .output(Message)
    .mutation(({ ctx, input }) => endMySession(ctx, input)),

  export: userProcedure
    .meta({
      route: 'GET /api/v1/me/export',
      summary: 'Export everything stored about you',
      noStore: true,
      limits: ['exportsPerAccount', 'exportPagesPerAccount'],
      oncePerBatch: true,
      description:
        'Profile, identities, sessions, enrollments, progress, opened videos, cart, ' +
        'transactions, certificates and recorded events. The first page is all of it for most ' +
        'accounts; as long as `nextCursor` is not null, send it as `cursor` to get the next ' +
        'page, which continues every list. An account gets one page at a time: a second request ' +
        'at the same moment gets RateLimited.',
    })
    .input(ExportAccountInput)
    .output(AccountExport)
    .query(({ ctx, input }) => exportAccount(ctx, input)),

  requestErasureCode: userProcedure
    .meta({
      route: 'POST /api/v1/me/erasure-code',
      summary: 'Request a code to erase your account without the password',
      limits: ['proofCodeRequestsPerAccount', ...mailLimits],
      description:
        'For accounts that only sign in with a third party, and for users who forgot their ' +
        'password. The code comes by mail.',
    })
    .input(Empty)
    .output(Message)
    .mutation(({ ctx }) => requestErasureCode(ctx)),

  erase: userProcedure
    .meta({
      route: 'DELETE /api/v1/me',
      summary: 'Erase your account and your personal data for good',
      errors: ['WrongPassword', 'PasswordNotSet', 'InvalidCode'],
      limits: [...passwordLimits, 'wrongProofCodesPerAccount'],
      description:
        'Takes your password or a code from erasure-code. Profile, sign-in methods, sessions, ' +
        'enrollments, progress and cart are deleted at once, and pending transactions are ' +
        'canceled. Certificates stay valid with the name printed on them; payments stay in the ' +
        'books without your name. The email can be registered again, and the new account gets ' +
        'nothing from the old one.',
    })
    .input(schema.EraseAccountInput)
    .output(Message)
    .mutation(({ ctx, input }) => eraseMe(ctx, input)),
}
