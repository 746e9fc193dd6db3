import type { Page } from '@playwright/test'
import { type Account, administrator, newLearner, signedInAgain } from './support/school.ts'
import { expect, openAs, test } from './support/test.ts'

/*
 * Each role sees the controls that the server would accept from it, and no others. The journey asks
 * the server: each call has a field that no operation knows, so it changes nothing.
 */
const course = 'building-a-course-player'

/** Pages by address, each with the operation it reads. */
type Pages = Record<string, string>
/** Controls by name, each with its page and the operation it calls. */
type Controls = Record<string, [page: string, calls: string]>

const pagesOfCourse: Pages = {
  '': 'drafts.get',
  '/read': 'versions.get',
  '/files': 'files.list',
  '/publish': 'drafts.impact',
  '/versions': 'versions.list',
  '/history': 'authoring.history',
  '/members': 'members.list',
  '/learners': 'learners.list',
  '/announcements': 'announcements.list',
  '/grading': 'submissions.list',
  '/gradebook': 'grades.gradebook',
  '/questions': 'questions.statistics',
  '/flaws': 'flaws.list',
  '/threads': 'threads.taught',
}
// The course is written in a folder: nobody gets the controls that edit its draft.
const controlsOfCourse: Controls = {
  'See what would happen': ['/publish', 'moves.create'],
  'Add a member': ['/members', 'members.add'],
  'Enroll a person': ['/learners', 'learners.enroll'],
  Seats: ['/learners', 'learners.setSeats'],
  'New announcement': ['/announcements', 'announcements.post'],
  'Extend the due date': ['/gradebook', 'learners.extend'],
  'Add an accommodation': ['/gradebook', 'grades.grant'],
  'Excuse somebody': ['/gradebook', 'grades.excuse'],
}
/** The terms of a course, for everyone who sees its settings. */
const settings = { '/settings': 'authoring.update', '/source': 'sources.sync' }

const pagesOfDesk: Pages = {
  '': 'admin.sales.report',
  '/users': 'admin.users.list',
  '/enrollments': 'admin.enrollments.list',
  '/bulk': 'admin.bulkEnrollments.list',
  '/cohorts': 'admin.cohorts.list',
  '/invitations': 'admin.invitations.list',
  '/reports': 'admin.reports.courses',
  '/gradebook': 'grades.gradebook',
  '/certificates': 'certificates.adminList',
  '/transactions': 'admin.transactions.list',
  '/sales': 'admin.sales.report',
  '/coupons': 'admin.coupons.list',
  '/webhooks': 'admin.webhooks.list',
  ...Object.fromEntries(
    ['', '/access', '/certificate', '/front', '/mails', '/receipts'].map((of) => [
      `/settings${of}`,
      'admin.settings.get',
    ]),
  ),
  '/events': 'events.list',
  '/api-keys': 'admin.apiKeys.list',
  '/jobs': 'admin.jobs.list',
  '/mails': 'admin.mails.list',
  '/audit': 'admin.audit.list',
}
const controlsOfDesk: Controls = {
  'New account': ['/users', 'admin.users.create'],
  'New class': ['/cohorts', 'admin.cohorts.create'],
  'Invite a person': ['/invitations', 'admin.invitations.create'],
  'New coupon': ['/coupons', 'admin.coupons.create'],
  'New webhook': ['/webhooks', 'admin.webhooks.create'],
  'New key': ['/api-keys', 'admin.apiKeys.create'],
}

test('who works on a course is shown what the server would take from them', async ({ page }) => {
  const admin = await administrator()
  const { id: courseId } = await admin.lyceum.courses.get.query({ idOrSlug: course })
  const name = `Roles ${process.pid}`
  await admin.lyceum.admin.cohorts.create.mutate({ name })
  const roles = ['owner', 'author', 'reviewer', 'grader', 'teacher'] as const
  const members = [
    ...roles.map((role) => ({ role })),
    { role: 'teacher' as const, cohorts: [name] },
  ]
  const team = await Promise.all(
    members.map(async (member) => {
      const account = await newLearner()
      const { email } = account
      const proof = { password: admin.password }
      await admin.lyceum.members.add.mutate({ courseId, email, ...member, ...proof })
      return account
    }),
  )
  for (const account of [admin, ...team]) {
    const takes = takesFrom(account, courseId)
    const open = await allowed(takes, { ...pagesOfCourse, ...settings })
    // Whoever sees the draft reads the course there.
    const pages = open.filter((one) => one !== '/read' || !open.includes(''))
    await openAs(page, account, `/studio/${courseId}`)
    expect(await linksIn(page, 'This course', `/studio/${courseId}`)).toEqual(pages)
    await expectControls(page, controlsOfCourse, { pages, takes, base: `/studio/${courseId}` })
  }
})

