import { createRoute, lazyRouteComponent as page, redirect } from '@tanstack/react-router'
import { rootRoute } from '../app/root-route.ts'
import { goOnIfSignedIn, nextOf, requireSignIn } from '../session/session.ts'
import { loadTexts } from '../texts/texts.ts'
import { catalogFilters } from './courses/catalog-filters.ts'
import { learningFilters } from './me/learning-filters.ts'

/** For learners, and for who looks around. */
const learn = createRoute({
  getParentRoute: () => rootRoute,
  id: 'learn',
  beforeLoad: () => loadTexts('learn'),
})

const open = [
  createRoute({
    getParentRoute: () => learn,
    path: '/',
    validateSearch: catalogFilters,
    component: page(() => import('./courses/catalog-page.tsx'), 'CatalogPage'),
  }),
  createRoute({
    getParentRoute: () => learn,
    path: 'course/$course',
    component: page(() => import('./courses/course-page.tsx'), 'CoursePage'),
  }),
  // Mails about courses link to ?course=ID (COURSE_PAGE_URL).
  createRoute({
    getParentRoute: () => learn,
    path: 'course',
    validateSearch: ({ course }): { course: string } => ({ course: String(course) }),
    beforeLoad: ({ search }) => {
      throw redirect({ to: '/course/$course', params: search, replace: true })
    },
  }),
  createRoute({
    getParentRoute: () => learn,
    path: 'sign-in',
    validateSearch: nextOf,
    beforeLoad: goOnIfSignedIn,
    component: page(() => import('./auth/sign-in-page.tsx'), 'SignInPage'),
  }),
  createRoute({
    getParentRoute: () => learn,
    path: 'register',
    validateSearch: nextOf,
    beforeLoad: goOnIfSignedIn,
    component: page(() => import('./auth/register-page.tsx'), 'RegisterPage'),
  }),
  createRoute({
    getParentRoute: () => learn,
    path: 'reset-password',
    validateSearch: nextOf,
    component: page(() => import('./auth/reset-password-page.tsx'), 'ResetPasswordPage'),
  }),
  // Where third parties send the browser back to.
  createRoute({
    getParentRoute: () => learn,
    path: 'signed-in',
    beforeLoad: async () => {
      const { finishThirdParty } = await import('./auth/third-party.ts')
      throw redirect({ href: await finishThirdParty(), replace: true })
    },
    errorComponent: page(() => import('./auth/sign-in-failed-page.tsx'), 'SignInFailedPage'),
  }),
] as const

/** Pages of one reader. */
const own = createRoute({ getParentRoute: () => learn, id: 'own', beforeLoad: requireSignIn })

const owned = [
  createRoute({
    getParentRoute: () => own,
    path: 'course/$course/lesson/$lesson',
    beforeLoad: () => loadTexts('player'),
    component: page(() => import('./lessons/lesson-page.tsx'), 'LessonPage'),
  }),
  createRoute({
    getParentRoute: () => own,
    path: 'course/$course/done',
    beforeLoad: () => loadTexts('player'),
    component: page(() => import('./certificates/completion-page.tsx'), 'CompletionPage'),
  }),
  createRoute({
    getParentRoute: () => own,
    path: 'cart',
    component: page(() => import('./cart/cart-page.tsx'), 'CartPage'),
  }),
  createRoute({
    getParentRoute: () => own,
    path: 'purchases',
    component: page(() => import('./transactions/purchases-page.tsx'), 'PurchasesPage'),
  }),
  // Where the payment provider sends the browser back to, and mails about payments link to.
  createRoute({
    getParentRoute: () => own,
    path: 'checkout',
    validateSearch: ({
      transaction,
      checkout,
    }): { transaction: string; checkout?: 'canceled' } => ({
      transaction: String(transaction),
      ...(checkout === 'canceled' && { checkout }),
    }),
    component: page(() => import('./transactions/checkout-page.tsx'), 'CheckoutPage'),
  }),
  createRoute({
    getParentRoute: () => own,
    path: 'learning',
    validateSearch: learningFilters,
    component: page(() => import('./me/learning-page.tsx'), 'LearningPage'),
  }),
  createRoute({
    getParentRoute: () => own,
    path: 'learning/certificates',
    component: page(() => import('./certificates/certificates-page.tsx'), 'CertificatesPage'),
  }),
  createRoute({
    getParentRoute: () => own,
    path: 'account',
    component: page(() => import('./me/account-page.tsx'), 'AccountPage'),
  }),
] as const

export const learnRoutes = learn.addChildren([...open, own.addChildren([...owned])])
