import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { findQuarantine } from '../../../../db/queries/maintenance/quarantine.ts'
import { scheduledKinds } from '../../../job-kinds.ts'
import type { Api } from '../../../test/api.ts'
import { makeTestDatabase } from '../../../test/database.ts'
import { completeCourse, givenCertificate, givenGraduate } from '../../../test/learning.ts'
import { switchablePrinter } from '../../../test/printers.ts'
import { type StripeShop, startStripeShop, usd } from '../../../test/stripe/stripe-shop.ts'
import { givenProgram } from '../../learning/programs/test-support.ts'
import { checkData } from '../invariants/check-data.ts'
import { enterQuarantine } from './enter-quarantine.ts'
import { leaveQuarantine } from './leave-quarantine.ts'
import { reconcile } from './reconcile.ts'

const logLines: string[] = []

/** Starts a shop with a database of its own, because a quarantine holds up everything on it. */
async function startShop(options: Parameters<typeof startStripeShop>[0] = {}): Promise<StripeShop> {
  logLines.length = 0
  return startStripeShop({ databaseUrl: await makeTestDatabase(), logLines, ...options })
}

/** Enters quarantine as after a restore of a backup of this moment; the service has noticed. */
async function enter({ deps }: Api, dataFrom = deps.now()) {
  const entered = await enterQuarantine(deps, { dataFrom, reason: 'a test' })
  const isResting = () =>
    logLines.findLast((line) => /jobs (are paused|run again)/.test(line))?.includes('are paused')
  await expect.poll(isResting).toBe(true)
  await expect.poll(() => deps.quarantine.find()).toBeDefined()
  return entered
}

const leave = ({ deps }: Api) =>
  leaveQuarantine(deps, { scheduledKinds, withoutReconciling: 'a test' })

test('in quarantine reads work and every write gets ReadOnly, over REST and tRPC, from webhooks and sign-ins', async () => {
  await using shop = await startShop()
  const { api } = shop
  const { learner, course } = await givenGraduate(api)
  const { session } = await shop.givenPending(1_000)
  await enter(api)

  const refused = await Promise.all([
    api.request('POST /api/cart', { token: learner.token, body: { courseId: course.id } }),
    api.request('POST /auth/login', { body: { email: learner.email, password: learner.password } }),
    api.request('PATCH /api/v1/me', { token: learner.token, body: { name: 'Eve' } }),
    api.request('POST /trpc/cart.add', { token: learner.token, body: { courseId: course.id } }),
    api.request('GET /api/v1/auth/oauth/google/redirect'),
    shop.deliver(shop.stripe.event('checkout.session.completed', shop.stripe.pay(session.id))),
  ])
  const ready = await api.request('GET /readyz')
  const site = await api.request('GET /api/site')

  expect(refused.map(({ status }) => status)).toEqual(refused.map(() => 503))
  expect(refused[0]?.body).toMatchObject({ error: 'ReadOnly' })
  expect(refused[0]?.headers['retry-after']).toBe('60')
  expect(refused[3]?.body).toMatchObject({ error: { data: { error: 'ReadOnly' } } })
  expect([ready.status, ready.body.quarantine?.since]).toEqual([200, expect.any(String)])
  expect(site.status).toBeLessThan(500)
  const events = await api.deps.db.execute(sql`select * from payment_events`)
  expect(events.rows).toEqual([])
})

test('entering ends all sessions and codes, drops the jobs of the backup, and changes nothing when repeated', async () => {
  await using shop = await startShop()
  const { api } = shop
  const { deps } = api
  const learner = await api.given.learner()
  await api.request('POST /api/v1/auth/forget-password', { body: { email: learner.email } })
  await api.codeFor(learner.email)
  await deps.db.execute(sql`insert into pgboss.job (name, data, start_after)
    values ('send-refund', '{}', now() + interval '1 hour')`)

  const entered = await enter(api)
  const again = await enterQuarantine(deps, { dataFrom: new Date(0), reason: 'another' })

  expect(entered).toMatchObject({ isNew: true, ended: { codes: 1 } })
  expect(entered.droppedJobs).toContainEqual({ kind: 'send-refund', count: 1 })
  expect(again).toMatchObject({ isNew: false, state: { reason: 'a test' } })
  const answer = await api.request('GET /api/v1/me', { token: learner.token })
  expect(answer.body.error).toBe('TokenInvalid')
})

