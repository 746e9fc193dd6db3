import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { decodeJwt } from 'jose'
import { findIssuerName } from '../../../db/queries/learning/certificates.ts'
import { exampleIds } from '../../../lib/schema.ts'
import type { Deps } from '../../context.ts'
import { AppError } from '../../errors/errors.ts'
import { formatCode } from '../../features/learning/certificates/code/code.ts'
import { issuerUrlOf, namedIssuerUrlOf } from '../../features/learning/certificates/code/urls.ts'
import { signedBy } from '../../features/learning/certificates/credential/credential.ts'
import {
  type CredentialDocument,
  withProof,
} from '../../features/learning/certificates/credential/data-integrity.ts'
import {
  achievementDocumentOf,
  didDocumentOf,
  type Issuer,
  issuerDocumentOf,
  keyDocumentOf,
} from '../../features/learning/certificates/credential/open-badge.ts'
import { createSignedStatusLists } from '../../features/learning/certificates/credential/signed-status-lists.ts'
import { publicCredentialOf } from '../../features/learning/certificates/verify-certificate.ts'
import type { MediaType, Schema } from '../endpoints/document.ts'
import { type Content, type Endpoint, inPath, inQuery } from '../endpoints/endpoints.ts'
import { exampleJwk, jwkSchema } from '../jwks.ts'
import { addVary } from '../vary.ts'
import { codeParameter, findByCode, nameSuccessor, versionOf } from './certificate-files.ts'
import { isKnown } from './entity-tags.ts'

/** Admits validators, which are pages of other origins. */
const forAnyOrigin = { config: { isForAnyOrigin: true } } as const

