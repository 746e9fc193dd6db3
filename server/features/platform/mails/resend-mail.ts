import { findUser } from '../../../../db/queries/people/users/users.ts'
import { findMail, insertMail, type MailRow } from '../../../../db/queries/platform/mails.ts'
import { type ActorDeps, inTransaction, type UserContext } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { changeOf } from '../../../security/audit/details.ts'
import { recordEvent } from '../../../security/audit.ts'
import type { Notification } from '../../../texts/types.ts'
import { withNames } from '../admin/names.ts'
import { performOnce } from '../idempotency/perform-once.ts'
import { notifyAgain } from '../notifications/notify.ts'
import { toMail } from './read-mails.ts'
import type { MailInput, SentMail } from './schema.ts'

/** Sends a mail again, as a new one, to the email that the account has now. */
export async function resendMail(ctx: UserContext, input: MailInput): Promise<SentMail> {
  return performOnce(ctx, { input, effect: (ctx) => sendAgain(ctx, input) })
}

/** Does the same if no answer is kept for a repeated request. */
export async function sendMailAgain(ctx: ActorDeps, input: MailInput): Promise<SentMail> {
  return inTransaction(ctx, (ctx) => sendAgain(ctx, input))
}

async function sendAgain(ctx: ActorDeps, { mailId: id }: MailInput): Promise<SentMail> {
  const mail = await findMail(ctx.db, id)
  if (mail === undefined) throw new AppError('MailNotFound')
  refuseUnrepeatable(mail)
  const user = mail.userId === null ? undefined : await findUser(ctx.db, mail.userId)
  if (user === undefined)
    throw refusal('The account of this mail is erased: nobody is left to mail.')

  const { kind, payload } = mail
  const { jobId } = await notifyAgain(ctx, user, payload as Notification)
  const createdAt = ctx.now()
  const again = await insertMail(ctx.db, { id: jobId, userId: user.id, kind, payload, createdAt })
  await recordEvent(ctx, 'mail-resent', {
    userId: user.id,
    details: changeOf(undefined, { mailId: jobId, kind, copyOf: id }),
  })
  return withNames(ctx, toMail(again))
}

function refuseUnrepeatable({ kind, payload, status }: MailRow): void {
  switch (kind) {
    case 'invited':
      throw refusal('This mail is an invitation: send the invitation again instead.')
    case 'account-erased':
      throw refusal('The account of this mail is erased: nobody is left to mail.')
    case 'email-changed':
    case 'review-requested':
    case 'draft-approved':
    case 'changes-requested':
      throw refusal(
        'This mail named an email or somebody else, and neither is kept: write yourself.',
      )
  }
  if (payload === null)
    throw refusal('This mail was about a one-time code: let the learner request a new one.')
  if (status === 'waiting')
    throw refusal(
      'This mail is still waiting: it is tried again by itself until it is sent or fails.',
    )
}

function refusal(message: string): AppError {
  return new AppError('MailNotRepeatable', { message })
}
