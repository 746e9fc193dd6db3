import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, gzip } from 'node:zlib'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { addVary } from '../vary.ts'
import { isKnown } from './entity-tags.ts'

const compressors = { br: promisify(brotliCompress), gzip: promisify(gzip) }
type Encoding = keyof typeof compressors

/** A text that stays the same while the server runs. */
export interface ConstantText {
  type: string
  make: () => Promise<string | Buffer>
}

export type SendText = (request: FastifyRequest, reply: FastifyReply) => Promise<FastifyReply>

/** Makes and compresses a text on first demand, and answers 304 to whoever has it. */
export function constantText({ type, make }: ConstantText): SendText {
  let made: Promise<{ content: Buffer; tag: string }> | undefined
  const compressed = new Map<Encoding, Promise<Buffer>>()

  return async (request, reply) => {
    made ??= make().then(tagged)
    const { content, tag } = await made
    const encoding = bestEncoding(request.headers['accept-encoding'])
    const etag = encoding === undefined ? `"${tag}"` : `"${tag}-${encoding}"`
    addVary(reply, 'accept-encoding')
    if (!reply.hasHeader('cache-control')) reply.header('cache-control', 'no-cache')
    // Tags only found pages: nobody can have the newest of one that says there is none.
    if (reply.statusCode === 200) {
      reply.header('etag', etag)
      if (isKnown(etag, request.headers['if-none-match'])) return reply.status(304).send()
    }

    reply.type(type)
    if (encoding === undefined) return reply.send(content)
    const body = compressed.get(encoding) ?? compressors[encoding](content)
    compressed.set(encoding, body)
    return reply.header('content-encoding', encoding).send(await body)
  }
}

function tagged(made: string | Buffer): { content: Buffer; tag: string } {
  const content = Buffer.from(made)
  return { content, tag: createHash('sha256').update(content).digest('base64url') }
}

/** Returns our best encoding that Accept-Encoding names (RFC 9110, 12.5.3); none if not sent. */
export function bestEncoding(accepted: string | string[] | undefined): Encoding | undefined {
  const offers = String(accepted ?? '')
    .toLowerCase()
    .split(',')
    .map((offer) => offer.trim().split(/\s*;\s*/))
  const isTaken = (encoding: Encoding) =>
    offers.some(([name, q = 'q=1']) => name === encoding && !/^q=0(\.0*)?$/.test(q))
  return (['br', 'gzip'] as const).find(isTaken)
}
