import { findUserByEmail, markEmailVerified, type UserRow } from '../../../db/queries/accounts.ts'
import type { Deps } from '../../context.ts'
import { AppError } from '../../errors.ts'

export interface VerifiedUser extends UserRow {
  emailVerifiedAt: Date
}

/** Takes an email for verified without a code, on the word of an administrator. The first moment of verification stays. */
export async function verifyUser(deps: Deps, email: string): Promise<{ user: VerifiedUser; isNew: boolean }> {
  const user = await findUserByEmail(deps.db, email)
  if (user === undefined) throw new AppError('UserNotFound')

  const now = deps.now()
  await markEmailVerified(deps.db, user.id, now)
  return { user: { ...user, emailVerifiedAt: user.emailVerifiedAt ?? now }, isNew: user.emailVerifiedAt === null }
}
