import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../context.ts'
import type { OpenApiDocument } from '../openapi/document.ts'
import { sendPage } from '../pages/page.ts'
import { errorsPage } from './errors-page.ts'
import { mountOperationsPage } from './operations-page.ts'

/**
 * What a developer reads: the OpenAPI document, the page that shows it, and what each error means.
 */
export function mountDocs(
  app: FastifyInstance,
  { tokens, credentials }: Deps,
  describeApi: () => OpenApiDocument,
): void {
  // Made when it is asked for first, not at every start.
  let document: string | undefined
  app.get('/openapi.json', (_request, reply) => {
    document ??= JSON.stringify(describeApi())
    return reply
      .header('cache-control', 'no-cache')
      .type('application/json; charset=utf-8')
      .send(document)
  })

  // Made anew each time: keys are added and removed while the server runs.
  app.get('/.well-known/jwks.json', (_request, reply) => {
    const jwks = { keys: [...tokens.publicKeys.keys, ...credentials.publicKeys.keys] }
    return reply.header('cache-control', 'public, max-age=300').send(jwks)
  })

  mountOperationsPage(app)
  const errors = { title: 'Errors of the Lyceum API', body: errorsPage() }
  app.get('/docs/errors', (_request, reply) => sendPage(reply, errors))
}
