export interface Question {
  token?: string | undefined
  body?: unknown
  headers?: Record<string, string>
  /** Seconds until an answer is too late. */
  seconds?: number
  redirect?: RequestInit['redirect']
}

export interface Answer {
  status: number
  ok: boolean
  headers: Headers
  text: string
}

/** Sends a request such as `POST /api/v1/cart` to a server. */
export function send(
  url: string,
  route: string,
  { token, body, headers, seconds = 300, redirect = 'follow' }: Question = {},
): Promise<Response> {
  const [method = '', path = ''] = route.split(' ')
  return fetch(url + path, {
    method,
    redirect,
    signal: AbortSignal.timeout(seconds * 1_000),
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && { body: JSON.stringify(body) }),
  })
}

export async function ask(url: string, route: string, question?: Question): Promise<Answer> {
  const answer = await send(url, route, question)
  const { status, ok, headers } = answer
  return { status, ok, headers, text: await answer.text() }
}

/** The body of a success; throws otherwise. */
export async function askFor<Body>(url: string, route: string, question?: Question): Promise<Body> {
  const { ok, status, text } = await ask(url, route, question)
  if (!ok) throw new Error(`${route} answered ${status}: ${text}`)
  return JSON.parse(text) as Body
}

/** The token of a new session. */
export async function logIn(
  url: string,
  { email, password }: { email: string; password: string },
): Promise<string> {
  const body = { email, password }
  return (await askFor<{ token: string }>(url, 'POST /api/v1/auth/login', { body })).token
}
