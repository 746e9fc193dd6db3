import { findQuarantine, markReconciled } from '../../../../db/queries/maintenance/quarantine.ts'
import type { ReceiptGap } from '../../../../db/queries/shop/receipts/receipts.ts'
import type { PaymentProvider } from '../../../adapters/payments/types.ts'
import type { Deps } from '../../../context.ts'
import { AppError } from '../../../errors/errors.ts'
import { recordEvent } from '../../../security/audit.ts'
import { recordPayment } from '../../shop/payments/record-payment.ts'
import {
  bookUnknownPayment,
  findUnknownPayments,
  type PaymentForOperator,
} from './book-payments.ts'
import { type FoundCertificates, restoreCertificates } from './restore-certificates.ts'
import { skipNumbers } from './skip-numbers.ts'

export interface ReconcileOptions {
  /** The provider itself, as that of `ctx` is held back in quarantine. Undefined without one. */
  payments: PaymentProvider | undefined
  /** The highest number of this year on any known receipt. */
  lastReceipt?: number | undefined
  dryRun: boolean
}

export interface Reconciled {
  dataFrom: Date
  /** Gaps of receipts; none if an earlier run skipped them. */
  receiptGaps: ReceiptGap[]
  payments: {
    provider: string | undefined
    /** Payments at checkouts of the period, known or not. */
    seen: number
    unknown: number
    booked: number
    forOperator: PaymentForOperator[]
  }
  /** Refunds and disputes at the provider, brought to their present status. */
  reversals: number
  certificates: FoundCertificates
}

/** Allows for disputes, which take months. */
const millisecondsOfDisputes = 120 * 86_400_000

/**
 * Compares the restored data with what is known outside: skips receipt numbers that may have been
 * given, books payments, refunds and disputes that the provider knows, and rewrites lost
 * certificates. Interrupted at any point, the next run goes on and does nothing twice.
 *
 * @throws InvalidFields when the service is not in quarantine
 */
export async function reconcile(ctx: Deps, options: ReconcileOptions): Promise<Reconciled> {
  const state = await findQuarantine(ctx.db)
  if (state === undefined)
    throw new AppError('InvalidFields', {
      message:
        'The service is not in quarantine: there is nothing to reconcile. For a database that was ' +
        'restored by other means, run `lyceum quarantine on` first.',
    })
  const { dataFrom } = state
  const { payments, lastReceipt, dryRun } = options
  const found =
    payments === undefined
      ? { seen: 0, unknown: [], forOperator: [] }
      : await findUnknownPayments(ctx, payments, dataFrom)
  const report: Reconciled = {
    dataFrom,
    receiptGaps: [],
    payments: {
      provider: payments?.name,
      seen: found.seen,
      unknown: found.unknown.length,
      booked: 0,
      forOperator: [...found.forOperator],
    },
    reversals: 0,
    certificates: await restoreCertificates(ctx, { dryRun }),
  }
  if (dryRun) return report

  // Comes before the first payment is booked, which takes a number.
  const unknownPayments = found.unknown.length
  report.receiptGaps = await skipNumbers(ctx, { unknownPayments, lastReceipt })
  if (payments !== undefined) {
    for (const payment of found.unknown) {
      const forOperator = await bookUnknownPayment(ctx, payments.name, payment)
      if (forOperator === undefined) report.payments.booked += 1
      else report.payments.forOperator.push(forOperator)
    }
    report.reversals = await bookReversalsOf(ctx, payments, dataFrom)
  }
  await markReconciled(ctx.db, ctx.now())
  await recordEvent(ctx, 'quarantine-reconciled', {
    userId: null,
    details: {
      payments: report.payments.booked,
      certificates: report.certificates.restored.length,
      forOperator: report.payments.forOperator.length + report.certificates.forOperator.length,
    },
  })
  return report
}

async function bookReversalsOf(
  ctx: Deps,
  payments: PaymentProvider,
  dataFrom: Date,
): Promise<number> {
  let count = 0
  const since = new Date(dataFrom.getTime() - millisecondsOfDisputes)
  for await (const page of payments.listReversals(since)) {
    for (const event of page) {
      if (!('reversal' in event)) continue
      await recordPayment(ctx, payments.name, event)
      count += 1
    }
  }
  return count
}
