import { afterAll, describe, expect, test, vi } from 'vitest'
import { secretKey, webhookSecret } from '../../../server/test/stripe/fake-stripe.ts'
import { startStripeShop, usd } from '../../../server/test/stripe/stripe-shop.ts'
import { givenCommandLine } from '../test/command-line.ts'

const shop = await startStripeShop({ logLines: [] })
const { api, stripe, deliver, givenPaid, isOpen, stateOf, violationsOf } = shop
const lyceum = await givenCommandLine()
afterAll(async () => {
  await lyceum[Symbol.asyncDispose]()
  await shop[Symbol.asyncDispose]()
})

const settings = {
  PAYMENT_PROVIDER: 'stripe',
  STRIPE_SECRET_KEY: secretKey,
  STRIPE_WEBHOOK_SECRET: webhookSecret,
  STRIPE_API_URL: stripe.url,
}
const run = (...args: string[]) => lyceum.run(args, settings)
const because = ['--reason', 'As found at the provider']

/** Returns the commands that `doctor --data` suggests for the transaction. */
async function commandsFor(id: string): Promise<string[]> {
  // Jobs get a quarter of an hour; the check is told that it is over.
  await api.deps.db.execute(
    `update reversals set settled_at = now() - interval '1 hour' where settled_at is not null`,
  )
  const { json } = await run('doctor', '--data', '--json')
  const all: string[] = json.items.flatMap(({ commands = [] }) => commands)
  return all.filter((command) => command.includes(id))
}

/** Returns the sales report's lines about the transaction, in alphabetical order. */
async function booksOf(id: string) {
  const { json } = await run('report', 'sales', '--json')
  return json.items
    .filter((item: { transactionId: string }) => item.transactionId === id)
    .map(({ kind, amount, currency }: { kind: string; amount: number; currency: string }) =>
      [kind, amount, currency].join(' '),
    )
    .sort()
}

/** Fills in a suggested command, as its reader does. */
function argsOf(command: string, replaced: Record<string, string>): string[] {
  const filled = Object.entries(replaced).reduce(
    (text, [placeholder, value]) => text.replace(placeholder, value),
    command.replace('npm run lyceum -- ', ''),
  )
  return [...filled.matchAll(/"([^"]*)"|(\S+)/g)].map(([, quoted, plain]) => quoted ?? plain ?? '')
}

function inDashboard(payment: string, amount: number) {
  const refund = stripe.refundInDashboard(payment, amount)
  if (refund === undefined) throw new Error('Stripe would not have made this refund.')
  return refund
}