test('who works in administration is shown what the server would take from them', async ({
  page,
}) => {
  const admin = await administrator()
  const { id: courseId } = await admin.lyceum.courses.get.query({ idOrSlug: course })
  const staff = await Promise.all(
    (['support', 'finance'] as const).map(async (role) => {
      const account = await newLearner()
      const { id: userId } = account
      const { password } = admin
      await admin.lyceum.admin.users.setRole.mutate({ userId, role, password })
      return signedInAgain(account)
    }),
  )
  for (const account of [admin, ...staff]) {
    const takes = takesFrom(account, courseId)
    const pages = await allowed(takes, pagesOfDesk)
    await openAs(page, account, '/desk/users')
    expect(await linksIn(page, 'Desk', '/desk')).toEqual(pages)
    await expectControls(page, controlsOfDesk, { pages, takes, base: '/desk' })
  }

  await openAs(page, await newLearner(), '/desk')
  await expect(page.getByRole('heading', { name: 'You do not have access' })).toBeVisible()
  await expect(page.getByRole('link', { name: /^(Desk|Studio)$/ })).toHaveCount(0)
})

type Takes = (kind: 'reads' | 'calls', operation: string) => Promise<boolean>

/** Asks the server whether it would accept a call from the account. */
function takesFrom({ token }: Account, courseId: string): Takes {
  const base = process.env.ACADEMY_URL
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const input = JSON.stringify({ courseId, isNoField: true })
  return async (kind, operation) => {
    const answer =
      kind === 'reads'
        ? await fetch(`${base}/trpc/${operation}?input=${encodeURIComponent(input)}`, { headers })
        : await fetch(`${base}/trpc/${operation}`, { method: 'POST', headers, body: input })
    const { error } = (await answer.json()) as { error: { data: { error: string } } }
    if (['Forbidden', 'CourseNotFound'].includes(error.data.error)) return false
    expect(`${operation}: ${error.data.error}`).toMatch(/: (Invalid|Missing)Fields$/)
    return true
  }
}

async function allowed(takes: Takes, pages: Pages): Promise<string[]> {
  const answers = await Promise.all(
    Object.entries(pages).map(async ([path, reads]) => {
      const kind = Object.values(settings).includes(reads) ? 'calls' : 'reads'
      return (await takes(kind, reads)) ? [path] : []
    }),
  )
  return answers.flat().sort()
}

async function linksIn(page: Page, navigation: string, base: string): Promise<string[]> {
  const links = page.getByRole('navigation', { name: navigation }).getByRole('link')
  await expect(links.first()).toBeVisible()
  const paths = await links.evaluateAll((all) => all.map((one) => one.getAttribute('href') ?? ''))
  return paths.map((path) => path.replace(base, '')).sort()
}

async function expectControls(
  page: Page,
  controls: Controls,
  { pages, takes, base }: { pages: string[]; takes: Takes; base: string },
): Promise<void> {
  for (const path of pages) {
    const own = Object.entries(controls).filter(([, [where]]) => where === path)
    if (own.length === 0) continue
    const link = page.locator(`nav a[href="${base}${path}"]`).first()
    await link.click()
    await expect(link).toHaveAttribute('aria-current', 'page')
    await expect(page.getByText('Loading …')).toHaveCount(0)
    await expect(page.locator('[aria-busy=true]')).toHaveCount(0)
    for (const [name, [, operation]] of own) {
      const control = page
        .getByRole('button', { name, exact: true })
        .or(page.getByLabel(name, { exact: true }))
      await expect(control, `${name} on ${path}`).toHaveCount(
        (await takes('calls', operation)) ? 1 : 0,
      )
    }
  }
}
