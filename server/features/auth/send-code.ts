import { findUserByEmail, putCode } from '../../../db/queries/accounts.ts'
import type { Deps } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { type CodePurpose, codeLifetimeMilliseconds, macOfCode, makeCode } from '../../security/one-time-codes.ts'
import { resetMail, verificationMail } from './mails.ts'

/** Makes a code and mails it. The code exists in clear only here and in the mail; sent again after a failure, it is a new one. */
export async function sendCode(deps: Deps, { email, purpose }: { email: string; purpose: CodePurpose }): Promise<void> {
  const user = await findUserByEmail(deps.db, email)
  if (user === undefined) return
  if (purpose === 'verify_email' && user.emailVerifiedAt !== null) return
  // Each purpose has mails of its own, or asking for the one would use up those of the other.
  const accountAndPurpose = `${user.id} ${purpose}`
  if (await hasBeenMailedEnough(deps, accountAndPurpose)) return

  const code = makeCode()
  await putCode(deps.db, {
    userId: user.id,
    purpose,
    codeMac: macOfCode(deps.keys.codes, { userId: user.id, purpose, code }),
    expiresAt: new Date(deps.now().getTime() + codeLifetimeMilliseconds),
  })
  const compose = purpose === 'verify_email' ? verificationMail : resetMail
  try {
    await deps.mailer.send({ to: user.email, ...compose({ name: user.name, code }) })
  } catch (error) {
    // What was not sent does not count, or a mail server that is down would use up the account's mails.
    for (const limit of mailLimits) await deps.limits.giveBack(limit, accountAndPurpose)
    throw error
  }
}

const mailLimits = ['mailsPerAccount', 'mailsPerAccountAndDay'] as const

async function hasBeenMailedEnough(deps: Deps, accountAndPurpose: string): Promise<boolean> {
  try {
    for (const limit of mailLimits) await deps.limits.take(limit, accountAndPurpose)
    return false
  } catch (error) {
    if (!(error instanceof AppError && error.name === 'RateLimited')) throw error
    deps.log.info({ accountAndPurpose }, 'no further mail: this account has been sent enough for now')
    return true
  }
}
