import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { FastifyReply } from 'fastify'
import { Html, html } from '../../../lib/html.ts'
import { addVary } from '../../vary.ts'
import type { Voice } from './voice.ts'

export interface VerifyPage {
  title: string
  body: Html
  /** The organization that issues certificates here. */
  issuer: string
}

const style = readFileSync(new URL('verify.css', import.meta.url), 'utf8')
const styleHash = createHash('sha256').update(style).digest('base64')
const policy = [
  "default-src 'none'",
  `style-src 'sha256-${styleHash}'`,
  "script-src 'self'",
  'img-src data:',
  "form-action 'self'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join('; ')

const icon = `data:image/svg+xml,${encodeURIComponent(
  readFileSync(new URL('icons/page.svg', import.meta.url), 'utf8').trim(),
)}`

/**
 * Sends a page in the reader's language. The page holds everything itself except for a small
 * script, and works without that too.
 */
export function sendVerifyPage(
  reply: FastifyReply,
  voice: Voice,
  { title, body, issuer }: VerifyPage,
): FastifyReply {
  const page = html`<!doctype html>
<html lang="${voice.language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<title>${title}</title>
<link rel="icon" href="${icon}">
<style>${new Html(style)}</style>
<script type="module" src="/verify/assets/compare.js"></script>
</head>
<body><header><bdi>${issuer}</bdi></header><main>${body}</main><footer></footer></body>
</html>
`
  return addVary(reply, 'accept-language')
    .header('content-security-policy', policy)
    .header('cache-control', 'no-store')
    .header('x-robots-tag', 'noindex')
    .header('content-language', voice.language)
    .type('text/html; charset=utf-8')
    .send(page.source)
}
