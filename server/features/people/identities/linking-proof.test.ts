import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import type { Answer } from '../../../test/api.ts'
import { forAllTests, startApi } from '../../../test/api.ts'
import type { GivenUser } from '../../../test/given.ts'
import { startIdentityProvider } from '../../../test/identity-providers/identity-provider.ts'
import { givenThirdPartyOnly } from '../../../test/identity-providers/third-party-only.ts'
import {
  goodPassword,
  newEmail,
  otherPassword,
  outcomeOf,
  wrongCode,
} from '../auth/test-support.ts'
import { broughtBack, frontend, newPerson } from './test-support.ts'

const school = await forAllTests(startIdentityProvider({ redirectUris: [frontend] }))
const config = { oauthProviders: [school.config], oauthReturnUrls: [frontend] }
const api = await forAllTests(startApi({ config }))

type Caller = Pick<GivenUser, 'token'>

function startLink({ token }: Caller, proof: object, to = api, ip = '192.0.2.1'): Promise<Answer> {
  return to.request('POST /api/v1/me/oauth/school/start', { token, body: proof, ip })
}

function finishLink({ token }: Caller, callback: URL): Promise<Answer> {
  return api.request('POST /api/v1/me/oauth/school/callback', {
    token,
    body: broughtBack(callback),
  })
}

async function startAndVisit(user: Caller): Promise<URL> {
  const { body } = await startLink(user, { password: goodPassword })
  return school.visit(body.authorizationUrl, newPerson())
}

async function givenLinked(user: Caller): Promise<string> {
  const { body } = await finishLink(user, await startAndVisit(user))
  return body.items[0].id
}

async function codeFor({ token, email }: GivenUser, route: string): Promise<string> {
  const before = api.mails.length
  expect(outcomeOf(await api.request(route, { token }))).toBe('200')
  await expect.poll(() => api.mails.slice(before).some(({ to }) => to === email)).toBe(true)
  return api.codeFor(email)
}

async function flowsAndIdentitiesOf({ id }: GivenUser) {
  const { rows } = await api.database.db.execute(sql`select
    (select count(*)::int from oauth_flows where purpose = 'link') as flows,
    (select count(*)::int from identities where user_id = ${id}) as identities`)
  return rows[0]
}

test('a token alone neither links nor unlinks', async () => {
  const user = await api.given.learner()
  const id = await givenLinked(user)
  const before = await flowsAndIdentitiesOf(user)
  const attempts = [
    (proof: object) => startLink(user, proof),
    (proof: object) =>
      api.request(`DELETE /api/v1/me/identities/${id}`, { token: user.token, body: proof }),
    (proof: object) =>
      api.request(`POST /api/v1/me/identities/${id}/unlink`, { token: user.token, body: proof }),
    (proof: object) =>
      api.request('POST /trpc/me.unlink', {
        token: user.token,
        body: { identityId: id, ...proof },
      }),
  ]
  for (const attempt of attempts) {
    expect(outcomeOf(await attempt({}))).toBe('400 MissingFields')
    expect(outcomeOf(await attempt({ password: '  ' }))).toBe('400 MissingFields')
    expect(outcomeOf(await attempt({ password: otherPassword }))).toBe('403 WrongPassword')
    expect(outcomeOf(await attempt({ code: '12345678' }))).toBe('400 InvalidCode')
    expect(outcomeOf(await attempt({ code: 'anything' }))).toBe('400 InvalidFields')
  }
  const inQuery = `DELETE /api/v1/me/identities/${id}?password=${encodeURIComponent(goodPassword)}`
  expect(outcomeOf(await api.request(inQuery, { token: user.token }))).toBe('400 InvalidFields')
  expect((await startLink(user, {})).body.issues).toMatchObject([{ path: 'password' }])
  expect(await flowsAndIdentitiesOf(user)).toEqual(before)
})

test.each(['DELETE /api/v1/me/identities/{id}', 'POST /api/v1/me/identities/{id}/unlink'])(
  'with the password %s unlinks',
  async (route) => {
    const user = await api.given.learner()
    const id = await givenLinked(user)
    const answer = await api.request(route.replace('{id}', id), {
      token: user.token,
      body: { password: goodPassword },
    })
    expect([answer.status, answer.body]).toEqual([200, { items: [] }])
  },
)

test('a code mailed to this user for this purpose replaces the password, once', async () => {
  const user = await givenThirdPartyOnly(api)
  const stranger = await api.given.learner()
  expect(outcomeOf(await startLink(user, { password: goodPassword }))).toBe('409 PasswordNotSet')
  const erasure = await codeFor(user, 'POST /api/v1/me/erasure-code')
  expect(outcomeOf(await startLink(user, { code: erasure }))).toBe('400 InvalidCode')

  const code = await codeFor(user, 'POST /api/v1/me/sign-in-code')
  expect(api.mails.at(-1)).toMatchObject({
    to: user.email,
    subject: `${code} is your code to change how you sign in to Lyceum`,
  })
  const erase = await api.request('DELETE /api/v1/me', { token: user.token, body: { code } })
  const reset = await api.request('POST /api/v1/auth/resetpassword', {
    body: { email: user.email, otp: code, newPassword: otherPassword },
  })
  expect([erase, reset].map(outcomeOf)).toEqual(['400 InvalidCode', '400 InvalidCode'])
  expect(outcomeOf(await startLink(user, { code: wrongCode(code) }))).toBe('400 InvalidCode')
  expect(outcomeOf(await startLink(stranger, { code }))).toBe('400 InvalidCode')
  expect(
    outcomeOf(
      await api.request('POST /api/v1/me/oauth/nowhere/start', {
        token: user.token,
        body: { code },
      }),
    ),
  ).toBe('404 ProviderNotFound')

  const answers = await Promise.all([startLink(user, { code }), startLink(user, { code })])
  expect(answers.map(outcomeOf).sort()).toEqual(['200', '400 InvalidCode'])
  expect(outcomeOf(await startLink(user, { code }))).toBe('400 InvalidCode')
})

