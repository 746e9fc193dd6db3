import { httpBatchLink } from '@trpc/client/links/httpBatchLink'
import { isLyceumError, LyceumError } from './errors.ts'
import type { AppRouter } from './generated/router.ts'
import { isLong, type Kind } from './operations.ts'
import type { Session } from './session.ts'
import type { FetchInit, TrpcFetch } from './transport.ts'

export interface OutgoingCall {
  kind: Kind
  /** Such as `cart.add`. */
  operation: string
  input: unknown
  signal: AbortSignal
  /** For whom the call started, from `session.caller()`. */
  caller: string | undefined
  /** Replaces the session's token. */
  token: string | undefined
  /** A header, which applies to a whole HTTP request: the call is sent on its own. */
  idempotencyKey: string | undefined
}

/** The most calls in one HTTP request; the server refuses more. */
const maxBatchSize = 10
const maxUrlLength = 8_000

/**
 * Sends calls with tRPC's own link: calls made at the same time share one HTTP request for queries
 * and one for mutations.
 */
export function createCallSender({
  url,
  fetch,
  session,
  together: mayBatch,
}: {
  url: string
  fetch: TrpcFetch
  session: Session
  /** Whether calls may share a request. */
  together: boolean
}) {
  async function headers({
    path,
    context,
  }: {
    path: string
    context: Record<string, unknown>
  }): Promise<Record<string, string>> {
    const token =
      context.token ??
      (isForAnyone(path)
        ? undefined
        : await session.tokenFor(context.caller as OutgoingCall['caller']))
    return {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(context.idempotencyKey !== undefined && {
        'idempotency-key': String(context.idempotencyKey),
      }),
    }
  }

  const linkOf = (maxItems: number) =>
    httpBatchLink<AppRouter>({
      url,
      maxItems,
      maxURLLength: maxUrlLength,
      headers: ({ opList: [first] }) => headers(first),
      fetch: (address, init) => fetch(String(address), init as FetchInit),
    })({})
  // The server refuses calls to auth in batches, so that nobody guesses passwords ten at a time,
  // and long inputs.
  const alone = linkOf(1)
  // Calls for different users never share a batch, because a batch has one token.
  let together = { caller: session.caller(), link: linkOf(maxBatchSize) }
  function linkFor({ operation, caller, idempotencyKey }: OutgoingCall) {
    if (
      !mayBatch ||
      operation.startsWith('auth.') ||
      idempotencyKey !== undefined ||
      isLong(operation)
    )
      return alone
    if (together.caller !== caller) together = { caller, link: linkOf(maxBatchSize) }
    return together.link
  }

  let calls = 0

  return (call: OutgoingCall): Promise<unknown> => {
    calls += 1
    const { kind, operation, input, signal, caller, token, idempotencyKey } = call
    const answer = linkFor(call)({
      op: {
        id: calls,
        type: kind,
        path: operation,
        input,
        signal,
        context: { caller, token, idempotencyKey },
      },
      next: () => {
        throw new Error('This is the last link.')
      },
    })
    return new Promise((resolve, reject) => {
      answer.subscribe({
        next: ({ result }) => resolve('data' in result ? result.data : undefined),
        error: (error) => reject(toLyceumError(error)),
      })
    })
  }
}

/** Signing in needs no token, and so works whoever is signed in. */
function isForAnyone(operation: string): boolean {
  return operation.startsWith('auth.') && !operation.startsWith('auth.logout')
}

/** Unwraps the LyceumError that tRPC wrapped: thrown by our `fetch`, or sent by the server. */
function toLyceumError(error: { data?: unknown; cause?: unknown; message: string }): LyceumError {
  const inside = [error.data, error.cause].find((part) => isLyceumError(part))
  return (
    inside ??
    new LyceumError('InvalidFields', `The input cannot be sent: ${error.message}`, { cause: error })
  )
}
