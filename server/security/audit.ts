import { createHmac } from 'node:crypto'
import type { Logger } from 'pino'
import type { Db } from '../../db/postgres/client.ts'
import {
  deleteAuditEventsBefore,
  insertAuditEvent,
  insertAuditReason,
} from '../../db/queries/platform/audit.ts'
import { countUses } from '../../db/queries/platform/limits.ts'
import { newId } from '../../lib/ids.ts'
import type { AuditDetails, WithoutText } from './audit/details.ts'
import type { KeyRing } from './key-ring/key-ring.ts'

/**
 * Recorded events. Strangers can cause `bounded` ones as often as they like. Of one kind, about one
 * account, from one IP, the first five in 15 minutes are recorded, then the 10th, the 100th and so
 * on, with their count; about one account from all IPs, or about unknown accounts from one IP, the
 * first hundred, then the 1,000th and so on.
 */
export const auditEvents = {
  'account-registered': { means: 'An account was created with this email.' },
  'account-erased': { means: 'The account and its personal data were erased.' },
  'account-expired': { means: 'The account was deleted because nobody verified its email.' },
  'email-verified': {
    means: 'The email was verified, by a code, a third party or an operator.',
  },
  'email-changed': { means: 'The email of the account was changed.' },
  'login-succeeded': { means: 'A session was opened.' },
  'login-failed': { means: 'Wrong password, or no such account.', bounded: true },
  'login-locked': {
    means: 'A login was refused without checking the password, after too many attempts.',
    bounded: true,
  },
  'code-requested': {
    means: 'A one-time code was requested for this email, whether or not it has an account.',
    bounded: true,
  },
  'code-wrong': {
    means: 'A one-time code was wrong, used, expired, or for an unknown email.',
    bounded: true,
  },
  'password-reset': { means: 'The password was reset with a one-time code; all sessions ended.' },
  'password-changed': { means: 'The user changed the password, knowing the old one.' },
  'sign-in-method-added': { means: 'A third-party identity was linked to the account.' },
  'sign-in-method-removed': { means: 'A third-party identity was unlinked from the account.' },
  'second-factor-added': { means: 'An app or a passkey became a second factor of the account.' },
  'second-factor-removed': { means: 'A second factor was removed, by its user or an operator.' },
  'second-factor-wrong': {
    means: 'After a right password, or third party, the second factor was wrong.',
    bounded: true,
  },
  'recovery-codes-made': { means: 'The account got new recovery codes.' },
  'recovery-code-used': { means: 'A recovery code stood in for a second factor.' },
  'sign-in-refused': {
    means: 'A third-party sign-in was refused, or came back too late.',
    bounded: true,
  },
  'logged-out': { means: 'The user ended this session.' },
  'logged-out-everywhere': { means: 'The user ended all sessions.' },
  'session-ended': { means: 'A session was ended by its id, by its user or in administration.' },
  'sessions-ended': { means: 'All sessions of the account were ended in administration.' },
  'verification-mail-requested': {
    means: 'An administrator had a new verification code mailed to the account.',
  },
  'password-link-requested': {
    means: 'An administrator had a link mailed to the account that sets its password.',
  },
  'mail-refused': {
    means: 'A mail server permanently refused a mail to this email.',
    bounded: true,
  },
  'access-refused': {
    means:
      'A signed-in user requested something that belongs to a different user (403 Forbidden), or a ' +
      'key something that its scopes do not open (403 KeyNotAllowed).',
    bounded: true,
  },
  'role-changed': { means: 'The account got a different role.' },
  'user-suspended': { means: 'The account was suspended: it can no longer sign in.' },
  'user-reinstated': { means: 'The suspension of the account was lifted.' },
  'profile-changed': {
    means: 'The user changed their name, the language of their mails, or their preferences.',
  },
  'mails-stopped': {
    means: 'Mails of a kind were ended by the address that stands in them, without a sign-in.',
  },
  'calendar-key-made': { means: 'The user made a key that reads their calendar.' },
  'calendar-key-revoked': { means: 'The user revoked the key of their calendar.' },
  'announcement-posted': { means: 'An announcement was posted to learners of a course.' },
  'announcement-edited': { means: 'The text of an announcement was changed.' },
  'announcement-deleted': { means: 'An announcement of a course was deleted.' },
  'flaw-settled': { means: 'What learners had reported about a lesson was settled.' },
  'post-hidden': {
    means: 'A question or an answer of the user was hidden, for the reason named.',
  },
  'post-shown': {
    means: 'A question or an answer of the user was shown again, or left after a report.',
  },
  'data-exported': { means: 'The user exported everything stored about them.' },
  'course-left': { means: 'The user left a course, and can return to it.' },
  'course-returned-to': { means: 'The user returned to a course they had left.' },
  'purchase-viewed': {
    means: 'An administrator looked at a purchase of the user, or at its receipt.',
    bounded: true,
  },
  'purchase-fulfilled': {
    means: 'A transaction was completed, and the user got access to its courses.',
  },
  'transaction-undone': {
    means: 'Courses that a purchase gave for nothing were taken back.',
  },
  'transaction-marked-paid': {
    means:
      'An administrator or operator recorded that a transaction was paid outside the provider.',
  },
  'refund-requested': {
    means: 'An administrator requested a refund for a line of a transaction.',
  },
  'refund-made': { means: 'The payment provider paid a refund.' },
  'refund-failed': { means: 'The payment provider failed to pay a refund.' },
  'refunded-elsewhere': {
    means: 'The payment provider paid a refund that was not requested here.',
  },
  'payment-disputed': { means: 'The payer disputed a payment with their bank.' },
  'dispute-won': { means: 'A dispute was won: the money stays.' },
  'dispute-lost': { means: 'A dispute was lost: the money is gone.' },
  'reversal-assigned': {
    means:
      'An administrator or operator assigned a refund or lost dispute at the payment provider to a line.',
  },
  'webhook-refused': {
    means: 'A request to the webhook of the payment provider had a wrong signature.',
    bounded: true,
  },
  'coupon-created': { means: 'A coupon was created.' },
  'coupon-disabled': { means: 'A coupon was disabled.' },
  'course-member-added': {
    means: 'The user became a member of a course, or got a different role or other cohorts.',
  },
  'course-member-removed': { means: 'The user is no longer a member of a course.' },
  'program-extended': {
    means: 'The school published a program with courses whose owners had not let it have them.',
  },
  'course-archived': { means: 'An operator took a course out of the catalogue.' },
  'course-unarchived': { means: 'An operator brought a course back into the catalogue.' },
  'learner-enrolled': { means: 'The school enrolled the user without a purchase.' },
  'enrollment-changed': { means: "The school changed when the user's access to a course ends." },
  'enrollment-ended': {
    means: "The user's access to a course ended: by the school, or because its end date came.",
  },
  'invitation-created': { means: 'The school invited somebody without a verified account.' },
  'invitation-changed': { means: 'The school changed what an invitation promises.' },
  'invitation-resent': { means: 'The school sent the mail of an invitation again.' },
  'invitation-withdrawn': {
    means:
      'The school withdrew an invitation, or the account that it was for was erased, or moved to ' +
      'an email with one of its own.',
  },
  'invitation-accepted': {
    means: 'The user verified the email that was invited, and is enrolled if there was a course.',
  },
  'invitation-failed': {
    means: 'The user verified the email that was invited, but the course could not be given.',
  },
  'seats-changed': {
    means: 'The school changed the seats of a course, or when it takes learners.',
  },
  'cohort-created': { means: 'The school created a cohort.' },
  'cohort-changed': { means: 'The school changed the name or the dates of a cohort.' },
  'cohort-deleted': { means: 'The school deleted a cohort; its members stay enrolled.' },
  'cohort-member-added': { means: 'The school added the user to a cohort.' },
  'cohort-member-removed': { means: 'The school removed the user from a cohort.' },
  'cohort-begun': { means: 'The start of a cohort came: its members are enrolled.' },
  'cohort-enrollment-failed': {
    means: 'A member of a cohort could not be given a course of it, or a different end.',
  },
  'cohort-course-added': { means: 'The school added a course to a cohort.' },
  'cohort-course-removed': { means: 'The school removed a course from a cohort.' },
  'certificate-issued': { means: 'The user completed a course and got its certificate.' },
  'certificate-reissued': {
    means: 'A certificate was replaced by a new one, for a changed name or a correction.',
  },
  'certificates-reissued': {
    means: 'The user had many certificates replaced, all of a course or chosen ones.',
  },
  'certificate-renewed': {
    means: 'The user completed a course again: a new certificate replaced the one before.',
  },
  'course-renewal-begun': {
    means: 'The user began a course anew, to renew its certificate; what was done was cleared.',
  },
  'branding-set-aside': {
    means:
      'The pictures of a branding could not be printed; certificates are printed without them.',
  },
  'certificate-revoked': { means: 'A certificate was revoked.' },
  'certificate-reinstated': { means: 'The revocation of a certificate was taken back.' },
  'api-key-created': { means: 'An administrator made an API key.' },
  'api-key-rotated': {
    means: 'An API key got a new secret, and acts for the administrator who did it.',
  },
  'api-key-revoked': { means: 'An API key was revoked.' },
  'bulk-enrollment-requested': {
    means: 'Many people were enrolled, or acted on, at once.',
  },
  'bulk-enrollment-done': { means: 'Every row of a bulk enrollment has its result.' },
  'mail-resent': { means: 'An administrator had a mail to the user sent again.' },
  'settings-changed': {
    means: 'An administrator or operator changed settings of the school, as named.',
  },
  'mail-tested': { means: 'An administrator had a sample of a mail sent to themselves.' },
  'webhook-created': { means: 'An administrator created a webhook.' },
  'webhook-changed': { means: 'An administrator changed, disabled or enabled a webhook.' },
  'webhook-deleted': { means: 'An administrator deleted a webhook.' },
  'webhook-secret-rotated': { means: 'An administrator gave a webhook a new secret.' },
  'webhook-tested': { means: 'An administrator sent a test message to a webhook.' },
  'webhook-replayed': { means: 'An administrator had events sent to a webhook again.' },
  'webhook-given-up': {
    means: 'A webhook was disabled: its receiver answered 410, or took nothing for five days.',
  },
  'account-created': { means: 'An administrator created the account.' },
  'account-renamed': { means: 'An administrator changed the name of the account.' },
  'accommodation-granted': {
    means: 'The user was given more time, attempts or days in a course, for the reason named.',
  },
  'accommodation-revoked': { means: 'What the user was given more in a course was taken back.' },
  'time-given': {
    means: 'The user gave minutes to open attempts, or had ended ones go on, for the reason named.',
  },
  'outage-ended': {
    means: 'No process answered for a while. As many attempts as named got that time back.',
  },
  'question-regraded': {
    means: 'The user had a question of a course graded again, as named.',
  },
  'submission-graded': {
    means: 'Somebody graded what the user handed in, with the points named.',
  },
  'submission-returned': { means: 'Somebody returned what the user handed in, for another try.' },
  'lesson-excused': {
    means: 'A graded lesson does not count for the user until it is passed, for the reason named.',
  },
  'lesson-excuse-ended': { means: 'A graded lesson counts for the user again.' },
  'lesson-marked-done': {
    means: 'A teacher or the school marked a lesson as done for the user, for the reason named.',
  },
  'lesson-reopened': {
    means: 'A teacher or the school opened a lesson again for the user, for the reason named.',
  },
  'extension-granted': {
    means: 'The user got until a later day for a course or lesson, for the reason named.',
  },
  'extension-revoked': { means: 'A later due date of the user was taken back.' },
  'progress-reset': {
    means: 'An administrator reset what the user had done in a course, for the reason named.',
  },
  'course-deleted': { means: 'A course that was never published was deleted.' },
  'job-retried': { means: 'A failed job was given one more try.' },
  'audit-exported': {
    means: 'An administrator downloaded events of the audit trail.',
    bounded: true,
  },
  'data-repaired': { means: 'An operator repaired data that broke an invariant.' },
  'quarantine-entered': {
    means: 'The service was restored from a backup, or treated as such: it only reads.',
  },
  'quarantine-reconciled': {
    means: 'The restored data was compared with the payment provider and the stored certificates.',
  },
  'quarantine-left': { means: 'An operator let the service go after a restore.' },
  'certificate-restored': {
    means: 'A certificate that a backup did not have was written again from its signed PDF.',
  },
  'keys-rotated': { means: 'A new key was added; it is in use, or will be.' },
  'keys-adopted': {
    means:
      'The keys of the data were lost for good: passwords were taken away, and others are used.',
  },
  'keys-pruned': { means: 'Former keys that are no longer needed were removed.' },
} as const satisfies Record<string, { means: string; bounded?: true }>

