import { administrator, newLearner } from './support/school.ts'
import { expect, openAs, picture, settle, test } from './support/test.ts'

const quiz = (right: string, points: number) => ({
  pools: [
    {
      questions: [
        {
          ...{ key: 'holds', type: 'single' as const, title: 'Which knot holds?', points },
          options: ['Bowline', 'Reef knot'].map((text) => ({ text, right: text === right })),
        },
      ],
    },
  ],
})

test('a reviewer reads what changed in facts, asks at the place, and sees it answered', async ({
  page,
}) => {
  const [admin, reviewer] = [await administrator(), await newLearner('Rita Reviewer')]
  const { drafts, authoring, members } = admin.lyceum
  const { id: courseId } = await authoring.create.mutate({
    ...{ slug: `knots-${Date.now()}`, title: 'Knots to review', summary: 'Three that hold.' },
    ...{ language: 'en', price: { amount: 0, currency: 'USD' } },
  })
  const { password } = admin
  await members.add.mutate({ courseId, email: reviewer.email, role: 'reviewer', password })
  const { revision } = await drafts.get.query({ courseId })
  const { revision: outlined } = await drafts.replaceOutline.mutate({
    ...{ courseId, revision, sections: [{ title: 'Start', lessons: [] }] },
  })
  const text = { key: 'loop', title: 'A loop', content: 'A loop that never slips.' }
  const first = await drafts.createLesson.mutate({ courseId, revision: outlined, ...text })
  const made = await drafts.createLesson.mutate({
    ...{ courseId, revision: first.draftRevision, key: 'try-it', title: 'Try it', type: 'quiz' },
    quiz: quiz('Bowline', 2),
  })
  await drafts.publish.mutate({ courseId, revision: made.draftRevision, baseVersion: null })
  const edit = async (key: string, changes: object) => {
    const { revision } = await drafts.getLesson.query({ courseId, key })
    return drafts.updateLesson.mutate({ courseId, key, revision, ...changes })
  }
  await edit('loop', { content: 'A loop that hardly ever slips.' })
  const saved = await edit('try-it', { quiz: quiz('Reef knot', 3), due: '2027-01-10' })
  await drafts.requestReview.mutate({ courseId, revision: saved.draftRevision })

  await openAs(page, reviewer, `/studio/${courseId}/publish`)
  const changed = page.getByRole('article').filter({ hasText: 'Try it' })
  await expect(changed).toContainText('Question 1Right answer: Bowline → Reef knot')
  await expect(changed).toContainText('Points: 2 → 3')
  const loop = page.getByRole('article').filter({ hasText: 'A loop' })
  await loop.getByRole('button', { name: 'Show the text' }).click()
  await expect(loop.getByRole('insertion').first()).toHaveText('hardly')
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
  const answered = { courseId, commentId: comment?.id ?? '', text: 'It was wrong before.' }
  await drafts.answerComment.mutate(answered)
  await page.reload()
  await expect(page.getByText('It was wrong before.')).toBeVisible()
  await page.getByRole('button', { name: 'Mark as settled' }).last().click()
  await expect(page.getByText('Settled comments')).toBeVisible()
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
  await page.getByRole('link', { name: 'Read' }).last().click()
  await expect(page.getByText('as its learners see it')).toBeVisible()
  await page.goto(`/studio/${id}/settings`)
  await page.getByRole('button', { name: 'See the certificate' }).click()
  const certificate = page.getByRole('img', { name: 'A certificate of this course' })
  await expect(certificate).toBeVisible({ timeout: 60_000 })
  await settle(page)
  await picture(page, 'certificate-preview')
})
