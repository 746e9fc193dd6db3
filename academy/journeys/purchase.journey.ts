import { administrator, mailedCode, mailedLink, newLearner } from './support/school.ts'
import { expect, openAs, test } from './support/test.ts'

test('a declined payment leads back to the cart, whose coupon is still there, and is paid then', async ({
  page,
}) => {
  const [admin, learner] = [await administrator(), await newLearner('Paula Payer')]
  const code = `AGAIN-${process.pid}`
  await admin.lyceum.admin.coupons.create.mutate({ code, takesOff: { percent: 20 } })
  const { id } = await learner.lyceum.courses.get.query({ idOrSlug: 'building-a-course-player' })
  await learner.lyceum.cart.add.mutate({ courseId: id })
  await openAs(page, learner, '/cart')
  await page.getByLabel('Coupon').fill(code)
  await page.getByRole('button', { name: 'Redeem' }).click()
  await expect(page.getByText('$23.20')).toBeVisible()

  await page.getByRole('button', { name: 'Company on receipts' }).click()
  await page.getByRole('textbox', { name: /^Company/ }).fill('Payer & Sons')
  await page.getByLabel(/^Tax number/).fill('DE 12')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText(/not a valid tax number/)).toBeVisible()
  await page.getByLabel(/^Tax number/).fill('DE 123 456 789')
  await page.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByText('Payer & Sons')).toBeVisible()

  await page.getByRole('button', { name: 'Pay' }).click()
  await page.getByRole('button', { name: /^Decline/ }).click()
  await page.getByRole('link', { name: /Return/ }).click()
  await page.getByRole('main').getByRole('link', { name: 'Go to the cart' }).click()
  await expect(page.getByText('$23.20')).toBeVisible()
  await page.getByRole('button', { name: 'Pay' }).click()
  await page.getByRole('button', { name: /^Pay/ }).click()
  await expect(page.getByText('Thank you! Your courses are ready.')).toBeVisible()
  await page.goto('/purchases')
  await expect(page.getByRole('article')).toHaveCount(1)
})

test('the link in the mail opens the page with the code, on another device, too', async ({
  page,
}) => {
  const email = `linda.link.${process.pid}@example.com`
  await page.goto('/register')
  await page.getByLabel('Your name').fill('Linda Link')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill('a link is enough of a hint')
  await page.getByRole('button', { name: 'Create an account' }).click()
  await expect(page.getByLabel('Code from the email')).toBeVisible()
  await page.reload()
  await expect(page.getByLabel('Code from the email')).toBeVisible()

  await page.goto(await mailedLink(email))
  await expect(page.getByLabel('Code from the email')).toHaveValue(await mailedCode(email))
  await page.getByLabel('Password').fill('a link is enough of a hint')
  await page.getByRole('button', { name: 'Confirm' }).click()
  await expect(page.getByRole('button', { name: 'Your account' })).toBeVisible()
})
