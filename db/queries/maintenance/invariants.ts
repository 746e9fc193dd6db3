import { asc, eq, notInArray, sql } from 'drizzle-orm'
import type { Db } from '../../postgres/client.ts'
import { runNamed } from '../../postgres/named-statement.ts'
import { dataChecks } from '../../schema/maintenance/invariants.ts'
import { receiptCounters } from '../../schema/shop/receipts.ts'
import { isForGood } from '../courses/courses/is-open.ts'
import { lockFacts } from '../courses/courses/lock-facts.ts'
import { completesBy } from '../courses/lessons.ts'
import { countedLessons } from '../learning/enrollments/lesson-counts.ts'
import { waysInto } from '../learning/enrollments/ways.ts'
import { inAllLengths, sums, talliesOf } from '../learning/reports.ts'

/** Takes each payment once, although several events may report it, or one found before. */
const payments = `
  select distinct transaction_id, provider, coalesce(payment_reference, event_id) as payment,
    amount, currency
  from payment_events where kind = 'paid'`

const takesNobody = `exists (
  select from course_seats s
  where s.course_id = own.course_id
    and (s.taken >= s.seats or s.opens_at > $2::timestamptz or s.closes_at <= $2::timestamptz))`

/**
 * Lists, for each invariant, its violations by ids only. Work in several steps that began before
 * `$2` must be finished.
 */
