import { randomUUID } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import type { Answer } from './client.ts'
import type { Decision, Operation } from './decisions.ts'
import type { KnownTransaction, UserHistory } from './history.ts'
import { answersTo } from './quiz-answers.ts'
import { type Actor, logIn, register, verify } from './sign-in.ts'
import { type Course, couponCodes } from './world.ts'

/** Carries out a decision, or first a step towards being signed in; notes what is acknowledged. */
export async function act(actor: Actor, decision: Decision): Promise<void> {
  const { user } = actor
  if (!user.isRegistered) return register(actor, decision)
  if (!user.isVerified) return verify(actor, decision)
  if (user.token === undefined) return logIn(actor, decision)
  await actions[decision.operation](actor, decision)
}

/** Tells refunds by administrators from those that the service makes automatically. */
export const refundReason = 'asked for by the administrator'

type Action = (actor: Actor, decision: Decision) => Promise<void>

const actions: Record<Operation, Action> = {
  browse: async (actor, decision) => {
    await as(actor, decision, 'GET /api/courses')
    await as(actor, decision, `GET /api/v1/courses/${courseOf(actor, decision.courses[0]).id}`)
  },
  read: async (actor, decision) => {
    await as(actor, decision, 'GET /api/v1/transaction/user?limit=100')
    await as(actor, decision, 'GET /api/v1/cart')
    await as(actor, decision, `GET /api/certificates/${actor.user.userId}`)
  },
  'read what is new': async (actor, decision) => {
    const { outcome, body } = await as(actor, decision, 'GET /api/v1/me/notifications')
    if (outcome !== 'acknowledged' || body.items.length === 0) return
    const { id } = body.items[decision.choice % body.items.length]
    await as(actor, decision, `POST /api/v1/me/notifications/${id}/read`, { older: decision.both })
  },
  'put in cart': async (actor, decision) => {
    const { id } = courseOf(actor, decision.courses[0])
    noteCart(actor, id, await as(actor, decision, 'POST /api/cart', { courseId: id }), 'in')
  },
  'take out of cart': async (actor, decision) => {
    const { id } = courseOf(actor, decision.courses[0])
    noteCart(actor, id, await as(actor, decision, `DELETE /api/v1/cart/${id}`), 'out')
  },
  'buy cart': (actor, decision) => buy(actor, decision, undefined),
  'buy courses': (actor, decision) => buy(actor, decision, coursesOf(actor, decision)),
  'buy twice at once': async (actor, decision) => {
    const courseIds = coursesOf(actor, decision)
    const otherDevice = { ...decision, server: decision.server + 1 }
    await Promise.all([buy(actor, decision, courseIds), buy(actor, otherDevice, courseIds)])
  },
  pay: async (actor, decision) => {
    const [, transaction] =
      chosen(actor, decision, ({ checkoutUrl }) => checkoutUrl !== undefined) ?? []
    if (transaction?.checkoutUrl === undefined) return
    // Courses leave the cart once they are given.
    for (const courseId of transaction.courseIds) actor.user.cart.set(courseId, 'unknown')
    const outcome = await actor.checkout.pay(transaction.checkoutUrl, decision.server)
    if (outcome === 'acknowledged') transaction.isPaid = true
  },
  decline: async (actor, decision) => {
    const [, transaction] =
      chosen(actor, decision, ({ checkoutUrl }) => checkoutUrl !== undefined) ?? []
    if (transaction?.checkoutUrl === undefined) return
    const outcome = await actor.checkout.decline(transaction.checkoutUrl, decision.server)
    if (outcome === 'acknowledged') transaction.isDeclined = true
  },
  'take back at the provider': async (actor, decision) => {
    const [, transaction] =
      chosen(actor, decision, ({ isPaid, checkoutUrl }) => isPaid && checkoutUrl !== undefined) ??
      []
    if (transaction?.checkoutUrl === undefined) return
    transaction.isTakenBack =
      actor.checkout.takeBack(transaction.checkoutUrl, decision.choice) || transaction.isTakenBack
  },
  learn: async (actor, decision) => {
    const { lessons, quizId } = courseOf(actor, decision.courses[0])
    const lesson = lessons[decision.choice % lessons.length]
    if (lesson === undefined) return
    const { percent } = decision
    const answer = await as(actor, decision, 'POST /api/progress/update', {
      lessonId: lesson.id,
      percent,
    })
    if (answer.outcome !== 'acknowledged') return
    if (percent === 100 && lesson.id === quizId)
      actor.history.violations.push(`a report completed a quiz for ${actor.user.email}`)
    const known = actor.user.progress.get(lesson.id) ?? 0
    if (answer.body.lesson.percent < Math.max(known, percent)) {
      actor.history.violations.push(
        `progress of ${actor.user.email} fell from ${Math.max(known, percent)} ` +
          `to ${answer.body.lesson.percent}`,
      )
    }
    actor.user.progress.set(lesson.id, answer.body.lesson.percent)
    const { course, certificate } = answer.body
    if (certificate !== undefined)
      noteCertificate(actor, { courseId: course.courseId, ...certificate })
  },
  'start an attempt': async (actor, decision) => {
    const quizzes = actor.world.courses.flatMap(({ quizId }) => quizId ?? [])
    const lessonId = quizzes[decision.choice % Math.max(1, quizzes.length)]
    if (lessonId === undefined) return
    const answer = await as(actor, decision, `POST /api/v1/lessons/${lessonId}/attempts`)
    if (answer.outcome !== 'acknowledged') return
    const { id, status, questions } = answer.body
    const fresh = { lessonId, questions, answers: new Map(), result: undefined }
    const attempt = actor.user.attempts.get(id) ?? fresh
    actor.user.attempts.set(id, attempt)
    if (status !== 'open' || attempt.result !== undefined)
      actor.history.violations.push(`attempt ${id} is over and was started`)
  },
  'save answers': async (actor, decision) => {
    const [id, attempt] = chosenAttempt(actor, decision)
    if (id === undefined || attempt === undefined) return
    const answers = answersTo(attempt.questions, decision)
    const { outcome } = await as(actor, decision, `PATCH /api/v1/attempts/${id}`, { answers })
    if (outcome === 'unknown') attempt.answers = undefined
    if (outcome !== 'acknowledged') return
    if (attempt.result !== undefined)
      actor.history.violations.push(`attempt ${id} is over and took answers`)
    for (const { position, answer } of answers) attempt.answers?.set(position, answer)
  },
  'submit an attempt': submit,
  'submit twice at once': async (actor, decision) => {
    const otherDevice = { ...decision, server: decision.server + 1 }
    await Promise.all([submit(actor, decision), submit(actor, otherDevice)])
  },
  // All say the same of the first lesson of a course: it is one case.
  'report twice at once': async (actor, decision) => {
    const [lesson] = courseOf(actor, decision.courses[0]).lessons
    if (lesson === undefined) return
    const otherDevice = { ...decision, server: decision.server + 1 }
    const path = `POST /api/v1/lessons/${lesson.id}/flaws`
    const answers = await Promise.all(
      [decision, otherDevice].map((one) => as(actor, one, path, { kind: 'typo' })),
    )
    if (answers.some(({ outcome }) => outcome === 'acknowledged'))
      actor.user.reported.add(lesson.id)
  },
  // Two devices answer at once, and whoever asked accepts.
  'ask and answer': async (actor, decision) => {
    const lesson = courseOf(actor, decision.courses[0]).lessons.at(-1)
    const path = `/api/v1/lessons/${lesson?.id}/threads`
    await post(actor, decision, path)
    const list = await as(actor, decision, `GET ${path}`)
    const threads = list.outcome === 'acknowledged' ? list.body.items : []
    const { id } = threads[decision.choice % Math.max(1, threads.length)] ?? {}
    if (id === undefined) return
    const otherDevice = { ...decision, server: decision.server + 1 }
    await Promise.all(
      [decision, otherDevice].map((one) => post(actor, one, `/api/v1/threads/${id}/answers`)),
    )
    const { outcome, body } = await as(actor, decision, `GET /api/v1/threads/${id}`)
    if (outcome !== 'acknowledged' || body.posts.length === 0) return
    const answerId = body.posts[decision.choice % body.posts.length].id
    await as(actor, decision, `PUT /api/v1/threads/${id}/accepted`, { answerId })
  },
  'claim certificate': async (actor, decision) => {
    const answer = await as(
      actor,
      decision,
      `POST /courses/${courseOf(actor, decision.courses[0]).id}/certificate`,
    )
    if (answer.outcome === 'acknowledged') noteCertificate(actor, answer.body)
  },
  'have refunded': async (actor, decision) => {
    const [id, transaction] =
      chosen(actor, decision, ({ isPaid, total }) => isPaid && total > 0) ?? []
    if (id === undefined || transaction === undefined) return
    const amount =
      1 + (decision.choice % Math.ceil(transaction.total / transaction.courseIds.length))
    const body = { reason: refundReason, ...(!decision.both && { line: 1, amount }) }
    const most = decision.both ? transaction.total : amount
    transaction.refunded.atMost += most
    const request = {
      server: decision.server,
      token: actor.world.token,
      body,
      key: randomUUID(),
    }
    const answer = await actor.client.insist(`POST /api/v1/transaction/${id}/refund`, request)
    if (answer.outcome === 'refused') transaction.refunded.atMost -= most
    if (answer.outcome === 'acknowledged')
      transaction.refunded.atLeast = answer.body.refunded.amount
  },
  'change name': async (actor, decision) => {
    const name = `Name ${decision.choice}`
    actor.user.names.add(name)
    const answer = await as(actor, decision, 'PATCH /api/v1/me', { name })
    if (answer.outcome === 'acknowledged') actor.user.names = new Set([name])
    if (answer.outcome === 'refused') actor.user.names.delete(name)
  },
  'log out': async (actor, decision) => {
    const { token } = actor.user
    if (token === undefined) return
    const answer = await as(actor, decision, 'POST /api/v1/auth/logout')
    actor.user.token = undefined
    if (answer.outcome === 'acknowledged') actor.user.endedTokens.push(token)
  },
}

