import type { FastifyInstance } from 'fastify'
import type { OpenAPIObject } from 'trpc-openapi'
import type { Deps } from '../context.ts'
import { errors } from '../errors.ts'
import { html } from '../html.ts'
import { sendPage } from './page.ts'

/** What a developer reads: the OpenAPI document, and what each error means. */
export function mountDocs(app: FastifyInstance, { tokens }: Deps, openApi: OpenAPIObject): void {
  const document = JSON.stringify(openApi)
  app.get('/openapi.json', (_request, reply) =>
    reply.header('cache-control', 'no-cache').type('application/json; charset=utf-8').send(document),
  )

  app.get('/.well-known/jwks.json', (_request, reply) => reply.header('cache-control', 'public, max-age=300').send(tokens.publicKeys))

  app.get('/docs/errors', (_request, reply) =>
    sendPage(reply, {
      title: 'Errors of the Lyceum API',
      body: html`<h1>Errors of the Lyceum API</h1>
<p>Every failure has the same body: <code>error</code> is one of the names below, <code>message</code> says what to do,
<code>issues</code> names the fields at fault, <code>requestId</code> finds the request in the logs.</p>
<table><thead><tr><th>Error</th><th>Status</th><th>Message</th></tr></thead><tbody>
${Object.entries(errors).map(([name, { status, message }]) => html`<tr id="${name}"><td><code>${name}</code></td><td>${status}</td><td>${message}</td></tr>`)}
</tbody></table>`,
    }),
  )
}
