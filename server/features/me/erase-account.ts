import { deleteUser, findUserByEmail } from '../../../db/queries/accounts.ts'
import { closePending, listPendingOf, lockPurchasesOf } from '../../../db/queries/commerce.ts'
import { type Deps, inTransaction, type UserContext } from '../../context.ts'
import { AppError } from '../../errors.ts'
import { recordEvent } from '../../security/audit.ts'
import { checkCode, redeemCode } from '../auth/redeem-code.ts'
import type { Done } from '../auth/schema.ts'
import { notify } from '../notices/notify.ts'
import { confirmPassword, holdConfirmedPassword } from './confirm-password.ts'
import { findMe } from './me.ts'
import type { Erasure } from './schema.ts'

const erased: Done = { message: 'Your account is erased. Certificates that you were given stay valid.' }

/** Mails the code that erases an account without its password. */
export async function requestErasureCode(ctx: UserContext): Promise<Done> {
  await ctx.limits.take('codeRequestsPerAddress', ctx.address)
  const { id, email } = await findMe(ctx)
  await inTransaction(ctx, async (ctx) => {
    await ctx.jobs.enqueue(ctx.db, 'send-code', { email, purpose: 'erase_account' })
    await recordEvent(ctx, 'code-requested', { userId: id, email, details: { purpose: 'erase_account' } })
    ctx.afterCommit(() => ctx.jobs.wake('send-code'))
  })
  return { message: 'We have mailed you a code that erases your account. It is good for 10 minutes.' }
}

export async function eraseMe(ctx: UserContext, { password, code }: Erasure): Promise<Done> {
  if (password !== undefined) {
    const user = await confirmPassword(ctx, password)
    await inTransaction(ctx, async (ctx) => {
      await holdConfirmedPassword(ctx, user)
      await eraseAccount(ctx, user.id)
    })
    return erased
  }

  const checked = await checkCode(ctx, { email: ctx.user.email, purpose: 'erase_account', code: code ?? '' })
  await inTransaction(ctx, async (ctx) => {
    await redeemCode(ctx, checked)
    await eraseAccount(ctx, checked.user.id)
  })
  return erased
}

/** The same by an operator. Answers the id that the account had. */
export async function eraseAccountOf(deps: Deps, email: string): Promise<string> {
  return inTransaction(deps, async (deps) => {
    const user = await findUserByEmail(deps.db, email)
    if (user === undefined) throw new AppError('UserNotFound')
    await eraseAccount(deps, user.id)
    return user.id
  })
}

/**
 * In a transaction. Profile, sign-ins, sessions, enrollments, progress and cart go; certificates stay, with the name that is printed on them, and
 * so do the books, without the person.
 */
async function eraseAccount(ctx: Deps, userId: string): Promise<void> {
  await lockPurchasesOf(ctx.db, userId)
  await closePending(ctx.db, await listPendingOf(ctx.db, userId), 'canceled')
  await recordEvent(ctx, 'account-erased', { userId })
  await notify(ctx, { userId, notice: { kind: 'account-erased' } })
  await deleteUser(ctx.db, userId)
}
