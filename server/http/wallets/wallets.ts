import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../context.ts'
import {
  authorizationServerOf,
  configurationIds,
  issuerMetadataOf,
  preAuthorizedGrant,
} from '../../features/learning/wallets/issuer-metadata.ts'
import {
  credentialFor,
  findOffered,
  takeOffer,
} from '../../features/learning/wallets/take-offer.ts'
import { takeBytes } from '../files/take-files.ts'

/** Admits wallets that are pages of other origins. */
const forAnyOrigin = { config: { isForAnyOrigin: true } } as const

const documents = {
  'openid-credential-issuer': issuerMetadataOf,
  'oauth-authorization-server': authorizationServerOf,
}

/**
 * Mounts what wallets ask an issuer of OpenID4VCI 1.0 for. It is not in the OpenAPI document: wallets
 * follow the metadata, and failures have the bodies of OAuth (RFC 6749), by which wallets know them.
 */
export async function mountWallets(app: FastifyInstance, deps: Deps): Promise<void> {
  const { pathname } = new URL(deps.config.publicUrl)
  // Puts the path of an issuer behind the name, as RFC 8615 wants.
  for (const [name, describe] of Object.entries(documents))
    for (const path of new Set(['', pathname.replace(/\/$/, '')]))
      app.get(`/.well-known/${name}${path}`, forAnyOrigin, (_request, reply) =>
        reply.header('cache-control', 'public, max-age=300').send(describe(deps)),
      )

  await app.register(async (scope) => {
    takeBytes(scope, 'application/x-www-form-urlencoded')
    scope.post('/oid4vci/token', forAnyOrigin, async (request, reply) => {
      reply.header('cache-control', 'no-store')
      const form = new URLSearchParams(String(request.body ?? ''))
      const code = form.get('pre-authorized_code')
      if (form.get('grant_type') !== preAuthorizedGrant)
        return refuse(reply, 'unsupported_grant_type')
      // Refuses a code of a transaction, which no offer asks for (OpenID4VCI 1.0, section 6.3).
      if (code === null || form.has('tx_code')) return refuse(reply, 'invalid_request')
      const taken = await takeOffer(deps, code)
      if (taken === undefined) return refuse(reply, 'invalid_grant')
      return {
        access_token: taken.token,
        token_type: 'Bearer',
        expires_in: taken.expiresInSeconds,
      }
    })
  })

  // Lets preflights pass, which a page sends before a request with a token.
  app.options('/oid4vci/credential', forAnyOrigin, (_request, reply) => reply.status(204).send())
  app.post('/oid4vci/credential', forAnyOrigin, async (request, reply) => {
    reply.header('cache-control', 'no-store')
    const certificate = await findOffered(deps, tokenOf(request))
    if (certificate === undefined)
      return reply
        .status(401)
        .header('www-authenticate', 'Bearer error="invalid_token"')
        .send({ error: 'invalid_token' })
    const { body } = request
    if (body === null || typeof body !== 'object' || !('credential_configuration_id' in body))
      return refuse(reply, 'invalid_credential_request')
    const id = configurationIds.find((id) => id === body.credential_configuration_id)
    if (id === undefined) return refuse(reply, 'unknown_credential_configuration')
    const credential = await credentialFor(deps, certificate, id)
    if (credential === undefined) return refuse(reply, 'credential_request_denied')
    return { credentials: [{ credential }] }
  })
}

function tokenOf({ headers: { authorization = '' } }: FastifyRequest): string {
  const [, token = ''] = /^Bearer ([\w-]+)$/i.exec(authorization) ?? []
  return token
}

/** Refusals of OAuth (RFC 6749, section 5.2) and of OpenID4VCI 1.0 (section 8.3.1). */
type Refusal =
  | 'unsupported_grant_type'
  | 'invalid_request'
  | 'invalid_grant'
  | 'invalid_credential_request'
  | 'unknown_credential_configuration'
  | 'credential_request_denied'

function refuse(reply: FastifyReply, error: Refusal): FastifyReply {
  return reply.status(400).send({ error })
}
