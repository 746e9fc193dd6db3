import { expect, test } from 'vitest'
import { forAllTests, startApi } from '../../../test/api.ts'
import { untilJobsAreDone } from '../../../test/until.ts'
import { givenWritten, writerOf } from '../drafts/test-support.ts'

const api = await forAllTests(startApi())

async function givenReview() {
  const course = await givenWritten(api)
  const { courseId, author, reviewer } = course
  const [by, to, writer] = [api.as(author), api.as(reviewer), writerOf(api, author, course)]
  const edit = async (changes: object) =>
    (await writer.patch('lesson-1', (await writer.lesson('lesson-1')).revision, changes)).body
  const { draftRevision: revision } = await edit({ content: 'New words.' })
  return {
    ...course,
    edit,
    by,
    to,
    ...(await by.drafts.requestReview.mutate({ courseId, revision })),
  }
}

test('a reviewer asks at a place, the author answers, and both see it until it is settled', async () => {
  const { courseId, by, to } = await givenReview()
  const place = { key: 'lesson-1', path: 'content', quote: 'New words' }
  const asked = await to.drafts.comment.mutate({ courseId, ...place, text: 'Which ones?' })
  await to.drafts.comment.mutate({ courseId, text: 'About all of it.' })
  await by.drafts.comment.mutate({ courseId, answerTo: asked.id, text: 'These.' })

  const list = (input: object) => to.drafts.comments.query({ courseId, ...input })
  const { items } = await list({ open: true })
  expect(items).toMatchObject([
    { text: 'About all of it.', key: null, path: null, quote: null, answers: [] },
    {
      ...{ ...place, text: 'Which ones?', author: { name: 'Rita Reviewer' }, resolvedAt: null },
      answers: [{ text: 'These.', author: { name: 'Arthur Author' } }],
    },
  ])
  const chosen = { courseId, commentId: asked.id }
  const settled = await to.drafts.updateComment.mutate({ ...chosen, resolved: true })
  expect((await list({ open: true, key: 'lesson-1' })).items).toEqual([])
  const { resolvedAt } = settled
  expect((await list({ open: false })).items).toMatchObject([
    { id: asked.id, resolvedAt, resolvedBy: { name: 'Rita Reviewer' } },
  ])
  const reopened = await by.drafts.updateComment.mutate({ ...chosen, resolved: false })
  expect(reopened).toEqual({ id: asked.id, resolvedAt: null })

  const { nextCursor } = await list({ limit: 1 })
  const rest = await list({ limit: 1, cursor: `${nextCursor}` })
  expect([rest.items[0]?.id, rest.nextCursor]).toEqual([asked.id, null])
  const exported = (await by.me.export.query({})).draftComments
  expect(exported).toMatchObject([{ courseId, text: 'These.' }])
})

test('a comment stays with its lesson when the key changes, and names no lesson that is not there', async () => {
  const { courseId, by, to, edit } = await givenReview()
  const { id } = await to.drafts.comment.mutate({ courseId, key: 'lesson-1', text: 'Why?' })
  await edit({ newKey: 'renamed' })
  const { items } = await by.drafts.comments.query({ courseId, key: 'renamed' })
  expect(items.map((comment) => comment.id)).toEqual([id])
  const nowhere = to.drafts.comment.mutate({ courseId, key: 'lesson-9', text: 'Why?' })
  await expect(nowhere).rejects.toThrow('There is no such lesson.')
})

test('comments of another course are not found, and answers are not answered', async () => {
  const { courseId, by, to } = await givenReview()
  const settled = ({ id }: { id: string }) => ({ commentId: id, resolved: true })
  const asked = await to.drafts.comment.mutate({ courseId, text: 'Why?' })
  const answer = await by.drafts.comment.mutate({ courseId, answerTo: asked.id, text: 'So.' })
  const other = await givenReview()
  const refused = await Promise.allSettled([
    other.to.drafts.comment.mutate({ courseId: other.courseId, answerTo: asked.id, text: 'x' }),
    other.to.drafts.updateComment.mutate({ courseId: other.courseId, ...settled(asked) }),
    by.drafts.comment.mutate({ courseId, answerTo: answer.id, text: 'x' }),
    by.drafts.updateComment.mutate({ courseId, ...settled(answer) }),
  ])
  const missing = { reason: { data: { error: 'CommentNotFound' } } }
  expect(refused).toMatchObject([missing, missing, missing, missing])
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

  const twice = to.drafts.requestChanges.mutate({ courseId, ...back, text: 'Again.' })
  await expect(twice).rejects.toMatchObject({ data: { error: 'NothingToReview' } })
  expect((await by.drafts.comments.query({ courseId })).items).toHaveLength(1)
})