describe('money taken back in a different currency', () => {
  test('is assigned by the command that the doctor names, once the operator says what it amounts to', async () => {
    const purchase = await givenPaid(2900, 1000)
    const dispute = { ...stripe.dispute(purchase.payment, 'lost', 2650), currency: 'eur' }
    await deliver(stripe.event('charge.dispute.closed', dispute))
    expect(await booksOf(purchase.id)).toEqual(['dispute -2650 EUR', 'payment 3900 USD'])

    const [command = ''] = await commandsFor(purchase.id)
    expect(command).toBe(
      `npm run lyceum -- transaction assign ${purchase.id} --reversal dp_${purchase.payment} ` +
        '--line LINE --amount AMOUNT_IN_USD --reason "REASON"',
    )
    const withoutAmount = await run(
      ...argsOf(command, { LINE: '1' }).filter((word) => !/AMOUNT|--amount/.test(word)),
    )
    expect(withoutAmount).toMatchObject({
      code: 2,
      stderr: expect.stringContaining('took back €26.50'),
    })
    expect(
      (await run('transaction', 'refund', purchase.id, '--line', '1', ...because)).stderr,
    ).toContain('first assign it')

    const args = argsOf(command, { LINE: '1', AMOUNT_IN_USD: '2900' })
    const rehearsed = await run(...args, '--dry-run', '--json')
    expect(rehearsed.json).toMatchObject({ dryRun: true, status: 'partially_refunded' })
    expect(await stateOf(purchase)).toMatchObject({ status: 'fulfilled' })
    const assigned = await run(...args, '--json')

    expect(assigned).toMatchObject({ code: 0, json: { refunded: usd(2900) } })
    expect(await isOpen(purchase)).toEqual([false, true])
    expect(await booksOf(purchase.id)).toEqual(['dispute -2900 USD', 'payment 3900 USD'])
    expect([await commandsFor(purchase.id), await violationsOf(purchase.id)]).toEqual([[], []])
  })

  test('is not booked on a line twice when the command is repeated, but on several lines', async () => {
    const purchase = await givenPaid(2900, 1000)
    const dispute = { ...stripe.dispute(purchase.payment, 'lost', 1350), currency: 'eur' }
    await deliver(stripe.event('charge.dispute.closed', dispute))
    const assign = (line: string, amount: string) =>
      run(
        ...['transaction', 'assign', purchase.id, '--reversal', `dp_${purchase.payment}`],
        ...['--line', line, '--amount', amount, ...because],
      )
    expect((await assign('1', '1000')).code).toBe(0)

    expect(await assign('1', '1000')).toMatchObject({
      code: 4,
      stderr: expect.stringContaining('$10.00 of this reversal are already assigned'),
    })
    expect((await assign('2', '500')).code).toBe(0)

    expect(await booksOf(purchase.id)).toEqual(['dispute -1500 USD', 'payment 3900 USD'])
    expect(await violationsOf(purchase.id)).toEqual([])
  })

  test('and won after all, it is removed from the books', async () => {
    const purchase = await givenPaid(2900)
    const dispute = { ...stripe.dispute(purchase.payment, 'lost'), currency: 'eur' }
    await deliver(stripe.event('charge.dispute.closed', dispute))
    const [reversal, line] = [`dp_${purchase.payment}`, '1']
    await run(
      ...['transaction', 'assign', purchase.id, '--reversal', reversal, '--line', line],
      ...['--amount', '2900', ...because],
    )
    expect(await stateOf(purchase)).toMatchObject({ status: 'refunded' })

    const created = Math.floor(Date.now() / 1000) + 5
    await deliver(stripe.event('charge.dispute.closed', { ...dispute, status: 'won' }, { created }))

    expect(await booksOf(purchase.id)).toEqual(['payment 2900 USD'])
    expect(await stateOf(purchase)).toMatchObject({ refunded: usd(0) })
  })
})

describe('a payment that was not owed and was refunded in part', () => {
  /** A second payment, of which 400 were refunded in the dashboard before we knew of it. */
  async function givenSurplus() {
    const purchase = await givenPaid(1000)
    const second = {
      ...purchase.session,
      id: `${purchase.session.id}_second`,
      payment_intent: `pi_second_${purchase.session.id}`,
    }
    stripe.sessions.push(second)
    const part = inDashboard(second.payment_intent, 400)
    await deliver(stripe.event('refund.created', part))
    await deliver(stripe.event('checkout.session.completed', second))
    const ours = () =>
      stripe.refunds.filter(
        ({ payment_intent: payment, metadata }) =>
          payment === second.payment_intent && metadata.refundId !== undefined,
      )
    await vi.waitFor(() => expect(ours()).toHaveLength(1), 10_000)
    await vi.waitFor(async () => expect(await violationsOf(purchase.id)).toEqual([]), 10_000)
    return { ...purchase, part, ours, payment: second.payment_intent }
  }

  const failed = <Refund extends object>(refund: Refund) =>
    Object.assign(refund, { status: 'failed', failure_reason: 'lost_or_stolen_card' })

  test.each([
    ['the part fails at the bank', 'part', [600, 400]],
    ['the rest fails at the bank', 'rest', [600, 600]],
  ] as const)(
    'and %s: the command that the doctor names refunds that much, once',
    async (_, failing, expected) => {
      const surplus = await givenSurplus()
      const [rest] = surplus.ours()
      await deliver(
        stripe.event('refund.failed', failed(failing === 'part' ? surplus.part : (rest ?? {}))),
      )

      const [command = ''] = await commandsFor(surplus.id)
      expect(command).toBe(
        `npm run lyceum -- transaction refund ${surplus.id} --surplus --reason "REASON"`,
      )
      const args = argsOf(command, {})
      expect((await run(...args, '--dry-run')).code).toBe(0)
      expect(surplus.ours()).toHaveLength(1)
      expect((await run(...args)).code).toBe(0)

      expect(surplus.ours().map(({ amount }) => amount)).toEqual(expected)
      expect([await commandsFor(surplus.id), await violationsOf(surplus.id)]).toEqual([[], []])
      expect(await run(...args)).toMatchObject({ code: 4, stdout: '' })
      expect(await stateOf(surplus)).toMatchObject({ status: 'fulfilled', refunded: usd(0) })
    },
  )
})

