import {
  createAnswerNumbers,
  isNumbered,
  refusesNumbers,
  withoutNumbers,
} from './attempts/answer-numbers.ts'
import { codeIn } from './codes.ts'
import { errorOf, isLyceumError, LyceumError } from './errors.ts'
import { createFileSender, isFileOperation } from './files/files.ts'
import type { LoginResult, Verification } from './generated/router.ts'
import {
  type CallOptions,
  createOperations,
  type IdempotentCallOptions,
  type Inputs,
  isIdempotent,
  isRepeatable,
  type Kind,
  type Operations,
} from './operations.ts'
import {
  createSession,
  type Session,
  type SessionEndReason,
  type SessionView,
  type SignedOutReason,
} from './session.ts'
import { memoryTokenStore, type TokenStore } from './token-store.ts'
import { createCallSender } from './transport/batches.ts'
import { withDeadline } from './transport/deadline.ts'
import { createPauses, newKey, withRetries } from './transport/retry.ts'
import {
  createTransport,
  type FetchLike,
  type RequestLog,
  type ResponseLog,
} from './transport/transport.ts'

export interface LyceumOptions {
  /**
   * URL of the server alone, without `/api/v1` or `/trpc`: `https://api.example.com`. In a browser
   * also a path (`/backend`), or `''` for the page's own origin.
   */
  baseUrl: string
  /** A token you already have; kept in memory. Cannot be combined with `tokenStore`. */
  token?: string | undefined
  /**
   * The key of a program (`lyc_…`), for servers alone: in a browser everybody could read it. Calls
   * are sent one by one, because the server refuses a whole batch with one that the key may not
   * make. Cannot be combined with `token` or `tokenStore`.
   */
  key?: string | undefined
  /** Where to keep the token. Default: in memory. */
  tokenStore?: TokenStore | undefined
  /** Default: the global `fetch`. */
  fetch?: FetchLike | undefined
  /** How long each try of a call may take. Default: 30,000. */
  timeoutMilliseconds?: number | undefined
  /**
   * How many times to retry a call after NetworkError, RateLimited, ServiceUnavailable or
   * IdempotencyKeyInUse. Default: 2. Applies to queries, to mutations that take an idempotency key,
   * and to mutations that are safe to repeat; all others are sent once.
   */
  retries?: number | undefined
  /**
   * Called after the token expired or was revoked and the client has forgotten it, and after the
   * user signed out elsewhere, such as in another tab: once for each token, and not for
   * `signOut()`.
   */
  onSignedOut?: ((reason: SignedOutReason) => void) | undefined
  /** Called before each HTTP request, for logs. Errors it throws are ignored. */
  onRequest?: ((request: RequestLog) => void) | undefined
  /** Called after each HTTP request, answered or not, for logs. Errors it throws are ignored. */
  onResponse?: ((response: ResponseLog) => void) | undefined
}

/**
 * The client: every operation, and helpers that frontends need. Every function throws LyceumError
 * and nothing else.
 */
export interface Lyceum extends Operations {
  /** The user for whom calls are made, and what other tabs do about it. */
  readonly session: SessionView
  /**
   * Logs in and keeps the token for later calls.
   *
   * @throws LyceumError InvalidCredentials, EmailNotVerified, RateLimited
   */
  signIn(
    login: Inputs['auth']['login'],
    options?: CallOptions,
  ): Promise<Pick<LoginResult, 'user' | 'expiresAt'>>
  /**
   * Keeps the token of any other login, such as a sign-in with a third party, for later calls.
   *
   * @example
   * ```ts
   * await lyceum.keepLogin(await lyceum.auth.exchangeOAuth.mutate({ signInCode, codeVerifier }))
   * ```
   */
  keepLogin(login: LoginResult): Promise<Pick<LoginResult, 'user' | 'expiresAt'>>
  /**
   * Forgets the token and ends its session. Rejects when the server could not end the session; the
   * token is forgotten all the same. Rejects with TokenStoreFailed when the store could not be
   * cleared; the session is ended all the same.
   */
  signOut(options?: CallOptions): Promise<void>
  /**
   * Calls back whenever the session of this client ends, for whatever reason: `signOut()` here, a
   * sign-out in another tab, a token that expired or was refused, a different user who signed in.
   * Once for each session, before `session.subscribe` tells components: forget here what was read
   * for the user. Returns a function that stops it.
   *
   * @example
   * ```ts
   * lyceum.onSessionEnd(() => queryClient.clear())
   * ```
   */
  onSessionEnd(callback: (reason: SessionEndReason) => void): () => void
  /**
   * Looks up a certificate. Accepts its code in any case, with or without dashes; the text of its
   * QR code; the URL of its verification page, its PDF or its credential.
   *
   * @throws LyceumError CertificateNotFound
   */
  verifyCertificate(codeOrText: string, options?: CallOptions): Promise<Verification>
  /**
   * The number of an answer that is given now, for one that is kept and sent later with it. Answers
   * that are sent at once need none: `attempts.save` numbers them.
   */
  nextAnswerNumber(attemptId: string): number
}

