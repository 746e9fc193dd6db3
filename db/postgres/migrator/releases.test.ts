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
  // Makes refunds possible: the sandbox gives a payment and its money one name.
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

/** Publishes a version as the previous release's servers do, in its tables. */
async function publishAsBefore(
  client: Client,
  { number, lessons }: { number: number; lessons: readonly (readonly [string, string])[] },
): Promise<void> {
  const [versionId, sectionId] = [idOf(number * 10), idOf(number * 10 + 1)]
  await client.query('begin')
  await client.query(
    `insert into course_versions (id, course_id, number, title, summary, language, content_hash, published_at)
     values ($1, $2, $3, 'Knots', 'All of them', 'en', $4, now())`,
    [versionId, course, number, `hash ${number}`],
  )
  await client.query(
    'insert into sections (id, version_id, position, title) values ($1, $2, 0, $3)',
    [sectionId, versionId, `Section of ${number}`],
  )
  for (const [position, [key, content]] of lessons.entries())
    await client.query(
      `insert into lessons (id, course_id, version_id, section_id, key, position, title, type, minutes, required, preview, content)
       values ($1, $2, $3, $4, $5, $6, $7, 'text', 5, true, false, $8)`,
      [
        idOf(number * 10 + 2 + position),
        course,
        versionId,
        sectionId,
        key,
        position,
        `The ${key}`,
        content,
      ],
    )
  await client.query('update courses set current_version = $2 where id = $1', [course, number])
  await client.query('commit')
}

/** Reads every lesson of every version as the previous release does. */
async function lessonsAsBefore(client: Client) {
  const { rows } = await client.query(
    `select v.number, l.id, l.version_id, l.course_id, s.title as section, l.key, l.position, l.title, l.type, l.minutes,
       l.required, l.preview, l.content
     from course_versions v join lessons l on l.version_id = v.id join sections s on s.id = l.section_id
     order by v.number, l.position`,
  )
  return rows
}

async function givenVersionsOfBefore() {
  const database = await givenRelease(27)
  const { client } = database
  await client.query(
    `insert into users (id, email, name, created_at) values ('${user}', 'ada@example.com', 'Ada', now())`,
  )
  await client.query(
    `insert into courses (id, slug, status, price_amount, price_currency, created_at) values ('${course}', 'knots', 'draft', 0, 'USD', now())`,
  )
  await publishAsBefore(client, {
    number: 1,
    lessons: [
      ['bowline', 'A loop.'],
      ['hitch', 'Two turns.'],
      ['sheet-bend', 'Two ropes.'],
    ],
  })
  await publishAsBefore(client, {
    number: 2,
    lessons: [
      ['hitch', 'Two turns.'],
      ['bowline', 'A loop that never slips.'],
    ],
  })
  await client.query(
    `insert into enrollments (user_id, course_id, version_id, source, enrolled_at, remaining_lessons, required_lessons)
     values ('${user}', '${course}', '${idOf(10)}', 'administrator', now(), B'111', 3)`,
  )
  await client.query(
    `insert into lesson_progress (user_id, course_id, lesson_key, percent, position_seconds, completed_at, updated_at)
     values ('${user}', '${course}', 'hitch', 100, 7, now(), now())`,
  )
  return database
}

test('lessons that were written for each version anew stay as they were, with the progress in them', async () => {
  const { client, url } = await givenVersionsOfBefore()
  const learnt = `
    select to_jsonb(lesson_progress) - '{watched,position_at,position_id,reopened_at}'::text[]
    from lesson_progress`
  const counted = 'select version_id, remaining_lessons, required_lessons from enrollments'
  const before = [
    await lessonsAsBefore(client),
    (await client.query(learnt)).rows,
    (await client.query(counted)).rows,
    (await client.query('select current_version from courses')).rows,
  ]
  expect(before[0]).toHaveLength(5)

  await migrateDatabase(url)

  expect([
    await lessonsAsBefore(client),
    (await client.query(learnt)).rows,
    (await client.query(counted)).rows,
    (await client.query('select current_version from courses')).rows,
  ]).toEqual(before)
  // An old version's lessons still take off its bits.
  await client.query(
    `insert into lesson_progress (user_id, course_id, lesson_key, percent, position_seconds, completed_at, updated_at)
     values ('${user}', '${course}', 'sheet-bend', 100, 0, now(), now())`,
  )
  expect((await client.query('select remaining_lessons from enrollments')).rows).toEqual([
    { remaining_lessons: '100' },
  ])
})

test('a server of the release before publishes on the new tables, and reads what it published', async () => {
  const { client, url } = await givenVersionsOfBefore()
  await migrateDatabase(url)
  const before = await lessonsAsBefore(client)

  await publishAsBefore(client, {
    number: 3,
    lessons: [
      ['hitch', 'Two turns.'],
      ['bowline', 'A loop that never slips.'],
      ['figure-eight', 'A stopper.'],
    ],
  })

  const after = await lessonsAsBefore(client)
  expect(after.slice(0, 5)).toEqual(before)
  expect(after.slice(5).map(({ id, key, content }) => [id, key, content])).toEqual([
    [idOf(32), 'hitch', 'Two turns.'],
    [idOf(33), 'bowline', 'A loop that never slips.'],
    [idOf(34), 'figure-eight', 'A stopper.'],
  ])
  const { rows: ranges } = await client.query(
    'select key, from_version, until_version from lesson_revisions order by from_version, position',
  )
  expect(
    ranges.map(({ key, from_version, until_version }) => [key, from_version, until_version]),
  ).toEqual([
    ['bowline', 1, 1],
    ['hitch', 1, 1],
    ['sheet-bend', 1, 1],
    ['hitch', 2, 2],
    ['bowline', 2, 2],
    ['hitch', 3, 2_147_483_647],
    ['bowline', 3, 2_147_483_647],
    ['figure-eight', 3, 2_147_483_647],
  ])
  // Each text is stored once, for versions published since.
  const { rows: bodies } = await client.query('select count(*)::int as count from lesson_bodies')
  expect(bodies).toEqual([{ count: 3 }])
})

test('nothing is added to a version that was published before, nor changed in it', async () => {
  const { client, url } = await givenVersionsOfBefore()
  await migrateDatabase(url)

  for (const statement of [
    `insert into lessons (id, course_id, version_id, section_id, key, position, title, type, minutes, required, preview, content)
     select '${idOf(99)}', course_id, version_id, section_id, 'late', 9, title, type, minutes, required, preview, content from lessons limit 1`,
    `update lesson_revisions set title = 'Another'`,
    `update lesson_revisions set content = 'Another' where content is not null`,
    `update lesson_revisions set until_version = 7`,
    'delete from lesson_revisions',
  ])
    await expect(client.query(statement)).rejects.toThrow('immutable')
})
