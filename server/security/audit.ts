import { createHmac } from 'node:crypto'
import { deleteAuditEventsBefore, insertAuditEvent } from '../../db/queries/audit.ts'
import { countUse } from '../../db/queries/limits.ts'
import type { Context, Deps } from '../context.ts'
import { newId } from '../lib/ids.ts'

/**
 * What is put on record, and when. `bounded` events can be caused by strangers as often as they
 * like: of one kind, about one account, from one address, the first five in a quarter of an hour
 * are recorded, then the 10th, the 100th, and so on, with their count; of those about one account
 * from all addresses together the first hundred, then the 1,000th, and so on; and so of those about
 * nobody's account from one address.
 */
export const auditEvents = {
  'account-registered': { means: 'Somebody registered with this email.' },
  'account-erased': { means: 'The account and its personal data are gone.' },
  'email-verified': {
    means: 'The email was shown to belong to the user, by a code, a third party or an operator.',
  },
  'email-changed': { means: 'The account has another email.' },
  'login-succeeded': { means: 'A session was opened.' },
  'login-failed': { means: 'Wrong password, or no such account.', bounded: true },
  'login-locked': {
    means: 'A login was refused unseen, because of too many tries.',
    bounded: true,
  },
  'code-requested': {
    means: 'Somebody asked for a one-time code for this email, whether or not it has an account.',
    bounded: true,
  },
  'code-wrong': {
    means: 'A one-time code was wrong, used, expired, or for nobody.',
    bounded: true,
  },
  'password-reset': { means: 'A new password was set with a one-time code; all sessions ended.' },
  'password-changed': { means: 'The user set a new password, knowing the old one.' },
  'sign-in-method-added': { means: 'An identity at a third party may sign in to the account.' },
  'sign-in-method-removed': {
    means: 'An identity at a third party may no longer sign in to the account.',
  },
  'sign-in-refused': {
    means: 'A sign-in with a third party was refused, or came back when it was over.',
    bounded: true,
  },
  'logged-out': { means: 'The user ended this session.' },
  'logged-out-everywhere': { means: 'The user ended all sessions.' },
  'session-ended': { means: 'The user ended one of the other sessions.' },
  'mail-refused': {
    means: 'A mail server refused a mail to this email for good; it was given up.',
    bounded: true,
  },
  'access-refused': {
    means: 'A signed-in user asked for what belongs to somebody else (403 Forbidden).',
    bounded: true,
  },
  'role-changed': { means: 'The user became an administrator, or a learner again.' },
  'profile-changed': { means: 'The user took another name, or another language for the mails.' },
  'data-exported': { means: 'The user took a copy of everything stored about them.' },
  'purchase-fulfilled': {
    means: 'A transaction was completed and its courses are open to the user.',
  },
  'transaction-marked-paid': {
    means: 'An operator saw the money for a transaction arrive by another way.',
  },
  'refund-requested': {
    means: 'An administrator has money paid back for a line of a transaction.',
  },
  'refund-made': { means: 'The payment provider paid money back.' },
  'refund-failed': { means: 'The payment provider did not pay money back that was to be.' },
  'refunded-elsewhere': {
    means: 'The payment provider paid money back without being asked by the service.',
  },
  'payment-disputed': { means: 'Who paid disputes a payment at the bank.' },
  'dispute-won': { means: 'A dispute of a payment came to nothing.' },
  'dispute-lost': { means: 'A dispute of a payment was lost: the money is gone.' },
  'reversal-assigned': {
    means: 'An operator said for which line money was that the payment provider took back.',
  },
  'coupon-created': { means: 'An operator made a coupon.' },
  'coupon-disabled': { means: 'An operator took a coupon out of use.' },
  'learner-enrolled': { means: 'An operator enrolled the user without a purchase.' },
  'certificate-issued': { means: 'The user completed a course and was given its certificate.' },
  'certificate-reissued': {
    means: 'A new certificate took the place of one, for a changed name or a correction.',
  },
  'certificate-revoked': { means: 'A certificate was declared void.' },
  'data-mended': { means: 'An operator had something put right that the data must never say.' },
  'keys-rotated': { means: 'A new key was added, and is or will be the one in use.' },
  'keys-pruned': { means: 'Keys that nothing needs any more were removed.' },
} as const satisfies Record<string, { means: string; bounded?: true }>

