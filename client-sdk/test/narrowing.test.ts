import { expect, test } from 'vitest'
import { startApi } from '../../server/test/api.ts'
import {
  type ErrorNameOf,
  type Inputs,
  isLyceumError,
  type LyceumErrorNamed,
  type Money,
  type Outputs,
} from '../src/index.ts'
import { connect, failureOf } from './support.ts'

test('an error says which operation failed, also when a batch failed as a whole', async () => {
  await using api = await startApi()
  const { lyceum, sent } = connect(api)

  const [cart, me] = await Promise.all([
    failureOf(lyceum.cart.get.query()),
    failureOf(lyceum.me.get.query()),
  ])

  expect(sent).toHaveLength(1)
  expect([cart, me]).toMatchObject([
    { name: 'TokenMissing', operation: 'cart.get' },
    { name: 'TokenMissing', operation: 'me.get' },
  ])
  expect(isLyceumError(cart, 'cart.get')).toBe(true)
  expect(isLyceumError(cart, 'me.get')).toBe(false)
  expect(isLyceumError(cart)).toBe(true)
  expect(isLyceumError(new Error('Other.'), 'cart.get')).toBe(false)
})

test('the facts of an error arrive, typed by its name', async () => {
  await using api = await startApi()
  const [learner, course] = [await api.given.learner(), await api.given.course()]
  const { lyceum } = connect(api, { token: learner.token })
  await lyceum.transactions.create.mutate({ courseIds: [course.id] })

  const error = await failureOf(lyceum.certificates.issue.mutate({ courseId: course.id }))

  if (!isLyceumError(error, 'certificates.issue') || error.name !== 'CourseNotCompleted')
    throw new Error('It should be CourseNotCompleted.')
  const missing: number | undefined = error.facts?.missing
  expect(missing).toBeGreaterThan(0)
  expect(error.facts?.lessons).toHaveLength(missing ?? 0)
})

test('the compiler knows the errors of each operation, and their facts', () => {
  type Purchase = ErrorNameOf<'transactions.create'>
  const possible: Purchase[] = ['PriceChanged', 'RateLimited', 'NetworkError', 'SessionChanged']
  // @ts-expect-error A purchase has no code.
  const impossible: Purchase = 'InvalidCode'
  // @ts-expect-error There is no such operation.
  const unknown = isLyceumError(undefined, 'transactions.steal')
  expect([possible.length, impossible, unknown]).toEqual([4, 'InvalidCode', false])

  function priceIn(error: LyceumErrorNamed<Purchase>): Money | undefined {
    switch (error.name) {
      case 'PriceChanged':
        return error.facts?.total
      case 'RateLimited':
        // @ts-expect-error Its facts are how long to wait.
        return error.facts?.total
      case 'CourseNotFound':
        return error.facts
      default:
        return undefined
    }
  }
  expect(priceIn).toBeTypeOf('function')
})

test('the compiler knows the operations whose input or answer is a file', () => {
  const possible: ErrorNameOf<'authoring.import'>[] = ['DraftChanged', 'ReadOnly', 'TokenExpired']
  // @ts-expect-error The PDF of a certificate needs no token.
  const impossible: ErrorNameOf<'certificates.pdf'> = 'TokenExpired'
  const version: Inputs['authoring']['export'] = { courseId: 'one', version: 'draft' }
  // @ts-expect-error A zip is a Blob.
  const text: Inputs['authoring']['import'] = { courseId: 'one', zip: 'PK' }
  const pdf: Outputs['transactions']['receiptPdf'] = new Blob([])
  // Beside them the area keeps its other operations.
  const course: Inputs['authoring']['get'] = { courseId: 'one' }
  expect([possible, impossible, version, text, pdf, course]).toHaveLength(6)
})
