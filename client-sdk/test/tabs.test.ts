import { expect, onTestFinished, test, vi } from 'vitest'
import { type Api, forAllTests, startApi } from '../../server/test/api.ts'
import {
  type Lyceum,
  type LyceumOptions,
  localStorageTokenStore,
  memoryTokenStore,
  type SessionEndReason,
  type SessionState,
  type SignedOutReason,
  type TokenStore,
} from '../src/index.ts'
import { connect, failureOf, fetchFrom } from './support.ts'

const api = await forAllTests(startApi())

/** The stores of several tabs over one storage, which tells all tabs but the one that wrote. */
function openStorage({ tells = true }: { tells?: boolean } = {}): () => TokenStore {
  let token: string | undefined
  const tabs = new Map<object, () => void>()
  return () => {
    const tab = {}
    const write = (next: string | undefined) => {
      token = next
      for (const [other, notice] of tabs) if (other !== tab) notice()
    }
    return {
      get: () => token,
      set: write,
      clear: () => write(undefined),
      ...(tells && { subscribe: (onChange: () => void) => void tabs.set(tab, onChange) }),
    }
  }
}

function openTab(api: Api, tokenStore: TokenStore, options: Partial<LyceumOptions> = {}) {
  const reasons: SignedOutReason[] = []
  const states: SessionState[] = []
  const { lyceum, sent } = connect(api, {
    tokenStore,
    onSignedOut: (reason) => reasons.push(reason),
    ...options,
  })
  const ends: SessionEndReason[] = []
  lyceum.session.subscribe((state) => states.push(state))
  lyceum.onSessionEnd((reason) => ends.push(reason))
  return { lyceum, sent, reasons, states, ends }
}

async function givenUsers(api: Api) {
  const [ada, grace] = [await api.given.learner(), await api.given.learner()]
  const login = ({ email, password }: typeof ada) => ({ email, password })
  return { ada, grace, asAda: login(ada), asGrace: login(grace) }
}

test('a sign-out in another tab is told at once, without a call', async () => {
  const { ada, asAda } = await givenUsers(api)
  const storage = openStorage()
  const [one, other] = [openTab(api, storage()), openTab(api, storage())]
  await one.lyceum.signIn(asAda)
  await other.lyceum.me.get.query()

  await one.lyceum.signOut()

  await expect.poll(() => other.reasons).toEqual(['SignedOutElsewhere'])
  expect(other.states).toEqual([{ status: 'signedIn', userId: ada.id }, { status: 'signedOut' }])
  expect(await failureOf(other.lyceum.me.get.query())).toMatchObject({ name: 'TokenMissing' })
  expect([one.reasons, other.reasons]).toEqual([[], ['SignedOutElsewhere']])
  expect([one.ends, other.ends]).toEqual([['SignedOut'], ['SignedOutElsewhere']])
})

test('after somebody else signed in elsewhere, no call is made until the page accepts', async () => {
  const { ada, grace, asAda, asGrace } = await givenUsers(api)
  const storage = openStorage()
  const [one, other] = [openTab(api, storage()), openTab(api, storage())]
  await one.lyceum.signIn(asAda)
  const course = await api.given.course()
  await other.lyceum.me.get.query()

  await one.lyceum.signIn(asGrace)
  await expect
    .poll(() => other.lyceum.session.state)
    .toEqual({ status: 'changed', userId: grace.id })
  const before = other.sent.length
  const refused = await Promise.all([
    failureOf(other.lyceum.cart.add.mutate({ courseId: course.id })),
    failureOf(other.lyceum.me.get.query()),
    failureOf(other.lyceum.courses.list.query()),
  ])

  expect(refused).toMatchObject(refused.map(() => ({ name: 'SessionChanged' })))
  expect(other.sent.length).toBe(before)
  expect(await one.lyceum.cart.get.query()).toMatchObject({ items: [] })
  expect(other.states.map(({ status }) => status)).toEqual(['signedIn', 'changed'])
  expect(other.states[0]).toEqual({ status: 'signedIn', userId: ada.id })

  expect(other.ends).toEqual(['SessionChanged'])
  expect(await other.lyceum.session.accept()).toEqual({ status: 'signedIn', userId: grace.id })
  expect(other.ends).toEqual(['SessionChanged'])
  expect(await other.lyceum.me.get.query()).toMatchObject({ email: grace.email })
})

test('a page that shows nobody does not act for who signs in elsewhere, but can sign in', async () => {
  const { ada, asAda, asGrace, grace } = await givenUsers(api)
  const storage = openStorage()
  const [one, other] = [openTab(api, storage()), openTab(api, storage())]
  expect(await other.lyceum.session.check()).toEqual({ status: 'signedOut' })

  await one.lyceum.signIn(asAda)

  expect(await failureOf(other.lyceum.me.get.query())).toMatchObject({ name: 'SessionChanged' })
  expect(other.lyceum.session.state).toEqual({ status: 'changed', userId: ada.id })
  await other.lyceum.signIn(asGrace)
  expect(await other.lyceum.me.get.query()).toMatchObject({ email: grace.email })
  await expect.poll(() => one.lyceum.session.state.status).toBe('changed')
})

test('signing out of a page does not sign out who signed in elsewhere', async () => {
  const { ada, grace, asAda, asGrace } = await givenUsers(api)
  const storage = openStorage()
  const [one, other] = [openTab(api, storage()), openTab(api, storage())]
  const { token } = await connect(api).lyceum.auth.login.mutate(asAda)
  await other.lyceum.keepLogin({
    token,
    tokenType: 'Bearer',
    expiresAt: '',
    user: { ...ada },
  } as never)
  await one.lyceum.signIn(asGrace)

  await other.lyceum.signOut()

  expect(await one.lyceum.me.get.query()).toMatchObject({ email: grace.email })
  expect(await failureOf(connect(api, { token }).lyceum.me.get.query())).toMatchObject({
    name: 'TokenInvalid',
  })
})

