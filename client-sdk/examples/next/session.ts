import { createLyceum, type Lyceum, type TokenStore } from '@lyceum/sdk'
import { cookies } from 'next/headers'
import { cache } from 'react'

export const cookieName = 'lyceum'

/** The part of Next's cookies that both requests and responses have. */
interface Cookies {
  get(name: string): { value: string } | undefined
  set(name: string, value: string, options: object): unknown
  delete(name: string): unknown
}

function cookieTokenStore(jar: Cookies): TokenStore {
  const options = { httpOnly: true, secure: true, sameSite: 'lax', path: '/' }
  return {
    get: () => jar.get(cookieName)?.value,
    set: (token) => void jar.set(cookieName, token, options),
    clear: () => void jar.delete(cookieName),
  }
}

export function lyceumWith(jar: Cookies): Lyceum {
  return createLyceum({
    baseUrl: process.env.LYCEUM_URL ?? 'http://localhost:3000',
    tokenStore: cookieTokenStore(jar),
    onSignedOut: (reason) => console.info(`signed out: ${reason}`),
  })
}

/** The client of this request: never shared, because another request is another user's. */
export const lyceumOfRequest = cache(async () => lyceumWith(await cookies()))
