import { generateOpenApiDocument } from 'trpc-openapi'
import packageJson from '../../../package.json' with { type: 'json' }
import { appRouter } from '../../router.ts'
import { operationsOf, type PublishedRoute, routesOf } from '../operations.ts'
import { requestsPerMinute } from '../protection.ts'
import { describeOperation, type GeneratedOperation } from './describe-operation.ts'
import { describeOtherAddresses } from './describe-other-addresses.ts'
import type { Header, OpenApiDocument, PathItem, Response, Schema } from './document.ts'
import { problemSchema } from './error-responses.ts'
import { headers } from './headers.ts'
import { quotaOf } from './limits-in-words.ts'
import { tags } from './tags.ts'
import { tidy } from './tidy.ts'

/** The OpenAPI 3.1 document of everything that is published. */
export function describeApi(publicUrl: string): OpenApiDocument {
  const generated = tidy(generate(publicUrl))
  const schemas = {
    ...withoutTrpcErrors(generated.components.schemas),
    Problem: tidy(problemSchema),
  }
  const responses: Record<string, Response> = {}
  const paths: Record<string, PathItem> = {}

  for (const published of routesOf(operationsOf(appRouter))) {
    const [method, path] = canonicalPlaceOf(published)
    const description = generated.paths[path]?.[method]
    if (description === undefined)
      throw new Error(`${published.operation.name} is missing from the generated document.`)
    const operation = describeOperation(description, published, { publicUrl, schemas, responses })
    paths[published.path] = {
      ...paths[published.path],
      [published.method.toLowerCase()]: operation,
    }
  }

  Object.assign(paths, describeOtherAddresses({ publicUrl, responses }))

  return {
    openapi: '3.1.0',
    jsonSchemaDialect: 'https://json-schema.org/draft/2020-12/schema',
    info: {
      title: 'Lyceum',
      version: packageJson.version,
      summary: packageJson.description,
      description: introduction,
      license: { name: packageJson.license, identifier: packageJson.license },
    },
    servers: [{ url: publicUrl, description: 'This server' }],
    tags: Object.entries(tags).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: withTitles(schemas),
      responses,
      headers: headersIn({ paths, responses }),
      securitySchemes: {
        bearer: {
          type: 'http',
          scheme: 'bearer',
          bearerFormat: 'JWT',
          description: 'The token that the login answers with',
        },
      },
    },
  }
}

const introduction = `The backend of an online learning platform: a learner registers, finds a course, enrolls, learns, and receives a certificate that anyone can verify.

**Signing in.** Log in with email and password and send the token with every request, as \`Authorization: Bearer <token>\`.

**Errors.** Every failure has the same body: \`error\` is a stable name, \`message\` says what to do, \`issues\` names the fields at fault, and \`type\` leads to
an explanation. With \`Accept: application/problem+json\` it is served as that.

**Limits.** Every client may send ${quotaOf({ uses: requestsPerMinute, windowSeconds: 60 })}; the \`ratelimit-…\` headers say what is left. Operations with limits of their own
name them. Who does too much is answered RateLimited, and told by \`Retry-After\` when to come back.

**Retries.** Operations that make something take an \`Idempotency-Key\`. Send a new one with each thing that you want done, and the same one with each try: it
is done once, and every try is given the first answer, marked with \`Idempotency-Replayed: true\`.

**Compatibility.** Answers may gain fields; unknown fields of a request have no effect.`

/** The headers that are referred to. */
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

function generate(publicUrl: string): GeneratedDocument {
  const document = generateOpenApiDocument(appRouter, {
    title: 'Lyceum',
    version: packageJson.version,
    openApiVersion: '3.1.0',
    baseUrl: publicUrl,
    securitySchemes: { bearer: { type: 'http', scheme: 'bearer' } },
  })
  return document as unknown as GeneratedDocument
}

function withoutTrpcErrors(schemas: Record<string, Schema>): Record<string, Schema> {
  return Object.fromEntries(Object.entries(schemas).filter(([name]) => !name.startsWith('error.')))
}

/** `CourseSummary` → "Course summary" */
function withTitles(schemas: Record<string, Schema>): Record<string, Schema> {
  const titled = Object.entries(schemas).map(([name, schema]) => {
    const [first = '', ...others] = name.split(/(?=[A-Z])/)
    return [
      name,
      { title: [first, ...others.map((word) => word.toLowerCase())].join(' '), ...schema },
    ]
  })
  return Object.fromEntries(titled)
}

function canonicalPlaceOf({ operation }: PublishedRoute): [string, string] {
  const [method = '', path = ''] = operation.rest.route.split(' ')
  return [method.toLowerCase(), path]
}
