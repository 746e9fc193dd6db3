import { usersRouter } from './features/accounts/router.ts'
import { apiKeysRouter } from './features/api-keys/router.ts'
import { auditRouter } from './features/audit/router.ts'
import { authProcedures } from './features/auth/router.ts'
import { authoringRouter } from './features/authoring/router.ts'
import { bulkEnrollmentsRouter } from './features/bulk-enrollments/router.ts'
import { cartRouter } from './features/cart/router.ts'
import { certificatesRouter } from './features/certificates/router.ts'
import { cohortsRouter } from './features/cohorts/router.ts'
import { deskCouponsRouter } from './features/coupons/router.ts'
import { coursesRouter } from './features/courses/router.ts'
import { draftProcedures } from './features/drafts/router.ts'
import { enrollmentsRouter, myCourseProcedures } from './features/enrollments/router.ts'
import { eventsRouter } from './features/events/router.ts'
import { identityProcedures, oauthProcedures } from './features/identities/router.ts'
import { impactProcedures } from './features/impact/router.ts'
import { invitationsRouter } from './features/invitations/router.ts'
import { jobsRouter } from './features/jobs/router.ts'
import { lessonsRouter } from './features/lessons/router.ts'
import { mailsRouter } from './features/mails/router.ts'
import { meProcedures } from './features/me/router.ts'
import { membersRouter } from './features/members/router.ts'
import { moveProcedures, movesRouter } from './features/moves/router.ts'
import { paymentProcedures } from './features/payments/router.ts'
import { progressRouter } from './features/progress/router.ts'
import { couponsRouter } from './features/quotes/router.ts'
import { deskReceiptProcedures, receiptProcedures } from './features/receipts/router.ts'
import { reportsRouter } from './features/reports/router.ts'
import { salesRouter } from './features/sales/router.ts'
import { searchRouter } from './features/search/router.ts'
import { seatsRouter } from './features/seats/router.ts'
import { siteRouter } from './features/site/router.ts'
import { sourcesRouter } from './features/sources/router.ts'
import { deskTransactionProcedures } from './features/transactions/desk/router.ts'
import { transactionProcedures } from './features/transactions/router.ts'
import { filesRouter, uploadsRouter } from './features/uploads/router.ts'
import { publishProcedures, versionsRouter } from './features/versions/router.ts'
import { webhooksRouter } from './features/webhooks/router.ts'
import { router } from './trpc.ts'

export const appRouter = router({
  site: siteRouter,
  admin: router({
    apiKeys: apiKeysRouter,
    audit: auditRouter,
    bulkEnrollments: bulkEnrollmentsRouter,
    cohorts: cohortsRouter,
    coupons: deskCouponsRouter,
    enrollments: enrollmentsRouter,
    invitations: invitationsRouter,
    jobs: jobsRouter,
    mails: mailsRouter,
    reports: reportsRouter,
    sales: salesRouter,
    seats: seatsRouter,
    transactions: router({ ...deskTransactionProcedures, ...deskReceiptProcedures }),
    users: usersRouter,
    webhooks: webhooksRouter,
  }),
  auth: router({ ...authProcedures, ...oauthProcedures }),
  me: router({ ...meProcedures, ...identityProcedures, ...myCourseProcedures, ...moveProcedures }),
  courses: coursesRouter,
  lessons: lessonsRouter,
  progress: progressRouter,
  moves: movesRouter,
  cart: cartRouter,
  coupons: couponsRouter,
  transactions: router({ ...transactionProcedures, ...receiptProcedures, ...paymentProcedures }),
  certificates: certificatesRouter,
  authoring: authoringRouter,
  drafts: router({ ...draftProcedures, ...impactProcedures, ...publishProcedures }),
  files: filesRouter,
  uploads: uploadsRouter,
  members: membersRouter,
  versions: versionsRouter,
  search: searchRouter,
  events: eventsRouter,
  sources: sourcesRouter,
})

export type AppRouter = typeof appRouter
