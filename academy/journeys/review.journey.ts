import { lesson } from './support/lesson.ts'
import { administrator, newLearner } from './support/school.ts'
import { expect, openAs, picture, settle, test } from './support/test.ts'

function quiz(right: string, points: number) {
  const options = ['Bowline', 'Reef knot'].map((text) => ({ text, right: text === right }))
  const question = { key: 'holds', type: 'single' as const, title: 'Which knot holds?' }
  return { pools: [{ questions: [{ ...question, points, options }] }] }
}

/** Publishes a course with a text and a quiz. */
async function published() {
  const { author, courseId } = await lesson('A loop that never slips.')
  const { drafts } = author.lyceum
  const { revision } = await drafts.get.query({ courseId })
  const second = { courseId, revision, key: 'try-it', title: 'Try it', type: 'quiz' as const }
  const made = await drafts.createLesson.mutate({ ...second, quiz: quiz('Bowline', 2) })
  await drafts.publish.mutate({ courseId, revision: made.draftRevision, baseVersion: null })
  const edit = async (key: string, changes: object) => {
    const { revision } = await drafts.getLesson.query({ courseId, key })
    return (await drafts.updateLesson.mutate({ courseId, key, revision, ...changes })).draftRevision
  }
  return { author, courseId, drafts, edit, publishing: `/studio/${courseId}/publish` }
}

test('a reviewer reads what changed in facts, asks at the place, and sees it answered', async ({
  page,
}) => {
  const { author, courseId, drafts, edit, publishing } = await published()
  const [{ password }, reviewer] = [author, await newLearner('Rita Reviewer')]
  const reviewing = { email: reviewer.email, role: 'reviewer' as const }
  await author.lyceum.members.add.mutate({ courseId, ...reviewing, password })
  await edit('one', { content: 'A loop that hardly ever slips.', available: '7 days after cohort' })
  const revision = await edit('try-it', { quiz: quiz('Reef knot', 3), due: '2027-01-10' })
  await drafts.requestReview.mutate({ courseId, revision })

  await openAs(page, reviewer, publishing)
  const changed = page.getByRole('article').filter({ hasText: 'Try it' })
  await expect(changed).toContainText('Question 1Right answer: Bowline → Reef knot')
  await expect(changed).toContainText('Points: 2 → 3')
  await expect(changed).toContainText('Jan 10, 2027')
  const loop = page.getByRole('article').filter({ hasText: 'One' })
  await expect(loop).toContainText('7 days after the cohort begins')
  await loop.getByRole('button', { name: 'Show the text' }).click()
  await expect(loop.getByRole('insertion').filter({ hasText: 'hardly' })).toBeVisible()
  const answer = changed.getByRole('listitem').filter({ hasText: 'Right answer' }).last()
  await answer.getByRole('button', { name: 'Ask for a change' }).click()
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Question 1, Options')
  await dialog.getByLabel('Comment').fill('Why is this right now?')
  await dialog.getByRole('button', { name: 'Ask for a change' }).click()
  await expect(page.getByText('Why is this right now?')).toBeVisible()
  await settle(page)
  await picture(page, 'review')
  await page.getByRole('button', { name: 'Ask for changes' }).click()
  await dialog.getByLabel('Comment').fill('One question.')
  await dialog.getByRole('button', { name: 'Ask for changes' }).click()
  await expect(page.getByText('One question.')).toBeVisible()

  const [comment] = (await drafts.comments.query({ courseId, key: 'try-it' })).items
  const answerTo = comment?.id ?? ''
  await drafts.comment.mutate({ courseId, answerTo, text: 'It was wrong before.' })
  await page.reload()
  await expect(page.getByText('It was wrong before.')).toBeVisible()
  await page.getByRole('button', { name: 'Mark as settled' }).last().click()
  await expect(page.getByText('Settled comments')).toBeVisible()
})

test('who gets a minor change is chosen by one of two buttons that look the same', async ({
  page,
}) => {
  const { author, courseId, edit, publishing } = await published()
  const { email, lyceum } = await newLearner()
  await author.lyceum.learners.enroll.mutate({ user: email, courseId })
  const versionOf = async () => (await lyceum.courses.get.query({ idOrSlug: courseId })).version

  for (const [name, version] of [
    ['Only for new learners', 1],
    ['Publish for everybody', 3],
  ] as const) {
    await edit('one', { content: `A loop that never slips: ${name}.` })
    await openAs(page, author, publishing)
    const buttons = page.getByRole('button', { name: /everybody|new learners/ })
    await expect(buttons).toHaveCount(2)
    const [one, other] = await buttons.evaluateAll((all) => all.map(({ className }) => className))
    expect(one).toBe(other)
    await page.getByRole('button', { name }).click()
    await expect(buttons).toHaveCount(0)
    await expect.poll(versionOf).toBe(version)
  }
})

test('an author sees the whole draft, an old version and the certificate as learners do', async ({
  page,
}) => {
  const admin = await administrator()
  const { id } = await admin.lyceum.courses.get.query({ idOrSlug: 'building-a-course-player' })
  await openAs(page, admin, `/studio/${id}`)
  await page.getByRole('link', { name: 'See it as learners do' }).click()
  const outline = page.getByRole('main').getByRole('navigation', { name: 'Outline' })
  await expect(outline.getByRole('link').first()).toHaveAttribute('aria-current', 'page')
  const { sections } = await admin.lyceum.drafts.get.query({ courseId: id })
  const lessons = sections.flatMap((section) => section.lessons)
  const title = lessons.find(({ type }) => type === 'quiz')?.title ?? ''
  await outline.getByRole('link', { name: title }).click()
  await page.getByRole('button', { name: 'Begin' }).click()
  await expect(page.getByRole('button', { name: 'See the result' })).toBeVisible()
  await settle(page)
  await picture(page, 'preview')

  await page.goto(`/studio/${id}/versions`)
  await page.getByRole('link', { name: 'Read', exact: true }).last().click()
  await expect(page.getByText('as its learners see it')).toBeVisible()
  await page.goto(`/studio/${id}/settings`)
  const asked = page.waitForRequest(/authoring.certificatePreview/)
  await page.getByLabel('Who issues the certificates').fill('Faculty of Knots')
  await page.getByRole('button', { name: 'See the certificate' }).click()
  expect((await asked).postData()).toContain('Faculty of Knots')
  const certificate = page.getByRole('img', { name: 'A certificate of this course' })
  await expect(certificate).toBeVisible({ timeout: 60_000 })
  await settle(page)
  await picture(page, 'certificate-preview')
})
