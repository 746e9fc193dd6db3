import { sql } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { type Api, forAllTests, startApi } from '../../../test/api.ts'
import { atOnce, tally } from '../../../test/at-once.ts'
import { givenThirdPartyOnly } from '../../../test/identity-providers/third-party-only.ts'
import { givenGraduate, lessonOf } from '../../../test/learning.ts'
import { eraseAccountByEmail } from '../accounts/erase-account.ts'
import { goodPassword, otherPassword, outcomeOf, wrongCode } from '../auth/test-support.ts'
import { isGood, mailsAreSent, signIn, subjectsTo } from './test-support.ts'

const api = await forAllTests(startApi())
const second = await forAllTests(startApi({ mails: api.mails }))

const usd = (amount: number) => ({ amount, currency: 'USD' })
const erase = (token: string, body: unknown = { password: goodPassword }, from = api) =>
  from.request('DELETE /api/v1/me', { token, body })

/** Creates a learner with something in every table. */
async function givenLife() {
  const { learner, course } = await givenGraduate(api, { learner: { name: 'Ada Lovelace' } })
  const [bought, wanted] = [await api.given.course(), await api.given.course()]
  const paid = await api.given.course({ price: usd(2900) })
  await api.as(learner).transactions.create.mutate({ courseIds: [bought.id] })
  const pending = await api.as(learner).transactions.create.mutate({ courseIds: [paid.id] })
  await api.as(learner).cart.add.mutate({ courseId: wanted.id })
  await api.request('POST /api/v1/me/erasure-code', { token: learner.token })
  await api.codeFor(learner.email)
  await signIn(api, learner)
  const [certificate] = (await api.as(learner).me.get.query()).certificates
  return {
    learner,
    course,
    bought,
    wanted,
    paid,
    pending,
    code: certificate?.verificationCode ?? '',
  }
}

