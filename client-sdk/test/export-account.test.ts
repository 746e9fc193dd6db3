import { expect, test } from 'vitest'
import { forAllTests, startApi } from '../../server/test/api.ts'
import { fillAccount } from '../../server/test/full-account.ts'
import { exportAccount } from '../src/index.ts'
import { connect } from './support.ts'

const api = await forAllTests(startApi())

test('exportAccount() returns all pages as one', async () => {
  const { id: userId, email, password } = await api.given.learner()
  const past = { courses: 3, lessons: 400, purchases: 250, events: 1_100 }
  await fillAccount(api.deps.db, { userId, ...past })
  const { lyceum, sent } = connect(api)
  await lyceum.signIn({ email, password })
  const [whole, other] = await Promise.all([exportAccount(lyceum), lyceum.me.get.query()])

  expect(whole).toMatchObject({ profile: { id: other.id, email }, nextCursor: null })
  expect([whole.enrollments.length, whole.progress.length]).toEqual([3, 1_200])
  expect([whole.transactions.length, whole.events.length >= 1_100]).toEqual([250, true])
  expect(sent.filter(({ operations }) => operations.includes('me.export'))).toHaveLength(3)
})

test('two exports of one account at once take turns, and both arrive', async () => {
  const { id: userId, email, password } = await api.given.learner()
  await fillAccount(api.deps.db, { userId, courses: 0, lessons: 0, purchases: 250, events: 0 })
  const clients = [connect(api).lyceum, connect(api).lyceum]
  for (const lyceum of clients) await lyceum.signIn({ email, password })

  const exports = await Promise.all(clients.map((lyceum) => exportAccount(lyceum)))

  expect(exports.map(({ transactions }) => transactions.length)).toEqual([250, 250])
})
