import type { FastifyInstance, FastifyReply } from 'fastify'
import { exampleIds } from '../../../lib/schema.ts'
import type { Deps } from '../../context.ts'
import { formatCode } from '../../features/learning/certificates/code/code.ts'
import { bakeCredential } from '../../features/learning/certificates/credential/baked-badge.ts'
import { signedBy } from '../../features/learning/certificates/credential/credential.ts'
import { createPictures } from '../../features/learning/certificates/pictures.ts'
import { publicCredentialOf } from '../../features/learning/certificates/verify-certificate.ts'
import { binaryContent, type Endpoint, inPath } from '../endpoints/endpoints.ts'
import { codeParameter, findByCode, nameSuccessor, versionOf } from './certificate-files.ts'

/** Mounts pictures of certificates and badges, for anyone who has the code. */
export function mount(app: FastifyInstance, deps: Deps): void {
  const pictures = createPictures(deps)

  app.get('/certificates/:picture(^.+\\.png$)', async (request, reply) => {
    const { picture } = request.params as { picture: string }
    const certificate = await findByCode(deps, request, picture.slice(0, -'.png'.length))
    // Caches it briefly, because the certificate may be revoked.
    return sendPicture(reply, await pictures.ofCertificate(certificate), 300)
  })

  app.get('/certificates/:code/badge.png', async (request, reply) => {
    const { code } = request.params as { code: string }
    const certificate = await findByCode(deps, request, code)
    const [picture, credential] = await Promise.all([
      pictures.ofBadge(certificate),
      publicCredentialOf(deps, certificate),
    ])
    await nameSuccessor(deps, reply, certificate)
    reply.header(
      'content-disposition',
      `attachment; filename="badge-${formatCode(certificate.code)}.png"`,
    )
    return sendPicture(reply, bakeCredential(picture, await signedBy(deps, credential)), 300)
  })

  app.get('/credentials/achievements/:version/badge.png', async (request, reply) => {
    const version = await versionOf(deps, request)
    return sendPicture(reply, await pictures.ofAchievement(version), 3_600)
  })
}

function sendPicture(reply: FastifyReply, picture: Uint8Array, seconds: number): FastifyReply {
  return reply
    .header('cache-control', `public, max-age=${seconds}`)
    .type('image/png')
    .send(Buffer.from(picture.buffer, picture.byteOffset, picture.byteLength))
}

const png = binaryContent('image/png')

export const endpoints: Endpoint[] = [
  {
    route: 'GET /certificates/{code}.png',
    operationId: 'certificates_picture',
    tag: 'certificates',
    summary: 'Get a picture of a certificate',
    description:
      'For previews of links: 1,200 by 848 pixels. Open to anyone who has the code, while the ' +
      'certificate is valid and its holder has confirmed the name. Answers ServiceUnavailable ' +
      'while the picture is being drawn, and on a server without a browser.',
    parameters: [codeParameter],
    content: png,
    errors: ['CertificateNotFound', 'CertificateRevoked', 'CertificateSuperseded', 'NotFound'],
    limits: ['verificationsPerIp'],
  },
  {
    route: 'GET /certificates/{code}/badge.png',
    operationId: 'certificates_badge',
    tag: 'certificates',
    summary: 'Get a certificate as a badge',
    description:
      'A baked Open Badge 3.0: a round picture (PNG, 600 by 600 pixels) of the course, with the ' +
      'signed credential in it (chunk `iTXt`, keyword `openbadgecredential`).',
    parameters: [codeParameter],
    content: png,
    errors: ['CertificateNotFound'],
    limits: ['verificationsPerIp'],
  },
  {
    route: 'GET /credentials/achievements/{version}/badge.png',
    operationId: 'certificates_achievement_badge',
    tag: 'certificates',
    summary: 'Get the badge of a version of a course',
    description:
      'The target of `credentialSubject.achievement.image.id` in each credential: 600 by 600 ' +
      'pixels, transparent around the badge.',
    parameters: [inPath('version', 'Id of the version', exampleIds.course)],
    content: png,
    errors: ['NotFound'],
  },
]
