import { createHash } from 'node:crypto'
import type { FastifyReply } from 'fastify'
import { Html, html } from '../../lib/html.ts'

const style = `
:root { color-scheme: light dark; --ink: #1c2430; --muted: #5d6878; --paper: #fff; --page: #f3f4f7; --line: #dde1e8; --accent: #27508f; --bad: #a3271f; --good: #1b6b3c }
@media (prefers-color-scheme: dark) { :root { --ink: #e8ebf0; --muted: #a3adbb; --paper: #1b212b; --page: #12161d; --line: #323b49; --accent: #8fb4ee; --bad: #f29a92; --good: #7ed3a0 } }
* { box-sizing: border-box }
body { margin: 0; background: var(--page); color: var(--ink); font: 1rem/1.55 system-ui, sans-serif }
main { max-width: 46rem; margin: 3rem auto; padding: 2rem; background: var(--paper); border: 1px solid var(--line); border-radius: .75rem }
@media (max-width: 48rem) { main { margin: 0; border: 0; border-radius: 0; min-height: 100vh } }
h1 { margin-top: 0; font-size: 1.5rem; line-height: 1.25 }
h2 { font-size: 1.1rem; margin: 2rem 0 .5rem }
a { color: var(--accent) }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .4rem 1.5rem }
dt { color: var(--muted) } dd { margin: 0; overflow-wrap: anywhere }
code, pre { font-family: ui-monospace, monospace; font-size: .95em }
pre { white-space: pre-wrap; overflow-wrap: anywhere; padding: 1rem; background: var(--page); border-radius: .5rem }
article { border-top: 1px solid var(--line); padding: 1rem 0 }
.muted { color: var(--muted) } .good { color: var(--good) } .bad { color: var(--bad) }
form { display: inline-block; margin: .5rem .75rem 0 0 }
button { font: inherit; padding: .6rem 1.4rem; border-radius: .5rem; border: 1px solid var(--accent); background: var(--accent); color: var(--paper); cursor: pointer }
button.secondary { background: none; color: var(--accent) }
table { border-collapse: collapse; width: 100% } th, td { text-align: left; vertical-align: top; padding: .5rem .75rem .5rem 0; border-bottom: 1px solid var(--line) }
@media print { body { background: none } main { border: 0; margin: 0 } }
`
const styleHash = createHash('sha256').update(style).digest('base64')

/** Sends a page: no script, nothing from elsewhere. */
export function sendPage(
  reply: FastifyReply,
  { title, body, language = 'en' }: { title: string; body: Html; language?: string },
): FastifyReply {
  const page = html`<!doctype html>
<html lang="${language}">
<head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${title}</title><style>${new Html(style)}</style></head>
<body><main>${body}</main></body>
</html>
`
  return reply
    .header(
      'content-security-policy',
      `default-src 'none'; style-src 'sha256-${styleHash}'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'`,
    )
    .header('cache-control', 'no-store')
    .type('text/html; charset=utf-8')
    .send(page.source)
}