async function buy(
  actor: Actor,
  decision: Decision,
  courseIds: string[] | undefined,
): Promise<void> {
  const { user, client, history } = actor
  const couponCode =
    decision.coupon === undefined ? undefined : couponCodes[decision.coupon % couponCodes.length]
  const body = {
    ...(courseIds !== undefined && { courseIds }),
    ...(couponCode !== undefined && { couponCode }),
  }
  for (const courseId of courseIds ?? [...user.cart.keys()]) user.cart.set(courseId, 'unknown')

  const key = decision.keyed ? randomUUID() : undefined
  const request = { server: decision.server, token: user.token, body, key }
  const answer = await (key === undefined ? client.ask : client.insist)(
    'POST /api/v1/transaction',
    request,
  )
  requireSession(actor, answer)
  if (answer.outcome !== 'acknowledged') return
  noteTransaction(user, answer.body)

  if (key === undefined || !decision.repeats) return
  const again = await client.insist('POST /api/v1/transaction', {
    ...request,
    server: decision.server + 1,
  })
  if (again.outcome === 'unknown' || (again.status === answer.status && again.text === answer.text))
    return
  history.violations.push(
    `one key got the answer ${answer.status} ${answer.text}, ` +
      `then ${again.status} ${again.text}`,
  )
}

