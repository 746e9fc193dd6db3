import { isDeepStrictEqual } from 'node:util'
import { type TransactionStatus, transactionTransitions } from '../../db/transitions.ts'
import { checkData } from '../../server/features/maintenance/invariants/check-data.ts'
import type { Checkout } from './checkout.ts'
import type { Client as HttpClient } from './client.ts'
import type { History, KnownAttempt, KnownTransaction, UserHistory } from './history.ts'
import { refundReason } from './user.ts'
import { attemptsAllowed, connect, type World } from './world.ts'

/**
 * Checks that everything acknowledged is there, nothing was charged twice, and the invariants hold.
 * Adds what is wrong to the violations.
 */
export async function judge(world: World, history: History, checkout: Checkout): Promise<void> {
  const database = await connect(world.databaseUrl)
  const ask = async (text: string, ...values: unknown[]) =>
    (await database.query(text, values)).rows
  for (const user of history.users) {
    for (const violation of await violationsOf(user, world, ask))
      history.violations.push(`${user.email}: ${violation}`)
  }
  for (const { user_id, course_id } of await ask(`
    select l.user_id, l.course_id from transaction_lines l
    join transactions t on t.id = l.transaction_id
    where t.paid_at is not null and l.price_amount - l.discount_amount > l.refunded_amount
    group by l.user_id, l.course_id having count(*) > 1`)) {
    history.violations.push(`user ${user_id} is charged more than once for course ${course_id}`)
  }
  history.violations.push(...(await faultsOfQuizzes(ask)), ...(await faultsOfReports(ask)))
  history.violations.push(...(await faultsOfNotifications(ask)), ...(await faultsOfThreads(ask)))
  for (const record of checkout.records())
    history.violations.push(...(await faultsOfBooks(record, ask)))
  if (world.isPrinting) {
    const [{ count }] =
      await ask(`select count(*)::int as count from certificates where not exists (
      select from certificate_files where certificate_id = certificates.id)`)
    if (count > 0) history.violations.push(`${count} certificates were not printed`)
  }
  await database.end()

  for (const { invariant, state, violations, listed } of await checkAllData(world.deps)) {
    if (state !== 'ok')
      history.violations.push(
        `${invariant} is ${state}: ${violations} ${JSON.stringify(listed.slice(0, 3))}`,
      )
  }
  for (const server of world.servers) {
    if (server.crash() !== undefined)
      history.violations.push(`the server at ${server.url} ended by itself: ${server.crash()}`)
  }
}

/** Retries: a busy machine may not check everything in time. */
async function checkAllData(deps: World['deps']) {
  for (let tries = 1; ; tries++) {
    const results = await checkData(deps, { millisecondsForJobs: 0 })
    if (tries === 3 || results.every(({ state }) => state !== 'unchecked')) return results
  }
}

/** Checks on running servers that ended tokens are refused and all others accepted. */
export async function judgeSessions(history: History, client: HttpClient): Promise<void> {
  for (const { email, token, endedTokens } of history.users) {
    const isGood = async (token: string) =>
      (await client.insist('GET /api/v1/me', { server: 0, token })).status === 200
    if (token !== undefined && !(await isGood(token)))
      history.violations.push(`${email}: the session that was opened is gone`)
    for (const ended of endedTokens)
      if (await isGood(ended))
        history.violations.push(`${email}: a session that was ended still works`)
  }
}

// biome-ignore lint/suspicious/noExplicitAny: rows of every kind
type Ask = (text: string, ...values: unknown[]) => Promise<any[]>

/** Finds purchases, certificates and answers that somebody was told of never, or more than once. */
async function faultsOfNotifications(ask: Ask): Promise<string[]> {
  const told = await ask(`
    with facts as (
      select t.user_id, 'payment-received ' || t.id as fact
      from transactions t join receipts r on r.transaction_id = t.id
      union all
      select c.user_id, 'certificate-ready ' || c.id
      from certificates c join certificate_files f on f.certificate_id = c.id
      where not exists (select from certificates n where n.supersedes = c.id)
      union all
      select t.created_by, 'question-answered ' || a.id
      from thread_posts a join thread_posts t on t.id = a.thread_id
      where a.created_by <> t.created_by
    )
    select f.fact, count(n.id)::int as times from facts f
    left join notifications n on n.user_id = f.user_id and n.fact = f.fact
    where f.user_id is not null group by f.user_id, f.fact having count(n.id) <> 1`)
  return told.map(({ fact, times }) => `${fact} was told ${times} times`)
}

type ProviderRecord = ReturnType<Checkout['records']>[number]

