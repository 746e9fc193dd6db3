import type { LimitName } from '../../../security/limits.ts'
import { adminProcedure, router } from '../../../trpc.ts'
import { AdminCertificateList } from '../../learning/certificates/schema.ts'
import { AdminEnrollmentList } from '../../learning/enrollments/admin-schema.ts'
import { AuditEntryList } from '../../platform/audit/schema.ts'
import { SentMailList } from '../../platform/mails/schema.ts'
import { withProof } from '../../platform/proof/with-proof.ts'
import { AdminTransactionList } from '../../shop/transactions/admin/schema.ts'
import { Message } from '../auth/schema.ts'
import {
  changeEmailAsAdmin,
  createUserAsAdmin,
  endSessionOfUser,
  endSessionsOfUser,
  reinstateAsAdmin,
  removeSecondFactorsAsAdmin,
  renameUserAsAdmin,
  resendVerificationOfUser,
  setRoleAsAdmin,
  suspendAsAdmin,
  verifyAsAdmin,
} from './change-user.ts'
import { getUserAsAdmin } from './get-user.ts'
import { eraseOther, foretellErasureOf, mailPasswordLink } from './help-user.ts'
import { listUsersAsAdmin } from './list-users.ts'
import {
  listAuditOfUser,
  listCertificatesOfUser,
  listEnrollmentsOfUser,
  listMailsOfUser,
  listPurchasesOfUser,
  listSessionsOfUser,
} from './lists-of-user.ts'
import { UserSessionList } from './lists-schema.ts'
import * as schema from './schema.ts'

const limits: LimitName[] = ['accountsChangedPerAccount']

const listProcedures = {
  list: adminProcedure('users:read')
    .meta({
      route: 'GET /api/v1/admin/users',
      summary: 'List and search accounts',
      description:
        'Filters can be combined. `from` and `to` are about the registration: both are ' +
        'inclusive, and a day is one of `timeZone`, as it is in `lastSeenSince` and ' +
        '`lastSeenBefore`. A page may hold fewer items than its limit, even none, where what ' +
        'you look for is rare: go on while `nextCursor` is not null.',
    })
    .input(schema.ListUsersInput)
    .output(schema.UserList)
    .query(({ ctx, input }) => listUsersAsAdmin(ctx, input)),

  get: adminProcedure('users:read')
    .meta({
      route: 'GET /api/v1/admin/users/{userId}',
      summary: 'Get an account',
      errors: ['UserNotFound'],
    })
    .input(schema.UserInput)
    .output(schema.UserDetails)
    .query(({ ctx, input }) => getUserAsAdmin(ctx, input)),

  enrollments: adminProcedure('enrollments:read')
    .meta({
      route: 'GET /api/v1/admin/users/{userId}/enrollments',
      summary: 'List the enrollments of an account',
      errors: ['UserNotFound'],
    })
    .input(schema.UserSortedPageInput)
    .output(AdminEnrollmentList)
    .query(({ ctx, input }) => listEnrollmentsOfUser(ctx, input)),

  purchases: adminProcedure('money:read')
    .meta({
      route: 'GET /api/v1/admin/users/{userId}/purchases',
      summary: 'List the purchases of an account',
      description: 'The audit trail of the account records that you read them.',
      errors: ['UserNotFound'],
    })
    .input(schema.UserSortedPageInput)
    .output(AdminTransactionList)
    .query(({ ctx, input }) => listPurchasesOfUser(ctx, input)),

  certificates: adminProcedure('certificates:read')
    .meta({
      route: 'GET /api/v1/admin/users/{userId}/certificates',
      summary: 'List the certificates of an account',
      errors: ['UserNotFound'],
    })
    .input(schema.UserPageInput)
    .output(AdminCertificateList)
    .query(({ ctx, input }) => listCertificatesOfUser(ctx, input)),

  sessions: adminProcedure('users:read')
    .meta({
      route: 'GET /api/v1/admin/users/{userId}/sessions',
      summary: 'List the sessions of an account',
      errors: ['UserNotFound'],
    })
    .input(schema.UserPageInput)
    .output(UserSessionList)
    .query(({ ctx, input }) => listSessionsOfUser(ctx, input)),

  mails: adminProcedure('users:read')
    .meta({
      route: 'GET /api/v1/admin/users/{userId}/mails',
      summary: 'List the mails to an account of the last 30 days, newest first',
      description:
        'Whether each left, as a mail server took it: never its text, nor a code. A mail is ' +
        'listed from its first try on.',
      errors: ['UserNotFound'],
    })
    .input(schema.UserPageInput)
    .output(SentMailList)
    .query(({ ctx, input }) => listMailsOfUser(ctx, input)),

  audit: adminProcedure('users:read')
    .meta({
      route: 'GET /api/v1/admin/users/{userId}/audit',
      summary: 'List the recorded events about an account',
      description:
        'Also those that name only its email, from when the account got this email. Events are ' +
        'kept for a year.',
      errors: ['UserNotFound'],
    })
    .input(schema.UserPageInput)
    .output(AuditEntryList)
    .query(({ ctx, input }) => listAuditOfUser(ctx, input)),
}