test('entering takes the time that ending all sessions takes, however many there are', async () => {
  await using shop = await startShop()
  const { deps, given } = shop.api
  await given.learner()
  // Exceeds the time that a request may take.
  await deps.db.execute(sql`create function wait() returns trigger language plpgsql
    as $$ begin perform pg_sleep(4.7); return null; end $$`)
  await deps.db.execute(sql`create trigger wait before delete on sessions
    for each statement execute function wait()`)

  const { ended } = await enterQuarantine(deps, { dataFrom: deps.now(), reason: 'a test' })

  expect(ended.sessions).toBe(1)
})

test('no job runs, no mail is sent and no provider is asked in quarantine; afterwards they are', async () => {
  await using shop = await startShop()
  const { api, stripe } = shop
  const { deps } = api
  await enter(api)
  const asked = stripe.requests.length
  const notification = { kind: 'password-changed' }
  await deps.jobs.enqueue(deps.db, 'send-notification', {
    to: 'ada@example.com',
    name: 'Ada',
    locale: 'en',
    at: deps.now().toISOString(),
    notification: notification as never,
  })
  deps.jobs.wake('send-notification')
  await new Promise((resolve) => setTimeout(resolve, 2_500))
  const state = sql`select state from pgboss.job where name = 'send-notification'`

  expect((await deps.db.execute(state)).rows).toEqual([{ state: 'created' }])
  const mail = { id: 'm', to: 'a@example.com', subject: 's', text: 't', html: 'h' }
  await expect(deps.mailer.send(mail)).rejects.toThrow('in quarantine')
  await expect(deps.payments?.cancelPayment('cs_test_x')).rejects.toThrow('in quarantine')
  expect([api.mails.length, stripe.requests.length]).toEqual([0, asked])

  expect(await leave(api)).toBe(true)
  await expect
    .poll(async () => (await deps.db.execute(state)).rows)
    .not.toEqual([{ state: 'created' }])
})

test('quarantine is left only after reconciling, or with a reason that the audit log keeps', async () => {
  await using shop = await startShop()
  const { api } = shop
  const { deps } = api
  await enter(api)
  const release = { scheduledKinds, withoutReconciling: undefined }

  await expect(leaveQuarantine(deps, release)).rejects.toThrow('Nothing was reconciled yet')
  expect(await findQuarantine(deps.db)).toBeDefined()
  await reconcile(deps, { payments: shop.stripe.payments, dryRun: false })
  expect(await leaveQuarantine(deps, release)).toBe(true)
  expect(await leaveQuarantine(deps, release)).toBe(false)

  await enter(api)
  await leaveQuarantine(deps, { scheduledKinds, withoutReconciling: 'nothing was sold' })
  const { rows } = await deps.db.execute(
    sql`select event, reason from audit_events left join audit_reasons on event_id = id
      where event like 'quarantine%' order by id`,
  )
  expect(rows.map(({ event, reason }) => [event, reason])).toEqual([
    ['quarantine-entered', 'a test'],
    ['quarantine-reconciled', null],
    ['quarantine-left', null],
    ['quarantine-entered', 'a test'],
    ['quarantine-left', 'nothing was sold'],
  ])
})

/** Forgets everything about the purchases, like a backup made before them. */
async function forgetPurchases({ api }: StripeShop): Promise<void> {
  for (const table of [
    'payment_events',
    'receipts',
    'refunds',
    'reversals',
    'coupon_redemptions',
    'transaction_lines',
    'transactions',
    'enrollments',
    'receipt_counters',
  ])
    await unguarded(api, table, `delete from ${table}`)
}