describe('an erased account', () => {
  test('leaves no trace but certificates, audit events, and the bare id in events', async () => {
    const { learner } = await givenLife()
    const before = await mentionsOf(api, learner)
    expect(Object.keys(before).sort()).toEqual(
      expect.arrayContaining([
        'cart_items',
        'enrollments',
        'known_devices',
        'lesson_progress',
        'one_time_codes',
        'sessions',
        'transactions',
        'users',
      ]),
    )

    const { status, headers } = await erase(learner.token)
    expect([status, headers['cache-control']]).toEqual([200, 'no-store'])

    const { audit_events: _audit, events: _events, ...left } = await mentionsOf(api, learner)
    expect(left).toEqual({})
    expect(await rowsWith('events', sql`strpos(data::text, ${learner.email}) > 0`)).toEqual([])
    const certificates = await rowsWith(
      'certificates',
      sql`learner_name = 'Ada Lovelace' and user_id is null`,
    )
    expect(certificates).not.toHaveLength(0)
    const events = await rowsWith('audit_events', sql`user_id = ${learner.id}`)
    expect(JSON.stringify(events)).not.toContain(learner.email)
    expect(events.at(-1)).toMatchObject({ event: 'account-erased' })
  })

  test('ends all its sessions in every process at the next request', async () => {
    const learner = await api.given.learner()
    const other = await signIn(api, learner)
    expect(await isGood(second, other)).toBe(true)
    await erase(learner.token)
    expect(await Promise.all([learner.token, other].map((token) => isGood(second, token)))).toEqual(
      [false, false],
    )
    expect(
      outcomeOf(
        await api.request('POST /auth/login', {
          body: { email: learner.email, password: goodPassword },
        }),
      ),
    ).toBe('401 InvalidCredentials')
    expect(await subjectsTo(api, learner.email, 1)).toEqual(['Your Lyceum account was erased'])
  })

  test('leaves a certificate that still verifies, with the name on it', async () => {
    const { learner, code } = await givenLife()
    const verifier = await api.given.learner()
    await erase(learner.token)
    const { body } = await api.request(`GET /certificates/verify/${code}`, {
      token: verifier.token,
    })
    expect(body).toMatchObject({ valid: true, learnerName: 'Ada Lovelace' })
    const admin = await api.given.admin()
    expect(
      outcomeOf(await api.request(`GET /api/certificates/${learner.id}`, { token: admin.token })),
    ).toBe('404 UserNotFound')
  })

  test('leaves the books as they were, without the person, and cancels pending purchases', async () => {
    const { learner, pending, bought } = await givenLife()
    const purchases = sql`id in (select id from transactions where user_id = ${learner.id})`
    const ids = (await rowsWith('transactions', purchases)).map(({ id }) => String(id))
    await erase(learner.token)

    const rows = await Promise.all(
      ids.map(async (id) => (await rowsWith('transactions', sql`id = ${id}`))[0]),
    )
    expect(rows.map((row) => [row?.id === pending.id, row?.status, row?.user_id])).toEqual(
      expect.arrayContaining([
        [true, 'canceled', null],
        [false, 'fulfilled', null],
      ]),
    )
    const lines = (
      await Promise.all(ids.map((id) => rowsWith('transaction_lines', sql`transaction_id = ${id}`)))
    ).flat()
    expect(lines.map(({ status, user_id }) => [status, user_id]).sort()).toEqual([
      ['fulfilled', null],
      ['released', null],
    ])
    expect(lines.map(({ title }) => title)).toContain(bought.title)
  })

  test('can be registered again, and gets nothing from the old one', async () => {
    const { learner, course, wanted, bought } = await givenLife()
    await erase(learner.token)

    await api.request('POST /auth/signup', {
      body: { email: learner.email, password: otherPassword, name: 'Somebody new' },
    })
    await api.request('POST /api/v1/auth/verify-email', {
      body: { email: learner.email, code: await api.codeFor(learner.email) },
    })
    const token = await signIn(api, learner, { password: otherPassword })
    const me = (await api.request('GET /api/v1/me/export', { token })).body

    expect(me).toMatchObject({
      profile: { name: 'Somebody new' },
      enrollments: [],
      progress: [],
      cart: [],
      transactions: [],
      certificates: [],
    })
    expect(me.profile.id).not.toBe(learner.id)
    expect(me.sessions).toHaveLength(1)
    expect(me.events.map(({ event }: { event: string }) => event)).not.toContain('account-erased')
    expect(await isGood(api, learner.token)).toBe(false)
    for (const { id } of [course, bought, wanted]) {
      expect(
        (await api.request(`GET /api/v1/courses/${id}`, { token })).body.enrollment,
      ).toBeUndefined()
    }
    expect(
      outcomeOf(await api.request(`GET /api/lessons/${lessonOf(course, 1).id}`, { token })),
    ).toBe('403 NotEnrolled')
  })
})

