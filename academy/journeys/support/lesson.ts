import { type Account, administrator } from './school.ts'

let count = 0

/** Creates a course with one lesson, and reads what the server has of it. */
export async function lesson(content = '') {
  const author: Account = await administrator()
  count += 1
  const { id: courseId } = await author.lyceum.authoring.create.mutate({
    slug: `lesson-${process.pid}-${count}`,
    title: 'Words',
    summary: 'A course that is being written.',
    language: 'en',
    price: { amount: 0, currency: 'EUR' },
  })
  const { revision } = await author.lyceum.drafts.get.query({ courseId })
  const one = { courseId, key: 'one' }
  await author.lyceum.drafts.createLesson.mutate({ ...one, revision, title: 'One', content })
  const path = `/studio/${courseId}/lesson/one`
  return { author, courseId, path, stored: () => author.lyceum.drafts.getLesson.query(one) }
}
