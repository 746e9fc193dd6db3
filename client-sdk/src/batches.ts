import { httpBatchLink } from '@trpc/client/links/httpBatchLink'
import { isLyceumError, LyceumError } from './errors.ts'
import type { AppRouter } from './generated/router.ts'
import type { Kind } from './operations.ts'
import type { Session } from './session.ts'
import type { FetchInit, TrpcFetch } from './transport.ts'

export interface Sending {
  kind: Kind
  /** `cart.add` */
  operation: string
  input: unknown
  signal: AbortSignal
  /** Instead of the session's. */
  token: string | undefined
  /** Sent as a header, which is for a whole request: the call goes alone. */
  idempotencyKey: string | undefined
}

/** Calls in one HTTP request at most; the server takes no more. */
const maxBatchSize = 10
const maxUrlLength = 8_000

/**
 * Sends calls by tRPC's own link: those of one moment together, in one request for what is read and
 * one for what is changed.
 */
export function createBatches({
  url,
  fetch,
  session,
}: {
  url: string
  fetch: TrpcFetch
  session: Session
}) {
  async function headers({
    context,
  }: {
    context: Record<string, unknown>
  }): Promise<Record<string, string>> {
    const token = context.token ?? (await session.token())
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
  // Guessing at passwords and codes in batches is refused by the server: calls to auth go alone.
  const [alone, together] = [linkOf(1), linkOf(maxBatchSize)]
  let calls = 0

  return ({ kind, operation, input, signal, token, idempotencyKey }: Sending): Promise<unknown> => {
    calls += 1
    const link = operation.startsWith('auth.') || idempotencyKey !== undefined ? alone : together
    const answer = link({
      op: {
        id: calls,
        type: kind,
        path: operation,
        input,
        signal,
        context: { token, idempotencyKey },
      },
      next: () => {
        throw new Error('There is no further link.')
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

/**
 * tRPC wraps what its `fetch` throws, and what the server answers; both are a LyceumError inside.
 */
function toLyceumError(error: { data?: unknown; cause?: unknown; message: string }): LyceumError {
  const inside = [error.data, error.cause].find((part) => isLyceumError(part))
  return (
    inside ??
    new LyceumError('InvalidFields', `The input cannot be sent: ${error.message}`, { cause: error })
  )
}