/** Mounts certificates as Verifiable Credentials, and all that they link to. For anyone. */
export function mount(app: FastifyInstance, deps: Deps): void {
  const signedStatusListOf = createSignedStatusLists(deps)

  app.get('/certificates/:code/credential', forAnyOrigin, async (request, reply) => {
    const certificate = await findByCode(deps, request, parameterOf(request, 'code'))
    const jwt = await publicCredentialOf(deps, certificate)
    await nameSuccessor(deps, reply, certificate)
    addVary(reply, 'accept').header('cache-control', 'no-store')
    const form = formOf(request)
    if (form === 'jwt')
      reply.header(
        'content-disposition',
        `attachment; filename="certificate-${formatCode(certificate.code)}.jwt"`,
      )
    const { alg } = request.query as Record<string, unknown>
    return sendCredential(request, reply, {
      jwt: await signedBy(deps, jwt, alg === 'EdDSA' ? alg : 'ES256'),
      withProof: () => withProof(deps, decodeJwt(jwt) as unknown as CredentialDocument),
    })
  })

  for (const path of ['/credentials', '/credentials/issuers/:issuer'])
    app.get(`${path}/status/:list`, forAnyOrigin, sendStatusList)

  async function sendStatusList(request: FastifyRequest, reply: FastifyReply) {
    const list = parameterOf(request, 'list')
    if (!/^(0|[1-9]\d{0,4})$/.test(list)) throw new AppError('NotFound')
    const { id: issuer } = await issuerOf(deps, request)
    const number = Number(list)
    const { jwt, withProof, sha256, until } = await signedStatusListOf({ issuer, number })
    const form = formOf(request)
    const seconds = Math.max(0, Math.floor((until - deps.now().getTime()) / 1000))
    // Tags each representation of the same list differently.
    const tag = `"${sha256.slice(0, 32)}${tagEndings[form]}"`
    addVary(reply, 'accept')
      .header('etag', tag)
      .header('cache-control', `public, max-age=${seconds}`)
    if (isKnown(tag, request.headers['if-none-match'])) return reply.status(304).send()
    return sendCredential(request, reply, { jwt, withProof })
  }

  for (const path of ['/credentials/issuer', '/credentials/issuers/:issuer']) {
    app.get(path, forAnyOrigin, async (request, reply) => {
      const issuer = await issuerOf(deps, request)
      return describe(reply).send(issuerDocumentOf(deps, issuer))
    })
    app.get(`${path}/keys/:kid`, forAnyOrigin, async (request, reply) => {
      const { id } = await issuerOf(deps, request)
      const key = keyDocumentOf(deps, id, parameterOf(request, 'kid'))
      if (key === undefined) throw new AppError('NotFound')
      return describe(reply).send(key)
    })
  }

  // Stands in both places, because a DID with a path leads to the second.
  for (const path of ['/.well-known/did.json', '/did.json'])
    app.get(path, forAnyOrigin, async (_request, reply) =>
      describe(reply, 'application/did+json').send(didDocumentOf(deps)),
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

/** Returns the issuer in the path: without one, the school. */
async function issuerOf(deps: Deps, request: FastifyRequest): Promise<Issuer> {
  const id = parameterOf(request, 'issuer')
  if (id === '') return { id: issuerUrlOf(deps), name: deps.config.certificateIssuer }
  const name = /^[\w-]{22}$/.test(id) ? await findIssuerName(deps.db, id) : undefined
  if (name === undefined) throw new AppError('NotFound')
  return { id: namedIssuerUrlOf(deps, id), name }
}

function describe(reply: FastifyReply, type = 'application/ld+json; charset=utf-8'): FastifyReply {
  return reply.header('cache-control', 'public, max-age=3600').type(type).serializer(JSON.stringify)
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
const didDocument: Content = {
  'application/did+json': { schema: { type: 'object' }, example: {} },
}
const issuerParameter = inPath('issuer', 'The last part of `issuer.id`', 'kU2h0yTqXcVJ8mEwZ3nRbA')
const kidParameter = inPath('kid', 'The last part of the `kid`', '11qYAYKx')

export const endpoints: Endpoint[] = [
  {
    route: 'GET /certificates/{code}/credential',
    operationId: 'certificates_credential',
    tag: 'certificates',
    summary: 'Get a certificate as a Verifiable Credential',
    description:
      'An Open Badge 3.0, signed as a JWT (ES256). `kid` is the URL of the key, which is also in ' +
      '`/.well-known/jwks.json`. Says the same for ever; `credentialStatus` leads to its current ' +
      'status. If `Accept` asks for `application/vc`, it has a Data Integrity proof ' +
      '(`eddsa-rdfc-2022`) in it instead, whose `verificationMethod` is the address of the key. ' +
      'Decoded if `Accept` asks for JSON.',
    parameters: [codeParameter, inQuery('alg', '`EdDSA`: the JWT is signed by Ed25519 instead')],
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
    route: 'GET /credentials/issuers/{issuer}/status/{list}',
    operationId: 'certificates_issuer_status_list',
    tag: 'certificates',
    summary: "Get the same list, signed for a course's issuer",
    description: 'The list to which credentials of this issuer lead.',
    parameters: [issuerParameter, inPath('list', 'Number of the list', '0')],
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
      'An Open Badges 3.0 Profile, the target of `issuer.id` in each credential of the school, and ' +
      'a controlled identifier document (W3C CID 1.0) with the keys of its proofs.',
    content: linkedData,
  },
  {
    route: 'GET /credentials/issuers/{issuer}',
    operationId: 'certificates_course_issuer',
    tag: 'certificates',
    summary: "Get a course's issuer of certificates",
    description: 'The same for a course whose issuer has another name than the school.',
    parameters: [issuerParameter],
    content: linkedData,
    errors: ['NotFound'],
  },
  {
    route: 'GET /credentials/issuer/keys/{kid}',
    operationId: 'certificates_issuer_key',
    tag: 'certificates',
    summary: 'Get a key of the issuer as a Multikey',
    description: 'The target of `verificationMethod` in each proof.',
    parameters: [kidParameter],
    content: linkedData,
    errors: ['NotFound'],
  },
  {
    route: 'GET /credentials/issuers/{issuer}/keys/{kid}',
    operationId: 'certificates_course_issuer_key',
    tag: 'certificates',
    summary: "Get a key of a course's issuer as a Multikey",
    description: 'The target of `verificationMethod` in each proof for this issuer.',
    parameters: [issuerParameter, kidParameter],
    content: linkedData,
    errors: ['NotFound'],
  },
  {
    route: 'GET /.well-known/did.json',
    operationId: 'certificates_did',
    tag: 'certificates',
    summary: 'Get the school as a DID document',
    description: 'For `did:web`, with the keys of credentials. `alsoKnownAs` names the issuer.',
    content: didDocument,
  },
  {
    route: 'GET /did.json',
    operationId: 'certificates_did_below_path',
    tag: 'certificates',
    summary: 'Get the same DID document, where PUBLIC_URL has a path',
    description: 'A DID with a path leads to this file below that path.',
    content: didDocument,
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
    parameters: [kidParameter],
    content: { 'application/jwk+json': { schema: jwkSchema, example: exampleJwk } },
    errors: ['NotFound'],
  },
]
