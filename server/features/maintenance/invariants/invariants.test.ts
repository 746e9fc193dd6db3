import { randomUUID } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { recountLessons } from '../../../../db/queries/learning/enrollments/lesson-counts.ts'
import { tallyCourse } from '../../../../db/queries/learning/reports.ts'
import {
  type InvariantName,
  listDataChecks,
  type Violation,
} from '../../../../db/queries/maintenance/invariants.ts'
import { newId } from '../../../../lib/ids.ts'
import { forAllTests, startApi } from '../../../test/api.ts'
import { clientForAllTests, makeTestDatabase } from '../../../test/database.ts'
import { givenGraduate } from '../../../test/learning.ts'
import { givenQuiz } from '../../assessment/test-support.ts'
import { givenLearnerOf, publish } from '../../authoring/moves/test-support.ts'
import { reissueCertificate } from '../../learning/certificates/reissue-certificate.ts'
import { givenProgram } from '../../learning/programs/test-support.ts'
import { checkData, watchData } from './check-data.ts'
import { invariantNames, invariants } from './invariants.ts'
import { repairData } from './repair-data.ts'

const databaseUrl = await makeTestDatabase()
const logLines: string[] = []
const api = await forAllTests(startApi({ databaseUrl, logLines }))
const database = await clientForAllTests(databaseUrl)

const usd = (amount: number) => ({ amount, currency: 'USD' })

/** Bypasses triggers, as somebody with access to the database could. */
async function tamper(...statements: [text: string, ...values: unknown[]][]): Promise<void> {
  const tables = [
    'transactions',
    'transaction_lines',
    'refunds',
    'payment_events',
    'receipts',
    'certificates',
    'lesson_revisions',
  ]
  const switchTriggers = (how: 'disable' | 'enable') =>
    tables.map((table) => `alter table ${table} ${how} trigger user`).join('; ')
  await database.query('begin')
  try {
    await database.query(switchTriggers('disable'))
    for (const [text, ...values] of statements) await database.query(text, values)
    await database.query('commit')
  } catch (error) {
    await database.query('rollback')
    throw error
  }
  await database.query(switchTriggers('enable'))
}

async function givenPending() {
  const learner = await api.given.learner()
  const course = await api.given.course({ price: usd(1000), lessons: ['required'] })
  const { id } = await api.as(learner).transactions.create.mutate({ courseIds: [course.id] })
  return { id, learner, course }
}

async function givenPaid() {
  const pending = await givenPending()
  await api.request(`POST /sandbox/payments/sandbox_${pending.id}/pay`)
  return pending
}

async function givenCoupon(): Promise<string> {
  const id = newId()
  await database.query(
    `insert into coupons (id, code, percent, created_at) values ($1, $2, 20, now())`,
    [id, `C-${id}`.toUpperCase().slice(0, 40)],
  )
  return id
}

async function givenRefunded() {
  const paid = await givenPaid()
  const { token } = await api.given.admin()
  await api.request(`POST /api/v1/transaction/${paid.id}/refund`, {
    token,
    body: { reason: 'The learner asked' },
  })
  return paid
}

const year = new Date().getUTCFullYear()
const today = new Date()
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)

