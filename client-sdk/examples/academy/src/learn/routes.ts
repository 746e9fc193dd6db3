import { createRoute, lazyRouteComponent as page } from '@tanstack/react-router'
import { rootRoute } from '../app/root-route.ts'
import { nextOf, requireSignIn } from '../session/session.ts'
import { loadTexts } from '../texts/texts.ts'
import { catalogFilters } from './courses/catalog-filters.ts'

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
  createRoute({
    getParentRoute: () => learn,
    path: 'sign-in',
    validateSearch: nextOf,
    component: page(() => import('./auth/sign-in-page.tsx'), 'SignInPage'),
  }),
  createRoute({
    getParentRoute: () => learn,
    path: 'register',
    validateSearch: nextOf,
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
    component: page(() => import('./auth/signed-in-page.tsx'), 'SignedInPage'),
  }),
] as const

/** Pages of one reader. */
const own = createRoute({ getParentRoute: () => learn, id: 'own', beforeLoad: requireSignIn })

const owned = [
  createRoute({
    getParentRoute: () => own,
    path: 'course/$course/lesson/$lesson',
    component: page(() => import('./lessons/lesson-page.tsx'), 'LessonPage'),
  }),
  createRoute({
    getParentRoute: () => own,
    path: 'course/$course/done',
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
  // Where the payment provider sends the browser back to: ?transaction=ID&checkout=done
  createRoute({
    getParentRoute: () => own,
    path: 'checkout',
    component: page(() => import('./transactions/checkout-page.tsx'), 'CheckoutPage'),
  }),
  createRoute({
    getParentRoute: () => own,
    path: 'learning',
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
