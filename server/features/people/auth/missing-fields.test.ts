import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { forAllTests, startApi } from '../../../test/api.ts'
import { goodPassword, newEmail, outcomeOf, problemOf, routes } from './test-support.ts'

const api = await forAllTests(startApi())

const whole: Record<keyof typeof routes, Record<string, string>> = {
  register: { email: newEmail(), password: goodPassword },
  login: { email: newEmail(), password: goodPassword },
  forgotPassword: { email: newEmail() },
  resetPassword: { email: newEmail(), otp: '12345678', newPassword: goodPassword },
}
const every = Object.entries(whole).flatMap(([name, fields]) =>
  routes[name as keyof typeof routes].map((route) => ({ route, fields })),
)
const json = { 'content-type': 'application/json' }

describe('an empty body is MissingFields (400), and each field is named', () => {
  test.each(every)('$route', async ({ route, fields }) => {
    expect(problemOf(await api.request(route, { body: {} })).issues).toEqual(
      Object.keys(fields).map((path) => ({ path, message: 'is required', code: 'required' })),
    )
    for (const body of ['{}', 'null', '""', '"   "', '[]', '"str"', '0', 'false', '']) {
      expect([body, outcomeOf(await api.request(route, { body, headers: json }))]).toEqual([
        body,
        '400 MissingFields',
      ])
    }
    if (!route.includes('/trpc/'))
      expect(outcomeOf(await api.request(route))).toBe('400 MissingFields')
  })
})

describe('an empty field is named once', () => {
  test.each(every)('$route', async ({ route, fields }) => {
    for (const name of Object.keys(fields)) {
      for (const nothing of [undefined, null, '', '   ', '\t\n\u00a0\u3000']) {
        const answer = await api.request(route, { body: { ...fields, [name]: nothing } })
        expect([name, nothing, outcomeOf(answer)]).toEqual([name, nothing, '400 MissingFields'])
        // Reports once, however many rules a blank text breaks.
        const { issues } = problemOf(answer)
        expect(issues).toEqual([{ path: name, message: 'is required', code: 'required' }])
      }
    }
  })
})

describe('a value of the wrong type is invalid, not missing', () => {
  test.each(every)('$route', async ({ route, fields }) => {
    for (const name of Object.keys(fields)) {
      for (const wrong of [0, false, [], {}, ['a'], { toString: 'a' }]) {
        const answer = await api.request(route, { body: { ...fields, [name]: wrong } })
        expect([name, wrong, outcomeOf(answer)]).toEqual([name, wrong, '400 InvalidFields'])
      }
    }
  })
})

test('nothing is written and no mail is sent', async () => {
  const { rows } = await api.database.db.execute(
    sql`select (select count(*)::int from users) as users,
      (select count(*)::int from pgboss.job where name = 'send-code') as mails`,
  )
  expect(rows).toEqual([{ users: 0, mails: 0 }])
})
