import type { AddressInfo } from 'node:net'
import { simpleParser } from 'mailparser'
import { SMTPServer } from 'smtp-server'
import { afterAll, expect, test } from 'vitest'
import { createSmtpMailer } from '../../../adapters/mailer/smtp-mailer.ts'
import type { PaymentEvent } from '../../../adapters/payments/types.ts'
import type { Deps } from '../../../context.ts'
import { forAllTests, startApi } from '../../../test/api.ts'
import { atOnce } from '../../../test/at-once.ts'
import { untilJobsAreDone } from '../../../test/until.ts'
import { markPaid } from '../payments/mark-paid.ts'
import { recordPayment } from '../payments/record-payment.ts'

interface Received {
  to: string
  subject: string
  text: string
}

/** Mails by recipient, as a mail server receives them. */
const received: Received[] = []
const server = new SMTPServer({
  disabledCommands: ['STARTTLS'],
  authOptional: true,
  onData: (stream, session, callback) => {
    simpleParser(stream).then(({ subject = '', text = '' }) => {
      received.push({ to: session.envelope.rcptTo[0]?.address ?? '', subject, text })
      callback()
    }, callback)
  },
})
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
const { port } = server.server.address() as AddressInfo

const api = await forAllTests(
  startApi({
    mailer: createSmtpMailer({ url: `smtp://127.0.0.1:${port}`, from: 'no-reply@lyceum.test' }),
    config: { purchasePageUrl: 'https://learn.example.org/purchases?tab=all' },
  }),
)
afterAll(() => new Promise<void>((resolve) => server.close(() => resolve())))
const admin = await api.given.admin()

async function givenPurchase(...amounts: number[]) {
  const learner = await api.given.learner()
  const courses = await Promise.all(
    amounts.map((amount, index) =>
      api.given.course({ title: `Knots ${index + 1}`, price: { amount, currency: 'EUR' } }),
    ),
  )
  const transaction = await api
    .as(learner)
    .transactions.create.mutate({ courseIds: courses.map((course) => course.id) })
  const mails = () => received.filter(({ to }) => to === learner.email)
  return {
    learner,
    transaction,
    mails,
    pay: () => api.request(`POST ${new URL(transaction.checkoutUrl ?? '').pathname}/pay`),
  }
}

/** Creates an event of the provider about 29 euros. */
function paidEvent(
  transactionId: string,
  { id, payment }: { id: string; payment: string },
): PaymentEvent {
  return {
    id: `${transactionId}-${id}`,
    type: 'test',
    kind: 'paid',
    transactionId,
    reference: `session-${transactionId}`,
    paymentReference: `${payment}-${transactionId}`,
    amount: { amount: 2900, currency: 'EUR' },
  }
}

const untilMailsAreOut = () =>
  untilJobsAreDone(api, 'send-notification', 'send-refund', 'fulfill-transaction')

const soon = { timeout: 60_000, interval: 50 }

test('a buyer gets one mail about a payment, with the number of the receipt and its location', async () => {
  const { learner, transaction, mails, pay } = await givenPurchase(2900, 1000)

  await pay()
  await pay()
  await expect.poll(mails, soon).toHaveLength(1)
  await untilMailsAreOut()

  const { number } = await api
    .as(learner)
    .transactions.receipt.query({ transactionId: transaction.id })
  expect(mails()).toEqual([
    {
      to: learner.email,
      subject: `Your payment to Lyceum, receipt ${number}`,
      text: expect.any(String),
    },
  ])
  expect(mails()[0]?.text).toContain(
    `Receipt: ${number}\nAmount: €39.00\nCourses: Knots 1, Knots 2\nWhen: `,
  )
  expect(mails()[0]?.text).toContain(
    `View it at: https://learn.example.org/purchases?tab=all&transaction=${transaction.id}\n`,
  )
})

