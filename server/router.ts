import { authRouter } from './features/auth/router.ts'
import { cartRouter } from './features/cart/router.ts'
import { certificatesRouter } from './features/certificates/router.ts'
import { coursesRouter } from './features/courses/router.ts'
import { lessonsRouter } from './features/lessons/router.ts'
import { meRouter } from './features/me/router.ts'
import { progressRouter } from './features/progress/router.ts'
import { couponsRouter } from './features/transactions/coupons-router.ts'
import { transactionsRouter } from './features/transactions/router.ts'
import { router } from './trpc.ts'

export const appRouter = router({
  auth: authRouter,
  me: meRouter,
  courses: coursesRouter,
  lessons: lessonsRouter,
  progress: progressRouter,
  cart: cartRouter,
  coupons: couponsRouter,
  transactions: transactionsRouter,
  certificates: certificatesRouter,
})

export type AppRouter = typeof appRouter
