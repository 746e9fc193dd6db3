import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { readPdf, withoutSpace } from '../../../adapters/pdf-printer/test-support.ts'
import type { PdfPrinter } from '../../../adapters/pdf-printer/types.ts'
import { type Api, forAllTests, startApi } from '../../../test/api.ts'
import { atOnce, tally } from '../../../test/at-once.ts'
import type { GivenUser } from '../../../test/given.ts'
import { switchablePrinter } from '../../../test/printers.ts'
import { downloadPdf, printerForAllTests } from '../../../test/printing.ts'

const printer = switchablePrinter({ available: true })
const api = await forAllTests(
  startApi({
    printer,
    config: { receiptLines: ['1 Academy Road', 'VAT EL 1'], certificateIssuer: 'The Academy' },
  }),
)
const admin = await api.given.admin()

const usd = (amount: number) => ({ amount, currency: 'USD' })

async function givenPaid(
  of: Api,
  learner: GivenUser,
  ...courses: { title: string; amount: number }[]
): Promise<string> {
  const given = await Promise.all(
    courses.map(({ title, amount }) => of.given.course({ title, price: usd(amount) })),
  )
  const { id, checkoutUrl } = await of
    .as(learner)
    .transactions.create.mutate({ courseIds: given.map((course) => course.id) })
  await of.request(`POST ${new URL(checkoutUrl ?? '').pathname}/pay`)
  return id
}

const addressOf = (id: string) => `GET /api/v1/transaction/${id}/receipt.pdf`

describe('a receipt', () => {
  test('names seller and buyer as they were when the money arrived, whatever their names are later', async () => {
    const learner = await api.given.learner({ name: 'Ada Lovelace' })
    const id = await givenPaid(api, learner, { title: 'Knots', amount: 2900 })
    await api.request('PATCH /api/v1/me', {
      token: learner.token,
      body: { name: 'Ada King', language: 'de' },
    })
    await using later = await startApi({
      config: { certificateIssuer: 'Another', receiptLines: [] },
    })

    const receipt = await later.as(learner).transactions.receipt.query({ transactionId: id })

    expect(receipt).toMatchObject({
      issuer: 'The Academy',
      issuerLines: ['1 Academy Road', 'VAT EL 1'],
      buyer: { name: 'Ada Lovelace', email: learner.email },
      total: usd(2900),
      pdfUrl: `http://lyceum.test/api/v1/transaction/${id}/receipt.pdf`,
    })
    await api.request(addressOf(id), { token: learner.token })
    expect(
      printer.printedReceipts.find(({ transactionId }) => transactionId === id)?.language,
    ).toBe('en')
  })

  test('names the company that the buyer gave before the payment, and forgets it with the buyer', async () => {
    const learner = await api.given.learner()
    const { setBilling } = api.as(learner).transactions
    const set = { address: 'Dorset Street 1\n\n 10115  Berlin', taxNumber: 'de 123 456 789' }
    await setBilling.mutate({ company: 'Engines GmbH', ...set })
    const id = await givenPaid(api, learner, { title: 'Knots', amount: 2900 })
    await setBilling.mutate({ company: null })

    const { company } = await api.as(learner).transactions.receipt.query({ transactionId: id })
    expect(company).toEqual({
      name: 'Engines GmbH',
      addressLines: ['Dorset Street 1', '10115 Berlin'],
      taxNumber: 'DE123456789',
    })

    const { token, password } = learner
    await api.request('DELETE /api/v1/me', { token, body: { password } })
    const { rows } = await api.deps.db.execute(
      sql`select receipts::text as row from receipts where transaction_id = ${id}`,
    )
    expect(rows).not.toEqual([{ row: expect.stringMatching(/Engines|Dorset|DE1234/) }])
  })

  test('takes no tax number of the EU that is written like none, and names its field', async () => {
    const answer = await api.request('PUT /api/v1/transaction/billing', {
      token: (await api.given.learner()).token,
      body: { company: 'Engines GmbH', address: null, taxNumber: 'DE 12' },
    })
    expect([answer.status, answer.body.issues]).toEqual([
      400,
      [expect.objectContaining({ path: 'taxNumber', code: 'taxNumber' })],
    ])
  })

  test('stays without the person when the account is erased, and nothing else of it can be changed or deleted', async () => {
    const learner = await api.given.learner({ name: 'Somebody to forget' })
    const id = await givenPaid(api, learner, { title: 'Knots', amount: 2900 })
    const before = await api.as(admin).transactions.receipt.query({ transactionId: id })

    await api.request('DELETE /api/v1/me', {
      token: learner.token,
      body: { password: learner.password },
    })

    expect(await api.as(admin).transactions.receipt.query({ transactionId: id })).toEqual({
      ...before,
      buyer: null,
    })
    const { rows } = await api.deps.db.execute(
      sql`select receipts::text as row from receipts where transaction_id = ${id}`,
    )
    expect(rows).not.toEqual([{ row: expect.stringMatching(/Somebody|@/) }])
    for (const change of [
      sql`update receipts set buyer_name = 'Mallory', buyer_email = 'mallory@example.com'
        where transaction_id = ${id}`,
      sql`update receipts set issuer = 'Mallory' where transaction_id = ${id}`,
      sql`update receipts set number = number + 1000 where transaction_id = ${id}`,
      sql`delete from receipts where transaction_id = ${id}`,
    ]) {
      await expect(api.deps.db.execute(change)).rejects.toMatchObject({ cause: { code: '23001' } })
    }
  })
})