test('payments made since the backup are found and booked once, for purchases it knows and for lost ones', async () => {
  await using shop = await startShop()
  const { api, stripe } = shop
  const { deps } = api
  const before = deps.now()
  const lost = [await shop.givenPaid(1_000, 500), await shop.givenPaid(2_000)]
  await expect.poll(() => shop.isOpen(lost[0] ?? lost[1] ?? fail())).toEqual([true, true])
  await forgetPurchases(shop)
  const known = await shop.givenPending(700)
  await enter(api, before)
  stripe.pay(known.session.id)

  const dry = await reconcile(deps, { payments: stripe.payments, dryRun: true })
  const first = await reconcile(deps, { payments: stripe.payments, dryRun: false })
  const second = await reconcile(deps, { payments: stripe.payments, dryRun: false })

  expect([dry, first, second].map(({ payments }) => [payments.unknown, payments.booked])).toEqual([
    [3, 0],
    [3, 3],
    [0, 0],
  ])
  expect(first.payments.forOperator).toEqual([])
  await leave(api)
  await expect.poll(() => deps.quarantine.find()).toBeUndefined()
  for (const { learner, courses } of [...lost, known]) {
    const { rows } = await deps.db.execute(
      sql`select count(*)::int as count from enrollments where user_id = ${learner.id}`,
    )
    expect(rows).toEqual([{ count: courses.length }])
  }
  const violations = await checkData(deps, { millisecondsForJobs: -1_000 })
  expect(violations.filter(({ violations }) => violations !== 0)).toEqual([])
})

const fail = () => {
  throw new Error('There is no such purchase.')
}

test('a refund and a dispute since the backup take access back again', async () => {
  await using shop = await startShop()
  const { api, stripe } = shop
  const before = api.deps.now()
  const [refunded, disputed] = [await shop.givenPaid(1_000), await shop.givenPaid(2_000)]
  await forgetPurchases(shop)
  stripe.refundInDashboard(refunded.payment, 1_000)
  stripe.dispute(disputed.payment, 'lost')
  await enter(api, before)

  const report = await reconcile(api.deps, { payments: stripe.payments, dryRun: false })

  expect([report.payments.booked, report.reversals]).toEqual([2, 2])
  const { rows } = await api.deps.db.execute(
    sql`select user_id from enrollments where status = 'active'`,
  )
  expect(rows).toEqual([])
})

test('a payment whose buyer or course is not in the backup is named, not booked', async () => {
  await using shop = await startShop()
  const { api, stripe } = shop
  const before = api.deps.now()
  const { learner, payment } = await shop.givenPaid(1_000)
  await forgetPurchases(shop)
  await api.deps.db.execute(sql`delete from users where id = ${learner.id}`)
  await enter(api, before)

  const report = await reconcile(api.deps, { payments: stripe.payments, dryRun: false })

  expect(report.payments).toMatchObject({ unknown: 1, booked: 0 })
  expect(report.payments.forOperator).toEqual([
    {
      payment,
      transactionId: expect.any(String),
      amount: usd(1_000),
      reason: 'the account of the buyer is not in the backup, or was erased',
    },
  ])
})

test('receipt numbers that may have been given since the backup are skipped once, and the gap is on record', async () => {
  await using shop = await startShop()
  const { api, stripe } = shop
  const { deps } = api
  const before = deps.now()
  const numbers = async () =>
    (await deps.db.execute<{ number: number }>(sql`select number from receipts`)).rows.map(
      ({ number }) => number,
    )
  await shop.givenPaid(1_000)
  await shop.givenPaid(1_000)
  const given = await numbers()
  await forgetPurchases(shop)
  await enter(api, before)

  const first = await reconcile(deps, {
    payments: stripe.payments,
    lastReceipt: 500,
    dryRun: false,
  })
  const second = await reconcile(deps, { payments: stripe.payments, dryRun: false })
  const lookedUpLater = { payments: stripe.payments, lastReceipt: 800, dryRun: false }
  const third = await reconcile(deps, lookedUpLater)
  const fourth = await reconcile(deps, lookedUpLater)

  const year = deps.now().getUTCFullYear()
  expect(first.receiptGaps).toMatchObject([{ year, first: 1, last: 500 }])
  expect(third.receiptGaps).toMatchObject([{ year, first: 503, last: 800 }])
  expect([second.receiptGaps, fourth.receiptGaps]).toEqual([[], []])
  expect(given).toHaveLength(2)
  expect((await numbers()).sort()).toEqual([501, 502])
  const violations = await checkData(deps, { millisecondsForJobs: -1_000 })
  expect(violations.find(({ invariant }) => invariant === 'receipts-are-gapless')?.violations).toBe(
    0,
  )
})

