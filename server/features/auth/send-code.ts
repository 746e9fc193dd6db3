import { putCode } from '../../../db/queries/one-time-codes.ts'
import { findUserByEmail, lockEmailShared } from '../../../db/queries/users.ts'
import type { JobPayloads } from '../../adapters/jobs/jobs.ts'
import { type Deps, inTransaction } from '../../context.ts'
import { knownLanguage } from '../../lib/languages.ts'
import { type Budget, giveBackAll, isWithin } from '../../security/budgets.ts'
import type { LimitName } from '../../security/limits.ts'
import {
  askedForBy,
  type CodePurpose,
  codeLifetimeMilliseconds,
  macOfCode,
  makeCode,
} from '../../security/one-time-codes.ts'
import { composeMail } from '../notifications/compose-mail.ts'
import { deliver } from '../notifications/deliver.ts'
import type { CodeMail } from '../notifications/mail-texts.ts'
import { isUnknownLocation } from './known-devices.ts'

/**
 * Makes a code and mails it. The code exists in clear only here and in the mail; sent again after a
 * failure, it is a new one.
 */
export async function sendCode(
  deps: Deps,
  { email, purpose, newEmail, ip }: JobPayloads['send-code'],
): Promise<void> {
  const user = await findUserByEmail(deps.db, email)
  if (user === undefined) return
  if (purpose === 'verify_email' && user.emailVerifiedAt !== null) return
  const toNewAddress = purpose === 'change_email_new' ? newEmail : undefined
  // What strangers ask for is counted apart, or they could keep a user from what only the user asks
  // for. So is an address that is no account's yet.
  const counted = `${toNewAddress ?? user.id} ${askedForBy[purpose]}`
  // Some of the mails are kept for who comes from a known address.
  const isAskedForElsewhere =
    ip !== undefined && (await isUnknownLocation({ ...deps, ip }, user.id))
  const budgets = (isAskedForElsewhere ? limitsOfMailsElsewhere : limitsOfMails).map(
    (limit): Budget => [limit, counted],
  )
  if (!(await isWithin(deps.limits, budgets))) {
    deps.log.info(
      { userId: user.id, purpose },
      'no further mail: this account has been sent enough for now',
    )
    return
  }

  const code = makeCode()
  const isStored = await inTransaction(deps, async (deps) => {
    // What is mailed to an address that the account has no more must open nothing.
    if (!(await lockEmailShared(deps.db, user))) return false
    await putCode(deps.db, {
      userId: user.id,
      purpose,
      codeMac: macOfCode(deps.keys.codes, { userId: user.id, purpose, code }),
      expiresAt: new Date(deps.now().getTime() + codeLifetimeMilliseconds),
      newEmail: newEmail ?? null,
    })
    return true
  })
  if (!isStored) return
  const holder = toNewAddress === undefined ? user : await findUserByEmail(deps.db, toNewAddress)
  const { locale } = holder ?? user
  const to = toNewAddress ?? user.email
  // A mailbox that nobody has shown to be theirs is not sent the name that somebody else chose: it
  // would carry any message to anybody.
  const name = holder === undefined || holder.emailVerifiedAt === null ? undefined : holder.name
  const envelope = {
    to,
    name,
    language: knownLanguage(locale),
    publicUrl: deps.config.publicUrl,
    at: deps.now(),
  }
  // Who has the address already is told that somebody tried, and gets no code.
  const isTaken = toNewAddress !== undefined && holder !== undefined
  try {
    await deliver(
      deps,
      composeMail(
        isTaken ? { kind: 'email-taken' } : { kind: mailKinds[purpose], code, newEmail },
        envelope,
      ),
    )
  } catch (error) {
    // What was not sent does not count, or a mail server that is down would use up the account's
    // mails.
    await giveBackAll(deps, budgets)
    throw error
  }
}

const mailKinds = {
  verify_email: 'verify-email',
  reset_password: 'reset-password',
  erase_account: 'erase-account',
  change_sign_in: 'change-sign-in',
  change_email_old: 'change-email-old',
  change_email_new: 'change-email-new',
} as const satisfies Record<CodePurpose, CodeMail['kind']>

const limitsOfMails: LimitName[] = ['mailsPerAccount', 'mailsPerAccountAndDay']
const limitsOfMailsElsewhere: LimitName[] = [
  'codeMailsFromUnknownIps',
  'codeMailsFromUnknownIpsPerDay',
  ...limitsOfMails,
]
