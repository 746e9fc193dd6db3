import { deleteExpiredFlows } from '../db/queries/identities.ts'
import { deleteExpiredCounters } from '../db/queries/limits.ts'
import { deleteExpiredCodes } from '../db/queries/one-time-codes.ts'
import { deleteExpiredSessions } from '../db/queries/sessions.ts'
import type { Deps } from './context.ts'
import { forgetOldDevices } from './features/auth/known-devices.ts'
import { sendCode } from './features/auth/send-code.ts'
import { printCertificateJob } from './features/certificates/print-certificate.ts'
import { retryMissingPdfs } from './features/certificates/retry-missing-pdfs.ts'
import { forgetOldAnswers } from './features/idempotency/perform-once.ts'
import { watchData } from './features/invariants/check-data.ts'
import { sendNotification } from './features/notifications/send-notification.ts'
import { fulfillPaid } from './features/payments/fulfill-paid.ts'
import { retryStalledPayments } from './features/payments/retry-stalled-payments.ts'
import { sendRefund } from './features/refunds/send-refund.ts'
import { cancelPayment } from './features/transactions/cancel-pending.ts'
import { expireTransactions } from './features/transactions/expire-transactions.ts'
import type { ServiceJobHandlers } from './job-kinds.ts'
import { forgetOldEvents } from './security/audit.ts'

/** The function that does each kind of job. */
export function jobHandlers(deps: Deps): ServiceJobHandlers {
  return {
    'send-code': (payload) => sendCode(deps, payload),
    'send-notification': (payload) => sendNotification(deps, payload),
    'print-certificate': (payload) => printCertificateJob(deps, payload),
    'fulfill-transaction': (payload) => fulfillPaid(deps, payload),
    'send-refund': (payload) => sendRefund(deps, payload),
    'cancel-payment': (payload) => cancelPayment(deps, payload),
    'clean-up': async () => {
      await deleteExpiredSessions(deps.db, deps.now())
      await deleteExpiredCodes(deps.db, deps.now())
      await deleteExpiredCounters(deps.db, deps.now())
      await forgetOldEvents(deps)
      await deleteExpiredFlows(deps.db, deps.now())
      await forgetOldDevices(deps)
      await expireTransactions(deps)
      await retryStalledPayments(deps)
      await forgetOldAnswers(deps)
      await retryMissingPdfs(deps)
    },
    'check-data': () => watchData(deps),
  }
}
