import { createHash } from 'node:crypto'
import { listSecondFactors } from '../../../../db/queries/people/second-factors.ts'
import type { UserRow } from '../../../../db/queries/people/users/users.ts'
import type { Context } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { saltOf } from '../../../security/passwords.ts'
import { askForPasskey } from './passkeys.ts'
import { issueTicket } from './tickets.ts'

/**
 * Lets accounts without a second factor go on. Others get a challenge instead of a session, however
 * they proved the first.
 *
 * @throws SecondFactorRequired
 */
export async function requireSecondFactor(ctx: Context, user: UserRow): Promise<void> {
  const factors = await listSecondFactors(ctx.db, user.id)
  if (factors.length === 0) return
  const hasPasskey = factors.some(({ kind }) => kind === 'passkey')
  const passkey = hasPasskey ? { ...(await askForPasskey(ctx, factors)) } : null
  const { ticket: challenge, expiresAt } = issueTicket(ctx, 'sign-in', {
    owner: 'anyone',
    userId: user.id,
    mark: passwordMarkOf(user),
    challenge: passkey?.challenge ?? null,
  })
  const methods = [...new Set(factors.map(({ kind }) => kind)), 'recovery-code' as const]
  throw new AppError('SecondFactorRequired', {
    facts: { challenge, expiresAt: expiresAt.toISOString(), methods, passkey },
  })
}

/** Changes with the password and the email, not when the same password is hashed again. */
export function passwordMarkOf({ email, passwordHash }: UserRow): string {
  const salt = passwordHash === null ? '' : saltOf(passwordHash)
  return createHash('sha256').update(`${email}\n${salt}`).digest('base64url')
}