const violationsOf = {
  'lines-sum-to-total': `
    select t.id as "transactionId" from transactions t
    left join transaction_lines l on l.transaction_id = t.id
    group by t.id
    having sum(l.price_amount - l.discount_amount) is distinct from t.total_amount
      or bool_or(l.currency <> t.currency)`,

  'flaw-reports-are-counted': `
    select f.id as "flawId" from flaws f
    join flaw_reports r on r.flaw_id = f.id
    group by f.id having count(*) > f.reports`,

  'paid-has-payment-events': `
    select t.id as "transactionId" from transactions t
    where t.paid_at is not null and t.total_amount > (
      select coalesce(sum(amount), 0) from (${payments}) as e
      where e.transaction_id = t.id and e.currency = t.currency)`,

  'payments-are-accounted-for': `
    select e.transaction_id as "transactionId", e.event_id as "eventId" from payment_events e
    join transactions t on t.id = e.transaction_id
    where e.kind = 'paid'
      and not (t.paid_at is not null and t.provider = e.provider
        and coalesce(t.payment_reference, e.payment_reference)
          is not distinct from e.payment_reference)
      and e.amount > coalesce((
          select sum(r.amount) from refunds r
          where r.transaction_id = t.id and r.line_position is null
            and r.payment_reference = e.payment_reference and r.status <> 'failed'), 0)
        + coalesce((
          select sum(case when r.currency = e.currency then r.amount else e.amount end)
          from reversals r
          where r.payment_reference = e.payment_reference and r.provider = e.provider
            and r.status = 'gone'), 0)`,

  'paid-is-fulfilled-or-refunded': `
    select t.id as "transactionId", l.position + 1 as line from transactions t
    join transaction_lines l on l.transaction_id = t.id
    where t.status = 'paid' and t.paid_at < $2
      and (l.status = 'open'
        or (l.status = 'released' and l.price_amount > l.discount_amount and not exists (
          select from refunds r
          where r.transaction_id = t.id and r.line_position = l.position
            and r.status <> 'failed')))`,

  'lines-follow-their-transaction': `
    select t.id as "transactionId", l.position + 1 as line from transactions t
    join transaction_lines l on l.transaction_id = t.id
    where (t.status = 'pending' and (l.status <> 'open' or t.total_amount = 0))
      or (t.status in ('failed', 'expired', 'canceled') and l.status <> 'released')
      or (t.status in ('fulfilled', 'partially_refunded', 'refunded') and l.status = 'open')`,

  'bought-is-enrolled': `
    select l.transaction_id as "transactionId", l.position + 1 as line,
      l.user_id as "userId", l.course_id as "courseId"
    from transaction_lines l
    left join enrollments e on e.user_id = l.user_id and e.course_id = l.course_id
      and (e.status = 'active' or e.left_at is not null)
    where l.status = 'fulfilled' and l.user_id is not null and e.user_id is null`,

  'enrolled-by-purchase-has-line': `
    select e.user_id as "userId", e.course_id as "courseId" from enrollments e
    where e.status = 'active' and e.source = 'transaction' and not exists (
      select from transaction_lines l
      where l.user_id = e.user_id and l.course_id = e.course_id and l.status = 'fulfilled')`,

  // A class's way waits while the course has no seat, and while a job is at work on the class.
  'access-follows-ways': `
    with ${waysInto(() => 'true')}, latest as (
      select user_id, course_id, bool_or(source <> 'cohort') as is_given,
        case when not bool_or(ends_at is null) then max(ends_at) end as ends_at
      from ways group by user_id, course_id
    ), busy as (
      select (details->>'cohortId')::uuid as id from audit_events
      where at > $2 and event in ('cohort-changed', 'cohort-begun', 'cohort-course-added',
        'cohort-course-removed', 'cohort-deleted')
    )
    select own.user_id as "userId", own.course_id as "courseId"
    from (
      select coalesce(e.user_id, w.user_id) as user_id, coalesce(e.course_id, w.course_id) as course_id,
        case
          when e.user_id is null then not w.is_given and (w.ends_at is null or w.ends_at > $2)
          when e.status = 'active' or e.left_at is not null then
            w.user_id is null or e.ends_at is distinct from w.ends_at or w.ends_at <= $2
          else w.user_id is not null and (w.ends_at is null
            or w.ends_at > $2 and e.ends_at is distinct from w.ends_at)
        end as is_off,
        e.status is distinct from 'active' or e.source = 'program' as has_no_seat,
        e.settled is null and e.source = 'program' as is_said_by_program
      from enrollments e
      full join latest w on w.user_id = e.user_id and w.course_id = e.course_id
    ) as own
    where is_off and is_said_by_program is not true and not (has_no_seat and ${takesNobody})
      and not exists (
        select from cohort_members m join busy b on b.id = m.cohort_id
        where m.user_id = own.user_id)`,

  'refunds-are-counted': `
    select l.transaction_id as "transactionId", l.position + 1 as line from transaction_lines l
    left join refunds r on r.transaction_id = l.transaction_id and r.line_position = l.position
      and r.status <> 'failed'
    group by l.transaction_id, l.position
    having l.refunded_amount <> coalesce(sum(r.amount), 0)`,

  'refunded-within-paid': `
    select r.transaction_id as "transactionId" from refunds r
    where r.status <> 'failed'
    group by r.transaction_id, r.currency
    having sum(r.amount) > (
      select coalesce(sum(amount), 0) from (${payments}) as e
      where e.transaction_id = r.transaction_id and e.currency = r.currency)`,

  'paid-back-gives-nothing': `
    select t.id as "transactionId", l.position + 1 as line from transactions t
    join transaction_lines l on l.transaction_id = t.id and l.status = 'fulfilled'
    where exists (
      select from refunds r
      where r.transaction_id = t.id and r.line_position is null and r.status <> 'failed'
        and r.payment_reference = t.payment_reference)`,

  'refunded-is-revoked': `
    select l.transaction_id as "transactionId", l.position + 1 as line from transaction_lines l
    join transactions t on t.id = l.transaction_id
    join refunds r on r.transaction_id = l.transaction_id and r.line_position = l.position
      and r.status = 'succeeded'
    group by t.id, l.transaction_id, l.position
    having (sum(r.amount) = l.price_amount - l.discount_amount and l.status <> 'refunded')
      or t.status not in ('partially_refunded', 'refunded')`,

  // A refund recorded by hand may be the same one: then nothing may be left of the lines.
  'reversals-are-assigned': `
    select t.id as "transactionId", r.reference, left_of.line, noted.line as "lineNotedByHand",
      case when r.currency <> t.currency then t.currency end as "saleCurrency"
    from reversals r
    join transactions t on t.payment_reference = r.payment_reference and t.provider = r.provider
    cross join lateral (
      select count(*) as lines, case when count(*) = 1 then min(l.position) + 1 end as line
      from transaction_lines l
      where l.transaction_id = t.id and l.refunded_amount < l.price_amount - l.discount_amount
    ) as left_of
    cross join lateral (
      select min(n.line_position) + 1 as line from refunds n
      where n.transaction_id = t.id and n.provider = 'manual' and t.provider <> 'manual'
        and n.status = 'succeeded' and n.reversal_reference is null and r.kind = 'refund'
    ) as noted
    where r.status = 'gone' and r.assigned_amount < coalesce(r.sale_amount, r.amount)
      and r.settled_at < $2 and (left_of.lines > 0 or noted.line is not null)`,

  'reversals-are-counted': `
    select r.provider, r.reference from reversals r
    left join refunds b on b.provider = r.provider and b.reversal_reference = r.reference
      and b.status <> 'failed'
    group by r.provider, r.reference
    having r.assigned_amount <> coalesce(sum(b.amount), 0)
      or (r.status <> 'gone' and count(b.id) > 0)`,

  'revoked-is-refunded': `
    select t.id as "transactionId", l.position + 1 as line from transactions t
    join transaction_lines l on l.transaction_id = t.id
    where t.paid_at is not null and t.status <> 'paid'
      and l.refunded_amount < l.price_amount - l.discount_amount
      and (l.status = 'released' or (l.status = 'refunded' and not exists (
        select from enrollments e
        where e.user_id = l.user_id and e.course_id = l.course_id
          and (e.status = 'active' or e.left_at is not null))))`,

  'refunds-are-sent': `
    select r.transaction_id as "transactionId", r.id as "refundId" from refunds r
    where r.status = 'requested' and r.requested_at < $2::timestamptz - interval '1 day'`,

  'paid-has-receipt': `
    select coalesce(t.id, r.transaction_id) as "transactionId" from transactions t
    full join receipts r on r.transaction_id = t.id
    where (t.paid_at is null) <> (r.transaction_id is null)`,

  'receipts-are-gapless': `
    select coalesce(c.year, r.year) as year from receipt_counters c
    full join (
      select year, sum(count) as count, max(last) as last from (
        select year, 1 as count, number as last from receipts
        union all select year, last - first + 1, last from receipt_gaps
      ) as given group by year
    ) r on r.year = c.year
    where coalesce(c.last, 0) <> coalesce(r.last, 0) or r.last <> r.count`,

  'coupon-uses-are-redemptions': `
    select c.id as "couponId" from coupons c
    left join coupon_redemptions r on r.coupon_id = c.id
    group by c.id having c.uses <> count(r.transaction_id)`,

  'redemptions-have-purchases': `
    select t.id as "transactionId" from transactions t
    left join coupon_redemptions r on r.transaction_id = t.id
    where (r.transaction_id is not null
        and (t.status in ('failed', 'expired', 'canceled')
          or r.coupon_id is distinct from t.coupon_id or r.user_id is distinct from t.user_id))
      or (r.transaction_id is null and t.coupon_id is not null
        and t.status in ('pending', 'fulfilled'))`,

  'owned-is-not-in-the-cart': `
    select c.user_id as "userId", c.course_id as "courseId" from cart_items c
    join enrollments e
      on e.user_id = c.user_id and e.course_id = c.course_id and e.status = 'active'
        and ${isForGood}`,

  'owned-is-not-pending': `
    select t.id as "transactionId", t.user_id as "userId", l.course_id as "courseId"
    from transactions t
    join transaction_lines l on l.transaction_id = t.id
    join enrollments e
      on e.user_id = t.user_id and e.course_id = l.course_id and e.status = 'active'
        and e.source <> 'program' and ${isForGood}
    where t.status = 'pending'`,

  'pending-expires': `
    select t.id as "transactionId" from transactions t
    where t.status = 'pending' and t.created_at < $2::timestamptz - interval '26 hours'`,

  // The next report counts those never counted. If no bit is set for a lesson that is completed or
  // does not count, and the number of others is right, all are right, so that this reads only
  // completed lessons, not the courses of all learners.
  'remaining-lessons-are-counted': `
    with lesson as materialized (
      select version_id, key, position,
        required or not bool_or(required) over (partition by version_id) as counts
      from lessons
    )
    select e.user_id as "userId", e.course_id as "courseId"
    from enrollments e
    join course_versions own on own.id = e.version_id and own.choose is null
    join (
      select version_id, string_agg(
          case when counts then '1' else '0' end, '' order by position
        )::bit varying as counting
      from lesson group by version_id
    ) v on v.version_id = e.version_id
    left join (
      select o.user_id, o.course_id, count(*) filter (where counts) as completed,
        bool_or(substring(o.remaining_lessons from position + 1 for 1) = B'1') as is_kept
      from lesson_progress p
      join enrollments o on o.user_id = p.user_id and o.course_id = p.course_id
      join lesson l on l.version_id = o.version_id and l.key = p.lesson_key
      where p.completed_at is not null and o.required_lessons is not null
      group by o.user_id, o.course_id
    ) done on done.user_id = e.user_id and done.course_id = e.course_id
    where e.required_lessons is not null and case
      when length(e.remaining_lessons) <> length(counting) then true
      else is_kept or e.required_lessons <> bit_count(counting)
        or bit_count(e.remaining_lessons & ~counting) > 0
        or bit_count(e.remaining_lessons) <> bit_count(counting) - coalesce(completed, 0)
    end
    union all
    select e.user_id, e.course_id from enrollments e
    join course_versions own on own.id = e.version_id and own.choose is not null
    cross join lateral (${countedLessons}) as counted
    where e.required_lessons is not null
      and (e.required_lessons, bit_count(e.remaining_lessons))
        is distinct from (counted.required, bit_count(counted.remaining))`,

  // Checks that each version has the places 0, 1, 2 and so on, each once, in a section that it has,
  // and each key once.
  'lesson-ranges-are-whole': `
    select v.course_id as "courseId", v.number as version
    from course_versions v
    left join lesson_revisions l on l.course_id = v.course_id
      and v.number between l.from_version and l.until_version
    left join sections s on s.version_id = v.id and s.position = l.section_position
    group by v.course_id, v.number
    having count(l.id) = 0 or count(l.id) <> max(l.position) + 1 or count(l.id) <> count(s.id)
      or count(l.id) <> count(distinct l.position) or count(l.id) <> count(distinct l.key)`,

  // Goes by the bits, which the check before this one compares with the rows; without bits by rows.
  'finished-is-completed': `
    select e.user_id as "userId", e.course_id as "courseId" from enrollments e
    join lessons l on l.version_id = e.version_id
    left join lesson_progress p
      on p.user_id = e.user_id and p.course_id = e.course_id and p.lesson_key = l.key
        and p.completed_at is not null
    where e.completed_at is null and e.status = 'active'
      and (e.remaining_lessons is null or bit_count(e.remaining_lessons) = 0)
    group by e.user_id, e.course_id
    having case
      when bool_or(l.required) then bool_and(p.user_id is not null) filter (where l.required)
      else bool_and(p.user_id is not null)
    end`,

  // Accepts the key that it was passed with, or the one in the learner's version.
  'passed-is-completed': `
    select a.user_id as "userId", a.course_id as "courseId", a.id as "attemptId"
    from attempts a
    where a.passed and not exists (
      select from lesson_progress p
      where p.user_id = a.user_id and p.course_id = a.course_id and p.completed_at is not null
        and (p.lesson_key = a.lesson_key or exists (
          select from enrollments e
          join lessons l on l.version_id = e.version_id and l.key = p.lesson_key
          where e.user_id = a.user_id and e.course_id = a.course_id
            and l.former_keys @> array[a.lesson_key])))`,

  // Checks the database's own rule; but what was earned stays, even if a regrade, a new version or
  // a renewal has asked for more since. Staff's marks are known as long as the audit log is kept.
  'completed-was-passed': `
    select p.user_id as "userId", p.course_id as "courseId", p.lesson_key as "lessonKey"
    from lesson_revisions l
    join lesson_progress p on p.course_id = l.course_id and p.lesson_key = l.key
      and p.completed_at > $2::timestamptz - interval '11 months'
    join enrollments e on e.user_id = p.user_id and e.course_id = p.course_id
    join course_versions v on v.id = e.version_id
      and v.number between l.from_version and l.until_version
    cross join lateral (select l.key || l.former_keys as keys) as had
    where (${completesBy('pass')} or ${completesBy('course')})
      and not may_be_completed(p.user_id, p.course_id, p.lesson_key, null)
      and not exists (
        select from attempts a join gradings g on g.attempt_id = a.id and g.passed
        where a.user_id = p.user_id and a.course_id = p.course_id and a.lesson_key = any(keys))
      and not exists (
        select from lesson_revisions was
        where was.course_id = p.course_id and was.key = any(keys)
          and was.from_version <= v.number and was.type <> l.type)
      and not exists (
        select from audit_events marked
        where marked.user_id = p.user_id and marked.event = 'lesson-marked-done'
          and marked.details ->> 'courseId' = p.course_id::text
          and marked.details ->> 'lessonKey' = any(keys))`,

  'points-are-last-grading': `
    select a.id as "attemptId" from attempts a
    left join lateral (
      select * from gradings g where g.attempt_id = a.id order by number desc limit 1
    ) last on true
    where (a.points, a.max_points, a.score, a.passed)
        is distinct from (last.points, last.max_points, last.score, last.passed)
      and (a.status = 'graded' or a.points is not null)`,

  'attempts-end-in-time': `
    select a.id as "attemptId" from attempts a
    where a.status = 'open' and a.deadline_at < $2::timestamptz - interval '1 hour'`,

  'completed-has-certificate': `
    select e.user_id as "userId", e.course_id as "courseId" from enrollments e
    left join certificates c
      on c.user_id = e.user_id and c.course_id = e.course_id and c.status <> 'superseded'
    where e.completed_at is not null and c.id is null`,

  'program-completed-is-certified': `
    select e.user_id as "userId", e.course_id as "courseId" from enrollments e
    join courses c on c.id = e.course_id and c.kind = 'program'
    where e.status = 'active' and e.renewing_since is null and (exists (
        select from program_courses link
        join enrollments done on done.user_id = e.user_id and done.course_id = link.course_id
          and done.completed_at is not null
        where link.version_id = e.version_id and not exists (
          select from lesson_progress p
          where p.user_id = e.user_id and p.course_id = e.course_id
            and p.lesson_key = link.lesson_key and p.completed_at is not null))
      or bit_count(e.remaining_lessons) = 0 and not exists (
        select from certificates issued
        where issued.user_id = e.user_id and issued.course_id = e.course_id
          and issued.status <> 'superseded'))`,

  // Uses the statement that decides it for learners.
  'nobody-locked-out-of-done': `
    select e.user_id as "userId", e.course_id as "courseId", l.key as "lessonKey"
    from enrollments e
    join course_versions v on v.id = e.version_id and v.ruled
    join lesson_progress p on p.user_id = e.user_id and p.course_id = e.course_id
      and p.completed_at is not null
    join lesson_revisions l on l.course_id = e.course_id and l.key = p.lesson_key
      and v.number between l.from_version and l.until_version
    where e.status = 'active' and (${lockFacts} is not null or exists (
      select from jsonb_array_elements_text(l.details -> 'prerequisites') as needed (key)
      where not exists (
        select from lesson_revisions r where r.course_id = e.course_id and r.key = needed.key
          and v.number between r.from_version and r.until_version)))`,

  'certificate-has-completion': `
    select c.id as "certificateId", c.user_id as "userId", c.course_id as "courseId"
    from certificates c
    left join enrollments e on e.user_id = c.user_id and e.course_id = c.course_id
    where c.user_id is not null and c.status <> 'superseded' and e.completed_at is null`,

  'superseded-has-successor': `
    select c.id as "certificateId" from certificates c
    left join certificates s on s.supersedes = c.id
    where c.status = 'superseded' and s.id is null`,

  // Compares an issued certificate with the best of those before it for the same completion. A
  // renewal has its own day of completion.
  'replaced-keeps-achieved': `
    with recursive chain as (
      select c.id, c.user_id, c.course_id, c.supersedes, c.completed_at, c.grade, c.minutes, c.courses
      from certificates c where c.status = 'issued' and c.supersedes is not null
      union all
      select chain.id, chain.user_id, chain.course_id, former.supersedes, chain.completed_at,
        chain.grade, chain.minutes, chain.courses
      from chain join certificates former on former.id = chain.supersedes
        and former.completed_at = chain.completed_at
    )
    select distinct on (chain.id) chain.id as "certificateId", former.id as "formerId",
      chain.user_id as "userId", chain.course_id as "courseId"
    from chain join certificates former on former.id = chain.supersedes
      and former.completed_at = chain.completed_at
    where former.grade > coalesce(chain.grade, -1)
      or former.minutes is not null and chain.minutes is null
      or former.courses is not null and chain.courses is null
    order by chain.id, former.grade desc nulls last, former.id desc`,

  // Checks each tally on its own, with the deltas that it lacks yet.
  'tallies-are-counted': `
    with missing as (
      ${talliesOf('e.course_id in (select course_id from tallied_courses)')}
      union all
      select course_id, version_id, day, tenths, -enrolled, -active, -started, -certificates
      from learning_deltas where course_id in (select course_id from tallied_courses)
    )
    select distinct course_id as "courseId" from (
      select course_id, version_id, days, start, tenths, ${sums}
      from (
        ${inAllLengths('missing')}
        union all
        select course_id, version_id, days, start, tenths, -enrolled, -active, -started,
          -certificates
        from learning_tallies
      ) as parts
      group by course_id, version_id, days, start, tenths
    ) as off
    where (enrolled, active, started, certificates) <> (0, 0, 0, 0)`,

  // Takes a sample: reading all of many would take hours, and a damaged PDF is never served anyway.
  'stored-pdfs-are-whole': `
    select f.certificate_id as "certificateId" from certificate_files f
    where f.certificate_id = any(array(
        select certificate_id from certificate_files
        where storage = 'database' order by random() limit 2000))
      and encode(sha256(f.pdf), 'hex') <> f.sha256`,

  'old-answers-are-deleted': `
    select k.user_id as "userId", k.operation, k.created_at::text as "createdAt"
    from idempotency_keys k
    where k.created_at < $2::timestamptz - interval '74 hours'`,
} as const satisfies Record<string, string>

