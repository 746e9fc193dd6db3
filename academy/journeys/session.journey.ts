import type { Page } from '@playwright/test'
import { administrator, newLearner } from './support/school.ts'
import { expect, openAs, test } from './support/test.ts'

test('a sign-out ends everything in every tab', async ({ page, context }) => {
  const learner = await newLearner()
  await openAs(page, learner, '/learning')
  const other = await context.newPage()
  await other.goto('/account')
  await expect(other.getByRole('heading', { level: 1 })).toBeVisible()

  await page.getByRole('button', { name: 'Your account' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()

  for (const tab of [page, other]) {
    await expect(tab.getByRole('link', { name: 'Sign in' }).first()).toBeVisible()
    await expect(tab.getByText(learner.email)).toHaveCount(0)
  }
  const kept = await page.evaluate(async () => {
    const databases = await indexedDB.databases()
    const stored = await Promise.all(databases.map(({ name = '' }) => everythingIn(name)))
    return JSON.stringify([{ ...localStorage }, { ...sessionStorage }, stored])

    function everythingIn(name: string): Promise<unknown[]> {
      return new Promise((resolve, reject) => {
        const opening = indexedDB.open(name)
        opening.onerror = () => reject(opening.error)
        opening.onsuccess = () => {
          const stores = [...opening.result.objectStoreNames]
          if (stores.length === 0) return resolve([])
          const found: unknown[] = []
          const transaction = opening.result.transaction(stores)
          for (const store of stores) {
            const all = transaction.objectStore(store).getAll()
            all.onsuccess = () => found.push(...all.result)
          }
          transaction.oncomplete = () => resolve(found)
        }
      })
    }
  })
  expect(kept).not.toContain(learner.email)
  expect(kept).not.toContain(learner.id)
})

test('a sign-out elsewhere leaves no page open, whatever is unsaved on it', async ({
  page,
  context,
}) => {
  const author = await administrator()
  const { id: courseId } = await author.lyceum.authoring.create.mutate({
    slug: `unsaved-${process.pid}`,
    title: 'Unsaved',
    summary: 'A course whose author is disturbed.',
    language: 'en',
    price: { amount: 0, currency: 'EUR' },
  })
  const { revision } = await author.lyceum.drafts.get.query({ courseId })
  const lesson = { courseId, revision, key: 'one', title: 'One' }
  await author.lyceum.drafts.createLesson.mutate(lesson)
  await page.route(/drafts\.updateLesson/, () => undefined)
  await openAs(page, author, `/studio/${courseId}/lesson/one`)
  await page.getByLabel('Title').pressSequentially('Secret')
  page.on('dialog', (dialog) => dialog.dismiss())
  const other = await context.newPage()
  // The question comes in the tab that signs out.
  other.on('dialog', (dialog) => dialog.accept())
  await other.goto('/learning')

  await other.getByRole('button', { name: 'Your account' }).click()
  await other.getByRole('button', { name: 'Sign out' }).click()

  await expect(page).toHaveURL('/')
})

test('an ended session asks for the password above the page, and keeps what was typed', async ({
  page,
}) => {
  const learner = await newLearner()
  await openAs(page, learner, '/account')
  const name = page.getByLabel('Name', { exact: true }).first()
  await name.fill('Augusta Ada King')

  await learner.lyceum.auth.logoutEverywhere.mutate()
  await pressSave(page)
  const dialog = page.getByRole('dialog', { name: 'Please sign in again' })
  await expect(dialog.getByLabel('Email')).toBeFocused()
  for (const _ of [1, 2, 3]) await page.keyboard.press('Escape')
  await expect(dialog).toBeVisible()
  await dialog.getByLabel('Email').fill(learner.email)
  await dialog.getByLabel('Password').fill(learner.password)
  await dialog.getByRole('button', { name: 'Sign in' }).click()

  await expect(dialog).toBeHidden()
  await expect(name).toHaveValue('Augusta Ada King')
  await page.getByRole('button', { name: 'Save' }).first().click()
  await expect(page.getByRole('status').getByText('Saved.')).toBeVisible()
})

test('a session that ended at the server keeps what was typed in every tab, and all go on', async ({
  page,
  context,
}) => {
  const learner = await newLearner()
  await openAs(page, learner, '/account')
  const other = await context.newPage()
  await other.goto('/account')
  const tabs = [page, other]
  for (const tab of tabs)
    await tab.getByLabel('Name', { exact: true }).first().fill('Augusta Ada King')
  await page.evaluate(() => localStorage.setItem('academy.typed.essay', '"A draft"'))

  await learner.lyceum.auth.logoutEverywhere.mutate()
  await pressSave(page)
  for (const tab of tabs)
    await expect(tab.getByRole('dialog', { name: 'Please sign in again' })).toBeVisible()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Email').fill(learner.email)
  await dialog.getByLabel('Password').fill(learner.password)
  await dialog.getByRole('button', { name: 'Sign in' }).click()

  for (const tab of tabs) {
    await expect(tab.getByRole('dialog')).toBeHidden()
    await expect(tab.getByLabel('Name', { exact: true }).first()).toHaveValue('Augusta Ada King')
  }
  expect(await other.evaluate(() => localStorage.getItem('academy.typed.essay'))).toBe('"A draft"')
})

test('a page that needs a login leads there, and back again', async ({ page }) => {
  const learner = await newLearner()
  await page.goto('/learning?status=completed')
  await expect(page).toHaveURL(/\/sign-in\?next=/)

  await page.getByLabel('Email').fill(learner.email)
  await page.getByLabel('Password').fill(learner.password)
  await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click()

  await expect(page).toHaveURL(/\/learning\?status=completed$/)
})

test('a third party that refuses leads back to where the reader was', async ({ page }) => {
  await page.goto('/robots.txt')
  await page.evaluate(() =>
    sessionStorage.setItem('academy.thirdParty', '{"what":"signIn","next":"/cart"}'),
  )
  await page.goto('/signed-in?error=SignInRefused')
  await expect(page.getByText('The other service did not sign you in')).toBeVisible()

  await page.getByRole('main').getByRole('link', { name: 'Sign in' }).click()
  await expect(page).toHaveURL(/\/sign-in\?next=%2Fcart$/)
})

test('no address ever holds a token, and none leads to another site', async ({ page }) => {
  const learner = await newLearner()
  const addresses: string[] = []
  page.on('request', (request) => addresses.push(request.url()))
  await page.goto('/sign-in?next=//evil.example')
  await page.getByLabel('Email').fill(learner.email)
  await page.getByLabel('Password').fill(learner.password)
  await page.getByRole('main').getByRole('button', { name: 'Sign in', exact: true }).click()
  await expect(page.getByRole('button', { name: 'Your account' })).toBeVisible()

  const origin = new URL(page.url()).origin
  for (const address of addresses) {
    expect(address.startsWith(`${origin}/`)).toBe(true)
    expect(address).not.toMatch(/eyJ|token=/)
  }
})

test('whoever is signed in is led to no other site either', async ({ page }) => {
  const learner = await newLearner()
  const strange: string[] = []
  page.on('request', (request) => {
    if (new URL(request.url()).hostname.endsWith('evil.example')) strange.push(request.url())
  })
  for (const next of [
    'https://evil.example/x',
    '//evil.example',
    'https:evil.example',
    '/%09/evil',
  ])
    for (const door of ['sign-in', 'register']) {
      await openAs(page, learner, `/${door}?next=${encodeURIComponent(next)}`)
      await expect(page.getByRole('button', { name: 'Your account' })).toBeVisible()
    }
  expect(strange).toEqual([])
})

test('no address breaks a page, whatever is typed there', async ({ page }) => {
  const value = encodeURIComponent('{"toString":1,"__proto__":{"x":1}}')
  await openAs(page, await newLearner(), `/?q=${value}&tag=${value}&sort=${value}`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Courses')
  await page.goto(`/course?course=${value}`)
  await expect(page.getByText('There is no such course')).toBeVisible()
  await page.goto('/course/first-hour-with-the-api/lesson/01-what-you-will-build#%E0%A4%A')
  await expect(page.getByText('What you will build').first()).toBeVisible()
  await expect(page.locator('.markdown p').first()).toBeVisible()
})

test('whoever goes to another page by keyboard is in it, not before its beginning', async ({
  page,
}) => {
  await openAs(page, await newLearner(), '/')
  await page.getByRole('link', { name: /Your first hour/ }).press('Enter')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(/Your first hour/)

  await expect(page.getByRole('main')).toBeFocused()
})

test('a reload keeps the place on the page', async ({ page }) => {
  const lesson = '/course/first-hour-with-the-api/lesson/01-what-you-will-build'
  await openAs(page, await newLearner(), lesson)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('What you will build')
  await page.mouse.wheel(0, 300)
  await expect.poll(() => page.evaluate(() => scrollY)).toBe(300)

  await page.reload()

  await expect.poll(() => page.evaluate(() => scrollY)).toBe(300)
})

test('a tab of an older build goes on with the newer one, and loads itself anew only once', async ({
  context,
}) => {
  // The console complains of missing scripts.
  const page = await context.newPage()
  await openAs(page, await administrator(), '/learning')
  await expect(page.getByRole('link', { name: 'Desk' })).toBeVisible()
  let documents = 0
  page.on('request', (request) => {
    if (request.isNavigationRequest()) documents += 1
  })
  await context.route('**/assets/*.js', (route) =>
    documents === 0 ? route.fulfill({ status: 404 }) : route.continue(),
  )

  await page.getByRole('link', { name: 'Desk' }).click()

  await expect(page.getByRole('heading', { level: 1, name: 'Overview' })).toBeVisible()
  expect(documents).toBe(1)
})

/** Presses the button itself: the page may have noticed the end first, and its dialog cover it. */
function pressSave(page: Page): Promise<void> {
  return page.getByRole('button', { name: 'Save' }).first().dispatchEvent('click')
}
