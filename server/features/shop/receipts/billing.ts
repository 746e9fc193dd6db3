import * as stored from '../../../../db/queries/shop/receipts/billing.ts'
import type { UserContext } from '../../../context.ts'
import type { Billing, SetBillingInput } from './schema.ts'

export async function getBilling({ db, user }: Pick<UserContext, 'db' | 'user'>): Promise<Billing> {
  const details = await stored.findBilling(db, user.id)
  if (details === undefined) return { company: null, address: null, taxNumber: null }
  const { company, lines, taxNumber } = details
  return { company, address: lines.join('\n') || null, taxNumber }
}

/** Replaces what is printed on the next receipts; nothing without a company. */
export async function setBilling(
  ctx: UserContext,
  { company, address, taxNumber }: SetBillingInput,
): Promise<Billing> {
  const userId = ctx.user.id
  if (company === null) {
    await stored.deleteBilling(ctx.db, userId)
  } else {
    const lines = address?.split('\n') ?? []
    await stored.setBilling(ctx.db, { userId, company, lines, taxNumber, changedAt: ctx.now() })
  }
  return getBilling(ctx)
}
