import { sql } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { type Answer, forAllTests, startApi } from '../../../test/api.ts'
import type { GivenUser } from '../../../test/given.ts'
import {
  type Person,
  startIdentityProvider,
} from '../../../test/identity-providers/identity-provider.ts'
import { goodPassword, outcomeOf } from '../auth/test-support.ts'
import {
  broughtBack,
  finish,
  frontend,
  newPerson,
  openBrowser,
  signIn,
  start,
} from './test-support.ts'

const school = await forAllTests(startIdentityProvider({ redirectUris: [frontend] }))
const club = await forAllTests(startIdentityProvider({ name: 'club', redirectUris: [frontend] }))
const api = await forAllTests(
  startApi({
    config: { oauthProviders: [school.config, club.config], oauthReturnUrls: [frontend] },
  }),
)

type Caller = Pick<GivenUser, 'token'>

const byPassword = { password: goodPassword }

async function visitToLink(
  { token }: Caller,
  person: Person,
  { provider = school, proof = byPassword as object } = {},
): Promise<URL> {
  const started = await api.request(`POST /api/v1/me/oauth/${provider.config.name}/start`, {
    token,
    body: proof,
  })
  return provider.visit(started.body.authorizationUrl, person)
}

function finishLink({ token }: Caller, callback: URL, provider = 'school'): Promise<Answer> {
  return api.request(`POST /api/v1/me/oauth/${provider}/callback`, {
    token,
    body: broughtBack(callback),
  })
}

async function link(
  user: Caller,
  person: Person,
  { provider = school, proof = byPassword as object } = {},
): Promise<Answer> {
  return finishLink(
    user,
    await visitToLink(user, person, { provider, proof }),
    provider.config.name,
  )
}

/** Requests a code as the signed-in user and reads it from the mail. */
async function signInCodeFor({ token }: Caller, email: string): Promise<{ code: string }> {
  const mails = api.mails.length
  expect(outcomeOf(await api.request('POST /api/v1/me/sign-in-code', { token }))).toBe('200')
  await expect
    .poll(() =>
      api.mails
        .slice(mails)
        .some(({ to, subject }) => to === email && subject.includes('how you sign in')),
    )
    .toBe(true)
  return { code: await api.codeFor(email) }
}

async function identitiesOf({
  token,
}: Caller): Promise<{ id: string; provider: string; title: string; email: string }[]> {
  return (await api.request('GET /api/v1/me/identities', { token })).body.items
}

function unlink({ token }: Caller, id: string, proof: object = byPassword): Promise<Answer> {
  return api.request(`DELETE /api/v1/me/identities/${id}`, { token, body: proof })
}

test('a linked identity signs in to the account, whatever its email, and the owner is notified by mail', async () => {
  const user = await api.given.learner()
  const person = newPerson({ email_verified: false })
  const linked = await link(user, person)

  expect(linked.body.items).toMatchObject([
    { provider: 'school', title: 'My School', email: person.email },
  ])
  expect(await identitiesOf(user)).toEqual(linked.body.items)
  expect((await signIn(api, school, person)).body.user.id).toBe(user.id)
  await expect
    .poll(() =>
      api.mails
        .filter(({ to }) => to === user.email)
        .map(({ text }) => text)
        .join(),
    )
    .toContain('My School')
  // Tells how to remove it: a new password alone would leave a thief this way in.
  expect(
    api.mails.find(({ to, text }) => to === user.email && text.includes('My School'))?.text,
  ).toContain('remove this sign-in')
})

test('linking again changes nothing; an identity of somebody else stays theirs', async () => {
  const [user, other] = [await api.given.learner(), await api.given.learner()]
  const person = newPerson()
  await link(user, person)

  expect((await link(user, person)).body.items).toHaveLength(1)
  expect(outcomeOf(await link(other, person))).toBe('409 IdentityInUse')
  expect((await signIn(api, school, person)).body.user.id).toBe(user.id)
})

test('a linking flow works only for the session that began it, and not to sign in; nor the other way round', async () => {
  const [user, other] = [await api.given.learner(), await api.given.learner()]
  const callback = await visitToLink(user, newPerson())
  const login = await api.request('POST /auth/login', { body: user })

  expect(outcomeOf(await finishLink(other, callback))).toBe('400 SignInExpired')
  expect(outcomeOf(await finishLink(login.body, callback))).toBe('400 SignInExpired')
  const browser = openBrowser(api)
  await start(browser)
  expect(outcomeOf(await finish(browser, callback))).toBe('400 SignInExpired')
  expect(
    outcomeOf(await finishLink(user, await school.visit(await start(browser), newPerson()))),
  ).toBe('400 SignInExpired')

  expect(outcomeOf(await finishLink(user, callback))).toBe('200')
  expect(outcomeOf(await finishLink(user, callback))).toBe('400 SignInExpired')
})

