import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { insertRefund } from '../../../../db/queries/shop/refunds.ts'
import { newId } from '../../../../lib/ids.ts'
import { forAllTests, startApi } from '../../../test/api.ts'
import { atOnce, tally } from '../../../test/at-once.ts'

const api = await forAllTests(startApi())

const usd = (amount: number) => ({ amount, currency: 'USD' })
const admin = await api.given.admin()

async function givenPaid(...amounts: number[]) {
  const learner = await api.given.learner()
  const courses = await Promise.all(
    amounts.map((amount) => api.given.course({ price: usd(amount), lessons: ['required'] })),
  )
  const { id, checkoutUrl } = await api
    .as(learner)
    .transactions.create.mutate({ courseIds: courses.map((course) => course.id) })
  await api.request(`POST ${new URL(checkoutUrl ?? '').pathname}/pay`)
  return {
    id,
    learner,
    courses,
    refund: (body: object, token = admin.token) =>
      api.request(`POST /api/v1/transaction/${id}/refund`, {
        token,
        body: { reason: 'The learner asked', ...body },
      }),
    enrolled: () =>
      Promise.all(
        courses.map(
          async ({ slug }) =>
            (await api.as(learner).courses.get.query({ idOrSlug: slug })).enrollment !== undefined,
        ),
      ),
  }
}

