import type { ErrorName } from '../../errors/errors.ts'
import { exampleIds } from '../../lib/schema.ts'
import type { LimitName } from '../../security/limits.ts'
import type { MediaType, Parameter, Schema } from './document.ts'
import { everyAnswer, type HeaderName } from './headers.ts'
import type { tags } from './tags.ts'

/** An address that is no operation of the router, because what it answers is not for the SDK. */
export interface OtherAddress {
  operationId: string
  tag: keyof typeof tags
  summary: string
  description: string
  parameters?: Parameter[]
  /** What is sent to it, where that is a POST. */
  body?: Record<string, MediaType>
  /** None: it leads elsewhere (302). */
  content?: Record<string, MediaType>
  /**
   * Failures that are answered with a page for people instead of the error body, by their status.
   */
  pages?: Partial<Record<404 | 429 | 500 | 503, string>>
  /** Where a 303 leads. */
  redirect?: string
  errors?: ErrorName[]
  limits?: LimitName[]
  /** Of the answer; those of every answer unless said otherwise. */
  headers?: HeaderName[]
  /** It takes a token. */
  signedIn?: true
  /** Its answer has an ETag. */
  tagged?: true
}

export const page: Record<string, MediaType> = {
  'text/html': { schema: { type: 'string' }, example: '<!doctype html>' },
}
const code: Parameter = {
  name: 'code',
  in: 'path',
  required: true,
  description: 'The code in any case, with or without dashes; O counts as 0, I and L as 1',
  example: '7Q3M-X9KD-2HVA-RT5E-8',
  schema: { type: 'string' },
}

const provider: Parameter = {
  name: 'provider',
  in: 'path',
  required: true,
  description: 'Name of the provider, as the list of providers has it',
  example: 'google',
  schema: { type: 'string' },
}

function inQuery(name: string, description: string): Parameter {
  return { name, in: 'query', required: false, description, schema: { type: 'string' } }
}

function json(schema: Schema, example: unknown): Record<string, MediaType> {
  return { 'application/json': { schema, example } }
}

const statusOk = json(
  { type: 'object', properties: { status: { const: 'ok' } }, required: ['status'] },
  { status: 'ok' },
)

const jwk: Schema = {
  type: 'object',
  description: 'A public key (RFC 8037)',
  properties: Object.fromEntries(
    ['kty', 'crv', 'x', 'kid', 'alg', 'use'].map((name) => [name, { type: 'string' }]),
  ),
  required: ['kty', 'crv', 'x', 'kid', 'alg', 'use'],
}
const exampleJwk = {
  kty: 'OKP',
  crv: 'Ed25519',
  x: '11qYAYKxCrfVS_7TyWQHOg7hcvPapiMlrwIaaPcHURo',
  kid: 'k1',
  alg: 'EdDSA',
  use: 'sig',
}

const jwt: MediaType = {
  schema: { type: 'string', description: 'A compact JWS (RFC 7515)' },
  example: 'eyJhbGciOiJFZERTQSJ9.e30.c2lnbmF0dXJl',
}
const credential: Schema = { type: 'object', description: 'A Verifiable Credential, decoded' }

