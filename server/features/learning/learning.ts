import { router } from '../../trpc.ts'
import { announcementsRouter, myAnnouncementProcedures } from './announcements/router.ts'
import { bulkEnrollmentsRouter, learnerActProcedures } from './bulk-enrollments/router.ts'
import { calendarProcedures } from './calendar/router.ts'
import { archiveProcedures } from './certificate-archives/router.ts'
import { reissueProcedures } from './certificate-reissues/router.ts'
import { certificateProcedures } from './certificates/router.ts'
import { cohortsRouter } from './cohorts/router.ts'
import { claimProcedures } from './completion/router.ts'
import { enrollmentProcedures, myCourseProcedures } from './enrollments/router.ts'
import { flawsRouter } from './flaws/router.ts'
import { invitationsRouter } from './invitations/router.ts'
import { learnerProcedures } from './learners/router.ts'
import { notesRouter } from './notes/router.ts'
import { progressRouter } from './progress/router.ts'
import { reportsRouter } from './reports/router.ts'
import { threadSearch, threadsRouter } from './threads/router.ts'
import { walletProcedures } from './wallets/router.ts'

export const learning = {
  routers: {
    progress: progressRouter,
    learners: router({ ...learnerProcedures, ...learnerActProcedures }),
    certificates: router({
      ...claimProcedures,
      ...certificateProcedures,
      ...archiveProcedures,
      ...reissueProcedures,
      ...walletProcedures,
    }),
    announcements: announcementsRouter,
    flaws: flawsRouter,
    notes: notesRouter,
    threads: threadsRouter,
  },
  search: threadSearch,
  me: {
    ...myCourseProcedures,
    ...myAnnouncementProcedures,
    ...calendarProcedures,
  },
  admin: {
    bulkEnrollments: bulkEnrollmentsRouter,
    cohorts: cohortsRouter,
    enrollments: router(enrollmentProcedures),
    invitations: invitationsRouter,
    reports: reportsRouter,
  },
}