describe('a refund', () => {
  test('of one line ends access to its course only', async () => {
    const { refund, enrolled } = await givenPaid(1000, 2000)

    const { status, body } = await refund({ line: 2 })

    expect([status, body.status, body.refunded]).toEqual([200, 'partially_refunded', usd(2000)])
    expect(body.lines.map((line: { status: string }) => line.status)).toEqual([
      'fulfilled',
      'refunded',
    ])
    expect(await enrolled()).toEqual([true, false])
  })

  test('of a part keeps access, and of the rest ends it', async () => {
    const { refund, enrolled } = await givenPaid(1000)

    expect((await refund({ amount: 400 })).body).toMatchObject({
      status: 'partially_refunded',
      refunded: usd(400),
    })
    expect(await enrolled()).toEqual([true])
    expect((await refund({ line: 1, amount: 600 })).body).toMatchObject({
      status: 'refunded',
      refunded: usd(1000),
    })

    expect(await enrolled()).toEqual([false])
  })

  test('of a part of a paid purchase that is not fulfilled yet fulfills it first', async () => {
    const learner = await api.given.learner()
    const course = await api.given.course({ price: usd(1000) })
    const { id } = await api.as(learner).transactions.create.mutate({ courseIds: [course.id] })
    await api.deps.db.execute(
      sql`update transactions
        set status = 'paid', paid_at = now(), payment_reference = ${`sandbox_${id}`}
        where id = ${id}`,
    )

    const body = { amount: 400, reason: 'It took so long' }
    const refunded = await api.request(`POST /api/v1/transaction/${id}/refund`, {
      token: admin.token,
      body,
    })

    expect(refunded.body).toMatchObject({
      status: 'partially_refunded',
      refunded: usd(400),
      lines: [{ status: 'fulfilled' }],
    })
    expect(
      (await api.as(learner).courses.get.query({ idOrSlug: course.slug })).enrollment,
    ).toBeDefined()
  })

  test('of everything ends access to all that was paid for; free courses stay, and all can be bought again', async () => {
    const { refund, enrolled, learner, courses } = await givenPaid(1000, 0, 2000)

    expect((await refund({})).body).toMatchObject({ status: 'refunded', refunded: usd(3000) })
    expect(await enrolled()).toEqual([false, true, false])

    const again = await api
      .as(learner)
      .transactions.create.mutate({ courseIds: [courses[0]?.id ?? ''] })
    await api.request(`POST ${new URL(again.checkoutUrl ?? '').pathname}/pay`)
    expect(await enrolled()).toEqual([true, true, false])
  })

  test('does not end access that an administrator gave later', async () => {
    const { refund, enrolled, learner, courses } = await givenPaid(1000, 500)
    await refund({ line: 1 })
    await api.given.enrollment(learner, courses[0] ?? { slug: '' })

    await refund({})

    expect(await enrolled()).toEqual([true, false])
  })

  test('requested twenty times at once is made once, and parts never add up to more than was paid', async () => {
    const [whole, parts] = [await givenPaid(1000), await givenPaid(1000)]

    const ofWhole = await atOnce(20, () => whole.refund({}))
    const ofParts = await atOnce(20, () => parts.refund({ amount: 300 }))

    expect(tally(ofWhole.map(({ status, body }) => body.error ?? status))).toEqual({
      200: 1,
      RefundTooHigh: 19,
    })
    expect(tally(ofParts.map(({ status, body }) => body.error ?? status))).toEqual({
      200: 3,
      RefundTooHigh: 17,
    })
    expect(
      (await api.as(parts.learner).transactions.get.query({ transactionId: parts.id })).refunded,
    ).toEqual(usd(900))
  })

  test('of more than was paid is refused by the database too, whoever writes it', async () => {
    const { id } = await givenPaid(1000)
    const insert = (amount: number) =>
      insertRefund(api.deps.db, {
        id: newId(),
        transactionId: id,
        linePosition: 0,
        amount,
        currency: 'USD',
        reason: 'By hand',
        status: 'requested',
        provider: 'sandbox',
        paymentReference: null,
        providerReference: null,
        reversalReference: null,
        failure: null,
        requestedAt: new Date(),
        settledAt: null,
      })

    await expect(insert(1001)).rejects.toMatchObject({ cause: { code: '23514' } })
    const outcomes = await Promise.allSettled([insert(600), insert(600), insert(600)])

    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  })

  test.each([
    [{ line: 3 }, 'InvalidFields', 'line'],
    [{ line: 0 }, 'InvalidFields', 'line'],
    [{ amount: 100 }, 'InvalidFields', 'line'],
    [{ line: 1, amount: 1001 }, 'RefundTooHigh', 'amount'],
    [{ line: 1, amount: -5 }, 'InvalidFields', 'amount'],
    [{ line: 1, amount: 0.5 }, 'InvalidFields', 'amount'],
    [{ reason: ' ' }, 'MissingFields', 'reason'],
  ])('with %j is refused by name, and nothing is refunded', async (body, error, path) => {
    const { refund, id, learner } = await givenPaid(1000, 2000)

    const refused = await refund(body)

    expect([refused.body.error, refused.body.issues[0].path]).toEqual([error, path])
    expect((await api.as(learner).transactions.get.query({ transactionId: id })).refunded).toEqual(
      usd(0),
    )
  })

  test('is only of existing transactions that were paid', async () => {
    const learner = await api.given.learner()
    const course = await api.given.course({ price: usd(100) })
    const { id } = await api.as(learner).transactions.create.mutate({ courseIds: [course.id] })
    const post = (id: string) =>
      api.request(`POST /api/v1/transaction/${id}/refund`, {
        token: admin.token,
        body: { reason: 'Because' },
      })
    expect([
      (await post(id)).body.error,
      (await post(newId())).body.error,
      (await post('nonsense')).body.error,
    ]).toEqual(['TransactionNotPaid', 'TransactionNotFound', 'TransactionNotFound'])
  })
})

describe('a receipt', () => {
  test('says what was paid, by whom and what for, and what was refunded since', async () => {
    const { id, learner, refund, courses } = await givenPaid(1000, 2000)
    await refund({ line: 1, amount: 300 })

    const { status, body } = await api.request(`GET /api/v1/transaction/${id}/receipt`, {
      token: learner.token,
    })

    expect(status).toBe(200)
    expect(body).toMatchObject({
      number: expect.stringMatching(/^20\d\d-\d{6}$/),
      transactionId: id,
      buyer: { name: learner.name, email: learner.email },
      lines: courses.map(({ title }, index) => ({
        title,
        price: usd(1000 * (index + 1)),
        paid: usd(1000 * (index + 1)),
      })),
      total: usd(3000),
      refunded: usd(300),
    })
    expect((await api.as(learner).transactions.get.query({ transactionId: id })).receiptUrl).toBe(
      `http://lyceum.test/api/v1/transaction/${id}/receipt`,
    )
  })
})
