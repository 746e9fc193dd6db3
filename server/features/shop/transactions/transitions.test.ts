import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Db } from '../../../../db/postgres/client.ts'
import { databaseError } from '../../../../db/postgres/failures.ts'
import {
  lineTransitions,
  refundTransitions,
  reversalTransitions,
  transactionTransitions,
} from '../../../../db/transitions.ts'
import { newId } from '../../../../lib/ids.ts'
import { forAllTests, startApi } from '../../../test/api.ts'

const api = await forAllTests(startApi())

type Transitions = Record<string, readonly string[]>

/** Tries the transitions that the database allows, each on a row forced into the first state. */
async function allowedTransitions(
  db: Db,
  table: string,
  isRow: ReturnType<typeof sql>,
  transitions: Transitions,
): Promise<Transitions> {
  const states = Object.keys(transitions)
  const name = sql.identifier(table)
  const settle =
    table === 'refunds'
      ? sql`, settled_at = case when status in ('succeeded', 'failed') then now() end`
      : sql``
  const found: Record<string, string[]> = {}
  for (const from of states) {
    found[from] = []
    for (const to of states.filter((state) => state !== from)) {
      await db.execute(sql`savepoint attempt`)
      await db.execute(sql`alter table ${name} disable trigger user`)
      await db.execute(sql`update ${name} set status = ${from} where ${isRow}`)
      await db
        .execute(sql`update ${name} set status = status ${settle} where ${isRow}`)
        .catch(() => undefined)
      await db.execute(sql`alter table ${name} enable trigger user`)
      const isLegal = await db.execute(sql`update ${name} set status = ${to} where ${isRow}`).then(
        () => true,
        (error: unknown) => {
          expect(databaseError(error)?.code).toBe('23001')
          return false
        },
      )
      if (isLegal) found[from].push(to)
      await db.execute(sql`rollback to savepoint attempt`)
    }
  }
  return sorted(found)
}

function sorted(transitions: Transitions): Transitions {
  return Object.fromEntries(Object.entries(transitions).map(([from, to]) => [from, to.toSorted()]))
}

test('the database allows exactly the transitions of the table', async () => {
  const learner = await api.given.learner()
  const course = await api.given.course({ price: { amount: 500, currency: 'USD' } })
  const { id } = await api.as(learner).transactions.create.mutate({ courseIds: [course.id] })
  const undo = new Error('undo')

  const trying = api.deps.withTransaction(async (db) => {
    for (const check of ['given_when_paid', 'unpaid_when_open', 'fulfilled_when']) {
      await db.execute(sql.raw(`alter table transactions drop constraint transactions_${check}`))
    }
    await db.execute(sql`alter table refunds drop constraint refunds_settled_when`)
    expect(
      await allowedTransitions(db, 'transactions', sql`id = ${id}`, transactionTransitions),
    ).toEqual(sorted(transactionTransitions))
    expect(
      await allowedTransitions(
        db,
        'transaction_lines',
        sql`transaction_id = ${id}`,
        lineTransitions,
      ),
    ).toEqual(sorted(lineTransitions))

    await db.execute(sql`update transactions set status = 'paid', paid_at = now() where id = ${id}`)
    const refund = newId()
    await db.execute(sql`insert into refunds (id, transaction_id, line_position, amount, currency,
      reason, status, provider, requested_at)
      values (${refund}, ${id}, 0, 100, 'USD', 'Because', 'requested', 'sandbox', now())`)
    expect(await allowedTransitions(db, 'refunds', sql`id = ${refund}`, refundTransitions)).toEqual(
      sorted(refundTransitions),
    )

    await db.execute(sql`alter table reversals drop constraint reversals_settled_when`)
    await db.execute(sql`insert into reversals (provider, reference, kind, status,
      payment_reference, amount, currency, reported_at, status_at)
      values ('sandbox', 'moving', 'refund', 'open', 'none', 100, 'USD', now(), now())`)
    expect(
      await allowedTransitions(db, 'reversals', sql`reference = 'moving'`, reversalTransitions),
    ).toEqual(sorted(reversalTransitions))
    throw undo
  })

  await expect(trying).rejects.toBe(undo)
})

test.each([
  [
    'a purchase that starts as paid',
    sql`insert into transactions (id, status, total_amount, currency, created_at)
      values (gen_random_uuid(), 'paid', 0, 'USD', now())`,
  ],
  ['a changed total', sql`update transactions set total_amount = total_amount + 1`],
  ['a changed price', sql`update transaction_lines set price_amount = price_amount + 1`],
  ['a deleted purchase', sql`delete from transactions`],
  ['a deleted line', sql`delete from transaction_lines`],
  ['a rewritten event', sql`update payment_events set kind = 'other'`],
  ['a deleted receipt', sql`delete from receipts`],
  [
    'lines that do not add up to the total',
    sql`insert into transactions (id, status, total_amount, currency, provider, created_at)
      values (gen_random_uuid(), 'pending', 7, 'USD', 'sandbox', now())`,
  ],
])('the database refuses %s', async (_, statement) => {
  const learner = await api.given.learner()
  const course = await api.given.course({ price: { amount: 500, currency: 'USD' } })
  const { checkoutUrl } = await api
    .as(learner)
    .transactions.create.mutate({ courseIds: [course.id] })
  await api.request(`POST ${new URL(checkoutUrl ?? '').pathname}/pay`)

  const code = await api.deps.db.execute(statement).then(
    () => undefined,
    (error: unknown) => databaseError(error)?.code,
  )

  expect(['23001', '23514']).toContain(code)
})