async function violationsOf(user: UserHistory, world: World, ask: Ask): Promise<string[]> {
  const [account] = await ask(
    'select id, name, email_verified_at from users where email = $1',
    user.email,
  )
  if (account === undefined) return user.isRegistered ? ['the account is gone'] : []
  const found: string[] = []
  if (user.isVerified && account.email_verified_at === null)
    found.push('the email is not verified any more')
  if (!user.names.has(account.name)) found.push(`is called ${account.name}, not ${[...user.names]}`)

  const coursesIn = async (text: string) =>
    new Set((await ask(text, account.id)).map((row) => row.course_id))
  const inCart = await coursesIn('select course_id from cart_items where user_id = $1')
  const owned = await coursesIn(
    `select course_id from enrollments where user_id = $1 and status = 'active'
     union select course_id from transaction_lines
     where user_id = $1 and status in ('fulfilled', 'refunded')`,
  )
  for (const [courseId, place] of user.cart) {
    if (place === 'in' && !inCart.has(courseId) && !owned.has(courseId))
      found.push(`course ${courseId} is gone from the cart`)
    if (place === 'out' && inCart.has(courseId))
      found.push(`course ${courseId} is in the cart again`)
  }

  for (const [id, known] of user.transactions) found.push(...(await faultsOf(id, known, ask)))

  const lessonsById = new Map(
    world.courses.flatMap(({ id, lessons }) =>
      lessons.map((lesson) => [lesson.id, { courseId: id, key: lesson.key }]),
    ),
  )
  for (const [lessonId, percent] of user.progress) {
    const { courseId, key } = lessonsById.get(lessonId) ?? {}
    const [row] = await ask(
      `select percent from lesson_progress
       where user_id = $1 and course_id = $2 and lesson_key = $3`,
      account.id,
      courseId,
      key,
    )
    if ((row?.percent ?? -1) < percent)
      found.push(`progress of ${courseId} ${key} was ${percent} and is ${row?.percent}`)
  }

  for (const lessonId of user.reported) {
    const { courseId, key } = lessonsById.get(lessonId) ?? {}
    const [row] = await ask(
      `select count(*)::int as times from flaw_reports r join flaws f on f.id = r.flaw_id
       where r.user_id = $1 and f.course_id = $2 and f.lesson_key = $3`,
      account.id,
      courseId,
      key,
    )
    if (row?.times !== 1)
      found.push(`${courseId} ${key} was reported and stands ${row?.times} times`)
  }

  const lost = await ask(
    `select of.text from unnest($2::text[]) as of (text)
     where (select count(*) from thread_posts where created_by = $1 and text = of.text) <> 1`,
    account.id,
    [...user.posts],
  )
  found.push(...lost.map(({ text }) => `the post "${text}" does not stand once`))

  for (const attempt of user.attempts)
    found.push(...(await faultsOfAttempt(attempt, account.id, ask)))

  for (const [courseId, code] of user.certificates) {
    const [row] = await ask(
      'select user_id, course_id from certificates where code = $1',
      code.replaceAll('-', ''),
    )
    if (row?.user_id !== account.id || row?.course_id !== courseId)
      found.push(`certificate ${code} is gone`)
  }
  return found
}

async function faultsOf(id: string, known: KnownTransaction, ask: Ask): Promise<string[]> {
  const [row] = await ask(
    `select status, total_amount, paid_at,
       (select string_agg(course_id::text, ',' order by position) from transaction_lines
         where transaction_id = t.id) as courses,
       (select sum(refunded_amount)::int from transaction_lines
         where transaction_id = t.id) as refunded,
       (select coalesce(sum(amount), 0)::int from refunds
         where transaction_id = t.id and reason = $2) as asked,
       exists (select from refunds
         where transaction_id = t.id and line_position is null) as surplus
     from transactions t where id = $1`,
    id,
    refundReason,
  )
  if (row === undefined) return [`transaction ${id} is gone`]
  const { refunded, asked } = row

  const found: string[] = []
  if (!mayBecome(known.status, row.status))
    found.push(`transaction ${id} was ${known.status} and is ${row.status}`)
  if (row.total_amount !== known.total)
    found.push(`transaction ${id} cost ${known.total} and costs ${row.total_amount}`)
  if (row.courses !== known.courseIds.join()) found.push(`transaction ${id} holds other courses`)
  if (known.isPaid && row.paid_at === null) found.push(`transaction ${id} was paid and is not`)
  if (known.isDeclined && row.status === 'pending')
    found.push(`transaction ${id} was declined and is pending`)
  if (refunded < known.refunded.atLeast && !known.isTakenBack)
    found.push(`transaction ${id}: ${known.refunded.atLeast} were to go back, ${refunded} do`)
  if (asked > known.refunded.atMost)
    found.push(`transaction ${id}: at most ${known.refunded.atMost} were to go back, ${asked} do`)
  if (row.surplus) found.push(`transaction ${id} was charged twice at the provider`)
  return found
}