/** Breaks each invariant, and returns the ids that violate it. */
const breaches: Record<InvariantName, () => Promise<Violation>> = {
  'tallies-are-counted': async () => {
    const { course } = await givenGraduate(api)
    await api.deps.withTransaction((db) => tallyCourse(db, course.id))
    await tamper([
      'update learning_tallies set active = active + 1 where days = 32 and course_id = $1',
      course.id,
    ])
    return { courseId: course.id }
  },
  'passed-is-completed': async () => {
    const { learner, courseId, attempt } = await givenQuiz(api, { lessons: 1 })
    const { id: attemptId } = await attempt('right')
    await tamper(['delete from lesson_progress where user_id = $1', learner.id])
    await recountLessons(api.deps.db, { userId: learner.id, courseId })
    return { userId: learner.id, courseId, attemptId }
  },
  'completed-was-passed': async () => {
    const { learner, courseId } = await givenQuiz(api, { lessons: 1 })
    const violation = { userId: learner.id, courseId, lessonKey: 'lesson-1' }
    await tamper(
      ["select set_config('lyceum.marks_lessons', 'on', true)"],
      [
        `insert into lesson_progress (user_id, course_id, lesson_key, percent, position_seconds,
          completed_at, updated_at) values ($1, $2, $3, 100, 0, now(), now())`,
        ...Object.values(violation),
      ],
    )
    return violation
  },
  'points-are-last-grading': async () => {
    const { attempt } = await givenQuiz(api)
    const { id: attemptId } = await attempt('wrong')
    await tamper(['update attempts set points = 1 where id = $1', attemptId])
    return { attemptId }
  },
  'attempts-end-in-time': async () => {
    const { start } = await givenQuiz(api, { timeLimitMinutes: 1 })
    const { id: attemptId } = await start()
    await tamper(['update attempts set deadline_at = $2 where id = $1', attemptId, daysAgo(1)])
    return { attemptId }
  },
  'flaw-reports-are-counted': async () => {
    const course = await api.given.course()
    const learner = await api.given.learner()
    await api.given.enrollment(learner, course)
    const flaw = { lessonId: course.lessons[0]?.id ?? '', kind: 'typo' } as const
    await api.as(learner).flaws.report.mutate(flaw)
    await tamper(['update flaws set reports = 0 where course_id = $1', course.id])
    const { rows } = await api.deps.db.execute<{ id: string }>(
      sql`select id from flaws where course_id = ${course.id}`,
    )
    return { flawId: rows[0]?.id ?? '' }
  },
  'lines-sum-to-total': async () => {
    const { id } = await givenPaid()
    await tamper(['update transactions set total_amount = total_amount - 1 where id = $1', id])
    return { transactionId: id }
  },
  'paid-has-payment-events': async () => {
    const { id } = await givenPaid()
    await tamper(['delete from payment_events where transaction_id = $1', id])
    return { transactionId: id }
  },
  'payments-are-accounted-for': async () => {
    const { id } = await givenPaid()
    await tamper([
      `insert into payment_events (provider, event_id, kind, type, transaction_id,
        payment_reference, amount, currency, received_at)
       values ('stripe', 'evt_lost', 'paid', 'paid', $1, 'pi_lost', 1000, 'USD', now())`,
      id,
    ])
    return { transactionId: id, eventId: 'evt_lost' }
  },
  'paid-has-receipt': async () => {
    const { id } = await givenPaid()
    await tamper(
      ['delete from receipts where transaction_id = $1', id],
      ['update receipt_counters set last = last - 1 where year = $1', year],
    )
    return { transactionId: id }
  },
  'receipts-are-gapless': async () => {
    await givenPaid()
    await tamper(['update receipt_counters set last = last - 1 where year = $1', year])
    return { year }
  },
  'paid-is-fulfilled-or-refunded': async () => {
    const { id } = await givenPending()
    await tamper([
      `update transactions
        set status = 'paid', paid_at = $2, payment_reference = 'sandbox_' || id where id = $1`,
      id,
      daysAgo(1),
    ])
    return { transactionId: id, line: 1 }
  },
  'lines-follow-their-transaction': async () => {
    const { id } = await givenPaid()
    await tamper([`update transaction_lines set status = 'open' where transaction_id = $1`, id])
    return { transactionId: id, line: 1 }
  },
  'bought-is-enrolled': async () => {
    const { id, learner, course } = await givenPaid()
    await tamper([`update enrollments set status = 'ended' where user_id = $1`, learner.id])
    return { transactionId: id, line: 1, userId: learner.id, courseId: course.id }
  },
  'enrolled-by-purchase-has-line': async () => {
    const { id, learner, course } = await givenPaid()
    await tamper([`update transaction_lines set status = 'released' where transaction_id = $1`, id])
    return { userId: learner.id, courseId: course.id }
  },
  'refunds-are-counted': async () => {
    const { id } = await givenPaid()
    await tamper(['update transaction_lines set refunded_amount = 1 where transaction_id = $1', id])
    return { transactionId: id, line: 1 }
  },
  'refunded-within-paid': async () => {
    const { id } = await givenPaid()
    // Reports the same payment by a second event.
    await tamper(
      [
        `insert into payment_events
          select provider, event_id || '-again', kind, type, transaction_id, payment_reference,
            amount, currency, received_at
          from payment_events where transaction_id = $1`,
        id,
      ],
      [
        `insert into refunds (id, transaction_id, amount, currency, reason, status, provider,
          requested_at, settled_at)
         values ($1, $2, 1001, 'USD', 'none', 'succeeded', 'sandbox', now(), now())`,
        newId(),
        id,
      ],
    )
    return { transactionId: id }
  },
  'paid-back-gives-nothing': async () => {
    const { id } = await givenPaid()
    await tamper([
      `insert into refunds (id, transaction_id, amount, currency, reason, status, provider,
        payment_reference, requested_at, settled_at)
       select $2, id, 1000, 'USD', 'none', 'succeeded', 'sandbox', payment_reference, now(), now()
       from transactions where id = $1`,
      ...[id, newId()],
    ])
    return { transactionId: id, line: 1 }
  },
  'reversals-are-assigned': async () => {
    const { id } = await givenPaid()
    await tamper([
      `insert into reversals (provider, reference, kind, status, payment_reference, amount,
        currency, reported_at, status_at, settled_at)
       values ('sandbox', 're_' || $1, 'refund', 'gone', 'sandbox_' || $1, 400, 'USD', $2, $2, $2)`,
      id,
      daysAgo(1),
    ])
    return { transactionId: id, reference: `re_${id}`, line: 1 }
  },
  'reversals-are-counted': async () => {
    const { id } = await givenPaid()
    await tamper([
      `insert into reversals (provider, reference, kind, status, payment_reference, amount,
        assigned_amount, currency, reported_at, status_at)
       values ('sandbox', 'dp_' || $1, 'dispute', 'open', 'sandbox_' || $1, 400, 400, 'USD',
         now(), now())`,
      id,
    ])
    return { provider: 'sandbox', reference: `dp_${id}` }
  },
  'revoked-is-refunded': async () => {
    const { id } = await givenRefunded()
    await tamper(
      [`update refunds set status = 'failed' where transaction_id = $1`, id],
      ['update transaction_lines set refunded_amount = 0 where transaction_id = $1', id],
    )
    return { transactionId: id, line: 1 }
  },
  'refunded-is-revoked': async () => {
    const { id } = await givenRefunded()
    await tamper([`update transactions set status = 'fulfilled' where id = $1`, id])
    return { transactionId: id, line: 1 }
  },
  'refunds-are-sent': async () => {
    const { id } = await givenPaid()
    const refundId = newId()
    await tamper(
      [
        `insert into payment_events (provider, event_id, kind, type, transaction_id,
          payment_reference, amount, currency, received_at)
         values ('sandbox', $1::text, 'paid', 'paid', $2, $1::text, 1000, 'USD', now())`,
        refundId,
        id,
      ],
      [
        `insert into refunds (id, transaction_id, amount, currency, reason, status, provider,
          payment_reference, requested_at)
         values ($1::text::uuid, $2, 1000, 'USD', 'Paid twice', 'requested', 'sandbox', $1::text,
           $3)`,
        refundId,
        id,
        daysAgo(2),
      ],
    )
    return { transactionId: id, refundId }
  },
  'coupon-uses-are-redemptions': async () => {
    const couponId = await givenCoupon()
    await tamper(['update coupons set uses = 3 where id = $1', couponId])
    return { couponId }
  },
  'redemptions-have-purchases': async () => {
    const { id, learner } = await givenPending()
    const couponId = await givenCoupon()
    await tamper(
      ['update coupons set uses = 1 where id = $1', couponId],
      [`update transactions set status = 'canceled', coupon_id = $2 where id = $1`, id, couponId],
      [`update transaction_lines set status = 'released' where transaction_id = $1`, id],
      ['insert into coupon_redemptions values ($1, $2, $3, now())', id, couponId, learner.id],
    )
    return { transactionId: id }
  },
  'access-follows-ways': async () => {
    const [learner, course] = [await api.given.learner(), await api.given.course()]
    await api.given.enrollment(learner, course)
    const id = newId()
    // Restores what the release before left of a member of two classes who was taken out of one.
    await tamper(
      ["insert into cohorts (id, name, begun_at, created_at) values ($1, 'B', now(), now())", id],
      ['insert into cohort_courses values ($1, $2)', id, course.id],
      ['insert into cohort_members values ($1, $2, now())', id, learner.id],
      ["update enrollments set status = 'ended' where user_id = $1", learner.id],
    )
    return { userId: learner.id, courseId: course.id }
  },
  'owned-is-not-in-the-cart': async () => {
    const { learner, course } = await givenPaid()
    await tamper([
      `insert into cart_items values ($1, $2, now(), 1000, 'USD')`,
      learner.id,
      course.id,
    ])
    return { userId: learner.id, courseId: course.id }
  },
  'owned-is-not-pending': async () => {
    const { id, learner, course } = await givenPending()
    await tamper([
      `insert into enrollments (user_id, course_id, version_id, source, enrolled_at)
       select $1, course_id, version_id, 'administrator', now() from transaction_lines
         where transaction_id = $2`,
      learner.id,
      id,
    ])
    return { transactionId: id, userId: learner.id, courseId: course.id }
  },
  'pending-expires': async () => {
    const { id } = await givenPending()
    await tamper(['update transactions set created_at = $2 where id = $1', id, daysAgo(2)])
    return { transactionId: id }
  },
  'remaining-lessons-are-counted': async () => {
    const learner = await api.given.learner()
    const course = await api.given.course({ lessons: ['required', 'optional', 'required'] })
    await api.given.enrollment(learner, course)
    const [lesson] = course.lessons
    await api.as(learner).progress.update.mutate({ lessonId: lesson?.id ?? '', completed: true })
    await tamper([
      "update enrollments set remaining_lessons = B'101' where user_id = $1",
      learner.id,
    ])
    return { userId: learner.id, courseId: course.id }
  },
  'lesson-ranges-are-whole': async () => {
    const course = await api.given.course({ lessons: ['required', 'required'] })
    await tamper(['delete from lesson_revisions where course_id = $1 and position = 0', course.id])
    return { courseId: course.id, version: 1 }
  },
  'finished-is-completed': async () => {
    const learner = await api.given.learner()
    const course = await api.given.course({ lessons: ['required', 'optional', 'required'] })
    await api.given.enrollment(learner, course)
    await tamper([
      `insert into lesson_progress (user_id, course_id, lesson_key, percent, position_seconds,
        completed_at, updated_at)
       select $1, course_id, key, 100, 0, $3::timestamptz + position * interval '1 hour', now()
       from lessons where course_id = $2 and required`,
      learner.id,
      course.id,
      daysAgo(3),
    ])
    return { userId: learner.id, courseId: course.id }
  },
  'completed-has-certificate': async () => {
    const { learner, course } = await givenPaid()
    await tamper(['update enrollments set completed_at = now() where user_id = $1', learner.id])
    return { userId: learner.id, courseId: course.id }
  },
  'program-completed-is-certified': async () => {
    const { learner, course } = await givenGraduate(api)
    const program = await givenProgram(api, { courses: [course, await api.given.course()] })
    await api.given.enrollment(learner, program)
    const learning = { userId: learner.id, courseId: program.id }
    await tamper(['delete from lesson_progress where course_id = $1', program.id])
    await recountLessons(api.deps.db, learning)
    return learning
  },
  'nobody-locked-out-of-done': async () => {
    const course = await publish(api, ['one', { key: 'two', details: { prerequisites: ['one'] } }])
    const learner = await givenLearnerOf(api, course, ['one', 'two', 'one'])
    await tamper([
      `update lesson_revisions set details = '{"prerequisites": ["gone"]}'
       where course_id = $1 and key = 'two'`,
      course.id,
    ])
    return { userId: learner.id, courseId: course.id, lessonKey: 'two' }
  },
  'certificate-has-completion': async () => {
    const { learner, course } = await givenGraduate(api)
    await tamper(
      ['update enrollments set completed_at = null where user_id = $1', learner.id],
      ['delete from lesson_progress where user_id = $1', learner.id],
    )
    const { rows } = await database.query('select id from certificates where user_id = $1', [
      learner.id,
    ])
    return { certificateId: rows[0].id, userId: learner.id, courseId: course.id }
  },
  'superseded-has-successor': async () => {
    const { learner } = await givenGraduate(api)
    const { rows } = await database.query('select id from certificates where user_id = $1', [
      learner.id,
    ])
    await tamper([
      `update certificates set status = 'superseded', superseded_at = now() where id = $1`,
      rows[0].id,
    ])
    return { certificateId: rows[0].id }
  },
  'replaced-keeps-achieved': async () => {
    const { learner, course } = await givenGraduate(api)
    const [one] = (await api.as(learner).certificates.list.query({ userId: learner.id })).items
    await tamper(['update certificates set grade = 9000 where user_id = $1', learner.id])
    const { certificate } = await reissueCertificate(api.deps, {
      code: one?.verificationCode ?? '',
    })
    const { id, supersedes } = certificate
    await tamper(['update certificates set grade = 0 where id = $1', id])
    const of = { userId: learner.id, courseId: course.id }
    return { certificateId: id, formerId: supersedes ?? '', ...of }
  },
  'stored-pdfs-are-whole': async () => {
    const { learner } = await givenGraduate(api)
    const { rows } = await database.query('select id from certificates where user_id = $1', [
      learner.id,
    ])
    await database.query(
      `insert into certificate_files (certificate_id, pdf, sha256, rendered_at)
        values ($1, 'damaged', encode(sha256('whole'), 'hex'), now())`,
      [rows[0].id],
    )
    return { certificateId: rows[0].id }
  },
  'old-answers-are-deleted': async () => {
    const learner = await api.given.learner()
    const at = new Date(Math.floor(daysAgo(5).getTime() / 1000) * 1000)
    await database.query(
      `insert into idempotency_keys values ($1, 'cart.add', $2, '', '{}', true, null, $3)`,
      [learner.id, randomUUID(), at],
    )
    const { rows } = await database.query(
      'select created_at::text as at from idempotency_keys where user_id = $1',
      [learner.id],
    )
    return { userId: learner.id, operation: 'cart.add', createdAt: rows[0].at }
  },
}