describe('a refund noted by hand and then made in the dashboard', () => {
  test('counts once: nothing is booked on other lines, and the command that the doctor names joins the two', async () => {
    const purchase = await givenPaid(1000, 2000)
    await run('transaction', 'refund', purchase.id, '--line', '1', '--by-hand', ...because)
    const made = inDashboard(purchase.payment, 1000)
    await deliver(stripe.event('refund.created', made))
    expect(await isOpen(purchase)).toEqual([false, true])

    const [command = ''] = await commandsFor(purchase.id)
    expect(command).toBe(
      `npm run lyceum -- transaction assign ${purchase.id} --reversal ${made.id} --line 1 ` +
        '--by-hand --reason "REASON"',
    )
    const mails = () => api.mails.filter(({ to }) => to === purchase.learner.email)
    await vi.waitFor(() => expect(mails().at(-1)?.subject).toContain('refund'), 10_000)
    const before = mails().length
    const joined = await run(...argsOf(command, {}), '--json')

    expect(joined).toMatchObject({ code: 0, json: { refunded: usd(1000) } })
    expect(joined.json.refunds).toMatchObject([
      { line: 1, provider: 'manual', status: 'failed', failure: 'counted_at_provider' },
      { line: 1, provider: 'stripe', status: 'succeeded', reversal: made.id },
    ])
    expect(await booksOf(purchase.id)).toEqual(['payment 3000 USD', 'refund -1000 USD'])
    expect(await stateOf(purchase)).toMatchObject({
      status: 'partially_refunded',
      lines: ['refunded', 'fulfilled'],
    })
    expect([await commandsFor(purchase.id), await violationsOf(purchase.id)]).toEqual([[], []])
    // The buyer already knows.
    expect(mails()).toHaveLength(before)
  })

  test('of everything counts once too, in parts or at once', async () => {
    const purchase = await givenPaid(2900)
    await run('transaction', 'refund', purchase.id, '--by-hand', '--yes', ...because)
    for (const amount of [1900, 1000]) {
      await deliver(stripe.event('refund.created', inDashboard(purchase.payment, amount)))
      const [command = ''] = await commandsFor(purchase.id)
      expect(await run(...argsOf(command, {}))).toMatchObject({ code: 0 })
    }

    expect(await booksOf(purchase.id)).toEqual([
      'payment 2900 USD',
      'refund -1000 USD',
      'refund -1900 USD',
    ])
    expect(await stateOf(purchase)).toMatchObject({ status: 'refunded', refunded: usd(2900) })
    expect([await commandsFor(purchase.id), await violationsOf(purchase.id)]).toEqual([[], []])
  })

  test('that is a different one is assigned to its line', async () => {
    const purchase = await givenPaid(1000, 2000)
    await run(
      ...['transaction', 'refund', purchase.id, '--line', '1', '--amount', '300', '--by-hand'],
      ...because,
    )
    const made = inDashboard(purchase.payment, 2000)
    await deliver(stripe.event('refund.created', made))

    const assigned = await run(
      ...['transaction', 'assign', purchase.id, '--reversal', made.id, '--line', '2', ...because],
    )

    expect(assigned.code).toBe(0)
    expect(await isOpen(purchase)).toEqual([true, false])
    expect(await booksOf(purchase.id)).toEqual([
      'payment 3000 USD',
      'refund -2000 USD',
      'refund -300 USD',
    ])
    expect(await violationsOf(purchase.id)).toEqual([])
  })
})
