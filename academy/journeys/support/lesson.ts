import { type Account, administrator } from './school.ts'

let count = 0

/** Creates a course of the administrator, in which nothing is written yet. */
export async function course(title = 'Words') {
  const author: Account = await administrator()
  count += 1
  const { id: courseId } = await author.lyceum.authoring.create.mutate({
    slug: `course-${process.pid}-${count}`,
    title,
    summary: 'A course that is being written.',
    language: 'en',
    price: { amount: 0, currency: 'EUR' },
  })
  return { author, courseId, path: `/studio/${courseId}` }
}

/** Creates a course with one lesson, and reads what the server has of it. */
export async function lesson(content = '') {
  const { author, courseId, path } = await course()
  const { revision } = await author.lyceum.drafts.get.query({ courseId })
  const one = { courseId, key: 'one' }
  await author.lyceum.drafts.createLesson.mutate({ ...one, revision, title: 'One', content })
  const stored = () => author.lyceum.drafts.getLesson.query(one)
  return { author, courseId, path: `${path}/lesson/one`, stored }
}
