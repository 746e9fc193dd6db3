import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { decodeJwt } from 'jose'
import { findVersion } from '../../../db/queries/courses.ts'
import type { Deps } from '../../context.ts'
import { AppError } from '../../errors/errors.ts'
import { formatCode } from '../../features/certificates/code.ts'
import { credentialOf } from '../../features/certificates/credential.ts'
import { achievementDocumentOf, issuerDocumentOf } from '../../features/certificates/open-badge.ts'
import { createSignedStatusLists } from '../../features/certificates/signed-status-lists.ts'
import { findForStranger } from '../../features/certificates/verify-certificate.ts'
import { isId } from '../../lib/ids.ts'
import { limitKeyOf } from '../client-ip.ts'
import { addVary } from '../vary.ts'
import { isKnown } from './entity-tags.ts'

const credentialType = 'application/vc+jwt'

/** The certificates as credentials, and everything that their addresses lead to. For anyone. */
export function mountCredentials(app: FastifyInstance, deps: Deps): void {
  const signedStatusListOf = createSignedStatusLists(deps)

  app.get('/certificates/:code/credential', async (request, reply) => {
    const certificate = await findForStranger(
      { ...deps, ip: limitKeyOf(request.ip) },
      parameterOf(request, 'code'),
    )
    const jwt = await credentialOf(deps, certificate)
    addVary(reply, 'accept').header('cache-control', 'no-store')
    if (!wantsJson(request))
      reply.header(
        'content-disposition',
        `attachment; filename="certificate-${formatCode(certificate.code)}.jwt"`,
      )
    return sendCredential(request, reply, jwt)
  })

  app.get('/credentials/status/:list', async (request, reply) => {
    const list = parameterOf(request, 'list')
    if (!/^(0|[1-9]\d{0,4})$/.test(list)) throw new AppError('NotFound')
    const { jwt, sha256, until } = await signedStatusListOf(Number(list))
    const seconds = Math.max(0, Math.floor((until - deps.now().getTime()) / 1000))
    // The same list reads differently for those who ask for JSON.
    const tag = `"${sha256.slice(0, 32)}${wantsJson(request) ? '-json' : ''}"`
    addVary(reply, 'accept')
      .header('etag', tag)
      .header('cache-control', `public, max-age=${seconds}`)
    if (isKnown(tag, request.headers['if-none-match'])) return reply.status(304).send()
    return sendCredential(request, reply, jwt)
  })

  app.get('/credentials/issuer', async (_request, reply) =>
    describe(reply).send(issuerDocumentOf(deps)),
  )

  app.get('/credentials/achievements/:version', async (request, reply) => {
    const versionId = parameterOf(request, 'version')
    const version = isId(versionId) ? await findVersion(deps.db, versionId) : undefined
    if (version === undefined) throw new AppError('NotFound')
    return describe(reply).send(achievementDocumentOf(deps, version))
  })

  app.get('/credentials/keys/:kid', async (request, reply) => {
    const kid = parameterOf(request, 'kid')
    const key = deps.credentials.publicKeys.keys.find((key) => key.kid?.endsWith(`/${kid}`))
    if (key === undefined) throw new AppError('NotFound')
    return reply
      .header('cache-control', 'public, max-age=300')
      .type('application/jwk+json')
      .send(JSON.stringify(key))
  })
}

/** Signed, or for those who only want to read it decoded. */
function sendCredential(request: FastifyRequest, reply: FastifyReply, jwt: string): FastifyReply {
  if (wantsJson(request))
    return reply.type('application/json; charset=utf-8').send(JSON.stringify(decodeJwt(jwt)))
  return reply
    .type(
      request.headers.accept?.includes('application/jwt') === true
        ? 'application/jwt'
        : credentialType,
    )
    .send(jwt)
}

function wantsJson({ headers: { accept = '' } }: FastifyRequest): boolean {
  return !accept.includes('jwt') && /\bapplication\/([\w.+-]*\bjson|vc)\b/.test(accept)
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
