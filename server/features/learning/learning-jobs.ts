import { runEach } from '../../../lib/run-each.ts'
import type { Deps } from '../../context.ts'
import type { ServiceJobHandlers } from '../../job-kinds.ts'
import { cancelOpened } from '../shop/transactions/cancel-owned.ts'
import { endDueEnrollments } from '../shop/transactions/end-due.ts'
import { mailAnnouncement } from './announcements/mail-announcement.ts'
import { sendDueAnnouncements } from './announcements/send-due.ts'
import { enrollInBulkJob, resumeBulkEnrollments } from './bulk-enrollments/enroll-in-bulk.ts'
import { forgetOldBulkEnrollments } from './bulk-enrollments/read-bulk-enrollments.ts'
import {
  forgetOldArchives,
  packCertificates,
  resumeArchives,
} from './certificate-archives/pack-certificates.ts'
import {
  forgetDryReissues,
  resumeReissues,
  runReissue,
} from './certificate-reissues/run-reissue.ts'
import { printCertificateJob } from './certificates/print-certificate.ts'
import { retryMissingPdfs } from './certificates/retry-missing-pdfs.ts'
import { tellExpiry } from './certificates/validity/tell-expiry.ts'
import { beginCohorts, changeCohortJob, resumeDeletions } from './cohorts/change-cohort-job.ts'
import { openDueCourses } from './completion/open-due-courses.ts'
import { tellReporters } from './flaws/settle-flaw.ts'
import { acceptOverlooked } from './invitations/accept-invitations.ts'
import { forgetInvitations } from './invitations/withdraw-invitation.ts'
import { planOpenings } from './programs/plan-openings.ts'
import { forgetOldReminders, remindLearners } from './reminders/remind-learners.ts'
import { tallyLearning } from './reports/tally-learning.ts'
import { forgetOffers } from './wallets/offer-certificate.ts'

export function learningJobs(deps: Deps) {
  return {
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
    'print-certificate': (payload) => printCertificateJob(deps, payload),
    'reissue-certificates': (payload) => runReissue(deps, payload),
    'pack-certificates': (payload) => packCertificates(deps, payload),
    'tell-expiry': () => tellExpiry(deps),
    'tally-learning': () => tallyLearning(deps),
    'remind-learners': () => remindLearners(deps),
    'mail-announcement': (payload) => mailAnnouncement(deps, payload),
    'send-announcements': () => sendDueAnnouncements(deps),
    'tell-reporters': () => tellReporters(deps),
  } satisfies Partial<ServiceJobHandlers>
}

/** Lists the hourly tasks that forget what has ended, and resume what stands still. */
export function cleanUpLearning(deps: Deps): (() => Promise<unknown>)[] {
  return [
    () => forgetOldReminders(deps),
    () => acceptOverlooked(deps),
    () => forgetInvitations(deps),
    () => retryMissingPdfs(deps),
    () => resumeReissues(deps),
    () => forgetDryReissues(deps),
    () => resumeArchives(deps),
    () => forgetOldArchives(deps),
    () => resumeBulkEnrollments(deps),
    () => forgetOldBulkEnrollments(deps),
    () => resumeDeletions(deps),
    () => forgetOffers(deps),
    () => tellReporters(deps),
  ]
}