export type InvariantName = keyof typeof violationsOf

/** The ids of the affected rows, by name; never an email. */
export type Violation = Record<string, string | number>

export interface Violations {
  /** The number of all violations. */
  total: number
  /** The first violations, up to the limit. */
  listed: Violation[]
}

const millisecondsToCheck = 120_000

/** Needs a transaction of its own: makes it read-only, with a longer timeout than requests. */
export async function findViolations(
  db: Db,
  name: InvariantName,
  { limit, doneBefore }: { limit: number; doneBefore: Date },
): Promise<Violations> {
  await db.execute(sql`set transaction read only`)
  await db.execute(sql.raw(`set local statement_timeout = ${millisecondsToCheck}`))
  const rows = await runNamed<Violation & { total: number }>(db, {
    name: `violations_of_${name}`,
    text: `select v.*, (count(*) over ())::int as total from (${violationsOf[name]}) as v
      where $2::timestamptz is not null limit $1`,
    values: [limit, doneBefore],
    query_timeout: millisecondsToCheck + 5_000,
  })
  return { total: rows[0]?.total ?? 0, listed: rows.map(toViolation) }
}

function toViolation({ total: _, ...row }: Violation & { total: number }): Violation {
  return Object.fromEntries(
    Object.entries<unknown>(row).filter(([, id]) => id !== null),
  ) as Violation
}