test('a provider that does not answer uses up no code', async () => {
  const user = await givenThirdPartyOnly(api)
  const code = await codeFor(user, 'POST /api/v1/me/sign-in-code')
  const nowhere = { ...school.config, issuer: 'http://127.0.0.1:9' }
  await using apart = await startApi({
    config: { ...config, oauthProviders: [nowhere] },
    mails: api.mails,
    logLines: [],
  })

  expect(outcomeOf(await startLink(user, { code }, apart))).toBe('502 ProviderUnavailable')
  expect(outcomeOf(await startLink(user, { code }))).toBe('200')
})

test('wrong proofs are limited to ten passwords an hour and twenty codes a day, over all operations and IPs', async () => {
  await using strict = await startApi({
    config: { ...config, rateLimitScale: 1 },
    mails: api.mails,
  })
  const user = await strict.given.learner()
  const { token } = user
  const outcomes: string[] = []
  for (let count = 0; count < 12; count++) {
    const password = 'wrong'
    const routes = [
      ['DELETE /api/v1/me', { password }],
      ['POST /api/v1/me/oauth/school/start', { password }],
      ['POST /api/v1/me/password', { currentPassword: password, newPassword: otherPassword }],
      ['POST /api/v1/me/email', { password, newEmail: newEmail() }],
    ] as const
    const [route = '', body] = routes[count % 4] ?? []
    outcomes.push(
      outcomeOf(
        await strict.request(route, { token, ...(body && { body }), ip: `192.0.2.${count}` }),
      ),
    )
  }
  expect(outcomes).toEqual([
    ...Array(10).fill('403 WrongPassword'),
    ...Array(2).fill('429 RateLimited'),
  ])
  expect(outcomeOf(await startLink(user, { password: goodPassword }, strict))).toBe(
    '429 RateLimited',
  )
  // Checks that failures of a token thief do not stop the owner from logging in.
  expect(outcomeOf(await strict.request('POST /auth/login', { body: user, ip: '192.0.2.1' }))).toBe(
    '200',
  )

  const codes: string[] = []
  for (let count = 0; count < 21; count++) {
    const route = count % 2 === 0 ? 'DELETE /api/v1/me' : 'POST /api/v1/me/oauth/school/start'
    codes.push(
      outcomeOf(
        await strict.request(route, {
          token,
          body: { code: '12345678' },
          ip: `198.51.100.${count}`,
        }),
      ),
    )
  }
  expect(codes).toEqual([...Array(20).fill('400 InvalidCode'), '429 RateLimited'])
})

test('strangers’ failed logins do not stop the user from giving a proof', async () => {
  await using strict = await startApi({
    config: { ...config, rateLimitScale: 0.2 },
    mails: api.mails,
  })
  const user = await strict.given.learner()
  const login = (ip: string) =>
    strict.request('POST /auth/login', { body: { email: user.email, password: 'wrong' }, ip })
  for (let count = 0; count < 12; count++) await login(`203.0.113.${count}`)
  expect(outcomeOf(await login('192.0.2.1'))).toBe('429 RateLimited')

  expect(outcomeOf(await startLink(user, { password: goodPassword }, strict, '192.0.2.77'))).toBe(
    '200',
  )
})

test('a flow begun with the old password links nothing after the same session sets a new one', async () => {
  const user = await api.given.learner()
  const callback = await startAndVisit(user)
  const changed = await api.request('POST /api/v1/me/password', {
    token: user.token,
    body: { currentPassword: goodPassword, newPassword: otherPassword },
  })
  expect(outcomeOf(changed)).toBe('200')

  expect(outcomeOf(await finishLink(user, callback))).toBe('400 SignInExpired')
  expect(await flowsAndIdentitiesOf(user)).toMatchObject({ identities: 0 })
})

test('nor if the new one is set while the provider is called', async () => {
  const user = await api.given.learner()
  const callback = await startAndVisit(user)
  const { identityProviders } = api.deps
  const provider = identityProviders.get('school')
  if (provider === undefined) throw new Error('There is no such provider.')
  const identify: typeof provider.identify = async (...args) => {
    const identity = await provider.identify(...args)
    const body = { currentPassword: goodPassword, newPassword: otherPassword }
    expect(
      outcomeOf(await api.request('POST /api/v1/me/password', { token: user.token, body })),
    ).toBe('200')
    return identity
  }
  api.deps.identityProviders = new Map([['school', { ...provider, identify }]])
  const answer = await finishLink(user, callback)
  api.deps.identityProviders = identityProviders

  expect(outcomeOf(answer)).toBe('400 SignInExpired')
  expect(await flowsAndIdentitiesOf(user)).toMatchObject({ identities: 0 })
})
