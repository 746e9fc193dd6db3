import type { Api } from '../../../test/api.ts'
import { untilJobsAreDone } from '../../../test/until.ts'

export const firefox =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:145.0) Gecko/20100101 Firefox/145.0'
export const safari =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 ' +
  '(KHTML, like Gecko) Version/18.0 Mobile/15E148 Safari/604.1'

export interface SignIn {
  ip?: string
  userAgent?: string
  password?: string
}

/** Signs in and returns the token. Throws if that fails. */
export async function signIn(
  api: Api,
  user: { email: string; password: string },
  from: SignIn = {},
): Promise<string> {
  const { ip, userAgent = firefox, password = user.password } = from
  const headers = { 'user-agent': userAgent }
  const { body, text } = await api.request('POST /auth/login', {
    body: { email: user.email, password },
    headers,
    ...(ip && { ip }),
  })
  if (typeof body.token !== 'string') throw new Error(`The sign-in failed: ${text}`)
  return body.token
}

/** Whether the token is still accepted. */
export async function isGood(api: Api, token: string): Promise<boolean> {
  const { status, body } = await api.request('GET /api/v1/me', { token })
  if (status !== 200 && body.error !== 'TokenInvalid')
    throw new Error(`Answered ${status} ${body.error}`)
  return status === 200
}

/** Subjects of the mails to an email; waits until there are `count`. */
export async function subjectsTo(api: Api, email: string, count: number): Promise<string[]> {
  const subjects = () => api.mails.filter(({ to }) => to === email).map(({ subject }) => subject)
  for (const until = Date.now() + 30_000; subjects().length < count && Date.now() < until; ) {
    await new Promise((resolve) => setTimeout(resolve, 10))
  }
  return subjects()
}

/** Waits until all mails are sent. */
export const mailsAreSent = (api: Api) => untilJobsAreDone(api, 'send-code', 'send-notification')
