import { createRoute, lazyRouteComponent as page, redirect } from '@tanstack/react-router'
import { rootRoute } from '../base/root-route.ts'
import { goOnIfSignedIn, nextOf, requireSignIn, requireSignInUnless } from '../session/session.ts'
import { loadTexts } from '../texts/texts.ts'
import { loadInputs } from '../ui/inputs/inputs.ts'
import { toCourse, toLesson } from './courses/links.ts'

/** Pages for learners and visitors. */
const learn = createRoute({
  getParentRoute: () => rootRoute,
  id: 'learn',
  beforeLoad: ({ location: { pathname } }) =>
    pathname === '/' ? loadTexts('catalogue') : loadTexts('catalogue', 'learn'),
})
const own = createRoute({ getParentRoute: () => learn, id: 'own', beforeLoad: requireSignIn })
/** Pages about the account and what was bought, which have more to say. */
const account = createRoute({
  getParentRoute: () => rootRoute,
  id: 'account',
  beforeLoad: () => loadTexts('catalogue', 'learn', 'account'),
})
const ownAccount = createRoute({
  getParentRoute: () => account,
  id: 'ownAccount',
  beforeLoad: requireSignIn,
})

const inLearn = { getParentRoute: () => learn } as const
const inOwn = { getParentRoute: () => own } as const
const inAccount = { getParentRoute: () => account } as const
const inOwnAccount = { getParentRoute: () => ownAccount } as const
const ofPlayer = { ...inOwn, beforeLoad: () => loadTexts('player') } as const
const signsIn = {
  ...inAccount,
  validateSearch: nextOf,
  beforeLoad: goOnIfSignedIn,
  loader: loadInputs,
} as const

const catalog = page(() => import('./courses/catalog-page.tsx'), 'CatalogPage')
const course = page(() => import('./courses/course-page.tsx'), 'CoursePage')
const signIn = page(() => import('./auth/sign-in-page.tsx'), 'SignInPage')
const signInFailed = page(() => import('./auth/sign-in-page.tsx'), 'SignInFailedPage')
const register = page(() => import('./auth/sign-in-page.tsx'), 'RegisterPage')
const resetPassword = page(() => import('./auth/code-pages.tsx'), 'ResetPasswordPage')
const goodbye = page(() => import('./auth/goodbye-page.tsx'), 'GoodbyePage')
const welcome = page(() => import('./auth/own-account-page.tsx'), 'OwnAccountPage')
const lesson = page(() => import('./lessons/lesson-page.tsx'), 'LessonPage')
const done = page(() => import('./certificates/completion-page.tsx'), 'CompletionPage')
const cart = page(() => import('./cart/cart-page.tsx'), 'CartPage')
const purchases = page(() => import('./transactions/purchases-page.tsx'), 'PurchasesPage')
const checkout = page(() => import('./transactions/checkout-page.tsx'), 'CheckoutPage')
const learning = page(() => import('./me/learning-page.tsx'), 'LearningPage')
const notes = page(() => import('./notes/notes-page.tsx'), 'NotesPage')
const week = page(() => import('./home/week-page.tsx'), 'WeekPage')
const notifications = page(() => import('./me/notifications-page.tsx'), 'NotificationsPage')
const certificates = page(() => import('./certificates/certificates-page.tsx'), 'CertificatesPage')
const profile = page(() => import('./me/account-page.tsx'), 'AccountPage')

interface MailedPlace {
  course: string
  lesson?: string
  question?: string
  announcement?: string
}

interface Checkout {
  transaction: string
  checkout?: 'canceled'
}

