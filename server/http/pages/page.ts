import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import type { FastifyReply } from 'fastify'
import { readableOnDark } from '../../../content/branding/contrast.ts'
import { Html, html } from '../../../lib/html.ts'

const style = readFileSync(new URL('page.css', import.meta.url), 'utf8')
/** The background of text on a dark page, in page.css. */
const darkPaper = '#1b212b'

/** Returns what a policy lets a style of the document itself be applied by. */
export function hashOf(style: string): string {
  return `'sha256-${createHash('sha256').update(style).digest('base64')}'`
}

/** Returns the policy of a page that only loads these styles, plus its own directives. */
export function policyFor(styles: string[], directives: string[]): string {
  return [
    "default-src 'none'",
    `style-src ${styles.map(hashOf).join(' ')}`,
    ...directives,
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
  /** The color of a school, #rrggbb, for its headings and links. Default: Lyceum's. */
  color?: string
}

/** Sends a page without scripts that loads nothing. */
export function sendPage(
  reply: FastifyReply,
  { title, body, language = 'en', formTarget, color }: Page,
): FastifyReply {
  const styles = color === undefined ? [style] : [style, colorsOf(color)]
  const page = html`<!doctype html>
<html lang="${language}">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
${styles.map((one) => new Html(`<style>${one}</style>\n`))}
</head>
<body><main>${body}</main></body>
</html>
`
  const formTargets = formTarget === undefined ? "'self'" : `'self' ${formTarget}`
  const policy = policyFor(styles, ["img-src 'self'", `form-action ${formTargets}`])
  return reply
    .header('content-security-policy', policy)
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(page.source)
}

function colorsOf(color: string): string {
  const onDark = readableOnDark(color, darkPaper)
  return (
    `:root{--brand:${color};--accent:${color}}` +
    `@media (prefers-color-scheme:dark){:root{--brand:${onDark};--accent:${onDark}}}`
  )
}