/** A request's context, or the dependencies outside of a request. */
export interface AuditContext {
  db: Db
  now: () => Date
  keys: Pick<KeyRing, 'codes'>
  log: Logger
  afterCommit: (action: () => void) => void
  /** Present only on the command line. */
  operator?: string | undefined
  /** Present only in a request, like `ip` and `requestId`. */
  caller?: { user?: { id: string }; key?: { id: string } }
  ip?: string
  requestId?: string
}

export type AuditEvent = keyof typeof auditEvents

export interface AuditSubject {
  /** The user it is about. Default: the caller. */
  userId?: string | null
  /** The email it is about. Stored as an HMAC only. */
  email?: string
  /**
   * Reason as somebody wrote it. Kept apart from the event, with the account that it is about, and
   * never logged.
   */
  reason?: string | null | undefined
}

/**
 * Records an event: a row in the transaction of `ctx.db`, and a log line once that is committed.
 * Record a refusal outside the transaction that it rolls back.
 */
export async function recordEvent<Details extends Partial<AuditDetails>>(
  ctx: AuditContext,
  event: AuditEvent,
  about: AuditSubject & { details?: Details & WithoutText<Details> } = {},
): Promise<void> {
  const userId = about.userId === undefined ? (ctx.caller?.user?.id ?? null) : about.userId
  const emailMac = about.email === undefined ? null : macOfEmail(ctx.keys.codes, about.email)
  const ip = ctx.ip ?? null
  const details = { ...about.details } as AuditDetails

  if ('bounded' in auditEvents[event]) {
    const times = await countTimes(ctx, `audit:${event}:${emailMac ?? userId}:${ip}`)
    const timesFromAnywhere = await countTimes(ctx, `audit:${event}:${emailMac ?? userId}`)
    // Counts for known accounts too, or unknown ones would take longer.
    const timesFromHere = await countTimes(ctx, `audit:${event}:from ${ip}`)
    if (!isWorthARow(times, 5) || !isWorthARow(timesFromAnywhere, 100)) return
    if (userId === null && ip !== null && !isWorthARow(timesFromHere, 100)) return
    if (times > 1) details.times = times
  }

  const actor = actorOf(ctx)
  const id = newId()
  await insertAuditEvent(ctx.db, {
    id,
    at: ctx.now(),
    event,
    userId,
    emailMac,
    actor,
    ip,
    requestId: ctx.requestId ?? null,
    details,
  })
  if (about.reason != null)
    await insertAuditReason(ctx.db, { eventId: id, userId, reason: about.reason })
  // Logs it quietly for an operator at the command line, who knows what they did.
  const write = ctx.operator === undefined ? 'info' : 'debug'
  ctx.afterCommit(() =>
    ctx.log[write]({ event, userId, emailMac: emailMac ?? undefined, actor, ip, details }, 'audit'),
  )
}