export const usersRouter = router({
  ...listProcedures,

  create: adminProcedure('users:write')
    .meta({
      route: 'POST /api/v1/admin/users',
      summary: 'Create an account for somebody',
      description:
        'They get a mail with a link that lasts seven days, and set a password there; without ' +
        '`ACCOUNT_PAGE_URL`, with a code. An account that nobody verifies is deleted after 14 days.',
      location: '/api/v1/admin/users/{id}',
      errors: ['DuplicateEmail'],
      limits: [...limits, 'mailsPerAccount'],
    })
    .input(schema.CreateUserInput)
    .output(schema.UserDetails)
    .mutation(({ ctx, input }) => createUserAsAdmin(ctx, input)),

  rename: adminProcedure('users:write')
    .meta({
      route: 'PATCH /api/v1/admin/users/{userId}',
      summary: 'Change the name of an account',
      description:
        'Issued certificates keep the old name, but one that was guessed. What was not issued, ' +
        'because no font can print the old name, is issued.',
      errors: ['UserNotFound'],
      limits,
      repeatable: true,
    })
    .input(schema.RenameUserInput)
    .output(schema.UserDetails)
    .mutation(({ ctx, input }) => renameUserAsAdmin(ctx, input)),

  setRole: adminProcedure('roles:write')
    .meta({
      route: 'PUT /api/v1/admin/users/{userId}/role',
      summary: 'Change the role of an account',
      errors: ['UserNotFound', 'LastAdmin'],
      limits,
      proof: true,
      description:
        'Takes effect with the next request, and ends the sessions of the account. The last ' +
        'administrator that can sign in keeps the role.',
      repeatable: true,
    })
    .input(schema.SetRoleInput)
    .output(schema.UserDetails)
    .mutation(({ ctx, input }) => withProof(ctx, input, (ctx) => setRoleAsAdmin(ctx, input))),

  removeSecondFactors: adminProcedure('roles:write')
    .meta({
      route: 'POST /api/v1/admin/users/{userId}/second-factors/remove',
      summary: 'Remove the second factors of an account that lost them',
      errors: ['UserNotFound'],
      limits,
      proof: true,
      description:
        'Make sure who asks: the password alone signs in then. Ends the sessions of the account, ' +
        'which is mailed. Nobody removes their own here.',
      repeatable: true,
    })
    .input(schema.RemoveSecondFactorsInput)
    .output(schema.UserDetails)
    .mutation(({ ctx, input }) =>
      withProof(ctx, input, (ctx) => removeSecondFactorsAsAdmin(ctx, input)),
    ),

  verify: adminProcedure('sign-ins:write')
    .meta({
      route: 'POST /api/v1/admin/users/{userId}/verification',
      summary: 'Verify the email of an account by hand',
      errors: ['UserNotFound'],
      limits,
      proof: true,
      description:
        'Make sure that the mailbox is theirs: whoever knows the password of the account signs in ' +
        'then, and what waited for the email is open. Nobody verifies their own here, and the ' +
        'accounts of staff need the permission `roles:write`.',
      repeatable: true,
    })
    .input(schema.VerifyUserInput)
    .output(schema.UserDetails)
    .mutation(({ ctx, input }) => withProof(ctx, input, (ctx) => verifyAsAdmin(ctx, input))),

  changeEmail: adminProcedure('sign-ins:write')
    .meta({
      route: 'PUT /api/v1/admin/users/{userId}/email',
      summary: 'Change the email of an account whose mailbox is lost',
      errors: ['UserNotFound', 'DuplicateEmail'],
      limits: [...limits, 'mailsPerAccount', 'mailsPerAccountAndDay'],
      proof: true,
      description:
        'Make sure who asks. The new email has to be verified by the code that is mailed there; ' +
        'the old one is told, and all sessions end. Nobody changes their own here, and the ' +
        'accounts of staff need the permission `roles:write`.',
    })
    .input(schema.ChangeEmailOfUserInput)
    .output(schema.UserDetails)
    .mutation(({ ctx, input }) => withProof(ctx, input, (ctx) => changeEmailAsAdmin(ctx, input))),

  mailPasswordLink: adminProcedure('users:write')
    .meta({
      route: 'POST /api/v1/admin/users/{userId}/password-mail',
      summary: 'Mail a link to an account that sets its password',
      errors: ['UserNotFound'],
      limits: [...limits, 'mailsPerAccount', 'mailsPerAccountAndDay'],
      description:
        'Valid for two days and one use, until the password or the email is another; an account ' +
        'that the school made gets its link of seven days again. Without `ACCOUNT_PAGE_URL` it is ' +
        'a code. Beyond the limits of mails to the account none is sent.',
    })
    .input(schema.UserInput)
    .output(Message)
    .mutation(({ ctx, input }) => mailPasswordLink(ctx, input)),

  foretellErasure: adminProcedure('roles:write')
    .meta({
      route: 'GET /api/v1/admin/users/{userId}/erasure',
      summary: 'See what the erasure of an account would do',
      errors: ['UserNotFound'],
    })
    .input(schema.UserInput)
    .output(schema.Erasure)
    .query(({ ctx, input }) => foretellErasureOf(ctx, input)),

  erase: adminProcedure('roles:write')
    .meta({
      route: 'POST /api/v1/admin/users/{userId}/erasure',
      summary: 'Erase an account and its personal data, for good',
      errors: ['UserNotFound', 'LastAdmin'],
      limits,
      proof: true,
      description:
        'Certificates stay valid with the printed name, and purchases stay in the books without ' +
        'the person. The email is asked for once more, so that it is the right account. Nobody ' +
        'erases themselves here.',
    })
    .input(schema.EraseUserInput)
    .output(Message)
    .mutation(({ ctx, input }) => withProof(ctx, input, (ctx) => eraseOther(ctx, input))),

  suspend: adminProcedure('users:write')
    .meta({
      route: 'POST /api/v1/admin/users/{userId}/suspension',
      summary: 'Suspend an account',
      errors: ['UserNotFound', 'LastAdmin'],
      limits: [...limits, 'schoolMailsPerAccount'],
      description:
        'The next request of the user gets AccountSuspended, and so does a sign-in with the ' +
        'right password, code or third party. The user is mailed, without the reason. ' +
        'Certificates stay and verify. The accounts of administrators need the permission ' +
        '`roles:write`; nobody suspends themselves. An account that is suspended already keeps ' +
        'its date and reason.',
      repeatable: true,
    })
    .input(schema.SuspendUserInput)
    .output(schema.UserDetails)
    .mutation(({ ctx, input }) => suspendAsAdmin(ctx, input)),

  reinstate: adminProcedure('users:write')
    .meta({
      route: 'DELETE /api/v1/admin/users/{userId}/suspension',
      summary: 'Reinstate an account that is suspended',
      errors: ['UserNotFound'],
      limits: [...limits, 'schoolMailsPerAccount'],
      description:
        'The user can sign in again, and is mailed. Sessions from before stay ended. Without a ' +
        'suspension nothing happens.',
      repeatable: true,
    })
    .input(schema.UserInput)
    .output(schema.UserDetails)
    .mutation(({ ctx, input }) => reinstateAsAdmin(ctx, input)),

  endSessions: adminProcedure('users:write')
    .meta({
      route: 'DELETE /api/v1/admin/users/{userId}/sessions',
      summary: 'End all sessions of an account',
      errors: ['UserNotFound'],
      limits,
      repeatable: true,
    })
    .input(schema.UserInput)
    .output(Message)
    .mutation(({ ctx, input }) => endSessionsOfUser(ctx, input)),

  endSession: adminProcedure('users:write')
    .meta({
      route: 'DELETE /api/v1/admin/users/{userId}/sessions/{sessionId}',
      summary: 'End one session of an account',
      errors: ['UserNotFound', 'SessionNotFound'],
      limits,
    })
    .input(schema.EndUserSessionInput)
    .output(Message)
    .mutation(({ ctx, input }) => endSessionOfUser(ctx, input)),

  resendVerification: adminProcedure('users:write')
    .meta({
      route: 'POST /api/v1/admin/users/{userId}/verification-mail',
      summary: 'Mail a new verification code to an account',
      errors: ['UserNotFound', 'EmailAlreadyVerified'],
      limits: [
        ...limits,
        'mailsPerAccount',
        'mailsPerAccountAndDay',
        'verificationMailsPerAccountAndDay',
      ],
      description:
        'An account that the school made gets its link again. Beyond the limits of mails to the ' +
        'account none is sent.',
    })
    .input(schema.UserInput)
    .output(Message)
    .mutation(({ ctx, input }) => resendVerificationOfUser(ctx, input)),
})