test('a payment reported by many concurrent events results in one mail', async () => {
  const { transaction, mails } = await givenPurchase(2900)
  let events = 0

  await atOnce(8, () => {
    events += 1
    return recordPayment(
      api.deps,
      'sandbox',
      paidEvent(transaction.id, { id: String(events % 4), payment: 'pay' }),
    )
  })
  await expect.poll(mails, soon).toHaveLength(1)
  await untilMailsAreOut()

  expect(mails()).toHaveLength(1)
})

test('a payment that an operator recorded is confirmed like any other, in the language of the buyer', async () => {
  const { learner, transaction, mails } = await givenPurchase(123_456)
  await api.request('PATCH /api/v1/me', { token: learner.token, body: { language: 'de' } })

  await markPaid(api.deps, { id: transaction.id, reason: 'Bank transfer' })
  await expect.poll(mails, soon).toHaveLength(1)

  expect(mails()[0]?.subject).toMatch(/^Deine Zahlung an Lyceum, Quittung \d{4}-\d{6}$/)
  expect(mails()[0]?.text).toContain('Betrag: 1.234,56\u00A0€\nKurs: Knots 1\n')
})

test('free and declined purchases send no mail', async () => {
  const free = await givenPurchase(0)
  const declined = await givenPurchase(2900)
  await api.request(`POST ${new URL(declined.transaction.checkoutUrl ?? '').pathname}/decline`)
  await untilMailsAreOut()

  expect([free.transaction.status, free.mails(), declined.mails()]).toEqual(['fulfilled', [], []])
})

test('each refund sends one mail, with its course and amount, when it is made', async () => {
  const { learner, transaction, mails, pay } = await givenPurchase(2900, 1000)
  await pay()
  const refund = (body: object) =>
    api.request(`POST /api/v1/transaction/${transaction.id}/refund`, {
      token: admin.token,
      body: { reason: 'Asked for', ...body },
    })

  expect((await refund({ line: 2, amount: 400 })).status).toBe(200)
  expect((await refund({ line: 2, amount: 9900 })).body.error).toBe('RefundTooHigh')
  await expect.poll(mails, soon).toHaveLength(2)
  await untilMailsAreOut()

  const { number } = await api
    .as(learner)
    .transactions.receipt.query({ transactionId: transaction.id })
  const sent = mails().filter(({ subject }) => subject === 'Your refund from Lyceum')
  expect(sent).toHaveLength(1)
  expect(sent[0]?.text).toContain(`Amount: €4.00\nCourse: Knots 2\nReceipt: ${number}\nWhen: `)
})

test('a buyer who pays twice gets a mail about the refund, and none about a second receipt', async () => {
  const { transaction, mails, pay } = await givenPurchase(2900)
  await pay()
  await recordPayment(
    api.deps,
    'sandbox',
    paidEvent(transaction.id, { id: 'second', payment: 'second' }),
  )
  await expect.poll(mails, soon).toHaveLength(2)
  await untilMailsAreOut()

  expect(
    mails()
      .map(({ subject }) => subject.replace(/\d{4}-\d{6}/, 'N'))
      .sort(),
  ).toEqual(['Your payment to Lyceum, receipt N', 'Your refund from Lyceum'])
  expect(mails().find(({ subject }) => subject.includes('refund'))?.text).toMatch(
    /did not owe[\s\S]*Amount: €29\.00/,
  )
})

test('a payment is confirmed once it is committed, not before', async () => {
  const { transaction, mails } = await givenPurchase(2900)
  const event = paidEvent(transaction.id, { id: 'first', payment: 'pay' })
  const crashing: Deps = {
    ...api.deps,
    withTransaction: (work) =>
      api.deps.withTransaction(async (db) => {
        await work(db)
        throw new Error('the server died before the commit')
      }),
  }

  await expect(recordPayment(crashing, 'sandbox', event)).rejects.toThrow('died')
  await untilMailsAreOut()
  expect(mails()).toEqual([])

  await recordPayment(api.deps, 'sandbox', event)
  await expect.poll(mails, soon).toHaveLength(1)
})
