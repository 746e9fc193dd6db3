import type { Deps } from '../../context.ts'
import type { ServiceJobHandlers } from '../../job-kinds.ts'
import { fulfillPaid } from './fulfillment/fulfill-paid.ts'
import { findMissedPayments, findSlowPayments } from './payments/find-missed-payments.ts'
import { retryStalledPayments } from './payments/retry-stalled-payments.ts'
import { sendRefund } from './refunds/send-refund.ts'
import { cancelPayment } from './transactions/cancel-pending.ts'
import { expireTransactions } from './transactions/expire-transactions.ts'
import { forgetPurchases } from './transactions/forget-purchases.ts'

export function shopJobs(deps: Deps) {
  return {
    'fulfill-transaction': (payload) => fulfillPaid(deps, payload),
    'send-refund': (payload) => sendRefund(deps, payload),
    'cancel-payment': (payload) => cancelPayment(deps, payload),
    'find-payments': () => findMissedPayments(deps),
    'find-slow-payments': () => findSlowPayments(deps),
  } satisfies Partial<ServiceJobHandlers>
}

/** Lists the hourly tasks that forget what has ended, and resume what stands still. */
export function cleanUpShop(deps: Deps): (() => Promise<unknown>)[] {
  return [
    () => expireTransactions(deps),
    () => forgetPurchases(deps),
    () => retryStalledPayments(deps),
  ]
}
