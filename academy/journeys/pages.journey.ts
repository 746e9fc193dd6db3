import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { accessibilityFaults, expect, openAs, settle, test } from './support/test.ts'
import { accountOf, addressOf, type Who } from './support/things.ts'

const { SCREENSHOTS = 'test-results' } = process.env
const looks = [
  { name: 'light', width: 1280, scheme: 'light' },
  { name: 'dark', width: 1280, scheme: 'dark' },
  { name: 'phone', width: 360, scheme: 'light' },
] as const

interface Visit {
  path: string
  who: Who
  /** It makes no calls, so nothing can fail. */
  isStatic?: true
  /** The page's own operation, where the frame around it calls the same one. */
  asks?: string
}

const visits: Record<string, Visit> = {
  catalog: { path: '/', who: 'learner' },
  welcome: { path: '/', who: 'nobody', isStatic: true },
  course: { path: '/course/building-a-course-player', who: 'learner' },
  lesson: { path: '/course/first-hour-with-the-api/lesson/01-what-you-will-build', who: 'learner' },
  'sign-in': { path: '/sign-in', who: 'nobody', isStatic: true },
  register: { path: '/register', who: 'nobody', isStatic: true },
  'reset-password': { path: '/reset-password', who: 'nobody', isStatic: true },
  'own-account': { path: '/welcome', who: 'nobody', isStatic: true },
  'not-found': { path: '/coursess', who: 'nobody', isStatic: true },
  cart: { path: '/cart', who: 'learner', asks: 'cart.get' },
  purchases: { path: '/purchases', who: 'learner' },
  learning: { path: '/learning', who: 'learner' },
  certificates: { path: '/learning/certificates', who: 'learner', asks: 'me.get' },
  account: { path: '/account', who: 'learner', asks: 'me.get' },
  notes: { path: '/learning/notes', who: 'learner' },
  week: { path: '/learning/week', who: 'learner' },
  notifications: { path: '/notifications', who: 'learner' },
}

const studio = [
  '',
  'lesson/KEY',
  'preview',
  'files',
  'settings',
  'source',
  'publish',
  'versions',
  'history',
  'members',
]
const teaching = [
  ...['learners', 'stopped', 'announcements', 'grading', 'gradebook', 'questions'],
  ...['threads', 'flaws'],
]
for (const page of [...studio, ...teaching])
  visits[`studio-${page === '' ? 'outline' : page.split('/')[0]}`] = {
    path: `/studio/COURSE/${page}`.replace(/\/$/, ''),
    who: 'admin',
  }
const school = ['', 'users', 'enrollments', 'bulk', 'cohorts', 'invitations', 'reports']
const money = ['transactions', 'sales', 'coupons', 'certificates', 'gradebook?course=COURSE']
const service = ['webhooks', 'events', 'api-keys', 'jobs', 'mails', 'audit']
for (const page of [...school, ...money, ...service])
  visits[`desk-${page === '' ? 'overview' : page.split('?')[0]}`] = {
    path: `/desk/${page}`.replace(/\/$/, ''),
    who: 'admin',
  }

const things = {
  'studio-queue': '/studio/grading',
  'studio-read': '/studio/COURSE/read',
  'studio-version': '/studio/COURSE/versions/1',
  'studio-learner': '/studio/COURSE/learners/LEARNER',
  'studio-submission': '/studio/grading/COURSE/SUBMISSION',
  'desk-front': '/desk/settings/front',
  'desk-user': '/desk/users/LEARNER',
  'desk-enrollment': '/desk/enrollments/LEARNER/COURSE',
  'desk-report': '/desk/reports/COURSE',
  'desk-cohort': '/desk/cohorts/COHORT',
  'desk-transaction': '/desk/transactions/TRANSACTION',
  'desk-webhook': '/desk/webhooks/WEBHOOK',
}
for (const [name, path] of Object.entries(things)) visits[name] = { path, who: 'admin' }

for (const [name, { path, who, isStatic, asks }] of Object.entries(visits)) {
  test(`${name}: everybody can use it, light, dark and on a phone`, async ({ page }) => {
    await openAs(page, await accountOf(who), await addressOf(path))
    await settle(page)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()

    for (const { name: look, width, scheme } of looks) {
      await page.setViewportSize({ width, height: 800 })
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' })
      // Colors change with the next frame.
      await page.evaluate(() => new Promise((done) => setTimeout(done, 100)))
      await page.screenshot({ path: join(SCREENSHOTS, `${name}-${look}.png`), fullPage: true })
      expect([look, await accessibilityFaults(page)]).toEqual([look, []])
      expect([look, await overflowOf(page)]).toEqual([look, 0])
    }
    await page.evaluate(() => document.documentElement.setAttribute('dir', 'rtl'))
    expect(['right to left', await overflowOf(page)]).toEqual(['right to left', 0])
  })

  if (isStatic) continue
  test(`${name}: says so while it loads, and when it fails, is not open or cannot be reached`, async ({
    page,
  }) => {
    await openAs(page, await accountOf(who), '/sign-in')
    for (const [answer, said] of Object.entries(failures)) {
      await page.unrouteAll({ behavior: 'ignoreErrors' })
      await page.route(/\/trpc\//, async (route) => {
        const operations =
          new URL(route.request().url()).pathname.split('/').at(-1)?.split(',') ?? []
        // The frame's own calls succeed.
        if (operations.every((one) => frame.includes(one) && one !== asks)) return route.continue()
        if (answer === 'waits') return
        if (answer === 'offline') return route.abort()
        const problem = {
          error: answer,
          message: 'Refused for a test.',
          status: Number(statusOf(answer)),
        }
        await route.fulfill({
          status: 207,
          json: operations.map(() => ({ error: { code: -32603, message: '', data: problem } })),
        })
      })
      await page.goto(await addressOf(path))
      await expect(page.getByText(said).first(), answer).toBeVisible()
    }
  })
}

const frame = ['site.config', 'me.get', 'me.unreadNotifications', 'cart.get', 'authoring.list']
const failures = {
  waits: 'Loading …',
  offline: 'No connection',
  Forbidden: 'You do not have access',
  InternalError: 'That did not work',
}

function statusOf(error: string): number {
  return error === 'Forbidden' ? 403 : 500
}

/** Returns how far the page scrolls sideways, in pixels. */
function overflowOf(page: Page): Promise<number> {
  return page.evaluate(() => document.documentElement.scrollWidth - innerWidth)
}
