import type { IncomingMessage } from 'node:http'

const keptBytes = 1_024
/** Bounds the body: the status decides, and the next message must not wait for a slow one. */
const bodyMilliseconds = 2_000
const maxRetryAfterSeconds = 24 * 3_600

/** Reads the beginning of a body, as text that the database can keep; the rest is never read. */
export async function readBeginning(response: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  let bytes = 0
  const { promise: enough, resolve } = Promise.withResolvers<void>()
  const deadline = setTimeout(resolve, bodyMilliseconds)
  response.on('data', (chunk: Buffer) => {
    chunks.push(chunk.subarray(0, keptBytes - bytes))
    bytes += chunk.length
    if (bytes >= keptBytes) resolve()
  })
  for (const event of ['end', 'error', 'close']) response.on(event, () => resolve())
  await enough
  clearTimeout(deadline)
  response.destroy()
  return shortText(Buffer.concat(chunks))
}

/** Shortens a text: a byte that is no text takes three once it is replaced. */
function shortText(bytes: Buffer): string {
  const text = bytes.toString('utf8').replaceAll('\0', '\ufffd')
  if (Buffer.byteLength(text) <= keptBytes) return text
  const { read } = new TextEncoder().encodeInto(text, new Uint8Array(keptBytes))
  return text.slice(0, read)
}

/** Reads seconds, or an HTTP date (RFC 9110, 10.2.3); a day at most. */
export function retryAfterOf(value: string | undefined, now: Date): number | undefined {
  if (value === undefined) return undefined
  const seconds = /^\d{1,9}$/.test(value.trim())
    ? Number(value)
    : (Date.parse(value) - now.getTime()) / 1_000
  if (!Number.isFinite(seconds)) return undefined
  return Math.min(Math.max(Math.ceil(seconds), 0), maxRetryAfterSeconds)
}
