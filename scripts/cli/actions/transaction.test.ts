import { expect, test } from 'vitest'
import { recordPayment } from '../../../server/features/shop/payments/record-payment.ts'
import { givenService } from '../test/service.ts'

const { api, lyceum } = await givenService()

const today = new Date().toISOString().slice(0, 10)

test('a purchase is marked as paid, refunded by line, listed, shown, and adds up in the report by currency', async () => {
  const learner = await api.given.learner()
  const buy = async (...prices: { amount: number; currency: string }[]) => {
    const courses = await Promise.all(
      prices.map((price) => api.given.course({ price, title: 'Knots \u001b[2J' })),
    )
    return (
      await api.as(learner).transactions.create.mutate({ courseIds: courses.map(({ id }) => id) })
    ).id
  }
  const [dinars, dollars] = [
    await buy({ amount: 1250, currency: 'KWD' }),
    await buy({ amount: 1000, currency: 'USD' }, { amount: 50, currency: 'USD' }),
  ]

  const marked = await lyceum.run(
    `transaction mark-paid ${dollars} --reason "Bank transfer" --json`,
  )
  expect(marked).toMatchObject({
    code: 0,
    json: {
      status: 'fulfilled',
      payment: { provider: 'manual' },
      receiptNumber: expect.stringMatching(/-000001$/),
    },
  })
  expect(
    await lyceum.run(['transaction', 'mark-paid', dollars, '--reason', 'Again']),
  ).toMatchObject({
    code: 4,
    stderr: expect.stringContaining('already paid'),
  })
  await lyceum.run(['transaction', 'mark-paid', dinars, '--reason', 'Bank transfer'])

  const refunded = await lyceum.run(
    `transaction refund ${dollars} --line 1 --amount 200 --reason Goodwill --json`,
  )
  expect(refunded.json).toMatchObject({
    status: 'partially_refunded',
    refunds: [{ line: 1, status: 'succeeded', amount: { amount: 200 }, reason: 'Goodwill' }],
  })
  const tooMuch = await lyceum.run(
    `transaction refund ${dollars} --line 1 --amount 801 --reason More`,
  )
  expect([tooMuch.code, tooMuch.stderr]).toEqual([
    4,
    'This is more than the amount left to refund.\n  amount: is more than the $8.00 that is left\n',
  ])

  const listed = await lyceum.run(
    `transaction list --email ${learner.email} --status partially_refunded --json`,
  )
  expect(listed.json.items).toMatchObject([
    { id: dollars, buyer: { email: learner.email }, total: { amount: 1050, currency: 'USD' } },
  ])
  const shown = await lyceum.run(['transaction', 'show', dollars])
  expect(shown.stdout).toMatch(/^1 +fulfilled +\$10\.00 +\$0\.00 +\$2\.00 +Knots \ufffd\[2J$/m)

  const csv = (
    await lyceum.run(['report', 'sales', '--from', today, '--to', today, '--csv'])
  ).stdout.split('\r\n')
  expect(
    csv.map((line) =>
      line
        .split(',')
        .slice(1)
        .filter((cell) => !cell.includes('-'))
        .join(' '),
    ),
  ).toEqual([
    'kind receipt transaction currency gross discount amount tax',
    'payment USD 10.50 0.00 10.50 ',
    'payment KWD 1.250 0.000 1.250 ',
    expect.stringMatching(/^refund USD 0\.00 0\.00/),
    'total   KWD   1.250 ',
    'total   USD   8.50 ',
    '',
  ])
  const report = await lyceum.run(['report', 'sales', '--json'])
  expect(report.json.totals).toMatchObject([
    { currency: 'KWD', payments: 1, paid: 1250, refunds: 0, refunded: 0, net: 1250 },
    { currency: 'USD', payments: 1, paid: 1050, refunds: 1, refunded: 200, net: 850 },
  ])
  expect(
    (await lyceum.run(['report', 'sales', '--from', '2020-01-01', '--to', '2020-12-31'])).stdout,
  ).toBe('No payments or refunds in this period.\n')
})

test('a coupon is created once, used, shown with its uses, and disabled', async () => {
  const [learner, course] = [
    await api.given.learner(),
    await api.given.course({ price: { amount: 1000, currency: 'USD' } }),
  ]
  const buy = (couponCode: string) =>
    api.request('POST /api/v1/transaction', {
      token: learner.token,
      body: { courseIds: [course.id], couponCode },
    })
  const create =
    `coupon create spring-20 --percent 20 --course ${course.slug} --until 2099-12-31 ` +
    '--max-uses 5 --json'

  expect((await lyceum.run(create)).json).toMatchObject({
    code: 'SPRING-20',
    takesOff: { percent: 20 },
    courses: [course.slug],
    validUntil: '2100-01-01T00:00:00.000Z',
  })
  expect(await lyceum.run(create)).toMatchObject({
    code: 4,
    stderr: expect.stringContaining('already'),
  })
  expect((await buy('Spring-20')).body.total.amount).toBe(800)
  expect((await lyceum.run(['coupon', 'show', 'spring-20'])).stdout).toMatch(/^Uses +1$/m)

  expect(
    (await lyceum.run(['coupon', 'disable', 'SPRING-20', '--yes', '--json'])).json.disabledAt,
  ).toEqual(expect.any(String))
  expect((await lyceum.run(['coupon', 'list'])).stdout).toMatch(
    /^SPRING-20 +percent=20 +1 +5 +2099-12-31 +disabled /m,
  )
  expect((await buy('SPRING-20')).body.error).toBe('CouponNotFound')
})

test('a refund made at the provider is listed, shown, assigned to its line, and reported', async () => {
  const learner = await api.given.learner()
  const courses = await Promise.all(
    [1000, 2000].map((amount) => api.given.course({ price: { amount, currency: 'USD' } })),
  )
  const { id } = await api
    .as(learner)
    .transactions.create.mutate({ courseIds: courses.map((course) => course.id) })
  await api.request(`POST /sandbox/payments/sandbox_${id}/pay`)
  const about = (reference: string, cents: number) => ({
    id: `event ${reference}`,
    type: 'test',
    reversal: {
      reference,
      paymentReference: `sandbox_${id}`,
      amount: { amount: cents, currency: 'USD' },
      statusAt: new Date(),
      reason: 'fraudulent',
    },
  })
  await recordPayment(api.deps, 'sandbox', { ...about('re_1', 2000), kind: 'refund_succeeded' })
  await recordPayment(api.deps, 'sandbox', { ...about('dp_1', 1000), kind: 'dispute_opened' })

  const listed = await lyceum.run(['transaction', 'list', '--email', learner.email])
  expect(listed.stdout).toMatch(/ partially_refunded +yes /)
  const shown = await lyceum.run(['transaction', 'show', id])
  expect(shown.stdout).toMatch(/^refund +fraudulent +- +gone +\$20\.00 +\$0\.00 .* re_1$/m)
  expect(shown.stdout).toMatch(/^dispute +fraudulent +- +open +\$10\.00 +\$0\.00 .* dp_1$/m)

  const assign = (reversal: string) =>
    lyceum.run(
      `transaction assign ${id} --reversal ${reversal} --line 2 --reason "He wrote so" --json`,
    )
  expect(await assign('dp_1')).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('is not a refund or dispute that took back money'),
  })
  expect((await assign('re_1')).json).toMatchObject({
    lines: [{ status: 'fulfilled' }, { status: 'refunded' }],
    reversals: [
      { reference: 're_1', assigned: { amount: 2000 } },
      { reference: 'dp_1', status: 'open' },
    ],
  })
  const byHand = await lyceum.run(
    `transaction refund ${id} --line 1 --amount 100 --by-hand --reason "In cash" --json`,
  )
  expect(byHand.json.refunds.at(-1)).toMatchObject({
    line: 1,
    status: 'succeeded',
    reason: 'In cash',
  })
  expect(
    await lyceum.run(`transaction refund ${id} --surplus --line 1 --reason "In cash"`),
  ).toMatchObject({ code: 2 })

  await recordPayment(api.deps, 'sandbox', {
    ...about('dp_1', 1000),
    id: 'event later',
    kind: 'dispute_lost',
  })
  const report = await lyceum.run(['report', 'sales', '--json'])
  expect(
    report.json.items.filter((item: { transactionId: string }) => item.transactionId === id),
  ).toMatchObject([
    { kind: 'payment', amount: 3000 },
    { kind: 'refund', amount: -2000 },
    { kind: 'refund', amount: -100 },
    { kind: 'dispute', amount: -1000 },
  ])
})

test('a free purchase is undone once it is confirmed, and one that cost money is not', async () => {
  const learner = await api.given.learner()
  const [free, priced] = [
    await api.given.course(),
    await api.given.course({ price: { amount: 2900, currency: 'USD' } }),
  ]
  const buy = (courseId: string) =>
    api.as(learner).transactions.create.mutate({ courseIds: [courseId] })
  const [gift, purchase] = [await buy(free.id), await buy(priced.id)]

  expect(await lyceum.run(['transaction', 'undo', gift.id, '--yes', '--json'])).toMatchObject({
    code: 0,
    json: { id: gift.id, status: 'refunded' },
  })
  expect(await lyceum.run(['transaction', 'undo', purchase.id, '--yes'])).toMatchObject({
    code: 4,
    stderr: expect.stringContaining('Refund it instead'),
  })
})