async function violatorsOf(invariant: InvariantName): Promise<Violation[]> {
  const found = (await checkData(api.deps)).find((checked) => checked.invariant === invariant)
  expect(found?.state).not.toBe('unchecked')
  return found?.listed ?? []
}

/** Reads everything that a repair may change, including times. */
async function wholeState(): Promise<unknown[]> {
  const tables = {
    transactions: 'id',
    transaction_lines: 'transaction_id, position',
    enrollments: 'user_id, course_id',
    refunds: 'id',
    receipts: 'transaction_id',
    receipt_counters: 'year',
    coupons: 'id',
    coupon_redemptions: 'transaction_id',
    cart_items: 'user_id, course_id',
    certificates: 'id',
    idempotency_keys: 'user_id',
    audit_events: 'id',
  }
  const states = []
  for (const [table, order] of Object.entries(tables)) {
    const { rows } = await database.query(`select * from ${table} order by ${order}`)
    // Omits the credential, which the print job signs, whenever that runs.
    states.push(rows.map(({ credential: _, ...row }) => row))
  }
  return states
}

test('a service after all kinds of operations violates nothing', async () => {
  await givenPaid()
  await givenPending()
  await givenRefunded()
  await givenGraduate(api)

  expect((await checkData(api.deps)).filter(({ state }) => state !== 'ok')).toEqual([])
  expect(
    (await checkData(api.deps, { millisecondsForJobs: 0 })).filter(({ state }) => state !== 'ok'),
  ).toEqual([])
  expect(await repairData(api.deps)).toEqual([])
})

