import { countTryOfCode, findUserByEmail, type UserRow, useUpCode } from '../../../db/queries/accounts.ts'
import type { Context } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { type CodePurpose, macOfCode, sameMac } from '../../security/one-time-codes.ts'
import { accountAndAddressOf } from './login.ts'

export interface CheckedCode {
  user: UserRow
  purpose: CodePurpose
  codeMac: string
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
  if (user === undefined) throw new AppError('InvalidCode')

  const codeMac = await countTryOfCode(ctx.db, { userId: user.id, purpose, now: ctx.now() })
  if (codeMac === undefined) throw new AppError('InvalidCode')
  // Only now: where no code could have been guessed nobody's guesses count against the account.
  await ctx.limits.take('wrongCodesPerAccount', user.id)
  if (!sameMac(codeMac, macOfCode(ctx.keys.codes, { userId: user.id, purpose, code }))) throw new AppError('InvalidCode')

  await ctx.limits.giveBack('wrongCodesPerAccountAndAddress', accountAndAddress)
  await ctx.limits.giveBack('wrongCodesPerAccount', user.id)
  return { user, purpose, codeMac }
}

/** Uses the code up, in the transaction of what it allows: of all who hold the right code one gets through. */
export async function redeemCode(ctx: Context, { user, purpose, codeMac }: CheckedCode): Promise<void> {
  if (!(await useUpCode(ctx.db, { userId: user.id, purpose, codeMac }))) throw new AppError('InvalidCode')
}