/**
 * Creates a client.
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
  const { token, tokenStore, key, timeoutMilliseconds = 30_000, retries = 2, onSignedOut } = options
  if ([token, tokenStore, key].filter((given) => given !== undefined).length > 1)
    throw new TypeError('Pass only one of token, tokenStore and key.')

  const session =
    key === undefined
      ? createSession(tokenStore ?? memoryTokenStore(token), (reason) => onSignedOut?.(reason))
      : sessionOfKey(key)
  const baseUrl = checkedBaseUrl(options.baseUrl)
  const transport = createTransport({ ...options, baseUrl, session })
  const sendCall = createCallSender({
    baseUrl,
    transport,
    session,
    together: key === undefined,
  })
  const sendFile = createFileSender({ baseUrl, transport, session })
  const pauses = createPauses()
  const numbers = createAnswerNumbers()

  function call(
    kind: Kind,
    operation: string,
    input: unknown,
    callOptions: IdempotentCallOptions = {},
    ownToken?: string,
  ): Promise<unknown> {
    const { signal } = callOptions
    const deadline = {
      signal,
      timeoutMilliseconds: callOptions.timeoutMilliseconds ?? timeoutMilliseconds,
    }
    const idempotencyKey = isIdempotent(operation)
      ? (callOptions.idempotencyKey ?? newKey())
      : undefined
    const mayBeRepeated =
      kind === 'query' || idempotencyKey !== undefined || isRepeatable(operation)
    const caller = session.caller()
    const send = isFileOperation(operation) ? sendFile : sendCall
    const sendAll = (sent: unknown) =>
      withRetries({ retries: mayBeRepeated ? retries : 0, signal, pauses }, async () => {
        const askedAt = Date.now()
        const answer = await withDeadline(deadline, (aborted) =>
          send({
            kind,
            operation,
            input: sent,
            signal: aborted,
            caller,
            token: ownToken,
            idempotencyKey,
            keepalive: callOptions.keepalive,
          }),
        )
        if (operation.startsWith('attempts.')) numbers.learn(answer, askedAt)
        return answer
      })
    const result = isNumbered(operation)
      ? sendNumbered(input as Inputs['attempts']['save'], sendAll)
      : sendAll(input ?? {})
    return result.catch((error: unknown) => {
      throw isLyceumError(error) ? errorOf(operation, error) : error
    })
  }

  /** Sends no numbers to servers of the previous release, as there are during an upgrade. */
  function sendNumbered(
    input: Inputs['attempts']['save'],
    sendAll: (input: unknown) => Promise<unknown>,
  ): Promise<unknown> {
    return sendAll(numbers.numbered(input)).catch((error: unknown) => {
      if (refusesNumbers(error)) return sendAll(withoutNumbers(input))
      throw error
    })
  }

  async function keepLogin({
    token: newToken,
    user,
    expiresAt,
  }: LoginResult): Promise<Pick<LoginResult, 'user' | 'expiresAt'>> {
    await session.begin(newToken)
    return { user, expiresAt }
  }

  const operations = createOperations(call, session.userId)
  const conveniences: Omit<Lyceum, keyof Operations> = {
    session: session.view,
    signIn: async (login, callOptions) =>
      keepLogin(await operations.auth.login.mutate(login, callOptions)),
    keepLogin,
    signOut: (callOptions) =>
      session.end(async (token) => {
        await call('mutation', 'auth.logout', {}, callOptions, token).catch((error: unknown) => {
          const isOver =
            isLyceumError(error) && (error.name === 'TokenExpired' || error.name === 'TokenInvalid')
          if (!isOver) throw error
        })
      }),
    onSessionEnd: session.onEnd,
    verifyCertificate: (codeOrText, callOptions) =>
      operations.certificates.verify.query(
        { code: codeIn(codeOrText) ?? codeOrText.trim() },
        callOptions,
      ),
    nextAnswerNumber: numbers.next,
  }
  return Object.assign(Object.create(operations), conveniences)
}

/** A session that never changes, whatever the server says about its key; nobody signs in or out. */
function sessionOfKey(key: string): Session {
  if (['window', 'document'].every((name) => name in globalThis))
    throw new TypeError('A key is for servers: everybody who opens this page could read it.')
  const refuse = async () => {
    throw new LyceumError('KeyNotAllowed', 'This client calls with a key: nobody signs in or out.')
  }
  const session = createSession(memoryTokenStore(key), () => undefined)
  return { ...session, begin: refuse, end: refuse, refused: async () => undefined }
}

/** Returns the base URL without trailing slashes. */
function checkedBaseUrl(baseUrl: string): string {
  const isUrl =
    // Not checked by `URL`, of which React Native has only a part.
    baseUrl === '' ||
    baseUrl.startsWith('/') ||
    /^https?:\/\/[^\s/?#]+(\/[^\s?#]*)?$/i.test(baseUrl)
  if (!isUrl)
    throw new LyceumError(
      'InvalidBaseUrl',
      `baseUrl is "${baseUrl}"; it must be a URL such as https://api.example.com.`,
    )
  return baseUrl.replace(/\/+$/, '')
}