describe.each(invariantNames)('%s', (invariant) => {
  const { repair, promise } = invariants[invariant]

  test(`${promise} Violations are listed by ids, and ${repair === undefined ? 'left alone' : 'repaired once'}`, async () => {
    const violation = await breaches[invariant]()
    expect(await violatorsOf(invariant)).toContainEqual(violation)

    const repaired = await repairData(api.deps)
    const after = await wholeState()
    const again = await repairData(api.deps)

    const isRepaired = repair !== undefined
    expect(repaired.some((one) => one.invariant === invariant)).toBe(isRepaired)
    expect(
      (await violatorsOf(invariant)).some(
        (left) => JSON.stringify(left) === JSON.stringify(violation),
      ),
    ).toBe(!isRepaired)
    expect(again).toEqual([])
    expect(await wholeState()).toEqual(after)
  })
})

describe('a repair', () => {
  test('does what the service would have done: fulfills, completes as of the last lesson, certifies, and is audited', async () => {
    const { transactionId } = await breaches['paid-is-fulfilled-or-refunded']()
    const { userId, courseId } = await breaches['finished-is-completed']()
    await repairData(api.deps)

    const { rows: given } = await database.query(
      'select status, fulfilled_at from transactions where id = $1',
      [transactionId],
    )
    expect(given).toEqual([{ status: 'fulfilled', fulfilled_at: expect.any(Date) }])
    const { rows: completed } = await database.query(
      `select e.completed_at = max(p.completed_at) as "asOfLast",
        count(c.id)::int as certificates, min(c.status) as status
       from enrollments e join lesson_progress p using (user_id, course_id)
       left join certificates c using (user_id, course_id)
       where e.user_id = $1 and e.course_id = $2 and (c.completed_at = e.completed_at)
         group by e.completed_at`,
      [userId, courseId],
    )
    expect(completed).toEqual([{ asOfLast: true, certificates: 2, status: 'issued' }])
    const { rows: events } = await database.query(
      `select details from audit_events where event = 'data-repaired' and user_id = $1`,
      [userId],
    )
    expect(events).toEqual([{ details: { invariant: 'finished-is-completed', userId, courseId } }])
  })

  test('is made once by two concurrent runs', async () => {
    const { userId } = await breaches['completed-has-certificate']()
    const { couponId } = await breaches['coupon-uses-are-redemptions']()

    const both = (await Promise.all([repairData(api.deps), repairData(api.deps)])).flat()

    expect(both.filter(({ violation }) => violation.couponId === couponId)).toHaveLength(1)
    const { rows } = await database.query(
      'select count(*)::int as count from certificates where user_id = $1',
      [userId],
    )
    expect(rows).toEqual([{ count: 1 }])
  })

  test('leaves the number of a missing receipt to people', async () => {
    const { id } = await givenPaid()
    await tamper(['delete from receipts where transaction_id = $1', id])

    await repairData(api.deps)

    expect(await violatorsOf('receipts-are-gapless')).toEqual([{ year }])
    const { rows } = await database.query(
      `select last = max(number) as next, max(number) - count(*) as missing from receipts
        join receipt_counters using (year) group by last`,
    )
    expect(rows).toEqual([{ next: true, missing: '1' }])
  })
})