export type DataCheckRow = typeof dataChecks.$inferSelect

/** Stores the results of a check, and removes those that it no longer makes. */
export async function replaceDataChecks(db: Db, checks: DataCheckRow[]): Promise<void> {
  const names = checks.map(({ invariant }) => invariant)
  await db.delete(dataChecks).where(notInArray(dataChecks.invariant, names))
  const set = { violations: sql`excluded.violations`, checkedAt: sql`excluded.checked_at` }
  await db
    .insert(dataChecks)
    .values(checks)
    .onConflictDoUpdate({ target: dataChecks.invariant, set })
}

export async function listDataChecks(db: Db): Promise<DataCheckRow[]> {
  return db.select().from(dataChecks).orderBy(asc(dataChecks.invariant))
}

/** Recounts uses; true if the number was wrong. The coupon must be locked. */
export async function recountCouponUses(db: Db, couponId: string): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    update coupons set uses = counted.uses
    from (
      select count(*)::int as uses from coupon_redemptions where coupon_id = ${couponId}
    ) as counted
    where id = ${couponId} and coupons.uses <> counted.uses`)
  return rowCount === 1
}

/**
 * Returns the coupon use of a failed, expired or canceled purchase; true if it had one. The coupon
 * and the transaction must be locked.
 */
export async function releaseRedemption(db: Db, transactionId: string): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    with taken as (
      delete from coupon_redemptions using transactions
      where transaction_id = ${transactionId} and transactions.id = transaction_id
        and status in ('failed', 'expired', 'canceled')
      returning coupon_redemptions.coupon_id
    )
    update coupons set uses = uses - 1 from taken where coupons.id = taken.coupon_id`)
  return rowCount === 1
}

