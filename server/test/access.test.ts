import { afterAll, beforeAll, expect, test } from 'vitest'
import { type Answer, startApi } from './api.ts'
import type { GivenCourse, GivenUser } from './given.ts'
import { givenGraduate, lessonOf } from './learning.ts'

const api = await startApi()
afterAll(() => api[Symbol.asyncDispose]())

interface World {
  owner: GivenUser
  stranger: GivenUser
  course: GivenCourse
  forSale: GivenCourse
  transactionId: string
  code: string
}
let world: World

beforeAll(async () => {
  const { learner: owner, course } = await givenGraduate(api)
  const forSale = await api.given.course({ price: { amount: 2900, currency: 'USD' } })
  const bought = await api.as(owner).transactions.create.mutate({ courseIds: [(await api.given.course()).id] })
  const certificate = await api.as(owner).certificates.issue.mutate({ courseId: course.id })
  world = { owner, stranger: await api.given.learner(), course, forSale, transactionId: bought.id, code: certificate.verificationCode }
})

interface Row {
  address: string
  body?: Record<string, unknown>
  without: string
  own: string
  another: string
  keys: string
}

const password = 'correct horse battery staple'
let number = 0
const newcomer = () => ({ email: `newcomer-${number++}@example.com`, password })

/** Every address of the specification: what comes without a token, with the owner's, with another learner's, and which fields the owner gets. */
function addresses({ owner, course, forSale, transactionId, code }: World): Row[] {
  const signup = { get body() { return newcomer() }, without: '201', own: '201', another: '201', keys: 'message user' }
  const login = { body: { email: owner.email, password }, without: '200', own: '200', another: '200', keys: 'expiresAt token tokenType user' }
  const forgot = { body: { email: owner.email }, without: '200', own: '200', another: '200', keys: 'message' }
  const reset = { email: owner.email, otp: '00000000', newPassword: 'another horse battery staple' }
  const wrongCode = '400 InvalidCode'
  const user = { without: '401 TokenMissing', own: '200', another: '200' }
  const certificateKeys = 'certificateUrl completedOn courseId courseTitle issuedAt learnerName pdf status verificationCode verificationUrl'
  const lesson = lessonOf(course, 1)
  const transactionKeys = 'createdAt id lines status total'
  return [
    { address: 'POST /api/v1/auth/register', ...descriptorsOf(signup) },
    { address: 'POST /api/v1/auth/login', ...login },
    { address: 'POST /api/v1/auth/forget-password', ...forgot },
    { address: 'POST /api/v1/auth/resetpassword', body: reset, without: wrongCode, own: wrongCode, another: wrongCode, keys: '' },
  ] as never
}
