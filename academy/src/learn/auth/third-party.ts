import type { Inputs, Provider } from '@lyceum/sdk'
import { useSchool } from '../../base/school.ts'
import { tabStorage } from '../../base/storage.ts'
import { lyceum } from '../../lyceum.ts'

/** State that this tab keeps until a third party sends it back. */
type Started =
  | { what: 'signIn'; next: string; codeVerifier: string }
  | { what: 'link'; next: string; provider: string }
const storageKey = 'academy.thirdParty'

/** Lists the providers, and the return page; undefined if the server does not allow it. */
export function useProviders() {
  const { providers = [], returnUrls = [] } = useSchool().config?.signIn ?? {}
  const returnUrl = returnUrls.find((url) => url === `${location.origin}/signed-in`)
  return { providers, returnUrl }
}

interface SignIn {
  returnUrl: string
  next: string
  /** The version of the terms that a new account accepts. */
  acceptedTerms: string | undefined
}

export async function startSignIn(
  { redirectUrl }: Provider,
  { returnUrl, next, acceptedTerms }: SignIn,
) {
  const codeVerifier = base64url(crypto.getRandomValues(new Uint8Array(32)))
  keep({ what: 'signIn', next, codeVerifier })
  const hash = await crypto.subtle.digest('SHA-256', new TextEncoder().encode(codeVerifier))
  const codeChallenge = base64url(new Uint8Array(hash))
  const asked = new URLSearchParams({ returnUrl, codeChallenge })
  if (acceptedTerms !== undefined) asked.set('acceptedTerms', acceptedTerms)
  location.assign(`${redirectUrl}?${asked}`)
}

/** Links a third-party sign-in to the current account. */
export async function startLink(link: Inputs['me']['startLink'], next: string): Promise<void> {
  const { authorizationUrl } = await lyceum.me.startLink.mutate(link)
  keep({ what: 'link', next, provider: link.provider })
  location.assign(authorizationUrl)
}

/** Signs in or links on the return page. Returns where to go on, and what failed, if anything. */
export async function finishThirdParty(): Promise<{ next: string; failure?: unknown }> {
  const started = JSON.parse(tabStorage.get(storageKey) ?? 'null') as Started | null
  tabStorage.remove(storageKey)
  const next = started?.next ?? '/'
  try {
    await finish(started)
    return { next }
  } catch (failure) {
    return { next, failure }
  }
}

async function finish(started: Started | null): Promise<void> {
  const { signInCode, code, state, iss, error } = Object.fromEntries(
    new URLSearchParams(location.search),
  )
  if (started?.what === 'signIn' && signInCode !== undefined) {
    const { codeVerifier } = started
    await lyceum.keepLogin(await lyceum.auth.exchangeOAuth.mutate({ signInCode, codeVerifier }))
  } else if (started?.what === 'link' && code !== undefined && state !== undefined) {
    const { provider } = started
    await lyceum.me.finishLink.mutate({ provider, code, state, iss })
  } else {
    // A failed link returns OAuth's own words, a failed sign-in the name of an error.
    throw new Error(error === 'access_denied' ? 'SignInRefused' : (error ?? 'SignInExpired'))
  }
}

function keep(started: Started): void {
  tabStorage.set(storageKey, JSON.stringify(started))
}

function base64url(bytes: Uint8Array): string {
  const base64 = btoa(String.fromCharCode(...bytes))
  return base64.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')
}