/** Recounts refunds; true if the amount was wrong. The transaction must be locked. */
export async function recountRefunds(
  db: Db,
  transactionId: string,
  position: number,
): Promise<boolean> {
  const { rowCount } = await db.execute(sql`
    update transaction_lines set refunded_amount = counted.amount
    from (
      select coalesce(sum(amount), 0)::int as amount from refunds
      where transaction_id = ${transactionId} and line_position = ${position}
        and status <> 'failed'
    ) as counted
    where transaction_id = ${transactionId} and position = ${position}
      and refunded_amount <> counted.amount`)
  return rowCount === 1
}

/**
 * Raises the counter to the highest receipt number; true if the next receipt would have taken a
 * number in use. Never lowers it, so that a missing receipt's number is not given again.
 */
export async function resetReceiptCounter(db: Db, year: number): Promise<boolean> {
  await db.insert(receiptCounters).values({ year, last: 0 }).onConflictDoNothing()
  // Locked before the receipts are read: a statement sees the state at its own beginning.
  await db.select().from(receiptCounters).where(eq(receiptCounters.year, year)).for('update')
  const { rowCount } = await db.execute(sql`
    update receipt_counters set last = given.last
    from (
      select coalesce(max(last), 0) as last from (
        select max(number) as last from receipts where year = ${year}
        union all select max(last) from receipt_gaps where year = ${year}
      ) as numbers
    ) as given
    where year = ${year} and receipt_counters.last < given.last`)
  return rowCount === 1
}