export type AuditEvent = keyof typeof auditEvents
export type AuditDetails = Record<string, string | number | boolean | null>

export interface AuditSubject {
  /** Whom it is about; the caller, unless said otherwise. */
  userId?: string | null
  /** The email that was named. Stored as an HMAC only. */
  email?: string
  details?: AuditDetails
}

/**
 * Puts an event on record: a row in the transaction of `ctx.db`, and a line in the log once that is
 * committed. A refusal is recorded outside of the transaction that it ends.
 */
export async function recordEvent(
  ctx: Deps | Context,
  event: AuditEvent,
  about: AuditSubject = {},
): Promise<void> {
  const request = 'requestId' in ctx ? ctx : undefined
  const caller = request?.caller.user
  const userId = about.userId === undefined ? (caller?.id ?? null) : about.userId
  const emailMac = about.email === undefined ? null : macOfEmail(ctx.keys.codes, about.email)
  const ip = request?.ip ?? null
  const details = { ...about.details }

  if ('bounded' in auditEvents[event]) {
    const times = await countTimes(ctx, `audit:${event}:${emailMac ?? userId}:${ip}`)
    const timesFromAnywhere = await countTimes(ctx, `audit:${event}:${emailMac ?? userId}`)
    // Counted for everybody: what is counted for strangers only would take longer for them.
    const timesFromHere = await countTimes(ctx, `audit:${event}:from ${ip}`)
    if (!isWorthARow(times, 5) || !isWorthARow(timesFromAnywhere, 100)) return
    if (userId === null && ip !== null && !isWorthARow(timesFromHere, 100)) return
    if (times > 1) details.times = times
  }

  const actor = actorOf(ctx)
  await insertAuditEvent(ctx.db, {
    id: newId(),
    at: ctx.now(),
    event,
    userId,
    emailMac,
    actor,
    ip,
    requestId: request?.requestId ?? null,
    details,
  })
  // On the command line whoever sits there knows; the log of a request names the request already.
  const write = ctx.operator === undefined ? 'info' : 'debug'
  ctx.afterCommit(() =>
    ctx.log[write](
      { event, userId, emailMac: emailMac ?? undefined, actor, ip, details },
      'audit',
    ),
  )
}

/** The database refuses to remove what is younger. */
const daysOnRecord = 365

export async function forgetOldEvents({ db, now }: Pick<Deps, 'db' | 'now'>): Promise<void> {
  // An hour more: the database goes by its own clock.
  await deleteAuditEventsBefore(
    db,
    new Date(now().getTime() - daysOnRecord * 86_400_000 - 3_600_000),
  )
}

/** Finds an address again without telling it. */
export function macOfEmail(key: string, email: string): string {
  return createHmac('sha256', Buffer.from(key, 'base64url')).update(`audit\n${email}`).digest('hex')
}

function actorOf(ctx: Deps | Context): string {
  if (ctx.operator !== undefined) return `operator:${ctx.operator}`
  if (!('caller' in ctx)) return 'service'
  return ctx.caller.user === undefined ? 'anyone' : `user:${ctx.caller.user.id}`
}

async function countTimes(ctx: Deps, key: string): Promise<number> {
  const { used } = await countUse(ctx.db, { key, now: ctx.now(), windowSeconds: 15 * 60 })
  return used
}

/** All at first, then the 10th, 100th, 1,000th, … that come after those. */
function isWorthARow(times: number, first: number): boolean {
  return times <= first || /^10+$/.test(String(times))
}