test('who reconciles before the provider is configured still gives no receipt number twice', async () => {
  await using shop = await startShop()
  const { api, stripe } = shop
  const { deps } = api
  const before = deps.now()
  await shop.givenPaid(1_000)
  await shop.givenPaid(1_000)
  await forgetPurchases(shop)
  await enter(api, before)

  const reports = [
    await reconcile(deps, { payments: undefined, dryRun: false }),
    await reconcile(deps, { payments: stripe.payments, dryRun: false }),
    await reconcile(deps, { payments: stripe.payments, dryRun: false }),
  ]

  expect(reports.map(({ receiptGaps }) => receiptGaps)).toMatchObject([
    [{ first: 1, last: 100 }],
    [{ first: 101, last: 102 }],
    [],
  ])
})

test('a crash between two payments loses and doubles nothing: the next run goes on', async () => {
  await using shop = await startShop()
  const { api, stripe } = shop
  const { deps } = api
  const before = deps.now()
  for (const price of [1_000, 2_000, 3_000]) await shop.givenPaid(price)
  await forgetPurchases(shop)
  await enter(api, before)
  let booked = 0
  const crashing = {
    ...deps,
    withTransaction: ((work, key) => {
      if (booked++ > 3) return Promise.reject(new Error('killed'))
      return deps.withTransaction(work, key)
    }) as typeof deps.withTransaction,
  }

  await expect(reconcile(crashing, { payments: stripe.payments, dryRun: false })).rejects.toThrow(
    'killed',
  )
  const next = await reconcile(deps, { payments: stripe.payments, dryRun: false })

  const { rows } = await deps.db.execute(
    sql`select count(*)::int as paid, count(distinct number)::int as numbers from receipts`,
  )
  expect(rows).toEqual([{ paid: 3, numbers: 3 }])
  expect(next.payments.forOperator).toEqual([])
})

test('two operators who reconcile at once book every payment once, and neither fails', async () => {
  await using shop = await startShop()
  const { api, stripe } = shop
  const { deps } = api
  const before = deps.now()
  for (const price of [1_000, 2_000, 3_000]) await shop.givenPaid(price)
  await forgetPurchases(shop)
  await enter(api, before)

  const options = { payments: stripe.payments, dryRun: false }
  const reports = await Promise.all([reconcile(deps, options), reconcile(deps, options)])

  const { rows } = await deps.db.execute(
    sql`select count(*)::int as paid, count(distinct number)::int as numbers from receipts`,
  )
  expect(rows).toEqual([{ paid: 3, numbers: 3 }])
  expect(reports.flatMap(({ payments }) => payments.forOperator)).toEqual([])
  expect(reports.flatMap(({ receiptGaps }) => receiptGaps)).toHaveLength(1)
})

test('certificates whose rows are lost are written again from their signed PDFs, and verify with the same bytes', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lyceum-lost-'))
  await using shop = await startShopWithFolder(folder)
  const { api } = shop
  const { deps } = api
  // Exceeds what is skipped in any case.
  await setNextPlace(20_000)
  const { course, code } = await givenCertificate(api, { learner: { name: 'Zoë O’Brien' } })
  const pdf = await api.server.inject(`/certificates/${code}.pdf`)
  const credential = await api.request(`GET /certificates/${code}/credential`)
  await deps.files?.put('00000000-0000-7000-8000-000000000000-0123456789abcdef.pdf', pdf.rawPayload)
  await unguarded(api, 'certificate_files', 'delete from certificate_files')
  await unguarded(api, 'certificate_evidence', 'delete from certificate_evidence')
  await unguarded(api, 'certificates', 'delete from certificates')
  await setNextPlace(0)
  await enter(api)
  expect((await api.request(`GET /certificates/${code}/credential`)).status).toBe(404)

  const first = await reconcile(deps, { payments: undefined, dryRun: false })
  const second = await reconcile(deps, { payments: undefined, dryRun: false })

  expect(first.certificates).toMatchObject({
    unknown: 2,
    restored: [{ code, learnerName: 'Zoë O’Brien', courseTitle: course.title }],
    forOperator: [{ reason: 'the file is damaged' }],
  })
  expect(second.certificates).toMatchObject({ unknown: 1, restored: [] })
  const again = await api.server.inject(`/certificates/${code}.pdf`)
  expect(again.rawPayload.equals(pdf.rawPayload)).toBe(true)
  expect((await api.request(`GET /certificates/${code}/credential`)).text).toBe(credential.text)
  // Checks that the next certificate gets a place of its own in the status lists.
  const { rows } = await deps.db.execute(
    sql`select nextval('certificates_status_index_seq') > max(status_index) as free
      from certificates`,
  )
  expect(rows).toEqual([{ free: true }])
  await rm(folder, { recursive: true })

  async function setNextPlace(place: number): Promise<void> {
    await deps.db.execute(sql`select setval('certificates_status_index_seq', ${place}, false)`)
  }
})

