import { setTimeout as sleep } from 'node:timers/promises'
import { expect, test, vi } from 'vitest'
import { forAllTests, startApi } from '../../server/test/api.ts'
import {
  localStorageTokenStore,
  memoryTokenStore,
  type SignedOutReason,
  type TokenStore,
} from '../src/index.ts'
import { connect, failureOf, unluckyFetchFrom } from './support.ts'

const api = await forAllTests(startApi())

const password = 'correct horse battery staple'

/** As slow as a keychain. */
function slowStore(token?: string): TokenStore & { clears: number } {
  const memory = memoryTokenStore(token)
  return {
    clears: 0,
    get: async () => {
      await sleep(3)
      return memory.get()
    },
    set: async (next) => {
      await sleep(3)
      await memory.set(next)
    },
    async clear() {
      await sleep(3)
      this.clears += 1
      await memory.clear()
    },
  }
}

test('fifty calls with an expired token all fail by name; onSignedOut is called once', async () => {
  await using api = await startApi()
  const learner = await api.given.learner()
  const reasons: SignedOutReason[] = []
  const tokenStore = slowStore(learner.token)
  const { lyceum } = connect(api, { tokenStore, onSignedOut: (reason) => reasons.push(reason) })
  const ends: string[] = []
  lyceum.onSessionEnd((reason) => ends.push(reason))
  api.advance(365 * 24 * 3_600_000)

  const failures = await Promise.all(
    Array.from({ length: 50 }, () => failureOf(lyceum.cart.get.query())),
  )

  expect(new Set(failures.map((error) => (error as Error).name))).toEqual(new Set(['TokenExpired']))
  expect([reasons, ends]).toEqual([['TokenExpired'], ['TokenExpired']])
  expect(tokenStore.clears).toBe(1)
  expect(await tokenStore.get()).toBeUndefined()
})

test('a session that ended elsewhere signs out; the token is gone before the call fails', async () => {
  const learner = await api.given.learner()
  const reasons: SignedOutReason[] = []
  const tokenStore = memoryTokenStore(learner.token)
  const { lyceum } = connect(api, { tokenStore, onSignedOut: (reason) => reasons.push(reason) })
  await connect(api, { token: learner.token }).lyceum.signOut()

  const failure = lyceum.cart.get
    .query()
    .catch((error: unknown) => ({ error, token: tokenStore.get() }))

  expect(await failure).toMatchObject({ error: { name: 'TokenInvalid' }, token: undefined })
  expect(reasons).toEqual(['TokenInvalid'])
})

test('keepLogin keeps the token of any other login for later calls', async () => {
  const { email } = await api.given.learner()
  const { lyceum } = connect(api)

  const kept = await lyceum.keepLogin(await lyceum.auth.login.mutate({ email, password }))

  expect(kept).toEqual({ user: expect.objectContaining({ email }), expiresAt: expect.any(String) })
  expect(await lyceum.me.get.query()).toMatchObject({ email })
})

test('a user who signs in again while old calls return stays signed in', async () => {
  const learner = await api.given.learner()
  const reasons: SignedOutReason[] = []
  const tokenStore = slowStore('an.old.token')
  const { lyceum } = connect(api, { tokenStore, onSignedOut: (reason) => reasons.push(reason) })

  const old = Array.from({ length: 5 }, () => failureOf(lyceum.cart.get.query()))
  await lyceum.signIn({ email: learner.email, password })
  await Promise.all(old)

  expect(await lyceum.cart.get.query()).toMatchObject({ items: [] })
  expect(reasons.length).toBeLessThanOrEqual(1)
})

test('a refusal of the old token never clears the token of a new login', async () => {
  const learner = await api.given.learner()
  const reasons: SignedOutReason[] = []
  const tokenStore = slowStore(learner.token)
  let release = () => {}
  const held = new Promise<void>((resolve) => {
    release = resolve
  })
  const { lyceum } = connect(api, { tokenStore, onSignedOut: (reason) => reasons.push(reason) })
  const { lyceum: slow } = connect(api, {
    tokenStore,
    onSignedOut: (reason) => reasons.push(reason),
    fetch: async () => {
      await held
      const body = {
        error: 'TokenExpired',
        message: 'Your session has expired.',
        status: 401,
        type: '',
        requestId: '1',
      }
      return Response.json(body, { status: 401 })
    },
  })

  const old = failureOf(slow.cart.get.query())
  await sleep(20)
  await lyceum.signIn({ email: learner.email, password })
  release()

  expect(await old).toMatchObject({ name: 'TokenExpired' })
  expect(reasons).toEqual([])
  expect(await lyceum.me.get.query()).toMatchObject({ email: learner.email })
})

test('signing out ends the session, forgets the token, and does not call onSignedOut', async () => {
  const learner = await api.given.learner()
  const reasons: SignedOutReason[] = []
  const { lyceum } = connect(api, {
    token: learner.token,
    onSignedOut: (reason) => reasons.push(reason),
  })

  await lyceum.signOut()

  expect(await failureOf(lyceum.cart.get.query())).toMatchObject({ name: 'TokenMissing' })
  expect(
    await failureOf(connect(api, { token: learner.token }).lyceum.cart.get.query()),
  ).toMatchObject({ name: 'TokenInvalid' })
  await lyceum.signOut()
  expect(reasons).toEqual([])
})

