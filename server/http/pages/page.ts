import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { FastifyReply } from 'fastify'
import { Html, html } from '../../lib/html.ts'

const style = readFileSync(new URL('page.css', import.meta.url), 'utf8')
const styleHash = createHash('sha256').update(style).digest('base64')

function policyFor(formTarget: string | undefined): string {
  return [
    "default-src 'none'",
    `style-src 'sha256-${styleHash}'`,
    ["form-action 'self'", formTarget].filter((part) => part !== undefined).join(' '),
    "frame-ancestors 'none'",
    "base-uri 'none'",
  ].join('; ')
}

export interface Page {
  title: string
  body: Html
  language?: string
  /** A further origin to which the answer to a form of the page may redirect. */
  formTarget?: string
}

/** Sends a page without scripts that loads nothing. */
export function sendPage(
  reply: FastifyReply,
  { title, body, language = 'en', formTarget }: Page,
): FastifyReply {
  const page = html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<style>${new Html(style)}</style>
</head>
<body><main>${body}</main></body>
</html>
`
  return reply
    .header('content-security-policy', policyFor(formTarget))
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(page.source)
}
