import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { decodeJwt } from 'jose'
import { exampleIds } from '../../../lib/schema.ts'
import type { Deps } from '../../context.ts'
import { AppError } from '../../errors/errors.ts'
import { formatCode } from '../../features/learning/certificates/code/code.ts'
import {
  type CredentialDocument,
  withProof,
} from '../../features/learning/certificates/credential/data-integrity.ts'
import {
  achievementDocumentOf,
  issuerDocumentOf,
} from '../../features/learning/certificates/credential/open-badge.ts'
import { createSignedStatusLists } from '../../features/learning/certificates/credential/signed-status-lists.ts'
import { publicCredentialOf } from '../../features/learning/certificates/verify-certificate.ts'
import type { MediaType, Schema } from '../endpoints/document.ts'
import { type Content, type Endpoint, inPath, inQuery } from '../endpoints/endpoints.ts'
import { exampleJwk, jwkSchema } from '../jwks.ts'
import { addVary } from '../vary.ts'
import { codeParameter, findByCode, versionOf } from './certificate-files.ts'
import { isKnown } from './entity-tags.ts'

/** Admits validators, which are pages of other origins. */
const forAnyOrigin = { config: { isForAnyOrigin: true } } as const

/** Mounts certificates as Verifiable Credentials, and all that they link to. For anyone. */
export function mount(app: FastifyInstance, deps: Deps): void {
  const signedStatusListOf = createSignedStatusLists(deps)

  app.get('/certificates/:code/credential', forAnyOrigin, async (request, reply) => {
    const certificate = await findByCode(deps, request, parameterOf(request, 'code'))
    const jwt = await publicCredentialOf(deps, certificate)
    addVary(reply, 'accept').header('cache-control', 'no-store')
    const form = formOf(request)
    if (form === 'jwt')
      reply.header(
        'content-disposition',
        `attachment; filename="certificate-${formatCode(certificate.code)}.jwt"`,
      )
    const decoded = () => decodeJwt(jwt) as unknown as CredentialDocument
    const { alg } = request.query as Record<string, unknown>
    const isResigned = form === 'jwt' && alg === 'ES256'
    return sendCredential(request, reply, {
      jwt: isResigned ? await deps.credentials.signCredential(decoded(), alg) : jwt,
      withProof: () => withProof(deps, decoded()),
    })
  })

  app.get('/credentials/status/:list', forAnyOrigin, async (request, reply) => {
    const list = parameterOf(request, 'list')
    if (!/^(0|[1-9]\d{0,4})$/.test(list)) throw new AppError('NotFound')
    const { jwt, withProof, sha256, until } = await signedStatusListOf(Number(list))
    const form = formOf(request)
    const seconds = Math.max(0, Math.floor((until - deps.now().getTime()) / 1000))
    // Tags each representation of the same list differently.
    const tag = `"${sha256.slice(0, 32)}${tagEndings[form]}"`
    addVary(reply, 'accept')
      .header('etag', tag)
      .header('cache-control', `public, max-age=${seconds}`)
    if (isKnown(tag, request.headers['if-none-match'])) return reply.status(304).send()
    return sendCredential(request, reply, { jwt, withProof })
  })

  app.get('/credentials/issuer', forAnyOrigin, async (_request, reply) =>
    describe(reply).send(issuerDocumentOf(deps)),
  )

  app.get('/credentials/achievements/:version', forAnyOrigin, async (request, reply) => {
    const version = await versionOf(deps, request)
    return describe(reply).send(achievementDocumentOf(deps, version))
  })

  app.get('/credentials/keys/:kid', forAnyOrigin, async (request, reply) => {
    const kid = parameterOf(request, 'kid')
    const key = deps.credentials.publicKeys.keys.find((key) => key.kid?.endsWith(`/${kid}`))
    if (key === undefined) throw new AppError('NotFound')
    return reply
      .header('cache-control', 'public, max-age=300')
      .type('application/jwk+json')
      .send(JSON.stringify(key))
  })
}

/** Sends it in the form that `Accept` asks for. */
async function sendCredential(
  request: FastifyRequest,
  reply: FastifyReply,
  { jwt, withProof }: { jwt: string; withProof: () => Promise<object> },
): Promise<FastifyReply> {
  switch (formOf(request)) {
    case 'with proof':
      return reply.type('application/vc').send(JSON.stringify(await withProof()))
    case 'decoded':
      return reply.type('application/json; charset=utf-8').send(JSON.stringify(decodeJwt(jwt)))
    case 'jwt': {
      const asksForJwt = request.headers.accept?.includes('application/jwt') === true
      return reply.type(asksForJwt ? 'application/jwt' : 'application/vc+jwt').send(jwt)
    }
  }
}

