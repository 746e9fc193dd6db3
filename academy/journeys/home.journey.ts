import { administrator, newLearner } from './support/school.ts'
import { accessibilityFaults, expect, openAs, picture, settle, test } from './support/test.ts'

const looks = [
  { language: 'en', width: 1280, words: ['Continue here', 'Being graded', 'Your week'] },
  { language: 'ar', width: 390, words: ['المتابعة من هنا', 'قيد التصحيح', 'أسبوعك'] },
] as const

for (const { language, width, words } of looks)
  test(`My courses say where to go on and what waits, in ${language}`, async ({ page }) => {
    const [goOn, waits, week] = words
    await page.setViewportSize({ width, height: 800 })
    const [admin, learner] = [await administrator(), await newLearner('Lina Learner')]
    const { id: courseId, sections } = await admin.lyceum.courses.get.query({
      idOrSlug: 'building-a-course-player',
    })
    await admin.lyceum.learners.enroll.mutate({ user: learner.email, courseId })
    const lessons = sections.flatMap((section) => section.lessons)
    const task = lessons.find(({ type }) => type === 'assignment')
    await learner.lyceum.submissions.create.mutate({ lessonId: task?.id ?? '', text: 'My player.' })

    await openAs(page, learner, `/learning?lang=${language}`)
    const next = page.getByRole('region', { name: goOn })
    await expect(next.getByRole('heading')).toHaveText('A typed client in ten lines')
    await expect(page.getByRole('heading', { name: waits })).toBeVisible()
    await settle(page)
    expect(await accessibilityFaults(page)).toEqual([])
    await picture(page, `home-${language}`)

    await page.goto('/learning/week')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(week)
    await settle(page)
    expect(await accessibilityFaults(page)).toEqual([])
    expect(await page.evaluate(() => document.body.scrollWidth <= innerWidth)).toBe(true)
  })
