import { adminProcedure, router } from '../../../trpc.ts'
import { getMail, listMails } from './read-mails.ts'
import { resendMail } from './resend-mail.ts'
import * as schema from './schema.ts'

export const mailsRouter = router({
  list: adminProcedure('work:read')
    .meta({
      route: 'GET /api/v1/admin/mails',
      summary: 'List the mails of the last 30 days, newest first',
      description:
        'A mail is listed from its first try on; before, it is a job. Its text and its recipient ' +
        'are not kept.',
      errors: ['UserNotFound'],
    })
    .input(schema.ListMailsInput)
    .output(schema.SentMailList)
    .query(({ ctx, input }) => listMails(ctx, input)),

  get: adminProcedure('work:read')
    .meta({
      route: 'GET /api/v1/admin/mails/{mailId}',
      summary: 'Look at a mail',
      errors: ['MailNotFound'],
    })
    .input(schema.MailInput)
    .output(schema.SentMail)
    .query(({ ctx, input }) => getMail(ctx, input)),

  resend: adminProcedure('work:write')
    .meta({
      route: 'POST /api/v1/admin/mails/{mailId}/resend',
      summary: 'Send a mail again',
      description:
        'Sends the same message as a new mail, to the email that the account has now. Codes are ' +
        'never sent again: let the learner request a new one. Mails about courses and ' +
        'suspensions count as those of the day to the account; one too many is refused with ' +
        '`RateLimited`.',
      location: '/api/v1/admin/mails/{id}',
      errors: ['MailNotFound', 'MailNotRepeatable'],
      limits: ['mailsSentAgainPerAccount'],
      idempotent: true,
    })
    .input(schema.MailInput)
    .output(schema.SentMail)
    .mutation(({ ctx, input }) => resendMail(ctx, input)),
})