test('the same user who signs in again elsewhere goes on unnoticed, with the new token', async () => {
  const { asAda, ada } = await givenUsers(api)
  const storage = openStorage()
  const [one, other] = [openTab(api, storage()), openTab(api, storage())]
  await one.lyceum.signIn(asAda)
  await other.lyceum.me.get.query()

  await one.lyceum.signIn(asAda)
  await one.lyceum.me.endSession.mutate({ sessionId: await oldSessionOf(one.lyceum) })

  expect(await other.lyceum.me.get.query()).toMatchObject({ email: ada.email })
  expect(other.states).toEqual([{ status: 'signedIn', userId: ada.id }])
  expect([one.ends, other.ends]).toEqual([[], []])
})

async function oldSessionOf(lyceum: Lyceum): Promise<string> {
  const { items } = await lyceum.me.sessions.query()
  return items.find(({ current }) => !current)?.id ?? ''
}

test('without events of the storage the next call notices', async () => {
  const { asAda, asGrace } = await givenUsers(api)
  const storage = openStorage({ tells: false })
  const [one, other] = [openTab(api, storage()), openTab(api, storage())]
  await one.lyceum.signIn(asAda)
  await other.lyceum.me.get.query()

  await one.lyceum.signIn(asGrace)
  expect(await failureOf(other.lyceum.me.get.query())).toMatchObject({ name: 'SessionChanged' })
  await one.lyceum.signOut()
  expect(await failureOf(other.lyceum.me.get.query())).toMatchObject({ name: 'TokenMissing' })

  expect(other.reasons).toEqual(['SignedOutElsewhere'])
})

test('a call that waits for its next try is not made for the user who signs in meanwhile', async () => {
  const { asAda, asGrace } = await givenUsers(api)
  const course = await api.given.course()
  let failures = 1
  const { lyceum: real } = connect(api)
  const { lyceum } = connect(api, {
    fetch: async (url, init) => {
      failures -= url.includes('transactions.create') ? 1 : 0
      if (url.includes('transactions.create') && failures === 0)
        return new Response('', { status: 503, headers: { 'retry-after': '1' } })
      return fetchFrom(api)(url, init)
    },
  })
  await lyceum.signIn(asAda)

  const purchase = failureOf(lyceum.transactions.create.mutate({ courseIds: [course.id] }))
  await expect.poll(() => failures).toBe(0)
  await lyceum.signIn(asGrace)

  expect(await purchase).toMatchObject({
    name: 'SessionChanged',
    operation: 'transactions.create',
  })
  expect((await lyceum.transactions.list.query()).items).toEqual([])
  await real.signIn(asAda)
  expect((await real.transactions.list.query()).items).toEqual([])
})

test('calls for two users never share a batch', async () => {
  const { ada, grace, asGrace } = await givenUsers(api)
  const login = await connect(api).lyceum.auth.login.mutate(asGrace)
  const { lyceum, sent } = connect(api, { token: ada.token })
  await lyceum.me.get.query()

  const first = failureOf(lyceum.me.get.query())
  await lyceum.keepLogin(login)
  const second = lyceum.me.get.query()

  expect(await first).toMatchObject({ name: 'SessionChanged' })
  expect(await second).toMatchObject({ email: grace.email })
  expect(sent.map(({ operations }) => operations)).toEqual([['me.get'], ['me.get']])
})

test('the end of a session is told before components render, once, until told to stop', async () => {
  const { asAda, asGrace } = await givenUsers(api)
  const { lyceum, ends } = openTab(api, openStorage()())
  const order: string[] = []
  lyceum.session.subscribe(({ status }) => order.push(status))
  const stop = lyceum.onSessionEnd(() => order.push(`ended: ${lyceum.session.state.status}`))

  await lyceum.signIn(asAda)
  await lyceum.signIn(asGrace)
  stop()
  await lyceum.signOut()
  await lyceum.signOut()

  expect(order).toEqual(['signedIn', 'ended: signedIn', 'signedIn', 'signedOut'])
  expect(ends).toEqual(['SessionChanged', 'SignedOut'])
})

test('signing out before the first call ends the session of the last visit', async () => {
  const { ada } = await givenUsers(api)
  const { lyceum, ends } = openTab(api, memoryTokenStore(ada.token))
  await lyceum.signOut()
  expect(ends).toEqual(['SignedOut'])
})

test('a listener that throws disturbs nobody, and one that left is not called', async () => {
  const { asAda } = await givenUsers(api)
  const { lyceum } = connect(api)
  const seen: string[] = []
  lyceum.session.subscribe(() => {
    throw new Error('The component is gone.')
  })
  const leave = lyceum.session.subscribe(({ status }) => seen.push(status))

  await lyceum.signIn(asAda)
  leave()
  await lyceum.signOut()

  expect(seen).toEqual(['signedIn'])
})

test('localStorage tells the other tabs by its events, and a page that comes back looks again', () => {
  const page = new EventTarget()
  vi.stubGlobal('addEventListener', page.addEventListener.bind(page))
  onTestFinished(() => void vi.unstubAllGlobals())
  let changes = 0
  localStorageTokenStore().subscribe?.(() => {
    changes += 1
  })
  const dispatch = (type: string, fields: object) =>
    page.dispatchEvent(Object.assign(new Event(type), fields))

  dispatch('storage', { key: 'theme' })
  dispatch('pageshow', { persisted: false })
  expect(changes).toBe(0)
  dispatch('storage', { key: 'lyceum.token' })
  dispatch('storage', { key: null })
  dispatch('pageshow', { persisted: true })
  expect(changes).toBe(3)
})