describe('the PDF of a receipt', () => {
  test('is a file for the buyer and for administrators only, and is sent again only if its content has changed', async () => {
    const learner = await api.given.learner()
    const id = await givenPaid(
      api,
      learner,
      { title: 'Knots', amount: 2900 },
      { title: 'Bends', amount: 1000 },
    )
    const { number } = await api.as(learner).transactions.receipt.query({ transactionId: id })

    const { statusCode, headers, rawPayload } = await api.server.inject({
      method: 'GET',
      url: `/api/v1/transaction/${id}/receipt.pdf`,
      headers: { authorization: `Bearer ${learner.token}` },
    })

    expect([statusCode, rawPayload.subarray(0, 5).toString()]).toEqual([200, '%PDF-'])
    expect(headers).toMatchObject({
      'content-type': 'application/pdf',
      'content-disposition': `attachment; filename="receipt-${number}.pdf"; filename*=UTF-8''The%20Academy%20-%20${number}.pdf`,
      'cache-control': 'private, no-cache',
      'x-content-type-options': 'nosniff',
    })
    const etag = String(headers.etag)
    const again = (token: string) =>
      api.request(addressOf(id), { token, headers: { 'if-none-match': `"other", ${etag}` } })
    const printed = printer.printedReceipts.length
    expect([(await again(learner.token)).status, (await again(admin.token)).status]).toEqual([
      304, 304,
    ])
    expect(printer.printedReceipts).toHaveLength(printed)

    await api.request(`POST /api/v1/transaction/${id}/refund`, {
      token: admin.token,
      body: { line: 2, reason: 'Asked for' },
    })

    const after = await again(learner.token)
    expect([after.status, after.headers.etag === etag]).toEqual([200, false])
    expect(printer.printedReceipts.at(-1)).toMatchObject({
      transactionId: id,
      total: usd(3900),
      refunded: usd(1000),
    })
  })

  test('is refused like the receipt itself: without a token, to others, if it does not exist, and before payment', async () => {
    const [learner, other] = [await api.given.learner(), await api.given.learner()]
    const id = await givenPaid(api, learner, { title: 'Knots', amount: 2900 })
    const course = await api.given.course({ price: usd(100) })
    const unpaid = await api.as(learner).transactions.create.mutate({ courseIds: [course.id] })
    const printed = printer.printedReceipts.length

    const callers = [
      { id },
      { id, token: `${learner.token.slice(0, -2)}xx` },
      { id, token: other.token },
      { id: '019a9c40-12d3-7f6b-9e84-5c1a7b3d8f04', token: learner.token },
      { id: 'x', token: admin.token },
      { id: '%00', token: admin.token },
      { id: '%20', token: admin.token },
      { id: 'x'.repeat(101), token: admin.token },
      { id: unpaid.id, token: learner.token },
    ]
    const refusals: string[] = []
    for (const { id, ...caller } of callers) {
      const json = await api.request(`GET /api/v1/transaction/${id}/receipt`, caller)
      const pdf = await api.request(addressOf(id), caller)
      const { requestId: _one, ...refusal } = json.body
      const { requestId: _other, ...sameRefusal } = pdf.body
      expect([pdf.status, sameRefusal, pdf.headers['www-authenticate']]).toEqual([
        json.status,
        refusal,
        json.headers['www-authenticate'],
      ])
      refusals.push(json.body.error)
    }
    expect(refusals).toEqual([
      'TokenMissing',
      'TokenInvalid',
      ...Array(5).fill('TransactionNotFound'),
      'InvalidFields',
      'TransactionNotPaid',
    ])
    expect(printer.printedReceipts).toHaveLength(printed)
  })

  test('requested twenty times at once is printed once', async () => {
    let prints = 0
    let callers = 0
    const slow: PdfPrinter = {
      ...printer,
      printReceipt: async () => {
        prints += 1
        await expect.poll(() => callers).toBe(20)
        return new TextEncoder().encode(`%PDF-1.7 ${prints}`)
      },
    }
    await using api = await startApi({ printer: slow })
    const learner = await api.given.learner()
    const id = await givenPaid(api, learner, { title: 'Knots', amount: 2900 })
    const { receiptPrints } = api.deps.inFlight
    const { run } = receiptPrints
    receiptPrints.run = (key, work) => {
      callers += 1
      return run(key, work)
    }

    const answers = await atOnce(20, () => api.request(addressOf(id), { token: learner.token }))

    expect(tally(answers.map(({ status, text }) => `${status} ${text}`))).toEqual({
      '200 %PDF-1.7 1': 20,
    })
    expect(prints).toBe(1)
  })

  test('can be downloaded thirty times a minute; an unchanged copy does not count', async () => {
    await using limited = await startApi({ printer, config: { rateLimitScale: 1 } })
    const learner = await limited.given.learner()
    const id = await givenPaid(limited, learner, { title: 'Knots', amount: 2900 })
    const get = (headers = {}) => limited.request(addressOf(id), { token: learner.token, headers })

    const [first] = [await get(), ...(await atOnce(29, () => get()))]

    const refused = await get()
    expect([
      refused.status,
      refused.body.error,
      Number(refused.headers['retry-after']) > 0,
    ]).toEqual([429, 'RateLimited', true])
    expect((await get({ 'if-none-match': String(first.headers.etag) })).status).toBe(304)
    limited.advance(61_000)
    expect((await get()).status).toBe(200)
  })

  test('needs a browser, and says so if there is none; the receipt itself is available all the same', async () => {
    await using bare = await startApi()
    const learner = await bare.given.learner()
    const id = await givenPaid(bare, learner, { title: 'Knots', amount: 2900 })

    const { status, body, headers } = await bare.request(addressOf(id), { token: learner.token })

    expect([status, body.error, headers['retry-after']]).toEqual([503, 'ServiceUnavailable', '300'])
    expect(body.message).toMatch(/no browser.*doctor/)
    expect(
      (await bare.as(learner).transactions.receipt.query({ transactionId: id })).total,
    ).toEqual(usd(2900))
  })
})

const { printer: realPrinter, isAvailable } = await printerForAllTests()

test.skipIf(!isAvailable)('from the purchase to the PDF: it lists what was paid for', async () => {
  await using printing = await startApi({ printer: realPrinter })
  const learner = await printing.given.learner({ name: 'Grace Hopper' })
  const id = await givenPaid(printing, learner, { title: 'Knots & <Bends>', amount: 2900 })
  const { number } = await printing.as(learner).transactions.receipt.query({ transactionId: id })

  const address = `/api/v1/transaction/${id}/receipt.pdf`
  const { text, title } = await readPdf(await downloadPdf(printing, address, learner.token))
  expect(title).toBe(`Receipt ${number} — Lyceum`)
  for (const words of [
    'Grace Hopper',
    learner.email,
    'Knots & <Bends> $29.00',
    'Total paid (USD) $29.00',
    number,
    id,
  ]) {
    expect(text).toContain(withoutSpace(words))
  }
})
