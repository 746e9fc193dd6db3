import type { CustomFetch, CustomFetchOptions } from 'openid-client'

/** The part of `fetch` that is needed here. */
export type Fetch = (url: string, options: RequestInit) => Promise<Response>

/** How long one call to a provider may take, body included. */
export const callMilliseconds = 5_000

/** The maximum size of a response, after decompression. */
export const maxAnswerBytes = 64 * 1024

/** Signals that the provider broke the protocol; `message` contains nothing that came from it. */
export class ProviderFault extends Error {
  override readonly name = 'ProviderFault'
}

/** Calls providers for at most 5 seconds and 64 kB, and follows no redirects. */
export function createBoundedFetch(fetch: Fetch): CustomFetch {
  return async (url, { signal, ...options }: CustomFetchOptions) => {
    const timeout = AbortSignal.timeout(callMilliseconds)
    const response = await fetch(url, {
      ...(options as RequestInit),
      redirect: 'manual',
      signal: signal === undefined ? timeout : AbortSignal.any([signal, timeout]),
    })
    if (response.status >= 300 && response.status < 400) {
      await response.body?.cancel()
      throw new ProviderFault('it answered with a redirect')
    }

    const { status, headers } = response
    const body = await readAll(response)
    return new Response(body.length === 0 ? null : new Uint8Array(body), { status, headers })
  }
}

async function readAll({ body }: Response): Promise<Buffer> {
  if (body === null) return Buffer.alloc(0)
  const chunks: Uint8Array[] = []
  let bytes = 0
  // Cancels the rest of the response by leaving the loop with an error.
  for await (const chunk of body as unknown as AsyncIterable<Uint8Array>) {
    bytes += chunk.byteLength
    if (bytes > maxAnswerBytes) throw new ProviderFault('its answer is longer than 64 kB')
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}
