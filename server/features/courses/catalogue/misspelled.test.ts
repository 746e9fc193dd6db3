import { beforeAll, expect, test } from 'vitest'
import { forAllTests, startApi } from '../../../test/api.ts'
import { courseContent, type GivenUser } from '../../../test/given.ts'
import { publishCourse } from '../../authoring/import/publish-course.ts'
import { archiveCourse } from '../courses/archive-course.ts'
import type { ListCoursesInput } from '../courses/schema.ts'

const api = await forAllTests(startApi())

let reader: GivenUser

beforeAll(async () => {
  reader = await api.given.learner()
  const titles = {
    python: ['en', 'Programming in Python'],
    geometry: ['en', 'Geometry for carpenters'],
    'pyhton-old': ['en', 'A misprint: pyhton, geomtry, programing'],
    geomtry: ['de', 'Das Wort geomtry'],
  } as const
  for (const [slug, [language, title]] of Object.entries(titles))
    await publishCourse(api.deps, courseContent({ slug, title, language }))
  await archiveCourse(api.deps, 'pyhton-old')
})

async function find(input: Partial<ListCoursesInput>): Promise<string[]> {
  const { items } = await api.as(reader).courses.list.query({ limit: 100, ...input })
  return items.map(({ slug }) => slug)
}

test.each([
  [{ q: 'pyhton' }, ['python']],
  [{ q: 'programing pyhton' }, ['python']],
  [{ q: 'geomtry', language: 'en' }, ['geometry']],
  [{ q: 'geomtry' }, ['geomtry']],
  [{ q: 'geomtry', price: 'paid' as const }, []],
])('%o is corrected to a word of courses that may be found: %o', async (input, slugs) => {
  expect(await find(input)).toEqual(slugs)
})
