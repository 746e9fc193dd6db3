import { createHash } from 'node:crypto'
import { createReadStream, readFileSync } from 'node:fs'
import { createGunzip } from 'node:zlib'
import type { FastifyInstance } from 'fastify'
import { bestEncoding } from '../files/compressed.ts'
import { isKnown } from '../files/entity-tags.ts'
import { addVary } from '../vary.ts'
import origin from './explorer/origin.json' with { type: 'json' }

/** The small files of the page. */
const types = {
  'operations.css': 'text/css; charset=utf-8',
  'samples.js': 'text/javascript; charset=utf-8',
  'start.js': 'text/javascript; charset=utf-8',
  'icon.svg': 'image/svg+xml',
} as const

/** Loads from and calls only this server. The explorer writes its styles into the page. */
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data:",
  "connect-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join('; ')

/** Mounts the page for reading and trying the operations. All that it loads is served here. */
export function mountOperationsPage(app: FastifyInstance): void {
  const page = readFileSync(new URL('operations.html', import.meta.url), 'utf8')
  for (const url of ['/docs', '/docs/'])
    app.get(url, (_request, reply) =>
      reply
        .headers({ 'content-security-policy': policy, 'cache-control': 'no-cache' })
        .type('text/html; charset=utf-8')
        .send(page),
    )

  for (const [name, type] of Object.entries(types)) mountAsset(app, { name, type })
  mountExplorer(app)
}

function mountAsset(app: FastifyInstance, { name, type }: { name: string; type: string }): void {
  const content = readFileSync(new URL(name, import.meta.url))
  const etag = `"${createHash('sha256').update(content).digest('base64url')}"`
  app.get(`/docs/assets/${name}`, (request, reply) => {
    reply.headers({ etag, 'cache-control': 'public, max-age=3600' })
    if (isKnown(etag, request.headers['if-none-match'])) return reply.status(304).send()
    return reply.type(type).send(content)
  })
}

/** Streams it from its compressed file, which a server without readers never holds. */
function mountExplorer(app: FastifyInstance): void {
  const file = new URL('explorer/openapi-explorer.js.gz', import.meta.url)
  app.get('/docs/assets/openapi-explorer.js', (request, reply) => {
    const isCompressed = bestEncoding(request.headers['accept-encoding']) !== undefined
    const etag = `"${origin.sha256}${isCompressed ? '-gzip' : ''}"`
    addVary(reply, 'accept-encoding')
    reply.headers({ etag, 'cache-control': 'public, max-age=3600' })
    if (isKnown(etag, request.headers['if-none-match'])) return reply.status(304).send()

    reply.type('text/javascript; charset=utf-8')
    const content = createReadStream(file)
    if (isCompressed) return reply.header('content-encoding', 'gzip').send(content)
    const inflated = createGunzip()
    content.on('error', (error) => inflated.destroy(error)).pipe(inflated)
    return reply.send(inflated)
  })
}
