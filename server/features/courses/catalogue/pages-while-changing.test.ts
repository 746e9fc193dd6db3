import { randomInt, randomUUID } from 'node:crypto'
import { beforeAll, expect, test } from 'vitest'
import type { CourseContent } from '../../../../content/draft.ts'
import { forAllTests, startApi } from '../../../test/api.ts'
import { atOnce, tally } from '../../../test/at-once.ts'
import { courseContent, type GivenUser } from '../../../test/given.ts'
import { publishCourse } from '../../authoring/import/publish-course.ts'
import { archiveCourse } from '../courses/archive-course.ts'
import type { ListCoursesInput } from '../courses/schema.ts'
import { indexLessons } from '../search/index-lessons.ts'

const api = await forAllTests(startApi())

const [lasting, changing] = [24, 8]

let reader: GivenUser

/** Draws random terms from few values, so that many courses share a place. */
function anyCourse(slug: string): CourseContent {
  const title = ['Lanterns', 'Old lanterns', 'Lanterns at sea', 'Lighthouses'][randomInt(4)] ?? ''
  return {
    ...courseContent({ slug, title, price: { amount: randomInt(3) * 100, currency: 'USD' } }),
    summary: 'On lanterns.',
    categories: ['light'],
  }
}

beforeAll(async () => {
  reader = await api.given.learner()
  for (let number = 0; number < lasting; number++) {
    await publishCourse(api.deps, anyCourse(`lasting-${number}`))
    await publishCourse(api.deps, anyCourse(`changing-${number % changing}`), { setPrice: true })
    if (number % 3 === 0) await api.given.enrollment(reader, { slug: `lasting-${number}` })
  }
  await indexLessons(api.deps)
})

async function walk(input: Partial<ListCoursesInput>): Promise<string[]> {
  const seen: string[] = []
  let cursor: string | undefined
  do {
    const page = await api.as(reader).courses.list.query({
      ...input,
      limit: 1 + randomInt(4),
      ...(cursor !== undefined && { cursor }),
    })
    seen.push(...page.items.map(({ slug }) => slug))
    cursor = page.nextCursor ?? undefined
  } while (cursor !== undefined)
  return seen.filter((slug) => slug.startsWith('lasting-'))
}

async function change(): Promise<void> {
  const slug = `changing-${randomInt(changing)}`
  if (randomInt(3) === 0) await archiveCourse(api.deps, slug)
  else await publishCourse(api.deps, anyCourse(slug), { setPrice: true })
  if (randomInt(3) === 0) await publishCourse(api.deps, anyCourse(`new-${randomUUID()}`))
}

test.each<Partial<ListCoursesInput>>([
  {},
  { category: 'light' },
  { category: 'light', sort: 'title' },
  { language: 'en', sort: 'price' },
  { category: 'light', sort: 'popular' },
  { q: 'lanterns' },
  { q: 'lantrens' },
  { q: 'lantrens', sort: 'title' },
  { q: 'lantern or lighthouse', sort: 'price' },
])('pages of %o have each lasting course once, while others come, go and change', async (input) => {
  let isWalking = true
  const changes = (async () => {
    while (isWalking) await change()
  })()

  const walks = await atOnce(3, () => walk(input)).finally(() => {
    isWalking = false
  })
  await changes

  const each = Object.fromEntries(
    Array.from({ length: lasting }, (_, number) => [`lasting-${number}`, 1]),
  )
  expect(walks.map(tally)).toEqual([each, each, each])
})