describe('erasing an account', () => {
  test('takes the password, and a wrong one erases nothing', async () => {
    const { token } = await api.given.learner()
    expect((await erase(token, {})).body).toMatchObject({
      error: 'MissingFields',
      issues: [{ path: 'password' }],
    })
    expect((await api.request('DELETE /api/v1/me', { token })).body).toMatchObject({
      error: 'MissingFields',
    })
    expect((await erase(token, { password: 'wrong' })).body).toMatchObject({
      error: 'WrongPassword',
      issues: [{ path: 'password' }],
    })
    expect(
      outcomeOf(
        await api.request(`DELETE /api/v1/me?password=${encodeURIComponent(goodPassword)}`, {
          token,
        }),
      ),
    ).toBe('400 InvalidFields')
    expect(await isGood(api, token)).toBe(true)
  })

  test('takes a code that was just mailed, once, for an account without a password', async () => {
    const learner = await givenThirdPartyOnly(api)
    expect(outcomeOf(await erase(learner.token))).toBe('409 PasswordNotSet')
    expect(outcomeOf(await erase(learner.token, { code: '12345678' }))).toBe('400 InvalidCode')
    await api.request('POST /api/v1/me/erasure-code', { token: learner.token })
    const code = await api.codeFor(learner.email)
    expect(outcomeOf(await erase(learner.token, { code: wrongCode(code) }))).toBe('400 InvalidCode')

    const stranger = await api.given.learner()
    expect(outcomeOf(await erase(stranger.token, { code }))).toBe('400 InvalidCode')
    expect(outcomeOf(await erase(learner.token, { code }))).toBe('200')
    expect(await isGood(second, learner.token)).toBe(false)
  })

  test('takes no one-time password for a reset, nor the other way round', async () => {
    const learner = await api.given.learner()
    await api.request('POST /auth/forgetpassword', { body: { email: learner.email } })
    const code = await api.codeFor(learner.email)
    expect(outcomeOf(await erase(learner.token, { code }))).toBe('400 InvalidCode')
  })

  test('ten times at once erases once', async () => {
    const learner = await api.given.learner()
    const answers = await atOnce(10, (index) =>
      erase(learner.token, { password: goodPassword }, index % 2 === 0 ? api : second),
    )
    const outcomes = tally(answers.map(outcomeOf))
    expect(outcomes[200]).toBe(1)
    expect(
      Object.keys(outcomes).filter(
        (outcome) => !['200', '401 TokenInvalid', '403 WrongPassword'].includes(outcome),
      ),
    ).toEqual([])
    await mailsAreSent(api)
    expect(await subjectsTo(api, learner.email, 1)).toHaveLength(1)
  })

  test('during a purchase, a lesson and a change of the cart leaves nothing half done and fails by name', async () => {
    for (let round = 0; round < 5; round++) {
      const { learner, course } = await givenGraduate(api)
      const other = await api.given.course()
      const { token } = learner
      const deeds = [
        () => second.request('POST /api/cart', { token, body: { courseId: other.id } }),
        () =>
          second.request('POST /api/v1/transaction', { token, body: { courseIds: [other.id] } }),
        () =>
          second.request('POST /api/progress/update', {
            token,
            body: { lessonId: lessonOf(course, 2).id, percent: 50 },
          }),
        () =>
          second.request('POST /auth/login', {
            body: { email: learner.email, password: goodPassword },
          }),
        () => erase(token),
      ]
      const answers = await Promise.all(deeds.map((deed) => deed()))

      expect(answers.map(({ status }) => status).filter((status) => status >= 500)).toEqual([])
      expect(answers.at(-1)?.status).toBe(200)
      const { audit_events: _audit, events: _events, ...left } = await mentionsOf(api, learner)
      expect(left).toEqual({})
    }
  })

  test('works for an operator, by email', async () => {
    const learner = await api.given.learner()
    expect(await eraseAccountByEmail(api.deps, learner.email)).toBe(learner.id)
    expect(await isGood(second, learner.token)).toBe(false)
    await expect(eraseAccountByEmail(api.deps, learner.email)).rejects.toThrow(
      'There is no such user.',
    )
  })
})

/**
 * Counts the rows of each table that contain the user's id or email in any column. Limits and job
 * data live for days at most.
 */
async function mentionsOf(
  { database }: Api,
  { id, email }: { id: string; email: string },
): Promise<Record<string, number>> {
  const tables = await database.db.execute<{ name: string }>(
    sql`select table_name as name from information_schema.tables
      where table_schema = 'public' and table_name <> 'rate_counters'`,
  )
  const counts: Record<string, number> = {}
  for (const { name } of tables.rows) {
    const rows = await database.db.execute<{ count: number }>(
      sql`select count(*)::int as count from ${sql.identifier(name)} as whole
        where strpos(whole::text, ${id}) > 0 or strpos(whole::text, ${email}) > 0`,
    )
    const count = rows.rows[0]?.count ?? 0
    if (count > 0) counts[name] = count
  }
  return counts
}

async function rowsWith(table: string, condition: ReturnType<typeof sql>) {
  const { rows } = await api.database.db.execute(
    sql`select * from ${sql.identifier(table)} where ${condition}`,
  )
  return rows
}
