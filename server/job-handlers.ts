import { deleteExpiredFlows } from '../db/queries/people/identities.ts'
import { deleteExpiredCodes } from '../db/queries/people/one-time-codes.ts'
import { deleteExpiredSessions } from '../db/queries/people/sessions.ts'
import { deleteExpiredCounters } from '../db/queries/platform/limits.ts'
import { isOrderedId, newId } from '../lib/ids.ts'
import { runEach } from '../lib/run-each.ts'
import type { Deps } from './context.ts'
import { submitDueAttempts } from './features/assessment/attempts/submit-attempt.ts'
import {
  forgetOldResults,
  resumeRegrades,
  runRegrade,
} from './features/assessment/grades/run-regrade.ts'
import { expireUploads } from './features/authoring/files/finish-upload.ts'
import { countImpactJob, tidyImpacts } from './features/authoring/impact/count-impact.ts'
import { moveLearners, resumeMoves } from './features/authoring/moves/move-learners.ts'
import { resumeSyncs } from './features/authoring/sources/request-sync.ts'
import { syncSource } from './features/authoring/sources/sync-source.ts'
import { moveLessonBodies } from './features/courses/lessons/move-lesson-bodies.ts'
import { collectMedia } from './features/courses/media/collect-media.ts'
import { indexLessons } from './features/courses/search/index-lessons.ts'
import { mailAnnouncement } from './features/learning/announcements/mail-announcement.ts'
import {
  enrollInBulkJob,
  resumeBulkEnrollments,
} from './features/learning/bulk-enrollments/enroll-in-bulk.ts'
import { forgetOldBulkEnrollments } from './features/learning/bulk-enrollments/read-bulk-enrollments.ts'
import { printCertificateJob } from './features/learning/certificates/print-certificate.ts'
import { retryMissingPdfs } from './features/learning/certificates/retry-missing-pdfs.ts'
import { tellExpiry } from './features/learning/certificates/validity/tell-expiry.ts'
import {
  beginCohorts,
  changeCohortJob,
  resumeDeletions,
} from './features/learning/cohorts/change-cohort-job.ts'
import { openDueCourses } from './features/learning/completion/open-due-courses.ts'
import { acceptOverlooked } from './features/learning/invitations/accept-invitations.ts'
import { forgetInvitations } from './features/learning/invitations/withdraw-invitation.ts'
import { planOpenings } from './features/learning/programs/plan-openings.ts'
import {
  forgetOldReminders,
  remindLearners,
} from './features/learning/reminders/remind-learners.ts'
import { tallyLearning } from './features/learning/reports/tally-learning.ts'
import { watchData } from './features/maintenance/invariants/check-data.ts'
import { mailOperator } from './features/maintenance/operators/mail-operator.ts'
import { tellOperators } from './features/maintenance/operators/tell-operators.ts'
import { forgetEndedApiKeys } from './features/people/api-keys/list-api-keys.ts'
import { forgetOldDevices } from './features/people/auth/known-devices.ts'
import { sendCode } from './features/people/auth/send-code.ts'
import { removeAbandonedAccounts } from './features/people/users/remove-abandoned-accounts.ts'
import { takeTextsOut } from './features/platform/audit/take-texts-out.ts'
import { forgetEvents } from './features/platform/events/forget-events.ts'
import { forgetOldAnswers } from './features/platform/idempotency/perform-once.ts'
import { forgetOldMails } from './features/platform/mails/read-mails.ts'
import { sendNotification } from './features/platform/notifications/send-notification.ts'
import { forgetPostponed } from './features/platform/postponed/for-each-due.ts'
import { forgetDeliveries } from './features/platform/webhooks/forget-deliveries.ts'
import {
  findMissedPayments,
  findSlowPayments,
} from './features/shop/payments/find-missed-payments.ts'
import { fulfillPaid } from './features/shop/payments/fulfill-paid.ts'
import { retryStalledPayments } from './features/shop/payments/retry-stalled-payments.ts'
import { sendRefund } from './features/shop/refunds/send-refund.ts'
import { cancelOpened } from './features/shop/transactions/cancel-owned.ts'
import { cancelPayment } from './features/shop/transactions/cancel-pending.ts'
import { endDueEnrollments } from './features/shop/transactions/end-due.ts'
import { expireTransactions } from './features/shop/transactions/expire-transactions.ts'
import { forgetPurchases } from './features/shop/transactions/forget-purchases.ts'
import type { ServiceJobHandlers } from './job-kinds.ts'
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
    'end-enrollments': () =>
      runEach([
        () => endDueEnrollments(deps),
        () => beginCohorts(deps),
        () => openDueCourses(deps),
        () => cancelOpened(deps),
      ]),
    'plan-openings': (payload) => planOpenings(deps, payload),
    'change-cohort': (payload) => changeCohortJob(deps, payload),
    'move-learners': (payload) => moveLearners(deps, payload),
    'fulfill-transaction': (payload) => fulfillPaid(deps, payload),
    'send-refund': (payload) => sendRefund(deps, payload),
    'cancel-payment': (payload) => cancelPayment(deps, payload),
    'find-payments': () => findMissedPayments(deps),
    'find-slow-payments': () => findSlowPayments(deps),
    'count-impact': (payload) => countImpactJob(deps, payload),
    'sync-source': (payload, id) => syncSource(deps, payload, id),
    'move-lesson-bodies': () => moveLessonBodies(deps),
    'take-audit-texts-out': () => takeTextsOut(deps),
    'index-lessons': (payload) => indexLessons(deps, payload),
    regrade: (payload) => runRegrade(deps, payload),
    'tally-learning': () => tallyLearning(deps),
    'tell-expiry': () => tellExpiry(deps),
    'remind-learners': () => remindLearners(deps),
    'mail-announcement': (payload) => mailAnnouncement(deps, payload),
    'submit-due-attempts': () => submitDueAttempts(deps),
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
        () => forgetOldReminders(deps),
        () => acceptOverlooked(deps),
        () => forgetInvitations(deps),
        () => retryMissingPdfs(deps),
        () => resumeRegrades(deps),
        () => forgetOldResults(deps),
        () => tidyImpacts(deps),
        () => resumeMoves(deps),
        () => resumeBulkEnrollments(deps),
        () => forgetOldBulkEnrollments(deps),
        () => resumeDeletions(deps),
        () => resumeSyncs(deps),
        () => expireUploads(deps),
        () => forgetDeliveries(deps),
        () => forgetPostponed(deps),
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
