import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { sandboxEvent } from '../../../adapters/payments/sandbox-payments.ts'
import { forAllTests, startApi } from '../../../test/api.ts'
import { atOnce } from '../../../test/at-once.ts'
import { courseContent, type GivenUser } from '../../../test/given.ts'
import { lessonOf } from '../../../test/learning.ts'
import { publishCourse } from '../../authoring/import/publish-course.ts'
import { recordPayment } from '../payments/record-payment.ts'

const api = await forAllTests(startApi())

const usd = (amount: number) => ({ amount, currency: 'USD' })
const form = { 'content-type': 'application/x-www-form-urlencoded' }

function buy({ token }: GivenUser, courseIds?: string[]) {
  return api.request('POST /api/v1/transaction', {
    token,
    body: courseIds === undefined ? {} : { courseIds },
  })
}

function stateOf({ token }: GivenUser, id: string) {
  return api.as({ token }).transactions.get.query({ transactionId: id })
}

describe('a free course', () => {
  test('is enrolled in at once, removed from the cart and not charged', async () => {
    const learner = await api.given.learner()
    const [course, other] = [await api.given.course(), await api.given.course()]
    for (const { id } of [course, other]) await api.as(learner).cart.add.mutate({ courseId: id })

    const { status, body } = await buy(learner, [course.id])

    expect(status).toBe(201)
    expect(body).toMatchObject({
      status: 'fulfilled',
      total: usd(0),
      lines: [{ courseId: course.id, title: course.title, price: usd(0) }],
    })
    expect(body).not.toHaveProperty('checkoutUrl')
    expect(
      (await api.as(learner).courses.get.query({ idOrSlug: course.slug })).enrollment?.percent,
    ).toBe(0)
    expect((await api.as(learner).cart.get.query({})).items.map((item) => item.courseId)).toEqual([
      other.id,
    ])
  })

  test('needs no payment provider', async () => {
    await using penniless = await startApi({ config: { paymentProvider: 'none' }, logLines: [] })
    const learner = await api.given.learner()
    const free = await api.given.course()
    const paid = await api.given.course({ price: usd(100) })
    const post = (courseIds: string[]) =>
      penniless.request('POST /api/v1/transaction', { token: learner.token, body: { courseIds } })

    expect((await post([free.id])).body.status).toBe('fulfilled')
    const refused = await post([paid.id])
    expect([refused.status, refused.body.error, refused.headers['retry-after']]).toEqual([
      503,
      'ServiceUnavailable',
      '3600',
    ])
    expect((await api.as(learner).transactions.list.query({})).items).toHaveLength(1)
  })
})

describe('a paid course', () => {
  test('awaits payment on a page that names it and its price, and is enrolled in when it is paid', async () => {
    const learner = await api.given.learner()
    const course = await api.given.course({ title: '<b>Bold</b> & dear', price: usd(2900) })
    await api.as(learner).cart.add.mutate({ courseId: course.id })
    const { status, body } = await buy(learner)
    expect([status, body.status, body.total]).toEqual([201, 'pending', usd(2900)])
    expect((await api.as(learner).cart.get.query({})).items).toHaveLength(1)

    const page = new URL(body.checkoutUrl).pathname
    const { text } = await api.request(`GET ${page}`)
    expect(text).toContain('$29.00')
    expect(text).toContain('&#60;b&#62;Bold&#60;/b&#62; &#38; dear')
    expect(text).toContain(`action="${page}/pay"`)
    const paid = await api.request(`POST ${page}/pay`, { headers: form, body: 'amount=1' })

    expect([paid.status, paid.headers.location]).toEqual([
      303,
      `http://lyceum.test/checkout/return?transaction=${body.id}&checkout=done`,
    ])
    const settled = await stateOf(learner, body.id)
    expect([settled.status, settled.checkoutUrl]).toEqual(['fulfilled', undefined])
    expect((await api.request(`GET ${page}`)).text).toMatch(
      /Payment received\. You are enrolled\.(?!.*<form)/s,
    )
    expect(
      (await api.as(learner).lessons.get.query({ lessonId: lessonOf(course, 1).id })).courseId,
    ).toBe(course.id)
    expect((await api.as(learner).cart.get.query({})).items).toEqual([])
  })

  test('whose payment is declined is not enrolled in and can be bought again', async () => {
    const learner = await api.given.learner()
    const course = await api.given.course({ price: usd(500) })
    const first = (await buy(learner, [course.id])).body
    await api.request(`POST ${new URL(first.checkoutUrl).pathname}/decline`, {
      headers: form,
      body: '',
    })
    expect((await stateOf(learner, first.id)).status).toBe('failed')
    await expect(api.as(learner).progress.get.query({ courseId: course.id })).rejects.toMatchObject(
      { data: { error: 'NotEnrolled' } },
    )

    const second = await buy(learner, [course.id])
    expect([second.status, second.body.id === first.id]).toEqual([201, false])
    await api.request(`POST ${new URL(second.body.checkoutUrl).pathname}/pay`)

    expect([
      (await stateOf(learner, first.id)).status,
      (await stateOf(learner, second.body.id)).status,
    ]).toEqual(['failed', 'fulfilled'])
  })

  test('is enrolled in when the money arrives, whatever else is reported at the same time', async () => {
    const learner = await api.given.learner()
    const course = await api.given.course({ price: usd(500) })
    const { id } = (await buy(learner, [course.id])).body

    await atOnce(8, (index) => {
      const kind = index % 2 === 0 ? 'paid' : 'declined'
      const event = sandboxEvent({ kind, transactionId: id, amount: usd(500) })
      return recordPayment(api.deps, 'sandbox', event)
    })

    expect((await stateOf(learner, id)).status).toBe('fulfilled')
    expect(
      (await api.as(learner).courses.get.query({ idOrSlug: course.slug })).enrollment,
    ).toBeDefined()
  })

  test('is delivered as ordered: title, price and version', async () => {
    const learner = await api.given.learner()
    const course = await api.given.course({ title: 'As ordered', price: usd(500) })
    const { id, checkoutUrl } = (await buy(learner, [course.id])).body
    await publishCourse(
      api.deps,
      courseContent({ slug: course.slug, title: 'Later', price: usd(900) }),
      { setPrice: true },
    )

    await api.request(`POST ${new URL(checkoutUrl).pathname}/pay`)

    expect((await stateOf(learner, id)).lines).toMatchObject([
      { courseId: course.id, title: 'As ordered', price: usd(500) },
    ])
    expect(await api.as(learner).courses.get.query({ idOrSlug: course.slug })).toMatchObject({
      version: 1,
      title: 'As ordered',
    })
  })
})

test('free and paid courses together are one transaction: none is opened before it is paid', async () => {
  const learner = await api.given.learner()
  const free = await api.given.course()
  const paid = await api.given.course({ price: usd(100) })
  const { body } = await buy(learner, [free.id, paid.id])
  expect([body.status, body.total]).toEqual(['pending', usd(100)])
  const enrolled = async () => {
    const { rows } = await api.deps.db.execute(
      sql`select count(*)::int as count from enrollments where user_id = ${learner.id}`,
    )
    return rows[0]?.count
  }
  expect(await enrolled()).toBe(0)

  await api.request(`POST ${new URL(body.checkoutUrl).pathname}/pay`)

  expect(await enrolled()).toBe(2)
})
