import { putCode } from '../../../db/queries/one-time-codes.ts'
import { findUserByEmail, lockEmailShared, type UserRow } from '../../../db/queries/users.ts'
import { type Deps, inTransaction } from '../../context.ts'
import type { JobPayloads } from '../../job-kinds.ts'
import { type Budget, giveBackAll, isWithin } from '../../security/budgets.ts'
import type { LimitName } from '../../security/limits.ts'
import {
  askedForBy,
  type CodePurpose,
  codeLifetimeMilliseconds,
  macOfCode,
  makeCode,
} from '../../security/one-time-codes.ts'
import { knownLanguage } from '../../texts/texts.ts'
import type { CodeMail } from '../../texts/types.ts'
import { composeMail } from '../notifications/compose-mail.ts'
import { deliver } from '../notifications/deliver.ts'
import { isUnknownLocation } from './known-devices.ts'

type SendCode = JobPayloads['send-code']

/**
 * Makes a code and mails it. Only here and in the mail does it exist in clear; a retry makes a new
 * one.
 */
export async function sendCode(ctx: Deps, job: SendCode): Promise<void> {
  const { email, purpose } = job
  const user = await findUserByEmail(ctx.db, email)
  if (user === undefined) return
  if (purpose === 'verify_email' && user.emailVerifiedAt !== null) return

  const budgets = await budgetsOf(ctx, user, job)
  if (!(await isWithin(ctx.limits, budgets))) {
    ctx.log.info(
      { userId: user.id, purpose },
      'no code mailed: the account has reached its limit of mails',
    )
    return
  }

  const code = makeCode()
  if (!(await storeCode(ctx, user, { ...job, code }))) return
  const mail = await composeCodeMail(ctx, user, { ...job, code })
  try {
    await deliver(ctx, mail)
  } catch (error) {
    // A mail that was not sent does not count, or an outage of the mail server would use up the
    // account's budget.
    await giveBackAll(ctx, budgets)
    throw error
  }
}

/** The email to mail to instead of the account's. */
function newEmailOf({ purpose, newEmail }: SendCode): string | undefined {
  return purpose === 'change_email_new' ? newEmail : undefined
}

/**
 * Strangers' requests are counted apart, or they could block mails that only the user requests. So
 * is an email that has no account yet. Part of the budget is reserved for requests from known IPs.
 */
async function budgetsOf(ctx: Deps, user: UserRow, job: SendCode): Promise<Budget[]> {
  const { purpose, ip } = job
  const key = `${newEmailOf(job) ?? user.id} ${askedForBy[purpose]}`
  const isElsewhere = ip !== undefined && (await isUnknownLocation({ ...ctx, ip }, user.id))
  const limits = isElsewhere ? limitsFromUnknownLocation : limitsFromKnownLocation
  return limits.map((limit) => [limit, key])
}

/** False if the account's email has changed: a code mailed to the old one must be useless. */
async function storeCode(
  ctx: Deps,
  user: UserRow,
  { purpose, newEmail, code }: SendCode & { code: string },
): Promise<boolean> {
  return inTransaction(ctx, async (ctx) => {
    if (!(await lockEmailShared(ctx.db, user))) return false
    await putCode(ctx.db, {
      userId: user.id,
      purpose,
      codeMac: macOfCode(ctx.keys.codes, { userId: user.id, purpose, code }),
      expiresAt: new Date(ctx.now().getTime() + codeLifetimeMilliseconds),
      newEmail: newEmail ?? null,
    })
    return true
  })
}

async function composeCodeMail(ctx: Deps, user: UserRow, job: SendCode & { code: string }) {
  const { purpose, newEmail, code } = job
  const to = newEmailOf(job)
  const holder = to === undefined ? user : await findUserByEmail(ctx.db, to)
  // An unverified mailbox does not get the name: a stranger chose it, and could send any message to
  // anybody that way.
  const name = holder === undefined || holder.emailVerifiedAt === null ? undefined : holder.name
  const envelope = {
    to: to ?? user.email,
    name,
    language: knownLanguage((holder ?? user).locale),
    publicUrl: ctx.config.publicUrl,
    at: ctx.now(),
  }
  // The owner of an email that is taken learns that somebody tried, and gets no code.
  const isTaken = to !== undefined && holder !== undefined
  if (isTaken) return composeMail({ kind: 'email-taken' }, envelope)

  // A guess may be shown: it says nothing but what the email itself says.
  const guessedName = user.nameIsGuess ? user.name : undefined
  return composeMail({ kind: mailKinds[purpose], code, newEmail, guessedName }, envelope)
}

const mailKinds = {
  verify_email: 'verify-email',
  reset_password: 'reset-password',
  erase_account: 'erase-account',
  change_sign_in: 'change-sign-in',
  change_email_old: 'change-email-old',
  change_email_new: 'change-email-new',
} as const satisfies Record<CodePurpose, CodeMail['kind']>

const limitsFromKnownLocation: LimitName[] = ['mailsPerAccount', 'mailsPerAccountAndDay']
const limitsFromUnknownLocation: LimitName[] = [
  'codeMailsFromUnknownIps',
  'codeMailsFromUnknownIpsPerDay',
  ...limitsFromKnownLocation,
]
