import {
  listSecondFactors,
  type SecondFactorRow,
  usePasskey,
  useRecoveryCode,
  useStep,
} from '../../../../db/queries/people/second-factors.ts'
import { findUser, type UserRow } from '../../../../db/queries/people/users/users.ts'
import type { Context } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { recordEvent } from '../../../security/audit.ts'
import { openSecret, sealSecret } from '../../../security/key-ring/stored-secrets.ts'
import { isKnownIp } from '../auth/known-devices.ts'
import { openSession } from '../auth/open-session.ts'
import type { LoginResult } from '../auth/schema.ts'
import { readUse } from '../second-factors/passkeys.ts'
import { hashOfRecoveryCode } from '../second-factors/recovery-codes.ts'
import { passwordMarkOf } from '../second-factors/require-second-factor.ts'
import type { SecondFactorInput } from '../second-factors/schema.ts'
import { readTicket } from '../second-factors/tickets.ts'
import { stepOfCode } from '../second-factors/totp.ts'

type Asked = Awaited<ReturnType<typeof readChallenge>>

/**
 * Opens the session that a right password, or a third party, did not open alone. Guesses count
 * before they are compared, so that all concurrent ones count.
 *
 * @throws SignInExpired, WrongSecondFactor, AccountSuspended
 */
export async function finishSignIn(ctx: Context, input: SecondFactorInput): Promise<LoginResult> {
  const asked = await readChallenge(ctx, input.challenge)
  const user = await findUser(ctx.db, asked.userId)
  // Refuses after a change of password or email: the holder of the first factor may have lost it.
  if (user === undefined || passwordMarkOf(user) !== asked.mark) throw new AppError('SignInExpired')
  const limit = (await isKnownIp(ctx, user.id))
    ? 'wrongSecondFactorsFromKnownIps'
    : 'wrongSecondFactorsPerAccount'
  await ctx.limits.take(limit, user.id)
  const login = await openSession(ctx, user, {
    secondFactor: (ctx) => useFactor(ctx, user, { ...input, ...asked }),
  }).catch(async (error: unknown) => {
    if (error instanceof AppError && error.name === 'WrongSecondFactor')
      await recordEvent(ctx, 'second-factor-wrong', { userId: user.id })
    throw error
  })
  await ctx.limits.giveBack(limit, user.id)
  return login
}

function readChallenge(ctx: Context, ticket: string) {
  return readTicket<'userId' | 'mark' | 'challenge'>(ctx, 'sign-in', { owner: 'anyone', ticket })
}

/** Decides each use in one statement, so that nothing is taken twice. */
async function useFactor(
  ctx: Context,
  user: UserRow,
  { code, passkey, challenge, issuedAt }: Asked & SecondFactorInput,
): Promise<void> {
  const factors = await listSecondFactors(ctx.db, user.id)
  const isRight =
    passkey === undefined
      ? await useCode(ctx, user, { factors, code: code ?? '' })
      : await useOnePasskey(ctx, {
          factor: factors.find(({ credentialId }) => credentialId === passkey.id),
          response: passkey,
          challenge,
          issuedAt,
        })
  if (isRight) return
  const path = passkey === undefined ? 'code' : 'passkey'
  throw new AppError('WrongSecondFactor', { issues: [{ path, message: 'is wrong, or was used' }] })
}

async function useCode(
  ctx: Context,
  { id: userId }: UserRow,
  { factors, code }: { factors: SecondFactorRow[]; code: string },
): Promise<boolean> {
  if (!/^(\d\s*){6}$/.test(code)) {
    const isUsed = await useRecoveryCode(ctx.db, {
      userId,
      codeHash: hashOfRecoveryCode(userId, code),
    })
    if (isUsed) await recordEvent(ctx, 'recovery-code-used', { userId })
    return isUsed
  }
  const totp = factors.find(({ kind }) => kind === 'totp')
  if (totp?.secret == null) return false
  const purpose = `${userId} totp` as const
  const secret = await openSecret(ctx.keys, totp.secret, purpose)
  if (secret === undefined) return false
  const at = ctx.now()
  const step = stepOfCode(secret, code, at)
  if (step === undefined) return false
  // Seals anew, so that a former key is soon needed no more.
  const sealed = sealSecret(ctx.keys, secret, purpose)
  return useStep(ctx.db, { id: totp.id, step, secret: sealed, at })
}

async function useOnePasskey(
  ctx: Context,
  {
    factor,
    response,
    challenge,
    issuedAt: askedAt,
  }: {
    factor: SecondFactorRow | undefined
    response: NonNullable<SecondFactorInput['passkey']>
    challenge: string
    issuedAt: Date
  },
): Promise<boolean> {
  if (factor === undefined) return false
  const counter = await readUse(ctx, factor, { response: response as never, challenge })
  if (counter === undefined) return false
  return usePasskey(ctx.db, { id: factor.id, counter, askedAt, at: ctx.now() })
}
