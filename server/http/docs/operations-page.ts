import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { FastifyInstance } from 'fastify'
import { html } from '../../lib/html.ts'

/** The files of Swagger UI that the page is made of. */
const types = {
  'swagger-ui.css': 'text/css; charset=utf-8',
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'favicon-32x32.png': 'image/png',
} as const

/**
 * Our own words to it. It calls the server that the page came from, by whatever name that was
 * reached. The token is kept in the browser's memory alone and is gone with the page.
 */
const start = `
fetch('/openapi.json').then((answer) => answer.json()).then((document) => {
  SwaggerUIBundle({
    spec: { ...document, servers: [{ url: location.origin }] },
    dom_id: '#operations',
    deepLinking: true,
    docExpansion: 'list',
    defaultModelsExpandDepth: 0,
    displayRequestDuration: true,
    filter: true,
    validatorUrl: null,
  })
})
`

/**
 * Scripts and styles from here alone; it calls this server alone, and pictures are those in its own
 * styles. Swagger UI puts a few styles into its elements.
 */
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

const page = html`<!doctype html>
<html lang="en">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Lyceum API</title>
<link rel="icon" href="/docs/assets/favicon-32x32.png"><link rel="stylesheet" href="/docs/assets/swagger-ui.css"></head>
<body><div id="operations"></div>
<script src="/docs/assets/swagger-ui-bundle.js"></script><script src="/docs/assets/start.js"></script></body>
</html>
`.source

/**
 * The page where the operations are read and tried. Everything that it needs comes from this
 * server.
 */
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
    content: Buffer.from(start),
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