test('signing out without a connection forgets the token but rejects', async () => {
  const tokenStore = memoryTokenStore('some.token')
  const { lyceum } = connect(api, {
    tokenStore,
    fetch: () => Promise.reject(new TypeError('fetch failed')),
  })

  expect(await failureOf(lyceum.signOut())).toMatchObject({ name: 'NetworkError' })
  expect(await tokenStore.get()).toBeUndefined()
})

test('signing out whose answer is lost is tried again, and succeeds', async () => {
  const learner = await api.given.learner()
  const fetch = vi.fn(unluckyFetchFrom(api))
  const { lyceum: unlucky } = connect(api, { token: learner.token, fetch })

  await unlucky.signOut()

  expect(fetch).toHaveBeenCalledTimes(2)
  expect(await failureOf(unlucky.me.get.query())).toMatchObject({ name: 'TokenMissing' })
})

test('signing out with an expired token succeeds', async () => {
  await using api = await startApi()
  const learner = await api.given.learner()
  const { lyceum } = connect(api, { token: learner.token })
  api.advance(365 * 24 * 3_600_000)

  await expect(lyceum.signOut()).resolves.toBeUndefined()
})

test('an onSignedOut that throws does not hide the error of the call', async () => {
  const { lyceum } = connect(api, {
    token: 'no.real.token',
    onSignedOut: () => {
      throw new Error('The router is not ready.')
    },
  })

  expect(await failureOf(lyceum.cart.get.query())).toMatchObject({ name: 'TokenInvalid' })
})

/** A cookie in a Next.js server component or a SvelteKit load: it can be read, and that is all. */
function readOnlyStore(token: string): TokenStore {
  const refuse = () => Promise.reject(new Error('Cookies can only be modified in a Server Action.'))
  return { get: () => token, set: refuse, clear: refuse }
}

test('where the token cannot be removed, the refusal is thrown and the application told, once', async () => {
  const learner = await api.given.learner()
  const reasons: SignedOutReason[] = []
  const { lyceum } = connect(api, {
    tokenStore: readOnlyStore(learner.token),
    onSignedOut: (reason) => reasons.push(reason),
  })
  await connect(api, { token: learner.token }).lyceum.signOut()

  expect(await failureOf(lyceum.cart.get.query())).toMatchObject({ name: 'TokenInvalid' })
  expect(await failureOf(lyceum.cart.get.query())).toMatchObject({ name: 'TokenMissing' })
  expect(reasons).toEqual(['TokenInvalid'])
  expect(lyceum.session.state).toEqual({ status: 'signedOut' })
})

test('where the token cannot be removed, signing out ends the session all the same', async () => {
  const learner = await api.given.learner()
  const { lyceum } = connect(api, { tokenStore: readOnlyStore(learner.token) })

  expect(await failureOf(lyceum.signOut())).toMatchObject({ name: 'TokenStoreFailed' })
  expect(
    await failureOf(connect(api, { token: learner.token }).lyceum.cart.get.query()),
  ).toMatchObject({ name: 'TokenInvalid' })
  expect(await failureOf(lyceum.cart.get.query())).toMatchObject({ name: 'TokenMissing' })
})

test('a store that fails while a token is refused does not hide the refusal', async () => {
  const reasons: SignedOutReason[] = []
  let reads = 0
  const { lyceum } = connect(api, {
    tokenStore: {
      ...readOnlyStore(''),
      get: () => {
        reads += 1
        if (reads > 1) throw new Error('The keychain is locked.')
        return 'no.real.token'
      },
    },
    onSignedOut: (reason) => reasons.push(reason),
  })

  expect(await failureOf(lyceum.cart.get.query())).toMatchObject({ name: 'TokenInvalid' })
  expect(reasons).toEqual(['TokenInvalid'])
})

test('a failing token store has an error name', async () => {
  const locked = () => Promise.reject(new Error('The keychain is locked.'))
  const { lyceum } = connect(api, { tokenStore: { get: locked, set: locked, clear: locked } })

  expect(await failureOf(lyceum.cart.get.query())).toMatchObject({
    name: 'TokenStoreFailed',
    cause: { message: 'The keychain is locked.' },
  })
})

test('localStorage keeps the login for the next visit; where it is forbidden, memory keeps it', async () => {
  const items = new Map<string, string>()
  const storage = {
    getItem: (key: string) => items.get(key) ?? null,
    setItem: (key: string, value: string) => void items.set(key, value),
    removeItem: (key: string) => void items.delete(key),
  }
  await withLocalStorage({ get: () => storage }, async () => {
    await localStorageTokenStore().set('a.b.c')
    expect(await localStorageTokenStore().get()).toBe('a.b.c')
    expect([...items]).toEqual([['lyceum.token', 'a.b.c']])
    await localStorageTokenStore().clear()
    expect(items.size).toBe(0)
  })

  const forbidden = () => {
    throw new Error('SecurityError')
  }
  await withLocalStorage({ get: forbidden }, async () => {
    const store = localStorageTokenStore()
    await store.set('a.b.c')
    expect(await store.get()).toBe('a.b.c')
    await store.clear()
    expect(await store.get()).toBeUndefined()
  })
})

async function withLocalStorage(
  descriptor: { get: () => unknown },
  work: () => Promise<void>,
): Promise<void> {
  const before = Object.getOwnPropertyDescriptor(globalThis, 'localStorage')
  Object.defineProperty(globalThis, 'localStorage', { ...descriptor, configurable: true })
  try {
    await work()
  } finally {
    Reflect.deleteProperty(globalThis, 'localStorage')
    if (before !== undefined) Object.defineProperty(globalThis, 'localStorage', before)
  }
}
