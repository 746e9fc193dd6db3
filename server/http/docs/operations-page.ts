import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { FastifyInstance } from 'fastify'

/** The files of Swagger UI that the page loads. */
const types = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'favicon-32x32.png': 'image/png',
} as const

/** Only this server is loaded from and called. Swagger UI puts a few styles into its elements. */
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

const page = readFileSync(new URL('operations.html', import.meta.url), 'utf8')

/** The page for reading and trying the operations. Everything that it loads is served here. */
export function mountOperationsPage(app: FastifyInstance): void {
  app.get('/docs', (_request, reply) =>
    reply
      .headers({ 'content-security-policy': policy, 'cache-control': 'no-cache' })
      .type('text/html; charset=utf-8')
      .send(page),
  )

  const folder = createRequire(import.meta.url)
    .resolve('@fastify/swagger-ui/static/index.html')
    .replace('index.html', '')
  for (const [name, type] of Object.entries(types))
    mountAsset(app, name, { type, content: readFileSync(`${folder}${name}`) })
  mountAsset(app, 'start.js', {
    type: 'text/javascript; charset=utf-8',
    content: readFileSync(new URL('start.js', import.meta.url)),
  })
}

function mountAsset(
  app: FastifyInstance,
  name: string,
  { type, content }: { type: string; content: Buffer },
): void {
  const etag = `"${createHash('sha256').update(content).digest('base64url')}"`
  app.get(`/docs/assets/${name}`, (request, reply) => {
    reply.headers({ etag, 'cache-control': 'public, max-age=3600' })
    if (request.headers['if-none-match'] === etag) return reply.status(304).send()
    return reply.type(type).send(content)
  })
}
