import {
  codesHeldAtOnce,
  countTryOfCode,
  uncountTryOfCode,
  useUpCode,
} from '../../../../db/queries/people/one-time-codes.ts'
import { findUserByEmail, type UserRow } from '../../../../db/queries/people/users/users.ts'
import { createQueue } from '../../../../lib/queue.ts'
import { type Context, inTransaction } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { recordEvent } from '../../../security/audit.ts'
import type { Budget } from '../../../security/limits.ts'
import {
  askedForBy,
  type CodePurpose,
  macOfCode,
  sameMac,
} from '../../../security/one-time-codes.ts'
import { isKnownIp, isRegistrant, nobody } from './known-devices.ts'
import { accountAndIpOf } from './try-password.ts'

export interface CheckedCode {
  user: UserRow
  purpose: CodePurpose
  codeMac: string
  /** The email to change to, for a code of that purpose. */
  newEmail: string | null
}

interface Guess {
  email: string
  purpose: CodePurpose
  code: string
}

/**
 * Counts one try, for good, before comparing. A code that is wrong, used, expired or for an unknown
 * email is equally InvalidCode.
 */
export async function checkCode(
  ctx: Context,
  { email, purpose, code }: Guess,
): Promise<CheckedCode> {
  const user = await findUserByEmail(ctx.db, email)
  const budgets = await budgetsOf(ctx, { email, purpose, user })
  // Runs few at once, so that right codes of a class behind one address do not exhaust its limit.
  return tries.run(async () => {
    // Comes before the code's own tries: a guess beyond the limit must not use those up, or endless
    // guessing would spoil every code of the owner.
    await ctx.limits.takeAll(budgets)
    const checked = await tryCode(ctx, { email, purpose, code, user })
    if (checked === undefined) throw new AppError('InvalidCode')
    await ctx.limits.giveBackAll(budgets)
    return checked
  })
}

const tries = createQueue({ concurrency: 8 })

/**
 * Tries the code; undefined if it is wrong. Uses one transaction, which always writes: a further
 * one for the try would reveal by its time that there is a code.
 */
async function tryCode(
  ctx: Context,
  { email, purpose, code, user }: Guess & { user: UserRow | undefined },
): Promise<CheckedCode | undefined> {
  const userId = user?.id ?? nobody
  return inTransaction(ctx, async (ctx) => {
    const active = await countTryOfCode(ctx.db, { userId, purpose, now: ctx.now() })
    const compared = [...(active?.codeMacs ?? []), ...noCodes].slice(0, codesHeldAtOnce)
    const codeMac = compared.find((one) => isOf(ctx, one, { userId, purpose, code }))
    if (codeMac !== undefined && user !== undefined && active !== undefined)
      return { user, purpose, codeMac, newEmail: active.newEmail }

    await recordEvent(ctx, 'code-wrong', { userId: user?.id ?? null, email, details: { purpose } })
    return undefined
  })
}

/** Codes compared to make up the number. No code has this HMAC. */
const noCodes = Array<string>(codesHeldAtOnce).fill('0'.repeat(64))

/**
 * Returns the limits that a wrong code counts towards. Strangers' guesses count by email, whether
 * or not it has an account: anything else would reveal that. A user from a known IP, or signed in,
 * has a separate budget that strangers cannot use up.
 */
async function budgetsOf(
  ctx: Context,
  { email, purpose, user }: Pick<Guess, 'email' | 'purpose'> & { user: UserRow | undefined },
): Promise<Budget[]> {
  if (askedForBy[purpose] === 'user') return [['wrongProofCodesPerAccount', email]]
  const isKnown = await isKnownIp(ctx, user?.id)
  // Keeps strangers from stopping whoever registered from verifying the email.
  const perAccount =
    isKnown || (user !== undefined && isRegistrant(ctx, user))
      ? 'wrongCodesFromKnownIps'
      : 'wrongCodesPerAccount'
  return [
    ['wrongCodesPerIp', ctx.ip],
    ['wrongCodesPerAccountAndIp', accountAndIpOf(ctx, email)],
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

/** Uncounts the try if the action failed for a reason other than the code. */
export async function giveBackTry(
  ctx: Context,
  { user, purpose, codeMac }: CheckedCode,
): Promise<void> {
  await uncountTryOfCode(ctx.db, { userId: user.id, purpose, codeMac })
}

/**
 * Uses the code up. Call it in the transaction of what the code allows: of concurrent requests with
 * the right code, exactly one succeeds.
 */
export async function redeemCode(
  ctx: Context,
  { user, purpose, codeMac }: CheckedCode,
): Promise<void> {
  if (!(await useUpCode(ctx.db, { userId: user.id, purpose, codeMac })))
    throw new AppError('InvalidCode')
}
