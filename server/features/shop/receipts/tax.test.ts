import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { readConfig } from '../../../config/config.ts'
import { forAllTests, startApi } from '../../../test/api.ts'
import { taxIn } from './tax.ts'

const api = await forAllTests(startApi({ config: { tax: { name: 'VAT', rate: 1900 } } }))

const eur = (amount: number) => ({ amount, currency: 'EUR' })

test('a receipt names the tax that its total includes, rounded for each line, and keeps it when the setting changes', async () => {
  const learner = await api.given.learner()
  const courses = await Promise.all(
    [2900, 999, 1].map((amount) => api.given.course({ price: eur(amount) })),
  )
  const { id, checkoutUrl } = await api
    .as(learner)
    .transactions.create.mutate({ courseIds: courses.map((course) => course.id) })
  await api.request(`POST ${new URL(checkoutUrl ?? '').pathname}/pay`)

  const receipt = await api.as(learner).transactions.receipt.query({ transactionId: id })

  // 29.00 holds 4.63, 9.99 holds 1.60, and a cent holds nothing: 0.01 / 1.19 rounds to 0.01.
  expect(receipt.lines.map(({ paid, tax }) => [paid.amount, tax])).toEqual([
    [2900, eur(463)],
    [999, eur(160)],
    [1, eur(0)],
  ])
  expect(receipt.tax).toEqual({ name: 'VAT', percent: 19, amount: eur(623) })
  expect(receipt.total).toEqual(eur(3900))

  await using later = await startApi({ config: { tax: { name: 'GST', rate: 825 } } })
  expect(await later.as(learner).transactions.receipt.query({ transactionId: id })).toEqual(receipt)
  await using never = await startApi()
  expect(await never.as(learner).transactions.receipt.query({ transactionId: id })).toEqual(receipt)
})

test('a receipt from before the setting, or without it, names no tax', async () => {
  await using untaxed = await startApi()
  const learner = await untaxed.given.learner()
  const course = await untaxed.given.course({ price: eur(2900) })
  const { id, checkoutUrl } = await untaxed
    .as(learner)
    .transactions.create.mutate({ courseIds: [course.id] })
  await untaxed.request(`POST ${new URL(checkoutUrl ?? '').pathname}/pay`)

  const receipt = await api.as(learner).transactions.receipt.query({ transactionId: id })

  expect([receipt.tax, receipt.lines.map(({ tax }) => tax)]).toEqual([null, [null]])
})

test('the tax in an amount is the same in the service and in PostgreSQL, for any amount and rate', async () => {
  const cases = [1, 2, 50, 99, 119, 1190, 2_147_483_647].flatMap((amount) =>
    [0, 1, 500, 825, 1900, 2550, 9999].map((rate) => [amount, rate] as const),
  )
  for (const [amount, rate] of cases) {
    const { rows } = await api.deps.db.execute<{ tax: number }>(sql`
      select (${amount}::int - round(${amount}::int * 10000.0 / (10000 + ${rate}::int)))::float8
        as tax`)
    expect([amount, rate, taxIn(amount, rate)]).toEqual([amount, rate, rows[0]?.tax])
  }
})

test('the settings of the tax go together, and the rate is a percentage with two decimals', () => {
  const environment = { NODE_ENV: 'development' }
  const taxOf = (settings: Record<string, string>) =>
    readConfig({ ...environment, ...settings }).tax

  expect(taxOf({})).toBeUndefined()
  expect(taxOf({ TAX_NAME: 'VAT', TAX_RATE: '19' })).toEqual({ name: 'VAT', rate: 1900 })
  expect(taxOf({ TAX_NAME: 'Sales tax', TAX_RATE: '8.25' })).toEqual({
    name: 'Sales tax',
    rate: 825,
  })
  expect(() => taxOf({ TAX_NAME: 'VAT' })).toThrow('TAX_RATE: required with TAX_NAME')
  expect(() => taxOf({ TAX_RATE: '19' })).toThrow('TAX_NAME: required with TAX_RATE')
  for (const TAX_RATE of ['19%', '8.255', '100', '-1', '0x10', '1e1'])
    expect(() => taxOf({ TAX_NAME: 'VAT', TAX_RATE })).toThrow('TAX_RATE: must be a percentage')
})
