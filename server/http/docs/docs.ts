import type { FastifyInstance } from 'fastify'
import type { Deps } from '../../context.ts'
import type { OpenApiDocument } from '../endpoints/document.ts'
import { type Endpoint, htmlPage, jsonContent } from '../endpoints/endpoints.ts'
import { constantText } from '../files/compressed.ts'
import { exampleJwk, jwkSchema } from '../jwks.ts'
import { sendPage } from '../pages/page.ts'
import { errorsPage } from './errors-page.ts'
import { mountOperationsPage } from './operations-page.ts'

/** Fits readers of YAML 1.1 only, to which a bare 2026-11-21 is a date, and `no` is false. */
const yamlOptions = { aliasDuplicateObjects: false, compat: 'yaml-1.1', lineWidth: 100 } as const

/** Mounts the OpenAPI document, the page that shows it, the public keys, and the page of errors. */
export function mountDocs(
  app: FastifyInstance,
  { tokens, credentials }: Deps,
  describeApi: () => Promise<OpenApiDocument>,
): void {
  app.get(
    '/openapi.json',
    constantText({
      type: 'application/json; charset=utf-8',
      make: async () => JSON.stringify(await describeApi()),
    }),
  )
  app.get(
    '/openapi.yaml',
    constantText({
      type: 'application/yaml; charset=utf-8',
      make: async () => (await import('yaml')).stringify(await describeApi(), yamlOptions),
    }),
  )

  // Makes it for each request: keys are added and removed while the server runs.
  app.get('/.well-known/jwks.json', { config: { isForAnyOrigin: true } }, (_request, reply) => {
    const jwks = { keys: [...tokens.publicKeys.keys, ...credentials.publicKeys.keys] }
    return reply.header('cache-control', 'public, max-age=300').send(jwks)
  })

  mountOperationsPage(app)
  let errors: ReturnType<typeof errorsPage> | undefined
  app.get('/docs/errors', (_request, reply) => {
    errors ??= errorsPage()
    return sendPage(reply, { title: 'Errors of the Lyceum API', body: errors })
  })
}

export const docsEndpoints: Endpoint[] = [
  {
    route: 'GET /.well-known/jwks.json',
    operationId: 'service_keys',
    tag: 'service',
    summary: 'List the public keys of tokens and credentials',
    description:
      "A JSON Web Key Set (RFC 7517). The keys of tokens rotate: find a token's key by its " +
      '`kid`. The keys of credentials stay.',
    content: jsonContent(
      {
        type: 'object',
        properties: { keys: { type: 'array', items: jwkSchema } },
        required: ['keys'],
      },
      { keys: [exampleJwk] },
    ),
  },
  {
    route: 'GET /openapi.json',
    operationId: 'service_openapi',
    tag: 'service',
    summary: 'Get this document',
    description: 'OpenAPI 3.1.',
    hasEtag: true,
    content: jsonContent(
      { type: 'object', description: 'An OpenAPI document' },
      { openapi: '3.1.0' },
    ),
  },
  {
    route: 'GET /openapi.yaml',
    operationId: 'service_openapiYaml',
    tag: 'service',
    summary: 'Get this document as YAML',
    description: 'The same as /openapi.json.',
    hasEtag: true,
    content: {
      'application/yaml': { schema: { type: 'string' }, example: 'openapi: 3.1.0\n' },
    },
  },
  {
    route: 'GET /docs',
    operationId: 'service_docs',
    tag: 'service',
    summary: 'Read and try this documentation in a browser',
    description: 'A page that shows this document. It loads nothing from other servers.',
    content: htmlPage,
  },
  {
    route: 'GET /docs/errors',
    operationId: 'service_errors',
    tag: 'service',
    summary: 'Read about each error',
    description: 'The page that the `type` of every error links to.',
    content: htmlPage,
  },
]
