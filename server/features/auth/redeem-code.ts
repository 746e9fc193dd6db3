import { countTryOfCode, findUserByEmail, giveBackTryOfCode, type UserRow, useUpCode } from '../../../db/queries/accounts.ts'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { recordEvent } from '../../security/audit.ts'
import { type CodePurpose, macOfCode, sameMac } from '../../security/one-time-codes.ts'
import { accountAndAddressOf } from './try-password.ts'

export interface CheckedCode {
  user: UserRow
  purpose: CodePurpose
  codeMac: string
  /** What the email is to be changed to, where the code is for that. */
  newEmail: string | null
}

/** Counts one try, for good, before anything is compared. Wrong, used, expired, or for nobody: all alike InvalidCode. */
export async function checkCode(
  ctx: Context,
  { email, purpose, code }: { email: string; purpose: CodePurpose; code: string },
): Promise<CheckedCode> {
  await ctx.limits.take('codeTriesPerAddress', ctx.address)
  // By the email, not the user: a limit that only accounts have would tell which emails have one. And by the address too: what a stranger
  // guesses does not stop the one who owns the email.
  const accountAndAddress = accountAndAddressOf(ctx, email)
  await ctx.limits.take('wrongCodesPerAccountAndAddress', accountAndAddress)
  const user = await findUserByEmail(ctx.db, email)
  if (user === undefined) return refuse(ctx, { email, purpose })

  const active = await countTryOfCode(ctx.db, { userId: user.id, purpose, now: ctx.now() })
  if (active === undefined) return refuse(ctx, { email, purpose, userId: user.id })
  const { codeMac, newEmail } = active
  // Only now: where no code could have been guessed nobody's guesses count against the account.
  await ctx.limits.take('wrongCodesPerAccount', user.id)
  if (!ctx.keys.allCodes.some((key) => sameMac(codeMac, macOfCode(key, { userId: user.id, purpose, code })))) {
    return refuse(ctx, { email, purpose, userId: user.id })
  }

  await ctx.limits.giveBack('wrongCodesPerAccountAndAddress', accountAndAddress)
  await ctx.limits.giveBack('wrongCodesPerAccount', user.id)
  return { user, purpose, codeMac, newEmail }
}

/** What the right code is for was not done, for a reason that is not the code's: the try does not count. */
export async function giveBackTry(ctx: Context, { user, purpose, codeMac }: CheckedCode): Promise<void> {
  await giveBackTryOfCode(ctx.db, { userId: user.id, purpose, codeMac })
}

async function refuse(
  ctx: Context,
  { email, purpose, userId = null }: { email: string; purpose: CodePurpose; userId?: string | null },
): Promise<never> {
  await recordEvent(ctx, 'code-wrong', { userId, email, details: { purpose } })
  throw new AppError('InvalidCode')
}

/** Uses the code up, in the transaction of what it allows: of all who hold the right code one gets through. */
export async function redeemCode(ctx: Context, { user, purpose, codeMac }: CheckedCode): Promise<void> {
  if (!(await useUpCode(ctx.db, { userId: user.id, purpose, codeMac }))) throw new AppError('InvalidCode')
}
