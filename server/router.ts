import { attemptsRouter } from './features/assessment/attempts/router.ts'
import { gradesRouter } from './features/assessment/grades/router.ts'
import { questionsRouter } from './features/assessment/questions/router.ts'
import { submissionsRouter } from './features/assessment/submissions/router.ts'
import { consentsRouter } from './features/authoring/consents/router.ts'
import { authoringRouter } from './features/authoring/courses/router.ts'
import { draftProcedures } from './features/authoring/drafts/router.ts'
import { filesRouter, uploadsRouter } from './features/authoring/files/router.ts'
import { impactProcedures } from './features/authoring/impact/router.ts'
import { membersRouter } from './features/authoring/members/router.ts'
import { moveProcedures, movesRouter } from './features/authoring/moves/router.ts'
import { sourcesRouter } from './features/authoring/sources/router.ts'
import { publishProcedures, versionsRouter } from './features/authoring/versions/router.ts'
import { coursesRouter, programsRouter } from './features/courses/courses/router.ts'
import { lessonsRouter } from './features/courses/lessons/router.ts'
import { searchRouter } from './features/courses/search/router.ts'
import {
  announcementsRouter,
  myAnnouncementProcedures,
} from './features/learning/announcements/router.ts'
import { bulkEnrollmentsRouter } from './features/learning/bulk-enrollments/router.ts'
import { calendarProcedures } from './features/learning/calendar/router.ts'
import { certificatesRouter } from './features/learning/certificates/router.ts'
import { cohortsRouter } from './features/learning/cohorts/router.ts'
import { enrollmentProcedures, myCourseProcedures } from './features/learning/enrollments/router.ts'
import { invitationsRouter } from './features/learning/invitations/router.ts'
import { learnersRouter } from './features/learning/learners/router.ts'
import { progressRouter } from './features/learning/progress/router.ts'
import { reportsRouter } from './features/learning/reports/router.ts'
import { usersRouter } from './features/people/accounts/router.ts'
import { apiKeysRouter } from './features/people/api-keys/router.ts'
import { authProcedures } from './features/people/auth/router.ts'
import { identityProcedures, oauthProcedures } from './features/people/identities/router.ts'
import { meProcedures } from './features/people/me/router.ts'
import { secondFactorProcedures } from './features/people/second-factors/router.ts'
import { secondFactorSignIn } from './features/people/second-step/router.ts'
import { siteRouter } from './features/people/site/router.ts'
import { auditRouter } from './features/platform/audit/router.ts'
import { eventsRouter } from './features/platform/events/router.ts'
import { jobsRouter } from './features/platform/jobs/router.ts'
import { mailsRouter } from './features/platform/mails/router.ts'
import { webhooksRouter } from './features/platform/webhooks/router.ts'
import { cartRouter } from './features/shop/cart/router.ts'
import { adminCouponsRouter } from './features/shop/coupons/router.ts'
import { paymentProcedures } from './features/shop/payments/router.ts'
import { couponsRouter } from './features/shop/quotes/router.ts'
import { adminReceiptProcedures, receiptProcedures } from './features/shop/receipts/router.ts'
import { salesRouter } from './features/shop/sales/router.ts'
import { adminTransactionProcedures } from './features/shop/transactions/admin/router.ts'
import { transactionProcedures } from './features/shop/transactions/router.ts'
import { router } from './trpc.ts'

export const appRouter = router({
  site: siteRouter,
  admin: router({
    apiKeys: apiKeysRouter,
    audit: auditRouter,
    bulkEnrollments: bulkEnrollmentsRouter,
    cohorts: cohortsRouter,
    coupons: adminCouponsRouter,
    enrollments: router(enrollmentProcedures),
    invitations: invitationsRouter,
    jobs: jobsRouter,
    mails: mailsRouter,
    reports: reportsRouter,
    sales: salesRouter,
    transactions: router({ ...adminTransactionProcedures, ...adminReceiptProcedures }),
    users: usersRouter,
    webhooks: webhooksRouter,
  }),
  auth: router({ ...authProcedures, ...oauthProcedures, ...secondFactorSignIn }),
  me: router({
    ...meProcedures,
    ...identityProcedures,
    ...secondFactorProcedures,
    ...myCourseProcedures,
    ...myAnnouncementProcedures,
    ...calendarProcedures,
    ...moveProcedures,
  }),
  courses: coursesRouter,
  programs: programsRouter,
  lessons: lessonsRouter,
  progress: progressRouter,
  attempts: attemptsRouter,
  submissions: submissionsRouter,
  grades: gradesRouter,
  questions: questionsRouter,
  learners: learnersRouter,
  moves: movesRouter,
  cart: cartRouter,
  coupons: couponsRouter,
  transactions: router({ ...transactionProcedures, ...receiptProcedures, ...paymentProcedures }),
  certificates: certificatesRouter,
  authoring: authoringRouter,
  drafts: router({ ...draftProcedures, ...impactProcedures, ...publishProcedures }),
  files: filesRouter,
  uploads: uploadsRouter,
  announcements: announcementsRouter,
  members: membersRouter,
  consents: consentsRouter,
  versions: versionsRouter,
  search: searchRouter,
  events: eventsRouter,
  sources: sourcesRouter,
})

export type AppRouter = typeof appRouter
