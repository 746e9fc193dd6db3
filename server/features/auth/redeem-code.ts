import { countTryOfCode, giveBackTryOfCode, useUpCode } from '../../../db/queries/one-time-codes.ts'
import { findUserByEmail, type UserRow } from '../../../db/queries/users.ts'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors/errors.ts'
import { recordEvent } from '../../security/audit.ts'
import { type Budget, giveBackAll, takeAll } from '../../security/budgets.ts'
import { askedForBy, type CodePurpose, macOfCode, sameMac } from '../../security/one-time-codes.ts'
import { isKnownIp, nobody } from './known-devices.ts'
import { accountAndAddressOf } from './try-password.ts'

export interface CheckedCode {
  user: UserRow
  purpose: CodePurpose
  codeMac: string
  /** What the email is to be changed to, where the code is for that. */
  newEmail: string | null
}

interface Guess {
  email: string
  purpose: CodePurpose
  code: string
}

/**
 * Counts one try, for good, before anything is compared. Wrong, used, expired, or for nobody: all
 * alike InvalidCode.
 */
export async function checkCode(
  ctx: Context,
  { email, purpose, code }: Guess,
): Promise<CheckedCode> {
  if (askedForBy[purpose] === 'anyone') await ctx.limits.take('codeTriesPerIp', ctx.ip)
  const user = await findUserByEmail(ctx.db, email)
  const budgets = await budgetsOf(ctx, { email, purpose, user })
  // Before the code's own tries: a guess too many must not use those up, or whoever guesses on and
  // on would spoil every code of the owner.
  await takeAll(ctx, budgets)

  const active = await countTryOfCode(ctx.db, {
    userId: user?.id ?? nobody,
    purpose,
    now: ctx.now(),
  })
  const isRight =
    user !== undefined &&
    active !== undefined &&
    isOf(ctx, active.codeMac, { userId: user.id, purpose, code })
  if (!isRight) {
    await recordEvent(ctx, 'code-wrong', { userId: user?.id ?? null, email, details: { purpose } })
    throw new AppError('InvalidCode')
  }
  await giveBackAll(ctx, budgets)
  return { user, purpose, codeMac: active.codeMac, newEmail: active.newEmail }
}

/**
 * What a wrong code counts towards. Where strangers may guess it is counted by the email, whether
 * or not it has an account: any other limit would tell. Who comes from a known address, or is
 * signed in, has a budget of their own that strangers cannot use up.
 */
async function budgetsOf(
  ctx: Context,
  { email, purpose, user }: Pick<Guess, 'email' | 'purpose'> & { user: UserRow | undefined },
): Promise<Budget[]> {
  if (askedForBy[purpose] === 'user') return [['wrongProofCodesPerAccount', email]]
  const perAccount = (await isKnownIp(ctx, user?.id))
    ? 'wrongCodesFromKnownIps'
    : 'wrongCodesPerAccount'
  return [
    ['wrongCodesPerAccountAndIp', accountAndAddressOf(ctx, email)],
    [perAccount, email],
  ]
}

function isOf(
  { keys }: Context,
  codeMac: string,
  guess: { userId: string; purpose: CodePurpose; code: string },
): boolean {
  return keys.allCodes.some((key) => sameMac(codeMac, macOfCode(key, guess)))
}

/**
 * What the right code is for was not done, for a reason that is not the code's: the try does not
 * count.
 */
export async function giveBackTry(
  ctx: Context,
  { user, purpose, codeMac }: CheckedCode,
): Promise<void> {
  await giveBackTryOfCode(ctx.db, { userId: user.id, purpose, codeMac })
}

/**
 * Uses the code up, in the transaction of what it allows: of all who hold the right code one gets
 * through.
 */
export async function redeemCode(
  ctx: Context,
  { user, purpose, codeMac }: CheckedCode,
): Promise<void> {
  if (!(await useUpCode(ctx.db, { userId: user.id, purpose, codeMac })))
    throw new AppError('InvalidCode')
}
