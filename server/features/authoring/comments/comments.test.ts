import { expect, test } from 'vitest'
import { forAllTests, startApi } from '../../../test/api.ts'
import { untilJobsAreDone } from '../../../test/until.ts'
import { givenWritten, writerOf } from '../drafts/test-support.ts'

const api = await forAllTests(startApi())

async function givenReview() {
  const course = await givenWritten(api)
  const { courseId, author, reviewer } = course
  const writer = writerOf(api, author, course)
  const { revision } = await writer.lesson('lesson-1')
  const saved = await writer.patch('lesson-1', revision, { content: 'New words.' })
  const asked = { courseId, revision: saved.body.draftRevision as number }
  const requested = await api.as(author).drafts.requestReview.mutate(asked)
  return {
    ...course,
    writer,
    revision: requested.revision,
    by: api.as(author),
    to: api.as(reviewer),
  }
}

test('a reviewer asks at a place, the author answers, and both see it until it is settled', async () => {
  const { courseId, by, to } = await givenReview()
  const place = { key: 'lesson-1', path: 'content', quote: 'New words' }
  const asked = await to.drafts.comment.mutate({ courseId, ...place, text: 'Which ones?' })
  expect(asked).toMatchObject({ ...place, baseVersion: 1, author: { name: 'Rita Reviewer' } })
  await to.drafts.comment.mutate({ courseId, text: 'About all of it.' })

  const chosen = { courseId, commentId: asked.id }
  await by.drafts.answerComment.mutate({ ...chosen, text: 'These.' })
  const open = (input: object = {}) => to.drafts.comments.query({ courseId, open: true, ...input })
  expect((await open()).items.map(({ text }) => text)).toEqual(['About all of it.', 'Which ones?'])
  const [seen] = (await open({ key: 'lesson-1' })).items
  expect(seen?.answers).toMatchObject([{ text: 'These.', author: { name: 'Arthur Author' } }])

  const settled = await to.drafts.resolveComment.mutate(chosen)
  expect(settled).toMatchObject({ resolvedBy: { name: 'Rita Reviewer' } })
  const again = await by.drafts.resolveComment.mutate(chosen)
  expect(again).toMatchObject({
    resolvedBy: { name: 'Rita Reviewer' },
    resolvedAt: settled.resolvedAt,
  })
  expect((await open({ key: 'lesson-1' })).items).toEqual([])
  const reopened = await by.drafts.resolveComment.mutate({ ...chosen, resolved: false })
  expect([reopened.resolvedAt, reopened.resolvedBy]).toEqual([null, null])

  const pages = await to.drafts.comments.query({ courseId, limit: 1 })
  const rest = await to.drafts.comments.query({ courseId, limit: 1, cursor: `${pages.nextCursor}` })
  expect([rest.items[0]?.id, rest.nextCursor]).toEqual([asked.id, null])
  const exported = (await by.me.export.query({})).draftComments
  expect(exported).toMatchObject([{ courseId, text: 'These.' }])
})

test('a comment stays with its lesson when the key changes, and names no lesson that is not there', async () => {
  const { courseId, by, to, writer } = await givenReview()
  const { id } = await to.drafts.comment.mutate({ courseId, key: 'lesson-1', text: 'Why?' })
  const { revision } = await writer.lesson('lesson-1')
  await writer.patch('lesson-1', revision, { newKey: 'renamed' })
  const { items } = await by.drafts.comments.query({ courseId, key: 'renamed' })
  expect(items.map((comment) => comment.id)).toEqual([id])

  const nowhere = to.drafts.comment.mutate({ courseId, key: 'lesson-9', text: 'Why?' })
  await expect(nowhere).rejects.toThrow('There is no such lesson.')
})

test('comments of another course are not found, and answers are not answered', async () => {
  const [one, other] = [await givenReview(), await givenReview()]
  const { id } = await one.to.drafts.comment.mutate({ courseId: one.courseId, text: 'Why?' })
  const answered = { courseId: other.courseId, commentId: id }
  for (const refused of [
    other.to.drafts.answerComment.mutate({ ...answered, text: 'x' }),
    other.to.drafts.resolveComment.mutate(answered),
  ])
    await expect(refused).rejects.toMatchObject({ data: { error: 'CommentNotFound' } })
  const own = { courseId: one.courseId, commentId: id }
  const { answers } = await one.by.drafts.answerComment.mutate({ ...own, text: 'Because.' })
  await expect(
    one.by.drafts.answerComment.mutate({ ...own, commentId: `${answers[0]?.id}`, text: 'x' }),
  ).rejects.toMatchObject({ data: { error: 'CommentNotFound' } })
})

test('a draft that is sent back is under review no more, and whoever asked is told', async () => {
  const { courseId, author, revision, by, to } = await givenReview()
  const back = await to.drafts.requestChanges.mutate({ courseId, revision, text: 'Say why.' })
  expect(back).toEqual({ revision: revision + 1 })

  const draft = await by.drafts.get.query({ courseId })
  expect([draft.isOpen, draft.review.requestedAt]).toEqual([true, null])
  const { items } = await by.drafts.comments.query({ courseId })
  expect(items.map(({ key, text }) => [key, text])).toEqual([[null, 'Say why.']])
  const { items: history } = await by.authoring.history.query({ courseId })
  expect(history[0]?.event).toBe('changes-requested')
  await untilJobsAreDone(api, 'send-course-mail')
  const [mail] = api.mails.filter(({ to }) => to === author.email).slice(-1)
  expect(mail?.text).toContain('Rita Reviewer')

  const twice = to.drafts.requestChanges.mutate({ courseId, ...back })
  await expect(twice).rejects.toMatchObject({ data: { error: 'NothingToReview' } })
})
