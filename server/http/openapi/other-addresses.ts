import type { ErrorName } from '../../errors.ts'
import type { LimitName } from '../../security/limits.ts'
import type { MediaType, OperationObject, Parameter, PathItem, Response, Schema } from './document.ts'
import { type ErrorSurroundings, referToErrors } from './error-responses.ts'
import { errorsOfEveryAddress } from './errors-of.ts'
import { everyAnswer, type HeaderName, referToHeaders } from './headers.ts'
import { limitsInWords } from './limits-in-words.ts'
import type { tags } from './tags.ts'

/** An address that is no operation of the router, because what it answers is not for the SDK. */
interface OtherAddress {
  operationId: string
  tag: keyof typeof tags
  summary: string
  description: string
  parameters?: Parameter[]
  content: Record<string, MediaType>
  /** A page instead of the error body. */
  notFound?: Response
  errors?: ErrorName[]
  limits?: LimitName[]
  /** Of the answer; those of every answer unless said otherwise. */
  headers?: HeaderName[]
}

const page: Record<string, MediaType> = { 'text/html': { schema: { type: 'string' }, example: '<!doctype html>' } }
const code: Parameter = {
  name: 'code',
  in: 'path',
  required: true,
  description: 'The code in any case, with or without dashes; O counts as 0, I and L as 1',
  example: '7Q3M-X9KD-2HVA-RT5E-8',
  schema: { type: 'string' },
}

function json(schema: Schema, example: unknown): Record<string, MediaType> {
  return { 'application/json': { schema, example } }
}

const statusOk = json({ type: 'object', properties: { status: { const: 'ok' } }, required: ['status'] }, { status: 'ok' })

const jwk: Schema = {
  type: 'object',
  description: 'A public key (RFC 8037)',
  properties: Object.fromEntries(['kty', 'crv', 'x', 'kid', 'alg', 'use'].map((name) => [name, { type: 'string' }])),
  required: ['kty', 'crv', 'x', 'kid', 'alg', 'use'],
}
const exampleJwk = { kty: 'OKP', crv: 'Ed25519', x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo', kid: 'k1', alg: 'EdDSA', use: 'sig' }

const otherAddresses: Record<string, OtherAddress> = {
  '/certificates/{code}.pdf': {
    operationId: 'certificates_pdf',
    tag: 'certificates',
    summary: 'Download the PDF of a certificate',
    description: 'Whoever has the code may have the PDF. ServiceUnavailable while it is being printed, and on a server without a browser.',
    parameters: [code],
    content: { 'application/pdf': { schema: { type: 'string', format: 'binary' } } },
    errors: ['CertificateNotFound', 'NotFound'],
    limits: ['verificationsPerAddress'],
  },
  '/verify/{code}': {
    operationId: 'certificates_page',
    tag: 'certificates',
    summary: 'Show people whether a certificate holds',
    description: 'The page behind the QR code of a certificate.',
    parameters: [code],
    content: page,
    notFound: { description: 'A page that says that there is no such certificate', headers: referToHeaders(everyAnswer), content: page },
    limits: ['verificationsPerAddress'],
  },
  '/livez': {
    operationId: 'service_live',
    tag: 'service',
    summary: 'Tell whether the process answers',
    description: 'Not counted by any limit.',
    content: statusOk,
    headers: ['x-request-id'],
  },
  '/readyz': {
    operationId: 'service_ready',
    tag: 'service',
    summary: 'Tell whether the service can do its work',
    description: 'ServiceUnavailable while the database does not answer and while the server is stopping. Not counted by any limit.',
    content: statusOk,
    headers: ['x-request-id'],
  },
  '/.well-known/jwks.json': {
    operationId: 'service_keys',
    tag: 'service',
    summary: 'List the public keys of the tokens',
    description: 'A JSON Web Key Set (RFC 7517). Keys rotate: look a token’s key up by its `kid`.',
    content: json({ type: 'object', properties: { keys: { type: 'array', items: jwk } }, required: ['keys'] }, { keys: [exampleJwk] }),
  },
  '/openapi.json': {
    operationId: 'service_openapi',
    tag: 'service',
    summary: 'Get this document',
    description: 'OpenAPI 3.1.',
    content: json({ type: 'object', description: 'An OpenAPI document' }, { openapi: '3.1.0' }),
  },
  '/docs': {
    operationId: 'service_docs',
    tag: 'service',
    summary: 'Read and try this documentation in a browser',
    description: 'A page that shows this document. Nothing of it comes from elsewhere.',
    content: page,
  },
  '/docs/errors': {
    operationId: 'service_errors',
    tag: 'service',
    summary: 'Read what each error means',
    description: 'The page to which the `type` of every error leads.',
    content: page,
  },
}

export function describeOtherAddresses(around: ErrorSurroundings): Record<string, PathItem> {
  return Object.fromEntries(Object.entries(otherAddresses).map(([path, address]) => [path, { get: describe(address, around) }]))
}

function describe(address: OtherAddress, around: ErrorSurroundings): OperationObject {
  const { operationId, tag, summary, description, parameters = [], content, notFound, errors = [], headers = everyAnswer } = address
  const isCounted = headers.includes('ratelimit-limit')
  const names = [...errors, ...errorsOfEveryAddress].filter((name) => isCounted || name !== 'RateLimited')
  return {
    operationId,
    summary,
    description: address.limits === undefined ? description : `${description}\n\n${limitsInWords(address.limits)}`,
    tags: [tag],
    security: [],
    parameters,
    responses: {
      200: { description: summary, headers: referToHeaders(headers), content },
      ...(notFound !== undefined && { 404: notFound }),
      ...referToErrors(names, around),
    },
  }
}
