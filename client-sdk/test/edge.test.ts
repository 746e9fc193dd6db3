import { join } from 'node:path'
import { createContext, runInContext } from 'node:vm'
import { rolldown } from 'rolldown'
import { expect, test } from 'vitest'
import { startApi } from '../../server/test/api.ts'

const src = (file: string) => join(import.meta.dirname, '../src', file)

/** What every edge runtime has (WinterTC's Minimum Common API), and nothing of Node.js. */
const webGlobals = {
  AbortController,
  AbortSignal,
  atob,
  Blob,
  btoa,
  clearTimeout,
  crypto,
  fetch,
  Headers,
  Request,
  Response,
  setTimeout,
  TextDecoder,
  TextEncoder,
  URL,
  URLSearchParams,
}

test('everything works in an edge runtime: web APIs alone, and no code out of strings', async () => {
  await using api = await startApi()
  const { email, password } = await api.given.learner()
  const [one, other] = [await api.given.course(), await api.given.course()]
  const baseUrl = await api.server.listen({ host: '127.0.0.1', port: 0 })

  const given = { baseUrl, email, password, courseId: one.id }
  const context = createContext(
    { ...webGlobals, given },
    { codeGeneration: { strings: false, wasm: false } },
  )
  const seen = await runInContext(`${await bundled()}\n(${useOfSdk})(sdk, given)`, context)

  expect(seen).toEqual({
    user: email,
    courses: expect.arrayContaining([one.id, other.id]),
    cart: [one.id],
    key: ['lyceum', 'cart'],
    event: 'ping',
    verdict: false,
    unknownCertificate: 'CertificateNotFound',
    ended: ['SignedOut'],
  })
})

async function bundled(): Promise<string> {
  const entry = ['index', 'query', 'webhooks', 'credentials'].map(
    (name) => `export * from ${JSON.stringify(src(`${name}.ts`))}`,
  )
  await using bundle = await rolldown({
    input: 'edge',
    platform: 'neutral',
    plugins: [
      {
        name: 'edge',
        resolveId: (id) => (id === 'edge' ? id : null),
        load: (id) => (id === 'edge' ? entry.join('\n') : null),
      },
    ],
  })
  const { output } = await bundle.generate({ format: 'iife', name: 'sdk', minify: true })
  return output[0].code
}

/** Runs over there, where nothing of this file is. */
const useOfSdk = `async (sdk, { baseUrl, email, password, courseId }) => {
  const lyceum = sdk.createLyceum({ baseUrl })
  const ended = []
  lyceum.onSessionEnd((reason) => ended.push(reason))
  const { user } = await lyceum.signIn({ email, password })
  const courses = []
  for await (const { id } of sdk.paginate(lyceum.courses.list, { limit: 1 })) courses.push(id)
  await lyceum.cart.add.mutate({ courseId })
  const { signal } = new AbortController()
  const { items } = await sdk.queryOptions(lyceum.cart.get).queryFn({ signal })
  const unknown = await lyceum.verifyCertificate('AAAA').catch((error) => error.name)
  await lyceum.signOut()
  const secret = 'whsec_' + btoa('0123456789abcdef0123456789abcdef')
  const signed = await sdk.signWebhook({ type: 'ping', data: {} }, { secret })
  const { type } = await sdk.verifyWebhook(signed, { secret })
  const { authentic } = await sdk.verifyCredential('no.real.jwt', { jwks: { keys: [] } })
  return {
    user: user.email,
    courses,
    cart: items.map((item) => item.courseId),
    key: sdk.queryKeyOf(lyceum.cart),
    event: type,
    verdict: authentic,
    unknownCertificate: unknown,
    ended,
  }
}`