/** Posts a question or an answer that nobody else has written. */
async function post(actor: Actor, decision: Decision, path: string): Promise<void> {
  const text = `Why ${randomUUID()}?`
  const { outcome } = await as(actor, decision, `POST ${path}`, { text })
  if (outcome === 'acknowledged') actor.user.posts.add(text)
}

async function submit(actor: Actor, decision: Decision): Promise<void> {
  const [id, attempt] = chosenAttempt(actor, decision)
  if (id === undefined || attempt === undefined) return
  const answer = await as(actor, decision, `POST /api/v1/attempts/${id}/submit`)
  if (answer.outcome !== 'acknowledged') return
  const { passed, points } = answer.body.result ?? {}
  const result = { passed, points }
  if (passed === undefined || !isDeepStrictEqual(attempt.result ?? result, result))
    actor.history.violations.push(
      `attempt ${id} was answered ${JSON.stringify(attempt.result)}, then ${answer.text}`,
    )
  attempt.result = result
  if (passed) actor.user.progress.set(attempt.lessonId, 100)
}

/** Calls with the token of the user, which must be valid because the user has not logged out. */
async function as(
  actor: Actor,
  { server }: Decision,
  address: string,
  body?: object,
): Promise<Answer> {
  const answer = await actor.client.ask(address, {
    server,
    token: actor.user.token,
    ...(body !== undefined && { body }),
  })
  requireSession(actor, answer)
  return answer
}

