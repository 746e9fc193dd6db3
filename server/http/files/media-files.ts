import { Readable } from 'node:stream'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { MediaRow } from '../../../db/queries/courses/media/media.ts'
import type { Deps } from '../../context.ts'
import { AppError } from '../../errors/errors.ts'
import { isShownInPlace } from '../../features/courses/media/media-type.ts'
import { findSignedMedia, openMedia } from '../../features/courses/media/open-media.ts'
import type { SignedMedia } from '../../security/media-urls.ts'
import { binaryContent, type Endpoint, inPath, neededInQuery } from '../endpoints/endpoints.ts'
import { readRange } from './byte-ranges.ts'
import { namedDisposition } from './content-disposition.ts'
import { isKnown } from './entity-tags.ts'

/** How long a client may take nothing before it is cut off. */
const usualIdleMilliseconds = 60_000

/** Mounts pictures, videos and files of courses, for holders of an address that a lesson gave. */
export function mount(
  app: FastifyInstance,
  deps: Deps,
  idleMilliseconds = usualIdleMilliseconds,
): void {
  app.route({
    method: ['GET', 'HEAD'],
    url: '/media/:sha256/:name',
    // Replaces Fastify's own HEAD, which would read the whole file.
    exposeHeadRoute: false,
    config: { isMedia: true },
    handler: (request, reply) => sendMedia(deps, { request, reply, idleMilliseconds }),
  })
}

async function sendMedia(
  deps: Deps,
  {
    request,
    reply,
    idleMilliseconds,
  }: { request: FastifyRequest; reply: FastifyReply; idleMilliseconds: number },
): Promise<FastifyReply> {
  const address = addressOf(request)
  const { file, until } = await findSignedMedia(deps, address)
  const headers = headersOf(file, { name: address.name, until, now: deps.now() })
  if (isKnown(headers.etag, request.headers['if-none-match']))
    return reply.status(304).headers(headers).send()

  const { size } = file
  const asked = rangeOf(request, { etag: headers.etag, size })
  if (asked === 'unsatisfiable') {
    reply.header('content-range', `bytes */${size}`)
    throw new AppError('RangeNotSatisfiable')
  }
  const range = asked ?? { start: 0, end: size }
  // Opens it before the headers: a failure must not be cached as the file is.
  const bytes = request.method === 'HEAD' ? undefined : await openMedia(deps, file, range)
  reply.headers({ ...headers, 'content-length': range.end - range.start }).type(contentTypeOf(file))
  if (asked !== undefined)
    reply.status(206).header('content-range', `bytes ${asked.start}-${asked.end - 1}/${size}`)
  return bytes === undefined ? reply.send() : sendBytes(reply, bytes, idleMilliseconds)
}

function sendBytes(
  reply: FastifyReply,
  bytes: AsyncIterable<Uint8Array>,
  idleMilliseconds: number,
): FastifyReply {
  const { raw } = reply
  const stream = bytes instanceof Readable ? bytes : Readable.from(bytes, { objectMode: false })
  // Closes it if the client left while it was being opened: nobody else would.
  if (raw.destroyed) stream.destroy()
  raw.setTimeout(idleMilliseconds, () => raw.destroy())
  return reply.send(stream)
}

function headersOf(
  { sha256, type }: Pick<MediaRow, 'sha256' | 'type'>,
  { name, until, now }: { name: string; until: Date; now: Date },
) {
  const seconds = Math.floor((until.getTime() - now.getTime()) / 1_000)
  return {
    etag: `"${sha256}"`,
    'accept-ranges': 'bytes',
    'cache-control': `private, max-age=${seconds}, immutable`,
    // Keeps anything in the bytes from running, or reaching our origin.
    'content-security-policy': 'sandbox',
    'x-content-type-options': 'nosniff',
    'content-disposition': namedDisposition(isShownInPlace(type) ? 'inline' : 'attachment', name),
  }
}

function contentTypeOf({ type }: Pick<MediaRow, 'type'>): string {
  return type.startsWith('text/') ? `${type}; charset=utf-8` : type
}

function addressOf({ params, query }: FastifyRequest): SignedMedia {
  const { sha256, name } = params as { sha256: string; name: string }
  const { until, signature } = query as Record<string, unknown>
  return {
    sha256,
    name,
    until: typeof until === 'string' ? until : '',
    signature: typeof signature === 'string' ? signature : '',
  }
}

/** Returns the range; undefined for the whole file, as when If-Range names another version. */
function rangeOf({ headers, method }: FastifyRequest, file: { etag: string; size: number }) {
  const condition = headers['if-range']
  if (method !== 'GET' || (condition !== undefined && condition !== file.etag)) return undefined
  return readRange(headers.range, file.size)
}

export const endpoints: Endpoint[] = [
  {
    route: 'GET /media/{sha256}/{name}',
    operationId: 'media_file',
    tag: 'lessons',
    summary: 'Get a picture, a video or a file of a course',
    description:
      'For anyone who has the address, which lessons and drafts name afresh each time they are ' +
      'read; it works for 5 to 10 minutes, and has no need of a token. When it has expired ' +
      '(`MediaAddressExpired`), read the lesson again. Takes `Range` (one range: 206, or 416 past ' +
      'the end; several are answered with the whole file), `If-Range` and `If-None-Match`, and ' +
      '`HEAD`. The type is decided by the content; pictures (other than SVG), sound, videos, PDFs ' +
      'and captions are shown in place, everything else is saved. No script in a file runs.',
    parameters: [
      inPath('sha256', 'SHA-256 of the file', 'a'.repeat(64)),
      inPath('name', 'Name of the file', 'knot.png'),
      neededInQuery('until', 'When the address expires', '1795340100'),
      neededInQuery('signature', 'What makes the address valid', 'k3Qx0b7m2yT9w5Vd8sLr1A'),
    ],
    content: binaryContent('*/*'),
    hasRanges: true,
    hasEtag: true,
    errors: ['MediaAddressExpired', 'MediaNotFound', 'RangeNotSatisfiable'],
  },
]
