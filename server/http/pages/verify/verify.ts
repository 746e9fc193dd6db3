import { readFileSync } from 'node:fs'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Deps } from '../../../context.ts'
import type { AppError } from '../../../errors/errors.ts'
import { toAppError } from '../../../errors/problem.ts'
import { formatCode, readCode } from '../../../features/certificates/code.ts'
import {
  findCodeOfPdf,
  verifyCertificate,
} from '../../../features/certificates/verify-certificate.ts'
import { limitKeyOf } from '../../client-ip.ts'
import { logUnexpected } from '../../failures.ts'
import { problemHeaders, sendProblem } from '../../send-problem.ts'
import { certificatePage } from './certificate-page.ts'
import { sendVerifyPage } from './layout.ts'
import { type Refusal, refusalPage, startPage } from './other-pages.ts'
import { voiceFor } from './texts.ts'

const script = readFileSync(new URL('compare.js', import.meta.url), 'utf8')

/**
 * The pages for people: what a certificate says and whether it holds, and where one types its code.
 * In the language of the reader.
 */
export async function mountVerifyPages(app: FastifyInstance, deps: Deps): Promise<void> {
  const issuer = deps.config.certificateIssuer

  await app.register(async (pages) => {
    pages.setErrorHandler((error, request, reply) => {
      const failure = toAppError(error)
      logUnexpected(deps.log, failure)
      const refusal = refusalOf(failure)
      if (refusal === undefined) return sendProblem(request, reply, failure, deps.config.publicUrl)
      return refuse(request, reply.status(failure.status).headers(problemHeaders(failure)), refusal)
    })

    pages.get('/verify/assets/compare.js', (_request, reply) =>
      reply
        .header('cache-control', 'public, max-age=3600')
        .type('text/javascript; charset=utf-8')
        .send(script),
    )

    pages.get('/verify', async (request, reply) => {
      const { code, sha256 } = request.query as Record<string, string | string[] | undefined>
      if (typeof sha256 === 'string' && /^[0-9a-f]{64}$/.test(sha256))
        return findFile(request, reply, sha256)
      if (typeof code !== 'string' || code.trim() === '') {
        const voice = voiceOf(request)
        return sendVerifyPage(reply, voice, { ...startPage(voice), issuer })
      }
      const read = readCode(code)
      return read.kind === 'code'
        ? reply.redirect(`/verify/${formatCode(read.code)}`, 303)
        : refuse(
            request,
            reply.status(404),
            'mistyped',
            read.kind === 'mistyped' ? formatCode(read.code) : undefined,
          )
    })

    pages.get('/verify/:code', async (request, reply) => {
      const { code } = request.params as { code: string }
      const read = readCode(code)
      if (read.kind !== 'code') {
        return refuse(
          request,
          reply.status(404),
          'mistyped',
          read.kind === 'mistyped' ? formatCode(read.code) : undefined,
        )
      }
      const found = await verifyCertificate(
        { ...deps, ip: limitKeyOf(request.ip) },
        { code: read.code },
      )
      const voice = voiceOf(request)
      return sendVerifyPage(reply, voice, { ...certificatePage(voice, found), issuer })
    })
  })

  async function findFile(
    request: FastifyRequest,
    reply: FastifyReply,
    sha256: string,
  ): Promise<FastifyReply> {
    const code = await findCodeOfPdf({ ...deps, ip: limitKeyOf(request.ip) }, sha256)
    return code === undefined
      ? refuse(request, reply.status(404), 'unknownFile')
      : reply.redirect(`/verify/${code}#sha256-${sha256}`, 303)
  }

  function refuse(
    request: FastifyRequest,
    reply: FastifyReply,
    refusal: Refusal,
    given?: string,
  ): FastifyReply {
    const voice = voiceOf(request)
    return sendVerifyPage(reply, voice, { ...refusalPage(voice, refusal, given), issuer })
  }
}

/** What people can make something of. */
function refusalOf({ name, status }: AppError): Refusal | undefined {
  if (name === 'CertificateNotFound') return 'unknown'
  if (name === 'RateLimited') return 'overLimit'
  return status >= 500 ? 'unavailable' : undefined
}

function voiceOf(request: FastifyRequest) {
  return voiceFor(request.headers['accept-language'])
}