export const otherAddresses: Record<string, OtherAddress> = {
  '/certificates/{code}.pdf': {
    operationId: 'certificates_pdf',
    tag: 'certificates',
    summary: 'Download the PDF of a certificate',
    description:
      'Whoever has the code may have the PDF. ServiceUnavailable while it is being printed, and on a server without a browser.',
    parameters: [code],
    content: { 'application/pdf': { schema: { type: 'string', format: 'binary' } } },
    errors: ['CertificateNotFound', 'NotFound'],
    limits: ['verificationsPerIp'],
  },
  '/api/v1/transaction/{id}/receipt.pdf': {
    operationId: 'transactions_receipt_pdf',
    tag: 'transactions',
    summary: 'Download the receipt of a payment as a PDF',
    description:
      'For the one who paid, and for administrators. Says what the receipt says, in the language that the buyer had in the profile. Printed when it is asked for: ServiceUnavailable on a server without a browser, and while others are being printed.',
    parameters: [
      {
        name: 'id',
        in: 'path',
        required: true,
        description: 'The transaction',
        example: exampleIds.transaction,
        schema: { type: 'string' },
      },
    ],
    content: { 'application/pdf': { schema: { type: 'string', format: 'binary' } } },
    errors: ['TransactionNotFound', 'TransactionNotPaid'],
    limits: ['receiptPrintsPerAccount'],
    signedIn: true,
    tagged: true,
  },
  '/verify/{code}': {
    operationId: 'certificates_page',
    tag: 'certificates',
    summary: 'Show people whether a certificate holds',
    description:
      'The page behind the QR code of a certificate, in the language that the browser asks for.',
    parameters: [code],
    content: page,
    pages: {
      404: 'A page that says that there is no such certificate, or that the code was mistyped',
      429: 'A page that says to wait',
      500: 'A page that says that it is our fault',
      503: 'A page that says to try again',
    },
    limits: ['verificationsPerIp'],
  },
  '/verify': {
    operationId: 'certificates_start_page',
    tag: 'certificates',
    summary: 'Let people type a code or drop a PDF',
    description:
      'With `code` or `sha256` it leads (303) to the page of the certificate. A PDF stays where it is: the browser computes its SHA-256 and compares it.',
    parameters: [
      {
        name: 'code',
        in: 'query',
        description: 'The code as somebody typed it',
        schema: { type: 'string' },
      },
      {
        name: 'sha256',
        in: 'query',
        description: 'SHA-256 of a PDF, hexadecimal',
        schema: { type: 'string' },
      },
    ],
    content: page,
    redirect: 'To the page of the certificate',
    pages: {
      404: 'A page that says that the code was mistyped, or that no certificate has this PDF',
      429: 'A page that says to wait',
      500: 'A page that says that it is our fault',
      503: 'A page that says to try again',
    },
    limits: ['verificationsPerIp'],
  },
  '/certificates/{code}/credential': {
    operationId: 'certificates_credential',
    tag: 'certificates',
    summary: 'Get a certificate as a Verifiable Credential',
    description:
      'An Open Badge 3.0, signed as a JWT (EdDSA); `kid` is the address of the key, which is also in `/.well-known/jwks.json`. Always the same for a certificate; whether it still holds is told by its `credentialStatus`. Decoded where `Accept` asks for JSON.',
    parameters: [code],
    content: {
      'application/vc+jwt': jwt,
      'application/jwt': jwt,
      'application/json': { schema: credential, example: {} },
    },
    errors: ['CertificateNotFound'],
    limits: ['verificationsPerIp'],
  },
  '/credentials/status/{list}': {
    operationId: 'certificates_status_list',
    tag: 'certificates',
    summary: 'Tell which credentials do not hold any more',
    description:
      'A Bitstring Status List (W3C), signed like a credential. A bit is set at most a minute after the certificate was revoked or superseded. Decoded where `Accept` asks for JSON.',
    parameters: [
      {
        name: 'list',
        in: 'path',
        required: true,
        description: 'Number of the list',
        example: '0',
        schema: { type: 'string' },
      },
    ],
    content: {
      'application/vc+jwt': jwt,
      'application/jwt': jwt,
      'application/json': { schema: credential, example: {} },
    },
    tagged: true,
    errors: ['NotFound'],
  },
  '/credentials/issuer': {
    operationId: 'certificates_issuer',
    tag: 'certificates',
    summary: 'Tell who issues certificates here',
    description: 'A Profile of Open Badges 3.0, to which `issuer.id` of each credential leads.',
    content: { 'application/ld+json': { schema: { type: 'object' }, example: {} } },
  },
  '/credentials/achievements/{version}': {
    operationId: 'certificates_achievement',
    tag: 'certificates',
    summary: 'Tell what is achieved by completing a version of a course',
    description: 'An Achievement of Open Badges 3.0, to which credentials lead.',
    parameters: [
      {
        name: 'version',
        in: 'path',
        required: true,
        description: 'Id of the version',
        example: exampleIds.course,
        schema: { type: 'string' },
      },
    ],
    content: { 'application/ld+json': { schema: { type: 'object' }, example: {} } },
    errors: ['NotFound'],
  },
  '/credentials/keys/{kid}': {
    operationId: 'certificates_key',
    tag: 'certificates',
    summary: 'Get the public key of a credential',
    description:
      'To which `kid` of each credential leads. Keys of credentials are published for ever.',
    parameters: [
      {
        name: 'kid',
        in: 'path',
        required: true,
        description: 'Last part of the `kid`',
        example: '11qYAYKx',
        schema: { type: 'string' },
      },
    ],
    content: { 'application/jwk+json': { schema: jwk, example: exampleJwk } },
    errors: ['NotFound'],
  },
  '/api/v1/auth/oauth/{provider}/redirect': {
    operationId: 'auth_redirectToProvider',
    tag: 'auth',
    summary: 'Sign in with a third party by plain redirects',
    description:
      'For a link or a button: leads the browser to the provider. In the end it is led to returnUrl, with the parameter `signInCode` for ' +
      '`POST /api/v1/auth/oauth/exchange`, or with `error`, the name of an error.',
    parameters: [
      provider,
      inQuery(
        'returnUrl',
        'Where to end: exactly one of OAUTH_RETURN_URLS. Default: the first of them',
      ),
      inQuery(
        'codeChallenge',
        'S256 challenge (RFC 7636) of a verifier that only the frontend knows: then nobody else can exchange the code',
      ),
    ],
    errors: ['ProviderNotFound'],
    limits: ['signInStartsPerIp'],
    headers: [...everyAnswer, 'location'],
  },
  '/api/v1/auth/oauth/{provider}/return': {
    operationId: 'auth_returnFromProvider',
    tag: 'auth',
    summary: 'Come back from a third party',
    description:
      'Where the provider sends the browser back to; leads on to the frontend. Each visit to a provider comes back once.',
    parameters: [
      provider,
      inQuery('state', 'As it was sent along'),
      inQuery('code', 'For a token of the provider'),
      inQuery('iss', 'The provider (RFC 9207)'),
      inQuery('error', 'Why there is no code'),
    ],
    errors: ['ProviderNotFound'],
    limits: ['signInReturnsPerIp'],
    headers: [...everyAnswer, 'location'],
  },
  '/api/v1/payments/{provider}/webhook': {
    operationId: 'transactions_webhook',
    tag: 'transactions',
    summary: 'Tell what happened to a payment',
    description:
      'For the payment provider, which signs what it sends. What it tells again changes nothing. Only this gives learners what they paid for, ' +
      'not their return from the checkout.',
    parameters: [{ ...provider, description: 'Name of the payment provider', example: 'stripe' }],
    body: json(
      { type: 'object', description: 'An event as the provider defines it' },
      { id: 'evt_1', type: 'checkout.session.completed' },
    ),
    content: json(
      { type: 'object', properties: { received: { const: true } }, required: ['received'] },
      { received: true },
    ),
    errors: ['WebhookRefused', 'NotFound', 'PayloadTooLarge'],
  },
  '/checkout/return': {
    operationId: 'transactions_return',
    tag: 'transactions',
    summary: 'Come back from a payment',
    description: 'A plain page for platforms without one of their own, see CHECKOUT_RETURN_URL.',
    parameters: [
      inQuery('transaction', 'The transaction'),
      inQuery('checkout', 'How it went: done or canceled'),
    ],
    content: page,
  },
  '/metrics': {
    operationId: 'service_metrics',
    tag: 'service',
    summary: 'Tell how the service fares',
    description:
      'For Prometheus: requests by route, connections to the database, jobs, the last check of the data, the process. In production only with `METRICS_TOKEN` as a bearer token; without that setting there is no such address.',
    content: {
      'text/plain': { schema: { type: 'string' }, example: 'lyceum_database_reachable 1' },
    },
    errors: ['TokenMissing', 'TokenInvalid', 'NotFound'],
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
    description:
      'ServiceUnavailable while the database does not answer and while the server is stopping. Without a browser to print certificates with the service is ready all the same, and says so. Not counted by any limit.',
    content: json(
      {
        type: 'object',
        properties: {
          status: { const: 'ok' },
          certificates: {
            type: 'object',
            description: 'What came of printing a probe at the start, or of the last print',
            properties: {
              printing: { type: 'string', enum: ['ready', 'unavailable', 'unknown'] },
              sandbox: { type: 'string', description: 'How the browser is shut in' },
            },
            required: ['printing'],
          },
        },
        required: ['status', 'certificates'],
      },
      {
        status: 'ok',
        certificates: {
          printing: 'ready',
          sandbox: "unprivileged user, no network, Chromium's own sandbox",
        },
      },
    ),
    headers: ['x-request-id'],
  },
  '/.well-known/jwks.json': {
    operationId: 'service_keys',
    tag: 'service',
    summary: 'List the public keys of tokens and credentials',
    description:
      'A JSON Web Key Set (RFC 7517). Keys of tokens rotate: look a token’s key up by its `kid`. Those of credentials stay.',
    content: json(
      { type: 'object', properties: { keys: { type: 'array', items: jwk } }, required: ['keys'] },
      { keys: [exampleJwk] },
    ),
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

/** "GET /verify/{code}": those that count towards this limit. */
export function otherAddressesThatCount(limit: LimitName): string[] {
  const counting = Object.entries(otherAddresses).filter(([, { limits = [] }]) =>
    limits.includes(limit),
  )
  return counting.map(([path, { body }]) => `${body === undefined ? 'GET' : 'POST'} ${path}`)
}
