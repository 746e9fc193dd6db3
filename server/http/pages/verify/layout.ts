import type { FastifyReply } from 'fastify'
import { Html, html } from '../../../lib/html.ts'
import { addVary } from '../../vary.ts'
import { style, styleHash } from './style.ts'
import type { Voice } from './texts.ts'

export interface VerifyPage {
  title: string
  body: Html
  /** Who issues certificates here. */
  issuer: string
}

const icon =
  'data:image/svg+xml,%3Csvg xmlns=%22http://www.w3.org/2000/svg%22 viewBox=%220 0 32 32%22%3E%3Ccircle cx=%2216%22 cy=%2216%22 r=%2215%22 fill=%22%2324487f%22/%3E%3Cpath d=%22M9 16.5l5 5 9-11%22 fill=%22none%22 stroke=%22%23fff%22 stroke-width=%223%22/%3E%3C/svg%3E'

/**
 * Sends a page in the language of its reader. All of it but a small script, without which it works
 * too, is in the page itself.
 */
export function sendVerifyPage(
  reply: FastifyReply,
  voice: Voice,
  { title, body, issuer }: VerifyPage,
): FastifyReply {
  const page = html`<!doctype html>
<html lang="${voice.language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><meta name="robots" content="noindex">
<title>${title}</title><link rel="icon" href="${new Html(icon)}"><style>${new Html(style)}</style><script type="module" src="/verify/assets/compare.js"></script></head>
<body><header><bdi>${issuer}</bdi></header><main>${body}</main><footer></footer></body>
</html>
`
  return addVary(reply, 'accept-language')
    .header(
      'content-security-policy',
      `default-src 'none'; style-src 'sha256-${styleHash}'; script-src 'self'; img-src data:; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
    )
    .header('cache-control', 'no-store')
    .header('x-robots-tag', 'noindex')
    .header('content-language', voice.language)
    .type('text/html; charset=utf-8')
    .send(page.source)
}
