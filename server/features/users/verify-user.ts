import { findUserByEmail, markEmailVerified, type UserRow } from '../../../db/queries/users.ts'
import { type Deps, inTransaction } from '../../context.ts'
import { AppError } from '../../errors/errors.ts'
import { recordEvent } from '../../security/audit.ts'

export interface VerifiedUser extends UserRow {
  emailVerifiedAt: Date
}

/**
 * Takes an email for verified without a code, on the word of an administrator. The first moment of
 * verification stays.
 */
export async function verifyUser(
  deps: Deps,
  email: string,
): Promise<{ user: VerifiedUser; isNew: boolean }> {
  const user = await findUserByEmail(deps.db, email)
  if (user === undefined) throw new AppError('UserNotFound')

  const now = deps.now()
  await inTransaction(deps, async (deps) => {
    await markEmailVerified(deps.db, user.id, now)
    await recordEvent(deps, 'email-verified', { userId: user.id })
  })
  return {
    user: { ...user, emailVerifiedAt: user.emailVerifiedAt ?? now },
    isNew: user.emailVerifiedAt === null,
  }
}
