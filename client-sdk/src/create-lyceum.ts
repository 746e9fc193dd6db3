import { createBatches } from './batches.ts'
import { withinPatience } from './deadline.ts'
import { isLyceumError, LyceumError } from './errors.ts'
import type { Login, Verification } from './generated/router.ts'
import {
  type CallOptions,
  type IdempotentCallOptions,
  type Inputs,
  isIdempotent,
  type Kind,
  type Operations,
  operationsBy,
} from './operations.ts'
import { newKey, withRetries } from './retry.ts'
import { createSession, type SignedOutReason } from './session.ts'
import { memoryTokenStore, type TokenStore } from './token-store.ts'
import { createTrpcFetch, type FetchLike, type RequestLog, type ResponseLog } from './transport.ts'

export interface LyceumOptions {
  /**
   * Address of the server without `/trpc`: `https://api.example.com`. In a browser also a path
   * (`/backend`), or `''` for the page's own host.
   */
  baseUrl: string
  /** A token that is there already; kept in memory. Not together with `tokenStore`. */
  token?: string | undefined
  /** Where the token is kept. Default: in memory. */
  tokenStore?: TokenStore | undefined
  /** Default: the global one. */
  fetch?: FetchLike | undefined
  /** How long one try of a call may take. Default: 30,000. */
  timeoutMilliseconds?: number | undefined
  /**
   * How often a query, or a mutation that takes an idempotency key, is tried again after
   * NetworkError, RateLimited, ServiceUnavailable or IdempotencyKeyInUse. Default: 2. Other
   * mutations are sent once.
   */
  retries?: number | undefined
  /**
   * The token expired or was ended, and is forgotten by now. Once for each token; not for
   * `signOut()`.
   */
  onSignedOut?: ((reason: SignedOutReason) => void) | undefined
  /** For logs: before each HTTP request. What a hook throws is ignored. */
  onRequest?: ((request: RequestLog) => void) | undefined
  /** For logs: after each HTTP request, answered or not. What a hook throws is ignored. */
  onResponse?: ((response: ResponseLog) => void) | undefined
}

/**
 * The client: every operation, and what frontends need around them. Everything throws LyceumError
 * and nothing else.
 */
export interface Lyceum extends Operations {
  /**
   * Logs in and keeps the token for all further calls.
   *
   * @throws LyceumError InvalidCredentials, EmailNotVerified, RateLimited
   */
  signIn(
    credentials: Inputs['auth']['login'],
    options?: CallOptions,
  ): Promise<Pick<Login, 'user' | 'expiresAt'>>
  /**
   * Keeps the token of a login that came about in another way, such as by a third party, for all
   * further calls.
   *
   * @example
   * ```ts
   * await lyceum.keepLogin(await lyceum.auth.exchangeOAuth.mutate({ code }))
   * ```
   */
  keepLogin(login: Login): Promise<Pick<Login, 'user' | 'expiresAt'>>
  /**
   * Forgets the token, and ends its session. Rejects where the server could not be told; the token
   * is forgotten all the same.
   */
  signOut(options?: CallOptions): Promise<void>
  /**
   * What a certificate says. Takes its code in any case, with or without dashes, or the address
   * behind its QR code.
   *
   * @throws LyceumError CertificateNotFound
   */
  verifyCertificate(code: string, options?: CallOptions): Promise<Verification>
}

/**
 * Makes a client.
 *
 * @example
 * ```ts
 * const lyceum = createLyceum({ baseUrl: 'https://api.example.com' })
 * await lyceum.signIn({ email, password })
 * const { items } = await lyceum.courses.list.query()
 * ```
 * @throws LyceumError InvalidBaseUrl
 */
export function createLyceum(options: LyceumOptions): Lyceum {
  const { token, tokenStore, timeoutMilliseconds = 30_000, retries = 2, onSignedOut } = options
  if (token !== undefined && tokenStore !== undefined)
    throw new TypeError('Give token or tokenStore, not both.')

  const session = createSession(tokenStore ?? memoryTokenStore(token), (reason) =>
    onSignedOut?.(reason),
  )
  const baseUrl = checkedBaseUrl(options.baseUrl)
  const send = createBatches({
    url: `${baseUrl}/trpc`,
    fetch: createTrpcFetch({ ...options, baseUrl, session }),
    session,
  })

  function call(
    kind: Kind,
    operation: string,
    input: unknown,
    callOptions: IdempotentCallOptions = {},
    ownToken?: string,
  ): Promise<unknown> {
    const { signal } = callOptions
    const patience = {
      signal,
      timeoutMilliseconds: callOptions.timeoutMilliseconds ?? timeoutMilliseconds,
    }
    const idempotencyKey = isIdempotent(operation)
      ? (callOptions.idempotencyKey ?? newKey())
      : undefined
    const mayBeRepeated = kind === 'query' || idempotencyKey !== undefined
    return withRetries({ retries: mayBeRepeated ? retries : 0, signal }, () =>
      withinPatience(patience, (aborted) =>
        send({
          kind,
          operation,
          input: input ?? {},
          signal: aborted,
          token: ownToken,
          idempotencyKey,
        }),
      ),
    )
  }

  async function keepLogin({
    token: fresh,
    user,
    expiresAt,
  }: Login): Promise<Pick<Login, 'user' | 'expiresAt'>> {
    await session.begin(fresh)
    return { user, expiresAt }
  }

  const operations = operationsBy(call)
  const conveniences: Omit<Lyceum, keyof Operations> = {
    signIn: async (credentials, callOptions) =>
      keepLogin(await operations.auth.login.mutate(credentials, callOptions)),
    keepLogin,
    signOut: async (callOptions) => {
      const forgotten = await session.forget()
      if (forgotten === undefined) return
      await call('mutation', 'auth.logout', {}, callOptions, forgotten).catch((error: unknown) => {
        const isOver =
          isLyceumError(error) && (error.name === 'TokenExpired' || error.name === 'TokenInvalid')
        if (!isOver) throw error
      })
    },
    verifyCertificate: (code, callOptions) =>
      operations.certificates.verify.query({ code: codeIn(code) }, callOptions),
  }
  return Object.assign(Object.create(operations), conveniences)
}

/** Without the slashes at its end. */
function checkedBaseUrl(baseUrl: string): string {
  const isAddress =
    baseUrl === '' || baseUrl.startsWith('/') || /^https?:$/.test(protocolOf(baseUrl) ?? '')
  if (!isAddress)
    throw new LyceumError(
      'InvalidBaseUrl',
      `baseUrl is "${baseUrl}"; it must be an address such as https://api.example.com.`,
    )
  return baseUrl.replace(/\/+$/, '')
}

function protocolOf(address: string): string | undefined {
  try {
    return new URL(address).protocol
  } catch {
    return undefined
  }
}

function codeIn(codeOrAddress: string): string {
  const trimmed = codeOrAddress.trim()
  return trimmed.slice(trimmed.lastIndexOf('/') + 1)
}
