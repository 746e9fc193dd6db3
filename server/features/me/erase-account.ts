import { listPendingOf, lockPurchasesOf } from '../../../db/queries/transactions.ts'
import { deleteUser, findUserByEmail } from '../../../db/queries/users.ts'
import { type Deps, inTransaction, type UserContext } from '../../context.ts'
import { AppError } from '../../errors/errors.ts'
import { recordEvent } from '../../security/audit.ts'
import type { Done } from '../auth/schema.ts'
import { notify } from '../notifications/notify.ts'
import { giveUp } from '../transactions/cancel-pending.ts'
import { doProven, requestProofCode } from './prove.ts'
import type { Erasure } from './schema.ts'

/** Mails the code that erases an account without its password. */
export async function requestErasureCode(ctx: UserContext): Promise<Done> {
  await requestProofCode(ctx, 'erase_account')
  return {
    message: 'We have mailed you a code that erases your account. It is good for 10 minutes.',
  }
}

export async function eraseMe(ctx: UserContext, proof: Erasure): Promise<Done> {
  await doProven(ctx, proof, {
    purpose: 'erase_account',
    work: (ctx) => eraseAccount(ctx, ctx.user.id),
  })
  return { message: 'Your account is erased. Certificates that you were given stay valid.' }
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
 * In a transaction. Profile, sign-ins, sessions, enrollments, progress and cart go; certificates
 * stay, with the name that is printed on them, and so do the books, without the person.
 */
async function eraseAccount(ctx: Deps, userId: string): Promise<void> {
  await lockPurchasesOf(ctx.db, userId)
  await giveUp(ctx, await listPendingOf(ctx.db, userId), 'canceled')
  await recordEvent(ctx, 'account-erased', { userId })
  await notify(ctx, { userId, notice: { kind: 'account-erased' } })
  await deleteUser(ctx.db, userId)
}
