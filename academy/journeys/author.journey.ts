import type { Page } from '@playwright/test'
import { administrator, newLearner } from './support/school.ts'
import { expect, openAs, picture, settle, test } from './support/test.ts'

test('an author writes a course from nothing, publishes it, and sees whom a correction hits', async ({
  page,
}) => {
  const title = 'Knots for sailors'
  const author = await administrator()
  await openAs(page, author, '/studio')
  await page.getByRole('button', { name: 'New course' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Title').fill(title)
  await dialog.getByLabel('Summary').fill('Three knots that hold, and how to undo them.')
  await dialog.getByRole('button', { name: 'Create' }).click()
  await expect(page.getByRole('heading', { name: 'Outline' })).toBeVisible()
  const outline = page.url()

  await addLesson(page, 'The bowline', 'A loop that **never** slips.')
  await page.getByRole('checkbox', { name: 'Open to everybody' }).check()
  await page.getByRole('link', { name: 'Back to the outline' }).click()
  await expect(page.getByText('Preview', { exact: true })).toBeVisible()
  await addLesson(page, 'The reef knot', 'It joins two ropes of the same size.')
  await page.goto(`${outline}/publish`)
  await expect(page.getByText('First version')).toBeVisible()
  await page.getByLabel('Note').fill('The first two knots.')
  await page.getByRole('button', { name: 'Publish now' }).click()
  await expect(page.getByRole('status').getByText('Published.')).toBeVisible()

  // Somebody completes it, and somebody is on the way.
  const [courseId = ''] = /[^/]+$/.exec(outline) ?? []
  const { lyceum } = await newLearner('Ben Ainslie')
  await lyceum.transactions.create.mutate({ courseIds: [courseId] })
  const course = await lyceum.courses.get.query({ idOrSlug: courseId })
  const lessons = course.sections.flatMap((section) => section.lessons)
  for (const { id } of lessons)
    await lyceum.progress.update.mutate({ lessonId: id, completed: true })
  const other = await newLearner('Ellen MacArthur')
  await other.lyceum.transactions.create.mutate({ courseIds: [courseId] })
  const [first] = lessons
  await other.lyceum.progress.update.mutate({ lessonId: first?.id ?? '', completed: true })

  await page.goto(outline)
  await addLesson(page, 'The clove hitch', 'It holds a fender, for a while.')
  await page.goto(`${outline}/publish`)
  await expect(page.getByText('Large change')).toBeVisible()
  await expect(page.getByText('Learners today')).toBeVisible()
  await expect(
    page.getByText('Completed stays completed, and certificates stay valid.'),
  ).toBeVisible()
  await expect(page.getByRole('heading', { name: 'The clove hitch' })).toBeVisible()
  await settle(page)
  await picture(page, 'impact')
  await page.getByLabel('Note').fill('A third knot.')
  await page.getByRole('button', { name: 'Publish now' }).click()
  await expect(page.getByRole('status').getByText('Published.')).toBeVisible()

  await page.goto(outline)
  await addLesson(page, 'The granny knot', 'It slips.')
  await page.goto(`${outline}/publish`)
  await page.getByRole('button', { name: 'Discard the draft' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Discard the draft' }).click()
  await expect(page.getByText('There is no draft to publish.')).toBeVisible()

  await page.getByRole('link', { name: 'Versions' }).click()
  await expect(page.getByText('The first two knots.')).toBeVisible()
  await expect(page.getByText('A third knot.')).toBeVisible()
  const { items } = await lyceum.me.courses.query()
  expect(items[0]).toMatchObject({ percent: 100, newerVersion: { note: 'A third knot.' } })
})

async function addLesson(page: Page, title: string, text: string): Promise<void> {
  await page.getByRole('button', { name: 'Add a lesson' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Title').fill(title)
  await dialog.getByRole('button', { name: 'Add' }).click()
  await expect(page).toHaveURL(/\/lesson\//)
  await page.getByRole('textbox', { name: 'Text' }).fill(text)
  await expect(page.getByText('Saved', { exact: true })).toBeVisible()
}