function requireSession({ user, history }: Actor, { status, text }: Answer): void {
  if (status === 401) history.violations.push(`the session of ${user.email} was lost: ${text}`)
}

function noteTransaction(user: UserHistory, answer: TransactionAnswer): void {
  const known = user.transactions.get(answer.id)
  user.transactions.set(answer.id, {
    isPaid: false,
    isDeclined: false,
    isTakenBack: false,
    refunded: { atLeast: 0, atMost: 0 },
    ...known,
    status: answer.status,
    total: answer.total.amount,
    courseIds: answer.lines.map(({ courseId }) => courseId),
    checkoutUrl: answer.checkoutUrl ?? known?.checkoutUrl,
  })
}

interface TransactionAnswer {
  id: string
  status: KnownTransaction['status']
  total: { amount: number }
  lines: { courseId: string }[]
  checkoutUrl?: string
}

function noteCertificate(
  { user, history }: Actor,
  answer: { courseId: string; verificationCode: string },
): void {
  const known = user.certificates.get(answer.courseId)
  if (known !== undefined && known !== answer.verificationCode) {
    history.violations.push(
      `the certificate ${known} became ${answer.verificationCode} (${user.email})`,
    )
  }
  user.certificates.set(answer.courseId, answer.verificationCode)
}

function noteCart(
  { user }: Actor,
  courseId: string,
  { outcome }: Answer,
  place: 'in' | 'out',
): void {
  if (outcome !== 'refused') user.cart.set(courseId, outcome === 'acknowledged' ? place : 'unknown')
}

function courseOf({ world }: Actor, number: number): Course {
  const course = world.courses[number % world.courses.length]
  if (course === undefined) throw new Error('There are no courses.')
  return course
}

function coursesOf(actor: Actor, { courses: [one, other], both }: Decision): string[] {
  const ids = [courseOf(actor, one).id, ...(both ? [courseOf(actor, other).id] : [])]
  return [...new Set(ids)]
}

function chosen(
  { user }: Actor,
  { choice }: Decision,
  isFit: (transaction: KnownTransaction) => boolean,
) {
  const fit = [...user.transactions].filter(([, transaction]) => isFit(transaction))
  return fit[choice % Math.max(1, fit.length)]
}

/** Chooses an attempt that is not known to be over, or sometimes any. */
function chosenAttempt({ user }: Actor, { choice, both }: Decision) {
  const fit = [...user.attempts].filter(([, { result }]) => both || result === undefined)
  return fit[choice % Math.max(1, fit.length)] ?? []
}
