import { eq } from 'drizzle-orm'
import type { Db } from '../../../postgres/client.ts'
import { billingDetails } from '../../../schema/shop/receipts.ts'

export type BillingRow = typeof billingDetails.$inferSelect

export async function findBilling(db: Db, userId: string): Promise<BillingRow | undefined> {
  const [details] = await db.select().from(billingDetails).where(eq(billingDetails.userId, userId))
  return details
}

export async function setBilling(db: Db, details: BillingRow): Promise<void> {
  const { userId: _, ...set } = details
  await db
    .insert(billingDetails)
    .values(details)
    .onConflictDoUpdate({ target: billingDetails.userId, set })
}

export async function deleteBilling(db: Db, userId: string): Promise<void> {
  await db.delete(billingDetails).where(eq(billingDetails.userId, userId))
}
