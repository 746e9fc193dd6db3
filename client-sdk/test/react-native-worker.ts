import { request } from 'node:http'
import { parentPort, workerData } from 'node:worker_threads'
import type { FetchAnswer, FetchInit } from '../src/index.ts'

/*
 * A client where `URL` and `URLSearchParams` are there only in part, as in React Native 0.76: they
 * take anything, and most of what they have throws.
 */
const { baseUrl, email, password, courseId } = workerData as Record<string, string>

const notImplemented = (what: string) => (): never => {
  throw new Error(`${what} is not implemented`)
}

class HalfUrl {
  href: string
  constructor(url: string) {
    this.href = url
  }
  toString(): string {
    return this.href
  }
}

class HalfUrlSearchParams {
  append(): void {}
}

for (const name of ['hash', 'host', 'hostname', 'origin', 'pathname', 'port', 'protocol', 'search'])
  Object.defineProperty(HalfUrl.prototype, name, { get: notImplemented(`URL.${name}`) })
for (const name of ['delete', 'get', 'getAll', 'has', 'set', 'sort'])
  Object.defineProperty(HalfUrlSearchParams.prototype, name, {
    value: notImplemented(`URLSearchParams.${name}`),
  })

/** Instead of Node's, which needs the whole `URL`. */
async function fetch(url: string, { method, headers, body }: FetchInit): Promise<FetchAnswer> {
  const payload = body instanceof Blob ? Buffer.from(await body.arrayBuffer()) : body
  const [, hostname, port, path] = /^http:\/\/([^:/]+):(\d+)(\/.*)$/.exec(url) ?? []
  return new Promise((resolve, reject) => {
    const sent = request({ hostname, port, path, method, headers }, async (answer) => {
      const parts: Buffer[] = []
      for await (const part of answer) parts.push(part as Buffer)
      resolve({
        status: answer.statusCode ?? 0,
        headers: { get: (name) => String(answer.headers[name] ?? '') || null },
        text: async () => Buffer.concat(parts).toString(),
        blob: async () => new Blob([Buffer.concat(parts)]),
      })
    })
    sent.on('error', reject).end(payload)
  })
}

Object.assign(globalThis, { URL: HalfUrl, URLSearchParams: HalfUrlSearchParams, fetch })
const { createLyceum, isLyceumError, paginate } = await import('../src/index.ts')

const nameOf = (error: unknown) => (isLyceumError(error) ? error.name : String(error))
const lyceum = createLyceum({ baseUrl: `${baseUrl}/` })
const { user } = await lyceum.signIn({ email: email ?? '', password: password ?? '' })
const courses: string[] = []
for await (const { id } of paginate(lyceum.courses.list, { limit: 1 })) courses.push(id)
await lyceum.cart.add.mutate({ courseId: courseId ?? '' })
const { items } = await lyceum.cart.get.query()
const unknownCertificate = await lyceum
  .verifyCertificate('https://x.org/verify/AAAA-AAAA-AAAA-AAAA-A')
  .catch(nameOf)
await lyceum.signOut()

function refusalOf(wrong: string): string {
  try {
    createLyceum({ baseUrl: wrong })
    return 'taken'
  } catch (error) {
    return nameOf(error)
  }
}

parentPort?.postMessage({
  user: user.email,
  courses,
  cart: items.map((item) => item.courseId),
  unknownCertificate,
  refusals: ['localhost:3000', 'ftp://example.com', 'https://'].map(refusalOf),
})