/** Days on record; the database refuses to delete younger events. */
const daysOnRecord = 365

export async function forgetOldEvents({
  db,
  now,
}: Pick<AuditContext, 'db' | 'now'>): Promise<void> {
  // Adds an hour, because the database goes by its own clock.
  await deleteAuditEventsBefore(
    db,
    new Date(now().getTime() - daysOnRecord * 86_400_000 - 3_600_000),
  )
}

/** Returns what finds an email again without storing it. */
export function macOfEmail(key: string, email: string): string {
  return createHmac('sha256', Buffer.from(key, 'base64url')).update(`audit\n${email}`).digest('hex')
}

/** Lists what an email is stored under, whichever key was in use. */
export function macsOfEmail({ allCodes }: Pick<KeyRing, 'allCodes'>, email: string): string[] {
  return allCodes.map((key) => macOfEmail(key, email))
}

function actorOf(ctx: AuditContext): string {
  if (ctx.operator !== undefined) return `operator:${ctx.operator}`
  if (ctx.caller === undefined) return 'service'
  if (ctx.caller.key !== undefined) return `key:${ctx.caller.key.id}`
  return ctx.caller.user === undefined ? 'anyone' : `user:${ctx.caller.user.id}`
}

async function countTimes(ctx: AuditContext, key: string): Promise<number> {
  const [counter] = await countUses(ctx.db, ctx.now(), [{ key, windowSeconds: 15 * 60 }])
  return counter?.used ?? 0
}

/** Whether it is one of the first, or the 10th, 100th, 1,000th and so on. */
function isWorthARow(times: number, first: number): boolean {
  return times <= first || /^10+$/.test(String(times))
}
