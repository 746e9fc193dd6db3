import { deleteExpiredFlows } from '../db/queries/accounts/identities.ts'
import { deleteExpiredCodes } from '../db/queries/accounts/one-time-codes.ts'
import { deleteExpiredSessions } from '../db/queries/accounts/sessions.ts'
import { deleteExpiredCounters } from '../db/queries/platform/limits.ts'
import type { Deps } from './context.ts'
import { forgetEndedApiKeys } from './features/api-keys/list-api-keys.ts'
import { forgetOldDevices } from './features/auth/known-devices.ts'
import { sendCode } from './features/auth/send-code.ts'
import {
  enrollInBulkJob,
  resumeBulkEnrollments,
} from './features/bulk-enrollments/enroll-in-bulk.ts'
import { forgetOldBulkEnrollments } from './features/bulk-enrollments/read-bulk-enrollments.ts'
import { printCertificateJob } from './features/certificates/print-certificate.ts'
import { retryMissingPdfs } from './features/certificates/retry-missing-pdfs.ts'
import {
  beginCohorts,
  changeCohortJob,
  resumeDeletions,
} from './features/cohorts/change-cohort-job.ts'
import { forgetEvents } from './features/events/forget-events.ts'
import { forgetOldAnswers } from './features/idempotency/perform-once.ts'
import { countImpactJob, tidyImpacts } from './features/impact/count-impact.ts'
import { watchData } from './features/invariants/check-data.ts'
import { acceptOverlooked } from './features/invitations/accept-invitations.ts'
import { forgetInvitations } from './features/invitations/withdraw-invitation.ts'
import { moveLessonBodies } from './features/lessons/move-lesson-bodies.ts'
import { forgetOldMails } from './features/mails/read-mails.ts'
import { collectMedia } from './features/media/collect-media.ts'
import { moveLearners, resumeMoves } from './features/moves/move-learners.ts'
import { sendNotification } from './features/notifications/send-notification.ts'
import { mailOperator } from './features/operators/mail-operator.ts'
import { tellOperators } from './features/operators/tell-operators.ts'
import { findMissedPayments, findSlowPayments } from './features/payments/find-missed-payments.ts'
import { fulfillPaid } from './features/payments/fulfill-paid.ts'
import { retryStalledPayments } from './features/payments/retry-stalled-payments.ts'
import { sendRefund } from './features/refunds/send-refund.ts'
import { indexLessons } from './features/search/index-lessons.ts'
import { resumeLooks } from './features/sources/ask-for-look.ts'
import { lookAtSource } from './features/sources/look-at-source.ts'
import { cancelPayment } from './features/transactions/cancel-pending.ts'
import { endDueEnrollments } from './features/transactions/end-due.ts'
import { expireTransactions } from './features/transactions/expire-transactions.ts'
import { forgetPurchases } from './features/transactions/forget-purchases.ts'
import { expireUploads } from './features/uploads/finish-upload.ts'
import { removeAbandonedAccounts } from './features/users/remove-abandoned-accounts.ts'
import { forgetDeliveries } from './features/webhooks/forget-deliveries.ts'
import type { ServiceJobHandlers } from './job-kinds.ts'
import { isOrderedId, newId } from './lib/ids.ts'
import { runEach } from './lib/run-each.ts'
import { forgetOldEvents } from './security/audit.ts'

/** The function that does each kind of job. */
export function jobHandlers(deps: Deps): ServiceJobHandlers {
  return {
    'send-code': (payload, id, isLastTry) =>
      sendCode(deps, payload, { requestId: requestIdOf(id), isLastTry }),
    'send-notification': (payload, id, isLastTry) =>
      sendNotification(deps, payload, { id, isLastTry }),
    'send-course-mail': (payload, id, isLastTry) =>
      sendNotification(deps, payload, { id, isLastTry }),
    'print-certificate': (payload) => printCertificateJob(deps, payload),
    'enroll-in-bulk': (payload) => enrollInBulkJob(deps, payload),
    'end-enrollments': () => runEach([() => endDueEnrollments(deps), () => beginCohorts(deps)]),
    'change-cohort': (payload) => changeCohortJob(deps, payload),
    'move-learners': (payload) => moveLearners(deps, payload),
    'fulfill-transaction': (payload) => fulfillPaid(deps, payload),
    'send-refund': (payload) => sendRefund(deps, payload),
    'cancel-payment': (payload) => cancelPayment(deps, payload),
    'find-payments': () => findMissedPayments(deps),
    'find-slow-payments': () => findSlowPayments(deps),
    'count-impact': (payload) => countImpactJob(deps, payload),
    'look-at-source': (payload, id) => lookAtSource(deps, payload, id),
    'move-lesson-bodies': () => moveLessonBodies(deps),
    'index-lessons': (payload) => indexLessons(deps, payload),
    'clean-up': () =>
      runEach([
        () => deleteExpiredSessions(deps.db, deps.now()),
        () => deleteExpiredCodes(deps.db, deps.now()),
        () => forgetEndedApiKeys(deps),
        () => deleteExpiredCounters(deps.db, deps.now()),
        () => forgetOldEvents(deps),
        () => forgetEvents(deps),
        () => deleteExpiredFlows(deps.db, deps.now()),
        () => forgetOldDevices(deps),
        () => removeAbandonedAccounts(deps),
        () => expireTransactions(deps),
        () => forgetPurchases(deps),
        () => retryStalledPayments(deps),
        () => forgetOldAnswers(deps),
        () => forgetOldMails(deps),
        () => acceptOverlooked(deps),
        () => forgetInvitations(deps),
        () => retryMissingPdfs(deps),
        () => tidyImpacts(deps),
        () => resumeMoves(deps),
        () => resumeBulkEnrollments(deps),
        () => forgetOldBulkEnrollments(deps),
        () => resumeDeletions(deps),
        () => resumeLooks(deps),
        () => expireUploads(deps),
        () => forgetDeliveries(deps),
      ]),
    'collect-media': () => collectMedia(deps),
    'check-data': () => watchData(deps),
    'tell-operators': () => tellOperators(deps),
    'mail-operator': (payload, id = newId()) => mailOperator(deps, payload, id),
  }
}

/**
 * Codes are compared by it: those of later requests count. An earlier release, which may still run
 * beside this one, gave its jobs random ids; most are higher than any that come later.
 */
function requestIdOf(jobId: string | undefined): string {
  return jobId !== undefined && isOrderedId(jobId) ? jobId : newId()
}
