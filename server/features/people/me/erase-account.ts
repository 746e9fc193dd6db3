import type { SessionContext } from '../../../context.ts'
import { withProof } from '../../platform/proof/with-proof.ts'
import { eraseAccount } from '../accounts/erase-account.ts'
import type { Message } from '../auth/schema.ts'
import { requestProofCode } from './proof.ts'
import type { EraseAccountInput } from './schema.ts'

/** Mails a code that erases the account without its password. */
export async function requestErasureCode(ctx: SessionContext): Promise<Message> {
  await requestProofCode(ctx, 'erase_account')
  return {
    message: 'We have mailed you a code that erases your account. It is valid for 10 minutes.',
  }
}

export async function eraseMe(ctx: SessionContext, proof: EraseAccountInput): Promise<Message> {
  await withProof(ctx, proof, (ctx) => eraseAccount(ctx, ctx.user.id), 'erase_account')
  return { message: 'Your account is erased. Your certificates stay valid.' }
}
