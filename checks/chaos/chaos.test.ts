import { expect, test } from 'vitest'
import { givenQuiz } from '../../server/features/assessment/test-support.ts'
import { startApi } from '../../server/test/api.ts'
import { makeTestDatabase } from '../../server/test/database.ts'
import { sandboxCheckout } from './checkout.ts'
import { createClient } from './client.ts'
import { decisionsOf } from './decisions.ts'
import { emptyHistory } from './history.ts'
import { judge } from './verdict.ts'

test('a seed gives each user the same decisions again, and others to other users and seeds', () => {
  const first = (seed: number, user: number) => decisionsOf(seed, user).take(200).toArray()

  expect(first(42, 3)).toEqual(first(42, 3))
  expect(first(42, 3)).not.toEqual(first(42, 4))
  expect(first(42, 3)).not.toEqual(first(43, 3))
  expect(new Set(first(42, 3).map(({ operation }) => operation)).size).toBeGreaterThan(10)
})

test('everything that was acknowledged but is not true is found', async () => {
  const databaseUrl = await makeTestDatabase()
  await using api = await startApi({ databaseUrl })
  const { learner, lessonId, attempt } = await givenQuiz(api, { attempts: 4 })
  const [{ id: attemptId }] = [await attempt(), await attempt(), await attempt(), await attempt()]
  const course = await api.given.course({ price: { amount: 1000, currency: 'USD' } })
  const { id } = await api.as(learner).transactions.create.mutate({ courseIds: [course.id] })
  await api.deps.db.execute(`insert into enrollments
    (user_id, course_id, version_id, source, enrolled_at)
    select user_id, course_id, version_id, 'transaction', now()
    from transaction_lines where transaction_id = '${id}'`)
  await givenQuiz(api)
  // Disables the database's own rule, the only thing that would keep it open.
  await api.deps.db.execute('alter table lesson_progress disable trigger lesson_progress_earned')
  await api.deps.db.execute(`insert into lesson_progress
    (user_id, course_id, lesson_key, percent, position_seconds, completed_at, updated_at)
    select user_id, course_id, 'lesson-1', 100, 0, now(), now() from enrollments
    where user_id <> '${learner.id}'`)

  const history = emptyHistory(1, 2)
  const [user, lost] = history.users
  if (user === undefined || lost === undefined) throw new Error('There are no users.')
  lost.isRegistered = true
  Object.assign(user, {
    email: learner.email,
    isRegistered: true,
    isVerified: true,
    names: new Set(['Grace Hopper']),
  })
  user.cart.set(learner.id, 'in')
  const known = {
    status: 'fulfilled',
    total: 999,
    courseIds: [course.id],
    checkoutUrl: undefined,
    isPaid: true,
    isDeclined: true,
    isTakenBack: false,
  } as const
  user.transactions.set(id, {
    ...known,
    courseIds: [course.id],
    refunded: { atLeast: 5, atMost: 5 },
  })
  user.transactions.set(learner.id, {
    ...known,
    courseIds: [],
    refunded: { atLeast: 0, atMost: 0 },
  })
  user.progress.set(course.lessons[0]?.id ?? '', 50)
  user.posts.add('Why?')
  const answers = new Map([[0, { type: 'text' as const, text: 'Bowline' }]])
  const result = { passed: true, points: 10 }
  for (const id of [attemptId, course.id])
    user.attempts.set(id, { lessonId, questions: [], answers, result })
  user.certificates.set(course.id, '7Q3M-X9KD-2HVA-RT5E-8')
  const lessons = course.lessons.map(({ id, key, required }) => ({ id, key, required }))
  const courses = [{ id: course.id, price: 1000, lessons }]

  const checkout = {
    ...sandboxCheckout(createClient([], history)),
    records: () => [{ transactionId: id, refunded: 7, isDisputed: false }],
  }
  await judge(
    {
      folder: '',
      databaseUrl,
      deps: api.deps,
      given: api.given,
      courses,
      token: '',
      servers: [],
      close: () => Promise.resolve(),
    },
    history,
    checkout,
  )

  const found = history.violations.map((violation) =>
    violation
      .replaceAll(learner.id, 'X')
      .replaceAll(id, 'T')
      .replaceAll(course.id, 'C')
      .replaceAll(attemptId, 'A'),
  )
  expect(found).toEqual([
    ...[
      'is called Ada Lovelace, not Grace Hopper',
      'course X is gone from the cart',
      'transaction T was fulfilled and is pending',
      'transaction T cost 999 and costs 1000',
      'transaction T was paid and is not',
      'transaction T was declined and is pending',
      'transaction T: 5 were to go back, 0 do',
      'transaction X is gone',
      'progress of C lesson-1 was 50 and is undefined',
      'the post "Why?" does not stand once',
      'attempt A has other answers than were saved',
      'attempt A was ["graded",{"passed":true,"points":10}] ' +
        'and is ["graded",{"passed":false,"points":0}]',
      'attempt A passed and its lesson is not completed',
      'attempt C is gone',
      'certificate 7Q3M-X9KD-2HVA-RT5E-8 is gone',
    ].map((violation) => `${learner.email}: ${violation}`),
    `${lost.email}: the account is gone`,
    'user X has 4 attempts at lesson-1, 0 of them open',
    expect.stringMatching(/ completed lesson-1 without a pass$/),
    'transaction T: 7 went back at the provider, 0 is booked',
    expect.stringMatching(/^enrolled-by-purchase-has-line is violated: 1 /),
    expect.stringMatching(/^access-follows-ways is violated: 1 /),
    expect.stringMatching(/^owned-is-not-pending is violated: 1 /),
    expect.stringMatching(/^finished-is-completed is violated: 1 /),
    expect.stringMatching(/^completed-was-passed is violated: 1 /),
  ])
})
