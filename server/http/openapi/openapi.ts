import { isDeepStrictEqual } from 'node:util'
import { generateOpenApiDocument } from 'trpc-openapi'
import packageJson from '../../../package.json' with { type: 'json' }
import { appRouter } from '../../router.ts'
import { doorLimits } from '../../security/door-limits.ts'
import { splitRoute } from '../../trpc.ts'
import type { Header, OpenApiDocument, PathItem, Response, Schema } from '../endpoints/document.ts'
import { headers } from '../endpoints/headers.ts'
import { tagGroups, tags } from '../endpoints/tags.ts'
import { operationsOf, routesOf } from '../operations.ts'
import { describeEndpoints } from './describe-endpoints.ts'
import { describeOperation, type GeneratedOperation } from './describe-operation.ts'
import { describeWebhooks } from './describe-webhooks.ts'
import { factsSchemas, problemSchema } from './error-responses.ts'
import { tidy } from './tidy.ts'

/** Describes the whole API as an OpenAPI 3.1 document. */
export function describeApi(
  publicUrl: string,
  { name, support }: { name?: string; support?: string | undefined } = {},
): OpenApiDocument {
  const generated = withoutTwins(tidy(generate(publicUrl)))
  const schemas = {
    ...tidy(factsSchemas()),
    ...withoutTrpcErrors(generated.components.schemas),
    Problem: tidy(problemSchema),
  }
  const responses: Record<string, Response> = {}
  const paths: Record<string, PathItem> = {}

  for (const published of routesOf(operationsOf(appRouter))) {
    const [method, path] = splitRoute(published.operation.rest.route)
    const description = generated.paths[path]?.[method.toLowerCase()]
    if (description === undefined)
      throw new Error(`${published.operation.name} is missing from the generated document.`)
    const operation = describeOperation(description, published, { publicUrl, schemas, responses })
    paths[published.path] = {
      ...paths[published.path],
      [published.method.toLowerCase()]: operation,
    }
  }

  Object.assign(paths, describeEndpoints({ publicUrl, responses }))

  return {
    openapi: '3.1.0',
    info: {
      title: 'Lyceum',
      version: packageJson.version,
      summary: packageJson.description,
      description: introduction,
      license: { name: packageJson.license, identifier: packageJson.license },
      ...(support !== undefined && { contact: contactOf(support, name) }),
    },
    servers: [{ url: publicUrl, description: 'This server' }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    'x-tagGroups': tagGroups,
    paths,
    webhooks: describeWebhooks(schemas),
    components: {
      schemas: withTitles(withDiscriminators(schemas)),
      responses,
      headers: headersIn({ paths, responses }),
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'The token in the answer to a login',
        },
        key: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'lyc_…',
          description: 'An API key. Operations that list it name the scope that the key needs',
        },
      },
    },
  }
}

/** Returns whom people ask for help: SUPPORT_CONTACT is an email or the URL of a page. */
function contactOf(support: string, name = 'Support') {
  return { name, ...(support.includes('://') ? { url: support } : { email: support }) }
}

const introduction = `
The backend of an online learning platform: teachers write courses; learners find them, work through
them and receive a certificate that anyone can verify.

**Signing in.** Log in with your email and password, and send the token with every request, as
\`Authorization: Bearer <token>\`.

**Programs.** A key of a program (\`lyc_…\`) is sent the same way. It opens the operations that
name one of its scopes, and no others.

**Errors.** Every failure has the same body: \`error\` is a stable name, \`message\` tells you what
to do, \`issues\` names the invalid fields, \`facts\` holds what a program needs to go on, and
\`type\` links to an explanation. It is a problem of RFC 9457, with \`title\` and \`detail\`; send
\`Accept: application/problem+json\` to get it with that media type.

**Limits.** Every account may send ${doorLimits.callsPerAccount.uses} requests per minute, every key ${doorLimits.requestsPerKey.uses}, and every IP address
without a token ${doorLimits.strangersPerIp.uses}; the \`ratelimit-…\` headers show what is left. Operations with limits of their own
list them. Over a limit you get RateLimited; \`Retry-After\` says when to try again.

**Retries.** Operations that create something accept an \`Idempotency-Key\`. Send a new key with
each action, and the same key with each retry: the action is performed once, and every retry gets
the first answer, marked with \`Idempotency-Replayed: true\`.

**Versions.** Every operation has one route below \`/api/v1\`. Some have further routes, marked
\`x-alias-of\` and tagged \`aliases\`, which stay as long as the operation does. Within v1 answers
may gain fields and errors may gain names: ignore what you do not know. Unknown fields of a body and
unknown query parameters are refused by name; a few bodies, which are not closed below, ignore fields
that resemble none of theirs. A route that will go away is \`deprecated\` here and
says so in the headers \`Deprecation\` and \`Sunset\` at least twelve months before.`.trim()