async function faultsOfAttempt(
  [id, { answers, result }]: [string, KnownAttempt],
  userId: string,
  ask: Ask,
): Promise<string[]> {
  const [row] = await ask(
    `select a.status, a.answers, array(
       select jsonb_build_object('passed', g.passed, 'points', g.points) from gradings g
       where g.attempt_id = a.id and g.cause = 'submission') as gradings,
       exists (select from lesson_progress p
         where p.user_id = a.user_id and p.course_id = a.course_id
           and p.lesson_key = a.lesson_key and p.completed_at is not null) as completed
     from attempts a where a.id = $1 and a.user_id = $2`,
    id,
    userId,
  )
  if (row === undefined) return [`attempt ${id} is gone`]
  const found: string[] = []
  if (answers !== undefined && !isDeepStrictEqual(row.answers, Object.fromEntries(answers)))
    found.push(`attempt ${id} has other answers than were saved`)
  const [wanted, is] = [
    ['graded', result],
    [row.status, ...row.gradings],
  ]
  if (result !== undefined && !isDeepStrictEqual(is, wanted))
    found.push(`attempt ${id} was ${JSON.stringify(wanted)} and is ${JSON.stringify(is)}`)
  if (result?.passed && !row.completed)
    found.push(`attempt ${id} passed and its lesson is not completed`)
  return found
}

/** Finds faults in all learners' quizzes, acknowledged or not. */
async function faultsOfQuizzes(ask: Ask): Promise<string[]> {
  const faults = await ask(
    `select format('user %s has %s attempts at %s, %s of them open', user_id, count(*), lesson_key,
       count(*) filter (where status = 'open')) as fault
     from attempts group by user_id, course_id, lesson_key
     having count(*) > $1 or count(*) filter (where status = 'open') > 1
     union all
     select format('user %s completed %s without a pass', p.user_id, p.lesson_key)
     from lesson_progress p where p.completed_at is not null
       and exists (select from lesson_revisions l
         where l.course_id = p.course_id and l.key = p.lesson_key and l.type = 'quiz')
       and not exists (select from attempts a
         where a.user_id = p.user_id and a.course_id = p.course_id and a.lesson_key = p.lesson_key
           and a.passed and a.submitted_at <= p.completed_at)`,
    attemptsAllowed,
  )
  return faults.map(({ fault }) => fault)
}

/** Finds flaws of which there are several cases, or whose reports are miscounted: nobody was erased. */
async function faultsOfReports(ask: Ask): Promise<string[]> {
  const faults = await ask(`
    select format('%s cases of %s, of %s reports %s counted', count(distinct f.id), f.lesson_key,
      count(r.id), sum(distinct f.reports)) as fault
    from flaws f left join flaw_reports r on r.flaw_id = f.id
    group by f.course_id, f.lesson_key
    having count(distinct f.id) > 1 or count(r.id) <> max(f.reports)`)
  return faults.map(({ fault }) => fault)
}

/** Finds questions whose answers are miscounted, or that accepted the answer to another. */
async function faultsOfThreads(ask: Ask): Promise<string[]> {
  const faults = await ask(`
    select format('thread %s has %s answers and counts %s', t.id, count(a.id), t.answers) as fault
    from thread_posts t left join thread_posts a on a.thread_id = t.id
    where t.thread_id is null group by t.id
    having count(a.id) <> t.answers
      or t.accepted_id is not null and not coalesce(bool_or(a.id = t.accepted_id), false)`)
  return faults.map(({ fault }) => fault)
}

/** Finds refunds not booked to the cent; in a dispute the bank may take more than was left. */
async function faultsOfBooks(
  { transactionId, refunded, isDisputed }: ProviderRecord,
  ask: Ask,
): Promise<string[]> {
  if (isDisputed) return []
  const [row] = await ask(
    `select (select sum(refunded_amount) from transaction_lines where transaction_id = t.id)
       + coalesce((select sum(r.amount - r.assigned_amount) from reversals r
           where r.payment_reference = t.payment_reference and r.provider = t.provider
             and r.status = 'gone'), 0) as booked
     from transactions t where t.id = $1`,
    transactionId,
  )
  const booked = Number(row?.booked ?? 0)
  return booked === refunded
    ? []
    : [`transaction ${transactionId}: ${refunded} went back at the provider, ${booked} is booked`]
}

/** Whether any number of legal transitions leads there. */
function mayBecome(from: TransactionStatus, to: TransactionStatus): boolean {
  const reached = new Set<TransactionStatus>([from])
  for (const status of reached) for (const next of transactionTransitions[status]) reached.add(next)
  return reached.has(to)
}
