import { expect, test } from 'vitest'
import { listAuditEvents } from '../../../../db/queries/platform/audit.ts'
import { forAllTests, startApi } from '../../../test/api.ts'

const api = await forAllTests(startApi())

async function viewsOf(userId: string) {
  const about = { userId, emailMacs: [] }
  const events = await listAuditEvents(api.deps.db, { about, limit: 100 })
  return events.filter(({ event }) => event === 'purchase-viewed')
}

test('an administrator sees any purchase, and that is on record; for others it does not exist', async () => {
  const [buyer, other] = [await api.given.learner(), await api.given.learner()]
  const admin = await api.given.admin()
  const course = await api.given.course({ price: { amount: 2900, currency: 'USD' } })
  const mine = await api.as(buyer).transactions.create.mutate({ courseIds: [course.id] })
  const get = (token: string, id = mine.id) =>
    api.request(`GET /api/v1/transaction/${id}`, { token })

  const own = await get(buyer.token)
  const seen = await get(admin.token)
  const refused = await get(other.token)

  expect([own.status, seen.status, seen.body]).toEqual([200, 200, own.body])
  expect([refused.status, refused.body.error]).toEqual([404, 'TransactionNotFound'])
  expect((await get(admin.token, crypto.randomUUID())).status).toBe(404)
  const receipt = (token: string) =>
    api.request(`GET /api/v1/transaction/${mine.id}/receipt`, { token })
  expect(await viewsOf(buyer.id)).toMatchObject([
    { actor: `user:${admin.id}`, details: { transactionId: mine.id } },
  ])
  expect(await viewsOf(other.id)).toEqual([])

  await api.request(`POST ${new URL(mine.checkoutUrl ?? '').pathname}/pay`)
  await receipt(admin.token)
  expect(await viewsOf(buyer.id)).toHaveLength(2)
  for (const role of ['finance', 'support'] as const) {
    const { token } = await api.given.learner({ role })
    expect([(await get(token)).status, (await receipt(token)).status]).toEqual([200, 200])
  }
})

test('a purchase of an erased account stays readable for administrators', async () => {
  const [buyer, admin] = [await api.given.learner(), await api.given.admin()]
  const course = await api.given.course({ price: { amount: 2900, currency: 'USD' } })
  const { id, checkoutUrl } = await api
    .as(buyer)
    .transactions.create.mutate({ courseIds: [course.id] })
  await api.request(`POST ${new URL(checkoutUrl ?? '').pathname}/pay`)
  const { email, password, token } = buyer
  await api.request('DELETE /api/v1/me', { token, body: { email, password } })

  const { status, body } = await api.request(`GET /api/v1/transaction/${id}`, {
    token: admin.token,
  })

  expect([status, body.status]).toEqual([200, 'fulfilled'])
})