const open = [
  createRoute({ ...inLearn, path: '/', component: catalog }),
  createRoute({ ...inLearn, path: 'course/$course', component: course }),
  // Visitors read previews, where the catalogue is open.
  createRoute({
    ...inLearn,
    path: 'course/$course/lesson/$lesson',
    beforeLoad: async (address) => {
      await requireSignInUnless('lessons.preview', address)
      // Loads the player's script while the address is resolved.
      const loading = [loadTexts('player'), lesson.preload?.()]
      const { leadToLesson } = await import('./lessons/lesson-address.ts')
      await Promise.all([...loading, leadToLesson(address)])
    },
    component: lesson,
  }),
  // Mails about courses link to ?course=ID (COURSE_PAGE_URL), also with a lesson or announcement,
  // and with a question: without a lesson to those who teach it.
  createRoute({
    ...inLearn,
    path: 'course',
    validateSearch: ({ course, lesson, question, announcement }): MailedPlace => ({
      course: String(course),
      ...(typeof lesson === 'string' && { lesson }),
      ...(typeof question === 'string' && { question }),
      ...(typeof announcement === 'string' && { announcement }),
    }),
    beforeLoad: ({ search: { course, lesson, question, announcement } }) => {
      if (lesson !== undefined) {
        const hash = question === undefined ? '' : `question-${question}`
        throw redirect({ ...toLesson(course, lesson), hash, replace: true })
      }
      if (question !== undefined) {
        const toThreads = { to: '/studio/$course/threads', params: { course } } as const
        throw redirect({ ...toThreads, hash: `question-${question}`, replace: true })
      }
      const hash = announcement === undefined ? '' : `announcement-${announcement}`
      throw redirect({ ...toCourse(course), hash, replace: true })
    },
  }),
] as const

const openAccount = [
  createRoute({ ...inAccount, path: 'cart', loader: loadInputs, component: cart }),
  createRoute({ ...inAccount, path: 'goodbye', component: goodbye }),
  createRoute({ ...signsIn, path: 'sign-in', component: signIn }),
  createRoute({ ...signsIn, path: 'register', component: register }),
  createRoute({
    ...inAccount,
    path: 'reset-password',
    validateSearch: nextOf,
    loader: loadInputs,
    component: resetPassword,
  }),
  // The mail about an account made by the school links here (ACCOUNT_PAGE_URL).
  createRoute({ ...inAccount, path: 'welcome', loader: loadInputs, component: welcome }),
  // Third parties send the browser back here.
  createRoute({
    ...inAccount,
    path: 'signed-in',
    beforeLoad: async () => {
      const { finishThirdParty } = await import('./auth/third-party.ts')
      const finished = await finishThirdParty()
      if (finished.failure === undefined) throw redirect({ href: finished.next, replace: true })
      return finished
    },
    component: signInFailed,
  }),
] as const

const owned = [
  createRoute({ ...ofPlayer, path: 'course/$course/done', component: done }),
  createRoute({ ...inOwn, path: 'learning', loader: loadInputs, component: learning }),
  createRoute({ ...ofPlayer, path: 'learning/notes', component: notes }),
  createRoute({
    ...inOwn,
    path: 'learning/week',
    validateSearch: ({ day }): { day?: string } =>
      /^\d{4}-\d\d-\d\d$/.test(String(day)) ? { day: String(day) } : {},
    loader: loadInputs,
    component: week,
  }),
  createRoute({
    ...inOwn,
    path: 'notifications',
    beforeLoad: () => loadTexts('news'),
    component: notifications,
  }),
  createRoute({ ...inOwn, path: 'learning/certificates', component: certificates }),
] as const

const ownedAccount = [
  createRoute({ ...inOwnAccount, path: 'purchases', component: purchases }),
  // The payment provider returns here, and mails about payments link here.
  createRoute({
    ...inOwnAccount,
    path: 'checkout',
    validateSearch: ({ transaction, checkout }): Checkout => ({
      transaction: String(transaction),
      ...(checkout === 'canceled' && { checkout }),
    }),
    component: checkout,
  }),
  createRoute({ ...inOwnAccount, path: 'account', loader: loadInputs, component: profile }),
] as const

export const learnRoutes = [
  learn.addChildren([...open, own.addChildren([...owned])]),
  account.addChildren([...openAccount, ownAccount.addChildren([...ownedAccount])]),
] as const