test('the lost certificate of a program says its courses again', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lyceum-lost-'))
  await using shop = await startShopWithFolder(folder)
  const { api } = shop
  const learner = await api.given.learner()
  const course = await api.given.course({ title: 'Knots' })
  const program = await givenProgram(api, { courses: [course] })
  await api.given.enrollment(learner, program)
  await completeCourse(api, { learner, course })
  const { verificationCode: code } = await api
    .as(learner)
    .certificates.issue.mutate({ courseId: program.id })
  await api.server.inject(`/certificates/${code}.pdf`)
  await unguarded(api, 'certificate_files', 'delete from certificate_files')
  await unguarded(api, 'certificate_evidence', 'delete from certificate_evidence')
  await unguarded(api, 'certificates', 'delete from certificates')
  await enter(api)

  await reconcile(api.deps, { payments: undefined, dryRun: false })

  const { body } = await api.request(`GET /certificates/${code}.json`)
  expect(body).toMatchObject({ valid: true, courseTitle: 'A program', courses: ['Knots'] })
  await rm(folder, { recursive: true })
})

test('a certificate that was printed since the backup gets its PDF back, and the credential in it', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'lyceum-lost-'))
  await using shop = await startShopWithFolder(folder)
  const { api } = shop
  const { code } = await givenCertificate(api)
  const pdf = await api.server.inject(`/certificates/${code}.pdf`)
  const credential = await api.request(`GET /certificates/${code}/credential`)
  await unguarded(api, 'certificate_files', 'delete from certificate_files')
  await unguarded(api, 'certificates', 'update certificates set credential = null')
  await enter(api)

  const { certificates } = await reconcile(api.deps, { payments: undefined, dryRun: false })

  expect(certificates).toMatchObject({ unknown: 1, restored: [], filesRestored: 1 })
  const again = await api.server.inject(`/certificates/${code}.pdf`)
  expect(again.rawPayload.equals(pdf.rawPayload)).toBe(true)
  const { rows } = await api.deps.db.execute(sql`select credential from certificates`)
  expect(rows).toEqual([{ credential: credential.text }])
  await rm(folder, { recursive: true })
})

async function startShopWithFolder(folder: string): Promise<StripeShop> {
  return startShop({
    printer: {
      ...switchablePrinter({ available: true }),
      // Attaches the credential, as a real one does.
      printCertificate: async ({ credential }) =>
        Buffer.from(`%PDF-1.7\nstream\n${credential}\nendstream\n`),
    },
    config: { certificates: await folderStorage(folder) },
  })
}

/** Changes a table past the triggers that guard it. */
async function unguarded({ deps }: Api, table: string, statement: string): Promise<void> {
  await deps.withTransaction(async (db) => {
    await db.execute(sql.raw(`alter table ${table} disable trigger user`))
    await db.execute(sql.raw(statement))
    await db.execute(sql.raw(`alter table ${table} enable trigger user`))
  })
}

async function folderStorage(folder: string) {
  const { readConfig } = await import('../../../config/config.ts')
  const { certificates } = readConfig({ NODE_ENV: 'test' })
  return { ...certificates, storage: { kind: 'folder' as const, folder } }
}