/** Returns the headers that the description refers to. */
function headersIn(described: object): Record<string, Header> {
  const text = JSON.stringify(described)
  return Object.fromEntries(
    Object.entries(headers).filter(([name]) => text.includes(`"#/components/headers/${name}"`)),
  )
}

interface GeneratedDocument {
  paths: Record<string, Record<string, GeneratedOperation>>
  components: { schemas: Record<string, Schema> }
}

/** Returns the router, with what trpc-openapi reads of each procedure. */
export function openApiRouter(): typeof appRouter {
  const procedures = operationsOf(appRouter).map(({ name, procedure, rest: { route } }) => {
    const [method, path] = splitRoute(route)
    const _def = { ...procedure._def, meta: { openapi: { method, path } } }
    return [name, { _def }]
  })
  return { ...appRouter, _def: { ...appRouter._def, procedures: Object.fromEntries(procedures) } }
}

function generate(publicUrl: string): GeneratedDocument {
  const document = generateOpenApiDocument(openApiRouter(), {
    title: 'Lyceum',
    version: packageJson.version,
    openApiVersion: '3.1.0',
    baseUrl: publicUrl,
    securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
  })
  return document as unknown as GeneratedDocument
}

/**
 * Removes twins such as `Money` and `MoneyOutput`, which the generator makes of a schema of both
 * inputs and answers, and which differ only in what was tidied away.
 */
function withoutTwins(document: GeneratedDocument): GeneratedDocument {
  const { schemas } = document.components
  const twins = Object.keys(schemas)
    .filter((name) => name.endsWith('Output'))
    .map((name) => [name, name.replace(/Output$/, '')] as const)
    .filter(([twin, name]) => isDeepStrictEqual(schemas[twin], schemas[name]))
  const text = twins.reduce(
    (text, [twin, name]) =>
      text.replaceAll(`"#/components/schemas/${twin}"`, `"#/components/schemas/${name}"`),
    JSON.stringify(document),
  )
  const merged: GeneratedDocument = JSON.parse(text)
  for (const [twin] of twins) delete merged.components.schemas[twin]
  return merged
}

function withoutTrpcErrors(schemas: Record<string, Schema>): Record<string, Schema> {
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => !name.startsWith('error.')))
}

/** Marks kinds of an object that one field tells apart, each a named schema. */
function withDiscriminators(schemas: Record<string, Schema>): Record<string, Schema> {
  const described = Object.entries(schemas).map(([name, schema]) => {
    const kinds = (schema.oneOf ?? []).flatMap(({ $ref = '' }) => {
      const kind = schemas[$ref.slice($ref.lastIndexOf('/') + 1)]?.properties?.type?.const
      return typeof kind === 'string' ? [[kind, $ref] as const] : []
    })
    if (kinds.length === 0) return [name, schema]
    const discriminator = { propertyName: 'type', mapping: Object.fromEntries(kinds) }
    return [name, { ...schema, discriminator }]
  })
  return Object.fromEntries(described)
}

/** Adds titles: `CourseSummary` becomes "Course summary". */
function withTitles(schemas: Record<string, Schema>): Record<string, Schema> {
  const titled = Object.entries(schemas).map(([name, schema]) => {
    const [first = '', ...others] = name.match(/OAuth|[A-Z][a-z0-9]*/g) ?? []
    const inSentence = others.map((word) => (word === 'OAuth' ? word : word.toLowerCase()))
    return [name, { title: [first, ...inSentence].join(' '), ...schema }]
  })
  return Object.fromEntries(titled)
}
