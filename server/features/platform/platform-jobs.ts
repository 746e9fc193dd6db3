import { deleteExpiredCounters } from '../../../db/queries/platform/limits.ts'
import type { Deps } from '../../context.ts'
import type { ServiceJobHandlers } from '../../job-kinds.ts'
import { forgetOldEvents } from '../../security/audit.ts'
import { takeTextsOut } from './audit/take-texts-out.ts'
import { forgetEvents } from './events/forget-events.ts'
import { forgetOldAnswers } from './idempotency/perform-once.ts'
import { forgetOldMails } from './mails/read-mails.ts'
import { mailDigests } from './notifications/mail-digests.ts'
import { forgetNotifications } from './notifications/read-notifications.ts'
import { sendNotification } from './notifications/send-notification.ts'
import { forgetPostponed } from './postponed/for-each-due.ts'
import { forgetDeliveries } from './webhooks/forget-deliveries.ts'

export function platformJobs(deps: Deps) {
  return {
    'send-notification': (payload, id, isLastTry) =>
      sendNotification(deps, payload, { id, isLastTry }),
    'send-course-mail': (payload, id, isLastTry) =>
      sendNotification(deps, payload, { id, isLastTry }),
    'mail-digests': () => mailDigests(deps),
    'take-audit-texts-out': () => takeTextsOut(deps),
  } satisfies Partial<ServiceJobHandlers>
}

/** Lists the hourly tasks that forget what has ended, and resume what stands still. */
export function cleanUpPlatform(deps: Deps): (() => Promise<unknown>)[] {
  return [
    () => deleteExpiredCounters(deps.db, deps.now()),
    () => forgetOldEvents(deps),
    () => forgetEvents(deps),
    () => forgetOldAnswers(deps),
    () => forgetOldMails(deps),
    () => forgetNotifications(deps),
    () => forgetDeliveries(deps),
    () => forgetPostponed(deps),
  ]
}
