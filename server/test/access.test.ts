import { expect, test } from 'vitest'
import { type Answer, forAllTests, startApi } from './api.ts'
import { givenGraduate, lessonOf } from './learning.ts'

const api = await forAllTests(startApi())

test('each of the 19 routes of the specification answers strangers, owners and other learners as the table says', async () => {
  const { learner: owner, course } = await givenGraduate(api)
  const another = await api.given.learner({ name: 'Charles Babbage' })
  const shown = await api.given.course({ price: { amount: 2900, currency: 'USD' } })
  const { id: transaction } = await api
    .as(owner)
    .transactions.create.mutate({ courseIds: [(await api.given.course()).id] })
  const { verificationCode: code } = await api
    .as(owner)
    .certificates.issue.mutate({ courseId: course.id })

  const { email, password } = owner
  const lessonId = lessonOf(course, 1).id
  const newcomer = () => ({ email: `newcomer-${crypto.randomUUID()}@example.com`, password })
  const credentials = () => ({ email, password })
  const forgetful = () => ({ email })
  const reset = () => ({ email, otp: '00000000', newPassword: 'another horse battery staple' })
  const lesson = () => ({ lessonId, completed: true })
  const one = () => ({ courseId: shown.id })
  const many = () => ({ courseIds: [shown.id] })
  const nothing = () => undefined

  const account = 'expiresAt token tokenType user'
  const page = 'items nextCursor'
  const certificate =
    'addToLinkedIn certificateUrl completedOn courseId courseTitle credentialUrl expired issuedAt issuedOn issuer lastDay learnerName minutes nameIsGuess pdf pictureUrl status validUntil verificationCode verificationUrl'
  const lessonFields =
    'content courseId files html id key lessonQuestions minutes next preview previous progress required requires title type'
  const sale = 'checkoutUrl createdAt discount id lines refunded status total'
  const verified =
    'completedOn courseTitle expired issuedAt issuedOn issuer lastDay learnerName lines minutes signatures status valid validUntil verificationCode'

  // Address, body, without a token, with the owner's, with another learner's, and the fields that
  // the owner gets.
  const table: [string, () => unknown, string, string, string, string][] = [
    ['POST /api/v1/auth/register', newcomer, '201', '201', '201', 'message user'],
    ['POST /api/v1/auth/login', credentials, '200', '200', '200', account],
    ['POST /api/v1/auth/forget-password', forgetful, '200', '200', '200', 'message'],
    [
      'POST /api/v1/auth/resetpassword',
      reset,
      '400 InvalidCode',
      '400 InvalidCode',
      '400 InvalidCode',
      '',
    ],
    ['POST /auth/signup', newcomer, '201', '201', '201', 'message user'],
    ['POST /auth/login', credentials, '200', '200', '200', account],
    ['POST /auth/forgetpassword', forgetful, '200', '200', '200', 'message'],
    ['POST /api/auth/register', newcomer, '201', '201', '201', 'message user'],
    ['POST /api/auth/login', credentials, '200', '200', '200', account],
    ['GET /api/courses', nothing, '401 TokenMissing', '200', '200', page],
    [
      `GET /api/lessons/${lessonId}`,
      nothing,
      '401 TokenMissing',
      '200',
      '403 NotEnrolled',
      lessonFields,
    ],
    [
      'POST /api/progress/update',
      lesson,
      '401 TokenMissing',
      '200',
      '403 NotEnrolled',
      'certificate course lesson next',
    ],
    ['POST /api/cart', one, '401 TokenMissing', '201', '201', 'items total'],
    [
      `GET /api/certificates/${owner.id}`,
      nothing,
      '401 TokenMissing',
      '200',
      '403 Forbidden',
      page,
    ],
    ['POST /api/v1/transaction', many, '401 TokenMissing', '201', '201', sale],
    ['GET /api/v1/transaction/user', nothing, '401 TokenMissing', '200', '200', page],
    [
      `GET /api/v1/transaction/${transaction}`,
      nothing,
      '401 TokenMissing',
      '200',
      '404 TransactionNotFound',
      'createdAt discount id lines refunded status total',
    ],
    [
      `POST /courses/${course.id}/certificate`,
      nothing,
      '401 TokenMissing',
      '200',
      '403 NotEnrolled',
      certificate,
    ],
    [`GET /certificates/verify/${code}`, nothing, '401 TokenMissing', '200', '200', verified],
  ]
  expect(table).toHaveLength(19)

  for (const [address, body, ...expected] of table) {
    const answers: Answer[] = []
    for (const token of [undefined, owner.token, another.token]) {
      answers.push(
        await api.request(address, { body: body(), ...(token !== undefined && { token }) }),
      )
    }
    const [, own] = answers
    const fields =
      own !== undefined && own.status < 400 ? Object.keys(own.body).sort().join(' ') : ''
    expect([address, ...answers.map(outcomeOf), fields]).toEqual([address, ...expected])
  }
})

test('an invalid token opens none of the protected routes, and the answer does not depend on the input', async () => {
  const protectedAddresses = [
    'GET /api/courses',
    'GET /api/lessons/x',
    'POST /api/progress/update',
    'POST /api/cart',
    'GET /api/certificates/x',
    'POST /api/v1/transaction',
    'GET /api/v1/transaction/user',
    'GET /api/v1/transaction/x',
    'POST /courses/x/certificate',
    'GET /certificates/verify/x',
  ]
  for (const address of protectedAddresses) {
    const answer = await api.request(address, {
      token: 'not.a.token',
      ...(address.startsWith('POST') && { body: { lessonId: 17 } }),
    })

    expect([address, outcomeOf(answer)]).toEqual([address, '401 TokenInvalid'])
    expect(answer.headers['www-authenticate']).toBe('Bearer error="invalid_token"')
  }
})

function outcomeOf({ status, body }: Answer): string {
  return status < 400 ? String(status) : `${status} ${body.error}`
}
