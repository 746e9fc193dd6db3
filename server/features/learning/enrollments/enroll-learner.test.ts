import { expect, test } from 'vitest'
import { startApi } from '../../../test/api.ts'
import { enrollLearner } from './enroll-learner.ts'

test('enrolling a learner cancels pending purchases of that course and no others', async () => {
  await using api = await startApi()
  const price = { amount: 2900, currency: 'USD' }
  const learner = await api.given.learner()
  const [course, other] = [await api.given.course({ price }), await api.given.course({ price })]
  const buy = ({ id }: { id: string }) =>
    api.as(learner).transactions.create.mutate({ courseIds: [id] })
  const [purchase, unrelated] = [await buy(course), await buy(other)]

  await api.given.enrollment(learner, course)

  const { items } = await api.as(learner).transactions.list.query({})
  expect(items.map(({ id, status }) => [id, status])).toEqual([
    [unrelated.id, 'pending'],
    [purchase.id, 'canceled'],
  ])
  expect(items[1]?.checkoutUrl).toBeUndefined()
})

test('a learner whom somebody else enrolls gets one mail, with a link where the frontend has a page', async () => {
  await using api = await startApi({
    config: { coursePageUrl: 'http://lyceum.test/course?from=mail' },
  })
  const [learner, course] = [await api.given.learner(), await api.given.course()]
  const mails = () => api.mails.filter(({ to }) => to === learner.email)

  await api.given.enrollment(learner, course)
  await api.given.enrollment(learner, course)
  await expect.poll(mails).toHaveLength(1)

  expect(mails()[0]).toMatchObject({
    subject: `You are enrolled in "${course.title}"`,
    text: expect.stringContaining(`http://lyceum.test/course?from=mail&course=${course.id}`),
  })
})

test('a mailbox that nobody has verified gets no name that a stranger may have chosen', async () => {
  await using api = await startApi()
  const [email, course] = ['not-mine@example.com', await api.given.course()]
  const account = { email, password: 'four walls and a roof', name: 'Visit evil.example' }
  await api.request('POST /api/auth/register', { body: account })

  await enrollLearner(api.deps, { email, idOrSlug: course.id })

  const isAboutCourse = ({ to, subject }: (typeof api.mails)[number]) =>
    to === email && subject.includes(course.title)
  await expect.poll(() => api.mails.filter(isAboutCourse)).toHaveLength(1)
  const mail = api.mails.find(isAboutCourse)
  expect(mail?.text).toMatch(/^Hello,/u)
  expect(`${mail?.text}${mail?.html}`).not.toContain('evil')
})

test('who enrolls or buys by themselves gets no mail about it', async () => {
  await using api = await startApi()
  const [learner, course] = [await api.given.learner(), await api.given.course()]

  await api.as(learner).transactions.create.mutate({ courseIds: [course.id] })

  const { rows } = await api.deps.db.execute(
    `select data->>'to' as recipient from pgboss.job where name = 'send-course-mail'`,
  )
  expect(rows).not.toContainEqual({ recipient: learner.email })
})
