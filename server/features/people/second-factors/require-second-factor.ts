import { createHash } from 'node:crypto'
import { listSecondFactors } from '../../../../db/queries/people/second-factors.ts'
import type { UserRow } from '../../../../db/queries/people/users/users.ts'
import type { Context } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { saltOf } from '../../../security/passwords.ts'
import { askForPasskey } from './passkeys.ts'
import { issueTicket } from './tickets.ts'

/**
 * Admits accounts without a second factor. Others get a challenge instead of a session, however
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

/** Returns a mark that changes with the password or email, but not with a mere rehash. */
export function passwordMarkOf({ email, passwordHash }: UserRow): string {
  const salt = passwordHash === null ? '' : saltOf(passwordHash)
  return createHash('sha256').update(`${email}\n${salt}`).digest('base64url')
}
