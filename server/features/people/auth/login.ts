import { findUserByEmail } from '../../../../db/queries/people/users/users.ts'
import type { Context } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { openSession } from './open-session.ts'
import { renewPasswordHash } from './renew-password-hash.ts'
import { mailCode } from './request-code.ts'
import type { LoginInput, LoginResult } from './schema.ts'
import { tryPassword } from './try-password.ts'

export async function login(ctx: Context, { email, password }: LoginInput): Promise<LoginResult> {
  const user = await findUserByEmail(ctx.db, email)
  const matches = await tryPassword(ctx, { email, password, user })
  if (user === undefined || !matches) throw new AppError('InvalidCredentials')
  if (user.suspendedAt !== null) throw new AppError('AccountSuspended')
  if (user.emailVerifiedAt === null) {
    await mailCode(ctx, email, 'verify_email')
    throw new AppError('EmailNotVerified')
  }

  try {
    return await openSession(ctx, user)
  } finally {
    // Runs also if a second factor is still to come: no later step has the password.
    await renewPasswordHash(ctx, user, password)
  }
}