test('a session that ends while the provider is called links nothing', async () => {
  const user = await api.given.learner()
  const callback = await visitToLink(user, newPerson())
  const { identityProviders } = api.deps
  const provider = identityProviders.get('school')
  if (provider === undefined) throw new Error('There is no such provider.')
  api.deps.identityProviders = new Map([
    [
      'school',
      {
        ...provider,
        identify: async (parameters, visit) => {
          const identity = await provider.identify(parameters, visit)
          await api.request('POST /api/v1/auth/logout-all', { token: user.token, body: {} })
          return identity
        },
      },
    ],
  ])
  const answer = await finishLink(user, callback)
  api.deps.identityProviders = identityProviders

  expect(outcomeOf(answer)).toBe('401 TokenInvalid')
  const { rows } = await api.database.db.execute(
    sql`select * from identities where user_id = ${user.id}`,
  )
  expect(rows).toEqual([])
})

test('an unlinked identity no longer signs in, the other sessions end, and the owner is notified', async () => {
  const user = await api.given.learner()
  const person = newPerson({ email: user.email })
  await link(user, person)
  const elsewhere = await signIn(api, school, person)
  const [identity] = await identitiesOf(user)
  const mailsBefore = api.mails.length

  expect((await unlink(user, identity?.id ?? '')).body).toEqual({ items: [] })
  expect(outcomeOf(await signIn(api, school, person))).toBe('409 LinkRequired')
  expect(outcomeOf(await api.request('GET /api/v1/me', { token: elsewhere.body.token }))).toBe(
    '401 TokenInvalid',
  )
  expect((await api.request('GET /api/v1/me', { token: user.token })).status).toBe(200)
  await expect
    .poll(
      () =>
        api.mails
          .slice(mailsBefore)
          .filter(({ to, text }) => to === user.email && text.includes('My School')).length,
    )
    .toBeGreaterThan(0)
  const { rows } = await api.database.db.execute(
    sql`select event from audit_events where user_id = ${user.id} order by id`,
  )
  expect(rows.map(({ event }) => event)).toEqual(
    expect.arrayContaining(['sign-in-method-added', 'sign-in-method-removed']),
  )
})

test('an identity unlinked during its sign-in does not sign in', async () => {
  const user = await api.given.learner()
  const person = newPerson()
  await link(user, person)
  const [identity] = await identitiesOf(user)
  const browser = openBrowser(api)
  const callback = await school.visit(await start(browser), person)

  const { withTransaction } = api.deps
  let transactions = 0
  api.deps.withTransaction = async (work) => {
    // Unlinks between finding the identity's user, the first transaction, and opening the session.
    if (++transactions === 2) expect(outcomeOf(await unlink(user, identity?.id ?? ''))).toBe('200')
    return withTransaction(work)
  }
  const answer = await finish(browser, callback)
  api.deps.withTransaction = withTransaction

  expect(transactions).toBeGreaterThan(2)
  expect(outcomeOf(answer)).toBe('400 SignInExpired')
  const { rows } = await api.database.db.execute(
    sql`select id_hash from sessions where user_id = ${user.id}`,
  )
  expect(rows).toHaveLength(1)
})

test('an identity of somebody else, a deleted one and an unknown one are not found', async () => {
  const [user, other] = [await api.given.learner(), await api.given.learner()]
  await link(user, newPerson())
  const [identity] = await identitiesOf(user)

  for (const id of [identity?.id ?? '', crypto.randomUUID(), 'none'])
    expect(outcomeOf(await unlink(other, id))).toBe('404 IdentityNotFound')
  await unlink(user, identity?.id ?? '')
  expect(outcomeOf(await unlink(user, identity?.id ?? ''))).toBe('404 IdentityNotFound')
})

test('the last sign-in method cannot be removed, not even by removing the last two at once', async () => {
  const person = newPerson()
  const { body: user } = await signIn(api, school, person)
  const [only] = await identitiesOf(user)
  const proof = await signInCodeFor(user, person.email ?? '')
  expect(outcomeOf(await unlink(user, only?.id ?? '', proof))).toBe('409 LastSignInMethod')

  // Checks that a refused unlinking did not use up the code.
  await link(user, newPerson(), { provider: club, proof })
  const both = await identitiesOf(user)
  expect(both).toHaveLength(2)
  const once = await signInCodeFor(user, person.email ?? '')
  expect(
    (await Promise.all(both.map(({ id }) => unlink(user, id, once)))).map(outcomeOf).sort(),
  ).toEqual(['200', '400 InvalidCode'])
  expect(await identitiesOf(user)).toHaveLength(1)
})

test('with a password the last two can be removed at once', async () => {
  const user = await api.given.learner()
  await link(user, newPerson())
  await link(user, newPerson(), { provider: club })
  const both = await identitiesOf(user)
  const answers = await Promise.all(both.map(({ id }) => unlink(user, id)))
  expect(answers.map(outcomeOf)).toEqual(['200', '200'])
})

test('with a password the last identity can be removed', async () => {
  const person = newPerson()
  const email = person.email ?? ''
  await signIn(api, school, person)
  await api.request('POST /auth/forgetpassword', { body: { email } })
  await api.request('POST /api/v1/auth/resetpassword', {
    body: { email, otp: await api.codeFor(email), newPassword: goodPassword },
  })
  const { body: user } = await api.request('POST /auth/login', {
    body: { email, password: goodPassword },
  })
  const [only] = await identitiesOf(user)

  expect(outcomeOf(await unlink(user, only?.id ?? ''))).toBe('200')
})