/** Form of a credential: a JWT, its payload, or JSON-LD with a proof in it. */
type Form = 'jwt' | 'decoded' | 'with proof'

const tagEndings: Record<Form, string> = { jwt: '', decoded: '-json', 'with proof': '-proof' }

function formOf({ headers: { accept = '' } }: FastifyRequest): Form {
  if (accept.includes('jwt')) return 'jwt'
  if (/\bapplication\/(?:vc|(?:vc\+)?ld\+json)(?![\w+])/.test(accept)) return 'with proof'
  return /\bapplication\/[\w.+-]*\bjson\b/.test(accept) ? 'decoded' : 'jwt'
}

function describe(reply: FastifyReply): FastifyReply {
  return reply
    .header('cache-control', 'public, max-age=3600')
    .type('application/ld+json; charset=utf-8')
    .serializer(JSON.stringify)
}

function parameterOf(request: FastifyRequest, name: string): string {
  return (request.params as Record<string, string>)[name] ?? ''
}

const jwt: MediaType = {
  schema: { type: 'string', description: 'A compact JWS (RFC 7515)' },
  example: 'eyJhbGciOiJFZERTQSJ9.e30.c2lnbmF0dXJl',
}
const decoded: Schema = { type: 'object', description: 'A Verifiable Credential, decoded' }
const credential: Content = {
  'application/vc+jwt': jwt,
  'application/jwt': jwt,
  'application/json': { schema: decoded, example: {} },
  'application/vc': {
    schema: { type: 'object', description: 'A Verifiable Credential with a Data Integrity proof' },
    example: {},
  },
}
const linkedData: Content = {
  'application/ld+json': { schema: { type: 'object' }, example: {} },
}

export const endpoints: Endpoint[] = [
  {
    route: 'GET /certificates/{code}/credential',
    operationId: 'certificates_credential',
    tag: 'certificates',
    summary: 'Get a certificate as a Verifiable Credential',
    description:
      'An Open Badge 3.0, signed as a JWT (EdDSA). `kid` is the URL of the key, which is also in ' +
      '`/.well-known/jwks.json`. Never changes; `credentialStatus` leads to its current status. ' +
      'If `Accept` asks for `application/vc`, it has a Data Integrity proof (`eddsa-rdfc-2022`) ' +
      'in it instead, whose key is in the document of the issuer. Decoded if `Accept` asks for ' +
      'JSON.',
    parameters: [
      codeParameter,
      inQuery('alg', '`ES256`: the JWT is signed anew with a key of the curve P-256'),
    ],
    content: credential,
    errors: ['CertificateNotFound'],
    limits: ['verificationsPerIp'],
  },
  {
    route: 'GET /credentials/status/{list}',
    operationId: 'certificates_status_list',
    tag: 'certificates',
    summary: 'Get a list of credentials that are no longer valid',
    description:
      'A Bitstring Status List (W3C), signed like a credential. A bit is set at most a minute ' +
      'after the certificate was revoked or superseded, or reinstated. `Accept` chooses its form ' +
      'as for a credential.',
    parameters: [inPath('list', 'Number of the list', '0')],
    content: credential,
    hasEtag: true,
    errors: ['NotFound'],
  },
  {
    route: 'GET /credentials/issuer',
    operationId: 'certificates_issuer',
    tag: 'certificates',
    summary: 'Get the issuer of the certificates',
    description:
      'An Open Badges 3.0 Profile, the target of `issuer.id` in each credential, and a controlled ' +
      'identifier document (W3C CID 1.0) with the keys of its proofs.',
    content: linkedData,
  },
  {
    route: 'GET /credentials/achievements/{version}',
    operationId: 'certificates_achievement',
    tag: 'certificates',
    summary: 'Get the achievement of a version of a course',
    description:
      'An Open Badges 3.0 Achievement: the target of `credentialSubject.achievement.id` in each ' +
      'credential.',
    parameters: [inPath('version', 'Id of the version', exampleIds.course)],
    content: linkedData,
    errors: ['NotFound'],
  },
  {
    route: 'GET /credentials/keys/{kid}',
    operationId: 'certificates_key',
    tag: 'certificates',
    summary: 'Get the public key of a credential',
    description:
      'The target of `kid` in each credential. Keys of credentials stay published forever.',
    parameters: [inPath('kid', 'The last part of the `kid`', '11qYAYKx')],
    content: { 'application/jwk+json': { schema: jwkSchema, example: exampleJwk } },
    errors: ['NotFound'],
  },
]