describe('the nightly check', () => {
  test('logs violations at level error, by ids, and stores their number for the metrics', async () => {
    const violation = await breaches['lines-sum-to-total']()
    logLines.length = 0

    await watchData(api.deps)

    const lines = logLines.map((line) => JSON.parse(line))
    const line = lines.find((line) => line.invariant === 'lines-sum-to-total')
    expect(line).toMatchObject({ level: 50, listed: expect.arrayContaining([violation]) })
    expect(logLines.join('')).not.toContain('@')
    const kept = await listDataChecks(api.deps.db)
    expect(kept.map(({ invariant }) => invariant)).toEqual([...invariantNames].sort())
    expect(
      kept.find(({ invariant }) => invariant === 'lines-sum-to-total')?.violations,
    ).toBeGreaterThan(0)
    expect(kept.every(({ checkedAt }) => checkedAt >= today)).toBe(true)
  })

  test('continues with the others if one cannot be checked', async () => {
    await database.query('alter table cart_items rename to away')
    const checked = await checkData(api.deps)
    await database.query('alter table away rename to cart_items')

    expect(
      checked.filter(({ state }) => state === 'unchecked').map(({ invariant }) => invariant),
    ).toEqual(['owned-is-not-in-the-cart'])
    expect(checked).toHaveLength(invariantNames.length)
  })
})
