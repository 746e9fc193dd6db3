import type { Client } from 'pg'
import { expect, test } from 'vitest'
import { migrateDatabase } from './migrator.ts'
import { givenRelease } from './test/given.ts'

const [user, course, version] = [
  '00000000-0000-7000-8000-000000000001',
  '00000000-0000-7000-8000-000000000002',
  '00000000-0000-7000-8000-000000000003',
]
const idOf = (number: number) =>
  `00000000-0000-7000-8000-0000000001${String(number).padStart(2, '0')}`

async function putPurchase(
  client: Client,
  number: number,
  { status, paidAt = null }: { status: string; paidAt?: string | null },
): Promise<void> {
  const isGiven = status === 'fulfilled'
  await client.query(
    `insert into transactions (id, user_id, status, total_amount, currency, provider, provider_reference, created_at, paid_at, fulfilled_at)
     values ($1, $2, $3, 2900, 'USD', 'sandbox', $4, '2025-12-30', $5, $6)`,
    [idOf(number), user, status, `sandbox_${number}`, paidAt, isGiven ? paidAt : null],
  )
  await client.query(
    `insert into transaction_lines (transaction_id, position, user_id, course_id, version_id, title, price_amount, currency, status)
     values ($1, 0, $2, $3, $4, 'Knots', 2900, 'USD', $5)`,
    [idOf(number), user, course, version, isGiven ? 'refunded' : 'released'],
  )
}

test('a database of the first release keeps its carts and purchases, and paid ones get receipts in their order', async () => {
  const { url, client } = await givenRelease(1)
  await client.query(
    `insert into users (id, email, name, created_at) values ('${user}', 'ada@example.com', 'Ada', now())`,
  )
  await client.query(
    `insert into courses (id, slug, status, price_amount, price_currency, created_at) values ('${course}', 'knots', 'draft', 2900, 'USD', now())`,
  )
  await client.query(`insert into course_versions (id, course_id, number, title, summary, language, content_hash, published_at)
    values ('${version}', '${course}', 1, 'Knots', 'Knots', 'en', 'hash', now())`)
  await client.query(
    `insert into cart_items (user_id, course_id, added_at) values ('${user}', '${course}', now())`,
  )
  await putPurchase(client, 1, { status: 'fulfilled', paidAt: '2026-01-02' })
  await putPurchase(client, 2, { status: 'fulfilled', paidAt: '2025-12-31' })
  await putPurchase(client, 3, { status: 'fulfilled', paidAt: '2026-01-01' })
  await putPurchase(client, 4, { status: 'expired' })

  await migrateDatabase(url)

  const buyer = { buyer_name: 'Ada', buyer_email: 'ada@example.com' }
  const { rows } = await client.query(
    'select transaction_id, year, number, buyer_name, buyer_email from receipts order by year, number',
  )
  expect(rows).toEqual([
    { transaction_id: idOf(2), year: 2025, number: 1, ...buyer },
    { transaction_id: idOf(3), year: 2026, number: 1, ...buyer },
    { transaction_id: idOf(1), year: 2026, number: 2, ...buyer },
  ])
  // Their refunds can be made: the sandbox calls a payment and its money by one name.
  const paid = await client.query(
    'select payment_reference = provider_reference as same from transactions where paid_at is not null',
  )
  expect(paid.rows).toEqual([{ same: true }, { same: true }, { same: true }])
  expect((await client.query('select * from receipt_counters order by year')).rows).toEqual([
    { year: 2025, last: 1 },
    { year: 2026, last: 2 },
  ])
  expect((await client.query('select price_amount, price_currency from cart_items')).rows).toEqual([
    { price_amount: 2900, price_currency: 'USD' },
  ])
  const kept = await client.query(
    'select t.status, l.price_amount - l.discount_amount as charged from transactions t join transaction_lines l on l.transaction_id = t.id',
  )
  expect(kept.rows.map(({ charged }) => charged)).toEqual([2900, 2900, 2900, 2900])
})

test('users who wait for the verification of a second email are not taken for ones that never verified any', async () => {
  const { url, client } = await givenRelease(18)
  await client.query(`insert into users (id, email, name, created_at, email_verified_at) values
    ('${idOf(1)}', 'verified@example.com', 'Ada', now(), now()),
    ('${idOf(2)}', 'moved@example.com', 'Ada', now(), null),
    ('${idOf(3)}', 'never@example.com', 'Ada', now(), null)`)
  await client.query(`insert into audit_events (id, at, event, user_id, actor) values
    ('${idOf(4)}', now(), 'login-succeeded', '${idOf(2)}', 'anyone'),
    ('${idOf(5)}', now(), 'account-registered', '${idOf(3)}', 'anyone')`)

  await migrateDatabase(url)

  const { rows } = await client.query(
    'select email from users where former_email_verified_at is not null',
  )
  expect(rows).toEqual([{ email: 'moved@example.com' }])
})

test('certificates from before minutes, successors and credentials keep their content and get the new fields', async () => {
  const { client, url } = await givenRelease(1)
  await client.query(`
    begin;
    insert into users (id, email, name, role, created_at) values ('${idOf(1)}', 'ada@example.com', 'Ada Lovelace', 'learner', now());
    insert into courses (id, slug, status, price_amount, price_currency, created_at) values ('${idOf(2)}', 'knots', 'draft', 0, 'USD', now());
    insert into course_versions (id, course_id, number, title, summary, language, content_hash, published_at) values ('${idOf(3)}', '${idOf(2)}', 1, 'Knots', 'All of them', 'en', 'x', now());
    insert into sections (id, version_id, position, title) values ('${idOf(4)}', '${idOf(3)}', 0, 'One');
    insert into lessons (id, course_id, version_id, section_id, key, position, title, type, minutes, required, preview, content) values
      ('${idOf(5)}', '${idOf(2)}', '${idOf(3)}', '${idOf(4)}', 'a', 0, 'A', 'text', 40, true, false, ''),
      ('${idOf(6)}', '${idOf(2)}', '${idOf(3)}', '${idOf(4)}', 'b', 1, 'B', 'text', 55, true, false, ''),
      ('${idOf(7)}', '${idOf(2)}', '${idOf(3)}', '${idOf(4)}', 'c', 2, 'C', 'text', 99, false, false, '');
    insert into certificates (id, code, user_id, course_id, version_id, learner_name, course_title, course_version, language, issuer, completed_at, issued_at, status, revoked_at, revocation_reason) values
      ('${idOf(8)}', '00000000000000000', '${idOf(1)}', '${idOf(2)}', '${idOf(3)}', 'Ada Byron', 'Knots', 1, 'en', 'Lyceum', now(), now(), 'issued', null, null),
      ('${idOf(9)}', '11111111111111111', null, '${idOf(2)}', '${idOf(3)}', 'Eve', 'Knots', 1, 'en', 'Lyceum', now(), now(), 'revoked', now(), 'fraud');
    commit`)

  await migrateDatabase(url)

  const { rows } = await client.query(
    'select code, learner_name, status, minutes, supersedes, status_index, credential from certificates order by id',
  )
  const added = { minutes: 95, supersedes: null, credential: null }
  expect(rows).toEqual([
    {
      code: '00000000000000000',
      learner_name: 'Ada Byron',
      status: 'issued',
      status_index: expect.any(Number),
      ...added,
    },
    {
      code: '11111111111111111',
      learner_name: 'Eve',
      status: 'revoked',
      status_index: expect.any(Number),
      ...added,
    },
  ])
  expect(rows.map(({ status_index }) => status_index).sort()).toEqual([0, 1])
})
