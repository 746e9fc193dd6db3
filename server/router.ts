import { authProcedures } from './features/auth/router.ts'
import { cartRouter } from './features/cart/router.ts'
import { certificatesRouter } from './features/certificates/router.ts'
import { coursesRouter } from './features/courses/router.ts'
import { identityProcedures, oauthProcedures } from './features/identities/router.ts'
import { lessonsRouter } from './features/lessons/router.ts'
import { meProcedures } from './features/me/router.ts'
import { paymentProcedures } from './features/payments/router.ts'
import { progressRouter } from './features/progress/router.ts'
import { couponsRouter } from './features/quotes/router.ts'
import { receiptProcedures } from './features/receipts/router.ts'
import { siteRouter } from './features/site/router.ts'
import { transactionProcedures } from './features/transactions/router.ts'
import { router } from './trpc.ts'

export const appRouter = router({
  site: siteRouter,
  auth: router({ ...authProcedures, ...oauthProcedures }),
  me: router({ ...meProcedures, ...identityProcedures }),
  courses: coursesRouter,
  lessons: lessonsRouter,
  progress: progressRouter,
  cart: cartRouter,
  coupons: couponsRouter,
  transactions: router({ ...transactionProcedures, ...receiptProcedures, ...paymentProcedures }),
  certificates: certificatesRouter,
})

export type AppRouter = typeof appRouter
