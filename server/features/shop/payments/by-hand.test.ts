import { expect, test } from 'vitest'
import { forAllTests, startApi } from '../../../test/api.ts'
import { recordPayment } from './record-payment.ts'

const api = await forAllTests(startApi())
const finance = await api.given.learner({ role: 'finance' })
const { transactions } = api.as(finance).admin
const usd = (amount: number) => ({ amount, currency: 'USD' })

async function givenPurchase(...amounts: number[]) {
  const courses = await Promise.all(
    amounts.map((amount) => api.given.course({ price: usd(amount) })),
  )
  const { id } = await api
    .as(await api.given.learner())
    .transactions.create.mutate({ courseIds: courses.map((course) => course.id) })
  return id
}

test('money that came another way is recorded once, by whom and why, and opens the course', async () => {
  const transactionId = await givenPurchase(1000)
  const paid = await transactions.markPaid.mutate({ transactionId, reason: 'Bank transfer' })
  expect(paid).toMatchObject({ status: 'fulfilled', payment: { provider: 'manual' } })

  const again = transactions.markPaid.mutate({ transactionId, reason: 'Again' })
  await expect(again).rejects.toThrow('already paid')
  const { items } = await api
    .as(await api.given.admin())
    .admin.audit.list.query({ event: 'transaction-marked-paid' })
  expect(items).toMatchObject([{ actor: `user:${finance.id}`, reason: 'Bank transfer' }])
})

test('money that the provider took back is assigned to the line that lost it', async () => {
  const transactionId = await givenPurchase(1000, 2000)
  await api.request(`POST /sandbox/payments/sandbox_${transactionId}/pay`)
  await recordPayment(api.deps, 'sandbox', {
    id: 'event of a refund',
    type: 'test',
    kind: 'refund_succeeded',
    reversal: {
      reference: 're_by_hand',
      paymentReference: `sandbox_${transactionId}`,
      amount: usd(500),
      statusAt: new Date(),
      reason: 'Ada asked',
    },
  })
  const assigned = await transactions.assignReversal.mutate({
    ...{ transactionId, reversal: 're_by_hand', line: 2, reason: 'Ada said so' },
  })
  expect(assigned.lines.map(({ refunded }) => refunded.amount)).toEqual([0, 500])
  expect(assigned.reversals).toMatchObject([{ assigned: usd(500) }])
})
