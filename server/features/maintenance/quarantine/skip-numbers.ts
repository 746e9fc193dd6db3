import {
  lockQuarantine,
  markNumbersSkipped,
  skipStatusIndexes,
} from '../../../../db/queries/maintenance/quarantine.ts'
import {
  countSkippedReceipts,
  findLastReceiptNumber,
  type ReceiptGap,
  skipReceiptNumbers,
} from '../../../../db/queries/shop/receipts/receipts.ts'
import { dayOf } from '../../../../lib/lists/periods.ts'
import { type Deps, inTransaction } from '../../../context.ts'

/** Room for payments that no provider knows, such as those that an operator recorded. */
const spareReceipts = 100
/** Room in the status lists, where a place costs a bit. */
const spareStatusIndexes = 10_000

export interface NumbersToSkip {
  /** Payments at the provider that the data lacks: each may have got a receipt. */
  unknownPayments: number
  /** The highest number of this year on any known receipt; undefined if none is. */
  lastReceipt: number | undefined
}

/**
 * Skips every receipt number that may have been given since the backup, and records the gap.
 * Repeated, it skips only what is still lacking: an earlier run may have known fewer payments, or
 * none without a provider. Returns the new gaps.
 */
export async function skipNumbers(
  ctx: Deps,
  { unknownPayments, lastReceipt = 0 }: NumbersToSkip,
): Promise<ReceiptGap[]> {
  return inTransaction(ctx, async (ctx) => {
    const state = await lockQuarantine(ctx.db)
    if (state === undefined) return []
    const at = ctx.now()
    const isFirst = await markNumbersSkipped(ctx.db, at)
    await skipStatusIndexes(ctx.db, isFirst ? spareStatusIndexes : 0)

    const reason = `restored data of ${state.dataFrom.toISOString()}`
    const gaps: ReceiptGap[] = []
    const yearOf = (at: Date) => Number(dayOf(at, ctx.config.timeZone).slice(0, 4))
    const thisYear = yearOf(at)
    for (let year = yearOf(state.dataFrom); year <= thisYear; year++) {
      const known = year === thisYear ? lastReceipt : 0
      const missing = known - (await findLastReceiptNumber(ctx.db, year))
      const since = state.numbersSkippedAt ?? at
      const skipped = await countSkippedReceipts(ctx.db, { year, since })
      const count = Math.max(unknownPayments + spareReceipts - skipped, missing)
      if (count > 0) gaps.push(await skipReceiptNumbers(ctx.db, { year, count, reason, at }))
    }
    return gaps
  })
}
