import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Api } from '../../server/test/api.ts'
import { createLyceum, type FetchLike, type Lyceum, type LyceumOptions } from '../src/index.ts'

export interface SentRequest {
  method: string
  path: string
  /** Names of the operations in it. */
  operations: string[]
  authorization: string | undefined
}

export interface Connected {
  lyceum: Lyceum
  /** The requests that were sent, in order. */
  sent: SentRequest[]
}

/** Requests go straight into the server, without a network between them. */
export function fetchFrom(api: Api): FetchLike {
  return async (url, { method, headers, body }) => {
    const { pathname, search } = new URL(url)
    const answer = await api.server.inject({
      method: method as 'GET',
      url: pathname + search,
      headers,
      ...(body !== undefined && {
        payload: typeof body === 'string' ? body : Buffer.from(await body.arrayBuffer()),
      }),
    })
    const answered = new Headers(
      Object.entries(answer.headers).map(([name, value]): [string, string] => [
        name,
        String(value),
      ]),
    )
    return new Response(new Uint8Array(answer.rawPayload), {
      status: answer.statusCode,
      headers: answered,
    })
  }
}

/** The same; the first answer is lost on its way. */
export function unluckyFetchFrom(api: Api): FetchLike {
  let answersToLose = 1
  return async (url, init) => {
    const answer = await fetchFrom(api)(url, init)
    answersToLose -= 1
    if (answersToLose >= 0) throw new TypeError('fetch failed')
    return answer
  }
}

/** A client of the server. */
export function connect(api: Api, options: Partial<LyceumOptions> = {}): Connected {
  const sent: SentRequest[] = []
  const fetch: FetchLike = (url, init) => {
    const { pathname, search } = new URL(url)
    const operations = decodeURIComponent(pathname.split('/').at(-1) ?? '').split(',')
    const { method, headers } = init
    sent.push({ method, path: pathname + search, operations, authorization: headers.authorization })
    return fetchFrom(api)(url, init)
  }
  return { lyceum: createLyceum({ baseUrl: 'http://lyceum.test', fetch, ...options }), sent }
}

export interface HostileServer extends AsyncDisposable {
  baseUrl: string
  requests: IncomingMessage[]
}

/** A server that answers as it likes. */
export async function startHostileServer(
  answer: (request: IncomingMessage, response: ServerResponse) => void,
): Promise<HostileServer> {
  const requests: IncomingMessage[] = []
  const server = createServer((request, response) => {
    requests.push(request)
    answer(request, response)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    [Symbol.asyncDispose]: async () => {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** The error that a call ends with. */
export async function failureOf(call: Promise<unknown>): Promise<unknown> {
  try {
    await call
  } catch (error) {
    return error
  }
  throw new Error('The call should have failed.')
}
