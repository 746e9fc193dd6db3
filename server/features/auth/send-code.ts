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
  if (await hasBeenMailedEnough(deps, user.id)) return

  const code = makeCode()
  await putCode(deps.db, {
    userId: user.id,
    purpose,
    codeMac: macOfCode(deps.keys.codes, { userId: user.id, purpose, code }),
    expiresAt: new Date(deps.now().getTime() + codeLifetimeMilliseconds),
  })
  const compose = purpose === 'verify_email' ? verificationMail : resetMail
  await deps.mailer.send({ to: user.email, ...compose({ name: user.name, code }) })
}

async function hasBeenMailedEnough(deps: Deps, userId: string): Promise<boolean> {
  try {
    await deps.limits.take('mailsPerAccount', userId)
    await deps.limits.take('mailsPerAccountAndDay', userId)
    return false
  } catch (error) {
    if (!(error instanceof AppError && error.name === 'RateLimited')) throw error
    deps.log.info({ userId }, 'no further mail: this account has been sent enough for now')
    return true
  }
}
