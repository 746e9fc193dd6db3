import { randomUUID } from 'node:crypto'
import { parseSetCookie } from 'cookie'
import type { Answer, Api, RequestOptions } from '../../../test/api.ts'
import type { Person, TestProvider } from '../../../test/identity-providers/identity-provider.ts'

export const frontend = 'http://app.lyceum.test/signed-in'
export const otherFrontend = 'http://other.lyceum.test/back'
export const ownReturn = (provider: string) =>
  `http://lyceum.test/api/v1/auth/oauth/${provider}/return`

/** Creates somebody whom the provider vouches for. */
export function newPerson(person: Partial<Person> = {}): Person {
  const sub = randomUUID()
  return {
    sub,
    email: `learner-${sub}@example.com`,
    email_verified: true,
    name: 'Ada King',
    ...person,
  }
}

/** Sends requests and keeps cookies. */
export interface TestBrowser {
  cookies: Map<string, string>
  request(route: string, options?: RequestOptions): Promise<Answer>
}

export function openBrowser(api: Api): TestBrowser {
  const cookies = new Map<string, string>()
  return {
    cookies,
    request: async (route, options = {}) => {
      const cookie = [...cookies].map(([name, value]) => `${name}=${value}`).join('; ')
      const answer = await api.request(route, {
        ...options,
        headers: { ...(cookie !== '' && { cookie }), ...options.headers },
      })
      for (const line of [answer.headers['set-cookie'] ?? []].flat()) {
        const { name, value, maxAge } = parseSetCookie(String(line))
        if (maxAge === 0) cookies.delete(name)
        else cookies.set(name, value ?? '')
      }
      return answer
    },
  }
}

/** Returns where the frontend sends the browser: to the provider. */
export async function start(
  browser: TestBrowser,
  provider = 'school',
  acceptedTerms?: string,
): Promise<string> {
  const answer = await browser.request(`POST /api/v1/auth/oauth/${provider}/start`, {
    body: { returnUrl: frontend, acceptedTerms },
  })
  if (answer.status !== 200) throw new Error(`The sign-in did not start: ${answer.text}`)
  return answer.body.authorizationUrl
}

/** Returns the parameters that the browser brought back. */
export function broughtBack(callback: URL): Record<string, string> {
  return Object.fromEntries(callback.searchParams)
}

/** Goes the whole way of a single-page frontend. */
export async function signIn(
  api: Api,
  provider: TestProvider,
  person: Person | 'cancel',
  browser = openBrowser(api),
): Promise<Answer> {
  const callback = await provider.visit(await start(browser, provider.config.name), person)
  return finish(browser, callback, provider.config.name)
}

export function finish(browser: TestBrowser, callback: URL, provider = 'school'): Promise<Answer> {
  return browser.request(`POST /api/v1/auth/oauth/${provider}/callback`, {
    body: broughtBack(callback),
  })
}
