import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { type Api, startApi } from '../../../test/api.ts'
import { makeTestDatabase } from '../../../test/database.ts'
import { mailsAreSent } from '../me/test-support.ts'
import { goodPassword, newEmail, outcomeOf, wrongCode } from './test-support.ts'

/*
 * A commit waits for the disk, milliseconds that a stranger can measure. What a request wrote in
 * one transaction has one `xmin`, so distinct ones count the commits.
 */
test.each([
  ['POST /api/v1/auth/resetpassword', 'forget-password'],
  ['POST /api/v1/auth/verify-email', 'verify-email/resend'],
])(
  '%s commits as often for a wrong code, whether or not there is an account or a code',
  async (route, ask) => {
    await using api = await startApi({ databaseUrl: await makeTestDatabase() })
    const { db } = api.database
    const [withCode, withoutCode, unknown] = [
      (await api.given.learner({ verified: false })).email,
      (await api.given.learner({ verified: false })).email,
      newEmail(),
    ]
    await api.request(`POST /api/v1/auth/${ask}`, { body: { email: withCode } })
    const code = wrongCode(await api.codeFor(withCode))
    await mailsAreSent(api)

    const commits: number[] = []
    for (const email of [withCode, withoutCode, unknown]) {
      const reset = { email, otp: code, newPassword: goodPassword }
      const body = route.endsWith('resetpassword') ? reset : { email, code }
      commits.push(
        await commitsOf(api, email, async () =>
          expect(outcomeOf(await api.request(route, { body }))).toBe('400 InvalidCode'),
        ),
      )
    }

    const { rows: tried } = await db.execute(sql`select tries from one_time_codes`)
    expect(tried).toEqual([{ tries: 1 }])
    expect(new Set(commits).size).toBe(1)
    // One for the limit of each request, one for all others, and one for try and record.
    expect(commits[0]).toBe(3)
  },
)

test('a failed login commits as often whether or not there is an account, after a flood from its IP too', async () => {
  await using api = await startApi({ databaseUrl: await makeTestDatabase() })
  const known = await api.given.learner()

  for (const failuresBefore of [0, 150]) {
    const commits: number[] = []
    for (const email of [known.email, newEmail()]) {
      const body = { email, password: 'wrong' }
      commits.push(
        await commitsOf(api, email, async () => {
          await api.database.db.execute(sql`insert into rate_counters (key, used, resets_at)
            values ('audit:login-failed:from 127.0.0.1', ${failuresBefore}, now() + interval '9 min')`)
          expect(outcomeOf(await api.request('POST /auth/login', { body }))).toBe(
            '401 InvalidCredentials',
          )
        }),
      )
    }
    expect(commits).toEqual([4, 4])
  }
})

/** Counts transactions that have written something of what an attempt at this email writes. */
async function commitsOf(api: Api, email: string, attempt: () => Promise<void>): Promise<number> {
  const { db } = api.database
  await db.execute(sql`delete from rate_counters`)
  const { rows: before } = await db.execute<{ events: number }>(
    sql`select count(*)::int as events from audit_events`,
  )
  await attempt()

  const { rows } = await db.execute<{ commits: number }>(sql`
    select count(distinct xmin::text)::int as commits from (
      select xmin from rate_counters
      union all select xmin from one_time_codes
        where tries > 0 and user_id = (select id from users where email = ${email})
      union all (select xmin from audit_events order by id offset ${before[0]?.events ?? 0})
    ) as written`)
  return rows[0]?.commits ?? 0
}
